//! A class: students play Kuhn's game as its second player. Who they are is not kept.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use bluff_batch::compute::Client;
use bluff_questions::error::Error;
use bluff_questions::parse_whole;
use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::counted;

use crate::api::query::unexpected;
use crate::api::solutions::GameSource;
use crate::class_rooms::CountedDecision;
use crate::limits::CLASS_AGE;
use crate::play::Hand;
use crate::problem::Problem;
use crate::service::Service;

use super::felt;
use super::session::SeatedPlayer;
use crate::page::parts::assets;
use crate::page::parts::frame::{crumbs, live, page, wrong};
use crate::page::parts::request::{Fields, from_equilibrium};

/// The game of a class, and the seat of its students: both probabilities of this seat are the same
/// in every equilibrium.
const LABEL: &str = "kuhn/n3-b1";
const SEAT: usize = 1;

/// A class in an address, with the client that asks and the student of the address if it has one.
pub(crate) struct ClassPlace {
    client: Client,
    pub(super) code: String,
    student: Option<u64>,
}

impl<S: Send + Sync> FromRequestParts<S> for ClassPlace {
    type Rejection = ClassRefused;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> ClassResult<Self> {
        let named = Path::<HashMap<String, String>>::from_request_parts(parts, state).await;
        let Path(named) = named.unwrap_or_else(|_| Path(HashMap::new()));
        let student = |text: &String| {
            let number = u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16);
            number.ok_or_else(|| unexpected("student", text, "16 digits of 0 to 9 and a to f"))
        };
        Ok(Self {
            client: parts.extensions.get().copied().unwrap_or(Client::OWN),
            code: named.get("code").map(|code| tidied(code)).unwrap_or_default(),
            student: named.get("student").map(student).transpose()?,
        })
    }
}

impl ClassPlace {
    pub(super) fn at(&self) -> (Client, &str) {
        (self.client, &self.code)
    }

    pub(super) fn address(&self) -> String {
        let student = self.student.map(|student| format!("/{student:016x}"));
        format!("/class/{}{}", self.code, student.unwrap_or_default())
    }
}

/// A refusal as the page of classes, with the field of a code.
pub(crate) struct ClassRefused(Problem);

/// The answer to a request of a class.
pub(crate) type ClassResult<T = Response> = Result<T, ClassRefused>;

impl<E: Into<Problem>> From<E> for ClassRefused {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for ClassRefused {
    fn into_response(self) -> Response {
        let main = entrance(Some(&self.0.message()));
        wrong(self.0, "Class", &main)
    }
}

/// A code as it is typed: small letters and blanks are no mistake.
fn tidied(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase()
}

/// `GET /class`: the field of a code, and the button that opens a class; `code=` leads to the
/// class.
pub(crate) async fn door(query: Fields) -> ClassResult {
    query.all_known(&["code"])?;
    let code = query.text("code").map(tidied).filter(|code| !code.is_empty());
    Ok(match code {
        Some(code) => Redirect::to(&format!("/class/{code}")).into_response(),
        None => page("Class", &entrance(None)),
    })
}

fn entrance(refused: Option<&str>) -> Markup {
    let days = CLASS_AGE.as_secs() / 86_400;
    html! {
        (crumbs(&[("/book", "Learn"), ("/teach", "Teach")], "Class"))
        h1 { "A class on bluffing" }
        p.rules { "Students play hands of Kuhn’s game on their own phones, against an equilibrium. \
            The hall sees how often they bluff and call. Only these counts are kept, for "
            (counted(days, "day", "days")) "." }
        @if let Some(words) = refused { p.refused role="alert" { (words) } }
        form.ask action="/class" method="get" {
            div.field {
                label for="code" { "Code of your class" }
                input id="code" name="code" autocomplete="off" autocapitalize="characters"
                    spellcheck="false" maxlength="12" required;
            }
            button type="submit" { "Play" }
        }
        form action="/class" method="post" {
            p { "You teach? " button type="submit" { "Open a class" } }
        }
    }
}

/// `POST /class`: opens a class, and leads to its hall. The key that ends it is in a cookie: the
/// address of the hall is projected.
pub(crate) async fn open(State(service): State<Service>, place: ClassPlace) -> ClassResult {
    let [code, key] = service.classes.open(place.client)?;
    let name = hall_cookie(&code);
    let age = CLASS_AGE.as_secs();
    let cookie = format!("{name}={key}; Max-Age={age}; HttpOnly; SameSite=Strict");
    let hall = Redirect::to(&format!("/class/{code}/hall"));
    Ok(([(header::SET_COOKIE, cookie)], hall).into_response())
}

/// The name of the cookie with the key of a hall.
pub(super) fn hall_cookie(code: &str) -> String {
    format!("hall-{code}")
}

/// `GET /class/{code}`: leads to the hands of a new student.
pub(crate) async fn join(
    State(service): State<Service>,
    place: ClassPlace,
) -> ClassResult<Redirect> {
    let student = RandomState::new().hash_one(&place.code);
    service.classes.seed(place.at(), student, None)?;
    Ok(Redirect::to(&ClassPlace { student: Some(student), ..place }.address()))
}

/// `GET /class/{code}/{student}`: the next hand; with `last=` the end of the one before.
pub(crate) async fn hand(
    State(service): State<Service>,
    place: ClassPlace,
    query: Fields,
) -> ClassResult {
    query.all_known(&["last"])?;
    let student = place.student.unwrap_or_default();
    let (ended, next) = service.classes.seed(place.at(), student, None)?;
    let last: Vec<String> =
        query.texts("last").filter(|_| ended > 0).map(str::to_owned).take(1).collect();
    let (number, seed) = match last.is_empty() {
        true => (ended + 1, next),
        false => (ended, service.classes.seed(place.at(), student, Some(ended))?.1),
    };
    let (here, code) = (place.address(), place.code);
    let drawn = move |solution: &Solution| {
        let seated = seated(solution);
        let hand = seated.hand(&seed, last.as_slice())?;
        let end = seated.end(&hand);
        Ok(html! {
            (crumbs(&[("/class", "Class")], &code))
            h1 { "Hand " (number) }
            (felt::felt(&seated, &hand, end))
            @match end {
                Err(view) => form.actions action=(here) method="post" {
                    input type="hidden" name="hand" value=(number);
                    (felt::choices(&seated, view))
                },
                Ok(_) => form.actions action=(here) method="get" {
                    button.act.first type="submit" data-key="n" {
                        kbd.scripted { "N" } b { "Next hand" }
                    }
                },
            }
            script src=(assets::TABLE.address) defer {}
        })
    };
    let main = of_equilibrium(&service, drawn).await?;
    Ok(live("Class", &html! {}, &main))
}

fn seated(solution: &Solution) -> SeatedPlayer<'_> {
    SeatedPlayer::new(solution, solution.game.players()[SEAT])
}

