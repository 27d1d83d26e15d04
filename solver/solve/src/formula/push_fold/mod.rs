//! Push or fold at every stack at once: pieces with one basis each, and their exact ends.
//!
//! A basis says which hands act surely, and which mix; as many mix on each side. Payoffs are
//! linear in the stack, so the mixtures and every gain are quotients of polynomials in it. A piece
//! ends at the first root of one of these, where a pivot of the simplex method gives the next
//! basis. docs/games/push-fold.md proves that pieces are equilibria, and where they are the only
//! ones.

mod basis;
mod pivot;

use crate::control::Control;
use crate::exact::{Polynomial, Rational, RealRoot};
use crate::game::{ANTE, GameError, Player};

use super::FormulaError;
use basis::{ChartBasis, Payments};

/// The greatest stack of a chart, in big blinds.
pub const MAX_CHART_STACK: u64 = 25;

/// Equilibria of push or fold for every stack from the shortest to [`MAX_CHART_STACK`] big blinds.
///
/// Inside a piece the equilibrium is the only one that treats hands of a class alike. At the end of
/// a piece one player may play as on either side, or mix both.
///
/// ```no_run
/// use rational_bluff::{control::Control, exact::Rational, formula::PushFoldChart};
/// let chart = PushFoldChart::new(Rational::ZERO, &Control::new())?;
/// let ten = chart.piece(&Rational::from(10)).ok_or("a stack of the chart")?;
/// assert_eq!(ten.value(&Rational::from(10)).decimal(12), "-0.045370752592…");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PushFoldChart {
    /// The ante, in big blinds.
    pub ante: Rational,
    /// The pieces, by stack; each begins where the one before ends.
    pub pieces: Vec<ChartPiece>,
}

/// Stacks with one basis, both ends included.
#[derive(Clone, Debug)]
pub struct ChartPiece {
    /// The least stack.
    pub from: RealRoot,
    /// The greatest stack.
    pub to: RealRoot,
    /// Plans of the hands by number, of the pusher and of the caller.
    pub plans: [Vec<HandPlan>; 2],
    /// The hands that mix, from 0, each with the numerator of its probability to push or call.
    pub mixed: [Vec<(usize, Polynomial)>; 2],
    /// The denominator of these probabilities and of the value, above 0 on the piece.
    pub denominator: Polynomial,
    /// The numerator of the value to the pusher, in big blinds.
    pub value: Polynomial,
}

/// The part of the time that a hand is pushed, or calls a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HandPlan {
    /// Never.
    Never,
    /// Part of the time.
    Mixed,
    /// Always.
    Always,
}

/// Successive pieces in which a hand has one plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanStretch {
    /// The plan.
    pub plan: HandPlan,
    /// The first piece.
    pub first: usize,
    /// The last piece.
    pub last: usize,
}

impl PushFoldChart {
    /// The chart with this ante.
    ///
    /// Errors: `Game` for an ante below 0, or so high that no stack of the chart pays it and the
    /// big blind; `Degenerate`, `Stopped`. Cost: some 600 pieces, each with 338 conditions.
    pub fn new(ante: Rational, control: &Control) -> Result<Self, FormulaError> {
        let least = &ante + &Rational::ONE;
        if ante.is_negative() || least >= Rational::from(MAX_CHART_STACK) {
            return Err(GameError::outside(&ANTE, &ante, "an ante of at least 0, below 24").into());
        }
        let pieces = control.run(|| pieces(&ante, least.into()))??;
        Ok(Self { ante, pieces })
    }

    /// The least stack, which pays the ante and the big blind.
    pub fn least(&self) -> Rational {
        &self.ante + &Rational::ONE
    }

    /// The piece of a stack: of two that meet there, the one below; `None` outside the chart.
    pub fn piece(&self, stack: &Rational) -> Option<&ChartPiece> {
        if *stack < self.least() {
            return None;
        }
        let at = self.pieces.partition_point(|piece| piece.to.cmp_to(stack).is_lt());
        self.pieces.get(at)
    }

    /// The plans of a hand, from 0, by stack.
    pub fn stretches(&self, player: Player, hand: usize) -> Vec<PlanStretch> {
        let mut stretches: Vec<PlanStretch> = Vec::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            let plan = piece.plans[player.index()][hand];
            match stretches.last_mut() {
                Some(stretch) if stretch.plan == plan => stretch.last = at,
                _ => stretches.push(PlanStretch { plan, first: at, last: at }),
            }
        }
        stretches
    }
}

impl ChartPiece {
    /// The probability that a hand, from 0, is pushed or calls at a stack of the piece.
    pub fn probability(&self, player: Player, hand: usize, stack: &Rational) -> Rational {
        match self.plans[player.index()][hand] {
            HandPlan::Never => Rational::ZERO,
            HandPlan::Always => Rational::ONE,
            HandPlan::Mixed => {
                let found = self.mixed[player.index()].iter().find(|(mixed, _)| *mixed == hand);
                let over = found.map_or(Rational::ZERO, |(_, numerator)| numerator.value(stack));
                over / self.denominator.value(stack)
            }
        }
    }

    /// The value to the pusher at a stack of the piece, in big blinds.
    pub fn value(&self, stack: &Rational) -> Rational {
        self.value.value(stack) / self.denominator.value(stack)
    }
}

/// The pieces from the least stack on, with which every hand is pushed and calls.
fn pieces(ante: &Rational, least: RealRoot) -> Result<Vec<ChartPiece>, FormulaError> {
    let payments = Payments::new(ante);
    let (mut basis, mut from) = (ChartBasis::all_in(), least);
    let mut pieces = Vec::new();
    loop {
        let degenerate = || FormulaError::Degenerate { stack: from.decimal(9) };
        let conditions = basis.conditions(&payments).oriented(&from);
        let (to, ends) = conditions.end(&from).ok_or_else(degenerate)?;
        pieces.push(conditions.piece(&payments, &basis, &from, &to));
        let Some(ends) = ends else { return Ok(pieces) };
        basis = basis.after(&payments, ends, to.low().to_f64()).ok_or_else(degenerate)?;
        from = to;
    }
}

#[cfg(test)]
mod tests;
