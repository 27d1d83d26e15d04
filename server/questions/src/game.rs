//! The game that a question is about: its fields, and the bets that they name.

use std::borrow::Cow;

use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::game::{
    ARGUMENTS, ArgumentError, GameError, PARAMETERS, Parameter, SIZES, Spelling,
};

use crate::error::Error;
use crate::given::Given;
use crate::question::{FieldKind, QuestionField};
use crate::text::printable;

/// The field of a game without a deck: its name, with bets in other fields, or a label.
pub fn without_deck(names: String) -> QuestionField {
    QuestionField {
        key: "game",
        option: "game",
        value: "GAME",
        about: Cow::Owned(names + ", or a label without a deck, such as von-neumann/b2"),
        example: "von-neumann/b2",
        kind: FieldKind::Place,
    }
}

/// A field for each parameter of stakes.
pub fn stakes() -> impl Iterator<Item = QuestionField> {
    PARAMETERS.into_iter().map(parameter)
}

/// The field of a parameter.
pub fn parameter(parameter: &'static Parameter) -> QuestionField {
    QuestionField {
        key: parameter.key,
        option: parameter.option,
        value: parameter.placeholder,
        about: Cow::Borrowed(parameter.about),
        example: parameter.example,
        kind: FieldKind::Optional,
    }
}

/// The name and the bets of a continuous game: of its label if `game` is one, else of the other
/// arguments. No bets are all bets.
///
/// Errors: `Contradiction` for a label and arguments that differ, and those of labels and bets.
pub fn named(
    game: &str,
    arguments: &[(&'static str, String)],
    spelling: Spelling,
) -> Result<(String, Bets), Error> {
    let arguments: Vec<(&str, &str)> =
        arguments.iter().map(|(key, text)| (*key, text.as_str())).collect();
    let bets = Bets::from_arguments(&arguments)?;
    if !game.contains('/') {
        return Ok((game.to_owned(), bets));
    }
    let known = read_label(game)?;
    let argument = match (&bets, &known.1) {
        _ if arguments.is_empty() => return Ok(known),
        (Bets::Stakes(stakes), Bets::Stakes(known)) => {
            let other =
                stakes.iter().find(|(parameter, value)| known.get(parameter) != Some(*value));
            other.map(|(parameter, value)| spelling.argument(parameter, &value.to_string()))
        }
        (Bets::Best(None), Bets::Best(_)) => None,
        (bets, known) => (bets != known).then(|| format!("the bets {bets}")),
    };
    match argument {
        None => Ok(known),
        Some(argument) => {
            Err(GameError::from(ArgumentError::Contradiction { label: printable(game), argument })
                .into())
        }
    }
}

/// Refuses ranges where one number is expected; `more` is what `bluff table` needs beside them.
///
/// Errors: `Malformed`, with the command that takes them.
pub fn refuse_ranges(
    game: &str,
    given: &[(&'static str, String)],
    more: &str,
) -> Result<(), Error> {
    let is_range = |(key, text): &&(&str, String)| {
        *key != SIZES.key && (text.contains("..") || text.contains(',')) && text.len() < 40
    };
    let Some((key, text)) = given.iter().find(is_range) else { return Ok(()) };
    let option = |(key, text): &(&'static str, String)| {
        let parameter = ARGUMENTS.into_iter().find(|parameter| parameter.key == *key)?;
        Some(Spelling::Options.argument(parameter, text))
    };
    let more = Some(more.to_owned()).filter(|more| !more.is_empty());
    let options: Vec<String> = given.iter().filter_map(option).chain(more).collect();
    Err(Error::Malformed(format!(
        "{key} = {}, expected one number; for ranges: bluff table {} {}",
        printable(text),
        printable(game),
        options.join(" ")
    )))
}

impl Given {
    /// The continuous game of the fields, with these beside them.
    ///
    /// Errors: those of [`refuse_ranges`] and [`named`].
    pub(crate) fn without_deck(
        &self,
        more: &str,
        beside: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Result<(String, Bets), Error> {
        let mut arguments = self.arguments();
        arguments.retain(|(key, _)| Parameter::of_stakes(key).is_some());
        refuse_ranges(self.needed("game"), &arguments, more)?;
        arguments.splice(0..0, beside);
        named(self.needed("game"), &arguments, Spelling::Fields)
    }
}
