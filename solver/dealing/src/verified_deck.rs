use std::marker::PhantomData;

use super::card_cipher::{CardCipher, IdealCipher};
use super::named::{DealCost, NamedProtocol, real};
use super::system::{deals, is_deal, playable, rounds};
use super::{
    DealTable, Fault, Gain, GainKind, MaskedDeck, Parties, Party, Protocol, RefusedSetting,
    Setting, Subgroup,
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
    card_cipher: PhantomData<fn() -> V>,
}

/// The protocol by name.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "verified-deck",
    about: "all players shuffle one masked deck in turn, each with a proof",
    ideal: make::<IdealCipher>,
    real: real!(make::<super::card_cipher::ElGamal>),
    cost: DealCost::Low,
    holds: |setting| Parties::coalitions(setting.players),
};

fn make<V: CardCipher + 'static>(setting: &Setting) -> Result<Box<dyn Protocol>, RefusedSetting> {
    let draws = rounds(setting.players, setting.hand);
    Ok(Box::new(VerifiedDeck::<V>::new(setting.players, setting.cards, draws)?))
}

impl<V: CardCipher> VerifiedDeck<V> {
    /// A deal of `draws.len()` of `cards` cards, in this order.
    ///
    /// Errors: fewer than two players; a player who is none of them; more draws than cards.
    pub fn new(players: usize, cards: usize, draws: Vec<Party>) -> Result<Self, RefusedSetting> {
        at_least_two(players)?;
        playable(players, cards, &draws)?;
        Ok(Self {
            players,
            cards,
            draws,
            shufflers: Parties::everybody(players),
            card_cipher: PhantomData,
        })
    }

    /// Plays it under this cipher.
    ///
    /// Errors: whatever a party does wrong.
    pub fn deal(&self, table: &mut DealTable<'_>, card_cipher: &V) -> Result<(), Fault> {
        let mut deck =
            MaskedDeck::open(card_cipher, self.cards as u64, &[(0..self.cards as u64).collect()]);
        deck.scramble_jointly(table, self.shufflers, Subgroup::All)?;
        for (place, &drawer) in self.draws.iter().enumerate() {
            let card = deck.draw(table, 0, place, drawer)?;
            table.gain(drawer, card + 1);
        }
        Ok(())
    }
}

/// Refuses fewer players than two.
pub(super) fn at_least_two(players: usize) -> Result<(), RefusedSetting> {
    let refused = RefusedSetting::TooFewPlayers {
        given: players,
        least: 2,
        why: "cards are hidden from somebody",
    };
    if players < 2 { Err(refused) } else { Ok(()) }
}

impl<V: CardCipher> Protocol for VerifiedDeck<V> {
    fn parties(&self) -> usize {
        self.players
    }

    fn run(&self, table: &mut DealTable<'_>) -> Result<(), Fault> {
        let card_cipher = V::agree(table, Parties::everybody(self.players), self.cards as u64)?;
        self.deal(table, &card_cipher)
    }

    fn legal(&self, outcome: &[Gain]) -> bool {
        is_deal(self.cards, outcome)
    }

    fn gains(&self) -> GainKind {
        GainKind::Cards { deck: self.cards }
    }

    fn outcomes(&self) -> u128 {
        deals(self.cards, self.draws.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairness::{MAX_BRANCHES, exact};
    use crate::word::{IdealCiphertext, WireWord};
    use crate::{Cause, Envelope, Seeded};
    use bluff_exact::control::Control;

    fn setting(players: usize, cards: usize, hand: usize, bug: Option<&'static str>) -> Setting {
        Setting { players, cards, hand, bug }
    }

    #[test]
    fn the_deal_is_fair_against_all_but_one() {
        for (players, cards, hand, branches) in
            [(2, 3, 1, 36), (2, 4, 2, 576), (3, 3, 1, 216), (3, 4, 1, 13_824)]
        {
            let setting = setting(players, cards, hand, None);
            let deal = PROTOCOL.protocol(&setting).expect("allowed");
            let found = exact(&deal, &(PROTOCOL.holds)(&setting), MAX_BRANCHES, &Control::new())
                .expect("few branches");
            assert_eq!((found.branches, found.breaches), (branches, Vec::new()));
        }
    }

    #[test]
    fn who_shuffles_alone_knows_all() {
        for bug in ["lone-shuffler", "sattolo", "swap-with-any"] {
            let deal = PROTOCOL.protocol(&setting(2, 3, 1, Some(bug))).expect("allowed");
            let found = exact(&deal, &Parties::coalitions(2), MAX_BRANCHES, &Control::new())
                .expect("few branches");
            assert!(!found.fair(), "{bug}");
            if bug == "lone-shuffler" {
                assert_eq!(found.offenders(), [Parties::from(Party::at(0))]);
            }
        }
    }

    /// Attack 16: a card doubled in a shuffle is found before anything is dealt. Attack 17: so is a
    /// made-up one.
    #[test]
    fn a_changed_deck_is_found_at_once() {
        let changes: [fn(&mut Vec<WireWord>); 2] = [
            |body| body[3] = body[2].clone(),
            |body| {
                body[2] = WireWord::Sealed(IdealCiphertext {
                    id: 99,
                    content: 99,
                    keys: Parties::everybody(3),
                })
            },
        ];
        for change in changes {
            let mut coins: Vec<Seeded> = (0..3).map(|seed| Seeded::of(seed + 1)).collect();
            let cheat = |at: usize, envelope: &mut Envelope| {
                if let (1, Some(body)) = (at, &mut envelope.body) {
                    change(body);
                }
            };
            let mut table = DealTable::new(3, &mut coins).attacked_by(cheat);
            let deal = VerifiedDeck::<IdealCipher>::new(3, 5, rounds(3, 1)).expect("allowed");
            let blamed = Fault { who: Some(Party::at(1)), what: Cause::BadShuffle, at: 1 };
            assert_eq!(deal.run(&mut table), Err(blamed));
        }
    }

    #[test]
    fn the_cost_is_that_of_a_mix() {
        let mut coins: Vec<Seeded> = (0..2).map(|seed| Seeded::of(seed + 1)).collect();
        let mut table = DealTable::new(2, &mut coins);
        let card_cipher = IdealCipher::new(Parties::everybody(2));
        VerifiedDeck::new(2, 52, rounds(2, 2))
            .expect("allowed")
            .deal(&mut table, &card_cipher)
            .expect("honest");
        // Per player 2 for each of 52 cards and one share of each of four.
        assert_eq!((card_cipher.exponentiations(), table.messages()), (2 * 108, 2 + 4));
    }
}
