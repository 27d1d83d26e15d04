//! Settings of the operator: a flag overrides the environment, which overrides the file, which
//! overrides the default.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use bluff_batch::allowed::{allowed, enough_address_space};
use bluff_batch::file::{parse_message, printable, read_text};
use bluff_questions::error::Error;
use bluff_service::layers::descriptors;
use bluff_service::limits::{
    ALL_MEBIBYTES, CONNECTIONS, CONNECTIONS_PER_PEER, IDLE_TIME, KEPT_MEGABYTES, QUESTIONS, QUEUE,
    RATE, SOLVE_MEBIBYTES, SOLVE_TIME, TABLES,
};
use bluff_service::settings::{AddressRange, LogForm, Settings};
use clap::Args;
use rational_bluff::exact::one_of;
use serde::{Deserialize, Deserializer, Serialize};

use super::{parse_whole, threads};

/// Maximum size of a configuration file, in bytes.
const FILE_BYTES: usize = 1 << 16;

/// Settings from one source; the keys of a file are the names of the flags.
#[derive(Args, Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct ServeArgs {
    /// Address and port, 0 for a free one [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "BLUFF_LISTEN")]
    listen: Option<String>,
    /// Path of the service behind a proxy, as /bluff/ [default: /]
    #[arg(long, value_name = "PATH", env = "BLUFF_BASE")]
    base: Option<String>,
    /// The log, on standard error: text, json, or off [default: text]
    #[arg(long, value_name = "FORM", env = "BLUFF_LOG")]
    log: Option<String>,
    /// Threads that solve [default: one per processor but one, at least one]
    #[arg(long, value_name = "COUNT", env = "BLUFF_THREADS")]
    #[serde(deserialize_with = "text")]
    threads: Option<String>,
    /// Requests that may wait for a thread; more get 503 [default: 64]
    #[arg(long, value_name = "COUNT", env = "BLUFF_QUEUE")]
    #[serde(deserialize_with = "text")]
    queue: Option<String>,
    /// Processor time of an answer, in seconds [default: 10]
    #[arg(long, value_name = "SECONDS", env = "BLUFF_SOLVE_SECONDS")]
    #[serde(deserialize_with = "text")]
    solve_seconds: Option<String>,
    /// Memory limit of an answer, in MiB [default: 320, at most --memory]
    #[arg(long, value_name = "MIB", env = "BLUFF_SOLVE_MEMORY")]
    #[serde(deserialize_with = "text")]
    solve_memory: Option<String>,
    /// Memory of all answers and sweeps together, in MiB [default: 1024, at most a third of what
    /// the process may take]
    #[arg(long, value_name = "MIB", env = "BLUFF_MEMORY")]
    #[serde(deserialize_with = "text")]
    memory: Option<String>,
    /// Requests per second of each client; 0: no limit [default: 200]
    #[arg(long, value_name = "COUNT", env = "BLUFF_RATE")]
    #[serde(deserialize_with = "text")]
    rate: Option<String>,
    /// Questions of each client that may wait or run; 0 for no limit [default: 32, or none with
    /// --rate 0]
    #[arg(long, value_name = "COUNT", env = "BLUFF_QUESTIONS_PER_CLIENT")]
    #[serde(deserialize_with = "text")]
    questions_per_client: Option<String>,
    /// Cache of answers that never change, in megabytes [default: 32]
    #[arg(long, value_name = "MEGABYTES", env = "BLUFF_KEEP")]
    #[serde(deserialize_with = "text")]
    keep: Option<String>,
    /// Trusted proxies: addresses or networks [default: none]
    #[arg(long, value_name = "ADDRESS", env = "BLUFF_TRUSTED_PROXY")]
    trusted_proxy: Option<String>,
    /// Host names of the service, beside addresses and localhost [default: any]
    #[arg(long, value_name = "NAME", env = "BLUFF_ALLOWED_HOST")]
    allowed_host: Option<String>,
    /// Address and port of the metrics [default: as --listen]
    #[arg(long, value_name = "ADDRESS", env = "BLUFF_METRICS")]
    metrics: Option<String>,
    /// File of tokens that all but GET then need [default: none]
    #[arg(long, value_name = "FILE", env = "BLUFF_TOKEN_FILE")]
    token_file: Option<PathBuf>,
    /// Open connections [default: 16384, or what the limit of open files allows]
    #[arg(long, value_name = "COUNT", env = "BLUFF_CONNECTIONS")]
    #[serde(deserialize_with = "text")]
    connections: Option<String>,
    /// Open connections of one client [default: 256]
    #[arg(long, value_name = "COUNT", env = "BLUFF_CONNECTIONS_PER_PEER")]
    #[serde(deserialize_with = "text")]
    connections_per_peer: Option<String>,
    /// Tables whose messages are relayed; 0 for none [default: 64]
    #[arg(long, value_name = "COUNT", env = "BLUFF_TABLES")]
    #[serde(deserialize_with = "text")]
    tables: Option<String>,
    /// Idle timeout between requests, in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", env = "BLUFF_IDLE_SECONDS")]
    #[serde(deserialize_with = "text")]
    idle_seconds: Option<String>,
    /// Time between SIGTERM and the end of the listener, in seconds [default: 0]
    #[arg(long, value_name = "SECONDS", env = "BLUFF_DRAIN_SECONDS")]
    #[serde(deserialize_with = "text")]
    drain_seconds: Option<String>,
}

