use std::fmt;

use crate::exact::Rational;

/// A function of the parameters `λ_k`: `base + Σ slopes_k λ_k`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlanLine {
    /// Its value where all parameters are 0.
    pub base: Rational,
    /// One for each parameter.
    pub slopes: Vec<Rational>,
}

impl PlanLine {
    /// The value at a point.
    pub fn at(&self, point: &[Rational]) -> Rational {
        let terms =
            self.slopes.iter().zip(point).filter(|(slope, at)| !slope.is_zero() && !at.is_zero());
        terms.fold(self.base.clone(), |sum, (slope, at)| sum + slope * at)
    }

    /// True if it is the same at all points.
    pub fn is_constant(&self) -> bool {
        self.slopes.iter().all(Rational::is_zero)
    }

    /// The parameters that it depends on.
    pub fn parameters(&self) -> impl Iterator<Item = usize> {
        let used = |(_, slope): &(usize, &Rational)| !slope.is_zero();
        self.slopes.iter().enumerate().filter(used).map(|(at, _)| at)
    }

    /// Adds a multiple of another function.
    pub(super) fn add(&mut self, other: &Self, factor: &Rational) {
        self.base += &(&other.base * factor);
        for (slope, more) in self.slopes.iter_mut().zip(&other.slopes) {
            if !more.is_zero() {
                *slope += &(more * factor);
            }
        }
    }

    /// The same half-space `≥ 0` for all its multiples: the first slope is 1 or −1.
    pub(super) fn scaled(mut self) -> Self {
        let first = self.slopes.iter().find(|slope| !slope.is_zero()).map(Rational::abs);
        if let Some(scale) = first.and_then(|first| first.recip()) {
            self.scale(&scale);
        }
        self
    }

    fn scale(&mut self, factor: &Rational) {
        self.base = &self.base * factor;
        self.slopes.iter_mut().for_each(|slope| *slope = &*slope * factor);
    }

    /// The same function of a new parameter in the place of `at`, whose value is `new`.
    pub(super) fn with_parameter(&mut self, at: usize, new: &Self) {
        let factor = self.slopes[at].clone() / new.slopes[at].clone();
        self.add(new, &-&factor);
        self.slopes[at] = factor;
    }
}

/// In words, such as `1/3 + λ`; several parameters are numbered from 1.
impl fmt::Display for PlanLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = self.base.is_zero();
        if !empty {
            self.base.fmt(f)?;
        }
        for at in self.parameters() {
            let (slope, size) = (&self.slopes[at], self.slopes[at].abs());
            f.write_str(match (empty, slope.is_negative()) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            })?;
            if !size.is_one() {
                let blank = if size.is_integer() { "" } else { " " };
                write!(f, "{size}{blank}")?;
            }
            f.write_str("λ")?;
            if self.slopes.len() > 1 {
                write!(f, "{}", at + 1)?;
            }
            empty = false;
        }
        if empty { f.write_str("0") } else { Ok(()) }
    }
}

/// The probability of an action as a function of the parameters: of its sequence over that of the
/// arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRatio {
    /// The numerator.
    pub above: PlanLine,
    /// The denominator; `None` where it is 1.
    pub below: Option<PlanLine>,
}

impl PlanRatio {
    /// The ratio in lowest terms; `None` if the denominator is 0 everywhere.
    pub(super) fn new(above: &PlanLine, below: &PlanLine) -> Option<Self> {
        let ends = |line: &PlanLine| {
            let all = std::iter::once(&line.base).chain(&line.slopes).cloned();
            all.collect::<Vec<_>>()
        };
        let first = ends(below).into_iter().position(|entry| !entry.is_zero())?;
        let factor = ends(above)[first].clone() / &ends(below)[first];
        let mut rest = above.clone();
        rest.add(below, &-&factor);
        if below.is_constant() {
            let mut above = above.clone();
            above.scale(&(Rational::ONE / &below.base));
            return Some(Self { above, below: None });
        }
        if rest.is_constant() && rest.base.is_zero() {
            let slopes = vec![Rational::ZERO; above.slopes.len()];
            return Some(Self { above: PlanLine { base: factor, slopes }, below: None });
        }
        Some(Self { above: above.clone(), below: Some(below.clone()) })
    }

    /// True if it is the same at all points.
    pub fn is_constant(&self) -> bool {
        self.below.is_none() && self.above.is_constant()
    }
}

/// In words, such as `(1/3 + λ)/(1 - λ)`.
impl fmt::Display for PlanRatio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.below {
            None => self.above.fmt(f),
            Some(below) => write!(f, "({})/({below})", self.above),
        }
    }
}
