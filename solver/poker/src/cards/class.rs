//! The 169 classes of hands that differ in suits alone.

use std::fmt;

use super::{Card, HoleCards, RANKS, SUITS};

/// Number of classes: 13 pairs, 78 suited, 78 offsuit.
pub const CLASSES: usize = 169;

/// Hands of two ranks that are suited or not: `AKs`, `AKo`, `77`.
///
/// Its number is a place in the grid that players know: 13 rows and 13 columns from the ace down,
/// pairs on the diagonal, suited hands above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandClass(u8);

impl HandClass {
    /// The class of two ranks, 0 for a two and 12 for an ace; a pair is never suited.
    pub(super) fn new(one: usize, other: usize, suited: bool) -> Self {
        let (high, low) = (one.max(other), one.min(other));
        let (row, column) = if suited { (high, low) } else { (low, high) };
        Self(((12 - row) * RANKS.len() + 12 - column) as u8)
    }

    /// All classes, row by row.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..CLASSES as u8).map(Self)
    }

    /// Number of the class, from 0 (`AA`) row by row to 168 (`22`).
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Row and column in the grid, from 0.
    pub fn place(self) -> [usize; 2] {
        [self.index() / RANKS.len(), self.index() % RANKS.len()]
    }

    /// The higher rank, and the lower one.
    pub fn ranks(self) -> [usize; 2] {
        let [row, column] = self.place();
        [12 - row.min(column), 12 - row.max(column)]
    }

    /// True for two cards of one rank.
    pub fn is_pair(self) -> bool {
        let [high, low] = self.ranks();
        high == low
    }

    /// True for two cards of one suit.
    pub fn is_suited(self) -> bool {
        let [row, column] = self.place();
        column > row
    }

    /// Its hands: 6 of a pair, 4 that are suited, 12 that are not.
    pub fn hands(self) -> impl Iterator<Item = HoleCards> {
        let [high, low] = self.ranks();
        let suits =
            (0..SUITS.len()).flat_map(|one| (0..SUITS.len()).map(move |other| (one, other)));
        let fits = move |(one, other): &(usize, usize)| match (self.is_suited(), high == low) {
            (true, _) => one == other,
            (false, true) => one > other,
            (false, false) => one != other,
        };
        suits.filter(fits).filter_map(move |(one, other)| {
            HoleCards::new(Card::new(high, one), Card::new(low, other))
        })
    }
}

impl fmt::Display for HandClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [high, low] = self.ranks();
        let ending = if high == low { "" } else { if self.is_suited() { "s" } else { "o" } };
        write!(f, "{}{}{ending}", RANKS[high], RANKS[low])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_is_in_one_class() {
        let mut hands = Vec::new();
        for (at, class) in HandClass::all().enumerate() {
            let own: Vec<HoleCards> = class.hands().collect();
            assert!(own.iter().all(|hand| hand.class() == class), "{class}");
            let count = if class.is_pair() { 6 } else { if class.is_suited() { 4 } else { 12 } };
            assert_eq!((class.index(), own.len()), (at, count), "{class}");
            hands.extend(own);
        }
        hands.sort_unstable();
        assert!(hands.into_iter().eq(HoleCards::all()));
    }

    #[test]
    fn classes_stand_in_the_grid_of_players() {
        let names: Vec<String> = HandClass::all().map(|class| class.to_string()).collect();
        assert_eq!(names[..3], ["AA", "AKs", "AQs"]);
        assert_eq!([&names[13], &names[14], &names[168]], ["AKo", "KK", "22"]);
    }
}
