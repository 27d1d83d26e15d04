//! Everything in small moduli exhaustively, and the same code at the sizes that count.

use std::cell::Cell;

use crypto_bigint::{U1024, U2048};

use super::*;
use crate::cut_and_choose::{Joining, ProofRounds, ROUNDS, RoundAnswer};
use crate::shuffle::{Masking, Shuffle, ShuffleMove};
use crate::{
    CoinOdometer, Coins, CutAndChoose, Party, Permutation, Seeded, Subgroup, Transcript, Turn,
};

mod cards;
mod keys;
mod leak;
mod locks;
mod measure;
mod shuffles;
mod xor;

thread_local! {
    /// Squarings on this thread so far.
    pub(super) static SQUARINGS: Cell<u64> = const { Cell::new(0) };
}

/// The squarings that this takes.
fn squarings<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = SQUARINGS.get();
    let done = work();
    (done, SQUARINGS.get() - before)
}

/// Coins under which a number below the modulus is always a unit: what would be drawn again is left
/// out.
struct Units<'a> {
    odometer: &'a mut CoinOdometer,
    modulus: u64,
    units: &'a [u64],
}

impl Coins for Units<'_> {
    fn below(&mut self, n: u64) -> u64 {
        if n == self.modulus {
            self.units[self.odometer.below(self.units.len() as u64) as usize]
        } else {
            self.odometer.below(n)
        }
    }

    fn word(&mut self) -> u64 {
        self.odometer.word()
    }
}

/// Every outcome of a draw modulo a small number.
fn every<T>(modulus: u64, mut draw: impl FnMut(&mut Units<'_>) -> T) -> Vec<T> {
    let units = units(modulus);
    crate::tests::testing::every(|odometer| draw(&mut Units { odometer, modulus, units: &units }))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn units(n: u64) -> Vec<u64> {
    (1..n).filter(|&a| gcd(a, n) == 1).collect()
}

fn small(residue: &Residue) -> u64 {
    residue.0.as_words()[0]
}

/// The key with these small primes.
fn toy(p: u64, q: u64) -> SecretKey {
    SecretKey::of([U1024::from(p), U1024::from(q)], &mut Seeded::of(7)).unwrap()
}

/// A key of some bits, always the same.
fn key(bits: u32) -> SecretKey {
    SecretKey::generate(bits, &mut Seeded::of(u64::from(bits))).unwrap()
}

/// A random move of one row of piles.
fn random(
    piles: &Piles<'_>,
    count: usize,
    among: Subgroup,
    coins: &mut impl Coins,
) -> ShuffleMove<Vec<ResidueMask>> {
    ShuffleMove::by(among.random(count, coins), piles, 1, coins)
}

/// One move after another.
fn then(
    piles: &Piles<'_>,
    first: &ShuffleMove<Vec<ResidueMask>>,
    next: &ShuffleMove<Vec<ResidueMask>>,
) -> ShuffleMove<Vec<ResidueMask>> {
    first.then(next, |first, next| piles.joined(first, next))
}

/// The statement that these piles are those, moved within the subgroup.
fn claim<'a>(
    piles: &'a Piles<'a>,
    among: Subgroup,
    (before, after): (&'a Vec<Pile>, &'a Vec<Pile>),
    rounds: usize,
) -> CutAndChoose<'a, Piles<'a>> {
    let shuffle = Shuffle { among, ..Piles::shuffled(before, after) };
    CutAndChoose::new(piles, shuffle, asked(rounds))
}

/// So many questions of a test.
fn asked(count: usize) -> ProofRounds {
    asked_in("test", Turn { session: [1; 32], by: Party::at(0), round: 0 }, count)
}

fn asked_in(purpose: &'static str, turn: Turn, count: usize) -> ProofRounds {
    ProofRounds { count, transcript: Transcript::new(purpose, turn) }
}
