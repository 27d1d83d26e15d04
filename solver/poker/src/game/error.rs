use bluff_exact::{NotRational, Rational};

use super::{
    ArgumentError, MAX_CARDS, MAX_CHIP_BITS, MAX_COPIES, MAX_FILE_BYTES, MAX_FILE_PLAYERS, MAX_NODES, MAX_PLAYERS,
    MAX_SIZES, Player,
};

/// Why there is no such game: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// Too few cards for the players.
    #[error("n = {given}, expected n ≥ {least} for {players} players")]
    TooFewCards {
        /// What was given.
        given: u64,
        /// The least allowed.
        least: u64,
        /// The number of players.
        players: usize,
    },
    /// Not a number of cards.
    #[error("n = {given}, expected a whole number from 2 to {MAX_CARDS}")]
    BadDeck {
        /// What was given.
        given: String,
    },
    /// A bet of 0 or below.
    #[error("b = {given}, expected b > 0")]
    BetNotPositive {
        /// What was given.
        given: Rational,
    },
    /// A bet of Newman’s game that is not whole.
    #[error("b = {given}, expected a whole number: Newman's bets are 1, 2, …, b")]
    BetNotWhole {
        /// What was given.
        given: Rational,
    },
    /// A raise of 0 or below.
    #[error("raise {given}, expected a raise above 0")]
    RaiseNotPositive {
        /// What was given.
        given: Rational,
    },
    /// Not a probability of a flip.
    #[error("flip {given}, expected a probability from 0 to 1/2")]
    BadFlip {
        /// What was given.
        given: Rational,
    },
    /// More bet sizes than a game may have.
    #[error("{given} bet sizes, expected at most {MAX_SIZES}")]
    TooManySizes {
        /// What was given.
        given: String,
    },
    /// A game without a bet.
    #[error("no bet size above 0, expected at least one")]
    NoSizes,
    /// A bet below 0.
    #[error("bet size {given}, expected sizes of 0 (a check) or above")]
    SizeNegative {
        /// What was given.
        given: Rational,
    },
    /// A bet size that is listed twice.
    #[error("bet size {given} is given twice, expected each size once")]
    SizeTwice {
        /// What was given.
        given: Rational,
    },
    /// Not a probability to win.
    #[error("win = {given}, expected a probability from 0 to 1")]
    WinNotProbability {
        /// What was given.
        given: Rational,
    },
    /// Another deck than that of the ranges.
    #[error("n = {given}, expected n = {n}: the ranges of the players are of that deck")]
    DeckOfRanges {
        /// What was given.
        given: u64,
        /// The number of cards.
        n: u64,
    },
    /// Ranges that exclude every deal.
    #[error(
        "the ranges of the players exclude every deal, expected one in which each player's card has a weight above 0"
    )]
    NoDeal,
    /// A weight below 0.
    #[error("weight {given} in the range of player {player}, expected 0 or above")]
    WeightNegative {
        /// The player.
        player: Player,
        /// What was given.
        given: Rational,
    },
    /// Weights with too many digits.
    #[error(
        "weights of {given} bits over their common denominator in the range of player {player}, expected at most {MAX_CHIP_BITS} bits (about 300 digits)"
    )]
    WeightsTooLong {
        /// The player.
        player: Player,
        /// What was given.
        given: usize,
    },
    /// A run of cards that is out of order or not in the deck.
    #[error(
        "the range of player {player} has cards {first} to {last}, expected runs within 1 to {n}, in order, each card once"
    )]
    BadRange {
        /// The player.
        player: Player,
        /// The first card.
        first: String,
        /// The last card.
        last: String,
        /// The number of cards.
        n: u64,
    },
    /// A range of a player who does not take part.
    #[error("a range of player {player}, expected one of the {players} players")]
    RangeOfNobody {
        /// The player.
        player: Player,
        /// The number of players.
        players: usize,
    },
    /// Stakes that the game does not have, or without some that it has.
    #[error("{game} is played with {expected}")]
    WrongStakes {
        /// The game.
        game: &'static str,
        /// What is allowed.
        expected: String,
    },
    /// Arguments that name no game.
    #[error(transparent)]
    Arguments(#[from] ArgumentError),
    /// No game of this name.
    #[error("game “{given}”, expected {}, or the path of a game file", super::GAME_NAMES.join(", "))]
    UnknownGame {
        /// What was given.
        given: String,
    },
    /// Not a label.
    #[error("label “{given}”, expected for instance von-neumann/n28-b4 or one-street/n28-s1-5_2-7")]
    BadLabel {
        /// What was given.
        given: String,
    },
    /// A label in other words than its game’s own.
    #[error("label “{given}” is not the name of its game, expected {expected}")]
    LabelNotCanonical {
        /// What was given.
        given: String,
        /// The label of the game.
        expected: String,
    },
    /// No player of this name.
    #[error("player “{given}”, expected I, II, III, … X")]
    UnknownPlayer {
        /// What was given.
        given: String,
    },
    /// Not a number.
    #[error(transparent)]
    NotRational(#[from] NotRational),

    /// A file that is too long.
    #[error("a game file of {given} bytes, expected at most {MAX_FILE_BYTES}")]
    FileTooLong {
        /// What was given.
        given: usize,
    },
    /// Not a game file.
    #[error("not a game file: {reason}")]
    Malformed {
        /// What is wrong.
        reason: String,
    },
    /// A version that is not known.
    #[error("format {given}, expected format 1")]
    UnknownFormat {
        /// What was given.
        given: u32,
    },
    /// No nodes, or too many.
    #[error("{given} nodes, expected 1 to {MAX_NODES}")]
    NodeCount {
        /// What was given.
        given: usize,
    },
    /// Not a number of players.
    #[error("players = {given}, expected a whole number from 2 to {MAX_PLAYERS}")]
    BadPlayers {
        /// What was given.
        given: String,
    },
    /// Not a number of copies.
    #[error("copies = {given}, expected a whole number from 1 to {MAX_COPIES}")]
    BadCopies {
        /// What was given.
        given: String,
    },
    /// Too few players, or too many.
    #[error("{given} players, expected 2 to {MAX_PLAYERS}")]
    PlayerCount {
        /// What was given.
        given: usize,
    },
    /// Too few players for a game file, or too many.
    #[error("{given} players, expected 2 to {MAX_FILE_PLAYERS} in a game file")]
    FilePlayerCount {
        /// What was given.
        given: usize,
    },
    /// A name that does not fit into a label, or is taken.
    #[error(
        "name “{given}”, expected 1 to 40 of a–z, 0–9 and -, starting with a letter, not the name of a built-in game"
    )]
    BadName {
        /// What was given.
        given: String,
    },
    /// A name that is empty, too long, or cannot be told from another by looking at it.
    #[error("{what} “{given}”, expected 1 to 80 visible characters, and single blanks inside it only")]
    BadText {
        /// What it is.
        what: &'static str,
        /// What was given.
        given: String,
    },
    /// Two nodes of one id.
    #[error("node “{node}” is defined twice, expected each id once")]
    NodeTwice {
        /// The id of the node.
        node: String,
    },
    /// An action that leads nowhere.
    #[error("action “{action}” at “{node}” leads to “{to}”, which is not a node")]
    NoSuchNode {
        /// The id of the node.
        node: String,
        /// The action.
        action: String,
        /// Where it should lead.
        to: String,
    },
    /// A tree without a beginning.
    #[error("the root is “{given}”, which is not a node")]
    NoSuchRoot {
        /// What was given.
        given: String,
    },
    /// A tree that comes back to itself.
    #[error("the tree has a cycle through node “{node}”")]
    Cycle {
        /// The id of the node.
        node: String,
    },
    /// Two ways to one node.
    #[error("node “{node}” is reached by two actions, expected one: a betting tree has one path to each node")]
    ReachedTwice {
        /// The id of the node.
        node: String,
    },
    /// A node that no way leads to.
    #[error("node “{node}” cannot be reached from the root")]
    Unreachable {
        /// The id of the node.
        node: String,
    },
    /// A node that is both an act and an end, or neither.
    #[error("node “{node}”: expected either player, view and actions, or paid and live")]
    NeitherActNorEnd {
        /// The id of the node.
        node: String,
    },
    /// A node with nothing to do.
    #[error("node “{node}” has no action, expected at least one")]
    NoAction {
        /// The id of the node.
        node: String,
    },
    /// Two actions of one name.
    #[error("action “{action}” stands twice at “{node}”, expected each action once")]
    ActionTwice {
        /// The id of the node.
        node: String,
        /// The action.
        action: String,
    },
    /// A node of a player who does not take part.
    #[error("player {player} acts at “{node}”, expected one of the {players} players")]
    StrangePlayer {
        /// The id of the node.
        node: String,
        /// The player.
        player: Player,
        /// The number of players.
        players: usize,
    },
    /// One view of two players.
    #[error("information set “{view}” mixes players {one} and {other}")]
    MixedPlayers {
        /// The view.
        view: String,
        /// One of them.
        one: Player,
        /// The other.
        other: Player,
    },
    /// One view with different actions.
    #[error("information set “{view}” of player {player} offers different actions at its nodes")]
    MixedActions {
        /// The view.
        view: String,
        /// The player.
        player: Player,
    },
    /// A player who forgets what he did.
    #[error(
        "player {player} would forget an own action at “{view}”: its nodes are reached by different own actions (imperfect recall)"
    )]
    ImperfectRecall {
        /// The view.
        view: String,
        /// The player.
        player: Player,
    },
    /// Too few amounts, or too many.
    #[error("{given} amounts paid at “{node}”, expected one per player, {players}")]
    PaidCount {
        /// The id of the node.
        node: String,
        /// What was given.
        given: usize,
        /// The number of players.
        players: usize,
    },
    /// An amount below 0.
    #[error("amount {given} paid at “{node}”, expected 0 or above")]
    PaidNegative {
        /// The id of the node.
        node: String,
        /// What was given.
        given: Rational,
    },
    /// An amount with too many digits.
    #[error("an amount of {given} bits paid at “{node}”, expected at most {MAX_CHIP_BITS} bits (about 300 digits)")]
    AmountTooLong {
        /// The id of the node.
        node: String,
        /// What was given.
        given: usize,
    },
    /// An end that nobody wins.
    #[error("nobody is still in at “{node}”, expected at least one player")]
    NobodyLive {
        /// The id of the node.
        node: String,
    },
    /// A player who is listed twice.
    #[error("player {player} is still in twice at “{node}”, expected each player once")]
    LiveTwice {
        /// The id of the node.
        node: String,
        /// The player.
        player: Player,
    },
    /// Players still in who paid differently, or one who is out and paid more.
    #[error(
        "chips do not match at “{node}”: player {one} paid {one_paid}, player {other} paid {other_paid}; players still in pay the same, players out no more"
    )]
    UnmatchedChips {
        /// The id of the node.
        node: String,
        /// One of them.
        one: Player,
        /// What the one paid.
        one_paid: Rational,
        /// The other.
        other: Player,
        /// What the other paid.
        other_paid: Rational,
    },
}
