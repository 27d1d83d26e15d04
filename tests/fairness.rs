//! Deals without a dealer, played as the solved equilibrium says: what is won is the value of the
//! game.

use bluff_dealing::fairness::{MAX_BRANCHES, NotChecked};
use bluff_dealing::{BaranyFuredi, NamedProtocol, PROTOCOLS, Party, RefusedSetting, play};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::control::Control;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, parse_label};
use rational_bluff::solve::{Method, solve};

fn solved(label: &str) -> Certified<Solution> {
    let game = parse_label(label).expect("a label");
    solve(&game, Method::Auto, &Control::new()).expect("solved").solution
}

fn values(values: &[&str]) -> Vec<Rational> {
    values.iter().map(|value| value.parse().expect("a rational")).collect()
}

fn system(name: &str) -> &'static NamedProtocol {
    NamedProtocol::named(name).expect("it is there")
}

/// Payoffs of a game over all coins, with as few players as the protocol takes.
fn dealt(
    name: &str,
    bug: Option<&'static str>,
    solution: &Solution,
    limit: u64,
) -> Result<play::ExpectedPayoffs, NotChecked> {
    let setting = play::setting(system(name), &solution.game, None, bug)?;
    let played = (&solution.game, &solution.profile);
    play::Dealt::new(system(name), &setting, played, limit, &Control::new())
        .map(|dealt| dealt.found)
}

/// Payoffs of so many hands.
fn won(
    name: &str,
    bug: Option<&'static str>,
    solution: &Solution,
    sample: (u64, u64),
) -> play::Sampled {
    let setting = play::setting(system(name), &solution.game, None, bug).expect("they fit");
    let played = (&solution.game, &solution.profile);
    let won = play::Winnings::new(system(name), &setting, played, sample, &Control::new());
    won.expect("nobody stops it").found
}

/// The systems that deal cards, as the library says.
fn dealing() -> Vec<&'static str> {
    PROTOCOLS.iter().filter(|system| system.deals_cards()).map(|system| system.name).collect()
}

/// The sum over every sequence of coins, as a fraction; whoever is left over helps and draws
/// nothing.
#[test]
fn over_all_coins_the_players_win_the_value() {
    for (label, due) in [
        ("von-neumann/n3-b1", values(&["1/18", "-1/18"])),
        ("kuhn/n3-b1", values(&["-1/18", "1/18"])),
        ("von-neumann/n4-b2", values(&["1/12", "-1/12"])),
        ("three-player/n4-b1", values(&["1/24"])),
    ] {
        let solution = solved(label);
        let players = solution.game.players().len();
        let deal = BaranyFuredi::new(
            players.max(3),
            solution.game.n() as usize,
            Party::all(players).collect(),
        );
        let (deal, played) =
            (deal.expect("three parties or more"), (&solution.game, &solution.profile));
        let found =
            play::expected(&deal, played, MAX_BRANCHES, &Control::new()).expect("few branches");
        assert!(found.equal, "{label}: {found:?}");
        assert_eq!(found.dealt[..due.len()], due, "{label}");
        assert!(found.dealt.into_iter().sum::<Rational>().is_zero(), "{label}");
    }
}

/// Every protocol that deals cards, to two players and to three: none is left out.
#[test]
fn every_protocol_pays_the_value() {
    let all = [
        "barany-furedi",
        "cycle",
        "checking",
        "padlocks",
        "verified-deck",
        "two-servers",
        "golle",
        "crepeau",
    ];
    assert_eq!(dealing(), all);
    let cases: [(&str, &[&str], &[&str]); 3] = [
        ("kuhn/n3-b1", &["-1/18", "1/18"], &all),
        ("von-neumann/n3-b1", &["1/18", "-1/18"], &all),
        // Beyond 20 000 branches for the others.
        ("three-player/n4-b1", &["1/24"], &["padlocks", "verified-deck", "crepeau"]),
    ];
    let mut ran = 0;
    for (label, due, names) in cases {
        let solution = solved(label);
        for name in names {
            let found = dealt(name, None, &solution, 100_000)
                .unwrap_or_else(|refused| panic!("{name}: {refused}"));
            assert!(found.equal && found.illegal.is_zero(), "{name}: {found:?}");
            assert_eq!(found.dealt[..due.len()], values(due), "{name} {label}");
            ran += 1;
        }
    }
    assert_eq!(ran, 8 + 8 + 3);
}

