use crate::fairness::{Breach, MAX_BRANCHES, NotChecked, exact};
use crate::setting::singles;
use crate::system::{deals, enough_cards, is_deal};
use crate::{
    Allowed, Coins, DealTable, Gain, GainKind, OrFault, Parties, Party, Permutation, Protocol,
    RefusedSetting, Rules,
};
use bluff_exact::control::Control;

/// Why a protocol of two players is not fair: with hands that leave cards in the deck there is
/// always a reason (Theorem 3).
///
/// The theorem needs non-empty hands that together are smaller than the deck, which its source does
/// not say: if all cards go to two players, one of them may take his hand and announce it, for then
/// the other hand is known anyhow.
///
/// Errors: those of [`exact`], and `Given` unless two take part.
pub(super) fn impossible(
    protocol: &dyn Protocol,
    control: &Control,
) -> Result<Option<(Parties, Breach)>, NotChecked> {
    if protocol.parties() != 2 {
        let given = format!("{} parties", protocol.parties());
        return Err(RefusedSetting::unexpected(given, "2").into());
    }
    Ok(exact(protocol, &singles(2), MAX_BRANCHES, control)?.breaches.into_iter().next())
}

/// An attempt of two players without any assumption; each is refuted by [`impossible`].
#[derive(Clone, Debug)]
pub(super) struct TwoPlayers {
    cards: usize,
    sizes: [usize; 2],
    attempt: Attempt,
}

/// A way for two players to deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// Bárány and Füredi with nobody but `P1` and the keeper: he holds both of his codes, and so
    /// that of the places.
    Ring,
    /// Each takes a hand at random.
    Independent,
    /// The first deals for both.
    OneDeals,
    /// The deck is cut in two known piles, and each draws from his own.
    TwoPiles,
    /// The first takes a hand at random and announces it, the second takes his from the rest.
    Announces,
}

impl Attempt {
    /// All of them.
    pub(super) const ALL: [Self; 5] =
        [Self::Ring, Self::Independent, Self::OneDeals, Self::TwoPiles, Self::Announces];
}

impl TwoPlayers {
    /// Hands of these sizes.
    ///
    /// Errors: a deck that is too small; for two piles, also one that is too small for its hand.
    pub(super) fn new(cards: usize, sizes: [usize; 2], attempt: Attempt) -> Allowed<Self> {
        crate::system::playable(2, cards, &[])?;
        match attempt {
            Attempt::TwoPiles => enough_cards(cards, &[sizes[0].max(sizes[1]); 2])?,
            _ => enough_cards(cards, &sizes)?,
        }
        Ok(Self { cards, sizes, attempt })
    }

    /// Takes cards out of a pile for the player's hand.
    fn take(&self, table: &mut DealTable<'_>, party: Party, pile: &mut Vec<u64>) -> Vec<u64> {
        let hand = |_| {
            let card = pile.remove(table.coins(party).below(pile.len() as u64) as usize);
            table.gain(party, card);
            card
        };
        (0..self.sizes[party.place()]).map(hand).collect()
    }

    fn ring(&self, table: &mut DealTable<'_>, first: Party, keeper: Party) -> OrFault {
        let k = self.cards;
        let code = table.coins(first).permutation(k);
        let code =
            table.send_permutation(first, keeper, "the sender's code of the cards", &code)?;
        let places = table.coins(keeper).permutation(k);
        let reader = code.after(&places.inverse());
        let reader = table.send_permutation(keeper, first, "his code, read by places", &reader)?;
        let mut free: Vec<usize> = (0..k).collect();
        for drawer in [vec![first; self.sizes[0]], vec![keeper; self.sizes[1]]].concat() {
            // There is no other player to choose the place, and none to hide it from.
            let place = free.remove(table.coins(first).below(free.len() as u64) as usize);
            let place = table.send(first, keeper, "a place", &(place as u64))? as usize;
            let card =
                if drawer == first { code.origin(reader.of(place)) } else { places.origin(place) };
            table.gain(drawer, card as u64 + 1);
        }
        Ok(())
    }
}

