use std::cell::Cell;

#[cfg(test)]
use crate::tests::testing::work;
use crate::{Cause, Coins, DealTable, IdealBox, IdealLock, OrFault, Party, Wire};

/// Locks that commute: whoever put one on can take it off again, whatever came on top.
pub trait Locks: Sized {
    /// A card in a box under some locks.
    type Boxed: Wire + Clone + PartialEq;
    /// A lock, as its owner holds it.
    type Lock: Clone;
    /// The key with which others take the lock off.
    type Key: Wire;

    /// The setting that all agree on: the group, and which elements are the cards.
    fn agree(table: &mut DealTable<'_>) -> OrFault<Self>;

    /// The box of a card without any lock.
    fn face(&self, card: u64) -> Self::Boxed;

    /// A fresh lock.
    fn draw(&self, owner: Party, coins: &mut impl Coins) -> Self::Lock;

    /// The box under one more lock.
    fn locked(&self, boxed: &Self::Boxed, lock: &Self::Lock) -> Self::Boxed;

    /// The box without this lock; something useless if the lock is not on it.
    fn unlocked(&self, boxed: &Self::Boxed, lock: &Self::Lock) -> Self::Boxed;

    /// Checks that this can be a box at all.
    ///
    /// Errors: `NotInSubgroup`, `Identity` or a closer word.
    fn admits(&self, boxed: &Self::Boxed) -> Result<(), Cause>;

    /// The key of a lock.
    fn key(&self, lock: &Self::Lock) -> Self::Key;

    /// The lock this is a key of.
    ///
    /// Errors: `BadKey` for what can be no key of that owner, with the reason.
    fn fits(&self, owner: Party, key: &Self::Key) -> Result<Self::Lock, Cause>;

    /// The card in a box without locks, if it is one.
    fn open(&self, boxed: &Self::Boxed, cards: u64) -> Option<u64> {
        (0..cards).find(|&card| self.face(card) == *boxed)
    }
}

/// Ideal locks: a box shows nothing but which locks of one's own are on it, and whether two are the
/// same under the same locks.
#[derive(Clone, Debug, Default)]
pub struct IdealLocks {
    made: Cell<u32>,
}

impl Locks for IdealLocks {
    type Boxed = IdealBox;
    type Lock = IdealLock;
    type Key = IdealLock;

    fn agree(_table: &mut DealTable<'_>) -> OrFault<Self> {
        Ok(Self::default())
    }

    fn face(&self, card: u64) -> IdealBox {
        IdealBox { content: card, locks: Vec::new() }
    }

    fn draw(&self, owner: Party, _coins: &mut impl Coins) -> IdealLock {
        self.made.set(self.made.get() + 1);
        IdealLock { owner, number: self.made.get() }
    }

    fn locked(&self, boxed: &IdealBox, lock: &IdealLock) -> IdealBox {
        #[cfg(test)]
        work(1);
        let mut boxed = boxed.clone();
        boxed.locks.insert(boxed.locks.partition_point(|other| other < lock), *lock);
        boxed
    }

    fn unlocked(&self, boxed: &IdealBox, lock: &IdealLock) -> IdealBox {
        #[cfg(test)]
        work(1);
        let mut boxed = boxed.clone();
        match boxed.locks.iter().position(|other| other == lock) {
            Some(at) => drop(boxed.locks.remove(at)),
            // A wrong exponent makes some other element of it, no card.
            None => boxed.content = u64::MAX,
        }
        boxed
    }

    fn admits(&self, _boxed: &IdealBox) -> Result<(), Cause> {
        Ok(())
    }

    fn key(&self, lock: &IdealLock) -> IdealLock {
        *lock
    }

    fn fits(&self, owner: Party, key: &IdealLock) -> Result<IdealLock, Cause> {
        let why = "a key is for a lock of the sender's own";
        (key.owner == owner).then_some(*key).ok_or(Cause::BadKey { why })
    }
}
