//! Tokens: where the operator has a file of them, a request that does more than read needs one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bluff_batch::compute::lock;
use bluff_batch::file::{printable, read_text};
use bluff_dealing::unhex;
use bluff_questions::error::Error;
use bluff_questions::not_allowed;
use rational_bluff::exact::counted;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use time::format_description::well_known::Iso8601;
use time::{Date, OffsetDateTime};

use crate::problem::{Problem, TokenFault};

use super::origin::FETCH_SITE;

/// Maximum size of a file of tokens, in bytes.
const FILE_BYTES: usize = 1 << 20;
/// Pause between two looks at the file.
const PAUSE: Duration = Duration::from_secs(1);
/// Prefix of a token that the file has as its SHA-256, in hexadecimal digits.
const HASHED: &str = "sha256:";
/// Minimum length of a token, in characters.
const SHORTEST: usize = 16;

/// A token by its hash: the service does not keep the token itself.
struct Token {
    name: Arc<str>,
    hash: [u8; 32],
    /// The last day, in UTC, on which it is valid.
    last: Option<Date>,
}

/// Time and size of a file, by which a change shows.
type Stamp = Option<(SystemTime, u64)>;

/// The tokens of a file, which is read again when it changes.
pub struct Tokens {
    path: PathBuf,
    known: Mutex<Known>,
}

struct Known {
    tokens: Arc<[Token]>,
    stamp: Stamp,
    looked: Instant,
}

/// The name of the token of a request, among the extensions of its answer.
#[derive(Clone, Debug)]
pub(super) struct TokenName(pub(super) Arc<str>);

impl Tokens {
    /// The tokens of a file: on each line a name, a token or `sha256:` and its hash, and, if it
    /// ends, the last day on which it is valid. Empty lines, and lines that begin with `#`, are
    /// left out.
    ///
    /// Errors: `System` for a file that cannot be read, `Malformed` with the number of the line.
    pub fn read(path: &Path) -> Result<Self, Error> {
        // The stamp first: a change while the file is read shows later.
        let stamp = stamp(path);
        let known = Known { tokens: tokens(path)?, stamp, looked: Instant::now() };
        Ok(Self { path: path.to_owned(), known: Mutex::new(known) })
    }

    /// Reads the file again. One that cannot be read changes nothing, and the log says why.
    pub fn reload(&self) {
        self.reload_into(&mut lock(&self.known));
    }

    fn reload_into(&self, known: &mut Known) {
        (known.stamp, known.looked) = (stamp(&self.path), Instant::now());
        match tokens(&self.path) {
            Ok(tokens) => {
                tracing::info!(tokens = tokens.len(), "read the file of tokens again");
                known.tokens = tokens;
            }
            Err(error) => tracing::error!(%error, "the tokens stay as they were"),
        }
    }

    fn current(&self) -> Arc<[Token]> {
        let mut known = lock(&self.known);
        if known.looked.elapsed() >= PAUSE {
            known.looked = Instant::now();
            if stamp(&self.path) != known.stamp {
                self.reload_into(&mut known);
            }
        }
        Arc::clone(&known.tokens)
    }

    /// The name of the token of a request that does more than read; `None` if it only reads.
    ///
    /// Errors: `Unauthorized` for a request without a valid token, `Malformed` for several.
    pub(super) fn admit(&self, request: &Request) -> Result<Option<TokenName>, Problem> {
        if [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method()) {
            return Ok(None);
        }
        // The code of a class admits its students.
        if request.uri().path().starts_with("/class/") {
            return Ok(None);
        }
        // Browsers ask for a password, and send it with the forms and scripts of our pages.
        let site = request.headers().get(FETCH_SITE).map(HeaderValue::as_bytes);
        let page = !request.uri().path().starts_with("/api/") || site == Some(b"same-origin");
        if request.headers().get_all(header::AUTHORIZATION).iter().count() > 1 {
            return Err(not_allowed("several headers Authorization", "one").into());
        }
        let name = given(request.headers(), page)
            .ok_or(TokenFault::Missing)
            .and_then(|token| named(&self.current(), &token, OffsetDateTime::now_utc().date()));
        name.map(|name| Some(TokenName(name)))
            .map_err(|fault| Problem::Unauthorized { fault, page })
    }
}

fn stamp(path: &Path) -> Stamp {
    let file = fs::metadata(path).ok()?;
    Some((file.modified().ok()?, file.len()))
}

/// The token of a request: a bearer token, or the password of a page's form or script.
fn given(headers: &HeaderMap, page: bool) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, rest) = value.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("Bearer") {
        return Some(rest.trim().to_owned());
    }
    if !page || !scheme.eq_ignore_ascii_case("Basic") {
        return None;
    }
    let pair = String::from_utf8(STANDARD.decode(rest.trim()).ok()?).ok()?;
    pair.split_once(':').map(|(_, password)| password.to_owned())
}

