//! Locks: probabilities that are rules of a game, and best replies as strategies.

use bluff_tests::{ratio, solution, value};
use rational_bluff::certificate::format::{Document, read_lock};
use rational_bluff::certificate::{Candidate, CheckedDocument, check};
use rational_bluff::exact::Rational;
use rational_bluff::exchange::Extensive;
use rational_bluff::game::{Game, Player, parse_label};
use rational_bluff::solve::{Control, Method, best_replies, solve, solve_tree};
use rational_bluff::strategy::{Evaluation, Profile};
use rational_bluff::tree::TreeGame;
use serde_json::{Value, json};

/// Views that a lock fixes: the player, the view, and runs, each with its one action.
type LockedRuns<'a> = &'a [(&'a str, &'a str, &'a [([u64; 2], &'a str)])];

/// The game of a label in which these runs take one action for certain.
fn locked(label: &str, views: LockedRuns<'_>) -> Game {
    let views = views.iter().map(|(player, view, runs)| {
        let runs = runs.iter().map(|([first, last], action)| {
            json!({ "cards": [first.to_string(), last.to_string()], "actions": { *action: "1" } })
        });
        json!({ "player": player, "view": view, "runs": runs.collect::<Vec<_>>() })
    });
    let lock = json!({ "lock": views.collect::<Vec<_>>() }).to_string();
    read_lock(parse_label(label).unwrap(), &lock).unwrap_or_else(|error| panic!("{label}: {error}"))
}

