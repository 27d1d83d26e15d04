use std::sync::Arc;

use super::tree::{Tree, act, bet, call, check, fold, over, raise};
use super::{
    CardKind, Cards, Chips, Deck, Family, FamilyDeck, Game, GameError, Player, ShowdownRule, Stakes,
};
use bluff_exact::Rational;

pub(super) static FAMILY: Family = Family {
    title: "Leduc hold’em",
    about: "Each player antes 1 and is dealt one of six cards, two each of J, Q and K. They bet 2, \
        then a card is dealt face up, and they bet 4; a street has at most a bet and a raise. A \
        pair with the open card wins, else the higher card.",
    summary: "six cards, two streets, an open card between them",
    deck: FamilyDeck::Own(3),
    example: "leduc",
    ..Family::of("leduc", |_, _| leduc())
};

/// Leduc hold'em: six cards, antes of 1, a street with bets of 2, an open card, and a street with
/// bets of 4; on each street at most one bet and one raise.
///
/// The value to player I is −0.085606424078 in floating point, as others print it. Units: antes.
/// Source: SBL05 in `data/references.bib`.
///
/// Errors: none; the type is that of every game.
///
/// ```
/// use bluff_poker::game::leduc;
/// let game = leduc()?;
/// assert_eq!((game.label(), game.boards().len()), ("leduc".to_owned(), 16));
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn leduc() -> Result<Game, GameError> {
    let two = |name: &str| CardKind { name: name.to_owned(), copies: 2 };
    let cards = Cards::new(["J", "Q", "K"].map(two).to_vec(), 1, ShowdownRule::PairThenRank, &[])?;
    let [small, big] = [2, 4].map(|size| Chips::bet(&Rational::from(size)));
    let (small, big) = (small?, big?);
    let after = |paid: &Chips, played: &str| {
        let words = |situation: &str| format!("{played}; {situation}");
        let shown = |paid: &Chips, _: &str| over([paid, paid], &[Player::I, Player::II]);
        Tree::Deal { then: Box::new(street(paid, &big, &words, &shown)) }
    };
    let tree = street(&Chips::ANTE, &small, &str::to_owned, &after);
    Game::built_in_of("leduc", (3, Deck::Cards(Arc::new(cards))), Stakes::default(), tree)
}

/// A street on which both have paid `paid` before: a bet and a raise of this size at most. `words`
/// names what a player sees; `then` follows where neither has folded, told what both have paid and
/// what was played.
fn street(
    paid: &Chips,
    size: &Chips,
    words: &impl Fn(&str) -> String,
    then: &impl Fn(&Chips, &str) -> Tree,
) -> Tree {
    let (bet_paid, raise_paid) = (paid.clone() + size, paid.clone() + size + size);
    let (bet_made, raised) = (bet(size), raise(size));
    // Somebody faces the raise, and this was played before.
    let facing_raise = |player: Player, other: Player, before: &str| {
        let folded = folded(&raise_paid, &bet_paid, other);
        let called = then(&raise_paid, &format!("{before}, {raised}, call"));
        act(player, words(&format!("facing {raised}")), [(fold(), folded), (call(), called)])
    };
    // Somebody faces the bet, in these words.
    let facing_bet = |player: Player, other: Player, view: String, before: &str| {
        let folded = folded(&bet_paid, paid, other);
        let called = then(&bet_paid, &format!("{before}, call"));
        let raise = facing_raise(other, player, before);
        act(player, view, [(fold(), folded), (call(), called), (raised.clone(), raise)])
    };
    let after_check = act(
        Player::II,
        words("facing a check"),
        [
            (check(), then(paid, "check, check")),
            (
                bet_made.clone(),
                facing_bet(
                    Player::I,
                    Player::II,
                    words(&format!("facing {bet_made} after a check")),
                    &format!("check, {bet_made}"),
                ),
            ),
        ],
    );
    let reply = facing_bet(Player::II, Player::I, words(&format!("facing {bet_made}")), &bet_made);
    act(Player::I, words("first to act"), [(check(), after_check), (bet_made.clone(), reply)])
}

/// The end of a hand in which this player has not folded, and paid `most`.
fn folded(most: &Chips, least: &Chips, winner: Player) -> Tree {
    let paid = if winner == Player::I { [most, least] } else { [least, most] };
    over(paid, &[winner])
}
