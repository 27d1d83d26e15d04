//! Betting of game files, in place of nodes.

use serde::{Deserialize, Serialize};

use bluff_exact::json::{Entries, NumberText, Object, present};
use bluff_exact::{Rational, excerpt, whole_number};

use super::super::{BetSize, Betting, GameError, MAX_RAISES, Street};

/// Betting as a file spells it: what is in the pot, and the streets by number or by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileBetting {
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pot: Option<NumberText>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    paid: Option<Entries<NumberText>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    ante: Option<NumberText>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    stacks: Option<FileEach<NumberText>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    round: Option<NumberText>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    all_in_above: Option<NumberText>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[serde(alias = "1")]
    first: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[serde(alias = "2")]
    second: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[serde(alias = "3")]
    third: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[serde(alias = "4")]
    fourth: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    preflop: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    flop: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    turn: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    river: Option<Object<FileStreet>>,
}

/// A value of both players, or one of each by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected whole numbers or texts such as \"5/2\", of both players (sizes as a \
                 list), or { \"I\": …, \"II\": … } with those of each"
)]
enum FileEach<T> {
    Alike(T),
    Each(Entries<T>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileStreet {
    #[serde(default = "no_sizes")]
    bets: FileEach<Vec<NumberText>>,
    #[serde(default = "no_sizes")]
    raises: FileEach<Vec<NumberText>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    donk: Option<FileEach<Vec<NumberText>>>,
    #[serde(default = "two")]
    most: NumberText,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    opens: Option<bool>,
}

fn two() -> NumberText {
    "2".to_owned().into()
}

fn no_sizes() -> FileEach<Vec<NumberText>> {
    FileEach::Alike(Vec::new())
}

impl FileBetting {
    /// The betting of these texts: with so many open cards on the streets of hold'em that are left,
    /// or else on the streets of another deck, which `opens` cards or not.
    ///
    /// Errors: `Malformed` for streets of the other, or with a gap, and for unknown names; those
    /// of numbers and sizes.
    pub(super) fn betting(
        &self,
        opens: bool,
        open_cards: Option<usize>,
    ) -> Result<Betting, GameError> {
        let left = open_cards.map(|count| count.saturating_sub(2).min(3));
        let allowed = left.map(|left| NAMED[left..].join(", "));
        let numbered = [&self.first, &self.second, &self.third, &self.fourth];
        let named = [&self.preflop, &self.flop, &self.turn, &self.river];
        let (streets, expected) = match (run(numbered), run(named)) {
            (None, Some((first, run))) if left == Some(first) && first + run.len() == 4 => {
                (Some(run), "")
            }
            (Some((0, run)), None) | (None, Some((_, run))) if left.is_none() => (Some(run), ""),
            _ => (None, allowed.as_deref().unwrap_or(RANKED)),
        };
        let is_mixed = [numbered, named].iter().all(|all| all.iter().any(|one| one.is_some()));
        let streets = streets.filter(|_| !is_mixed).ok_or_else(|| {
            let reason = format!("betting, expected on each street of the deck: {expected}");
            GameError::malformed(reason)
        })?;
        let street = |(at, street): (usize, &&FileStreet)| street.street(opens && at > 0);
        let number = |field: &'static str, number: Option<&NumberText>| {
            number.map_or(Ok(Rational::ZERO), |number| {
                let text = &number.text;
                text.parse().map_err(|error| GameError::no_number(field, text, &error))
            })
        };
        let paid = self.paid.as_ref().map(|paid| of_names("paid", paid, ["I", "II", "dead"]));
        let paid = paid.transpose()?.unwrap_or_default();
        let [one, two, dead] = paid.map(|paid| number("paid", paid));
        let ante = number("ante", self.ante.as_ref())?;
        if ante.is_negative() {
            return Err(GameError::expected(format!("ante = {ante}"), "an ante of 0 or more"));
        }
        if let Some(given) = self.ratio_of_stacks().filter(|_| open_cards.is_some()) {
            let allowed =
                "chips such as 40 or 5/2, or { \"I\": …, \"II\": … } with a stack for each player";
            return Err(GameError::expected(format!("stacks = {}", excerpt(given)), allowed));
        }
        let stacks = self.stacks.as_ref().map(|stacks| {
            let missing =
                || GameError::malformed("stacks, expected one of player I and one of player II");
            let [one, two] = stacks
                .of_players("stacks")?
                .map(|stack| number("stacks", Some(stack.ok_or_else(missing)?)));
            Ok::<_, GameError>([one?, two?])
        });
        Ok(Betting {
            pot: number("pot", self.pot.as_ref())? + dead? + &ante + &ante,
            blinds: [one?, two?],
            stacks: stacks.transpose()?,
            round: self.round.as_ref().map(|round| number("round", Some(round))).transpose()?,
            all_in_above: self
                .all_in_above
                .as_ref()
                .map(|NumberText { text, .. }| {
                    let no_number = |error| GameError::no_number("all_in_above", text, &error);
                    Rational::part(text).map_err(no_number)
                })
                .transpose()?,
            streets: streets.iter().enumerate().map(street).collect::<Result<_, GameError>>()?,
        })
    }
}

impl FileBetting {
    /// The stack of both players if it is written as `60/40`, which more likely is two stacks. A
    /// clear fraction is in lowest terms, with one digit below.
    fn ratio_of_stacks(&self) -> Option<&str> {
        let Some(FileEach::Alike(NumberText { text, .. })) = &self.stacks else { return None };
        let (_, under) = text.split_once('/')?;
        let is_clear = under.trim().len() == 1 && Rational::from_canonical(text).is_ok();
        (!is_clear).then_some(text)
    }

