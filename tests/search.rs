//! The search by nonlinear programming: what it finds is certified, agrees with the threshold form,
//! with linear programs and with itself on any number of threads.

use std::collections::BTreeSet;

use super::slow_form::{listed, three};
use bluff_tests::{games_of_ours, oracle, point, random, slopes, solution, value};
use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::engine::nlp::Violations;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, GameFile, callers, in_turn, kuhn, von_neumann};
use rational_bluff::program::{Complementarity, MAX_TERMS};
use rational_bluff::solve::{
    Control, MAX_STARTS, Method, Search, SolveError, Starts, Stopped, search, solve_all_from,
    solve_from,
};
use rational_bluff::strategy::{Evaluation, Gains, Profile};

fn found(game: &Game, starts: u64, seed: u64) -> Search {
    let found = search(game, starts, seed, &Control::new())
        .unwrap_or_else(|error| panic!("{}: {error}", game.label()));
    assert_eq!(found.starts, starts);
    let vain = found.irrational + found.unresolved + found.stranded;
    assert!(found.solutions.len() as u64 + vain <= starts);
    found
}

/// The search finds an equilibrium of the value that another method finds; of two players it finds
/// none of another value.
fn agrees(game: &Game, method: Method, starts: u64) {
    let value = value(game, method);
    let searched = found(game, starts, 0).solutions;
    let mut alike = searched.iter().map(|one| one.values[0] == value);
    assert!(!searched.is_empty(), "{}", game.label());
    let two = game.players().len() == 2;
    assert!(if two { alike.all(|one| one) } else { alike.any(|one| one) }, "{}", game.label());
}

/// At (4, 1) the callers call with card 3 with probabilities that sum to 1/2, alike or not; I gets
/// 1/24 always.
#[test]
fn callers_need_not_play_alike() {
    let game = three(4, 1);
    for solutions in [found(&game, 24, 0).solutions, listed(&game, 24, 0).solutions] {
        let mut pairs = BTreeSet::new();
        let differs =
            |at: usize| solutions[..at].iter().all(|one| one.profile != solutions[at].profile);
        assert!((1..solutions.len()).all(differs));
        for solution in &solutions {
            assert_eq!(solution.values[0], Rational::ratio(1, 24));
            let [second, third] = [1, 2].map(|view| solution.profile.at(view)[1].at(3));
            assert_eq!(&second + &third, Rational::ratio(1, 2));
            pairs.insert((second, third));
        }
        assert!(
            pairs.iter().any(|(second, third)| second != third) && pairs.len() > 1,
            "{pairs:?}"
        );
    }
}

#[test]
fn player_one_gets_what_the_threshold_form_gives() {
    for (n, b) in [(3, 1), (4, 1), (5, 1), (5, 2), (6, 2), (7, 2), (8, 2)] {
        agrees(&three(n, b), Method::Threshold, 12);
    }
    for n in 4..=5 {
        agrees(&callers(n, Rational::ONE, 4).unwrap(), Method::Threshold, 8);
    }
}

/// Ties: deals are weighed by the copies left, and pots are shared.
#[test]
fn two_players_are_a_special_case() {
    for n in 2..=6 {
        agrees(&von_neumann(n, Rational::from(2)).unwrap(), Method::Lp, 8);
    }
    for game in [kuhn(3, Rational::ONE), von_neumann(5, Rational::from(2))] {
        for copies in 2..=3 {
            agrees(&game.clone().unwrap().with_deck(3, copies).unwrap(), Method::Lp, 8);
        }
    }
}

/// Two copies, three players: two of them may tie, three cannot.
#[test]
fn several_copies_of_each_card() {
    for copies in [2, 3] {
        let game = three(4, 1).with_deck(4, copies).unwrap();
        let solved = solution(&game, Method::Auto);
        assert_eq!(solved.method, "search");
        assert_eq!(solved.values, oracle::expected(&game, &solved.profile));
    }
}

