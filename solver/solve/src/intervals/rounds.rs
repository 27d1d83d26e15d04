//! Rounds of discounted regret minimisation over vectors of hands.

use bluff_exact::control::check_cancelled;
use bluff_poker::spot::{PlaceKind, SpotTree};

use super::{AveragePlan, Looks, SavedRounds};

/// Exponent of the discount of positive regrets.
const ALPHA: f32 = 1.5;
/// Discount of negative regrets.
const NEGATIVE: f32 = 0.5;
/// Exponent of the discount of the average strategies.
const GAMMA: i32 = 4;

/// Discounted regret minimisation of a spot, as it stands after some rounds.
///
/// Each round the players take turns. Threads take a card of the first deal each, so the numbers
/// do not depend on how many there are.
///
/// Source: Brown and Sandholm (2019), “Solving imperfect-information games via discounted regret
/// minimization”, with exponents 3/2 and 4.
pub struct DiscountedRounds<'a> {
    tree: &'a SpotTree,
    state: SavedRounds,
    scratch: Vec<f32>,
}

/// Discounts of a round.
#[derive(Clone, Copy)]
struct Discounts {
    positive: f32,
    average: f32,
}

impl<'a> DiscountedRounds<'a> {
    /// No rounds yet. Memory: 8 bytes an entry of the tree.
    pub fn new(tree: &'a SpotTree) -> Self {
        Self::of_state(tree, SavedRounds::new(tree))
    }

    /// These rounds of the tree.
    pub(super) fn of_state(tree: &'a SpotTree, state: SavedRounds) -> Self {
        Self { tree, state, scratch: vec![0.0; tree.scratch(2, 2)] }
    }

    /// The rounds so far.
    pub(super) fn state(&self) -> &SavedRounds {
        &self.state
    }

    /// The rounds, to be put down.
    pub(super) fn into_state(self) -> SavedRounds {
        self.state
    }

    /// Keeps what the looks remember.
    pub(super) fn remember(&mut self, looks: Looks) {
        self.state.looks = looks;
    }

    /// Number of rounds so far.
    pub fn count(&self) -> u32 {
        self.state.count
    }

    /// The average strategies in so many parts a row.
    pub fn average(&self, parts: u32) -> AveragePlan<'_> {
        AveragePlan::new(&self.state.rows, parts)
    }

    /// Plays one more round.
    pub fn play(&mut self) {
        let tree = self.tree;
        let before = self.state.count as f32;
        let weight = before.powf(ALPHA);
        let positive = weight / (weight + 1.0);
        let discounts = Discounts { positive, average: (before / (before + 1.0)).powi(GAMMA) };
        self.state.count += 1;
        for player in 0..2 {
            // Weights below 1 keep what is won within reach of 32 bits.
            let weights = tree.weights(1 - player);
            let most = weights.iter().max().map_or(1.0, |most| *most as f32);
            let weights: Vec<f32> = weights.iter().map(|weight| *weight as f32 / most).collect();
            let reach = tree.by_row(0, 1 - player, &weights);
            let mut out = vec![0.0; tree.rows(0, player)];
            let walk = RoundWalk { tree, player, discounts };
            walk.walk(0, &mut self.state.rows, (&reach, &mut out), &mut self.scratch);
        }
    }
}

/// A walk of a round, for one player's regrets and the other's average.
struct RoundWalk<'a> {
    tree: &'a SpotTree,
    player: usize,
    discounts: Discounts,
}

