//! The parameters that name a game: each once, for labels, options, forms, plans and documents.

use std::fmt;
use std::ops::RangeInclusive;

use bluff_exact::{NotRational, Rational, RefusedValue, whole_number, whole_within};

use super::{GameError, MAX_CARDS, MAX_COPIES, MAX_PLAYERS};

/// One parameter of games, which its key tells from all others.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parameter {
    /// The key in forms, plans and documents: `raise`.
    pub key: &'static str,
    /// The letters before its value in a label: `w` in `basic-endgame/n3-b2-w1_3`.
    pub prefix: &'static str,
    /// The long option of commands. A key of one letter is the short one.
    pub option: &'static str,
    /// The letters that stand for the value in the help of commands.
    pub placeholder: &'static str,
    /// The keyword argument of Python.
    pub keyword: &'static str,
    /// The name over a field of a form.
    pub title: &'static str,
    /// The parameter in a sentence: `a raise`.
    pub noun: &'static str,
    /// The parameter with a value, `{}`, after those before it: `and a raise of {}`.
    pub phrase: &'static str,
    /// The help of the option.
    pub about: &'static str,
    /// The values that are allowed, in few words.
    pub range: &'static str,
    /// A value.
    pub example: &'static str,
    /// Ranges of a plan.
    pub ranges: &'static str,
    /// The numbers that it takes.
    pub kind: ParameterKind,
    /// The value that is meant where none is given, and that labels leave out.
    pub default: Option<&'static str>,
}

/// The numbers that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ParameterKind {
    /// A rational number.
    Number,
    /// A set of rational numbers.
    Numbers,
    /// A whole number with these limits, both included.
    Whole(u64, u64),
}

/// The number of cards, `1..=n`.
pub static CARDS: Parameter = Parameter {
    option: "cards",
    placeholder: "N",
    title: "Cards n",
    noun: "a number of cards",
    phrase: "{} cards",
    about: "Number of cards; basic-endgame always has 3",
    range: "2 to 10¹⁸",
    example: "28",
    ranges: "2..40",
    kind: ParameterKind::Whole(2, MAX_CARDS),
    ..Parameter::named("n", "n")
};

/// The number of copies of each card, 1 by default.
pub static COPIES: Parameter = Parameter {
    placeholder: "R",
    title: "Copies of each card",
    noun: "a number of copies of each card",
    phrase: "{} of each card",
    about: "Copies of each card; players with the same card share the pot",
    range: "1 unless given",
    example: "4",
    ranges: "1",
    kind: ParameterKind::Whole(1, MAX_COPIES),
    default: Some("1"),
    ..Parameter::named("copies", "r")
};

/// The bet size in antes.
pub static BET: Parameter = Parameter {
    option: "bet",
    placeholder: "B",
    title: "Bet b",
    noun: "one bet size",
    about: "Bet size in antes; for newman the largest, or max for all whole ones that matter",
    range: "above 0: 2, 5/2; newman: max",
    example: "2",
    ranges: "1..10 or 1,5/2",
    ..Parameter::named("b", "b")
};

/// The bet sizes of the one-street game, in antes.
pub static SIZES: Parameter = Parameter {
    option: "sizes",
    placeholder: "S,S,…",
    title: "Bet sizes",
    noun: "a set of bet sizes",
    about: "Bet sizes of one-street, separated by commas",
    range: "one-street: 1,5/2,7",
    example: "1,5/2,7",
    ranges: "1,3 1,5/2,7",
    kind: ParameterKind::Numbers,
    ..Parameter::named("s", "s")
};

/// The number of players of callers.
pub static PLAYERS: Parameter = Parameter {
    placeholder: "P",
    title: "Players",
    noun: "a number of players",
    phrase: "with {} players",
    about: "Players of callers, the one who bets included: 2 to 10",
    range: "callers: 2 to 10",
    example: "4",
    ranges: "3..4",
    kind: ParameterKind::Whole(2, MAX_PLAYERS as u64),
    ..Parameter::named("players", "p")
};

/// The raise of one-raise beyond the bet, in antes.
pub static RAISE: Parameter = Parameter {
    placeholder: "R",
    keyword: "raise_",
    title: "Raise",
    noun: "a raise",
    phrase: "and a raise of {}",
    about: "The raise of one-raise, beyond the bet",
    range: "one-raise: in antes",
    example: "6",
    ranges: "2..6",
    ..Parameter::named("raise", "raise")
};

/// The probability of hand-flip with which the lower card wins.
pub static FLIP: Parameter = Parameter {
    placeholder: "Q",
    title: "Flip",
    noun: "the probability of a flip",
    phrase: "with flip {}",
    about: "The probability of hand-flip with which the lower card wins, 0 to 1/2",
    range: "hand-flip: 0 to 1/2",
    example: "1/6",
    ranges: "0,1/6",
    ..Parameter::named("flip", "flip")
};

/// The probability of the basic endgame that player I holds the winning hand.
pub static WIN: Parameter = Parameter {
    placeholder: "P",
    title: "Win",
    noun: "a probability to win",
    phrase: "with win {}",
    about: "The probability of basic-endgame with which player I surely wins, 0 to 1",
    range: "basic-endgame: 0 to 1",
    example: "1/3",
    ranges: "1/4,1/3",
    ..Parameter::named("win", "w")
};

