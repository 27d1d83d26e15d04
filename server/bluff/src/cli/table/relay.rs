use std::io::Read;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bluff_batch::file::printable;
use bluff_dealing::seat::{LONGEST, Mailbox, MailboxError, Slot};
use bluff_questions::error::Error;
use ureq::Agent;
use ureq::http::{StatusCode, Uri};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::cli::output::message;

/// Time of a request beyond the wait for which it asks.
const PATIENCE: Duration = Duration::from_secs(15);
/// Time for which a message is offered to a relay that does not take it.
const OFFER: Duration = Duration::from_secs(60);
/// The pause before another try.
const PAUSE: Duration = Duration::from_millis(250);
/// Statuses of a relay, or of a proxy before it, that will take the request later.
const PASSING: [u16; 4] = [429, 502, 503, 504];

/// A mailbox at a relay: any `bluff serve`, asked over HTTP.
///
/// A relay keeps nothing when it stops, so a seat keeps its own messages and lays them down again.
pub(super) struct RelayMailbox {
    agent: Agent,
    address: String,
    token: Option<String>,
    laid: Mutex<Vec<(Slot, Vec<u8>)>>,
    has_warned: AtomicBool,
}

impl RelayMailbox {
    /// The mailbox of a table at this address, with the token that the relay may want.
    ///
    /// Errors: `Malformed` for another address, and for one without encryption, off this machine,
    /// that is not said to be `plain`.
    pub(super) fn open(
        place: &str,
        table: &str,
        plain: bool,
        token: Option<String>,
    ) -> Result<Self, Error> {
        let refused = |expected: &str| {
            Error::Malformed(format!("--at {}, expected {expected}", printable(place)))
        };
        let address: Uri = place.parse().map_err(|_| refused("a folder or an address"))?;
        let host = address.host().unwrap_or_default().trim_matches(['[', ']']);
        let is_here = host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
        match address.scheme_str() {
            Some("https") => {}
            Some("http") if plain || is_here => {}
            Some("http") => return Err(refused("https; http needs --plain")),
            _ => return Err(refused("a folder, or an address with http or https")),
        }
        let tls = TlsConfig::builder()
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .root_certs(RootCerts::Specific(Arc::new(certificates(&address))))
            .build();
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .tls_config(tls)
            .build();
        let address = format!("{}/api/v1/tables/{table}", place.trim_end_matches('/'));
        let (laid, has_warned) = (Mutex::default(), AtomicBool::new(false));
        Ok(Self { agent: agent.into(), address, token, laid, has_warned })
    }

