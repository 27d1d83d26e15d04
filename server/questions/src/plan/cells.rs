//! One `[[cells]]` table of a plan: ranges of decks and stakes, and the cells that they come to.

use rational_bluff::control::map;
use rational_bluff::exact::Rational;
use rational_bluff::exact::json::Entries;
use rational_bluff::game::{
    ArgumentError, BET, CARDS, COPIES, Family, GameArguments, GameError, MAX_CARDS, Parameter,
    ParameterKind, Spelling, Stakes, Value,
};
use rational_bluff::solve::{Method, newman_saturation};
use rational_bluff::sweep::{GameQuestion, pure_game};
use serde::Deserialize;

use crate::error::Error;
use crate::given::{in_words, unexpected};
use crate::text::printable;

use super::cell::{CellVariant, PlanLimits};
use super::range::{NUMBERS, NumberRange, RangeText};

/// One `[[cells]]` table.
#[derive(Debug, Deserialize)]
pub(super) struct Cells {
    game: String,
    n: RangeText,
    copies: Option<RangeText>,
    #[serde(flatten)]
    stakes: Entries<RangeText>,
    #[serde(default)]
    pure: bool,
    #[serde(default)]
    cuts: bool,
    method: Option<String>,
}

/// A table with its ranges read.
pub(super) struct CellRanges {
    pub(super) family: &'static Family,
    n: Vec<NumberRange>,
    stakes: Vec<(&'static Parameter, ParameterValues)>,
    copies: Vec<u64>,
    question: GameQuestion,
}

/// The values of one parameter.
enum ParameterValues {
    Ranges(Vec<NumberRange>),
    Sets(Vec<Value>),
}

impl ParameterValues {
    fn of(parameter: &Parameter, text: &RangeText) -> Result<Self, Error> {
        if let ParameterKind::Number | ParameterKind::Whole(..) = parameter.kind {
            return Ok(Self::Ranges(text.ranges(parameter.key)?));
        }
        let sets = text.texts().into_iter().map(|set| Ok(parameter.value(&set)?));
        Ok(Self::Sets(sets.collect::<Result<_, Error>>()?))
    }

    fn ranges(&self) -> &[NumberRange] {
        if let Self::Ranges(ranges) = self { ranges } else { &[] }
    }

    fn has_max(&self) -> bool {
        self.ranges().iter().any(NumberRange::has_max)
    }

    /// The least number of values, counted without listing any.
    fn least(&self) -> u128 {
        if let Self::Sets(sets) = self { sets.len() as u128 } else { count(self.ranges()) }
    }

    /// The values where the saturation size is `max`.
    fn list(&self, parameter: &Parameter, max: u64) -> Result<Vec<Value>, Error> {
        let numbers = |range: &NumberRange| range.numbers(max);
        let value = |number: Rational| Ok(parameter.value(&number.to_string())?);
        match self {
            Self::Ranges(ranges) => ranges.iter().flat_map(numbers).map(value).collect(),
            Self::Sets(sets) => Ok(sets.clone()),
        }
    }
}

impl CellRanges {
    pub(super) fn of(cells: Cells) -> Result<Self, Error> {
        let Cells { game, n, stakes: Entries(stakes), copies, pure, cuts, method } = cells;
        let keys = stakes.iter().map(|(key, _)| (key.as_str(), String::new()));
        let arguments =
            GameArguments::new(&game, keys, Spelling::Fields).map_err(with_plan_keys)?;
        let family = arguments.family(Spelling::Fields)?;
        let question = match (pure, cuts, &method) {
            (false, false, method) => {
                GameQuestion::Equilibrium(method.as_deref().unwrap_or("auto").parse::<Method>()?)
            }
            (_, true, None) => GameQuestion::Cuts,
            (true, false, None) => GameQuestion::Pure,
            (_, _, Some(_)) => {
                let given = format!("{game}: method beside pure or cuts");
                return Err(in_words("method", method.unwrap_or_default(), given, "one of them"));
            }
        };
        let mut values = Vec::new();
        for parameter in family.parameters {
            let Some((_, text)) = stakes.iter().find(|(key, _)| key == parameter.key) else {
                continue;
            };
            let of_key = ParameterValues::of(parameter, text)?;
            let is_bet = **parameter == BET;
            if of_key.has_max() && !(is_bet && family.whole_bets) {
                let allowed = if is_bet { "it on newman only" } else { "numbers" };
                let words = format!("{game}: {} = max", parameter.key);
                return Err(in_words(parameter.key, "max", words, allowed));
            }
            values.push((*parameter, of_key));
        }
        let copies = match copies {
            Some(copies) => {
                whole("copies", &copies.ranges("copies")?, &|text| Ok(COPIES.whole(text)?))?
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
        let Some(n) = self.n.iter().filter_map(NumberRange::last).max() else { return Ok(()) };
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

    /// Lists every cell, with the stakes as the library spells them; errors name the smallest deck.
    pub(super) fn list(
        &self,
        add: &mut impl FnMut(u64, CellVariant) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut cards = whole("n", &self.n, &|text| Ok(CARDS.whole(text)?))?;
        cards.sort_unstable();
        cards.dedup();
        let to_max = self.stakes.iter().any(|(_, values)| values.has_max());
        for copies in &self.copies {
            let variants = |n: &u64| {
                let max = if to_max { newman_saturation(*n)?.bet() } else { 0 };
                self.variants(*n, *copies, self.stakes(max)?)
            };
            // Every deck has a saturation size of its own, and finding it takes a solve.
            let of_each = if to_max { &cards[..] } else { &cards[..1] };
            let of_each = map(of_each.iter().collect(), variants);
            let of_each: Vec<Vec<CellVariant>> =
                of_each.into_iter().collect::<Result<_, Error>>()?;
            for (n, variants) in cards.iter().zip(of_each.iter().cycle()) {
                variants.iter().try_for_each(|variant| add(*n, variant.clone()))?;
            }
        }
        Ok(())
    }

    /// The variants with these stakes. Newman's games have many bets each, and only the first and
    /// the last are checked.
    fn variants(
        &self,
        n: u64,
        copies: u64,
        mut stakes: Vec<Stakes>,
    ) -> Result<Vec<CellVariant>, Error> {
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
        Ok(stakes.into_iter().map(|stakes| CellVariant { copies, stakes, question }).collect())
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

/// The least count of the numbers in ranges, whatever the saturation size.
fn count(ranges: &[NumberRange]) -> u128 {
    ranges.iter().fold(0, |sum: u128, range| sum.saturating_add(range.count(0)))
}

/// The error of an unknown key, with the keys that a plan has beside the arguments of games.
fn with_plan_keys(error: GameError) -> GameError {
    match error {
        GameError::Arguments(ArgumentError::Unknown { given, mut expected }) => {
            expected.extend(["game", "pure", "cuts", "method"].map(str::to_owned));
            ArgumentError::Unknown { given, expected }.into()
        }
        other => other,
    }
}

/// Whole numbers of a key, read by the library.
fn whole<T>(
    key: &str,
    ranges: &[NumberRange],
    read: &dyn Fn(&str) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    if ranges.iter().any(NumberRange::has_max) {
        return Err(unexpected(key, "max", NUMBERS));
    }
    ranges.iter().try_for_each(|range| PlanLimits::COMMAND.check(range.count(0)))?;
    ranges
        .iter()
        .flat_map(|range| range.numbers(0))
        .map(|number| read(&number.to_string()))
        .collect()
}
