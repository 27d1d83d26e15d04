//! Plans that several machines work through, in PostgreSQL: chunks of cells, and leases of them.
//!
//! A worker takes a chunk for some time and prolongs its lease while it solves. A lease that runs
//! out goes to another worker under a new token, and the first one can change nothing any more.
//! Answers go into the catalogue as all others do: an answer that comes twice is the same.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rational_bluff::solve::Control;
use rational_bluff::sweep::GameQuestion;

use super::postgres::Postgres;
use super::{CatalogueError, Key, VERSION};

/// Shortest pause between two scans of all chunks while there are new ones.
const SCAN: Duration = Duration::from_secs(5);
/// Pause after a scan, in times its duration: an old snapshot makes scans long.
const REST: u32 = 50;
/// Seconds for which a plan counts as awaited, since its batch said so last.
const AWAITED: f64 = 15.0;

/// The queue of a shared catalogue.
pub struct Queue {
    database: Arc<Postgres>,
    turn: Mutex<PlanTurn>,
}

/// The place where the next lease begins.
struct PlanTurn {
    /// The plan of the last lease: the next one is of another, if another has a chunk.
    plan: i64,
    /// The chunk of each plan that was taken last. Those before it were taken too, or are found
    /// again by a scan of all: so a lease passes over few rows, of which PostgreSQL may hold many
    /// versions.
    last: HashMap<i64, i64>,
    /// The time of the next scan of all.
    scan_at: Instant,
}

/// A chunk that this process may work on for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    id: i64,
    token: i64,
    /// Number of leases of this chunk, with this one: all before it ended by a death.
    pub attempts: i32,
    /// Its cells.
    pub cells: Vec<QueuedCell>,
}

/// A cell of a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedCell {
    /// The question and the label, as the queue has them.
    line: String,
    /// The same as a key; `None` if this version does not know the question.
    pub key: Option<Key>,
}

/// Cells without an answer, each with the reason.
pub type FailedCells = Vec<(QueuedCell, String)>;

/// A plan in the queue.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct QueuedPlan {
    /// Its number.
    pub id: i64,
    /// The names of its tables.
    pub about: String,
    /// The version of the library that solves it.
    pub version: String,
    /// The time when it was added, in UTC.
    pub added_at: String,
    /// Number of its cells.
    pub cells: u64,
    /// Cells that are neither solved nor failed.
    pub open: u64,
    /// Cells that failed.
    pub failed: u64,
    /// Chunks that workers hold now.
    pub leased: u64,
}

impl Lease {
    /// The fencing token, which no other lease has, of the same chunk neither.
    pub fn token(&self) -> i64 {
        self.token
    }
}

impl QueuedCell {
    /// The cell of a key.
    pub fn of(key: &Key) -> Self {
        Self { line: format!("{} {}", key.question, key.label), key: Some(key.clone()) }
    }

    /// Reads `question label`.
    fn parse(line: &str) -> Self {
        let (question, label) = line.split_once(' ').unwrap_or((line, ""));
        let key = question.parse::<GameQuestion>().ok();
        let key = key.map(|question| Key { label: label.to_owned(), question: question.into() });
        Self { line: line.to_owned(), key }
    }
}

impl fmt::Display for QueuedCell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.key {
            Some(key) => key.fmt(formatter),
            None => formatter.write_str(&self.line),
        }
    }
}

/// Chunks as two columns: the cells of each, one per line, and their number.
fn columns(chunks: &[Vec<QueuedCell>]) -> (Vec<String>, Vec<i32>) {
    let lines = |chunk: &Vec<QueuedCell>| {
        chunk.iter().map(|cell| cell.line.as_str()).collect::<Vec<_>>().join("\n")
    };
    (chunks.iter().map(lines).collect(), chunks.iter().map(|chunk| chunk.len() as i32).collect())
}

impl Queue {
    pub(super) fn new(database: Arc<Postgres>) -> Self {
        let turn = PlanTurn { plan: 0, last: HashMap::new(), scan_at: Instant::now() };
        Self { database, turn: Mutex::new(turn) }
    }

    fn turn(&self) -> MutexGuard<'_, PlanTurn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a server that is away, until the control is cancelled.
    pub(super) fn wait_while_away(&self, control: Arc<Control>, notice: fn(&str)) {
        self.database.wait_while_away(control, notice);
    }

    /// True while the server does not answer, since an operation that failed.
    pub fn is_away(&self) -> bool {
        self.database.is_away()
    }

