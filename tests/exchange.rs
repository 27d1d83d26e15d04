//! Files for Gambit and LP solvers: what is written reads back as the same game, and damaged files
//! are refused in words.

use bluff_tests::{games_of_ours, oracle};
use proptest::prelude::*;
use rational_bluff::exact::Rational;
use rational_bluff::exchange::{ExchangeError, Extensive, MAX_TREE, Mover, Strategic};
use rational_bluff::game::{Game, basic_endgame, callers, kuhn, von_neumann};
use rational_bluff::solve::{Method, TextFormat, program_text};
use std::process::Command;

const KUHN_EFG: &str = include_str!("exchange/kuhn-n3-b1.efg");
const KUHN_NFG: &str = include_str!("exchange/kuhn-n3-b1.nfg");

fn kuhn_3() -> Game {
    kuhn(3, Rational::ONE).expect("Kuhn's game")
}

/// The reduced normal form of a game with up to three cards; none where it is too large.
fn small_table(game: &Game) -> Option<Strategic> {
    (game.n() <= 3).then(|| Extensive::of(game).and_then(|tree| Strategic::of(&tree)).ok())?
}

#[test]
fn the_files_of_kuhns_game() {
    let tree = Extensive::of(&kuhn_3()).unwrap();
    assert_eq!(tree.to_string(), KUHN_EFG);
    assert_eq!(Strategic::of(&tree).unwrap().to_string(), KUHN_NFG);
    let program = program_text(&kuhn_3(), Method::Lp, TextFormat::Mps).unwrap();
    assert_eq!(program, include_str!("exchange/kuhn-n3-b1.mps"));
}

#[test]
fn every_game_of_ours_reads_back_as_the_same_game() {
    let mut tables = 0;
    for game in games_of_ours() {
        let tree = match Extensive::of(&game) {
            Ok(tree) => tree,
            Err(ExchangeError::TreeTooLarge { .. }) => {
                assert!(game.players().len() > 4, "{}", game.label());
                continue;
            }
            Err(other) => panic!("{}: {other}", game.label()),
        };
        assert_eq!(Extensive::read(&tree.to_string()).as_ref(), Ok(&tree), "{}", game.label());
        if let Some(table) = small_table(&game) {
            let read = Strategic::read(&table.to_string());
            assert_eq!(read.as_ref(), Ok(&table), "{}", game.label());
            tables += 1;
        }
    }
    assert!(tables > 30, "{tables}");
}

/// The first pure strategy of everybody takes the first action everywhere; the oracle knows what
/// that pays from the rules.
#[test]
fn the_first_cell_pays_what_the_rules_say() {
    for game in games_of_ours() {
        let Some(table) = small_table(&game) else { continue };
        let pays = oracle::pure_payoffs(&game, |_, _, _| 0);
        assert_eq!(table.payoffs()[0], pays, "{}", game.label());
        let sums = table.payoffs().iter().map(|cell| cell.iter().cloned().sum::<Rational>());
        assert!(sums.into_iter().all(|sum| sum.is_zero()), "{}", game.label());
    }
}

#[test]
fn a_deal_that_ranges_exclude_is_no_branch() {
    let tree =
        Extensive::of(&basic_endgame(Rational::from(2), Rational::ratio(1, 3)).unwrap()).unwrap();
    let deals =
        [("1 2".to_owned(), Rational::ratio(2, 3)), ("3 2".to_owned(), Rational::ratio(1, 3))];
    assert_eq!(tree.chance()[0].actions, deals);
    let names: Vec<&str> = tree.sets().iter().map(|set| set.name.as_str()).collect();
    assert_eq!(
        names,
        ["I, first to act, card 1", "II, facing bet 2, card 2", "I, first to act, card 3"]
    );
}

