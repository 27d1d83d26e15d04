//! A game as text: its name, deck and stakes as a command, a form, a Python call or a label gives them.

use bluff_exact::{Rational, excerpt};

use super::{GAME_NAMES, Game, GameError, Stakes, named_with_copies, parse_copies, parse_deck, parse_players};

/// The arguments of a game as text; `None` where nothing is given.
///
/// `n` is the number of cards, `s` a set of bet sizes separated by commas; all other stakes are one number each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameArguments {
    /// One of [`GAME_NAMES`].
    pub name: String,
    /// The number of cards.
    pub n: Option<String>,
    /// The number of copies of each card, 1 by default.
    pub copies: Option<String>,
    /// The bet size in antes; `max` is the saturation size of Newman's game.
    pub b: Option<String>,
    /// The bet sizes of the one-street game, in antes.
    pub s: Option<String>,
    /// The number of players of callers.
    pub players: Option<String>,
    /// The raise of one-raise, in antes.
    pub raise: Option<String>,
    /// The probability of hand-flip with which the lower card wins.
    pub flip: Option<String>,
    /// The probability of the basic endgame that player I holds the winning hand.
    pub win: Option<String>,
}

/// The game that [`GameArguments`] name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedGame {
    /// A game whose stakes are all numbers.
    Game(Box<Game>),
    /// Newman's game with this many cards and `b = max`: the bet size is only known when the game is solved.
    Saturated(u64),
}

/// The way arguments are written where they are given, for error messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Options of a command: `-b 2 --raise 6`.
    Options,
    /// Fields of a form, a plan or a label: `b = 2 and raise = 6`.
    Fields,
    /// Keyword arguments of Python: `b=2, raise_=6`.
    Keywords,
}

/// Arguments that name no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// An argument of other games.
    #[error("{argument} is not for {game}, which takes {takes}; it is for {takers}")]
    Stray {
        /// The argument, as it is spelled.
        argument: String,
        /// The game.
        game: &'static str,
        /// The stakes of this game.
        takes: String,
        /// The games that take the argument.
        takers: String,
    },
    /// No number of cards.
    #[error("{game} needs a number of cards, for instance {example}")]
    NoDeck {
        /// The game.
        game: &'static str,
        /// A number of cards, as it is spelled.
        example: String,
    },
    /// An argument beside a label that says otherwise.
    #[error("the label {label} and {argument} contradict each other, expected one of them")]
    Contradiction {
        /// The label.
        label: String,
        /// The argument, as it is spelled.
        argument: String,
    },
    /// A label that leaves its bet size to be computed.
    #[error("b = max in a label, expected the saturation size for n = {n} as a number")]
    SaturationLabel {
        /// The number of cards.
        n: u64,
    },
}

/// The stakes of a game: in words, and each argument with an example.
fn stakes_of(game: &str) -> (&'static str, &'static [(&'static str, &'static str)]) {
    match game {
        "one-street" => ("a set of bet sizes", &[("s", "1,5/2,7")]),
        "callers" => ("one bet size and a number of players", &[("b", "2"), ("players", "4")]),
        "one-raise" => ("one bet size and a raise", &[("b", "2"), ("raise", "6")]),
        "hand-flip" => ("one bet size and the probability of a flip", &[("b", "2"), ("flip", "1/6")]),
        "basic-endgame" => ("one bet size and a probability to win", &[("b", "2"), ("win", "1/3")]),
        _ => ("one bet size", &[("b", "2")]),
    }
}

/// The error of stakes that `game` is not played with.
pub(super) fn wrong_stakes(game: &'static str, spelling: Spelling) -> GameError {
    let (words, stakes) = stakes_of(game);
    let examples: Vec<String> = stakes.iter().map(|(key, value)| spelling.argument(key, value)).collect();
    let mut expected = format!("{words}, for instance {}", examples.join(spelling.between()));
    if game == "newman" {
        expected = format!("{expected}, or {} for the saturation size", spelling.argument("b", "max"));
    }
    GameError::WrongStakes { game, expected }
}