    /// Asks until there is an answer, or the time is over: the status, and the bytes of a message.
    ///
    /// Errors: a refusal that stays, and at the end of the time the last fault.
    fn ask(
        &self,
        slot: Slot,
        put: Option<&[u8]>,
        wait: Duration,
    ) -> Result<(StatusCode, Vec<u8>), MailboxError> {
        let until = Instant::now() + if put.is_some() { OFFER } else { wait };
        loop {
            let mut is_slowed = false;
            let words = match self.once(slot, put, wait) {
                Ok((status, bytes)) if status.is_success() || status == StatusCode::CONFLICT => {
                    self.has_warned.store(false, Ordering::Relaxed);
                    return Ok((status, bytes));
                }
                Ok((status, bytes)) => {
                    let words = format!("{}: {}", self.address, refusal(status, &bytes));
                    if !PASSING.contains(&status.as_u16()) {
                        return Err(MailboxError(words));
                    }
                    is_slowed = status == StatusCode::TOO_MANY_REQUESTS;
                    words
                }
                Err(words) => format!("{}: {words}", self.address),
            };
            if Instant::now() + PAUSE > until {
                return Err(MailboxError(words));
            }
            // Above the rate of the relay a seat only waits its turn.
            if !is_slowed && !self.has_warned.swap(true, Ordering::Relaxed) {
                message(&format!("{words}; trying again"));
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn once(
        &self,
        slot: Slot,
        put: Option<&[u8]>,
        wait: Duration,
    ) -> Result<(StatusCode, Vec<u8>), String> {
        let (address, seconds) = (format!("{}/{slot}", self.address), wait.as_secs());
        let sent = match put {
            Some(bytes) => {
                let request = self.agent.put(address).config().timeout_global(Some(PATIENCE));
                let request = request.build().header("content-type", "application/octet-stream");
                let token = self.token.iter().map(|token| format!("Bearer {token}"));
                token
                    .fold(request, |request, token| request.header("authorization", token))
                    .send(bytes)
            }
            None => {
                let request = self.agent.get(address).query("wait", seconds.to_string());
                request.config().timeout_global(Some(wait + PATIENCE)).build().call()
            }
        };
        let mut answer = sent.map_err(|error| error.to_string())?;
        let (status, mut bytes) = (answer.status(), Vec::new());
        let body = answer.body_mut().as_reader().take(LONGEST as u64 + 1).read_to_end(&mut bytes);
        body.map_err(|error| error.to_string())?;
        Ok((status, bytes))
    }

    /// Lays everything down again where the relay has lost it.
    fn restore(&self) -> Result<(), MailboxError> {
        let laid = self.laid.lock().unwrap_or_else(PoisonError::into_inner);
        for (slot, bytes) in laid.iter() {
            if self.ask(*slot, Some(bytes), Duration::ZERO)?.0 != StatusCode::CREATED {
                break;
            }
        }
        Ok(())
    }
}

/// The certificates that this machine trusts.
fn certificates(address: &Uri) -> Vec<Certificate<'static>> {
    if address.scheme_str() != Some("https") {
        return Vec::new();
    }
    let trusted = rustls_native_certs::load_native_certs().certs;
    trusted.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect()
}

/// The words of a problem document, or the status.
fn refusal(status: StatusCode, body: &[u8]) -> String {
    let document: Option<serde_json::Value> = serde_json::from_slice(body).ok();
    let detail = document.as_ref().and_then(|document| document["detail"].as_str());
    detail.map_or_else(|| format!("status {status}"), printable)
}

impl Mailbox for RelayMailbox {
    fn put(&self, slot: Slot, bytes: &[u8]) -> Result<bool, MailboxError> {
        let (status, _) = self.ask(slot, Some(bytes), Duration::ZERO)?;
        if status == StatusCode::CREATED {
            let mut laid = self.laid.lock().unwrap_or_else(PoisonError::into_inner);
            laid.push((slot, bytes.to_vec()));
        }
        Ok(status != StatusCode::CONFLICT)
    }

    fn get(&self, slot: Slot, wait: Duration) -> Result<Option<Vec<u8>>, MailboxError> {
        let begun = Instant::now();
        loop {
            let (status, bytes) = self.ask(slot, None, wait)?;
            if status == StatusCode::OK {
                return Ok(Some(bytes));
            }
            if !wait.is_zero() {
                self.restore()?;
            }
            // A relay that answers before the wait is over is asked again: it makes nobody silent.
            if begun.elapsed() + PAUSE > wait {
                return Ok(None);
            }
            std::thread::sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::time::Duration;

    use bluff_dealing::seat::{Mailbox, Slot};

    use super::RelayMailbox;

    /// An answer before the wait is over makes nobody silent.
    #[test]
    fn a_relay_that_answers_at_once_is_asked_again() {
        let relay = TcpListener::bind("127.0.0.1:0").expect("a port");
        let place = format!("http://{}", relay.local_addr().expect("an address"));
        std::thread::spawn(move || {
            for answer in ["204 No Content", "204 No Content", "200 OK"] {
                let (mut stream, _) = relay.accept().expect("a request");
                let lines = BufReader::new(&stream).lines().map_while(Result::ok);
                assert!(lines.take_while(|line| !line.is_empty()).count() > 0);
                let body =
                    if answer.starts_with("200") { "content-length: 2\r\n\r\nit" } else { "\r\n" };
                let whole = format!("HTTP/1.1 {answer}\r\nconnection: close\r\n{body}");
                stream.write_all(whole.as_bytes()).expect("a client");
            }
        });
        let mailbox = RelayMailbox::open(&place, "table", false, None).expect("allowed");
        let got = mailbox.get(Slot::Message(0), Duration::from_secs(30));
        assert_eq!(got, Ok(Some(b"it".to_vec())));
    }
}
