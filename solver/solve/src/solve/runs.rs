//! Two players and any deck: a linear program over runs of cards, cut where the equilibrium needs
//! it.
//!
//! If both players must play the cards of a run alike, the program has rows for each run and not
//! for each card. Its equilibrium is one of the whole game if no reply that tells the cards of a
//! run apart earns more; otherwise the best replies say which runs to cut, and where. Runs that
//! play alike are joined again, but only when the players could gain less than ever before: that
//! happens finitely often, and a deck that is only cut ends as single cards, which is the linear
//! program itself. So the search ends; the certificate proves what it ends with, from the rules of
//! the whole game.
//!
//! Most decks have many equilibria, and those in few runs are wanted: of all optimal plans by runs
//! [`SequenceForm::strictest`] takes one that makes the other player's mistakes dear, so that
//! replies change at few cards. Where that no longer brings the players closer to an equilibrium,
//! [`SequenceForm::nearest`] takes the plans nearest to the best ones so far: what is right already
//! stays, and each round mends what the last one found wrong.
//!
//! A round starts from the plans of the last one. Where replies turn inside a run that mixes, as
//! many cards as took an action at times take it surely, and the card that gains most is cut off.
//! Large decks are cut first where play changes in the continuous game, or with 10^12 cards.

mod cuts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::control::join;
use crate::engine::lp::{Basis, Optimum, SolveWork};
use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Player, View};
use crate::program::{RealizationPlan, Runs, SequenceForm, profile_of_plans};
use crate::strategy::{Evaluation, Profile};

use cuts::{PartedPlan, cut_of_gain, ends_of_mixture, gainful_turns, parts};

use super::parts::{far_parts, known_parts};
use super::{Control, Method, RUNS_FROM, SolveError, optimum, readable, undominated};

/// Runs to begin with.
const FIRST: u64 = 12;

/// An answer in more runs is not cut further only because it may be dominated.
const MOST_EXAMINED: u64 = 100;

/// Number of rounds of such cuts after which a deck of more than [`LARGE`] cards is left as it is,
/// as it is beyond twice the runs of its answer: each round takes as long as the answer, or longer.
const MOST_ROUNDS: usize = 12;
const LARGE: u64 = 1000;

/// Number of rounds of such cuts after which runs that play alike are joined.
const MOST_JOINED: usize = 6;

/// So many sequences, of each run, are too many for that too.
const MOST_SEQUENCES: u64 = 2_000;

/// Decks of more cards, of which the continuous game does not tell where play changes, are cut
/// where that of a large deck does.
const FAR: u64 = 10_000_000_000_000;

/// Which of all optimal plans by runs is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// One that makes the other player's mistakes dear.
    Strictest,
    /// The undominated one of [`readable::plan`].
    Readable,
}

/// An equilibrium of a two-player game, and what it cost. No card is visited: the cost grows with
/// the runs that the answer needs. Only a readable one of at most [`RUNS_FROM`] cards has every
/// card a run of its own from the start.
///
/// Errors: [`SolveError::Program`] for more players, and if so many runs are needed that the
/// program has too many rows.
pub(super) fn by_runs(
    game: &Game,
    choice: Choice,
    control: &Control,
) -> Result<(Profile, SolveWork, Method), SolveError> {
    let (found, work) = by_few_runs(game, choice, u64::MAX, control)?;
    let (profile, method) = found.ok_or_else(|| SolveError::NoneFound { game: game.label() })?;
    Ok((profile, work, method))
}

