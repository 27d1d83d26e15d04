use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use zeroize::ZeroizeOnDrop;

use super::table_fault::TableFault;
use crate::cipher::{Element, Exponent, generator_times};
use crate::{Party, Seeded, Transcript, Turn, WireReader, WireWord};

/// A hash of some parts for one purpose: SHA-512, cut to 32 bytes.
pub(super) fn hash(purpose: &'static str, parts: &[&[u8]]) -> [u8; 32] {
    let turn = Turn { session: [0; 32], by: Party::at(0), round: 0 };
    let mut transcript = Transcript::new(purpose, turn);
    parts.iter().for_each(|part| transcript.bytes("part", part));
    transcript.hash("hash")
}

/// The secret of a seat, from which its keys and coins come. Wiped when it is dropped.
#[derive(ZeroizeOnDrop)]
pub struct Seat([u8; 32]);

impl Seat {
    /// The seat of these 32 random bytes; at each table a new one.
    pub fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// The bytes, for its file.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    fn signing_key(&self) -> SigningKey {
        SigningKey::from_bytes(&hash("key of signatures", &[&self.0]))
    }

    pub(super) fn sign(&self, text: &[u8]) -> [u8; 64] {
        self.signing_key().sign(text).to_bytes()
    }

    /// The exponent that opens what is sealed for the seat.
    pub(super) fn opening_key(&self) -> Exponent {
        Exponent::random(&mut Seeded::new(hash("key of seals", &[&self.0]), 0))
    }

    /// The coins after this history. Another history gives others, so no nonce comes twice under
    /// two challenges.
    pub(super) fn coins(&self, purpose: &'static str, chain: &[u8; 32]) -> Seeded {
        Seeded::new(hash(purpose, &[&self.0, chain]), 0)
    }

    /// The signed keys of the seat at a table, 193 bytes.
    pub(super) fn join(&self, table: &[u8; 32], party: Party) -> Vec<u8> {
        let seal = Element::from(generator_times(self.opening_key().scalar()));
        let mut join = table.to_vec();
        join.push(party.place() as u8);
        join.extend(self.signing_key().verifying_key().as_bytes());
        join.extend(seal.to_bytes());
        join.extend(hash("commitment to a seat", &[&self.0]));
        join.extend(self.sign(&join));
        join
    }
}

/// The public keys of a seat.
pub(super) struct SeatKeys {
    pub(super) signing: VerifyingKey,
    /// Messages are sealed for it.
    pub(super) sealing: Element,
}

impl SeatKeys {
    /// Reads what a seat laid down when it joined.
    pub(super) fn read(join: &[u8], table: &[u8; 32], party: Party) -> Result<Self, TableFault> {
        let halted = |why| TableFault::Halted { at: 0, why: format!("P{party} {why}") };
        let (signed, signature) = join
            .split_at_checked(129)
            .ok_or_else(|| halted("did not join with 193 bytes: the mailbox altered them"))?;
        if signed[..32] != table[..] || usize::from(signed[32]) != party.place() {
            return Err(halted("joined another table: the bytes of table.json must be the same"));
        }
        let array = |from: usize| std::array::from_fn(|at| signed[from + at]);
        let sealing = WireReader::whole(&[WireWord::Bytes(signed[65..97].to_vec())]);
        let keys = VerifyingKey::from_bytes(&array(33)).ok().zip(sealing.ok());
        let (signing, sealing) = keys.ok_or_else(|| halted("has no keys"))?;
        let keys = Self { signing, sealing };
        if keys.signed(signed, signature) { Ok(keys) } else { Err(halted("did not sign its keys")) }
    }

    pub(super) fn signed(&self, text: &[u8], signature: &[u8]) -> bool {
        Signature::from_slice(signature)
            .is_ok_and(|signature| self.signing.verify_strict(text, &signature).is_ok())
    }

    /// The keys as six words that people compare on another line, 96 bits of a hash. Each has 16
    /// bits, as consonants and vowels in turn (Wilkerson's proquints).
    pub(super) fn words(&self) -> String {
        let hash = hash("words", &[self.signing.as_bytes(), &self.sealing.to_bytes()]);
        let word = |pair: &[u8]| {
            let bits = usize::from(pair[0]) << 8 | usize::from(pair[1]);
            let consonant = |at: usize| char::from(b"bdfghjklmnprstvz"[bits >> at & 15]);
            let vowel = |at: usize| char::from(b"aiou"[bits >> at & 3]);
            String::from_iter([consonant(12), vowel(10), consonant(6), vowel(4), consonant(0)])
        };
        hash[..12].chunks(2).map(word).collect::<Vec<_>>().join("-")
    }
}
