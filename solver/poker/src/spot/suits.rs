//! Exchanges of suits that change neither the board nor a range.

use super::Spot;
use crate::cards::{Card, CardSet, HoleCards};

/// An exchange of suits: the suit that each becomes.
pub(super) type SuitExchange = [usize; 4];

pub(super) fn image(card: Card, exchange: &SuitExchange) -> Card {
    Card::new(card.rank(), exchange[card.suit()])
}

/// The exchanges that fix the board of the start as a set, and both ranges with their weights; the
/// first leaves every suit.
pub(super) fn exchanges(spot: &Spot) -> Vec<SuitExchange> {
    let mut all: Vec<SuitExchange> = vec![];
    for code in 0..256_usize {
        let exchange = [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3];
        if (0..4).all(|suit| exchange.contains(&suit)) {
            all.push(exchange);
        }
    }
    let board = spot.board.cards();
    all.retain(|exchange| {
        let moved: CardSet = spot.board.dealt().iter().map(|card| image(*card, exchange)).collect();
        moved == board
            && spot.ranges.iter().all(|range| {
                range.hands().all(|(hand, weight)| {
                    let [high, low] = hand.pair().map(|card| image(card, exchange));
                    !hand.cards().is_disjoint(board)
                        || HoleCards::new(high, low).is_some_and(|it| range.weight(it) == weight)
                })
            })
    });
    all
}
