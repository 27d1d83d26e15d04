use std::marker::PhantomData;

use bluff_exact::counted;

use super::card_cipher::{CardCipher, IdealCipher};
use super::setting::{boxed, real};
use super::system::{at_least_two, playable};
use super::{
    Allowed, Cause, Coins, DealCost, DealTable, Gain, GainKind, MaskedDeck, NamedProtocol, OrFault,
    Parties, Party, Protocol, Rules, Setting,
};

/// The first player puts a masked card back into a deck at a place only he knows; the order of the
/// others stays.
///
/// At the end he reads the deck. The outcome is how many cards he finds under it, which he alone is
/// entitled to know.
/// Source: Schindelhauer's toolbox.
///
/// Holds against all players but one. Cost: see [`MaskedDeck::insert`], a moved card, `1 + n` moved
/// decks and `(2n − 1)(k + 1)` shares.
#[derive(Clone, Debug)]
pub struct Insertion<V> {
    players: usize,
    cards: usize,
    /// The players who turn the deck after the card was put in: all.
    pub(super) turning: Parties,
    cipher: PhantomData<fn() -> V>,
}

/// The protocol by name.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "insertion",
    title: "Card put back in secret",
    about: "a player puts a card back into the deck at a place nobody else knows",
    assumes: super::setting::CURVE,
    is_proved: true,
    ideal: |setting| boxed(Insertion::<IdealCipher>::new(setting)),
    real: real!(|setting| boxed(Insertion::<super::card_cipher::ElGamal>::new(setting))),
    cost: DealCost::Low,
    holds: |setting| Parties::coalitions(setting.players),
};

impl<V: CardCipher> Insertion<V> {
    /// Into the deck of a setting.
    ///
    /// Errors: fewer than two players, too many of them; no cards, too many of them.
    pub(super) fn new(setting: &Setting) -> Allowed<Self> {
        let &Setting { players, cards, .. } = setting;
        at_least_two(players)?;
        playable(players, cards, &[Party::at(0)])?;
        Ok(Self { players, cards, turning: Parties::everybody(players), cipher: PhantomData })
    }

    /// A card more than the deck has; markers are 0 and 1.
    fn values(&self) -> u64 {
        (self.cards as u64 + 1).max(2)
    }

    /// Inserts card `k` into the masked deck of cards `0..k`, which lie in this order with 0 on
    /// top.
    ///
    /// Errors: whatever a party does wrong.
    pub fn insert<'v>(
        &self,
        table: &mut DealTable<'_>,
        cipher: &'v V,
    ) -> OrFault<MaskedDeck<'v, V>> {
        let (by, k) = (Party::at(0), self.cards as u64);
        let mut deck = MaskedDeck::open(cipher, self.values(), &[(0..k).collect()]);
        table.promise(by);
        let under = table.coins(by).below(k);
        deck.insert(table, by, &[cipher.face(k)], under as usize, self.turning)?;
        // The last card of the row is the bottom of the deck.
        let row = deck.read(table, (0..deck.piles()).map(|pile| (0, pile)), by)?;
        let found = row.into_iter().rev().position(|card| card == k);
        if table.reads(by) {
            table.gain(by, found.ok_or_else(|| table.fault(None, Cause::UnknownCard))? as u64);
        }
        Ok(deck)
    }
}

impl<V: CardCipher> Protocol for Insertion<V> {
    fn rules(&self) -> Rules {
        let outcomes = self.cards as u128;
        Rules::new(self.players, GainKind::Other { what: "the place of a card", outcomes })
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let cipher = V::agree(table, Parties::everybody(self.players), self.values())?;
        self.insert(table, &cipher).map(drop)
    }

    fn legal(&self, outcome: &[Gain]) -> bool {
        matches!(outcome, [under] if under.value < self.cards as u64)
    }

    fn told(&self, _: Parties, known: &[u64]) -> Option<String> {
        known.last().map(|under| counted(under, "card below it", "cards below it"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{changing, coins, every, fault, played};
    use crate::{Event, WireWord, outcome};

    /// Party 1 sends a second copy of card 0, with an honest proof that it is card 0: refused, with
    /// his name.
    #[cfg(feature = "cryptography")]
    #[test]
    fn a_second_copy_of_a_card_is_refused() {
        use crate::card_cipher::ElGamal;
        // The proof that a pile is card 0, which nobody asked for.
        let mut source = coins(2, 1);
        let mut table = DealTable::new(2, &mut source);
        let both = Parties::everybody(2);
        let cipher = ElGamal::agree(&mut table, both, 5).expect("honest");
        let mut deck = MaskedDeck::open(&cipher, 5, &[(0..4).collect()]);
        deck.insert(&mut table, Party::at(0), &[cipher.face(0)], 1, both).expect("honest");
        let copy = crate::messages(table.log()).nth(2).expect("a pile").body.clone();
        let insertion = Insertion::<ElGamal>::new(&Setting::new(2, 4, 1)).expect("allowed");
        assert_eq!(played(&insertion, 1, |_, _| {}).0, Ok(()));
        let (ended, _) = played(&insertion, 1, changing(2, |body| body.clone_from(&copy)));
        assert_eq!(ended, Err(fault(0, 2, Cause::BadShuffle)));
    }

    /// Over ideal ciphertexts, the same.
    #[test]
    fn another_card_than_the_one_put_in_is_refused() {
        let other = changing(0, |body| {
            for word in body {
                if let WireWord::Sealed(sealed) = word {
                    sealed.content = 0;
                }
            }
        });
        let insertion = Insertion::<IdealCipher>::new(&Setting::new(3, 3, 1)).expect("allowed");
        assert_eq!(played(&insertion, 1, other).0, Err(fault(0, 0, Cause::BadShuffle)));
    }

    /// Under every sequence of coins the old order stays, and as many cards lie under the new one
    /// as its owner wanted.
    #[test]
    fn the_card_lies_where_it_should_and_the_others_as_before() {
        let insertion = Insertion::<IdealCipher>::new(&Setting::new(2, 4, 1)).expect("allowed");
        let mut markers = [[0; 5]; 4];
        every(|coins| {
            let mut table = DealTable::new(2, coins);
            let cipher = IdealCipher::new(Parties::everybody(2));
            let deck = insertion.insert(&mut table, &cipher).expect("honest");
            let order: Vec<u64> =
                (0..5).map(|place| deck.show(&mut table, 0, place).expect("honest")).collect();
            let under = outcome(table.log())[0].value as usize;
            let mut expected = vec![0, 1, 2, 3];
            expected.insert(4 - under, 4);
            assert_eq!(order, expected);
            markers[under][marker(table.log())] += 1;
        });
        // Where the marker shows: each place five times of 25, whatever the place of the card.
        assert_eq!(markers, [[5; 5]; 4]);
    }

    /// The place where the marker was shown: the first of five that opens to 1.
    fn marker(log: &[Event]) -> usize {
        let share = |event: &Event| match event {
            Event::Message(message) if message.from == Party::at(0) => match message.body[..] {
                [WireWord::Number(1), WireWord::RevealToken(token)] => Some(token.of.content),
                _ => None,
            },
            _ => None,
        };
        log.iter().filter_map(share).position(|content| content == 1).expect("a marker")
    }
}
