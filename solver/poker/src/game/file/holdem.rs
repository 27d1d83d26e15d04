//! Hold'em in game files: its open cards, ranges as players write them, and the betting left.

use bluff_exact::json::{Entries, Object};
use bluff_exact::{Piecewise, excerpt};

use crate::cards::{CardError, HandRange, OpenCards};

use super::super::families::check_game_name;
use super::super::spot::holdem_deck;
use super::super::{Betting, Deck, GameError, Player};
use super::GameFile;
use super::cards::{FileBoard, FileDeck, of_players};
use super::ranges::FileRanges;

/// The hands of a river of hold'em, and their weights.
///
/// Errors: `Card`, `Outside`, `SpotRange` and those of [`holdem_deck`].
pub(super) fn dealt_holdem(
    board: &FileBoard,
    ranges: &Entries<String>,
) -> Result<(Deck, Vec<Option<Piecewise>>), GameError> {
    let board = open_cards(board).map_err(|error| match error {
        CardError::BoardSize { given, count } => GameError::no_river(&given, count),
        error => GameError::Card(error),
    })?;
    holdem_deck(&board, &both_ranges(ranges)?)
}

fn open_cards(board: &FileBoard) -> Result<OpenCards, CardError> {
    board.names().join(" ").parse()
}

/// The ranges of both players; who has none may hold all hands.
fn both_ranges(ranges: &Entries<String>) -> Result<[HandRange; 2], GameError> {
    let mut texts = ["all"; 2];
    for (player, text) in of_players(ranges)? {
        texts[player.index()] = text;
    }
    let range = |player: Player| {
        let range = texts[player.index()].parse::<HandRange>();
        range.map_err(|error| GameError::SpotRange { player, error })
    };
    Ok([range(Player::I)?, range(Player::II)?])
}

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
        let texts = match &self.ranges {
            FileRanges::Hands(texts) => texts.clone(),
            FileRanges::Runs(runs) if runs.is_empty() => Entries::default(),
            FileRanges::Runs(_) => {
                return Err(GameError::malformed("ranges of cards by number are of format 1"));
            }
        };
        let ranges = both_ranges(&texts)?;
        let parts = betting.betting(true, Some(count))?;
        betting.spell(&parts.pot);
        self.board = FileBoard::Text(board.to_string());
        let texts = ["I", "II"].into_iter().zip(&ranges);
        let texts = texts.map(|(player, range)| (player.to_owned(), range.to_string()));
        self.ranges = FileRanges::Hands(Entries(texts.collect()));
        Ok((board, ranges, parts))
    }
}
