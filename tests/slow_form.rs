//! The slow form of the paper (`MNE`), over all pure strategies of three and more players: what it
//! finds is certified, agrees with the threshold form and the fast form, and the table of payoffs
//! from the rules is its oracle.

use bluff_tests::{oracle, point, random, slopes, value};
use rational_bluff::engine::nlp::Violations;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, GameFile, Player, basic_endgame, callers, kuhn, three_player};
use rational_bluff::program::{Complementarity, MAX_PURE_STRATEGIES, MixedForm};
use rational_bluff::solve::{Control, Method, Search, Starts, search, solve, solve_all_from};

pub(super) fn three(n: u64, b: u64) -> Game {
    three_player(n, Rational::from(b)).unwrap()
}

/// The equilibria that the slow form lists; `search` also tests them.
pub(super) fn listed(game: &Game, count: u64, seed: u64) -> Search {
    let starts = Some(Starts { count, seed });
    let found = solve_all_from(game, Method::NormalForm, starts, &Control::new()).unwrap();
    assert!(found.solutions.iter().all(|one| one.method == "normal-form"));
    found
}

#[test]
fn player_one_gets_what_the_threshold_and_the_fast_form_give() {
    for (n, b) in [(3, 1), (3, 2), (3, 3), (3, 5), (4, 1), (4, 2), (5, 2), (6, 2), (7, 2), (10, 2)]
    {
        let game = three(n, b);
        let [slow, threshold, fast] = [Method::NormalForm, Method::Threshold, Method::Search]
            .map(|method| value(&game, method));
        assert_eq!((&slow, &slow), (&threshold, &fast), "{}", game.label());
    }
    assert_eq!(listed(&three(10, 2), 1, 0).solutions[0].values[0], Rational::ratio(106, 1125));
}

#[test]
fn four_players_and_ties() {
    for game in [callers(4, Rational::ONE, 4).unwrap(), three(4, 1).with_deck(4, 2).unwrap()] {
        let found = value(&game, Method::NormalForm);
        let fast = search(&game, 8, 0, &Control::new()).unwrap().solutions;
        assert!(fast.iter().any(|one| one.values[0] == found), "{}", game.label());
    }
}

/// A game file with several views of one player.
#[test]
fn a_game_file() {
    let file = include_str!("../data/games/third-sees-second.json");
    for solution in listed(&GameFile::read(file).unwrap(), 8, 0).solutions {
        assert_eq!(solution.values[0], Rational::ratio(1, 24));
    }
}

#[test]
fn the_limit_names_what_was_given_and_what_is_allowed() {
    let error =
        |game: &Game| solve(game, Method::NormalForm, &Control::new()).unwrap_err().to_string();
    assert_eq!(MAX_PURE_STRATEGIES, 4096);
    for (game, words) in [
        (three(11, 2), "6144 pure strategies, expected at most 4096; method search takes"),
        (three(20, 2), "pure strategies, expected at most 4096"),
        (
            three(1_000_000_000_000_000_000, 2),
            "too large for method normal-form: its deals × ends of the hand are over 10^19",
        ),
        (
            callers(6, Rational::ONE, 5).unwrap(),
            "5 players, expected at most 4 for method normal-form",
        ),
    ] {
        let text = error(&game);
        assert!(text.contains(words), "{text}");
    }
}

/// Payoffs of all players' pure strategies, from the rules, cell by cell: the last player's changes
/// first.
struct PayoffTable {
    sizes: Vec<usize>,
    cells: Vec<Vec<Rational>>,
}

impl PayoffTable {
    /// A pure strategy is a number whose digits are the actions, the first view and card lowest.
    fn of(game: &Game) -> Self {
        let n = game.n() as usize;
        let count = |player: &Player| {
            game.views_of(*player).map(|(_, view)| view.actions.len().pow(n as u32)).product()
        };
        let sizes: Vec<usize> = game.players().iter().map(count).collect();
        let mut table = Self { cells: Vec::new(), sizes };
        let action = |strategy: usize, player: usize, view: usize, card: u64| {
            let mut strategy = strategy;
            for (index, before) in game.views_of(game.players()[player]) {
                let actions = before.actions.len();
                if index == view {
                    return strategy / actions.pow(card as u32 - 1) % actions;
                }
                strategy /= actions.pow(n as u32);
            }
            unreachable!("a view of the player");
        };
        let number: usize = table.sizes.iter().product();
        for cell in 0..number {
            let chosen = table.split(cell);
            let pays = oracle::pure_payoffs(game, |player, view, card| {
                action(chosen[player], player, view, card)
            });
            table.cells.push(pays);
        }
        table
    }

    fn split(&self, mut cell: usize) -> Vec<usize> {
        let mut digits = vec![0; self.sizes.len()];
        for (digit, size) in digits.iter_mut().zip(&self.sizes).rev() {
            *digit = cell % size;
            cell /= size;
        }
        digits
    }

