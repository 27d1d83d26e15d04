//! Cells that several machines work through: one PostgreSQL table, leases with fencing tokens.
//!
//! A worker takes the lease of a cell for some time and prolongs it while it solves. A lease that
//! runs out goes to another worker under a new token, and what the first one brings then is
//! refused: result and completion are one statement that the token guards. So each cell is
//! completed once, whatever dies when.

use std::sync::Arc;
use std::time::Duration;

use rational_bluff::sweep::GameQuestion;

use super::postgres::{Postgres, counts};
use super::{CatalogueError, Entry, Key, StoredRow, VERSION};

/// Number of attempts at a cell before it is given up: so many workers in a row died or lost it.
const ATTEMPTS: i32 = 5;

/// The queue of a shared catalogue.
pub struct Queue {
    database: Arc<Postgres>,
}

/// A cell that this process may work on for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    id: i64,
    token: i64,
    /// The question; `None` if this version does not know it.
    pub key: Option<Key>,
}

impl Lease {
    /// The fencing token, which no other lease has, of the same cell neither.
    pub fn token(&self) -> i64 {
        self.token
    }
}

/// The progress of a set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueProgress {
    /// Cells with an answer.
    pub done: u64,
    /// Cells that failed.
    pub failed: u64,
}

impl Queue {
    pub(super) fn new(database: Arc<Postgres>) -> Self {
        Self { database }
    }