/// The name of a token.
///
/// Every known token is compared, and by its hash: the time says nothing about any of them.
///
/// Errors: `Unknown`, `Expired`.
fn named(tokens: &[Token], given: &str, today: Date) -> Result<Arc<str>, TokenFault> {
    let hash = Sha256::digest(given);
    let mut found = None;
    for token in tokens {
        if token.hash.ct_eq(&hash[..]).into() {
            found = Some(token);
        }
    }
    let Token { name, last, .. } = found.ok_or(TokenFault::Unknown)?;
    if last.is_some_and(|last| today > last) {
        return Err(TokenFault::Expired);
    }
    Ok(Arc::clone(name))
}

fn tokens(path: &Path) -> Result<Arc<[Token]>, Error> {
    let name = path.to_string_lossy();
    parsed(&read_text(&name, FILE_BYTES)?)
        .map_err(|words| Error::Malformed(format!("{}, {words}", printable(&name))))
}

/// The tokens in the text of a file; a message never has one of them.
fn parsed(text: &str) -> Result<Arc<[Token]>, String> {
    let mut tokens: Vec<Token> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if fields.first().is_none_or(|first| first.starts_with('#')) {
            continue;
        }
        let token = token(&fields).map_err(|words| format!("line {number}: {words}"))?;
        if tokens.iter().any(|known| known.name == token.name) {
            return Err(format!("line {number}: the name {} again", printable(&token.name)));
        }
        tokens.push(token);
    }
    if tokens.is_empty() {
        return Err("no token, expected a line with a name and a token".to_owned());
    }
    Ok(tokens.into())
}

fn token(fields: &[&str]) -> Result<Token, String> {
    let (name, token, last) = match fields {
        [name, token] => (name, token, None),
        [name, token, last] => (name, token, Some(last)),
        _ => {
            let count = counted(fields.len(), "word", "words");
            return Err(format!("{count}, expected a name, a token, and perhaps a last day"));
        }
    };
    let hash = match token.strip_prefix(HASHED) {
        Some(digits) => unhex(digits).map_err(|_| "the hash, expected 64 hexadecimal digits")?,
        None if token.len() < SHORTEST => {
            let length = counted(token.len(), "character", "characters");
            return Err(format!("a token of {length}, expected at least {SHORTEST}"));
        }
        None => Sha256::digest(token).into(),
    };
    let day = |text: &&str| {
        Date::parse(text, &Iso8601::DATE)
            .map_err(|_| format!("last day {}, expected one such as 2027-01-31", printable(text)))
    };
    Ok(Token { name: (*name).into(), hash, last: last.map(day).transpose()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# name   token, or its hash                                                      last day
plain    correct-horse-battery

hashed   sha256:c4bbcb1fbec99d65bf59d85c8cb62ee2db963f0fe106f483d9afa73bd4e39a8a
old      once-upon-a-time-token                                                  2026-02-28
";

    #[test]
    fn tokens_are_known_by_their_hashes_until_their_last_day() {
        let tokens = parsed(FILE).unwrap();
        let named = |token, day| {
            let today = Date::parse(day, &Iso8601::DATE).unwrap();
            named(&tokens, token, today).map(|name| name.to_string())
        };
        assert_eq!(named("correct-horse-battery", "2026-03-01"), Ok("plain".to_owned()));
        // The hash of these words.
        assert_eq!(named("correct horse battery staple", "9999-12-31"), Ok("hashed".to_owned()));
        assert_eq!(named("once-upon-a-time-token", "2026-02-28"), Ok("old".to_owned()));
        assert_eq!(named("once-upon-a-time-token", "2026-03-01"), Err(TokenFault::Expired));
        assert_eq!(named("correct-horse-batter", "2026-03-01"), Err(TokenFault::Unknown));
    }

    #[test]
    fn a_line_that_is_wrong_is_named_without_its_token() {
        for (line, words) in [
            ("", "no token, expected a line with a name and a token"),
            ("# a correct-horse-battery\n", "no token, expected a line with a name and a token"),
            ("alone", "line 1: 1 word, expected a name, a token, and perhaps a last day"),
            ("a short-secret", "line 1: a token of 12 characters, expected at least 16"),
            ("a sha256:1234", "line 1: the hash, expected 64 hexadecimal digits"),
            (
                "a correct-horse-battery 31.1.2027",
                "line 1: last day 31.1.2027, expected one such as 2027-01-31",
            ),
            ("a correct-horse-battery\na other-horse-battery", "line 2: the name a again"),
        ] {
            assert_eq!(parsed(line).map(|_| ()), Err(words.to_owned()));
        }
    }

    #[test]
    fn a_password_is_a_token_on_pages_alone() {
        let headers =
            |value: &str| HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().unwrap())]);
        let basic = format!("Basic {}", STANDARD.encode("anybody:a:token"));
        for (value, page, token) in [
            ("Bearer abc", false, Some("abc")),
            ("bearer abc", true, Some("abc")),
            (basic.as_str(), true, Some("a:token")),
            (basic.as_str(), false, None),
            ("Basic ???", true, None),
            ("Digest abc", false, None),
        ] {
            assert_eq!(given(&headers(value), page).as_deref(), token, "{value}");
        }
    }
}
