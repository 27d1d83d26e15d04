//! All optimal strategies of both players of a tree, as they are: not a box around them.
//!
//! The equilibria of a two-player game of constant sum are all pairs of an optimal strategy of one
//! player and one of the other. A player's optimal plans (probabilities of own sequences) are a
//! polytope. Its *hull* is found by linear programs: each probability is a function of `dimension`
//! parameters. Its *rows* need no search (`rows::replies`); its corners are the extreme optimal
//! strategies, found by double description. The judge gets every corner: one that pays the other
//! player more than the value adds a row and is cut off. If it accepts all, corners ⊆ optimal plans
//! ⊆ rows, and the list is complete. A polytope is a product of *blocks*, groups of parameters that
//! no row and no probability joins. Each is listed alone, and judged with the others inside: what
//! the other player may gain somewhere depends on few blocks, whose corners are judged together.

mod hull;
mod listing;
mod plan_line;
mod rows;

use std::collections::BTreeSet;

use crate::control::check_cancelled;
use crate::exact::Rational;
use crate::program::mixtures;
use crate::solve::{Control, SolveError};
use crate::tree::{TreeError, TreeGame, TreeProfile, TreeSet, best_reply};

pub use plan_line::{PlanLine, PlanRatio};

use hull::Hull;
use rows::{ReplyRows, combined, essential, replies};

#[cfg(test)]
mod tests;

/// Nodes that the judge visits for all corners of a player.
const MAX_JUDGED: usize = 10_000_000;

/// All optimal strategies of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptimalStrategies {
    /// 0 or 1.
    pub player: usize,
    /// The value of the game to the player.
    pub value: Rational,
    /// Number of parameters; 0 if there is one optimal strategy.
    pub dimension: usize,
    /// The probability of each sequence of the player, 0 being the empty one.
    pub plan: Vec<PlanLine>,
    /// The inequalities `≥ 0` that bound the parameters; each is needed.
    pub rows: Vec<PlanLine>,
    /// Groups of parameters that are chosen independently.
    pub blocks: Vec<ParameterBlock>,
    /// True if all corners of all blocks are listed.
    pub complete: bool,
}

/// Parameters of optimal strategies that are chosen together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterBlock {
    /// The parameters, from 0.
    pub parameters: Vec<usize>,
    /// The least and the greatest value of each.
    pub ranges: Vec<[Rational; 2]>,
    /// The corners: values of all parameters, 0 for those of other blocks; `None` if there are more
    /// than are listed.
    pub corners: Option<Vec<Vec<Rational>>>,
}

/// All optimal strategies of both players.
///
/// Errors: `FaceTooLarge`, `Stopped`. Cost: linear programs, twice as many as sequences.
///
/// ```
/// use rational_bluff::{corners::optimal_strategies, exchange::Extensive, game::kuhn};
/// use rational_bluff::{exact::Rational, solve::Control, tree::TreeGame};
/// let game = TreeGame::of(&Extensive::of(&kuhn(3, Rational::ONE)?)?)?;
/// let [one, two] = optimal_strategies(&game, &Control::new())?;
/// // Kuhn's family, and a unique answer to it.
/// assert_eq!((one.dimension, two.dimension), (1, 0));
/// assert_eq!(one.blocks[0].ranges, [[Rational::ZERO, Rational::ratio(1, 3)]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn optimal_strategies(
    game: &TreeGame,
    control: &Control,
) -> Result<[OptimalStrategies; 2], SolveError> {
    let [one, two] = [Hull::of(game, 0, control)?, Hull::of(game, 1, control)?];
    let inside = [one.inside.clone(), two.inside.clone()];
    Ok([
        OptimalStrategies::of(game, 0, one, &inside[1], control)?,
        OptimalStrategies::of(game, 1, two, &inside[0], control)?,
    ])
}

impl OptimalStrategies {
    fn of(
        game: &TreeGame,
        player: usize,
        mut hull: Hull<'_>,
        inside: &[Rational],
        control: &Control,
    ) -> Result<Self, SolveError> {
        let ReplyRows { mut rows, open } =
            control.run(|| replies(game, player, &hull.plan, inside))?;
        rows.splice(0..0, hull.plan.iter().cloned());
        let middle: Vec<Rational> =
            hull.parameters.iter().map(|at| hull.inside[*at].clone()).collect();
        let mut found = Self {
            player,
            value: hull.value.clone(),
            dimension: hull.parameters.len(),
            plan: hull.plan.clone(),
            rows: Vec::new(),
            blocks: Vec::new(),
            complete: true,
        };
        loop {
            rows = essential(rows, control)?;
            found.blocks = control.run(|| found.listed(&rows))?;
            let groups = open.iter().map(|used| found.blocks_of(used));
            let alone = (0..found.blocks.len()).map(|at| vec![at]).chain([Vec::new()]);
            let groups: BTreeSet<Vec<usize>> = groups.chain(alone).collect();
            found.complete = true;
            let mut points = Vec::new();
            for group in &groups {
                let most = (MAX_JUDGED / game.tree().nodes().len()).saturating_sub(points.len());
                match found.product(group, &middle, most) {
                    Some(product) => points.extend(product),
                    None => found.complete = false,
                }
            }
            let cuts = control.run(|| found.refused(game, points))??;
            if cuts.is_empty() {
                break;
            }
            rows.extend(cuts);
        }
        found.rows = rows;
        for block in &mut found.blocks {
            if block.corners.is_none() {
                let ranges = block.parameters.iter().map(|at| hull.range(*at));
                block.ranges = ranges.collect::<Result<_, _>>()?;
            }
        }
        found.with_small_slopes();
        Ok(found)
    }

