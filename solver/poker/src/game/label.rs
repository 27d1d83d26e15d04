//! Names of games, forever: `von-neumann/n28-b4`, `one-street/n28-s1-5_2-7`.

use bluff_exact::{Rational, excerpt};

use super::arguments::wrong_stakes;
use super::{
    ArgumentError, Game, GameArguments, GameError, MAX_CARDS, MAX_COPIES, MAX_PLAYERS, NamedGame, Spelling,
    basic_endgame, borel, callers, hand_flip, in_turn, kuhn, newman, one_raise, one_street, three_player, von_neumann,
};

/// The games of this room, by name.
pub const GAME_NAMES: [&str; 11] = [
    "von-neumann",
    "newman",
    "one-street",
    "three-player",
    "callers",
    "kuhn",
    "borel",
    "one-raise",
    "hand-flip",
    "in-turn",
    "basic-endgame",
];

/// What tells games of one name apart besides the deck. Units: antes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stakes {
    /// One bet size `b`; Newman's game has all of `1..=b`.
    Bet(Rational),
    /// A set of bet sizes; 0, the check, may be listed.
    Sizes(Vec<Rational>),
    /// One bet size and a number of players.
    Callers {
        /// The bet.
        b: Rational,
        /// Players, the one who bets included.
        players: usize,
    },
    /// One bet size, and a raise by so much more.
    Raise {
        /// The bet.
        b: Rational,
        /// The raise.
        raise: Rational,
    },
    /// One bet size, and the probability with which the lower card wins.
    Flip {
        /// The bet.
        b: Rational,
        /// The probability, 0 to 1/2.
        flip: Rational,
    },
    /// One bet size, and the probability that player I holds the winning hand.
    Win {
        /// The bet.
        b: Rational,
        /// The probability, 0 to 1.
        win: Rational,
    },
}

/// What solution documents say of a game besides its name, deck and bets: of most games nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// The number of players of callers.
    pub players: Option<usize>,
    /// The raise of one-raise, in antes.
    pub raise: Option<Rational>,
    /// The probability of hand-flip with which the lower card wins.
    pub flip: Option<Rational>,
    /// The probability of the basic endgame that player I holds the winning hand.
    pub win: Option<Rational>,
}

/// The game of this name, one of [`GAME_NAMES`].
///
/// Errors: `UnknownGame`, `WrongStakes`, and those of the game.
///
/// ```
/// use bluff_poker::game::{Stakes, named};
/// let game = named("newman", 14, Stakes::Bet(5.into()))?;
/// assert_eq!(game.label(), "newman/n14-b5");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn named(name: &str, n: u64, stakes: Stakes) -> Result<Game, GameError> {
    match (name, stakes) {
        ("von-neumann", Stakes::Bet(b)) => von_neumann(n, b),
        ("newman", Stakes::Bet(b)) => newman(n, b),
        ("three-player", Stakes::Bet(b)) => three_player(n, b),
        ("kuhn", Stakes::Bet(b)) => kuhn(n, b),
        ("borel", Stakes::Bet(b)) => borel(n, b),
        ("in-turn", Stakes::Bet(b)) => in_turn(n, b),
        ("one-street", Stakes::Sizes(sizes)) => one_street(n, sizes),
        ("callers", Stakes::Callers { b, players }) => callers(n, b, players),
        ("one-raise", Stakes::Raise { b, raise }) => one_raise(n, b, raise),
        ("hand-flip", Stakes::Flip { b, flip }) => hand_flip(n, b, flip),
        ("basic-endgame", Stakes::Win { b, win }) => basic_endgame(b, win)?.with_deck(n, 1),
        (given, _) => {
            let Some(game) = GAME_NAMES.into_iter().find(|name| *name == given) else {
                return Err(GameError::UnknownGame { given: excerpt(given) });
            };
            Err(wrong_stakes(game, Spelling::Fields))
        }
    }
}

