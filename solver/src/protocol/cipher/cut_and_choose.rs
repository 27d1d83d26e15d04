//! The plain verified shuffle: for any known subgroup of permutations and any veil whose masks can be joined.
//!
//! In every round the prover moves the rows *after* once more, by a uniform permutation τ of the subgroup and fresh masks, and posts a hash
//! of the rows it gets. The verifier tosses a coin and asks for the way there from the rows *after* (τ and its masks, sent as
//! the seed they were drawn from) or from the rows *before* (σ then τ, and the joined masks). Both answers are uniform whatever σ is;
//! whoever can give both answers knows σ and the masks, so who knows none survives a round with probability ½ at most.
//! Without a verifier at hand the coins are a hash of all posts; the posts are not even sent, as the answers give them back.
//!
//! *Assumed*: SHA-512 is a random oracle, and the stream cipher that spreads the seeds cannot be told from chance.

use super::super::Transcript;
use super::super::coins::{Coins, Seeded};
use super::super::veil::{Secret, Shuffle, Veil};
use super::super::word::{Reader, Wire, Word};
use super::super::{Kind, Party, Permutation};

/// How many rounds a proof has that nobody but a hash asks for.
pub const ROUNDS: usize = 128;

/// A veil whose masks can be joined into one and shown in a proof.
pub trait Joining: Veil<Mask: Wire> {
    /// The one mask that does what these two do.
    fn joined(&self, first: &Self::Mask, then: &Self::Mask) -> Self::Mask;

    /// A transcript that begins with purpose, session, keys, party and round.
    fn transcript(&self, purpose: &'static str, by: Party, round: u64) -> Transcript;
}

/// The answer of one round: the way to the rows posted.
#[derive(Clone)]
pub enum Answer<M> {
    /// From the rows after: all was drawn from this seed.
    Seed([u8; 32]),
    /// From the rows before.
    Way(Permutation, Vec<Vec<M>>),
}

/// A round as the prover sees it.
pub struct Round {
    seed: [u8; 32],
    /// The hash of the rows.
    pub post: [u8; 64],
}

impl Drop for Round {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.seed);
    }
}

/// Both sides of the proof of one shuffle.
pub struct CutAndChoose<'a, V: Joining> {
    veil: &'a V,
    by: Party,
    shuffle: &'a Shuffle<'a, V>,
}

impl<'a, V: Joining> CutAndChoose<'a, V> {
    /// The proof that this party made this shuffle.
    pub fn new(veil: &'a V, by: Party, shuffle: &'a Shuffle<'a, V>) -> Self {
        Self { veil, by, shuffle }
    }

    /// Proves it without a verifier.
    pub fn prove(&self, secret: &Secret<V>, coins: &mut impl Coins) -> Vec<Answer<V::Mask>> {
        let rounds: Vec<Round> = (0..ROUNDS).map(|_| self.post(coins)).collect();
        let asked = self.coins(rounds.iter().map(|round| round.post));
        rounds.iter().zip(asked).map(|(round, before)| self.answer(round, secret, before)).collect()
    }

    /// Checks such a proof.
    pub fn check(&self, answers: &[Answer<V::Mask>]) -> bool {
        // A proof of another length is not looked at: every answer costs a deck of masks.
        if answers.len() != ROUNDS {
            return false;
        }
        let Some(posts) = answers.iter().map(|answer| self.arrival(answer)).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let asked = self.coins(posts.into_iter());
        answers.iter().zip(asked).all(|(answer, before)| answer.is_from_before() == before)
    }

    /// The prover's first move in a round.
    pub fn post(&self, coins: &mut impl Coins) -> Round {
        let mut seed = [0; 32];
        coins.fill(&mut seed);
        let (moved, masks) = self.drawn(&seed);
        Round { seed, post: self.hash(&self.moved(self.shuffle.after, &moved, &masks)) }
    }

    /// The prover's answer, about the rows before or those after.
    pub fn answer(&self, round: &Round, secret: &Secret<V>, before: bool) -> Answer<V::Mask> {
        if !before {
            return Answer::Seed(round.seed);
        }
        let (moved, masks) = self.drawn(&round.seed);
        let joined = |(first, then): (&Vec<V::Mask>, &Vec<V::Mask>)| {
            moved.moved(first).iter().zip(then).map(|(first, then)| self.veil.joined(first, then)).collect()
        };
        Answer::Way(secret.permutation.then(&moved), secret.masks.iter().zip(&masks).map(joined).collect())
    }