/// [`by_runs`], or nothing if that takes more than `most` runs.
pub(super) fn by_few_runs(
    game: &Game,
    choice: Choice,
    most: u64,
    control: &Control,
) -> Result<(Option<(Profile, Method)>, SolveWork), SolveError> {
    let n = game.n();
    if choice == Choice::Readable && n <= RUNS_FROM {
        game.players().iter().try_for_each(|player| SequenceForm::fits_for(game, *player))?;
        let runs = Runs::of_cards(n);
        let (plans, work) = plans(game, &runs, choice, Past::default(), control)?;
        let profile = control.run(|| readable::profile(game, &runs, &plans))??;
        return Ok((Some((profile, Method::Readable)), work));
    }
    let ranges = game.players().iter().filter_map(|player| game.range(*player));
    let ranges = ranges.flat_map(Piecewise::breaks).chain(game.lock_breaks());
    let ranges: BTreeSet<u64> = ranges.collect();
    let first = first_cuts(game, most, control)?;
    let mut runs = Runs::cut(n, first.into_iter().chain(ranges.iter().copied()));
    let mut work = SolveWork::default();
    let mut closest: Option<RunsRound> = None;
    let mut last = Vec::new();
    let mut stay = false;
    while runs.count() <= most {
        let past = Past { near: closest.as_ref().filter(|_| stay), last: &last };
        let (round, further) = RunsRound::play(game, &runs, choice, past, control)?;
        last.clone_from(&round.parted);
        work = work.and(further);
        if round.gap.is_zero() && choice == Choice::Readable {
            let (profile, further, method) =
                undominated_by_runs(game, runs, round, &ranges, control)?;
            return Ok((Some((profile, method)), work.and(further)));
        }
        if round.gap.is_zero() {
            return Ok((Some((round.profile, Method::Runs)), work));
        }
        if closest.as_ref().is_some_and(|closest| round.gap >= closest.gap) {
            stay = true;
            runs = Runs::cut(n, runs.iter().map(|(_, last)| last).chain(round.cuts));
        } else {
            let lasts = round
                .needed(&runs)
                .into_iter()
                .chain(ranges.iter().copied())
                .chain(round.cuts.iter().copied());
            runs = Runs::cut(n, lasts);
            closest = Some(round);
        }
    }
    Ok((None, work))
}

/// The cards after which the first runs end: those beside the parts of large decks where they are
/// known, else even parts of the deck.
fn first_cuts(game: &Game, most: u64, control: &Control) -> Result<BTreeSet<u64>, SolveError> {
    let n = game.n();
    // What guides a program by cards is nearer to its vertices from even parts.
    let is_cut_evenly = most < n || n <= LARGE || game.has_ranges() || game.is_locked();
    let known = if is_cut_evenly { None } else { known_parts(game) };
    let parts = match known {
        None if n > FAR && !is_cut_evenly => Some(far_parts(game, control)?),
        known => known,
    };
    let even = || (1..FIRST).map(|part| Rational::ratio(part as i64, FIRST as i64)).collect();
    let beside = if parts.is_some() { -1..=1 } else { 0..=0 };
    let cards = parts.unwrap_or_else(even).into_iter().flat_map(|part| {
        let card = (&part * &Rational::from(n)).floor();
        beside.clone().filter_map(move |more| (&card + &Rational::from(more)).to_u64())
    });
    Ok(cards.filter(|card| (1..n).contains(card)).collect())
}

/// An equilibrium in which neither player's strategy is weakly dominated: a round that is one, cut
/// on until there is the proof of it, or until that would take more than [`MOST_EXAMINED`] runs or
/// [`MOST_ROUNDS`].
/// With single cards there is always one, since readable plans are undominated then.
fn undominated_by_runs(
    game: &Game,
    mut runs: Runs,
    mut round: RunsRound,
    ranges: &BTreeSet<u64>,
    control: &Control,
) -> Result<(Profile, SolveWork, Method), SolveError> {
    let (mut work, mut joined) = (SolveWork::default(), 0);
    let (first, counted) = (round.profile.clone(), runs.count());
    let sequences: usize = game.players().iter().map(|player| game.sequences(*player)).sum();
    if counted * sequences as u64 > MOST_SEQUENCES {
        return Ok((first, work, Method::Runs));
    }
    loop {
        if round.gap.is_zero() {
            let examined;
            (round.cuts, examined) = round.dominated(game, &runs, control)?;
            work = work.and(examined);
            if round.cuts.is_empty() {
                return Ok((round.profile, work, Method::Readable));
            }
        }
        let lasts: Vec<u64> = if joined < MOST_JOINED {
            round.needed(&runs).into_iter().chain(ranges.iter().copied()).collect()
        } else {
            runs.iter().map(|(_, last)| last).collect()
        };
        joined += 1;
        runs = Runs::cut(game.n(), lasts.into_iter().chain(round.cuts));
        let spent = game.n() > LARGE && (joined > MOST_ROUNDS || runs.count() > 2 * counted);
        if runs.count() > MOST_EXAMINED || spent {
            return Ok((first, work, Method::Runs));
        }
        let past = Past { near: None, last: &round.parted };
        let further;
        (round, further) = RunsRound::play(game, &runs, Choice::Readable, past, control)?;
        work = work.and(further);
    }
}

