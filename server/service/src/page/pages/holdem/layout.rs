//! The parts of all pages of the room.

use axum::response::Response;
use bluff_report::chips::on_table;
use bluff_report::number::percent_up;
use maud::{Markup, html};
use rational_bluff::cards::{Card, RANKS, SUITS};
use rational_bluff::exact::Rational;
use rational_bluff::spot::Spot;

use crate::page::pages::play::{rank, suit};
use crate::page::parts::assets;
use crate::page::parts::frame::{crumbs, page};

/// A page with the style and the script of the room.
pub(super) fn framed(name: &str, main: &Markup) -> Response {
    page(name, &dressed(main))
}

/// The content of a page of the room, with its style and its script.
pub(super) fn dressed(main: &Markup) -> Markup {
    html! {
        link rel="stylesheet" href=(assets::HOLDEM_STYLE.address);
        (main)
        script src=(assets::HOLDEM.address) defer {}
    }
}

/// The streets with a board, by its cards beyond three.
pub(super) const STREETS: [&str; 3] = ["flop", "turn", "river"];

/// The deck as people lay it out: a suit in each row, spades first, and aces first.
pub(super) fn deck() -> impl Iterator<Item = Card> {
    let suits = (0..SUITS.len()).rev();
    suits.flat_map(|suit| (0..RANKS.len()).rev().map(move |rank| Card::new(rank, suit)))
}

/// The pages of the room, of which one is shown.
pub(super) fn pages(here: usize) -> Markup {
    let all = [("/holdem", "Spot"), ("/equity", "Equity"), ("/holdem/push-fold", "Push or fold")];
    html! {
        nav.tabs.alone aria-label="Hold’em" {
            @for (at, (address, name)) in all.into_iter().enumerate() {
                a href=(address) aria-current=[(at == here).then_some("page")] { (name) }
            }
        }
    }
}

/// The head of a page without a spot.
pub(super) fn title(here: &str, title: &str) -> Markup {
    html! {
        div data-part="head" {
            (crumbs(&[("/holdem", "Hold’em")], here))
            (pages(0))
            h1 { (title) }
        }
    }
}

/// The way to a spot, and its title: the board, the pot and what is behind after these steps.
pub(super) fn head<'a>(
    here: &str,
    (spot, board, player): (&Spot, &[Card], Option<usize>),
    steps: impl IntoIterator<Item = &'a str>,
) -> Markup {
    let street = ["Flop", "Turn", "River"][board.len().clamp(3, 5) - 3];
    let ranks: Vec<String> = board.iter().map(|card| rank(*card)).collect();
    let table = spot.chips(steps);
    html! {
        div data-part="head" {
            (crumbs(&[("/holdem", "Hold’em")], here))
            h1 { (street) " " (ranks.join(" "))
                @if let Some(table) = &table {
                    ", " span { (on_table(table, player)) }
                } }
        }
    }
}

/// Per cent with two digits, rounded up.
pub(super) fn finely(part: &Rational) -> String {
    percent_up(part) + "\u{a0}%"
}

/// The link to both ranges at a place, as other solvers read them.
pub(super) fn exported(address: &str) -> Markup {
    html! { p.note {
        a href=(address) download="ranges.txt" { "Both ranges for PioViewer" }
        ", with the sizes; its texts have no limit of raises, and no rounding."
    } }
}

/// Cards face up, with suits in four colours.
pub(super) fn cards(cards: &[Card]) -> Markup {
    html! {
        div.open-cards { @for card in cards {
            @let (class, sign) = suit(*card);
            span class=(class) role="img" aria-label=(card) { b { (rank(*card)) } (sign) }
        } }
    }
}
