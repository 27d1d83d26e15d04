//! Family certificates: one proof for every deck of a two-player game.
//!
//! The decks are those of `n = modulus · m + residue` cards, a class for each residue. In a class
//! strategies have runs that end at whole lines in `m`, and probabilities that are quotients of
//! polynomials in `m`. On a run of both strategies, whatever an action is worth is linear in the
//! card. So an action is a best reply on the run if it is as good as every other with the first and
//! the last card. What both best replies are worth in sum then is the value. All comparisons hold
//! from some `m` on, and the decks below are certified one by one.

mod class;
mod cover;
mod deck;
mod document;
mod gap;
mod lines;
mod replies;
#[cfg(test)]
mod tests;

use bluff_exact::germ::Germ;
use bluff_exact::{Polynomial, Rational};

use crate::game::Game;

use super::Candidate;

pub use class::check_class;
pub use cover::{CertifiedFamily, check_family, check_game};
pub(super) use document::PROOF;
pub use document::{AllDecksDocument, MAX_FAMILY_BYTES};
pub use gap::{ClassGap, FamilyError};
pub use lines::WholeLine;

/// The most residues of a family.
pub const MAX_MODULUS: u64 = 20_000;
/// The most ends of the hand times runs of all classes that are checked.
const MAX_WORK: usize = 30_000_000;

/// A proof for all decks that somebody claims, not yet checked.
#[derive(Clone, Debug)]
pub struct FamilyClaim {
    /// The game, with any deck of one copy of each card.
    pub game: Game,
    /// The value that is claimed.
    pub formula: QuadraticFormula,
    /// The proof of each residue, from 0.
    pub classes: Vec<FamilyClass>,
    /// The equilibria of decks below the classes, by number of cards.
    pub decks: Vec<(u64, Candidate)>,
}

/// The value of every deck but a few: `n(n − 1) v(n) = n2 n² + n1 n + constants[n mod P]`, where
/// `P` is the number of constants. Units: antes per hand to player I.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuadraticFormula {
    /// The value of large decks.
    pub n2: Rational,
    /// The linear coefficient.
    pub n1: Rational,
    /// A constant for each residue.
    pub constants: Vec<Rational>,
    /// The decks of another value, by number of cards.
    pub exceptions: Vec<(u64, Rational)>,
}

/// The proof for the decks of one residue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyClass {
    /// The least `m` of a deck that this proves.
    pub from: u64,
    /// The strategies of both players.
    pub strategies: ClassStrategies,
}

/// A strategy for each view of the game, in its order.
pub type ClassStrategies = Vec<Vec<ClassRun>>;

/// Cards that are played alike, from behind the run before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassRun {
    /// The last card.
    pub to: WholeLine,
    /// The probability of each action of the view.
    pub actions: Vec<Germ>,
}

impl QuadraticFormula {
    /// The period of the constants.
    pub fn period(&self) -> u64 {
        self.constants.len() as u64
    }

    /// The constant of a deck.
    pub fn constant(&self, n: u64) -> &Rational {
        &self.constants[(n % self.period()) as usize]
    }

    /// The value of a deck of `n ≥ 2` cards, in antes per hand to player I.
    pub fn value(&self, n: u64) -> Rational {
        if let Some((_, value)) = self.exceptions.iter().find(|(deck, _)| *deck == n) {
            return value.clone();
        }
        self.regular(n)
    }

    /// The value of a deck by the formula, an exception or not.
    pub fn regular(&self, n: u64) -> Rational {
        let cards = Rational::from(n);
        let sum = (&self.n2 * &cards + &self.n1) * &cards + self.constant(n);
        sum / (&cards * &(&cards - &Rational::ONE))
    }

    /// `n(n − 1) v(n)` of the decks of a class, as a polynomial in `m`.
    fn of_class(&self, deck: WholeLine) -> Polynomial {
        let (cards, residue) = (deck.polynomial(), deck.constant.unsigned_abs());
        let square = cards.times(&cards).scaled(&self.n2);
        let constant = Polynomial::constant(self.constant(residue).clone());
        square.plus(&cards.scaled(&self.n1)).plus(&constant)
    }
}
