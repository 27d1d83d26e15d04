//! Betting trees as the game files of this room write them.

use super::{Chips, Player};

/// A betting tree: somebody acts, a card is dealt, or the hand is over.
pub(crate) enum Tree {
    /// `player` acts; nodes of one player with the same view look alike to that player.
    Act { player: Player, view: String, actions: Vec<(String, Tree)> },
    /// A card is dealt face up, and `then` follows whichever it is.
    Deal { then: Box<Tree> },
    /// Chips each player has paid, and who is still in: the highest card among them takes the pot.
    Over { paid: Vec<Chips>, live: Vec<Player> },
}

/// `player` acts, seeing `view`.
pub(super) fn act(
    player: Player,
    view: impl Into<String>,
    actions: impl IntoIterator<Item = (String, Tree)>,
) -> Tree {
    Tree::Act { player, view: view.into(), actions: actions.into_iter().collect() }
}

/// The hand is over.
pub(super) fn over<const PLAYERS: usize>(paid: [&Chips; PLAYERS], live: &[Player]) -> Tree {
    Tree::Over { paid: paid.into_iter().cloned().collect(), live: live.to_vec() }
}

/// Player II facing a bet beyond the antes: a fold gives I the pot, a call shows both cards.
pub(super) fn reply(size: &Chips) -> Tree {
    let paid = Chips::ANTE + size;
    let folded = over([&paid, &Chips::ANTE], &[Player::I]);
    let called = over([&paid, &paid], &[Player::I, Player::II]);
    act(Player::II, format!("facing {}", bet(size)), [(fold(), folded), (call(), called)])
}

/// The words of the contract for the actions of our games.
pub(super) fn check() -> String {
    "check".to_owned()
}

pub(super) fn bet(size: &Chips) -> String {
    format!("bet {}", size.amount())
}

pub(super) fn raise(by: &Chips) -> String {
    format!("raise {}", by.amount())
}

pub(super) fn fold() -> String {
    "fold".to_owned()
}

pub(super) fn call() -> String {
    "call".to_owned()
}
