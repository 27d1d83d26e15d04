//! Default answers of two players: not weakly dominated, and in few runs of cards.
//!
//! The judge of small decks knows neither the solver nor its programs: it writes the sequence form
//! of a game from its leaves, card by card, and asks a linear program for a strategy that is never
//! worse and sometimes better. For large decks it checks the proof that the library gives, and for
//! push or fold that each player has one optimal strategy.

use std::collections::BTreeSet;

use rational_bluff::certificate::Solution;
use rational_bluff::engine::lp::{self, Bounds, Column, LinearProgram, Outcome};
use rational_bluff::exact::Rational;
use rational_bluff::game::{FAMILIES, Family, Game, Player, parse_label};
use rational_bluff::solve::{Control, Method, face, settled, solve, undominated};
use rational_bluff::strategy::Evaluation;

/// Stakes of every family of two players with cards 1 to n, as labels spell them.
const STAKES: [(&str, &[&str]); 8] = [
    ("von-neumann", &["b1_2", "b1", "b2", "b5", "b40"]),
    ("newman", &["b1", "b2", "b4", "b9"]),
    ("one-street", &["s1_2", "s1-3", "s2-5_2-30"]),
    ("kuhn", &["b1_3", "b1", "b2", "b7_3", "b12"]),
    ("borel", &["b1_2", "b1", "b2", "b9"]),
    ("one-raise", &["b1-raise1", "b1-raise4", "b2-raise6", "b1_2-raise9"]),
    ("hand-flip", &["b1-flip1_6", "b2-flip1_6", "b4-flip1_3", "b3-flip1_2"]),
    ("basic-endgame", &["b2-w1_3", "b1-w1_10", "b1-w9_10", "b3-w1"]),
];

/// Games of the families of two players with decks of their own.
const OWN_DECKS: [(&str, &[&str]); 2] = [
    ("leduc", &["leduc"]),
    (
        "push-fold",
        &["s1", "s3_2", "s2", "s3", "s5", "s15_2", "s10", "s12", "s15", "s20", "s25", "a1_8-s10"],
    ),
];

/// Weights of a deal of two hands, from 0: in all, and as far as the first wins, ties counted half.
pub(crate) fn deal(game: &Game, board: usize, one: u64, two: u64) -> [Rational; 2] {
    if let Some(kernel) = game.kernel(board) {
        return kernel.deal(one + 1, two + 1);
    }
    let ways = Rational::from(game.copies() - u64::from(one == two));
    let halves = 1 + i64::from(one > two) - i64::from(one < two);
    let won = &ways * Rational::ratio(halves, 2);
    [ways, won]
}

/// A game with a plan of one player and the payoffs of all pairs of sequences and cards.
struct Plans<'a> {
    game: &'a Game,
    own: Player,
    other: Player,
    /// By own sequence and card, then by the other's sequence and card.
    payoffs: Vec<Vec<Rational>>,
}

impl<'a> Plans<'a> {
    fn of(game: &'a Game, own: Player) -> Self {
        let other = if own == Player::I { Player::II } else { Player::I };
        let n = game.n() as usize;
        let (rows, columns) = (game.sequences(own) * n, game.sequences(other) * n);
        let mut payoffs = vec![vec![Rational::ZERO; columns]; rows];
        for leaf in game.leaves() {
            let [low, _, high] = leaf.payoffs_against(own, other);
            for (one, two) in (0..n).flat_map(|one| (0..n).map(move |two| (one, two))) {
                let [ways, won] = deal(game, leaf.board, one as u64, two as u64);
                let row = leaf.sequences[own.index()] * n + one;
                let column = leaf.sequences[other.index()] * n + two;
                payoffs[row][column] += &(&low * (ways - &won) + &high * won);
            }
        }
        Self { game, own, other, payoffs }
    }

    fn weight(&self, player: Player, card: u64) -> Rational {
        self.game.range(player).map_or(Rational::ONE, |range| range.at(card))
    }

