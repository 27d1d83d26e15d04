//! A best reply by runs of cards, beside the strategy that an equilibrium has there.

use maud::{Markup, html};
use rational_bluff::exact::{Piecewise, Rational, sweep};
use rational_bluff::game::{Game, View};

use super::frame::number;

/// Cards with which the same actions are best, and for which the equilibrium plays alike.
#[derive(Clone)]
pub(super) struct ReplyRun {
    pub(super) first: u64,
    pub(super) last: u64,
    /// The best actions, all equally good.
    pub(super) best: Vec<usize>,
    /// Actions of the equilibrium with their probabilities.
    pub(super) played: Vec<(usize, Rational)>,
}

impl ReplyRun {
    /// Actions of the reply: the equilibrium's where these are among the best, otherwise
    /// equal shares of the best.
    pub(super) fn reply(&self) -> Vec<(usize, Rational)> {
        if self.played.iter().all(|(action, _)| self.best.contains(action)) {
            return self.played.clone();
        }
        let share = Rational::ONE / Rational::from(self.best.len());
        self.best.iter().map(|action| (*action, share.clone())).collect()
    }

    /// The names of the best actions.
    pub(super) fn named(&self, view: &View) -> String {
        self.best
            .iter()
            .map(|action| view.actions[*action].as_str())
            .collect::<Vec<_>>()
            .join(" = ")
    }
}

/// The runs of all cards. `values` are those of the actions there, `played` their probabilities in
/// the equilibrium; where `apart` changes, another run begins.
pub(super) fn runs(
    game: &Game,
    view: &View,
    values: &[Piecewise],
    played: &[Piecewise],
    apart: Option<&Piecewise>,
) -> Vec<ReplyRun> {
    let (greatest, count) = (Piecewise::greatest(values), values.len());
    let functions = greatest
        .iter()
        .chain(played)
        .chain(game.range(view.player))
        .chain(apart)
        .collect::<Vec<_>>();
    let run = |(first, last, found): (u64, u64, Vec<(usize, Rational)>)| {
        let mut run = ReplyRun { first, last, best: Vec::new(), played: Vec::new() };
        for (at, value) in found {
            match at.checked_sub(count) {
                None => run.best.push(at),
                Some(action) if action < count => run.played.push((action, value)),
                // The weight of the card, and what sets runs apart.
                Some(_) => {}
            }
        }
        run
    };
    sweep(functions).map(run).collect()
}

/// Runs of a deck of ranks; of others, which have no order, each hand by itself.
pub(super) fn by_hand(game: &Game, runs: Vec<ReplyRun>) -> Vec<ReplyRun> {
    if game.deck().is_ranks() {
        return runs;
    }
    let each = |run: ReplyRun| {
        (run.first..=run.last).map(move |hand| ReplyRun { first: hand, last: hand, ..run.clone() })
    };
    runs.into_iter().flat_map(each).collect()
}

/// The reply as step functions, one for each action of the view.
pub(super) fn steps(view: &View, runs: &[ReplyRun]) -> Vec<Piecewise> {
    let part = |run: &ReplyRun, action: usize| {
        run.reply().into_iter().find(|(played, _)| *played == action)
    };
    let step = |action| {
        move |run: &ReplyRun| (run.last, part(run, action).map_or(Rational::ZERO, |(_, part)| part))
    };
    (0..view.actions.len()).map(|action| Piecewise::steps(runs.iter().map(step(action)))).collect()
}

/// A number for each card of a run: with the first and with the last one.
pub(super) fn span(first: &Rational, last: &Rational) -> Markup {
    html! { (number(first)) @if first != last { " to " (number(last)) } }
}
