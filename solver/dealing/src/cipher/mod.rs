//! The real ciphers: ElGamal in a group of prime order, and the proofs that make every step of a
//! deal checkable.
//!
//! *What is proved.* Keys are held by those who publish them; shares of openings belong to the key
//! and the card; shuffled rows are the rows before, moved by one permutation (of a known subgroup,
//! if need be) and masked again; encrypted numbers are in range and their senders know them;
//! blindings use one exponent, which is not 0. *What is assumed.* The Diffie–Hellman decision in
//! ristretto255 is hard, and SHA-512 behaves like a random function (all proofs are made
//! non-interactive by hashing). Proofs bind the session, the party and the number of their message,
//! so none counts twice in a session. *What is not claimed.* Nobody from outside has audited this
//! code. None of its branches and none of its multiplications depends on a secret, but where cards
//! lie in memory does, when a secret permutation moves them.
//!
//! | file | what it is |
//! | --- | --- |
//! | `group` | elements, scalars, secrets, multiplications |
//! | `sigma` | proofs of knowledge of one secret |
//! | `keys` | ciphertexts under a joint key, shares of their opening |
//! | `argument` | the fast verified shuffle |
//! | `number` | encrypted numbers with range proofs; ciphertexts blinded for tests of equality |
//!
//! Dealing without shuffling (Golle) takes from here: [`JointKey::number`] with
//! [`JointKey::prove_range`] for what each player adds, [`Commitment::to`](super::Commitment::to)
//! before any party shows his, [`Ciphertext::plus`] for the sum, [`Blinded`] for whether the card
//! is out already, and shares and openings from [`ElGamal`](super::card_cipher::ElGamal).

mod argument;
mod group;
mod keys;
mod number;
mod sigma;

pub use argument::{Argument, Statement};
pub use curve25519_dalek::{RistrettoPoint, Scalar};
pub use group::{Element, Exponent, combined, combined_public, generator_times, scalar};
pub use keys::{Ciphertext, ElGamalPublicKey, JointKey, RevealToken};
pub use number::{Blinded, RangeProof};
pub use sigma::{GroupEquation, Knowledge};

#[cfg(test)]
pub(crate) mod tests;
