//! The catalogue in a PostgreSQL database that several machines share.

use std::future::Future;
use std::time::Duration;

use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime as PoolRuntime, Timeouts,
};
use tokio::runtime::Runtime;
use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, NoTls, Row};

use super::{
    COLUMNS, CatalogueError, EntryFilter, EntryName, Key, PAGE, RowStore, Stored, StoredRow,
    VERSION,
};

/// Number of open connections of one process.
const CONNECTIONS: usize = 8;
/// Timeout of a new connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// Timeout of an operation: a server that has stopped, or that nothing reaches any more, does not
/// say so.
const LIMIT: Duration = Duration::from_secs(60);
/// The layout of the tables. In format 1 the indexes held labels, though their rows have at most
/// 2,704 bytes, and cells had priorities.
const FORMAT: i64 = 2;
/// Makes all tables of [`FORMAT`], or those of format 1 into them; the lock keeps two processes
/// from it at once.
///
/// Labels may be longer than a row of an index, so rows are found by the hash of label and
/// question. `convert_to` depends on nothing that changes, though PostgreSQL does not say so: hence
/// the function.
const TABLES: &str = "
BEGIN;
SELECT pg_advisory_xact_lock(7022350);
CREATE SCHEMA IF NOT EXISTS rational_bluff;
CREATE TABLE IF NOT EXISTS rational_bluff.format (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    number bigint NOT NULL);
INSERT INTO rational_bluff.format (number) VALUES (FORMAT)
    ON CONFLICT (single) DO UPDATE SET number = FORMAT WHERE format.number = 1;
CREATE OR REPLACE FUNCTION rational_bluff.key_hash(label text, question text) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$SELECT sha256(convert_to(label || chr(10) || question, 'UTF8'))$$;
CREATE TABLE IF NOT EXISTS rational_bluff.entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL, question text NOT NULL, version text NOT NULL,
    body text NOT NULL, seal text NOT NULL);
ALTER TABLE rational_bluff.entry DROP CONSTRAINT IF EXISTS entry_label_question_version_key;
CREATE UNIQUE INDEX IF NOT EXISTS entry_key
    ON rational_bluff.entry (rational_bluff.key_hash(label, question), version);
CREATE TABLE IF NOT EXISTS rational_bluff.damaged (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL, question text NOT NULL, version text NOT NULL,
    body text NOT NULL, seal text NOT NULL,
    reason text NOT NULL, found_at timestamptz NOT NULL DEFAULT now());
CREATE SEQUENCE IF NOT EXISTS rational_bluff.lease;
CREATE TABLE IF NOT EXISTS rational_bluff.cell (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL, question text NOT NULL, version text NOT NULL,
    cost bigint NOT NULL, attempts integer NOT NULL DEFAULT 0,
    lease_token bigint, lease_until timestamptz NOT NULL DEFAULT '-infinity',
    done_at timestamptz, error text);
ALTER TABLE rational_bluff.cell DROP CONSTRAINT IF EXISTS cell_label_question_version_key;
CREATE UNIQUE INDEX IF NOT EXISTS cell_key
    ON rational_bluff.cell (rational_bluff.key_hash(label, question), version);
ALTER TABLE rational_bluff.cell DROP COLUMN IF EXISTS priority;
CREATE INDEX IF NOT EXISTS cell_open ON rational_bluff.cell (cost DESC, id)
    WHERE done_at IS NULL AND error IS NULL;
COMMIT;";

/// A database and the connections to it. Its operations block; the event loop never calls them.
pub(super) struct Postgres {
    /// Always there until this is dropped.
    runtime: Option<Runtime>,
    pool: Pool,
    place: String,
}

