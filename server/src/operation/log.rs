//! The log: one line per request on standard error, and errors of ours under their numbers.
//!
//! It holds no bodies, no queries and no passwords: only what [`super::record`] and [`crate::error`] write.

use std::io::{self, Write};
use std::sync::{Condvar, Mutex, Once, PoisonError};
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

/// So many bytes wait at most for who takes the log. Lines beyond are lost and counted: a log that nobody takes is no reason to stop.
const WAITING_BYTES: usize = 1 << 19;

/// For so long, when the process ends, lines may still go out.
const END: Duration = Duration::from_secs(1);

/// Lines on their way to standard error, which one thread writes: nobody else waits for who takes them.
struct Lines {
    state: Mutex<State>,
    /// There is a line, or one that must not wait.
    some: Condvar,
    /// What had been waiting is written.
    written: Condvar,
}

struct State {
    waiting: Vec<u8>,
    /// Whether one of these lines must not wait for others.
    urgent: bool,
    /// Whether lines are being written.
    leaving: bool,
    /// Lines for which there was no room.
    lost: u64,
}

static LINES: Lines = Lines {
    state: Mutex::new(State { waiting: Vec::new(), urgent: false, leaving: false, lost: 0 }),
    some: Condvar::new(),
    written: Condvar::new(),
};

impl Lines {
    fn add(&'static self, line: &[u8], urgent: bool) {
        static WRITER: Once = Once::new();
        // Most commands never have a line. Without a thread there is no log.
        WRITER.call_once(|| {
            let _ = thread::Builder::new().name("log".into()).spawn(|| self.write_on());
        });
        let mut state = lock(&self.state);
        if state.waiting.len() + line.len() > WAITING_BYTES {
            state.lost += 1;
            return;
        }
        let first = state.waiting.is_empty();
        state.waiting.extend_from_slice(line);
        state.urgent |= urgent;
        drop(state);
        if first || urgent {
            self.some.notify_one();
        }
    }

    /// Writes from now on, what came within [`WAIT`] together.
    fn write_on(&self) {
        // Both rooms have their full size from the start, so a crowd leaves no others behind.
        let mut leaving = Vec::with_capacity(WAITING_BYTES);
        lock(&self.state).waiting.reserve_exact(WAITING_BYTES);
        loop {
            let state = self.some.wait_while(lock(&self.state), |state| state.waiting.is_empty());
            let state = state.unwrap_or_else(PoisonError::into_inner);
            let waited = self.some.wait_timeout_while(state, WAIT, |state| !state.urgent);
            let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            std::mem::swap(&mut state.waiting, &mut leaving);
            let lost = std::mem::take(&mut state.lost);
            (state.urgent, state.leaving) = (false, true);
            drop(state);
            if lost > 0 {
                // After those that leave now, where the lost ones would have been.
                tracing::warn!(lines = lost, "nobody took the log, and lines of it are lost");
            }
            let _ = io::stderr().write_all(&leaving);
            leaving.clear();
            lock(&self.state).leaving = false;
            self.written.notify_all();
        }
    }

    /// Waits until all lines are written, or for [`END`].
    fn end(&self) {
        let mut state = lock(&self.state);
        state.urgent = true;
        self.some.notify_one();
        let _ = self.written.wait_timeout_while(state, END, |state| state.leaving || !state.waiting.is_empty());
    }
}

/// Takes lines; those of errors go out at once, with all before them.
struct Line {
    urgent: bool,
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LINES.add(bytes, self.urgent);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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
        LINES.end();
    }
}

/// Begins to write the log of this process to standard error. A second call changes nothing.
pub fn begin(form: Form) -> Log {
    let log = tracing_subscriber::fmt().with_writer(ToLines).with_target(false).with_ansi(false);
    // A process has one log, and the first one stays.
    let _ = match form {
        Form::Text => log.with_max_level(LevelFilter::INFO).try_init(),
        Form::Json => log.with_max_level(LevelFilter::INFO).json().flatten_event(true).try_init(),
        Form::Off => log.with_max_level(LevelFilter::ERROR).try_init(),
    };
    Log(())
}
