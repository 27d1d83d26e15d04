//! Formulas in which the bets are not a list: one deck with every bet, and all whole bets.

use bluff_batch::error::Error;
use bluff_batch::questions::every_bet::{BetFunctionQuestion, WholeBetsQuestion};
use bluff_report::formula::{BetFunctionReport, WholeBetsReport};
use rational_bluff::formula::MAX_BET_DECK;
use rational_bluff::game::{ARGUMENTS, CARDS, Spelling};

use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;
use super::{Answer, parse_whole};

impl Printable for BetFunctionReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |view, paint| Ok(view.text(paint))),
            Self::format("json", "For programs", |view, _| Ok(view.json())),
            Self::format("latex", "For a paper", |view, _| Ok(view.latex())),
            Self::format("svg", "A picture of the value", |view, _| Ok(view.svg())),
        ]
    }
}

impl Printable for WholeBetsReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |view, paint| Ok(view.text(paint))),
            Self::format("json", "For programs", |view, _| Ok(view.json())),
            Self::format("latex", "For a paper", |view, _| Ok(view.latex())),
            Self::format("svg", "A picture of the rate", |view, _| Ok(view.svg())),
        ]
    }
}

/// The value of one deck as a function of the bet; `beside` are options that ask for other things.
///
/// Errors: `Malformed` for such options, or without a deck.
pub(super) fn one_deck(
    game: String,
    parameters: Vec<(&'static str, String)>,
    beside: [(&str, Option<String>); 2],
    best_only: bool,
    printing: &Printing<BetFunctionReport>,
) -> Result<Answer, Error> {
    let (decks, others): (Vec<_>, Vec<_>) =
        parameters.into_iter().partition(|(key, _)| *key == CARDS.key);
    let Some((_, n)) = decks.into_iter().next() else {
        let expected = "expected -n N beside it; large decks: bluff continuous --best-bet";
        return Err(Error::Malformed(format!("--best-bet, {expected}")));
    };
    let option = |(key, text): &(&'static str, String)| {
        let parameter = ARGUMENTS.into_iter().find(|parameter| parameter.key == *key)?;
        Some(Spelling::Options.argument(parameter, text))
    };
    let options = others.iter().filter_map(option);
    let given = beside.iter().filter(|(_, text)| text.is_some());
    if let Some(beside) = options.chain(given.map(|(name, _)| (*name).to_owned())).next() {
        let expected = format!("expected no {beside}; for one deck of a formula: --at {n}");
        return Err(Error::Malformed(format!("-n {n} asks for every bet, {expected}")));
    }
    let n = parse_whole("n", &n, 2..=MAX_BET_DECK)?;
    let question = BetFunctionQuestion { game, n, best_only };
    printing.answer(&watched(&question.game, |control| question.answer(control))?)
}

/// Newman's game with all whole bets.
///
/// Errors: `Malformed` for a residue, of which there are none.
pub(super) fn whole_bets(
    at: Option<String>,
    residue: Option<String>,
    printing: &Printing<WholeBetsReport>,
) -> Result<Answer, Error> {
    if let Some(residue) = residue {
        let expected = "expected none: the formula of all whole bets has no period";
        return Err(Error::Malformed(format!("--residue {residue}, {expected}")));
    }
    let question = WholeBetsQuestion { at };
    printing.answer(&watched("newman/bmax", |control| question.answer(control))?)
}
