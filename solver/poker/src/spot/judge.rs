//! The judge: best responses to a plan in whole numbers, exactly.

use std::num::Wrapping;
use std::sync::OnceLock;

use bluff_exact::Rational;

use super::kernel::Whole;
use super::losses::{LossLedger, PlanLosses};
use super::tree::SpotTree;
use super::walk::{OwnReach, PlanWalk};

/// Bits that the sums of a judgement may take.
const HEADROOM: u32 = 62;
/// The fewest tokens of a hand of weight 1, as a power of 2.
const LEAST_TOKENS: u32 = 6;

/// A plan: rows of whole parts for each hand at each place of its player.
pub trait PlanSource: Sync {
    /// Parts of each row: 255, or a power of 2 up to 2^24.
    fn parts(&self) -> u32;

    /// Writes the parts at a place, a row of hands for each action, in the order of the tree's
    /// rows.
    fn write(&self, tree: &SpotTree, place: usize, parts: &mut [u32]);
}

/// Why a plan is not judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum PlanRefusal {
    /// Numbers too large for whole numbers of 64 bits.
    #[error(
        "the stakes and weights leave 2^{tokens} tokens for a hand of weight 1, expected at least \
         2^{LEAST_TOKENS}: round weights or sizes"
    )]
    Headroom { tokens: u32 },
    /// A number of parts that no plan has.
    #[error("a plan in {given} parts, expected 255 or a power of 2 from 2 to 2^24")]
    Parts { given: u32 },
    /// A row that does not add up.
    #[error("view “{view}”, hand {hand}: parts sum to {given}, expected {parts}")]
    RowSum { view: String, hand: String, given: u64, parts: u32 },
    /// Hands that suits make alike, with different parts before a card is dealt.
    #[error(
        "view “{view}”: suits are merged, and hands that they make alike do not play alike; \
         expected equal rows"
    )]
    Asymmetric { view: String },
    /// A plan of another length.
    #[error("a plan of {given} numbers, expected {expected}")]
    Length { given: usize, expected: usize },
}

/// Lower and upper bound on the value of player I, in chips, with what a hand gains at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotBounds {
    /// The value that player I's plan is sure of.
    pub lower: Rational,
    /// The value that player II's plan concedes at most.
    pub upper: Rational,
    /// Half of both gains, the field's exploitability, in chips.
    pub exploitability: Rational,
    /// The same as a part of the pot.
    pub of_pot: Rational,
    /// Tokens of a hand of weight 1, as a power of 2.
    pub tokens: u32,
}

impl SpotBounds {
    /// The bounds of these ends.
    fn new(tree: &SpotTree, [lower, upper]: [Rational; 2], tokens: u32) -> Self {
        let exploitability = (&upper - &lower) / Rational::from(2);
        let of_pot = &exploitability / tree.pot();
        Self { lower, upper, exploitability, of_pot, tokens }
    }
}

/// Both best responses to a plan, and the bounds that they are.
///
/// Each hand starts with tokens, its weight times a power of 2. Of `t` tokens, the action after
/// which `c` of `D` parts are passed on has passed on `⌊t·c/D⌋`: none is lost, and none divided.
///
/// Rows that are rules pass tokens on by the lock, whatever the plan says, and best responses do
/// not run over them. The bounds are wider by what rounded tokens of such rows may win.
///
/// Errors: [`PlanRefusal`], naming view and hand. Cost: about that of one round of a solver.
pub fn judge(tree: &SpotTree, plan: &dyn PlanSource) -> Result<SpotBounds, PlanRefusal> {
    let judge = Judge::new(tree, plan)?;
    Ok(judge.bounds([judge.best(0, false)?, judge.best(1, false)?]))
}

