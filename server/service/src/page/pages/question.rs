//! A page for every question of the table: its fields as a form, and its answer below in words.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{Redirect, Response};
use axum::routing::get;
use bluff_questions::error::Error;
use bluff_questions::solve::SolveQuestion;
use bluff_questions::{
    AnswerContext, Asked, FieldKind, FormName, NamedQuestion, QUESTIONS, Question, QuestionField,
    not_allowed,
};
use bluff_report::citation::bibtex_of_page;
use bluff_report::equity::EquityQuestion;
use bluff_report::text::Paint;
use maud::{Markup, html};

use crate::api::fields::{pairs, query_of, value};
use crate::api::question::answered;
use crate::problem::Problem;
use crate::service::{Service, in_time};

use super::holdem::equity;
use super::own_game::{self, KEPT};
use crate::page::parts::form::typed;
use crate::page::parts::frame::{cited, page, wrong};

/// `GET /{question}?field=…` of every question.
pub(crate) fn routes() -> Router<Service> {
    let own = |entry: &&NamedQuestion| !OWN.contains(&entry.name);
    QUESTIONS.iter().filter(own).fold(Router::new(), |router, entry| {
        let asked =
            move |service, RawQuery(query)| show(service, entry, Ok(query.unwrap_or_default()));
        let posted = move |service, headers: HeaderMap, body: Bytes| {
            show(service, entry, typed_query(&headers, &body))
        };
        let page = format!("/{}", entry.name);
        let router = router.route(&page, get(asked).post(posted));
        let Some(old) = entry.old_name else { return router };
        let moved = move |RawQuery(query): RawQuery| async move {
            let query = query.map(|query| format!("?{query}")).unwrap_or_default();
            Redirect::permanent(&format!("{page}{query}"))
        };
        router.route(&format!("/{old}"), get(moved))
    })
}

/// Questions whose page is drawn.
const OWN: [&str; 1] = ["fairness"];
/// The title of the page of a file.
const OWN_TITLE: &str = "Your own game";
/// The longest query that a link repeats.
const LINKED: usize = 4_096;

/// An answer in words, and the page that draws it.
struct ShownAnswer {
    title: String,
    text: String,
    drawn_at: Option<String>,
    forms: Vec<FormName>,
}

async fn show(
    State(service): State<Service>,
    entry: &'static NamedQuestion,
    query: Result<String, Error>,
) -> Response {
    let name = title(entry.name);
    let refused = |problem: Problem, given: &[(String, String)], query: &str| {
        let words = Err(problem.message());
        wrong(problem, &name, &body(entry, given, query, Some(&words)))
    };
    let query = match query {
        Ok(query) => query,
        Err(error) => return refused(error.into(), &[], ""),
    };
    let given = pairs(&(entry.fields)(), &query);
    if entry.name == SolveQuestion::NAME && own_game::is_own(&given) {
        return match in_time(&service.pool, own_game::answer(&service, given.clone())).await {
            Ok((main, None)) => page(OWN_TITLE, &main),
            Ok((main, Some(problem))) => wrong(problem, OWN_TITLE, &main),
            Err(problem) => refused(problem, &given, &query),
        };
    }
    if entry.name == EquityQuestion::NAME {
        return equity::show(&service, &given, &query).await;
    }
    if given.is_empty() {
        return page(&name, &body(entry, &[], &query, None));
    }
    match in_time(&service.pool, answer(&service, entry, given.clone())).await {
        Ok(found) => page(&name, &body(entry, &given, &query, Some(&Ok(found)))),
        Err(problem) => refused(problem, &given, &query),
    }
}

/// The body of a form as a query; a form with a file has parts, of which those of a text that is
/// empty are left out, and that of a text beside a file of its name. Fields [`KEPT`] are a query.
///
/// Errors: `Refused` for a body that is no UTF-8, naming the byte.
fn typed_query(headers: &HeaderMap, body: &[u8]) -> Result<String, Error> {
    let text = std::str::from_utf8(body).map_err(|error| {
        let place = error.valid_up_to();
        not_allowed(format!("byte {place} of the form or of its file"), "UTF-8 text")
    })?;
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let boundary =
        media.and_then(|media| media.strip_prefix("multipart/form-data")?.split_once("boundary="));
    let Some((_, boundary)) = boundary else { return Ok(text.to_owned()) };
    let boundary = format!("\r\n--{}", boundary.trim_matches('"'));
    let parts = text.strip_prefix(&boundary[2..]).unwrap_or_default().split(&boundary);
    let all = parts.filter_map(|part| {
        let (head, value) = part.split_once("\r\n\r\n")?;
        let name = head.split("name=\"").nth(1)?.split('"').next()?;
        (!value.is_empty()).then_some((head.contains("filename=\""), name, value))
    });
    let all: Vec<(bool, &str, &str)> = all.collect();
    let has_file = |key: &str| all.iter().any(|(is_file, name, _)| *is_file && *name == key);
    let fields = all.iter().filter(|(is_file, name, _)| *is_file || !has_file(name));
    let fields = fields.map(|(_, name, value)| match *name {
        KEPT => (*value).to_owned(),
        name => query_of(&[(name, *value)]),
    });
    Ok(fields.collect::<Vec<_>>().join("&"))
}

