//! A ciphertext times a secret exponent: it holds nothing, the identity, exactly if it did before,
//! and is otherwise uniform over all other elements. Where several keepers blind *one after
//! another*, the product of their exponents is not 0 either, while a sum of them could be made 0 by
//! whoever comes last.

use super::super::word::fields;
use super::group::Exponent;
use super::keys::{Ciphertext, JointKey};
use super::sigma::{GroupEquation, Knowledge};
use crate::{Cause, Coins, Turn, Wire, WireReader, WireWord};

/// A ciphertext times a secret exponent, with proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blinded {
    /// Both halves times the exponent.
    pub ciphertext: Ciphertext,
    proof: Knowledge,
}

fields!(Blinded, "a blinded ciphertext", ciphertext, proof);

impl Blinded {
    /// Blinds a ciphertext by this exponent. Cost: 4 multiplications.
    pub fn new(
        key: &JointKey,
        turn: Turn,
        of: &Ciphertext,
        exponent: &Exponent,
        coins: &mut impl Coins,
    ) -> Self {
        let ciphertext =
            Ciphertext { a: of.a.times(exponent.scalar()), b: of.b.times(exponent.scalar()) };
        let equations = equations(of, &ciphertext);
        let proof =
            Knowledge::prove(key.transcript("blinding", turn), &equations, &[exponent], coins);
        Self { ciphertext, proof }
    }

    /// Checks that this is the ciphertext times some exponent that is not 0. Cost: 4 public terms.
    ///
    /// Errors: `Identity` for the exponent 0, `BadProof`.
    pub fn check(&self, key: &JointKey, turn: Turn, of: &Ciphertext) -> Result<(), Cause> {
        if self.ciphertext.a.is_identity() {
            return Err(Cause::Identity);
        }
        let transcript = key.transcript("blinding", turn);
        self.proof.check(transcript, &equations(of, &self.ciphertext), "the blinding")
    }
}

fn equations(of: &Ciphertext, blinded: &Ciphertext) -> [GroupEquation; 2] {
    [GroupEquation::simple(blinded.a, of.a), GroupEquation::simple(blinded.b, of.b)]
}
