//! Hold'em in game files: its open cards, and ranges as players write them.

use bluff_exact::Piecewise;
use bluff_exact::json::Entries;

use crate::cards::{CardError, HandRange, OpenCards};

use super::super::spot::holdem_deck;
use super::super::{Deck, GameError, Player};
use super::cards::{FileBoard, of_players};

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

pub(super) fn open_cards(board: &FileBoard) -> Result<OpenCards, CardError> {
    board.names().join(" ").parse()
}

/// The ranges of both players; who has none may hold all hands.
pub(super) fn both_ranges(ranges: &Entries<String>) -> Result<[HandRange; 2], GameError> {
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
