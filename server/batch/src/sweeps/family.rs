//! One `[[cells]]` table of a plan: ranges of decks and stakes, and the cells that they come to.

use std::fmt;

use rational_bluff::control::map;
use rational_bluff::exact::Rational;
use rational_bluff::game::{
    BET, Family, GameArguments, MAX_CARDS, Parameter, ParameterKind, Spelling, Stakes, Value,
    parse_copies, parse_deck,
};
use rational_bluff::solve::{Method, newman_saturation};
use rational_bluff::sweep::{GameQuestion, pure_game};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::error::Error;
use crate::file::printable;

use super::plan::{Choice, within};
use super::range::{Given, Range};

/// One `[[cells]]` table.
#[derive(Debug, Deserialize)]
pub(super) struct Cells {
    game: String,
    n: Given,
    copies: Option<Given>,
    #[serde(flatten)]
    stakes: Keys,
    #[serde(default)]
    pure: bool,
    #[serde(default)]
    cuts: bool,
    method: Option<String>,
}

/// The other keys, each once.
#[derive(Debug)]
struct Keys(Vec<(String, Given)>);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Once;
        impl<'de> Visitor<'de> for Once {
            type Value = Keys;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("ranges of stakes")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Keys, M::Error> {
                let mut keys: Vec<(String, Given)> = Vec::new();
                while let Some((key, given)) = map.next_entry::<String, Given>()? {
                    if keys.iter().any(|(known, _)| *known == key) {
                        return Err(M::Error::custom(format!(
                            "duplicate field `{}`",
                            printable(&key)
                        )));
                    }
                    keys.push((key, given));
                }
                Ok(Keys(keys))
            }
        }
        deserializer.deserialize_map(Once)
    }
}

/// A table with its ranges read.
pub(super) struct Ranges {
    pub(super) family: &'static Family,
    n: Vec<Range>,
    stakes: Vec<(&'static Parameter, Values)>,
    copies: Vec<u64>,
    question: GameQuestion,
}

/// The values of one parameter.
enum Values {
    Ranges(Vec<Range>),
    Sets(Vec<Value>),
}

impl Values {
    fn of(parameter: &Parameter, given: &Given) -> Result<Self, Error> {
        Ok(match parameter.kind {
            ParameterKind::Numbers => Self::Sets(
                given
                    .texts()
                    .iter()
                    .map(|text| Ok(parameter.value(text)?))
                    .collect::<Result<_, Error>>()?,
            ),
            ParameterKind::Number | ParameterKind::Whole(..) => {
                Self::Ranges(given.ranges(parameter.key)?)
            }
        })
    }

    fn ranges(&self) -> &[Range] {
        if let Self::Ranges(ranges) = self { ranges } else { &[] }
    }

    fn has_max(&self) -> bool {
        self.ranges().iter().any(Range::has_max)
    }

    /// How many there are at least, counted without listing any.
    fn least(&self) -> u128 {
        if let Self::Sets(sets) = self { sets.len() as u128 } else { count(self.ranges()) }
    }

    /// The values where the saturation size is `max`.
    fn list(&self, parameter: &Parameter, max: u64) -> Result<Vec<Value>, Error> {
        let numbers = |range: &Range| range.numbers(max);
        let value = |number: Rational| Ok(parameter.value(&number.to_string())?);
        match self {
            Self::Ranges(ranges) => ranges.iter().flat_map(numbers).map(value).collect(),
            Self::Sets(sets) => Ok(sets.clone()),
        }
    }
}

impl Ranges {
    pub(super) fn of(cells: Cells) -> Result<Self, Error> {
        let Cells { game, n, stakes: Keys(stakes), copies, pure, cuts, method } = cells;
        let keys = stakes.iter().map(|(key, _)| (key.as_str(), String::new()));
        let family = GameArguments::new(&game, keys, Spelling::Fields)?.family(Spelling::Fields)?;
        let question = match (pure, cuts, &method) {
            (false, false, method) => {
                GameQuestion::Equilibrium(method.as_deref().unwrap_or("auto").parse::<Method>()?)
            }
            (_, true, None) => GameQuestion::Cuts,
            (true, false, None) => GameQuestion::Pure,
            (_, _, Some(_)) => {
                let reason = format!("{game}: method beside pure or cuts, expected one of them");
                return Err(Error::Malformed(reason));
            }
        };
        let mut values = Vec::new();
        for parameter in family.parameters {
            let Some((_, given)) = stakes.iter().find(|(key, _)| key == parameter.key) else {
                continue;
            };
            let found = Values::of(parameter, given)?;
            if found.has_max() && **parameter != BET {
                return Err(Error::Malformed(format!(
                    "{game}: {} = max, expected numbers",
                    parameter.key
                )));
            }
            if found.has_max() && !family.whole_bets {
                return Err(Error::Malformed(format!(
                    "{game}: b = max, expected it on newman only"
                )));
            }
            values.push((*parameter, found));
        }
        let copies = match copies {
            Some(copies) => {
                whole("copies", &copies.ranges("copies")?, &|text| Ok(parse_copies(text)?))?
            }
            None => vec![1],
        };
        Ok(Self { family, n: n.ranges("n")?, stakes: values, copies, question })
    }

