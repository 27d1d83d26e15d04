//! A river that is solved exactly, as a game file is: the grid of hands at one place of the
//! betting, and the betting to walk through.

use bluff_questions::error::Error;
use bluff_report::picture::hands::HandGrid;
use bluff_report::picture::strip::{self, Stage};
use bluff_report::picture::{card_link, evaluated};
use bluff_report::text::played;
use maud::{Markup, html};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::{Game, Node};

use crate::page::pages::solution::footer;
use crate::page::parts::frame::saves;
use crate::page::parts::head::worth;
use crate::page::parts::number::play;
use crate::page::parts::{card, strategies};

use super::form::RoomForm;
use super::layout::{cards, exported, head};

/// Bytes for the list of one view in numbers.
const ROOM: usize = 6_000;

/// The page of a river.
///
/// Errors: those of the fields `view` and `card`.
pub(super) fn body(solution: &Certified<Solution>, form: &RoomForm) -> Result<Markup, Error> {
    let game = &solution.game;
    if game.views().is_empty() {
        let reason = "nobody has a decision on this river, expected stacks and a bet";
        return Err(Error::Malformed(reason.to_owned()));
    }
    let at = form.number("view", game.views().len() as u64)?.map_or(0, |view| view - 1);
    let at = usize::try_from(at).unwrap_or_default();
    let hand = form.hand(game)?;
    let (values, base) = (evaluated(game, &solution.profile), form.address(at));
    let stage =
        Stage { card: hand, base: &base, ..Stage::of(game, &solution.profile, Some(&values)) };
    let internal = || Error::Internal("a river without a grid of hands".to_owned());
    let grid = HandGrid::of(game).ok_or_else(internal)?;
    let board = game.holdem_board().unwrap_or_default();
    let explained = card::explained(&stage);
    let view = &game.views()[at];
    let path =
        way(game, at).into_iter().map(|(view, action)| game.views()[view].actions[action].as_str());
    let path = path.collect::<Vec<_>>().join(",");
    Ok(html! {
        (head("river", board.dealt(), form.text("pot"), form.text("stacks")))
        (form.fields(false, None))
        div.two {
            section.panel.board aria-label="Strategies" {
                (walk(&stage, form, at))
                div data-part="stage" data-stage { (grid.stage(&stage, &[at])) }
                (saves("river", "[data-part=stage]"))
                (explained.tip)
            }
            div.stack data-part="aside" {
                section aria-label="Board" {
                    (cards(board.dealt()))
                    (worth(solution, "#certificate"))
                }
                section.panel aria-labelledby="whole" {
                    h3 id="whole" { "Player " (view.player) ", all hands that come here" }
                    (grid.whole(&stage, at))
                    (exported(&form.ranges_address(&path)?))
                }
                (class(&stage, &grid, at))
                section.panel aria-labelledby="key" {
                    h3 id="key" { "How to read the grid" }
                    p.note { "A cell is as high as the part of its hands that the board and the \
                        range leave, and as wide as each action. Touch a cell, or walk by arrow \
                        keys." }
                    (strip::key(game, Some(&solution.profile), "key-of"))
                }
            }
        }
        (explained.why)
        div.rest data-part="rest" {
            section aria-labelledby="strategies" {
                h2 id="strategies" { "In numbers" }
                (strategies::of_hands(solution, &base, at, ROOM))
            }
            (footer::certificate(solution))
            (form.file())
        }
    })
}

fn node_of(game: &Game, view: usize) -> Option<usize> {
    let here = |node: &Node| matches!(node, Node::Act { view: of, .. } if *of == view);
    game.nodes().iter().position(here)
}

/// The views before a view, and the action of each that leads to it: there is one way to each.
fn way(game: &Game, at: usize) -> Vec<(usize, usize)> {
    let before = |node: usize| {
        game.nodes().iter().find_map(|parent| match parent {
            Node::Act { view, children } => {
                Some((*view, children.iter().position(|child| *child == node)?))
            }
            _ => None,
        })
    };
    let mut way = Vec::new();
    let mut place = node_of(game, at);
    while let Some((view, action)) = place.and_then(before) {
        way.push((view, action));
        place = node_of(game, view);
    }
    way.reverse();
    way
}

/// The way through the betting to a view: each decision before it, then the actions there.
fn walk(stage: &Stage<'_>, form: &RoomForm, at: usize) -> Markup {
    let game = stage.game;
    let children = match node_of(game, at).map(|node| &game.nodes()[node]) {
        Some(Node::Act { children, .. }) => children.as_slice(),
        _ => &[],
    };
    let player = |view: usize| game.views()[view].player;
    html! {
        nav.ways.walk aria-label="Betting" data-part="ways" {
            @for (view, action) in way(game, at) {
                a href=(form.address(view)) data-live {
                    b { (player(view)) } " " (game.views()[view].actions[action])
                }
            }
            a href=(form.address(at)) data-live aria-current="true" {
                b { (player(at)) } " to act"
            }
            @for (action, child) in children.iter().enumerate() {
                @let words = html! {
                    span.pic { (stage.plain_swatch(at, action)) }
                    (game.views()[at].actions[action])
                };
                @match &game.nodes()[*child] {
                    Node::Act { view, .. } => a href=(form.address(*view)) data-live { (words) },
                    _ => span { (words) },
                }
            }
        }
    }
}

/// Every hand of the class that is chosen, with its play.
fn class(stage: &Stage<'_>, grid: &HandGrid, at: usize) -> Markup {
    let (game, taken) = (stage.game, stage.profile.at(at));
    let chosen = stage.card.and_then(|hand| grid.class(stage, at, hand));
    let actions = &game.views()[at].actions;
    html! {
        @match chosen {
            Some((class, hands)) => section.panel data-part="class" aria-labelledby="class" {
                h3 id="class" { (class) span.soft { " " (hands.len()) " of "
                    (class.hands().count()) " hands" } }
                ul.plain { @for hand in hands { li {
                    a href={ (card_link(stage.base, hand)) "#card" }
                        aria-current=[(stage.card == Some(hand)).then_some("true")] {
                        (game.hand_name(hand))
                    }
                    ": " (play(actions, &played(taken, hand), true))
                } } }
            },
            None => section data-part="class" hidden {},
        }
    }
}
