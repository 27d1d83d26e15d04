use crate::exact::Rational;

use super::tree::{act, bet, call, check, fold, over};
use super::{Chips, Game, GameError, Player, Stakes};

/// The three-player game (n, b): player I checks or bets `b`; II and III fold or call without seeing each other.
///
/// Cards `1..=n`, one each. All ante 1. Units: antes. Player III's two nodes carry the same view, so III does not know
/// what II did: that is the whole difference from a game of three in turn.
/// Source: KTZ24 section 4, in `data/references.bib`.
///
/// Errors: `TooFewCards` for n < 3, `BetNotPositive` for b ≤ 0.
pub fn three_player(n: u64, b: Rational) -> Result<Game, GameError> {
    use Player as P;
    let Some(size) = Chips::new(b.clone()).filter(|_| b.is_positive()) else {
        return Err(GameError::BetNotPositive { given: b });
    };
    let ante = Chips::ANTE;
    let paid = Chips::ANTE + &size;
    let view = format!("facing {}", bet(&size));
    let third = |second_paid: &Chips, second_in: &[P]| {
        let live = |players: &[P]| -> Vec<P> { [&[P::I], second_in, players].concat() };
        act(
            P::III,
            view.clone(),
            [
                (fold(), over([&paid, second_paid, &ante], &live(&[]))),
                (call(), over([&paid, second_paid, &paid], &live(&[P::III]))),
            ],
        )
    };
    let second = act(P::II, view.clone(), [(fold(), third(&ante, &[])), (call(), third(&paid, &[P::II]))]);
    let tree = act(
        P::I,
        "first to act",
        [(check(), over([&ante, &ante, &ante], &[P::I, P::II, P::III])), (bet(&size), second)],
    );
    Game::built_in("three-player", n, Stakes::Bet(b), tree)
}
