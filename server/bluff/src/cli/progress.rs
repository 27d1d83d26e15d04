//! Progress on standard error during long work.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use bluff_batch::allowed::{NO_MORE, beyond, share};
use bluff_questions::error::Error;
use indicatif::{ProgressBar, ProgressStyle};
use rational_bluff::exact;
use rational_bluff::game::Game;
use rational_bluff::solve::{Control, Method, Stopped, ValueBounds};

use super::output::{end_early_when_interrupted, message};

/// Delay before progress is shown.
const QUIET: Duration = Duration::from_secs(1);
/// Time between two frames of the spinner.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// Time between two lines where standard error is no terminal.
pub(super) const LINE: Duration = Duration::from_secs(5);
/// Time between two snapshots of a solve.
const SNAPSHOT: Duration = Duration::from_secs(1);
/// Digits of a bound on the value.
const DIGITS: usize = 6;

/// Works on `label` while another thread shows pivots and time on standard error.
pub(super) fn watched<T>(
    label: &str,
    work: impl FnOnce(&Control) -> Result<T, Error>,
) -> Result<T, Error> {
    watched_solve(label, None, work)
}

/// A control with the memory that the system allows.
fn limited() -> Control {
    share(1).map_or_else(Control::new, Control::within)
}

/// Works within a control that nobody cancels; what ends the work is its limit of memory.
fn within<T>(
    control: &Control,
    work: impl FnOnce(&Control) -> Result<T, Error>,
) -> Result<T, Error> {
    let no_more = |Stopped| beyond(control.memory().unwrap_or_default(), NO_MORE);
    control.run(|| work(control)).map_err(no_more)?
}

/// The same with bounds on the value of a game that is solved by a method.
pub(super) fn watched_solve<T>(
    label: &str,
    solved: Option<(Game, Method)>,
    work: impl FnOnce(&Control) -> Result<T, Error>,
) -> Result<T, Error> {
    let control = Arc::new(limited());
    end_early_when_interrupted(&control);
    let (mut watch, mut text, mut updated) = (None, String::new(), Instant::now());
    let between = || {
        // Where there are no bounds, the solve says why.
        let bounds = watch.get_or_insert_with(|| {
            let (game, method) = solved.as_ref()?;
            limited().run(|| ValueBounds::of(game, *method).ok().flatten()).ok().flatten()
        });
        let Some(bounds) = bounds else {
            return String::new();
        };
        if updated.elapsed() > SNAPSHOT {
            updated = Instant::now();
            if bounds.look(&control)
                && let (Some(lower), Some(upper)) = (bounds.lower(), bounds.upper())
            {
                text = format!(
                    ", value of player I from {} to {}",
                    lower.decimal(DIGITS),
                    upper.decimal(DIGITS)
                );
            }
        }
        text.clone()
    };
    beside(|working| show(label, &control, working, between), || within(&control, work))
}

/// Works while another thread shows the progress.
pub(super) fn beside<T>(show: impl FnOnce(&Working) + Send, work: impl FnOnce() -> T) -> T {
    let (working, done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(|| show(&Working(done)));
        let result = work();
        drop(working);
        result
    })
}

/// A handle that says whether the work goes on.
pub(super) struct Working(Receiver<()>);

impl Working {
    /// Waits so long; `true` if the work still goes on then.
    pub(super) fn still(&self, wait: Duration) -> bool {
        self.0.recv_timeout(wait) == Err(RecvTimeoutError::Timeout)
    }
}

fn show(label: &str, control: &Control, working: &Working, mut more: impl FnMut() -> String) {
    let start = Instant::now();
    if !working.still(QUIET) {
        return;
    }
    let mut state = || {
        let parts = control.parts().map(|(done, all)| format!(", {done} of {all} parts"));
        let more = parts.unwrap_or_default() + &more();
        match (control.pivots(), start.elapsed().as_secs()) {
            (0, seconds) => format!("{label}: {seconds} s{more}"),
            (count, seconds) => {
                format!("{label}: {}, {seconds} s{more}", exact::counted(count, "pivot", "pivots"))
            }
        }
    };
    if io::stderr().is_terminal() {
        let spinner = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            spinner.set_style(style);
        }
        while working.still(TICK) {
            spinner.set_message(state());
            spinner.tick();
        }
        spinner.finish_and_clear();
    } else {
        message(&state());
        while working.still(LINE) {
            message(&state());
        }
    }
}
