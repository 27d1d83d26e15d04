use std::cell::{Cell, RefCell};

use super::{CardCipher, SHUFFLED};
use crate::shuffle::{Masking, Shuffle, ShuffleMove};
#[cfg(test)]
use crate::tests::testing::work;
use crate::{
    Cause, Coins, DealTable, IdealCiphertext, IdealRevealToken, OrFault, Parties, Party,
    Permutation, Subgroup, Turn, Wire, WireWord,
};

/// The ideal mask: a ciphertext is an opaque handle, so the logic of who learns what can be checked
/// exactly.
///
/// No exact test can say that a real ciphertext hides its content; for that the real masks rest on
/// their assumptions.
#[derive(Clone, Debug, Default)]
pub struct IdealCipher {
    keepers: Parties,
    made: Cell<u64>,
    /// The committed values, until they are shown.
    promised: RefCell<Vec<Vec<WireWord>>>,
}

impl IdealCipher {
    /// Ciphertexts under the joint key of these.
    pub fn new(keepers: Parties) -> Self {
        Self { keepers, ..Self::default() }
    }

    /// A new ciphertext of this content.
    pub fn seal(&self, content: u64) -> IdealCiphertext {
        self.made.set(self.made.get() + 1);
        IdealCiphertext { id: self.made.get(), content, keys: self.keepers }
    }
}

impl Masking for IdealCipher {
    type Card = IdealCiphertext;
    type Mask = ();

    fn masks(&self, count: usize, _coins: &mut impl Coins) -> Vec<()> {
        vec![(); count]
    }

    fn masked(&self, card: &IdealCiphertext, (): &()) -> IdealCiphertext {
        #[cfg(test)]
        work(2);
        self.seal(card.content)
    }
}

impl CardCipher for IdealCipher {
    type RevealToken = IdealRevealToken;
    type Closed = IdealCiphertext;
    type Opening = IdealRevealToken;

    fn agree(_table: &mut DealTable<'_>, keepers: Parties, _values: u64) -> OrFault<Self> {
        Ok(Self::new(keepers))
    }

    fn keepers(&self) -> Parties {
        self.keepers
    }

    fn face(&self, value: u64) -> IdealCiphertext {
        IdealCiphertext { keys: Parties::NONE, ..self.seal(value) }
    }

    fn share(
        &self,
        turn: Turn,
        card: &IdealCiphertext,
        _coins: &mut impl Coins,
    ) -> IdealRevealToken {
        #[cfg(test)]
        work(1);
        IdealRevealToken { of: *card, by: turn.by }
    }

    fn fits(
        &self,
        turn: Turn,
        card: &IdealCiphertext,
        share: &IdealRevealToken,
    ) -> Result<(), Cause> {
        let fits = share.by == turn.by && share.of == *card;
        if fits { Ok(()) } else { Err(Cause::BadProof { of: "the share" }) }
    }

    fn open(
        &self,
        card: &IdealCiphertext,
        shares: &[IdealRevealToken],
        values: u64,
    ) -> Option<u64> {
        let given: Parties =
            shares.iter().filter(|share| share.of == *card).map(|share| share.by).collect();
        (card.keys.within(given) && card.content < values).then_some(card.content)
    }

    /// The proof is what a sound one would say: the contents are those of before, moved by a
    /// permutation of the subgroup.
    fn shuffle(
        &self,
        table: &mut DealTable<'_>,
        by: Party,
        among: Subgroup,
        before: &[Vec<IdealCiphertext>],
        moved: &ShuffleMove<()>,
    ) -> OrFault<Vec<Vec<IdealCiphertext>>> {
        let after = table.publish(by, SHUFFLED, &moved.rows(self, before))?;
        let shaped = after.len() == before.len()
            && after.iter().zip(before).all(|(a, b)| a.len() == b.len());
        let right = shaped && moved_within(&Shuffle { among, before, after: &after });
        table.require(right, by, Cause::BadShuffle)?;
        Ok(after)
    }

    /// The ideal commitment: a ciphertext only the committed can open, with the value kept by
    /// nobody.
    fn close(
        &self,
        Turn { by, .. }: Turn,
        value: &impl Wire,
        _coins: &mut impl Coins,
    ) -> (IdealCiphertext, IdealRevealToken) {
        let mut promised = self.promised.borrow_mut();
        let closed = IdealCiphertext { keys: by.into(), ..self.seal(promised.len() as u64) };
        promised.push(value.words());
        (closed, IdealRevealToken { of: closed, by })
    }

    fn opens(
        &self,
        Turn { by, .. }: Turn,
        closed: &IdealCiphertext,
        (value, opening): &(impl Wire, IdealRevealToken),
    ) -> bool {
        let kept = closed.keys == by.into() && *opening == IdealRevealToken { of: *closed, by };
        kept && self.promised.borrow().get(closed.content as usize) == Some(&value.words())
    }
}

/// True if some permutation of the subgroup takes the piles before to the piles after.
fn moved_within(shuffle: &Shuffle<'_, IdealCipher>) -> bool {
    let piles = shuffle.before.first().map_or(0, Vec::len);
    let all = |rows: &[Vec<IdealCiphertext>]| -> Vec<Vec<u64>> {
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
