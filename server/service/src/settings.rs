//! Settings of the operator.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crate::limits::{FAREWELL, PATIENCE};

/// Form of the log of the service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogForm {
    /// A line of text per request.
    #[default]
    Text,
    /// A JSON object per request.
    Json,
    /// Internal errors only, as text.
    Off,
}

impl LogForm {
    /// The names of the forms.
    pub const ALL: [(&'static str, Self); 3] =
        [("text", Self::Text), ("json", Self::Json), ("off", Self::Off)];

    /// The form of this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find_map(|(name, form)| (name == word).then_some(form))
    }
}

/// The settings of a running service.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Form of the log.
    pub log: LogForm,
    /// Threads that solve.
    pub threads: usize,
    /// Maximum number of requests in the queue.
    pub queue: usize,
    /// Time limit of an answer, the wait in the queue included, in seconds.
    pub seconds: u64,
    /// Memory limit of an answer, in bytes.
    pub memory: u64,
    /// Memory budget of all answers and sweeps together, in bytes.
    pub all_memory: u64,
    /// Rate limit of a client, in requests per second; 0 for none.
    pub rate: u64,
    /// Maximum number of questions of a client that wait or run, but for instant ones.
    pub questions: Option<NonZeroUsize>,
    /// File of the tokens that requests need which do more than read.
    pub token_file: Option<PathBuf>,
    /// Address of the collector of spans.
    pub otlp: Option<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Size of the cache of answers that never change, in megabytes; 0 for none.
    pub keep: u64,
    /// Maximum number of open connections.
    pub connections: usize,
    /// Maximum number of open connections of one client; trusted proxies may have all.
    pub connections_per_peer: usize,
    /// Idle timeout between requests.
    pub idle: Duration,
    /// Time for which a service that was told to stop goes on, and says that it is not ready.
    pub drain: Duration,
}

impl Settings {
    /// Stall timeout: the time without a byte taken or sent.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.seconds) + PATIENCE
    }

    /// True if clients may begin sweeps: with a token, or on this machine alone.
    pub fn sweeps_are_on(&self) -> bool {
        self.token_file.is_some() || self.listen.ip().to_canonical().is_loopback()
    }

    /// Shutdown timeout of open requests.
    pub fn farewell(&self) -> Duration {
        Duration::from_secs(self.seconds) + FAREWELL
    }
}
