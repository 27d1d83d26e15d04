//! Processor time and priority of threads.

use std::time::Duration;

/// Steps of priority by which work that is not instant comes behind other threads.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 5;

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

    /// Puts it behind the first thread of this process, and others like that.
    pub(super) fn put_behind(self) {
        let first = rustix::process::getpid();
        let others = rustix::process::getpriority_process(Some(first)).unwrap_or(0);
        // Where the system refuses, all threads are equal.
        let _ = rustix::process::setpriority_process(Some(self.0), others + BEHIND);
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

    pub(super) fn put_behind(self) {}
}

/// Puts this thread, and those that it starts, behind the threads of cheaper questions and of the
/// network.
pub(crate) fn come_behind() {
    ThreadId::current().put_behind();
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
