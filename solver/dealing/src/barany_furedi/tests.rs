use std::collections::HashMap;

use super::*;
use crate::fairness::{Breach, FairnessReport, MAX_BRANCHES, exact, replay};
use crate::{
    CoinOdometer, Envelope, Event, Parties, Seeded, Subgroup, Tape, WireWord, messages, outcome,
};
use bluff_exact::control::Control;

fn checked(deal: &BaranyFuredi, coalitions: &[Parties]) -> FairnessReport {
    exact(deal, coalitions, MAX_BRANCHES, &Control::new()).expect("few branches")
}

fn parties(places: &[usize]) -> Parties {
    places.iter().map(|&place| Party::at(place)).collect()
}

fn pairs(n: usize) -> Vec<Parties> {
    Parties::coalitions(n).into_iter().filter(|coalition| coalition.len() == 2).collect()
}

/// Hands that are there already, and cards drawn later: 4 · 3 hands, three permutations of four
/// cards, one of two places.
#[test]
fn later_draws_are_fair_too() {
    let cases = [
        (4, vec![1, 1, 0], vec![2], 12 * 24_u64.pow(3) * 2),
        (3, vec![1, 1, 1], vec![], 6 * 6 * 6 * 6),
        (3, vec![1, 0, 0], vec![0, 1], 3 * 6 * 6 * 6 * 2),
        (3, vec![0, 0, 2], vec![1], 3 * 2 * 6 * 6 * 6),
        (3, vec![1, 0, 1, 0], vec![1], 6 * 6_u64.pow(4)),
    ];
    for (cards, sizes, draws, branches) in cases {
        let n = sizes.len();
        let draws = draws.into_iter().map(Party::at).collect();
        let deal = BaranyFuredi::from_hands(cards, sizes.clone(), draws).expect("enough cards");
        let found = checked(&deal, &singles(n));
        assert_eq!((found.branches, found.breaches), (branches, Vec::new()), "{cards} {sizes:?}");
    }
}

/// A second draw of the same player, of the keeper, and four players who draw three cards.
#[test]
fn whoever_draws_the_deal_is_fair() {
    let cases = [
        (3, 3, vec![0, 0, 1]),
        (3, 3, vec![2, 1, 2]),
        (3, 4, vec![0, 1, 2]),
        (3, 4, vec![3, 2, 3]),
    ];
    for (cards, players, draws) in cases {
        let draws: Vec<Party> = draws.into_iter().map(Party::at).collect();
        let deal = BaranyFuredi::new(players, cards, draws.clone()).expect("three");
        let found = checked(&deal, &singles(players));
        assert_eq!(
            (found.branches, found.breaches),
            (6_u64.pow(players as u32) * 6, Vec::new()),
            "{draws:?}"
        );
    }
}

/// True if what a coalition sees determines the whole deal: no two branches of other hands look the
/// same to it.
fn learns_all(deal: &BaranyFuredi, coalition: Parties) -> bool {
    let (mut odometer, mut known) = (CoinOdometer::new(), HashMap::new());
    loop {
        let mut table = DealTable::new(deal.parties(), &mut odometer);
        deal.run(&mut table).expect("honest parties");
        let log = table.into_log();
        let seen = |event: &&Event| match event {
            Event::Toss { party, .. } => coalition.has(*party),
            Event::Message(message) => coalition.has(message.from) || coalition.meet(message.to),
            Event::Gain(_) | Event::EarlyRelease(_) => false,
        };
        let view = log.iter().filter(seen).map(|event| format!("{event:?}")).collect::<String>();
        let outcome = outcome(&log);
        if known.entry(view).or_insert_with(|| outcome.clone()) != &outcome {
            return false;
        }
        if !odometer.turn() {
            return true;
        }
    }
}

/// The keeper with any party, and any two neighbours, learn everything; two others learn nothing.
///
/// With five players and three cards there are just enough cards for the three who are not in the
/// pair, one each.
#[test]
fn who_may_not_talk_to_whom() {
    for (n, harmless) in [(3, vec![]), (4, vec![]), (5, vec![parties(&[0, 2]), parties(&[1, 3])])] {
        for pair in pairs(n) {
            let others: Vec<Party> = Party::all(n).filter(|&party| !pair.has(party)).collect();
            let deal = BaranyFuredi::new(n, 3, others.clone()).expect("three or more");
            let offends = !checked(&deal, &[pair]).fair();
            assert_eq!(offends, !harmless.contains(&pair), "{n} players, {pair}");
            let one = BaranyFuredi::new(n, if n < 5 { 3 } else { 2 }, others[..1].to_vec())
                .expect("three or more");
            assert_eq!(learns_all(&one, pair), offends, "{n} players, {pair}");
        }
    }
}

