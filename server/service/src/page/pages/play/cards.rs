//! Cards of a table, face up: with the names and suits of the deck.

use maud::{Markup, html};
use rational_bluff::cards::Card;
use rational_bluff::game::{Deck, Game, HeldCards, Leaf, Player};

use crate::play::Hand;

/// Class and sign of the suit of a card.
pub(crate) fn suit(card: Card) -> (&'static str, &'static str) {
    [("club", "♣"), ("diamond", "♦"), ("heart", "♥"), ("spade", "♠")][card.suit()]
}

/// The rank of a card as people write it: `A`, `10`.
pub(crate) fn rank(card: Card) -> String {
    card.to_string()[..1].replace('T', "10")
}

/// A card of hold'em as people write it: `A♠`, `10♥`.
fn signed(card: Card) -> String {
    rank(card) + suit(card).1
}

/// Number of cards of each player.
pub(super) fn count(game: &Game) -> usize {
    match game.deck() {
        Deck::Cards(cards) => cards.size(),
        Deck::Table(_) => 2,
        Deck::Ranks { .. } | Deck::Independent(_) => 1,
    }
}

/// The cards of a player: the text of each, with the class of its suit.
fn own(game: &Game, held: &HeldCards, player: Player) -> Vec<(String, &'static str)> {
    let hand = held.hands[player.index()];
    match (game.deck(), held.holdem) {
        (_, Some(deal)) => {
            let pair = deal.held[player.index()].pair();
            pair.map(|card| (signed(card), suit(card).0)).to_vec()
        }
        (Deck::Cards(cards), None) => {
            let mut own: Vec<_> = cards.hands()[hand as usize - 1]
                .cards()
                .map(|kind| (cards.kinds()[kind].name.clone(), ""))
                .collect();
            own.reverse();
            own
        }
        _ => vec![(game.hand_name(hand), "")],
    }
}

/// The cards of a player in words: `4`, `K`, `A♠ K♥ (AKo)`.
pub(super) fn text(game: &Game, held: &HeldCards, player: Player) -> String {
    let cards: Vec<String> = own(game, held, player).into_iter().map(|(text, _)| text).collect();
    let class = game.hand_name(held.hands[player.index()]);
    let class = if held.holdem.is_some() { format!(" ({class})") } else { String::new() };
    format!("{}{class}", cards.join(" "))
}

/// The cards of a player in a sentence: `card 4 of 9`, `K`.
pub(super) fn words(game: &Game, held: &HeldCards, player: Player) -> String {
    let text = text(game, held, player);
    if game.deck().is_numbered() && game.card_names().is_empty() {
        format!("card {text} of {}", game.n())
    } else {
        text
    }
}

/// The cards of a player, face up; a card of ranks with its height in the deck.
pub(super) fn faces(game: &Game, held: &HeldCards, player: Player) -> Markup {
    let hand = held.hands[player.index()];
    let share = format!("{:.2}%", 100.0 * hand as f64 / game.n() as f64);
    html! {
        div.holding { @for (text, class) in own(game, held, player) {
            @let size = match text.chars().count() {
                ..=2 => "short",
                3..=4 => "middle",
                _ => "long",
            };
            div class={ "card-face " (size) " " (class) } {
                span.corner aria-hidden="true" { (text) }
                b.rank { (text) }
                @if game.deck().is_ranks() {
                    svg.level width="100%" height="4" aria-hidden="true" {
                        rect.all width="100%" height="4" rx="2" {}
                        rect.part width=(share) height="4" rx="2" {}
                    }
                }
                span.corner.foot aria-hidden="true" { (text) }
            }
        } }
    }
}

/// The open cards: those of the deck, those that the tree has dealt, and the board of a showdown.
pub(super) fn open(game: &Game, hand: &Hand, end: Option<&Leaf>) -> Markup {
    let cards: Vec<(String, &str)> = match (game.deck(), hand.held.holdem) {
        (Deck::Cards(cards), _) => {
            let dealt = &game.boards()[hand.board].cards;
            let name = |kind: &usize| (cards.kinds()[*kind].name.clone(), "");
            cards.open().iter().chain(dealt).map(name).collect()
        }
        (_, Some(deal)) if end.is_some_and(|leaf| leaf.live.len() > 1) => {
            deal.board.map(|card| (signed(card), suit(card).0)).to_vec()
        }
        _ => Vec::new(),
    };
    html! {
        @if !cards.is_empty() {
            div.open-cards role="group" aria-label="Open cards" {
                @for (text, class) in &cards { span class=(class) { b { (text) } } }
            }
        }
    }
}
