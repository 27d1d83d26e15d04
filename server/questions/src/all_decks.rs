//! The question for a formula: of all decks of a game, or of one deck with every bet.

use std::sync::Arc;
use std::time::Duration;

use bluff_report::formula::{AllDecksReport, FormulaFormError};
use rational_bluff::certificate::family::CertifiedFamily;
use rational_bluff::continuous::Bets;
use rational_bluff::game::{Family, MAX_CARDS};
use rational_bluff::solve::Control;

use crate::error::Error;

use crate::every_bet::{BetFunctionQuestion, WholeBetsQuestion};
use crate::family::FamilyQuestion;
use crate::formula::{FormulaQuestion, has_formula};
use crate::number::parse_whole;

/// A question for a formula, by the way in which it is proved.
#[derive(Clone, Debug)]
pub enum AllDecksQuestion {
    /// The closed form of a one-street game.
    Closed(FormulaQuestion),
    /// Strategies for every deck.
    Family(Box<FamilyQuestion>),
    /// Newman's game with all whole bets.
    WholeBets(WholeBetsQuestion),
    /// One deck with every bet.
    EveryBet(BetFunctionQuestion),
}

/// Text of what is asked for beside a formula.
#[derive(Clone, Debug, Default)]
pub struct BesideFormula {
    /// A deck whose value is wanted too.
    pub at: Option<String>,
    /// A residue whose strategies are wanted too.
    pub residue: Option<String>,
    /// True if a one-street game is to be proved by strategies too.
    pub certificate: bool,
}

impl BesideFormula {
    /// The deck and the residue; `prefix` is what stands before the names of options.
    ///
    /// Errors: `Malformed`, `Beyond`.
    pub fn numbers(&self, prefix: &str) -> Result<(Option<u64>, Option<u64>), Error> {
        let whole = |name: &str, text: &Option<String>, least| {
            let read =
                |text: &String| parse_whole(&format!("{prefix}{name}"), text, least..=MAX_CARDS);
            text.as_ref().map(read).transpose()
        };
        Ok((whole("at", &self.at, 2)?, whole("residue", &self.residue, 0)?))
    }
}

impl AllDecksQuestion {
    /// The question for the formula of a game with these bets. `prefix` is what stands before the
    /// names of options.
    ///
    /// Errors: `Malformed` and `Beyond` for what stands beside the bets, and those of the game.
    pub fn new(
        game: String,
        bets: Bets,
        beside: BesideFormula,
        prefix: &str,
    ) -> Result<Self, Error> {
        let family = Family::known(&game)?;
        if bets == Bets::Whole && family.whole_bets {
            if let Some(residue) = beside.residue {
                let expected = "expected none: the formula of all whole bets has no period";
                return Err(Error::Malformed(format!("{prefix}residue {residue}, {expected}")));
            }
            return Ok(Self::WholeBets(WholeBetsQuestion { at: beside.at }));
        }
        let (at, residue) = beside.numbers(prefix)?;
        Ok(match beside.certificate || !has_formula(family) {
            true => {
                let game = FamilyQuestion::game(&game, &bets)?;
                Self::Family(Box::new(FamilyQuestion { game, at, residue }))
            }
            false => Self::Closed(FormulaQuestion { game, bets, at, residue }),
        })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        match self {
            Self::Closed(question) => &question.game,
            Self::Family(question) => question.game.name(),
            Self::WholeBets(_) => "newman",
            Self::EveryBet(question) => &question.game,
        }
    }

    /// The time that an answer takes.
    ///
    /// Errors: those of the question that can be seen before it is worked on.
    pub fn cost(&self) -> Result<Duration, Error> {
        match self {
            Self::Closed(question) => question.cost(),
            Self::Family(question) => question.cost(),
            Self::WholeBets(_) => Ok(WholeBetsQuestion::COST),
            Self::EveryBet(question) => Ok(question.cost()),
        }
    }

    /// The formula. `proved` proves a family, or knows it.
    ///
    /// Errors: those of the question.
    pub fn answer_with(
        &self,
        control: &Control,
        proved: impl FnOnce(&FamilyQuestion) -> Result<Arc<CertifiedFamily>, Error>,
    ) -> Result<AllDecksReport, Error> {
        Ok(match self {
            Self::Closed(question) => AllDecksReport::Closed(question.answer(control)?),
            Self::Family(question) => AllDecksReport::Family(question.report(proved(question)?)?),
            Self::WholeBets(question) => AllDecksReport::WholeBets(question.answer(control)?),
            Self::EveryBet(question) => AllDecksReport::EveryBet(question.answer(control)?),
        })
    }

    /// The formula.
    ///
    /// Errors: those of the question.
    pub fn answer(&self, control: &Control) -> Result<AllDecksReport, Error> {
        self.answer_with(control, |question| question.prove(control))
    }
}

impl From<FormulaFormError> for Error {
    fn from(error: FormulaFormError) -> Self {
        match error {
            FormulaFormError::Formula(error) => error.into(),
            FormulaFormError::Pure(error) => error.into(),
            missing @ FormulaFormError::Missing { .. } => Self::Malformed(missing.to_string()),
        }
    }
}
