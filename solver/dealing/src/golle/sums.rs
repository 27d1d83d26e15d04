use crate::card_cipher::{CardCipher, IdealCipher};
use crate::deck::shares;
#[cfg(test)]
use crate::tests::testing::work;
use crate::{Cause, Coins, DealTable, IdealCiphertext, OrFault, Parties, Subgroup, Turn, Wire};

/// The moves of numbers before one is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// By every keeper, with a permutation of the subgroup.
    By(Subgroup),
    /// As one ideal step that needs no coins: their order tells nothing.
    Ideally,
}

/// Ciphertexts of whole numbers that can be added, and compared, without opening them.
pub trait SumCipher: CardCipher {
    /// The proof that a number is small.
    type Range: Wire + Clone;

    /// A new ciphertext of a number below `below`, with the proof of that.
    fn number(
        &self,
        turn: Turn,
        number: u64,
        below: u64,
        coins: &mut impl Coins,
    ) -> (Self::Card, Self::Range);

    /// True if the proof holds.
    fn in_range(&self, turn: Turn, number: &Self::Card, below: u64, proof: &Self::Range) -> bool;

    /// A number every party knows.
    fn constant(&self, number: i64) -> Self::Card;

    /// The sum.
    fn plus(&self, a: &Self::Card, b: &Self::Card) -> Self::Card;

    /// The difference.
    fn minus(&self, a: &Self::Card, b: &Self::Card) -> Self::Card;

    /// True if one of these numbers is 0; nobody learns which, nor what the others are.
    ///
    /// Every keeper in turn multiplies each by a secret factor that is not 0, and moves them; then
    /// all are opened. Factors multiply, so they cannot cancel out, as sums of them could.
    ///
    /// Errors: a keeper whose blinding or share is wrong.
    fn any_zero(
        &self,
        table: &mut DealTable<'_>,
        numbers: Vec<Self::Card>,
        moved: Moved,
    ) -> OrFault<bool>;

    /// The number that the shares of all keepers open, if it is below `below`.
    fn opened(&self, number: &Self::Card, shares: &[Self::RevealToken], below: u64) -> Option<u64> {
        self.open(number, shares, below)
    }
}

/// Numbers are taken modulo 2⁶⁴; blinded ones are 0 or 1, which is all that can be seen of them.
impl SumCipher for IdealCipher {
    type Range = ();

    fn number(&self, _: Turn, number: u64, _: u64, _: &mut impl Coins) -> (IdealCiphertext, ()) {
        #[cfg(test)]
        work(2);
        (self.seal(number), ())
    }

    fn in_range(&self, _: Turn, number: &IdealCiphertext, below: u64, (): &()) -> bool {
        number.content < below
    }

    fn constant(&self, number: i64) -> IdealCiphertext {
        IdealCiphertext { keys: Parties::NONE, ..self.seal(number.cast_unsigned()) }
    }

    fn plus(&self, a: &IdealCiphertext, b: &IdealCiphertext) -> IdealCiphertext {
        IdealCiphertext { keys: a.keys.and(b.keys), ..self.seal(a.content.wrapping_add(b.content)) }
    }

    fn minus(&self, a: &IdealCiphertext, b: &IdealCiphertext) -> IdealCiphertext {
        IdealCiphertext { keys: a.keys.and(b.keys), ..self.seal(a.content.wrapping_sub(b.content)) }
    }

    fn any_zero(
        &self,
        table: &mut DealTable<'_>,
        mut numbers: Vec<IdealCiphertext>,
        moved: Moved,
    ) -> OrFault<bool> {
        for by in self.keepers().iter() {
            let mut flags: Vec<u64> =
                numbers.iter().map(|number| u64::from(number.content != 0)).collect();
            match moved {
                Moved::By(among) => {
                    flags = among.random(flags.len(), &mut table.coins(by)).moved(&flags)
                }
                Moved::Ideally => flags.sort_unstable(),
            }
            #[cfg(test)]
            work(2 * flags.len() as u64);
            let truth: Vec<IdealCiphertext> =
                flags.into_iter().map(|flag| self.seal(flag)).collect();
            numbers = table.publish(by, "the numbers, blinded and moved", &truth)?;
            table.require(numbers == truth, by, Cause::BadProof { of: "the blinding" })?;
        }
        let mut zero = false;
        for number in &numbers {
            let shares = shares(self, table, &[number], Parties::everybody(table.parties()))?
                .pop()
                .unwrap_or_default();
            zero |= self.open(number, &shares, 1).is_some();
        }
        Ok(zero)
    }
}
