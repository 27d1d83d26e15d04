use bluff_exact::Rational;

use super::callers::callers_named;
use super::{BET, CARDS, Family, Game, GameError, Stakes, TreeShape};

pub(super) static FAMILY: Family = Family {
    title: "The three-player game",
    about: "Player I checks or bets `b`. Players II and III fold or call without seeing each \
        other, and the highest card wins the pot.",
    summary: "II and III fold or call and do not see each other",
    parameters: &[&BET],
    shape: TreeShape::Callers,
    example: "three-player/n65-b2",
    map: &[(&CARDS, "3..40"), (&BET, "1..7")],
    ..Family::of("three-player", |n, stakes| three_player(n, stakes.number(&BET)))
};

/// The three-player game (n, b): player I checks or bets `b`; II and III fold or call without
/// seeing each other.
///
/// Cards `1..=n`, one each. All ante 1. Units: antes. Player III's two nodes carry the same view,
/// so III does not know what II did: that is the whole difference from
/// [`in_turn`](super::in_turn()). It is the game of callers with two callers. Source: KTZ24 section
/// 4, in `data/references.bib`.
///
/// Errors: `Outside` for n < 3, b ≤ 0.
pub fn three_player(n: u64, b: Rational) -> Result<Game, GameError> {
    callers_named("three-player", n, Stakes::bet(b.clone()), b, 3)
}
