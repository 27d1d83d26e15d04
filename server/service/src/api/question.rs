//! Every question of the table, over HTTP.

use std::time::Duration;

use axum::Router;
use axum::extract::{RawQuery, Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::text::parse_message;
use bluff_questions::{
    Asked, FieldKind, FormName, Given, NamedQuestion, QUESTIONS, QuestionField, named, unexpected,
};
use bluff_report::text::Paint;
use rational_bluff::game::MAX_CARDS;
use rational_bluff::solve::Control;
use serde_json::{Map, Value};

use crate::problem::Problem;
use crate::service::Service;
use crate::values::ImmutableText;

use super::body::TypedText;
use super::continuous::split;
use super::form::{JSON, Negotiated, wanted_of};
use super::query::LabelRequest;

/// The longest query that is read at once; a longer one is read on the pool, like a body.
const SHORT_QUERY: usize = 4_096;

/// An address from before questions had one each: the game stands in its path.
pub(crate) struct Labelled {
    /// The name of the question.
    pub(crate) question: &'static str,
    pub(crate) path: &'static str,
    /// Its identifier in the OpenAPI document.
    pub(crate) operation: &'static str,
    /// The labels that it takes, as a regular expression without an end.
    pub(crate) pattern: &'static str,
    pub(crate) example: &'static str,
    /// The fields beside the label.
    pub(crate) fields: fn() -> Vec<QuestionField>,
    /// The fields of the question that a label and these give, but for the game.
    ///
    /// Errors: those of labels and fields.
    given: fn(&str, &Given) -> Result<Fields, Error>,
}

/// Fields by their keys.
type Fields = Vec<(String, String)>;

/// The field of the number of digits.
const DIGITS: &str = "digits";

pub(crate) const LABELLED: [Labelled; 3] = [
    Labelled {
        question: "compare",
        path: "/api/v1/compare/{*label}",
        operation: "compare_decks",
        pattern: r"^[a-z-]+/(bmax|best|all|(b|s|step|between)[0-9][a-z0-9_-]*)",
        example: "von-neumann/b2",
        fields: ends,
        given: |label, beside| {
            split(label)?;
            let end = |key| beside.whole(key, 2..=MAX_CARDS).map(Option::unwrap_or_default);
            Ok(vec![("n".to_owned(), format!("{}..{}", end("from")?, end("to")?))])
        },
    },
    Labelled {
        question: "continuous",
        path: "/api/v1/continuous/{*label}",
        operation: "solve_continuous_game",
        pattern: r"^[a-z-]+/(bmax|best|all|(b|s|step|between)[0-9][a-z0-9_-]*)",
        example: "three-player/b2",
        fields: || {
            let fields = named("continuous").map(|entry| (entry.fields)()).unwrap_or_default();
            fields.into_iter().filter(|field| field.key == DIGITS).collect()
        },
        given: |label, beside| {
            split(label)?;
            let digits = beside.text(DIGITS).map(|text| (DIGITS.to_owned(), text.to_owned()));
            Ok(digits.into_iter().collect())
        },
    },
    Labelled {
        question: "chart",
        path: "/api/v1/charts/{*label}",
        operation: "get_chart",
        pattern: r"^push-fold(/a[0-9_]+)?",
        example: "push-fold/a1_8",
        fields: Vec::new,
        given: |_, _| Ok(Vec::new()),
    },
];

/// The decks of a comparison, which has their range in one field.
fn ends() -> Vec<QuestionField> {
    let deck = FieldKind::Whole { least: 2, most: MAX_CARDS, needed: true };
    let end = |key, about, example| QuestionField::new(deck, key, "N", about, example);
    vec![end("from", "The smallest deck", "2"), end("to", "The largest deck", "40")]
}

/// The addresses of all questions.
pub(crate) fn routes() -> Router<Service> {
    let named = QUESTIONS.iter().fold(Router::new(), |router, entry| {
        let suffixes = (entry.forms)().into_iter().map(|form| format!(".{}", form.suffix));
        suffixes.chain([String::new()]).fold(router, |router, suffix| {
            let path = format!("/api/v1/{}{suffix}", entry.name);
            let address = path.clone();
            let show = move |service, query: RawQuery, headers: HeaderMap| async move {
                show(service, entry, &address, query, headers).await
            };
            let address = path.clone();
            let post = move |service, request: Request| async move {
                posted(service, entry, &address, request).await
            };
            router.route(&path, get(show).post(post))
        })
    });
    LABELLED.iter().fold(named, |router, place| {
        let show = move |service, request: LabelRequest| of_label(service, place, request);
        router.route(place.path, get(show))
    })
}

async fn show(
    State(service): State<Service>,
    entry: &'static NamedQuestion,
    address: &str,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (_, form, negotiated) = wanted_of(address, &headers, entry.document_first)?;
    let given = pairs(entry, &query.unwrap_or_default());
    answered(&service, entry, given, form, negotiated, &headers).await
}

async fn of_label(
    State(service): State<Service>,
    place: &'static Labelled,
    request: LabelRequest,
) -> Result<Response, Problem> {
    let entry = named(place.question).ok_or(Problem::NotFound(place.path.to_owned()))?;
    let LabelRequest { address, query, headers } = request;
    let (label, form, negotiated) = wanted_of(&address, &headers, entry.document_first)?;
    let beside = pairs(entry, &query);
    let beside = beside.iter().map(|(key, value)| (key.as_str(), value.clone()));
    let mut given = (place.given)(label, &Given::new(&(place.fields)(), beside)?)?;
    given.push(("game".to_owned(), label.to_owned()));
    answered(&service, entry, given, form, negotiated, &headers).await
}

/// The answer to a question whose fields are a JSON object.
async fn posted(
    State(service): State<Service>,
    entry: &'static NamedQuestion,
    address: &str,
    request: Request,
) -> Result<Response, Problem> {
    let headers = request.headers().clone();
    let (_, form, _) = wanted_of(address, &headers, entry.document_first)?;
    let TypedText { text, .. } = TypedText::read(request, &(), &[JSON]).await?;
    let object: Map<String, Value> = serde_json::from_str(&text).map_err(|error| {
        let expected = "expected an object of fields";
        Error::Malformed(format!("{}, {expected}", parse_message(&error)))
    })?;
    let fields = (entry.fields)();
    let given = object.into_iter().map(|(key, value)| {
        let field = fields.iter().find(|field| field.key == key);
        Ok::<_, Error>((key.clone(), worded(field, &key, &value)?))
    });
    let answer = text_of(&service, entry, given.collect::<Result<_, _>>()?, form).await?;
    Ok(answer.uncached(form.media))
}

/// A JSON value as a field: a text, a number, rows of numbers, or, of a flag, true or false.
///
/// Errors: `Malformed` for any other value.
fn worded(field: Option<&QuestionField>, key: &str, value: &Value) -> Result<String, Error> {
    let is = |kind| field.is_some_and(|field| field.kind == kind);
    let items = |value: &Value| match value {
        Value::Array(items) => items.iter().map(item).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    let text = match value {
        Value::Bool(set) => Some(set.to_string()).filter(|_| is(FieldKind::Flag)),
        _ if is(FieldKind::Flag) => None,
        Value::Array(rows) if is(FieldKind::Text) => {
            let rows = rows.iter().map(|row| Some(items(row)?.join(" ")));
            rows.collect::<Option<Vec<_>>>().map(|rows| rows.join("\n"))
        }
        Value::Number(_) if is(FieldKind::Text) => None,
        value => item(value),
    };
    text.ok_or_else(|| {
        let expected = match field.map(|field| field.kind) {
            Some(FieldKind::Flag) => "true or false",
            Some(FieldKind::Text) => "a text, or a list of rows",
            _ => "a text or a number",
        };
        unexpected(key, &value.to_string(), expected)
    })
}

/// A JSON text or number as text.
fn item(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

async fn answered(
    service: &Service,
    entry: &'static NamedQuestion,
    given: Fields,
    form: FormName,
    negotiated: Option<Negotiated>,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let text = text_of(service, entry, given, form).await?;
    Ok(text.reply(form.media, negotiated, headers))
}

async fn text_of(
    service: &Service,
    entry: &'static NamedQuestion,
    given: Fields,
    form: FormName,
) -> Result<ImmutableText, Problem> {
    let answer = async {
        let asked = read(service, entry, given).await?;
        let name = format!("{} {}", form.name, asked.key);
        let written = move |control: &Control| {
            Ok(asked.question.written(form.name, Paint::Plain, control)?.text)
        };
        service.text(entry.name, &name, asked.cost, written).await
    };
    let fields = || (entry.fields)().iter().map(|field| field.key).collect();
    answer
        .await
        .map_err(|problem| Problem::OfFields { fields: fields(), problem: Box::new(problem) })
}

/// A question that was read: what it costs, and a text of all that its answer depends on.
pub(crate) struct ReadQuestion {
    pub(crate) question: Box<dyn Asked>,
    pub(crate) cost: Duration,
    key: String,
}

/// Reads a question; long ones on the pool.
///
/// Errors: those of the question; `Beyond` for what is too much over HTTP.
pub(crate) async fn read(
    service: &Service,
    entry: &'static NamedQuestion,
    given: Fields,
) -> Result<ReadQuestion, Error> {
    let length: usize = given.iter().map(|(_, value)| value.len()).sum();
    let read = move || {
        let key = format!("{given:?}");
        let given = given.iter().map(|(key, value)| (key.as_str(), value.clone()));
        let question = entry.read(given)?;
        Ok(ReadQuestion { cost: question.cost()?, question, key })
    };
    match length {
        0..=SHORT_QUERY => read(),
        _ => service.pool.run_quoted(SHORT, move |_| read()).await,
    }
}

/// The fields of a query. A flag may stand alone. A plus is one where it means “and up”, before a
/// comma, a colon or the end; elsewhere forms send it for a blank.
pub(crate) fn pairs(entry: &NamedQuestion, query: &str) -> Fields {
    let fields = (entry.fields)();
    let is_flag =
        |key: &str| fields.iter().any(|field| field.key == key && field.kind == FieldKind::Flag);
    let parts = query.split('&').filter(|part| !part.is_empty());
    let pair = |part: &str| {
        let plain = with_pluses(part);
        let pair = form_urlencoded::parse(plain.as_bytes()).into_owned().next();
        let (key, value) = pair.unwrap_or_default();
        let alone = !part.contains('=') && is_flag(&key);
        (key, if alone { "true".to_owned() } else { value })
    };
    parts.map(pair).collect()
}

/// Escapes each plus that is none between two words.
fn with_pluses(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let next = text[at + letter.len_utf8()..].chars().next();
        let is_blank = next.is_some_and(|next| next.is_alphanumeric() || matches!(next, '-' | '.'));
        match letter {
            '+' if !is_blank => escaped.push_str("%2B"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plus_is_one_where_it_means_and_up() {
        let entry = named("equity").unwrap();
        let read = |query: &str| pairs(entry, query).pop().unwrap().1;
        for (query, value) in [
            ("range=22+", "22+"),
            ("range=22+,A2s+:1/2", "22+,A2s+:1/2"),
            ("range=22%2B%2CAKs", "22+,AKs"),
            ("range=22+%2CAKs", "22+,AKs"),
            ("board=Th+7c+2s", "Th 7c 2s"),
            ("board=Th%207c", "Th 7c"),
            ("board", ""),
        ] {
            assert_eq!(read(query), value, "{query}");
        }
        let flag = pairs(named("continuous").unwrap(), "best-bet");
        assert_eq!(flag, [("best-bet".to_owned(), "true".to_owned())]);
    }
}