impl Postgres {
    pub(super) fn open(config: &Config, place: String) -> Result<Self, CatalogueError> {
        let failed = |reason: String| CatalogueError::NotOpened { place: place.clone(), reason };
        let mut config = config.clone();
        config.connect_timeout(PATIENCE);
        let manager = Manager::from_config(
            config,
            NoTls,
            ManagerConfig { recycling_method: RecyclingMethod::Verified },
        );
        let timeouts = Timeouts { wait: None, create: Some(PATIENCE), recycle: Some(PATIENCE) };
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .timeouts(timeouts)
            .runtime(PoolRuntime::Tokio1)
            .build();
        let pool = pool.map_err(|error| failed(error.to_string()))?;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| failed(error.to_string()))?;
        let database = Self { runtime: Some(runtime), pool, place: place.clone() };
        let format = database.run(async |client| {
            // A catalogue of a newer version is not touched, so its format is read first.
            let format: Option<i64> =
                match client.query_opt("SELECT number FROM rational_bluff.format", &[]).await {
                    Ok(row) => row.map(|row| row.get(0)),
                    Err(error) if missing(&error) => None,
                    Err(error) => return Err(error),
                };
            if format.is_none_or(|format| format == 1) {
                client.batch_execute(&TABLES.replace("FORMAT", &FORMAT.to_string())).await?;
            }
            Ok(format)
        });
        let format = format.map_err(|error| match error {
            CatalogueError::Failed { reason, .. } => failed(reason),
            other => other,
        })?;
        match format {
            Some(format) if !(1..=FORMAT).contains(&format) => {
                Err(CatalogueError::Newer { place, format, known: FORMAT })
            }
            _ => Ok(database),
        }
    }

    /// The rows that a statement returns; each connection parses its text once.
    pub(super) fn query(
        &self,
        statement: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, CatalogueError> {
        self.run(async |client| {
            let prepared = client.prepare_cached(statement).await?;
            client.query(&prepared, parameters).await
        })
    }

    /// The columns of the entries with these keys, in their order; null where there is none.
    fn query_keys(&self, columns: &str, keys: &[Key]) -> Result<Vec<Row>, CatalogueError> {
        let (labels, questions): (Vec<&str>, Vec<&str>) =
            keys.iter().map(|key| (key.label.as_str(), key.question.name())).unzip();
        let select = format!(
            "SELECT {columns}
             FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (label, question, place)
             LEFT JOIN rational_bluff.entry
                 ON (entry.label, entry.question, version) = (wanted.label, wanted.question, $3)
                 AND rational_bluff.key_hash(entry.label, entry.question)
                     = rational_bluff.key_hash(wanted.label, wanted.question)
             ORDER BY wanted.place"
        );
        self.query(&select, &[&labels, &questions, &VERSION])
    }

    /// Does some work with a connection, and once more with a new one if the server had closed it.
    fn run<T, F>(&self, work: impl Fn(Object) -> F) -> Result<T, CatalogueError>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>>,
    {
        let failed = |reason: String| CatalogueError::Failed { place: self.place.clone(), reason };
        let runtime = self.runtime.as_ref().ok_or_else(|| failed("it is closed".to_owned()))?;
        let work = async {
            let mut again = true;
            loop {
                let client =
                    self.pool.get().await.map_err(|error| failed(deepest_message(&error)))?;
                match work(client).await {
                    Err(error) if again && error.is_closed() => again = false,
                    Err(error) if of_one_row(&error) => {
                        return Err(CatalogueError::Refused {
                            place: self.place.clone(),
                            reason: deepest_message(&error),
                        });
                    }
                    other => return other.map_err(|error| failed(deepest_message(&error))),
                }
            }
        };
        let result = runtime.block_on(async { tokio::time::timeout(LIMIT, work).await });
        result.unwrap_or_else(|_| Err(CatalogueError::timed_out(&self.place, LIMIT)))
    }
}