    /// Adds a plan in chunks, which are taken in this order; returns its number.
    ///
    /// Errors: [`CatalogueError`].
    pub fn add(&self, about: &str, chunks: &[Vec<QueuedCell>]) -> Result<i64, CatalogueError> {
        // With its number the plan is added once, though a lost connection may ask twice.
        let number = "SELECT nextval('rational_bluff.plan_number')";
        let id: i64 = self.database.query(number, &[])?[0].get(0);
        let insert = "
            WITH added AS (
                INSERT INTO rational_bluff.plan (id, about, version, cells, awaited_until)
                VALUES ($1, $2, $3, (SELECT coalesce(sum(size), 0) FROM unnest($5::int[]) AS size),
                        now() + make_interval(secs => $6))
                ON CONFLICT DO NOTHING RETURNING id)
            INSERT INTO rational_bluff.chunk (plan, version, cells, size)
            SELECT added.id, $3, chunk.cells, chunk.size
            FROM added, unnest($4::text[], $5::int[])
                WITH ORDINALITY AS chunk (cells, size, place)
            ORDER BY place";
        let (cells, sizes) = columns(chunks);
        self.database.query(insert, &[&id, &about, &VERSION, &cells, &sizes, &AWAITED]).map(|_| id)
    }

    /// Takes a chunk for so long. `None` if there is none to take. Plans take turns, those that
    /// nobody waits for after all others.
    ///
    /// Errors: [`CatalogueError`].
    pub fn lease(&self, time: Duration) -> Result<Option<Lease>, CatalogueError> {
        let start = Instant::now();
        let (plan, last, due) = {
            let turn = self.turn();
            (turn.plan, turn.last.clone(), turn.scan_at <= start || turn.last.is_empty())
        };
        if !due && let Some(lease) = self.lease_after(plan, &last, time)? {
            return Ok(Some(lease));
        }
        let lease = self.lease_after(plan, &HashMap::new(), time)?;
        let mut turn = self.turn();
        turn.scan_at = Instant::now() + SCAN.max(start.elapsed() * REST);
        if lease.is_none() {
            turn.last.clear();
        }
        Ok(lease)
    }

    /// Takes the first chunk after the last one of its plan, of the plan whose turn it is after
    /// this one.
    fn lease_after(
        &self,
        plan: i64,
        last: &HashMap<i64, i64>,
        time: Duration,
    ) -> Result<Option<Lease>, CatalogueError> {
        let take = "
            UPDATE rational_bluff.chunk
            SET token = nextval('rational_bluff.lease'), attempts = attempts + 1,
                lease_until = now() + make_interval(secs => $1)
            WHERE id = (
                SELECT next.id
                FROM (SELECT plan.id, coalesce(taken.last, 0) AS last
                      FROM rational_bluff.plan
                      LEFT JOIN unnest($2::bigint[], $3::bigint[]) AS taken (plan, last)
                          ON taken.plan = plan.id
                      WHERE version = $4
                      ORDER BY awaited_until < now(), plan.id <= $5, plan.id) AS turn,
                    LATERAL (SELECT id FROM rational_bluff.chunk
                             WHERE plan = turn.id AND id > turn.last
                                 AND ended_at IS NULL AND lease_until < now()
                             ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1) AS next
                LIMIT 1)
            RETURNING id, token, attempts, cells, plan";
        let (plans, chunks): (Vec<i64>, Vec<i64>) = last.iter().unzip();
        let rows =
            self.database.query(take, &[&time.as_secs_f64(), &plans, &chunks, &VERSION, &plan])?;
        Ok(rows.first().map(|row| {
            let (id, cells, plan): (i64, &str, i64) = (row.get(0), row.get(3), row.get(4));
            let mut turn = self.turn();
            turn.plan = plan;
            let last = turn.last.entry(plan).or_default();
            *last = id.max(*last);
            let cells = cells.lines().map(QueuedCell::parse).collect();
            Lease { id, token: row.get(1), attempts: row.get(2), cells }
        }))
    }

    /// Says that a batch waits for a plan; to be said again every few seconds.
    ///
    /// Errors: [`CatalogueError`].
    pub fn wait_for(&self, plan: i64) -> Result<(), CatalogueError> {
        // Few updates, since each leaves a version of the row to an old snapshot.
        let awaited = "
            UPDATE rational_bluff.plan SET awaited_until = now() + make_interval(secs => $2::float8)
            WHERE id = $1 AND awaited_until < now() + make_interval(secs => $2::float8 / 3)";
        self.database.query(awaited, &[&plan, &AWAITED]).map(drop)
    }

