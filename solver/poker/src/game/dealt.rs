//! Cards that the tree deals: a new board for each.

use super::derived::Derived;
use super::{Deck, GameError, MAX_BOARD_HANDS};

impl Derived {
    /// Number of the board with one card more, a new one.
    ///
    /// Errors: `DealOfRanks`, `NotLeft`, `TooManyBoards`.
    pub(super) fn dealt(
        &mut self,
        deck: &Deck,
        node: &str,
        board: usize,
        kind: usize,
    ) -> Result<usize, GameError> {
        let Deck::Cards(cards) = deck else {
            return Err(GameError::DealOfRanks { node: node.to_owned() });
        };
        let not_left = || GameError::NotLeft {
            node: node.to_owned(),
            card: cards.kinds().get(kind).map_or_else(String::new, |kind| kind.name.clone()),
        };
        let given = (self.boards.len() + 1) * cards.hands().len();
        if given > MAX_BOARD_HANDS {
            return Err(GameError::TooManyBoards { given });
        }
        self.boards.push(self.boards[board].with(cards, kind).ok_or_else(not_left)?);
        Ok(self.boards.len() - 1)
    }

    /// Errors: `DealOfRanks`; `DealIncomplete` unless each card that may come does, once.
    pub(super) fn complete(
        &self,
        deck: &Deck,
        node: &str,
        board: usize,
        children: &[(usize, usize)],
    ) -> Result<(), GameError> {
        let Deck::Cards(cards) = deck else {
            return Err(GameError::DealOfRanks { node: node.to_owned() });
        };
        let count = |kind: &usize| children.iter().filter(|(dealt, _)| dealt == kind).count();
        match self.boards[board].next_cards().find(|kind| count(kind) != 1) {
            None => Ok(()),
            Some(kind) => Err(GameError::DealIncomplete {
                node: node.to_owned(),
                card: cards.kinds()[kind].name.clone(),
                given: count(&kind),
            }),
        }
    }
}
