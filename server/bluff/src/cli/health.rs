use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use bluff_questions::error::Error;
use clap::Args;

use super::Answer;

/// Time to connect, and time for each read and write.
const PATIENCE: Duration = Duration::from_secs(3);
/// Bytes of an answer that are read: its head and the short body of `/readyz`.
const ANSWER: u64 = 4096;

/// Asks a service on this machine whether it is ready
#[derive(Args, Debug)]
#[command(after_help = "\
Exit code 0 if the service is ready, 1 if it is not or does not answer. A container without a shell
uses it as its health check.

Examples:
  bluff health
  bluff health --listen 127.0.0.1:9000")]
pub(super) struct HealthCommand {
    /// Address of the service; 0.0.0.0 and `[::]` mean this machine
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BLUFF_LISTEN",
        default_value = "127.0.0.1:8080",
        allow_hyphen_values = true
    )]
    listen: String,
}

impl HealthCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let address: SocketAddr = self.listen.parse().map_err(|_| {
            let expected = "expected an address and a port such as 127.0.0.1:8080";
            Error::Malformed(format!("--listen {:?}, {expected}", self.listen))
        })?;
        Ok(match status(reachable(address)) {
            Ok(200) => String::from("ready\n").into(),
            Ok(status) => no(format!("{address} is not ready: /readyz answers {status}")),
            Err(error) => no(format!("{address} is not ready: {error}")),
        })
    }
}

fn no(reason: String) -> Answer {
    Answer { text: String::new(), no: Some(reason), file: None }
}

/// The address at which a service that listens on `address` is reached from this machine.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        let loopback: [std::net::IpAddr; 2] =
            [std::net::Ipv4Addr::LOCALHOST.into(), std::net::Ipv6Addr::LOCALHOST.into()];
        address.set_ip(loopback[usize::from(address.is_ipv6())]);
    }
    address
}

/// The status of `GET /readyz`.
fn status(address: SocketAddr) -> std::io::Result<u16> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(ANSWER).read_to_end(&mut answer)?;
    let head = String::from_utf8_lossy(&answer);
    let status = head.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
    status.ok_or_else(|| std::io::Error::other("the answer is not HTTP"))
}
