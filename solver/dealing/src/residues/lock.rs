use crypto_bigint::{CtSelect, Odd, U2048};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::{Modulus, Residue};
use crate::{Cause, Coins, DealTable, Locks, OrFault, Party, Transcript, Turn};

/// The group in which locks commute (Shamir, Rivest, Adleman): the squares modulo a safe prime
/// `p = 2q + 1`, a group of prime order `q`.
///
/// A lock is a secret exponent. Everything that could tell locked cards apart has to be kept out:
/// cards are squares (others keep their Legendre symbol under every lock) and come from a hash, so
/// that nobody knows a relation between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SraGroup {
    pub(super) modulus: Modulus,
    /// The order `q`.
    pub(super) order: Odd<U2048>,
    /// The cards are those of this session.
    session: [u8; 32],
}

/// A lock: an exponent and its inverse.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct SraLock {
    lock: U2048,
    unlock: U2048,
}

/// The 2048-bit group 14 of RFC 3526: 2²⁰⁴⁸ − 2¹⁹⁸⁴ − 1 + 2⁶⁴·(⌊2¹⁹¹⁸π⌋ + 124476).
const RFC_3526: &str = "\
    FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74\
    020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437\
    4FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED\
    EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF05\
    98DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB\
    9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B\
    E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718\
    3995497CEA956AE515D2261898FA051015728E5A8AACAA68FFFFFFFFFFFFFFFF";

impl SraGroup {
    /// The group of RFC 3526 with 2048 bits, with the cards of this session.
    ///
    /// Errors: none; that its modulus is a safe prime is tested, not computed each time.
    pub fn rfc_3526(session: [u8; 32]) -> Result<Self, Cause> {
        Self::new(U2048::from_be_hex(RFC_3526), session)
    }

    /// Small safe primes serve to check everything exhaustively; nobody looks whether it is one.
    pub(super) fn new(p: U2048, session: [u8; 32]) -> Result<Self, Cause> {
        let order = Option::from(Odd::new(p.shr_vartime(1)))
            .ok_or(Cause::BadKey { why: "(p − 1)/2 is odd" })?;
        Ok(Self { modulus: Modulus::new(p)?, order, session })
    }
}

impl Locks for SraGroup {
    type Boxed = Residue;
    type Lock = SraLock;
    /// The exponent.
    type Key = Residue;

    fn agree(table: &mut DealTable<'_>) -> OrFault<Self> {
        Self::rfc_3526(table.session).map_err(|what| table.fault(None, what))
    }

    /// A square out of a hash, of which nobody knows a relation to another card.
    fn face(&self, card: u64) -> Residue {
        let mut turn = Turn { session: self.session, by: Party::at(0), round: 0 };
        loop {
            let mut transcript = Transcript::new("card", turn);
            transcript.number("number", card);
            self.modulus.bind(&mut transcript);
            let face = self.modulus.square(&self.modulus.unit(&mut transcript.coins("square")));
            if face != Residue::ONE {
                return face;
            }
            turn.round += 1;
        }
    }

    fn draw(&self, owner: Party, coins: &mut impl Coins) -> SraLock {
        loop {
            // Odd numbers below 2q are one half of them; what is refused is drawn again.
            if let Ok(lock) = self.fits(owner, &self.modulus.unit(coins)) {
                return lock;
            }
        }
    }

    fn locked(&self, boxed: &Residue, lock: &SraLock) -> Residue {
        self.modulus.power(boxed, &lock.lock)
    }

    fn unlocked(&self, boxed: &Residue, lock: &SraLock) -> Residue {
        self.modulus.power(boxed, &lock.unlock)
    }

    /// Errors: `Malformed` outside the units, `Identity`, `NotInSubgroup` for what is no square.
    fn admits(&self, boxed: &Residue) -> Result<(), Cause> {
        match () {
            () if !self.modulus.admits([boxed]) => {
                Err(Cause::Malformed { expected: "a number from 1 to p − 1" })
            }
            () if *boxed == Residue::ONE => Err(Cause::Identity),
            () if self.modulus.symbol(boxed) != 1 => Err(Cause::NotInSubgroup),
            () => Ok(()),
        }
    }

    fn key(&self, lock: &SraLock) -> Residue {
        Residue(lock.lock)
    }

    /// The exponent is odd, below `p` and prime to `q`, so that the lock is one-to-one for all
    /// numbers modulo `p`.
    fn fits(&self, _owner: Party, key: &Residue) -> Result<SraLock, Cause> {
        let lock = key.0;
        let allowed = lock < *self.modulus.value() && lock.is_odd().to_bool();
        let inverse: Option<U2048> =
            lock.rem(self.order.as_nz_ref()).invert_odd_mod(&self.order).into();
        let why = "an exponent is odd, below p and prime to (p − 1)/2";
        let inverse = inverse.filter(|_| allowed).ok_or(Cause::BadKey { why })?;
        // Of the inverse and the inverse + q the odd one also undoes the lock on numbers that are
        // no squares.
        let unlock =
            inverse.ct_select(&inverse.wrapping_add(self.order.as_ref()), !inverse.is_odd());
        Ok(SraLock { lock, unlock })
    }
}
