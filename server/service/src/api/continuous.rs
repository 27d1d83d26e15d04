//! Labels of games without a deck, in addresses.

use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::over_http::few_sizes;
use rational_bluff::continuous::{self, Bets, read_label};
use rational_bluff::game::{Family, GameError};

/// The name of a game and its bets, within the limits of HTTP.
///
/// Errors: `LabelNotCanonical`, `Beyond`, and those of the library.
pub(crate) fn split(label: &str) -> Result<(String, Bets), Error> {
    let (game, bets) = read_label(label)?;
    few_sizes(&game, &bets)?;
    // Games spell their stakes in one way, whatever the deck: bet sizes ascend.
    let deck = || {
        let family = Family::named(&game)?;
        family.game(family.only_deck().unwrap_or(10), 1, bets.stakes()?).ok()
    };
    let stakes = deck().map(|deck| format!("{game}/{}", deck.stakes()));
    let expected = stakes.unwrap_or_else(|| continuous::label(&game, &bets));
    if expected != label {
        return Err(GameError::LabelNotCanonical { given: printable(label), expected }.into());
    }
    Ok((game, bets))
}
