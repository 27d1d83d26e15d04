//! The form of an answer that a request selects, by the suffix of its address or by its `Accept`
//! header.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use bluff_batch::file::printable;
use bluff_questions::FormName;
use bluff_report::forms::{FORMS, Form};
use bluff_report::game_forms::{GAME_FORMS, GameForm};
use rational_bluff::exact::{did_you_mean, nearest};

use crate::problem::Problem;

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// The media type of JSON texts, one a line.
pub(crate) const LINES: &str = "application/x-ndjson";

/// A page as a form of an answer.
pub(crate) const HTML: FormName = FormName::new(["html", "html", "text/html"], "");

/// A form of an answer that a suffix or the `Accept` header selects.
pub(crate) trait Negotiable: Copy + 'static {
    /// Names and forms; the first is the default.
    fn all() -> impl Iterator<Item = (FormName, Self)>;
}

/// The forms of a solution.
impl Negotiable for &'static Form {
    fn all() -> impl Iterator<Item = (FormName, Self)> {
        FORMS.iter().map(|form| (form.name, form))
    }
}

/// The forms of a game.
impl Negotiable for &'static GameForm {
    fn all() -> impl Iterator<Item = (FormName, Self)> {
        GAME_FORMS.iter().map(|form| (form.name, form))
    }
}

/// The only form of answers that are for programs alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Json;

impl Negotiable for Json {
    fn all() -> impl Iterator<Item = (FormName, Self)> {
        [(FormName::new(["json", "json", JSON], ""), Self)].into_iter()
    }
}

/// The choice of a media type by the `Accept` header, among the forms of an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Negotiated(fn() -> Vec<FormName>);

impl Negotiated {
    /// The media type for a request with these headers; `None` if it accepts none of them.
    pub(crate) fn media(self, headers: &HeaderMap) -> Option<&'static str> {
        best(&(self.0)(), &accepted(headers)).map(|form| form.media)
    }
}

/// The names of the forms of an answer.
fn names<F: Negotiable>() -> Vec<FormName> {
    F::all().map(|(name, _)| name).collect()
}

/// The form with the greatest weight, the first among equals; `None` where all have none.
fn best(forms: &[FormName], accepted: &str) -> Option<FormName> {
    let weighed = forms.iter().map(|form| (weight(accepted, form.media), *form));
    let best = weighed.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(weight, _)| *weight > 0).map(|(_, form)| form)
}

/// Splits an address into label and form; also returns the choice if the `Accept` header made it.
///
/// Labels have no dots. Errors: [`Problem::UnknownForm`].
pub(crate) fn wanted<'a, F: Negotiable>(
    address: &'a str,
    headers: &HeaderMap,
) -> Result<(&'a str, F, Option<Negotiated>), Problem> {
    let (label, name, negotiated) = wanted_of(address, headers, names::<F>)?;
    let form = F::all().find(|(known, _)| *known == name).map(|(_, form)| form);
    let form = form.ok_or_else(|| unknown(name.suffix, &names::<F>()))?;
    Ok((label, form, negotiated))
}

/// [`wanted`] of forms that are known by their names.
///
/// Errors: [`Problem::UnknownForm`].
pub(crate) fn wanted_of<'a>(
    address: &'a str,
    headers: &HeaderMap,
    forms: fn() -> Vec<FormName>,
) -> Result<(&'a str, FormName, Option<Negotiated>), Problem> {
    let all = forms();
    // The longest ending that is known: pictures of two kinds end alike.
    let named = all.iter().filter_map(|form| {
        let label = address.strip_suffix(form.suffix)?.strip_suffix('.')?;
        Some((label, *form))
    });
    if let Some((label, form)) = named.min_by_key(|(label, _)| label.len()) {
        return Ok((label, form, None));
    }
    if let Some((_, suffix)) = address.rsplit_once('.')
        && suffix.starts_with(|first: char| first.is_ascii_alphabetic())
    {
        return Err(unknown(suffix, &all));
    }
    let accepted = accepted(headers);
    let form = best(&all, &accepted).ok_or_else(|| unknown(&accepted, &all))?;
    Ok((address, form, Some(Negotiated(forms))))
}

