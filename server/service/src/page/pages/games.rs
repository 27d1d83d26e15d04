//! The games: families by search and filters, and the answers of the catalogue, page by page.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect};
use bluff_batch::catalogue::{EntryFilter, EntryName};
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::words::WordsMeaning;
use maud::{Markup, html};
use rational_bluff::game::{FAMILIES, Family, MAX_CARDS, PLAYERS, meant, parse_label};
use rational_bluff::solve::{Method, settled};

use crate::api::most_cards;
use crate::api::query::Query;
use crate::service::Service;

use crate::page::pages::book;
use crate::page::parts::form::{choice, whole_number};
use crate::page::parts::frame::{self, PageResult, page, with_query};
use crate::page::parts::glossary::term;
use crate::page::parts::request::whole;
use crate::page::parts::titles;

/// Number of stored answers on a page.
const LISTED: u32 = 50;
/// Fields of the form, `before`, the place in the list of answers, and `q`, the words of a search
/// elsewhere.
const KNOWN: [&str; 7] = ["search", "family", "players", "n", "method", "before", "q"];

/// The filters.
#[derive(Debug)]
struct Filters {
    search: String,
    family: Option<&'static Family>,
    players: Option<u64>,
    n: Option<u64>,
    method: Option<Method>,
    before: Option<u64>,
}

impl Filters {
    /// Errors: `Malformed` for other fields, and for numbers that no game has; `UnknownGame`,
    /// `UnknownMethod`.
    fn read(query: RawQuery) -> Result<Self, Error> {
        let query = Query::of(query, &KNOWN)?;
        Ok(Self {
            search: query.text("search").or(query.text("q")).unwrap_or_default().to_owned(),
            family: query.text("family").map(Family::known).transpose()?,
            players: whole(&query, "players", 2..=10)?,
            n: whole(&query, "n", 1..=MAX_CARDS)?,
            method: query.text("method").map(str::parse).transpose()?,
            before: whole(&query, "before", 1..=i64::MAX as u64)?,
        })
    }

    /// The address of a search, if its words ask something or are a heading of the book.
    ///
    /// Errors: those of [`WordsMeaning::read`].
    fn named(&self) -> Result<Option<String>, Error> {
        let meant = WordsMeaning::read(&self.search)?.map(|meaning| meaning.address);
        Ok(meant.or_else(|| book::under(&self.search)))
    }

    /// True for a family that has games like that.
    fn take(&self, family: &'static Family) -> bool {
        let players = |players| family.parameters.contains(&&PLAYERS) || players == count(family);
        self.family.is_none_or(|one| one.name == family.name)
            && self.players.is_none_or(players)
            && self.n.is_none_or(|n| family.only_deck().map_or(n > 1, |deck| deck == n))
    }

    /// Stored answers like that.
    fn entries(&self) -> EntryFilter {
        let n = self.n.map_or("n%".to_owned(), |n| format!("n{n}-%"));
        let search: String =
            self.search.chars().filter(|letter| !"%\\".contains(*letter)).collect();
        let pattern = |family: &'static Family| {
            let words = if mentions(&self.search, family) { "" } else { search.as_str() };
            let players = match self.players {
                Some(players) if family.parameters.contains(&&PLAYERS) => format!("%-p{players}%"),
                _ => "%".to_owned(),
            };
            let (name, words) = (family.name, words.strip_prefix(family.name).unwrap_or(words));
            let words = words.trim_start_matches('/');
            match words.is_empty() {
                true if family.has_own_deck() && self.n.is_none() => format!("{name}%"),
                true => format!("{name}/{n}{players}"),
                false => format!("{name}/%{words}%"),
            }
        };
        EntryFilter {
            labels: FAMILIES.into_iter().filter(|family| self.take(family)).map(pattern).collect(),
            question: self.method.map_or("%", Method::name).to_owned(),
            before: self.before.and_then(|id| i64::try_from(id).ok()).unwrap_or(i64::MAX),
            limit: LISTED,
        }
    }

    /// The same filters, further down the list.
    fn address(&self, before: i64) -> String {
        let text = |number: Option<u64>| number.map(|number| number.to_string());
        let fields = [
            ("search", Some(self.search.clone()).filter(|search| !search.is_empty())),
            ("family", self.family.map(|family| family.name.to_owned())),
            ("players", text(self.players)),
            ("n", text(self.n)),
            ("method", self.method.map(|method| method.name().to_owned())),
            ("before", Some(before.to_string())),
        ];
        let fields = fields.into_iter().filter_map(|(key, value)| Some((key, value?)));
        with_query("/games", fields) + "#answers"
    }
}