    /// The realization plan of a player, who takes each action of a view with these probabilities.
    fn plan(
        &self,
        player: Player,
        probability: impl Fn(usize, usize, u64) -> Rational,
    ) -> Vec<Rational> {
        let cards = 1..=self.game.n();
        let mut plan: Vec<Rational> = cards.clone().map(|card| self.weight(player, card)).collect();
        let n = plan.len();
        for (index, view) in self.game.views_of(player) {
            for action in 0..view.actions.len() {
                for card in cards.clone() {
                    let reach = plan[view.parent * n + card as usize - 1].clone();
                    plan.push(reach * probability(index, action, card));
                }
            }
        }
        plan
    }

    fn even(&self, player: Player) -> Vec<Rational> {
        let views = self.game.views();
        self.plan(player, |view, _, _| Rational::ratio(1, views[view].actions.len() as i64))
    }

    /// Columns of a plan of the own player, by sequence and card, with these costs.
    fn any_plan(
        &self,
        problem: &mut LinearProgram,
        costs: impl Iterator<Item = Rational>,
    ) -> Vec<Column> {
        let n = self.game.n() as usize;
        let plan: Vec<Column> =
            costs.map(|cost| problem.add_column(cost, Bounds::at_least(Rational::ZERO))).collect();
        for (card, column) in plan.iter().take(n).enumerate() {
            let weight = self.weight(self.own, card as u64 + 1);
            problem.add_row(Bounds::exactly(weight), [(*column, Rational::ONE)]);
        }
        for (_, view) in self.game.views_of(self.own) {
            for card in 0..n {
                let actions = view.first_sequence..view.first_sequence + view.actions.len();
                let parent = (plan[view.parent * n + card], Rational::from(-1));
                let actions = actions.map(|sequence| (plan[sequence * n + card], Rational::ONE));
                problem.add_row(Bounds::exactly(Rational::ZERO), actions.chain([parent]));
            }
        }
        plan
    }

    /// Most that a plan can win beyond this one against an opponent who takes every action equally
    /// often, of the plans that win no less against any strategy. It is 0 unless this plan is
    /// weakly
    /// dominated.
    fn improvement(&self, plan: &[Rational]) -> Rational {
        let n = self.game.n() as usize;
        let mut problem = LinearProgram::new();
        let even = self.even(self.other);
        let against =
            |row: &Vec<Rational>| -> Rational { row.iter().zip(&even).map(|(a, b)| a * b).sum() };
        let better = self.any_plan(&mut problem, self.payoffs.iter().map(|row| -against(row)));
        // What the other player cannot avoid to lose by the change, at each information set.
        let mut unavoidable =
            |_| (0..n).map(|_| problem.add_column(Rational::ZERO, Bounds::free())).collect();
        let root: Vec<Column> = unavoidable(0);
        let views: Vec<(usize, Vec<Column>)> =
            self.game.views_of(self.other).map(|(index, _)| (index, unavoidable(index))).collect();
        let weigh = |card: usize| (root[card], self.weight(self.other, card as u64 + 1));
        problem.add_row(Bounds::at_least(Rational::ZERO), (0..n).map(weigh));
        let mut bounded = |sequence: usize, above: &[Column]| {
            for card in 0..n {
                let column = sequence * n + card;
                let before: Rational =
                    self.payoffs.iter().zip(plan).map(|(row, reach)| &row[column] * reach).sum();
                let after = self.payoffs.iter().zip(&better);
                let after = after.filter(|(row, _)| !row[column].is_zero());
                let after = after.map(|(row, own)| (*own, row[column].clone()));
                let follow = views
                    .iter()
                    .filter(|(view, _)| self.game.views()[*view].parent == sequence)
                    .map(|(_, columns)| (columns[card], Rational::ONE));
                let entries = after.chain(follow).chain([(above[card], Rational::from(-1))]);
                problem.add_row(Bounds::at_least(before), entries.collect::<Vec<_>>());
            }
        };
        bounded(0, &root);
        for (index, columns) in &views {
            let view = &self.game.views()[*index];
            for action in 0..view.actions.len() {
                bounded(view.first_sequence + action, columns);
            }
        }
        let solved = lp::solve(&problem, None, &Control::new()).unwrap();
        let Outcome::Optimal(best) = solved.outcome else { panic!("the plan itself is one") };
        let now: Rational =
            self.payoffs.iter().zip(plan).map(|(row, reach)| against(row) * reach).sum();
        -best.objective - now
    }
}