/// The same with what each action loses, of a tree without a lock.
///
/// Errors: as [`judge()`].
pub(super) fn judge_losses(
    tree: &SpotTree,
    plan: &dyn PlanSource,
) -> Result<(SpotBounds, PlanLosses), PlanRefusal> {
    let judge = Judge::new(tree, plan)?;
    let bounds = judge.bounds([judge.best(0, true)?, judge.best(1, true)?]);
    // A player's own tokens are counted too.
    let units = judge.units() * Rational::from(1_u64 << judge.tokens);
    Ok((bounds, judge.losses.in_chips(tree, &units)))
}

struct Judge<'a> {
    tree: &'a SpotTree,
    plan: &'a dyn PlanSource,
    parts: u32,
    tokens: u32,
    refusal: OnceLock<PlanRefusal>,
    losses: LossLedger,
}

impl<'a> Judge<'a> {
    /// Errors: `Headroom`, `Parts`.
    fn new(tree: &'a SpotTree, plan: &'a dyn PlanSource) -> Result<Self, PlanRefusal> {
        let parts = plan.parts();
        if parts != 255 && !(parts.is_power_of_two() && (2..=1 << 24).contains(&parts)) {
            return Err(PlanRefusal::Parts { given: parts });
        }
        let weights = |player: usize| tree.weights(player).iter().map(|weight| i128::from(*weight));
        let all = weights(0).sum::<i128>().max(weights(1).sum());
        let one = weights(0).chain(weights(1)).max().unwrap_or(1);
        // A sum on the way to a lead is up to twice that of all hands.
        let swept = 3 * i128::from(tree.lines.most) * i128::from(tree.runouts()) * all;
        let room = (1_i128 << HEADROOM) / swept.max(one * i128::from(parts)).max(1);
        let tokens = room.max(1).ilog2();
        if tokens < LEAST_TOKENS {
            return Err(PlanRefusal::Headroom { tokens });
        }
        let (tokens, refusal, losses) = (tokens.min(40), OnceLock::new(), LossLedger::default());
        Ok(Self { tree, plan, parts, tokens, refusal, losses })
    }

    /// Units of a walk in a chip: tokens, pairs and boards.
    fn units(&self) -> Rational {
        let tree = self.tree;
        let deals = Rational::from(tree.pairs()) * Rational::from(tree.runouts());
        deals * Rational::from(1_u64 << self.tokens) * Rational::from(tree.unit())
    }

    /// The bounds of what both players win by best responses.
    fn bounds(&self, [first, second]: [i128; 2]) -> SpotBounds {
        let [upper, lower] = [first, -second].map(|won| Rational::from(won) / self.units());
        SpotBounds::new(self.tree, [lower, upper], self.tokens)
    }

    /// The chips that a player wins by a best response, times the units. Her losses are counted, or
    /// not.
    fn best(&self, player: usize, counted: bool) -> Result<i128, PlanRefusal> {
        let tree = self.tree;
        let reach = tree.dealt(1 - player, self.tokens);
        let own = || OwnReach { reach: tree.dealt(player, self.tokens), times: 1 };
        let mut out = vec![Wrapping(0); tree.rows(0, player)];
        let mut scratch = vec![Wrapping(0); tree.scratch(0, 1)];
        tree.values(self, [0, player], counted.then(own), (&reach, &mut out), &mut scratch);
        let weights = tree.dealt(player, 0);
        let total = out.iter().zip(weights);
        let total: i128 =
            total.map(|(value, weight)| i128::from(value.0) * i128::from(weight.0)).sum();
        // Each token that a lock puts elsewhere wins at most so much more.
        let weights: i128 = tree.weights(player).iter().map(|weight| i128::from(*weight)).sum();
        let chips = 2 * i128::from(tree.lines.most) * i128::from(tree.runouts());
        let total = total + tree.misplaced(1 - player) * chips * weights;
        self.refusal.get().map_or(Ok(total), |refusal| Err(refusal.clone()))
    }

