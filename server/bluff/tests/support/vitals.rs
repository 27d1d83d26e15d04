//! Memory, connections and work of a running service, and clients that give it trouble.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tokio::net::TcpSocket;

use super::service::Service;

impl Service {
    /// A service for which the shell sets a limit first.
    pub(crate) fn limited(test: &str, limit: &str, flags: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_bluff");
        let line = format!("{limit}; exec {program} serve --listen 127.0.0.1:0 --rate 0 {flags}");
        let mut command = Command::new("sh");
        command.args(["-c", &line]).stderr(Stdio::piped());
        command.env("BLUFF_CATALOGUE", super::folder(test).join("catalogue.sqlite"));
        Self::start(command)
    }

    /// A number of its status: kilobytes of memory that no file backs, now from `RssAnon`, at most
    /// so far from `VmHWM`; or its `Threads`.
    pub(crate) fn vital(&self, field: &str) -> u64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("a process");
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))
            .expect("a field");
        line.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
    }

    /// Descriptors of the files that it has open.
    pub(crate) fn descriptors(&self) -> BTreeSet<usize> {
        let open = fs::read_dir(format!("/proc/{}/fd", self.child.id())).expect("a process");
        let number = |name: OsString| name.to_str().and_then(|name| name.parse().ok());
        open.filter_map(|entry| number(entry.expect("an entry").file_name())).collect()
    }

    /// One of its metrics, 0 where nothing was counted.
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").body;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0, |number| number.parse().expect("a number"))
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

/// A connection from one of the addresses of this machine.
pub(crate) fn connect_from(service: &Service, address: [u8; 4]) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from((address, 0))).unwrap();
        let stream = socket.connect(service.address.parse().unwrap()).await.unwrap();
        stream.into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(150))).unwrap();
    stream
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
