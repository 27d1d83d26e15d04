//! Number of rows of a sequence-form program, told before it is written.

use crate::game::{Game, Player};

use super::{IndexMap, ProgramError, SequenceForm};

/// The most rows that a program may have.
const MAX_ROWS: u64 = 100_000;
/// The most deals of two hands × ends of the hand that a program counts one by one: enough for all
/// hands of a river with one bet and a raise.
const MAX_DEALS: u64 = 1 << 24;

/// The unknowns of one player's program, none of them written yet. Errors: `NotTwoPlayer`.
pub(super) fn map(game: &Game, own: Player) -> Result<IndexMap, ProgramError> {
    SequenceForm::is_for(game)?;
    Ok(IndexMap::new(game, own, if own == Player::I { Player::II } else { Player::I }))
}

/// Those of the player whose program has fewer rows. Errors: `NotTwoPlayer`.
pub(super) fn fewer(game: &Game) -> Result<IndexMap, ProgramError> {
    let (one, two) = (map(game, Player::I)?, map(game, Player::II)?);
    Ok(if per_card(game, &one) < per_card(game, &two) { one } else { two })
}

/// Errors: `TooManyRows` if the program of all cards has more than a program may have, and
/// `TooManyDeals` of a deck that is not one of ranks.
pub(super) fn of_cards(game: &Game, map: &IndexMap) -> Result<(), ProgramError> {
    let per_card = per_card(game, map);
    let rows = per_card as u128 * u128::from(game.n());
    if !game.deck().is_ranks() {
        let deals = u128::from(game.n()).pow(2) * game.leaves().len() as u128;
        if deals <= u128::from(MAX_DEALS) && rows <= u128::from(MAX_ROWS) {
            return Ok(());
        }
        let (game, limits) = (game.label(), [MAX_ROWS, MAX_DEALS]);
        return Err(ProgramError::TooManyDeals { game, rows, deals, limits });
    }
    if rows <= u128::from(MAX_ROWS) {
        return Ok(());
    }
    let instead = if game.is_one_street() && game.copies() == 1 { "threshold" } else { "runs" };
    let (game, n, largest) = (game.name().to_owned(), game.n(), MAX_ROWS / per_card as u64);
    Err(ProgramError::TooManyRows { game, n, rows, limit: MAX_ROWS, largest, instead })
}

/// Errors: `TooManyRuns` if a program of so many runs has more rows than a program may have.
pub(super) fn of_runs(game: &Game, map: &IndexMap, runs: u64) -> Result<(), ProgramError> {
    let rows = per_card(game, map) as u128 * u128::from(runs);
    if rows <= u128::from(MAX_ROWS) {
        return Ok(());
    }
    Err(ProgramError::TooManyRuns { game: game.label(), runs, rows, limit: MAX_ROWS })
}

/// Rows per card, about: the plan's own and the other player's replies that are not constant.
fn per_card(game: &Game, map: &IndexMap) -> usize {
    let own_rows =
        map.families.len() + map.sums.iter().filter(|sum| sum.families.len() > 1).count();
    let constant = |sequence: &usize| {
        let ends =
            game.leaves().iter().filter(|leaf| leaf.sequences[map.other.index()] == *sequence);
        let follows = game.views_of(map.other).any(|(_, view)| view.parent == *sequence);
        !follows && ends.into_iter().all(|leaf| leaf.sequences[map.own.index()] == 0)
    };
    let replies = (1..game.sequences(map.other)).filter(|sequence| !constant(sequence)).count();
    own_rows + replies
}