    /// Tokens that an action passes on, and those that are gone with it and all before it.
    fn pass(&self, reach: &[Whole], sums: &[Whole], (passed, gone): (&mut [Whole], &mut [Whole])) {
        let tokens = reach.iter().zip(sums).map(|(tokens, sum)| (tokens * sum).0);
        let of_rows = passed.iter_mut().zip(gone).zip(tokens);
        let bits = self.parts.trailing_zeros();
        let to = |((passed, gone), to): ((&mut Whole, &mut Whole), i64)| {
            *passed = Wrapping(to) - *gone;
            *gone = Wrapping(to);
        };
        if bits == 0 {
            of_rows.for_each(|(rows, tokens)| to((rows, tokens / 255)));
        } else {
            of_rows.for_each(|(rows, tokens)| to((rows, tokens >> bits)));
        }
    }

    fn check_rows(&self, place: usize, actor: usize, parts: &[u32]) {
        let rows = self.tree.rows(place, actor);
        let mut sums = vec![0_u32; rows];
        for parts in parts.chunks_exact(rows) {
            for (sum, part) in sums.iter_mut().zip(parts) {
                *sum = sum.saturating_add(*part);
            }
        }
        if let Some(row) = sums.iter().position(|sum| *sum != self.parts) {
            let hand = self.tree.hand(place, actor, row).to_string();
            let (view, given) = (self.tree.view(place), sums[row].into());
            self.refuse(PlanRefusal::RowSum { view, hand, given, parts: self.parts });
        }
    }

    /// Keeps the first refusal; what follows of the walk is of no account.
    fn refuse(&self, refusal: PlanRefusal) {
        let _ = self.refusal.set(refusal);
    }
}

impl PlanWalk<Whole> for Judge<'_> {
    fn passed(&self, [place, actor]: [usize; 2], reach: &[Whole]) -> Vec<Vec<Whole>> {
        let (tree, rows) = (self.tree, reach.len());
        let mut parts = vec![0; tree.actions(place).count() * rows];
        self.plan.write(tree, place, &mut parts);
        self.check_rows(place, actor, &parts);
        let [mut sums, mut gone] = [(); 2].map(|()| vec![Wrapping(0); rows]);
        let after = |(action, parts): (usize, &[u32])| {
            for (sum, part) in sums.iter_mut().zip(parts) {
                *sum += Wrapping(i64::from(*part));
            }
            let mut passed = vec![Wrapping(0); rows];
            self.pass(reach, &sums, (&mut passed, &mut gone));
            for lock in tree.locked_rows(place) {
                let tokens = reach[lock.row].0;
                let [before, to] = [action, action + 1].map(|actions| lock.passed(tokens, actions));
                passed[lock.row] = Wrapping(to - before);
            }
            passed
        };
        parts.chunks_exact(rows).enumerate().map(after).collect()
    }

    /// The best values, or those of rows that are rules.
    fn joined(
        &self,
        [place, player]: [usize; 2],
        of_actions: &[Vec<Whole>],
        own: Option<(&[Vec<Whole>], i128)>,
        out: &mut [Whole],
    ) {
        for (action, values) in of_actions.iter().enumerate() {
            for (best, value) in out.iter_mut().zip(values) {
                *best = if action == 0 { *value } else { *value.max(best) };
            }
        }
        for lock in self.tree.locked_rows(place) {
            let values = of_actions.iter().map(|values| values[lock.row].0);
            out[lock.row] = Wrapping(lock.mixed(values));
        }
        let Some((passed, times)) = own else { return };
        let losses = passed.iter().zip(of_actions).enumerate();
        let losses = losses.flat_map(|(action, (tokens, values))| {
            let rows = tokens.iter().zip(values).zip(&*out).enumerate();
            rows.map(move |(row, ((tokens, value), best))| {
                ([row, action], i128::from(tokens.0) * i128::from((best - value).0))
            })
        });
        self.losses.add([player, place], times, losses);
    }

    fn at_deal(&self, [place, player]: [usize; 2], reach: &[Whole]) {
        if !self.tree.is_symmetric(place, player, reach) {
            self.refuse(PlanRefusal::Asymmetric { view: self.tree.view(place) });
        }
    }
}
