//! Every question of the table, over HTTP.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::{RawQuery, Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use bluff_batch::compute::Pool;
use bluff_questions::error::Error;
use bluff_questions::foreign::refuse_action_graph;
use bluff_questions::over_http::{INSTANT, SHORT};
use bluff_questions::text::{is_tree, shortened};
use bluff_questions::{
    AnswerContext, Asked, FieldKind, FormName, Given, NamedQuestion, QUESTIONS, Question,
    QuestionField, named, not_allowed, unexpected,
};
use bluff_report::text::Paint;
use rational_bluff::exact::json::{Entries, json_given};
use rational_bluff::solve::Control;
use rational_bluff::tree::TreeFile;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::problem::{Problem, ReplyResult};
use crate::service::{Service, in_time};
use crate::values::ImmutableText;

use super::body::TypedText;
use super::fields::{Fields, pairs};
use super::form::{JSON, Negotiated, wanted_of};
use super::labelled::{LABELLED, LabelledAddress, POSTED};
use super::query::LabelRequest;
use super::reply::fingerprint;

/// The media type of a body that is the lines of a field.
pub(super) const CSV: &str = "text/csv";
/// Length of fields that take microseconds to read, in bytes.
const SHORT_QUERY: usize = 200;

/// The addresses of all questions.
pub(crate) fn routes() -> Router<Service> {
    let named = QUESTIONS.iter().fold(Router::new(), |router, entry| {
        let suffixes = (entry.forms)().into_iter().map(|form| format!(".{}", form.suffix));
        let suffixes = suffixes.chain([String::new()]);
        let named = |suffix: String| entry.names().map(move |name| format!("{name}{suffix}"));
        suffixes.flat_map(named).fold(router, |router, name| {
            let path = format!("/api/v1/{name}");
            let address = path.clone();
            let show = move |service, query: RawQuery, headers: HeaderMap| async move {
                show(service, entry, &address, query, headers).await
            };
            let address = path.clone();
            let post = move |service, request: Request| async move {
                posted(service, entry, &address, None, request).await
            };
            router.route(&path, get(show).post(post))
        })
    });
    let labelled = LABELLED.iter().fold(named, |router, place| {
        let show = move |service, request: LabelRequest| of_label(service, place, request);
        router.route(place.path, get(show))
    });
    POSTED.iter().fold(labelled, |router, place| {
        let answer = move |service, request: Request| async move {
            let entry = known(place.question, place.path)?;
            posted(service, entry, place.path, place.field, request).await
        };
        router.route(place.path, post(answer))
    })
}

pub(super) fn known(question: &str, path: &str) -> Result<&'static NamedQuestion, Problem> {
    named(question).ok_or_else(|| Problem::NotFound(path.to_owned()))
}

