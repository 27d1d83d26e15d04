use std::cell::{Cell, RefCell};

use super::{CardCipher, SHUFFLED};
use crate::coins::Coins;
use crate::commit::Commit;
use crate::shuffle::{Masking, Shuffle, ShuffleMove};
use crate::word::{Reader, Sealed, Wire, Word};
use crate::{Fault, Kind, Parties, Party, Permutation, Subgroup, Table};

/// The ideal mask: a ciphertext is an opaque handle, so the logic of who learns what can be checked
/// exactly.
///
/// No exact test can say that a real ciphertext hides its content; for that the real masks rest on
/// their assumptions.
#[derive(Clone, Debug)]
pub struct Ideal {
    keepers: Parties,
    made: Cell<u64>,
    /// The committed values, until they are shown.
    promised: RefCell<Vec<Vec<Word>>>,
    exponentiations: Cell<u64>,
}

/// The share of one keeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdealShare {
    of: Sealed,
    by: Party,
}

impl Wire for IdealShare {
    const NAME: &'static str = "a share of an opening";

    fn write(&self, words: &mut Vec<Word>) {
        words.push(Word::Share(self.of, self.by));
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
        match words.next(Self::NAME)? {
            &Word::Share(of, by) => Ok(Self { of, by }),
            _ => Err(Kind::Malformed { expected: Self::NAME }),
        }
    }
}

impl Ideal {
    /// Ciphertexts under the joint key of these.
    pub fn new(keepers: Parties) -> Self {
        Self {
            keepers,
            made: Cell::new(0),
            promised: RefCell::default(),
            exponentiations: Cell::new(0),
        }
    }

    /// A new ciphertext of this content.
    pub fn seal(&self, content: u64) -> Sealed {
        self.made.set(self.made.get() + 1);
        Sealed { id: self.made.get(), content, keys: self.keepers }
    }

    /// The exponentiations that all parties would have made for real ciphertexts of two elements,
    /// proofs not counted: two to seal, mask or blind one, one for a share of its opening.
    pub fn exponentiations(&self) -> u64 {
        self.exponentiations.get()
    }

    /// Counts some.
    pub(crate) fn work(&self, exponentiations: u64) {
        self.exponentiations.set(self.exponentiations.get() + exponentiations);
    }
}

impl Masking for Ideal {
    type Card = Sealed;
    type Mask = ();

    fn mask(&self, _coins: &mut impl Coins) {}

    fn masked(&self, card: &Sealed, (): &()) -> Sealed {
        self.work(2);
        self.seal(card.content)
    }
}

impl CardCipher for Ideal {
    type Share = IdealShare;

    fn agree(_table: &mut Table<'_>, keepers: Parties, _values: u64) -> Result<Self, Fault> {
        Ok(Self::new(keepers))
    }

    fn keepers(&self) -> Parties {
        self.keepers
    }

    fn face(&self, value: u64) -> Sealed {
        Sealed { keys: Parties::NONE, ..self.seal(value) }
    }

    fn share(
        &self,
        (keeper, _): (Party, u64),
        card: &Sealed,
        _coins: &mut impl Coins,
    ) -> IdealShare {
        self.work(1);
        IdealShare { of: *card, by: keeper }
    }

    fn fits(
        &self,
        (keeper, _): (Party, u64),
        card: &Sealed,
        share: &IdealShare,
    ) -> Result<(), Kind> {
        let fits = share.by == keeper && share.of == *card;
        if fits { Ok(()) } else { Err(Kind::BadProof { of: "the share" }) }
    }

    fn open(&self, card: &Sealed, shares: &[IdealShare], values: u64) -> Option<u64> {
        let given: Parties =
            shares.iter().filter(|share| share.of == *card).map(|share| share.by).collect();
        (card.keys.within(given) && card.content < values).then_some(card.content)
    }

    /// The proof is what a sound one would say: the contents are those of before, moved by a
    /// permutation of the subgroup.
    fn shuffle(
        &self,
        table: &mut Table<'_>,
        by: Party,
        among: Subgroup,
        before: &[Vec<Sealed>],
        moved: &ShuffleMove<()>,
    ) -> Result<Vec<Vec<Sealed>>, Fault> {
        let after = table.send(by, table.others(by), SHUFFLED, &moved.rows(self, before))?;
        let shaped = after.len() == before.len()
            && after.iter().zip(before).all(|(a, b)| a.len() == b.len());
        let right = shaped && moved_within(&Shuffle { among, before, after: &after });
        if right { Ok(after) } else { Err(table.fault(by, Kind::BadShuffle)) }
    }
}

/// The ideal commitment: a ciphertext only the committed can open, with the value kept by nobody.
impl Commit for Ideal {
    type Closed = Sealed;
    type Opening = IdealShare;

    fn close(
        &self,
        value: &impl Wire,
        by: Party,
        _round: u64,
        _coins: &mut impl Coins,
    ) -> (Sealed, IdealShare) {
        let mut words = Vec::new();
        value.write(&mut words);
        let mut promised = self.promised.borrow_mut();
        let closed = Sealed { keys: by.into(), ..self.seal(promised.len() as u64) };
        promised.push(words);
        (closed, IdealShare { of: closed, by })
    }

    fn opens(
        &self,
        closed: &Sealed,
        value: &impl Wire,
        by: Party,
        _round: u64,
        opening: &IdealShare,
    ) -> bool {
        let mut words = Vec::new();
        value.write(&mut words);
        let kept = closed.keys == by.into() && *opening == IdealShare { of: *closed, by };
        kept && self.promised.borrow().get(closed.content as usize) == Some(&words)
    }
}

/// Whether some permutation of the subgroup takes the piles before to the piles after.
fn moved_within(shuffle: &Shuffle<'_, Ideal>) -> bool {
    let piles = shuffle.before.first().map_or(0, Vec::len);
    let all = |rows: &[Vec<Sealed>]| -> Vec<Vec<u64>> {
        (0..piles).map(|at| rows.iter().map(|row| row[at].content).collect()).collect()
    };
    let (before, after) = (all(shuffle.before), all(shuffle.after));
    let sorted = |piles: &[Vec<u64>], first: usize| {
        let mut piles = piles.to_vec();
        piles[..first].sort();
        piles
    };
    let first = match shuffle.among {
        Subgroup::All => piles,
        Subgroup::First(m) => m.min(piles),
        Subgroup::Identity => 0,
        Subgroup::Rotations => {
            return before == after
                || (1..piles).any(|by| Permutation::rotation(piles, by).moved(&before) == after);
        }
    };
    sorted(&before, first) == sorted(&after, first)
}
