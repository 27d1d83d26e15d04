//! The last step of a command: standard output, standard error, exit code.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use bluff_batch::compute::lock;
use bluff_batch::file::write_text;
use bluff_questions::error::Error;
use bluff_questions::kind::ErrorKind;
use bluff_report::text::Paint;
use rational_bluff::solve::Control;
use tokio::runtime::Runtime;

use super::Answer;

/// The exit code of a command that Ctrl-C stopped, as shells show it.
const INTERRUPTED: u8 = 130;

/// Prints an answer, or writes it to its file.
pub(super) fn answer(answer: &Answer) -> ExitCode {
    let written = match &answer.file {
        Some(file) => write_text(file, &answer.text),
        None => print(&answer.text),
    };
    if let Err(error) = written {
        return failure(&error);
    }
    match &answer.no {
        Some(reason) => {
            message(reason);
            ExitCode::from(1)
        }
        None => ExitCode::SUCCESS,
    }
}

/// Prints a text. A reader that closed the pipe has what it wanted.
pub(super) fn print(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::System(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints why there is no answer. An interruption has its line already.
pub(super) fn failure(error: &Error) -> ExitCode {
    let code = exit_code(error.kind());
    if code != INTERRUPTED {
        message(&error.message());
    }
    ExitCode::from(code)
}

/// The exit code of the command: 1 where the answer is no, or could not be stored; 2 for bad
/// input and spent limits; 130 if it was interrupted.
fn exit_code(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::No | ErrorKind::NotStored => 1,
        ErrorKind::OutOfTime => INTERRUPTED,
        _ => 2,
    }
}

/// Prints the error of wrong arguments, or the help.
pub(super) fn usage(usage: &clap::Error) -> ExitCode {
    if usage.use_stderr() {
        let text = usage.render().to_string();
        message(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
        return ExitCode::from(2);
    }
    // A closed pipe has all the help that its reader wants.
    let _ = usage.print();
    ExitCode::SUCCESS
}

/// A line on standard error, `bluff: …`; there is nowhere left to report that it could not be
/// written.
pub(super) fn message(line: &str) {
    let _ = writeln!(io::stderr().lock(), "bluff: {line}");
}

/// Bold headings on a terminal, unless `NO_COLOR` says otherwise.
pub(super) fn paint() -> Paint {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
    if io::stdout().is_terminal() && !plain { Paint::Bold } else { Paint::Plain }
}

/// Ends the process with exit code 130 once `signals` have come.
fn exit_after(signals: impl FnOnce(&Runtime) -> io::Result<()> + Send + 'static) {
    let wait = move || -> io::Result<()> {
        signals(&tokio::runtime::Builder::new_current_thread().enable_io().build()?)?;
        std::process::exit(i32::from(INTERRUPTED))
    };
    // Without the thread a signal ends the process all the same; nothing that is stored is harmed.
    let _ = std::thread::Builder::new().name("interrupt".to_owned()).spawn(wait);
}

/// The control, which the first Ctrl-C or SIGTERM cancels, for work that ends cleanly; the second
/// ends the process.
pub(super) fn on_interrupt(control: Control) -> Arc<Control> {
    let control = Arc::new(control);
    let cancelled = Arc::clone(&control);
    exit_after(move |runtime| {
        let _within = runtime.enter();
        runtime.block_on(stop_signal());
        cancelled.cancel();
        // A reader of standard error that does not read must not keep the second signal waiting.
        std::thread::spawn(|| message("stopping"));
        runtime.block_on(stop_signal());
        Ok(())
    });
    control
}

/// Waits for Ctrl-C, or for the end that a service manager asks for. From the call on, not only
/// from the first wait, neither ends the process at once.
pub(super) fn stop_signal() -> impl Future<Output = ()> {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let signal = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
    #[cfg(unix)]
    let terminate = async {
        match signal {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    async {
        tokio::select! {
            () = interrupt => {}
            () = terminate => {}
        }
    }
}

/// The work that Ctrl-C may end early.
static WORK: Mutex<Option<Arc<Control>>> = Mutex::new(None);

/// Lets the first Ctrl-C end work early that has an answer so far.
pub(super) fn end_early_when_interrupted(control: &Arc<Control>) {
    *lock(&WORK) = Some(Arc::clone(control));
}

/// From here on Ctrl-C ends the process with exit code 130, unless work ends early.
pub(super) fn exit_when_interrupted() {
    exit_after(|runtime| {
        runtime.block_on(tokio::signal::ctrl_c())?;
        if lock(&WORK).as_ref().is_some_and(|control| control.end_early()) {
            message("stopping");
            runtime.block_on(tokio::signal::ctrl_c())?;
        }
        message("interrupted");
        Ok(())
    });
}