/// Every family of games, dealt in the fewest branches.
#[test]
fn every_game_is_paid_its_value() {
    for label in [
        "one-street/n3-s1-5_2",
        "newman/n3-b2",
        "borel/n3-b2",
        "one-raise/n3-b2-raise6",
        "hand-flip/n3-b2-flip1_6",
        "in-turn/n3-b1",
    ] {
        let found = dealt("verified-deck", None, &solved(label), 100_000)
            .unwrap_or_else(|error| panic!("{label}: {error}"));
        assert!(found.equal && found.dealt == found.value, "{label}: {found:?}");
    }
}

/// Planted bugs shift the deal or only let somebody know too much. Those that shift it pay
/// something else over all coins, and the same protocol without a bug pays the value.
#[test]
fn bugs_that_shift_the_deal_change_what_is_paid() {
    let solution = solved("kuhn/n3-b1");
    let mut shifted = Vec::new();
    let (mut bugs, mut controls) = (0, 0);
    for name in dealing() {
        assert!(
            dealt(name, None, &solution, 100_000).expect("few branches").equal,
            "{name} without a bug"
        );
        controls += 1;
        for bug in system(name).all_bugs() {
            let found = dealt(name, Some(bug), &solution, 300_000)
                .unwrap_or_else(|refused| panic!("{name} {bug}: {refused}"));
            bugs += 1;
            if !found.equal {
                shifted.push((name, bug, !found.illegal.is_zero()));
            }
        }
    }
    assert_eq!((controls, bugs), (8, 39));
    // Whether cards are also dealt against the rules stands last.
    let expected = [
        ("barany-furedi", "constant-places-lowest-free", false),
        ("barany-furedi", "composition-order", true),
        ("checking", "one-pair-unchecked", true),
        ("padlocks", "sattolo", false),
        ("padlocks", "swap-with-any", false),
        ("padlocks", "modulo-bias", false),
        ("verified-deck", "sattolo", false),
        ("verified-deck", "swap-with-any", false),
        ("verified-deck", "modulo-bias", false),
        ("two-servers", "place-taken-twice", true),
        ("two-servers", "sattolo", false),
        ("two-servers", "swap-with-any", false),
        ("golle", "unreduced-sum", true),
        ("crepeau", "check-after-permutation", true),
        ("crepeau", "sattolo", false),
        ("crepeau", "swap-with-any", false),
        ("crepeau", "modulo-bias", false),
    ];
    assert_eq!(shifted, expected);
}

/// Ninths, and 52 cards by every protocol: honest deals are not rejected.
#[test]
fn a_sample_of_hands_pays_nearly_the_value() {
    let near = |name, label, hands| {
        let solution = solved(label);
        let found = won(name, None, &solution, (hands, 2026));
        assert!(!found.rejects(), "{name} {label}: {found:?}");
        assert_eq!(found.value, *solution.values, "{label}");
        for ((mean, value), error) in found.mean.iter().zip(&found.value).zip(&found.standard_error)
        {
            let off = (mean - value).abs().to_f64();
            assert!(*error > 0.0 && off < 5.0 * error, "{name} {label}: {off} {error}");
        }
    };
    near("barany-furedi", "von-neumann/n9-b2", 60_000);
    near("verified-deck", "three-player/n10-b2", 30_000);
    for name in dealing() {
        near(name, "von-neumann/n52-b2", 2_000);
    }
}

/// The same 52 cards always in the same order, and a card that comes twice.
#[test]
fn a_sample_of_shifted_hands_is_rejected() {
    let solution = solved("von-neumann/n52-b2");
    let fixed = won("barany-furedi", Some("constant-places-lowest-free"), &solution, (3_000, 1));
    assert_eq!((fixed.rejected, fixed.illegal.as_str()), (vec![true, true], "0"));
    let twice = won("barany-furedi", Some("composition-order"), &solution, (3_000, 1));
    assert!(twice.rejects() && twice.illegal != "0", "{twice:?}");
    let honest = won("barany-furedi", None, &solution, (3_000, 1));
    assert!(!honest.rejects() && honest.illegal == "0", "{honest:?}");
}

