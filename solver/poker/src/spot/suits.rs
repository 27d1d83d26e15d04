//! Exchanges of suits that change neither the board nor a range.

use bluff_exact::RefusedValue;

use super::{Spot, SpotLock};
use crate::cards::{Card, CardSet, HandRange, OpenCards, SuitExchange, suit_exchanges};
use crate::game::GameError;

/// The exchanges that fix the board of the start as a set, and both ranges with their weights; the
/// first leaves every suit.
pub(super) fn exchanges(spot: &Spot) -> Vec<SuitExchange> {
    let board = spot.board.cards();
    let mut all = exchanges_of_ranges(&spot.ranges, board);
    all.retain(|exchange| moved(spot.board.dealt(), exchange) == board);
    all
}

fn moved(cards: &[Card], exchange: &SuitExchange) -> CardSet {
    cards.iter().map(|card| card.exchanged(exchange)).collect()
}

/// The exchanges that fix the weights of all hands without these cards.
fn exchanges_of_ranges(ranges: &[HandRange], dead: CardSet) -> Vec<SuitExchange> {
    let is_fixed = |exchange: &SuitExchange| {
        let fixes = |range: &HandRange| {
            let mut live = range.hands().filter(|(hand, _)| hand.cards().is_disjoint(dead));
            live.all(|(hand, weight)| range.weight(hand.exchanged(exchange)) == weight)
        };
        ranges.iter().all(fixes)
    };
    suit_exchanges().filter(is_fixed).collect()
}

impl Spot {
    /// All boards with as many cards, one of those that suits make alike, with their number.
    ///
    /// Boards are alike if an exchange of suits that changes no weight of either range, and no row
    /// of the lock, leads from one to the other. Where ranges do not tell suits apart, there are
    /// 1,755 flops.
    ///
    /// ```
    /// use bluff_poker::spot::Spot;
    /// let text = |range: &str| format!(
    ///     r#"{{ "format": 2, "name": "flop", "players": 2, "deck": "hold'em", "board": "QsJh2h",
    ///          "ranges": {{ "I": "{range}", "II": "all" }},
    ///          "betting": {{ "pot": "1", "stacks": "1",
    ///                       "flop": {{}}, "turn": {{}}, "river": {{}} }} }}"#,
    /// );
    /// for (range, classes) in [("AA,T9s", 1_755), ("AhKh", 5_252), ("AhKd", 12_519)] {
    ///     let boards = Spot::read(&text(range))?.boards_up_to_suits(None);
    ///     let all: u64 = boards.iter().map(|(_, count)| count).sum();
    ///     assert_eq!((boards.len(), all), (classes, 22_100));
    /// }
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn boards_up_to_suits(&self, lock: Option<&SpotLock>) -> Vec<(OpenCards, u64)> {
        let locked = lock.map_or(Some(Vec::new()), SpotLock::ranges);
        let is_free = locked.is_some();
        let ranges = [self.ranges.as_slice(), &locked.unwrap_or_default()].concat();
        let mut exchanges = exchanges_of_ranges(&ranges, CardSet::default());
        exchanges.truncate(if is_free { exchanges.len() } else { 1 });
        let deck: Vec<Card> = Card::deck().collect();
        let mut all = Vec::new();
        // Places of cards in the deck, the highest first.
        let mut at: Vec<usize> = (52 - self.board.dealt().len()..52).rev().collect();
        loop {
            let cards: Vec<Card> = at.iter().map(|place| deck[*place]).collect();
            let own: CardSet = cards.iter().copied().collect();
            let mut alike: Vec<CardSet> = exchanges.iter().map(|it| moved(&cards, it)).collect();
            alike.sort_unstable();
            alike.dedup();
            if alike.last() == Some(&own) {
                all.push((OpenCards::of(cards), alike.len() as u64));
            }
            // The lowest card that can go down does; those below it follow.
            let Some(lowest) = (0..at.len()).rev().find(|it| at[*it] > at.len() - 1 - it) else {
                return all;
            };
            at[lowest] -= 1;
            (lowest + 1..at.len()).for_each(|it| at[it] = at[it - 1] - 1);
        }
    }

    /// The same spot on another board.
    ///
    /// Errors: those of ranges that the board excludes; `Outside` unless it has as many cards.
    pub fn on_board(&self, board: &OpenCards) -> Result<Self, GameError> {
        let [given, expected] = [board, &self.board].map(|board| board.dealt().len());
        if given != expected {
            let allowed = format!("{expected} cards, as the spot has");
            return Err(GameError::Outside(RefusedValue::of("board", board.to_string(), allowed)));
        }
        let mut file = self.file.clone();
        file.put_board(board);
        Self::of_file(file)
    }
}
