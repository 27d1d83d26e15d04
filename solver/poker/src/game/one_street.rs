use std::fmt::Display;

use bluff_exact::Rational;

use super::tree::{act, bet, check, over, reply};
use super::{CARDS, Chips, Family, Game, GameError, MAX_SIZES, Player, SIZES, Stakes, TreeShape};

pub(super) static FAMILY: Family = Family {
    title: "The one-street game",
    about: "Player I checks or bets one of a set of sizes. Player II folds or calls, and the \
        higher card wins the pot.",
    summary: "the same with any bet sizes",
    parameters: &[&SIZES],
    shape: TreeShape::OneStreet,
    example: "one-street/n28-s1-5_2-7",
    map: &[(&CARDS, "2..40"), (&SIZES, "1 1,2 1,3 1,2,4 1,5/2,7")],
    ..Family::of("one-street", |n, stakes| one_street(n, stakes.numbers(&SIZES).iter().cloned()))
};

/// The one-street game (n, S): player I checks or bets some `s` of the finite set `S`, player II
/// folds or calls.
///
/// `sizes` may list 0, which is the check and always there. Cards `1..=n`, one each, without
/// replacement. Both ante 1. Units: antes. Source: docs/games/one-street.md; von Neumann's game is
/// `S = {0, b}`, Newman's `S = {0, 1, …, b}`.
///
/// Errors: `Outside` for n < 2, and for no, negative, repeated or too many sizes.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::one_street;
/// let game = one_street(28, ["1", "5/2", "7"].map(|size| size.parse::<Rational>().unwrap()))?;
/// assert_eq!(game.label(), "one-street/n28-s1-5_2-7");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn one_street(n: u64, sizes: impl IntoIterator<Item = Rational>) -> Result<Game, GameError> {
    let mut sizes: Vec<Rational> = sizes.into_iter().take(MAX_SIZES + 2).collect();
    if sizes.len() > MAX_SIZES + 1 {
        return Err(too_many_sizes(format!("more than {MAX_SIZES}")));
    }
    sizes.sort();
    if let Some(twice) = sizes.windows(2).find(|pair| pair[0] == pair[1]) {
        let given = format!("bet size {} is given twice", twice[0]);
        return Err(GameError::expected(given, "each size once"));
    }
    if let Some(given) = sizes.first().filter(|size| size.is_negative()) {
        let given = format!("bet size {given}");
        return Err(GameError::expected(given, "sizes of 0 (a check) or above"));
    }
    sizes.retain(Rational::is_positive);
    if sizes.is_empty() {
        return Err(GameError::expected("no bet size above 0", "at least one"));
    }
    one_street_named("one-street", n, Stakes::sizes(sizes.clone()), &sizes)
}

/// The error of more bet sizes than a game may have.
pub(super) fn too_many_sizes(given: impl Display) -> GameError {
    GameError::expected(format!("{given} bet sizes"), format!("at most {MAX_SIZES}"))
}

/// The same tree under the name of one of its special cases; `sizes` are above 0 and ascending.
pub(super) fn one_street_named(
    name: &'static str,
    n: u64,
    stakes: Stakes,
    sizes: &[Rational],
) -> Result<Game, GameError> {
    let ante = Chips::ANTE;
    let checked_down = over([&ante, &ante], &[Player::I, Player::II]);
    let sizes = sizes.iter().filter_map(|size| Chips::new(size.clone()));
    let bets = sizes.map(|size| (bet(&size), reply(&size)));
    let tree = act(Player::I, "first to act", std::iter::once((check(), checked_down)).chain(bets));
    Game::built_in(name, n, stakes, tree)
}
