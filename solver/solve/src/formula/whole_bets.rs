use crate::control::{Control, Stopped};
use crate::exact::{Interval, Rational, pi};

use super::SaturatedDeck;

/// Decimal digits of the largest deck whose distance to the limit is enclosed.
pub const MAX_DECK_DIGITS: usize = 300;

/// Bets whose terms of `H` are summed one by one.
const SUMMED: i64 = 4_096;

/// Newman's game with all whole bets, for large decks: `V − v(n) = C n^(−3/2) + O(n^(−5/3))`.
///
/// Source: docs/ALL_DECKS.md#newmans-game-the-rate.
///
/// ```
/// use rational_bluff::{exact::Rational, formula::WholeBetsLaw};
/// let law = WholeBetsLaw::new(20).unwrap();
/// assert_eq!(law.rate.decimal(20).unwrap(), "0.31987462229404540942…");
/// assert_eq!(law.saturation.decimal(15).unwrap(), "1.857375714733811…");
/// let deck = Rational::from(10).pow(100);
/// let [low, high] = law.distance(&deck).unwrap();
/// assert!(&high - &low < &high * &Rational::ratio(1, 1_000_000_000_000_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeBetsLaw {
    /// The value `V = (4π² − 39)/(4π² − 36)` that large decks approach, in antes.
    pub limit: Interval,
    /// `C = (2/π)(1 − 1/√2) ζ(3/2) √(3/(8π² − 72))`.
    pub rate: Interval,
    /// `√(3/(π² − 9))`, which the saturation size divided by `√n` approaches.
    pub saturation: Interval,
}

/// A deck of Newman's game with all whole bets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeBetsDeck {
    /// The number of cards.
    pub n: Rational,
    /// The deck in closed form, unless it is too large.
    pub solved: Option<SaturatedDeck>,
    /// Bounds of `V − v(n)`.
    pub distance: [Rational; 2],
}

impl WholeBetsLaw {
    /// Digits of the constants that are shown, and some more.
    pub const DIGITS: usize = 60;

    /// A deck: solved unless it is too large, and its distance to the limit; `None` for numbers
    /// that [`Self::distance`] does not take.
    ///
    /// Errors: those of the control.
    pub fn deck(&self, n: Rational, control: &Control) -> Result<Option<WholeBetsDeck>, Stopped> {
        let Some(far) = self.distance(&n) else { return Ok(None) };
        let solved = n.to_u64().map(|n| SaturatedDeck::new(n, control)).transpose()?.flatten();
        let closer = solved.as_ref().map(|deck| {
            let value = Interval::of(&deck.value, self.limit.bits());
            let distance = &self.limit - &value;
            [distance.low(), distance.high()]
        });
        Ok(Some(WholeBetsDeck { n, solved, distance: closer.unwrap_or(far) }))
    }

