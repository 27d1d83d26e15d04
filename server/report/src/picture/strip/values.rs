//! The value of each card at a view, as a step line.

use maud::{Markup, html};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::Game;
use rational_bluff::strategy::{Evaluation, Passage, Profile};

use crate::picture::place::{below, percent, pixels, signed, width as text_width};

/// Height of the line's picture, in pixels.
pub(super) const HEIGHT: f64 = 42.0;
/// Most cards that are valued one by one; of a larger deck so many are, evenly spread.
const CARDS: u64 = 400;
/// Longest label of an end of the line, in pixels.
const LONGEST: f64 = 80.0;
/// Room of a label above the line, in pixels.
const LABEL: f64 = 17.0;

/// Payoffs of the actions of a profile.
pub(super) struct Values<'a> {
    game: &'a Game,
    profile: &'a Profile,
    passage: &'a Passage,
    /// By view and action; units of [`Evaluation::action_values`].
    actions: Vec<Vec<Piecewise>>,
}

impl<'a> Values<'a> {
    pub(super) fn new(
        game: &'a Game,
        profile: &'a Profile,
        evaluation: &Evaluation<'_>,
        passage: &'a Passage,
    ) -> Self {
        let mut actions = vec![Vec::new(); game.views().len()];
        for player in game.players() {
            for (view, values) in evaluation.action_values(*player) {
                actions[view] = values;
            }
        }
        Self { game, profile, passage, actions }
    }

    /// Payoff of an action with a card, in antes per hand that comes to the view; `None` where none
    /// does.
    pub(super) fn pays(&self, view: usize, action: usize, card: u64) -> Option<Rational> {
        if !self.game.holds(self.game.views()[view].player, card) {
            return None;
        }
        self.passage.given(view, card, &self.actions[view][action])
    }

    /// The value of a card at a view.
    pub(super) fn of(&self, view: usize, card: u64) -> Option<Rational> {
        let played = self.profile.at(view).iter().enumerate();
        let parts = played.map(|(action, part)| (action, part.at(card)));
        let pays = |(action, part): (usize, Rational)| Some(part * self.pays(view, action, card)?);
        parts.filter(|(_, part)| !part.is_zero()).map(pays).sum()
    }

    /// The step line with its ends labelled, and 0 as a hairline.
    pub(super) fn line(&self, view: usize) -> Markup {
        let n = self.game.n();
        let cards: Vec<u64> = match n {
            ..=CARDS => (1..=n).collect(),
            _ => (0..CARDS).map(|at| 1 + (n - 1) / (CARDS - 1) * at).chain([n]).collect(),
        };
        let worth = |card: &u64| Some((*card, self.of(view, *card)?));
        let points: Vec<(u64, Rational)> = cards.iter().filter_map(worth).collect();
        let heights = points.iter().map(|(_, worth)| worth.to_f64());
        let (low, top) = heights.fold((0.0_f64, 0.0_f64), |(low, top), y| (low.min(y), top.max(y)));
        let span = if top > low { top - low } else { 1.0 };
        let y = |worth: f64| HEIGHT - 1.0 - (worth - low) / span * (HEIGHT - 2.0);
        let steps = points.iter().map(|(card, worth)| (*card, y(worth.to_f64())));
        html! {
            line.zero x2="100%" y1=(pixels(y(0.0))) y2=(pixels(y(0.0))) {}
            svg viewBox=(format!("0 0 1000 {HEIGHT}")) preserveAspectRatio="none" height=(HEIGHT) {
                path.line d=(path(steps.clone(), n)) vector-effect="non-scaling-stroke" {}
            }
            @if let (Some((begin, first)), Some((_, last))) = (points.first(), points.last()) {
                @let fits = |number: &Rational| text_width(&signed(number), 12.5) < LONGEST;
                // The label of the upper end stands before the line enters its room.
                @let enters =
                    steps.clone().find(|(_, y)| *y < LABEL).map_or(1.0, |(card, _)| below(card, n));
                @if first != last && fits(last) {
                    text.end x=(percent(enters.max(0.3))) dx="-8" y="11" { (signed(last)) }
                }
                @if fits(first) {
                    @let base = y(first.to_f64());
                    text x=(percent(below(*begin, n)))
                        y=(pixels(if base > LABEL { base - 7.0 } else { base + 16.0 })) {
                        (signed(first))
                    }
                }
            }
        }
    }
}

/// A line that is level on each card; it is interrupted where no hand comes to the view.
fn path(steps: impl Iterator<Item = (u64, f64)>, n: u64) -> String {
    let mut path = String::new();
    let mut before: Option<(u64, f64)> = None;
    let step = (n / CARDS).max(1) * 2;
    for (card, y) in steps {
        let x = pixels(1000.0 * below(card, n));
        match before {
            Some((other, _)) if card - other <= step => path += &format!("H{x}V{}", pixels(y)),
            Some((other, _)) => {
                let end = pixels(1000.0 * other as f64 / n as f64);
                path += &format!("H{end}M{x} {}", pixels(y));
            }
            None => path += &format!("M{x} {}", pixels(y)),
        }
        before = Some((card, y));
    }
    if let Some((card, _)) = before {
        path += &format!("H{}", pixels(1000.0 * card as f64 / n as f64));
    }
    path
}