    /// Spells the betting of hold'em in one way: all that was paid as the pot, and player I first.
    pub(super) fn spell(&mut self, pot: &Rational) {
        (self.paid, self.ante) = (None, None);
        self.pot = Some(pot.to_string().into());
        self.stacks.iter_mut().for_each(FileEach::sort);
        let streets = [&mut self.preflop, &mut self.flop, &mut self.turn, &mut self.river];
        for Object(street) in streets.into_iter().flatten() {
            let lists = [&mut street.bets, &mut street.raises];
            lists.into_iter().chain(&mut street.donk).for_each(FileEach::sort);
            street.opens = None;
        }
    }
}

/// Names of the streets of hold'em.
const NAMED: [&str; 4] = ["preflop", "flop", "turn", "river"];
/// Names of the streets of another deck.
const RANKED: &str = "first, second, … or preflop, flop, turn, river, without a gap";

/// The place of the first of these streets that is given, and all that are; `None` with a gap.
fn run(streets: [&Option<Object<FileStreet>>; 4]) -> Option<(usize, Vec<&FileStreet>)> {
    let given = streets.map(|street| street.as_ref().map(|Object(street)| street));
    let first = given.iter().position(Option::is_some)?;
    let run: Vec<_> = given[first..].iter().map_while(|street| *street).collect();
    (run.len() == given.iter().flatten().count()).then_some((first, run))
}

impl FileStreet {
    /// The street; `may_open` if the deck may open a card before it.
    fn street(&self, may_open: bool) -> Result<Street, GameError> {
        if self.opens == Some(true) && !may_open {
            let allowed = "false on the first street, of hold'em and of a deck of numbers";
            return Err(GameError::expected("opens = true", allowed));
        }
        let read = |field, sizes: &FileEach<Vec<NumberText>>| -> Result<_, GameError> {
            let [one, two] = sizes.of_players(field)?.map(|sizes| {
                let sizes = sizes.map(Vec::as_slice).unwrap_or_default();
                sizes.iter().map(|size| size.text.parse()).collect::<Result<Vec<BetSize>, _>>()
            });
            Ok([one?, two?])
        };
        let donk = self.donk.as_ref().map(|donk| read("donk", donk)).transpose()?;
        Ok(Street {
            bets: read("bets", &self.bets)?,
            raises: read("raises", &self.raises)?,
            donk: donk.map(|[donk, _]| donk),
            most: whole_number("most", &self.most.text, 1..=MAX_RAISES)?,
            opens: self.opens.unwrap_or(may_open),
        })
    }
}

impl<T> FileEach<T> {
    fn sort(&mut self) {
        if let Self::Each(Entries(values)) = self {
            values.sort_by(|one, other| one.0.cmp(&other.0));
        }
    }

    fn of_players(&self, field: &str) -> Result<[Option<&T>; 2], GameError> {
        match self {
            Self::Alike(value) => Ok([Some(value); 2]),
            Self::Each(values) => of_names(field, values, ["I", "II"]),
        }
    }
}

/// The values of these names, and of no others.
fn of_names<'a, T, const N: usize>(
    field: &str,
    Entries(values): &'a Entries<T>,
    names: [&str; N],
) -> Result<[Option<&'a T>; N], GameError> {
    if let Some((name, _)) = values.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        let (name, names) = (excerpt(name), names.join(", "));
        return Err(GameError::malformed(format!("“{name}” in {field}, expected {names}")));
    }
    let value = |name| values.iter().find(|(given, _)| given == name);
    Ok(names.map(|name| value(name).map(|(_, value)| value)))
}