impl Spelling {
    /// The name of an argument.
    fn name(self, key: &str) -> String {
        match self {
            Self::Options if key.len() == 1 => format!("-{key}"),
            Self::Options => format!("--{key}"),
            Self::Keywords if key == "raise" => "raise_".to_owned(),
            Self::Fields | Self::Keywords => key.to_owned(),
        }
    }

    /// An argument with its value.
    fn argument(self, key: &str, value: &str) -> String {
        let (name, value) = (self.name(key), excerpt(value));
        match self {
            Self::Options => format!("{name} {value}"),
            Self::Fields => format!("{name} = {value}"),
            Self::Keywords if value.bytes().all(|byte| byte.is_ascii_digit()) => format!("{name}={value}"),
            Self::Keywords => format!("{name}=\"{value}\""),
        }
    }

    /// The text between two arguments.
    fn between(self) -> &'static str {
        match self {
            Self::Options => " ",
            Self::Fields => " and ",
            Self::Keywords => ", ",
        }
    }
}

impl GameArguments {
    /// The arguments that a label gives, in any spelling of its numbers.
    ///
    /// Errors: `BadLabel`. The numbers are read by [`GameArguments::game`].
    pub fn from_label(label: &str) -> Result<Self, GameError> {
        let bad = || GameError::BadLabel { given: excerpt(label) };
        let (name, rest) = label.split_once('/').ok_or_else(bad)?;
        // A raise begins with the same letter as copies.
        let (rest, copies) = match rest.rsplit_once("-r").filter(|(_, copies)| !copies.starts_with("aise")) {
            Some((rest, copies)) => (rest, Some(copies.to_owned())),
            None => (rest, None),
        };
        let (deck, stakes) = rest.split_once('-').ok_or_else(bad)?;
        let n = Some(deck.strip_prefix('n').ok_or_else(bad)?.to_owned());
        let mut found = Self { name: name.to_owned(), n, copies, ..Self::default() };
        let number = |text: &str| Some(text.replace('_', "/"));
        if let Some(sizes) = stakes.strip_prefix('s') {
            found.s = number(&sizes.replace('-', ","));
            return Ok(found);
        }
        let bet = stakes.strip_prefix('b').ok_or_else(bad)?;
        let second = [
            ("-p", &mut found.players),
            ("-raise", &mut found.raise),
            ("-flip", &mut found.flip),
            ("-w", &mut found.win),
        ];
        let mut split = None;
        for (prefix, place) in second {
            if split.is_none() {
                split = bet.split_once(prefix);
                *place = split.and_then(|(_, text)| number(text));
            }
        }
        found.b = number(split.map_or(bet, |(b, _)| b));
        Ok(found)
    }

    /// The arguments of a label, with these beside it, which say nothing else.
    ///
    /// Errors: `BadLabel`, `Contradiction`.
    pub fn beside_label(&self, label: &str, spelling: Spelling) -> Result<Self, GameError> {
        let mut found = Self::from_label(label)?;
        // No copies in a label are one of each card.
        found.copies.get_or_insert_with(|| "1".to_owned());
        let Self { n, copies, b, s, players, raise, flip, win, .. } = &mut found;
        for ((key, given), known) in self.each().into_iter().zip([n, copies, b, s, players, raise, flip, win]) {
            match (given, &known) {
                (None, _) => {}
                (Some(given), None) => *known = Some(given.to_owned()),
                (Some(given), Some(known)) if same(given, known) => {}
                (Some(given), Some(_)) => {
                    let (label, argument) = (excerpt(label), spelling.argument(key, given));
                    return Err(ArgumentError::Contradiction { label, argument }.into());
                }
            }
        }
        Ok(found)
    }

