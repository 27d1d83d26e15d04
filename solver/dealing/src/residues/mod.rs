//! Real ciphers by residues: Goldwasser–Micali bits for Crépeau's play and the toolbox, locks that
//! commute for padlocks.
//!
//! A bit is a residue class modulo a number of two secret primes ([`ResiduePublicKey`]); a card is
//! a pile of such bits. Everything that has to be proved about piles is the **one** statement of
//! every [`shuffle`](super::shuffle::Shuffle): these piles are those, moved by a permutation of a
//! known subgroup and masked, with the bits flipped only where [`Piles`] allows it:
//!
//! | what is proved | permutations | flips |
//! |---|---|---|
//! | a shuffled deck, two rows of the same numbers | all | none |
//! | a question group hides one whole secret ([`andos`]) | all | free |
//! | cards shared by xor keep their types (a test: `tests/xor.rs`) | any | cancel out |
//! | the class of a residue, without a root ([`OpenedBits`]) | identity | none |
//!
//! What is proved holds against any cheat but for 2⁻ˢ in `s` rounds when the verifier asks; without
//! one, by hashing, a cheat can try again and again at home, so
//! [`ROUNDS`](super::cut_and_choose::ROUNDS) rounds are asked for. That nobody reads what he should
//! not rests on the assumption that residues look like other numbers of symbol +1 (quadratic
//! residuosity), for locks that powers with a secret exponent look random (decisional
//! Diffie–Hellman), and on the hash being as good as random. Keys and masks are overwritten when
//! dropped, though copies that the compiler made on the way may stay. Arithmetic on secrets takes
//! the same time whatever they are, and our own code does not branch on them; a secret permutation,
//! however, decides which memory is read. Nobody outside has audited this.

pub mod andos;
mod class;
mod form;
mod key;
mod lock;
mod modulus;
mod piles;
#[cfg(test)]
mod tests;

pub use class::OpenedBits;
pub use form::FormProof;
pub use key::{ResidueMask, ResiduePublicKey, SecretKey};
pub use lock::{SraGroup, SraLock};
pub use modulus::{Modulus, Residue};
pub(crate) use piles::number;
pub use piles::{Pile, Piles};
