//! Exchanges of suits.

use super::{Card, HoleCards};

/// An exchange of suits: the suit that each becomes.
pub(crate) type SuitExchange = [usize; 4];

/// All exchanges; the first leaves every suit.
pub(crate) fn suit_exchanges() -> impl Iterator<Item = SuitExchange> {
    let exchanges = (0..256).map(|code| [6, 4, 2, 0].map(|from| code >> from & 3));
    exchanges.filter(|exchange| (0..4).all(|suit| exchange.contains(&suit)))
}

impl Card {
    /// The card with its suit exchanged.
    pub(crate) fn exchanged(self, exchange: &SuitExchange) -> Self {
        Self::new(self.rank(), exchange[self.suit()])
    }
}

impl HoleCards {
    /// The hand with its suits exchanged.
    pub(crate) fn exchanged(self, exchange: &SuitExchange) -> Self {
        let [high, low] = self.pair().map(|card| card.exchanged(exchange));
        Self::new(high, low).unwrap_or(self)
    }
}
