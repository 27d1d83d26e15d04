//! The one proof of a shuffle: for any known subgroup of permutations and any cards whose masks can
//! be joined.
//!
//! In every round the prover moves the rows *after* once more, by a uniform permutation τ of the
//! subgroup and fresh masks, and posts a hash of the rows it gets. The verifier tosses a coin and
//! asks for the way there from the rows *after* (τ and its masks, sent as the seed they were drawn
//! from) or from the rows *before* (σ then τ, and the joined masks). Both answers are uniform
//! whatever σ is; whoever can give both answers knows σ and the masks, so who knows none survives a
//! round with probability ½ at most. Without a verifier at hand the coins are a hash of all posts;
//! the posts are not even sent, as the answers give them back.
//!
//! *Assumed*: SHA-512 is a random oracle, and the stream cipher that spreads the seeds cannot be
//! told from chance.

use zeroize::Zeroizing;

use super::shuffle::{Masking, Shuffle, ShuffleMove};
use super::{
    Cause, Coins, DealTable, OrFault, Party, Seeded, Transcript, Wire, WireReader, WireWord,
};

/// The rounds of a proof whose questions come from a hash.
pub const ROUNDS: usize = 128;

/// The questions of a proof: how many, and what the hash that asks them begins with.
#[derive(Clone)]
pub struct ProofRounds {
    /// One question a round.
    pub count: usize,
    /// Purpose, session, party and round of the session; the statement is taken in by the proof.
    pub transcript: Transcript,
}

/// Cards whose masks can be joined into one and shown in a proof.
pub trait Joining: Masking<Mask: Wire> {
    /// The one mask that does what these two do.
    fn joined(&self, first: &Self::Mask, then: &Self::Mask) -> Self::Mask;

    /// True if these are cards, and those masks, at all: what reading them could not tell.
    fn admits(&self, _cards: &[&Self::Card], _masks: &[&Self::Mask]) -> bool {
        true
    }

    /// Takes in what a statement about such cards depends on besides them: keys, and which masks
    /// there are.
    fn bind(&self, _transcript: &mut Transcript) {}
}

/// The answer of one round: the way to the rows posted.
#[derive(Clone)]
pub enum RoundAnswer<K> {
    /// From the rows after: all was drawn from this seed.
    Seed([u8; 32]),
    /// From the rows before.
    Way(ShuffleMove<K>),
}

/// Both sides of the proof of one shuffle.
pub struct CutAndChoose<'a, M: Joining> {
    masking: &'a M,
    shuffle: Shuffle<'a, M>,
    /// Their transcript has the whole statement.
    rounds: ProofRounds,
}

impl<'a, M: Joining> CutAndChoose<'a, M> {
    /// A proof of this shuffle in these rounds.
    pub fn new(masking: &'a M, shuffle: Shuffle<'a, M>, mut rounds: ProofRounds) -> Self {
        let Shuffle { among, before, after } = shuffle;
        let transcript = &mut rounds.transcript;
        masking.bind(transcript);
        transcript.bytes("among", format!("{among:?}").as_bytes());
        transcript.rows("before", before);
        transcript.rows("after", after);
        Self { masking, shuffle, rounds }
    }

    /// Proves it without a verifier.
    pub fn prove(
        &self,
        secret: &ShuffleMove<M::Mask>,
        coins: &mut impl Coins,
    ) -> Vec<RoundAnswer<M::Mask>> {
        let mut seeds = Zeroizing::new(vec![[0; 32]; self.rounds.count]);
        seeds.iter_mut().for_each(|seed| coins.fill(seed));
        let asked = self.coins(seeds.iter().map(|seed| self.arrival(&RoundAnswer::Seed(*seed))));
        let joined = |first: &M::Mask, then: &M::Mask| self.masking.joined(first, then);
        let answer = |(seed, before): (&[u8; 32], bool)| match before {
            true => RoundAnswer::Way(secret.then(&self.drawn(seed), joined)),
            false => RoundAnswer::Seed(*seed),
        };
        seeds.iter().zip(asked).map(answer).collect()
    }

