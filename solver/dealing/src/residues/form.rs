use std::num::NonZeroU32;

use crypto_bigint::{U2048, U4096};
use crypto_primes::{Flavor, is_prime};

use super::{Residue, ResiduePublicKey, SecretKey};
use crate::cut_and_choose::ProofRounds;
use crate::{Cause, Coins, DealTable, OrFault, Party, Wire, WireReader, WireWord};

/// The proof that a key seals bits: the residues are one half of the numbers of symbol +1, and `y`
/// is of the other half.
///
/// Random numbers `x` of symbol +1 come out of a hash, and for each the owner shows a root of `x`
/// or of `x·y` (van de Graaf and Peralta, 1987). A fresh salt goes into the hash, so nobody ever
/// sees two roots of one number, and whoever may choose what the hash says can make up such a
/// proof: it tells nothing.
///
/// Why it is enough. What every party can compute comes first: the modulus is no prime and no
/// power, so it has at least two prime factors, not all with even exponents. With `k` of them the
/// residues have index `2^(k−1)` among the numbers of symbol +1, and those of which a root can be
/// shown are two classes of these if `y` is a non-residue, one if it is a residue. That is
/// everything if and only if `k = 2` and `y` is a non-residue; otherwise at most one half, and the
/// proof passes with probability at most 2⁻ˢ. Three primes, one prime, squares (3²·5²) and a bad
/// `y` all fail. Powers of good moduli such as (3·5)³ fail as well, though they would do.
#[derive(Clone)]
pub struct FormProof {
    /// Goes into the hash; 32 bytes.
    pub salt: Vec<u8>,
    /// A root of every number or of it times `y`.
    pub roots: Vec<Residue>,
}

impl Wire for FormProof {
    const NAME: &'static str = "the proof of a key";

    fn write(&self, words: &mut Vec<WireWord>) {
        words.push(WireWord::Bytes(self.salt.clone()));
        self.roots.write(words);
    }

    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
        Ok(Self { salt: words.bytes(Self::NAME)?.to_vec(), roots: Wire::read(words)? })
    }
}

impl FormProof {
    /// The owner's proof.
    pub fn new(key: &SecretKey, rounds: &ProofRounds, coins: &mut impl Coins) -> Self {
        let public = key.public();
        let mut salt = vec![0; 32];
        coins.fill(&mut salt);
        let root = |x: &Residue| {
            let flipped = if key.open(x) { public.modulus.product(x, &public.y) } else { *x };
            key.root(&flipped, coins)
        };
        let roots = asked(public, &salt, rounds).iter().map(root).collect();
        Self { salt, roots }
    }

    /// Checks it.
    ///
    /// Errors: `BadKey` for a prime or a power, `BadProof` for wrong roots.
    pub fn check(&self, key: &ResiduePublicKey, rounds: &ProofRounds) -> Result<(), Cause> {
        let modulus = &key.modulus;
        if is_prime(Flavor::Any, modulus.value()) || is_power(modulus.value()) {
            return Err(Cause::BadKey { why: "the modulus is a prime or a power" });
        }
        let root_of = |(root, x): (&Residue, &Residue)| {
            let square = modulus.square(root);
            root.0 < *modulus.value() && (square == *x || square == modulus.product(x, &key.y))
        };
        let asked = asked(key, &self.salt, rounds);
        let right = self.roots.len() == rounds.count && self.roots.iter().zip(&asked).all(root_of);
        if right { Ok(()) } else { Err(Cause::BadProof { of: "the form of the key" }) }
    }
}

impl SecretKey {
    /// A new key of so many bits, posted by its owner with the proof of its form in these rounds;
    /// and what all have read.
    ///
    /// Errors: `BadKey`, also for a modulus of another size; `BadProof`.
    pub fn posted(
        table: &mut DealTable<'_>,
        owner: Party,
        bits: u32,
        rounds: &ProofRounds,
    ) -> OrFault<(Self, ResiduePublicKey)> {
        let key = Self::generate(bits, &mut table.coins(owner))
            .map_err(|what| table.fault(owner, what))?;
        let form = FormProof::new(&key, rounds, &mut table.coins(owner));
        let posted = (key.public().clone(), form);
        let (public, form) = table.publish(owner, "a key and the proof of its form", &posted)?;
        let why = "its modulus has another size than agreed";
        let agreed = public.modulus.value().bits_vartime() == bits;
        table.require(agreed, owner, Cause::BadKey { why })?;
        form.check(&public, rounds).map_err(|what| table.fault(owner, what))?;
        Ok((key, public))
    }
}

/// The numbers of symbol +1 that the hash asks about.
pub(super) fn asked(key: &ResiduePublicKey, salt: &[u8], rounds: &ProofRounds) -> Vec<Residue> {
    let mut transcript = rounds.transcript.clone();
    key.bind(&mut transcript);
    transcript.bytes("salt", salt);
    let mut coins = transcript.coins("asked");
    let mut draw = || {
        loop {
            let x = key.modulus.unit(&mut coins);
            if key.modulus.symbol(&x) == 1 {
                return x;
            }
        }
    };
    (0..rounds.count).map(|_| draw()).collect()
}

/// True if the number is a square, a cube or a higher power; roots of prime order are enough.
pub(super) fn is_power(number: &U2048) -> bool {
    // Twice the room, since the library's first guess is above the root.
    let wide: U4096 = number.resize();
    let prime = |exponent: &u32| (2..*exponent).all(|divisor| !exponent.is_multiple_of(divisor));
    let mut exponents = (2..number.bits_vartime()).filter(prime).filter_map(NonZeroU32::new);
    exponents.any(|exponent| wide.checked_root_vartime(exponent).is_some())
}
