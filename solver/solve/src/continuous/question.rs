use std::fmt;
use std::str::FromStr;

use crate::exact::{Rational, excerpt};
use crate::game::{
    BET, CARDS, FLIP, Family, GameError, PLAYERS, Parameter, RAISE, Stakes, TreeShape, WIN,
};

use super::{
    Between, Callers, ClosedForm, ContinuousError, Digits, Endgame, Grid, OneStreet, Real,
    Unlimited,
};

/// Bets that a continuous game allows, as labels spell them. Units: antes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bets {
    /// `b2`, `s1-5_2-7`, `b2-raise6`: the stakes of decks.
    Stakes(Stakes),
    /// `bmax`: all whole bets.
    Whole,
    /// `step1_2`: all multiples of a step.
    Step(Rational),
    /// `between1_2-8`: every real bet from the one to the other.
    Between(Rational, Rational),
    /// `all`: every real bet.
    All,
    /// `best`: the one bet that is best for the bettor; of callers `best-p4`, with a number of
    /// players.
    Best(Option<u64>),
}

impl fmt::Display for Bets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: &Rational| number.to_string().replace('/', "_");
        match self {
            Self::Stakes(stakes) => stakes.fmt(formatter),
            Self::Whole => formatter.write_str("bmax"),
            Self::Step(step) => write!(formatter, "step{}", number(step)),
            Self::Between(least, greatest) => {
                write!(formatter, "between{}-{}", number(least), number(greatest))
            }
            Self::All => formatter.write_str("all"),
            Self::Best(None) => formatter.write_str("best"),
            Self::Best(Some(players)) => write!(formatter, "best-{}{players}", PLAYERS.prefix),
        }
    }
}

impl FromStr for Bets {
    type Err = ContinuousError;

    /// Reads the spelling of a label; there is one for each set of bets.
    ///
    /// ```
    /// use rational_bluff::continuous::Bets;
    /// assert_eq!("b5_2".parse::<Bets>()?.to_string(), "b5_2");
    /// assert!("b2_2".parse::<Bets>().is_err());
    /// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ContinuousError> {
        let bets = Self::read(text)?;
        let expected = bets.to_string();
        if expected == text {
            Ok(bets)
        } else {
            Err(GameError::LabelNotCanonical { given: excerpt(text), expected }.into())
        }
    }
}

impl Bets {
    /// Reads the spelling of a label, with numbers in any form.
    fn read(text: &str) -> Result<Self, ContinuousError> {
        let with_deck = text.strip_prefix(CARDS.prefix).and_then(|rest| rest.split_once('-'));
        if let Some((_, bets)) = with_deck.filter(|(n, _)| CARDS.whole(n).is_ok()) {
            let (given, bets) = (excerpt(text), excerpt(bets));
            return Err(ContinuousError::WithDeck { given, bets });
        }
        let number = |text: &str| text.replace('_', "/").parse::<Rational>();
        Ok(match text {
            "bmax" => Self::Whole,
            "all" => Self::All,
            "best" => Self::Best(None),
            _ => {
                if let Some((least, greatest)) =
                    text.strip_prefix("between").and_then(|text| text.split_once('-'))
                {
                    Self::Between(number(least)?, number(greatest)?)
                } else if let Some(step) = text.strip_prefix("step") {
                    Self::Step(number(step)?)
                } else if let Some(players) =
                    text.strip_prefix("best-").and_then(|text| text.strip_prefix(PLAYERS.prefix))
                {
                    Self::Best(Some(PLAYERS.whole(players)?))
                } else {
                    Self::Stakes(Stakes::from_label(text).map_err(|error| match error {
                        GameError::BadLabel { given, .. } => ContinuousError::BadBets { given },
                        other => other.into(),
                    })?)
                }
            }
        })
    }

