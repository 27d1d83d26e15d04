//! The log: one line per request on standard error, and errors of ours under their numbers.
//!
//! It holds no bodies, no queries and no passwords: only what [`super::record`] and [`crate::error`] write.

use std::io::{self, Write};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use tracing::{Level, Metadata};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::compute::lock;

/// How the service writes its log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A line of words.
    #[default]
    Text,
    /// A JSON object per line.
    Json,
    /// Only errors of ours, in words.
    Off,
}

impl Form {
    /// The words for the forms.
    pub const ALL: [(&'static str, Self); 3] = [("text", Self::Text), ("json", Self::Json), ("off", Self::Off)];

    /// The form that a word names.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find_map(|(name, form)| (name == word).then_some(form))
    }
}

/// How long a line may wait for others. To write it takes the system longer than all else about it, so lines go out together.
const WAIT: Duration = Duration::from_millis(10);

/// When so many bytes wait, who logs waits for the writing.
const WAITING_BYTES: usize = 1 << 20;

/// The room that stays for lines to come.
const KEPT_BYTES: usize = 1 << 14;

/// Lines on their way to standard error.
struct Lines {
    waiting: Mutex<Vec<u8>>,
    some: Condvar,
    /// What is being written, by one thread at a time.
    leaving: Mutex<Vec<u8>>,
}

static LINES: Lines = Lines { waiting: Mutex::new(Vec::new()), some: Condvar::new(), leaving: Mutex::new(Vec::new()) };

impl Lines {
    fn add(&self, bytes: &[u8]) {
        let mut waiting = lock(&self.waiting);
        let first = waiting.is_empty();
        waiting.extend_from_slice(bytes);
        let many = waiting.len() > WAITING_BYTES;
        drop(waiting);
        if many {
            self.write();
        } else if first {
            self.some.notify_one();
        }
    }

    /// Writes all that waits.
    fn write(&self) {
        let mut leaving = lock(&self.leaving);
        std::mem::swap(&mut *lock(&self.waiting), &mut *leaving);
        // A log that nobody takes is no reason to stop.
        let _ = io::stderr().write_all(&leaving);
        leaving.clear();
        // After a crowd, its room is given back.
        leaving.shrink_to(KEPT_BYTES);
    }

    /// Writes from now on, what came within [`WAIT`] together.
    fn write_on(&self) {
        loop {
            let waiting = self.some.wait_while(lock(&self.waiting), |waiting| waiting.is_empty());
            drop(waiting);
            thread::sleep(WAIT);
            self.write();
        }
    }
}

/// A line that is being written; an error goes out at once, with all before it.
struct Line {
    urgent: bool,
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LINES.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.urgent {
            LINES.write();
        }
    }
}

/// Makes a [`Line`] for each event.
struct ToLines;

impl MakeWriter<'_> for ToLines {
    type Writer = Line;

    fn make_writer(&self) -> Line {
        Line { urgent: true }
    }

    fn make_writer_for(&self, event: &Metadata<'_>) -> Line {
        Line { urgent: *event.level() < Level::INFO }
    }
}

/// The log of this process; no line of it waits any more when this is dropped.
#[must_use]
pub struct Log(());

impl Drop for Log {
    fn drop(&mut self) {
        LINES.write();
    }
}

/// Begins to write the log of this process to standard error. A second call changes nothing.
pub fn begin(form: Form) -> Log {
    let log = tracing_subscriber::fmt().with_writer(ToLines).with_target(false).with_ansi(false);
    // A process has one log, and the first one stays.
    let begun = match form {
        Form::Text => log.with_max_level(LevelFilter::INFO).try_init(),
        Form::Json => log.with_max_level(LevelFilter::INFO).json().flatten_event(true).try_init(),
        Form::Off => log.with_max_level(LevelFilter::ERROR).try_init(),
    };
    if begun.is_ok() && form != Form::Off {
        thread::spawn(|| LINES.write_on());
    }
    Log(())
}
