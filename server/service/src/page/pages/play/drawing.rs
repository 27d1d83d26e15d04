//! Origin of the cards of a table, in words.

use maud::{Markup, html};
use rational_bluff::game::{Deck, Game, Player};

/// The way from a seed to the cards, for those who check that they are fair.
pub(super) fn explained(game: &Game, seat: Player, seed: &str) -> Markup {
    html! {
        p.soft {
            "Chance is the bytes of SHA-256 of “" (game.label()) " " (seat) " " (seed) " k” for \
                k = 0, 1, …: " (drawn(game.deck())) " Probabilities are whole numbers of tickets, \
                counted from the lowest card or the first action on. To draw one of q tickets, \
                as many bits as q − 1 has are taken, from whole bytes whose lowest bits are \
                dropped, until the number is below q; one ticket alone takes no byte. So nothing \
                is rounded. A visitor who computes the hash can see the others' cards."
        }
    }
}

/// The order of the draws, and the tickets of each card.
fn drawn(deck: &Deck) -> &'static str {
    match deck {
        Deck::Ranks { .. } => {
            "first a card and one of its copies for each player in turn, all anew as soon as one \
                is held already; then the others' choices."
        }
        Deck::Independent(_) => "first a card for each player; then the others' choices.",
        Deck::Cards(_) => {
            "first player I's hand, with a ticket for each way to deal it and any hand to player \
                II; then player II's hand, with a ticket for each way to deal it beside the \
                first; then the others' choices, and each open card when its street begins, with \
                a ticket for each copy that is neither open nor held."
        }
        Deck::Table(_) => {
            "first nine cards, each with a ticket for every card that is left, in the order 2c, \
                2d, 2h, 2s, 3c, … As: two for player I, two for player II, and five for the \
                board, which a showdown opens; then the others' choices. The strategies see no \
                more of two cards than their ranks and whether they are suited."
        }
    }
}
