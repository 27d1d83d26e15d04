//! The relay: mailboxes in memory, for tables of people who play from machines of their own.
//!
//! It knows names and bytes and reads neither. A client that knows the name of a table may
//! write.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use bluff_batch::compute::{Client, lock};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use crate::limits::{TABLE_AGE, TABLE_BYTES, TABLE_SLOTS, TABLES, TABLES_OF_CLIENT};
use crate::problem::Problem;

/// Bytes that a slot takes beside its own: its name, twice, and its place.
const OVERHEAD: u64 = 256;

/// All tables, within limits of their number, their bytes and their age.
pub struct Relay(Mutex<RelayedTables>);

struct RelayedTables {
    open: HashMap<String, RelayedTable>,
    /// The number of tables that were opened so far.
    opened: watch::Sender<u64>,
    most: usize,
    /// All bytes of all tables, at most; the tables that one client opened may have a quarter.
    most_bytes: u64,
    /// The time after its last message when a table may be forgotten.
    age: Duration,
}

/// The slots of a table, in the order in which they came.
struct RelayedTable {
    by: Client,
    slots: HashMap<Arc<str>, Bytes>,
    names: Vec<Arc<str>>,
    bytes: u64,
    last: Instant,
    came: watch::Sender<u64>,
}

impl Default for Relay {
    fn default() -> Self {
        let (open, opened) = (HashMap::new(), watch::channel(0).0);
        let (most, most_bytes) = (TABLES as usize, 4 * TABLE_BYTES);
        let age = TABLE_AGE;
        Self(Mutex::new(RelayedTables { open, opened, most, most_bytes, age }))
    }
}

impl Relay {
    /// Sets the number of tables, and the bytes of all together. With none the relay is off, and
    /// clients that wait have an answer.
    pub fn limit(&self, tables: usize, bytes: u64) {
        let mut all = lock(&self.0);
        (all.most, all.most_bytes) = (tables, bytes);
        if tables == 0 {
            all.open.clear();
            all.opened.send_modify(|opened| *opened += 1);
        }
    }

    /// Errors: `TablesOff`.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        lock(&self.0).check()
    }

    /// Lays bytes down for a client; false if the same lie there.
    ///
    /// Errors: `SlotTaken` where others lie, `TablesOff`, `TablesFull`.
    pub(crate) fn put(
        &self,
        by: Client,
        table: &str,
        slot: &str,
        bytes: Bytes,
    ) -> Result<bool, Problem> {
        let all = &mut *lock(&self.0);
        all.check()?;
        let there = all.open.get(table).and_then(|table| table.slots.get(slot));
        if let Some(there) = there {
            return if *there == bytes { Ok(false) } else { Err(Problem::SlotTaken(slot.into())) };
        }
        let more = OVERHEAD + bytes.len() as u64;
        let by = all.room(by, table, more)?;
        let came = || watch::channel(0).0;
        let table = all.open.entry(table.to_owned()).or_insert_with(|| {
            all.opened.send_modify(|opened| *opened += 1);
            let (slots, names, last) = (HashMap::new(), Vec::new(), Instant::now());
            RelayedTable { by, slots, names, bytes: 0, last, came: came() }
        });
        let slot: Arc<str> = slot.into();
        table.names.push(Arc::clone(&slot));
        table.slots.insert(slot, bytes);
        (table.bytes, table.last) = (table.bytes + more, Instant::now());
        table.came.send_modify(|came| *came += 1);
        Ok(true)
    }

    /// The bytes in a slot, waiting so long for them.
    pub(crate) async fn get(&self, table: &str, slot: &str, wait: Duration) -> Option<Bytes> {
        let until = Instant::now() + wait;
        loop {
            let mut change = {
                let all = lock(&self.0);
                match all.open.get(table) {
                    None if all.most == 0 => return None,
                    Some(table) => match table.slots.get(slot) {
                        Some(bytes) => return Some(bytes.clone()),
                        None => table.came.subscribe(),
                    },
                    None => all.opened.subscribe(),
                }
            };
            timeout_at(until, change.changed()).await.ok()?.ok();
        }
    }

    /// The name of the slot that came as number `at`, from 0; waits for it. `None` when the table
    /// is gone, or never was.
    pub(crate) async fn name(&self, table: &str, at: usize) -> Option<Arc<str>> {
        loop {
            let mut change = {
                let all = lock(&self.0);
                let table = all.open.get(table)?;
                match table.names.get(at) {
                    Some(name) => return Some(Arc::clone(name)),
                    None => table.came.subscribe(),
                }
            };
            change.changed().await.ok()?;
        }
    }
}

