use std::ops::Range;

use sha2::{Digest, Sha512};

use super::{Mask, PublicKey, Residue};
use crate::protocol::{Coins, Kind, Permutation, Reader, Subgroup, Transcript, Wire, Word};

/// Which bits of a pile a masking may flip: a group under xor, so that masks can be taken one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flips {
    /// No bit: all stay what they were.
    None,
    /// Any bit.
    Free,
    /// The pile is a matrix of rows of this width, and every column is flipped an even number of times.
    Balanced {
        /// How many bits a row has.
        width: usize,
    },
}

impl Flips {
    /// Allowed flips of a pile of so many bits, each equally likely.
    pub fn random(self, bits: usize, coins: &mut impl Coins) -> Vec<bool> {
        let mut draw = |count: usize| -> Vec<bool> { (0..count).map(|_| coins.below(2) == 1).collect() };
        match self {
            Self::None => vec![false; bits],
            Self::Free => draw(bits),
            Self::Balanced { width } => {
                let mut flips = draw(bits.saturating_sub(width));
                let last: Vec<bool> = (0..bits - flips.len()).map(|column| odd(&flips, width, column)).collect();
                flips.extend(last);
                flips
            }
        }
    }

    /// Whether these flips are allowed.
    pub fn allow(self, flips: &[bool]) -> bool {
        match self {
            Self::None => !flips.contains(&true),
            Self::Free => true,
            Self::Balanced { width } => !(0..width).any(|column| odd(flips, width, column)),
        }
    }
}

/// Whether a column is flipped an odd number of times.
fn odd(flips: &[bool], width: usize, column: usize) -> bool {
    flips.iter().skip(column).step_by(width).fold(false, |odd, flip| odd ^ flip)
}

/// How piles were moved and masked: the secret of a shuffle, and also what answers a question about it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// Pile `p` went to place `of(p)`.
    pub permutation: Permutation,
    /// The masks of every pile, where it now lies.
    pub masks: Vec<Vec<Mask>>,
}

impl Move {
    /// A random one for so many piles of one bit per key.
    pub fn random(keys: &[PublicKey], piles: usize, among: Subgroup, flips: Flips, coins: &mut impl Coins) -> Self {
        let permutation = among.random(piles, coins);
        let flips: Vec<Vec<bool>> = (0..piles).map(|_| flips.random(keys.len(), coins)).collect();
        let mut masks = vec![Vec::new(); piles];
        for run in runs(keys) {
            let flips: Vec<bool> = flips.iter().flat_map(|flips| &flips[run.clone()]).copied().collect();
            let mut fresh = keys[run.start].masks(&flips, coins).into_iter();
            masks.iter_mut().for_each(|pile| pile.extend(fresh.by_ref().take(run.len())));
        }
        Self { permutation, masks }
    }

    /// The piles after it.
    pub fn moved(&self, keys: &[PublicKey], piles: &[Vec<Residue>]) -> Vec<Vec<Residue>> {
        let masked = |(pile, masks): (Vec<Residue>, &Vec<Mask>)| {
            pile.iter().zip(masks).zip(keys).map(|((card, mask), key)| key.masked(card, mask)).collect()
        };
        self.permutation.moved(piles).into_iter().zip(&self.masks).map(masked).collect()
    }

    /// One that does what this and then the next do.
    pub fn then(&self, keys: &[PublicKey], next: &Self) -> Self {
        let both = |(first, next): (Vec<Mask>, &Vec<Mask>)| {
            first.iter().zip(next).zip(keys).map(|((first, next), key)| key.both(first, next)).collect()
        };
        let masks = next.permutation.moved(&self.masks).into_iter().zip(&next.masks).map(both).collect();
        Self { permutation: self.permutation.then(&next.permutation), masks }
    }
}

impl Wire for Move {
    const NAME: &'static str = "a permutation and masks";

    fn write(&self, words: &mut Vec<Word>) {
        self.permutation.write(words);
        self.masks.write(words);
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
        Ok(Self { permutation: Wire::read(words)?, masks: Wire::read(words)? })
    }
}

/// The statement that `after` is `before`, moved by a permutation of the subgroup and masked with no flips but these.
///
/// Proof: the prover posts a third arrangement, made from `after` by a move `m`, as a hash. Asked one thing he shows `m`, asked
/// the other `secret, then m`, which makes it from `before`. Both answers are uniform whatever the secret is, so they tell
/// nothing (anybody can make up such rounds, knowing the question first); who can answer both knows a secret, so a cheat
/// fails with probability at least 1/2 in every round, 1 − 2⁻ˢ in `s` of them.
#[derive(Clone, Copy)]
pub struct Shuffle<'a> {
    /// The key of every bit of a pile.
    pub keys: &'a [PublicKey],
    /// Which permutations are allowed.
    pub among: Subgroup,
    /// Which flips are allowed.
    pub flips: Flips,
    /// The piles before.
    pub before: &'a [Vec<Residue>],
    /// The piles after.
    pub after: &'a [Vec<Residue>],
}

/// What the prover holds between posting and answering.
pub struct Commitment {
    /// What he posts: the hash of all arrangements.
    pub posted: Vec<u8>,
    moves: Vec<Move>,
}

/// A proof that nobody asked questions in.
#[derive(Clone)]
pub struct Proof {
    /// The hash of all arrangements.
    pub posted: Vec<u8>,
    /// One answer a round. At real sizes one answer fills most of a message, so each is best sent in its own.
    pub answers: Vec<Move>,
}