/// Of three hands all are often won alike: no deviation at all, and a normal law would call the
/// deals unfair.
#[test]
fn few_hands_raise_no_false_alarm() {
    let solution = solved("von-neumann/n52-b1000");
    let mut alarms = 0;
    for seed in 0..50 {
        let found = won("verified-deck", None, &solution, (3, seed));
        assert!(!found.rejects(), "{seed}: {found:?}");
        let off = (&found.mean[0] - &found.value[0]).abs().to_f64();
        alarms += u32::from(off > 5.03 * found.standard_error[0]);
    }
    assert!(alarms > 0);
}

/// Games and protocols that do not fit, each in words that name what would.
#[test]
fn what_does_not_fit_is_refused() {
    let setting = |name, label, players| {
        let game: Game = parse_label(label).expect("a label");
        play::setting(system(name), &game, players, None).map_err(|refused| refused.to_string())
    };
    let mut others = 0;
    for name in PROTOCOLS.iter().filter(|system| !system.deals_cards()).map(|system| system.name) {
        let refused = setting(name, "kuhn/n3-b1", Some(3)).expect_err("it deals no cards");
        assert!(
            refused.ends_with(
                "deals cards to players: barany-furedi, cycle, checking, \
            padlocks, verified-deck, two-servers, golle, crepeau"
            ),
            "{name}: {refused}"
        );
        others += 1;
    }
    assert_eq!(others, 5);
    for (name, label, players, words) in [
        (
            "padlocks",
            "kuhn/n3-b1-r2",
            None,
            "kuhn/n3-b1-r2 with 2 copies of each card, expected a game with one of each",
        ),
        (
            "padlocks",
            "basic-endgame/n3-b2-w1_3",
            None,
            "with ranges, expected a game in which all deals are equally likely",
        ),
        (
            "padlocks",
            "von-neumann/n1000000000000000000-b2",
            None,
            "cards = 1000000000000000000, expected at most 10000",
        ),
        (
            "padlocks",
            "three-player/n4-b1",
            Some(2),
            "2 players, expected at least 3: one for each player of the game",
        ),
        ("barany-furedi", "kuhn/n3-b1", Some(2), "2 players, expected at least 3: with two"),
        ("barany-furedi", "kuhn/n3-b1", Some(4), "3 cards, expected at least 4"),
    ] {
        let refused = setting(name, label, players).expect_err("it does not fit");
        assert!(refused.contains(words), "{name} {label}: {refused}");
    }
    let solution = solved("kuhn/n3-b1");
    let played = (&solution.game, &solution.profile);
    let deal = |cards, draws| BaranyFuredi::new(3, cards, draws).expect("three");
    for (deal, words) in [
        (deal(4, Party::all(3).collect()), "a deck of 4 cards, expected the 3 of kuhn/n3-b1"),
        (deal(3, vec![Party::at(0)]), "expected a card of 1 to 3 for each player"),
    ] {
        let refused =
            play::sampled(&deal, played, (10, 1), &Control::new()).expect_err("it does not fit");
        assert!(refused.to_string().contains(words), "{refused}");
        assert!(play::expected(&deal, played, MAX_BRANCHES, &Control::new()).is_err());
    }
    let many =
        dealt("barany-furedi", None, &solved("kuhn/n52-b1"), MAX_BRANCHES).expect_err("52 cards");
    assert_eq!(many, RefusedSetting::TooManyBranches { allowed: MAX_BRANCHES }.into());
}

/// The table of docs/DEALING.md has a row for each protocol, with what it assumes.
#[test]
fn the_assumptions_of_the_book_are_those_of_the_protocols() {
    let book = include_str!("../docs/DEALING.md");
    let (_, rows) = book.split_once("| name | proved exactly").expect("the table");
    let rows = rows.lines().skip(2).take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        (cells[1].trim_matches('`').to_owned(), cells[3].to_owned())
    };
    let ours = PROTOCOLS.map(|system| (system.name.to_owned(), system.assumes.to_owned()));
    assert_eq!(rows.map(row).collect::<Vec<_>>(), ours);
}
