//! A deal without a dealer, message by message, and the knowledge of each party.

pub(crate) mod fair;
mod given;

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect};
use bluff_dealing::fairness::{CoalitionKnowledge, knowledge};
use bluff_dealing::{
    DealTable, Event, Fault, Message, NamedProtocol, PROTOCOLS, Parties, Party, Protocol, Seeded,
    Setting, WireWord, announcements, messages, outcome, told,
};
use bluff_questions::error::Error;
use bluff_questions::over_http::INSTANT;
use bluff_report::deal::setting_words;
use bluff_report::picture::advice::capital;
use bluff_report::picture::messages::{self as picture, Arrow};
use maud::{Markup, html};
use rational_bluff::solve::Control;

use crate::api::deals::setting;
use crate::api::fields::query_of;
use crate::api::query::{Query, unexpected};
use crate::limits::PROVED;
use crate::service::Service;

use crate::page::parts::form;
use crate::page::parts::frame::{PageResult, columns, crumbs, page, wide};
use crate::page::parts::glossary::term;
use crate::page::parts::request::drawn_once;

/// Every field of the form: name, label, what stands there at first.
const FIELDS: [(&str, &str, &str); 3] =
    [("players", "Players", "3"), ("cards", "Cards", "4"), ("hand", "Cards for each", "1")];
/// The most messages that are drawn.
const DRAWN: usize = 60;
/// The most messages that are shown.
const SHOWN: usize = 300;
/// Maximum number of sequences of coins that are played for the knowledge of a party.
const KNOWN_BRANCHES: u64 = 400_000;
/// The most words of one message that are shown.
const WORDS: usize = 12;

/// The query of the address.
struct DealQuery {
    system: &'static NamedProtocol,
    setting: Setting,
    seed: u64,
    /// The party whose view is shown; `None` shows everything.
    seat: Option<Party>,
}

/// `GET /deals`: a choice of protocols; `?protocol=` deals and leads to the deal's own address;
/// `&seat=` shows the view of one party.
pub(crate) async fn show(State(service): State<Service>, query: RawQuery) -> PageResult {
    let query = Query::of(
        query,
        &["protocol", "players", "cards", "hand", "variant", "bug", "seed", "seat"],
    )?;
    let Some(name) = query.text("protocol") else {
        return Ok(page("Deals without a dealer", &choice()));
    };
    let (system, setting) = setting(name, &query, FIELDS.map(|(_, _, first)| first), "bug")?;
    let Some(seed) = query.text("seed") else {
        let seed = RandomState::new().hash_one(system.name);
        let asked = DealQuery { system, setting, seed, seat: None };
        return Ok(Redirect::to(&asked.address()).into_response());
    };
    let hexadecimal = u64::from_str_radix(seed, 16).ok().filter(|_| seed.len() <= 16);
    let seed =
        hexadecimal.ok_or_else(|| unexpected("seed", seed, "at most 16 hexadecimal digits"))?;
    let protocol = system.protocol(&setting).map_err(|refused| Error::Deal(refused.into()))?;
    let seat = |name: &str| {
        let names: Vec<String> =
            Party::all(protocol.parties()).map(|party| protocol.name(party)).collect();
        let found = names.iter().position(|known| known == name).map(Party::at);
        found.ok_or_else(|| unexpected("seat", name, &format!("one of: {}", names.join(", "))))
    };
    let seat = query.text("seat").map(seat).transpose()?;
    let asked = DealQuery { system, setting, seed, seat };
    let title = format!("A deal without a dealer: {}", system.title);
    let name = format!("deal {} {:?}", asked.address(), asked.seat);
    let pool = Arc::clone(&service.pool);
    let draw = move |control: &Control| Ok(Played::new(&asked, &*protocol, control)?.page());
    let drawn = async move { pool.run_quoted(INSTANT, draw).await };
    drawn_once(&service, (&title, &name), drawn).await
}

fn choice() -> Markup {
    html! {
        h1 { "Deals without a dealer" }
        p.rules { "These protocols deal cards among players who do not trust each other. Choose \
            one to see every message, and the knowledge of each party." }
        (setting_form("/deals", None, (["3", "4", "1"].map(str::to_owned), None), (None, "Deal")))
        section aria-labelledby="protocols" {
            h2 id="protocols" { "Protocols" }
            dl { @for system in PROTOCOLS {
                dt {
                    a href=(format!("/deals?protocol={}", system.name)) { (system.title) }
                    " " code { (system.name) }
                }
                dd { (capital(system.about)) ". Assumed: " (system.assumes) "." }
            } }
            p { a href="/fairness" { "Is a deal fair?" } " Every sequence of coins says it." }
            p.soft {
                "Ciphertexts on these pages are ideal: E1, E2, … The command "
                code { "bluff deal" }
                " and the address "
                code { "POST /api/v1/deals" }
                " deal with real ones."
            }
        }
    }
}

