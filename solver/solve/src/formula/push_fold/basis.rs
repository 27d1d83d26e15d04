use crate::cards::{HandClass, PreflopDeals};
use crate::exact::{Bernstein, Polynomial, Rational, RealRoot};

use super::{ChartPiece, HandPlan, MAX_CHART_STACK};

/// Payments as a function of the stack, in whole parts of a big blind and of a deal.
pub(super) struct Payments {
    /// Number of parts of a big blind.
    unit: Rational,
    /// The big blind and the ante, in parts.
    paid: Rational,
    /// Parts that the pusher gains if the other folds instead of the pusher.
    stolen: Rational,
    /// Ways to deal two hands, `pairs`, and those that the first wins less those that it loses.
    ways: Vec<Vec<[i64; 2]>>,
    /// Ways to deal a hand.
    dealt: Vec<Rational>,
    /// The loss of a pusher who folds, in big blinds.
    folded: Rational,
}

/// Plans of all hands, of the pusher and of the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChartBasis(pub(super) [Vec<HandPlan>; 2]);

/// Quantities that must not fall below 0 for a basis to be optimal: gains and probabilities, times
/// a common denominator.
pub(super) struct Conditions {
    /// The denominator of each player's gains, which is that of the other's probabilities.
    denominators: [Polynomial; 2],
    numerators: [Vec<(usize, Polynomial)>; 2],
    gains: [Vec<(usize, Polynomial)>; 2],
}

/// The condition that a piece ends at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceEnd {
    /// A player's mixed hand has come to a plan that is sure.
    Sure(usize, usize, HandPlan),
    /// A player's sure hand is as good the other way.
    Level(usize, usize),
}

impl Payments {
    pub(super) fn new(ante: &Rational) -> Self {
        let PreflopDeals { deals, won } = PreflopDeals::new();
        let row = |(deals, won): (&Vec<u64>, &Vec<u64>)| {
            let ways = deals.iter().zip(won);
            ways.map(|(deals, won)| [*deals as i64, 2 * *won as i64 - *deals as i64]).collect()
        };
        let ways: Vec<Vec<[i64; 2]>> = deals.iter().zip(&won).map(row).collect();
        let dealt = ways.iter().map(|row| row.iter().map(|[pairs, _]| *pairs).sum::<i64>().into());
        let unit = Rational::from(2) * ante.denominator();
        let folded = ante + &Rational::ratio(1, 2);
        let paid = (ante + &Rational::ONE) * &unit;
        let stolen = &paid + &(&folded * &unit);
        Self { dealt: dealt.collect(), unit, paid, stolen, ways, folded }
    }

    /// Gain of a player's hand from going all in against one of the other's that calls, or that is
    /// pushed, as constant and slope.
    fn line(&self, player: usize, [pairs, ahead]: [i64; 2]) -> [Rational; 2] {
        let pairs = Rational::from(if player == 0 { -pairs } else { pairs });
        [&self.paid * &pairs, &self.unit * &Rational::from(ahead)]
    }

    pub(super) fn against(&self, player: usize, hand: usize, other: usize) -> Polynomial {
        Polynomial::new(self.line(player, self.ways[hand][other]).to_vec())
    }

    /// Gain of a hand against the sure plans of the other player.
    pub(super) fn against_sure(
        &self,
        player: usize,
        hand: usize,
        basis: &ChartBasis,
    ) -> Polynomial {
        let sure = self.ways[hand].iter().zip(&basis.0[1 - player]);
        let sure = sure.filter(|(_, plan)| **plan == HandPlan::Always);
        let sum = sure.fold([0, 0], |sum, (ways, _)| [sum[0] + ways[0], sum[1] + ways[1]]);
        let [mut constant, slope] = self.line(player, sum);
        if player == 0 {
            constant += &(&self.stolen * &self.dealt[hand]);
        }
        Polynomial::new(vec![constant, slope])
    }
}