    /// At least so many cells, counted without listing any.
    pub(super) fn least(&self) -> u128 {
        let stakes = self
            .stakes
            .iter()
            .fold(1, |all: u128, (_, values)| all.saturating_mul(values.least().max(1)));
        count(&self.n).saturating_mul(stakes).saturating_mul(self.copies.len() as u128)
    }

    /// Errors: `Beyond` if a deck is larger than this.
    pub(super) fn deck_within(&self, most: u64) -> Result<(), Error> {
        let Some(n) = self.n.iter().filter_map(Range::last).max() else { return Ok(()) };
        if *n <= Rational::from(most) || most == MAX_CARDS {
            return Ok(());
        }
        let reason = format!(
            "n = {}, expected n ≤ {most} over HTTP; the bluff command takes more",
            printable(&n.to_string())
        );
        Err(Error::Beyond(reason))
    }

    pub(super) fn table_name(&self) -> String {
        match self.question {
            GameQuestion::Equilibrium(_) => self.family.name.to_owned(),
            pure => format!("{}-{pure}", self.family.name),
        }
    }

    /// Every cell, with the stakes as the library spells them; bad ones are told by the smallest
    /// deck.
    pub(super) fn list(
        &self,
        found: &mut impl FnMut(u64, Choice) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut cards = whole("n", &self.n, &|text| Ok(parse_deck(text)?))?;
        cards.sort_unstable();
        cards.dedup();
        let to_max = self.stakes.iter().any(|(_, values)| values.has_max());
        for copies in &self.copies {
            let choices = |n: &u64| {
                let max = if to_max { newman_saturation(*n)?.bet() } else { 0 };
                self.choices(*n, *copies, self.stakes(max)?)
            };
            // Every deck has a saturation size of its own, and finding it takes a solve.
            let of_each = if to_max { &cards[..] } else { &cards[..1] };
            let of_each = map(of_each.iter().collect(), choices);
            let of_each: Vec<Vec<Choice>> = of_each.into_iter().collect::<Result<_, Error>>()?;
            for (n, choices) in cards.iter().zip(of_each.iter().cycle()) {
                choices.iter().try_for_each(|choice| found(*n, choice.clone()))?;
            }
        }
        Ok(())
    }

    /// The choices with these stakes. Newman's games have many bets each, and the first and the
    /// last say it for all.
    fn choices(&self, n: u64, copies: u64, mut stakes: Vec<Stakes>) -> Result<Vec<Choice>, Error> {
        let game = |stakes: &Stakes| self.family.game(n, copies, stakes);
        let first = game(stakes.first().unwrap_or(&Stakes::default()))?;
        if self.family.whole_bets {
            stakes.last().map(game).transpose()?;
        } else {
            for one in &mut stakes {
                *one = game(one)?.stakes().clone();
            }
        }
        let question = self.question.settled(&first);
        if !matches!(question, GameQuestion::Equilibrium(_)) {
            pure_game(&first)?;
        }
        Ok(stakes.into_iter().map(|stakes| Choice { copies, stakes, question }).collect())
    }

    /// The stakes of this table where the saturation size is `max`.
    fn stakes(&self, max: u64) -> Result<Vec<Stakes>, Error> {
        let mut all = vec![Stakes::default()];
        for (parameter, values) in &self.stakes {
            let values = values.list(parameter, max)?;
            let with = |stakes: Stakes| {
                values.iter().map(move |value| stakes.clone().with(parameter, value.clone()))
            };
            all = all.into_iter().flat_map(with).collect();
        }
        Ok(all)
    }
}

/// How many numbers ranges hold where nothing is said of the saturation size.
fn count(ranges: &[Range]) -> u128 {
    ranges.iter().fold(0, |sum: u128, range| sum.saturating_add(range.count(0)))
}

/// Whole numbers of a key, read by the library.
fn whole<T>(
    key: &str,
    ranges: &[Range],
    read: &dyn Fn(&str) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    if ranges.iter().any(Range::has_max) {
        return Err(Error::Malformed(format!(
            "{key} = max, expected a number, from..to, or a list of these"
        )));
    }
    ranges.iter().try_for_each(|range| within(range.count(0)))?;
    ranges
        .iter()
        .flat_map(|range| range.numbers(0))
        .map(|number| read(&number.to_string()))
        .collect()
}
