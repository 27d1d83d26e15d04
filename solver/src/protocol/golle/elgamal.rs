use super::{Moved, Sums};
use crate::protocol::cipher::{Ciphertext, Exponent, RangeProof, any_is_identity, generator_times};
use crate::protocol::coins::Coins;
use crate::protocol::veil::ElGamal;
use crate::protocol::{Fault, Kind, Party, Subgroup, Table};

/// Numbers in the exponent, with every step proved.
impl Sums for ElGamal {
    type Range = RangeProof;

    fn number(
        &self,
        by: Party,
        round: u64,
        number: u64,
        below: u64,
        coins: &mut impl Coins,
    ) -> (Ciphertext, RangeProof) {
        let mask = Exponent::random(coins);
        (self.key().number(number, &mask), self.key().prove_range(by, round, number, below, &mask, coins))
    }

    fn in_range(&self, by: Party, round: u64, number: &Ciphertext, below: u64, proof: &RangeProof) -> bool {
        self.key().check_range(by, round, number, below, proof).is_ok()
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

    fn any_zero(&self, table: &mut Table<'_>, numbers: Vec<Ciphertext>, moved: Moved) -> Result<bool, Fault> {
        if moved != Moved::By(Subgroup::All) {
            let what = "a blinded row that is not shuffled".to_owned();
            return Err(table.fault(None, Kind::NotAllowed { what, why: "where zeros lie would show" }));
        }
        let round = table.messages() as u64;
        any_is_identity(table, self, numbers, round)
    }

    fn opened(&self, number: &Ciphertext, shares: &[Self::Share], below: u64) -> Option<u64> {
        let element = self.key().opened(number, shares);
        (0..below).find(|&number| generator_times(&number.into()) == element)
    }
}
