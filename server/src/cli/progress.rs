//! What a long question shows while it is worked on.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rational_bluff::solve::Control;

use crate::error::Error;

use super::output::message;

/// Nothing is shown before.
const QUIET: Duration = Duration::from_secs(1);
/// Between two pictures of the spinner.
const TICK: Duration = Duration::from_millis(100);
/// Between two lines where standard error is no terminal.
const LINE: Duration = Duration::from_secs(5);

/// Works on `label` while another thread shows pivots and time on standard error.
pub(super) fn watched<T>(label: &str, work: impl FnOnce(&Control) -> Result<T, Error>) -> Result<T, Error> {
    let control = Control::new();
    let (working, done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(|| show(label, &control, done));
        let result = work(&control);
        drop(working);
        result
    })
}

fn show(label: &str, control: &Control, done: Receiver<()>) {
    let start = Instant::now();
    let still_working = |wait| done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout);
    if !still_working(QUIET) {
        return;
    }
    let state = || {
        let pivots = match control.pivots() {
            0 => String::new(),
            pivots => format!("{pivots} pivots, "),
        };
        format!("{label}: {pivots}{} s", start.elapsed().as_secs())
    };
    if io::stderr().is_terminal() {
        let spinner = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            spinner.set_style(style);
        }
        while still_working(TICK) {
            spinner.set_message(state());
            spinner.tick();
        }
        spinner.finish_and_clear();
    } else {
        message(&state());
        while still_working(LINE) {
            message(&state());
        }
    }
}