/// The number of cards from text: digits only, 2 to [`MAX_CARDS`].
///
/// Errors: `BadDeck`.
pub fn parse_deck(text: &str) -> Result<u64, GameError> {
    let digits = text.len() <= 19 && text.bytes().all(|byte| byte.is_ascii_digit());
    let n = if digits { text.parse().ok() } else { None };
    n.filter(|n| (2..=MAX_CARDS).contains(n)).ok_or_else(|| GameError::BadDeck { given: excerpt(text) })
}

/// As [`named`], with so many copies of each card: then fewer cards than players may do.
///
/// Errors: as [`named`] and [`Game::with_deck`].
pub fn named_with_copies(name: &str, n: u64, copies: u64, stakes: Stakes) -> Result<Game, GameError> {
    if copies == 1 {
        return named(name, n, stakes);
    }
    let enough = if name == "basic-endgame" { n } else { n.max(MAX_PLAYERS as u64) };
    named(name, enough, stakes)?.with_deck(n, copies)
}

/// The number of copies of each card from text: digits only, 1 to [`MAX_COPIES`].
///
/// Errors: `BadCopies`.
pub fn parse_copies(text: &str) -> Result<u64, GameError> {
    let digits = (1..=7).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let copies = if digits { text.parse().ok() } else { None };
    copies
        .filter(|copies| (1..=MAX_COPIES).contains(copies))
        .ok_or_else(|| GameError::BadCopies { given: excerpt(text) })
}

/// The number of players from text: digits only, 2 to [`MAX_PLAYERS`].
///
/// Errors: `BadPlayers`.
pub fn parse_players(text: &str) -> Result<usize, GameError> {
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let players = if digits { text.parse().ok() } else { None };
    let players = players.filter(|players| (2..=MAX_PLAYERS).contains(players));
    players.ok_or_else(|| GameError::BadPlayers { given: excerpt(text) })
}

/// The game that a label names, in any spelling of its numbers: `n028`, `b8_2`.
///
/// Errors: `BadLabel`, `SaturationLabel`, and those of [`GameArguments::game`].
pub fn read_label(text: &str) -> Result<Game, GameError> {
    match GameArguments::from_label(text)?.game(Spelling::Fields)? {
        NamedGame::Game(game) => Ok(*game),
        NamedGame::Saturated(n) => Err(ArgumentError::SaturationLabel { n }.into()),
    }
}

/// The game that a label names.
///
/// Errors: those of [`read_label`]; `LabelNotCanonical`, because a game has one label: reduced, ascending, no leading
/// zeros.
///
/// ```
/// use bluff_poker::game::{parse_label, read_label};
/// assert_eq!(parse_label("one-street/n28-s1-5_2-7")?.n(), 28);
/// assert!(parse_label("kuhn/n3-b2_2").is_err());
/// assert_eq!(read_label("kuhn/n3-b2_2")?.label(), "kuhn/n3-b1");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn parse_label(text: &str) -> Result<Game, GameError> {
    let game = read_label(text)?;
    let expected = game.label();
    if expected == text { Ok(game) } else { Err(GameError::LabelNotCanonical { given: excerpt(text), expected }) }
}

/// The label of a game with this name, deck and stakes, which [`Game::stakes`] has in their one order; `None` for a game file.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::{Stakes, label};
/// assert_eq!(label("kuhn", 13, 4, Some(&Stakes::Bet(Rational::ratio(3, 2)))), "kuhn/n13-b3_2-r4");
/// ```
pub fn label(name: &str, n: u64, copies: u64, stakes: Option<&Stakes>) -> String {
    let stakes = match stakes {
        None => String::new(),
        Some(Stakes::Bet(b)) => format!("-b{b}"),
        Some(Stakes::Callers { b, players }) => format!("-b{b}-p{players}"),
        Some(Stakes::Raise { b, raise }) => format!("-b{b}-raise{raise}"),
        Some(Stakes::Flip { b, flip }) => format!("-b{b}-flip{flip}"),
        Some(Stakes::Win { b, win }) => format!("-b{b}-w{win}"),
        Some(Stakes::Sizes(sizes)) => {
            let sizes: Vec<String> = sizes.iter().map(Rational::to_string).collect();
            format!("-s{}", sizes.join("-"))
        }
    };
    let stakes = stakes.replace('/', "_");
    if copies == 1 { format!("{name}/n{n}{stakes}") } else { format!("{name}/n{n}{stakes}-r{copies}") }
}

