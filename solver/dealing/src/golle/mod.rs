//! Dealing without shuffling: every card is drawn at random, and drawn again if it was dealt
//! before.

#[cfg(feature = "cryptography")]
mod elgamal;
#[cfg(any(test, feature = "planted-bugs"))]
pub(super) mod planted;
mod sums;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::ops::RangeInclusive;

pub use sums::{Moved, SumCipher};

use super::card_cipher::{COMMITTED, IdealCipher};
use super::deck::shares;
use super::setting::{boxed, real};
use super::system::{at_least_two, playable};
use super::{
    Allowed, Cause, Coins, DealCost, DealTable, GainKind, NamedProtocol, OrFault, Parties, Party,
    Protocol, Rules, Setting, Subgroup, Tries, Turn, rounds,
};

/// Golle's deal. A card is the sum, modulo `k`, of a hidden number of every player; nobody shows
/// his before all have committed.
///
/// The sums are compared with those of all cards dealt so far, and thrown away on a hit. As a sum
/// is not reduced, two are the same card when they differ by any of `2n − 1` multiples of `k`; all
/// these differences go through one blinded shuffle, so that the quotient stays hidden: it would
/// tell a lot about the old card. Cards that were dealt stay among those compared.
///
/// Holds against all players but one, collisions seen by all. Source: Golle, *Dealing cards in
/// poker games*, with the comparison modulo `k`, which the paper leaves open.
///
/// Cost for each player, besides proofs: 2 exponentiations a draw, `3(2n − 1)` a comparison, 1 a
/// card. For `T` cards the draws are `k / (k − t)` on average, summed over `t < T`.
#[derive(Clone, Debug)]
pub struct Golle<V: SumCipher> {
    players: usize,
    cards: usize,
    draws: Vec<Party>,
    tries: u64,
    /// The multiples of `k` that count as the same card.
    pub(super) multiples: RangeInclusive<i64>,
    /// The moves of the differences.
    pub(super) moved: Moved,
    /// The drawing of a sum.
    sum: fn(&Self, &mut DealTable<'_>, &V) -> OrFault<V::Card>,
    /// The message with which they begin.
    begin: &'static str,
    cipher: PhantomData<fn() -> V>,
}

/// The protocol by name.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "golle",
    title: "Golle",
    about: "cards drawn as sums of hidden numbers, and again after a collision; nothing is \
        shuffled (Golle)",
    assumes: super::setting::CURVE,
    is_proved: true,
    ideal: |setting| boxed(ideal(setting)),
    real: real!(|setting| boxed(Golle::<super::card_cipher::ElGamal>::new(setting))),
    cost: DealCost::Low,
    holds: |setting| Parties::coalitions(setting.players),
};

/// The limit on draws of one card; with half the deck dealt, it is too low once in 2¹²⁸.
const TRIES: u64 = 128;

/// The deal over ideal ciphers. Two tries of a small deck show the exact check all there is to see,
/// and an ideal comparison needs no coins.
pub(super) fn ideal(setting: &Setting) -> Allowed<Golle<IdealCipher>> {
    let tries = if setting.cards < 8 { 2 } else { TRIES };
    Ok(Golle { tries, moved: Moved::Ideally, ..Golle::new(setting)? })
}

impl<V: SumCipher> Golle<V> {
    /// The deal of a setting.
    ///
    /// Errors: fewer than two players; more draws than cards.
    pub(super) fn new(setting: &Setting) -> Allowed<Self> {
        let &Setting { players, cards, hand, .. } = setting;
        let draws = rounds(players, hand);
        at_least_two(players)?;
        playable(players, cards, &draws)?;
        let most = players as i64 - 1;
        let (tries, multiples, moved) = (TRIES, -most..=most, Moved::By(Subgroup::All));
        let (sum, begin) = (Self::committed as fn(&Self, &mut DealTable<'_>, &V) -> _, COMMITTED);
        Ok(Self { players, cards, draws, tries, multiples, moved, sum, begin, cipher: PhantomData })
    }

    /// A sum that is none of the cards dealt so far.
    fn fresh(&self, table: &mut DealTable<'_>, cipher: &V, dealt: &[V::Card]) -> OrFault<V::Card> {
        'tries: for _ in 0..self.tries {
            let card = (self.sum)(self, table, cipher)?;
            for old in dealt {
                if self.same(table, cipher, &cipher.minus(&card, old))? {
                    continue 'tries;
                }
            }
            return Ok(card);
        }
        Err(table.fault(None, Cause::Unfinished { tries: self.tries }))
    }

    /// A hidden number of this player, with the proof that it is below `k`.
    fn number(&self, table: &mut DealTable<'_>, cipher: &V, turn: Turn) -> (V::Card, V::Range) {
        let mut coins = table.coins(turn.by);
        let number = coins.below(self.cards as u64);
        cipher.number(turn, number, self.cards as u64, &mut coins)
    }

    /// The sum of a number of every player, all committed before the first is shown.
    fn committed(&self, table: &mut DealTable<'_>, cipher: &V) -> OrFault<V::Card> {
        let turn = table.turn(Party::at(0));
        let numbers: Vec<_> = Party::all(self.players)
            .map(|by| (by, self.number(table, cipher, turn.of(by))))
            .collect();
        let mut sum = cipher.constant(0);
        for (by, (number, proof)) in Party::all(self.players).zip(cipher.at_once(table, numbers)?) {
            let right = cipher.in_range(turn.of(by), &number, self.cards as u64, &proof);
            table.require(right, by, Cause::BadProof { of: "the range of a number" })?;
            sum = cipher.plus(&sum, &number);
        }
        Ok(sum)
    }

    /// True if two sums with this difference are the same card, and nothing else.
    fn same(&self, table: &mut DealTable<'_>, cipher: &V, difference: &V::Card) -> OrFault<bool> {
        let constant = |multiple| cipher.constant(multiple * self.cards as i64);
        let less = |multiple: i64| cipher.minus(difference, &constant(multiple));
        cipher.any_zero(table, self.multiples.clone().map(less).collect(), self.moved)
    }
}

impl<V: SumCipher> Protocol for Golle<V> {
    fn rules(&self) -> Rules {
        let gains = GainKind::Cards { deck: self.cards, dealt: self.draws.len() };
        let tries = Some(Tries { begin: self.begin, most: self.tries });
        Rules { tries, ..Rules::new(self.players, gains) }
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let cipher = V::agree(table, Parties::everybody(self.players), self.cards as u64)?;
        let k = self.cards as u64;
        let mut dealt = Vec::new();
        for &drawer in &self.draws {
            let card = self.fresh(table, &cipher, &dealt)?;
            let shares = shares(&cipher, table, &[&card], drawer.into())?.pop().unwrap_or_default();
            if table.reads(drawer) {
                let sum = cipher.opened(&card, &shares, self.players as u64 * k);
                let sum = sum.ok_or_else(|| table.fault(None, Cause::UnknownCard))?;
                table.gain(drawer, sum % k + 1);
            }
            dealt.push(card);
        }
        Ok(())
    }
}