impl ChartBasis {
    /// Every hand is pushed and calls.
    pub(super) fn all_in() -> Self {
        Self([(); 2].map(|()| HandClass::all().map(|_| HandPlan::Always).collect()))
    }

    pub(super) fn mixed(&self, player: usize) -> Vec<usize> {
        let plans = self.0[player].iter().enumerate();
        plans.filter(|(_, plan)| **plan == HandPlan::Mixed).map(|(hand, _)| hand).collect()
    }

    pub(super) fn conditions(&self, payments: &Payments) -> Conditions {
        let mixed = [0, 1].map(|player| self.mixed(player));
        let mut denominators: [Polynomial; 2] = Default::default();
        let [mut numerators, mut gains]: [[Vec<(usize, Polynomial)>; 2]; 2] = Default::default();
        for player in [0, 1] {
            let (rows, columns) = (&mixed[player], &mixed[1 - player]);
            let sure: Vec<Polynomial> = (0..self.0[player].len())
                .map(|hand| payments.against_sure(player, hand, self))
                .collect();
            // The mixed hands of the other make those of this player level: Cramer's rule.
            let matrix = |instead: Option<usize>| -> Vec<Vec<Polynomial>> {
                let entry = |hand: usize, at: usize| match instead {
                    Some(column) if column == at => sure[hand].subtracted_from(&Rational::ZERO),
                    _ => payments.against(player, hand, columns[at]),
                };
                let row = |hand: &usize| (0..columns.len()).map(|at| entry(*hand, at)).collect();
                rows.iter().map(row).collect()
            };
            let denominator = determinant(&matrix(None));
            let probabilities: Vec<(usize, Polynomial)> = columns
                .iter()
                .enumerate()
                .map(|(at, hand)| (*hand, determinant(&matrix(Some(at)))))
                .collect();
            let gain = |hand: usize| {
                let sure = sure[hand].times(&denominator);
                probabilities.iter().fold(sure, |gain, (other, probability)| {
                    gain.plus(&probability.times(&payments.against(player, hand, *other)))
                })
            };
            let hands = (0..self.0[player].len()).filter(|hand| !rows.contains(hand));
            let gain = |hand: usize| match self.0[player][hand] {
                HandPlan::Never => (hand, gain(hand).subtracted_from(&Rational::ZERO)),
                _ => (hand, gain(hand)),
            };
            gains[player] = hands.map(gain).collect();
            denominators[player] = denominator;
            numerators[1 - player] = probabilities;
        }
        Conditions { denominators, numerators, gains }
    }
}

impl Conditions {
    /// The same with denominators above 0 right of a stack.
    pub(super) fn oriented(mut self, from: &RealRoot) -> Self {
        for player in [0, 1] {
            if self.denominators[player].value(from.high()).is_negative() {
                let turn = |polynomial: &mut Polynomial| {
                    *polynomial = polynomial.subtracted_from(&Rational::ZERO);
                };
                turn(&mut self.denominators[player]);
                self.gains[player].iter_mut().for_each(|(_, gain)| turn(gain));
                self.numerators[1 - player].iter_mut().for_each(|(_, number)| turn(number));
            }
        }
        self
    }

    /// The first stack right of `from` at which a condition is 0, and that condition; the greatest
    /// stack of the chart if there is none. `None` where a condition does not hold right of `from`,
    /// or two are 0 at once.
    pub(super) fn end(&self, from: &RealRoot) -> Option<(RealRoot, Option<PieceEnd>)> {
        let top = Rational::from(MAX_CHART_STACK);
        let mut reach = Rational::ratio(1, 16);
        loop {
            let limit = (from.high() + &reach).min(top.clone());
            match self.first_root(from, &limit)? {
                (to, None) if *to.high() < top => reach = reach * Rational::from(4),
                end => return Some(end),
            }
        }
    }

