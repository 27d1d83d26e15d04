//! Questions about every bet: one deck as a function of the bet, and Newman's game with all whole
//! bets.

use std::time::Duration;

use bluff_report::formula::{BetFunctionReport, WholeBetsReport};
use rational_bluff::formula::{BetFunction, MAX_DECK_DIGITS, WholeBetsLaw};
use rational_bluff::game::Family;
use rational_bluff::solve::Control;

use crate::error::Error;
use crate::given::{not_allowed, unexpected};

/// A question about one deck with every bet.
#[derive(Clone, Debug)]
pub struct BetFunctionQuestion {
    /// The name of the game.
    pub game: String,
    /// The number of cards.
    pub n: u64,
    /// True if only the best bets are wanted.
    pub best_only: bool,
}

impl BetFunctionQuestion {
    /// The time that an answer takes: 10000 cards have that many pieces.
    pub fn cost(&self) -> Duration {
        Duration::from_micros(100 * self.n)
    }

    /// The value as a function of the bet.
    ///
    /// Errors: `Refused` for any game but von Neumann's, and those of [`BetFunction::new`].
    pub fn answer(&self, control: &Control) -> Result<BetFunctionReport, Error> {
        let Self { game, n, best_only } = self;
        let name = Family::known(game)?.name;
        if name != "von-neumann" {
            let given = format!("no value of {name} as a function of the bet");
            return Err(not_allowed(given, "von-neumann"));
        }
        let function = BetFunction::new(*n, control)?;
        Ok(BetFunctionReport { function, best_only: *best_only })
    }
}

/// A question about every deck of Newman's game with all whole bets.
#[derive(Clone, Debug)]
pub struct WholeBetsQuestion {
    /// A deck that is wanted too, as it is typed.
    pub at: Option<String>,
}

impl WholeBetsQuestion {
    /// The time that an answer takes: the constants, and the decks of the picture.
    pub const COST: Duration = Duration::from_millis(500);

    /// The limit and the rate. A deck is solved unless it is too large; then its distance to the
    /// limit is enclosed.
    ///
    /// Errors: `Refused` for a deck that is none.
    pub fn answer(&self, control: &Control) -> Result<WholeBetsReport, Error> {
        let bug = || Error::System(String::from("the digits of a constant are not certain"));
        let law = WholeBetsLaw::new(WholeBetsLaw::DIGITS).ok_or_else(bug)?;
        let deck = |text: &String| {
            law.deck(text.parse()?, control)?.ok_or_else(|| {
                let allowed = format!("a whole number from 2 to below 10^{MAX_DECK_DIGITS}");
                unexpected("at", text, &allowed)
            })
        };
        let at = self.at.as_ref().map(deck).transpose()?;
        Ok(WholeBetsReport { law, at, decks: WholeBetsLaw::decks(control)? })
    }
}