    /// Checks such a proof.
    pub fn check(&self, answers: &[RoundAnswer<M::Mask>]) -> bool {
        // A proof of another length is not looked at: every answer costs a deck of masks.
        if answers.len() != self.rounds.count || !self.shaped(answers) {
            return false;
        }
        let asked = self.coins(answers.iter().map(|answer| self.arrival(answer)));
        let answered = |answer: &RoundAnswer<_>| matches!(answer, RoundAnswer::Way(..));
        answers.iter().zip(asked).all(|(answer, before)| answered(answer) == before)
    }

    /// Proves it to all at a table, who check it.
    ///
    /// Errors: `BadShuffle`.
    pub fn prove_to_all(
        &self,
        table: &mut DealTable<'_>,
        by: Party,
        secret: &ShuffleMove<M::Mask>,
    ) -> OrFault {
        let proof = self.prove(secret, &mut table.coins(by));
        let right = self.check(&RoundAnswer::sent(table, by, &proof)?);
        table.require(right, by, Cause::BadShuffle)
    }

    /// True if rows and ways can be what they are said to be.
    fn shaped(&self, answers: &[RoundAnswer<M::Mask>]) -> bool {
        let Shuffle { among, before, after } = self.shuffle;
        let rows = before.iter().chain(after);
        let piles = before.first().map_or(0, Vec::len);
        let ways = answers.iter().filter_map(|answer| match answer {
            RoundAnswer::Way(way) => Some(way),
            RoundAnswer::Seed(_) => None,
        });
        let masks: Vec<&M::Mask> =
            ways.clone().flat_map(|way| way.masks.iter().flatten()).collect();
        let within = |way: &ShuffleMove<M::Mask>| {
            let rows =
                way.masks.len() == before.len() && way.masks.iter().all(|row| row.len() == piles);
            rows && way.permutation.len() == piles && among.contains(&way.permutation)
        };
        !before.is_empty()
            && before.len() == after.len()
            && rows.clone().all(|row| row.len() == piles)
            && ways.clone().all(within)
            && self.masking.admits(&rows.flatten().collect::<Vec<_>>(), &masks)
    }

    /// The hash of the rows that the answer leads to.
    pub(super) fn arrival(&self, answer: &RoundAnswer<M::Mask>) -> [u8; 64] {
        let rows = match answer {
            RoundAnswer::Seed(seed) => self.drawn(seed).rows(self.masking, self.shuffle.after),
            RoundAnswer::Way(way) => way.rows(self.masking, self.shuffle.before),
        };
        let mut transcript = self.rounds.transcript.clone();
        rows.iter().for_each(|row| transcript.wire("row of a round", row));
        transcript.challenge("post")
    }

    /// The move that a seed stands for.
    fn drawn(&self, seed: &[u8; 32]) -> ShuffleMove<M::Mask> {
        let (coins, after) = (&mut Seeded::new(*seed, 0), self.shuffle.after);
        let permutation = self.shuffle.among.random(after.first().map_or(0, Vec::len), coins);
        ShuffleMove::by(permutation, self.masking, after.len(), coins)
    }

    fn coins(&self, posts: impl Iterator<Item = [u8; 64]>) -> Vec<bool> {
        let mut transcript = self.rounds.transcript.clone();
        posts.for_each(|post| transcript.bytes("post", &post));
        transcript.bits("coins", self.rounds.count)
    }
}

impl<K: Wire> RoundAnswer<K> {
    /// Sends a proof to all, one answer a message: at real sizes it is too long for one. What they
    /// have read.
    pub fn sent(table: &mut DealTable<'_>, by: Party, proof: &[Self]) -> OrFault<Vec<Self>> {
        proof.iter().map(|answer| table.publish(by, "an answer of a proof", answer)).collect()
    }
}

impl<K: Wire> Wire for RoundAnswer<K> {
    const NAME: &'static str = "the answer of a round";

    fn write(&self, words: &mut Vec<WireWord>) {
        match self {
            Self::Seed(seed) => words.push(WireWord::Bytes(seed.to_vec())),
            Self::Way(way) => way.write(words),
        }
    }

    /// A seed is bytes, a permutation begins with a number.
    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
        match words.clone().next(Self::NAME)? {
            WireWord::Bytes(_) => words.array(Self::NAME).map(Self::Seed),
            _ => ShuffleMove::read(words).map(Self::Way),
        }
    }
}
