//! A client that is cheap, since it shares the processors with what it loads: connections that stay
//! open on one thread, requests written as bytes, and of an answer no more is read than its status
//! and length.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

/// Requests of clients.
#[derive(Clone)]
pub(crate) enum Asked {
    /// The same every time: path and further header lines.
    Same(String, String),
    /// A path for each number from 0 on.
    Each(fn(u64) -> String),
    /// These paths, one after the other, and again.
    Of(Arc<[String]>),
}

/// One kind of clients.
#[derive(Clone)]
pub(crate) struct Clients {
    pub(crate) address: String,
    pub(crate) asked: Asked,
    pub(crate) connections: usize,
    /// Requests per second of all of them, asked when their time has come, whether or not others
    /// are answered; as many as they can if there is none.
    pub(crate) rate: Option<f64>,
    /// The number of the first request.
    pub(crate) first: u64,
    /// Maximum number of requests.
    pub(crate) most: u64,
    pub(crate) time: Duration,
}

/// Answers that came back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// Microseconds from the time of the request to the last byte, and the status; 0 where the
    /// connection broke.
    pub(crate) answers: Vec<(u32, u16)>,
    /// Time in all.
    pub(crate) seconds: f64,
}

impl Answers {
    pub(crate) fn per_second(&self, status: u16) -> f64 {
        self.answers.iter().filter(|(_, known)| *known == status).count() as f64 / self.seconds
    }

    pub(crate) fn add(&mut self, others: Self) {
        self.answers.extend(others.answers);
        self.seconds += others.seconds;
    }

    /// The time, in milliseconds, that so many percent of the answers with these statuses stay
    /// below.
    pub(crate) fn percentile(&self, percent: f64, statuses: &[u16]) -> f64 {
        let answers = self.answers.iter().filter(|(_, status)| statuses.contains(status));
        let mut times: Vec<u32> = answers.map(|(time, _)| *time).collect();
        if times.is_empty() {
            return 0.0;
        }
        let place = ((times.len() - 1) as f64 * percent / 100.0) as usize;
        f64::from(*times.select_nth_unstable(place).1) / 1e3
    }

    /// Number of answers of each status.
    pub(crate) fn statuses(&self) -> BTreeMap<u16, u64> {
        let mut statuses = BTreeMap::new();
        self.answers.iter().for_each(|(_, status)| *statuses.entry(*status).or_default() += 1);
        statuses
    }
}

/// Lets all kinds of clients ask at the same time; what came back to each.
pub(crate) fn ask(all: &[Clients]) -> Vec<Answers> {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut kinds = Vec::new();
        let start = Instant::now();
        for clients in all {
            let (next, mut set) = (Arc::new(AtomicU64::new(0)), JoinSet::new());
            for _ in 0..clients.connections {
                set.spawn(one(clients.clone(), Arc::clone(&next), start));
            }
            kinds.push(set);
        }
        let mut answers = Vec::new();
        for set in kinds {
            let (lists, ends): (Vec<_>, Vec<_>) = set.join_all().await.into_iter().unzip();
            let end = ends.into_iter().max().expect("connections");
            answers.push(Answers { answers: lists.concat(), seconds: (end - start).as_secs_f64() });
        }
        answers
    })
}

/// One connection until the time is over; its answers, and when the last one came.
async fn one(clients: Clients, next: Arc<AtomicU64>, start: Instant) -> (Vec<(u32, u16)>, Instant) {
    let request = |path: &str, headers: &str| {
        format!("GET {path} HTTP/1.1\r\nhost: load\r\n{headers}\r\n").into_bytes()
    };
    let mut bytes = match &clients.asked {
        Asked::Same(path, headers) => request(path, headers),
        _ => Vec::new(),
    };
    let (mut answers, mut stream, mut buffer) = (Vec::new(), None, vec![0; 1 << 16]);
    let mut now = start;
    while now.duration_since(start) < clients.time {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= clients.most {
            break;
        }
        let due = clients.rate.map(|rate| start + Duration::from_secs_f64(number as f64 / rate));
        if let Some(due) = due {
            if due.duration_since(start) >= clients.time {
                break;
            }
            sleep_until(due.into()).await;
        }
        match &clients.asked {
            Asked::Same(..) => {}
            Asked::Each(path) => bytes = request(&path(clients.first + number), ""),
            Asked::Of(paths) => {
                bytes = request(&paths[(clients.first + number) as usize % paths.len()], "")
            }
        }
        let begun = due.unwrap_or_else(Instant::now);
        let status =
            exchange(&clients.address, &mut stream, &bytes, &mut buffer).await.unwrap_or(0);
        if status == 0 {
            stream = None;
        }
        now = Instant::now();
        let time = now.duration_since(begun).as_micros().try_into().unwrap_or(u32::MAX);
        answers.push((time, status));
    }
    (answers, now)
}

/// Sends a request and reads the answer to its last byte; the status.
async fn exchange(
    address: &str,
    stream: &mut Option<TcpStream>,
    request: &[u8],
    buffer: &mut [u8],
) -> io::Result<u16> {
    if stream.is_none() {
        let new = TcpStream::connect(address).await?;
        new.set_nodelay(true)?;
        *stream = Some(new);
    }
    let Some(stream) = stream else { return Ok(0) };
    stream.write_all(request).await?;
    let mut read = 0;
    let end = loop {
        let more = stream.read(&mut buffer[read..]).await?;
        if more == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        read += more;
        if let Some(end) = buffer[..read].windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
    };
    let head = std::str::from_utf8(&buffer[..end]).map_err(|_| io::ErrorKind::InvalidData)?;
    let status =
        head.get(9..12).and_then(|status| status.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
    let length = head
        .split("\r\ncontent-length: ")
        .nth(1)
        .and_then(|rest| rest.lines().next()?.parse().ok());
    let mut left = match (status, length) {
        (204 | 304, _) => 0,
        (_, length) => length.ok_or(io::ErrorKind::InvalidData)?,
    };
    left -= (read - end - 4).min(left);
    while left > 0 {
        let more = stream.read(buffer).await?;
        if more == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        left -= more.min(left);
    }
    Ok(status)
}
