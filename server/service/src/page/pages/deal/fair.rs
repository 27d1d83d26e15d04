//! Fairness of a protocol, and payoffs of a game that is dealt by it: proved or tested at each
//! request.

use axum::extract::{RawQuery, State};
use bluff_dealing::fairness::CheckedSetting;
use bluff_dealing::play::DealtGame;
use bluff_dealing::{NamedProtocol, Setting};
use bluff_questions::fairness::FairnessQuestion;
use bluff_questions::{FieldKind, Given, Question, QuestionField};
use bluff_report::fairness::FairnessAnswer;
use bluff_report::text::Paint;
use maud::{Markup, html};

use crate::api::fields::{Fields, pairs};
use crate::api::labelled::fairness_fields;
use crate::api::question::drawn;
use crate::page::frame::{PageResult, crumbs};
use crate::page::parts::form::typed;
use crate::page::parts::glossary::term;
use crate::page::parts::request::drawn_once;
use crate::service::Service;
use crate::values::reply::fingerprint;

use super::given;

/// The key of the protocol, and the protocol that is checked unless another is chosen.
const PROTOCOL: &str = "protocol";
const FIRST: &str = "barany-furedi";

/// `GET /fairness?protocol=&players=&cards=&hand=&plant=`: the proof that a protocol is fair, by
/// every sequence of coins, or a witness; with `deals=&seed=` tests, with `game=` the
/// payoffs of a game.
pub(crate) async fn show(State(service): State<Service>, RawQuery(query): RawQuery) -> PageResult {
    answered(service, query.unwrap_or_default()).await
}

/// `POST /fairness`: the same with fields that are too long for an address: deals of one's own.
pub(crate) async fn posted(State(service): State<Service>, body: String) -> PageResult {
    answered(service, body).await
}

async fn answered(service: Service, query: String) -> PageResult {
    let mut given = pairs(&FairnessQuestion::fields(), &query);
    if given.iter().any(|(key, _)| key == "hands") {
        // A game knows its deck.
        let is_game = given.iter().any(|(key, _)| key == "game");
        given.retain(|(key, _)| !is_game || key != "cards");
        let sent = given.clone();
        let answer = of_fields(service, "Are these deals fair?", given).await;
        return answer.or_else(|refused| Ok(given::refused(refused, &sent)));
    }
    for (key, _) in &mut given {
        // The key of links from before.
        if key == "bug" {
            "plant".clone_into(key);
        }
    }
    if given.iter().all(|(key, _)| key != PROTOCOL) {
        given.push((PROTOCOL.to_owned(), FIRST.to_owned()));
    }
    let fields = FairnessQuestion::fields();
    let read = Given::new(&fields, given)?;
    let protocol = read.needed(PROTOCOL).to_owned();
    let mut given = fairness_fields(&read)?;
    let title = NamedProtocol::named(&protocol).map_or("", |protocol| protocol.title);
    let title = format!("Is the deal fair? {title}");
    given.push((PROTOCOL.to_owned(), protocol));
    of_fields(service, &title, given).await
}

async fn of_fields(service: Service, title: &str, given: Fields) -> PageResult {
    let key = fingerprint(format!("fairness {given:?}"));
    let own = service.clone();
    let main = async move {
        let draw = |answer: FairnessAnswer| Ok(body(&answer));
        drawn::<FairnessQuestion, _>(&own, given, draw).await
    };
    drawn_once(&service, (title, &key), main).await
}

/// The verdict, the answer in words, and what else there is to ask.
fn body(answer: &FairnessAnswer) -> Markup {
    let is_rejected = answer.no().is_some();
    let [yes, no] = match answer {
        FairnessAnswer::Proved(_) => ["Yes", "No"],
        FairnessAnswer::Dealt(_) => ["Yes, exactly", "No"],
        _ => ["No test rejects", "Rejected"],
    };
    let (setting, dealt, deals) = match answer {
        FairnessAnswer::Proved(found) => (Some(&found.asked), None, None),
        FairnessAnswer::Tested(tested) => (Some(&tested.asked), None, Some(&tested.found.deals)),
        FairnessAnswer::Dealt(found) => (None, Some(&found.asked), None),
        FairnessAnswer::Won(won) => (None, Some(&won.asked), Some(&won.found.deals)),
        FairnessAnswer::Given(found) => return given::tested(found, &words(answer)),
    };
    let protocol =
        setting.map(|asked| &asked.protocol).or(dealt.and_then(|asked| asked.protocol.as_ref()));
    let name = protocol.and_then(|name| NamedProtocol::named(name).ok()).map(|found| found.title);
    html! {
        (crumbs(&[("/deals", "Deals")], if dealt.is_some() { "a game" } else { "Is it fair?" }))
        h1 {
            @if dealt.is_some() { "Does the game pay its value? " } @else { "Is the deal fair? " }
            span { (name.unwrap_or_default()) }
        }
        p.lead { strong { (if is_rejected { no } else { yes }) } }
        @if let Some(CheckedSetting { protocol, setting, .. }) = setting {
            @let Setting { players, cards, hand, variant, .. } = setting;
            @let numbers = [players, cards, hand].map(ToString::to_string);
            @let ask = if deals.is_some() { "Test" } else { "Prove" };
            @let deals = Some(deals.map_or("", String::as_str));
            @let fields = (numbers, variant.as_deref());
            (super::setting_form("/fairness", Some(protocol), fields, (deals, ask)))
        }
        (words(answer))
        @if deals.is_some() {
            p { "A sample cannot prove that a protocol is fair. The " (term("false-alarm \
                probability")) " is at most 10⁻⁶." }
        } @else {
            p.soft { "Each " (term("coalition")) " may know of the " (term("outcome")) " its own \
                part alone. Ciphertexts are ideal here. The security of real ones is an \
                assumption, which no enumeration can prove." }
        }
        @if let Some(DealtGame { game, .. }) = dealt {
            p { a href=(format!("/{game}")) { "The game and its equilibrium" } }
        }
        @if let Some(protocol) = protocol { (onward(protocol)) }
        (given::form(None, "52", ""))
    }
}

fn words(answer: &FairnessAnswer) -> Markup {
    html! { section.panel aria-label="The answer" {
        pre tabindex="0" { (answer.text(Paint::Plain)) }
    } }
}

/// Other questions about a protocol.
fn onward(protocol: &str) -> Markup {
    let game = QuestionField::new(FieldKind::Optional, "game", "GAME", "", "kuhn/n3-b1");
    let proposed = NamedProtocol::named(protocol).map(NamedProtocol::proposed);
    html! {
        p { a href=(format!("/deals?protocol={protocol}")) { "A deal, message by message" } }
        @if let Ok((Setting { players, cards, hand, .. }, deals)) = proposed {
            @let query = format!("players={players}&cards={cards}&hand={hand}&deals={deals}");
            p { a href=(format!("/fairness?protocol={protocol}&{query}")) {
                "A sample of the size at which bugs show"
            } }
        }
        form.ask action="/fairness" method="get" {
            input type="hidden" name="protocol" value=(protocol);
            (typed("A game dealt by this protocol", &game, Some(game.example)))
            button type="submit" { "Compare its payoffs" }
        }
    }
}
