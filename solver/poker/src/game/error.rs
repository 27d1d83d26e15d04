use bluff_exact::{
    NotRational, NotWhole, RefusedValue, counted, did_you_mean, excerpt, meant_number, nearest,
    one_of,
};

use crate::cards::CardError;

use super::{MAX_FILE_BYTES, MAX_NODES, MAX_PLAYERS, Player};

/// Why there is no such game: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum GameError {
    /// A number that is not whole, or outside its limits.
    #[error(transparent)]
    NotWhole(#[from] NotWhole),
    /// A value that the rules of games exclude, and what they allow instead.
    #[error("{0}")]
    Outside(RefusedValue),
    /// A betting tree that is none: the sentence names the place.
    #[error("{0}")]
    Tree(String),
    /// Another deck than that of the ranges.
    #[error("n = {given}, expected n = {n}: the ranges of the players are of that deck")]
    DeckOfRanges { given: u64, n: u64 },
    /// Ranges that exclude every deal.
    #[error(
        "the ranges of the players exclude every deal, expected one in which each player's card \
         has a weight above 0"
    )]
    NoDeal,
    /// A hand that no player holds.
    #[error("hand “{given}”, expected one that some player holds: {example}")]
    NoSuchHand { given: String, example: String },
    /// Cards of hold'em that do not fit.
    #[error(transparent)]
    Card(#[from] CardError),
    /// A range of hold'em that does not fit.
    #[error("the range of player {player}: {error}")]
    SpotRange { player: Player, error: CardError },
    /// Stakes that the game does not have, or without some that it has.
    #[error("{game} is played with {expected}")]
    WrongStakes { game: &'static str, expected: String },
    /// Arguments that name no game.
    #[error(transparent)]
    Arguments(#[from] ArgumentError),
    /// No game of this name.
    #[error("game “{given}”, expected {expected}{meant}")]
    UnknownGame { given: String, expected: String, meant: String },
    /// Not a label.
    #[error("label “{given}”, expected for instance {example}")]
    BadLabel { given: String, example: &'static str },
    /// A label in other words than its game’s own.
    #[error("label “{given}” is not the name of its game, expected {expected}")]
    LabelNotCanonical { given: String, expected: String },
    /// Not a number, for a parameter that takes any.
    #[error("{field} = {given}, expected {allowed}")]
    NotNumber { field: &'static str, given: String, allowed: String },
    /// No player of this name.
    #[error("player “{given}”, expected {}", Player::ALLOWED)]
    UnknownPlayer { given: String },
    /// Not a number.
    #[error(transparent)]
    NotRational(#[from] NotRational),
    /// A file that is too long.
    #[error("a game file of {given} bytes, expected at most {MAX_FILE_BYTES}")]
    FileTooLong { given: usize },
    /// Not a game file.
    #[error("not a game file: {reason}")]
    Malformed { reason: String },
    /// A version that is not known.
    #[error("format {given}, expected format 1 or 2")]
    UnknownFormat { given: String },
    /// An action or a view of other words than its chips and cards bear out.
    #[error(
        "{what}: {reason}; expected fold, check, call, bet X, raise X, raise to X or all-in where \
         that is so, or other words"
    )]
    Words { what: String, reason: String },
}

impl GameError {
    /// The error of what is in no field alone.
    pub(crate) fn expected(given: impl ToString, allowed: impl ToString) -> Self {
        Self::Outside(RefusedValue::without_field(given, allowed))
    }

    /// The error of a text that is no game file.
    pub(crate) fn malformed(reason: impl ToString) -> Self {
        Self::Malformed { reason: reason.to_string() }
    }

    /// The error of a tree without nodes, or with too many.
    pub(crate) fn node_count(given: usize) -> Self {
        Self::expected(format!("{given} nodes"), format!("1 to {MAX_NODES}"))
    }

    /// The error of a tree that was not grown to its end.
    pub(crate) fn too_many_nodes() -> Self {
        Self::expected(format!("more than {MAX_NODES} nodes"), format!("1 to {MAX_NODES}"))
    }

    /// The error of too few players, or too many.
    pub(super) fn player_count(given: usize) -> Self {
        Self::expected(counted(given, "player", "players"), format!("2 to {MAX_PLAYERS}"))
    }

    /// The error of hands of cards for other than two players.
    pub(super) fn hand_players(given: usize) -> Self {
        Self::expected(format!("{given} players"), "2 with a deck of cards")
    }

    /// The error of a range of a player who does not take part.
    pub(super) fn range_of_nobody(player: Player, players: usize) -> Self {
        Self::expected(
            format!("a range of player {player}"),
            format!("one of the {players} players"),
        )
    }

    /// The error of a board that is no river, where one is needed, or no board at all.
    pub(super) fn no_river(given: &str, count: usize) -> Self {
        let count = counted(count, "card", "cards");
        let allowed = "the 5 of a river; a flop has 3 and a turn 4, with bounds instead of a value";
        Self::expected(format!("“{given}” has {count}"), allowed)
    }

    /// The error of a text that is no number.
    pub(super) fn no_number(field: &'static str, given: &str, error: &NotRational) -> Self {
        let allowed = match error {
            NotRational::Malformed(_) => {
                let meant = did_you_mean(meant_number(given).as_deref());
                format!("a number, for instance 2, 5/2 or 0.25{meant}")
            }
            other => other.refused().allowed,
        };
        Self::NotNumber { field, given: excerpt(given), allowed }
    }

    /// The error where these words are allowed too: a text that is no number may be one of them.
    pub fn or_one_of(self, words: impl IntoIterator<Item = &'static str>) -> Self {
        match self {
            Self::NotNumber { field, given, allowed } => {
                let allowed = allowed + &did_you_mean(nearest(&given, words));
                Self::NotNumber { field, given, allowed }
            }
            other => other,
        }
    }

    /// The value that is refused; `None` of an error that is not about one value.
    pub fn refused(&self) -> Option<RefusedValue> {
        let of = |field: &str, given: &dyn ToString, allowed: String| {
            Some(RefusedValue::of(field, given.to_string(), allowed))
        };
        match self {
            Self::NotWhole(error) => Some(error.value.clone()),
            Self::Outside(value) => Some(value.clone()),
            Self::NotNumber { field, given, allowed } => of(field, given, allowed.clone()),
            Self::DeckOfRanges { given, n } => of("n", given, format!("n = {n}")),
            Self::UnknownGame { given, expected, .. } => of("game", given, expected.clone()),
            Self::BadLabel { given, example } => {
                of("label", given, format!("for instance {example}"))
            }
            Self::LabelNotCanonical { given, expected } => of("label", given, expected.clone()),
            Self::Arguments(error) => Some(error.refused()),
            Self::NoSuchHand { given, example } => {
                of("hand", given, format!("one that some player holds: {example}"))
            }
            Self::Card(error) | Self::SpotRange { error, .. } => Some(error.refused()),
            Self::NotRational(error) => Some(error.refused()),
            Self::UnknownPlayer { given } => of("player", given, Player::ALLOWED.to_owned()),
            Self::UnknownFormat { given } => of("format", given, "1 or 2".to_owned()),
            Self::FileTooLong { given } => Some(RefusedValue::without_field(
                format!("{given} bytes"),
                format!("at most {MAX_FILE_BYTES}"),
            )),
            Self::NoDeal => Some(RefusedValue::without_field(
                "ranges that exclude every deal",
                "a deal in which each player's card has a weight above 0",
            )),
            Self::WrongStakes { game, expected } => {
                Some(RefusedValue::without_field(format!("other stakes of {game}"), expected))
            }
            _ => None,
        }
    }
}

/// Arguments that name no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum ArgumentError {
    /// An argument of no game.
    #[error(
        "unexpected argument {given}, expected {}",
        one_of(given, expected.iter().map(String::as_str))
    )]
    Unknown { given: String, expected: Vec<String> },
    /// An argument of other games.
    #[error("{argument} is not for {game}, which takes {takes}; it is for {takers}")]
    Stray { argument: String, game: &'static str, takes: String, takers: String },
    /// No number of cards.
    #[error("{game} needs a number of cards, for instance {example}")]
    NoDeck { game: &'static str, example: String },
    /// An argument beside a label that says otherwise.
    #[error("the label {label} and {argument} contradict each other, expected one of them")]
    Contradiction { label: String, argument: String },
    /// A label that leaves its bet size to be computed.
    #[error("b = max in a label, expected {}", self.refused().allowed)]
    SaturationLabel { n: u64 },
}

impl ArgumentError {
    /// The value that is refused, and what is allowed.
    pub fn refused(&self) -> RefusedValue {
        match self {
            Self::Unknown { given, expected } => {
                RefusedValue::without_field(given, format!("one of: {}", expected.join(", ")))
            }
            Self::Stray { argument, takes, .. } => RefusedValue::without_field(argument, takes),
            Self::NoDeck { example, .. } => {
                RefusedValue::of("n", "", format!("for instance {example}"))
            }
            Self::Contradiction { label, argument } => {
                let given = format!("the label {label} and {argument}");
                RefusedValue::without_field(given, "one of them")
            }
            Self::SaturationLabel { n } => {
                let allowed = format!("the saturation size for n = {n} as a number");
                RefusedValue::of("b", "max", allowed)
            }
        }
    }
}
