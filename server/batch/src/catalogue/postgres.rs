//! The catalogue in a PostgreSQL database, which several machines may share.

use std::error::Error;
use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use std::{io, iter, thread};

use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime as PoolRuntime,
    Timeouts,
};
use rational_bluff::solve::Control;
use tokio::runtime::Runtime;
use tokio_postgres::error::DbError;
use tokio_postgres::types::ToSql;
use tokio_postgres::{NoTls, Row};

use super::tables::{GREATEST_FORMAT, bring_forward};
use super::tls::PostgresAddress;
use super::{
    COLUMNS, CatalogueError, EntryFilter, EntryName, Key, PAGE, RowStore, Stored, StoredRow,
    VERSION, make_room,
};

/// Number of open connections of one process.
const CONNECTIONS: usize = 8;
/// Timeout of a new connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// Timeout of an operation: a server that has stopped, or that nothing reaches any more, does not
/// say so.
const LIMIT: Duration = Duration::from_secs(60);
/// First pause before a server that is away is tried again; each is twice as long as the last.
const FIRST_REST: Duration = Duration::from_millis(100);
/// Longest such pause.
const LAST_REST: Duration = Duration::from_secs(5);

/// A database and the connections to it. Its operations block; the event loop never calls them.
pub(super) struct Postgres {
    /// Always there until this is dropped.
    runtime: Option<Runtime>,
    pool: Pool,
    place: String,
    patience: OnceLock<Patience>,
}

/// A store with patience waits for a server that is away until the control is cancelled.
struct Patience {
    control: Arc<Control>,
    notice: fn(&str),
}