    /// Payoff of each pure strategy of each player against mixtures.
    fn pays(&self, weights: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
        let mut pays: Vec<Vec<Rational>> =
            self.sizes.iter().map(|size| vec![Rational::ZERO; *size]).collect();
        for (cell, values) in self.cells.iter().enumerate() {
            let chosen = self.split(cell);
            for (player, value) in values.iter().enumerate() {
                let others = (0..chosen.len()).filter(|other| *other != player);
                pays[player][chosen[player]] += &others
                    .fold(value.clone(), |value, other| value * &weights[other][chosen[other]]);
            }
        }
        pays
    }
}

fn mean(pays: &[Rational], weights: &[Rational]) -> Rational {
    pays.iter().zip(weights).map(|(pay, weight)| pay * weight).sum()
}

/// Two and three players, several views, ties, ranges: the doubles are those of the table.
fn small_games() -> Vec<(Game, PayoffTable)> {
    let views = kuhn(3, Rational::ratio(3, 2)).unwrap();
    let tied = three(3, 1).with_deck(3, 2).unwrap();
    let endgame = basic_endgame(Rational::from(2), Rational::ratio(1, 3)).unwrap();
    let games = [three(3, 1), three(3, 2), tied, views, endgame];
    games.map(|game| (game.clone(), PayoffTable::of(&game))).into()
}

/// A mixture of each player, about a third of the weights 0.
fn mixture(table: &PayoffTable, random: &mut random::Random) -> Vec<Vec<Rational>> {
    let weights = |size: &usize| {
        let mut weights: Vec<u64> = (0..*size).map(|_| random.below(6).saturating_sub(2)).collect();
        weights[0] += 1;
        let total: u64 = weights.iter().sum();
        weights.into_iter().map(|weight| Rational::ratio(weight as i64, total as i64)).collect()
    };
    table.sizes.iter().map(weights).collect()
}

#[test]
fn violations_and_slopes_are_those_of_the_table() {
    let mut random = random::Random::new(3);
    for (game, table) in small_games() {
        let fast = Complementarity::of(&game);
        let slow = MixedForm::of(&fast).unwrap();
        let weights = mixture(&table, &mut random);
        let pays = table.pays(&weights);
        let mut exact = Rational::ZERO;
        for (pays, weights) in pays.iter().zip(&weights) {
            let mean = mean(pays, weights);
            let regrets = pays.iter().map(|pay| (pay - &mean).max(Rational::ZERO));
            exact +=
                &(regrets.map(|regret| &regret * &regret).sum::<Rational>() / Rational::from(2));
        }
        let point: Vec<f64> = weights.concat().iter().map(Rational::to_f64).collect();
        let mut gradient = vec![0.0; point.len()];
        let violation = slow.evaluate(&point, &mut gradient);
        assert!((violation - exact.to_f64()).abs() < 1e-12 && violation > 0.0, "{}", game.label());
        for (at, slope) in slopes(&slow, point.clone()).into_iter().enumerate() {
            let (found, label) = (gradient[at], game.label());
            assert!((slope - found).abs() < 1e-5, "{label}, {at}: {slope} and {found}");
        }
        // What all gain by best responses is the same for the behavior strategies that realize the
        // mixture.
        let gain = |(pays, weights): (&Vec<Rational>, &Vec<Rational>)| {
            pays.iter().max().unwrap() - &mean(pays, weights)
        };
        let gains: Rational = pays.iter().zip(&weights).map(gain).sum();
        let guessed = fast.total_gain(&slow.behavior(&point));
        assert!((guessed - gains.to_f64()).abs() < 1e-9, "{}: {guessed} and {gains}", game.label());
    }
}

/// At every solution that the fast form finds, no pure strategy of anybody pays more than the
/// mixture does.
#[test]
fn no_pure_strategy_gains_at_what_the_fast_form_finds() {
    for (n, b) in [(3, 1), (3, 3), (4, 1), (4, 2)] {
        let game = three(n, b);
        let table = PayoffTable::of(&game);
        for solution in search(&game, 6, 0, &Control::new()).unwrap().solutions {
            // Each player's mixture: cards are played independently.
            let weight = |player: usize, strategy: usize| -> Rational {
                let by_card =
                    |card: u64| solution.profile.at(player)[strategy >> (card - 1) & 1].at(card);
                (1..=n)
                    .map(by_card)
                    .fold(Rational::ONE, |product, probability| product * probability)
            };
            let weights: Vec<Vec<Rational>> = (0..3)
                .map(|player| {
                    (0..table.sizes[player]).map(|strategy| weight(player, strategy)).collect()
                })
                .collect();
            for (player, pays) in table.pays(&weights).iter().enumerate() {
                let mean = mean(pays, &weights[player]);
                assert_eq!(mean, solution.values[player]);
                assert!(pays.iter().all(|pay| *pay <= mean), "{} player {player}", game.label());
            }
            // And back: the mixture realizes the strategies.
            let fast = Complementarity::of(&game);
            let mixture: Vec<f64> = weights.concat().iter().map(Rational::to_f64).collect();
            let back = MixedForm::of(&fast).unwrap().behavior(&mixture);
            let far = |(one, other): (f64, &f64)| (one - other).abs() > 1e-12;
            assert!(!back.into_iter().zip(&point(&game, &solution.profile)).any(far));
        }
    }
}
