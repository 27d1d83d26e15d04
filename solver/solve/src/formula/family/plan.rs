//! Strategies of a class, from linear programs at a few of its decks.

use std::collections::BTreeSet;

use crate::certificate::family::{ClassRun, FamilyClass, WholeLine};
use crate::control::Control;
use crate::engine::lp::{Basis, solve};
use crate::exact::Rational;
use crate::exact::germ::Germ;
use crate::formula::FormulaError;
use crate::game::{Game, Player};
use crate::program::Runs;

use super::ValuedClass;
use super::fit::fit;
use super::program::PlanProgram;
use super::street::joined;

/// Cards beside each cut that are runs of their own, each with every least number of cards that is
/// solved, tried in this order: the ends of runs are so far from the cut, rounded down. Bases of
/// small decks prove more decks, if they are those of large ones too. The largest decks take
/// longest, and are for classes that no other attempt proves.
const BESIDE: [&[i64]; 3] = [&[0, 1], &[-1, 0, 1], &[-2, -1, 0, 1, 2]];
const LEAST: [u64; 2] = [0, 4_000];
const LARGEST: u64 = 100_000;
/// Bytes of a document that a class may take, single decks counted in, before others are tried.
const SHORT: usize = 1_900;
/// Bytes that a single deck takes, about.
const DECK_LENGTH: usize = 500;
/// Decks of a class that are solved at most.
const MOST_DECKS: u64 = 20;
/// Values that agree with a probability without being needed to find it.
const SPARE: usize = 1;

/// A player's plan: the probability of each own sequence by run.
type Plan = Vec<Vec<Rational>>;

/// Finder of proofs for one class after the other.
pub(super) struct ClassPlans<'a> {
    game: &'a Game,
    cuts: BTreeSet<Rational>,
    modulus: u64,
    /// The last optimal bases of each attempt: neighbouring classes have the same, as a rule.
    bases: [[Option<Basis>; 2]; BESIDE.len() * (LEAST.len() + 1)],
}

impl<'a> ClassPlans<'a> {
    /// Cuts are parts of the deck, and all of them are whole in a deck of `modulus` cards.
    pub(super) fn new(game: &'a Game, cuts: BTreeSet<Rational>, modulus: u64) -> Self {
        Self { game, cuts, modulus, bases: Default::default() }
    }

    /// The proof of a class: the first that is short and leaves out no deck with all its runs, or
    /// the shortest.
    ///
    /// Errors: `Unfound`, `Stopped`.
    pub(super) fn class(
        &mut self,
        residue: u64,
        control: &Control,
    ) -> Result<ValuedClass, FormulaError> {
        let (mut shortest, mut length) = (None, usize::MAX);
        let mut covered: &[i64] = &[];
        let mut reason = String::new();
        let attempts = BESIDE.iter().flat_map(|beside| LEAST.map(|least| (beside, least)));
        let attempts = attempts.chain(BESIDE.iter().map(|beside| (beside, LARGEST)));
        for (attempt, (beside, least)) in attempts.enumerate() {
            if shortest.is_some() && least == LARGEST {
                break;
            }
            // Larger decks cut at the same cards hardly lead to a shorter proof.
            if least > 0 && covered == *beside {
                continue;
            }
            let ends = self.ends(beside, residue);
            match self.attempt(attempt, least, residue, &ends, control)? {
                Ok(found) => {
                    let (class, _) = &found;
                    let decks = DECK_LENGTH.saturating_mul(class.from as usize);
                    let other = class.length(self.game).unwrap_or_default().saturating_add(decks);
                    let covers = class.from <= least_of(&ends).min(1);
                    let enough = other <= SHORT && covers;
                    if covers {
                        covered = beside;
                    }
                    if other < length {
                        (shortest, length) = (Some(found), other);
                    }
                    if enough {
                        break;
                    }
                }
                Err(failed) => reason = failed,
            }
        }
        shortest.ok_or(FormulaError::Unfound { residue, modulus: self.modulus, reason })
    }

