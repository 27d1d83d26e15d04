use bluff_exact::Rational;

use super::tree::{act, bet, call, check, fold, over, raise};
use super::{BET, CARDS, Chips, Family, Game, GameError, Player, RAISE, Stakes};

pub(super) static FAMILY: Family = Family {
    title: "One raise",
    about: "Player I checks or bets `b`, and player II folds, calls or raises. After a raise \
        player I folds or calls.",
    summary: "II may raise the bet",
    parameters: &[&BET, &RAISE],
    example: "one-raise/n10-b2-raise6",
    map: &[(&CARDS, "2..25"), (&BET, "1..5"), (&RAISE, "6")],
    ..Family::of("one-raise", |n, stakes| one_raise(n, stakes.number(&BET), stakes.number(&RAISE)))
};

/// One raise (n, b, r): player I checks or bets `b`; player II folds, calls or raises by `by` more,
/// and then I folds or calls.
///
/// Cards `1..=n`, one each. Both ante 1. Units: antes. After a raise is called each has paid `1 + b
/// + r`; with `r = 2(b + 1)` the raise is the pot. Source: FFG07 in `data/references.bib`.
///
/// Errors: `Outside` for n < 2, b ≤ 0 or r ≤ 0.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::one_raise;
/// assert_eq!(
///     one_raise(10, Rational::from(2), Rational::from(6))?.label(),
///     "one-raise/n10-b2-raise6"
/// );
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn one_raise(n: u64, b: Rational, by: Rational) -> Result<Game, GameError> {
    let size = Chips::bet(&b)?;
    let Some(more) = Chips::new(by.clone()).filter(|_| by.is_positive()) else {
        return Err(GameError::outside(&RAISE, &by, "a raise above 0"));
    };
    let (both, first, second) = ([Player::I, Player::II], [Player::I], [Player::II]);
    let (ante, paid) = (Chips::ANTE, Chips::ANTE + &size);
    let raised = Chips::ANTE + &size + &more;
    let facing_raise = act(
        Player::I,
        format!("facing {}", raise(&more)),
        [(fold(), over([&paid, &raised], &second)), (call(), over([&raised, &raised], &both))],
    );
    let answers = [
        (fold(), over([&paid, &ante], &first)),
        (call(), over([&paid, &paid], &both)),
        (raise(&more), facing_raise),
    ];
    let facing_bet = act(Player::II, format!("facing {}", bet(&size)), answers);
    let checked = over([&ante, &ante], &both);
    let tree = act(Player::I, "first to act", [(check(), checked), (bet(&size), facing_bet)]);
    Game::built_in("one-raise", n, Stakes::bet(b).with(&RAISE, by), tree)
}
