use crate::exchange::ExchangeError;
use crate::game::MAX_PLAYERS;
use bluff_exact::{Rational, counted};

/// Why a tree is not solved, or strategies are none of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum TreeError {
    /// Text that is not in the format.
    #[error(transparent)]
    File(#[from] ExchangeError),
    /// One player, or three and more.
    #[error("{}, expected 2", counted(given, "player", "players"))]
    Players { given: usize },
    /// A file of too many players to be judged, or of none.
    #[error("{}, expected 1 to {MAX_PLAYERS}", counted(given, "player", "players"))]
    ManyPlayers { given: usize },
    /// A player who forgets what he did.
    #[error(
        "{place}: the player forgets an own action (imperfect recall), expected perfect recall"
    )]
    ImperfectRecall { place: String },
    /// Two ends that pay different sums: nodes by their numbers from 1 in the order of the file, or
    /// cells of a table by the names of their strategies.
    #[error(
        "{} pays both players {} together, {} pays them {}, expected a constant sum",
        places[0], sums[0], places[1], sums[1]
    )]
    Sum { places: Box<[String; 2]>, sums: [Rational; 2] },
    /// Another number of information sets.
    #[error("strategies at {}, expected {expected}", counted(given, "information set", "sets"))]
    Sets { given: usize, expected: usize },
    /// An information set with two locks.
    #[error("{place} has two locks, expected one")]
    LockedTwice { place: String },
    /// Numbers that are not the probabilities of all actions of an information set.
    #[error(
        "{place}: {} with sum {sum}, expected {expected} probabilities with sum 1",
        counted(given, "number", "numbers")
    )]
    Mixture { place: String, given: usize, expected: usize, sum: Rational },
}