impl Wire for Proof {
    const NAME: &'static str = "a proof by question and answer";

    fn write(&self, words: &mut Vec<Word>) {
        words.push(Word::Bytes(self.posted.clone()));
        self.answers.write(words);
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
        Ok(Self { posted: words.bytes(Self::NAME)?.to_vec(), answers: Wire::read(words)? })
    }
}

impl Shuffle<'_> {
    /// The first step of the prover: one arrangement for every round.
    pub fn commit(&self, rounds: usize, coins: &mut impl Coins) -> Commitment {
        let draw = |_| Move::random(self.keys, self.after.len(), self.among, self.flips, coins);
        let moves: Vec<Move> = (0..rounds).map(draw).collect();
        let posted = self.posted(moves.iter().map(|m| (false, m)));
        Commitment { posted, moves }
    }

    /// The answers to the questions, one a round: false asks for the way from `after`, true for that from `before`.
    pub fn answers(&self, commitment: &Commitment, secret: &Move, questions: &[bool]) -> Vec<Move> {
        let answer = |(m, &from_before): (&Move, _)| if from_before { secret.then(self.keys, m) } else { m.clone() };
        commitment.moves.iter().zip(questions).map(answer).collect()
    }

    /// Whether the answers fit the questions and what was posted.
    ///
    /// Errors: `Malformed` for piles that cannot be, `BadShuffle` for wrong answers.
    pub fn accept(&self, posted: &[u8], questions: &[bool], answers: &[Move]) -> Result<(), Kind> {
        let shape = |piles: &[Vec<Residue>]| piles.iter().all(|pile| pile.len() == self.keys.len());
        let same = self.before.len() == self.after.len() && shape(self.before) && shape(self.after);
        if !(same && self.units(self.before.iter().chain(self.after), |card| card)) {
            return Err(Kind::Malformed { expected: "piles of sealed bits, as many after as before" });
        }
        let allowed = questions.len() == answers.len() && answers.iter().all(|answer| self.allows(answer));
        // A root 0 would answer every question.
        let fits = allowed && self.units(answers.iter().flat_map(|answer| &answer.masks), |mask| &mask.root);
        let right = fits && self.posted(questions.iter().copied().zip(answers)) == posted;
        if right { Ok(()) } else { Err(Kind::BadShuffle) }
    }

    /// A proof in which the hash asks.
    pub fn prove(&self, secret: &Move, rounds: usize, transcript: &Transcript, coins: &mut impl Coins) -> Proof {
        let commitment = self.commit(rounds, coins);
        let questions = self.questions(&commitment.posted, rounds, transcript);
        Proof { answers: self.answers(&commitment, secret, &questions), posted: commitment.posted }
    }

    /// Checks such a proof; errors as for [`Shuffle::accept`].
    pub fn check(&self, proof: &Proof, rounds: usize, transcript: &Transcript) -> Result<(), Kind> {
        self.accept(&proof.posted, &self.questions(&proof.posted, rounds, transcript), &proof.answers)
    }

    /// What the hash asks when this is posted.
    pub(super) fn questions(&self, posted: &[u8], rounds: usize, transcript: &Transcript) -> Vec<bool> {
        let mut transcript = transcript.clone();
        transcript.bytes("allowed", format!("{:?} {:?}", self.among, self.flips).as_bytes());
        transcript.number("keys", self.keys.len() as u64);
        self.keys.iter().for_each(|key| key.bind(&mut transcript));
        for piles in [self.before, self.after] {
            transcript.number("piles", piles.len() as u64);
            piles.iter().flatten().for_each(|card| transcript.bytes("card", &card.bytes()));
        }
        transcript.bytes("posted", posted);
        transcript.bits("questions", rounds)
    }

    /// The hash of the arrangements that these answers to these questions make.
    pub(super) fn posted<'m>(&self, answers: impl Iterator<Item = (bool, &'m Move)>) -> Vec<u8> {
        let mut hash = Sha512::new();
        for (from_before, answer) in answers {
            let piles = answer.moved(self.keys, if from_before { self.before } else { self.after });
            piles.iter().flatten().for_each(|card| hash.update(card.bytes()));
        }
        hash.finalize().to_vec()
    }

    fn allows(&self, answer: &Move) -> bool {
        let flips = |masks: &Vec<Mask>| masks.iter().map(|mask| mask.flip).collect::<Vec<bool>>();
        let width = |masks: &Vec<Mask>| masks.len() == self.keys.len();
        answer.permutation.len() == self.before.len()
            && self.among.contains(&answer.permutation)
            && answer.masks.len() == self.before.len()
            && answer.masks.iter().all(|masks| width(masks) && self.flips.allow(&flips(masks)))
    }

    /// Whether everything is a unit below its modulus; the piles have the right width.
    fn units<'i, T: 'i>(
        &self,
        piles: impl Iterator<Item = &'i Vec<T>> + Clone,
        residue: impl Fn(&T) -> &Residue,
    ) -> bool {
        runs(self.keys).all(|run| {
            let under = piles.clone().flat_map(|pile| &pile[run.clone()]);
            self.keys[run.start].modulus().admits(under.map(&residue))
        })
    }
}

/// The places under the same key, run by run: one common divisor is computed for each.
fn runs(keys: &[PublicKey]) -> impl Iterator<Item = Range<usize>> {
    keys.chunk_by(PartialEq::eq).scan(0, |at, run| {
        *at += run.len();
        Some(*at - run.len()..*at)
    })
}
