use std::marker::PhantomData;

use super::card_cipher::{CardCipher, IdealCipher};
use super::setting::{boxed, real};
use super::system::{at_least_two, playable};
use super::{
    Allowed, DealCost, DealTable, GainKind, MaskedDeck, NamedProtocol, OrFault, Parties, Party,
    Protocol, Setting, Subgroup, rounds,
};

/// One deck that all players shuffle and mask in turn, each with a proof; a card is opened by the
/// shares of all.
///
/// Holds against all players but one. Source: the verified shuffle of Schindelhauer's toolbox.
///
/// Cost: `n` messages and one share of every other party a card; `n(2k + T)` exponentiations
/// besides the proofs.
#[derive(Clone, Debug)]
pub struct VerifiedDeck<V> {
    players: usize,
    cards: usize,
    draws: Vec<Party>,
    /// The players who shuffle: all.
    pub(super) shufflers: Parties,
    cipher: PhantomData<fn() -> V>,
}

/// The protocol by name.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "verified-deck",
    title: "Deck shuffled with proofs",
    about: "all players shuffle one masked deck in turn, each with a proof",
    assumes: super::setting::CURVE,
    is_proved: true,
    ideal: |setting| boxed(named::<IdealCipher>(setting)),
    real: real!(|setting| boxed(named::<super::card_cipher::ElGamal>(setting))),
    cost: DealCost::Low,
    holds: |setting| Parties::coalitions(setting.players),
};

/// The deal of a setting.
pub(super) fn named<V: CardCipher>(setting: &Setting) -> Allowed<VerifiedDeck<V>> {
    VerifiedDeck::new(setting.players, setting.cards, rounds(setting.players, setting.hand))
}

impl<V: CardCipher> VerifiedDeck<V> {
    /// A deal of `draws.len()` of `cards` cards, in this order.
    ///
    /// Errors: fewer than two players; a player who is none of them; more draws than cards.
    pub fn new(players: usize, cards: usize, draws: Vec<Party>) -> Allowed<Self> {
        at_least_two(players)?;
        playable(players, cards, &draws)?;
        let shufflers = Parties::everybody(players);
        Ok(Self { players, cards, draws, shufflers, cipher: PhantomData })
    }

    /// Plays it under this cipher.
    ///
    /// Errors: whatever a party does wrong.
    pub fn deal(&self, table: &mut DealTable<'_>, cipher: &V) -> OrFault {
        let mut deck =
            MaskedDeck::open(cipher, self.cards as u64, &[(0..self.cards as u64).collect()]);
        deck.scramble_jointly(table, self.shufflers, Subgroup::All)?;
        for (place, &drawer) in self.draws.iter().enumerate() {
            let card = deck.draw(table, 0, place, drawer)?;
            table.gain(drawer, card + 1);
        }
        Ok(())
    }
}

impl<V: CardCipher> Protocol for VerifiedDeck<V> {
    fn parties(&self) -> usize {
        self.players
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let cipher = V::agree(table, Parties::everybody(self.players), self.cards as u64)?;
        self.deal(table, &cipher)
    }

    fn gains(&self) -> GainKind {
        GainKind::Cards { deck: self.cards, dealt: self.draws.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cause;
    use crate::tests::testing::{changing, coins, fault, played};
    use crate::word::{IdealCiphertext, WireWord};

    /// Attack 16: a card doubled in a shuffle is found before anything is dealt. Attack 17: so is a
    /// made-up one.
    #[test]
    fn a_changed_deck_is_found_at_once() {
        let made_up = IdealCiphertext { id: 99, content: 99, keys: Parties::everybody(3) };
        for doubled in [true, false] {
            let deal = VerifiedDeck::<IdealCipher>::new(3, 5, rounds(3, 1)).expect("allowed");
            let change = changing(1, |body| match doubled {
                true => body[3] = body[2].clone(),
                false => body[2] = WireWord::Sealed(made_up),
            });
            let (ended, _) = played(&deal, 1, change);
            assert_eq!(ended, Err(fault(1, 1, Cause::BadShuffle)));
        }
    }

    #[test]
    fn the_cost_is_that_of_a_mix() {
        let mut coins = coins(2, 1);
        let mut table = DealTable::new(2, &mut coins);
        let cipher = IdealCipher::new(Parties::everybody(2));
        let deal = VerifiedDeck::new(2, 52, rounds(2, 2)).expect("allowed");
        deal.deal(&mut table, &cipher).expect("honest");
        // Per player 2 for each of 52 cards and one share of each of four.
        assert_eq!((cipher.exponentiations(), table.messages()), (2 * 108, 2 + 4));
    }
}
