use super::*;
use crate::fairness::branches::Branches;
use crate::fairness::{MAX_BRANCHES, exact};
use crate::setting::singles;
use crate::tests::testing::small;
use crate::{BaranyFuredi, Coins, DealTable, OrFault, PROTOCOLS, Party, Setting, Tries, rounds};

fn run(protocol: &dyn Protocol, deals: u64) -> Sample {
    sample(protocol, &singles(protocol.parties()), (deals, 2026), &Control::new())
        .expect("nobody stops it")
}

/// The names of the tests that reject.
fn rejected(sample: &Sample) -> Vec<&str> {
    let rejected = sample.tests.iter().filter(|test| test.verdict == TestVerdict::Rejected);
    rejected.map(|test| test.name.as_str()).collect()
}

/// With a fixed seed this either passes for ever or never; a fair deal fails for one seed of a
/// million.
#[test]
fn fair_deals_pass_and_are_the_same_on_any_number_of_threads() {
    let deal = BaranyFuredi::new(4, 52, rounds(4, 5)).expect("three or more");
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| run(&deal, 20_000))
    };
    let sample = on(1);
    assert!(!sample.rejected, "{:?}", rejected(&sample));
    assert_eq!(sample, on(3));
    // Draws 1 and 2, 1 and 20; four hands; runs, matches, seats, rules.
    assert_eq!(sample.tests.len(), 2 + 4 + 4);
    let table = sample.table.expect("cards are dealt");
    assert_eq!(table.seats, ["P1", "P2", "P3", "Q", "nobody"]);
    assert!(table.counts.iter().all(|row| row.iter().sum::<u64>() == 20_000));
    assert!(
        table.counts[0]
            .iter()
            .zip(&table.expected[0])
            .all(|(&count, due)| (count as f64 / due - 1.0).abs() < 0.2)
    );
}

/// Bugs that no sample of the proposed size shows. The exact check shows them.
const MISSED: [(&str, &str); 3] =
    [("cycle", "unsplit"), ("checking", "swap-with-any"), ("two-servers", "swap-with-any")];

/// Every bug of every protocol is found in a sample of the size that is proposed, or is known not
/// to be; the same protocol without a bug is not rejected.
#[test]
#[ignore = "a hundred thousand deals for each bug"]
fn every_planted_bug_is_found() {
    let mut missed = Vec::new();
    for system in PROTOCOLS {
        let (small, deals) = system.proposed();
        for bug in [None].into_iter().chain(system.all_bugs().map(Some)) {
            let setting = Setting { bug: bug.map(str::to_owned), ..small.clone() };
            let protocol = system.protocol(&setting).expect("a size that is proposed");
            let against = (system.holds)(&setting);
            let found = sample(&*protocol, &against, (deals, 2026), &Control::new())
                .expect("nobody stops it");
            match bug {
                None => assert!(!found.rejected, "{} without a bug", system.name),
                Some(bug) if !found.rejected => missed.push((system.name, bug)),
                Some(_) => {}
            }
            println!("{} {bug:?}: {}", system.name, found.rejected);
        }
    }
    assert_eq!(missed, MISSED);
}

#[test]
fn bugs_that_are_easy_to_see() {
    let sample = |bug| run(&*small("barany-furedi", (3, 10, 2), bug), 30_000);
    assert!(!sample(None).rejected);
    for (bug, by) in [
        ("constant-places-lowest-free", "draws 1 and 2 together"),
        ("composition-order", "deals against the rules"),
    ] {
        let sample = sample(Some(bug));
        let names = rejected(&sample);
        assert!(names.iter().any(|name| name.starts_with(by)), "{bug}: {names:?}");
    }
}

/// One party draws for two others and draws again what is dealt: at most once, if it is a cheat.
struct Again {
    most: u64,
}

impl Protocol for Again {
    fn rules(&self) -> crate::Rules {
        let tries = Some(Tries { begin: "a try", most: u64::MAX });
        crate::Rules { tries, ..crate::Rules::new(3, GainKind::Cards { deck: 8, dealt: 6 }) }
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let mut dealt = Vec::new();
        for draw in 0..6 {
            let mut tries = 0;
            let card = loop {
                let card = table.coins(Party::at(0)).below(8);
                table.send(Party::at(0), Party::at(1), "a try", &())?;
                tries += 1;
                if !dealt.contains(&card) {
                    break card;
                }
                if tries > self.most {
                    break (0..8).find(|card| !dealt.contains(card)).unwrap_or_default();
                }
            };
            dealt.push(card);
            table.gain(Party::at(1 + draw % 2), card + 1);
        }
        Ok(())
    }

    fn legal(&self, outcome: &[crate::Gain]) -> bool {
        outcome.len() == 6
    }
}

#[test]
fn draws_made_again_follow_their_law() {
    let fair = |again: &Again| {
        let sample = run(again, 50_000);
        sample
            .tests
            .iter()
            .find(|test| test.name == "draws made again")
            .map(|test| test.verdict == TestVerdict::Passed)
    };
    assert_eq!(fair(&Again { most: u64::MAX }), Some(true));
    assert_eq!(fair(&Again { most: 3 }), Some(false));
}