impl Protocol for TwoPlayers {
    fn rules(&self) -> Rules {
        // Hands in the order of drawing, but for the last one if it is all that is left.
        let all = self.sizes[0] + self.sizes[1];
        let rest = all == self.cards && self.attempt == Attempt::Announces;
        let outcomes = deals(self.cards, if rest { self.sizes[0] } else { all });
        Rules::new(2, GainKind::Other { what: "hands of two players", outcomes })
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let [first, second] = [0, 1].map(Party::at);
        let mut deck: Vec<u64> = (1..=self.cards as u64).collect();
        match self.attempt {
            Attempt::Ring => self.ring(table, first, second)?,
            Attempt::Independent => {
                self.take(table, first, &mut deck.clone());
                self.take(table, second, &mut deck);
            }
            Attempt::OneDeals => {
                self.take(table, first, &mut deck);
                let shuffled: Permutation = table.coins(first).permutation(deck.len());
                let hand = shuffled.moved(&deck)[..self.sizes[1]].to_vec();
                let hand = table.send(first, second, "the other hand", &hand)?;
                hand.iter().for_each(|&card| table.gain(second, card));
            }
            Attempt::TwoPiles => {
                let mut other = deck.split_off(self.cards / 2);
                self.take(table, first, &mut deck);
                self.take(table, second, &mut other);
            }
            Attempt::Announces => {
                let mut hand = self.take(table, first, &mut deck);
                hand.sort_unstable();
                let hand = table.send(first, second, "the sender's hand, in order", &hand)?;
                let mut rest: Vec<u64> =
                    (1..=self.cards as u64).filter(|card| !hand.contains(card)).collect();
                if rest.len() > self.sizes[1] {
                    self.take(table, second, &mut rest);
                } else {
                    rest.iter().for_each(|&card| table.gain(second, card));
                }
            }
        }
        Ok(())
    }

    fn legal(&self, outcome: &[Gain]) -> bool {
        is_deal(self.cards, outcome)
    }
}

fn refuted(cards: usize, sizes: [usize; 2], attempt: Attempt) -> bool {
    let protocol = TwoPlayers::new(cards, sizes, attempt).expect("enough cards");
    impossible(&protocol, &Control::new()).expect("few branches").is_some()
}

#[test]
fn nothing_works_while_cards_are_left() {
    for attempt in Attempt::ALL {
        for (cards, sizes) in [(3, [1, 1]), (4, [1, 1]), (4, [2, 1])] {
            assert!(refuted(cards, sizes, attempt), "{attempt:?} {cards} {sizes:?}");
        }
    }
}

/// The cases outside the theorem: no cards are left, or a hand is empty.
#[test]
fn what_the_theorem_should_say() {
    for (cards, sizes) in [(2, [1, 1]), (4, [2, 2]), (4, [1, 3])] {
        assert!(!refuted(cards, sizes, Attempt::Announces), "{cards} {sizes:?}");
        assert!(refuted(cards, sizes, Attempt::Independent), "{cards} {sizes:?}");
    }
    for (cards, sizes) in [(3, [1, 0]), (4, [2, 0]), (4, [0, 3])] {
        assert!(!refuted(cards, sizes, Attempt::Independent), "{cards} {sizes:?}");
    }
}

/// All protocols with one message each way and coins with three sides, and in truth with as
/// many messages as you like.
///
/// Whatever was said, the coins that fit it are a rectangle: some of the first player's three
/// with any of some of the second's, and each card is a function of the own coin and what was
/// said. So a protocol is a table of rectangles, and fair only if each of them is: whoever
/// holds a card finds it never, and all others equally often, in the other hand.
#[test]
fn no_protocol_of_two_messages_is_fair() {
    let fair = |k: u64| {
        let hands = |coins: u32| {
            (0..k.pow(coins))
                .map(move |code| (0..coins).map(|coin| 1 + code / k.pow(coin) % k).collect())
        };
        let hands: Vec<Vec<u64>> = (1..=3).flat_map(hands).collect();
        let due = |own: u64, other: &[u64]| {
            let often = |card| other.iter().filter(|&&held| held == card).count() as u64;
            (1..=k).all(|card| {
                often(card) * (k - 1) == if card == own { 0 } else { other.len() as u64 }
            })
        };
        let both = |first: &[u64], second: &[u64]| {
            first.iter().all(|&own| due(own, second)) && second.iter().all(|&own| due(own, first))
        };
        hands
            .iter()
            .map(|first| hands.iter().filter(|second| both(first, second)).count())
            .sum::<usize>()
    };
    // Without a card left over, whoever announces wins: either card, for one to three coins of
    // each player.
    assert_eq!([2, 3, 4].map(fair), [2 * 3 * 3, 0, 0]);
}
