use bluff_exact::Rational;
use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::fairness::{Breach, FairnessReport};
use crate::tests::testing::{
    Tape, changing, checked, coins, costs, fault, offenders, played, small,
};
use crate::{Seeded, WireWord};

fn deal(
    players: usize,
    cards: usize,
    drawn: usize,
    tries: u64,
    moved: Moved,
) -> Golle<IdealCipher> {
    let draws = (0..drawn).map(|draw| Party::at(draw % players)).collect();
    let plain = Golle::new(&Setting::new(players, cards, 0)).expect("allowed");
    Golle { draws, tries, moved, ..plain }
}

/// Against all players but one.
fn whole(deal: &Golle<IdealCipher>) -> FairnessReport {
    checked(deal, &Parties::coalitions(deal.players))
}

/// Given an end, the deal is fair against all players but one who see every collision; and the
/// chance of no end is exact.
#[test]
fn the_deal_is_fair_with_collisions_in_view() {
    let (cut, shuffled) = (Moved::By(Subgroup::Rotations), Moved::By(Subgroup::All));
    let cases = [
        // Two players, three cards: the batch of three differences cut, shuffled, or as one ideal
        // step.
        (deal(2, 3, 2, 1, shuffled), Rational::ratio(1, 3)),
        (deal(2, 3, 2, 2, cut), Rational::ratio(1, 9)),
        (deal(2, 3, 2, 3, Moved::Ideally), Rational::ratio(1, 27)),
        (deal(2, 3, 3, 2, Moved::Ideally), Rational::ratio(41, 81)),
        (deal(2, 4, 2, 2, cut), Rational::ratio(1, 16)),
        (
            deal(2, 4, 3, 2, Moved::Ideally),
            Rational::from(1) - Rational::ratio(15, 16) * Rational::ratio(3, 4),
        ),
        (deal(3, 3, 2, 1, cut), Rational::ratio(1, 3)),
        (deal(3, 3, 2, 2, Moved::Ideally), Rational::ratio(1, 9)),
        (deal(3, 4, 2, 2, Moved::Ideally), Rational::ratio(1, 16)),
    ];
    for (deal, unfinished) in cases {
        let found = whole(&deal);
        assert_eq!((&found.unfinished, found.breaches), (&unfinished, Vec::new()), "{deal:?}");
    }
}

#[test]
#[ignore = "a minute and a half: every shuffle of two batches, and three players who draw all \
    three cards"]
fn larger_deals_are_fair() {
    for deal in [deal(2, 3, 2, 2, Moved::By(Subgroup::All)), deal(3, 3, 3, 2, Moved::Ideally)] {
        assert_eq!(whole(&deal).breaches, Vec::new(), "{deal:?}");
    }
}

fn bug(cards: usize, bug: &'static str) -> FairnessReport {
    checked(&*small("golle", (2, cards, 1), Some(bug)), &Parties::coalitions(2))
}

/// Attack 27: whoever sees the others' numbers first chooses every card.
#[test]
fn without_commitments_the_last_one_chooses() {
    let found = bug(3, "missing-commitment");
    assert_eq!(offenders(&found), ["2"]);
    assert!(matches!(&found.breaches[0].1, Breach::Knows(witness) if witness.laws.len() == 6));
    let found = whole(&planted::uncommitted(deal(3, 3, 1, 1, Moved::Ideally)));
    assert_eq!(offenders(&found), ["3", "1+3", "2+3"]);
}

/// Attack 31: which multiple of `k` hits cuts the old card down to 2 or 4 of 6 values.
#[test]
fn the_quotient_tells_the_old_card() {
    let found = bug(6, "quotient-shown");
    assert_eq!(offenders(&found), ["2"]);
    let Breach::Knows(witness) = &found.breaches[0].1 else { panic!("a view") };
    let due = Rational::ratio(1, 30);
    assert!(
        witness.laws.len() == 10 && witness.laws.iter().all(|law| law.1 == due),
        "{}",
        found.breaches[0].1
    );
    // A player whose two numbers were 0 and 2 sees by how many decks the others' sums differ, and
    // which cards are left.
    let mut left: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for (old, new) in (0..6_i64).flat_map(|old| (0..6).map(move |new| (old, new + 2))) {
        if (new - old) % 6 == 0 {
            left.entry((new - old) / 6).or_default().insert(old);
        }
    }
    assert_eq!(left.values().map(BTreeSet::len).collect::<Vec<_>>(), [4, 2]);
    assert!(whole(&deal(2, 6, 2, 2, Moved::Ideally)).fair);
}

/// Attack 27 on what is committed; attack 30, a factor of 0, after the first card: two commitments,
/// two numbers, a share.
#[test]
fn changed_numbers_and_factors_of_nought_are_found() {
    let deal = deal(2, 6, 2, 9, Moved::By(Subgroup::All));
    // Message, its first changed word, what the words hide instead, and what is found.
    let lies =
        [(3, 0, 1000, Cause::BadCommitment), (10, 1, 0, Cause::BadProof { of: "the blinding" })];
    for (at, first, content, what) in lies {
        let hide = changing(at, |body| {
            for word in &mut body[first..] {
                if let WireWord::Sealed(sealed) = word {
                    sealed.content = content;
                }
            }
        });
        assert_eq!(played(&deal, 1, hide).0, Err(fault(1, at, what)));
    }
}

/// Attack 29.
#[test]
fn numbers_out_of_range_are_refused() {
    let (cipher, mut coins) = (IdealCipher::new(Parties::everybody(2)), Seeded::of(1));
    let turn = Turn { session: [0; 32], by: Party::at(0), round: 0 };
    for (number, fits) in [(5, true), (6, false), (u64::MAX, false)] {
        let (hidden, proof) = cipher.number(turn, number, 6, &mut coins);
        assert_eq!(cipher.in_range(turn, &hidden, 6, &proof), fits);
    }
}

/// The table of Golle against a shuffle, in exponentiations of one player without proofs, all of
/// them counted.
#[test]
fn golle_against_a_shuffle() {
    let count = |players: usize, drawn: usize, multiples: RangeInclusive<i64>| {
        // Each card is the number of the first player.
        let mut tape = Tape::new(vec![vec![0; drawn].into(); players]);
        tape.0[0] = (0..drawn as u64).collect();
        let deal = Golle { multiples, ..deal(players, 52, drawn, 1, Moved::Ideally) };
        costs(&deal, &mut tape).1 / players as u64
    };
    let shuffled = |players: usize, drawn: usize| {
        let draws = (0..drawn).map(|draw| Party::at(draw % players)).collect();
        let deal = crate::VerifiedDeck::<IdealCipher>::new(players, 0, 52, draws).expect("allowed");
        costs(&deal, &mut coins(players, 1)).1 / players as u64
    };
    let table = [
        (2, 4, [30, 48, 66, 108]),
        (2, 9, [135, 243, 351, 113]),
        (5, 15, [360, 1620, 2880, 119]),
        (5, 25, [975, 4575, 8175, 129]),
    ];
    for (players, drawn, expected) in table {
        let most = players as i64 - 1;
        // One difference, which deals cards twice; n, if sums were reduced; 2n − 1, as here; and
        // the shuffle.
        let counts =
            [0..=0, 0..=most, -most..=most].map(|multiples| count(players, drawn, multiples));
        assert_eq!([counts[0], counts[1], counts[2], shuffled(players, drawn)], expected);
    }
}