    /// Prolongs leases; returns the tokens of those that are not lost.
    ///
    /// Errors: [`CatalogueError`].
    pub fn prolong(&self, leases: &[Lease], time: Duration) -> Result<Vec<i64>, CatalogueError> {
        let prolong = "
            UPDATE rational_bluff.chunk SET lease_until = now() + make_interval(secs => $3)
            FROM unnest($1::bigint[], $2::bigint[]) AS held (id, token)
            WHERE chunk.id = held.id AND chunk.token = held.token AND ended_at IS NULL
            RETURNING chunk.token";
        let (ids, tokens): (Vec<i64>, Vec<i64>) =
            leases.iter().map(|lease| (lease.id, lease.token)).unzip();
        let rows = self.database.query(prolong, &[&ids, &tokens, &time.as_secs_f64()])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Ends a chunk: these of its cells failed, those that are left become chunks of their own,
    /// after so many attempts, and the answers to all others are stored. `false` if the lease was
    /// lost: then nothing changes.
    ///
    /// Errors: [`CatalogueError`].
    pub fn end(
        &self,
        lease: &Lease,
        failed: &FailedCells,
        (left, attempts): (&[Vec<QueuedCell>], i32),
    ) -> Result<bool, CatalogueError> {
        let end = "
            WITH ended AS (
                UPDATE rational_bluff.chunk SET ended_at = now(), failed = $3, reasons = $4
                WHERE id = $1 AND token = $2 AND ended_at IS NULL
                RETURNING id, plan, version),
            left_over AS (
                INSERT INTO rational_bluff.chunk (plan, version, cells, size, attempts)
                SELECT ended.plan, ended.version, chunk.cells, chunk.size, $7
                FROM ended, unnest($5::text[], $6::int[]) AS chunk (cells, size))
            SELECT id FROM ended";
        let (lines, reasons): (Vec<&str>, Vec<&str>) =
            failed.iter().map(|(cell, reason)| (&*cell.line, &**reason)).unzip();
        let (cells, sizes) = columns(left);
        let ended = self
            .database
            .query(end, &[&lease.id, &lease.token, &lines, &reasons, &cells, &sizes, &attempts])?;
        Ok(!ended.is_empty())
    }

    /// Returns a lease unused; the attempt does not count.
    ///
    /// Errors: [`CatalogueError`].
    pub fn release(&self, lease: &Lease) -> Result<(), CatalogueError> {
        let release = "
            UPDATE rational_bluff.chunk
            SET lease_until = '-infinity', token = NULL, attempts = attempts - 1
            WHERE id = $1 AND token = $2 AND ended_at IS NULL";
        self.database.query(release, &[&lease.id, &lease.token]).map(drop)
    }

    /// The plans with this number, or all.
    ///
    /// Errors: [`CatalogueError`].
    pub fn plans(&self, id: Option<i64>) -> Result<Vec<QueuedPlan>, CatalogueError> {
        let select = "
            SELECT plan.id, about, plan.version, to_char(added_at AT TIME ZONE 'UTC',
                    'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), plan.cells,
                coalesce(sum(size) FILTER (WHERE ended_at IS NULL), 0)::bigint,
                coalesce(sum(cardinality(failed)), 0)::bigint,
                count(*) FILTER (WHERE ended_at IS NULL AND lease_until >= now())
            FROM rational_bluff.plan LEFT JOIN rational_bluff.chunk ON chunk.plan = plan.id
            WHERE plan.id = $1 OR $1 IS NULL
            GROUP BY plan.id ORDER BY plan.id";
        let rows = self.database.query(select, &[&id])?;
        let plan = |row: &tokio_postgres::Row| {
            let count = |column| row.get::<_, i64>(column) as u64;
            QueuedPlan {
                id: row.get(0),
                about: row.get(1),
                version: row.get(2),
                added_at: row.get(3),
                cells: count(4),
                open: count(5),
                failed: count(6),
                leased: count(7),
            }
        };
        Ok(rows.iter().map(plan).collect())
    }

    /// The cells of a plan that failed, and why.
    ///
    /// Errors: [`CatalogueError`].
    pub fn failures(&self, plan: i64) -> Result<FailedCells, CatalogueError> {
        let select = "
            SELECT cell, reason
            FROM rational_bluff.chunk, unnest(failed, reasons) AS failure (cell, reason)
            WHERE plan = $1 ORDER BY chunk.id";
        let rows = self.database.query(select, &[&plan])?;
        Ok(rows.iter().map(|row| (QueuedCell::parse(row.get(0)), row.get(1))).collect())
    }

    /// Puts the failed cells of a plan into the queue again, one by one; returns their number.
    ///
    /// Errors: [`CatalogueError`].
    pub fn retry(&self, plan: i64) -> Result<u64, CatalogueError> {
        let retry = "
            WITH again AS (
                DELETE FROM rational_bluff.chunk
                WHERE plan = $1 AND ended_at IS NOT NULL AND failed <> '{}'
                RETURNING plan, version, failed)
            INSERT INTO rational_bluff.chunk (plan, version, cells, size)
            SELECT plan, version, cell, 1 FROM again, unnest(failed) AS cell
            RETURNING id";
        self.database.query(retry, &[&plan]).map(|rows| rows.len() as u64)
    }

    /// Removes a plan with its chunks; `false` if it is not there. Workers stop at what they hold
    /// of it.
    ///
    /// Errors: [`CatalogueError`].
    pub fn withdraw(&self, plan: i64) -> Result<bool, CatalogueError> {
        let withdraw = "DELETE FROM rational_bluff.plan WHERE id = $1 RETURNING id";
        self.database.query(withdraw, &[&plan]).map(|rows| !rows.is_empty())
    }
}