/// The fields of a deal: protocol and numbers.
pub(crate) fn setting_form(
    action: &str,
    chosen: Option<&str>,
    (numbers, variant): ([String; 3], Option<&str>),
    (deals, button): (Option<&str>, &str),
) -> Markup {
    let systems = PROTOCOLS.iter().map(|system| (system.name, system.title));
    html! {
        form.ask action=(action) method="get" {
            (form::choice(("protocol", "Protocol"), systems, chosen.as_ref()))
            @for ((name, label, _), number) in FIELDS.into_iter().zip(numbers) {
                (form::whole_number((name, label), "", number))
            }
            @let hint = "As the protocol takes it, such as 3,2,1; empty: none";
            (form::line(("variant", "Variant"), hint, variant.unwrap_or_default()))
            @if let Some(deals) = deals {
                @let hint = "Tested at random; empty: every sequence of coins, at most 4 cards";
                (form::whole_number(("deals", "Deals"), hint, deals))
            }
            button type="submit" { (button) }
        }
    }
}

impl DealQuery {
    /// The address of the deal, as seen by everything.
    fn address(&self) -> String {
        let Setting { players, cards, hand, bug, variant } = &self.setting;
        let more = [("bug", bug.as_deref()), ("variant", variant.as_deref())].into_iter();
        let more = more.filter_map(|(key, text)| Some(format!("&{}", query_of(&[(key, text?)]))));
        let more: String = more.collect();
        let name = self.system.name;
        format!(
            "/deals?protocol={name}&players={players}&cards={cards}&hand={hand}{more}&seed={:016x}",
            self.seed
        )
    }
}

/// A deal, and how it ended.
struct Played<'a> {
    asked: &'a DealQuery,
    protocol: &'a dyn Protocol,
    log: Vec<Event>,
    ended: Result<(), Fault>,
    /// Knowledge of the selected party after each message, for small decks.
    known: Option<Vec<CoalitionKnowledge>>,
}