/// Draws from the equilibrium of the game of a class.
pub(super) async fn of_equilibrium<T: Send + 'static>(
    service: &Service,
    draw: impl Fn(&Solution) -> Result<T, Error> + Send + Sync + 'static,
) -> Result<T, Problem> {
    let source = GameSource::Label(LABEL.to_owned());
    from_equilibrium(service, source, move |solution, _| draw(solution)).await
}

/// The form of a request, which has no other fields than these.
pub(super) async fn sent_form(request: Request, known: &[&str]) -> ClassResult<Fields> {
    let form = Fields::posted(request).await?;
    form.all_known(known)?;
    Ok(form)
}

/// `POST /class/{code}/{student}`: counts the decision of a hand, and leads to its end.
pub(crate) async fn decide(
    State(service): State<Service>,
    place: ClassPlace,
    request: Request,
) -> ClassResult<Redirect> {
    let form = sent_form(request, &["hand", "do"]).await?;
    let number = form.text("hand").unwrap_or_default();
    let number = parse_whole("hand", number, 1..=u64::from(u32::MAX))? as u32;
    let student = place.student.unwrap_or_default();
    let (ended, seed) = service.classes.seed(place.at(), student, Some(number))?;
    let done = form.text("do").unwrap_or_default().to_owned();
    let last = done.replace(' ', "+");
    // A form that is sent again leads to where the student is.
    if number == ended + 1 {
        // A student has one decision in each hand.
        let what = move |solution: &Solution| {
            let hand = seated(solution).hand(&seed, std::slice::from_ref(&done))?;
            Ok(counted_decision(solution, &hand))
        };
        let decision = of_equilibrium(&service, what).await?;
        service.classes.count(place.at(), (student, number), decision)?;
    }
    Ok(Redirect::to(&format!("{}?last={last}", place.address())))
}

/// The decision that a class counts in a hand that is over, and if it was taken.
fn counted_decision(solution: &Solution, hand: &Hand) -> Option<(CountedDecision, bool)> {
    let held = hand.held.hands[SEAT];
    CountedDecision::ALL.into_iter().zip(places(solution)).find_map(|(decision, place)| {
        let (card, view, action) = place;
        let step = hand.steps.iter().find(|(at, _)| card == held && *at == view)?;
        Some((decision, step.1 == action))
    })
}

/// The card, the view of the students and the action of each counted decision.
pub(super) fn places(solution: &Solution) -> Vec<(u64, usize, usize)> {
    let views = solution.game.views();
    let own = || (0..views.len()).filter(|at| views[*at].player.index() == SEAT);
    let place = |(card, name): (u64, &str)| {
        let action = |view: usize| views[view].actions.iter().position(|action| action == name);
        own().find_map(|view| Some((card, view, action(view)?)))
    };
    [(1, "bet 1"), (2, "call")].into_iter().filter_map(place).collect()
}
