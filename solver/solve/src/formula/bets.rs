use serde::Serialize;

use crate::control::Control;
use crate::exact::Rational;

use super::{FormulaError, Surd};

/// The largest deck whose value is written as a function of the bet.
pub const MAX_BET_DECK: u64 = 10_000;

/// The value `v(n, b)` of von Neumann's game with `n` cards, as a function of every real bet `b`.
///
/// It is continuous, and rational on each of finitely many pieces with rational ends. Source:
/// docs/EVERY_BET.md.
///
/// ```
/// use rational_bluff::{control::Control, exact::Rational, formula::BetFunction};
/// let three = BetFunction::new(3, &Control::new())?;
/// assert_eq!(three.value(&Rational::ONE), Rational::ratio(1, 18));
/// let best = &three.best()[0];
/// assert_eq!(best.bet.to_string(), "2√2 − 2");
/// assert_eq!(best.value.to_string(), "1 − 2√2/3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BetFunction {
    n: u64,
    pieces: Vec<BetPiece>,
}

/// A piece: `n(n − 1) v(n, b) = constant + slope · b + reciprocal/(b + 2)` for `from ≤ b ≤ to`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BetPiece {
    /// The least bet of the piece; 0 stands for all small bets.
    pub from: Rational,
    /// The greatest bet of the piece; `None` for the last one, on which the value is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Rational>,
    /// The strategy of player I that is best on the piece.
    #[serde(skip)]
    pub masses: BetMasses,
    /// A whole number.
    pub constant: Rational,
    /// A whole number.
    pub slope: Rational,
    /// A whole number.
    pub reciprocal: Rational,
}

/// Masses of player I's cards; value bets `T` and bluffs `B` balance, `(b + 2) B = b T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetMasses {
    /// A whole number of value bets, and between `bluffs` and `bluffs + 1` bluffs.
    WholeValue {
        /// Number of value bets.
        value: u64,
        /// Number of cards that surely bluff.
        bluffs: u64,
    },
    /// A whole number of bluffs, and between `value` and `value + 1` value bets.
    WholeBluffs {
        /// Number of cards that surely bet for value.
        value: u64,
        /// Number of bluffs.
        bluffs: u64,
    },
}

/// A bet that no other one beats, for a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestBet {
    /// The bet, in antes.
    pub bet: Surd,
    /// The value with this bet to player I, in antes per hand.
    pub value: Surd,
}

impl BetFunction {
    /// The function of this deck.
    ///
    /// Errors: `Game`, `BetDeck`, `Stopped`. Cost: `O(n)` exact operations.
    pub fn new(n: u64, control: &Control) -> Result<Self, FormulaError> {
        crate::game::von_neumann(n, Rational::ONE)?;
        if n > MAX_BET_DECK {
            return Err(FormulaError::BetDeck { n });
        }
        let first = BetMasses::WholeValue { value: (n - 1) / 2, bluffs: 0 };
        let mut pieces: Vec<BetPiece> = BetPiece::new(n, first).into_iter().collect();
        while let Some(last) = pieces.last()
            && let Some(end) = &last.to
        {
            control.check()?;
            let begins = |piece: &BetPiece| {
                piece.from <= *end && piece.to.as_ref().is_none_or(|to| to > end)
            };
            let next = last.masses.neighbours().into_iter();
            let Some(next) = next.filter_map(|masses| BetPiece::new(n, masses)).find(begins) else {
                break;
            };
            pieces.push(next);
        }
        Ok(Self { n, pieces })
    }

    /// The number of cards.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The pieces, by bet; each begins where the one before ends.
    pub fn pieces(&self) -> &[BetPiece] {
        &self.pieces
    }

    /// The value with a bet, in antes per hand to player I; 0 for a bet that is not above 0.
    pub fn value(&self, b: &Rational) -> Rational {
        let at = self.pieces.partition_point(|piece| piece.to.as_ref().is_some_and(|to| to < b));
        let piece = self.pieces.get(at).filter(|_| b.is_positive());
        piece.map_or(Rational::ZERO, |piece| piece.at(b) / self.pairs())
    }