/// True for a family whose name, title or rules have these words.
pub(crate) fn mentions(words: &str, family: &Family) -> bool {
    let words = words.to_lowercase();
    let Family { name, title, about, summary, .. } = family;
    [name, title, about, summary].iter().any(|text| text.to_lowercase().contains(&words))
}

/// Number of players of a family, of its example where it has several.
pub(crate) fn count(family: &Family) -> u64 {
    parse_label(family.example).map_or(2, |game| game.players().len() as u64)
}

/// The method that solves the games of a family by default.
pub(crate) fn method(family: &Family) -> &'static str {
    parse_label(family.example).map_or("auto", |game| settled(&game, Method::Auto).name())
}

/// `GET /games?search=&family=&players=&n=&method=`: the families, and the answers that are stored.
pub(crate) async fn show(State(service): State<Service>, query: RawQuery) -> PageResult {
    let filters = Filters::read(query)?;
    let answers = Arc::clone(&service.answers);
    let shown = service.pool.run_quoted(SHORT, move |_| {
        let refused = match filters.named() {
            Ok(Some(address)) => return Ok(Err(address)),
            Ok(None) => None,
            Err(refused) => Some(refused.public_message()),
        };
        let stored = answers.named(&filters.entries());
        Ok(Ok(body(&filters, refused.as_deref(), stored.as_deref())))
    });
    Ok(match shown.await? {
        Ok(main) => page("Games", &main),
        Err(address) => Redirect::to(&address).into_response(),
    })
}

fn body(filters: &Filters, refused: Option<&str>, stored: Option<&[EntryName]>) -> Markup {
    let shown: Vec<&'static Family> = FAMILIES
        .into_iter()
        .filter(|family| filters.take(family) && mentions(&filters.search, family))
        .filter(|family| filters.method.is_none_or(|wanted| wanted.name() == method(family)))
        .collect();
    let mentioned = Some(&filters.search).filter(|words| !words.is_empty());
    html! {
        h1 { "Games" }
        p.rules {
            "Each " (term("family")) " takes a deck and " (term("stakes")) "; every game has a \
                permanent " (term("label")) ". Values are per hand, in \
                antes unless the rules name another unit. Each answer comes with its "
            (term("certificate")) "."
        }
        (form(filters))
        @if let Some(words) = refused {
            p.refused role="alert" { (words) ". " a href="/games" { "All games" } }
        }
        @else if shown.is_empty() {
            @let meant = mentioned.and_then(|words| Family::named(meant(words)?));
            p role="status" {
                "No family is like that. "
                @if let Some(family) = meant {
                    "Did you mean " a href=(format!("/{}", family.name)) { (family.title) } "? "
                }
                a href="/games" { "All families" }
            }
        }
        div.families { @for family in shown { (entry(family)) } }
        p {
            "Spots of hold’em have no label before they are solved: "
            a href="/holdem" { "choose a board, ranges and sizes" } "."
        }
        @if let Some(places) = mentioned.and_then(|words| book::mentioned(words)) {
            section aria-labelledby="book" { h2 id="book" { "In the book" } (places) }
        }
        (answers(filters, stored))
    }
}

fn form(filters: &Filters) -> Markup {
    let any = || std::iter::once(("", "any"));
    let families = FAMILIES.into_iter().map(|family| (family.name, family.title));
    let methods = Method::ALL[1..].iter().map(|method| (method.name(), method.name()));
    let counts = any().map(|(none, any)| (none.to_owned(), any.to_owned()));
    let counts = counts.chain((2..=10).map(|count| (count.to_string(), count.to_string())));
    let (family, method) =
        (filters.family.map(|family| family.name), filters.method.map(Method::name));
    let text = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let (players, cards) = (text(filters.players), text(filters.n));
    html! {
        form.ask action="/games" method="get" role="search" aria-label="Games to show" {
            div.field {
                label for="search" { "Words or label" }
                input id="search" name="search" type="search" value=(filters.search);
            }
            (choice(("family", "Family"), any().chain(families), family.as_ref()))
            (choice(("players", "Players"), counts, Some(&players)))
            (whole_number(("n", "Cards n"), "", cards))
            (choice(("method", "Method"), any().chain(methods), method.as_ref()))
            button type="submit" { "Show" }
        }
    }
}