    fn first_root(
        &self,
        from: &RealRoot,
        limit: &Rational,
    ) -> Option<(RealRoot, Option<PieceEnd>)> {
        let degree = self.numerators[0].len() + 1;
        let mut first = (RealRoot::from(limit.clone()), None);
        let mut basis = Bernstein::new(from.low(), limit, degree);
        for (polynomial, end) in self.all() {
            let (sign, changes) = basis.signs(&polynomial);
            if sign.is_gt() && changes == 0 {
                continue;
            }
            // The condition that the piece before ended at is 0 at its end, and only there.
            let low =
                if proportional(&polynomial, from.polynomial()) { from.high() } else { from.low() };
            if !polynomial.value(from.high()).is_positive() && low != from.high() {
                return None;
            }
            let within = Bernstein::new(low, first.0.high(), degree).signs(&polynomial);
            if !within.0.is_gt() {
                return None;
            }
            if within.1 == 0 {
                continue;
            }
            if let Some(root) = RealRoot::first(&polynomial, low, first.0.high()) {
                let level = first.1.is_some() && root.high() >= first.0.low();
                if level || root.low() < from.high() {
                    return None;
                }
                basis = Bernstein::new(from.low(), root.high(), degree);
                first = (root, Some(end?));
            }
        }
        Some(first)
    }

    /// The conditions, with the end of a piece that each of them makes; none may end at a
    /// denominator.
    fn all(&self) -> impl Iterator<Item = (Polynomial, Option<PieceEnd>)> {
        [0, 1].into_iter().flat_map(move |player| {
            let under = &self.denominators[1 - player];
            let least = self.numerators[player].iter().map(move |(hand, number)| {
                (number.clone(), Some(PieceEnd::Sure(player, *hand, HandPlan::Never)))
            });
            let most = self.numerators[player].iter().map(move |(hand, number)| {
                (under.minus(number), Some(PieceEnd::Sure(player, *hand, HandPlan::Always)))
            });
            let gains = self.gains[player]
                .iter()
                .map(move |(hand, gain)| (gain.clone(), Some(PieceEnd::Level(player, *hand))));
            std::iter::once((under.clone(), None)).chain(least).chain(most).chain(gains)
        })
    }

    pub(super) fn piece(
        self,
        payments: &Payments,
        basis: &ChartBasis,
        from: &RealRoot,
        to: &RealRoot,
    ) -> ChartPiece {
        let pushed = self.gains[0].iter();
        let pushed = pushed.filter(|(hand, _)| basis.0[0][*hand] == HandPlan::Always);
        let gain = pushed.fold(Polynomial::default(), |sum, (_, gain)| sum.plus(gain));
        let deals = &payments.unit * &payments.dealt.iter().cloned().sum::<Rational>();
        // Both denominators are one determinant, but for its sign.
        let [denominator, _] = self.denominators;
        let value = gain.scaled(&(Rational::ONE / deals));
        let value = value.minus(&denominator.scaled(&payments.folded));
        let (from, to, plans) = (from.clone(), to.clone(), basis.0.clone());
        ChartPiece { from, to, plans, mixed: self.numerators, denominator, value }
    }
}

/// True if one polynomial is a number times the other.
fn proportional(one: &Polynomial, other: &Polynomial) -> bool {
    let degree = one.degree();
    degree == other.degree()
        && one.scaled(&other.coefficient(degree)) == other.scaled(&one.coefficient(degree))
}

/// The determinant of a matrix of few rows.
fn determinant(matrix: &[Vec<Polynomial>]) -> Polynomial {
    let Some((first, rest)) = matrix.split_first() else {
        return Polynomial::constant(Rational::ONE);
    };
    let mut sum = Polynomial::default();
    for (at, entry) in first.iter().enumerate() {
        let without = |row: &Vec<Polynomial>| {
            row.iter()
                .enumerate()
                .filter(|(column, _)| *column != at)
                .map(|(_, entry)| entry.clone())
                .collect()
        };
        let minor: Vec<Vec<Polynomial>> = rest.iter().map(without).collect();
        let term = entry.times(&determinant(&minor));
        sum = if at % 2 == 0 { sum.plus(&term) } else { sum.minus(&term) };
    }
    sum
}
