use std::env;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::CatalogueError;
use super::tls::PostgresAddress;

/// The default path of the catalogue, in the user's data folder.
const DEFAULT: &str = "rational-bluff/catalogue.sqlite";

/// Address of a catalogue. It is shown without passwords.
#[derive(Clone, Debug)]
pub enum Address {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database.
    Postgres(Box<PostgresAddress>),
}

impl Address {
    /// `BLUFF_CATALOGUE`, or a file in the user's data folder (`XDG_DATA_HOME`, or
    /// `~/.local/share`).
    ///
    /// Errors: `BadAddress` if the variable holds none, or there is no home directory.
    pub fn default_place() -> Result<Self, CatalogueError> {
        if let Some(set) = env::var_os("BLUFF_CATALOGUE").filter(|set| !set.is_empty()) {
            return set.to_string_lossy().parse();
        }
        let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let data = folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")));
        data.map(|data| Self::File(data.join(DEFAULT))).ok_or_else(|| CatalogueError::BadAddress {
            address: "by default".to_owned(),
            reason: "there is no home folder".to_owned(),
        })
    }
}

impl FromStr for Address {
    type Err = CatalogueError;

    /// A URL that starts with `postgres://` or `postgresql://`, or the path of a file (`sqlite:`
    /// may stand before it).
    fn from_str(text: &str) -> Result<Self, CatalogueError> {
        let bad = |reason: &str| CatalogueError::BadAddress {
            address: without_password(text),
            reason: reason.to_owned(),
        };
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let address = PostgresAddress::parse(text).map_err(|reason| bad(&reason))?;
            return Ok(Self::Postgres(Box::new(address)));
        }
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        match path {
            "" => Err(bad("nothing is named")),
            path if path.contains("://") => Err(bad("an unknown kind of address")),
            path => Ok(Self::File(PathBuf::from(path))),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(formatter, "{}", path.display()),
            Self::Postgres(address) => {
                let config = &address.config;
                let host = config.get_hosts().first().map_or_else(String::new, |host| match host {
                    tokio_postgres::config::Host::Tcp(name) => name.clone(),
                    #[cfg(unix)]
                    tokio_postgres::config::Host::Unix(path) => path.display().to_string(),
                });
                let (user, name) = (
                    config.get_user().unwrap_or_default(),
                    config.get_dbname().unwrap_or_default(),
                );
                let port = match config.get_ports() {
                    [] | [5432, ..] => String::new(),
                    [port, ..] => format!(":{port}"),
                };
                write!(formatter, "postgres://{user}@{host}{port}/{name}")
            }
        }
    }
}

/// The text up to the last `@`, if there is one, without what may be a password.
fn without_password(text: &str) -> String {
    let shown = match (text.split_once("://"), text.rsplit_once('@')) {
        (Some((kind, _)), Some((_, place))) => format!("{kind}://…@{place}"),
        _ => text.to_owned(),
    };
    bluff_questions::text::printable(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_passwords() {
        let shown = |text: &str| text.parse::<Address>().map(|address| address.to_string());
        assert_eq!(
            shown("postgres://me:secret@host:5433/poker").unwrap(),
            "postgres://me@host:5433/poker"
        );
        assert_eq!(shown("sqlite:a/b.sqlite").unwrap(), "a/b.sqlite");
        for wrong in ["", "mysql://me:secret@host/x", "postgres://me:secret@host:port/x"] {
            let message = shown(wrong).unwrap_err().to_string();
            assert!(
                message.contains("expected the path of a file or postgres://")
                    && !message.contains("secret"),
                "{message}"
            );
        }
    }
}
