use super::Locks;
use crate::coins::Coins;
use crate::residues::{LockKey, Residue, SraGroup};
use crate::{Fault, Kind, Party, Table};

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
    type Lock = LockKey;
    type Key = Residue;

    fn agree(table: &mut Table<'_>) -> Result<Self, Fault> {
        let group = SraGroup::rfc_3526().map_err(|what| table.fault(None, what))?;
        Ok(Self::new(group, table.session))
    }

    fn face(&self, card: u64) -> Residue {
        self.group.card(&self.session, card)
    }

    fn draw(&self, _owner: Party, coins: &mut impl Coins) -> LockKey {
        self.group.draw(coins)
    }

    fn locked(&self, boxed: &Residue, lock: &LockKey) -> Residue {
        self.group.lock(lock, boxed)
    }

    fn unlocked(&self, boxed: &Residue, lock: &LockKey) -> Residue {
        self.group.unlock(lock, boxed)
    }

    fn admits(&self, boxed: &Residue) -> Result<(), Kind> {
        self.group.check(boxed)
    }

    fn key(&self, lock: &LockKey) -> Residue {
        lock.exponent()
    }

    fn fits(&self, _owner: Party, key: &Residue) -> Result<LockKey, Kind> {
        self.group.key(key)
    }
}
