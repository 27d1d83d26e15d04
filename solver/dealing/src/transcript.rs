//! Fiat–Shamir transcripts and commitments, both over SHA-512.

use curve25519_dalek::Scalar;
use sha2::{Digest, Sha512};
use subtle::ConstantTimeEq;

use super::word::byte_word;
use super::{Cause, Coins, Seeded, Turn, Wire, WireWord};

/// The messages of a proof so far; challenges are hashes of all of them.
///
/// Every item is labelled and goes in with its length, so no two sequences of items read the same.
/// A transcript begins with its purpose, the session, the party and the round: a proof made for one
/// of each is wrong for any other.
#[derive(Clone)]
pub struct Transcript(Sha512);

impl Transcript {
    /// An empty transcript of this purpose.
    pub fn new(purpose: &'static str, turn: Turn) -> Self {
        let mut transcript = Self(Sha512::new());
        transcript.bytes("purpose", purpose.as_bytes());
        transcript.bytes("session", &turn.session);
        transcript.number("party", turn.by.place() as u64);
        transcript.number("round", turn.round);
        transcript
    }

    /// Takes in some bytes.
    pub fn bytes(&mut self, label: &'static str, bytes: &[u8]) {
        for part in [label.as_bytes(), bytes] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    /// Takes in a number.
    pub fn number(&mut self, label: &'static str, number: u64) {
        self.bytes(label, &number.to_le_bytes());
    }

    /// Takes in anything that can be sent, just as it is sent.
    pub fn wire(&mut self, label: &'static str, value: &impl Wire) {
        let words = value.words();
        self.number(label, words.len() as u64);
        for word in words {
            match word {
                WireWord::Number(number) => self.number("number", number),
                WireWord::Bytes(bytes) => self.bytes("bytes", &bytes),
                ideal => self.bytes("ideal", format!("{ideal:?}").as_bytes()),
            }
        }
    }

    /// Takes in rows of things that can be sent.
    pub fn rows(&mut self, label: &'static str, rows: &[impl Wire]) {
        self.number(label, rows.len() as u64);
        rows.iter().for_each(|row| self.wire("row", row));
    }

    /// 64 bytes that depend on all that went in. What comes later depends on them.
    pub fn challenge(&mut self, label: &'static str) -> [u8; 64] {
        self.bytes(label, &[]);
        let state = self.0.finalize_reset();
        self.bytes("state", &state);
        Sha512::new().chain_update(b"challenge").chain_update(state).finalize().into()
    }

    /// The first half of a challenge.
    pub(super) fn hash(&mut self, label: &'static str) -> [u8; 32] {
        let challenge = self.challenge(label);
        std::array::from_fn(|at| challenge[at])
    }

    /// Public coins that depend on all that went in.
    pub fn coins(&mut self, label: &'static str) -> Seeded {
        Seeded::new(self.hash(label), 0)
    }

    /// A scalar, uniform up to a bias of 2^-250.
    pub fn scalar(&mut self, label: &'static str) -> Scalar {
        Scalar::from_bytes_mod_order_wide(&self.challenge(label))
    }

    /// So many scalars.
    pub fn scalars(&mut self, label: &'static str, n: usize) -> Vec<Scalar> {
        (0..n).map(|_| self.scalar(label)).collect()
    }

    /// So many bits.
    pub fn bits(&mut self, label: &'static str, n: usize) -> Vec<bool> {
        let mut bits = Vec::with_capacity(n);
        while bits.len() < n {
            let bytes = self.challenge(label);
            let fresh = bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
            bits.extend(fresh.take(n - bits.len()));
        }
        bits
    }
}

/// A promise to say something later: hides it until it is opened, and cannot be opened to anything
/// else.
///
/// Hides because 32 random bytes go in, binds as long as nobody finds two inputs of SHA-512 with
/// the same hash. It covers every byte of what is committed, the session, the party and the round,
/// so that nobody can send another one's commitment as his own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitment([u8; 64]);

/// The random bytes that open a commitment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitmentOpening([u8; 32]);

impl Commitment {
    /// Commits the party whose turn it is to a value.
    pub fn to(value: &impl Wire, turn: Turn, coins: &mut impl Coins) -> (Self, CommitmentOpening) {
        let mut opening = CommitmentOpening([0; 32]);
        coins.fill(&mut opening.0);
        (Self::hash(value, turn, &opening), opening)
    }