    /// The blocks of these rows, with their corners.
    fn listed(&self, rows: &[PlanLine]) -> Vec<ParameterBlock> {
        let lines: Vec<&PlanLine> = self.plan.iter().chain(rows).collect();
        let block = |parameters: Vec<usize>| {
            let of_block = |row: &&PlanLine| row.parameters().any(|at| parameters.contains(&at));
            let rows: Vec<PlanLine> = rows.iter().filter(of_block).cloned().collect();
            let corners = listing::corners(&rows, &parameters);
            let range = |at: &usize| {
                let values = corners.iter().flatten().map(|corner| &corner[*at]);
                let ends = [values.clone().min(), values.max()];
                ends.map(|end| end.cloned().unwrap_or_default())
            };
            ParameterBlock { ranges: parameters.iter().map(range).collect(), parameters, corners }
        };
        groups(&lines, self.dimension).into_iter().map(block).collect()
    }

    /// The number of extreme strategies; `None` if some are not listed, or of more than fit.
    pub fn count(&self) -> Option<usize> {
        self.blocks
            .iter()
            .try_fold(1_usize, |product, block| product.checked_mul(block.corners.as_ref()?.len()))
    }

    /// The parameters of the extreme strategies; `None` if they are more than `most`, or not
    /// listed.
    pub fn corners(&self, most: usize) -> Option<Vec<Vec<Rational>>> {
        let all: Vec<usize> = (0..self.blocks.len()).collect();
        self.product(&all, &vec![Rational::ZERO; self.dimension], most)
    }

    /// The parameters at these shares of their ranges, from 0 to 1; in each block the last ones
    /// inside on the way there from the middle. `None` if some corners are not listed, or too few
    /// shares are given.
    pub fn inside(&self, shares: &[Rational]) -> Option<Vec<Rational>> {
        let mut point = vec![Rational::ZERO; self.dimension];
        for block in &self.blocks {
            let corners = block.corners.as_ref()?;
            let mut middle = vec![Rational::ZERO; self.dimension];
            let mut wanted = middle.clone();
            for (at, [least, most]) in block.parameters.iter().zip(&block.ranges) {
                let sum: Rational = corners.iter().map(|corner| corner[*at].clone()).sum();
                middle[*at] = sum / Rational::from(corners.len());
                wanted[*at] = least + (most - least) * shares.get(*at)?;
            }
            let mut part = Rational::ONE;
            for row in self.rows.iter().filter(|row| row.at(&wanted).is_negative()) {
                if row.parameters().any(|at| block.parameters.contains(&at)) {
                    let from = row.at(&middle);
                    part = part.min(&from / (&from - row.at(&wanted)));
                }
            }
            for at in &block.parameters {
                point[*at] = &middle[*at] + (&wanted[*at] - &middle[*at]) * &part;
            }
        }
        Some(point)
    }

    /// The same with the strategies that mix nowhere alone. Where one block has none there is none,
    /// listed or not.
    pub fn pure(&self) -> Self {
        let is_whole = |line: &PlanLine, point: &[Rational]| line.at(point).is_integer();
        let mut pure = self.clone();
        for block in &mut pure.blocks {
            let used =
                |line: &&PlanLine| line.parameters().any(|at| block.parameters.contains(&at));
            let lines: Vec<&PlanLine> = self.plan.iter().filter(used).collect();
            if let Some(corners) = &mut block.corners {
                corners.retain(|corner| lines.iter().all(|line| is_whole(line, corner)));
            }
        }
        let is_mixed = |line: &PlanLine| line.is_constant() && !line.base.is_integer();
        let empty = |block: &ParameterBlock| block.corners.as_ref().is_some_and(Vec::is_empty);
        if self.plan.iter().any(is_mixed) || pure.blocks.iter().any(empty) {
            let none = ParameterBlock {
                parameters: Vec::new(),
                ranges: Vec::new(),
                corners: Some(Vec::new()),
            };
            pure.blocks = vec![none];
        }
        pure
    }