    /// Every argument but the name.
    fn each(&self) -> [(&'static str, Option<&str>); 8] {
        let Self { name: _, n, copies, b, s, players, raise, flip, win } = self;
        let keys = ["n", "copies", "b", "s", "players", "raise", "flip", "win"];
        let mut values = [n, copies, b, s, players, raise, flip, win].into_iter();
        keys.map(|key| (key, values.next().and_then(Option::as_deref)))
    }

    /// The name of the game, if it takes every argument given.
    ///
    /// Errors: `UnknownGame`, `Stray`.
    pub fn known(&self, spelling: Spelling) -> Result<&'static str, GameError> {
        let unknown = || GameError::UnknownGame { given: excerpt(&self.name) };
        let game = GAME_NAMES.into_iter().find(|name| *name == self.name).ok_or_else(unknown)?;
        let takes = |game: &str, wanted: &str| stakes_of(game).1.iter().any(|(key, _)| *key == wanted);
        let mut stakes = self.each().into_iter().skip(2).filter(|(_, given)| given.is_some());
        let Some((stray, _)) = stakes.find(|(key, _)| !takes(game, key)) else {
            return Ok(game);
        };
        let takers: Vec<&str> = GAME_NAMES.into_iter().filter(|other| takes(other, stray)).collect();
        let names: Vec<String> = stakes_of(game).1.iter().map(|(key, _)| spelling.name(key)).collect();
        let takers =
            if takers.len() + 1 == GAME_NAMES.len() { "every other game".to_owned() } else { takers.join(" and ") };
        Err(ArgumentError::Stray { argument: spelling.name(stray), game, takes: names.join(" and "), takers }.into())
    }

    /// The game.
    ///
    /// Errors: [`ArgumentError`], `UnknownGame`, `WrongStakes`, those of numbers, and those of the game.
    ///
    /// ```
    /// use bluff_poker::game::{GameArguments, Spelling};
    /// let mut given = GameArguments::from_label("von-neumann/n3-b1")?;
    /// given.raise = Some("2".to_owned());
    /// let error = given.game(Spelling::Options).unwrap_err();
    /// assert_eq!(error.to_string(), "--raise is not for von-neumann, which takes -b; it is for one-raise");
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn game(&self, spelling: Spelling) -> Result<NamedGame, GameError> {
        let game = self.known(spelling)?;
        let n = match &self.n {
            Some(n) => parse_deck(n)?,
            None if game == "basic-endgame" => 3,
            None => return Err(ArgumentError::NoDeck { game, example: spelling.argument("n", "28") }.into()),
        };
        let copies = self.copies.as_deref().map_or(Ok(1), parse_copies)?;
        if game == "newman" && copies == 1 && self.b.as_deref() == Some("max") {
            return Ok(NamedGame::Saturated(n));
        }
        let text = |given: &Option<String>| given.clone().ok_or_else(|| wrong_stakes(game, spelling));
        let number = |given: &Option<String>| Ok::<Rational, GameError>(text(given)?.parse()?);
        let stakes = match game {
            "one-street" => {
                let sizes = text(&self.s)?;
                Stakes::Sizes(sizes.split(',').map(|size| size.trim().parse()).collect::<Result<_, _>>()?)
            }
            "callers" => {
                let (b, players) = (text(&self.b)?, text(&self.players)?);
                Stakes::Callers { b: b.parse()?, players: parse_players(&players)? }
            }
            "one-raise" => Stakes::Raise { b: number(&self.b)?, raise: number(&self.raise)? },
            "hand-flip" => Stakes::Flip { b: number(&self.b)?, flip: number(&self.flip)? },
            "basic-endgame" => Stakes::Win { b: number(&self.b)?, win: number(&self.win)? },
            _ => Stakes::Bet(number(&self.b)?),
        };
        Ok(NamedGame::Game(Box::new(named_with_copies(game, n, copies, stakes)?)))
    }
}

/// Whether two texts are the same numbers, in whatever order and spelling.
fn same(one: &str, other: &str) -> bool {
    let numbers = |text: &str| {
        let mut numbers = text.split(',').map(|size| size.trim().parse().ok()).collect::<Option<Vec<Rational>>>();
        numbers.iter_mut().for_each(|numbers| numbers.sort());
        numbers
    };
    one == other || numbers(one).is_some_and(|numbers_of_one| numbers(other) == Some(numbers_of_one))
}
