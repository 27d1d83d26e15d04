//! What a running service takes: memory, connections, work; and clients that give it trouble.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use super::service::Service;

impl Service {
    /// Its memory that no file backs, in kilobytes: now, from `RssAnon`, or at most so far, from
    /// `VmHWM`.
    pub(crate) fn kilobytes(&self, field: &str) -> u64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("a process");
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))
            .expect("a field");
        line.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
    }

    /// How many files it has open.
    pub(crate) fn descriptors(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.child.id())).expect("a process").count()
    }

    /// One of its metrics.
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").body;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|number| number.parse().ok()).expect("a metric")
    }

    /// Waits until nothing is solved and nothing waits to be.
    pub(crate) fn until_idle(&self) {
        super::until("the end of all work", || {
            self.metric("bluff_running") + self.metric("bluff_queue") == 0
        });
    }

    /// Changes one of its limits, by the name of the flag of `prlimit`.
    pub(crate) fn limit(&self, what: &str, most: &str) {
        let line = [format!("--pid={}", self.child.id()), format!("--{what}={most}")];
        assert!(Command::new("prlimit").args(line).status().expect("prlimit runs").success());
    }

    /// So many connections, on each of which the same bytes were sent.
    pub(crate) fn crowd(&self, count: usize, said: &[u8]) -> Vec<TcpStream> {
        let one = |_| {
            let mut stream = self.connect();
            stream.write_all(said).expect("bytes are sent");
            stream
        };
        (0..count).map(one).collect()
    }
}

/// After how long the other side closed a connection, what it still sent being thrown away; `None`
/// if it did not by then.
pub(crate) fn closed(stream: &mut TcpStream, since: Instant, most: Duration) -> Option<Duration> {
    let mut bytes = [0; 1 << 16];
    loop {
        let left = most.checked_sub(since.elapsed()).filter(|left| !left.is_zero())?;
        stream.set_read_timeout(Some(left)).expect("a time limit");
        match stream.read(&mut bytes) {
            Ok(0) => return Some(since.elapsed()),
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return None;
            }
            Err(_) => return Some(since.elapsed()),
        }
    }
}

/// The limit of open files of this process raised as far as it may be, for tests with many
/// connections.
pub(crate) fn many_files() {
    assert!(
        rlimit::increase_nofile_limit(u64::MAX).expect("a limit") >= 16_000,
        "the system allows too few files"
    );
}
