//! Sums over distinct cards of several players.

use bluff_exact::{Piecewise, Rational};

use super::counterfactual::{Class, Reaches, added};
use super::multinomial::{factorial, multi_indices, newton_factor};

impl Reaches<'_> {
    /// The sum over distinct cards of the others, all different from the own one and `tied` more
    /// copies of it, of the product of their reaches; with `winning`, over those in which the
    /// players still in hold lower cards.
    ///
    /// It is `Π a_i!` times the coefficient `E_a` of `Π_cards (1 + Σ_i x_i r_i(card))`, where class
    /// `i` has `a_i` players. The derivative of its logarithm by one variable gives, as Newton's
    /// identities do for one class, `a_1 E_a = Σ (−1)^(|v|−1) (|v|−1)! v_1/v! p_v E_(a−v)` over all
    /// `v ≤ a` with `v_1 > 0`. Here `p_v = Σ Π r_i^(v_i)` sums over one card. For two others that
    /// is `Σ_{j≠k} q_j r_k = Q R − Σ_j q_j r_j` (docs/DERIVATIONS.md#sums-over-distinct-cards). A
    /// block with a player still in is summed below the player's card.
    pub(super) fn distinct_cards(
        &mut self,
        classes: &[Class],
        winning: bool,
        tied: u32,
    ) -> Piecewise {
        let classes: Vec<Class> = classes.iter().filter(|class| class.2 > 0).copied().collect();
        if classes.is_empty() {
            return Piecewise::constant(self.n, Rational::ONE);
        }
        let ways = classes
            .iter()
            .map(|class| factorial(class.2))
            .fold(Rational::ONE, |ways, more| ways * more);
        self.coefficient(&classes, winning, tied).into_scaled(&ways)
    }

    /// The coefficient `E_a` of [`Self::distinct_cards`], by the class with the fewest players: it
    /// has the fewest terms. Those of fewer players are kept, because many leaves have them in
    /// common.
    fn coefficient(&mut self, classes: &[Class], winning: bool, tied: u32) -> Piecewise {
        let top: Vec<u32> = classes.iter().map(|class| class.2).collect();
        let fewest = (0..top.len()).min_by_key(|class| top[*class]).unwrap_or_default();
        let mut terms = Vec::new();
        for part in multi_indices(&top).filter(|part| part[fewest] > 0) {
            let below =
                winning && classes.iter().zip(&part).any(|(class, power)| class.1 && *power > 0);
            let powers = classes.iter().zip(&part).filter(|(_, power)| **power > 0);
            let sums = self.sums(powers.map(|(class, power)| (class.0, *power)));
            if sums.are_zero() {
                continue;
            }
            let sums = if below { sums.below().clone() } else { sums.elsewhere_but(tied) };
            let rest = classes.iter().zip(&part).map(|(class, power)| {
                let (reach, still_in, count) = *class;
                (reach, still_in, count - power)
            });
            let rest: Vec<Class> = rest.filter(|class| class.2 > 0).collect();
            let term = if rest.is_empty() {
                sums
            } else {
                let key = (rest, winning, tied);
                if !self.coefficients.contains_key(&key) {
                    let found = self.coefficient(&key.0, winning, tied);
                    self.coefficients.insert(key.clone(), found);
                }
                sums.times(&self.coefficients[&key])
            };
            terms.push(term.into_scaled(&newton_factor(&part, fewest, top[fewest])));
        }
        added(self.n, &mut terms)
    }
}
