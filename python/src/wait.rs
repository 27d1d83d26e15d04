//! Long work that leaves the interpreter free and obeys Ctrl-C.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rational_bluff::solve::Control;

create_exception!(
    rational_bluff,
    BluffError,
    PyValueError,
    "Bad input, a spent limit or a refused document: what was given and what is allowed, in the \
     words of `bluff`."
);

/// Time between two checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);
/// The maximum number of characters of an error, as on the command line.
const MAX_CHARACTERS: usize = 1_000;

/// The reason that there is no answer, in the words of the library.
pub(crate) struct PyRefusal(String);

impl<E: Error> From<E> for PyRefusal {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

impl PyRefusal {
    /// Words of our own, for what the command line refuses before it asks the library.
    pub(crate) fn new(mut words: String) -> Self {
        if let Some((end, _)) = words.char_indices().nth(MAX_CHARACTERS) {
            words.truncate(end);
            words.push('…');
        }
        Self(words)
    }
}

impl From<PyRefusal> for PyErr {
    fn from(PyRefusal(words): PyRefusal) -> Self {
        BluffError::new_err(words)
    }
}

/// Works on the calling thread: for what is over before anybody would stop it. Other Python
/// threads go on.
///
/// Errors: as [`watched`], but for signals.
pub(crate) fn at_once<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Control) -> Result<T, PyRefusal> + Send,
) -> PyResult<T> {
    match py.detach(|| catch_unwind(AssertUnwindSafe(|| work(&Control::new())))) {
        Ok(answer) => answer.map_err(PyErr::from),
        Err(_) => Err(panicked()),
    }
}

fn panicked() -> PyErr {
    PyRuntimeError::new_err("internal error: the work panicked")
}

/// Works on a thread of its own, so that other Python threads go on and Ctrl-C ends the wait at
/// once; the work then stops at its next pivot or operation on a big number.
///
/// Errors: `BluffError`; whatever the handler of a signal raises; `RuntimeError` if the work
/// panics, which is a bug of ours.
pub(crate) fn watched<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Control) -> Result<T, PyRefusal> + Send + 'static,
) -> PyResult<T> {
    let control = Arc::new(Control::new());
    let (done, mut answer) = mpsc::sync_channel(1);
    let watching = Arc::clone(&control);
    thread::Builder::new().name("bluff".to_owned()).spawn(move || {
        // Nobody waits any more if the work was cancelled.
        let _ = done.send(work(&watching));
    })?;
    loop {
        let answer = &mut answer;
        match py.detach(move || answer.recv_timeout(POLL)) {
            Ok(answer) => return answer.map_err(PyErr::from),
            Err(RecvTimeoutError::Timeout) => {
                // The first Ctrl-C ends a search with its best strategies.
                let interrupted = py.check_signals();
                if interrupted.is_err() && !control.end_early() {
                    control.cancel();
                    interrupted?;
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(panicked());
            }
        }
    }
}
