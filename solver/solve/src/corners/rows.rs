use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::engine::lp::{self, Bounds, LinearProgram, Outcome};
use crate::exact::Rational;
use crate::solve::{Control, SolveError};
use crate::tree::TreeGame;

use super::PlanLine;

/// Conditions under which the other player gains nothing, as far as they are linear.
pub(super) struct ReplyRows {
    /// Functions of the parameters that are at least 0 at all optimal plans.
    pub(super) rows: Vec<PlanLine>,
    /// The parameters of each other condition.
    pub(super) open: BTreeSet<Vec<usize>>,
}

/// The rows of player `own`, and what only the judge can tell.
///
/// Where the other's plan `inside` comes to a set, an action that it takes there is as good as any.
/// `left` of an action is what the other leaves after it, going on with actions of that kind: it is
/// at least the `left` of those. The payoff against `inside` is the value on the whole hull; so a
/// plan with all of these is optimal. Where an action leads to sets that `inside` never reaches,
/// what is left there is the least of several functions: it is open.
pub(super) fn replies(
    game: &TreeGame,
    own: usize,
    plan: &[PlanLine],
    inside: &[Rational],
) -> ReplyRows {
    let other = 1 - own;
    let mut left = vec![BTreeMap::new(); game.sequences(other)];
    for payment in game.payments() {
        let entry = left[payment.sequences[other]].entry(payment.sequences[own]);
        *entry.or_insert(Rational::ZERO) += &payment.payoffs[own];
    }
    // Own sequences that matter where the other's plan never comes.
    let mut beyond = vec![BTreeSet::new(); game.sequences(other)];
    let mut found = ReplyRows { rows: Vec::new(), open: BTreeSet::new() };
    for set in game.sets().iter().rev().filter(|set| set.player == other) {
        let actions = set.first..set.first + set.actions;
        let Some(best) = actions.clone().find(|at| inside[*at].is_positive()) else {
            for action in actions {
                let parts = std::mem::take(&mut left[action]).into_keys();
                let more: Vec<usize> = parts.chain(std::mem::take(&mut beyond[action])).collect();
                beyond[set.parent].extend(more);
            }
            continue;
        };
        let best_left = std::mem::take(&mut left[best]);
        for action in actions.filter(|action| *action != best) {
            if beyond[action].is_empty() {
                let minus = Rational::from(-1);
                let parts = left[action].iter().map(|(at, part)| (*at, part.clone()));
                let parts = parts.chain(best_left.iter().map(|(at, part)| (*at, part * &minus)));
                found.rows.push(combined(plan, parts));
            } else {
                let parts = left[action].keys().chain(best_left.keys()).chain(&beyond[action]);
                let used: BTreeSet<usize> = parts.flat_map(|at| plan[*at].parameters()).collect();
                found.open.insert(used.into_iter().collect());
            }
        }
        for (sequence, part) in best_left {
            *left[set.parent].entry(sequence).or_insert(Rational::ZERO) += &part;
        }
    }
    found
}

/// `Σ factor · x` over sequences, as a function of the parameters.
pub(super) fn combined(
    plan: &[PlanLine],
    parts: impl Iterator<Item = (usize, Rational)>,
) -> PlanLine {
    let slopes = vec![Rational::ZERO; plan[0].slopes.len()];
    let mut sum = PlanLine { base: Rational::ZERO, slopes };
    parts.for_each(|(sequence, factor)| sum.add(&plan[sequence], &factor));
    sum
}

/// The rows without those that follow from the others; the first ones are kept rather.
///
/// Errors: `Stopped`.
pub(super) fn essential(
    rows: Vec<PlanLine>,
    control: &Control,
) -> Result<Vec<PlanLine>, SolveError> {
    let mut seen = HashSet::new();
    let rows = rows.into_iter().filter(|row| !row.is_constant()).map(PlanLine::scaled);
    let mut rows: Vec<PlanLine> = rows.filter(|row| seen.insert(row.clone())).collect();
    let mut at = rows.len();
    while at > 0 && rows.len() > 1 {
        at -= 1;
        let row = rows.remove(at);
        let mut problem = LinearProgram::new();
        let column = |slope: &Rational| problem.add_column(slope.clone(), Bounds::free());
        let columns: Vec<_> = row.slopes.iter().map(column).collect();
        for PlanLine { base, slopes } in &rows {
            let entries = columns.iter().copied().zip(slopes.iter().cloned());
            let entries = entries.filter(|(_, slope)| !slope.is_zero());
            problem.add_row(Bounds::at_least(-base), entries);
        }
        // Every plan has a probability of at most 1, so a function without a least value is cut.
        let follows = match lp::solve(&problem, None, control)?.outcome {
            Outcome::Optimal(best) => !(best.objective + &row.base).is_negative(),
            _ => false,
        };
        if !follows {
            rows.insert(at, row);
        }
    }
    Ok(rows)
}