fn unknown(given: &str, forms: &[FormName]) -> Problem {
    let expected: Vec<String> =
        forms.iter().map(|form| format!("{} ({})", form.suffix, form.media)).collect();
    let meant = did_you_mean(nearest(given, forms.iter().map(|form| form.suffix)));
    Problem::UnknownForm { given: printable(given), expected: expected.join(", "), meant }
}

/// A request that accepts an answer in JSON.
pub struct TakesJson;

impl<S: Sync> FromRequestParts<S> for TakesJson {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        acceptable(&parts.headers, JSON).map(|()| Self)
    }
}

/// Errors: [`Problem::UnknownForm`] if the request does not accept this media type.
pub(crate) fn acceptable(headers: &HeaderMap, media: &str) -> Result<(), Problem> {
    let accepted = accepted(headers);
    if weight(&accepted, media) > 0 {
        return Ok(());
    }
    let expected = media.to_owned();
    Err(Problem::UnknownForm { given: printable(&accepted), expected, meant: String::new() })
}

/// The `Accept` header of most programs: any media type.
const ANYTHING: &str = "*/*";

/// The `Accept` header of a request; any media type if it has none.
fn accepted(headers: &HeaderMap) -> String {
    let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let accepted = values.collect::<Vec<_>>().join(",");
    if accepted.trim().is_empty() { ANYTHING.to_owned() } else { accepted }
}

/// The weight, in thousandths, that an `Accept` header gives a media type: the most specific range
/// counts.
fn weight(accept: &str, media: &str) -> u32 {
    if accept == ANYTHING {
        return 1000;
    }
    let kind = media.split_once('/').map_or(media, |(kind, _)| kind);
    let range = |range: &str| {
        let mut parts = range.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let specific = match name.strip_suffix("/*") {
            _ if name == media => 3,
            Some(general) if general == kind => 2,
            Some("*") => 1,
            _ => return None,
        };
        let quality = parts.find_map(|part| part.strip_prefix("q=")).unwrap_or("1");
        Some((specific, (quality.parse::<f32>().unwrap_or(0.0).clamp(0.0, 1.0) * 1000.0) as u32))
    };
    accept
        .split(',')
        .filter_map(range)
        .max_by_key(|(specific, _)| *specific)
        .map_or(0, |(_, weight)| weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of the form of a solution.
    fn form(address: &str, accept: &str) -> Option<&'static str> {
        let headers = HeaderMap::from_iter([(header::ACCEPT, accept.parse().unwrap())]);
        wanted::<&Form>(address, &headers).ok().map(|(_, form, _)| form.name.name)
    }

    #[test]
    fn the_suffix_decides_then_the_weights() {
        assert_eq!(form("kuhn/n3-b1.csv", "application/json"), Some("csv"));
        assert_eq!(form("kuhn/n3-b1.xml", "*/*"), None);
        assert_eq!(form("kuhn/n3-b1", "*/*"), Some("json"));
        assert_eq!(form("kuhn/n3-b1", "text/*;q=0.5, application/json;q=0.4"), Some("csv"));
        assert_eq!(form("kuhn/n3-b1", "text/plain, text/csv;q=0.9, */*;q=0.1"), Some("lprint"));
        assert_eq!(form("kuhn/n3-b1", "application/json;q=0, image/png"), None);
        assert_eq!(form("kuhn/n3-b1", "application/json;q=0, */*"), Some("csv"));
        let (label, form, negotiated) =
            wanted::<&Form>("kuhn/n3-b1.json", &HeaderMap::new()).unwrap();
        assert_eq!((label, form.name.name, negotiated.is_none()), ("kuhn/n3-b1", "json", true));
    }
}