    /// The best bets, ascending; none for 2 cards, with which every bet is worth 0.
    ///
    /// A best bet is an end of a piece, or `2√(x/t) − 2` with whole `x` and `t`.
    pub fn best(&self) -> Vec<BestBet> {
        let mut best: Vec<BestBet> = Vec::new();
        let pairs = Rational::ONE / self.pairs();
        for BestBet { bet, value } in self.pieces.iter().filter_map(BetPiece::best) {
            match best.last().map(|best| value.cmp(&best.value)) {
                Some(std::cmp::Ordering::Less) => continue,
                Some(std::cmp::Ordering::Greater) => best.clear(),
                Some(std::cmp::Ordering::Equal) | None => {}
            }
            if best.last().is_none_or(|best| best.bet != bet) {
                best.push(BestBet { bet, value });
            }
        }
        best.iter()
            .map(|best| BestBet { value: best.value.times(&pairs), ..best.clone() })
            .collect()
    }

    /// `n(n − 1)`.
    fn pairs(&self) -> Rational {
        Rational::from(self.n) * Rational::from(self.n - 1)
    }
}

impl BetPiece {
    /// The piece on which these masses are best; `None` if that is for no bet, or for one only.
    fn new(n: u64, masses: BetMasses) -> Option<Self> {
        let whole = |number: u64| Rational::from(number);
        let (one, two) = (Rational::ONE, Rational::from(2));
        // The bet at which both masses are whole, and the one at which a slope of the dual is 0.
        let both = |value: u64, bluffs: u64| {
            (value > bluffs).then(|| Rational::from(2 * bluffs) / Rational::from(value - bluffs))
        };
        let level = |checks: u64, odd: u64| Rational::from(2 * checks) / Rational::from(odd) - &two;
        let (from, to, constant, slope, reciprocal) = match masses {
            BetMasses::WholeValue { value: 0, bluffs: 0 } => {
                (whole(2 * n) - whole(4), None, Rational::ZERO, Rational::ZERO, Rational::ZERO)
            }
            BetMasses::WholeValue { value, bluffs } => {
                let checks = (n - 1).checked_sub(bluffs)?;
                let from = level(checks, 2 * value + 1).max(both(value, bluffs)?);
                let slope_ends = level(checks, (2 * value).checked_sub(1)?);
                let to = [Some(slope_ends), both(value, bluffs + 1)].into_iter().flatten().min();
                let twice = whole(2 * checks) * whole(value);
                let constant = &twice + &(whole(bluffs) * whole(bluffs + 1));
                (from, to, constant, -whole(value).pow(2), &twice * &-&two)
            }
            BetMasses::WholeBluffs { bluffs: 0, .. } => return None,
            BetMasses::WholeBluffs { value, bluffs } => {
                let checks = (n - 1).checked_sub(bluffs)?;
                let odd = whole(2 * value + 1);
                let from = level(checks, 2 * value + 1).max(both(value + 1, bluffs)?);
                let slope_ends = level(checks + 1, 2 * value + 1);
                let to = [Some(slope_ends), both(value, bluffs)].into_iter().flatten().min();
                let end = whole(2 * n) - &one - &two * &odd;
                let constant = whole(bluffs) * (end - whole(bluffs));
                let slope = whole(value) * whole(value + 1) - &odd * &whole(bluffs);
                (from, to, constant, slope, Rational::ZERO)
            }
        };
        let from = from.max(Rational::ZERO);
        let piece = Self { from, to, masses, constant, slope, reciprocal };
        piece.to.as_ref().is_none_or(|to| piece.from < *to).then_some(piece)
    }

    /// `n(n − 1) v` at a bet of the piece.
    fn at(&self, b: &Rational) -> Rational {
        let under = b + &Rational::from(2);
        &self.constant + &(&self.slope * b) + &self.reciprocal / &under
    }