/// Results of earlier rounds that the next one starts from.
#[derive(Clone, Copy, Default)]
struct Past<'a> {
    /// The round whose plans the next ones are to be near to.
    near: Option<&'a RunsRound>,
    /// The plans of the last round as they are nearest to the next ones, by player; none before the
    /// first.
    last: &'a [Arc<PartedPlan>],
}

/// Both players' optimal plans by runs, and what replies that tell the cards of a run apart would
/// earn.
struct RunsRound {
    plans: Vec<RealizationPlan>,
    /// The same plans with mixed runs parted where replies turn, by player.
    parted: Vec<Arc<PartedPlan>>,
    profile: Profile,
    /// Gain of both players together, in antes per hand.
    gap: Rational,
    /// The cards inside runs after which these are cut: where best replies change and earn more by
    /// it than any one action on the whole run, and where such a run would part.
    cuts: BTreeSet<u64>,
}

impl RunsRound {
    /// By the plans of this choice, or by those nearest to what another round played by its runs.
    fn play(
        game: &Game,
        runs: &Runs,
        choice: Choice,
        past: Past<'_>,
        control: &Control,
    ) -> Result<(Self, SolveWork), SolveError> {
        let (plans, work) = plans(game, runs, choice, past, control)?;
        let round = control.run(|| {
            let profile = match choice {
                Choice::Strictest => profile_of_plans(game, runs, &plans, None)?,
                Choice::Readable => readable::profile(game, runs, &plans)?,
            };
            let evaluation = Evaluation::new(game, &profile);
            let (mut gap, mut cuts, mut parted) = (Rational::ZERO, BTreeSet::new(), Vec::new());
            for (player, plan) in game.players().iter().zip(&plans) {
                let best = evaluation.best_response(*player);
                gap += &best.value;
                let mut turned = BTreeMap::new();
                for (view, actions) in &best.action_values {
                    let mut turns = gainful_turns(runs, actions);
                    turns.retain(|turn| game.locked_row(*view, *turn).is_none());
                    let turning: BTreeSet<usize> =
                        turns.iter().map(|turn| runs.holding(*turn)).collect();
                    for run in &turning {
                        cuts.insert(cut_of_gain(runs, plan, &game.views()[*view], *run, actions));
                        let ends = ends_of_mixture(runs, plan, &game.views()[*view], *run, actions);
                        turned.extend(ends.map(|ends| ((*view, *run), ends)));
                    }
                    cuts.extend(parts(runs, plan, &game.views()[*view], turning));
                    cuts.extend(turns);
                }
                let plan = PartedPlan::of(game, *player, runs, plan, &turned);
                cuts.extend(
                    plan.runs
                        .iter()
                        .map(|(_, last)| last)
                        .filter(|last| runs.at(runs.holding(*last)).1 != *last),
                );
                parted.push(Arc::new(plan));
            }
            Ok::<_, SolveError>(Self { plans, parted, profile, gap, cuts })
        })??;
        Ok((round, work))
    }

