use crate::exact::{NotRational, Rational};

use super::{
    MAX_CARDS, MAX_CHIP_BITS, MAX_COPIES, MAX_FILE_BYTES, MAX_FILE_PLAYERS, MAX_NODES, MAX_PLAYERS, MAX_SIZES, Player,
};

/// Why there is no such game: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GameError {
    #[error("n = {given}, expected n ≥ {least} for {players} players")]
    TooFewCards { given: u64, least: u64, players: usize },
    #[error("n = {given}, expected a whole number from 2 to {MAX_CARDS}")]
    BadDeck { given: String },
    #[error("b = {given}, expected b > 0")]
    BetNotPositive { given: Rational },
    #[error("b = {given}, expected a whole number: Newman's bets are 1, 2, …, b")]
    BetNotWhole { given: Rational },
    #[error("raise {given}, expected a raise above 0")]
    RaiseNotPositive { given: Rational },
    #[error("flip {given}, expected a probability from 0 to 1/2")]
    BadFlip { given: Rational },
    #[error("{given} bet sizes, expected at most {MAX_SIZES}")]
    TooManySizes { given: String },
    #[error("no bet size above 0, expected at least one")]
    NoSizes,
    #[error("bet size {given}, expected sizes of 0 (a check) or above")]
    SizeNegative { given: Rational },
    #[error("bet size {given} is given twice, expected each size once")]
    SizeTwice { given: Rational },
    #[error("win = {given}, expected a probability from 0 to 1")]
    WinNotProbability { given: Rational },
    #[error("n = {given}, expected n = {n}: the ranges of the players are of that deck")]
    DeckOfRanges { given: u64, n: u64 },
    #[error("the ranges of the players leave no deal, expected a card of weight above 0 for each player at once")]
    NoDeal,
    #[error("weight {given} in the range of player {player}, expected 0 or above")]
    WeightNegative { player: Player, given: Rational },
    #[error(
        "weights of {given} bits over their common denominator in the range of player {player}, expected at most {MAX_CHIP_BITS} bits (about 300 digits)"
    )]
    WeightsTooLong { player: Player, given: usize },
    #[error(
        "the range of player {player} has cards {first} to {last}, expected runs within 1 to {n}, in order, each card once"
    )]
    BadRange { player: Player, first: String, last: String, n: u64 },
    #[error("a range of player {player}, expected one of the {players} players")]
    RangeOfNobody { player: Player, players: usize },
    #[error("{game} is played with {expected}")]
    WrongStakes { game: &'static str, expected: &'static str },
    #[error("game “{given}”, expected {}, or the path of a game file", super::GAME_NAMES.join(", "))]
    UnknownGame { given: String },
    #[error("label “{given}”, expected for instance von-neumann/n28-b4 or one-street/n28-s1-5_2-7")]
    BadLabel { given: String },
    #[error("label “{given}” is not the name of its game, expected {expected}")]
    LabelNotCanonical { given: String, expected: String },
    #[error("player “{given}”, expected I, II, III, … X")]
    UnknownPlayer { given: String },
    #[error(transparent)]
    NotRational(#[from] NotRational),

    #[error("a game file of {given} bytes, expected at most {MAX_FILE_BYTES}")]
    FileTooLong { given: usize },
    #[error("not a game file: {reason}")]
    Malformed { reason: String },
    #[error("format {given}, expected format 1")]
    UnknownFormat { given: u32 },
    #[error("{given} nodes, expected 1 to {MAX_NODES}")]
    NodeCount { given: usize },
    #[error("players = {given}, expected a whole number from 2 to {MAX_PLAYERS}")]
    BadPlayers { given: String },
    #[error("copies = {given}, expected a whole number from 1 to {MAX_COPIES}")]
    BadCopies { given: String },
    #[error("{given} players, expected 2 to {MAX_PLAYERS}")]
    PlayerCount { given: usize },
    #[error("{given} players, expected 2 to {MAX_FILE_PLAYERS} in a game file")]
    FilePlayerCount { given: usize },
    #[error(
        "name “{given}”, expected 1 to 40 of a–z, 0–9 and -, starting with a letter, not the name of a built-in game"
    )]
    BadName { given: String },
    #[error("{what} “{given}”, expected 1 to 80 characters without control characters")]
    BadText { what: &'static str, given: String },
    #[error("node “{node}” is defined twice, expected each id once")]
    NodeTwice { node: String },
    #[error("action “{action}” at “{node}” leads to “{to}”, which is not a node")]
    NoSuchNode { node: String, action: String, to: String },
    #[error("the root is “{given}”, which is not a node")]
    NoSuchRoot { given: String },
    #[error("the tree has a cycle through node “{node}”")]
    Cycle { node: String },
    #[error("node “{node}” is reached by two actions, expected one: a betting tree has one path to each node")]
    ReachedTwice { node: String },
    #[error("node “{node}” cannot be reached from the root")]
    Unreachable { node: String },
    #[error("node “{node}”: expected either player, view and actions, or paid and live")]
    NeitherActNorEnd { node: String },
    #[error("node “{node}” has no action, expected at least one")]
    NoAction { node: String },
    #[error("action “{action}” stands twice at “{node}”, expected each action once")]
    ActionTwice { node: String, action: String },
    #[error("player {player} acts at “{node}”, expected one of the {players} players")]
    StrangePlayer { node: String, player: Player, players: usize },
    #[error("information set “{view}” mixes players {one} and {other}")]
    MixedPlayers { view: String, one: Player, other: Player },
    #[error("information set “{view}” of player {player} offers different actions at its nodes")]
    MixedActions { view: String, player: Player },
    #[error(
        "player {player} would forget an own action at “{view}”: its nodes are reached by different own actions (imperfect recall)"
    )]
    ImperfectRecall { view: String, player: Player },
    #[error("{given} amounts paid at “{node}”, expected one per player, {players}")]
    PaidCount { node: String, given: usize, players: usize },
    #[error("amount {given} paid at “{node}”, expected 0 or above")]
    PaidNegative { node: String, given: Rational },
    #[error("an amount of {given} bits paid at “{node}”, expected at most {MAX_CHIP_BITS} bits (about 300 digits)")]
    AmountTooLong { node: String, given: usize },
    #[error("nobody is still in at “{node}”, expected at least one player")]
    NobodyLive { node: String },
    #[error("player {player} is still in twice at “{node}”, expected each player once")]
    LiveTwice { node: String, player: Player },
    #[error(
        "chips do not match at “{node}”: player {one} paid {one_paid}, player {other} paid {other_paid}; players still in pay the same, players out no more"
    )]
    UnmatchedChips { node: String, one: Player, one_paid: Rational, other: Player, other_paid: Rational },
}