impl<'a> Played<'a> {
    fn new(
        asked: &'a DealQuery,
        protocol: &'a dyn Protocol,
        control: &Control,
    ) -> Result<Self, Error> {
        let coins = |party: Party| {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&asked.seed.to_le_bytes());
            Seeded::new(seed, party.place() as u64)
        };
        let mut coins: Vec<Seeded> = Party::all(protocol.parties()).map(coins).collect();
        let mut table = DealTable::new(protocol.parties(), &mut coins);
        table.control = Some(control);
        let ended = protocol.run(&mut table);
        let log = table.into_log();
        control.check()?;
        // Every sequence of coins is played for it, so larger decks go without.
        let small = asked.setting.players <= PROVED.0 && asked.setting.cards <= PROVED.1;
        let known = asked.seat.filter(|_| small && ended.is_ok());
        let known = known
            .and_then(|seat| knowledge(protocol, seat.into(), &log, KNOWN_BRANCHES, control).ok());
        control.check()?;
        Ok(Self { asked, protocol, log, ended, known })
    }

    fn messages(&self) -> impl Iterator<Item = &Message> {
        messages(&self.log)
    }

    /// True if the selected seat sees what a message says.
    fn sees(&self, message: &Message) -> bool {
        self.asked.seat.is_none_or(|seat| message.from == seat || message.to.has(seat))
    }

    /// The words of a message, or that they are hidden.
    fn words(&self, message: &Message) -> String {
        if !self.sees(message) {
            return "hidden".to_owned();
        }
        let words: Vec<String> = message.body.iter().take(WORDS).map(WireWord::to_string).collect();
        let more = if message.body.len() > WORDS {
            format!(" … {} in all", message.body.len())
        } else {
            String::new()
        };
        words.join(" ") + &more
    }

    fn names(&self, parties: Parties) -> String {
        if parties == Parties::everybody(self.protocol.parties()) {
            return "everybody".to_owned();
        }
        parties.iter().map(|party| self.protocol.name(party)).collect::<Vec<_>>().join(", ")
    }

    fn page(&self) -> Markup {
        let Setting { players, cards, hand, bug, variant } = &self.asked.setting;
        let messages = self.messages().count();
        let eyes = self.asked.seat.map(|seat| self.protocol.name(seat));
        html! {
            (crumbs(&[("/deals", "Deals")], self.asked.system.title))
            h1 {
                "A deal without a dealer, "
                span { (setting_words([players, cards, hand], None)) }
            }
            @let system = self.asked.system;
            p.rules { (capital(system.about)) ". Assumed: " (system.assumes) "." }
            @if let Some(bug) = bug { p.refused { "With the planted bug " (bug) "." } }
            @let numbers = [players, cards, hand].map(|number| number.to_string());
            @let name = Some(self.asked.system.name);
            (setting_form("/deals", name, (numbers, variant.as_deref()), (None, "Deal again")))
            nav.tabs.alone aria-label="View" data-part="tabs" {
                a href=(self.asked.address()) aria-current=[eyes.is_none().then_some("true")] {
                    "Everything"
                }
                @for party in Party::all(self.protocol.parties()) {
                    @let name = self.protocol.name(party);
                    a href=(format!("{}&seat={name}", self.asked.address()))
                        aria-current=[(eyes.as_ref() == Some(&name)).then_some("true")] {
                        "View of "
                        (name)
                    }
                }
            }
            div data-part="stage" {
                (self.outcome())
                section aria-labelledby="messages" {
                    h2 id="messages" { (messages) " messages" }
                    figure.wide {
                        (self.diagram())
                        figcaption { "Time runs downwards. A filled arrow is a message that this \
                            view can read." }
                    }
                    (wide("Messages", &self.listed()))
                    @if self.known.is_some() {
                        p.soft {
                            "The last column is the " (term("law")) " of the deal, given every \
                                coin, sent message and received message of "
                            (eyes.as_deref().unwrap_or_default())
                            " until then."
                        }
                    }
                    @if messages > SHOWN { p.soft { "The first " (SHOWN) " of them." } }
                }
                p {
                    a
                        href=(format!(
                            "/fairness?protocol={}&players={players}&cards=3&hand={hand}",
                            self.asked.system.name
                        )) {
                        "Is it fair?"
                    }
                    " Every sequence of coins of a small deck is played."
                }
            }
        }
    }

    /// The first messages as a picture.
    fn diagram(&self) -> Markup {
        let parties = Party::all(self.protocol.parties());
        let names: Vec<String> = parties.map(|party| self.protocol.name(party)).collect();
        let arrow = |message: &Message| Arrow {
            from: message.from.place(),
            to: message.to.iter().map(Party::place).collect(),
            seen: self.sees(message),
        };
        let arrows: Vec<Arrow> = self.messages().take(DRAWN).map(arrow).collect();
        picture::messages(&names, &arrows)
    }

    fn outcome(&self) -> Markup {
        let told = told(self.protocol, &outcome(&self.log));
        let known = |to: &Parties| self.asked.seat.is_none_or(|seat| to.has(seat));
        html! {
            section aria-labelledby="outcome" {
                h2 id="outcome" { "Outcome" }
                @if let Err(fault) = &self.ended { p.refused { (fault) } }
                @if announcements(&self.log).next().is_some() {
                    ol { @for event in announcements(&self.log) { li { (capital(event)) } } }
                }
                ul.links { @for (to, words) in told.iter().take(SHOWN) {
                    li {
                        (self.names(*to))
                        ": "
                        strong { @if known(to) { (words) } @else { "hidden" } }
                    }
                } }
            }
        }
    }

    fn listed(&self) -> Markup {
        let known = self.known.is_some().then_some("Deals still possible");
        let names = ["Number", "From", "To", "Message", "Content"].into_iter().chain(known);
        html! { table.stacked {
            caption { "All messages, in order" }
            (columns(names))
            tbody { @for (at, message) in self.messages().enumerate().take(SHOWN) {
                tr {
                    th scope="row" { (at) }
                    td data-label="from" { (self.protocol.name(message.from)) }
                    td data-label="to" { (self.names(message.to)) }
                    td { (message.what) }
                    td data-label="content" { code { (self.words(message)) } }
                    @if let Some(known) = self.known.as_ref().and_then(|known| known.get(at)) {
                        td data-label="deals still possible" {
                            (known.possible)
                            ", the likeliest "
                            (known.likeliest)
                            @if !known.entitled { strong { " more than its part" } }
                        }
                    }
                }
            } }
        } }
    }
}
