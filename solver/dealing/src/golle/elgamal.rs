use super::{Moved, SumCipher};
use crate::card_cipher::{CardCipher, ElGamal};
use crate::cipher::{Blinded, Ciphertext, Element, Exponent, RangeProof, generator_times};
use crate::deck::shares;
use crate::shuffle::ShuffleMove;
use crate::{Cause, Coins, DealTable, OrFault, Parties, Party, Subgroup, Turn};

/// Numbers in the exponent, with every step proved.
impl SumCipher for ElGamal {
    type Range = RangeProof;

    fn number(
        &self,
        turn: Turn,
        number: u64,
        below: u64,
        coins: &mut impl Coins,
    ) -> (Ciphertext, RangeProof) {
        let mask = Exponent::random(coins);
        let range = self.key().prove_range(turn, number, below, &mask, coins);
        (self.key().number(number, &mask), range)
    }

    fn in_range(&self, turn: Turn, number: &Ciphertext, below: u64, proof: &RangeProof) -> bool {
        self.key().check_range(turn, number, below, proof).is_ok()
    }

    fn constant(&self, number: i64) -> Ciphertext {
        let element = generator_times(&number.unsigned_abs().into());
        self.key().open(&if number < 0 { -element } else { element }.into())
    }

    fn plus(&self, a: &Ciphertext, b: &Ciphertext) -> Ciphertext {
        a.plus(b)
    }

    fn minus(&self, a: &Ciphertext, b: &Ciphertext) -> Ciphertext {
        a.minus(b)
    }

    /// Errors: a fault of the keeper whose blinding, shuffle or share is wrong; `Identity`, of
    /// nobody, for a ciphertext with a half that is the identity, as the difference of a ciphertext
    /// and itself is.
    ///
    /// Cost: for every keeper and ciphertext 7 multiplications, and 8 public terms to check them,
    /// besides those of the shuffle.
    fn any_zero(
        &self,
        table: &mut DealTable<'_>,
        mut row: Vec<Ciphertext>,
        _moved: Moved,
    ) -> OrFault<bool> {
        let hidden = row.iter().all(|of| !of.a.is_identity() && !of.b.is_identity());
        table.require(hidden, None, Cause::Identity)?;
        let everybody = Parties::everybody(table.parties());
        let begun = table.turn(Party::at(0));
        for keeper in self.keepers().iter() {
            let turn = begun.of(keeper);
            let coins = &mut table.coins(keeper);
            let blind = |of| Blinded::new(self.key(), turn, of, &Exponent::random(coins), coins);
            let blinded: Vec<Blinded> = row.iter().map(blind).collect();
            let blinded =
                table.send(keeper, everybody, "the differences, blinded with proof", &blinded)?;
            let expected = "as many ciphertexts as before";
            table.require(blinded.len() == row.len(), keeper, Cause::Malformed { expected })?;
            for (blinded, of) in blinded.iter().zip(&row) {
                blinded.check(self.key(), turn, of).map_err(|what| table.fault(keeper, what))?;
            }
            row = blinded.into_iter().map(|blinded| blinded.ciphertext).collect();
            let permutation = Subgroup::All.random(row.len(), &mut table.coins(keeper));
            let moved = ShuffleMove::by(permutation, self, 1, &mut table.coins(keeper));
            row = self.shuffle(table, keeper, Subgroup::All, &[row], &moved)?.concat();
        }
        let shares = shares(self, table, &row.iter().collect::<Vec<_>>(), everybody)?;
        Ok(row
            .iter()
            .zip(&shares)
            .any(|(of, shares)| Element::from(self.key().opened(of, shares)).is_identity()))
    }

    fn opened(&self, number: &Ciphertext, shares: &[Self::RevealToken], below: u64) -> Option<u64> {
        let element = self.key().opened(number, shares);
        (0..below).find(|&number| generator_times(&number.into()) == element)
    }
}
