use super::{Cause, Coins};

/// A permutation of the places `0..k`: a map from places to places.
///
/// The papers multiply permutations from the right or from the left; here there is no product, only
/// [`Permutation::then`] and [`Permutation::after`], which say what comes first.
///
/// ```
/// use bluff_dealing::Permutation;
/// let (f, g) = (Permutation::new(vec![1, 2, 0])?, Permutation::new(vec![0, 2, 1])?);
/// assert_eq!(f.then(&g).of(0), g.of(f.of(0)));
/// assert_eq!(f.after(&g), g.then(&f));
/// # Ok::<(), bluff_dealing::Cause>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permutation(Vec<u32>);

impl Permutation {
    /// The map that sends place `i` to `images[i]`.
    ///
    /// Errors: `NotAPermutation` unless every place below the length stands there once.
    pub fn new(images: Vec<u32>) -> Result<Self, Cause> {
        let mut seen = vec![false; images.len()];
        for &image in &images {
            match seen.get_mut(image as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(Cause::NotAPermutation { given: images.len() }),
            }
        }
        Ok(Self(images))
    }

    /// The map that moves nothing.
    pub fn identity(k: usize) -> Self {
        Self((0..k as u32).collect())
    }

    /// Place `i` goes to `i + by`, around the end.
    pub fn rotation(k: usize, by: usize) -> Self {
        Self((0..k).map(|place| ((place + by) % k) as u32).collect())
    }

    /// The places swapped one after the other, from the last down, each with the one that is chosen
    /// of so many: if each is chosen equally likely, so is each permutation (Fisher and Yates).
    pub(super) fn by_swaps(k: usize, mut choose: impl FnMut(u64) -> u64) -> Self {
        let mut images: Vec<u32> = (0..k as u32).collect();
        (0..k).rev().for_each(|place| images.swap(place, choose(place as u64 + 1) as usize));
        Self(images)
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are no places at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The image of this place; panics outside `0..k`.
    pub fn of(&self, place: usize) -> usize {
        self.0[place] as usize
    }

    /// The place that goes to this one, below `k`.
    pub fn origin(&self, place: usize) -> usize {
        self.0.iter().take_while(|&&image| image as usize != place).count()
    }

    /// All images, by place.
    pub fn images(&self) -> &[u32] {
        &self.0
    }

    /// First this, then `next`. Both have the same length.
    pub fn then(&self, next: &Self) -> Self {
        Self(self.0.iter().map(|&image| next.0[image as usize]).collect())
    }

    /// First `first`, then this.
    pub fn after(&self, first: &Self) -> Self {
        first.then(self)
    }

    /// The way back.
    pub fn inverse(&self) -> Self {
        let mut back = vec![0; self.len()];
        for (place, &image) in self.0.iter().enumerate() {
            back[image as usize] = place as u32;
        }
        Self(back)
    }

    /// The item at place `i` moves to place `of(i)`.
    pub fn moved<T: Clone>(&self, items: &[T]) -> Vec<T> {
        self.inverse().0.iter().map(|&from| items[from as usize].clone()).collect()
    }
}

/// The permutations a shuffle may use: a known subgroup of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subgroup {
    /// Every permutation.
    All,
    /// Only the first places move; the others stay.
    First(usize),
    /// Only rotations: a cut of the deck.
    Rotations,
    /// Nothing moves: plain re-masking.
    Identity,
}

impl Subgroup {
    /// True if the permutation is one of these.
    pub fn contains(self, permutation: &Permutation) -> bool {
        match self {
            Self::All => true,
            Self::First(m) => (m..permutation.len()).all(|place| permutation.of(place) == place),
            Self::Rotations => {
                permutation.is_empty()
                    || *permutation == Permutation::rotation(permutation.len(), permutation.of(0))
            }
            Self::Identity => *permutation == Permutation::identity(permutation.len()),
        }
    }

    /// A uniform permutation of `k` places among these.
    pub fn random(self, k: usize, coins: &mut impl Coins) -> Permutation {
        match self {
            Self::All => coins.permutation(k),
            Self::First(m) => {
                let mut images = coins.permutation(m.min(k)).0;
                images.extend(images.len() as u32..k as u32);
                Permutation(images)
            }
            Self::Rotations => Permutation::rotation(k, coins.below(k as u64) as usize),
            Self::Identity => Permutation::identity(k),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::every;

    fn all(k: usize, subgroup: Subgroup) -> Vec<Permutation> {
        every(|coins| subgroup.random(k, coins))
    }

    #[test]
    fn every_permutation_of_a_subgroup_comes_up_once() {
        let counts = [
            (Subgroup::All, 24),
            (Subgroup::First(3), 6),
            (Subgroup::Rotations, 4),
            (Subgroup::Identity, 1),
        ];
        for (subgroup, count) in counts {
            let mut found = all(4, subgroup);
            assert!(found.iter().all(|permutation| subgroup.contains(permutation)));
            found.sort();
            found.dedup();
            assert_eq!(found.len(), count, "{subgroup:?}");
            let inside = all(4, Subgroup::All)
                .iter()
                .filter(|permutation| subgroup.contains(permutation))
                .count();
            assert_eq!(inside, count, "{subgroup:?}");
        }
    }

    #[test]
    fn ways_back_and_orders() {
        for f in all(4, Subgroup::All) {
            assert_eq!(f.then(&f.inverse()), Permutation::identity(4));
            assert!((0..4).all(|place| f.origin(place) == f.inverse().of(place)));
            let moved = f.moved(&["a", "b", "c", "d"]);
            assert!((0..4).all(|place| moved[f.of(place)] == ["a", "b", "c", "d"][place]));
            for g in all(4, Subgroup::All) {
                assert!((0..4).all(|place| f.then(&g).of(place) == g.of(f.of(place))));
                assert_eq!(g.after(&f), f.then(&g));
            }
        }
    }

    #[test]
    fn what_is_no_permutation_is_refused() {
        for images in [vec![0, 0], vec![1], vec![0, 2], vec![u32::MAX]] {
            let given = images.len();
            assert_eq!(Permutation::new(images), Err(Cause::NotAPermutation { given }));
        }
    }
}