async fn show(
    State(service): State<Service>,
    entry: &'static NamedQuestion,
    address: &str,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> ReplyResult {
    let (_, form, negotiated) = wanted_of(address, &headers, entry.document_first)?;
    let query = query.unwrap_or_default();
    let asked =
        AskedText { key: query.clone(), fields: move || Ok(pairs(&(entry.fields)(), &query)) };
    let text = text_of(&service, entry, asked, form).await?;
    Ok(reply(entry, text, form, negotiated, &headers))
}

async fn of_label(
    State(service): State<Service>,
    place: &'static LabelledAddress,
    LabelRequest { address, query, headers }: LabelRequest,
) -> ReplyResult {
    let entry = known(place.question, place.path)?;
    let (label, form, negotiated) = wanted_of(&address, &headers, entry.document_first)?;
    let label = label.to_owned();
    let key = format!("{} {label} {query}", place.path);
    let asked = AskedText { key, fields: move || place.fields_of(&label, &query, entry) };
    let text = text_of(&service, entry, asked, form).await?;
    Ok(reply(entry, text, form, negotiated, &headers))
}

/// The media types of a game, and of fields.
pub(crate) const GAME_TEXTS: [&str; 3] = [JSON, "text/x-gambit-efg", "text/x-gambit-nfg"];

/// The answer to a solve with the fields of a body, beside those of a query; its address may name
/// the game.
pub(super) async fn solved_with(
    service: &Service,
    address: &str,
    (given, query): (Fields, &str),
    headers: &HeaderMap,
) -> ReplyResult {
    let entry = known("solve", "/api/v1/solve")?;
    let (label, form, negotiated) = wanted_of(address, headers, entry.document_first)?;
    let (mut fields, posted) = (pairs(&(entry.fields)(), query), !given.is_empty());
    fields.extend(given);
    if !label.is_empty() {
        fields.push(("game".to_owned(), label.to_owned()));
    }
    let asked = AskedText { key: format!("{fields:?}"), fields: move || Ok(fields.clone()) };
    let text = text_of(service, entry, asked, form).await?;
    Ok(match posted {
        true => text.uncached(form.media),
        false => reply(entry, text, form, negotiated, headers),
    })
}

/// The answer to a question whose fields are a JSON object, or whose field is the whole body.
async fn posted(
    State(service): State<Service>,
    entry: &'static NamedQuestion,
    address: &str,
    field: Option<&'static str>,
    request: Request,
) -> ReplyResult {
    let headers = request.headers().clone();
    let of_address = pairs(&(entry.fields)(), request.uri().query().unwrap_or_default());
    let lines = (entry.fields)().into_iter().find(|field| field.kind == FieldKind::Lines);
    let takes_trees = (entry.fields)().iter().any(|field| field.takes_trees);
    let known: &[&str] = match &lines {
        Some(_) => &[JSON, CSV],
        None if takes_trees => &GAME_TEXTS,
        None => &[JSON],
    };
    let (_, form, _) = wanted_of(address, &headers, entry.document_first)?;
    let TypedText { text, media } = TypedText::read(request, &(), known).await?;
    let of_csv = lines.filter(|_| media == CSV).map(|field| field.key);
    if of_csv.is_none() && !of_address.is_empty() {
        Given::new(&[], of_address.clone())?;
    }
    let asked = AskedText {
        key: format!("{field:?} {of_csv:?} {of_address:?} {text}"),
        fields: move || match field.or(of_csv) {
            Some(field) => {
                let whole = (field.to_owned(), text.clone());
                Ok(of_address.iter().cloned().chain([whole]).collect())
            }
            None => fields_of(entry, &text),
        },
    };
    Ok(text_of(&service, entry, asked, form).await?.uncached(form.media))
}

/// A question as it came: a text of all that its fields depend on, and those fields, which a thread
/// of the pool reads.
struct AskedText<F> {
    key: String,
    fields: F,
}

/// The fields of a body: an object of them, a document that the question takes, a file for Gambit,
/// or a matrix.
///
/// Errors: `Refused` for what is none.
pub(super) fn fields_of(entry: &NamedQuestion, text: &str) -> Result<Fields, Error> {
    let found = entry.document.and_then(|taken| {
        let object: Option<Map<String, Value>> = serde_json::from_str(text).ok();
        (taken.fields)(object.as_ref(), text)
    });
    if let Some(found) = found {
        return Ok(found);
    }
    // Questions that take no tree refuse it by its kind.
    let has_game = (entry.fields)().iter().any(|field| field.key == "game");
    if TreeFile::kind_of(text).is_some() || has_game && is_tree(text) {
        return Ok(vec![("game".to_owned(), text.to_owned())]);
    }
    refuse_action_graph(text)?;
    let object: Result<Entries<Box<RawValue>>, _> = serde_json::from_str(text);
    let object = object
        .map_err(|error| not_allowed(shortened(&json_given(error)), "an object of fields"))?;
    let fields = (entry.fields)();
    let given = object.0.into_iter().map(|(key, value)| {
        let field = fields.iter().find(|field| field.key == key);
        Ok((key.clone(), worded(field, &key, &value)?))
    });
    given.collect()
}

/// A JSON value as a field: a text, a number, rows of numbers, or, of a flag, true or false.
///
/// Errors: `Refused` for any other value.
fn worded(field: Option<&QuestionField>, key: &str, raw: &RawValue) -> Result<String, Error> {
    let is = |kind| field.is_some_and(|field| field.kind == kind);
    let is_game = field.is_some_and(|field| matches!(field.kind, FieldKind::Game { .. }));
    let takes_documents = is_game || is(FieldKind::File) || is(FieldKind::Text);
    // A document is read again, as it came: no key may stand twice.
    if takes_documents && raw.get().starts_with('{') {
        return Ok(raw.get().to_owned());
    }
    let value = serde_json::from_str(raw.get()).ok();
    if field.is_none() {
        // Its name is refused, whatever its value is.
        return Ok(value.as_ref().and_then(item).unwrap_or_else(|| raw.get().to_owned()));
    }
    let items = |value: &Value| match value {
        Value::Array(items) => items.iter().map(item).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    let text = value.as_ref().and_then(|value: &Value| match value {
        Value::Bool(set) => Some(set.to_string()).filter(|_| is(FieldKind::Flag)),
        _ if is(FieldKind::Flag) => None,
        Value::Array(rows) if is(FieldKind::Text) => {
            let rows = rows.iter().map(|row| Some(items(row)?.join(" ")));
            rows.collect::<Option<Vec<_>>>().map(|rows| rows.join("\n"))
        }
        Value::Number(_) if is(FieldKind::Text) => None,
        value => item(value),
    });
    text.ok_or_else(|| {
        let expected = match field.map(|field| field.kind) {
            Some(FieldKind::Flag) => "true or false",
            Some(FieldKind::Text) => "a text, or a list of rows",
            _ => "a text or a number",
        };
        unexpected(key, raw.get(), expected)
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

fn reply(
    entry: &NamedQuestion,
    text: ImmutableText,
    form: FormName,
    negotiated: Option<Negotiated>,
    headers: &HeaderMap,
) -> Response {
    match entry.is_secret {
        true => text.uncached(form.media),
        false => text.reply(form.media, negotiated, headers),
    }
}

async fn text_of<F: Fn() -> Result<Fields, Error> + Send + 'static>(
    service: &Service,
    entry: &'static NamedQuestion,
    asked: AskedText<F>,
    form: FormName,
) -> Result<ImmutableText, Problem> {
    let name = fingerprint(format!("{} {}", form.name, asked.key));
    let keys = Arc::new(OnceLock::new());
    let (seen, read) = (Arc::clone(&keys), asked.fields);
    let fields = move || {
        let fields = read()?;
        seen.get_or_init(|| fields.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>());
        Ok(fields)
    };
    let (own, asked) = (service.clone(), AskedText { key: asked.key, fields });
    let answer = async move {
        let text = answered_by(&own, entry, asked, form.name, |question, context| {
            let text = ImmutableText::new(question.written(Paint::Plain, context)?.text);
            Ok(text.unless(context.control.should_end()))
        });
        // An error of reading the request names its fields itself.
        let of_fields = |error: Error| match keys.get().cloned() {
            Some(fields) => Problem::OfFields { fields, problem: Box::new(error.into()) },
            None => error.into(),
        };
        Ok((text.await.map_err(of_fields)?, None))
    };
    let answer = match entry.is_secret {
        true => in_time(&service.pool, answer).await,
        false => service.shared(entry.name, &name, answer).await,
    };
    Ok(answer?.0)
}

/// The answer to a question with these fields in a form, as [`scheduled`].
///
/// Errors: those of [`scheduled`].
pub(crate) async fn answered<T: Send + 'static>(
    service: &Service,
    entry: &'static NamedQuestion,
    given: Fields,
    form: &'static str,
    answer: impl FnOnce(Box<dyn Asked>, AnswerContext<'_>) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let key = format!("{given:?}");
    answered_by(service, entry, AskedText { key, fields: move || Ok(given.clone()) }, form, answer)
        .await
}

async fn answered_by<T: Send + 'static, F: Fn() -> Result<Fields, Error> + Send + 'static>(
    service: &Service,
    entry: &'static NamedQuestion,
    asked: AskedText<F>,
    form: &'static str,
    answer: impl FnOnce(Box<dyn Asked>, AnswerContext<'_>) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let AskedText { key, fields } = asked;
    let own = service.clone();
    let read = move || {
        let question = entry.read(fields()?)?;
        Ok((question.cost_with(&own)?, question))
    };
    let own = service.clone();
    let answer = move |question, control: &Control| {
        answer(question, AnswerContext { form, solver: &own, ..AnswerContext::of(control) })
    };
    scheduled(&service.pool, reading_cost(key.len()), None, read, answer).await
}

/// A drawing of the report of a question, as [`scheduled`].
///
/// Errors: those of [`scheduled`].
pub(crate) async fn drawn<Q: Question, T: Send + 'static>(
    service: &Service,
    given: Fields,
    draw: impl FnOnce(Q::Report) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let length = given.iter().map(|(_, value)| value.len()).sum();
    let own = service.clone();
    let read = move || {
        let question = Q::read(&Given::new(&Q::fields(), given.iter().cloned())?)?;
        Ok((question.cost_with(&own)?, question))
    };
    let own = service.clone();
    let answer = move |question: Q, control: &Control| {
        draw(question.answer(AnswerContext { solver: &own, ..AnswerContext::of(control) })?)
    };
    scheduled(&service.pool, reading_cost(length), None, read, answer).await
}

/// The cost of reading a question of so many bytes.
pub(super) fn reading_cost(length: usize) -> Duration {
    if length <= SHORT_QUERY { INSTANT } else { SHORT }
}

/// Answers a question on a thread for its cost. The thread that reads it answers at once if the
/// answer is instant. `name` makes a longer one [watched](Pool::watched).
///
/// Errors: those of the question and of the pool.
pub(super) async fn scheduled<Q, T: Send + 'static>(
    pool: &Pool,
    reading_cost: Duration,
    name: Option<&str>,
    read: impl Fn() -> Result<(Duration, Q), Error> + Send + 'static,
    answer: impl FnOnce(Q, &Control) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let quoted = move |control: &Control| {
        let (cost, question) = read()?;
        if cost <= INSTANT {
            return answer(question, control).map(Ok);
        }
        // Read again there, so that no game waits in the queue.
        Ok(Err((cost, move |control: &Control| answer(read()?.1, control))))
    };
    match (pool.run_quoted(reading_cost, quoted).await?, name) {
        (Ok(answer), _) => Ok(answer),
        (Err((cost, answer)), Some(name)) => pool.run_as(name, cost, answer).await,
        (Err((cost, answer)), None) => pool.run_quoted(cost, answer).await,
    }
}
