use bluff_exact::Rational;

use super::tree::{act, bet, call, fold, over};
use super::{Chips, Game, GameError, Player, Stakes};

/// La relance (n, b), Borel's game: player I bets `b` or folds and loses the ante; player II folds or calls.
///
/// Cards `1..=n`, one each. Both ante 1. Units: antes. Unlike von Neumann's game there is no check.
/// Source: Bor38 and FF03 in `data/references.bib`.
///
/// Errors: `TooFewCards` for n < 2, `BetNotPositive` for b ≤ 0.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::borel;
/// assert_eq!(borel(20, Rational::from(2))?.label(), "borel/n20-b2");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn borel(n: u64, b: Rational) -> Result<Game, GameError> {
    let size = Chips::bet(&b)?;
    let (ante, paid) = (Chips::ANTE, Chips::ANTE + &size);
    let facing = act(
        Player::II,
        format!("facing {}", bet(&size)),
        [(fold(), over([&paid, &ante], &[Player::I])), (call(), over([&paid, &paid], &[Player::I, Player::II]))],
    );
    let given_up = over([&ante, &ante], &[Player::II]);
    let tree = act(Player::I, "first to act", [(fold(), given_up), (bet(&size), facing)]);
    Game::built_in("borel", n, Stakes::Bet(b), tree)
}