impl Postgres {
    pub(super) fn open(address: &PostgresAddress, place: String) -> Result<Self, CatalogueError> {
        let failed = |reason: String| CatalogueError::NotOpened { place: place.clone(), reason };
        let mut config = address.config.clone();
        config.connect_timeout(PATIENCE);
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Verified };
        let manager = match address.encryption().map_err(failed)? {
            Some(encryption) => Manager::from_config(config, encryption, recycling),
            None => Manager::from_config(config, NoTls, recycling),
        };
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
        let database =
            Self { runtime: Some(runtime), pool, place: place.clone(), patience: OnceLock::new() };
        let format = database.run(async |mut client| bring_forward(&mut client).await);
        match format {
            Ok(format) if format <= GREATEST_FORMAT => Ok(database),
            Ok(format) => Err(CatalogueError::Newer { place, format, known: GREATEST_FORMAT }),
            Err(CatalogueError::Failed { reason, .. } | CatalogueError::Away { reason, .. }) => {
                Err(failed(reason))
            }
            Err(other) => Err(other),
        }
    }

    /// The rows that a statement returns; each connection parses its text once.
    fn query(
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

    /// Does some work with a connection, and again as long as the server is away, if this store has
    /// the patience.
    fn run<T, F>(&self, work: impl Fn(Object) -> F) -> Result<T, CatalogueError>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>>,
    {
        let mut rest = FIRST_REST;
        loop {
            match (self.attempt(&work), self.patience.get()) {
                (Err(error @ CatalogueError::Away { .. }), Some(Patience { control, notice }))
                    if !control.cancelled() =>
                {
                    if rest == FIRST_REST {
                        notice(&format!("{error}; trying again"));
                    }
                    pause(rest, control);
                    rest = (2 * rest).min(LAST_REST);
                }
                (result, _) => return result,
            }
        }
    }

    /// Does some work with a connection, and once more with a new one if the server had closed it.
    fn attempt<T, F>(&self, work: impl Fn(Object) -> F) -> Result<T, CatalogueError>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>>,
    {
        let place = || self.place.clone();
        let runtime = self.runtime.as_ref().ok_or_else(|| CatalogueError::Failed {
            place: place(),
            reason: "it is closed".to_owned(),
        })?;
        let work = async {
            let mut again = true;
            loop {
                let client =
                    self.pool.get().await.map_err(|error| no_connection(place(), error))?;
                match work(client).await {
                    Err(error) if again && error.is_closed() => again = false,
                    other => return other.map_err(|error| failure(place(), &error)),
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

/// The message of the client where a server offers no encryption.
const NO_TLS: &str = "server does not support TLS";

/// Sleeps, at most until the control is cancelled.
fn pause(time: Duration, control: &Control) {
    let end = Instant::now() + time;
    while Instant::now() < end && !control.cancelled() {
        thread::sleep(Duration::from_millis(20));
    }
}

/// The message of the innermost error, which names what is wrong; none of them holds a password.
/// What the server adds to its message may be a whole row, and is left out.
fn deepest_message(error: &(dyn Error + 'static)) -> String {
    let sources = iter::successors(Some(error), |&error| error.source());
    let deepest = sources.last().unwrap_or(error);
    let message = deepest
        .downcast_ref::<DbError>()
        .map_or_else(|| deepest.to_string(), |error| error.message().to_owned());
    match message.as_str() {
        NO_TLS => format!("{NO_TLS}; sslmode=disable in its address allows plain text"),
        _ => message,
    }
}

/// The error of an operation, by its class in the SQL standard. The server refuses the data (22,
/// 23, 54), or is away: no connection (08), no resources (53), stopped (57), a conflict with
/// another session (40), or no answer at all.
fn failure(place: String, error: &tokio_postgres::Error) -> CatalogueError {
    let reason = deepest_message(error);
    match error.code().map(|code| &code.code()[..2]) {
        Some("22" | "23" | "54") => CatalogueError::Refused { place, reason },
        Some("08" | "40" | "53" | "57") => CatalogueError::Away { place, reason },
        None if error.is_closed() || has_io_error(error) => CatalogueError::Away { place, reason },
        _ => CatalogueError::Failed { place, reason },
    }
}

/// The error of a connection that could not be made.
fn no_connection(place: String, error: PoolError) -> CatalogueError {
    match error {
        PoolError::Backend(error) => failure(place, &error),
        other => CatalogueError::Away { place, reason: deepest_message(&other) },
    }
}

fn has_io_error(error: &tokio_postgres::Error) -> bool {
    iter::successors(error.source(), |error| (*error).source()).any(|error| error.is::<io::Error>())
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

    fn write(&self, rows: &[StoredRow], room: Option<i64>) -> Result<(), CatalogueError> {
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
        let Some(bytes) = room else { return self.query(insert, &parameters).map(drop) };
        let (remove, parameters) = (make_room("rational_bluff.entry"), &parameters[..]);
        self.run(async |mut client| {
            let transaction = client.transaction().await?;
            for StoredRow { label, question, version, body, .. } in rows {
                let rest = bytes - body.len() as i64;
                transaction.execute(&remove, &[label, question, version, &rest]).await?;
            }
            transaction.execute(insert, parameters).await?;
            transaction.commit().await
        })
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
                 bad AS (DELETE FROM rational_bluff.damaged RETURNING 1)
            SELECT (SELECT count(*) FROM old), (SELECT count(*) FROM bad)";
        Ok(counts(&self.query(prune, &[&VERSION])?[0]))
    }

    fn sync(&self) -> Result<(), CatalogueError> {
        // Every commit waited for the disk.
        Ok(())
    }

    fn wait_while_away(&self, control: Arc<Control>, notice: fn(&str)) {
        // The first one stays.
        let _ = self.patience.set(Patience { control, notice });
    }
}

/// The two counts of a row.
fn counts(row: &Row) -> (u64, u64) {
    (row.get::<_, i64>(0) as u64, row.get::<_, i64>(1) as u64)
}

fn stored(row: &Row) -> Stored {
    let [label, question, version, body, seal] = [1, 2, 3, 4, 5].map(|column| row.get(column));
    Stored { id: row.get(0), row: StoredRow { label, question, version, body, seal } }
}
