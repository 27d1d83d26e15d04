//! `bluff serve` as a process of a test's own, asked over real sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

pub(crate) struct Service {
    pub(super) child: Child,
    pub(crate) address: String,
    said: Arc<Mutex<String>>,
    lines: Mutex<Receiver<String>>,
}

/// Status, head in lower case, body (put together, if it came in chunks) as text, and how many
/// bytes it has.
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// In small letters.
    pub(crate) head: String,
    /// The address that a redirect leads to.
    pub(crate) location: Option<String>,
    pub(crate) body: String,
    pub(crate) length: usize,
}

impl Service {
    /// A service with these flags and an empty folder of this name.
    pub(crate) fn new(test: &str, flags: &str) -> Self {
        Self::within(&super::folder(test), flags)
    }

    /// A service with these flags and its catalogue in this folder.
    pub(crate) fn within(folder: &Path, flags: &str) -> Self {
        Self::start(super::bluff(folder, &format!("serve --listen 127.0.0.1:0 {flags}")))
    }

    /// A service for this test, with time for the proofs of real ciphers on a machine that has
    /// other work.
    pub(crate) fn patient(test: &str) -> Self {
        Self::new(test, "--rate 0 --solve-seconds 120")
    }

    /// Starts `bluff serve …`, as the command is set up, and waits until it listens.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the service starts");
        let log = BufReader::new(child.stderr.take().expect("a pipe"));
        let said = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&said);
        let (sender, lines) = mpsc::channel();
        // The log is read to the end, so that the service never waits for room in the pipe.
        std::thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                kept.lock().expect("a log").push_str(&format!("{line}\n"));
                let _ = sender.send(line);
            }
        });
        let mut service = Self { child, address: String::new(), said, lines: Mutex::new(lines) };
        while service.address.is_empty() {
            let line = service.line();
            let told = line
                .split_once("listening on http://")
                .map(|(_, address)| address.split('/').next().unwrap_or_default().to_owned());
            let logged =
                || Some(serde_json::from_str::<Value>(&line).ok()?["address"].as_str()?.to_owned());
            service.address = told.or_else(logged).unwrap_or_default();
        }
        service
    }

    /// The next line of its log.
    pub(crate) fn line(&self) -> String {
        let lines = self.lines.lock().expect("lines");
        let line = lines.recv_timeout(Duration::from_secs(60));
        line.unwrap_or_else(|error| panic!("a further line of the log: {error}: {}", self.said()))
    }

    /// Its standard error so far.
    pub(crate) fn said(&self) -> String {
        self.said.lock().expect("a log").clone()
    }

    /// The store of its standard error: nobody reads on while this is locked.
    pub(crate) fn log(&self) -> Arc<Mutex<String>> {
        Arc::clone(&self.said)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(150))).expect("a time limit");
        stream
    }

    /// Sends bytes as they are and reads the answer to its end.
    pub(crate) fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The service may answer before it has read everything.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Reply::read(&bytes)
    }

    /// Sends a request on a connection of its own, which is closed after the answer.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        let _ = stream.write_all(request(method, path, headers, body).as_bytes());
        stream
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str) -> Reply {
        self.raw(request(method, path, headers, "").as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "")
    }

    pub(crate) fn post(&self, path: &str, headers: &str, body: &str) -> Reply {
        self.raw(request("POST", path, headers, body).as_bytes())
    }

    pub(crate) fn json(&self, path: &str) -> Value {
        self.get(path).json()
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal, by its name for `kill`.
    pub(crate) fn signal(&self, name: &str) {
        super::signal(&[self.child.id()], name);
    }

    /// Waits for its end.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        self.child.wait().expect("the service ends")
    }
}

/// A request on a connection that is closed after the answer.
pub(crate) fn request(method: &str, path: &str, headers: &str, body: &str) -> String {
    let length =
        if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}{length}\r\n{body}"
    )
}

impl Drop for Service {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the service said: {}", self.said());
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Reply {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head and a body");
        let sent = String::from_utf8(bytes[..end].to_vec()).expect("UTF-8");
        let head = sent.to_ascii_lowercase();
        let place = head.find("\nlocation: ").map(|place| place + "\nlocation: ".len());
        let location = place.and_then(|place| sent[place..].lines().next()).map(str::to_owned);
        let status =
            head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let sent = &bytes[end + 4..];
        let body =
            if head.contains("transfer-encoding: chunked") { whole(sent) } else { sent.to_vec() };
        let (length, body) = (body.len(), String::from_utf8_lossy(&body).into_owned());
        Self { status, head, location, body, length }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Server-sent events: name and data of each.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        assert_eq!((self.status, self.header("content-type")), (200, Some("text/event-stream")));
        let field = |event: &str, name: &str| {
            let mut lines = event.lines();
            lines
                .find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned()))
                .unwrap_or_default()
        };
        let data = |event| serde_json::from_str(&field(event, "data:")).expect("JSON");
        let events = self.body.split("\n\n").filter(|event| event.contains("data:"));
        events.map(|event| (field(event, "event:"), data(event))).collect()
    }

    /// The words of a problem document, which must be one.
    pub(crate) fn problem(&self, status: u16) -> String {
        let expected = (status, Some("application/problem+json"));
        assert_eq!((self.status, self.header("content-type")), expected, "{}", self.body);
        let problem = self.json();
        let kind = match status {
            405 => "about:blank".to_owned(),
            status => format!("/docs#refusal-{status}"),
        };
        assert_eq!((&problem["type"], &problem["status"]), (&kind.into(), &status.into()));
        assert!(problem["title"].is_string());
        problem["detail"].as_str().expect("a detail").to_owned()
    }
}

/// A body that was sent in chunks; what came of one that was cut short.
fn whole(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(line) = rest.windows(2).position(|two| two == b"\r\n") {
        let length = std::str::from_utf8(&rest[..line]).expect("a length");
        let after = &rest[line + 2..];
        let length = usize::from_str_radix(length, 16).expect("a length").min(after.len());
        body.extend_from_slice(&after[..length]);
        rest = after.get(length + 2..).unwrap_or_default();
    }
    body
}
