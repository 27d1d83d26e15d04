//! Finite poker games, strategies, and the certificate that judges an equilibrium.
//!
//! A game is a deck and a betting tree ([`game`]). A strategy says what to do with each card at
//! each view ([`strategy`]). [`certificate`] computes every best response from the rules and
//! accepts a candidate only where nobody gains by deviating. No solver can be seen from here: how a
//! candidate was found does not matter to the judge. [`exchange`] takes games to Gambit and back;
//! [`tree`] is anybody's game of two players with a constant sum. [`cards`] reads hands, boards and
//! ranges of hold'em.
//!
//! ```
//! use bluff_exact::{Piecewise, Rational};
//! use bluff_poker::certificate::{Candidate, check};
//! use bluff_poker::game::von_neumann;
//! use bluff_poker::strategy::Profile;
//!
//! // Checking and folding always is no equilibrium of the game with three cards and bet 1.
//! let game = von_neumann(3, Rational::ONE)?;
//! let always = |taken| Piecewise::steps([(3, taken)]);
//! let first = || vec![always(Rational::ONE), always(Rational::ZERO)];
//! let profile = Profile::new(&game, vec![first(), first()])?;
//! let candidate = Candidate { values: None, profile, method: "by hand".to_owned() };
//! assert!(check(&game, candidate).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cards;
pub mod certificate;
pub mod exchange;
pub mod game;
mod json_text;
pub mod spot;
pub mod strategy;
pub mod tree;

/// The example of the README runs as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
