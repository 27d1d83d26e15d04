//! The log: one line per request on standard error, and internal errors under their numbers.
//!
//! It holds no bodies, no queries and no passwords: only what [`super::record`] and
//! [`bluff_questions::error`] write.

use std::io::{self, BufWriter, Stderr, Write};
use std::sync::OnceLock;

use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::DefaultFields;
use tracing_subscriber::fmt::{SubscriberBuilder, fmt};

use crate::settings::LogForm;

/// Maximum number of waiting log lines. More are dropped and counted: a log that nobody reads must
/// not stop the service.
const WAITING_LINES: usize = 4_096;

/// Number of dropped lines.
static LOST: OnceLock<ErrorCounter> = OnceLock::new();

/// Standard error, buffered: lines that wait together are written together.
struct Lines {
    out: BufWriter<Stderr>,
    /// Number of dropped lines that the log has reported.
    reported: usize,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    /// Called when no more lines wait.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let lost = LOST.get().map_or(0, ErrorCounter::dropped_lines);
        if lost > self.reported {
            tracing::warn!(lines = lost - self.reported, "nobody read the log: lines were dropped");
            self.reported = lost;
        }
        Ok(())
    }
}

/// Starts the log of a service: a thread of its own writes it to standard error. Dropping the guard
/// writes the lines that still wait, for at most a second. A second call has no effect.
pub fn begin(form: LogForm) -> WorkerGuard {
    let lines = Lines { out: BufWriter::new(io::stderr()), reported: 0 };
    let builder = NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(WAITING_LINES)
        .thread_name("log");
    let (writer, guard) = builder.finish(lines);
    // A process has one log, and the first one stays.
    let _ = LOST.set(writer.error_counter());
    let log = plain().with_writer(writer);
    let _ = match form {
        LogForm::Text => log.with_max_level(LevelFilter::INFO).try_init(),
        LogForm::Json => {
            log.with_max_level(LevelFilter::INFO).json().flatten_event(true).try_init()
        }
        LogForm::Off => log.with_max_level(LevelFilter::ERROR).try_init(),
    };
    guard
}

/// Writes internal errors to standard error at once: the log of a command that ends by itself.
pub fn begin_errors() {
    // A process has one log, and the first one stays.
    let _ = plain().with_writer(io::stderr).with_max_level(LevelFilter::ERROR).try_init();
}

fn plain() -> SubscriberBuilder<DefaultFields> {
    fmt().with_target(false).with_ansi(false)
}
