//! The processes that are loaded: the service, and a bare axum handler that answers with the same
//! bytes.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

/// A process that listens, ended when it is dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: String,
    log: PathBuf,
}

/// Resources that a process has taken from the system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// Resident memory, in kilobytes.
    pub(crate) memory: u64,
    pub(crate) descriptors: usize,
    pub(crate) threads: usize,
    /// Processor time, in seconds.
    pub(crate) seconds: f64,
}

impl Process {
    /// `bluff serve` with further flags and its files in a folder; one client asks everything, so
    /// it may.
    pub(crate) fn service(folder: &Path, flags: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bluff"));
        let usual = "serve --listen 127.0.0.1:0 --rate 0 --connections-per-peer 512";
        command.args(usual.split(' ')).args(flags.split_whitespace());
        command.env("BLUFF_CATALOGUE", folder.join("service.sqlite")).env("TMPDIR", folder);
        Self::start(command, folder.join("service.log"))
    }

    /// An axum handler of one line, which answers as `reply` did.
    pub(crate) fn bare(folder: &Path, reply: &[u8]) -> Self {
        fs::write(folder.join("reply"), reply).expect("a file");
        let mut command = Command::new(std::env::current_exe().expect("a path"));
        command.arg("bare").arg(folder.join("reply"));
        Self::start(command, folder.join("bare.log"))
    }

    fn start(mut command: Command, log: PathBuf) -> Self {
        let _ = fs::remove_file(&log);
        let written = OpenOptions::new().create(true).append(true).open(&log).expect("a log");
        let child = command.stdin(Stdio::null()).stderr(written).spawn().expect("a process");
        let mut process = Self { child, address: String::new(), log };
        while process.address.is_empty() {
            sleep(Duration::from_millis(5));
            let said = fs::read_to_string(&process.log).expect("a log");
            let told =
                said.split_once("listening on http://").and_then(|(_, rest)| rest.split_once('\n'));
            process.address = told.map(|(address, _)| address.to_owned()).unwrap_or_default();
            assert!(process.child.try_wait().is_ok_and(|end| end.is_none()), "it ended: {said}");
        }
        process
    }

    /// The log is kept short; its bytes were written, and that is what is measured.
    pub(crate) fn forget_log(&self) {
        File::options().write(true).open(&self.log).and_then(|log| log.set_len(0)).expect("a log");
    }

    /// Resources that it has taken so far.
    pub(crate) fn taken(&self) -> Taken {
        let of = |file: &str| {
            let text = fs::read_to_string(format!("/proc/{}/{file}", self.child.id()));
            text.expect("a file of a process that runs")
        };
        let status = of("status");
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a field");
            let number = line.split_whitespace().next().expect("a number");
            number.parse::<u64>().expect("a number")
        };
        let descriptors =
            fs::read_dir(format!("/proc/{}/fd", self.child.id())).expect("a folder").count();
        let seconds = processor_seconds(&self.child.id().to_string());
        Taken { memory: field("VmRSS:"), descriptors, threads: field("Threads:") as usize, seconds }
    }

    /// Sends a request on a connection of its own; the whole answer.
    pub(crate) fn ask(&self, request: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        answer
    }

    pub(crate) fn get(&self, path: &str, headers: &str) -> Vec<u8> {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nhost: load\r\nconnection: close\r\n{headers}\r\n"
        ))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Processor time that a process has taken; `self` is this one.
pub(crate) fn processor_seconds(process: &str) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("a process that runs");
    let times = stat.rsplit(')').next().expect("fields").split_whitespace().skip(11).take(2);
    // A hundred ticks are a second, on every Linux.
    times.map(|ticks| ticks.parse::<f64>().expect("a number")).sum::<f64>() / 100.0
}

/// Head and body of an answer.
pub(crate) fn parts(reply: &[u8]) -> (&str, &[u8]) {
    let end = reply.windows(4).position(|four| four == b"\r\n\r\n").expect("a head and a body");
    (std::str::from_utf8(&reply[..end]).expect("UTF-8"), &reply[end + 4..])
}

/// The bare handler: answers everything with the bytes of a file.
pub(crate) fn serve_bare(path: &Path) {
    let reply = fs::read(path).expect("a reply");
    let (head, body) = parts(&reply);
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.get(9..12)).expect("a status");
    let status: StatusCode = status.parse().expect("a status");
    let fields = lines.filter_map(|line| line.split_once(": "));
    let kept = fields.filter(|(name, _)| !["connection", "content-length", "date"].contains(name));
    let headers: HeaderMap = kept
        .map(|(name, value)| {
            let name: HeaderName = name.parse().expect("a name");
            (name, HeaderValue::from_str(value).expect("a value"))
        })
        .collect();
    let body = Bytes::copy_from_slice(body);
    let service =
        Router::new().route("/{*path}", get(move || async move { (status, headers, body) }));
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        eprintln!("listening on http://{}", listener.local_addr().expect("an address"));
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("a connection"));
        axum::serve(listener, service).await.expect("it serves");
    });
}
