//! `bluff serve` as a process of a test's own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) struct Service {
    child: Child,
    address: String,
    said: Arc<Mutex<String>>,
}

impl Service {
    /// Starts `bluff serve …`, as the command is set up, and waits until it listens.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the service starts");
        let mut log = BufReader::new(child.stderr.take().expect("a pipe"));
        let (mut line, mut before) = (String::new(), String::new());
        let address = loop {
            line.clear();
            assert!(log.read_line(&mut line).expect("a line") > 0, "the service ended: {before}");
            if let Some((_, address)) = line.trim().split_once("listening on http://") {
                break address.to_owned();
            }
            before += &line;
        };
        let said = Arc::new(Mutex::new(before));
        let kept = Arc::clone(&said);
        std::thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                kept.lock().expect("a log").push_str(&(line + "\n"));
            }
        });
        Self { child, address, said }
    }

    /// Status and body of a GET.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        (head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status"), body.to_owned())
    }

    /// What it said on standard error so far.
    pub(crate) fn said(&self) -> String {
        self.said.lock().expect("a log").clone()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