impl RoundWalk<'_> {
    /// The values of the player's hands from a place on.
    fn walk(
        &self,
        place: usize,
        rows: &mut [f32],
        (reach, out): (&[f32], &mut [f32]),
        scratch: &mut [f32],
    ) {
        let (tree, player) = (self.tree, self.player);
        // Nobody comes here: nothing to win, and nothing to learn.
        if out.is_empty() || reach.iter().all(|reach| *reach == 0.0) {
            out.fill(0.0);
            return;
        }
        match tree.kind(place) {
            PlaceKind::Over => tree.over(place, player, reach, out),
            PlaceKind::Deal => {
                check_cancelled();
                let mut rest = rows;
                let part = |next| {
                    let (own, after) =
                        std::mem::take(&mut rest).split_at_mut(2 * tree.entries_from(next));
                    rest = after;
                    own
                };
                let below =
                    |next, rows: &mut [f32], values: (&[f32], &mut [f32]), rest: &mut [f32]| {
                        self.walk(next, rows, values, rest);
                    };
                tree.deal(place, player, (reach, out), scratch, part, below);
            }
            PlaceKind::Act { player: actor, actions } => {
                let hands = tree.rows(place, actor);
                let (own, mut after) = rows.split_at_mut(2 * actions * hands);
                let (regrets, sums) = own.split_at_mut(actions * hands);
                let (strategy, rest) = scratch.split_at_mut(actions * hands);
                let (totals, rest) = rest.split_at_mut(hands);
                current(regrets, strategy, totals);
                for lock in tree.locked_rows(place) {
                    for (part, units) in
                        strategy[lock.row..].iter_mut().step_by(hands).zip(&lock.units)
                    {
                        *part = *units as f32 / lock.all as f32;
                    }
                }
                out.fill(0.0);
                if actor == player {
                    let (values, rest) = rest.split_at_mut(actions * hands);
                    for (next, values) in tree.next(place).zip(values.chunks_exact_mut(hands)) {
                        let (own, others) = after.split_at_mut(2 * tree.entries_from(next));
                        self.walk(next, own, (reach, values), rest);
                        after = others;
                    }
                    self.learn(regrets, strategy, values, out);
                    return;
                }
                let keep = self.discounts.average;
                let by_action = sums.chunks_exact_mut(hands).zip(strategy.chunks_exact_mut(hands));
                let (values, rest) = rest.split_at_mut(out.len());
                for (next, (sums, strategy)) in tree.next(place).zip(by_action) {
                    for ((sum, part), reach) in sums.iter_mut().zip(strategy.iter_mut()).zip(reach)
                    {
                        *part *= reach;
                        *sum = *sum * keep + *part;
                    }
                    let (own, others) = after.split_at_mut(2 * tree.entries_from(next));
                    self.walk(next, own, (strategy, values), rest);
                    after = others;
                    for (sum, value) in out.iter_mut().zip(values.iter()) {
                        *sum += value;
                    }
                }
            }
        }
    }

    /// The values of hands under a strategy, and the regrets of its actions.
    fn learn(&self, regrets: &mut [f32], strategy: &[f32], values: &[f32], out: &mut [f32]) {
        let hands = out.len();
        for (parts, values) in strategy.chunks_exact(hands).zip(values.chunks_exact(hands)) {
            for ((out, part), value) in out.iter_mut().zip(parts).zip(values) {
                *out += part * value;
            }
        }
        let positive = self.discounts.positive;
        for (regrets, values) in regrets.chunks_exact_mut(hands).zip(values.chunks_exact(hands)) {
            for ((regret, value), out) in regrets.iter_mut().zip(values).zip(out.iter()) {
                let kept = if *regret > 0.0 { positive } else { NEGATIVE };
                *regret = *regret * kept + (value - out);
            }
        }
    }
}

/// The current strategy: regrets above 0 in proportion, or even parts where there are none.
///
/// A row with one regret above 0 has the part 1, not a product near 1: the regret of its action
/// would lose a little in each round, and where it fell below 0 the hand would play even parts.
fn current(regrets: &[f32], strategy: &mut [f32], totals: &mut [f32]) {
    let hands = totals.len();
    totals.fill(0.0);
    for (parts, regrets) in strategy.chunks_exact_mut(hands).zip(regrets.chunks_exact(hands)) {
        for ((part, total), regret) in parts.iter_mut().zip(totals.iter_mut()).zip(regrets) {
            *part = regret.max(0.0);
            *total += *part;
        }
    }
    let even = hands as f32 / regrets.len() as f32;
    for parts in strategy.chunks_exact_mut(hands) {
        for (part, total) in parts.iter_mut().zip(totals.iter()) {
            *part = if *total > 0.0 { *part / *total } else { even };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::current;

    #[test]
    fn the_only_action_with_a_regret_above_0_is_sure() {
        let best: Vec<f32> = (1..10_000).map(|at| 1e-4 + at as f32 / 3.0).collect();
        let regrets = [best.clone(), vec![-1.0; best.len()], vec![0.0; best.len()]].concat();
        let (mut strategy, mut totals) = (vec![0.5; regrets.len()], vec![0.5; best.len()]);
        current(&regrets, &mut strategy, &mut totals);
        let (sure, others) = strategy.split_at(best.len());
        let all = |parts: &[f32], part: f32| parts.iter().all(|it| it.to_bits() == part.to_bits());
        assert!(all(sure, 1.0) && all(others, 0.0));
    }
}
