//! Encryption of connections to PostgreSQL.

use std::path::PathBuf;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::{ChannelBinding, Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Address of a PostgreSQL database, and the certificates that prove that it is the one.
#[derive(Clone, Debug)]
pub struct PostgresAddress {
    pub(super) config: Config,
    /// Certificates that are trusted instead of those of the system.
    roots: Option<PathBuf>,
}

impl PostgresAddress {
    /// Reads a URL. A connection is encrypted and the server's certificate is checked for its name,
    /// but on this machine, or where the address has `sslmode=disable`.
    ///
    /// Errors: the mistake, without the password that the text may hold.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (place, query) = text.split_once('?').unwrap_or((text, ""));
        let (mut mode, mut roots, mut others) = (None, None, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", word)) => mode = Some(word),
                Some(("sslrootcert", path)) if path != "system" => roots = Some(path.into()),
                Some(("sslrootcert", _)) => {}
                _ => others.push(pair),
            }
        }
        // What the parser says may quote the password.
        let parsed = |options: &str| format!("{place}?{options}").parse::<Config>().ok();
        let mut config = parsed(&others.join("&")).ok_or_else(|| {
            let wrong = others.iter().find(|pair| parsed(pair).is_none());
            match wrong.filter(|_| parsed("").is_some()) {
                Some(pair) => {
                    let name =
                        bluff_questions::text::printable(pair.split('=').next().unwrap_or(pair));
                    format!("the option {name} is unknown, or has no such value")
                }
                None => "not a PostgreSQL address".to_owned(),
            }
        })?;
        let encrypted = match mode {
            Some("disable") => false,
            Some("require" | "verify-ca" | "verify-full") => true,
            None | Some("prefer") => roots.is_some() || !is_local(&config),
            Some(word) => {
                let word = bluff_questions::text::printable(word);
                return Err(format!("sslmode={word} is not verify-full or disable"));
            }
        };
        if !encrypted && config.get_channel_binding() == ChannelBinding::Require {
            return Err("channel_binding=require needs encryption, sslmode=verify-full".to_owned());
        }
        config.ssl_mode(if encrypted { SslMode::Require } else { SslMode::Disable });
        Ok(Self { config, roots })
    }

    /// The encryption of its connections; `None` for plain text.
    ///
    /// Errors: a message about certificates that cannot be read.
    pub(super) fn encryption(&self) -> Result<Option<MakeRustlsConnect>, String> {
        if self.config.get_ssl_mode() == SslMode::Disable {
            return Ok(None);
        }
        let Some(path) = &self.roots else {
            return match MakeRustlsConnect::with_native_certs() {
                Ok((connect, _)) => Ok(Some(connect)),
                Err(_) => {
                    Err("this system has no root certificates, expected sslrootcert=FILE"
                        .to_owned())
                }
            };
        };
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_file_iter(path).map_err(|error| failed(&error))? {
            let certificate = certificate.map_err(|error| failed(&error))?;
            roots.add(certificate).map_err(|error| failed(&error))?;
        }
        if roots.is_empty() {
            return Err(failed(&"no certificate in it"));
        }
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        Ok(Some(MakeRustlsConnect::new(config)))
    }
}

/// True if all hosts are on this machine.
fn is_local(config: &Config) -> bool {
    let local = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost"
                || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    config.get_hosts().iter().all(local)
        && config.get_hostaddrs().iter().all(std::net::IpAddr::is_loopback)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(text: &str) -> SslMode {
        PostgresAddress::parse(text).unwrap().config.get_ssl_mode()
    }

    #[test]
    fn only_this_machine_is_reached_in_plain_text_unless_the_address_says_so() {
        let plain = [
            "postgres://me@localhost/x",
            "postgres://me@127.0.0.1/x?sslmode=prefer",
            "postgres://me@%2Frun%2Fpostgresql/x",
            "postgres://me@db/x?connect_timeout=3&sslmode=disable",
        ];
        for text in plain {
            assert_eq!(mode(text), SslMode::Disable, "{text}");
        }
        let encrypted = [
            "postgres://me@db/x",
            "postgres://me@db/x?sslmode=prefer",
            "postgres://me@localhost,db/x",
            "postgres://me@localhost/x?hostaddr=10.0.0.1",
            "postgres://me@localhost/x?sslmode=require",
            "postgres://me@localhost/x?sslrootcert=ca.pem",
            "postgres://me@db/x?sslmode=verify-full&sslrootcert=system&channel_binding=require",
        ];
        for text in encrypted {
            assert_eq!(mode(text), SslMode::Require, "{text}");
        }
        for (text, expected) in [
            ("postgres://me@db/x?sslmode=allow", "sslmode=allow is not verify-full or disable"),
            (
                "postgres://me:secret@db/x?connect_timeout=3&channel_binding=foo",
                "the option channel_binding is unknown, or has no such value",
            ),
            (
                "postgres://me@db/x?nonsense=1",
                "the option nonsense is unknown, or has no such value",
            ),
            (
                "postgres://me@localhost/x?channel_binding=require",
                "channel_binding=require needs encryption, sslmode=verify-full",
            ),
            ("postgres://me@db:port/x?nonsense=1", "not a PostgreSQL address"),
        ] {
            assert_eq!(PostgresAddress::parse(text).unwrap_err(), expected, "{text}");
        }
    }
}
