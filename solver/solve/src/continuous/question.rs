use std::fmt;
use std::str::FromStr;

use crate::exact::{Rational, excerpt};
use crate::game::{GameError, Stakes, named, parse_players};

use super::{Between, Callers, ClosedForm, ContinuousError, Digits, Endgame, Grid, OneStreet, Real, Unlimited};

/// Bets that a continuous game allows, as labels spell them. Units: antes.
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
    /// `between1_2-8`: every real bet from the one to the other.
    Between(Rational, Rational),
    /// `b2-raise6`: one bet, and one raise by so much more.
    Raise(Rational, Rational),
    /// `b2-flip1_6`: one bet, and the lower hand wins with this probability.
    Flip(Rational, Rational),
    /// `b2-w1_3`: one bet, and player I surely wins with this probability.
    Win(Rational, Rational),
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
            Self::Between(least, greatest) => write!(formatter, "between{}-{}", number(least), number(greatest)),
            Self::Raise(b, raise) => write!(formatter, "b{}-raise{}", number(b), number(raise)),
            Self::Flip(b, flip) => write!(formatter, "b{}-flip{}", number(b), number(flip)),
            Self::Win(b, win) => write!(formatter, "b{}-w{}", number(b), number(win)),
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
        let number = |text: &str| text.replace('_', "/").parse::<Rational>();
        let split = |prefix, between| text.strip_prefix(prefix).and_then(|rest| rest.split_once(between));
        Ok(match text {
            "bmax" => Self::Whole,
            "all" => Self::All,
            "best" => Self::Best,
            _ => {
                if let Some((least, greatest)) = split("between", "-") {
                    Self::Between(number(least)?, number(greatest)?)
                } else if let Some((b, raise)) = split("b", "-raise") {
                    Self::Raise(number(b)?, number(raise)?)
                } else if let Some((b, flip)) = split("b", "-flip") {
                    Self::Flip(number(b)?, number(flip)?)
                } else if let Some((b, win)) = split("b", "-w") {
                    Self::Win(number(b)?, number(win)?)
                } else if let Some(step) = text.strip_prefix("step") {
                    Self::Step(number(step)?)
                } else if let Some(sizes) = text.strip_prefix('s') {
                    Self::Sizes(sizes.split('-').map(number).collect::<Result<_, _>>()?)
                } else if let Some(b) = text.strip_prefix('b') {
                    Self::Up(number(b)?)
                } else {
                    return Err(ContinuousError::BadBets { given: excerpt(text) });
                }
            }
        })
    }

    /// Stakes that tell a deck with these bets from others of the same name; `None` where no deck
    /// is played with them, or where the deck decides which matter.
    pub fn stakes(&self, players: Option<usize>) -> Option<Stakes> {
        match (self.clone(), players) {
            (Self::Up(b), Some(players)) => Some(Stakes::Callers { b, players }),
            (Self::Up(b), None) => Some(Stakes::Bet(b)),
            (Self::Sizes(sizes), _) => Some(Stakes::Sizes(sizes)),
            (Self::Raise(b, raise), _) => Some(Stakes::Raise { b, raise }),
            (Self::Flip(b, flip), _) => Some(Stakes::Flip { b, flip }),
            (Self::Win(b, win), _) => Some(Stakes::Win { b, win }),
            (Self::Whole | Self::Step(_) | Self::Between(..) | Self::All | Self::Best, _) => None,
        }
    }
}

/// The name, bets and players of the continuous game that a label names, `von-neumann/b2` or
/// `callers/b2-p4`, in any spelling of its numbers.
///
/// Errors: `BadBets`, and those of numbers.
pub fn read_label(label: &str) -> Result<(String, Bets, Option<usize>), ContinuousError> {
    let (game, mut bets) = label.split_once('/').ok_or_else(|| ContinuousError::BadBets { given: excerpt(label) })?;
    let mut players = None;
    if let Some((before, count)) = bets.split_once("-p").filter(|_| game == "callers") {
        (bets, players) = (before, Some(parse_players(count)?));
    }
    Ok((game.to_owned(), Bets::read(bets)?, players))
}

