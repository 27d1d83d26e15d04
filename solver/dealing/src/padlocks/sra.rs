use super::Locks;
use crate::coins::Coins;
use crate::residues::{Residue, SraGroup, SraLock};
use crate::{Cause, DealTable, Fault, Party};

/// Real locks: secret exponents among the squares modulo a safe prime of 2048 bits, with hashed
/// cards.
///
/// That nobody tells locked cards apart rests on the decisional Diffie–Hellman assumption; there
/// are no proofs.
#[derive(Clone, Debug)]
pub struct SraLocks {
    group: SraGroup,
    session: [u8; 32],
}

impl SraLocks {
    /// Locks in this group, with the cards of this session.
    pub fn new(group: SraGroup, session: [u8; 32]) -> Self {
        Self { group, session }
    }
}

impl Locks for SraLocks {
    type Boxed = Residue;
    type Lock = SraLock;
    type Key = Residue;

    fn agree(table: &mut DealTable<'_>) -> Result<Self, Fault> {
        let group = SraGroup::rfc_3526().map_err(|what| table.fault(None, what))?;
        Ok(Self::new(group, table.session))
    }

    fn face(&self, card: u64) -> Residue {
        self.group.card(&self.session, card)
    }

    fn draw(&self, _owner: Party, coins: &mut impl Coins) -> SraLock {
        self.group.draw(coins)
    }

    fn locked(&self, boxed: &Residue, lock: &SraLock) -> Residue {
        self.group.lock(lock, boxed)
    }

    fn unlocked(&self, boxed: &Residue, lock: &SraLock) -> Residue {
        self.group.unlock(lock, boxed)
    }

    fn admits(&self, boxed: &Residue) -> Result<(), Cause> {
        self.group.check(boxed)
    }

    fn key(&self, lock: &SraLock) -> Residue {
        lock.exponent()
    }

    fn fits(&self, _owner: Party, key: &Residue) -> Result<SraLock, Cause> {
        self.group.key(key)
    }
}
