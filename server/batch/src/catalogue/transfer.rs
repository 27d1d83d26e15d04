//! Entries carried from one catalogue to another, and entries that nothing reads any more.

use rational_bluff::control::map;

use super::{Catalogue, CatalogueError, EntryQuestion, StoredRow, check};

impl Catalogue {
    /// Hands over the rows of all versions, page by page; damaged ones are set aside.
    ///
    /// Errors: [`CatalogueError`], and those of `page`.
    pub fn export<E: From<CatalogueError>>(
        &self,
        mut page: impl FnMut(&[StoredRow]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut last = i64::MIN;
        loop {
            let found = self.with(move |store| store.after(last))?;
            let Some(end) = found.last() else { return Ok(()) };
            last = end.id;
            let mut rows = Vec::with_capacity(found.len());
            for stored in found {
                let entry = self.open_row(&stored)?;
                // Rounds are no answer.
                if entry.is_some_and(|entry| entry.key().question != EntryQuestion::Rounds) {
                    rows.push(stored.row);
                }
            }
            page(&rows)?;
        }
    }

    /// Stores rows that hold, each checked from nothing, and returns the reason of every other row,
    /// by its place. A question that has an answer keeps it.
    ///
    /// Errors: [`CatalogueError`].
    pub fn import(&self, rows: Vec<StoredRow>) -> Result<Vec<(usize, String)>, CatalogueError> {
        let checked = map(rows.iter().collect(), check);
        let (mut whole, mut refused) = (Vec::new(), Vec::new());
        for (place, (row, checked)) in rows.into_iter().zip(checked).enumerate() {
            match checked {
                Ok(()) => whole.push(row),
                Err(reason) => refused.push((place, reason)),
            }
        }
        self.with(move |store| store.write(&whole, None))?;
        Ok(refused)
    }

    /// Removes entries of other versions and those that were set aside; returns both numbers.
    ///
    /// Errors: [`CatalogueError`].
    pub fn prune(&self) -> Result<(u64, u64), CatalogueError> {
        self.with(|store| store.prune())
    }
}
