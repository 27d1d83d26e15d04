//! Strategies of all cards: a picture and a table for each view, some at a time where there are
//! many.

use std::ops::Range;

use bluff_report::picture::{alike, card_link, is_drawn, players_named};
use bluff_report::text::{by_ranges, convention, played, runs};
use bluff_report::{CardRun, has_classes, head};
use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, View};
use rational_bluff::solve::Face;

use crate::page::parts::frame::columns;
use crate::page::parts::number::play;
use crate::page::parts::street::StreetViews;

/// The most views of one page.
pub(crate) const VIEWS: usize = 20;
/// The bytes that all tables of a page take, about; fractions may be long.
const BYTES: usize = 16_000;

/// Which part of the strategies an address asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Window {
    /// The first view, counted from 0.
    pub(crate) view: Option<usize>,
    /// Only this view, from the run with this card on.
    pub(crate) from: Option<u64>,
}

impl Window {
    /// The views that are shown of so many.
    pub(crate) fn views(self, all: usize) -> Range<usize> {
        let first = self.view.unwrap_or_default();
        let most = if self.from.is_some() { 1 } else { VIEWS };
        first..(first + most).min(all)
    }
}

/// Links to the views before and after these, if there are more; `address` ends where the number of
/// a view follows.
pub(crate) fn other_views(
    address: &str,
    fragment: &str,
    shown: &Range<usize>,
    all: usize,
) -> Markup {
    html! {
        @if shown.len() < all {
            nav aria-label="Other views" { ul.links {
                li { "views " (shown.start + 1) " to " (shown.end) " of " (all) }
                @if shown.start > 0 {
                    li {
                        a
                            href=(format!(
                                "{address}{}{fragment}",
                                shown.start.saturating_sub(VIEWS) + 1
                            )) {
                            "earlier views"
                        }
                    }
                }
                @if shown.end < all {
                    li {
                        a href=(format!("{address}{}{fragment}", shown.end + 1)) { "later views" }
                    }
                }
            } }
        }
    }
}

/// The section with the strategies, or the part of them that is asked for.
///
/// `base` is the address that the links of cards start with. `face` has all optimal strategies, if
/// they are known.
pub(crate) fn section(
    solution: &Solution,
    base: &str,
    window: Window,
    street: &StreetViews,
    face: Option<&Face>,
) -> Markup {
    let game = &solution.game;
    let (label, all) = (game.label(), game.views().len());
    let part = window.views(all);
    let mut shown: Vec<usize> =
        if street.is_whole(game) { part.clone().collect() } else { street.views.clone() };
    if window.from.is_none() {
        shown.retain(|view| is_drawn(game, &solution.profile, *view));
    }
    let room = BYTES / shown.len().max(1);
    let grid = has_classes(game);
    html! {
        section aria-labelledby="strategies" {
            h2 id="strategies" { "Strategies in numbers" }
            p.soft { "The link of a run explains its first " @if grid { "hand" } @else { "card" }
                "." }
            div.by-view { @for at in shown { div {
                @if grid { (of_hands(solution, base, at, room)) }
                @else { (view(solution, base, (at, window.from.unwrap_or(1)), room)) }
            } } }
            @if street.is_whole(game) {
                (other_views(&format!("/{label}?view="), "#strategies", &part, all))
            }
            p.soft {
                @if face.is_some_and(|face| face.unique) { "No other strategies are optimal." }
                @else { "This equilibrium: " (convention(solution)) "." }
            }
        }
    }
}

/// One view of hold'em: the ranges of each action, and the mixtures for which there is room.
pub(crate) fn of_hands(solution: &Solution, base: &str, at: usize, room: usize) -> Markup {
    let (game, taken) = (&solution.game, solution.profile.at(at));
    let view = &game.views()[at];
    let (sure, mixed) = by_ranges(game, view.player, taken);
    let mixtures: Vec<_> = mixed.iter().map(|hand| (*hand, *hand, played(taken, *hand))).collect();
    let shown = if mixtures.is_empty() { 0 } else { fitting(&mixtures, view, room) };
    html! {
        h3 { "Player " (view.player) ", " (view.name) }
        div.wide { table.by-hand {
            (columns(["Hands", "Play"]))
            tbody {
                @for (action, range) in &sure { tr {
                    th.range scope="row" { (range.to_string().replace(',', ", ")) }
                    td { (view.actions[*action]) }
                } }
                @for (hand, _, played) in &mixtures[..shown] { tr {
                    th.card scope="row" {
                        a href={ (card_link(base, *hand)) "#card" } { (game.hand_name(*hand)) }
                    }
                    td { (likelier_first(game, view, played)) }
                } }
            }
        } }
        @if shown < mixtures.len() {
            p.soft { (mixtures.len() - shown) " more hands mix; the document has all." }
        }
    }
}

/// One view: the rows of its table from a card on for which there is room.
fn view(solution: &Solution, base: &str, (at, from): (usize, u64), room: usize) -> Markup {
    let game = &solution.game;
    let (label, view) = (game.label(), &game.views()[at]);
    let mut table = runs(game, at, solution.profile.at(at));
    // Hands that are never held are nowhere.
    table.retain(|(_, _, played)| !played.is_empty());
    let first = table.partition_point(|(_, last, _)| *last < from);
    let rows = &table[first..(first + fitting(&table[first..], view, room)).min(table.len())];
    let part = |row: usize| format!("/{label}?view={}&from={}#strategies", at + 1, table[row].0);
    html! {
        h3 { (players_named(alike(game, &solution.profile, view.player))) ", " (view.name) }
        div.wide { table {
            (columns([head(game), "Play"]))
            tbody { @for (first, last, played) in rows { tr {
                th.card scope="row" {
                    a href={ (card_link(base, *first)) "#card" } {
                        (bluff_report::hands(game, *first, *last))
                    }
                }
                td { (likelier_first(game, view, played)) }
            } } }
        } }
        @if rows.len() < table.len() {
            nav aria-label={ "Other cards, player " (view.player) ", " (view.name) } { ul.links {
                li { "rows " (first + 1) " to " (first + rows.len()) " of " (table.len()) }
                @if first > 0 {
                    li {
                        a href=(part(first - fitting(table[..first].iter().rev(), view, BYTES))) {
                            "lower cards"
                        }
                    }
                }
                @if first + rows.len() < table.len() {
                    li { a href=(part(first + rows.len())) { "higher cards" } }
                }
            } }
        }
    }
}

/// Number of these rows that there is room for: one at least.
fn fitting<'a>(
    rows: impl IntoIterator<Item = &'a CardRun<(usize, Rational)>>,
    view: &View,
    room: usize,
) -> usize {
    let length = |(_, _, played): &CardRun<(usize, Rational)>| {
        // A row has a link as well, and words between the actions.
        let part = |(action, part): &(usize, Rational)| {
            view.actions[*action].len() + part.to_string().len() + 20
        };
        150 + played.iter().map(part).sum::<usize>()
    };
    let ends = rows.into_iter().map(length).scan(0, |sum, length| {
        *sum += length;
        Some(*sum)
    });
    ends.take_while(|end| *end <= room).count().max(1)
}

/// The play of a run, the likelier actions first.
fn likelier_first(game: &Game, view: &View, played: &[(usize, Rational)]) -> Markup {
    let mut played = played.to_vec();
    played.sort_by(|(_, one), (_, other)| other.cmp(one));
    play(&view.actions, &played, has_classes(game))
}