/// The ratio in the proof of Theorem 1: of the permutations that take hand 1 to given places, those
/// that take all hands to theirs.
#[test]
fn the_printed_ratio() {
    let factorial = |n: usize| deals(n, n);
    for (k, sizes) in
        [(4, vec![1, 1, 1]), (5, vec![2, 1, 1]), (6, vec![2, 2, 1]), (4, vec![0, 2, 1])]
    {
        let mut ends: Vec<usize> =
            sizes.iter().scan(0, |end, size| Some(std::mem::replace(end, *end + size))).collect();
        ends.push(sizes.iter().sum());
        let hands: Vec<_> = ends.windows(2).map(|ends| ends[0]..ends[1]).collect();
        let stays = |p: &Permutation, hand: &std::ops::Range<usize>| {
            hand.clone().all(|card| hand.contains(&p.of(card)))
        };
        let all = crate::permutation::every(k, Subgroup::All);
        let first = all.iter().filter(|p| stays(p, &hands[0])).count() as u128;
        let every = all.iter().filter(|p| hands.iter().all(|hand| stays(p, hand))).count() as u128;
        let dealt: usize = sizes.iter().sum();
        let product: u128 = sizes.iter().map(|&size| factorial(size)).product();
        assert_eq!(every, product * factorial(k - dealt));
        assert_eq!(first, factorial(sizes[0]) * factorial(k - sizes[0]));
    }
}

/// A deal with fixed coins where a party changes messages on their way.
fn attacked_by(
    deal: &BaranyFuredi,
    adversary: impl FnMut(usize, &mut Envelope),
) -> (Result<(), Fault>, Vec<Event>) {
    let mut coins: Vec<Seeded> =
        (0..deal.parties() as u64).map(|party| Seeded::new([3; 32], party)).collect();
    let mut table = DealTable::new(deal.parties(), &mut coins).attacked_by(adversary);
    (deal.run(&mut table), table.into_log())
}

fn blamed(deal: &BaranyFuredi, log: &[Event]) -> (Option<Party>, usize) {
    let fault = replay(deal, [0; 32], log, &mut Tape::of(deal.parties(), log)).expect_err("a lie");
    (fault.who, fault.at)
}

#[test]
fn messages_are_counted() {
    for (n, k, t) in [(3, 52, 10), (4, 9, 9), (9, 52, 18), (3, 10, 0)] {
        let draws = (0..t).map(|turn| Party::at(turn * 5 % n)).collect();
        let deal = BaranyFuredi::new(n, k, draws).expect("three or more");
        let messages = |deal: &BaranyFuredi| {
            let (ended, log) = attacked_by(deal, |_, _| {});
            assert_eq!(ended, Ok(()));
            log.iter().filter(|event| matches!(event, Event::Message(_))).count()
        };
        assert_eq!(messages(&deal), (n - 1) * (2 + t));
        let deal =
            BaranyFuredi::from_hands(k + n, vec![1; n], deal.draws.clone()).expect("three or more");
        // Chance tells each his hand.
        assert_eq!(messages(&deal), n + n * (n - 1) + (n - 1) * (2 + t));
    }
}

/// Three players, five cards each in turn: set-up is messages 0 to 3, each draw takes two. P1 draws
/// first; P2 deals to him.
fn three() -> BaranyFuredi {
    BaranyFuredi::new(3, 11, rounds(3, 3)).expect("three")
}

fn number(at: usize, word: usize, value: impl Fn(u64) -> u64) -> impl FnMut(usize, &mut Envelope) {
    move |now, envelope| {
        if let (true, Some(WireWord::Number(given))) =
            (now == at, envelope.body.as_mut().and_then(|body| body.get_mut(word)))
        {
            *given = value(*given);
        }
    }
}