impl RelayedTables {
    /// Errors: `TablesOff`.
    fn check(&self) -> Result<(), Problem> {
        if self.most == 0 { Err(Problem::TablesOff) } else { Ok(()) }
    }

    /// Finds room for so many bytes more in a table, which may be new, and says who opened it.
    ///
    /// Errors: `TablesFull`.
    fn room(&mut self, by: Client, table: &str, more: u64) -> Result<Client, Problem> {
        let full = |words: String| Err(Problem::TablesFull(words));
        let known = self.open.get(table);
        let known = known.map(|table| (table.by, table.bytes, table.names.len()));
        if known.is_none() {
            let age = self.age;
            self.open.retain(|_, table| table.last.elapsed() < age);
            let of_client = self.open.values().filter(|table| table.by == by).count();
            if of_client >= TABLES_OF_CLIENT {
                return full(format!("a client may open {TABLES_OF_CLIENT} tables a day"));
            }
            if self.open.len() >= self.most {
                return full(format!("all {} tables are taken", self.most));
            }
        }
        let (by, bytes, slots) = known.unwrap_or((by, 0, 0));
        if slots >= TABLE_SLOTS || bytes + more > TABLE_BYTES {
            let mebibytes = TABLE_BYTES >> 20;
            return full(format!("a table takes {TABLE_SLOTS} slots and {mebibytes} MiB"));
        }
        let total = |by: Option<Client>| -> u64 {
            let tables = self.open.values();
            tables.filter(|table| by.is_none_or(|by| table.by == by)).map(|one| one.bytes).sum()
        };
        if total(None) + more > self.most_bytes || total(Some(by)) + more > self.most_bytes / 4 {
            return full(format!("all tables take {} MiB together", self.most_bytes >> 20));
        }
        Ok(by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lay(relay: &Relay, by: u8, table: &str, slot: &str, bytes: usize) -> Result<bool, String> {
        let bytes = Bytes::from(vec![by; bytes]);
        let put = relay.put(Client::at([192, 0, 2, by].into()), table, slot, bytes);
        put.map_err(|problem| problem.to_string())
    }

    #[test]
    fn every_limit_refuses_what_is_beyond_it_and_nothing_else() {
        let relay = Relay::default();
        relay.limit(18, 4 << 20);
        assert_eq!(lay(&relay, 1, "a", "1", 9), Ok(true));
        assert_eq!(lay(&relay, 1, "a", "1", 9), Ok(false));
        assert!(lay(&relay, 2, "a", "1", 9).unwrap_err().contains("slot 1 has other bytes"));
        // A quarter of all for the tables of one client, also where others write into them.
        assert!(lay(&relay, 2, "a", "2", 1 << 20).unwrap_err().contains("4 MiB together"));
        assert_eq!(lay(&relay, 2, "b", "2", (1 << 20) - 300), Ok(true));
        for number in 1..16 {
            assert_eq!(lay(&relay, 1, &format!("a{number}"), "1", 9), Ok(true));
        }
        assert!(lay(&relay, 1, "a16", "1", 9).unwrap_err().contains("open 16 tables"));
        assert_eq!(lay(&relay, 3, "c", "1", 9), Ok(true));
        assert!(lay(&relay, 4, "d", "1", 9).unwrap_err().contains("all 18 tables"));
        for slot in 1..TABLE_SLOTS {
            if lay(&relay, 3, "a", &format!("more-{slot}"), 0).is_err() {
                return assert!(slot > 4_000);
            }
        }
        panic!("a quarter of the bytes holds 4,096 slots");
    }

    #[tokio::test]
    async fn a_table_is_forgotten_for_another_only_after_its_age() {
        let relay = Relay::default();
        relay.limit(1, 4 << 20);
        assert_eq!(lay(&relay, 1, "a", "1", 9), Ok(true));
        assert!(lay(&relay, 2, "b", "1", 9).is_err());
        assert!(relay.get("a", "1", Duration::ZERO).await.is_some());
        lock(&relay.0).age = Duration::ZERO;
        assert_eq!(lay(&relay, 2, "b", "1", 9), Ok(true));
        assert_eq!(relay.get("a", "1", Duration::from_millis(1)).await, None);
        assert_eq!(relay.name("a", 0).await, None);
        assert_eq!(relay.name("b", 0).await.as_deref(), Some("1"));
    }
}
