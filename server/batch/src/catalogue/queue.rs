//! Cells that several machines work through: one PostgreSQL table, leases with fencing tokens.
//!
//! A worker takes the lease of a cell for some time and prolongs it while it solves. A lease that
//! runs out is given to another worker under a new token, and what the first one brings then is
//! refused: result and completion are one statement that the token guards. So each cell is
//! completed once, whatever dies when.

use std::sync::Arc;
use std::time::Duration;

use rational_bluff::sweep::GameQuestion;

use super::postgres::Postgres;
use super::{CatalogueError, Entry, Key, StoredRow, VERSION};

/// How often a cell is begun before it is given up: so many workers in a row died or lost it.
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
    /// What is asked; `None` if this version does not know the question.
    pub key: Option<Key>,
}

impl Lease {
    /// What tells this lease from all others, of the same cell too.
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

    /// Asks for cells, with a cost each; returns their numbers in the queue. A cell that is there
    /// already keeps its place; one that failed, or whose answer was lost since, is asked for
    /// again.
    ///
    /// Errors: [`CatalogueError`].
    pub fn ask(&self, cells: &[(Key, u64)]) -> Result<Vec<i64>, CatalogueError> {
        let labels: Vec<&str> = cells.iter().map(|(key, _)| key.label.as_str()).collect();
        let questions: Vec<&str> = cells.iter().map(|(key, _)| key.question.name()).collect();
        let costs: Vec<i64> =
            cells.iter().map(|(_, cost)| i64::try_from(*cost).unwrap_or(i64::MAX)).collect();
        let rows = self.database.run(async |client| {
            let insert = client.prepare_cached(
                "INSERT INTO rational_bluff.cell AS cell (label, question, version, cost)
                 SELECT label, question, $4, cost FROM unnest($1::text[], $2::text[], $3::bigint[]) AS asked (label, question, cost)
                 ON CONFLICT (rational_bluff.key_hash(label, question), version) DO UPDATE SET
                     attempts = CASE WHEN cell.done_at IS NULL AND cell.error IS NULL THEN cell.attempts ELSE 0 END,
                     lease_until = CASE WHEN cell.done_at IS NULL AND cell.error IS NULL THEN cell.lease_until ELSE '-infinity' END,
                     error = NULL, done_at = NULL
                 RETURNING id",
            );
            client.query(&insert.await?, &[&labels, &questions, &costs, &VERSION]).await
        })?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Takes the lease of the most costly cell for so long. `None` if there is none to take.
    ///
    /// Errors: [`CatalogueError`].
    pub fn lease(&self, time: Duration) -> Result<Option<Lease>, CatalogueError> {
        let row = self.database.run(async |client| {
            // A cell that took every attempt with it is given up here, where somebody looks for
            // work.
            let lost = client.prepare_cached(
                "UPDATE rational_bluff.cell SET error = 'given up after ' || attempts || ' \
                 attempts, each ended by the death of its worker'
                 WHERE done_at IS NULL AND error IS NULL AND attempts >= $1 AND lease_until < now()",
            );
            let take = client.prepare_cached(
                "UPDATE rational_bluff.cell SET lease_token = nextval('rational_bluff.lease'), \
                 attempts = attempts + 1,
                     lease_until = now() + make_interval(secs => $1)
                 WHERE id = (SELECT id FROM rational_bluff.cell
                             WHERE done_at IS NULL AND error IS NULL AND lease_until < now() AND version = $2 AND attempts < $3
                             ORDER BY cost DESC, id FOR UPDATE SKIP LOCKED LIMIT 1)
                 RETURNING id, lease_token, label, question",
            );
            let taken = client.query_opt(&take.await?, &[&time.as_secs_f64(), &VERSION, &ATTEMPTS]).await?;
            if taken.is_none() {
                client.execute(&lost.await?, &[&ATTEMPTS]).await?;
            }
            Ok(taken)
        })?;
        Ok(row.map(|row| {
            let question: Option<GameQuestion> = row.get::<_, &str>(3).parse().ok();
            Lease {
                id: row.get(0),
                token: row.get(1),
                key: question.map(|question| Key { label: row.get(2), question }),
            }
        }))
    }

    /// Prolongs a lease; `false` if it was lost.
    ///
    /// Errors: [`CatalogueError`].
    pub fn prolong(&self, lease: &Lease, time: Duration) -> Result<bool, CatalogueError> {
        let kept = self.database.run(async |client| {
            let prolong = client.prepare_cached(
                "UPDATE rational_bluff.cell SET lease_until = now() + make_interval(secs => $3)
                 WHERE id = $1 AND lease_token = $2 AND done_at IS NULL AND error IS NULL",
            );
            client.execute(&prolong.await?, &[&lease.id, &lease.token, &time.as_secs_f64()]).await
        })?;
        Ok(kept > 0)
    }

    /// Hands in an answer: it is stored and the cell completed in one statement, or neither, if the
    /// lease was lost (`false`).
    ///
    /// Errors: [`CatalogueError`].
    pub fn complete(&self, lease: &Lease, entry: &Entry) -> Result<bool, CatalogueError> {
        let StoredRow { label, question, version, body, seal } = entry.row();
        let completed: i64 = self.database.run(async |client| {
            let complete = client.prepare_cached(
                "WITH ok AS (UPDATE rational_bluff.cell SET done_at = now()
                             WHERE id = $1 AND lease_token = $2 AND done_at IS NULL RETURNING id),
                      kept AS (INSERT INTO rational_bluff.entry (label, question, version, body, seal)
                               SELECT $3, $4, $5, $6, $7 FROM ok ON CONFLICT DO NOTHING)
                 SELECT count(*) FROM ok",
            );
            let complete = complete.await?;
            let row = client
                .query_one(&complete, &[&lease.id, &lease.token, &label, &question, &version, &body, &seal])
                .await?;
            Ok(row.get(0))
        })?;
        Ok(completed > 0)
    }