impl Drop for Postgres {
    /// The thread that drops it may be one that must not block.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The message of the innermost error, which names what is wrong; none of them holds a password.
/// What the server adds to its message may be a whole row, and is left out.
fn deepest_message(error: &(dyn std::error::Error + 'static)) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest
        .downcast_ref::<DbError>()
        .map_or_else(|| deepest.to_string(), |error| error.message().to_owned())
}

/// True if the database refuses the data: it cannot hold them, or they are against a constraint or
/// a limit of its own.
fn of_one_row(error: &tokio_postgres::Error) -> bool {
    error
        .code()
        .is_some_and(|code| ["22", "23", "54"].iter().any(|class| code.code().starts_with(class)))
}

fn missing(error: &tokio_postgres::Error) -> bool {
    matches!(error.code(), Some(&SqlState::UNDEFINED_TABLE | &SqlState::INVALID_SCHEMA_NAME))
}

impl RowStore for Postgres {
    fn read(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, CatalogueError> {
        let rows = self.query_keys(COLUMNS, keys)?;
        Ok(rows.iter().map(|row| row.get::<_, Option<i64>>(0).map(|_| stored(row))).collect())
    }

    fn holds(&self, keys: &[Key]) -> Result<Vec<bool>, CatalogueError> {
        let rows = self.query_keys("entry.id IS NOT NULL", keys)?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn write(&self, rows: &[StoredRow]) -> Result<(), CatalogueError> {
        let column = |part: fn(&StoredRow) -> &str| rows.iter().map(part).collect::<Vec<_>>();
        let insert = "
            INSERT INTO rational_bluff.entry (label, question, version, body, seal)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
            ON CONFLICT DO NOTHING";
        let parameters: [&(dyn ToSql + Sync); 5] = [
            &column(|row| &row.label),
            &column(|row| &row.question),
            &column(|row| &row.version),
            &column(|row| &row.body),
            &column(|row| &row.seal),
        ];
        self.query(insert, &parameters).map(drop)
    }

    fn set_aside(&self, stored: &Stored, reason: &str) -> Result<(), CatalogueError> {
        let mv = "
            WITH gone AS (
                DELETE FROM rational_bluff.entry WHERE id = $1
                RETURNING label, question, version, body, seal)
            INSERT INTO rational_bluff.damaged (label, question, version, body, seal, reason)
            SELECT label, question, version, body, seal, $2 FROM gone";
        self.query(mv, &[&stored.id, &reason]).map(drop)
    }

    fn after(&self, last: i64) -> Result<Vec<Stored>, CatalogueError> {
        let select = format!(
            "SELECT {COLUMNS} FROM rational_bluff.entry WHERE id > $1 ORDER BY id LIMIT $2"
        );
        Ok(self.query(&select, &[&last, &(PAGE as i64)])?.iter().map(stored).collect())
    }

    fn named(&self, filter: &EntryFilter) -> Result<Vec<EntryName>, CatalogueError> {
        let EntryFilter { labels, question, before, limit } = filter;
        let select = "
            SELECT id, label, question FROM rational_bluff.entry
            WHERE version = $1 AND question LIKE $2 AND id < $3 AND label LIKE ANY ($4::text[])
            ORDER BY id DESC LIMIT $5";
        let rows = self.query(select, &[&VERSION, question, before, labels, &i64::from(*limit)])?;
        let name =
            |row: &Row| EntryName { id: row.get(0), label: row.get(1), question: row.get(2) };
        Ok(rows.iter().map(name).collect())
    }

    fn count(&self) -> Result<(u64, u64), CatalogueError> {
        let select = "
            SELECT (SELECT count(*) FROM rational_bluff.entry),
                   (SELECT count(*) FROM rational_bluff.damaged)";
        Ok(counts(&self.query(select, &[])?[0]))
    }

    fn prune(&self) -> Result<(u64, u64), CatalogueError> {
        let prune = "
            WITH old AS (DELETE FROM rational_bluff.entry WHERE version <> $1 RETURNING 1),
                 bad AS (DELETE FROM rational_bluff.damaged RETURNING 1),
                 ended AS (
                     DELETE FROM rational_bluff.cell
                     WHERE done_at IS NOT NULL OR error IS NOT NULL)
            SELECT (SELECT count(*) FROM old), (SELECT count(*) FROM bad)";
        Ok(counts(&self.query(prune, &[&VERSION])?[0]))
    }

    fn sync(&self) -> Result<(), CatalogueError> {
        // Every commit waited for the disk.
        Ok(())
    }
}

/// The two counts of a row.
pub(super) fn counts(row: &Row) -> (u64, u64) {
    (row.get::<_, i64>(0) as u64, row.get::<_, i64>(1) as u64)
}

fn stored(row: &Row) -> Stored {
    let [label, question, version, body, seal] = [1, 2, 3, 4, 5].map(|column| row.get(column));
    Stored { id: row.get(0), row: StoredRow { label, question, version, body, seal } }
}
