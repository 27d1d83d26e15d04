//! Parts that all pages share: head, landmarks, headers, and the page of an error.

use std::borrow::Borrow;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};
use rational_bluff::game::{Family, Game};

use crate::problem::Problem;

use crate::page::parts::{assets, icon};

/// Policy of every page: its own style, font, pictures and script, which connects to this service
/// alone, and forms to this service.
const POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; \
    style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

/// An error as a page, with the words and the status that the API has for it.
pub(crate) struct Refused(Problem);

/// The answer to the request of a page.
pub(crate) type PageResult = Result<Response, Refused>;

impl<E: Into<Problem>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl Refused {
    /// The error itself.
    pub(crate) fn problem(self) -> Problem {
        self.0
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let (status, words) = (self.0.status(), self.0.message());
        let title = match status {
            StatusCode::NOT_FOUND => "There is no such page",
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => "This has no answer",
            StatusCode::NOT_ACCEPTABLE => "There is no such form",
            StatusCode::GATEWAY_TIMEOUT => "The answer takes too long",
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => "Too busy for now",
            other => other.canonical_reason().unwrap_or("Error"),
        };
        let main = html! {
            h1 { (title) }
            p.refused role="alert" { (words) }
            p.note { "Status " (status.as_u16()) }
            p {
                a href="/games" { "Choose a game" }
                " or search "
                a href="/book" { "the book" }
                "."
            }
        };
        wrong(self.0, title, &main)
    }
}

/// A page with the status and the headers of an error; the words are in it.
pub(crate) fn wrong(problem: Problem, title: &str, main: &Markup) -> Response {
    let mut response = problem.into_response();
    *response.body_mut() = Body::from(document(title, &html! {}, main));
    dressed(response)
}

/// An error as a page for browsers, as a problem document for programs.
pub(crate) fn refusal(problem: Problem, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    negotiated(match accepted {
        Some(accepted) if accepted.contains("text/html") => Refused(problem).into_response(),
        _ => problem.into_response(),
    })
}

/// Says that the `Accept` header had a part in an answer.
pub(crate) fn negotiated(response: Response) -> Response {
    ([(header::VARY, "accept")], response).into_response()
}

/// A page.
pub(crate) fn page(title: &str, main: &Markup) -> Response {
    dressed(document(title, &html! {}, main))
}

/// A page of something that goes on, with what its head has beside. Nobody may keep it for later.
pub(crate) fn live(title: &str, head: &Markup, main: &Markup) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], dressed(document(title, head, main))).into_response()
}

/// A page with the headers that all pages have.
fn dressed(page: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        // Other sites are told nothing; our own forms say that they are ours, which
        // `layers::origin` looks at.
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, page).into_response()
}

/// The words of the top bar, and the first part of the addresses below each.
const MAIN: [(&str, &str); 6] = [
    ("/games", "Games"),
    ("/holdem", "Hold’em"),
    ("/formulas", "Formulas"),
    ("/play", "Play"),
    ("/book", "Learn"),
    ("/compute", "Compute"),
];

/// Pages about the project itself.
const ABOUT: [(&str, &str); 6] = [
    ("/findings", "Findings"),
    ("/literature", "Literature"),
    ("/errata", "Errata"),
    ("/book/certificate", "Certificate"),
    ("/sweeps", "Sweeps"),
    ("/deals", "Deals"),
];

fn document(title: &str, head: &Markup, main: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Rational Bluff" }
                link rel="stylesheet" href=(assets::STYLE.address);
                link rel="preload" as="font" type="font/woff2" href=(assets::FONT.address)
                    crossorigin;
                link rel="icon" type="image/svg+xml" href="/icon.svg";
                // Not deferred: it sets the theme before anything is drawn.
                script src=(assets::LIVE.address) {}
                (head)
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                (bar())
                main id="main" tabindex="-1" { (main) }
                footer {
                    nav aria-label="About the project" {
                        ul { @for (address, name) in ABOUT { li { a href=(address) { (name) } } } }
                    }
                    p {
                        "Exact equilibria of finite poker games. Every number is a fraction with \
                            a proof; a long one is rounded, its fraction one touch away."
                    }
                }
            }
        }
    };
    page.into_string()
}

/// The bar over every page.
fn bar() -> Markup {
    html! {
        header.bar { div.in {
            a.brand href="/" { (icon::mark()) "Rational Bluff" }
            form.goto action="/games" role="search" data-events="/suggest?words=" {
                (icon::SEARCH)
                input name="search" type="search" placeholder="Game, label or question"
                    aria-label="Go to a game" autocomplete="off";
                kbd.scripted aria-hidden="true" { "/" }
            }
            nav aria-label="Main" id="site-menu" {
                ul { @for (address, name) in MAIN { li { a href=(address) { (name) } } } }
            }
            button.icon.menu.scripted type="button" data-act="menu" title="Menu"
                aria-controls="site-menu" { (icon::MENU) }
            button.icon.scripted type="button" data-act="lecture" title="Lecture mode (l)" {
                (icon::SCREEN)
            }
            button.icon.scripted type="button" data-act="exact" title="Exact numbers" { "⅓" }
            button.icon.scripted type="button" data-act="theme" title="Light or dark" {
                (icon::THEME)
            }
        } }
    }
}

