//! A game as text: its name, deck and stakes as a command, a form, a Python call or a label gives
//! them.

use bluff_exact::{Rational, excerpt};

use super::families::bad_label;
use super::{
    ARGUMENTS, ArgumentError, BET, CARDS, COPIES, FAMILIES, Family, Game, GameError, PARAMETERS,
    Parameter, Spelling, Stakes,
};

/// The arguments of a game as text, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameArguments {
    name: String,
    given: Vec<(&'static Parameter, String)>,
}

/// The game that [`GameArguments`] name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedGame {
    /// A game whose stakes are all numbers.
    Game(Box<Game>),
    /// Newman's game with this many cards and `b = max`: the bet size is only known when the game
    /// is solved.
    Saturated(u64),
}

impl GameArguments {
    /// The arguments with these keys and values, those of [`ARGUMENTS`].
    ///
    /// Errors: [`ArgumentError::Unknown`].
    pub fn new<'a>(
        name: &str,
        given: impl IntoIterator<Item = (&'a str, String)>,
        spelling: Spelling,
    ) -> Result<Self, GameError> {
        let known = |(key, text): (&str, String)| {
            let unknown = || {
                let expected = ARGUMENTS.map(|parameter| spelling.name(parameter)).to_vec();
                ArgumentError::Unknown { given: excerpt(key), expected }
            };
            let parameter =
                ARGUMENTS.into_iter().find(|parameter| parameter.key == key).ok_or_else(unknown)?;
            Ok((parameter, text))
        };
        let given = given.into_iter().map(known).collect::<Result<_, GameError>>()?;
        Ok(Self { name: name.to_owned(), given })
    }

    /// The arguments with those of `others` that are not given.
    #[must_use]
    pub fn or(mut self, others: Self) -> Self {
        let is_left_out = |(of, _): &(&Parameter, String)| self.get(of).is_none();
        let left_out: Vec<_> = others.given.into_iter().filter(is_left_out).collect();
        self.given.extend(left_out);
        self
    }

    fn get(&self, wanted: &Parameter) -> Option<&str> {
        self.given.iter().find(|(parameter, _)| *parameter == wanted).map(|(_, text)| text.as_str())
    }

    /// The arguments that a label gives, in any spelling of its numbers.
    ///
    /// Errors: `BadLabel`. The numbers are read by [`GameArguments::game`].
    pub fn from_label(label: &str) -> Result<Self, GameError> {
        let bad = || bad_label(label);
        let (name, rest) = label.split_once('/').unwrap_or((label, ""));
        if let Some(family) = Family::named(name).filter(|family| family.has_own_deck()) {
            let given = match rest {
                "" if !label.ends_with('/') => Vec::new(),
                rest => Stakes::split_label(rest, family.parameters).ok_or_else(bad)?,
            };
            return Ok(Self { name: name.to_owned(), given });
        }
        // A raise begins with the same letter as copies.
        let is_copies = |text: &str| {
            !PARAMETERS.iter().any(|other| format!("r{text}").starts_with(other.prefix))
        };
        let copies = rest.rsplit_once("-r").filter(|(_, text)| is_copies(text));
        let rest = copies.map_or(rest, |(rest, _)| rest);
        let copies = copies.map(|(_, copies)| (&COPIES, copies.to_owned()));
        let (deck, stakes) = rest.split_once('-').ok_or_else(bad)?;
        let n = deck.strip_prefix(CARDS.prefix).ok_or_else(bad)?.to_owned();
        let stakes = Stakes::split_label(stakes, &PARAMETERS).ok_or_else(bad)?;
        let given = [(&CARDS, n)].into_iter().chain(stakes).chain(copies).collect();
        Ok(Self { name: name.to_owned(), given })
    }

    /// The arguments of the label in place of the name, with these beside it, which say nothing
    /// else.
    ///
    /// Errors: `BadLabel`, `Contradiction`.
    pub fn beside_label(&self, spelling: Spelling) -> Result<Self, GameError> {
        let mut found = Self::from_label(&self.name)?;
        for (parameter, given) in &self.given {
            let known = found.get(parameter).or(parameter.default);
            match known {
                None => found.given.push((parameter, given.clone())),
                Some(known) if same(given, known) => {}
                Some(_) => {
                    let label = excerpt(&self.name);
                    let argument = spelling.argument(parameter, given);
                    return Err(ArgumentError::Contradiction { label, argument }.into());
                }
            }
        }
        Ok(found)
    }

