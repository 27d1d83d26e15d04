use std::fmt;
use std::str::FromStr;

use crate::exact::{Rational, excerpt};
use crate::game::{GameError, Stakes, named};

use super::{Callers, ContinuousError, Digits, Grid, OneStreet, Real, Unlimited};

/// Which bets a continuous game allows, and how labels spell it. Units: antes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bets {
    /// `b2`: one bet; in Newman's game all whole ones up to it.
    Up(Rational),
    /// `bmax`: all whole bets.
    Whole,
    /// `s1-5_2-7`: a finite set.
    Sizes(Vec<Rational>),
    /// `step1_2`: all multiples of a step.
    Step(Rational),
    /// `all`: every real bet.
    All,
    /// `best`: the one bet that is best for the bettor.
    Best,
}

impl fmt::Display for Bets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: &Rational| number.to_string().replace('/', "_");
        match self {
            Self::Up(b) => write!(formatter, "b{}", number(b)),
            Self::Whole => formatter.write_str("bmax"),
            Self::Sizes(sizes) => {
                write!(formatter, "s{}", sizes.iter().map(number).collect::<Vec<_>>().join("-"))
            }
            Self::Step(step) => write!(formatter, "step{}", number(step)),
            Self::All => formatter.write_str("all"),
            Self::Best => formatter.write_str("best"),
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
        let number = |text: &str| text.replace('_', "/").parse::<Rational>();
        let bets = match text {
            "bmax" => Self::Whole,
            "all" => Self::All,
            "best" => Self::Best,
            _ => {
                if let Some(step) = text.strip_prefix("step") {
                    Self::Step(number(step)?)
                } else if let Some(sizes) = text.strip_prefix('s') {
                    Self::Sizes(sizes.split('-').map(number).collect::<Result<_, _>>()?)
                } else if let Some(b) = text.strip_prefix('b') {
                    Self::Up(number(b)?)
                } else {
                    return Err(ContinuousError::BadBets { given: excerpt(text) });
                }
            }
        };
        let expected = bets.to_string();
        if expected == text {
            Ok(bets)
        } else {
            Err(GameError::LabelNotCanonical { given: excerpt(text), expected }.into())
        }
    }
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
    /// One bet, any number of callers.
    Callers(Box<Callers>),
}

impl Continuous {
    /// The value to player I, in antes per hand.
    pub fn value(&self) -> Real {
        match self {
            Self::OneStreet(game) => Real::Exact(game.value.clone()),
            Self::Grid(grid) => grid.value.clone(),
            Self::Unlimited => Real::Exact(Unlimited::value()),
            Self::Callers(callers) => callers.value.clone(),
        }
    }

    /// The cuts A, B and C of a game with one bet: I bluffs below A and bets for value from B, the others call from C.
    pub fn cuts(&self) -> Option<[Real; 3]> {
        match self {
            Self::OneStreet(game) => game.cuts().map(|cuts| cuts.map(Real::Exact)),
            Self::Callers(game) => Some([game.bluff_below.clone(), game.bet_from.clone(), game.call_from.clone()]),
            Self::Grid(_) | Self::Unlimited => None,
        }
    }
}

/// Solves the continuous game of this name.
///
/// `von-neumann` takes `Up` and `Best`; `newman` takes `Up`, `Whole`, `Step` and `All`; `one-street` takes `Sizes` and `Step`;
/// `three-player` takes `Up` and `Best`; so does `callers`, which needs `players` from 2 to 10, all but one of them callers.
/// Errors: [`ContinuousError`].
///
/// ```
/// use rational_bluff::{continuous::{Bets, Digits, continuous}, exact::Rational};
/// let newman = continuous("newman", &Bets::Up(2.into()), None, Digits::default())?;
/// assert_eq!(newman.value().exact(), Some(&Rational::ratio(5, 41)));
/// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
/// ```
pub fn continuous(
    name: &str,
    bets: &Bets,
    players: Option<usize>,
    digits: Digits,
) -> Result<Continuous, ContinuousError> {
    let players = match (name, players) {
        ("callers", players) => players.ok_or(ContinuousError::NoPlayers)?,
        ("three-player", None) => 3,
        (_, None) => 2,
        (_, Some(_)) => return Err(ContinuousError::PlayersGiven { game: excerpt(name) }),
    };
    let wrong = |game, expected| Err(ContinuousError::WrongBets { game, given: bets.to_string(), expected });
    Ok(match (name, bets) {
        // Two cards are enough to know which bets there are.
        ("von-neumann" | "newman", Bets::Up(b)) => {
            let game = named(name, 2, Stakes::Bet(b.clone()))?;
            Continuous::OneStreet(OneStreet::new(game.bets())?)
        }
        ("newman", Bets::Whole) => Continuous::Grid(Grid::new(Rational::ONE, digits)?),
        ("newman", Bets::All) => Continuous::Unlimited,
        ("newman" | "one-street", Bets::Step(step)) => Continuous::Grid(Grid::new(step.clone(), digits)?),
        ("one-street", Bets::Sizes(sizes)) => Continuous::OneStreet(OneStreet::new(sizes.iter().cloned())?),
        ("von-neumann" | "three-player" | "callers", Bets::Best) => {
            Continuous::Callers(Box::new(Callers::best_bet(players.saturating_sub(1), digits)?))
        }
        ("three-player" | "callers", Bets::Up(b)) => {
            Continuous::Callers(Box::new(Callers::new(players.saturating_sub(1), b.clone(), digits)?))
        }
        ("von-neumann", _) => return wrong("von-neumann", "one bet, b2 for instance, or best"),
        ("newman", _) => return wrong("newman", "b2 for instance, bmax, a step or all"),
        ("one-street", _) => return wrong("one-street", "a set of bets, s1-5_2-7 for instance, or a step"),
        ("three-player", _) => return wrong("three-player", "one bet, b2 for instance, or best"),
        ("callers", _) => return wrong("callers", "one bet, b2 for instance, or best"),
        (given, _) => return Err(ContinuousError::UnknownGame { given: excerpt(given) }),
    })
}