async fn answer(
    service: &Service,
    entry: &'static NamedQuestion,
    given: Vec<(String, String)>,
) -> Result<ShownAnswer, Problem> {
    let answer = |question: Box<dyn Asked>, context: AnswerContext<'_>| {
        let (drawn_at, forms) = (question.drawn_at(), question.own_forms());
        let title = format!("{}: {}", title(entry.name), question.title());
        let text = question.written(Paint::Plain, context)?.text;
        Ok(ShownAnswer { title, text, drawn_at, forms })
    };
    Ok(answered(service, entry, given, FIRST, answer).await?)
}

/// The form in which every answer is words for people.
const FIRST: &str = "text";

/// A key as a title: `best-bet` is “Best bet”; one letter stays as it is.
fn title(key: &str) -> String {
    let mut letters = key.chars();
    match (letters.next(), letters.as_str()) {
        (Some(first), rest) if !rest.is_empty() => {
            first.to_uppercase().collect::<String>() + &rest.replace('-', " ")
        }
        _ => key.to_owned(),
    }
}

fn body(
    entry: &NamedQuestion,
    given: &[(String, String)],
    query: &str,
    found: Option<&Result<ShownAnswer, String>>,
) -> Markup {
    // An address has no place for a long text.
    let is_game = |field: &QuestionField| matches!(field.kind, FieldKind::Game { .. });
    let has_file = (entry.fields)().iter().any(is_game);
    let is_long = has_file || (entry.fields)().iter().any(QuestionField::is_long);
    let method = if is_long { "post" } else { "get" };
    let (needed, others): (Vec<_>, Vec<_>) =
        (entry.fields)().into_iter().partition(|field| field.is_needed() || field.key == "n");
    let input = |field: &QuestionField| typed(&title(field.key), field, value(given, field.key));
    let example = query_of(entry.example);
    html! {
        h1 { (title(entry.name)) }
        p.rules { (entry.about) "." }
        form.ask action=(format!("/{}", entry.name)) method=(method) aria-label=(entry.about)
            enctype=[has_file.then_some("multipart/form-data")] {
            @for field in &needed { (input(field)) }
            @if !others.is_empty() {
                details.field.whole open[others.iter().any(|field| {
                    value(given, field.key).is_some()
                })] {
                    summary { "More fields" }
                    div.ask { @for field in &others { (input(field)) } }
                }
            }
            button type="submit" { "Show" }
        }
        @match found {
            Some(Ok(found)) => (shown(entry, query, found)),
            Some(Err(words)) => p.refused role="alert" { (words) },
            None => p.note { a href=(format!("/{}?{example}", entry.name)) { "An example" } },
        }
        @for paragraph in entry.more.split("\n\n").filter(|text| !text.is_empty()) {
            p.note { (paragraph) }
        }
    }
}

fn shown(entry: &NamedQuestion, query: &str, found: &ShownAnswer) -> Markup {
    let file = |suffix: &str| format!("/api/v1/{}.{suffix}?{query}", entry.name);
    // A secret is another one each time.
    let is_linked = query.len() <= LINKED && !entry.is_secret;
    let forms = found.forms.iter().filter(|_| is_linked);
    html! {
        section.panel aria-label="The answer" {
            @if forms.clone().any(|form| form.suffix == "svg") {
                img.whole src=(file("svg")) alt="The answer as a picture";
            }
            pre.lines tabindex="0" { (found.text) }
        }
        ul.links {
            @if let Some(address) = &found.drawn_at {
                li { a href=(address) { "A page of its own, with sliders" } }
            }
            @for form in forms {
                li { a download href=(file(form.suffix)) { (form.about) ", " (form.suffix) } }
            }
        }
        @if is_linked {
            // The script adds the fields of the address.
            @let address = format!("/{}?…", entry.name);
            (cited(&bibtex_of_page(&found.title, &address), ""))
        }
    }
}
