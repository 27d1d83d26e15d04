use std::ops::RangeInclusive;

use bluff_exact::Rational;

use super::{Cards, DealtHand};

/// Open cards at a place of the betting tree, and what they make of the hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The cards that were dealt in the tree, in order: their places in [`Cards::kinds`].
    pub cards: Vec<usize>,
    /// The names of these cards.
    pub name: String,
    /// Weight of each way to deal the hands from the cards that are left, against one without this
    /// board.
    pub(super) chance: Rational,
    /// Number of cards of each kind that are not open.
    pub(super) left: Vec<i64>,
    /// Strength of each hand.
    pub(super) strengths: Vec<u64>,
    /// The hands from 0, the weakest first.
    pub(super) order: Vec<usize>,
}

impl Board {
    /// The board of a deck that has none.
    pub(super) fn none() -> Self {
        Self {
            cards: Vec::new(),
            name: String::new(),
            chance: Rational::ONE,
            left: Vec::new(),
            strengths: Vec::new(),
            order: Vec::new(),
        }
    }

    pub(super) fn of(deck: &Cards, dealt: Vec<usize>, chance: Rational, left: Vec<i64>) -> Self {
        let open: Vec<usize> = deck.open().iter().chain(&dealt).copied().collect();
        let strengths: Vec<u64> =
            deck.hands().iter().map(|hand| deck.rule().strength(*hand, &open)).collect();
        let mut order: Vec<usize> = (0..strengths.len()).collect();
        order.sort_by_key(|hand| strengths[*hand]);
        let names: Vec<&str> = dealt.iter().map(|kind| deck.kinds()[*kind].name.as_str()).collect();
        Self { name: names.join(" "), cards: dealt, chance, left, strengths, order }
    }

    /// This board and one card more, each of the cards that are in no hand being as likely; `None`
    /// if no card of this kind is left, or none beside the hands.
    ///
    /// `c` ordered ways to draw the board, times the ways to deal both hands from the rest, count
    /// the deals with this board; of these each hand has `t (t − 1) …` for the cards of the board,
    /// where `t` are in no hand. So [`Self::chance`] is `c / t (t − 1) …`.
    pub(in crate::game) fn with(&self, deck: &Cards, kind: usize) -> Option<Self> {
        let unseen = self.left.iter().sum::<i64>() - 2 * deck.size() as i64;
        let drawn = *self.left.get(kind)?;
        if drawn < 1 || unseen < 1 {
            return None;
        }
        let mut left = self.left.clone();
        left[kind] -= 1;
        let dealt = self.cards.iter().copied().chain([kind]).collect();
        Some(Self::of(deck, dealt, &self.chance * Rational::ratio(drawn, unseen), left))
    }

    /// The hands from 1, in order of strength, that are as strong as one of them.
    pub(in crate::game) fn level_with(&self, hand: u64) -> RangeInclusive<u64> {
        let strength = self.strengths[hand as usize - 1];
        let weaker = self.strengths.partition_point(|other| *other < strength) as u64;
        weaker + 1..=self.strengths.partition_point(|other| *other <= strength) as u64
    }

    /// Number of cards of a kind that are neither open nor in these hands.
    pub(in crate::game) fn unseen(&self, kind: usize, hands: &[DealtHand]) -> u64 {
        let held = hands.iter().flat_map(|hand| hand.cards()).filter(|card| *card == kind).count();
        u64::try_from(self.left[kind] - held as i64).unwrap_or_default()
    }

    /// The kinds of cards of which one may come next.
    pub(in crate::game) fn next_cards(&self) -> impl Iterator<Item = usize> {
        self.left.iter().enumerate().filter(|(_, left)| **left > 0).map(|(kind, _)| kind)
    }
}
