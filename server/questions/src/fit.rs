//! The question for a guess: a formula that fits the values of many decks.

use std::time::Duration;

use bluff_report::formula::FitReport;
use rational_bluff::control::map;
use rational_bluff::exact::Rational;
use rational_bluff::formula::DeckFit;
use rational_bluff::game::Game;

use crate::context::AnswerContext;
use crate::cost::together;
use crate::error::Error;
use crate::given::unexpected;
use crate::limits::MAP_CELLS;
use crate::over_http::{SHORT, limited_field};

/// The field of the largest deck, and its most.
pub(crate) const FIT: &str = "fit";
pub(crate) const MAX_FIT: u64 = 10_000;

/// The refusal of a fit of a game that has one deck.
pub(crate) fn beside_own_deck(last: &str) -> Error {
    unexpected(FIT, last, "none for a game with a deck of its own, or with ranges")
}

/// A question for a formula that fits all decks of a game up to one, without a proof.
#[derive(Clone, Debug)]
pub struct FitQuestion {
    /// The game, with any deck.
    pub game: Game,
    /// The largest deck that is solved.
    pub last: u64,
    /// A deck whose guess is wanted too.
    pub at: Option<u64>,
}

impl FitQuestion {
    /// The question with a largest deck that leaves enough of them.
    ///
    /// Errors: `Refused`, also for a game of one deck.
    pub fn new(game: Game, last: u64, at: Option<u64>) -> Result<Self, Error> {
        if !game.deck().is_ranks() || game.has_ranges() {
            return Err(beside_own_deck(&last.to_string()));
        }
        let question = Self { game, last, at };
        // At least as many decks are held out as a polynomial has coefficients.
        let least = question.first() + 3 * (question.game.players().len() as u64 + 1);
        if last < least {
            return Err(unexpected(FIT, &last.to_string(), &format!("{least} or more")));
        }
        Ok(question)
    }

    fn first(&self) -> u64 {
        (self.game.players().len() as u64).div_ceil(self.game.copies()).max(2)
    }

    fn games(&self) -> Result<Vec<Game>, Error> {
        let deck = |n| Ok(self.game.clone().with_deck(n, self.game.copies())?);
        (self.first()..=self.last).map(deck).collect()
    }

    /// The time that an answer takes.
    ///
    /// Errors: `Beyond` for what is too much over HTTP, and those of decks.
    pub fn cost(&self) -> Result<Duration, Error> {
        limited_field(FIT, self.last.into(), MAP_CELLS)?;
        together(self.games()?.iter())?;
        Ok(SHORT)
    }

    /// The fit of the values of player I, times the number of deals. Values are bounded and deals
    /// grow with the power of the players, so no higher degree can fit.
    ///
    /// Errors: those of solves and of [`DeckFit::new`]; `Refused` for a deck below the guess.
    pub fn answer(self, work: AnswerContext<'_>) -> Result<FitReport, Error> {
        let value = |game: Game| -> Result<Rational, Error> {
            let solution = work.solver.one_of_many(&game, work.control)?;
            Ok(&solution.values[0] * &game.deals())
        };
        let values: Vec<Rational> =
            map(self.games()?, value).into_iter().collect::<Result<_, _>>()?;
        let fit = DeckFit::new(self.first(), &values, self.game.players().len(), work.control)?;
        if let Some(n) = self.at.filter(|n| *n < fit.from) {
            return Err(unexpected("at", &n.to_string(), &format!("{} or more", fit.from)));
        }
        Ok(FitReport { game: self.game, fit, at: self.at })
    }
}