    /// The verifier's check of one round.
    pub fn accepts(&self, post: &[u8; 64], before: bool, answer: &Answer<V::Mask>) -> bool {
        answer.is_from_before() == before && self.arrival(answer).as_ref() == Some(post)
    }

    /// Where the answer leads to; `None` if it is no way within the subgroup.
    fn arrival(&self, answer: &Answer<V::Mask>) -> Option<[u8; 64]> {
        let Shuffle { among, before, after, .. } = self.shuffle;
        let piles = before.first()?.len();
        let alike = before.len() == after.len() && before.iter().chain(*after).all(|row| row.len() == piles);
        if !alike {
            return None;
        }
        let rows = match answer {
            Answer::Seed(seed) => {
                let (moved, masks) = self.drawn(seed);
                self.moved(after, &moved, &masks)
            }
            Answer::Way(moved, masks) => {
                let shaped = masks.len() == before.len() && masks.iter().all(|row| row.len() == piles);
                if !shaped || moved.len() != piles || !among.contains(moved) {
                    return None;
                }
                self.moved(before, moved, masks)
            }
        };
        Some(self.hash(&rows))
    }

    fn drawn(&self, seed: &[u8; 32]) -> (Permutation, Vec<Vec<V::Mask>>) {
        let coins = &mut Seeded::new(*seed, 0);
        let piles = self.shuffle.after.first().map_or(0, Vec::len);
        let moved = self.shuffle.among.random(piles, coins);
        let masks = self.shuffle.after.iter().map(|row| row.iter().map(|_| self.veil.mask(coins)).collect()).collect();
        (moved, masks)
    }

    fn moved(&self, rows: &[Vec<V::Card>], moved: &Permutation, masks: &[Vec<V::Mask>]) -> Vec<Vec<V::Card>> {
        let row = |(row, masks): (&Vec<V::Card>, &Vec<V::Mask>)| {
            moved.moved(row).iter().zip(masks).map(|(card, mask)| self.veil.masked(card, mask)).collect()
        };
        rows.iter().zip(masks).map(row).collect()
    }

    fn hash(&self, rows: &[Vec<V::Card>]) -> [u8; 64] {
        let mut transcript = self.veil.transcript("rows of a round", self.by, self.shuffle.round);
        rows.iter().for_each(|row| transcript.wire("row", row));
        transcript.challenge("post")
    }

    fn coins(&self, posts: impl Iterator<Item = [u8; 64]>) -> Vec<bool> {
        let Shuffle { among, before, after, round } = self.shuffle;
        let mut transcript = self.veil.transcript("cut and choose", self.by, *round);
        transcript.bytes("among", format!("{among:?}").as_bytes());
        for (label, rows) in [("before", before), ("after", after)] {
            transcript.number(label, rows.len() as u64);
            rows.iter().for_each(|row| transcript.wire("row", row));
        }
        posts.for_each(|post| transcript.bytes("post", &post));
        transcript.bits("coins", ROUNDS)
    }
}

impl<M> Answer<M> {
    fn is_from_before(&self) -> bool {
        matches!(self, Self::Way(..))
    }
}

impl<M: Wire> Wire for Answer<M> {
    const NAME: &'static str = "the answer of a round";

    fn write(&self, words: &mut Vec<Word>) {
        match self {
            Self::Seed(seed) => words.push(Word::Bytes(seed.to_vec())),
            Self::Way(moved, masks) => {
                moved.write(words);
                masks.write(words);
            }
        }
    }

    /// A seed is bytes, a permutation begins with a number.
    fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
        let expected = Kind::Malformed { expected: Self::NAME };
        match words.clone().next(Self::NAME)? {
            Word::Bytes(_) => words.bytes(Self::NAME)?.try_into().map(Self::Seed).map_err(|_| expected),
            _ => Ok(Self::Way(Permutation::read(words)?, Vec::read(words)?)),
        }
    }
}
