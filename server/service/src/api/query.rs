//! The query of an address, and the requests that have none.

use axum::extract::{FromRequestParts, RawQuery};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use bluff_questions::error::Error;
pub(crate) use bluff_questions::{given_twice, unexpected, unknown_field};
use rational_bluff::solve::Method;

use crate::problem::Problem;

use super::form::{Negotiable, Negotiated, wanted};
use super::label::Label;

/// The keys and values of a query, decoded. A key with an empty value counts as left out; a key
/// alone means true.
#[derive(Debug)]
pub(crate) struct Query(Vec<(String, Option<String>)>);

impl Query {
    /// The query of an address.
    ///
    /// Errors: those of [`Query::read`].
    pub(crate) fn of(RawQuery(query): RawQuery, known: &[&str]) -> Result<Self, Error> {
        Self::read(&query.unwrap_or_default(), known)
    }

    /// Reads a query.
    ///
    /// Errors: `UnknownField` for a key that is not among the known ones, `Malformed` for one that
    /// stands twice.
    pub(crate) fn read(query: &str, known: &[&str]) -> Result<Self, Error> {
        let mut given: Vec<(String, Option<String>)> = Vec::new();
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = form_urlencoded::parse(part.as_bytes()).next().unwrap_or_default();
            if !known.contains(&&*key) {
                return Err(unknown_field(&key, &value, known));
            }
            if given.iter().any(|(before, _)| *before == key) {
                return Err(given_twice(&key, &value));
            }
            given.push((key.into_owned(), part.contains('=').then(|| value.into_owned())));
        }
        Ok(Self(given))
    }

    /// The value of a key, without blanks around it; `None` if it is left out.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(known, _)| known == key)?;
        value.as_deref().map(str::trim).filter(|value| !value.is_empty())
    }

    /// The method under the key `method`; by default the one that fits the game best.
    ///
    /// Errors: `UnknownMethod`.
    pub(crate) fn method(&self) -> Result<Method, Error> {
        Ok(self.text("method").map_or(Ok(Method::Auto), str::parse)?)
    }

    /// The value of a key that stands alone, or with true or false; false if it is left out.
    ///
    /// Errors: `Malformed` for another value.
    pub(crate) fn flag(&self, key: &str) -> Result<bool, Error> {
        let found = self.0.iter().find(|(known, _)| known == key);
        match found.map(|(_, value)| value.as_deref()) {
            Some(None | Some("true" | "1")) => Ok(true),
            None | Some(Some("" | "false" | "0")) => Ok(false),
            Some(Some(other)) => Err(unexpected(key, other, "true or false")),
        }
    }
}

/// A request without a query.
pub struct NoQuery;

impl<S: Sync> FromRequestParts<S> for NoQuery {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Query::read(parts.uri.query().unwrap_or_default(), &[])?;
        Ok(Self)
    }
}

/// A request of the answer to a label, in a form that its address or its headers select.
pub struct LabelRequest {
    pub(super) address: String,
    pub(super) query: String,
    pub(super) headers: HeaderMap,
}

impl<S: Send + Sync> FromRequestParts<S> for LabelRequest {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Label(address) = Label::from_request_parts(parts, state).await?;
        let query = parts.uri.query().unwrap_or_default().to_owned();
        Ok(Self { address, query, headers: parts.headers.clone() })
    }
}

impl LabelRequest {
    /// The label and the form: see [`wanted`].
    ///
    /// Errors: those of [`wanted`].
    pub(super) fn wanted<F: Negotiable>(&self) -> Result<(&str, F, Option<Negotiated>), Problem> {
        wanted(&self.address, &self.headers)
    }
}

#[cfg(test)]
mod tests {
    use super::Query;

    #[test]
    fn keys_are_decoded_known_and_said_once() {
        let query =
            Query::read("all&limit=%34&cuts=&count=false", &["all", "limit", "cuts", "count"])
                .unwrap();
        assert_eq!((query.flag("all").unwrap(), query.text("limit")), (true, Some("4")));
        assert_eq!(
            (query.text("cuts"), query.flag("cuts").unwrap(), query.flag("count").unwrap()),
            (None, false, false)
        );
        let refused =
            |text: &str, known: &[&str]| Query::read(text, known).unwrap_err().to_string();
        assert_eq!(refused("sort=up", &["all", "limit"]), "sort = up, expected one of: all, limit");
        assert_eq!(refused("sort", &["all"]), "sort, expected all");
        assert_eq!(
            refused("sort=%0a", &[]),
            "sort = \\n, expected nothing behind the question mark"
        );
        assert_eq!(refused("all&all=0", &["all"]), "all = 0 a second time, expected once");
        assert_eq!(
            query.flag("limit").unwrap_err().to_string(),
            "limit = 4, expected true or false"
        );
    }
}
