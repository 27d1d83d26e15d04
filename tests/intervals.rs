//! Intervals around values of spots: proved by the judge, whatever the floats say.

use std::cell::Cell;

use rational_bluff::certificate::CheckedDocument;
use rational_bluff::certificate::format::read_lock;
use rational_bluff::control::join;
use rational_bluff::exact::Rational;
use rational_bluff::game::GameFile;
use rational_bluff::intervals::{Approach, DiscountedRounds, SavedRounds, approach};
use rational_bluff::solve::{Control, Method, solve};
use rational_bluff::spot::{Spot, SpotLock, SpotTree, audit, bounds_document, judge, write_plan};

fn spot(board: &str, streets: &str) -> String {
    format!(
        r#"{{ "format": 2, "name": "spot", "players": 2, "deck": "hold'em", "board": "{board}",
             "ranges": {{ "I": "AhKh,AdKd:0.5,QdQc,7c7d,9s9c,Th9h,5h4h:0.25",
                          "II": "AhQd,KsKd,8s8d:0.3,6h5h,Tc9c,AcAd,9d7d" }},
             "betting": {{ "pot": "10", "stacks": "15", {streets} }} }}"#
    )
}

const RIVER: &str = r#""river": { "bets": ["pot"], "raises": ["all-in"] }"#;
const TURN: &str = r#""turn": { "bets": ["1/2 pot"], "raises": ["a"] },
    "river": { "bets": ["50%"], "raises": ["3x"], "most": "3" }"#;

/// Ranges and sizes: a river as games have it, whose value is known exactly.
#[test]
fn the_exact_value_of_a_river_is_within_its_bounds() {
    let text = spot("Ks9d6h3c2s", RIVER);
    let exact = solve(&GameFile::read(&text).unwrap(), Method::Auto, &Control::new()).unwrap();
    let value = &exact.solution.values[0];
    let tree = SpotTree::new(&Spot::read(&text).unwrap()).unwrap();
    for within in [1, 100, 10_000].map(|part| Rational::ratio(1, part)) {
        let end = approach(&tree, None, &within, &mut |_, _| {}, &mut |_| false).unwrap();
        let bounds = end.bounds;
        assert!(bounds.of_pot <= within);
        assert!(bounds.lower <= *value && *value <= bounds.upper, "{bounds:?}, {value}");
    }
    // Numbers of 32 bits do not come that close; the rounds end all the same.
    let end = approach(&tree, None, &Rational::ZERO, &mut |_, _| {}, &mut |_| false).unwrap();
    assert!(end.bounds.of_pot < Rational::ratio(1, 10_000) && end.bounds.lower <= *value);
}

#[test]
fn the_gap_of_a_turn_closes_and_threads_change_nothing() {
    let spot = Spot::read(&spot("QsJh2h8c", TURN)).unwrap();
    let tree = SpotTree::new(&spot).unwrap();
    let mut rounds = DiscountedRounds::new(&tree);
    let mut before = Rational::ONE;
    for count in [0, 32, 64, 128] {
        while rounds.count() < count {
            rounds.play();
        }
        let gap = judge(&tree, &rounds.average(255)).unwrap().of_pot;
        assert!(gap < before, "after {count} rounds {gap}, before {before}");
        before = gap;
    }
    let solved = || {
        let mut rounds = DiscountedRounds::new(&tree);
        (0..10).for_each(|_| rounds.play());
        write_plan(&spot, &tree, &rounds.average(1 << 12))
    };
    // Work beside other work has one thread.
    let (alone, _) = join(solved, || ());
    assert_eq!(alone, solved());
}

