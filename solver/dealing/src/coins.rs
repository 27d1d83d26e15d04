use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::Party;
use super::permutation::Permutation;

/// The private coins of a party: all chance in a protocol. A protocol is a deterministic function
/// of its coins.
pub trait Coins {
    /// A number below `n`, each equally likely; `n` is at least 1.
    fn below(&mut self, n: u64) -> u64;

    /// 64 random bits, for keys, masks and proofs.
    fn word(&mut self) -> u64;

    /// A number below `n`; 0 stands for all 64 bits.
    fn toss(&mut self, n: u64) -> u64 {
        if n == 0 { self.word() } else { self.below(n) }
    }

    /// Fills the bytes at random.
    fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.word().to_le_bytes()[..chunk.len()]);
        }
    }

    /// A permutation of `k` places, each equally likely.
    fn permutation(&mut self, k: usize) -> Permutation {
        Permutation::by_swaps(k, |left| self.below(left))
    }
}

/// The source of all parties' coins.
pub trait CoinSource {
    /// A number below `n` for this party; 0 stands for all 64 bits.
    fn toss(&mut self, party: Party, n: u64) -> u64;
}

/// One stream for all parties, where nobody keeps his own.
impl<C: Coins> CoinSource for C {
    fn toss(&mut self, _party: Party, n: u64) -> u64 {
        Coins::toss(self, n)
    }
}

/// Every party with a seed of its own, which it reveals afterwards.
impl CoinSource for Vec<Seeded> {
    fn toss(&mut self, party: Party, n: u64) -> u64 {
        Coins::toss(&mut self[party.place()], n)
    }
}

/// Every sequence of answers in turn, like the wheels of a counter: for exact proofs.
///
/// ```
/// use bluff_dealing::{Coins, CoinOdometer};
/// let (mut odometer, mut seen) = (CoinOdometer::new(), Vec::new());
/// loop {
///     seen.push((odometer.below(2), odometer.below(3)));
///     if !odometer.turn() { break }
/// }
/// assert_eq!(seen, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct CoinOdometer {
    wheels: Vec<(u64, u64)>,
    at: usize,
    /// So many wheels do not turn.
    fixed: usize,
}

impl CoinOdometer {
    /// All wheels at 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Goes on to the next sequence; false after the last.
    pub fn turn(&mut self) -> bool {
        self.wheels.truncate(self.at);
        self.at = 0;
        while let Some((face, faces)) = self.wheels.get_mut(self.fixed..).and_then(<[_]>::last_mut)
        {
            *face += 1;
            if face < faces {
                return true;
            }
            self.wheels.pop();
        }
        false
    }

    /// The wheel that turned last: all before it stand as they did.
    pub(super) fn turned(&self) -> usize {
        self.wheels.len().saturating_sub(1)
    }

    /// Takes the last wheels away, as many as have no more than `most` sequences if all are alike,
    /// and returns an odometer that turns only these.
    pub(super) fn cut(&mut self, most: u64) -> Self {
        let mut left = most;
        // What a wheel has shown already is not shown again.
        let taken = |wheel: &(u64, u64), left: u64| wheel.0 == 0 && wheel.1 <= left;
        while self.at > 0 && taken(&self.wheels[self.at - 1], left) {
            self.at -= 1;
            left /= self.wheels[self.at].1;
        }
        Self { wheels: self.wheels[..self.at].to_vec(), at: 0, fixed: self.at }
    }

    /// The number of equally likely sequences that would be as likely as the last one; `None`
    /// beyond 128 bits.
    pub fn ways(&self) -> Option<u128> {
        self.wheels[..self.at]
            .iter()
            .try_fold(1_u128, |ways, &(_, faces)| ways.checked_mul(u128::from(faces)))
    }
}

impl Coins for CoinOdometer {
    fn below(&mut self, n: u64) -> u64 {
        if n == 1 {
            return 0;
        }
        if self.at == self.wheels.len() {
            self.wheels.push((0, n));
        }
        let (face, faces) = self.wheels[self.at];
        debug_assert_eq!(faces, n, "a protocol must be a function of its coins");
        self.at += 1;
        face
    }

    /// Sixty-four bits are far too many branches; [`CoinOdometer::ways`] then says so and nobody
    /// goes on.
    fn word(&mut self) -> u64 {
        self.below(u64::MAX)
    }
}

/// A stream cipher (ChaCha20): the same seed, the same coins. Its state is wiped when it is
/// dropped.
#[derive(Debug)]
pub struct Seeded(ChaCha20Rng);

impl Seeded {
    /// The coins of one party in one session: one stream of the cipher each.
    pub fn new(seed: [u8; 32], stream: u64) -> Self {
        let mut cipher = ChaCha20Rng::from_seed(seed);
        cipher.set_stream(stream);
        Self(cipher)
    }

    /// Coins for tests and statistics, where the seed is fixed beforehand and no secret.
    pub fn of(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self::new(bytes, 0)
    }
}

impl Coins for Seeded {
    /// Without bias and nearly always without a division: the high half of a product, unless the
    /// low half is one of those too many.
    /// Source: Lemire, *Fast random integer generation in an interval* (2019).
    fn below(&mut self, n: u64) -> u64 {
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }
}
