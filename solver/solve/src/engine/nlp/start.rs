//! Starts of the search: drawn from a seed, the same on every machine.

/// A small generator of numbers (SplitMix64). Source: Steele, Lea & Flood (2014).
pub struct Draws(u64);

impl Draws {
    /// The draws of one start; starts of one seed have nothing in common.
    pub fn new(seed: u64, start: u64) -> Self {
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

    /// A point of a product of simplices, drawn evenly from each; no coordinate is 0.
    pub fn point(&mut self, simplices: &[usize]) -> Vec<f64> {
        let mut point = Vec::new();
        for size in simplices {
            let parts: Vec<f64> = (0..*size).map(|_| 1e-3 - (1.0 - self.unit()).ln()).collect();
            let total: f64 = parts.iter().sum();
            point.extend(parts.iter().map(|part| part / total));
        }
        point
    }
}
