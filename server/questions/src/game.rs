//! The game that a question is about: its fields, and the bets that they name.

use std::borrow::Cow;
use std::time::Duration;

use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::exact::meant_number;
use rational_bluff::game::{
    ARGUMENTS, ArgumentError, BET, CARDS, Family, Game, GameArguments, GameError, GameFile,
    NamedGame, PARAMETERS, Parameter, SIZES, Spelling,
};
use rational_bluff::solve::{Control, Method, Saturated, saturated};

use crate::cost::cost;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::foreign::{refuse_action_graph, refuse_tree};
use crate::given::{Given, unexpected};
use crate::over_http::{SHORT, few_saturated};
use crate::text::{is_game_file, printable};

/// The field of a game without a deck: its name, with bets in other fields, or a label.
pub fn without_deck(names: String) -> QuestionField {
    let about = names + ", or a label without a deck, such as von-neumann/b2";
    QuestionField::game(FieldKind::Place, about, "von-neumann/b2")
}

/// A field for each parameter of stakes.
pub fn stakes() -> impl Iterator<Item = QuestionField> {
    PARAMETERS.into_iter().map(parameter)
}

/// The field of a parameter.
pub fn parameter(parameter: &'static Parameter) -> QuestionField {
    let Parameter { key, option, placeholder, about, example, .. } = *parameter;
    let letter = key.chars().next().filter(|_| key.len() == 1);
    let field = QuestionField::new(FieldKind::Optional, key, placeholder, about, example);
    QuestionField { option, letter, ..field }
}

/// The name and the bets of a continuous game: of its label if `game` is one, else of the other
/// arguments. No bets are all bets.
///
/// Errors: `Contradiction` for a label and arguments that differ, and those of labels and bets.
fn named(game: &str, arguments: &[(&'static str, String)]) -> Result<(String, Bets), Error> {
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
            other.map(|(parameter, value)| Spelling::Fields.argument(parameter, &value.to_string()))
        }
        (Bets::Best(None), Bets::Best(_)) => None,
        (bets, known) => (bets != known).then(|| format!("the bets {bets}")),
    };
    argument.map_or(Ok(known), |argument| Err(contradiction(game, argument)))
}

/// The error of an argument beside a label that says otherwise.
pub(crate) fn contradiction(label: &str, argument: String) -> Error {
    GameError::from(ArgumentError::Contradiction { label: printable(label), argument }).into()
}

/// The name in a label with a number of cards, and the label from that number on.
pub fn split_deck(label: &str) -> Option<(&str, &str)> {
    let (name, deck) = label.split_once('/')?;
    let rest = deck.strip_prefix(CARDS.prefix)?;
    rest.starts_with(|digit: char| digit.is_ascii_digit()).then_some((name, rest))
}

/// Refuses ranges where one number is expected; `more` is what `bluff grid` needs beside them.
///
/// Errors: `Refused`, with the command that takes them.
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
    if text.contains(",000") && !text.replace(",000", "").contains([',', '.']) {
        let allowed = format!("{} without commas", text.replace(',', ""));
        return Err(unexpected(key, text, &allowed));
    }
    // A decimal comma, unless the list is one of whole numbers in their order.
    let meant = meant_number(text).filter(|meant| meant.contains('.'));
    let decimal = meant.map(|meant| format!(", {meant} with a point")).unwrap_or_default();
    let more = Some(more.to_owned()).filter(|more| !more.is_empty());
    let options: Vec<String> = given.iter().filter_map(option).chain(more).collect();
    let command = format!("bluff grid {} {}", printable(game), options.join(" "));
    Err(unexpected(key, text, &format!("one number{decimal}; for ranges: {command}")))
}

/// The fields of a game with its deck.
pub fn with_deck() -> impl Iterator<Item = QuestionField> {
    let about = format!("{}, a label such as kuhn/n3-b1, or a game file", Family::names());
    let game = QuestionField::game(FieldKind::Game { needed: true }, about, "kuhn/n3-b1");
    [game].into_iter().chain(ARGUMENTS.into_iter().map(parameter))
}

