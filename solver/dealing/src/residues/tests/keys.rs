use std::collections::HashSet;

use super::*;
use crate::tests::testing::fits;
use crate::{Cause, Wire, WireReader, WireWord};

/// Numbers that are told beforehand.
struct Script(Vec<u64>);

impl Coins for Script {
    fn below(&mut self, _n: u64) -> u64 {
        self.0.remove(0)
    }

    fn word(&mut self) -> u64 {
        self.0.remove(0)
    }
}

#[test]
fn units_are_drawn_without_bias() {
    for n in [15, 21, 33] {
        let modulus = Modulus::new(U2048::from(n)).unwrap();
        for first in 0..n {
            let expected = if gcd(first, n) == 1 { first } else { 2 };
            assert_eq!(small(&modulus.unit(&mut Script(vec![first, 2]))), expected);
        }
    }
    // 127 bits: the highest bit is cut off, and the modulus itself is drawn again.
    let modulus = Modulus::new(U2048::from(u128::MAX >> 1)).unwrap();
    let drawn = modulus.unit(&mut Script(vec![u64::MAX, u64::MAX, 5, 6 | 1 << 63]));
    assert_eq!(drawn.0, U2048::from(5_u128 | 6 << 64));
}

#[test]
fn what_is_no_unit_below_the_modulus_is_not_admitted() {
    let modulus = Modulus::new(U2048::from(33_u64)).unwrap();
    for a in 0..100 {
        assert_eq!(modulus.admits([&Residue::from(a)]), a < 33 && gcd(a, 33) == 1, "{a}");
        assert!(!modulus.admits([&Residue::from(a), &Residue::from(11)]));
    }
    for bytes in [0, 255, 257] {
        assert!(WireReader::whole::<Residue>(&[WireWord::Bytes(vec![0; bytes])]).is_err());
    }
    let largest = Residue(U2048::MAX);
    assert_eq!(WireReader::whole::<Residue>(&largest.words()), Ok(largest));
    assert!(Modulus::new(U2048::from(32_u64)).is_err() && Modulus::new(U2048::ONE).is_err());
}

#[test]
fn a_sealed_bit_is_uniform_among_its_class() {
    for (p, q) in [(3, 7), (3, 11)] {
        let secret = toy(p, q);
        let (key, n) = (secret.public(), p * q);
        let squares: HashSet<u64> = units(n).iter().map(|a| a * a % n).collect();
        let symbol = |a: &u64| key.modulus.symbol(&Residue::from(*a));
        for bit in [false, true] {
            let sealed: Vec<u64> = every(n, |coins| small(&key.seal(&[bit], coins).0[0]));
            let class =
                units(n).into_iter().filter(|a| symbol(a) == 1 && squares.contains(a) != bit);
            assert!(
                class.clone().all(|a| sealed.iter().filter(|&&sealed| sealed == a).count() == 4)
            );
            assert_eq!(sealed.len(), 4 * class.count());
            assert!(sealed.iter().all(|&a| secret.open(&Residue::from(a)) == bit));
        }
    }
}

#[test]
fn roots_are_roots_and_all_four_come_up_alike() {
    let secret = toy(3, 11);
    for a in units(33) {
        let roots = every(33, |coins| small(&secret.root(&Residue::from(a * a % 33), coins)));
        assert!(roots.len() == 4 && roots.iter().all(|root| root * root % 33 == a * a % 33));
        assert_eq!(roots.iter().collect::<HashSet<_>>().len(), 4);
    }
    let (secret, mut coins) = (key(2048), Seeded::of(1));
    let modulus = &secret.public().modulus;
    assert_eq!(modulus.value().bits_vartime(), 2048);
    let square = modulus.square(&modulus.unit(&mut coins));
    assert_eq!(modulus.square(&secret.root(&square, &mut coins)), square);
    for bit in [false, true] {
        assert_eq!(secret.open(&secret.public().seal(&[bit], &mut coins).0[0]), bit);
    }
}

/// Exponents of the prime factors.
fn exponents(mut n: u64) -> Vec<u32> {
    let mut found = Vec::new();
    for p in 2.. {
        let power = (0..).find(|power| {
            !n.is_multiple_of(p) || {
                n /= p;
                *power > 64
            }
        });
        found.extend(power.filter(|&power| power > 0));
        if n == 1 {
            return found;
        }
    }
    found
}

/// A proof with roots from anywhere.
fn forged(
    key: &ResiduePublicKey,
    rounds: usize,
    coins: &mut Seeded,
    root: impl Fn(&Residue, &mut Seeded) -> Residue,
) -> FormProof {
    let mut salt = vec![0; 32];
    coins.fill(&mut salt);
    let asked = form::asked(key, &salt, &asked(rounds));
    FormProof { roots: asked.iter().map(|x| root(x, coins)).collect(), salt }
}

/// True if the best cheat, who knows all roots there are, passes; and the index of residues among
/// symbol +1.
fn passes(n: u64, y: u64, rounds: usize, seed: u64) -> bool {
    let Ok(key) = ResiduePublicKey::new(U2048::from(n), Residue::from(y)) else { return false };
    let proof = forged(&key, rounds, &mut Seeded::of(seed), |x, _| {
        let root = |x: u64| (1..n).find(|w| w * w % n == x);
        Residue::from(root(small(x)).or_else(|| root(small(x) * y % n)).unwrap_or(0))
    });
    proof.check(&key, &asked(rounds)).is_ok()
}

