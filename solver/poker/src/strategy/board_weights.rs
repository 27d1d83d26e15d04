//! Weights of coming to a board and of winning there, for decks that are not of ranks.

use std::collections::HashMap;

use crate::game::Kernel;
use bluff_exact::{Piecewise, Rational};

/// The other player's reach, its number, and a board.
type ReachAtBoard<'a> = (&'a Piecewise, usize, usize);

/// Weights of the other player's coming and losing, which many leaves share: by number of the
/// reach and board.
#[derive(Default)]
pub(super) struct BoardWeights {
    coming: HashMap<(usize, usize), Piecewise>,
    won: HashMap<(usize, usize), Piecewise>,
}

impl BoardWeights {
    /// The weight of coming to a board.
    pub(super) fn coming(
        &mut self,
        kernel: Kernel<'_>,
        (reach, number, board): ReachAtBoard<'_>,
    ) -> &Piecewise {
        self.coming.entry((number, board)).or_insert_with(|| kernel.coming_by(reach))
    }

    /// Value of a showdown: `lost` for each deal, and the pot for each that is won, shared pots
    /// counted in.
    pub(super) fn shown(
        &mut self,
        kernel: Kernel<'_>,
        of: ReachAtBoard<'_>,
        lost: &Rational,
        pot: &Rational,
    ) -> Piecewise {
        let (reach, number, board) = of;
        let won = || {
            let [below, level] = kernel.shown_by(reach);
            below.combination(&Rational::ONE, &level, &Rational::ratio(1, 2))
        };
        self.won.entry((number, board)).or_insert_with(won);
        let won = &self.won[&(number, board)];
        let coming = self.coming.entry((number, board)).or_insert_with(|| kernel.coming_by(reach));
        coming.combination(lost, won, pot)
    }
}
