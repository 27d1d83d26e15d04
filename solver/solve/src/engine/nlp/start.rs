//! Starts of the search: drawn from a seed, the same on every machine.

/// A small generator (SplitMix64). Source: Steele, Lea & Flood (2014).
pub(super) struct Draws(u64);

impl Draws {
    /// The draws of one start; starts of one seed have nothing in common.
    pub(super) fn new(seed: u64, start: u64) -> Self {
        let mut mixed = Self(seed);
        let mixed = mixed.next().wrapping_add(start);
        let mut draws = Self(mixed);
        draws.0 = draws.next();
        draws
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number between 0 and 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A point of the square roots of a product of simplices, none of them 0, so that every
    /// direction is open.
    pub(super) fn roots(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| 0.1 + 0.9 * self.unit()).collect()
    }
}