/// The label of the continuous game with this name, bets and players.
pub fn label(name: &str, bets: &Bets, players: Option<usize>) -> String {
    players.map_or_else(|| format!("{name}/{bets}"), |players| format!("{name}/{bets}-p{players}"))
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
            Self::Callers(game) => Some([game.bluff_below.clone(), game.bet_from.clone(), game.call_from.clone()]),
            Self::Grid(_) | Self::Unlimited | Self::Between(_) | Self::ClosedForm(_) | Self::Endgame(_) => None,
        }
    }
}

/// Solves the continuous game of this name.
///
/// `von-neumann` takes `Up` and `Best`; `newman` takes `Up`, `Whole`, `Step`, `Between` and `All`;
/// `one-street` takes `Sizes`, `Step` and `Between`; `kuhn` and `borel` take `Up`, `one-raise`
/// takes `Raise`, `hand-flip` takes `Flip`, `basic-endgame` takes `Win`; `three-player` takes `Up`
/// and `Best`; so does `callers`, which needs `players` from 2 to 10, all but one of them callers.
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
        ("newman" | "one-street", Bets::Between(least, greatest)) => {
            Continuous::Between(Between::new(least.clone(), greatest.clone())?)
        }
        ("kuhn", Bets::Up(b)) => Continuous::ClosedForm(ClosedForm::kuhn(b.clone())?),
        ("borel", Bets::Up(b)) => Continuous::ClosedForm(ClosedForm::borel(b.clone())?),
        ("one-raise", Bets::Raise(b, raise)) => {
            Continuous::ClosedForm(ClosedForm::one_raise(b.clone(), raise.clone())?)
        }
        ("hand-flip", Bets::Flip(b, flip)) => Continuous::ClosedForm(ClosedForm::hand_flip(b.clone(), flip.clone())?),
        ("one-street", Bets::Sizes(sizes)) => Continuous::OneStreet(OneStreet::new(sizes.iter().cloned())?),
        ("von-neumann" | "three-player" | "callers", Bets::Best) => {
            Continuous::Callers(Box::new(Callers::best_bet(players.saturating_sub(1), digits)?))
        }
        ("three-player" | "callers", Bets::Up(b)) => {
            Continuous::Callers(Box::new(Callers::new(players.saturating_sub(1), b.clone(), digits)?))
        }
        ("basic-endgame", Bets::Win(b, win)) => Continuous::Endgame(Endgame::new(b.clone(), win.clone())?),
        ("von-neumann", _) => return wrong("von-neumann", "one bet, b2 for instance, or best"),
        ("newman", _) => return wrong("newman", "b2 for instance, bmax, a step, between1-4 for instance, or all"),
        ("one-street", _) => {
            return wrong("one-street", "a set of bets, s1-5_2-7 for instance, a step, or between1-4 for instance");
        }
        ("kuhn", _) => return wrong("kuhn", "one bet, b2 for instance"),
        ("borel", _) => return wrong("borel", "one bet, b2 for instance"),
        ("one-raise", _) => return wrong("one-raise", "one bet and a raise, b2-raise6 for instance"),
        ("hand-flip", _) => {
            return wrong("hand-flip", "one bet and the probability of a flip, b2-flip1_6 for instance");
        }
        ("three-player", _) => return wrong("three-player", "one bet, b2 for instance, or best"),
        ("callers", _) => return wrong("callers", "one bet, b2 for instance, or best"),
        ("basic-endgame", _) => {
            return wrong("basic-endgame", "one bet and a probability to win, b2-w1_3 for instance");
        }
        (given, _) => return Err(ContinuousError::UnknownGame { given: excerpt(given) }),
    })
}