    /// Says that a cell has no answer, and why. A lost lease says nothing.
    ///
    /// Errors: [`CatalogueError`].
    pub fn fail(&self, lease: &Lease, reason: &str) -> Result<(), CatalogueError> {
        self.database.run(async |client| {
            let fail = client.prepare_cached(
                "UPDATE rational_bluff.cell SET error = $3 WHERE id = $1 AND lease_token = $2 AND \
                 done_at IS NULL",
            );
            client.execute(&fail.await?, &[&lease.id, &lease.token, &reason]).await.map(|_| ())
        })
    }

    /// Gives a lease back unused; the attempt does not count.
    ///
    /// Errors: [`CatalogueError`].
    pub fn release(&self, lease: &Lease) -> Result<(), CatalogueError> {
        self.database.run(async |client| {
            let release = client.prepare_cached(
                "UPDATE rational_bluff.cell SET lease_until = '-infinity', lease_token = NULL, \
                 attempts = attempts - 1
                 WHERE id = $1 AND lease_token = $2 AND done_at IS NULL",
            );
            client.execute(&release.await?, &[&lease.id, &lease.token]).await.map(|_| ())
        })
    }

    /// How far these cells are.
    ///
    /// Errors: [`CatalogueError`].
    pub fn progress(&self, cells: &[i64]) -> Result<QueueProgress, CatalogueError> {
        let row = self.database.run(async |client| {
            let count = client.prepare_cached(
                "SELECT count(done_at), count(error) FROM rational_bluff.cell WHERE id = ANY ($1)",
            );
            client.query_one(&count.await?, &[&cells]).await
        })?;
        Ok(QueueProgress { done: row.get::<_, i64>(0) as u64, failed: row.get::<_, i64>(1) as u64 })
    }

    /// The cells among these that failed, as [`Key`] shows them, and why.
    ///
    /// Errors: [`CatalogueError`].
    pub fn failures(&self, cells: &[i64]) -> Result<Vec<(String, String)>, CatalogueError> {
        let rows = self.database.run(async |client| {
            let select = client.prepare_cached(
                "SELECT label || ' (' || question || ')', error FROM rational_bluff.cell WHERE id \
                 = ANY ($1) AND error IS NOT NULL ORDER BY id",
            );
            client.query(&select.await?, &[&cells]).await
        })?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }
}
