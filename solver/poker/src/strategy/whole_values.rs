//! Payoffs and best responses with a deck that is not one of ranks, in whole numbers.
//!
//! Over one denominator for the other player's realization plan, and one for the amounts of all
//! leaves, every sum over hands is whole, and so is every maximum. The sums are machine integers
//! if a bound on all of them, worked out before, says that they fit.

use bluff_exact::control::check_cancelled;
use bluff_exact::{Piecewise, Rational};

use crate::game::{Game, Leaf, Player, ReachNumber};

/// Bits of machine integers, but for the sign.
const MACHINE_BITS: usize = 126;

/// Payoffs of the hands that end after each sequence of a player.
pub(super) trait SequenceValues: Send + Sync {
    /// As functions of the hand, in antes × deals of the other player's hand.
    fn functions(&self) -> Vec<Piecewise>;

    /// Total of the best response: antes × deals of both hands.
    fn best_total(&self, game: &Game) -> Rational;
}

/// The other player's realization plan over one denominator, and what the leaves pay over another.
struct WholeGame<'a> {
    game: &'a Game,
    player: Player,
    plan: &'a [Piecewise],
    plan_scale: Rational,
    /// By leaf: payoff of a deal that is lost, and half of what winning it adds.
    amounts: Vec<[Rational; 2]>,
    amount_scale: Rational,
    /// [`Kernel::greatest_sum`](crate::game::Kernel) before any card is dealt in the tree.
    greatest_sum: Rational,
}

/// Values of a player's sequences by hand.
struct WholeValues<T> {
    player: Player,
    /// The unit of the values.
    unit: Rational,
    sequences: Vec<Vec<T>>,
}

/// Values of a player's sequences against the plan of the other; `None` of a deck of ranks.
pub(super) fn whole_values(
    game: &Game,
    player: Player,
    plans: &[Vec<Piecewise>],
) -> Option<Box<dyn SequenceValues>> {
    let whole = WholeGame::of(game, player, plans)?;
    let short = whole.bound().bits() <= MACHINE_BITS;
    match short.then(|| whole.values::<i128>()).flatten() {
        Some(values) => Some(Box::new(values)),
        None => Some(Box::new(whole.values::<Rational>()?)),
    }
}

impl<'a> WholeGame<'a> {
    fn of(game: &'a Game, player: Player, plans: &'a [Vec<Piecewise>]) -> Option<Self> {
        let greatest_sum = game.kernel(0)?.greatest_sum();
        let other = game.players().iter().copied().find(|other| *other != player)?;
        let plan = &plans[other.index()];
        let amounts = |leaf: &Leaf| {
            let [lost, _, won] = leaf.payoffs_against(player, other);
            let chance = game.kernel(leaf.board)?.chance();
            let half = (won - &lost) * Rational::ratio(1, 2);
            Some([lost * &chance, half * chance])
        };
        let amounts: Vec<_> = game.leaves().iter().map(amounts).collect::<Option<_>>()?;
        let reaches: Vec<Rational> = plan.iter().flat_map(runs).map(|(_, reach)| reach).collect();
        Some(Self {
            game,
            player,
            plan,
            plan_scale: Rational::common_denominator(reaches.iter()),
            amount_scale: Rational::common_denominator(amounts.iter().flatten()),
            amounts,
            greatest_sum,
        })
    }

    /// A bound on every sum that is taken: no plan is above that of the empty sequence.
    fn bound(&self) -> Rational {
        let reach = runs(&self.plan[0]).map(|(_, weight)| weight).max().unwrap_or_default();
        let sums = self.greatest_sum.clone() * reach * &self.plan_scale;
        let amounts: Rational = self.amounts.iter().flatten().map(Rational::abs).sum();
        // A showdown won counts twice, and one that is level once.
        let all = Rational::from(4) * sums * amounts * &self.amount_scale;
        let held = self.game.range(self.player).map(Piecewise::total);
        all * held.unwrap_or_else(|| Rational::from(self.game.n()))
    }