pub(crate) fn is_dominated(solution: &Solution, player: Player) -> bool {
    let plans = Plans::of(&solution.game, player);
    let plan = plans.plan(player, |view, action, card| solution.profile.at(view)[action].at(card));
    !plans.improvement(&plan).is_zero()
}

fn solved(game: &Game, method: Method) -> Solution {
    let solved = solve(game, method, &Control::new());
    let solved = solved.unwrap_or_else(|error| panic!("{} by {method}: {error}", game.label()));
    Solution::clone(&solved.solution)
}

/// The runs of cards of a player, over all views; cards that the player never holds or never comes
/// with are left out.
fn runs(solution: &Solution, player: Player) -> usize {
    let game = &solution.game;
    let plans = Plans::of(game, player);
    let at = |view: usize, action: usize, card: u64| solution.profile.at(view)[action].at(card);
    let plan = plans.plan(player, at);
    let by_view = game.views_of(player).map(|(index, view)| {
        let comes =
            |card: &u64| !plan[(view.parent as u64 * game.n() + card - 1) as usize].is_zero();
        let row = |card| (0..view.actions.len()).map(|action| at(index, action, card)).collect();
        let mut rows: Vec<Vec<Rational>> = (1..=game.n()).filter(comes).map(row).collect();
        rows.dedup();
        rows.len()
    });
    by_view.sum()
}

/// The games of all two-player families with decks of some sizes.
fn games(decks: impl Iterator<Item = u64> + Clone, copies: &[u64]) -> Vec<Game> {
    let mut games = Vec::new();
    for (family, stakes) in STAKES {
        for stakes in stakes {
            for copies in copies {
                let labels = decks.clone().map(|n| match copies {
                    1 => format!("{family}/n{n}-{stakes}"),
                    _ => format!("{family}/n{n}-{stakes}-r{copies}"),
                });
                let one = [format!("{family}/n3-{stakes}")];
                let labels: Vec<String> = match family {
                    "basic-endgame" => one.into_iter().filter(|_| *copies == 1).collect(),
                    _ => labels.collect(),
                };
                games.extend(labels.iter().map(|label| parse_label(label).expect(label)));
            }
        }
    }
    games
}

#[test]
fn every_two_player_family_has_stakes_here() {
    let two =
        |family: &&Family| parse_label(family.example).is_ok_and(|game| game.players().len() == 2);
    let names = |families: &mut dyn Iterator<Item = &'static Family>| -> BTreeSet<&str> {
        families.filter(two).map(|family| family.name).collect()
    };
    let mut others = FAMILIES.into_iter().filter(|family| family.has_own_deck());
    assert_eq!(names(&mut Family::ranked()), STAKES.map(|(family, _)| family).into());
    assert_eq!(names(&mut others), OWN_DECKS.map(|(family, _)| family).into());
}

#[test]
fn the_judge_knows_dominated_plans() {
    // Who holds the highest card and folds to a bet could call.
    let game = parse_label("kuhn/n3-b1").unwrap();
    let plans = Plans::of(&game, Player::II);
    let folds = plans.plan(Player::II, |_, action, _| Rational::from(u32::from(action == 0)));
    assert!(plans.improvement(&folds).is_positive());
    let calls = plans.plan(Player::II, |_, action, card| {
        Rational::from(u32::from((action == 1) == (card == 3)))
    });
    assert!(plans.improvement(&calls).is_zero());
    assert!(plans.improvement(&plans.even(Player::II)).is_positive());
}

#[test]
fn no_default_answer_is_weakly_dominated() {
    let mut dominated = Vec::new();
    let grids = games(2..=8, &[1]).into_iter().chain(games(2..=4, &[2, 3]));
    let has_threshold = |game: &Game| settled(game, Method::Auto) == Method::Threshold;
    for game in grids.chain(games(9..=14, &[1]).into_iter().filter(has_threshold)) {
        let solution = solved(&game, Method::Auto);
        for player in game.players() {
            if is_dominated(&solution, *player) {
                dominated.push(format!("{} {player}", game.label()));
            }
        }
    }
    assert!(dominated.is_empty(), "{dominated:?}");
}