#[test]
fn what_is_too_large_says_what_fits() {
    let refused = |game: Game| Extensive::of(&game).unwrap_err().to_string();
    // 141 · 140 deals of a tree of 5 nodes, and the root: 98,701.
    let game = von_neumann(1_000, Rational::ONE).unwrap();
    let words =
        "von-neumann/n1000-b1 has 4995001 nodes dealt out, expected at most 100000 (n ≤ 141)";
    assert_eq!(refused(game), words);
    assert!(Extensive::of(&von_neumann(141, Rational::ONE).unwrap()).is_ok());
    let game = callers(1_000_000_000_000, Rational::ONE, 10).unwrap();
    assert!(refused(game).ends_with("over 10^19 nodes dealt out, expected at most 100000"));
    let tree = Extensive::of(&kuhn(5, Rational::ONE).unwrap()).unwrap();
    // 3^5 × 4^5.
    let words = "kuhn/n5-b1 has 248832 cells in its reduced normal form, expected at most 65536; \
        efg takes larger games";
    assert_eq!(Strategic::of(&tree).unwrap_err().to_string(), words);
}

const HEAD: &str = "EFG 2 R \"\" { \"I\" \"II\" }\n";

/// Numbers alone are enough where they were spelled out before, payoffs need not sum to 0 and stand
/// anywhere.
#[test]
fn files_of_others_are_read() {
    let text = format!(
        "{HEAD}p \"\" 1 7 \"a \\\"name\\\"\" {{ \"x\" \"y\" }} 3 \"bonus\" {{ 0.5 1/3 }}\n\
         p \"\" 2 1 \"\" {{ \"u\" }} 0 t \"end\" 3\n p \"\" 2 1 0 t \"\" 4 \"\" {{ 1, 2 }}"
    );
    let tree = Extensive::read(&text).unwrap();
    assert_eq!((tree.nodes().len(), tree.sets().len(), tree.outcomes().len()), (5, 2, 2));
    assert_eq!(tree.sets()[0].name, "a \"name\"");
    assert_eq!((tree.nodes()[2].turn, tree.nodes()[2].outcome), (Mover::End, Some(0)));
    assert_eq!(Extensive::read(&tree.to_string()), Ok(tree.clone()));
    let third = Rational::ratio(2, 3);
    let table = Strategic::of(&tree).unwrap();
    assert_eq!(
        table.payoffs(),
        [[Rational::ONE, third], [Rational::ratio(3, 2), Rational::ratio(7, 3)]]
    );
    let with_outcomes =
        "NFG 1 R \"\" { \"I\" \"II\" } { { \"a\" \"b\" } { \"c\" } } \"\" { { \"\" 1 2 } } 1 0";
    let table = Strategic::read(with_outcomes).unwrap();
    assert_eq!(
        table.payoffs(),
        [[Rational::ONE, Rational::from(2)], [Rational::ZERO, Rational::ZERO]]
    );
}

#[test]
fn a_bad_file_is_refused_with_its_place() {
    for (text, words) in [
        ("", "line 1, column 1: the end of the file, expected EFG 2 R"),
        ("NFG 1 R", "line 1, column 1: “NFG”, expected EFG 2 R"),
        (
            "EFG 2 R \"open",
            "line 1, column 9: a quote that is never closed, expected a closing quote",
        ),
        ("q", "line 2, column 1: “q”, expected a node: c, p or t"),
        (
            "p \"\" 1 1 \"\" { \"x\" \"y\" \"x\" } 0",
            "line 2, column 23: “x” a second time, expected another name for each in these \
             brackets",
        ),
        ("p \"\" 3 1 \"\" { \"x\" } 0", "line 2, column 6: player 3, expected 1 to 2"),
        (
            "p \"\" 1 1 0",
            "line 2, column 10: none where its number first appears, expected actions in brackets",
        ),
        ("t \"\" 1 \"\" { 1 }", "line 2, column 11: 1 payoff, expected 2"),
        (
            "t \"\" 1 \"\" { 1 1e }",
            "line 2, column 15: “1e”, expected a payoff, for instance 2, -1/3 or 0.25",
        ),
        (
            "c \"\" 1 \"\" { \"x\" -1 } 0",
            "line 2, column 17: the probability -1, expected 0 or above",
        ),
        (
            "t \"\" 0 t",
            "line 2, column 8: “t”, expected the end of the file: every action has its subtree",
        ),
        (
            "p \"\" 1 1 \"\" { \"x\" } 0 p \"\" 1 1 \"\" { \"y\" } 0",
            "line 2, column 32: another name or list for the same number, expected what was given \
             where it first appeared",
        ),
    ] {
        let header = if matches!(text.chars().next(), None | Some('N' | 'E')) { "" } else { HEAD };
        assert_eq!(
            Extensive::read(&format!("{header}{text}")).unwrap_err().to_string(),
            words,
            "{text}"
        );
    }
}