    /// The values; `None` if a number is too long, which the bound excludes.
    fn values<T: ReachNumber>(&self) -> Option<WholeValues<T>> {
        let (own, other) = (self.player.index(), usize::from(self.player.index() == 0));
        let hands = self.game.n() as usize;
        let mut sequences = vec![vec![T::default(); hands]; self.game.sequences(self.player)];
        let place = |leaf: &usize| {
            let leaf = &self.game.leaves()[*leaf];
            (leaf.sequences[other], leaf.board)
        };
        let mut leaves: Vec<usize> = (0..self.amounts.len()).collect();
        leaves.sort_by_key(place);
        for alike in leaves.chunk_by(|one, next| place(one) == place(next)) {
            check_cancelled();
            let (sequence, board) = place(&alike[0]);
            let kernel = self.game.kernel(board)?;
            let reach = by_hand(&self.plan[sequence], &self.plan_scale)?;
            let coming: Vec<T> = kernel.coming(&reach);
            let won = alike.iter().any(|leaf| !self.amounts[*leaf][1].is_zero()).then(|| {
                let [mut won, level] = kernel.shown(&reach);
                for (won, level) in won.iter_mut().zip(&level) {
                    *won = won.times(2);
                    *won += level;
                }
                won
            });
            for leaf in alike {
                let values = &mut sequences[self.game.leaves()[*leaf].sequences[own]];
                let [lost, half] = &self.amounts[*leaf];
                add(values, lost, &self.amount_scale, &coming)?;
                if let Some(won) = won.as_ref().filter(|_| !half.is_zero()) {
                    add(values, half, &self.amount_scale, won)?;
                }
            }
        }
        let unit = (&self.plan_scale * &self.amount_scale).recip()?;
        Some(WholeValues { player: self.player, unit, sequences })
    }
}

/// Adds so many times an amount.
fn add<T: ReachNumber>(
    values: &mut [T],
    amount: &Rational,
    scale: &Rational,
    counts: &[T],
) -> Option<()> {
    let amount = T::whole(&(amount * scale))?;
    for (value, count) in values.iter_mut().zip(counts) {
        *value += &(count.clone() * &amount);
    }
    Some(())
}

/// The values of a function by runs of hands, each with its last hand.
fn runs(function: &Piecewise) -> impl Iterator<Item = (u64, Rational)> {
    function.pieces().flat_map(|(first, piece)| {
        let first = if piece.function.as_constant().is_some() { piece.last } else { first };
        (first..=piece.last).map(|hand| (hand, piece.function.at(hand)))
    })
}

/// The values of a function at all hands, in whole numbers.
fn by_hand<T: ReachNumber>(function: &Piecewise, scale: &Rational) -> Option<Vec<T>> {
    let mut values = Vec::with_capacity(function.cards() as usize);
    for (last, value) in runs(function) {
        values.resize(last as usize, T::whole(&(value * scale))?);
    }
    Some(values)
}

impl<T: ReachNumber> SequenceValues for WholeValues<T> {
    fn functions(&self) -> Vec<Piecewise> {
        let function = |values: &Vec<T>| {
            let values = values.iter().map(|value| value.clone().into() * &self.unit);
            Piecewise::steps((1..).zip(values))
        };
        self.sequences.iter().map(function).collect()
    }

    fn best_total(&self, game: &Game) -> Rational {
        let mut values = self.sequences.clone();
        for (_, view) in game.views_of(self.player).rev() {
            let (before, after) = values.split_at_mut(view.first_sequence);
            let actions = &after[..view.actions.len()];
            for (hand, value) in before[view.parent].iter_mut().enumerate() {
                if let Some(best) = actions.iter().map(|action| &action[hand]).max() {
                    *value += best;
                }
            }
        }
        let mut total = T::default();
        match game.range(self.player).map(|range| by_hand::<T>(range, &Rational::ONE)) {
            Some(weights) => {
                for (value, weight) in values[0].iter().zip(weights.iter().flatten()) {
                    total += &(value.clone() * weight);
                }
            }
            None => values[0].iter().for_each(|value| total += value),
        }
        total.into() * &self.unit
    }
}

#[cfg(test)]
mod tests;
