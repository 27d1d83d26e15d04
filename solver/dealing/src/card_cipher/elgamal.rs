use std::cell::RefCell;

use subtle::{ConditionallySelectable, ConstantTimeEq};

use super::{COMMITTED, CardCipher, SHOWN, SHUFFLED};
use crate::cipher::{
    Argument, Ciphertext, ElGamalPublicKey, Element, Exponent, JointKey, RevealToken, Statement,
};
use crate::cut_and_choose::{Joining, ProofRounds, ROUNDS, RoundAnswer};
use crate::shuffle::{Masking, Shuffle, ShuffleMove};
use crate::{
    Cause, Coins, Commitment, CommitmentOpening, CutAndChoose, DealTable, OrFault, Parties, Party,
    Subgroup, Turn, Wire, WireReader, WireWord,
};

/// Cards as ElGamal ciphertexts in ristretto255, with every step proved.
///
/// A card is a point hashed from its value, so that nobody knows a relation between two cards.
/// *Proved*: keys are held by those who publish them, shares and shuffles are right. *Assumed*: the
/// Diffie–Hellman decision is hard, and SHA-512 is a random oracle. Nobody from outside has audited
/// it; no branch and no multiplication depends on a secret, but moving cards about in memory does.
///
/// ```
/// use bluff_dealing::card_cipher::{ElGamal, CardCipher};
/// use bluff_dealing::{MaskedDeck, Parties, Party, Seeded, Subgroup, DealTable};
/// let mut coins = vec![Seeded::of(1), Seeded::of(2)];
/// let (mut table, both) = (DealTable::new(2, &mut coins), Parties::everybody(2));
/// let cipher = ElGamal::agree(&mut table, both, 3)?;
/// let mut deck = MaskedDeck::open(&cipher, 3, &[vec![0, 1, 2]]);
/// deck.scramble(&mut table, both, Subgroup::All)?;
/// let [one, other] = [0, 1].map(Party::at);
/// let cards = [deck.draw(&mut table, 0, one)?, deck.draw(&mut table, 1, other)?];
/// assert!(cards[0] != cards[1] && cards.iter().all(|&card| card < 3));
/// # Ok::<(), bluff_dealing::Fault>(())
/// ```
pub struct ElGamal {
    key: JointKey,
    secrets: Vec<(Party, Exponent)>,
    faces: RefCell<Vec<Element>>,
    generators: RefCell<Vec<Element>>,
}

/// The purpose of the elements that are cards.
const FACE: &str = "card";

/// The elements hashed from 0, 1, 2 … for a purpose, made when they are first wanted.
fn hashed(known: &RefCell<Vec<Element>>, purpose: &'static str, n: u64) -> Vec<Element> {
    let mut known = known.borrow_mut();
    for number in known.len() as u64..n {
        known.push(Element::hashed(purpose, number));
    }
    known[..n as usize].to_vec()
}

/// The proof of a shuffle.
#[derive(Clone)]
pub enum ShuffleProof {
    /// Of any permutation, by Groth's argument.
    Argument(Argument),
    /// Of a permutation in a subgroup, round by round.
    Rounds(Vec<RoundAnswer<Exponent>>),
}

impl Wire for ShuffleProof {
    const NAME: &'static str = "the proof of a shuffle";

    fn write(&self, words: &mut Vec<WireWord>) {
        match self {
            Self::Argument(proof) => {
                words.push(WireWord::Number(0));
                proof.write(words);
            }
            Self::Rounds(answers) => {
                words.push(WireWord::Number(1));
                answers.write(words);
            }
        }
    }

    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
        match words.number(Self::NAME)? {
            0 => Argument::read(words).map(Self::Argument),
            1 => Vec::read(words).map(Self::Rounds),
            _ => Err(Cause::Malformed { expected: Self::NAME }),
        }
    }
}

impl ElGamal {
    /// The joint key, for protocols that reckon with ciphertexts.
    pub fn key(&self) -> &JointKey {
        &self.key
    }

    /// The secret key of a keeper: for the code of this keeper only.
    pub fn secret(&self, keeper: Party) -> Option<&Exponent> {
        self.secrets.iter().find(|(party, _)| *party == keeper).map(|(_, secret)| secret)
    }

    /// Proves a shuffle: by the argument where it applies, which is where all permutations are
    /// allowed.
    pub fn prove(
        &self,
        turn: Turn,
        shuffle: Shuffle<'_, Self>,
        secret: &ShuffleMove<Exponent>,
        coins: &mut impl Coins,
    ) -> ShuffleProof {
        match self.statement(turn, &shuffle) {
            Some(statement) => {
                let ShuffleMove { permutation, masks } = secret;
                ShuffleProof::Argument(statement.prove(permutation, masks, coins))
            }
            None => ShuffleProof::Rounds(self.rounds(turn, shuffle).prove(secret, coins)),
        }
    }

    /// Checks such a proof: one kind for each statement, so that all who check know it.
    pub fn check(&self, turn: Turn, shuffle: Shuffle<'_, Self>, proof: &ShuffleProof) -> bool {
        match (proof, self.statement(turn, &shuffle)) {
            (ShuffleProof::Argument(argument), Some(statement)) => statement.check(argument),
            (ShuffleProof::Rounds(answers), None) => self.rounds(turn, shuffle).check(answers),
            _ => false,
        }
    }

