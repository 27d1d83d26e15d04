//! Cards that the tree deals: a new board for each.

use super::derived::Derived;
use super::{Deck, GameError, MAX_BOARD_HANDS};

impl Derived {
    /// Number of the board with one card more, a new one.
    ///
    /// Errors: `Outside`.
    pub(super) fn dealt(
        &mut self,
        deck: &Deck,
        node: &str,
        board: usize,
        kind: usize,
    ) -> Result<usize, GameError> {
        let Deck::Cards(cards) = deck else { return Err(deal_of_ranks(node)) };
        let card = || cards.kinds().get(kind).map_or("", |kind| &kind.name);
        let given = (self.boards.len() + 1) * cards.hands().len();
        if given > MAX_BOARD_HANDS {
            let given = format!("{given} boards × hands and more");
            return Err(GameError::expected(given, format!("at most {MAX_BOARD_HANDS}")));
        }
        let not_left = || not_left(node, card());
        self.boards.push(self.boards[board].with(cards, kind).ok_or_else(not_left)?);
        Ok(self.boards.len() - 1)
    }

    /// Errors: `Outside` unless each card that may come does, once.
    pub(super) fn complete(
        &self,
        deck: &Deck,
        node: &str,
        board: usize,
        children: &[(usize, usize)],
    ) -> Result<(), GameError> {
        let Deck::Cards(cards) = deck else { return Err(deal_of_ranks(node)) };
        let count = |kind: &usize| children.iter().filter(|(dealt, _)| dealt == kind).count();
        match self.boards[board].next_cards().find(|kind| count(kind) != 1) {
            None => Ok(()),
            Some(kind) => {
                let (card, times) = (&cards.kinds()[kind].name, count(&kind));
                let given = format!("node “{node}” deals “{card}” {times} times");
                Err(GameError::expected(given, "each card that is left once"))
            }
        }
    }
}

/// The error of a card dealt from a deck that has no board.
pub(super) fn deal_of_ranks(node: &str) -> GameError {
    let given = format!("node “{node}” deals a card");
    GameError::expected(given, "a deck of cards in a game file of format 2")
}

/// The error of a card that cannot come.
pub(super) fn not_left(node: &str, card: &str) -> GameError {
    let given = format!("node “{node}” deals “{card}”");
    GameError::expected(given, "cards that are left beside board and hands")
}
