//! Ways to hide a card: one trait, and a mask for each.

#[cfg(feature = "cryptography")]
mod elgamal;
mod ideal;

#[cfg(feature = "cryptography")]
pub use elgamal::{ElGamal, ShuffleProof};
pub use ideal::IdealCipher;

use super::shuffle::{Masking, ShuffleMove};
use super::{Cause, Coins, DealTable, OrFault, Parties, Party, Subgroup, Turn, Wire};

/// Cards under the joint key of some parties, the keepers: any party can mask, only all keepers
/// together can open.
///
/// A card is moved about as rows of piles: `rows[r][p]` is the card of row `r` in pile `p`, and a
/// shuffle moves whole piles.
pub trait CardCipher: Masking + Sized {
    /// The share of one keeper to open one card, with its proof.
    type RevealToken: Wire + Clone;

    /// The keepers make their keys for cards below `values`, publish them and prove that they hold
    /// them.
    fn agree(table: &mut DealTable<'_>, keepers: Parties, values: u64) -> OrFault<Self>;

    /// The keepers, who all help to open a card.
    fn keepers(&self) -> Parties;

    /// An open card: every party can see which it is.
    fn face(&self, value: u64) -> Self::Card;

    /// The share of the keeper whose turn it is.
    fn share(&self, turn: Turn, card: &Self::Card, coins: &mut impl Coins) -> Self::RevealToken;

    /// Checks that the token is right for this card and this turn.
    fn fits(&self, turn: Turn, card: &Self::Card, share: &Self::RevealToken) -> Result<(), Cause>;

    /// The card that the shares of all keepers open, among values below `values`; `None` if it is
    /// none of these.
    fn open(&self, card: &Self::Card, shares: &[Self::RevealToken], values: u64) -> Option<u64>;

    /// A party moves and masks piles by a secret move of the subgroup and proves to all that it is
    /// one; what they then have.
    ///
    /// The round of its proof is the number of its message. Errors: `BadShuffle`.
    fn shuffle(
        &self,
        table: &mut DealTable<'_>,
        by: Party,
        among: Subgroup,
        before: &[Vec<Self::Card>],
        moved: &ShuffleMove<Self::Mask>,
    ) -> OrFault<Vec<Vec<Self::Card>>>;

    /// Every party shows a value at once: all commit themselves before the first one is seen, so
    /// nobody can choose his by the others'. A commitment is bound to its turn, so that nobody can
    /// send another one's as his own.
    ///
    /// Errors: `BadCommitment` with the name of who shows something else; whatever a message can
    /// be.
    fn at_once<T: Wire>(
        &self,
        table: &mut DealTable<'_>,
        values: Vec<(Party, T)>,
    ) -> OrFault<Vec<T>>;
}

/// The text of a message with a commitment.
pub(crate) const COMMITTED: &str = "a commitment";

/// The text of a message that opens a commitment.
pub(crate) const SHOWN: &str = "what was committed to";

/// The text of a message with a shuffle.
pub(crate) const SHUFFLED: &str = "the deck, moved and masked, with its proof";
