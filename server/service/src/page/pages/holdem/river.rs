//! A river that is solved exactly, as a game file is: the grid of hands at one place of the
//! betting, and the betting to walk through.

use bluff_questions::error::Error;
use bluff_questions::not_allowed;
use bluff_report::lock::{LockEffect, locked_cards};
use bluff_report::picture::hands::{HandGrid, bar_of};
use bluff_report::picture::strip::{self, LockMarks, Stage};
use bluff_report::picture::{card_link, evaluated};
use bluff_report::text::played;
use maud::{Markup, html};
use rational_bluff::cards::CardSet;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Node};
use rational_bluff::spot::Spot;

use crate::page::pages::solution::footer;
use crate::page::parts::frame::saves;
use crate::page::parts::head::worth;
use crate::page::parts::number::{brief, part, play};
use crate::page::parts::{card, lock, strategies};

use super::filter::{HandFilter, MadeRow, by_made, filters};
use super::form::RoomForm;
use super::layout::{cards, exported, head};

/// Bytes for the list of one view in numbers.
const ROOM: usize = 6_000;

impl RoomForm {
    /// The view that the fields name, counted from 0.
    ///
    /// Errors: `Refused`.
    fn view(&self, game: &Game) -> Result<usize, Error> {
        let at = self.0.number("view", game.views().len() as u64)?.map_or(0, |view| view - 1);
        Ok(usize::try_from(at).unwrap_or_default())
    }

    /// The address with the hands of the fields locked as well.
    ///
    /// Errors: those of the fields and of the lock.
    pub(super) fn relocked(&self, game: &Game) -> Result<String, Error> {
        let at = self.view(game)?;
        let lock = lock::relocked(game, &self.0, at)?;
        let address = self.address_with(at, self.0.text("filter").unwrap_or_default(), &lock);
        Ok(match self.hand(game)? {
            Some(hand) => card_link(&address, hand),
            None => address,
        })
    }
}

/// The page of a river: the equilibrium, or with one beside it the answer to a lock.
///
/// Errors: those of the fields `view`, `card` and `filter`.
pub(super) fn body(
    solution: &Certified<Solution>,
    equilibrium: Option<&Solution>,
    form: &RoomForm,
) -> Result<Markup, Error> {
    let game = &solution.game;
    if game.views().is_empty() {
        return Err(not_allowed("nobody has a decision on this river", "stacks and a bet"));
    }
    let at = form.view(game)?;
    let hand = form.hand(game)?;
    let (values, base) = (evaluated(game, &solution.profile), form.address(at));
    let board = game.holdem_board().unwrap_or_default();
    let filter = HandFilter::read(form.0.text("filter").unwrap_or_default())?;
    let dealt: CardSet = board.dealt().iter().copied().collect();
    let keeps = |hand: u64| game.hole_cards(hand).is_some_and(|cards| filter.keeps(cards, dealt));
    let effect = equilibrium.map(|free| (free, LockEffect::of(free, solution)));
    let locked = locked_cards(game);
    let marks = effect.as_ref().map(|(free, effect)| LockMarks {
        equilibrium: &free.profile,
        locked: &locked,
        changes: &effect.changes,
    });
    let stage = Stage {
        card: hand,
        base: &base,
        lock: marks,
        keeps: (!filter.text.is_empty()).then_some(&keeps as &dyn Fn(u64) -> bool),
        ..Stage::of(game, &solution.profile, Some(&values))
    };
    let internal = || Error::Internal("a river without a grid of hands".to_owned());
    let grid = HandGrid::of(game).ok_or_else(internal)?;
    let explained = card::explained(&stage);
    let view = &game.views()[at];
    let player = Some(view.player.index());
    let path =
        way(game, at).into_iter().map(|(view, action)| game.views()[view].actions[action].as_str());
    let path = path.collect::<Vec<_>>().join(",");
    let spot = Spot::read(&form.game_file()?)?;
    let to = |text: &str| {
        let text = if text == filter.text { "" } else { text };
        form.address_with(at, text, form.lock().unwrap_or_default())
    };
    let kept = form.kept(at, "", form.lock().unwrap_or_default());
    let come = grid.dealt(&stage, at).into_iter();
    let come = come.filter_map(|(hand, weight)| Some((game.hole_cards(hand)?, (hand, weight))));
    let row = |hands: &[(u64, Rational)]| MadeRow {
        bar: html! { span.pic { (bar_of(&stage, at, hands)) } },
        ev: None,
        is_faded: stage.keeps.is_some_and(|keeps| !hands.iter().any(|(hand, _)| keeps(*hand))),
    };
    let steps = path.split(',').filter(|step| !step.is_empty());
    Ok(html! {
        (head("river", (&spot, board.dealt(), player), steps))
        div data-part="change" role="status" {
            @if let Some((_, effect)) = &effect { (lock::effect(effect)) }
        }
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
                    @let pot = &spot.betting.pot;
                    @let keeps = pot / &Rational::from(2) + &solution.values[0];
                    p.note {
                        "EV of player I: " (brief(&keeps)) " of the pot of " (pot) ", "
                        (part(&(&keeps / pot), true))
                    }
                }
                section.panel aria-labelledby="whole" {
                    h3 id="whole" { "Player " (view.player) ", all hands that come here" }
                    (filters(&filter, &kept, to))
                    (grid.whole(&stage, at))
                    (by_made(come, dealt, row, (&filter, to)))
                    (exported(&form.ranges_address(&path)?))
                }
                (class(&stage, &grid, (form, at)))
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

/// Every hand of the class that is chosen, with its play, and the form that locks them.
fn class(stage: &Stage<'_>, grid: &HandGrid, (form, at): (&RoomForm, usize)) -> Markup {
    let (game, taken) = (stage.game, stage.profile.at(at));
    let chosen = stage.card.and_then(|hand| Some((grid.class(stage, at, hand)?, hand)));
    let actions = &game.views()[at].actions;
    html! {
        @match chosen {
            Some(((class, hands), chosen)) => {
                section.panel data-part="class" aria-labelledby="class" {
                    h3 id="class" { (class) span.soft { " " (hands.len()) " of "
                        (class.hands().count()) " hands" } }
                    ul.plain { @for hand in hands { li {
                        a href={ (card_link(stage.base, hand)) "#card" }
                            aria-current=[(chosen == hand).then_some("true")] {
                            (game.hand_name(hand))
                        }
                        ": " (play(actions, &played(taken, hand), true))
                        @if game.locked_row(at, hand).is_some() { b { ", locked" } }
                    } } }
                    @let name = class.to_string();
                    @let lock = form.lock().unwrap_or_default();
                    @let filter = form.0.text("filter").unwrap_or_default();
                    @let mut kept = form.kept(0, filter, lock);
                    @let () = kept.push(("card".to_owned(), chosen.to_string()));
                    @let free = form.lock().map(|_| [
                        format!("{}&hands={name}", card_link(stage.base, chosen)),
                        card_link(&form.address_with(at, filter, ""), chosen),
                    ]);
                    @let now: Vec<Rational> = taken.iter().map(|part| part.at(chosen)).collect();
                    (lock::form(("/holdem", &kept), (game, at), (&name, chosen, &now), free))
                }
            },
            None => section data-part="class" hidden {},
        }
    }
}