/// A strategy that dominated the only optimal one would be optimal too, so there is none.
#[test]
fn no_default_answer_of_real_cards_is_weakly_dominated() {
    let leduc = parse_label("leduc").unwrap();
    let dominated = |method| {
        let solution = solved(&leduc, method);
        [Player::I, Player::II].map(|player| is_dominated(&solution, player))
    };
    assert_eq!(dominated(Method::Auto), [false, false]);
    assert_eq!(dominated(Method::Lp), [true, true]);
    let [(_, _), (family, stakes)] = OWN_DECKS;
    for stakes in stakes {
        let game = parse_label(&format!("{family}/{stakes}")).expect(stakes);
        assert!(face(&game, &Control::new()).unwrap().unique, "{family}/{stakes}");
    }
}

/// Check that a default answer is a best response of a player to a strategy that takes every action
/// with every card.
fn is_proved(solution: &Solution, player: Player) -> bool {
    let game = &solution.game;
    let found = undominated(game, &solution.profile, player, &Control::new()).unwrap();
    let Some(proof) = found else { return false };
    let positive = |view: usize| {
        let range = game.range(game.views()[view].player);
        let held = |card: &u64| range.is_none_or(|range| range.at(*card).is_positive());
        let mut cards = (1..=game.n()).filter(held);
        cards.all(|card| proof.at(view).iter().all(|action| action.at(card).is_positive()))
    };
    let mut others = (0..game.views().len()).filter(|view| game.views()[*view].player != player);
    let [answer, met] = [&solution.profile, &proof].map(|profile| Evaluation::new(game, profile));
    let mut sequences = 0..game.sequences(player);
    others.all(positive)
        && sequences.all(|own| answer.own_reach(player, own) == met.own_reach(player, own))
        && met.payoff(player) == met.best_value(player)
}

#[test]
fn no_default_answer_of_a_large_deck_is_weakly_dominated() {
    let grids = [games([101, 150, 500, 1000].into_iter(), &[1]), games([150].into_iter(), &[2])];
    let mut open = Vec::new();
    for game in grids.iter().flatten() {
        let solution = solved(game, Method::Auto);
        let without = game.players().iter().filter(|player| !is_proved(&solution, **player));
        open.extend(without.map(|player| format!("{} {player}", game.label())));
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_proof_and_the_judge_of_small_decks_agree() {
    for game in games([3, 5, 7].into_iter(), &[1, 2]) {
        for method in [Method::Auto, Method::Lp, Method::Runs] {
            let solution = solved(&game, method);
            for player in game.players() {
                let (proved, dominated) =
                    (is_proved(&solution, *player), is_dominated(&solution, *player));
                assert!(!(proved && dominated), "{} by {method}, {player}", game.label());
                assert!(proved || dominated || method != Method::Auto, "{}", game.label());
            }
        }
    }
}

#[test]
fn readable_answers_have_no_more_runs_than_the_vertex_of_the_program() {
    for game in games([2, 5, 9, 13].into_iter(), &[1, 2]) {
        if settled(&game, Method::Auto) == Method::Threshold {
            continue;
        }
        let (readable, vertex) = (solved(&game, Method::Readable), solved(&game, Method::Lp));
        assert_eq!(readable.values, vertex.values, "{}", game.label());
        let counts = [&readable, &vertex].map(|solution| -> usize {
            game.players().iter().map(|player| runs(solution, *player)).sum()
        });
        // To waste what another player's mistakes would pay may take fewer runs.
        let wasteful = || game.players().iter().any(|player| is_dominated(&vertex, *player));
        assert!(counts[0] <= counts[1] || wasteful(), "{}: {counts:?}", game.label());
    }
}

#[test]
fn kuhn_with_thirteen_cards_is_read_at_a_glance() {
    let solution = solved(&parse_label("kuhn/n13-b1").unwrap(), Method::Auto);
    assert_eq!(solution.method, "readable");
    let counts = [Player::I, Player::II].map(|player| runs(&solution, player));
    assert_eq!(counts, [8, 5]);
}
