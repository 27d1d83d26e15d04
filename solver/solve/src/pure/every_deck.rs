use crate::exact::Rational;
use crate::game::von_neumann;

use super::PureError;

/// The largest whole bet with a formula, in antes.
pub const MAX_COUNTED_BET: u64 = 1_000_000;

/// The largest deck at which the formula is evaluated.
pub const MAX_COUNTED_DECK: u64 = 100_000;

/// Number of pure equilibria of von Neumann's game with a whole bet, at every deck size.
///
/// Decks of at most `2 + b/2` cards have two. Of the larger ones those of at most six residues
/// modulo the period have any. Their number is a Raney number `R(p, r, m) = r/(pm + r) · C(pm + r,
/// m)` with `p = b + 1`. Source: docs/PURE_EQUILIBRIA.md.
///
/// ```
/// use rational_bluff::{exact::Rational, pure::PureCounts};
/// let counts = PureCounts::new(&Rational::from(2))?;
/// let residues: Vec<u64> = counts.classes().iter().map(|class| class.residue).collect();
/// assert_eq!((counts.period(), residues), (9, vec![0, 1, 2, 3, 7, 8]));
/// assert_eq!(counts.count(18)?, Rational::from(143));
/// # Ok::<(), rational_bluff::pure::PureError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PureCounts {
    bet: u64,
}

/// The decks of `P j + residue` cards, all with pure equilibria once they have more than a few
/// cards: `R(b + 1, r, m)` of them, with `m = step · j + shift`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PureClass {
    /// The residue modulo the period `P`.
    pub residue: u64,
    /// The least `j`, 0 or 1.
    pub least: u64,
    /// The parameter `r` of the Raney number.
    pub r: u64,
    /// The growth of `m` with `j`.
    pub step: u64,
    /// The `m` of `j = 0`.
    pub shift: u64,
}

impl PureCounts {
    /// The numbers for this bet.
    ///
    /// Errors: [`PureError`] for a bet that is not whole, or beyond [`MAX_COUNTED_BET`].
    pub fn new(b: &Rational) -> Result<Self, PureError> {
        von_neumann(2, b.clone())?;
        match b.to_u64().filter(|bet| *bet <= MAX_COUNTED_BET) {
            Some(bet) => Ok(Self { bet }),
            None => Err(PureError::NotWhole { given: b.clone(), limit: MAX_COUNTED_BET }),
        }
    }

    /// The bet, in antes.
    pub fn bet(self) -> u64 {
        self.bet
    }

    /// The period `P` of decks with pure equilibria: `(b + 1)(b + 4)`, half of it for even `b`.
    pub fn period(self) -> u64 {
        (self.bet + 1) * (self.bet + 4) / self.common()
    }

    /// The largest deck with two equilibria, where a bet is too large for the cards.
    pub fn tiny(self) -> u64 {
        2 + self.bet / 2
    }

    /// The residues whose decks have pure equilibria, ascending.
    pub fn classes(self) -> Vec<PureClass> {
        let (period, step) = (self.period(), (self.bet + 2) / self.common());
        let middle = PureClass { residue: 0, least: 1, r: self.bet.min(2), step, shift: 0 };
        let more = PureClass { r: 2 + self.bet / 2, ..middle };
        let fewer = PureClass { least: 0, shift: step - 1, ..more };
        let half = (self.bet + 2) / 2;
        let mut classes = vec![middle, PureClass { residue: 1, ..middle }];
        if self.bet.is_multiple_of(2) {
            classes.extend([half, half + 1].map(|residue| PureClass { residue, ..more }));
            let below = [period - half, period + 1 - half];
            classes.extend(below.map(|residue| PureClass { residue, ..fewer }));
        } else {
            classes.push(PureClass { residue: half + 1, ..more });
            classes.push(PureClass { residue: period - half, ..fewer });
        }
        classes
    }

    /// Number of pure equilibria of a deck.
    ///
    /// Errors: `TooLarge` beyond [`MAX_COUNTED_DECK`], and those of [`von_neumann`].
    pub fn count(self, n: u64) -> Result<Rational, PureError> {
        von_neumann(n, Rational::from(self.bet))?;
        if n > MAX_COUNTED_DECK {
            let (what, instead) = ("the number of pure equilibria", "");
            return Err(PureError::TooLarge { given: n, limit: MAX_COUNTED_DECK, what, instead });
        }
        if n <= self.tiny() {
            return Ok(Rational::from(2));
        }
        let (residue, j) = (n % self.period(), n / self.period());
        let has = |class: &PureClass| class.residue == residue && j >= class.least;
        let class = self.classes().into_iter().find(has);
        Ok(class.map_or(Rational::ZERO, |class| {
            raney(self.bet + 1, class.r, class.step * j + class.shift)
        }))
    }

    /// Divisor that makes `b + 2` and the period as small as they go: 2 for even bets.
    fn common(self) -> u64 {
        2 - self.bet % 2
    }
}

/// The Raney number `r/(pm + r) · C(pm + r, m)`.
fn raney(p: u64, r: u64, m: u64) -> Rational {
    let all = p * m + r;
    let product = |numbers: std::ops::RangeInclusive<u64>| {
        numbers.fold(Rational::ONE, |product, number| product * Rational::from(number))
    };
    // C(all, m)/all = (all − 1) … (all − m + 1)/m!.
    if m == 0 {
        return Rational::ONE;
    }
    Rational::from(r) * product(all - m + 1..=all - 1) / product(1..=m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pure::count_pure_equilibria;

    #[test]
    fn the_formula_counts_what_the_paths_count() {
        for bet in 1..=12_u64 {
            let counts = PureCounts::new(&Rational::from(bet)).unwrap();
            for n in 2..=(2 * counts.period() + bet + 3) {
                let counted = count_pure_equilibria(n, &Rational::from(bet)).unwrap();
                assert_eq!(counts.count(n).unwrap(), counted, "n = {n}, b = {bet}");
            }
        }
    }

    #[test]
    fn golden_counts() {
        for (bet, decks, expected) in [
            (1, vec![9, 10, 11], 5),
            (1, vec![12], 14),
            (1, vec![19, 20, 21], 132),
            (1, vec![22], 429),
            (2, vec![7, 8], 3),
            (2, vec![9, 10], 7),
            (2, vec![11, 12], 12),
            (2, vec![16, 17], 55),
            (2, vec![18, 19], 143),
            (2, vec![20, 21], 273),
            (2, vec![27], 3876),
            (3, vec![28], 2394),
            (4, vec![20], 80),
            (4, vec![40], 56637),
            (2, vec![4, 5, 6, 13, 14, 15, 22, 23, 24], 0),
        ] {
            let counts = PureCounts::new(&Rational::from(bet)).unwrap();
            for n in decks {
                assert_eq!(
                    counts.count(n).unwrap(),
                    Rational::from(expected),
                    "n = {n}, b = {bet}"
                );
            }
        }
    }

    #[test]
    fn other_bets_and_large_decks_are_refused() {
        let half = PureCounts::new(&Rational::ratio(1, 2)).unwrap_err().to_string();
        assert_eq!(
            half,
            "b = 1/2, expected a whole b ≤ 1000000 for the number of pure equilibria of every \
             deck; bluff pure -n N --count counts those of one"
        );
        let two = PureCounts::new(&Rational::from(2)).unwrap();
        assert!(two.count(100_001).unwrap_err().to_string().contains("expected n ≤ 100000"));
        assert_eq!(two.count(100_000).unwrap().sign(), std::cmp::Ordering::Greater);
    }
}