#[test]
fn a_lock_costs_what_it_costs() {
    let (first, facing) = ("first to act", "facing bet 2");
    let cases: [(&str, LockedRuns<'_>, &str); 9] = [
        ("von-neumann/n9-b2", &[("II", facing, &[([1, 9], "call")])], "5/9"),
        ("von-neumann/n9-b2", &[("II", facing, &[([1, 9], "fold")])], "1"),
        ("von-neumann/n9-b2", &[("II", facing, &[([1, 4], "fold"), ([5, 9], "call")])], "1/6"),
        ("von-neumann/n9-b2", &[("I", first, &[([1, 7], "check"), ([8, 9], "bet 2")])], "-1/36"),
        ("von-neumann/n9-b2", &[("I", first, &[([1, 4], "check")])], "1/36"),
        ("kuhn/n3-b1", &[("I", first, &[([1, 1], "check")])], "-1/18"),
        ("kuhn/n3-b1", &[("I", first, &[([1, 1], "bet 1")])], "-5/18"),
        ("kuhn/n13-b1", &[("I", first, &[([1, 1], "check")])], "-5/78"),
        ("kuhn/n13-b1", &[("I", first, &[([1, 1], "bet 1")])], "-5/78"),
    ];
    for (label, views, expected) in cases {
        let game = locked(label, views);
        assert_eq!(value(&game, Method::Auto), ratio(expected), "{label}, {views:?}");
        for method in [Method::Lp, Method::Runs] {
            assert_eq!(value(&game, method), ratio(expected), "{label}, {views:?}, {method}");
        }
    }
}

/// Locks of the first view, with each of its actions, in each half of the deck.
fn half_locks(label: &str, player: Player) -> impl Iterator<Item = Game> {
    let game = parse_label(label).unwrap();
    let n = game.n();
    let view = game.views_of(player).next().unwrap().1.clone();
    let label = label.to_owned();
    let halves = [[1, n / 2], [n / 2 + 1, n]];
    let pairs = halves
        .into_iter()
        .flat_map(move |half| view.actions.clone().into_iter().map(move |action| (half, action)));
    pairs.map(move |(half, action)| {
        let name = parse_label(&label).unwrap().views_of(player).next().unwrap().1.name.clone();
        locked(&label, &[(&player.to_string(), &name, &[(half, &action)])])
    })
}

const GAMES: [&str; 8] = [
    "von-neumann/n8-b2",
    "kuhn/n7-b1",
    "newman/n5-b3",
    "one-raise/n6-b2-raise6",
    "borel/n6-b1-r2",
    "basic-endgame/n3-b2-w1_3",
    "leduc",
    "kuhn/n120-b1",
];

/// Locking a player never raises the player's value; a document of it is read again, and no other
/// strategy passes for it.
#[test]
fn a_lock_never_gains_and_its_document_holds_it() {
    for label in GAMES {
        let free = value(&parse_label(label).unwrap(), Method::Auto);
        for player in [Player::I, Player::II] {
            for game in half_locks(label, player) {
                let found = solution(&game, Method::Auto);
                let gain = &found.values[0] - &free;
                let sign = if player == Player::I { gain } else { -gain };
                assert!(!sign.is_positive(), "{label}, {player}: {}", found.values[0]);
                let document = Document::of(&found).to_json().unwrap();
                let again = match CheckedDocument::verify(&document) {
                    Ok(CheckedDocument::Solution(again)) => again,
                    other => panic!("{label}: {other:?}"),
                };
                assert_eq!((&again.game, &again.profile), (&game, &found.profile), "{label}");
                let other = solution(&parse_label(label).unwrap(), Method::Auto);
                if let Some((view, card)) = other.profile.unlocked(&game) {
                    let profile = other.profile.clone();
                    let candidate = Candidate { values: None, profile, method: "lp".into() };
                    let refused = check(&game, candidate).unwrap_err().to_string();
                    let name = &game.views()[view].name;
                    let expected = format!("“{name}”, card {card}: the strategy is not the one");
                    assert!(refused.contains(&expected), "{refused}");
                } else {
                    assert_eq!(found.values, other.values, "{label}: an optimal strategy locked");
                }
            }
        }
    }
}

/// The best reply is worth what the judge says, and its actions are among the best.
#[test]
fn best_replies_are_worth_what_the_judge_says() {
    for label in GAMES {
        let game = parse_label(label).unwrap();
        let first = Profile::first(&game);
        let replies = best_replies(&game, &Evaluation::new(&game, &first)).unwrap();
        for reply in replies {
            let evaluation = Evaluation::new(&game, &first);
            assert_eq!(reply.value, evaluation.best_value(reply.player), "{label}");
            let mut views: Vec<_> =
                (0..game.views().len()).map(|view| first.at(view).to_vec()).collect();
            for action in &reply.views {
                let misses = action.taken.iter().zip(&action.best);
                let misses = misses.map(|(taken, best)| taken.minus(&taken.times(best)));
                assert!(misses.into_iter().all(|missed| missed.is_zero()), "{label}");
                views[action.view].clone_from(&action.taken);
            }
            let played = Profile::new(&game, views).unwrap();
            let pays = Evaluation::new(&game, &played).payoff(reply.player);
            assert_eq!(pays, reply.value, "{label}, {}", reply.player);
        }
    }
}

/// One player locked whole needs no program, whatever the deck.
#[test]
fn a_player_locked_whole_meets_the_best_reply() {
    let label = "von-neumann/n1000000000000000000-b2";
    let n = 1_000_000_000_000_000_000;
    let game = locked(label, &[("II", "facing bet 2", &[([1, n], "call")])]);
    let found = solution(&game, Method::Auto);
    assert_eq!(found.method, "best-reply");
    // As with few cards: I bets the upper half for 1 + 2 more.
    let expected = Rational::from(i128::from(n)) / Rational::from(2 * (i128::from(n) - 1));
    assert_eq!(found.values[0], expected);
    let both: LockedRuns<'_> =
        &[("I", "first to act", &[([1, 9], "check")]), ("II", "facing bet 2", &[([1, 9], "call")])];
    let error = solve(&locked("von-neumann/n9-b2", both), Method::Auto, &Control::new());
    assert!(error.unwrap_err().to_string().contains("nothing is left to solve"));
}

/// A lock of an optimal strategy, of one view or of a whole player, changes no value.
#[test]
fn an_optimal_strategy_locked_changes_nothing() {
    for label in GAMES {
        let free = solution(&parse_label(label).unwrap(), Method::Auto);
        let document: Value =
            serde_json::from_str(&Document::of(&free).to_json().unwrap()).unwrap();
        let strategies = document["strategies"].as_array().unwrap();
        let of =
            |player: &'static str| strategies.iter().filter(move |view| view["player"] == player);
        let some: [Vec<&Value>; 4] = [
            of("I").collect(),
            of("II").collect(),
            of("I").take(1).collect(),
            of("I").take(1).chain(of("II").take(1)).collect(),
        ];
        for views in some {
            let lock = json!({ "lock": views }).to_string();
            let game = read_lock(parse_label(label).unwrap(), &lock).unwrap();
            if [Player::I, Player::II].iter().all(|player| game.is_locked_whole(*player)) {
                continue;
            }
            assert_eq!(solution(&game, Method::Auto).values, free.values, "{label}: {views:?}");
        }
    }
}

/// Rows of a program are worth what a move of chance is in the tree of the same game.
#[test]
fn a_lock_is_a_move_of_chance() {
    let mixtures = ["1/3", "0", "1"];
    for (at, label) in
        ["von-neumann/n5-b2", "kuhn/n4-b1", "one-raise/n4-b2-raise6"].iter().enumerate()
    {
        let game = parse_label(label).unwrap();
        let tree = TreeGame::of(&Extensive::of(&game).unwrap()).unwrap();
        for (index, view) in game.views().iter().enumerate() {
            let card = 1 + (index + at) as u64 % game.n();
            let first = ratio(mixtures[(index + at) % 3]);
            let mut mixture = vec![Rational::ZERO; view.actions.len()];
            mixture[view.actions.len() - 1] = Rational::ONE - &first;
            mixture[0] += &first;
            let actions = view.actions.iter().cloned().zip(mixture.iter().map(Rational::to_string));
            let actions: serde_json::Map<String, Value> =
                actions.map(|(name, part)| (name, part.into())).collect();
            let card = card.to_string();
            let runs = json!([{ "cards": [card, card], "actions": actions }]);
            let player = view.player.to_string();
            let lock = json!({ "lock": [{ "player": player, "view": view.name, "runs": runs }] });
            let rows = read_lock(game.clone(), &lock.to_string()).unwrap();
            let name = format!("{player}, {}, card {card}", view.name);
            let set = tree.tree().sets().iter().position(|set| set.name == name).expect(&name);
            let chance = tree.locked(vec![(set, mixture)]).unwrap();
            let by_chance = solve_tree(&chance, &Control::new()).unwrap().values.clone();
            assert_eq!(solution(&rows, Method::Auto).values, by_chance, "{label}, {name}");
        }
    }
}

#[test]
fn bad_locks_are_named() {
    let refused = |lock: serde_json::Value| {
        let game = parse_label("von-neumann/n9-b2").unwrap();
        read_lock(game, &json!({ "lock": [lock] }).to_string()).unwrap_err().to_string()
    };
    let view = |view: &str, runs: serde_json::Value| {
        refused(json!({ "player": "II", "view": view, "runs": runs }))
    };
    let run = |cards: [&str; 2], call: &str| json!({ "cards": cards, "actions": { "call": call } });
    let facing = "facing bet 2";
    let cases = [
        (view("facing bt 2", json!([run(["1", "9"], "1")])), "did you mean facing bet 2?"),
        (view(facing, json!([run(["1", "10"], "1")])), "expected first ≤ last ≤ 9"),
        (view(facing, json!([run(["3", "4"], "1/2")])), "card 3: probabilities sum to 1/2"),
        (view(facing, json!([run(["3", "4"], "2")])), "card 3: action “call” has probability 2"),
        (view(facing, json!([run(["3", "4"], "1"), run(["4", "5"], "1")])), "stands in two runs"),
    ];
    for (found, words) in cases {
        assert!(found.contains(words), "{found}");
    }
    let three = parse_label("three-player/n4-b1").unwrap();
    let lock = json!({ "lock": [{ "player": "I", "view": "first to act", "runs": [] }] });
    let error = read_lock(three, &lock.to_string()).unwrap_err().to_string();
    assert!(error.contains("a lock in a game of 3 players, expected 2"), "{error}");
}