/// The stack of push or fold, in big blinds.
pub static STACK: Parameter = Parameter {
    placeholder: "S",
    title: "Stack",
    noun: "a stack",
    phrase: "{} big blinds",
    about: "The stack of push-fold, in big blinds",
    range: "push-fold: 1 or more big blinds",
    example: "10",
    ranges: "1..25",
    ..Parameter::named("stack", "s")
};

/// The ante of push or fold, in big blinds.
pub static ANTE: Parameter = Parameter {
    placeholder: "A",
    title: "Ante",
    noun: "an ante",
    phrase: "an ante of {} and",
    about: "The ante of push-fold, in big blinds, of each player",
    range: "push-fold: 0 unless given",
    example: "1/8",
    ranges: "0,1/8",
    default: Some("0"),
    ..Parameter::named("ante", "a")
};

/// The parameters of stakes, in the order of labels. Of two with one prefix, the later is of decks
/// of their own.
pub static PARAMETERS: [&Parameter; 8] =
    [&BET, &SIZES, &PLAYERS, &RAISE, &FLIP, &WIN, &STACK, &ANTE];

/// The parameters of games: of the deck and of stakes, in the order of commands and forms.
pub static ARGUMENTS: [&Parameter; 10] =
    [&CARDS, &BET, &SIZES, &PLAYERS, &RAISE, &FLIP, &WIN, &STACK, &ANTE, &COPIES];

impl Parameter {
    /// A number that every game with this parameter needs, under one name everywhere.
    const fn named(key: &'static str, prefix: &'static str) -> Self {
        Self {
            key,
            prefix,
            option: key,
            placeholder: "",
            keyword: key,
            title: "",
            noun: "",
            phrase: "{}",
            about: "",
            range: "",
            example: "",
            ranges: "",
            kind: ParameterKind::Number,
            default: None,
        }
    }

    /// The parameter of stakes with this key.
    pub fn of_stakes(key: &str) -> Option<&'static Self> {
        PARAMETERS.into_iter().find(|parameter| parameter.key == key)
    }

    /// True if documents say it by their `bets`.
    pub fn is_bets(&self) -> bool {
        *self == BET || *self == SIZES
    }

    /// The value that a text gives.
    ///
    /// Errors: `NotNumber`, `NotWhole`.
    pub fn value(&self, text: &str) -> Result<Value, GameError> {
        let refused = |text: &str, error: &NotRational| {
            let error = GameError::no_number(self.key, text, error);
            // At a table a bet in per cent is a part of the pot, of two antes.
            let percent: String = text.split_whitespace().collect();
            let is_of_pot = self.key == BET.key && percent.ends_with('%');
            let part = Rational::part(&percent).ok().filter(|_| is_of_pot);
            match (error, part) {
                (GameError::NotNumber { field, given, .. }, Some(part)) => {
                    let bet = part * Rational::from(2);
                    let allowed = format!("a number; {given} of the pot of 2 is {bet}");
                    GameError::NotNumber { field, given, allowed }
                }
                (error, _) => error,
            }
        };
        let number = |text: &str| text.parse().map_err(|error| refused(text, &error));
        Ok(match self.kind {
            ParameterKind::Number => Value::Number(number(text)?),
            ParameterKind::Numbers => Value::Numbers(
                text.split(',').map(|text| number(text.trim())).collect::<Result<_, _>>()?,
            ),
            ParameterKind::Whole(..) => Value::Whole(self.whole(text)?),
        })
    }

    /// The whole number that a text gives, within the limits: `1000`, `1_000` or `1e3`.
    ///
    /// Errors: `NotWhole`.
    pub fn whole(&self, text: &str) -> Result<u64, GameError> {
        Ok(whole_number(self.key, text, self.limits())?)
    }

    /// A whole number, if it is within the limits.
    ///
    /// Errors: `NotWhole`.
    pub fn whole_within(&self, number: u64) -> Result<u64, GameError> {
        Ok(whole_within(self.key, number, self.limits())?)
    }

    fn limits(&self) -> RangeInclusive<u64> {
        match self.kind {
            ParameterKind::Whole(least, most) => least..=most,
            _ => 0..=u64::MAX,
        }
    }
}

impl GameError {
    /// The error of a number that is not `allowed`.
    pub fn outside(parameter: &Parameter, given: &Rational, allowed: &str) -> Self {
        Self::Outside(RefusedValue::of(parameter.key, given, allowed))
    }
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A rational number.
    Number(Rational),
    /// A set of rational numbers.
    Numbers(Vec<Rational>),
    /// A whole number.
    Whole(u64),
}

impl<N: Into<Rational>> From<N> for Value {
    fn from(number: N) -> Self {
        Self::Number(number.into())
    }
}

/// The value as it is typed: `5/2`, `1,5/2,7`.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Numbers(numbers) => formatter
                .write_str(&numbers.iter().map(Rational::to_string).collect::<Vec<_>>().join(",")),
            Self::Whole(number) => number.fmt(formatter),
        }
    }
}