#[test]
fn the_same_for_any_number_of_threads_and_every_run() {
    let searches: [fn() -> Search; 2] =
        [|| found(&three(5, 2), 10, 3), || listed(&three(4, 2), 10, 3)];
    for search in searches {
        let profiles = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found = pool.install(search);
            let profiles: Vec<Profile> =
                found.solutions.iter().map(|one| one.profile.clone()).collect();
            (profiles, found.vain_ends())
        };
        let alone = profiles(1);
        assert!(!alone.0.is_empty());
        assert_eq!([1, 2, 3].map(profiles), std::array::from_fn(|_| alone.clone()));
    }
    let ordered = found(&three(3, 1), 16, 0).solutions;
    assert!(ordered.windows(2).all(in_order));
}

fn in_order(pair: &[Certified<Solution>]) -> bool {
    pair[0].values <= pair[1].values && pair[0].profile != pair[1].profile
}

/// Starts and seed say what is searched, and only a search takes them.
#[test]
fn a_search_is_steered_by_starts_and_seed() {
    let game = three(4, 1);
    let control = Control::new();
    let starts = Starts { count: 10, seed: 3 };
    let listed = solve_all_from(&game, Method::Search, Some(starts), &control).unwrap();
    assert_eq!((listed.starts, listed.seed), (10, 3));
    let profiles = |search: Search| {
        search.solutions.into_iter().map(|one| one.profile.clone()).collect::<Vec<_>>()
    };
    let other = profiles(found(&game, 10, 4));
    let listed = profiles(listed);
    assert_eq!(listed, profiles(found(&game, 10, 3)));
    assert_ne!(listed, other);
    let first = |starts| {
        solve_from(&game, Method::Search, starts, &control).unwrap().solution.profile.clone()
    };
    assert_eq!(first(Some(Starts::default())), first(None));
    assert!(listed.contains(&first(Some(starts))));
    let refused = |game: &Game, method| match solve_from(game, method, Some(starts), &control) {
        Err(error @ SolveError::NoStarts { .. }) => error.to_string(),
        other => panic!("{}, {method}: {other:?}", game.label()),
    };
    for method in [Method::Auto, Method::Threshold, Method::Lp] {
        let words = format!("method {method} takes no starts and no seed");
        assert!(refused(&game, method).starts_with(&words), "{words}");
    }
    let two_players = refused(&von_neumann(3, Rational::ONE).unwrap(), Method::NormalForm);
    assert!(two_players.contains("three or more players"), "{two_players}");
    assert!(matches!(
        solve_all_from(&game, Method::Auto, Some(starts), &control),
        Err(SolveError::NoStarts { given: Method::Auto, .. })
    ));
}

/// More starts than are taken at a time: each equilibrium once, in order, and none of the first
/// lost.
#[test]
fn a_long_list_is_sorted_and_holds_the_short_one() {
    let long = found(&three(3, 1), 600, 0).solutions;
    let short = found(&three(3, 1), 8, 0).solutions;
    let times = |one: &Profile| long.iter().filter(|other| other.profile == *one).count();
    assert!(short.iter().all(|one| times(&one.profile) == 1));
    assert!(long.windows(2).all(in_order));
}

#[test]
fn a_search_can_be_cancelled() {
    let game = three(6, 2);
    let control = Control::new();
    control.cancel();
    assert!(matches!(search(&game, 4, 0, &control), Err(SolveError::Stopped(Stopped))));
    // In the middle: so many starts would take days.
    let control = Control::new();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| search(&game, MAX_STARTS, 0, &control));
        std::thread::yield_now();
        control.cancel();
        assert!(matches!(running.join().unwrap(), Err(SolveError::Stopped(Stopped))));
    });
}

/// A search that should end has the strategies that it is nearest with.
#[test]
fn a_search_ends_early() {
    let (game, control) = (three(6, 2), Control::new());
    let found = std::thread::scope(|scope| {
        let running = scope.spawn(|| search(&game, MAX_STARTS, 0, &control));
        while !control.end_early() {
            std::thread::yield_now();
        }
        running.join().unwrap().unwrap()
    });
    assert!(found.starts < MAX_STARTS, "{}", found.starts);
    assert!(found.nearest.is_some() || !found.solutions.is_empty());
    // Before the first start.
    let control = Control::new();
    control.allow_early_end();
    assert!(control.end_early());
    let found = search(&game, MAX_STARTS, 0, &control).unwrap();
    assert_eq!(found.starts, 1);
    assert!(found.nearest.is_some());
}