    /// The best bet of the piece, with `n(n − 1)` times its value; `None` for the last piece.
    fn best(&self) -> Option<BestBet> {
        let to = self.to.as_ref()?;
        let two = Rational::from(2);
        // The derivative −t² + 4xt/(b + 2)² is 0 at (b + 2)² = 4x/t.
        if let BetMasses::WholeValue { value, .. } = self.masses {
            let square = &self.reciprocal / &self.slope;
            if (&self.from + &two).pow(2) < square && square < (to + &two).pow(2) {
                // b + 2 = 2√(x/t) = 2√(xt)/t, and 1/(b + 2) = √(xt)/(2x).
                let t = Rational::from(value);
                let radicand = -&self.reciprocal / Rational::from(4);
                let root = radicand.to_u64()?;
                let bet = Surd::new(-&two, &two / &t, root);
                let constant = &self.constant - &(&two * &self.slope);
                let coefficient = Rational::from(-4) * &t;
                return Some(BestBet { bet, value: Surd::new(constant, coefficient, root) });
            }
        }
        let best = [&self.from, to].map(|b| (self.at(b), b)).into_iter().max()?;
        Some(BestBet { bet: best.1.clone().into(), value: best.0.into() })
    }
}

impl BetMasses {
    /// The masses that may be best just beyond the bets at which these are.
    fn neighbours(self) -> Vec<Self> {
        let (Self::WholeValue { value, bluffs } | Self::WholeBluffs { value, bluffs }) = self;
        let about = |number: u64| number.saturating_sub(1)..=number + 1;
        let pairs = about(value).flat_map(|value| about(bluffs).map(move |bluffs| (value, bluffs)));
        let both = pairs.flat_map(|(value, bluffs)| {
            [Self::WholeValue { value, bluffs }, Self::WholeBluffs { value, bluffs }]
        });
        both.filter(|masses| *masses != self).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Menu;

    fn function(n: u64) -> BetFunction {
        BetFunction::new(n, &Control::new()).unwrap()
    }

    #[test]
    fn pieces_are_the_closed_form_of_one_bet() {
        for n in (2..=40).chain([97, 200]) {
            let function = function(n);
            let pieces = function.pieces();
            assert_eq!(pieces[0].from, Rational::ZERO, "n = {n}");
            assert_eq!(pieces.last().unwrap().to, None, "n = {n}");
            for pair in pieces.windows(2) {
                assert_eq!(pair[0].to.as_ref(), Some(&pair[1].from), "n = {n}");
            }
            for piece in pieces {
                let to = piece.to.clone().unwrap_or_else(|| &piece.from + &Rational::from(9));
                let width = &to - &piece.from;
                for part in 1..=3 {
                    let b = &piece.from + &(&width * &Rational::ratio(part, 3));
                    let closed = Menu::new([b.clone()]).unwrap().value(n).unwrap();
                    assert_eq!(function.value(&b), closed, "n = {n}, b = {b}");
                }
            }
        }
    }

    #[test]
    fn best_bets_are_those_of_the_chapter() {
        let best = |n| -> Vec<String> {
            function(n).best().iter().map(|best| best.bet.to_string()).collect()
        };
        let texts =
            ["2√2 − 2", "2√3 − 2", "2", "2√5 − 2", "2√3 − 2", "√14 − 2", "2", "2", "3√2 − 2"];
        assert_eq!(best(2), Vec::<String>::new());
        for (n, text) in (3..).zip(texts).chain([(12, "2√30/3 − 2"), (20, "√17 − 2")]) {
            assert_eq!(best(n), [text], "n = {n}");
        }
        for n in 3..=200 {
            let best = best(n);
            assert_eq!((best.len(), best[0] == "2"), (1, [0, 1, 5].contains(&(n % 9))), "n = {n}");
        }
    }

    #[test]
    fn no_bet_of_a_grid_beats_the_best() {
        for n in 3..=60 {
            let function = function(n);
            let best = &function.best()[0];
            for over in 1..=600 {
                let value = function.value(&Rational::ratio(over, 60));
                assert!(best.value >= value.into(), "n = {n}, b = {over}/60");
            }
            // Within 11/n of the best bet of large decks, and at most 1/9 (1 + 1/(4n(n − 1))).
            let apart = Rational::ratio(11, n as i64);
            let two = Rational::from(2);
            assert!(best.bet >= Surd::from(&two - &apart) && best.bet <= Surd::from(&two + &apart));
        }
    }
}
