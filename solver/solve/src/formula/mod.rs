//! Formulas for all deck sizes at once: the closed form of one-street games, and proofs by
//! strategies ([`family()`]) for all games of two players. [`PushFoldChart`] has push or fold at
//! every stack. [`DeckFit`] guesses where nothing is proved.
//!
//! With `N = n − 1/2` and `φ(t) = t² − d²`, `d` the distance of `t` to the nearest whole number,
//! `n(n − 1) v(n)` is the minimum over `η` of `φ(η) + Σ (s_j − s_{j−1}) φ(e_j (N − η))`, `e_j =
//! 2/((s_{j−1} + 2)(s_j + 2))`. So `v(n) = V − c(n mod P)/(n(n − 1))`. docs/ALL_DECKS.md proves
//! both; every value here passes [`OneStreetProof`], which does not know how it was found.
//!
//! [`OneStreetProof`]: crate::certificate::OneStreetProof

mod bets;
mod closed;
mod error;
mod family;
mod fit;
mod period;
mod push_fold;
mod saturated;
mod surd;
mod whole_bets;

pub use bets::{BestBet, BetFunction, BetMasses, BetPiece, MAX_BET_DECK};
pub use closed::Menu;
pub use error::FormulaError;
pub use family::{count_classes, family, narrowest_part};
pub use fit::DeckFit;
pub use period::{Formula, MAX_PERIOD, ResidueClass};
pub use push_fold::{ChartPiece, HandPlan, MAX_CHART_STACK, PlanStretch, PushFoldChart};
pub use saturated::{MAX_SATURATED_DECK, SaturatedDeck};
pub use surd::Surd;
pub use whole_bets::{MAX_DECK_DIGITS, WholeBetsDeck, WholeBetsLaw};
