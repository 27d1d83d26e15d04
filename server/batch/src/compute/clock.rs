//! Processor time and priority of threads.

use std::time::Duration;

/// Steps of priority by which questions that are not instant come behind other threads.
pub(crate) const QUESTIONS_BEHIND: i32 = 10;

/// Steps of priority by which sweeps do. Theirs are fewer, since a sweep has one thread among many
/// and would wait long for a turn.
pub(crate) const SWEEPS_BEHIND: i32 = 5;

/// A thread of this process, as the system knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadId(#[cfg(target_os = "linux")] rustix::process::Pid);

#[cfg(target_os = "linux")]
impl ThreadId {
    /// The thread that calls.
    pub(super) fn current() -> Self {
        Self(rustix::thread::gettid())
    }

    /// Its processor time, which it need not tell itself; zero where the system does not say it.
    pub(super) fn time(self) -> Duration {
        let path = format!("/proc/self/task/{}/schedstat", self.0.as_raw_nonzero());
        let said = std::fs::read_to_string(path).unwrap_or_default();
        let nanoseconds = said.split(' ').next().and_then(|first| first.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or_default())
    }

    /// Puts it so many steps behind the first thread of this process.
    pub(super) fn put_behind(self, steps: i32) {
        let first = rustix::process::getpid();
        let others = rustix::process::getpriority_process(Some(first)).unwrap_or(0);
        // Where the system refuses, all threads are equal.
        let _ = rustix::process::setpriority_process(Some(self.0), others + steps);
    }
}

#[cfg(not(target_os = "linux"))]
impl ThreadId {
    pub(super) fn current() -> Self {
        Self
    }

    pub(super) fn time(self) -> Duration {
        Duration::ZERO
    }

    pub(super) fn put_behind(self, _steps: i32) {}
}

/// Puts this thread, and those that it starts, so many steps behind the threads of cheaper
/// questions and of the network.
pub(crate) fn come_behind(steps: i32) {
    ThreadId::current().put_behind(steps);
}

/// Processor time of this thread.
#[cfg(target_os = "linux")]
pub(super) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Time of this process: elsewhere no thread has a clock of its own.
#[cfg(not(target_os = "linux"))]
pub(super) fn thread_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