    /// Cuts for each player without a proof that the strategy is not weakly dominated: where mixed
    /// runs of several cards would part, else in the middle of runs that a better strategy plays in
    /// another way, else of all runs. The work of the examination beside them.
    fn dominated(
        &self,
        game: &Game,
        runs: &Runs,
        control: &Control,
    ) -> Result<(BTreeSet<u64>, SolveWork), SolveError> {
        let (mut cuts, mut work) = (BTreeSet::new(), SolveWork::default());
        for (player, plan) in game.players().iter().zip(&self.plans) {
            let (found, further) =
                undominated::examined(game, &self.profile, *player, runs, control)?;
            work = work.and(further);
            let Err(halves) = found else { continue };
            let all = || (0..runs.count() as usize).collect();
            let parted = |(_, view): (usize, &View)| parts(runs, plan, view, all());
            let mut found: BTreeSet<u64> = game.views_of(*player).flat_map(parted).collect();
            if found.is_empty() {
                found = halves;
            }
            if found.is_empty() {
                let middle = |(first, last): (u64, u64)| first + (last - first) / 2;
                let several = runs.iter().filter(|(first, last)| first < last);
                found.extend(several.map(middle));
            }
            cuts.extend(found);
        }
        Ok((cuts, work))
    }

    /// The last cards of runs that the next one must not join: play differs between them, or one of
    /// them is to be cut.
    fn needed(&self, runs: &Runs) -> Vec<u64> {
        let to_be_cut = |run: usize| {
            let (first, last) = runs.at(run);
            self.cuts.range(first..last).next().is_some()
        };
        let differs = |plan: &RealizationPlan, run: usize| {
            plan.iter()
                .any(|reach| &reach[run] * &plan[0][run + 1] != &reach[run + 1] * &plan[0][run])
        };
        let needed = |run: &usize| {
            to_be_cut(*run)
                || to_be_cut(*run + 1)
                || self.plans.iter().any(|plan| differs(plan, *run))
        };
        (0..runs.count() as usize - 1).filter(needed).map(|run| runs.at(run).1).collect()
    }
}

/// Optimal plans of both players by runs: those of a choice, or the nearest to what a round played
/// by its runs.
fn plans(
    game: &Game,
    runs: &Runs,
    choice: Choice,
    past: Past<'_>,
    control: &Control,
) -> Result<(Vec<RealizationPlan>, SolveWork), SolveError> {
    let program = |player: Player| SequenceForm::by_runs(game, player, runs.clone());
    let (one, two) = (program(Player::I)?, program(Player::II)?);
    let near = |form: &SequenceForm<'_>, own: &RealizationPlan, other: &RealizationPlan| {
        let point = control.run(|| form.point(own, other))?;
        Ok::<_, SolveError>(Basis::near(form.problem(), &point, control)?)
    };
    let start = match past.last {
        [own, other] => {
            near(&one, &runs.share(&own.plan, &own.runs), &runs.share(&other.plan, &other.runs))?
        }
        _ => None,
    };
    let (any, work) = optimum(game, one.problem(), start.as_ref(), control)?;
    // Dual values are the other player's plan, so the other program is nearly solved.
    let start = near(&two, &one.other_plan(&any.dual), &one.own_plan(&any.primal))?;
    let first = || chosen(game, &one, any, runs, choice, past, control);
    let second = || {
        let (any, work) = optimum(game, two.problem(), start.as_ref(), control)?;
        let (plan, further) = chosen(game, &two, any, runs, choice, past, control)?;
        Ok::<_, SolveError>((plan, work.and(further)))
    };
    let (first, second) = join(first, second);
    let ((plan, further), (other, others)) = (first?, second?);
    Ok((vec![plan, other], work.and(further).and(others)))
}

/// An optimal plan of a player by runs: of all such plans one nearest to another, or that of a
/// choice.
fn chosen(
    game: &Game,
    form: &SequenceForm<'_>,
    any: Optimum,
    runs: &Runs,
    choice: Choice,
    past: Past<'_>,
    control: &Control,
) -> Result<(RealizationPlan, SolveWork), SolveError> {
    let [player, _] = form.players();
    let near = past.near.map(|round| {
        let PartedPlan { runs: by, plan } = &*round.parted[player.index()];
        runs.share(plan, by)
    });
    if let (None, Choice::Readable) = (&near, choice) {
        return readable::plan(game, form, &any, runs, control);
    }
    let (problem, basis) = match near {
        Some(near) => form.nearest(&any, &near),
        None => (form.strictest(&any), any.basis),
    };
    let (chosen, work) = optimum(game, &problem, Some(&basis), control)?;
    Ok((form.own_plan(&chosen.primal), work))
}

#[cfg(test)]
mod tests;