    /// The bets that arguments give: parameters of stakes by key, `grid` or `between`; `b` may be
    /// `max` or `best`. None given are all bets.
    ///
    /// Errors: `Together` for arguments that do not go together, `NotTwoLimits`, and those of
    /// numbers.
    ///
    /// ```
    /// use rational_bluff::continuous::Bets;
    /// assert_eq!(Bets::from_arguments(&[("b", "2"), ("raise", "6")])?.to_string(), "b2-raise6");
    /// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
    /// ```
    pub fn from_arguments(given: &[(&str, &str)]) -> Result<Self, ContinuousError> {
        Ok(match given {
            [] => Self::All,
            [("b", "max")] => Self::Whole,
            [("b", "best")] => Self::Best(None),
            [("b", "best"), ("players", players)] => Self::Best(Some(PLAYERS.whole(players)?)),
            [("grid", step)] => Self::Step(step.parse()?),
            [("between", limits)] => match limits.split_once(',') {
                Some((least, greatest)) => {
                    Self::Between(least.trim().parse()?, greatest.trim().parse()?)
                }
                None => return Err(ContinuousError::NotTwoLimits { given: excerpt(limits) }),
            },
            _ => {
                let together = || {
                    let keys: Vec<&str> = given.iter().map(|(key, _)| *key).collect();
                    ContinuousError::Together { given: keys.join(" and ") }
                };
                let value = |(key, text): &(&str, &str)| {
                    let parameter = Parameter::of_stakes(key).ok_or_else(together)?;
                    let words = ["max", "best"].into_iter().filter(|_| *key == "b");
                    let value = parameter.value(text).map_err(|error| error.or_one_of(words))?;
                    Ok((parameter, value))
                };
                Self::Stakes(given.iter().map(value).collect::<Result<_, ContinuousError>>()?)
            }
        })
    }

    /// The stakes of decks with these bets; `None` where no deck is played with them, or where the
    /// deck decides which matter.
    pub fn stakes(&self) -> Option<&Stakes> {
        if let Self::Stakes(stakes) = self { Some(stakes) } else { None }
    }

    /// The number of players, where it is given.
    fn players(&self) -> Option<u64> {
        match self {
            Self::Stakes(stakes) => stakes.whole(&PLAYERS),
            Self::Best(players) => *players,
            Self::Whole | Self::Step(_) | Self::Between(..) | Self::All => None,
        }
    }
}

/// The name and the bets of the continuous game that a label names, `von-neumann/b2` or
/// `callers/b2-p4`, in any spelling of its numbers.
///
/// Errors: `NoBets`, `WithDeck`, `BadBets`, and those of numbers.
pub fn read_label(label: &str) -> Result<(String, Bets), ContinuousError> {
    let (game, bets) =
        label.split_once('/').ok_or_else(|| ContinuousError::NoBets { given: excerpt(label) })?;
    Ok((game.to_owned(), Bets::read(bets)?))
}

/// The label of the continuous game with this name and bets.
pub fn label(name: &str, bets: &Bets) -> String {
    format!("{name}/{bets}")
}

/// A continuous game, solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Continuous {
    /// Finitely many bets, two players.
    OneStreet(OneStreet),
    /// All multiples of a step, two players.
    Grid(Grid),
    /// Every real bet, two players.
    Unlimited,
    /// Every real bet between two limits, two players.
    Between(Between),
    /// A game of the literature, two players.
    ClosedForm(ClosedForm),
    /// One bet, any number of callers.
    Callers(Box<Callers>),
    /// One bet, and player I knows who wins.
    Endgame(Endgame),
}

impl Continuous {
    /// The value to player I, in antes per hand.
    pub fn value(&self) -> Real {
        match self {
            Self::OneStreet(game) => Real::Exact(game.value.clone()),
            Self::Grid(grid) => grid.value.clone(),
            Self::Unlimited => Real::Exact(Unlimited::value()),
            Self::Between(between) => Real::Exact(between.value.clone()),
            Self::ClosedForm(form) => Real::Exact(form.value.clone()),
            Self::Callers(callers) => callers.value.clone(),
            Self::Endgame(game) => Real::Exact(game.value.clone()),
        }
    }

    /// The cuts A, B and C of a game with one bet: I bluffs below A and bets for value from B, the
    /// others call from C.
    pub fn cuts(&self) -> Option<[Real; 3]> {
        match self {
            Self::OneStreet(game) => game.cuts().map(|cuts| cuts.map(Real::Exact)),
            Self::Callers(game) => {
                Some([game.bluff_below.clone(), game.bet_from.clone(), game.call_from.clone()])
            }
            Self::Grid(_)
            | Self::Unlimited
            | Self::Between(_)
            | Self::ClosedForm(_)
            | Self::Endgame(_) => None,
        }
    }
}

