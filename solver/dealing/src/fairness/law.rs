use super::numbering::digest;
use bluff_exact::Rational;

/// The law of the outcome: weights by outcome, over a common total.
///
/// Outcomes are numbered; a law over few of them is a sorted list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OutcomeLaw(Vec<(u32, u128)>);

impl OutcomeLaw {
    pub(super) fn put(&mut self, outcome: u32, weight: u128) {
        match self.0.binary_search_by_key(&outcome, |entry| entry.0) {
            Ok(at) => self.0[at].1 += weight,
            // Most views have one outcome, and a list that grows begins with room for four.
            Err(0) if self.0.is_empty() => self.0 = vec![(outcome, weight)],
            Err(at) => self.0.insert(at, (outcome, weight)),
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        if self.0.is_empty() {
            *self = other;
            return;
        }
        // Of two sorted lists one, in a single pass.
        self.0.extend(other.0);
        self.0.sort_by_key(|entry| entry.0);
        self.0.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
    }

    /// A number that the law decides once its weights are in lowest terms; outcomes by numbers of
    /// their own.
    pub(super) fn digest(&self, outcomes: &[u64]) -> u64 {
        let common = self.0.iter().fold(0, |common, entry| gcd(common, entry.1)).max(1);
        let entry =
            |&(name, weight): &(u32, u128)| digest(&(outcomes[name as usize], weight / common));
        self.0.iter().map(entry).fold(0, u64::wrapping_add)
    }

    /// All weights times a factor; `None` beyond 128 bits.
    pub(super) fn scale(&mut self, factor: u128) -> Option<()> {
        for (_, weight) in &mut self.0 {
            *weight = weight.checked_mul(factor)?;
        }
        Some(())
    }

    pub(super) fn total(&self) -> u128 {
        self.0.iter().map(|entry| entry.1).sum()
    }

    pub(super) fn probability(&self, outcome: u32) -> Rational {
        let weight =
            self.0.binary_search_by_key(&outcome, |entry| entry.0).map_or(0, |at| self.0[at].1);
        ratio(weight, self.total())
    }

    pub(super) fn weights(&self) -> &[(u32, u128)] {
        &self.0
    }

    /// True if both are the same law once each is divided by its total.
    pub(super) fn same(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.total(), other.total());
        // No weight is larger than its total: below 2⁶⁴ no product is beyond 128 bits.
        let small = mine.max(theirs) <= u128::from(u64::MAX);
        let common = if small { 1 } else { gcd(mine, theirs).max(1) };
        let (mine, theirs) = (mine / common, theirs / common);
        let equal = |a: u128, b: u128| {
            let [a, b] = [a.checked_mul(theirs), b.checked_mul(mine)];
            a.is_some() && a == b
        };
        self.0.len() == other.0.len()
            && self.0.iter().zip(&other.0).all(|(a, b)| a.0 == b.0 && equal(a.1, b.1))
    }
}

pub(super) fn gcd(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (_, Ok(0)) => a,
        // One word is much cheaper to divide than two.
        (Ok(a), Ok(b)) => gcd(b.into(), (a % b).into()),
        _ => gcd(b, a % b),
    }
}

/// A probability of integer weights.
pub(super) fn ratio(part: u128, whole: u128) -> Rational {
    Rational::from(part) / Rational::from(whole.max(1))
}
