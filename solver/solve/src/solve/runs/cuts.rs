//! Cuts of runs where players gain by it, and plans in which mixed runs part there.

use std::collections::{BTreeMap, BTreeSet};

use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Player, View};
use crate::program::{RealizationPlan, Runs};

/// A plan by runs that are cut where mixed ones part.
pub(super) struct PartedPlan {
    pub(super) runs: Runs,
    pub(super) plan: RealizationPlan,
}

impl PartedPlan {
    /// As many cards as took an action at times take it surely: of each of these views and runs,
    /// the lowest ones take the first of two sequences and the highest ones the second.
    pub(super) fn of(
        game: &Game,
        player: Player,
        by: &Runs,
        plan: &RealizationPlan,
        turned: &BTreeMap<(usize, usize), [usize; 2]>,
    ) -> Self {
        let mut lasts: BTreeSet<u64> = by.iter().map(|(_, last)| last).collect();
        for ((view, run), ends) in turned {
            let ((first, last), parent) = (by.at(*run), game.views()[*view].parent);
            let [low, high] = ends.map(|sequence| {
                let share = &plan[sequence][*run] / &plan[parent][*run];
                (share * Rational::from(last - first + 1)).floor().to_i128().unwrap_or(0) as u64
            });
            let cuts = [first + low, first + low + 1, last - high, (last + 1) - high];
            lasts.extend(
                cuts.map(|next| next - 1).into_iter().filter(|cut| (first..last).contains(cut)),
            );
        }
        let runs = Runs::cut(game.n(), lasts);
        let parents: Vec<usize> = runs.iter().map(|(first, _)| by.holding(first)).collect();
        let mut parted = vec![runs.weights(game, player)];
        for (index, view) in game.views_of(player) {
            let actions = || view.first_sequence..view.first_sequence + view.actions.len();
            let reach = parted[view.parent].clone();
            parted.resize(actions().end, vec![Rational::ZERO; reach.len()]);
            let mut at = 0;
            for same in parents.chunk_by(|one, next| one == next) {
                let (run, some) = (same[0], at..at + same.len());
                at = some.end;
                if let Some([low, high]) = turned.get(&(index, run)) {
                    let mut open = reach[some.clone()].to_vec();
                    let mut fill = |sequence: usize, order: &mut dyn Iterator<Item = usize>| {
                        let mut left = plan[sequence][run].clone();
                        for at in order {
                            let taken = left.clone().min(open[at].clone());
                            (open[at], left) = (&open[at] - &taken, left - &taken);
                            parted[sequence][some.start + at] += &taken;
                        }
                    };
                    fill(*low, &mut (0..same.len()));
                    fill(*high, &mut (0..same.len()).rev());
                    let rest = actions().filter(|sequence| sequence != low && sequence != high);
                    rest.for_each(|sequence| fill(sequence, &mut (0..same.len())));
                    continue;
                }
                let before = &plan[view.parent][run];
                for sequence in actions().filter(|_| !before.is_zero()) {
                    let share = &plan[sequence][run] / before;
                    for at in some.clone() {
                        parted[sequence][at] = &reach[at] * &share;
                    }
                }
            }
        }
        Self { runs, plan: parted }
    }
}

/// The cut that takes the card off a run that gains most, of the first and the last.
pub(super) fn cut_of_gain(
    runs: &Runs,
    plan: &RealizationPlan,
    view: &View,
    run: usize,
    values: &[Piecewise],
) -> u64 {
    let (first, last) = runs.at(run);
    let reach = &plan[view.parent][run];
    let gain = |card: u64| {
        let best = values.iter().map(|value| value.at(card)).max().unwrap_or_default();
        let taken = (view.first_sequence..).zip(values);
        best * reach - taken.map(|(at, value)| &plan[at][run] * &value.at(card)).sum::<Rational>()
    };
    if gain(first) > gain(last) { first } else { last - 1 }
}

/// The sequence that the lowest cards of a mixed run gain most by, and that of the highest.
pub(super) fn ends_of_mixture(
    runs: &Runs,
    plan: &RealizationPlan,
    view: &View,
    run: usize,
    values: &[Piecewise],
) -> Option<[usize; 2]> {
    let (first, last) = runs.at(run);
    let falls = (view.first_sequence..).zip(values).filter(|(at, _)| !plan[*at][run].is_zero());
    let falls: Vec<(Rational, usize)> =
        falls.map(|(at, value)| (value.at(first) - value.at(last), at)).collect();
    let (low, high) = (falls.iter().max()?, falls.iter().min()?);
    (low.0 > high.0).then_some([low.1, high.1])
}

/// Cuts between the cards of some runs if as many as now take an action of the
/// view took it surely, the lowest ones or the highest, with one card between that takes it at
/// times.
pub(super) fn parts(
    runs: &Runs,
    plan: &RealizationPlan,
    view: &View,
    some: BTreeSet<usize>,
) -> BTreeSet<u64> {
    let mut parts = BTreeSet::new();
    for run in some.into_iter().filter(|run| !plan[0][*run].is_zero()) {
        let (first, last) = runs.at(run);
        let size = Rational::from(last - first + 1);
        let sequences = (view.first_sequence..).take(view.actions.len()).chain([view.parent]);
        let shares = sequences.map(|sequence| &plan[sequence][run] / &plan[0][run]);
        for share in shares.filter(|share| !share.is_integer()) {
            let part = (share * &size).floor().to_i128().map_or(0, |part| part as u64);
            let ends =
                [first + part, first + part + 1, last - part, last - part + 1].map(|next| next - 1);
            parts.extend(ends.into_iter().filter(|cut| (first..last).contains(cut)));
        }
    }
    parts
}

/// The cards inside runs after which another action is best, where no single action is as good on
/// the whole run.
pub(super) fn gainful_turns(runs: &Runs, actions: &[Piecewise]) -> Vec<u64> {
    let Some(best) = Piecewise::maximum(actions) else { return Vec::new() };
    let turns: BTreeSet<u64> =
        best.attained_by(actions).iter().flat_map(Piecewise::breaks).collect();
    let located = turns.into_iter().map(|turn| (runs.holding(turn), turn));
    let inside: Vec<(usize, u64)> =
        located.filter(|(run, turn)| runs.at(*run).1 != *turn).collect();
    let gainful = |run: usize| {
        let (first, last) = runs.at(run);
        let most = best.total_between(first, last);
        actions.iter().all(|action| action.total_between(first, last) < most)
    };
    let by_run = inside.chunk_by(|one, next| one.0 == next.0).filter(|turns| gainful(turns[0].0));
    by_run.flatten().map(|(_, turn)| *turn).collect()
}