/// Stopped again and again, written and read, rounds come to the same plan.
#[test]
fn rounds_that_are_put_down_go_on_as_if_nothing_came_between() {
    let spot = Spot::read(&spot("QsJh2h8c", TURN)).unwrap();
    let (tree, label) = (SpotTree::new(&spot).unwrap(), spot.label());
    let within = Rational::ratio(1, 2000);
    let straight = approach(&tree, None, &within, &mut |_, _| {}, &mut |_| false).unwrap();
    let (mut saved, mut legs) = (None, 0);
    let end = loop {
        let polls = Cell::new(0);
        let is_stopped = Cell::new(false);
        let mut stop = |_: &SavedRounds| {
            is_stopped.set(polls.replace(polls.get() + 1) == 7);
            is_stopped.get()
        };
        let end = approach(&tree, saved.take(), &within, &mut |_, _| {}, &mut stop).unwrap();
        // The look of a stop may come close enough before one that is due.
        if !is_stopped.get() {
            break end;
        }
        legs += 1;
        let mut file = Vec::new();
        end.saved().write(&label, &mut file).unwrap();
        for (label, bytes, words) in [
            ("spot/0000", &file[..], "rounds of another spot"),
            (&label, &file[1..], "no file of rounds"),
            (&label, &[], "no file of rounds"),
            (&label, &file[..file.len() - 1], "rounds that end too early"),
            (&label, &file[..30], "another spot"),
        ] {
            let error = SavedRounds::read(label, &tree, &mut &*bytes).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        saved = Some(SavedRounds::read(&label, &tree, &mut file.as_slice()).unwrap());
    };
    assert!(legs > 3, "{legs}");
    let plan = |end: &Approach<'_>| (end.rounds.count(), write_plan(&spot, &tree, &end.plan()));
    assert_eq!(plan(&end), plan(&straight));
}

/// A document is read again, and one that claims more is refused with what it claims.
#[test]
fn documents_of_bounds_are_judged_from_nothing() {
    let spot = Spot::read(&spot("QsJh2h8c", TURN)).unwrap();
    let tree = SpotTree::new(&spot).unwrap();
    // Stopped before the first look: even plans prove something too.
    for stop in [true, false] {
        let end =
            approach(&tree, None, &Rational::ratio(1, 100), &mut |_, _| {}, &mut |_| stop).unwrap();
        let text = bounds_document(&spot, &tree, &end.plan(), &end.bounds);
        assert!(CheckedDocument::verify(&text).is_ok());
        assert_eq!(audit(&spot, &text, u64::MAX).unwrap().bounds, end.bounds);
        let lower = format!("\"lower\":\"{}\"", end.bounds.lower);
        for (old, new, words) in [
            (lower.as_str(), "\"lower\":\"0\"", "the document claims the lower bound 0, but it is"),
            ("\"pot\":\"10\"", "\"pot\":\"11\"", "the plan: the plan of a game with SHA-256"),
            ("\"parts\":255", "\"parts\":256", "the document claims parts 256"),
            ("\"bounds\"", "\"bonds\"", "not a solution document"),
        ] {
            let error = CheckedDocument::verify(&text.replace(old, new)).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}

/// Rows of a river that are rules: the exact value with this lock is between the bounds.
#[test]
fn the_value_of_a_river_with_a_lock_is_within_its_bounds() {
    let text = spot("Ks9d6h3c2s", RIVER);
    let run = |hand: &str, actions: &str| {
        format!(r#"{{ "cards": ["{hand}", "{hand}"], "actions": {{ {actions} }} }}"#)
    };
    let mixed = run("AhQd", r#""fold": "1/3", "call": "2/3""#);
    for runs in
        [run("AcAd", r#""fold": "1""#), mixed.clone() + "," + &run("AcAd", r#""fold": "1""#)]
    {
        let lock =
            format!(r#"{{ "lock": [{{ "player": "II", "view": "bet 10", "runs": [{runs}] }}] }}"#);
        let game =
            read_lock(GameFile::read(&text).unwrap(), &lock.replace("bet 10", "facing bet 10"))
                .unwrap();
        let exact = solve(&game, Method::Auto, &Control::new()).unwrap().solution;
        let spot = Spot::read(&text).unwrap();
        let tree = SpotTree::within(&spot, u64::MAX, false).unwrap();
        let tree = tree.locked(&SpotLock::read(&lock).unwrap()).unwrap();
        let end =
            approach(&tree, None, &Rational::ratio(1, 10_000), &mut |_, _| {}, &mut |_| false)
                .unwrap();
        let (value, bounds) = (&exact.values[0], &end.bounds);
        assert!(bounds.of_pot <= Rational::ratio(1, 10_000), "{bounds:?}");
        assert!(bounds.lower <= *value && *value <= bounds.upper, "{bounds:?}, {value}");
        let document = bounds_document(&spot, &tree, &end.plan(), bounds);
        assert!(CheckedDocument::verify(&document).is_ok());
        for (old, new, words) in [
            ("\"fold\":\"1\"", "\"call\":\"1\"", "the document claims"),
            ("\"bet 10\"", "\"bet 11\"", "view “bet 11”, expected the way to it, such as"),
            ("\"player\":\"II\",", "", "the lock in another spelling than bluff writes"),
            ("\"locked\":[{", "\"locked\":[],\"lockd\":[{", "unknown field `lockd`"),
        ] {
            let error = CheckedDocument::verify(&document.replace(old, new)).unwrap_err();
            assert!(error.to_string().contains(words), "{error}");
        }
        let error = audit(&spot, &document, u64::MAX).unwrap_err().to_string();
        assert!(
            error.contains("bounds of the game with a lock, expected a document of the game"),
            "{error}"
        );
    }
}

/// A dealt card may block all hands of a player: nothing is left to play there.
#[test]
fn a_range_of_one_hand_is_solved_and_judged_again() {
    let text = spot("QsJh2h8c", TURN).replace(",AdKd:0.5,QdQc,7c7d,9s9c,Th9h,5h4h:0.25", "");
    let spot = Spot::read(&text).unwrap();
    let tree = SpotTree::new(&spot).unwrap();
    let end =
        approach(&tree, None, &Rational::ratio(1, 100), &mut |_, _| {}, &mut |_| false).unwrap();
    assert!(end.bounds.of_pot <= Rational::ratio(1, 100));
    let text = bounds_document(&spot, &tree, &end.plan(), &end.bounds);
    assert!(CheckedDocument::verify(&text).is_ok());
    assert_eq!(audit(&spot, &text, u64::MAX).unwrap().bounds, end.bounds);
    assert!(audit(&spot, "mix", u64::MAX).is_ok());
}

/// Each text is refused with the words that say why.
#[test]
fn spots_that_are_none_are_refused() {
    let turn = spot("QsJh2h8c", TURN);
    for (old, new, words) in [
        ("QsJh2h8c", "QsJh", "expected a board of 0, 3, 4 or 5"),
        ("QsJh2h8c", "QsJhQs8c", "Qs is given twice"),
        ("\"15\"", "\"-1\"", "stacks = -1, expected stacks of 0 or more"),
        ("\"15\"", "\"40/60\"", "a stack for each player"),
        ("\"10\"", "\"0\"", "pot = 0, expected a pot above 0"),
        ("\"50%\"", "\"0%\"", "bet size “0%”"),
        ("\"3x\"", "\"0x\"", "bet size “0x”"),
        ("\"most\": \"3\"", "\"most\": \"0\"", "most = 0"),
        ("0.25", "1.5", "expected a weight from 0 to 1"),
        ("0.25", "1e-300", "weight"),
        ("0.25", "0.1234567", "expected whole numbers up to 1048576"),
        ("\"turn\"", "\"flop\"", "expected on each street of the deck: turn, river"),
    ] {
        assert!(turn.contains(old), "{old}");
        let error = Spot::read(&turn.replace(old, new)).unwrap_err().to_string();
        assert!(error.contains(words), "{new}: {error}");
    }
    let error = SpotTree::within(&Spot::read(&turn).unwrap(), 0, true).unwrap_err();
    assert!(error.to_string().contains("cut the sizes of the river"), "{error}");
    let error = audit(&Spot::read(&turn).unwrap(), "passiv", u64::MAX).unwrap_err();
    assert!(error.to_string().contains("a strategy that begins with “passiv”"), "{error}");
}