/// The way to a page: links, and its own name.
pub(crate) fn crumbs(way: &[(&str, &str)], here: &str) -> Markup {
    html! {
        nav.crumbs aria-label="Place" {
            @for (address, name) in way { a href=(address) { (name) } " / " }
            b { (here) }
        }
    }
}

/// The head of a page: the way to it, its title with the details behind it, and what it is.
pub(crate) fn headed(way: &Markup, title: &str, details: &Markup, rules: &Markup) -> Markup {
    html! {
        div data-part="head" {
            (way)
            h1 { (title) ", " span { (details) } }
            p.rules { (rules) }
        }
    }
}

/// The way to a page about a game without a deck: by its family.
pub(crate) fn family_crumbs(game: &str, here: &str) -> Markup {
    crumbs(&[("/games", "Games"), (&format!("/{game}"), name_of(game))], here)
}

/// The title of a game for people, otherwise its name.
pub(crate) fn name_of(game: &str) -> &str {
    Family::named(game).map_or(game, |family| family.title)
}

/// The files of an answer: the address, and the name of each.
pub(crate) fn files<'a>(files: impl IntoIterator<Item = (String, &'a str)>) -> Markup {
    html! {
        ul.links.rest data-part="files" {
            @for (address, name) in files { li { a download href=(address) { (name) } } }
        }
    }
}

/// The way to a page about a game: by its family, if it has one.
pub(crate) fn game_crumbs(game: &Game, beyond: &[(&str, &str)], here: &str) -> Markup {
    let family = game.family().map(|family| (format!("/{}", family.name), family.title));
    let family = family.iter().map(|(address, title)| (address.as_str(), *title));
    let way: Vec<_> =
        [("/games", "Games")].into_iter().chain(family).chain(beyond.iter().copied()).collect();
    crumbs(&way, here)
}

/// An entry of a bibliography with a note. The script writes host and date into it.
pub(crate) fn cited(entry: &str, note: &str) -> Markup {
    html! {
        section aria-labelledby="cite" {
            h2 id="cite" { "How to cite" }
            pre tabindex="0" { (entry) }
            p.note { (note) noscript {
                "Add the host of this address, and the date of your visit."
            } }
        }
    }
}

/// An address with these fields behind its question mark; without any it has none.
pub(crate) fn with_query<K: AsRef<str>, V: AsRef<str>>(
    path: &str,
    fields: impl IntoIterator<Item = impl Borrow<(K, V)>>,
) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// The address of a page with these fields beside its own, before its heading.
pub(crate) fn with_more(page: &str, fields: Option<&str>) -> String {
    let Some(fields) = fields else { return page.to_owned() };
    let (path, heading) = page.split_at(page.find('#').unwrap_or(page.len()));
    let sign = if path.contains('?') { '&' } else { '?' };
    format!("{path}{sign}{fields}{heading}")
}

/// A link by which the script saves the picture at an address as PNG, under the name of a label.
pub(crate) fn png(label: &str, picture: &str) -> Markup {
    let file = format!("{}.png", label.replace('/', "-"));
    html! { a.scripted href=(picture) data-png=(file) { "PNG" } }
}

/// Buttons that save the part of a page at `of`, a selector, as a picture with this name. The
/// script draws what is seen.
pub(crate) fn saves(name: &str, of: &str) -> Markup {
    let name = name.replace('/', "-");
    html! {
        p.saves.scripted {
            "Picture: "
            @for (suffix, words) in [("svg", "SVG"), ("png", "PNG")] {
                button type="button" data-of=(of) data-save=(format!("{name}.{suffix}")) { (words) }
                " "
            }
        }
    }
}

/// A table that scrolls sideways where it has no room, by the keyboard too.
pub(crate) fn wide(name: &str, table: &Markup) -> Markup {
    html! { div.wide role="group" aria-label=(name) tabindex="0" { (table) } }
}

/// A table of this class: the first cell of each row is its head. An empty caption is none.
pub(crate) fn table<const N: usize>(
    class: &str,
    caption: &str,
    heads: [&str; N],
    rows: impl IntoIterator<Item = [Markup; N]>,
) -> Markup {
    html! {
        table class=[Some(class).filter(|class| !class.is_empty())] {
            @if !caption.is_empty() { caption { (caption) } }
            (columns(heads))
            tbody { @for row in rows { tr {
                @for (at, cell) in row.iter().enumerate() {
                    @if at == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                }
            } } }
        }
    }
}

/// The head of a table: the name of each column.
pub(crate) fn columns<'a>(names: impl IntoIterator<Item = &'a str>) -> Markup {
    html! { thead { tr { @for name in names { th scope="col" { (name) } } } } }
}