/// The games whose continuous game is known, and the bets of each.
const GAMES: [(&str, &str); 10] = [
    ("von-neumann", "one bet, b2 for instance, or best"),
    ("newman", "b2 for instance, bmax, a step, between1-4 for instance, or all"),
    ("one-street", "a set of bets, s1-5_2-7 for instance, a step, or between1-4 for instance"),
    ("three-player", "one bet, b2 for instance, or best"),
    ("callers", "one bet, b2 for instance, or best"),
    ("kuhn", "one bet, b2 for instance"),
    ("borel", "one bet, b2 for instance"),
    ("one-raise", "one bet and a raise, b2-raise6 for instance"),
    ("hand-flip", "one bet and the probability of a flip, b2-flip1_6 for instance"),
    ("basic-endgame", "one bet and a probability to win, b2-w1_3 for instance"),
];

/// The names of the games whose continuous game is known, with commas.
pub fn names() -> String {
    GAMES.map(|(name, _)| name).join(", ")
}

/// True if the continuous game of this name is known.
pub(super) fn is_known(name: &str) -> bool {
    GAMES.iter().any(|(known, _)| *known == name)
}

/// Solves the continuous game of this name.
///
/// Every game takes the `Stakes` of its decks; `von-neumann`, `three-player` and `callers` also
/// `Best`; `newman` also `Whole`, `Step`, `Between` and `All`; `one-street` also `Step` and
/// `Between`.
/// Errors: [`ContinuousError`].
///
/// ```
/// use rational_bluff::{continuous::{Bets, Digits, continuous}, exact::Rational, game::Stakes};
/// let newman = continuous("newman", &Bets::Stakes(Stakes::bet(2)), Digits::default())?;
/// assert_eq!(newman.value().exact(), Some(&Rational::ratio(5, 41)));
/// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
/// ```
pub fn continuous(name: &str, bets: &Bets, digits: Digits) -> Result<Continuous, ContinuousError> {
    let unknown = || ContinuousError::UnknownGame { given: excerpt(name) };
    let (game, expected) = *GAMES.iter().find(|(known, _)| *known == name).ok_or_else(unknown)?;
    let family = Family::known(game)?;
    let callers = match (family.parameters.contains(&&PLAYERS), bets.players()) {
        (true, None) => return Err(ContinuousError::NoPlayers),
        (false, Some(_)) => return Err(ContinuousError::PlayersGiven { game: game.to_owned() }),
        (true, Some(players)) => (players as usize).saturating_sub(1),
        (false, None) if game == "three-player" => 2,
        (false, None) => 1,
    };
    let wrong = || ContinuousError::WrongBets { game, given: bets.to_string(), expected };
    let stakes = match bets {
        Bets::Stakes(stakes) if family.takes(stakes) => stakes,
        Bets::Stakes(_) => return Err(wrong()),
        Bets::Whole if family.whole_bets => {
            return Ok(Continuous::Grid(Grid::new(Rational::ONE, digits)?));
        }
        Bets::All if family.whole_bets => return Ok(Continuous::Unlimited),
        Bets::Step(step) if matches!(game, "newman" | "one-street") => {
            return Ok(Continuous::Grid(Grid::new(step.clone(), digits)?));
        }
        Bets::Between(least, greatest) if matches!(game, "newman" | "one-street") => {
            return Ok(Continuous::Between(Between::new(least.clone(), greatest.clone())?));
        }
        Bets::Best(_) if game == "von-neumann" || family.shape == TreeShape::Callers => {
            return Ok(Continuous::Callers(Box::new(Callers::best_bet(callers, digits)?)));
        }
        _ => return Err(wrong()),
    };
    let b = stakes.number(&BET);
    Ok(match (family.shape, game) {
        // Two cards are enough to know which bets there are.
        (TreeShape::OneStreet, _) => {
            Continuous::OneStreet(OneStreet::new(family.game(2, 1, stakes)?.bets())?)
        }
        (TreeShape::Callers, _) => Continuous::Callers(Box::new(Callers::new(callers, b, digits)?)),
        (_, "kuhn") => Continuous::ClosedForm(ClosedForm::kuhn(b)?),
        (_, "borel") => Continuous::ClosedForm(ClosedForm::borel(b)?),
        (_, "one-raise") => {
            Continuous::ClosedForm(ClosedForm::one_raise(b, stakes.number(&RAISE))?)
        }
        (_, "hand-flip") => Continuous::ClosedForm(ClosedForm::hand_flip(b, stakes.number(&FLIP))?),
        (_, "basic-endgame") => Continuous::Endgame(Endgame::new(b, stakes.number(&WIN))?),
        _ => return Err(unknown()),
    })
}