#[test]
fn limits_name_what_was_given_and_what_is_allowed() {
    let error =
        |game: &Game, starts| search(game, starts, 0, &Control::new()).unwrap_err().to_string();
    let text = error(&three(40, 2), 1);
    assert!(text.contains("296400") && text.contains(&MAX_TERMS.to_string()), "{text}");
    assert!(error(&three(1_000_000_000_000_000_000, 2), 1).contains("over 10^19"));
    let text = error(&callers(6, Rational::ONE, 5).unwrap(), 1);
    assert!(text.contains("5 players, expected at most 4"), "{text}");
    let text = error(&three(3, 1), MAX_STARTS + 1);
    assert!(text.contains("1048577 starts, expected at most 1048576"), "{text}");
    let lists = |method| solve_all_from(&three(4, 1), method, None, &Control::new());
    assert!(matches!(lists(Method::Lp), Err(SolveError::NoList { given: Method::Lp })));
    let text = lists(Method::Lp).unwrap_err().to_string();
    assert!(text.ends_with("expected auto, threshold, normal-form or search"), "{text}");
    let [more, fewer] =
        [Method::Search, Method::Auto].map(|method| lists(method).unwrap().solutions.len());
    assert!(more > fewer, "{more} {fewer}");
}

/// The doubles are those of the exact evaluation: total gain at random profiles of every kind of
/// game.
#[test]
fn total_gain_is_what_the_best_responses_gain() {
    let mut random = random::Random::new(5);
    let drawn = [random::game, random::ranged_game]
        .into_iter()
        .flat_map(|draw| (0..30).map(move |seed| draw(&mut random::Random::new(seed))));
    for game in games_of_ours()
        .into_iter()
        .chain(drawn)
        .filter(|game| game.n() <= 6 && game.players().len() <= 4)
    {
        let profile = random::profile(&game, &mut random);
        let exact = Gains::of(&game, &Evaluation::new(&game, &profile)).nash_conv().to_f64();
        let guessed = Complementarity::of(&game).total_gain(&point(&game, &profile));
        assert!((exact - guessed).abs() < 1e-9, "{}: {exact} and {guessed}", game.label());
    }
}

/// Violations are 0 at what was found, and their derivatives are those that differences show.
#[test]
fn the_gradient_is_right() {
    let mut random = random::Random::new(9);
    for seed in 0..25 {
        let game = random::game(&mut random::Random::new(seed));
        let program = Complementarity::of(&game);
        let point = point(&game, &random::profile(&game, &mut random));
        let mut gradient = vec![0.0; point.len()];
        program.evaluate(&point, &mut gradient);
        for (at, slope) in slopes(&program, point).into_iter().enumerate() {
            let found = gradient[at];
            assert!((slope - found).abs() < 1e-4, "seed {seed}, {at}: {slope} and {found}");
        }
    }
}

/// Equilibria that smooth descents alone missed, of which that of five cards is irrational.
#[test]
fn equilibria_that_are_hard_to_find() {
    let kuhn = |n: &str| {
        let file = include_str!("../data/games/kuhn-three-players.json");
        GameFile::read(&file.replace("\"n\": \"5\"", n)).unwrap()
    };
    let [four, five, six] = ["4", "5", "6"].map(|n| kuhn(&format!("\"n\": \"{n}\"")));
    for game in
        [four, six, in_turn(11, Rational::ONE).unwrap(), in_turn(12, Rational::ONE).unwrap()]
    {
        let solved = solution(&game, Method::Search);
        let gains = Gains::of(&game, &Evaluation::new(&game, &solved.profile));
        assert!(gains.nash_conv().is_zero(), "{}", game.label());
    }
    // docs/FINDINGS.md#three-player-kuhn: III calls with probability 4 − √13.
    let solved = solution(&five, Method::Search);
    let exact = solved.certificate.quadratic().unwrap();
    let view = five.views().iter().position(|view| view.name == "kb1").unwrap();
    let call = [Rational::from(4), Rational::from(-1)];
    assert_eq!((&exact.root, &exact.probabilities[view][2][1]), (&Rational::from(13), &call));
    assert_eq!(exact.field().text(&call), "4 − √13");
    let document = Document::of(&solved).to_json().unwrap();
    let read = Document::verify(&document).unwrap();
    assert_eq!(read.certificate, solved.certificate);
}