/// The same, where the game may be a file for Gambit.
pub fn with_deck_or_tree() -> impl Iterator<Item = QuestionField> {
    let about =
        format!("{}, a label, a game file, Gambit's .efg or .nfg, or a matrix", Family::names());
    let game = |field| QuestionField { about: Cow::Owned(about), takes_trees: true, ..field };
    let mut fields = with_deck();
    fields.next().map(game).into_iter().chain(fields)
}

/// The game that a question is about, of a label, a name with arguments, or a game file.
#[derive(Clone, Debug)]
pub struct AskedGame {
    named: NamedGame,
    is_file: bool,
}

impl AskedGame {
    /// The game of the fields of [`with_deck`].
    ///
    /// Errors: `Refused` for arguments beside a game file and for ranges, and those of games.
    pub fn read(given: &Given) -> Result<Self, Error> {
        Self::of(given.needed("game"), given.arguments())
    }

    /// The game of a text with these arguments.
    ///
    /// Errors: as [`Self::read`].
    pub fn of(game: &str, arguments: Vec<(&'static str, String)>) -> Result<Self, Error> {
        if is_game_file(game) {
            if let Some((key, text)) = arguments.first() {
                let expected = "none beside a game file, which has its own deck and bets";
                return Err(unexpected(key, text, expected));
            }
            let named = NamedGame::Game(Box::new(GameFile::read(game)?));
            return Ok(Self { named, is_file: true });
        }
        refuse_tree("game", game, "")?;
        refuse_action_graph(game)?;
        refuse_ranges(game, &arguments, "")?;
        let mut arguments = GameArguments::new(game, arguments, Spelling::Fields)?;
        if game.contains('/') {
            Family::known(game.split('/').next().unwrap_or_default())?;
            arguments = arguments.beside_label(Spelling::Fields)?;
        }
        Ok(Self { named: arguments.game(Spelling::Fields)?, is_file: false })
    }

    /// The game; `None` where only a solve tells its bets.
    pub fn known(&self) -> Option<&Game> {
        match &self.named {
            NamedGame::Game(game) => Some(game),
            NamedGame::Saturated(_) => None,
        }
    }

    /// The game.
    ///
    /// Errors: `Refused` where only a solve tells its bets.
    pub fn into_known(self) -> Result<Game, Error> {
        match self.named {
            NamedGame::Game(game) => Ok(*game),
            NamedGame::Saturated(_) => Err(unexpected(BET.key, "max", "a number here")),
        }
    }

    /// The label of the game, or its name with the deck.
    pub fn title(&self) -> String {
        match &self.named {
            NamedGame::Game(game) => game.label(),
            NamedGame::Saturated(n) => format!("newman, n = {n}, b = max"),
        }
    }

    /// The label, if it is enough to name the game.
    pub fn label(&self) -> Option<String> {
        match &self.named {
            NamedGame::Game(game) => (!self.is_file).then(|| game.label()),
            NamedGame::Saturated(n) => Some(format!("newman/n{n}-bmax")),
        }
    }

    /// The cost of its solve, by which the answer is scheduled.
    ///
    /// Errors: `Beyond` for what is too much over HTTP, and those of methods.
    pub fn cost(&self, method: Method) -> Result<Duration, Error> {
        match &self.named {
            NamedGame::Game(game) => cost(game, method),
            NamedGame::Saturated(n) => few_saturated(*n).map(|()| SHORT),
        }
    }

    /// The game, with its solution and the proof that larger bets change nothing if it has all
    /// whole bets.
    ///
    /// Errors: those of [`saturated`].
    pub fn found(self, control: &Control) -> Result<(Game, Option<Saturated>), Error> {
        match self.named {
            NamedGame::Game(game) => Ok((*game, None)),
            NamedGame::Saturated(n) => {
                let saturated = saturated(n, control)?;
                Ok((saturated.solution.game.clone(), Some(saturated)))
            }
        }
    }
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
        named(self.needed("game"), &arguments)
    }
}