/// A player forgets whether x or y was chosen.
#[test]
fn a_normal_form_needs_perfect_recall() {
    let text = format!(
        "{HEAD}p \"\" 1 1 \"first\" {{ \"x\" \"y\" }} 0\n\
         p \"\" 1 2 \"second\" {{ \"z\" }} 0 t \"\" 0 p \"\" 1 2 0 t \"\" 0"
    );
    let words = "player I would forget an own action at “second” (imperfect recall), expected \
        perfect recall for a normal form";
    assert_eq!(Strategic::of(&Extensive::read(&text).unwrap()).unwrap_err().to_string(), words);
}

/// Neither a deep tree nor a wide one, nor one that never ends, takes the stack or the memory.
#[test]
fn depth_and_size_are_bounded() {
    let step = "p \"\" 1 1 \"\" { \"x\" } 0\n";
    let deep = HEAD.to_owned() + &step.repeat(MAX_TREE - 1) + "t \"\" 0";
    assert_eq!(Extensive::read(&deep).unwrap().nodes().len(), MAX_TREE);
    let refused = |text: String| Extensive::read(&text).unwrap_err().to_string();
    let endless = refused(HEAD.to_owned() + &step.repeat(MAX_TREE + 1));
    assert_eq!(endless, "line 100002, column 1: one more node, expected at most 100000");
    let open = refused("{".repeat(1_000_000));
    assert_eq!(open, "line 1, column 1: “{”, expected EFG 2 R");
    let primes = (2..2_000_u64).filter(|n| (2..*n).all(|factor| n % factor != 0));
    let actions: String = primes.map(|prime| format!("\"\" 1/{prime} ")).collect();
    assert!(
        refused(format!("{HEAD}c \"\" 1 \"\" {{ {actions} }} 0")).contains("expected a sum of 1")
    );
    let table =
        Strategic::read("NFG 1 R \"\" { \"I\" \"II\" } { 65536 2 }").unwrap_err().to_string();
    assert_eq!(
        table,
        "line 1, column 25: strategies of no or too many pairs, expected 1 to 65536 pairs"
    );
}

/// A text with one character replaced, removed or doubled.
fn damaged(text: &'static str) -> impl Strategy<Value = String> {
    let letters = prop::sample::select("\"{}\\, \n-/.019cptxERé\u{0}".chars().collect::<Vec<_>>());
    (0..text.len(), letters, 0..3_usize).prop_map(move |(at, letter, kind)| {
        let (before, after) = text.split_at(at);
        match kind {
            0 => format!("{before}{letter}{}", &after[1..]),
            1 => format!("{before}{}", &after[1..]),
            _ => format!("{before}{letter}{after}"),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 5_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_damaged_tree_is_refused_with_its_place_or_is_another_game(text in damaged(KUHN_EFG)) {
        match Extensive::read(&text) {
            Ok(tree) => {
                let _ = Strategic::of(&tree);
                prop_assert_eq!(Extensive::read(&tree.to_string()), Ok(tree));
            }
            Err(error) => prop_assert!(error.to_string().starts_with("line "), "{}", error),
        }
    }

    #[test]
    fn a_damaged_table_is_refused_with_its_place_or_is_another_game(text in damaged(KUHN_NFG)) {
        match Strategic::read(&text) {
            Ok(table) => prop_assert_eq!(Strategic::read(&table.to_string()), Ok(table)),
            Err(error) => prop_assert!(error.to_string().starts_with("line "), "{}", error),
        }
    }
}

/// The page fails to be made if a solver or a game that `benches/solvers/run` asks for has no
/// figures.
#[test]
fn the_page_of_other_solvers_says_what_was_measured() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../benches/solvers/page.py");
    let output = Command::new("python3").arg("-B").arg(script).output().expect("Python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), include_str!("../docs/PEERS.md"));
}
