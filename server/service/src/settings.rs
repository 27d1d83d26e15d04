//! Settings of the operator.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use bluff_batch::compute::WAIT;

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

/// A range of addresses: one, or a network as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRange {
    first: IpAddr,
    bits: u32,
}

impl AddressRange {
    /// Reads an address, or a network with the number of its bits; `None` for any other text.
    ///
    /// ```
    /// use bluff_service::settings::AddressRange;
    /// let range = AddressRange::read("10.0.0.0/8").unwrap();
    /// assert!(range.contains("10.9.8.7".parse().unwrap()));
    /// assert!(!range.contains("11.0.0.1".parse().unwrap()));
    /// assert!(!range.contains("2001:db8::1".parse().unwrap()));
    /// let long = AddressRange::read("2001:db8::/32").unwrap();
    /// assert!(long.contains("2001:db8::1".parse().unwrap()));
    /// assert!(["10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0/8", "/8", "x"]
    ///     .iter().all(|text| AddressRange::read(text).is_none()));
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().ok()?)),
            None => (text, None),
        };
        let first = address.parse::<IpAddr>().ok()?;
        let all = if first.is_ipv4() { 32 } else { 128 };
        let first = if bits.is_some() { first } else { first.to_canonical() };
        let bits = bits.unwrap_or(if first.is_ipv4() { 32 } else { all });
        (bits <= all).then_some(Self { first, bits })
    }

    /// True for an address in the range.
    pub fn contains(&self, address: IpAddr) -> bool {
        let bits = |address| match address {
            IpAddr::V4(four) => (32, u128::from(four.to_bits())),
            IpAddr::V6(six) => (128, six.to_bits()),
        };
        let ((all, first), (other, address)) = (bits(self.first), bits(address));
        all == other && (first ^ address).checked_shr(all - self.bits).unwrap_or(0) == 0
    }
}

/// The settings of a running service.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Path of the service behind a proxy, as `/bluff`; empty for the root.
    pub base: String,
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
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<AddressRange>,
    /// Host names that requests may have, beside addresses and `localhost`; none for any.
    pub hosts: Vec<String>,
    /// Address of the metrics alone; with the other addresses if there is none.
    pub metrics: Option<SocketAddr>,
    /// Size of the cache of answers that never change, in megabytes; 0 for none.
    pub keep: u64,
    /// Maximum number of open connections.
    pub connections: usize,
    /// Maximum number of open connections of one client; trusted proxies may have all.
    pub connections_per_peer: usize,
    /// Maximum number of open tables of the relay; 0 switches it off.
    pub tables: usize,
    /// Idle timeout between requests.
    pub idle: Duration,
    /// Time for which a service that was told to stop goes on, and says that it is not ready.
    pub drain: Duration,
}

impl Settings {
    /// Stall timeout: the time for which a client may take no byte of an answer.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.seconds) + PATIENCE
    }

    /// Time from the head of a request to its answer, at most.
    pub fn answered_within(&self) -> Duration {
        WAIT * Duration::from_secs(self.seconds) + PATIENCE
    }

    /// Memory of all tables of the relay together, in bytes: a quarter of the budget of answers.
    pub fn table_memory(&self) -> u64 {
        self.all_memory / 4
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
