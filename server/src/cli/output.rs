//! The last step of a command: standard output, standard error, exit code.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use crate::error::Error;
use crate::report::text::Paint;

use super::Answer;

/// What a shell shows for a command that Ctrl-C stopped.
const INTERRUPTED: i32 = 130;

/// Prints an answer. A reader that closed the pipe has what it wanted.
pub(super) fn answer(answer: &Answer) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(answer.text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return failure(&Error::System(format!("standard output: {error}")));
        }
        _ => {}
    }
    match &answer.no {
        Some(words) => {
            message(words);
            ExitCode::from(1)
        }
        None => ExitCode::SUCCESS,
    }
}

/// Prints why there is no answer.
pub(super) fn failure(error: &Error) -> ExitCode {
    message(&error.to_string());
    error.exit_code()
}

/// Prints what the arguments should have been, or the help that was asked for.
pub(super) fn usage(usage: &clap::Error) -> ExitCode {
    if usage.use_stderr() {
        let words = usage.render().to_string();
        message(words.strip_prefix("error: ").unwrap_or(&words).trim_end());
        return ExitCode::from(2);
    }
    // Help was asked for; a closed pipe is no fault of it.
    let _ = usage.print();
    ExitCode::SUCCESS
}

/// A line on standard error, `bluff: …`; there is nowhere left to report that it could not be written.
pub(super) fn message(words: &str) {
    let _ = writeln!(io::stderr().lock(), "bluff: {words}");
}

/// Bold headings on a terminal, unless `NO_COLOR` says otherwise.
pub(super) fn paint() -> Paint {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
    if io::stdout().is_terminal() && !plain { Paint::Bold } else { Paint::Plain }
}

/// From here on Ctrl-C ends the process with exit code 130.
pub(super) fn exit_when_interrupted() {
    let wait = || -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        runtime.block_on(tokio::signal::ctrl_c())?;
        message("interrupted");
        std::process::exit(INTERRUPTED);
    };
    // Without the thread Ctrl-C ends the process all the same, by the signal itself.
    let _ = std::thread::Builder::new().name("interrupt".to_owned()).spawn(wait);
}