    /// Decks for a picture: 16 for each power of ten, from 10 cards to a million.
    ///
    /// Errors: those of the control.
    pub fn decks(control: &Control) -> Result<Vec<SaturatedDeck>, Stopped> {
        let deck = |at: i32| {
            let n = 10_f64.powf(f64::from(at) / 16.0).round();
            SaturatedDeck::new(n as u64, control)
        };
        Ok((16..=96).map(deck).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    /// The law, with so many digits of each number certain; `None` if the enclosures are too wide,
    /// which is a bug.
    pub fn new(digits: usize) -> Option<Self> {
        let bits = 4 * digits + 64;
        let [limit, calling] = limits(bits)?;
        // √(3/(8π² − 72)) = √((1 − V)/2).
        let half = Rational::ratio(1, 2);
        let rate = &mean_of_squares(bits)? * &calling.times(&half).sqrt()?;
        let saturation = calling.times(&Rational::from(4)).sqrt()?;
        Some(Self { limit, rate, saturation })
    }

    /// Bounds of `V − v(n)` for a whole `n ≥ 2` of at most [`MAX_DECK_DIGITS`] digits; `None` for
    /// other numbers.
    ///
    /// No deck is solved. With `A = 2(1 − V)N`, `f(x) = ⟨A/((x + 1)(x + 2))⟩²` and `S` about the
    /// cube root of `4A`, the terms of `H` are summed up to a bound of their own, taken to be from
    /// 0 to 1/4 up to `S`, and replaced by an integral beyond it. Source:
    /// docs/ALL_DECKS.md#bounds-for-every-deck. Cost: the same for every `n`, but for
    /// the length of its digits.
    pub fn distance(&self, n: &Rational) -> Option<[Rational; 2]> {
        let (one, two) = (Rational::ONE, Rational::from(2));
        if !n.is_integer() || *n < two || *n >= Rational::from(10).pow(MAX_DECK_DIGITS) {
            return None;
        }
        let bits = 2 * n.bits() + 96;
        let [limit, calling] = limits(bits)?;
        let end = n - &Rational::ratio(1, 2);
        let a = calling.times(&(&end * &two));
        let split = Rational::of_double((4.0 * a.middle().to_f64()).cbrt().ceil())?;
        let summed = split.clone().min(Rational::from(SUMMED));

        // ⟨VN⟩², and the terms of the first bets. Each changes by at most what its argument does,
        // and Σ 1/((s + 1)(s + 2)) ≤ 1/2.
        let vn = limit.times(&end);
        let terms = (1..=summed.to_i128()? as i64).map(|bet| {
            let product = Rational::from(bet + 1) * Rational::from(bet + 2);
            Interval::of(&from_whole(&(a.middle() / product)).pow(2), 96)
        });
        let zero = Interval::of(&from_whole(&vn.middle()).pow(2), 96);
        let sum = terms.fold(zero, |sum, term| &sum + &term);
        let unsure = vn.width() + a.width();

        // The terms up to S.
        let skipped = (&split - &summed) * Rational::ratio(1, 4);
        // The integral from 0 to ∞, less that from 0 to Z, Z² = (S + 3/2)(S + 5/2).
        let all = &mean_of_squares(bits)? * &a.sqrt()?.times(&Rational::ratio(1, 2));
        let square = (&split + &Rational::ratio(3, 2)) * (&split + &Rational::ratio(5, 2));
        let z = Interval::of(&square, bits).sqrt()?;
        let tail = &all - &z.times(&Rational::ratio(1, 12));
        let cube = &z.times(&square).over(&a.times(&Rational::from(62)))?.high();
        let variation = &(&a.high() / &square) * &Rational::ratio(1, 4) + Rational::ratio(1, 8);
        let error = &variation + cube + unsure;
        let curved = &one / &(&z.low() * &Rational::from(32));

        // c(n) = H − V/4 plus a number from 0 to 1 − V.
        let fixed = &(&sum + &tail) - &limit.times(&Rational::ratio(1, 4));
        let low = fixed.low() - &error - curved;
        let high = fixed.high() + &error + skipped + calling.high();
        let pairs = n * &(n - &one);
        Some([low / pairs.clone(), high / pairs])
    }
}

/// `V` and `1 − V = 3/(4π² − 36)`.
fn limits(bits: usize) -> Option<[Interval; 2]> {
    let working = bits + 8;
    let number = |whole: i64| Interval::of(&Rational::from(whole), working);
    let under = &pi(working).pow(2).times(&Rational::from(4)) - &number(36);
    let calling = number(3).over(&under)?;
    Some([&number(1) - &calling, calling].map(|number| number.with_bits(bits)))
}

/// `J = ∫_0^∞ ⟨u⟩² u^(−3/2) du = (2/π) Σ_{m ≥ 1} (−1)^(m+1) m^(−3/2)`.
///
/// The alternating sum by Cohen, Rodriguez Villegas and Zagier (2000), algorithm 1, with `k` terms:
/// `m^(−3/2)` are moments of a positive measure on [0, 1], and the Chebyshev polynomial
/// `T_k(1 − 2x)` is at most 1 there and `d = T_k(3)` at −1. So the error is at most the sum itself,
/// which is at most 1, divided by `d`.
fn mean_of_squares(bits: usize) -> Option<Interval> {
    let working = bits + 32;
    // T_k(3) > 2^(2.5 k − 1).
    let terms = (working + 2) * 2 / 5 + 1;
    let (mut before, mut d) = (Rational::ONE, Rational::from(3));
    for _ in 1..terms {
        let next = &(&d * &Rational::from(6)) - &before;
        (before, d) = (d, next);
    }
    let (mut b, mut c) = (-Rational::ONE, -&d);
    let mut sum = Interval::of(&Rational::ZERO, working + d.bits());
    for m in 0..terms as i64 {
        c = &b - &c;
        let number = Rational::from(m + 1);
        let root = Interval::of(&number, working + d.bits()).sqrt()?;
        sum = &sum + &root.times(&(&c / &(&number * &number)));
        let k = terms as i64;
        b = &b * &(Rational::from(2 * (m + k) * (m - k)) / Rational::from((2 * m + 1) * (m + 1)));
    }
    let unit = &Rational::ONE / &d;
    let alternating = sum.times(&unit).with_bits(working);
    let about = &alternating + &Interval::between(&-&unit, &unit, working);
    Some(about.times(&Rational::from(2)).over(&pi(working))?.with_bits(bits))
}

/// The distance of a number to the nearest whole one.
fn from_whole(number: &Rational) -> Rational {
    let above = number - &number.floor();
    let below = &Rational::ONE - &above;
    above.min(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_the_digits_of_the_chapter() {
        let law = WholeBetsLaw::new(60).unwrap();
        for (number, digits) in [
            (&law.limit, "0.13753886357926601149"),
            (&law.rate, "0.31987462229404540942"),
            (&law.saturation, "1.857375714733811"),
        ] {
            assert!(number.decimal(60).unwrap().starts_with(digits), "{digits}");
        }
        // ζ(3/2) = 2.612375348685488343… by its definition.
        let root = Interval::of(&Rational::from(2), 200).sqrt().unwrap();
        let factor = &Interval::of(&Rational::ONE, 200) - &root.times(&Rational::ratio(1, 2));
        let zeta = mean_of_squares(200).unwrap().over(&factor).unwrap();
        let zeta = &zeta * &pi(200).times(&Rational::ratio(1, 2));
        assert_eq!(zeta.decimal(18).unwrap(), "2.612375348685488343…");
    }

    #[test]
    fn bounds_hold_for_decks_that_are_solved() {
        let law = WholeBetsLaw::new(40).unwrap();
        for n in (2..=60).chain([100, 1_000, 12_345, 1_000_000, 1_000_000_007]) {
            let deck = SaturatedDeck::new(n, &Control::new()).unwrap().unwrap();
            let distance = &law.limit - &Interval::of(&deck.value, 160);
            let [low, high] = law.distance(&Rational::from(n)).unwrap();
            assert!(low <= distance.low() && distance.high() <= high, "n = {n}");
        }
    }

    #[test]
    fn large_decks_have_many_certain_digits() {
        let law = WholeBetsLaw::new(40).unwrap();
        let ten = Rational::from(10);
        let [low, high] = law.distance(&ten.pow(100)).unwrap();
        let rate = ten.pow(150);
        let [low, high] = [low, high].map(|end| (end * rate.clone()).decimal(15));
        assert_eq!([low.as_str(), high.as_str()], ["0.319874622294045…"; 2]);
        assert_eq!(law.distance(&Rational::ratio(5, 2)), None);
        assert_eq!(law.distance(&ten.pow(MAX_DECK_DIGITS)), None);
    }
}