    /// The proof round by round.
    pub fn rounds<'a>(&'a self, turn: Turn, shuffle: Shuffle<'a, Self>) -> CutAndChoose<'a, Self> {
        let transcript = self.key.transcript("cut and choose", turn);
        CutAndChoose::new(self, shuffle, ProofRounds { count: ROUNDS, transcript })
    }

    /// The statement of the fast argument, if it applies.
    fn statement<'a>(&'a self, turn: Turn, shuffle: &Shuffle<'a, Self>) -> Option<Statement<'a>> {
        let &Shuffle { among, before, after } = shuffle;
        let piles = before.first().map_or(0, Vec::len);
        (among == Subgroup::All && piles >= 2).then(|| {
            let generators = hashed(&self.generators, "generator of commitments", piles as u64);
            Statement { key: &self.key, turn, generators, before, after }
        })
    }
}

impl Masking for ElGamal {
    type Card = Ciphertext;
    type Mask = Exponent;

    fn masks(&self, count: usize, coins: &mut impl Coins) -> Vec<Exponent> {
        (0..count).map(|_| Exponent::random(coins)).collect()
    }

    fn masked(&self, card: &Ciphertext, mask: &Exponent) -> Ciphertext {
        self.key.masked(card, mask)
    }
}

impl Joining for ElGamal {
    fn joined(&self, first: &Exponent, then: &Exponent) -> Exponent {
        first.plus(then)
    }
}

impl CardCipher for ElGamal {
    type RevealToken = RevealToken;

    /// Errors: `BadKey` for a key whose owner does not prove that he knows the secret one,
    /// `Identity` or `Malformed`.
    fn agree(table: &mut DealTable<'_>, keepers: Parties, _values: u64) -> OrFault<Self> {
        let (mut secrets, mut keys) = (Vec::new(), Vec::new());
        for keeper in keepers.iter() {
            let turn = table.turn(keeper);
            let coins = &mut table.coins(keeper);
            let secret = Exponent::random(coins);
            let public = ElGamalPublicKey::of(&secret, turn, coins);
            let public =
                table.publish(keeper, "a public key, with proof that it is his", &public)?;
            public.check(turn).map_err(|what| table.fault(keeper, what))?;
            secrets.push((keeper, secret));
            keys.push((keeper, public.key));
        }
        let key = JointKey::new(keys).map_err(|what| table.fault(None, what))?;
        Ok(Self { key, secrets, faces: RefCell::default(), generators: RefCell::default() })
    }

    fn keepers(&self) -> Parties {
        self.key.keepers()
    }

    fn face(&self, value: u64) -> Ciphertext {
        self.key.open(&Element::hashed(FACE, value))
    }

    fn share(&self, turn: Turn, card: &Ciphertext, coins: &mut impl Coins) -> RevealToken {
        // Who holds no key makes a share that fits nothing.
        let none = Exponent::random(coins);
        self.key.share(turn, self.secret(turn.by).unwrap_or(&none), card, coins)
    }

    fn fits(&self, turn: Turn, card: &Ciphertext, share: &RevealToken) -> Result<(), Cause> {
        self.key.fits(turn, card, share)
    }

    /// Looks at every card, so that the time tells nothing about which it is.
    fn open(&self, card: &Ciphertext, shares: &[RevealToken], values: u64) -> Option<u64> {
        let message: Element = self.key.opened(card, shares).into();
        let found = hashed(&self.faces, FACE, values).iter().zip(0..).fold(
            values,
            |found, (face, value)| {
                u64::conditional_select(&found, &value, face.point().ct_eq(message.point()))
            },
        );
        (found < values).then_some(found)
    }

    fn shuffle(
        &self,
        table: &mut DealTable<'_>,
        by: Party,
        among: Subgroup,
        before: &[Vec<Ciphertext>],
        moved: &ShuffleMove<Exponent>,
    ) -> OrFault<Vec<Vec<Ciphertext>>> {
        let turn = table.turn(by);
        let (mut after, mut proof) = (Vec::new(), ShuffleProof::Rounds(Vec::new()));
        if table.is_played(by) {
            after = moved.rows(self, before);
            let shuffle = Shuffle { among, before, after: &after };
            proof = self.prove(turn, shuffle, moved, &mut table.coins(by));
        }
        let (after, proof) = table.publish(by, SHUFFLED, &(after, proof))?;
        let right = || self.check(turn, Shuffle { among, before, after: &after }, &proof);
        table.require(!table.checks(by) || right(), by, Cause::BadShuffle)?;
        Ok(after)
    }

    fn at_once<T: Wire>(
        &self,
        table: &mut DealTable<'_>,
        values: Vec<(Party, T)>,
    ) -> OrFault<Vec<T>> {
        let turn = table.turn(Party::at(0));
        let mut committed = Vec::new();
        for (by, value) in values {
            let (commitment, opening) = Commitment::to(&value, turn.of(by), &mut table.coins(by));
            committed.push((by, table.publish(by, COMMITTED, &commitment)?, (value, opening)));
        }
        let show = |(by, commitment, value): (Party, Commitment, (T, CommitmentOpening))| {
            let (value, opening) = table.publish(by, SHOWN, &value)?;
            let opened = commitment.opens(&value, turn.of(by), &opening);
            opened.map(|()| value).map_err(|what| table.fault(by, what))
        };
        committed.into_iter().map(show).collect()
    }
}