/// Players, cards, cards for each, and deals. Up to one chunk of deals no view is looked at, beyond
/// some are.
const SIZES: [(usize, usize, usize, u64); 14] = [
    (2, 3, 1, 5_000),
    (2, 4, 2, 5_000),
    (2, 8, 1, 600),
    (3, 3, 1, 5_000),
    (3, 6, 1, 600),
    (3, 6, 2, 1_000),
    (3, 8, 1, 5_000),
    (3, 13, 2, 600),
    (3, 52, 1, 600),
    (3, 52, 17, 100),
    (4, 3, 1, 600),
    (4, 5, 1, 600),
    (5, 12, 2, 2_000),
    (5, 5, 1, 300),
];

/// At sizes where a place, a group, a vote or a permutation has as many values as a deal of cards
/// too. With a fixed seed this either passes for ever or never.
#[test]
fn no_honest_protocol_is_rejected() {
    let mut ran = Vec::new();
    for system in PROTOCOLS {
        let mut sizes = 0;
        for (players, cards, hand, deals) in SIZES {
            let setting = Setting::new(players, cards, hand);
            let protocol = match system.protocol(&setting) {
                Ok(protocol) => protocol,
                Err(refused) => {
                    assert!(refused.to_string().contains("expected"), "{refused}");
                    continue;
                }
            };
            let found =
                match sample(&*protocol, &(system.holds)(&setting), (deals, 1), &Control::new()) {
                    // Hands that are taken until none clash hardly ever come to an end where most
                    // cards are dealt.
                    Err(NotChecked::Refused(refused)) if system.name == "checking" => {
                        assert!(
                            refused.to_string().contains("of which none came to an end"),
                            "{refused}"
                        );
                        continue;
                    }
                    found => found.expect("nobody stops it"),
                };
            let rejected = rejected(&found);
            assert!(rejected.is_empty(), "{} {players} {cards} {hand}: {rejected:?}", system.name);
            assert_eq!(
                found.table.is_some(),
                matches!(protocol.rules().gains, GainKind::Cards { .. }),
                "{}",
                system.name
            );
            assert!(!found.tests.is_empty(), "{}", system.name);
            sizes += 1;
        }
        ran.push((system.name, sizes));
    }
    let sizes = [
        ("barany-furedi", 10),
        ("cycle", 10),
        ("checking", 9),
        ("splitting", 14),
        ("padlocks", 13),
        ("verified-deck", 13),
        ("two-servers", 13),
        ("golle", 13),
        ("crepeau", 13),
        ("insertion", 14),
        ("grouping", 10),
        ("voting", 14),
        ("werewolf", 8),
    ];
    assert_eq!(ran, sizes);
}

/// A sample says of which parties it saw nothing, and of what.
#[test]
fn what_is_not_tested_is_said() {
    let untested = |name, size, deals| run(&*small(name, size, None), deals).untested;
    assert_eq!(untested("barany-furedi", (3, 3, 1), 9_000), ["what several parties know together"]);
    let few = untested("barany-furedi", (3, 52, 1), 3_000);
    assert_eq!(
        few,
        [
            "what P1, P2, Q saw: too many outcomes, expected more deals, fewer cards, or --exact",
            "what several parties know together",
            "whole outcomes: there are too many for so many deals"
        ]
    );
    let votes = untested("voting", (3, 100, 1), 200);
    assert!(votes[0].starts_with("what P1, P2, P3 saw: too many outcomes"), "{votes:?}");
}

/// Nothing can be said of deals that never come to an end; nothing is not a pass.
#[test]
fn a_sample_without_a_finished_deal_is_refused() {
    let clash = small("checking", (4, 52, 13), None);
    let refused = sample(&*clash, &[], (200, 1), &Control::new()).expect_err("they clash");
    assert!(
        refused.to_string().starts_with("200 deals of which none came to an end, expected"),
        "{refused}"
    );
}

/// The first branch tells how many there are; where they differ, the likelier ones count for more.
#[test]
fn an_exact_check_tells_how_far_it_is() {
    for (name, size) in [("barany-furedi", (3, 3, 1)), ("golle", (2, 3, 1))] {
        let (protocol, control) = (small(name, size, None), Control::new());
        assert!(exact(&*protocol, &singles(2), 100_000, &control).is_ok());
        let (done, all) = control.parts().expect("a number of branches");
        assert!(all >= 36 && done.abs_diff(all) <= 1 + all / 100, "{name}: {done} of {all}");
    }
    let (control, bug) = (Control::new(), Some("group-cards-moved"));
    let moved = small("grouping", (3, 1, 2), bug);
    assert!(Branches::new(&*moved, MAX_BRANCHES, &control).batch().is_ok());
    // Every player scrambles twice, the first once with the cards of both groups.
    let (done, all) = control.parts().expect("a number of branches");
    assert!(done > 0 && all == 120 * 6_u64.pow(5), "{done} of {all}");
}

#[test]
fn a_sample_tells_how_far_it_is_and_can_be_stopped() {
    let deal = BaranyFuredi::new(3, 5, rounds(3, 1)).expect("three");
    let control = Control::new();
    control.begin_parts(10_000);
    assert!(sample(&deal, &[], (10_000, 1), &control).is_ok());
    assert_eq!(control.parts(), Some((10_000, 10_000)));
    control.cancel();
    assert!(matches!(sample(&deal, &[], (10_000, 1), &control), Err(NotChecked::Stopped(_))));
}
