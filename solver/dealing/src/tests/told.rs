//! Outcomes in words: votes, groups, roles and permutations are told, not their numbers.

use crate::*;

/// A protocol with its setting, who gains which values, and the words of these.
type ToldOutcome =
    (&'static str, [usize; 3], &'static [(Option<usize>, u64)], &'static [&'static str]);

/// `None` gains for everybody.
const TOLD: [ToldOutcome; 9] = [
    ("golle", [3, 8, 1], &[(Some(0), 5), (Some(1), 1)], &["1: 5", "2: 1"]),
    (
        "voting",
        [3, 3, 0],
        &[(Some(0), 0), (Some(1), 2), (Some(2), 2), (None, 1), (None, 0), (None, 2)],
        &[
            "1: votes for option 1",
            "2: votes for option 3",
            "3: votes for option 3",
            "1+2+3: option 1: 1 vote",
            "1+2+3: option 3: 2 votes; most votes: option 3",
        ],
    ),
    (
        "voting",
        [2, 3, 0],
        &[(None, 1), (None, 1), (None, 0)],
        &[
            "1+2: option 1: 1 vote",
            "1+2: option 2: 1 vote",
            "1+2: most votes: option 1 and option 2",
        ],
    ),
    (
        "grouping",
        [3, 1, 2],
        &[(Some(0), 0b101), (Some(1), 1 << 32 | 0b10), (Some(2), 0b101)],
        &["1: group 1: P1+P3", "2: group 2: P2", "3: group 1: P1+P3"],
    ),
    (
        "werewolf",
        [3, 1, 1],
        &[(Some(0), 2 << 32 | 1), (Some(1), 2), (Some(0), 0), (Some(1), 3)],
        &["1: villager", "2: wolves: P2", "1: ballot: blank", "2: ballot: P3"],
    ),
    (
        "werewolf",
        [3, 1, 1],
        &[(None, 2), (None, 0), (None, 0), (None, 1)],
        &["1+2+3: blank: 2 votes", "1+2+3: P3: 1 vote; most votes: P3"],
    ),
    // The images 2, 0, 1 in base 3.
    ("splitting", [3, 3, 1], &[(Some(0), 19)], &["1: permutation 3 1 2"]),
    ("splitting", [3, 52, 1], &[(Some(3), 7)], &["4: permutation of 52 with number 7 modulo 2⁶⁴"]),
    ("insertion", [3, 9, 1], &[(Some(0), 1)], &["1: 1 card below it"]),
];

#[test]
fn outcomes_are_told_in_words() {
    for (name, [players, cards, hand], gains, words) in TOLD {
        let system = NamedProtocol::named(name).expect("a protocol");
        let protocol = system.protocol(&Setting::new(players, cards, hand)).expect("allowed");
        let gain = |&(to, value): &(Option<usize>, u64)| {
            let everybody = Parties::everybody(players);
            Gain { to: to.map_or(everybody, |place| Party::at(place).into()), value }
        };
        let outcome: Vec<Gain> = gains.iter().map(gain).collect();
        let said: Vec<String> =
            told(&*protocol, &outcome).iter().map(|(to, said)| format!("{to}: {said}")).collect();
        assert_eq!(said, words, "{name}");
    }
}

/// Settings that a page proposes to test can be asked for; a hand of no cards only where hands do
/// not matter.
#[test]
fn proposed_settings_can_be_asked_for() {
    for system in PROTOCOLS {
        let (Setting { players, cards, hand, .. }, _) = system.proposed();
        let [players, cards, hand] = [players, cards, hand].map(|count| count.to_string());
        let asked = |hand| Setting::parse(system.name, [&players, &cards, hand], None, None);
        assert!(asked(&hand).is_ok(), "{}", system.name);
        match asked("0") {
            Ok(_) => assert!(["insertion", "voting"].contains(&system.name), "{}", system.name),
            Err(refused) => {
                let words = "hand = 0, expected a whole number from 1 to 10000";
                assert_eq!(refused.to_string(), words, "{}", system.name);
            }
        }
    }
}
