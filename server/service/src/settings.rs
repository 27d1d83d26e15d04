//! What whoever runs the service may choose.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use crate::limits::{FAREWELL, PATIENCE};

/// How the service writes its log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogForm {
    /// A line of words.
    #[default]
    Text,
    /// A JSON object per line.
    Json,
    /// Only errors of ours, in words.
    Off,
}

impl LogForm {
    /// The words for the forms.
    pub const ALL: [(&'static str, Self); 3] = [("text", Self::Text), ("json", Self::Json), ("off", Self::Off)];

    /// The form that a word names.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find_map(|(name, form)| (name == word).then_some(form))
    }
}

/// Every choice, made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// How the log is written.
    pub log: LogForm,
    /// Threads that solve.
    pub threads: usize,
    /// Questions that may wait for one of them.
    pub queue: usize,
    /// Seconds an answer may take, the wait included.
    pub seconds: u64,
    /// Bytes of memory an answer may take.
    pub memory: u64,
    /// Requests per second of each client; 0 for any number.
    pub rate: u64,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Megabytes of answers that never change, kept in memory to be given again; 0 for none.
    pub keep: u64,
    /// Connections open at once.
    pub connections: usize,
    /// Connections open at once to one client; trusted proxies may have all.
    pub connections_per_peer: usize,
    /// How long a connection may pause between requests.
    pub idle: Duration,
}

impl Settings {
    /// How long a connection may go without taking a byte of an answer.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.seconds) + PATIENCE
    }

    /// How long open requests may still run after the service was told to stop.
    pub fn farewell(&self) -> Duration {
        Duration::from_secs(self.seconds) + FAREWELL
    }
}
