//! Games: a deck, mostly of cards `1..=n`, and a betting tree.
//!
//! A game is a value in one small file. Its leaves hold the chips that each player has paid and who
//! is still in; that decides every payoff, so payoffs sum to zero by construction. Information sets
//! and sequences are derived ([`Game::views`], [`Game::leaves`]), never written by hand. All deals
//! are equally likely, unless players have ranges ([`Game::range`]).

mod arguments;
mod basic_endgame;
mod betting;
mod borel;
mod callers;
mod chance;
mod chips;
mod dealt;
mod deck;
mod derived;
mod error;
mod families;
mod family;
mod file;
mod hand_flip;
mod held;
mod in_turn;
mod kuhn;
mod label;
mod leduc;
mod limits;
mod lock;
mod locked;
mod name;
mod newman;
mod one_raise;
mod one_street;
mod parameter;
mod player;
mod push_fold;
mod range;
mod seeded_chance;
mod spelling;
mod spot;
mod stakes;
mod strategy_line;
mod three_player;
mod tree;
mod unit;
mod von_neumann;
mod walk;
mod words;

pub use arguments::{GameArguments, NamedGame};
pub use basic_endgame::basic_endgame;
pub use betting::{BetSize, Betting, Street};
pub use borel::borel;
pub use callers::callers;
pub use chance::Chance;
pub use chips::Chips;
pub(crate) use deck::ReachNumber;
pub use deck::{Board, CardKind, Cards, DealtHand, Deck, Kernel, ShowdownRule};
pub use derived::{Game, Leaf, Node, View};
pub use error::{ArgumentError, GameError};
pub use families::{FAMILIES, meant};
pub use family::{Family, FamilyDeck, TreeShape};
pub use file::GameFile;
pub use hand_flip::hand_flip;
pub use held::{HeldCards, HoldemDeal};
pub use in_turn::in_turn;
pub use kuhn::kuhn;
pub use label::{label, parse_label, read_label};
pub use leduc::leduc;
pub use limits::{
    MAX_BOARD_HANDS, MAX_CARD_KINDS, MAX_CARDS, MAX_CHIP_BITS, MAX_COPIES, MAX_FILE_BYTES,
    MAX_FILE_PLAYERS, MAX_HAND_CARDS, MAX_INDEPENDENT, MAX_NODES, MAX_PLAYERS, MAX_RAISES,
    MAX_SIZES,
};
pub use lock::LockedView;
pub use newman::newman;
pub use one_raise::one_raise;
pub use one_street::one_street;
pub use parameter::{
    ANTE, ARGUMENTS, BET, CARDS, COPIES, FLIP, PARAMETERS, PLAYERS, Parameter, ParameterKind,
    RAISE, SIZES, STACK, Value, WIN,
};
pub use player::Player;
pub use push_fold::push_fold;
pub use seeded_chance::SeededChance;
pub use spelling::Spelling;
pub use spot::HoldemSpot;
pub(crate) use spot::check_ranges;
pub use stakes::Stakes;
pub use strategy_line::{StrategyLine, StrategyLineError};
pub use three_player::three_player;
pub(crate) use tree::Tree;
pub use unit::Unit;
pub use von_neumann::von_neumann;
