//! The games that decks approach: every hand a number, uniform on [0, 1].
//!
//! One street with any finite set of bets ([`OneStreet`]) is rational. All multiples of a step
//! ([`Grid`]) take one value of the trigamma function, all real bets ([`Unlimited`]) come to 1/7. A
//! bettor before several callers who do not see each other ([`Callers`]) plays algebraic numbers:
//! they are enclosed, never rounded, and only digits that are certain are printed.
//! docs/DERIVATIONS.md and docs/games have the derivations. The basic endgame ([`Endgame`]) has a
//! closed form and no deck that grows.

mod between;
mod callers;
mod closed_form;
mod endgame;
mod error;
mod grid;
mod one_street;
mod question;
mod real;
mod system;
mod unlimited;

pub use between::Between;
pub use callers::{Callers, MAX_CALLERS};
pub use closed_form::{ByHand, ClosedForm, HandInterval};
pub use endgame::Endgame;
pub use error::ContinuousError;
pub use grid::Grid;
pub use one_street::{MAX_BETS, OneStreet, Size};
pub use question::{Bets, Continuous, continuous, label, names, read_label};
pub use real::{Digits, MAX_DECIMALS, Real};
pub use unlimited::Unlimited;

/// The most bits of a bet's or a step's numerator and denominator, about 150 digits.
pub const MAX_BET_BITS: usize = 512;
