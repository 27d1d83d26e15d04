//! Strategies of all cards: a picture and a table for each view, some at a time where there are
//! many.

use std::ops::Range;

use bluff_report::text::{convention, play, runs};
use bluff_report::{CardRun, cards};
use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;
use rational_bluff::game::View;

/// The most views of one page.
pub(super) const VIEWS: usize = 20;
/// The bytes that all tables of a page take, about; fractions may be long.
const BYTES: usize = 17_000;

/// Which part of the strategies an address asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Window {
    /// The first view, counted from 0.
    pub(super) view: Option<usize>,
    /// Only this view, from the run with this card on.
    pub(super) from: Option<u64>,
}

impl Window {
    /// The views that are shown of so many.
    pub(super) fn views(self, all: usize) -> Range<usize> {
        let first = self.view.unwrap_or_default();
        let most = if self.from.is_some() { 1 } else { VIEWS };
        first..(first + most).min(all)
    }
}

/// Links to the views before and after these, if there are more; `address` ends where the number of
/// a view follows.
pub(super) fn other_views(
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
pub(super) fn section(solution: &Solution, window: Window) -> Markup {
    let game = &solution.game;
    let (label, all) = (game.label(), game.views().len());
    let shown = window.views(all);
    let room = BYTES / shown.len().max(1);
    html! {
        section aria-labelledby="strategies" {
            h2 id="strategies" { "Strategies in numbers" }
            @for at in shown.clone() { (view(solution, at, window.from.unwrap_or(1), room)) }
            (other_views(&format!("/{label}?view="), "#strategies", &shown, all))
            p.soft { "This equilibrium: " (convention(solution)) "." }
        }
    }
}

/// One view: the rows of its table from a card on for which there is room.
fn view(solution: &Solution, at: usize, from: u64, room: usize) -> Markup {
    let game = &solution.game;
    let (label, view) = (game.label(), &game.views()[at]);
    let table = runs(solution.profile.at(at), game.range(view.player));
    let first = table.partition_point(|(_, last, _)| *last < from);
    let rows = &table[first..(first + fitting(&table[first..], view, room)).min(table.len())];
    let part = |row: usize| format!("/{label}?view={}&from={}#strategies", at + 1, table[row].0);
    html! {
        h3 { "Player " (view.player) ", " (view.name) }
        div.wide { table {
            caption { "What to play; a link explains the first card of its run" }
            thead { tr { th scope="col" { "Cards" } th scope="col" { "Play" } } }
            tbody { @for (first, last, played) in rows { tr {
                @if played.is_empty() {
                    th.card scope="row" { (cards(*first, *last)) }
                    td.soft { "never dealt" }
                } @else {
                    th.card scope="row" {
                        a href=(format!("/{label}?card={first}#card")) { (cards(*first, *last)) }
                    }
                    td { (play(&view.actions, &likelier_first(played))) }
                }
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

fn likelier_first(played: &[(usize, Rational)]) -> Vec<(usize, Rational)> {
    let mut played = played.to_vec();
    played.sort_by(|(_, one), (_, other)| other.cmp(one));
    played
}
