//! The way through the betting and the cards of a spot.

use bluff_report::number::percent;
use bluff_report::picture::hands::PlayedPart;
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::spot::SpotNode;

use crate::page::pages::play::{rank, suit};

use super::layout::{cards, deck};
use super::place::{STAGE, SpotPage, readable};

impl SpotPage {
    /// A column for each decision, and cards between streets.
    pub(super) fn way(&self) -> Markup {
        let node = self.node();
        let mut path = String::new();
        html! {
            nav.columns aria-label="Betting" data-part="ways" {
                @for step in &node.way {
                    @let here = path.clone();
                    @let join = if path.is_empty() { "" } else { "," };
                    @let () = path.push_str(join);
                    @let () = path.push_str(&step.taken);
                    @match step.player {
                        Some(player) => div {
                            a.who href=(self.to(&here)) data-live { b { "Player "
                                (["I", "II"][player]) } }
                            ul { @for (action, share) in step.actions.iter().zip(&step.shares) {
                                li.taken[*action == step.taken] { (readable(action)) span {
                                    (percent(share)) } }
                            } }
                        },
                        None => div.dealt {
                            a.who href=(self.to(&here)) data-live { "card" }
                            @if let Ok(card) = step.taken.parse() { (cards(&[card])) }
                        },
                    }
                }
                @match node.player {
                    Some(player) => div.now aria-current="true" {
                        span.who { b { "Player " (["I", "II"][player]) } " to act" }
                        ul { @for (at, share) in node.shares.iter().enumerate() {
                            @let action = &node.actions[at];
                            @let words = html! {
                                span.pic { (plain(node, at)) } (self.actions[at])
                                span { (percent(share)) }
                            };
                            li { @if node.ends[at] { span.end { (words) } } @else {
                                a href=(self.step(action)) data-live { (words) }
                            } }
                        } }
                    },
                    None if node.cards.is_empty() => div.now aria-current="true" {
                        span.who { b { "All in" } }
                    },
                    None => div.now aria-current="true" {
                        span.who { b { (["Turn", "River"][node.board.len() - 3]) } " card" }
                        (self.picker())
                    },
                }
            }
        }
    }

    /// The cards that may be dealt; suits that are alike lead to one place.
    fn picker(&self) -> Markup {
        let node = self.node();
        html! {
            div.deck { @for card in deck() {
                @let (class, sign) = suit(card);
                @let words = html! { (rank(card)) (sign) };
                @let alike = node.cards_alike.iter().find(|(other, _)| *other == card);
                @if node.cards.contains(&card) {
                    a class=(class) href=(self.step(&card.to_string())) data-live { (words) }
                } @else if let Some((_, stands)) = alike {
                    a.alike class=(class) href=(self.step(&stands.to_string())) data-live
                        title=(format!("as {stands}: suits are alike")) { (words) }
                } @else { span.out[node.board.contains(&card)] { (words) } }
            } }
        }
    }
}

/// The colour of an action without a hand.
pub(super) fn plain(node: &SpotNode, action: usize) -> Markup {
    PlayedPart { action, bluff: false, share: Rational::ONE }.swatch(&node.actions, STAGE)
}