/// A family: title, rules, an example.
fn entry(family: &'static Family) -> Markup {
    let Family { name, title, about, example, parameters, .. } = family;
    let players = match parameters.contains(&&PLAYERS) {
        true => "2 to 10".to_owned(),
        false => count(family).to_string(),
    };
    html! {
        article.panel {
            h2 { a href=(format!("/{name}")) { (title) } }
            p { (titles::family_rules(about)) }
            dl.facts {
                div { dt { "Players" } dd { (players) } }
                div { dt { @if family.has_own_deck() { "Hands" } @else { "Cards" } } dd {
                    @match family.only_deck() {
                        Some(deck) => (deck),
                        None => {
                            (players.split(' ').next().unwrap_or_default()) " to "
                            @match most_cards(family) {
                                MAX_CARDS => { "10" sup { "18" } }
                                most => (most),
                            }
                        }
                    }
                } }
                @if !parameters.is_empty() {
                    div { dt { "Takes" } dd { @for (at, one) in parameters.iter().enumerate() {
                        @if at > 0 { ", " } (one.title.to_lowercase())
                    } } }
                }
                div { dt { "Method" } dd { (method(family)) } }
            }
            ul.links {
                li { a href=(format!("/{example}")) { (example) } }
                @if !family.has_own_deck() {
                    li { a href=(format!("/map/{name}")) { "map" } }
                }
                @if let Some(chapter) = book::of_game(name) {
                    li { a href=(chapter) { "chapter" } }
                }
            }
        }
    }
}

/// The stored answers.
fn answers(filters: &Filters, stored: Option<&[EntryName]>) -> Markup {
    html! {
        section aria-labelledby="answers" {
            h2 id="answers" { "Solved games" }
            @match stored {
                None => p { "This service has no " (term("catalogue")) " now: every label is \
                    answered, and no answer is stored." },
                Some([]) => p {
                    @if filters.before.is_some() { "No more answers are stored." }
                    @else { "No answer like that is stored yet. " }
                    a href="/kuhn/n13-b1" { "Open a game" }
                    ": its answer will stand here. Threshold forms are computed at once and not \
                        stored."
                },
                Some(stored) => (table(filters, stored)),
            }
        }
    }
}

fn table(filters: &Filters, stored: &[EntryName]) -> Markup {
    let older = stored.last().filter(|_| stored.len() == LISTED as usize).map(|last| last.id);
    html! {
        p.note { "Answers of the " (term("catalogue")) ", the newest first." }
        div.wide tabindex="0" role="region" aria-labelledby="answers" {
            (frame::table("full", "", ["Label", "Game", "Cards", "Answer"], stored.iter().map(row)))
        }
        @if let Some(id) = older {
            p { a rel="next" href=(filters.address(id)) { "Older answers" } }
        }
    }
}

fn row(entry: &EntryName) -> [Markup; 4] {
    let EntryName { label, question, .. } = entry;
    let (name, stakes) = label.split_once('/').unwrap_or((label, ""));
    let family = Family::named(name);
    let own = family.filter(|family| family.has_own_deck()).and_then(Family::only_deck);
    let cards = stakes.split('-').next().unwrap_or_default().trim_start_matches('n');
    let default = family.is_some_and(|family| method(family) == question);
    let address = match question.as_str() {
        "pure" => format!("/pure/{label}"),
        "cuts" => format!("/pure/{label}?cuts=true"),
        "formula" => format!("/formulas/{label}"),
        _ if default => format!("/{label}"),
        method => format!("/{label}?method={method}"),
    };
    let cards = match (question.as_str(), own) {
        ("formula", _) => html! { "all" },
        (_, Some(own)) => html! { (own) },
        _ => html! { (cards) },
    };
    let title = family.map_or(name, |family| family.title);
    [html! { a href=(address) { (label) } }, html! { (title) }, cards, html! { (question) }]
}
