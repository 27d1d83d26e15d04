use bluff_exact::{
    NotRational, NotWhole, Rational, RefusedValue, counted, did_you_mean, nearest, one_of,
};

use crate::cards::{CardError, MAX_WEIGHT_BYTES};

use super::{
    MAX_BOARD_HANDS, MAX_CARD_KINDS, MAX_CHIP_BITS, MAX_FILE_BYTES, MAX_HAND_CARDS, MAX_NODES,
    MAX_PLAYERS, MAX_SIZES, Player,
};

/// Why there is no such game: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum GameError {
    /// A number that is not whole, or outside its limits.
    #[error(transparent)]
    NotWhole(#[from] NotWhole),
    /// A number that the rules of the game exclude.
    #[error("{field} = {given}, expected {allowed}")]
    Outside { field: &'static str, given: String, allowed: &'static str },
    /// Too few cards for the players.
    #[error("n = {given}, expected n ≥ {least} for {players} players")]
    TooFewCards { given: u64, least: u64, players: usize },
    /// More bet sizes than a game may have.
    #[error("{given} bet sizes, expected at most {MAX_SIZES}")]
    TooManySizes { given: String },
    /// A game without a bet.
    #[error("no bet size above 0, expected at least one")]
    NoSizes,
    /// A bet below 0.
    #[error("bet size {given}, expected sizes of 0 (a check) or above")]
    SizeNegative { given: Rational },
    /// A bet size that is listed twice.
    #[error("bet size {given} is given twice, expected each size once")]
    SizeTwice { given: Rational },
    /// Another deck than that of the ranges.
    #[error("n = {given}, expected n = {n}: the ranges of the players are of that deck")]
    DeckOfRanges { given: u64, n: u64 },
    /// Ranges that exclude every deal.
    #[error(
        "the ranges of the players exclude every deal, expected one in which each player's card \
         has a weight above 0"
    )]
    NoDeal,
    /// A weight below 0.
    #[error("weight {given} in the range of player {player}, expected 0 or above")]
    WeightNegative { player: Player, given: Rational },
    /// Weights with too many digits.
    #[error(
        "weights of {given} bits over their common denominator in the range of player {player}, \
         expected at most {MAX_CHIP_BITS} bits (about 300 digits)"
    )]
    WeightsTooLong { player: Player, given: usize },
    /// A run of cards that is out of order or not in the deck.
    #[error(
        "the range of player {player} has cards {first} to {last}, expected runs within 1 to {n}, \
         in order, each card once"
    )]
    BadRange { player: Player, first: String, last: String, n: u64 },
    /// A range of a player who does not take part.
    #[error("a range of player {player}, expected one of the {players} players")]
    RangeOfNobody { player: Player, players: usize },
    /// Hands of too many cards, or of none.
    #[error("hands of {given} cards, expected 1 to {MAX_HAND_CARDS}")]
    HandSize { given: usize },
    /// Too few different cards, or too many.
    #[error(
        "{}, expected 2 to {MAX_CARD_KINDS}",
        counted(given, "different card", "different cards")
    )]
    CardKinds { given: usize },
    /// Too few different hands.
    #[error("{} that can be dealt, expected at least 2", counted(given, "hand", "hands"))]
    TooFewHands { given: u64 },
    /// Cards or hands of one name.
    #[error("“{card}” names two cards or hands, expected names that tell them apart")]
    CardTwice { card: String },
    /// Too many copies of a card, or none.
    #[error("{given} copies of card “{card}”, expected 1 to 1000")]
    CardCopies { card: String, given: u64 },
    /// An open card that the deck does not have, or has no longer.
    #[error("card “{card}” on the board, expected cards of the deck, each as often as it is there")]
    NotInDeck { card: String },
    /// A deck that has no such name.
    #[error("deck “{given}”, expected leduc, hold'em, or an object with cards, hand and order")]
    UnknownDeck { given: String },
    /// A rule of the showdown that there is not.
    #[error("order “{given}”, expected “rank” or “pair, then rank”")]
    UnknownOrder { given: String },
    /// A hand that no deal gives.
    #[error(
        "“{given}” in the range of player {player}, expected hands that can be dealt: {example}"
    )]
    UnknownHand { player: Player, given: String, example: String },
    /// A hand that no player holds.
    #[error("hand “{given}”, expected one that some player holds: {example}")]
    NoSuchHand { given: String, example: String },
    /// A hand that stands twice in a range.
    #[error("hand “{hand}” stands twice in the range of player {player}, expected once")]
    HandTwice { player: Player, hand: String },
    /// A table of hands that does not fit.
    #[error(
        "the table of “{one}” and “{other}”, expected as many rows and columns as hands, and deals \
         that one of two hands wins"
    )]
    UnevenTable { one: String, other: String },
    /// A board that is no river.
    #[error(
        "“{given}” has {}, expected the 5 of a river: spots of other streets are not solved",
        counted(count, "card", "cards")
    )]
    SpotBoard { given: String, count: usize },
    /// Cards of hold'em that do not fit.
    #[error(transparent)]
    Card(#[from] CardError),
    /// A range of hold'em that does not fit.
    #[error("the range of player {player}: {error}")]
    SpotRange { player: Player, error: CardError },
    /// Weights of hold'em that are long beside the heaviest.
    #[error(
        "a weight of {given} characters beside the heaviest hand in the range of player {player}, \
         expected at most {MAX_WEIGHT_BYTES}"
    )]
    WeightRatio { player: Player, given: usize },
    /// Text that is no size of a bet.
    #[error(
        "bet size “{given}”, expected chips above 0 such as 5/2, a part of the pot such as 1/2 \
         pot, pot or all-in"
    )]
    BadBetSize { given: String },
    /// A bet of more chips than there are.
    #[error("bet size {given}, expected at most the smaller stack, {stack}")]
    BetAboveStack { given: Rational, stack: Rational },
    /// An all-in bet without stacks.
    #[error("bet size all-in, expected stacks beside the pot")]
    NoStacks,
    /// More than two players who hold hands of cards.
    #[error("{given} players, expected 2 with a deck of cards")]
    HandPlayers { given: usize },
    /// A number of cards for a game with a deck of its own.
    #[error("{game} has a deck of its own, expected no number of cards or copies")]
    OtherDeck { game: String },
    /// A card dealt from a deck that has no board.
    #[error("node “{node}” deals a card, expected a deck of cards in a game file of format 2")]
    DealOfRanks { node: String },
    /// Too many boards.
    #[error("{given} boards × hands and more, expected at most {MAX_BOARD_HANDS}")]
    TooManyBoards { given: usize },
    /// A card that cannot come.
    #[error("node “{node}” deals “{card}”, expected cards that are left beside board and hands")]
    NotLeft { node: String, card: String },
    /// A card without a node after it, or with two.
    #[error("node “{node}” deals “{card}” {given} times, expected each card that is left once")]
    DealIncomplete { node: String, card: String, given: usize },
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
    #[error(
        "{field} = {given}, expected a number, for instance 2, 5/2 or 0.25{}",
        did_you_mean(*meant)
    )]
    NotNumber { field: &'static str, given: String, meant: Option<&'static str> },
    /// No player of this name.
    #[error("player “{given}”, expected I, II, III, … X")]
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
    /// No nodes, or too many.
    #[error("{given} nodes, expected 1 to {MAX_NODES}")]
    NodeCount { given: usize },
    /// Too few players, or too many.
    #[error("{}, expected 2 to {MAX_PLAYERS}", counted(given, "player", "players"))]
    PlayerCount { given: usize },
    /// A name that does not fit into a label, or is taken.
    #[error(
        "name “{given}”, expected 1 to 40 of a–z, 0–9 and -, starting with a letter, not the name \
         of a built-in game"
    )]
    BadName { given: String },
    /// A name that is empty, too long, or cannot be told from another by looking at it.
    #[error(
        "{what} “{given}”, expected 1 to 80 visible characters, and single blanks inside it only"
    )]
    BadText { what: &'static str, given: String },
    /// Two nodes of one id.
    #[error("node “{node}” is defined twice, expected each id once")]
    NodeTwice { node: String },
    /// An action that leads nowhere.
    #[error("action “{action}” at “{node}” leads to “{to}”, which is not a node")]
    NoSuchNode { node: String, action: String, to: String },
    /// A tree without a beginning.
    #[error("the root is “{given}”, which is not a node")]
    NoSuchRoot { given: String },
    /// A tree that comes back to itself.
    #[error("the tree has a cycle through node “{node}”")]
    Cycle { node: String },
    /// Two ways to one node.
    #[error(
        "node “{node}” is reached by two actions, expected one: a betting tree has one path to \
         each node"
    )]
    ReachedTwice { node: String },
    /// A node that no way leads to.
    #[error("node “{node}” cannot be reached from the root")]
    Unreachable { node: String },
    /// A node that is both an act and an end, or neither.
    #[error("node “{node}”: expected either player, view and actions, or paid and live")]
    NeitherActNorEnd { node: String },
    /// A node with nothing to do.
    #[error("node “{node}” has no action, expected at least one")]
    NoAction { node: String },
    /// Two actions of one name.
    #[error("action “{action}” stands twice at “{node}”, expected each action once")]
    ActionTwice { node: String, action: String },
    /// A node of a player who does not take part.
    #[error("player {player} acts at “{node}”, expected one of the {players} players")]
    StrangePlayer { node: String, player: Player, players: usize },
    /// One view of two players.
    #[error("information set “{view}” mixes players {one} and {other}")]
    MixedPlayers { view: String, one: Player, other: Player },
    /// One view with different actions.
    #[error("information set “{view}” of player {player} offers different actions at its nodes")]
    MixedActions { view: String, player: Player },
    /// A player who forgets what he did.
    #[error(
        "player {player} would forget an own action at “{view}”: its nodes are reached by \
         different own actions (imperfect recall)"
    )]
    ImperfectRecall { view: String, player: Player },
    /// Too few amounts, or too many.
    #[error(
        "{} paid at “{node}”, expected one per player, {players}",
        counted(given, "amount", "amounts")
    )]
    PaidCount { node: String, given: usize, players: usize },
    /// An amount below 0.
    #[error("amount {given} paid at “{node}”, expected 0 or above")]
    PaidNegative { node: String, given: Rational },
    /// An amount with too many digits.
    #[error(
        "an amount of {given} bits paid at “{node}”, expected at most {MAX_CHIP_BITS} bits (about \
         300 digits)"
    )]
    AmountTooLong { node: String, given: usize },
    /// An end that nobody wins.
    #[error("nobody is still in at “{node}”, expected at least one player")]
    NobodyLive { node: String },
    /// A player who is listed twice.
    #[error("player {player} is still in twice at “{node}”, expected each player once")]
    LiveTwice { node: String, player: Player },
    /// An action or a view of other words than its chips and cards bear out.
    #[error(
        "{what}: {reason}; expected fold, check, call, bet X, raise X, raise to X or all-in where \
         that is so, or other words"
    )]
    Words { what: String, reason: String },
    /// Players still in who paid differently, or one who is out and paid more.
    #[error(
        "chips do not match at “{node}”: player {one} paid {one_paid}, player {other} paid \
         {other_paid}; players still in pay the same, players out no more"
    )]
    UnmatchedChips {
        node: String,
        one: Player,
        one_paid: Rational,
        other: Player,
        other_paid: Rational,
    },
}

impl GameError {
    /// The error where these words are allowed too: a text that is no number may be one of them.
    pub fn or_one_of(self, words: impl IntoIterator<Item = &'static str>) -> Self {
        match self {
            Self::NotNumber { field, given, .. } => {
                let meant = nearest(&given, words);
                Self::NotNumber { field, given, meant }
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
            Self::Outside { field, given, allowed } => of(field, given, (*allowed).to_owned()),
            Self::NotNumber { field, given, .. } => {
                of(field, given, "a number, for instance 2, 5/2 or 0.25".to_owned())
            }
            Self::TooFewCards { given, least, players } => {
                of("n", given, format!("n ≥ {least} for {players} players"))
            }
            Self::DeckOfRanges { given, n } => of("n", given, format!("n = {n}")),
            Self::UnknownGame { given, expected, .. } => of("game", given, expected.clone()),
            Self::BadLabel { given, example } => {
                of("label", given, format!("for instance {example}"))
            }
            Self::LabelNotCanonical { given, expected } => of("label", given, expected.clone()),
            Self::NoSuchHand { given, example } => {
                of("hand", given, format!("one that some player holds: {example}"))
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
    #[error("b = max in a label, expected the saturation size for n = {n} as a number")]
    SaturationLabel { n: u64 },
}
