use bluff_exact::Rational;

use super::tree::{act, bet, call, check, fold, over};
use super::{BET, CARDS, Chips, FLIP, Family, Game, GameError, Player, Stakes};

pub(super) static FAMILY: Family = Family {
    title: "Hand flip",
    about: "Player I checks or bets `b`, and player II folds or calls. The lower card wins a \
        showdown with the probability of a flip.",
    summary: "the lower card wins now and then",
    parameters: &[&BET, &FLIP],
    example: "hand-flip/n10-b2-flip1_6",
    map: &[(&CARDS, "2..25"), (&BET, "1..8"), (&FLIP, "1/6")],
    ..Family::of("hand-flip", |n, stakes| hand_flip(n, stakes.number(&BET), stakes.number(&FLIP)))
};

/// Hand flip (n, b, q): von Neumann's game in which the lower card wins a showdown with probability
/// `flip`.
///
/// A showdown for `c` chips each is then worth `(1 − q) c − q c = d c` to the higher card, with `d
/// = 1 − 2q`; so the tree has showdowns for `d` of the chips, and folds as they are. Cards `1..=n`,
/// one each. Both ante 1. Units: antes. Source: the model is that of BLS11 in
/// `data/references.bib`.
///
/// Errors: `Outside` for n < 2, b ≤ 0 or q outside 0 to 1/2.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::hand_flip;
/// assert_eq!(
///     hand_flip(10, Rational::from(2), Rational::ratio(1, 6))?.label(),
///     "hand-flip/n10-b2-flip1_6"
/// );
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn hand_flip(n: u64, b: Rational, flip: Rational) -> Result<Game, GameError> {
    let size = Chips::bet(&b)?;
    let worth = Rational::ONE - &flip - &flip;
    let shown = |paid: &Chips| Chips::new(&worth * paid.amount()).filter(|_| !flip.is_negative());
    let (ante, paid) = (Chips::ANTE, Chips::ANTE + &size);
    let (Some(checked), Some(called)) = (shown(&ante), shown(&paid)) else {
        return Err(GameError::outside(&FLIP, &flip, "a probability from 0 to 1/2"));
    };
    let both = [Player::I, Player::II];
    let facing = act(
        Player::II,
        format!("facing {}", bet(&size)),
        [(fold(), over([&paid, &ante], &[Player::I])), (call(), over([&called, &called], &both))],
    );
    let tree = act(
        Player::I,
        "first to act",
        [(check(), over([&checked, &checked], &both)), (bet(&size), facing)],
    );
    Game::built_in("hand-flip", n, Stakes::bet(b).with(&FLIP, flip), tree)
}