/// A whole number in a file, with or without quotes.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a whole number")]
    enum NumberOrText {
        Number(i64),
        Text(String),
    }
    Ok(Some(match NumberOrText::deserialize(deserializer)? {
        NumberOrText::Number(number) => number.to_string(),
        NumberOrText::Text(text) => text,
    }))
}

impl ServeArgs {
    /// The settings of a file.
    ///
    /// Errors: `System` for a file that cannot be read, `Malformed` for keys that are not known.
    fn read(path: &str) -> Result<Self, Error> {
        toml::from_str(&read_text(path, FILE_BYTES)?).map_err(|error| {
            Error::Malformed(format!("{}: {}", printable(path), parse_message(&error)))
        })
    }

    /// These settings, and those of `other` where one is not set.
    fn or(self, other: Self) -> Self {
        // Texts alone, which TOML always has; what is not set has no line.
        let lines = |settings| toml::Table::try_from(settings).unwrap_or_default();
        let mut all = lines(other);
        all.extend(lines(self));
        all.try_into().unwrap_or_default()
    }

    /// These settings, and those of a file which neither flags nor the environment set.
    ///
    /// Errors: those of the file.
    pub(super) fn beside(self, file: Option<&str>) -> Result<Self, Error> {
        Ok(match file {
            Some(path) => self.or(Self::read(path)?),
            None => self,
        })
    }

    /// A file of these settings, with those in force where none is chosen.
    pub(super) fn file(self, settings: &Settings) -> String {
        let log = LogForm::ALL.into_iter().find(|(_, form)| *form == settings.log);
        let number = |number: u64| Some(number.to_string());
        let in_force = Self {
            listen: Some(settings.listen.to_string()),
            base: Some(format!("{}/", settings.base)),
            log: log.map(|(name, _)| name.to_owned()),
            threads: number(settings.threads as u64),
            queue: number(settings.queue as u64),
            solve_seconds: number(settings.seconds),
            solve_memory: number(settings.memory >> 20),
            memory: number(settings.all_memory >> 20),
            rate: number(settings.rate),
            questions_per_client: number(settings.questions.map_or(0, |most| most.get() as u64)),
            keep: number(settings.keep),
            connections: number(settings.connections as u64),
            connections_per_peer: number(settings.connections_per_peer as u64),
            tables: number(settings.tables as u64),
            idle_seconds: number(settings.idle.as_secs()),
            drain_seconds: number(settings.drain.as_secs()),
            ..Self::default()
        };
        // Text alone, which TOML always has.
        toml::to_string(&self.or(in_force)).unwrap_or_default()
    }

    /// All settings.
    ///
    /// Errors: `Malformed`, naming flag, value and what is allowed.
    pub(super) fn settle(self) -> Result<Settings, Error> {
        let chosen = self;
        let whole = |name: &str, text: Option<String>, range, default: u64| {
            text.map_or(Ok(default), |text| parse_whole(name, &text, range))
        };
        let seconds = |name: &str, text: Option<String>, least: u64, default: Duration| {
            whole(name, text, least..=3_600, default.as_secs())
        };
        let connections = |name: &str, text: Option<String>, default: usize| {
            whole(name, text, 1..=1_000_000, default as u64)
        };
        let per_peer = chosen.connections_per_peer;
        let per_peer = connections("--connections-per-peer", per_peer, CONNECTIONS_PER_PEER)?;
        let connections = connections("--connections", chosen.connections, CONNECTIONS)?;
        let (least_memory, most_memory) = (16, 1_048_576);
        enough_address_space().map_err(Error::System)?;
        let third = allowed().map_or(u64::MAX, |bytes| (bytes >> 20) / 3);
        let all_memory = third.clamp(least_memory, ALL_MEBIBYTES);
        // A small budget for all is the limit of one answer too.
        let small = chosen.memory.as_deref().and_then(|text| text.parse().ok());
        let small = small.unwrap_or(all_memory).clamp(least_memory, all_memory);
        let (least, default) = (least_memory, SOLVE_MEBIBYTES.min(small));
        let memory = whole("--solve-memory", chosen.solve_memory, least..=most_memory, default)?;
        let all_memory = all_memory.max(memory);
        let all_memory = whole("--memory", chosen.memory, memory..=most_memory, all_memory)?;
        let rate = whole("--rate", chosen.rate, 0..=1_000_000, RATE)?;
        let default = if rate == 0 { 0 } else { QUESTIONS as u64 };
        let questions = chosen.questions_per_client;
        let questions = whole("--questions-per-client", questions, 0..=100_000, default)?;
        Ok(Settings {
            listen: address("--listen", chosen.listen.as_deref().unwrap_or("127.0.0.1:8080"))?,
            base: base(chosen.base.as_deref().unwrap_or_default())?,
            log: form(chosen.log.as_deref().unwrap_or("text"))?,
            threads: solving_threads(chosen.threads.as_deref())?,
            queue: whole("--queue", chosen.queue, 1..=100_000, QUEUE as u64)? as usize,
            seconds: seconds("--solve-seconds", chosen.solve_seconds, 1, SOLVE_TIME)?,
            memory: memory << 20,
            all_memory: all_memory << 20,
            rate,
            questions: NonZeroUsize::new(questions as usize),
            keep: whole("--keep", chosen.keep, 0..=1_000_000, KEPT_MEGABYTES)?,
            token_file: chosen.token_file,
            metrics: chosen.metrics.map(|text| address("--metrics", &text)).transpose()?,
            trusted_proxies: proxies(chosen.trusted_proxy.as_deref())?,
            hosts: hosts(chosen.allowed_host.as_deref())?,
            connections: connections.min(descriptors::for_connections()) as usize,
            connections_per_peer: per_peer as usize,
            tables: whole("--tables", chosen.tables, 0..=10_000, TABLES)? as usize,
            idle: seconds("--idle-seconds", chosen.idle_seconds, 1, IDLE_TIME)
                .map(Duration::from_secs)?,
            drain: seconds("--drain-seconds", chosen.drain_seconds, 0, Duration::ZERO)
                .map(Duration::from_secs)?,
        })
    }
}

