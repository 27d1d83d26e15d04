use super::{Cause, Coins, DealTable, OrFault, Party, Turn, Wire};

/// Promises: a party fixes a value without showing it, and can show nothing else later.
pub trait Commit {
    /// The value, closed.
    type Closed: Wire;
    /// The proof that the value is the closed one.
    type Opening: Wire + Clone;

    /// Closes a value; it is bound to the turn, so that nobody can send another one's as his own.
    fn close(
        &self,
        value: &impl Wire,
        turn: Turn,
        coins: &mut impl Coins,
    ) -> (Self::Closed, Self::Opening);

    /// True if this is what was closed.
    fn opens(
        &self,
        closed: &Self::Closed,
        value: &impl Wire,
        turn: Turn,
        opening: &Self::Opening,
    ) -> bool;
}

/// Every party shows a value at once: all commit themselves before the first one is seen, so nobody
/// can choose his by the others'.
///
/// Errors: `BadCommitment` with the name of who shows something else; whatever a message can be.
pub fn at_once<T: Wire + Clone>(
    table: &mut DealTable<'_>,
    with: &impl Commit,
    values: &[(Party, T)],
) -> OrFault<Vec<T>> {
    let turn = table.turn(Party::at(0));
    let mut closed = Vec::new();
    for (by, value) in values {
        let (sealed, opening) = with.close(value, turn.of(*by), &mut table.coins(*by));
        closed.push((table.publish(*by, "a commitment", &sealed)?, opening));
    }
    let mut values_shown = Vec::new();
    for ((by, value), (closed, opening)) in values.iter().zip(closed) {
        let shown = (value.clone(), opening);
        let (value, opening) = table.publish(*by, "what was committed to", &shown)?;
        let kept = with.opens(&closed, &value, turn.of(*by), &opening);
        table.require(kept, *by, Cause::BadCommitment)?;
        values_shown.push(value);
    }
    Ok(values_shown)
}

/// The real commitment: a hash with 32 random bytes in it.
#[cfg(feature = "cryptography")]
impl Commit for super::card_cipher::ElGamal {
    type Closed = super::Commitment;
    type Opening = super::CommitmentOpening;

    fn close(
        &self,
        value: &impl Wire,
        turn: Turn,
        coins: &mut impl Coins,
    ) -> (Self::Closed, Self::Opening) {
        Self::Closed::to(value, turn, coins)
    }

    fn opens(
        &self,
        closed: &Self::Closed,
        value: &impl Wire,
        turn: Turn,
        opening: &Self::Opening,
    ) -> bool {
        closed.opens(value, turn, opening).is_ok()
    }
}