    /// The last cards of all runs.
    fn ends(&self, beside: &[i64], residue: u64) -> Vec<WholeLine> {
        let (modulus, residue) = (Rational::from(self.modulus), Rational::from(residue));
        let deck = super::deck(self.modulus, residue.to_i128().unwrap_or_default() as u64);
        let whole = |number: Rational| number.floor().to_i128().unwrap_or_default() as i64;
        let mut ends = vec![deck];
        for cut in &self.cuts {
            let (slope, constant) = (whole(cut * &modulus), whole(cut * &residue));
            ends.extend(beside.iter().map(|more| WholeLine { slope, constant: constant + more }));
        }
        ends.retain(|end| end.slope > 0 && *end <= deck);
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// The proof of a class by one attempt, or the reason why there is none.
    fn attempt(
        &mut self,
        attempt: usize,
        least: u64,
        residue: u64,
        ends: &[WholeLine],
        control: &Control,
    ) -> Result<Result<ValuedClass, String>, FormulaError> {
        let deck = super::deck(self.modulus, residue);
        let mut reason = "its probabilities are no quotients of small degree".to_owned();
        let mut plans: Vec<(u64, [Plan; 2])> = Vec::new();
        let first = least.div_ceil(self.modulus).max(least_of(ends));
        for m in first..first + MOST_DECKS {
            let before = self.bases[attempt].clone();
            let Some(pair) = self.plans_at(m, deck, ends, attempt, control)? else {
                let cuts = self.cuts.iter().map(Rational::to_string).collect::<Vec<_>>().join(", ");
                return Ok(Err(format!("the cuts {cuts} are not those of an equilibrium")));
            };
            // Plans of one basis are values of the same functions.
            if before != self.bases[attempt] {
                plans.clear();
            }
            plans.push((m, pair));
            // Two decks tell a constant, four a quotient of lines.
            if !plans.len().is_multiple_of(2) {
                continue;
            }
            let Some(strategies) = self.fitted(ends, &plans) else { continue };
            match FamilyClass::of_strategies(self.game, deck, strategies) {
                Ok(class) => return Ok(Ok(class)),
                Err(gap) => reason = gap.to_string(),
            }
        }
        Ok(Err(reason))
    }

    /// Optimal plans of both players at one deck; `None` if they leave a gap.
    fn plans_at(
        &mut self,
        m: u64,
        deck: WholeLine,
        ends: &[WholeLine],
        attempt: usize,
        control: &Control,
    ) -> Result<Option<[Plan; 2]>, FormulaError> {
        let card = |line: &WholeLine| (line.slope * m as i64 + line.constant) as u64;
        let runs = Runs::cut(card(&deck), ends.iter().map(card));
        let mut plans = [Plan::new(), Plan::new()];
        let mut gap = Rational::ZERO;
        for player in [Player::I, Player::II] {
            let program = PlanProgram::new(self.game, player, &runs);
            let basis = &mut self.bases[attempt][player.index()];
            let solved = solve(&program.problem, basis.as_ref(), control)?;
            let Some(optimum) = solved.outcome.optimum() else { return Ok(None) };
            plans[player.index()] = program.plan_at(&optimum.primal);
            gap += &optimum.objective;
            *basis = Some(optimum.basis);
        }
        Ok(gap.is_zero().then_some(plans))
    }

    /// The strategies through the plans of some decks. Cards with which nobody comes to a view are
    /// played as the cards below.
    fn fitted(&self, ends: &[WholeLine], plans: &[(u64, [Plan; 2])]) -> Option<Vec<Vec<ClassRun>>> {
        let mut views = Vec::with_capacity(self.game.views().len());
        for view in self.game.views() {
            let player = view.player.index();
            let probability = |run: usize, action: usize| {
                let share = |(_, plans): &(u64, [Plan; 2])| {
                    let way = &plans[player][view.parent][run];
                    &plans[player][view.first_sequence + action][run] / way
                };
                let values: Vec<Rational> = plans.iter().map(share).collect();
                let values: Vec<(u64, &Rational)> =
                    plans.iter().map(|(m, _)| *m).zip(&values).collect();
                fit(&values, SPARE)
            };
            let mut runs: Vec<ClassRun> = Vec::with_capacity(ends.len());
            for (run, to) in ends.iter().enumerate() {
                let comes =
                    |(_, plans): &(u64, [Plan; 2])| !plans[player][view.parent][run].is_zero();
                let actions = match runs.last() {
                    _ if plans.iter().all(comes) => {
                        let actions =
                            (0..view.actions.len()).map(|action| probability(run, action));
                        actions.collect::<Option<Vec<Germ>>>()?
                    }
                    _ if plans.iter().any(comes) => return None,
                    Some(below) => below.actions.clone(),
                    None => first_of(view.actions.len()),
                };
                runs.push(ClassRun { to: *to, actions });
            }
            views.push(joined(runs.into_iter()));
        }
        Some(views)
    }
}

/// The least `m` with a card in each run.
fn least_of(ends: &[WholeLine]) -> u64 {
    let none = WholeLine { slope: 0, constant: 0 };
    let pairs = std::iter::once(&none).chain(ends).zip(ends);
    // The lines ascend for large `m`.
    let least = pairs.map(|(before, end)| {
        let (slope, constant) = (end.slope - before.slope, end.constant - before.constant);
        if constant > 0 { 0 } else { (slope - constant) / slope.max(1) }
    });
    least.max().unwrap_or_default().unsigned_abs()
}

/// The first of some actions, always.
fn first_of(actions: usize) -> Vec<Germ> {
    (0..actions).map(|action| Rational::from(u32::from(action == 0)).into()).collect()
}
