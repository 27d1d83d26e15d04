//! Questions about every bet: one deck as a function of the bet, and Newman's game with all whole
//! bets.

use std::time::Duration;

use bluff_report::formula::WholeBetsReport;
use rational_bluff::formula::{BetFunction, MAX_DECK_DIGITS, WholeBetsLaw};
use rational_bluff::game::Family;
use rational_bluff::solve::Control;

use crate::error::Error;
use crate::given::{in_words, unexpected};

/// The time that a function of the bet takes for each card: 10000 cards have that many pieces.
pub(crate) const CARD: Duration = Duration::from_micros(100);
/// The time that an answer about all whole bets takes: the constants, and the decks of the picture.
pub(crate) const WHOLE_BETS: Duration = Duration::from_millis(500);

/// The value of a deck as a function of the bet.
///
/// Errors: `Refused` for any game but von Neumann's, and those of [`BetFunction::new`].
pub(crate) fn bet_function(game: &str, n: u64, control: &Control) -> Result<BetFunction, Error> {
    let name = Family::known(game)?.name;
    if name != "von-neumann" {
        let given = format!("no value of {name} as a function of the bet");
        return Err(in_words("game", name, given, "von-neumann"));
    }
    Ok(BetFunction::new(n, control)?)
}

/// The limit and the rate of Newman's game with all whole bets. A deck, as it is typed, is solved
/// unless it is too large; then its distance to the limit is enclosed.
///
/// Errors: `Refused` for a deck that is none.
pub(crate) fn whole_bets(at: Option<&str>, control: &Control) -> Result<WholeBetsReport, Error> {
    let bug = || Error::System(String::from("the digits of a constant are not certain"));
    let law = WholeBetsLaw::new(WholeBetsLaw::DIGITS).ok_or_else(bug)?;
    let deck = |text: &str| {
        law.deck(text.parse()?, control)?.ok_or_else(|| {
            let allowed = format!("a whole number from 2 to below 10^{MAX_DECK_DIGITS}");
            unexpected("at", text, &allowed)
        })
    };
    let at = at.map(deck).transpose()?;
    Ok(WholeBetsReport { law, at, decks: WholeBetsLaw::decks(control)? })
}
