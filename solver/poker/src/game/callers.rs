use bluff_exact::Rational;

use super::tree::{Tree, act, bet, call, check, fold};
use super::{
    BET, CARDS, Chips, Family, Game, GameError, MAX_PLAYERS, PLAYERS, Player, Stakes, TreeShape,
    Value,
};

pub(super) static FAMILY: Family = Family {
    title: "One bet against callers",
    about: "At a table of `players`, player I checks or bets `b`. The others fold or call without \
        seeing each other, and the highest card wins the pot.",
    summary: "one who bets against 1 to 9 callers",
    parameters: &[&BET, &PLAYERS],
    shape: TreeShape::Callers,
    example: "callers/n12-b2-p6",
    map: &[(&CARDS, "4..30"), (&BET, "1..5"), (&PLAYERS, "4")],
    ..Family::of("callers", |n, stakes| {
        callers(n, stakes.number(&BET), stakes.whole(&PLAYERS).unwrap_or_default() as usize)
    })
};

/// One bet against any number of callers (n, b): player I checks or bets `b`; the others fold or
/// call without seeing each other.
///
/// Cards `1..=n`, one each. All ante 1. Units: antes. With two players it is von Neumann's game,
/// with three the paper's three-player game. Source: docs/games/callers.md.
///
/// Errors: `Outside` unless there are 2 to [`MAX_PLAYERS`] players, for fewer cards than players,
/// and for b ≤ 0.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::callers;
/// let game = callers(40, Rational::from(2), 5)?;
/// assert_eq!((game.label().as_str(), game.leaves().len()), ("callers/n40-b2-p5", 1 + 16));
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn callers(n: u64, b: Rational, players: usize) -> Result<Game, GameError> {
    if !(2..=MAX_PLAYERS).contains(&players) {
        return Err(GameError::player_count(players));
    }
    callers_named(
        "callers",
        n,
        Stakes::bet(b.clone()).with(&PLAYERS, Value::Whole(players as u64)),
        b,
        players,
    )
}

/// The same tree under the name of one of its special cases.
pub(super) fn callers_named(
    name: &'static str,
    n: u64,
    stakes: Stakes,
    b: Rational,
    players: usize,
) -> Result<Game, GameError> {
    let size = Chips::bet(&b)?;
    let all = Player::first(players);
    let checked_down = Tree::Over { paid: vec![Chips::ANTE; players], live: all.to_vec() };
    let facing = answers(&size, all, &[Player::I], 1);
    let tree = act(Player::I, "first to act", [(check(), checked_down), (bet(&size), facing)]);
    Game::built_in(name, n, stakes, tree)
}

/// Betting after the bet for the callers from `next` on, with these players still in: one view per
/// caller, so nobody knows what the others did.
fn answers(size: &Chips, all: &[Player], live: &[Player], next: usize) -> Tree {
    let Some(&player) = all.get(next) else {
        let paid =
            |player: &Player| if live.contains(player) { Chips::ANTE + size } else { Chips::ANTE };
        return Tree::Over { paid: all.iter().map(paid).collect(), live: live.to_vec() };
    };
    let called = [live, &[player]].concat();
    let actions = [
        (fold(), answers(size, all, live, next + 1)),
        (call(), answers(size, all, &called, next + 1)),
    ];
    act(player, format!("facing {}", bet(size)), actions)
}
