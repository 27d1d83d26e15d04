//! Exact Nash equilibria of finite poker games, each with a certificate.
//!
//! The tour, by a game that was the first surprise of the paper: with three cards and bet 1, player
//! I bluffs the lowest card one time in three.
//!
//! ```
//! use rational_bluff::certificate::{Certificate, format::Document};
//! use rational_bluff::exact::Rational;
//! use rational_bluff::game::von_neumann;
//! use rational_bluff::solve::{Control, Method, solve};
//!
//! // A deck and a betting tree; strategies, judged by the certificate.
//! let game = von_neumann(3, Rational::ONE)?;
//! let solution = &solve(&game, Method::Auto, &Control::new())?.solution;
//! // Antes per hand to player I, and the probability of a bet with card 1.
//! assert_eq!(solution.values[0], Rational::ratio(1, 18));
//! assert_eq!(solution.profile.at(0)[1].at(1), Rational::ratio(1, 3));
//! let [lower, upper] = [Rational::ratio(1, 18), Rational::ratio(1, 18)];
//! assert_eq!(solution.certificate, Certificate::ZeroSum { lower, upper });
//!
//! // For anyone to check again.
//! let text = Document::of(solution).to_json()?;
//! assert!(Document::verify(&text).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One flow: [`game`] → [`program`] → [`engine`] → [`certificate`], joined by [`solve`];
//! [`threshold`] is the fast way for one-street games of any deck size, judged by the same
//! certificate. [`strategy`] values any profile of any game with 2 to 4 players, [`continuous`] has
//! the limits of large decks, [`formula`] the value at every deck, [`compare`] sets decks and limit
//! side by side, [`pure`] lists pure equilibria, [`corners`] all of two players, [`sweep`] works
//! through many games at once, [`exchange`] takes games to Gambit, [`tree`] has anybody's games,
//! [`exact`] holds the numbers, [`control`] stops what takes too long.

pub use bluff_exact as exact;
pub use bluff_exact::control;
pub use bluff_poker::{cards, certificate, exchange, game, spot, strategy, tree};

pub mod compare;
pub mod continuous;
pub mod corners;
pub mod engine;
pub mod formula;
mod hands;
pub mod intervals;
pub mod program;
pub mod pure;
pub mod solve;
pub mod sweep;
pub mod threshold;

/// The Rust of the README runs as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
