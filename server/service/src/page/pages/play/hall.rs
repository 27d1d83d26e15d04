//! The hall of a class: how often its students bluff and call, beside the equilibrium.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect};
use futures_util::stream;
use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::{Rational, counted};

use crate::class_rooms::ClassCounts;
use crate::limits::PATIENCE;
use crate::problem::Problem;
use crate::service::Service;
use crate::watching::SNAPSHOT_INTERVAL;

use super::class::{ClassPlace, ClassResult, hall_cookie, of_equilibrium, places};
use crate::page::parts::assets;
use crate::page::parts::frame::{crumbs, live};
use crate::page::parts::number::part;
use crate::page::parts::request::Fields;

/// Students of a class by the part of the times that they did something, in so many columns.
const COLUMNS: usize = 10;

/// The probabilities of the counted decisions in an equilibrium.
async fn probabilities(service: &Service) -> Result<Vec<Rational>, Problem> {
    let of = |solution: &Solution| {
        let part =
            |(card, view, action): (u64, usize, usize)| solution.profile.at(view)[action].at(card);
        Ok(places(solution).into_iter().map(part).collect())
    };
    of_equilibrium(service, of).await
}

/// The key of the hall, in the cookie of the browser that opened the class.
fn key_of<'a>(headers: &'a HeaderMap, code: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    let name = hall_cookie(code);
    pairs.find_map(|(key, value)| (key.trim() == name).then_some(value))
}

/// `GET /class/{code}/hall`: the code, and what the class has done so far; for who opened it the
/// button that ends it.
pub(crate) async fn show(
    State(service): State<Service>,
    place: ClassPlace,
    query: Fields,
    headers: HeaderMap,
) -> ClassResult {
    query.all_known(&[])?;
    let counts = service.classes.counts(place.at())?;
    let drawn = histograms(&counts, &probabilities(&service).await?);
    let (code, here) = (&place.code, place.address());
    let main = html! {
        link rel="stylesheet" href=(assets::TEACH_STYLE.address);
        (crumbs(&[("/book", "Learn"), ("/teach", "Teach")], "Class"))
        @if counts.ended {
            div.hall {
                div {
                    h1 { "How often did you bluff?" }
                    p.rules { "This class has ended. You were player II of Kuhn’s game: a jack \
                        could bluff, a queen could call." }
                }
            }
            div.way { (drawn) }
        } @else {
            div.hall {
                div {
                    h1 { "How often do you bluff?" }
                    p.rules { "Open " a href=(here) { (here) } " and play. You are player II of \
                        Kuhn’s game: a jack may bluff, a queen may call." }
                }
                p.class-code { (code) }
            }
            div.way data-events=(format!("{here}/events")) aria-live="polite" { (drawn) }
            script src=(assets::CLASS.address) defer {}
            noscript { p { a href="" { "Count again" } } }
            @if key_of(&headers, code).is_some() {
                form action=(format!("{here}/hall")) method="post" {
                    button type="submit" { "End the class" }
                }
            }
        }
    };
    Ok(live("Class", &html! {}, &main))
}

/// `POST /class/{code}/hall`: ends the class, and leads to its last counts.
pub(crate) async fn end(
    State(service): State<Service>,
    place: ClassPlace,
    headers: HeaderMap,
) -> ClassResult<Redirect> {
    service.classes.end(place.at(), key_of(&headers, &place.code).unwrap_or_default())?;
    Ok(Redirect::to(&format!("{}/hall", place.address())))
}

/// `GET /class/{code}/events`: what the hall shows, as it changes.
pub(crate) async fn events(State(service): State<Service>, place: ClassPlace) -> ClassResult {
    let mut changes = service.classes.changes(place.at())?;
    let place = Arc::new(place);
    let parts = probabilities(&service).await?;
    // What came between the page and its stream is shown too.
    changes.mark_changed();
    let events = stream::unfold((service, changes), move |(service, mut changes)| {
        let (place, parts) = (Arc::clone(&place), parts.clone());
        async move {
            changes.changed().await.ok()?;
            let counts = service.classes.counts(place.at()).ok()?;
            let drawn = histograms(&counts, &parts).into_string();
            let event = Event::default().event("counts").data(drawn);
            // A whole class presses at once.
            tokio::time::sleep(SNAPSHOT_INTERVAL).await;
            Some((Ok::<_, Infallible>(event), (service, changes)))
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PATIENCE / 3)).into_response())
}

/// The students by how often they bluffed, and by how often they called.
fn histograms(counts: &ClassCounts, parts: &[Rational]) -> Markup {
    let students = &counts.students;
    let hands: u32 = students.iter().map(|student| student.hands).sum();
    let names = [("bluff", "bluffed with the jack"), ("call", "called with the queen")];
    html! {
        @for (at, ((class, words), probability)) in names.iter().zip(parts).enumerate() {
            @let taken = students.iter().map(|one| one.taken[at]);
            (histogram((class, words), probability, taken, counts.ended))
        }
        p.note.joined data-ended[counts.ended] {
            (counted(students.len(), "student", "students")) ", "
            (counted(hands, "hand", "hands"))
        }
    }
}

/// A column for each tenth, as high as its students, and a mark at the equilibrium. Floats place
/// what is drawn, and nothing else.
fn histogram(
    (class, words): (&str, &str),
    probability: &Rational,
    students: impl Iterator<Item = [u32; 2]>,
    is_over: bool,
) -> Markup {
    let (mut columns, mut taken, mut chances) = ([0_usize; COLUMNS], 0, 0);
    for [times, of] in students.filter(|[_, of]| *of > 0) {
        columns[(times as usize * COLUMNS / of as usize).min(COLUMNS - 1)] += 1;
        (taken, chances) = (taken + times, chances + of);
    }
    let most = columns.iter().copied().max().unwrap_or_default().max(1);
    let mark = probability.to_f64() * 100.0;
    html! {
        section.panel.pic {
            h2 { "How often they " (words) }
            svg width="100%" height="220" role="img"
                aria-label=(format!("Students by how often they {words}")) {
                @for (at, students) in columns.iter().enumerate().filter(|(_, count)| **count > 0) {
                    @let height = 170.0 * *students as f64 / most as f64;
                    rect class=(class) rx="3" x=(format!("{}.6%", at * 10)) width="8.8%"
                        y=(format!("{:.1}", 196.0 - height)) height=(format!("{height:.1}")) {}
                }
                line.line x1="0" x2="100%" y1="196.5" y2="196.5" {}
                line.line stroke-dasharray="4 3" x1=(format!("{mark:.2}%")) y1="22" y2="196"
                    x2=(format!("{mark:.2}%")) {}
                text.label x=(format!("{mark:.2}%")) y="14" { (probability) }
                @for (x, words) in [("0", "never"), ("50%", "half the time"), ("100%", "always")] {
                    text.number.start[x == "0"].end[x == "100%"] x=(x) y="214" { (words) }
                }
            }
            p {
                @if chances == 0 && is_over { "Nobody had this choice." }
                @else if chances == 0 { "Waiting for the first." }
                @else {
                    b { (taken) " of " (chances) } " times: "
                    b { (part(&Rational::ratio(taken.into(), chances.into()), true)) } ". "
                    "The equilibrium: " b { (probability) } "."
                }
            }
        }
    }
}