    /// The corners of some blocks together; the parameters of others are those of `middle`.
    fn product(
        &self,
        blocks: &[usize],
        middle: &[Rational],
        most: usize,
    ) -> Option<Vec<Vec<Rational>>> {
        let mut points = vec![middle.to_vec()];
        for block in blocks.iter().map(|at| &self.blocks[*at]) {
            let corners = block.corners.as_ref()?;
            if points.len().checked_mul(corners.len())? > most {
                return None;
            }
            let with = |point: &Vec<Rational>, corner: &Vec<Rational>| {
                let mut point = point.clone();
                block.parameters.iter().for_each(|at| point[*at] = corner[*at].clone());
                point
            };
            points = points
                .iter()
                .flat_map(|point| corners.iter().map(move |corner| with(point, corner)))
                .collect();
        }
        Some(points).filter(|points| points.len() <= most)
    }

    /// The blocks of some parameters, in order.
    fn blocks_of(&self, used: &[usize]) -> Vec<usize> {
        let of = |at: &usize| self.blocks[*at].parameters.iter().any(|at| used.contains(at));
        (0..self.blocks.len()).filter(of).collect()
    }

    /// The probability of an action of a set of the player; `None` where no strategy comes.
    pub fn action(&self, set: &TreeSet, action: usize) -> Option<PlanRatio> {
        PlanRatio::new(&self.plan[set.first + action], &self.plan[set.parent])
    }

    /// Probabilities of the actions of a set of the player; `None` where the player never comes.
    pub fn mixture(&self, set: &TreeSet, point: &[Rational]) -> Option<Vec<Rational>> {
        let reach = self.plan[set.parent].at(point).recip()?;
        let actions = &self.plan[set.first..set.first + set.actions];
        Some(actions.iter().map(|action| action.at(point) * &reach).collect())
    }

    /// The strategies with these parameters; the first action where the player never comes, and of
    /// the other player.
    ///
    /// Errors: `Mixture` for parameters beyond the rows.
    pub fn profile(&self, game: &TreeGame, point: &[Rational]) -> Result<TreeProfile, TreeError> {
        let own = |set: &TreeSet| (set.player == self.player).then(|| self.mixture(set, point));
        TreeProfile::new(game, mixtures(game, |set| own(set).flatten()))
    }

    /// Rows that cut off the points against which the other player gets more than the value.
    fn refused(
        &self,
        game: &TreeGame,
        points: Vec<Vec<Rational>>,
    ) -> Result<Vec<PlanLine>, SolveError> {
        let (other, mut cuts) = (1 - self.player, Vec::new());
        for point in points {
            check_cancelled();
            let (most, values) = best_reply(game, &self.profile(game, &point)?, other);
            if most + &self.value == *game.sum() {
                continue;
            }
            let mut played = vec![false; game.sequences(other)];
            played[0] = true;
            for set in game.sets().iter().filter(|set| set.player == other) {
                if !played[set.parent] {
                    continue;
                }
                let values = &values[set.index];
                let best =
                    values.iter().max().and_then(|best| values.iter().position(|at| at == best));
                played[set.first + best.unwrap_or_default()] = true;
            }
            let parts = game.payments().iter().filter(|paid| played[paid.sequences[other]]);
            let parts =
                parts.map(|paid| (paid.sequences[self.player], paid.payoffs[self.player].clone()));
            let mut cut = combined(&self.plan, parts);
            cut.base -= &self.value;
            cuts.push(cut);
        }
        Ok(cuts)
    }

    /// Makes the parameter of a segment the probability that moves least, if all others then move
    /// by whole multiples of it.
    fn with_small_slopes(&mut self) {
        for block in &mut self.blocks {
            let ([at], Some(corners)) = (block.parameters.as_slice(), &mut block.corners) else {
                continue;
            };
            let moving = || self.plan.iter().filter(|line| !line.slopes[*at].is_zero());
            let Some(least) = moving().min_by_key(|line| line.slopes[*at].abs()).cloned() else {
                continue;
            };
            let slope = &least.slopes[*at];
            if slope.abs().is_one()
                || !moving().all(|line| (&line.slopes[*at] / slope).is_integer())
            {
                continue;
            }
            for corner in corners.iter_mut() {
                corner[*at] = least.at(corner);
            }
            corners.sort();
            block.ranges = vec![[corners[0][*at].clone(), corners[corners.len() - 1][*at].clone()]];
            let lines = self.plan.iter_mut().chain(&mut self.rows);
            lines.for_each(|line| line.with_parameter(*at, &least));
        }
    }
}

/// Groups of parameters that no line joins, each in order.
fn groups(lines: &[&PlanLine], parameters: usize) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..parameters).collect();
    for line in lines {
        let joined: Vec<usize> = line.parameters().map(|at| group[at]).collect();
        if let Some(least) = joined.iter().min() {
            group.iter_mut().filter(|of| joined.contains(of)).for_each(|of| *of = *least);
        }
    }
    let of = |first: usize| (0..parameters).filter(|at| group[*at] == first).collect::<Vec<_>>();
    (0..parameters).map(of).filter(|of| !of.is_empty()).collect()
}