    /// Checks that this is what was committed.
    ///
    /// Errors: `BadCommitment`.
    pub fn opens(
        &self,
        value: &impl Wire,
        turn: Turn,
        opening: &CommitmentOpening,
    ) -> Result<(), Cause> {
        let hash = Self::hash(value, turn, opening);
        if bool::from(hash.0.ct_eq(&self.0)) { Ok(()) } else { Err(Cause::BadCommitment) }
    }

    fn hash(value: &impl Wire, turn: Turn, opening: &CommitmentOpening) -> Self {
        let mut transcript = Transcript::new("commitment", turn);
        transcript.bytes("opening", &opening.0);
        transcript.wire("value", value);
        Self(transcript.challenge("commitment"))
    }
}

byte_word!(Commitment, "a commitment", own => own.0, bytes[64] => Ok(Self(bytes)));
byte_word!(
    CommitmentOpening, "the opening of a commitment", own => own.0, bytes[32] => Ok(Self(bytes))
);

#[cfg(test)]
mod tests {
    use super::super::Party;
    use super::*;

    #[test]
    fn everything_that_goes_in_changes_the_challenge() {
        let start = |purpose, session: u8, party, round| {
            let turn = Turn { session: [session; 32], by: Party::at(party), round };
            Transcript::new(purpose, turn)
        };
        let mut seen = Vec::new();
        for mut transcript in [
            start("a", 0, 0, 0),
            start("b", 0, 0, 0),
            start("a", 1, 0, 0),
            start("a", 0, 1, 0),
            start("a", 0, 0, 1),
        ] {
            seen.push(transcript.challenge("x"));
            // The second challenge of the same label is another one.
            seen.push(transcript.challenge("x"));
        }
        for items in [[&b"ab"[..], b"c"], [b"a", b"bc"], [b"abc", b""]] {
            let mut transcript = start("a", 0, 0, 0);
            items.iter().for_each(|item| transcript.bytes("item", item));
            seen.push(transcript.challenge("x"));
        }
        let mut transcript = start("a", 0, 0, 0);
        transcript.wire("list", &vec![1, 2]);
        seen.push(transcript.challenge("x"));
        let mut transcript = start("a", 0, 0, 0);
        transcript.wire("list", &(1, 2));
        seen.push(transcript.challenge("x"));
        let different = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), different);
        assert_eq!(start("a", 0, 0, 0).bits("x", 1000).len(), 1000);
    }

    /// Attack 28: a commitment that leaves out a part lets the part be chosen afterwards.
    #[test]
    fn a_commitment_covers_every_byte_and_its_place() {
        let turn = Turn { session: [7; 32], by: Party::at(2), round: 3 };
        let value = vec![CommitmentOpening([1; 32]), CommitmentOpening([2; 32])];
        let (commitment, opening) = Commitment::to(&value, turn, &mut Seeded::of(1));
        assert_eq!(commitment.opens(&value, turn, &opening), Ok(()));
        let wrong = Err(Cause::BadCommitment);
        for part in 0..2 {
            for byte in 0..32 {
                let mut other = value.clone();
                other[part].0[byte] ^= 1;
                assert_eq!(commitment.opens(&other, turn, &opening), wrong);
            }
        }
        assert_eq!(commitment.opens(&value[..1].to_vec(), turn, &opening), wrong);
        for other in
            [Turn { session: [8; 32], ..turn }, turn.of(Party::at(1)), Turn { round: 4, ..turn }]
        {
            assert_eq!(commitment.opens(&value, other, &opening), wrong);
        }
        assert_eq!(commitment.opens(&value, turn, &CommitmentOpening([0; 32])), wrong);
    }
}
