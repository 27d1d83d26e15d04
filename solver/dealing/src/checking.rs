use super::setting::{boxed, singles};
use super::system::{at_least, enough_cards, playable};
use super::{
    Allowed, Cause, Coins, DealCost, DealTable, GainKind, NamedProtocol, OrFault, Party, Protocol,
    Rules, Setting,
};

/// Players take hands by themselves and find out whether these clash, and nothing else (Theorem 6).
///
/// For every two players a third one compares their hands in a code that only the two know. At the
/// first clash the deal is over (`Unfinished`); a deal that comes to an end is fair. A party has to
/// try again until then: the expected number of tries is one over the probability of no clash, 9/2
/// for three cards to three players, and explodes for real hands.
///
/// A player who takes a hand on purpose, not at random, cannot be found. Source: Bárány and Füredi,
/// Theorem 6.
///
/// Cost: `n + 2` messages for each of `n(n − 1)/2` pairs.
#[derive(Clone, Debug)]
pub struct Checking {
    cards: usize,
    sizes: Vec<usize>,
    /// The players whose hands are compared.
    pub(super) pairs: Vec<(Party, Party)>,
}

/// The protocol by name: every player has a hand of the same size, or of the size in
/// a variant.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "checking",
    title: "Compared by a third player",
    about: "hands taken at random until none clash, compared in code by a third player (Bárány and \
        Füredi, Theorem 6); a variant such as 2,1,1 has the size of each hand",
    assumes: "private channels",
    is_proved: false,
    ideal: |setting| boxed(named(setting)),
    real: None,
    cost: DealCost::Low,
    holds: |setting| singles(setting.players),
};

/// The check of a setting.
pub(super) fn named(setting: &Setting) -> Allowed<Checking> {
    let sizes = setting.hand_sizes()?;
    let alike = || vec![setting.hand; setting.players];
    Checking::new(setting.cards, if sizes.is_empty() { alike() } else { sizes })
}

impl Checking {
    /// Hands of these sizes from a deck of `cards`.
    ///
    /// Errors: fewer than three players; more cards in the hands than in the deck.
    pub fn new(cards: usize, sizes: Vec<usize>) -> Allowed<Self> {
        let given = sizes.len();
        at_least(3, given, "somebody has to compare the hands of two others (Theorem 5)")?;
        playable(given, cards, &[])?;
        enough_cards(cards, &sizes)?;
        let later =
            |one: Party| Party::all(given).skip(one.place() + 1).map(move |other| (one, other));
        Ok(Self { cards, sizes, pairs: Party::all(given).flat_map(later).collect() })
    }
}

impl Protocol for Checking {
    fn rules(&self) -> Rules {
        let gains = GainKind::Cards { deck: self.cards, dealt: self.sizes.iter().sum() };
        Rules::new(self.sizes.len(), gains)
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let (n, k) = (self.sizes.len(), self.cards);
        let mut hands = Vec::new();
        for (party, &size) in Party::all(n).zip(&self.sizes) {
            let mut left: Vec<usize> = (0..k).collect();
            let mut hand = Vec::new();
            for _ in 0..size {
                let card = left.remove(table.coins(party).below(left.len() as u64) as usize);
                table.gain(party, card as u64 + 1);
                hand.push(card);
            }
            hands.push(hand);
        }
        for &(one, other) in &self.pairs {
            let third =
                Party::at((0..3).find(|&t| t != one.place() && t != other.place()).unwrap_or(0));
            let code = table.coins(one).permutation(k);
            let theirs = table.send_permutation(one, other, "a code for the two", &code)?;
            let mut rows = Vec::new();
            for (party, code) in [(one, &code), (other, &theirs)] {
                let mut row: Vec<u64> =
                    hands[party.place()].iter().map(|&card| code.of(card) as u64).collect();
                // In order of the codes: the order of drawing is nobody's business.
                row.sort_unstable();
                let row = table.send(party, third, "the hand in this code", &row)?;
                row.iter().try_for_each(|&card| table.below(party, card, k).map(drop))?;
                let agreed = row.len() == self.sizes[party.place()];
                let what = Cause::Malformed { expected: "a hand of the agreed size, in order" };
                table.require(agreed && row.is_sorted_by(|one, next| one < next), party, what)?;
                rows.push(row);
            }
            let clash = rows[0].iter().any(|card| rows[1].contains(card));
            let told = table.publish(third, "whether the hands clash", &u64::from(clash))?;
            let clash = table.below(third, told, 2)? == 1;
            table.require(!clash, None, Cause::Unfinished { tries: 1 })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages;
    use crate::system::{is_deal, outcome};
    use crate::tests::testing::{checked, every};
    use bluff_exact::Rational;

    /// The law of the hands, given that nobody objects, is that of a fair deal; how often nobody
    /// does is the price.
    #[test]
    fn good_hands_are_a_fair_deal() {
        let cases = [(3, [1, 1, 1], (9, 2)), (4, [1, 1, 1], (8, 3)), (3, [1, 1, 0], (3, 2))];
        for (cards, sizes, tries) in cases {
            let check = Checking::new(cards, sizes.to_vec()).expect("three");
            let found = checked(&check, &singles(3));
            assert_eq!(found.breaches, Vec::new());
            let good = Rational::ONE - found.unfinished;
            assert_eq!(Rational::ONE / good, Rational::ratio(tries.0, tries.1), "{cards} cards");
        }
    }

    /// Every try of (3; 1, 1, 1), one by one: the verdict is right, and each pair costs n + 2
    /// messages.
    #[test]
    fn the_verdict_is_right() {
        let check = Checking::new(3, vec![1; 3]).expect("three");
        every(|coins| {
            let mut table = DealTable::new(3, coins);
            let ended = check.run(&mut table);
            let good = is_deal(3, &outcome(table.log()));
            assert_eq!(ended.is_ok(), good);
            let sent: usize = messages(table.log()).map(|message| message.to.len()).sum();
            assert_eq!(sent % 5, 0);
            assert!(!good || sent == 3 * 5);
        });
    }
}