    /// The family of the game, if it takes every argument given.
    ///
    /// Errors: `UnknownGame`, `Stray`.
    pub fn family(&self, spelling: Spelling) -> Result<&'static Family, GameError> {
        let family = Family::known(&self.name)?;
        let takes = |family: &Family, wanted: &Parameter| family.parameters.contains(&wanted);
        let mut stakes = PARAMETERS.into_iter().filter(|parameter| self.get(parameter).is_some());
        let Some(stray) = stakes.find(|parameter| !takes(family, parameter)) else {
            return Ok(family);
        };
        let takers = FAMILIES.into_iter().filter(|other| takes(other, stray));
        let takers: Vec<&str> = takers.map(|other| other.name).collect();
        let every_other = takers.len() + 1 == Family::ranked().count();
        let takers = if every_other { "every other game".to_owned() } else { takers.join(" and ") };
        let names: Vec<String> =
            family.parameters.iter().map(|parameter| spelling.name(parameter)).collect();
        let takes = if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") };
        let argument = spelling.name(stray);
        Err(ArgumentError::Stray { argument, game: family.name, takes, takers }.into())
    }

    /// The game.
    ///
    /// Errors: [`ArgumentError`], `UnknownGame`, `WrongStakes`, those of numbers, and those of the
    /// game.
    ///
    /// ```
    /// use bluff_poker::game::{GameArguments, Spelling};
    /// let given =
    ///     [("n", "3"), ("b", "1"), ("raise", "2")].map(|(key, text)| (key, text.to_owned()));
    /// let error = GameArguments::new("kuhn", given, Spelling::Options)?
    ///     .game(Spelling::Options)
    ///     .unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "--raise is not for kuhn, which takes -b; it is for one-raise"
    /// );
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn game(&self, spelling: Spelling) -> Result<NamedGame, GameError> {
        let family = self.family(spelling)?;
        let n = match (self.get(&CARDS), family.only_deck()) {
            (Some(n), _) => CARDS.whole(n)?,
            (None, Some(n)) => n,
            (None, None) => {
                let example = spelling.argument(&CARDS, CARDS.example);
                return Err(ArgumentError::NoDeck { game: family.name, example }.into());
            }
        };
        let copies = self.get(&COPIES).map_or(Ok(1), |text| COPIES.whole(text))?;
        if family.whole_bets && copies == 1 && self.get(&BET) == Some("max") {
            return Ok(NamedGame::Saturated(n));
        }
        let value = |parameter: &&'static Parameter| match self.get(parameter) {
            Some(text) => {
                let words = (family.whole_bets && **parameter == BET).then_some("max");
                let value = parameter.value(text).map_err(|error| error.or_one_of(words));
                Some(value.map(|value| (*parameter, value)))
            }
            None if parameter.default.is_some() => None,
            None => Some(Err(family.wrong_stakes(spelling))),
        };
        let stakes = family.parameters.iter().filter_map(value).collect::<Result<_, _>>()?;
        Ok(NamedGame::Game(Box::new(family.game(n, copies, &stakes)?)))
    }
}

impl Stakes {
    /// The stakes of a label, in any spelling of the numbers: `b4_2-raise6`.
    ///
    /// Errors: `BadLabel`, `NotRational`, `NotWhole`.
    pub fn from_label(label: &str) -> Result<Self, GameError> {
        let texts = Self::split_label(label, &PARAMETERS).ok_or_else(|| bad_label(label))?;
        let value = |(parameter, text): (&'static Parameter, String)| {
            Ok((parameter, parameter.value(&text)?))
        };
        texts.into_iter().map(value).collect()
    }
}

/// True if two texts are the same numbers, in whatever order and spelling.
fn same(one: &str, other: &str) -> bool {
    let numbers = |text: &str| {
        let mut numbers =
            text.split(',').map(|size| size.trim().parse().ok()).collect::<Option<Vec<Rational>>>();
        numbers.iter_mut().for_each(|numbers| numbers.sort());
        numbers
    };
    one == other
        || numbers(one).is_some_and(|numbers_of_one| numbers(other) == Some(numbers_of_one))
}