/// The address that an option names.
fn address(option: &str, text: &str) -> Result<SocketAddr, Error> {
    // This machine alone: `localhost:8080`, `:8080`.
    let own = text.strip_prefix("localhost").unwrap_or(text).strip_prefix(':');
    let port = own.and_then(|port| port.parse().ok());
    let own = port.map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let expected = "an address and a port, for instance 127.0.0.1:8080";
    own.map_or_else(|| text.parse(), Ok).map_err(|_| wrong(option, text, expected))
}

/// The path that `--base` names, without a slash at its end.
fn base(text: &str) -> Result<String, Error> {
    let path = text.trim_matches('/');
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let is_part = |part: &str| !matches!(part, "" | "." | "..") && part.bytes().all(is_plain);
    match path {
        "" => Ok(String::new()),
        path if path.split('/').all(is_part) => Ok(format!("/{path}")),
        _ => {
            let expected = "a path of letters, digits and -._~, for instance /bluff/";
            Err(wrong("--base", text, expected))
        }
    }
}

/// The form of a log.
fn form(text: &str) -> Result<LogForm, Error> {
    let expected = || one_of(text, LogForm::ALL.map(|(name, _)| name));
    LogForm::named(text).ok_or_else(|| wrong("--log", text, &expected()))
}

/// Number of threads that solve: by default one processor is left for requests and pages.
fn solving_threads(text: Option<&str>) -> Result<usize, Error> {
    let default = || threads(None).map(|all| (all - 1).max(1));
    text.map_or_else(default, |text| threads(Some(text)))
}

fn proxies(text: Option<&str>) -> Result<Vec<AddressRange>, Error> {
    let expected = "addresses without ports, for instance 10.0.0.1 or 10.0.0.0/8";
    listed("--trusted-proxy", text, expected, AddressRange::read)
}

fn hosts(text: Option<&str>) -> Result<Vec<String>, Error> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    let expected = "names without ports, for instance poker.example.org";
    listed("--allowed-host", text, expected, |name| {
        (!name.is_empty() && name.bytes().all(is_name)).then(|| name.to_owned())
    })
}

/// The values of an option, with commas between them.
fn listed<T>(
    option: &str,
    text: Option<&str>,
    expected: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Error> {
    let value = |text: &str| read(text.trim()).ok_or_else(|| wrong(option, text, expected));
    text.into_iter().flat_map(|all| all.split(',')).map(value).collect()
}

/// The error of an option that has another value than is expected.
fn wrong(option: &str, text: &str, expected: &str) -> Error {
    Error::Malformed(format!("{option} {}, expected {expected}", printable(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine_are_addresses() {
        for (text, expected) in [
            ("localhost:8080", "127.0.0.1:8080"),
            (":8080", "127.0.0.1:8080"),
            ("[::1]:80", "[::1]:80"),
            ("0.0.0.0:8080", "0.0.0.0:8080"),
        ] {
            assert_eq!(address("--listen", text).unwrap().to_string(), expected);
        }
        for text in ["localhost", "8080", "localhost:", "localhost:99999", "localhost8080", ""] {
            let words = address("--listen", text).unwrap_err().to_string();
            assert!(words.contains("for instance 127.0.0.1:8080"), "{words}");
        }
    }

    #[test]
    fn by_default_only_this_machine_gets_answers_and_one_processor_is_left() {
        let settings = ServeArgs::default().settle().unwrap();
        assert_eq!(settings.threads, (threads(None).unwrap() - 1).max(1));
        assert!(settings.listen.ip().is_loopback() && settings.trusted_proxies.is_empty());
    }
}