    /// Adds cells, with a cost each; returns their numbers in the queue. A cell that is there
    /// already keeps its place; one that failed, or whose answer was lost since, starts anew.
    ///
    /// Errors: [`CatalogueError`].
    pub fn add(&self, cells: &[(Key, u64)]) -> Result<Vec<i64>, CatalogueError> {
        let labels: Vec<&str> = cells.iter().map(|(key, _)| key.label.as_str()).collect();
        let questions: Vec<&str> = cells.iter().map(|(key, _)| key.question.name()).collect();
        let costs: Vec<i64> =
            cells.iter().map(|(_, cost)| i64::try_from(*cost).unwrap_or(i64::MAX)).collect();
        let insert = "
            INSERT INTO rational_bluff.cell AS cell (label, question, version, cost)
            SELECT label, question, $4, cost
            FROM unnest($1::text[], $2::text[], $3::bigint[]) AS added (label, question, cost)
            ON CONFLICT (rational_bluff.key_hash(label, question), version) DO UPDATE SET
                attempts = CASE WHEN cell.done_at IS NULL AND cell.error IS NULL
                           THEN cell.attempts ELSE 0 END,
                lease_until = CASE WHEN cell.done_at IS NULL AND cell.error IS NULL
                              THEN cell.lease_until ELSE '-infinity' END,
                error = NULL, done_at = NULL
            RETURNING id";
        let rows = self.database.query(insert, &[&labels, &questions, &costs, &VERSION])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Takes the lease of the most costly cell for so long. `None` if there is none to take.
    ///
    /// Errors: [`CatalogueError`].
    pub fn lease(&self, time: Duration) -> Result<Option<Lease>, CatalogueError> {
        let take = "
            UPDATE rational_bluff.cell
            SET lease_token = nextval('rational_bluff.lease'), attempts = attempts + 1,
                lease_until = now() + make_interval(secs => $1)
            WHERE id = (SELECT id FROM rational_bluff.cell
                        WHERE done_at IS NULL AND error IS NULL AND lease_until < now()
                            AND version = $2 AND attempts < $3
                        ORDER BY cost DESC, id FOR UPDATE SKIP LOCKED LIMIT 1)
            RETURNING id, lease_token, label, question";
        let rows = self.database.query(take, &[&time.as_secs_f64(), &VERSION, &ATTEMPTS])?;
        let Some(row) = rows.first() else {
            // A cell that used up its attempts is given up here, where somebody looks for work.
            let give_up = "
                UPDATE rational_bluff.cell
                SET error = 'given up after ' || attempts
                    || ' attempts, each ended by the death of its worker'
                WHERE done_at IS NULL AND error IS NULL
                    AND attempts >= $1 AND lease_until < now()";
            return self.database.query(give_up, &[&ATTEMPTS]).map(|_| None);
        };
        let question: Option<GameQuestion> = row.get::<_, &str>(3).parse().ok();
        let key = question.map(|question| Key { label: row.get(2), question });
        Ok(Some(Lease { id: row.get(0), token: row.get(1), key }))
    }

    /// Prolongs a lease; `false` if it was lost.
    ///
    /// Errors: [`CatalogueError`].
    pub fn prolong(&self, lease: &Lease, time: Duration) -> Result<bool, CatalogueError> {
        let prolong = "
            UPDATE rational_bluff.cell SET lease_until = now() + make_interval(secs => $3)
            WHERE id = $1 AND lease_token = $2 AND done_at IS NULL AND error IS NULL
            RETURNING id";
        let rows = self.database.query(prolong, &[&lease.id, &lease.token, &time.as_secs_f64()])?;
        Ok(!rows.is_empty())
    }

    /// Hands in an answer: it is stored and the cell completed in one statement, or neither, if the
    /// lease was lost (`false`).
    ///
    /// Errors: [`CatalogueError`].
    pub fn complete(&self, lease: &Lease, entry: &Entry) -> Result<bool, CatalogueError> {
        let StoredRow { label, question, version, body, seal } = entry.row();
        let complete = "
            WITH completed AS (
                UPDATE rational_bluff.cell SET done_at = now()
                WHERE id = $1 AND lease_token = $2 AND done_at IS NULL
                RETURNING id),
            stored AS (
                INSERT INTO rational_bluff.entry (label, question, version, body, seal)
                SELECT $3, $4, $5, $6, $7 FROM completed
                ON CONFLICT DO NOTHING)
            SELECT id FROM completed";
        let rows = self.database.query(
            complete,
            &[&lease.id, &lease.token, &label, &question, &version, &body, &seal],
        )?;
        Ok(!rows.is_empty())
    }

    /// Records that a cell has no answer, and why. A lost lease records nothing.
    ///
    /// Errors: [`CatalogueError`].
    pub fn fail(&self, lease: &Lease, reason: &str) -> Result<(), CatalogueError> {
        let fail = "
            UPDATE rational_bluff.cell SET error = $3
            WHERE id = $1 AND lease_token = $2 AND done_at IS NULL";
        self.database.query(fail, &[&lease.id, &lease.token, &reason]).map(drop)
    }

    /// Returns a lease unused; the attempt does not count.
    ///
    /// Errors: [`CatalogueError`].
    pub fn release(&self, lease: &Lease) -> Result<(), CatalogueError> {
        let release = "
            UPDATE rational_bluff.cell
            SET lease_until = '-infinity', lease_token = NULL, attempts = attempts - 1
            WHERE id = $1 AND lease_token = $2 AND done_at IS NULL";
        self.database.query(release, &[&lease.id, &lease.token]).map(drop)
    }

    /// The progress of these cells.
    ///
    /// Errors: [`CatalogueError`].
    pub fn progress(&self, cells: &[i64]) -> Result<QueueProgress, CatalogueError> {
        let count =
            "SELECT count(done_at), count(error) FROM rational_bluff.cell WHERE id = ANY ($1)";
        let (done, failed) = counts(&self.database.query(count, &[&cells])?[0]);
        Ok(QueueProgress { done, failed })
    }

    /// The cells among these that failed, as [`Key`] shows them, and why.
    ///
    /// Errors: [`CatalogueError`].
    pub fn failures(&self, cells: &[i64]) -> Result<Vec<(String, String)>, CatalogueError> {
        let select = "
            SELECT label || ' (' || question || ')', error
            FROM rational_bluff.cell
            WHERE id = ANY ($1) AND error IS NOT NULL
            ORDER BY id";
        let rows = self.database.query(select, &[&cells])?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }
}