#[test]
fn exactly_the_keys_of_the_right_form_pass() {
    let mut right = 0;
    for n in (3..400).step_by(2) {
        let modulus = Modulus::new(U2048::from(n)).unwrap();
        let squares: HashSet<u64> = units(n).iter().map(|a| a * a % n).collect();
        let plus: Vec<u64> =
            units(n).into_iter().filter(|&a| modulus.symbol(&Residue::from(a)) == 1).collect();
        let exponents = exponents(n);
        let form = exponents.len() == 2 && exponents.iter().any(|exponent| exponent % 2 == 1);
        let even_power = exponents.len() == 1 && exponents[0].is_multiple_of(2);
        assert_eq!(plus.len() == 2 * squares.len(), form || even_power, "{n}");
        let y = plus.iter().find(|a| !squares.contains(a));
        assert_eq!(passes(n, *y.unwrap_or(&1), 20, n), form, "{n}");
        // A residue as y never passes, nor does a number of symbol −1.
        assert!(!passes(n, 4 % n, 20, n), "{n}");
        right += usize::from(form);
    }
    assert_eq!(right, 97);
    let index =
        |n: u64| units(n).len() / units(n).iter().map(|a| a * a % n).collect::<HashSet<_>>().len();
    assert_eq!(index(225), 4);
    assert!(ResiduePublicKey::new(U2048::from(21_u64), Residue::from(2)).is_err());
    assert!(ResiduePublicKey::new(U2048::from(21_u64), Residue::from(25)).is_err());
}

#[test]
fn a_key_of_three_primes_passes_as_often_as_it_may() {
    // Residues modulo 3·5·7 have index 4 among symbol +1, and 2 is none of them.
    for rounds in [1, 2, 4, 8] {
        let trials = 200;
        let passed = (0..trials).filter(|&seed| passes(105, 2, rounds, seed)).count() as u64;
        assert!(fits(passed, trials, 0.5_f64.powi(rounds as i32)), "{rounds} rounds: {passed}");
    }
}

#[test]
fn real_keys_prove_their_form() {
    let (secret, mut coins) = (key(2048), Seeded::of(3));
    let proof = FormProof::new(&secret, &asked(ROUNDS), &mut coins);
    let words = (secret.public().clone(), proof).words();
    let (public, proof): (ResiduePublicKey, FormProof) = WireReader::whole(&words).unwrap();
    assert_eq!(proof.check(&public, &asked(ROUNDS)), Ok(()));
    let wrong = Err(Cause::BadProof { of: "the form of the key" });
    for at in [0, 127] {
        let mut tweaked = proof.clone();
        tweaked.roots[at].0 = tweaked.roots[at].0.wrapping_add(&U2048::ONE);
        assert_eq!(tweaked.check(&public, &asked(ROUNDS)), wrong);
    }
    let turn = Turn { session: [2; 32], by: Party::at(0), round: 0 };
    assert_eq!(proof.check(&public, &asked_in("test", turn, ROUNDS)), wrong);
    assert_eq!(proof.check(&public, &asked(ROUNDS - 1)), wrong);
    // y a residue: one half of the numbers has no root with or without it.
    let residue = public.modulus.square(&public.y);
    let bad = ResiduePublicKey::new(*public.modulus.value(), residue).unwrap();
    let forged = forged(&bad, 20, &mut coins, |x, coins| secret.root(x, coins));
    assert_eq!(forged.check(&bad, &asked(20)), wrong);
    // Powers of real size are seen at once.
    let prime = U1024::from_be_slice(&[0xff; 128]).wrapping_sub(&U1024::from(104_u64));
    let square: U2048 = prime.concatenating_mul(&prime);
    let squared = ResiduePublicKey::new(square, Residue::from(4)).unwrap();
    assert!(matches!(proof.check(&squared, &asked(ROUNDS)), Err(Cause::BadKey { .. })));
}

#[test]
fn powers_of_all_sizes_are_known() {
    let is_power = super::super::form::is_power;
    for (base, exponent) in [
        (3_u64, 2),
        (3, 1291),
        (5, 881),
        (15, 3),
        (u64::MAX, 2),
        (u64::MAX, 31),
        (u64::MAX - 2, 32),
    ] {
        let power = (1..exponent)
            .fold(U2048::from(base), |power, _| power.wrapping_mul(&U2048::from(base)));
        assert!(is_power(&power), "{base}^{exponent}");
        assert!(!is_power(&power.wrapping_add(&U2048::from(2_u64))), "{base}^{exponent} + 2");
    }
    // One below a power of two is never a power (Mihăilescu).
    assert!(
        (3..=2048).step_by(409).all(|bits| !is_power(&U2048::MAX.shr_vartime(U2048::BITS - bits)))
    );
}

#[test]
fn keys_that_cannot_be_are_refused() {
    let of = |p: u64, q: u64| {
        SecretKey::of([U1024::from(p), U1024::from(q)], &mut Seeded::of(0)).is_ok()
    };
    assert!(of(3, 7) && of(7, 19));
    for (p, q) in [(3, 3), (3, 5), (3, 15), (1, 7), (0, 7), (2, 7)] {
        assert!(!of(p, q), "{p}·{q}");
    }
    for bits in [0, 14, 33, 2050] {
        assert!(SecretKey::generate(bits, &mut Seeded::of(0)).is_err());
    }
}
