use bluff_exact::Rational;

use super::callers::callers_named;
use super::{Game, GameError, Stakes};

/// The three-player game (n, b): player I checks or bets `b`; II and III fold or call without seeing each other.
///
/// Cards `1..=n`, one each. All ante 1. Units: antes. Player III's two nodes carry the same view, so III does not know
/// what II did: that is the whole difference from [`in_turn`](super::in_turn()). It is the game of callers with two callers.
/// Source: KTZ24 section 4, in `data/references.bib`.
///
/// Errors: `TooFewCards` for n < 3, `BetNotPositive` for b ≤ 0.
pub fn three_player(n: u64, b: Rational) -> Result<Game, GameError> {
    callers_named("three-player", n, Stakes::Bet(b.clone()), b, 3)
}
