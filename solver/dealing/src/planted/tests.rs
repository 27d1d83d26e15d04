use bluff_exact::control::Control;

use crate::fairness::{Breach, FairnessReport, exact};
use crate::setting::singles;
use crate::tests::testing::{checked, offenders};
use crate::{NamedProtocol, PROTOCOLS, Parties, Setting};

/// Players, cards and cards for each.
type Size = (usize, usize, usize);

/// An exact check of a bug in a small deal, against these or all whom the protocol holds against.
fn found(name: &str, size: Size, bug: &'static str, against: Option<&[Parties]>) -> FairnessReport {
    let (players, cards, hand) = size;
    let setting = Setting { bug: Some(bug.to_owned()), ..Setting::new(players, cards, hand) };
    let named = NamedProtocol::named(name).expect("a protocol");
    let holds = (named.holds)(&setting);
    checked(&*named.protocol(&setting).expect("allowed"), against.unwrap_or(&holds))
}

/// A protocol, its size, a bug, whom to check against, and who learns too much.
type Row<'a> = (&'static str, Size, &'static str, Option<&'a [Parties]>, &'static [&'static str]);

/// Those who learn too much by a bug, in deals that are even all the same. Rows of
/// `barany-furedi` are the table of docs/DEALING.md#which-coin-protects-whom.
#[test]
fn those_who_learn_too_much_are_found() {
    let [three, four] = [3, 4].map(singles);
    let cases: [Row<'_>; 14] = [
        ("barany-furedi", (3, 3, 1), "constant-code", None, &["2"]),
        ("barany-furedi", (3, 3, 1), "constant-places", None, &["1", "2"]),
        ("barany-furedi", (3, 3, 1), "lowest-free-place", None, &["3"]),
        ("checking", (3, 4, 1), "constant-code", None, &["1", "2", "3"]),
        // P2 is told the code of the first pair, and is the third of the second one.
        ("checking", (3, 4, 1), "one-code", None, &["2", "3"]),
        ("splitting", (2, 3, 1), "constant-half", None, &["3"]),
        ("splitting", (2, 3, 2), "half-reused", None, &["3"]),
        ("verified-deck", (2, 3, 1), "lone-shuffler", None, &["1"]),
        ("two-servers", (2, 3, 1), "lone-server", Some(&four), &["3"]),
        ("insertion", (3, 3, 1), "nobody-turns", None, &["2", "3", "2+3"]),
        ("insertion", (3, 3, 1), "one-other-turns", None, &["2", "2+3"]),
        ("grouping", (3, 0, 2), "no-second-scramble", Some(&three), &["1", "2", "3"]),
        ("voting", (3, 2, 0), "voter-one-scrambles-alone", Some(&three), &["1"]),
        ("werewolf", (3, 0, 1), "wolves-vote-alone", None, &["1", "2", "3"]),
    ];
    for (name, size, bug, against, expected) in cases {
        let found = found(name, size, bug, against);
        assert_eq!(offenders(&found), expected, "{name} {bug}");
        let knows = |(who, breach): &(Parties, Breach)| match breach {
            Breach::Knows(witness) => !who.is_empty() && !witness.laws.is_empty(),
            _ => false,
        };
        assert!(found.breaches.iter().all(knows), "{name} {bug}: {:?}", found.breaches);
    }
}

/// Deals that are uneven or against the rules, and what is said of them.
#[test]
fn deals_that_are_not_even_are_found() {
    let cases = [
        // The same deal every time: nobody learns more than he knew before it began, which is all.
        ("barany-furedi", (3, 3, 1), "constant-places-lowest-free", "F2 fails: 1 outcomes come"),
        ("barany-furedi", (3, 3, 1), "composition-order", "F1 fails: "),
        ("checking", (3, 4, 1), "one-pair-unchecked", "F1 fails: "),
        ("splitting", (2, 3, 2), "shared-permutation-reused", "was used before"),
        ("two-servers", (2, 3, 1), "place-taken-twice", "against the rules"),
        ("verified-deck", (2, 3, 1), "sattolo", ""),
        ("verified-deck", (2, 3, 1), "swap-with-any", ""),
    ];
    for (name, size, bug, expected) in cases {
        let found = found(name, size, bug, None);
        let first = found.breaches.first().map(|breach| breach.1.to_string());
        assert!(first.as_ref().is_some_and(|said| said.contains(expected)), "{bug}: {first:?}");
        assert!(bug != "constant-places-lowest-free" || found.offenders.is_empty());
    }
}

/// Bugs that the exact check finds where one party alone moves the cards (tests of `grouping`,
/// `werewolf`), on a cycle with one card drawn (`graph::tests::the_bridge_is_fair`), or over more
/// coins than this test plays (`fairness::sample::tests::every_planted_bug_is_found`).
const FOUND_ELSEWHERE: [(&str, &str); 6] = [
    ("cycle", "unsplit"),
    ("grouping", "group-cards-moved"),
    ("grouping", "swap-with-any"),
    ("grouping", "modulo-bias"),
    ("werewolf", "swap-with-any"),
    ("werewolf", "modulo-bias"),
];

/// True if the exact check of a small deal shows that the bug makes it unfair.
fn is_unfair(system: &NamedProtocol, bug: &'static str) -> bool {
    [(2, 3, 1), (3, 2, 0), (3, 3, 1), (2, 3, 2)].into_iter().any(|(players, cards, hand)| {
        let setting = Setting { bug: Some(bug.to_owned()), ..Setting::new(players, cards, hand) };
        let Ok(protocol) = system.protocol(&setting) else { return false };
        let found = exact(&*protocol, &(system.holds)(&setting), 1_000_000, &Control::new());
        found.is_ok_and(|report| !report.fair)
    })
}

#[test]
fn every_bug_that_is_listed_makes_its_protocol_unfair() {
    for system in PROTOCOLS {
        for bug in system.all_bugs() {
            let elsewhere = FOUND_ELSEWHERE.contains(&(system.name, bug));
            assert!(elsewhere || is_unfair(system, bug), "{} {bug}", system.name);
        }
    }
}
