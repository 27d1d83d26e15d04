//! The linear program of one player at one deck, cut into runs.

use crate::engine::lp::{Bounds, Column, LinearProgram};
use crate::exact::Rational;
use crate::game::{Game, Leaf, Player};
use crate::program::{Linear, Runs};

/// A plan of one player, played alike on each run, that leaves the other player as little as
/// possible.
///
/// What the other player gets at a view is bounded by a line in the card on each run. A line is
/// above what an action gets if it is so with the first and the last card of the run. So the bound
/// holds for every card, and the plan is a proof of its optimum.
pub(super) struct PlanProgram<'a> {
    game: &'a Game,
    own: Player,
    other: Player,
    runs: &'a Runs,
    pub(super) problem: LinearProgram,
    /// Probability of each own sequence but the empty one, by run.
    plan: Vec<Vec<Column>>,
    /// Bound at each view of the other player, with the first and the last card of each run.
    bounds: Vec<Vec<[Column; 2]>>,
}

impl<'a> PlanProgram<'a> {
    pub(super) fn new(game: &'a Game, own: Player, runs: &'a Runs) -> Self {
        let other = if own == Player::I { Player::II } else { Player::I };
        let mut program = Self {
            game,
            own,
            other,
            runs,
            problem: LinearProgram::new(),
            plan: vec![Vec::new()],
            bounds: vec![Vec::new(); game.views().len()],
        };
        program.add_plan();
        program.add_bounds();
        program.add_costs();
        program
    }

    /// The plan at a point: the probability of each own sequence by run.
    pub(super) fn plan_at(&self, point: &[Rational]) -> Vec<Vec<Rational>> {
        let mut plan: Vec<Vec<Rational>> = self
            .plan
            .iter()
            .map(|columns| columns.iter().map(|column| point[column.index()].clone()).collect())
            .collect();
        plan[0] = vec![Rational::ONE; self.runs.count() as usize];
        plan
    }

    /// The probabilities of the plan, and that those of the actions at a view sum to that of the
    /// way there.
    fn add_plan(&mut self) {
        let runs = self.runs.count() as usize;
        for _ in 1..self.game.sequences(self.own) {
            let column =
                |_| self.problem.add_column(Rational::ZERO, Bounds::at_least(Rational::ZERO));
            let columns = (0..runs).map(column).collect();
            self.plan.push(columns);
        }
        for (_, view) in self.game.views_of(self.own) {
            for run in 0..runs {
                let actions = view.first_sequence..view.first_sequence + view.actions.len();
                let mut row: Vec<(Column, Rational)> =
                    actions.map(|sequence| (self.plan[sequence][run], Rational::ONE)).collect();
                let mut sum = Rational::ONE;
                if view.parent > 0 {
                    row.push((self.plan[view.parent][run], Rational::from(-1)));
                    sum = Rational::ZERO;
                }
                self.problem.add_row(Bounds::exactly(sum), row);
            }
        }
    }

    /// The bounds on what the other player gets.
    fn add_bounds(&mut self) {
        for (index, _) in self.game.views_of(self.other) {
            for (first, last) in self.runs.iter() {
                let mut bound = || self.problem.add_column(Rational::ZERO, Bounds::free());
                let lower = bound();
                let upper = if first == last { lower } else { bound() };
                self.bounds[index].push([lower, upper]);
            }
        }
        for (index, view) in self.game.views_of(self.other) {
            for sequence in view.first_sequence..view.first_sequence + view.actions.len() {
                for (run, (first, last)) in self.runs.iter().enumerate() {
                    let ends = if first == last { 1 } else { 2 };
                    for (end, card) in [first, last].into_iter().enumerate().take(ends) {
                        let worth = self.worth(sequence, run, card, end);
                        let negative =
                            worth.entries.into_iter().map(|(column, entry)| (column, -entry));
                        let bound = (self.bounds[index][run][end], Rational::ONE);
                        let row: Vec<(Column, Rational)> = negative.chain([bound]).collect();
                        self.problem.add_row(Bounds::at_least(worth.constant), row);
                    }
                }
            }
        }
    }

    /// The sum of what the other player gets over all her cards is the cost.
    fn add_costs(&mut self) {
        for (run, (first, last)) in self.runs.iter().enumerate() {
            let weight = Rational::from(last - first + 1) * Rational::ratio(1, 2);
            for (end, card) in [first, last].into_iter().enumerate() {
                for (column, entry) in self.worth(0, run, card, end).entries {
                    let cost = self.problem.cost(column) + &(entry * &weight);
                    self.problem.set_cost(column, cost);
                }
            }
        }
    }

    /// Worth of a sequence of the other player to her with a card of a run, in sum over the
    /// own cards: at the ends of the hand, and by the bounds at her later views.
    fn worth(&self, sequence: usize, run: usize, card: u64, end: usize) -> Linear {
        let mut worth = Linear::default();
        let ends = |leaf: &&Leaf| leaf.sequences[self.other.index()] == sequence;
        for leaf in self.game.leaves().iter().filter(ends) {
            self.add_leaf(&mut worth, leaf, run, card);
        }
        for (index, view) in self.game.views_of(self.other) {
            if view.parent == sequence {
                worth.entries.push((self.bounds[index][run][end], Rational::ONE));
            }
        }
        worth
    }

    fn add_leaf(&self, worth: &mut Linear, leaf: &Leaf, run: usize, card: u64) {
        let [lost, _, won] = leaf.payoffs_against(self.other, self.own);
        let sequence = leaf.sequences[self.own.index()];
        for (at, (first, last)) in self.runs.iter().enumerate() {
            // How many own cards of the run are lower and higher.
            let (lower, higher) = match at.cmp(&run) {
                std::cmp::Ordering::Less => (last - first + 1, 0),
                std::cmp::Ordering::Greater => (0, last - first + 1),
                std::cmp::Ordering::Equal => (card - first, last - card),
            };
            let pays = &won * &Rational::from(lower) + &lost * &Rational::from(higher);
            if pays.is_zero() {
                continue;
            }
            match sequence {
                0 => worth.constant += &pays,
                sequence => worth.entries.push((self.plan[sequence][at], pays)),
            }
        }
    }
}
