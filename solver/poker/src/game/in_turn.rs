use bluff_exact::Rational;

use super::tree::{act, bet, call, check, fold, over};
use super::{BET, CARDS, Chips, Family, Game, GameError, Player, Stakes};

pub(super) static FAMILY: Family = Family {
    title: "Three players in turn",
    about: "Player I checks or bets `b`, and player II folds or calls. Player III sees what player \
        II did, and folds or calls.",
    summary: "III sees what II did",
    parameters: &[&BET],
    example: "in-turn/n4-b1",
    map: &[(&CARDS, "3..5"), (&BET, "1..2")],
    ..Family::of("in-turn", |n, stakes| in_turn(n, stakes.number(&BET)))
};

/// Three players in turn (n, b): player I checks or bets `b`; II folds or calls; III sees what II
/// did, and folds or calls.
///
/// Cards `1..=n`, one each. All ante 1. Units: antes. Where III does not see II it is
/// [`three_player`](super::three_player()). Source: Bil17 in `data/references.bib` (there with a
/// pot of `3/b`).
///
/// Errors: `Outside` for n < 3, b ≤ 0.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::in_turn;
/// assert_eq!(in_turn(4, Rational::ONE)?.label(), "in-turn/n4-b1");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn in_turn(n: u64, b: Rational) -> Result<Game, GameError> {
    let size = Chips::bet(&b)?;
    let (ante, paid) = (&Chips::ANTE, &(Chips::ANTE + &size));
    let facing = format!("facing {}", bet(&size));
    let third = |after: &str, folded, called| {
        act(Player::III, format!("{facing} after a {after}"), [(fold(), folded), (call(), called)])
    };
    let after_a_fold = third(
        "fold",
        over([paid, ante, ante], &[Player::I]),
        over([paid, ante, paid], &[Player::I, Player::III]),
    );
    let after_a_call = third(
        "call",
        over([paid, paid, ante], &[Player::I, Player::II]),
        over([paid, paid, paid], &[Player::I, Player::II, Player::III]),
    );
    let second = act(Player::II, facing.clone(), [(fold(), after_a_fold), (call(), after_a_call)]);
    let checked = over([ante, ante, ante], &[Player::I, Player::II, Player::III]);
    let tree = act(Player::I, "first to act", [(check(), checked), (bet(&size), second)]);
    Game::built_in("in-turn", n, Stakes::bet(b), tree)
}
