//! How a card is hidden: one trait, and a mask for every way to do it.

#[cfg(feature = "cryptography")]
mod elgamal;
mod ideal;

#[cfg(feature = "cryptography")]
pub use elgamal::{ElGamal, ShuffleProof};
pub use ideal::Ideal;

use super::coins::Coins;
use super::word::Wire;
use super::{Fault, Kind, Parties, Party, Permutation, Subgroup, Table};

/// Cards under the joint key of some parties, the keepers: anybody can mask, only all keepers together can open.
///
/// A card is moved about as rows of piles: `rows[r][p]` is the card of row `r` in pile `p`, and a shuffle moves whole piles.
pub trait Veil: Sized {
    /// A hidden card.
    type Card: Wire + Clone + PartialEq + std::fmt::Debug;
    /// The secret of one re-masking.
    type Mask: Clone;
    /// What one keeper gives to open one card, with its proof.
    type Share: Wire + Clone;
    /// The proof that a shuffle is one.
    type Proof: Wire;

    /// The keepers make their keys, publish them and prove that they hold them.
    fn agree(table: &mut Table<'_>, keepers: Parties) -> Result<Self, Fault>;

    /// Who has to help to open a card.
    fn keepers(&self) -> Parties;

    /// An open card: everybody can see which it is.
    fn face(&self, value: u64) -> Self::Card;

    /// A fresh mask.
    fn mask(&self, coins: &mut impl Coins) -> Self::Mask;

    /// The same card under one more mask.
    fn masked(&self, card: &Self::Card, mask: &Self::Mask) -> Self::Card;

    /// The share of one keeper.
    fn share(&self, keeper: Party, card: &Self::Card, coins: &mut impl Coins) -> Self::Share;

    /// Whether the share is right for this card and this keeper.
    fn fits(&self, keeper: Party, card: &Self::Card, share: &Self::Share) -> Result<(), Kind>;

    /// The card that the shares of all keepers open, among values below `values`; `None` if it is none of these.
    fn open(&self, card: &Self::Card, shares: &[Self::Share], values: u64) -> Option<u64>;

    /// Proves that `after` is `before` with its piles moved by a permutation of the subgroup, and every card masked.
    fn prove(
        &self,
        by: Party,
        shuffle: &Shuffle<'_, Self>,
        secret: &Secret<Self>,
        coins: &mut impl Coins,
    ) -> Self::Proof;

    /// Checks such a proof.
    fn check(&self, by: Party, shuffle: &Shuffle<'_, Self>, proof: &Self::Proof) -> bool;
}

/// What everybody sees of a shuffle.
pub struct Shuffle<'a, V: Veil> {
    /// Which permutations are allowed.
    pub among: Subgroup,
    /// The rows before.
    pub before: &'a [Vec<V::Card>],
    /// The rows after.
    pub after: &'a [Vec<V::Card>],
    /// Tells this shuffle from all others of the session.
    pub round: u64,
}

/// What only the shuffler knows.
pub struct Secret<V: Veil> {
    /// Pile `p` went to place `of(p)`.
    pub permutation: Permutation,
    /// The mask of every card of `after`, where it now lies.
    pub masks: Vec<Vec<V::Mask>>,
}
