use std::cell::Cell;

use super::{COMMITTED, CardCipher, SHOWN, SHUFFLED};
use crate::shuffle::{Masking, ShuffleMove};
#[cfg(test)]
use crate::tests::testing::work;
use crate::{
    Cause, Coins, DealTable, IdealCiphertext, IdealRevealToken, OrFault, Parties, Party, Subgroup,
    Turn, Wire,
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
    /// The number of commitments so far.
    promised: Cell<u64>,
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

    fn agree(_table: &mut DealTable<'_>, keepers: Parties, _values: u64) -> OrFault<Self> {
        Ok(Self::new(keepers))
    }

    fn keepers(&self) -> Parties {
        self.keepers
    }

    fn face(&self, value: u64) -> IdealCiphertext {
        IdealCiphertext { keys: Parties::NONE, ..self.seal(value) }
    }

    fn share(&self, turn: Turn, card: &Self::Card, _: &mut impl Coins) -> IdealRevealToken {
        #[cfg(test)]
        work(1);
        IdealRevealToken { of: *card, by: turn.by }
    }

    fn fits(&self, turn: Turn, card: &Self::Card, share: &IdealRevealToken) -> Result<(), Cause> {
        let fits = share.by == turn.by && share.of == *card;
        if fits { Ok(()) } else { Err(Cause::BadProof { of: "the share" }) }
    }

    fn open(&self, card: &Self::Card, shares: &[IdealRevealToken], values: u64) -> Option<u64> {
        let given: Parties =
            shares.iter().filter(|share| share.of == *card).map(|share| share.by).collect();
        (card.keys.within(given) && card.content < values).then_some(card.content)
    }

    /// The proof is what a sound one would say: what comes is what was moved, by a permutation of
    /// the subgroup.
    fn shuffle(
        &self,
        table: &mut DealTable<'_>,
        by: Party,
        among: Subgroup,
        before: &[Vec<IdealCiphertext>],
        moved: &ShuffleMove<()>,
    ) -> OrFault<Vec<Vec<IdealCiphertext>>> {
        let truth = moved.rows(self, before);
        let after = table.publish(by, SHUFFLED, &truth)?;
        let right = after == truth && among.contains(&moved.permutation);
        table.require(right, by, Cause::BadShuffle)?;
        Ok(after)
    }

    /// The ideal commitment: a ciphertext only the committed can open, and only to his value.
    fn at_once<T: Wire>(
        &self,
        table: &mut DealTable<'_>,
        values: Vec<(Party, T)>,
    ) -> OrFault<Vec<T>> {
        let mut committed = Vec::new();
        for (by, value) in values {
            let sealed = self.seal(self.promised.replace(self.promised.get() + 1));
            let sealed = IdealCiphertext { keys: by.into(), ..sealed };
            committed.push((by, sealed, table.publish(by, COMMITTED, &sealed)?, value));
        }
        let show = |(by, sealed, received, value): (Party, _, IdealCiphertext, T)| {
            let truth = (value, IdealRevealToken { of: sealed, by });
            let shown = table.publish(by, SHOWN, &truth)?;
            let kept = received == sealed && shown.words() == truth.words();
            table.require(kept, by, Cause::BadCommitment)?;
            Ok(shown.0)
        };
        committed.into_iter().map(show).collect()
    }
}
