//! Ranges of hands: the basic endgame beside its closed form, and searches that weigh the deals.

use bluff_tests::{by_card, judged, oracle, random, ratio, solution, value};
use rational_bluff::continuous::Endgame;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, GameFile, basic_endgame};
use rational_bluff::program::{Complementarity, MixedForm, terms};
use rational_bluff::solve::{Control, Method, face, search, solve};

/// Bet, probability to win, value, bluffs, calls; the last two stand on the threshold (b + 2)/(2b +
/// 2) and beyond it.
const ENDGAMES: [[&str; 5]; 9] = [
    ["2", "1/3", "0", "1/4", "1/2"],
    ["2", "1/2", "1/2", "1/2", "1/2"],
    ["1", "1/2", "1/3", "1/3", "2/3"],
    ["1/2", "1/4", "-2/5", "1/15", "4/5"],
    ["4", "1/10", "-2/3", "2/27", "1/3"],
    ["7/2", "3/5", "53/55", "21/22", "4/11"],
    ["3", "0", "-1", "0", "2/5"],
    ["2", "2/3", "1", "1", "0"],
    ["1", "9/10", "1", "1", "0"],
];

/// The basic endgame (Ferguson and Ferguson 2007): value 4p(b + 1)/(b + 2) − 1, bluffs bp/((b +
/// 2)(1 − p)), calls 2/(b + 2) below the threshold, and 1, 1, 0 from it on.
#[test]
fn basic_endgames() {
    for row in ENDGAMES {
        let [b, win, value, bluff, call] = row.map(ratio);
        let closed = Endgame::new(b.clone(), win.clone()).expect("a game");
        assert_eq!(
            [&closed.value, &closed.bluff, &closed.call],
            [&value, &bluff, &call],
            "{row:?}"
        );
        let game = basic_endgame(b, win.clone()).expect("a game");
        let solution = solution(&game, Method::Auto);
        assert_eq!(solution.values[0], value, "{row:?}");
        let (never, surely) = (Rational::ZERO, Rational::ONE);
        let first = by_card(&[bluff.clone(), never.clone(), surely.clone()]);
        let second = by_card(&[never, call.clone(), surely]);
        let verdict = judged(&game, Some(solution.values.clone()), vec![first, second]);
        assert!(verdict.is_ok(), "{row:?}");
        // Below the threshold, and where both hands occur, no other strategies are optimal.
        if value < Rational::ONE && win.is_positive() {
            let played = |view: usize, card: u64| solution.profile.at(view)[1].at(card);
            assert_eq!(
                [played(0, 1), played(0, 3), played(1, 2)],
                [bluff, Rational::ONE, call],
                "{row:?}"
            );
            assert!(face(&game, &Control::new()).expect("a face").unique, "{row:?}");
        }
    }
}

/// The file says the same game in fractions.
#[test]
fn the_endgame_of_the_file() {
    let file =
        GameFile::read(include_str!("../data/games/basic-endgame.json")).expect("a game file");
    let game = basic_endgame(Rational::from(2), Rational::ratio(1, 3)).expect("a game");
    assert_eq!((file.leaves(), file.deals()), (game.leaves(), game.deals()));
    assert!(game.players().iter().all(|player| file.range(*player) == game.range(*player)));
}

/// Random games with ranges, small enough for many searches.
fn ranged_games(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Game> {
    let games = seeds.map(|seed| random::ranged_game(&mut random::Random::new(seed)));
    games.filter(|game| terms(game) < Some(3_000))
}

/// Two players have one value, however the strategies were found.
#[test]
fn searches_of_two_players_give_the_value() {
    let (mut solved, mut tried) = (0, 0);
    for game in ranged_games(0..60).filter(|game| game.players().len() == 2) {
        let value = value(&game, Method::Lp);
        let found = search(&game, 4, 0, &Control::new()).expect("a search").solutions;
        assert!(found.iter().all(|one| one.values[0] == value), "{}", game.label());
        tried += 1;
        solved += usize::from(!found.is_empty());
    }
    assert!(tried > 10 && 10 * solved >= 9 * tried, "{solved} of {tried}");
}

/// Below the threshold there is one equilibrium, and cards that are never held do not make it many.
#[test]
fn a_search_lists_the_endgame_once() {
    let game = basic_endgame(Rational::from(2), Rational::ratio(1, 3)).expect("a game");
    let found = search(&game, 16, 0, &Control::new()).expect("a search");
    let [solution] = &found.solutions[..] else { panic!("{} equilibria", found.solutions.len()) };
    let bet: Vec<String> = [1, 3].map(|card| solution.profile.at(0)[1].at(card).to_string()).into();
    assert_eq!(
        (bet, solution.profile.at(1)[1].at(2)),
        (vec!["1/4".into(), "1".into()], Rational::ratio(1, 2))
    );
}

/// Three and four players, with ranges and without, by the fast and the slow form: nothing is known
/// beforehand. All 178 of the first 300 seeds without ranges that are as small as these were solved
/// when this was written; one in ten may be missed.
#[test]
fn most_games_of_more_players_are_solved() {
    for method in [Method::Search, Method::NormalForm] {
        let plain = (0..60).map(|seed| random::game(&mut random::Random::new(seed)));
        let plain: Vec<Game> = plain.filter(|game| terms(game) < Some(3_000)).collect();
        for games in [plain, ranged_games(0..80).collect()] {
            let (mut solved, mut tried) = (0, 0);
            for game in games.into_iter().filter(|game| game.players().len() > 2) {
                let form = || MixedForm::of(&Complementarity::of(&game)).is_ok();
                if method == Method::NormalForm && !form() {
                    continue;
                }
                tried += 1;
                if let Ok(found) = solve(&game, method, &Control::new()) {
                    solved += 1;
                    let pays = oracle::expected(&game, &found.solution.profile);
                    assert_eq!(found.solution.values, pays, "{}", game.label());
                }
            }
            assert!(tried > 10 && 10 * solved >= 9 * tried, "{method}: {solved} of {tried}");
        }
    }
}