impl Game {
    /// Whether this is the one-street game or one of its special cases: I bets one of a set of sizes, II folds or calls.
    pub fn is_one_street(&self) -> bool {
        matches!(self.name(), "von-neumann" | "newman" | "one-street")
    }

    /// The name of this game forever. A game file's is its own name and the deck: `my-game/n4`.
    pub fn label(&self) -> String {
        label(self.name(), self.n(), self.copies(), self.stakes())
    }

    /// The bet sizes, the check's 0 first; none of a game file.
    pub fn bets(&self) -> Vec<Rational> {
        let check = std::iter::once(Rational::ZERO);
        match self.stakes() {
            None => Vec::new(),
            Some(Stakes::Bet(b)) if self.name() == "newman" => {
                (0..=b.to_i128().unwrap_or_default()).map(Rational::from).collect()
            }
            Some(Stakes::Sizes(sizes)) => check.chain(sizes.iter().cloned()).collect(),
            Some(
                Stakes::Bet(b)
                | Stakes::Callers { b, .. }
                | Stakes::Raise { b, .. }
                | Stakes::Flip { b, .. }
                | Stakes::Win { b, .. },
            ) => check.chain([b.clone()]).collect(),
        }
    }

    /// What a solution document says of the game besides name, deck and bets.
    pub fn beside(&self) -> Beside {
        match self.stakes().cloned() {
            Some(Stakes::Callers { players, .. }) => Beside { players: Some(players), ..Beside::default() },
            Some(Stakes::Raise { raise, .. }) => Beside { raise: Some(raise), ..Beside::default() },
            Some(Stakes::Flip { flip, .. }) => Beside { flip: Some(flip), ..Beside::default() },
            Some(Stakes::Win { win, .. }) => Beside { win: Some(win), ..Beside::default() },
            None | Some(Stakes::Bet(_) | Stakes::Sizes(_)) => Beside::default(),
        }
    }

    /// The game with this name, deck (cards and copies of each) and bet sizes, as a solution document spells it.
    ///
    /// Errors: those of [`named`]; `WrongStakes` if no such game has these `bets` and what stands `beside` them.
    pub fn from_bets(
        name: &str,
        (n, copies): (u64, u64),
        bets: &[Rational],
        beside: &Beside,
    ) -> Result<Self, GameError> {
        let b = bets.last().cloned().unwrap_or_default();
        let stakes = match beside.clone() {
            Beside { players: Some(players), .. } => Stakes::Callers { b, players },
            Beside { raise: Some(raise), .. } => Stakes::Raise { b, raise },
            Beside { flip: Some(flip), .. } => Stakes::Flip { b, flip },
            Beside { win: Some(win), .. } => Stakes::Win { b, win },
            _ if name == "one-street" => Stakes::Sizes(bets.iter().filter(|size| !size.is_zero()).cloned().collect()),
            _ => Stakes::Bet(b),
        };
        let game = named_with_copies(name, n, copies, stakes)?;
        match GAME_NAMES.into_iter().find(|known| *known == name) {
            Some(known) if game.bets() != bets || game.beside() != *beside => {
                let expected = "its own bet sizes, 0 first and ascending, and nothing of other games".to_owned();
                Err(GameError::WrongStakes { game: known, expected })
            }
            _ => Ok(game),
        }
    }
}
