use bluff_exact::Rational;

use super::tree::{act, bet, call, check, fold, over, reply};
use super::{BET, CARDS, Chips, Family, Game, GameError, Player, Stakes};

pub(super) static FAMILY: Family = Family {
    title: "Kuhn’s poker",
    about: "Player I checks or bets `b`, and after a check player II may bet too. The other folds \
        or calls, and the higher card wins the pot.",
    summary: "after a check II may bet too",
    parameters: &[&BET],
    example: "kuhn/n3-b1",
    card_names: &["J", "Q", "K"],
    map: &[(&CARDS, "2..25"), (&BET, "1..8")],
    ..Family::of("kuhn", |n, stakes| kuhn(n, stakes.number(&BET)))
};

/// Kuhn's poker with `n` cards and bet `b`: I checks or bets; after a check II may bet, and I folds
/// or calls.
///
/// Kuhn's own game is n = 3, b = 1. Units: antes. Source: Kuh50 in `data/references.bib`.
///
/// Errors: `Outside` for n < 2, b ≤ 0.
pub fn kuhn(n: u64, b: Rational) -> Result<Game, GameError> {
    let size = Chips::bet(&b)?;
    let both = [Player::I, Player::II];
    let (ante, paid) = (Chips::ANTE, Chips::ANTE + &size);
    let after_check_and_bet = act(
        Player::I,
        format!("facing {} after a check", bet(&size)),
        [(fold(), over([&ante, &paid], &[Player::II])), (call(), over([&paid, &paid], &both))],
    );
    let after_check = act(
        Player::II,
        "facing a check",
        [(check(), over([&ante, &ante], &both)), (bet(&size), after_check_and_bet)],
    );
    let tree = act(Player::I, "first to act", [(check(), after_check), (bet(&size), reply(&size))]);
    Game::built_in("kuhn", n, Stakes::bet(b), tree)
}
