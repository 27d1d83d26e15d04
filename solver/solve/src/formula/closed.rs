use crate::certificate::{OneStreetProof, ProofGap};
use crate::exact::{Rational, partition_near};
use crate::game::{self, GameError};

/// The bets of a one-street game with one copy of each card, for every deck.
///
/// ```
/// use rational_bluff::{exact::Rational, formula::Menu};
/// let menu = Menu::new([Rational::from(2)])?;
/// let value = menu.proof(1_000_000_000_000_000_000).check()?;
/// assert_eq!(value, Rational::ratio(1, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Menu {
    bets: Vec<Rational>,
    /// `e_j = 2/((s_{j−1} + 2)(s_j + 2))`, descending.
    edges: Vec<Rational>,
    /// `(s_j − s_{j−1}) e_j`: the bluffs that go with a value bet of the size or a larger one.
    weights: Vec<Rational>,
    limit: Rational,
}

impl Menu {
    /// The game with these bets; 0, the check, may be listed.
    ///
    /// Errors: those of [`game::one_street`].
    pub fn new(bets: impl IntoIterator<Item = Rational>) -> Result<Self, GameError> {
        let sizes = game::one_street(2, bets)?.bets();
        let two = Rational::from(2);
        let edges: Vec<Rational> =
            sizes.windows(2).map(|pair| &two / &((&pair[0] + &two) * (&pair[1] + &two))).collect();
        let steps = sizes.windows(2).map(|pair| &pair[1] - &pair[0]);
        let weights: Vec<Rational> = steps.zip(&edges).map(|(step, edge)| step * edge).collect();
        let kappa: Rational = weights.iter().zip(&edges).map(|(weight, edge)| weight * edge).sum();
        let limit = &kappa / &(Rational::ONE + &kappa);
        Ok(Self { bets: sizes[1..].to_vec(), edges, weights, limit })
    }

    /// The bet sizes above 0, ascending, in antes.
    pub fn bets(&self) -> &[Rational] {
        &self.bets
    }

    /// The value `V` that large decks approach, in antes per hand to player I.
    pub fn limit(&self) -> &Rational {
        &self.limit
    }

    /// The masses of value bets in large decks, as parts of the deck: `(1 − V) e_j`.
    pub fn mass_per_card(&self) -> Vec<Rational> {
        let calling = Rational::ONE - &self.limit;
        self.edges.iter().map(|edge| &calling * edge).collect()
    }

    /// The period of the constants: the least common denominator of `V` and of the masses of value
    /// bets.
    pub fn period(&self) -> Rational {
        Rational::common_denominator(self.mass_per_card().iter().chain([&self.limit]))
    }

    /// The proof of the value of a deck of `n ≥ 2` cards.
    ///
    /// Cost: `O(k log k)` exact operations for `k` sizes, whatever `n` is.
    pub fn proof(&self, n: u64) -> OneStreetProof {
        let half = Rational::ratio(1, 2);
        let end = Rational::from(n) - &half;
        // The slope of the minimised function jumps where η, or e_j (N − η), is half-whole. First
        // the half-whole η from which on it rises, near V N, where the parabola has its minimum.
        let rises = |eta: &Rational| !self.half_slopes(&end, eta).1.is_negative();
        let half_before = |card: u64| Rational::from(card) - &half;
        let near = (&self.limit * &end).floor().to_u64().unwrap_or_default() + 1;
        let card = partition_near(0..n, near, |card| !rises(&half_before(card)));
        let high = half_before(card);
        let low = &high - &Rational::ONE;
        // Then the first jump between the two: e_j ≤ 1/2, so each size has at most one.
        let mut jumps: Vec<Rational> =
            self.edges.iter().filter_map(|edge| jump(edge, &end, &low, &high)).collect();
        jumps.push(high);
        jumps.sort();
        let eta = jumps.swap_remove(jumps.partition_point(|eta| !rises(eta)));
        let masses = self.masses(&end, &eta);
        OneStreetProof { n, bets: self.bets.clone(), eta, masses }
    }

    /// The value of a deck of `n` cards, in antes per hand to player I.
    ///
    /// Errors: those of [`OneStreetProof::check`] for a deck of fewer than 2 cards.
    pub fn value(&self, n: u64) -> Result<Rational, ProofGap> {
        self.proof(n).check()
    }

    /// Half of the slopes at `eta` of the function that is minimised, from the left and from the
    /// right.
    fn half_slopes(&self, end: &Rational, eta: &Rational) -> (Rational, Rational) {
        let (low, high) = half_whole(eta);
        let (mut left, mut right) = (low, high);
        let mu = end - eta;
        for (edge, weight) in self.edges.iter().zip(&self.weights) {
            let (low, high) = half_whole(&(edge * &mu));
            left -= &(weight * &high);
            right -= &(weight * &low);
        }
        (left, right)
    }

    /// The masses of value bets that balance with the bluffs at the minimum: one weight divides
    /// every jump.
    fn masses(&self, end: &Rational, eta: &Rational) -> Vec<Rational> {
        let (left, right) = self.half_slopes(end, eta);
        let weight = if left == right { Rational::ZERO } else { -&left / &(&right - &left) };
        let mu = end - eta;
        let mass = |edge: &Rational| {
            let (low, high) = half_whole(&(edge * &mu));
            &high - &(&weight * &(&high - &low))
        };
        self.edges.iter().map(mass).collect()
    }
}

/// Half of the slopes of `φ` at `t`: the whole numbers `⌈t − 1/2⌉` and `⌊t + 1/2⌋`, which are the
/// same unless `t` is half-whole.
fn half_whole(t: &Rational) -> (Rational, Rational) {
    let half = Rational::ratio(1, 2);
    let high = (t + &half).floor();
    let low = if &high - &half == *t { &high - &Rational::ONE } else { high.clone() };
    (low, high)
}

/// The `η` strictly between `low` and `high` at which `edge · (end − η)` is half-whole.
fn jump(edge: &Rational, end: &Rational, low: &Rational, high: &Rational) -> Option<Rational> {
    let half = Rational::ratio(1, 2);
    let at_high = edge * &(end - high);
    let next = (&at_high + &half).floor() + &half;
    let eta = end - &(&next / edge);
    (*low < eta && eta < *high).then_some(eta)
}
