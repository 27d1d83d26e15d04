//! Places of hold'em from the flop on, as game files spell them.

use bluff_exact::excerpt;
use bluff_exact::json::{Entries, Object};

use crate::cards::{CardError, HandRange, OpenCards};

use super::super::families::check_game_name;
use super::super::{Betting, GameError};
use super::GameFile;
use super::cards::{FileBoard, FileDeck};
use super::holdem::{both_ranges, open_cards};
use super::ranges::FileRanges;

impl GameFile {
    /// Board, ranges and betting of a place of hold'em from the flop on. Afterwards the file has
    /// them in one spelling.
    ///
    /// Errors: `UnknownFormat`, `Malformed` of other games, and those of names, cards and betting.
    pub(crate) fn holdem(&mut self) -> Result<(OpenCards, [HandRange; 2], Betting), GameError> {
        if self.format.text != "2" {
            return Err(GameError::UnknownFormat { given: excerpt(&self.format.text) });
        }
        let is_spot = self.deck.as_ref().is_some_and(FileDeck::is_holdem)
            && self.players.text == "2"
            && [&self.n, &self.copies].iter().all(|number| number.is_none())
            && self.deals.is_none()
            && self.root.is_empty()
            && self.nodes.is_empty();
        let Some(Object(betting)) = self.betting.as_mut().filter(|_| is_spot) else {
            return Err(GameError::malformed(
                "a spot, expected the deck hold'em, 2 players and betting",
            ));
        };
        check_game_name(&self.name)?;
        let board = open_cards(&self.board)?;
        let count = board.dealt().len();
        if !(3..=5).contains(&count) {
            let given = board.to_string();
            return Err(CardError::BoardSize { given, count }.into());
        }
        let texts = self.ranges.by_player()?;
        let ranges = both_ranges(&texts)?;
        let mut parts = betting.betting(true, Some(count))?;
        let [one, two] = std::mem::take(&mut parts.blinds);
        if one != two {
            let given = format!("paid by player I {one}, by player II {two}");
            return Err(GameError::expected(given, "as much by both when a flop is dealt"));
        }
        parts.pot += &(one + two);
        betting.spell(&parts.pot);
        self.put_board(&board);
        let texts = ["I", "II"].into_iter().zip(&ranges);
        let texts = texts.map(|(player, range)| (player.to_owned(), range.to_string()));
        self.ranges = FileRanges::Hands(Entries(texts.collect()));
        Ok((board, ranges, parts))
    }

    /// Puts another board in the place of its own.
    pub(crate) fn put_board(&mut self, board: &OpenCards) {
        self.board = FileBoard::Text(board.to_string());
    }
}
