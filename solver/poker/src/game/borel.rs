use bluff_exact::Rational;

use super::tree::{act, bet, fold, over, reply};
use super::{BET, CARDS, Chips, Family, Game, GameError, Player, Stakes};

pub(super) static FAMILY: Family = Family {
    title: "Borel’s la relance",
    about: "Player I bets `b` or gives up the ante. Player II folds or calls, and the higher card \
        wins the pot.",
    summary: "la relance: I bets or gives up",
    parameters: &[&BET],
    example: "borel/n4-b2",
    map: &[(&CARDS, "2..25"), (&BET, "1..8")],
    ..Family::of("borel", |n, stakes| borel(n, stakes.number(&BET)))
};

/// La relance (n, b), Borel's game: player I bets `b` or folds and loses the ante; player II folds
/// or calls.
///
/// Cards `1..=n`, one each. Both ante 1. Units: antes. Unlike von Neumann's game there is no check.
/// Source: Bor38 and FF03 in `data/references.bib`.
///
/// Errors: `Outside` for n < 2, b ≤ 0.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::borel;
/// assert_eq!(borel(20, Rational::from(2))?.label(), "borel/n20-b2");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn borel(n: u64, b: Rational) -> Result<Game, GameError> {
    let size = Chips::bet(&b)?;
    let given_up = over([&Chips::ANTE, &Chips::ANTE], &[Player::II]);
    let tree = act(Player::I, "first to act", [(fold(), given_up), (bet(&size), reply(&size))]);
    Game::built_in("borel", n, Stakes::bet(b), tree)
}
