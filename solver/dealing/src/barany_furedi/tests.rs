use std::collections::HashMap;

use super::*;
use crate::fairness::Breach;
use crate::setting::singles;
use crate::tests::testing::{
    blamed, changing, checked, every, fault, parties, permutations, played,
};
use crate::{Envelope, Event, Fault, Parties, WireWord, messages, outcome};

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

/// Two draws, a second draw of the same player, of the keeper, and four players who draw three
/// cards.
#[test]
fn whoever_draws_the_deal_is_fair() {
    let cases = [
        (3, 3, vec![0, 1]),
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
    let mut known = HashMap::new();
    let same = every(|coins| {
        let mut table = DealTable::new(deal.parties(), coins);
        deal.run(&mut table).expect("honest parties");
        let log = table.into_log();
        let seen = |event: &&Event| match event {
            Event::Toss { party, .. } => coalition.has(*party),
            Event::Message(message) => coalition.has(message.from) || coalition.meet(message.to),
            _ => false,
        };
        let view = log.iter().filter(seen).map(|event| format!("{event:?}")).collect::<String>();
        let outcome = outcome(&log);
        *known.entry(view).or_insert_with(|| outcome.clone()) == outcome
    });
    same.into_iter().all(|same| same)
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
            let offends = !checked(&deal, &[pair]).fair;
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
        let all = permutations(k);
        let first = all.iter().filter(|p| stays(p, &hands[0])).count() as u128;
        let every = all.iter().filter(|p| hands.iter().all(|hand| stays(p, hand))).count() as u128;
        let dealt: usize = sizes.iter().sum();
        let product: u128 = sizes.iter().map(|&size| factorial(size)).product();
        assert_eq!(every, product * factorial(k - dealt));
        assert_eq!(first, factorial(sizes[0]) * factorial(k - sizes[0]));
    }
}

#[test]
fn messages_are_counted() {
    for (n, k, t) in [(3, 52, 10), (4, 9, 9), (9, 52, 18), (3, 10, 0)] {
        let draws = (0..t).map(|turn| Party::at(turn * 5 % n)).collect();
        let deal = BaranyFuredi::new(n, k, draws).expect("three or more");
        let messages = |deal: &BaranyFuredi| {
            let (ended, log) = played(deal, 3, |_, _| {});
            assert_eq!(ended, Ok(()));
            messages(&log).count()
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

/// An adversary who puts another number for one word of a message.
fn number(at: usize, word: usize, value: impl Fn(u64) -> u64) -> impl FnMut(usize, &mut Envelope) {
    changing(at, move |body| {
        if let Some(WireWord::Number(given)) = body.get_mut(word) {
            *given = value(*given);
        }
    })
}

#[test]
fn a_place_twice_or_off_the_table() {
    let (ended, log) = played(&three(), 3, |_, _| {});
    assert_eq!(ended, Ok(()));
    let place = messages(&log).nth(4).and_then(|message| message.body.first());
    let Some(&WireWord::Number(used)) = place else { panic!("no place") };
    // P1 deals to P2 the place that P2 dealt to him, and one that is none.
    for (place, what) in
        [(used, Cause::Used { given: used }), (11, Cause::OutOfRange { given: 11, below: 11 })]
    {
        let (ended, _) = played(&three(), 3, number(6, 0, |_| place));
        assert_eq!(ended, Err(fault(0, 6, what)));
    }
}

#[test]
fn different_places_told_to_two() {
    // P2 deals to P1, and tells him another place than the one he remembers.
    let (ended, log) = played(&three(), 3, number(4, 0, |place| (place + 1) % 11));
    assert_eq!(ended, Err(Fault { who: None, what: Cause::TablesDiffer, at: 6 }));
    assert_eq!(blamed(&three(), &log), (Some(Party::at(1)), 4));
}

#[test]
fn a_wrong_code_of_the_keeper() {
    let (ended, _) = played(&three(), 3, number(2, 1, |_| 99));
    assert_eq!(ended, Err(fault(2, 2, Cause::NotAPermutation { given: 11 })));
    // Another permutation: the deal may go on, and nobody else is blamed.
    let (ended, log) = played(&three(), 3, changing(2, |body| body[1..].rotate_left(1)));
    assert!(ended.is_ok() || ended.is_err_and(|fault| fault.who.is_none()));
    assert_eq!(blamed(&three(), &log), (Some(Party::at(2)), 2));
}

#[test]
fn more_cards_in_hands_and_draws_than_in_the_deck() {
    let given = BaranyFuredi::from_hands(4, vec![1, 1, 1], rounds(2, 1));
    let refused = given.expect_err("too many").to_string();
    assert_eq!(refused, "4 cards, expected at least 5: one for every card dealt");
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
    assert!(witness.laws.iter().all(|(_, due, seen)| due != seen));
    let said = found.breaches[0].1.to_string();
    assert!(
        said.starts_with("F3 fails: entitled to nothing yet, but after what it saw; "),
        "{said}"
    );
}