#[test]
fn a_place_twice_or_off_the_table() {
    let (ended, log) = attacked_by(&three(), |_, _| {});
    assert_eq!(ended, Ok(()));
    let Some(&WireWord::Number(used)) =
        messages(&log).nth(4).and_then(|message| message.body.first())
    else {
        panic!("no place")
    };
    // P1 deals to P2 the place that P2 dealt to him.
    let (ended, _) = attacked_by(&three(), number(6, 0, |_| used));
    assert_eq!(
        ended,
        Err(Fault { who: Some(Party::at(0)), what: Cause::Used { given: used }, at: 6 })
    );
    let (ended, _) = attacked_by(&three(), number(6, 0, |_| 11));
    assert_eq!(
        ended,
        Err(Fault {
            who: Some(Party::at(0)),
            what: Cause::OutOfRange { given: 11, below: 11 },
            at: 6
        })
    );
}

#[test]
fn different_places_told_to_two() {
    // P2 deals to P1, and tells him another place than the one he remembers.
    let free = |place: u64| (place + 1) % 11;
    let (ended, log) = attacked_by(&three(), number(4, 0, free));
    assert_eq!(ended, Err(Fault { who: None, what: Cause::TablesDiffer, at: 6 }));
    assert_eq!(blamed(&three(), &log), (Some(Party::at(1)), 4));
}

#[test]
fn a_wrong_code_of_the_keeper() {
    let (ended, _) = attacked_by(&three(), number(2, 1, |_| 99));
    assert_eq!(
        ended,
        Err(Fault { who: Some(Party::at(2)), what: Cause::NotAPermutation { given: 11 }, at: 2 })
    );
    // Another permutation: the deal may go on, and nobody else is blamed.
    let (ended, log) = attacked_by(&three(), |at, envelope| {
        if let (2, Some(body)) = (at, &mut envelope.body) {
            body[1..].rotate_left(1);
        }
    });
    assert!(ended.is_ok() || ended.is_err_and(|fault| fault.who.is_none()));
    assert_eq!(blamed(&three(), &log), (Some(Party::at(2)), 2));
}

#[test]
fn too_few_players_or_cards() {
    assert!(matches!(
        BaranyFuredi::new(2, 4, rounds(2, 1)),
        Err(RefusedSetting::TooFewPlayers { given: 2, least: 3, .. })
    ));
    assert_eq!(
        BaranyFuredi::new(3, 5, rounds(3, 2)).err(),
        Some(RefusedSetting::DeckTooSmall { cards: 5, dealt: 6 })
    );
    let given = BaranyFuredi::from_hands(4, vec![1, 1, 1], rounds(2, 1));
    assert_eq!(given.err(), Some(RefusedSetting::DeckTooSmall { cards: 4, dealt: 5 }));
}

/// Three players and eleven cards drawn: 26 messages, and whichever is another in the record, its
/// sender is named.
#[test]
fn every_entry_of_the_record_is_checked() {
    let deal =
        BaranyFuredi::new(3, 11, (0..11).map(|turn| Party::at(turn % 3)).collect()).expect("three");
    let (_, log) = attacked_by(&deal, |_, _| {});
    let mut named = 0;
    for at in 0..log.len() {
        let mut forged = log.clone();
        let Event::Message(message) = &mut forged[at] else { continue };
        let last = message.body.last_mut().expect("no message is empty");
        *last = WireWord::Number(if *last == WireWord::Number(0) { 1 } else { 0 });
        let (sender, coins) = (message.from, Tape::of(3, &log));
        let fault =
            replay(&deal, [0; 32], &forged, &mut coins.clone()).expect_err("a forged record");
        assert_eq!((fault.who, fault.at), (Some(sender), named));
        named += 1;
    }
    assert_eq!(named, 26);
}

/// A witness can be followed by hand: the keeper who knows the rule for places knows the next card.
#[test]
fn a_witness_is_printed() {
    let mut deal = BaranyFuredi::new(3, 3, rounds(3, 1)).expect("three");
    deal.place = |_, _| 0;
    let found = checked(&deal, &singles(3));
    let [(who, Breach::Knows(witness))] = &found.breaches[..] else {
        panic!("{:?}", found.breaches)
    };
    assert_eq!(*who, parties(&[2]));
    assert!(!witness.view.is_empty() && witness.laws.iter().all(|(_, due, seen)| due != seen));
    assert!(
        found.breaches[0]
            .1
            .to_string()
            .starts_with("F3 fails: entitled to nothing yet, but after what it saw; ")
    );
}
