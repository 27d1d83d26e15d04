//! The value of every deck at once: the formula, its constants as a plot and as a table, the value
//! at a deck of one's choice, and the ways to verify it.

pub(in crate::page) mod atlas;
mod closed;
mod deck;
mod every_bet;
mod family;
mod math;
mod residues;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use bluff_questions::Given;
use bluff_questions::all_decks::AllDecksQuestion;
use bluff_questions::error::Error;
use bluff_questions::family::may_have_family;
use bluff_questions::formula::has_formula;
use bluff_report::formula::{AllDecksReport, DRAWN_DECKS, FORMULA_FORMS, FormulaForm};
use bluff_report::picture::plot::Plot;
use maud::{Markup, html};
use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::formula::Menu;
use rational_bluff::game::Game;

use crate::api::labelled::{formula_fields, formula_label};
use crate::api::question::{Fields, drawn, query_fields};
use crate::problem::Problem;
use crate::service::{Service, in_time};
use crate::values::ImmutableText;
use crate::values::form::{Negotiable, wanted};

use self::math::marked;
use crate::page::pages::book;
use crate::page::parts::frame::{Refused, crumbs, name_of, negotiated, page, png, refusal};
use crate::page::parts::icon;
use crate::page::parts::request::PageLabel;

/// The deck whose value is shown unless another is asked for.
const DECK: u64 = 1_000_003;
/// The forms of a formula's own address.
#[derive(Clone, Copy, Debug)]
enum FormulaAddress {
    Page,
    Written(&'static FormulaForm),
}

impl Negotiable for FormulaAddress {
    fn all() -> impl Iterator<Item = (&'static str, &'static str, Self)> {
        let forms = FORMULA_FORMS.iter().map(|form| (form.suffix, form.media, Self::Written(form)));
        [("html", "text/html", Self::Page)].into_iter().chain(forms)
    }
}

/// `GET /formulas/{game}/{bets}?at=&residue=`: a formula as a page, or in another of its forms.
pub(in crate::page) async fn show(
    State(service): State<Service>,
    PageLabel(address): PageLabel,
    query: RawQuery,
    headers: HeaderMap,
) -> Response {
    let (label, form, by_header) = match wanted::<FormulaAddress>(&address, &headers) {
        Ok(wanted) => wanted,
        Err(error) => return refusal(error, &headers),
    };
    let answer = match form {
        FormulaAddress::Page => {
            let shown = shown(&service, label, query).await;
            shown.unwrap_or_else(|error| Refused::from(error).into_response())
        }
        FormulaAddress::Written(form) => match written(&service, label, query, form).await {
            Ok(text) => text.reply(form.media, by_header, &headers),
            Err(problem) => problem.into_response(),
        },
    };
    if by_header.is_some() { negotiated(answer) } else { answer }
}

/// The fields of a question for a formula: its label, and those of the query.
///
/// Errors: those of labels; `UnknownField`.
fn asked(label: &str, query: RawQuery) -> Result<Fields, Error> {
    formula_label(label)?;
    let RawQuery(query) = query;
    let query = query_fields::<AllDecksQuestion>(&query.unwrap_or_default());
    Given::new(&formula_fields(), query.iter().map(|(key, value)| (&**key, value.clone())))?;
    Ok([("game".to_owned(), label.to_owned())].into_iter().chain(query).collect())
}

/// A formula in a form, shared by identical requests.
async fn written(
    service: &Service,
    label: &str,
    query: RawQuery,
    form: &'static FormulaForm,
) -> Result<ImmutableText, Problem> {
    let given = asked(label, query)?;
    let name = format!("{} {given:?}", form.name);
    let own = service.clone();
    let answer = async move {
        let write = |report: &AllDecksReport| Ok(ImmutableText::new(form.write(report)?));
        Ok((drawn::<AllDecksQuestion, _>(&own, given, write).await?, None))
    };
    Ok(service.shared("formula", &name, answer).await?.0)
}

async fn shown(service: &Service, label: &str, query: RawQuery) -> Result<Response, Problem> {
    let mut given = asked(label, query)?;
    let is_left_out = given.iter().all(|(key, value)| key != "at" || value.trim().is_empty());
    if is_left_out && !label.contains("/n") && !label.ends_with("/bmax") {
        given.retain(|(key, _)| key != "at");
        given.push(("at".to_owned(), DECK.to_string()));
    }
    let bets = read_label(label).ok().map(|(_, bets)| bets);
    let draw = move |report: &AllDecksReport| {
        let bets = bets.unwrap_or(Bets::Whole);
        let page = match report {
            AllDecksReport::Closed(report) => closed::page(report, &bets),
            AllDecksReport::Family(report) => family::page(report),
            AllDecksReport::WholeBets(report) => every_bet::whole_bets(report),
            AllDecksReport::EveryBet(report) => every_bet::one_deck(report),
            AllDecksReport::PureCounts(report) => every_bet::pure_counts(report),
        };
        let title = format!("{}, {}, {}", name_of(&page.name), page.words, page.range());
        Ok((title, page.shown(&report.forms().collect::<Vec<_>>())))
    };
    let main = async { Ok(drawn::<AllDecksQuestion, _>(service, given, draw).await?) };
    let (title, main) = in_time(&service.pool, main).await?;
    Ok(page(&title, &main))
}

/// The deck of a page, and the query that keeps it.
fn chosen(at: Option<u64>) -> (u64, String) {
    let n = at.unwrap_or(DECK);
    (n, if n == DECK { String::new() } else { format!("?at={n}") })
}

/// The page of a formula, from its head on.
#[derive(Default)]
struct FormulaPage {
    label: String,
    /// The name of the game.
    name: String,
    /// The bets or the deck in words.
    words: String,
    /// The address of the proof, and how it was checked.
    proof: Option<(String, &'static str)>,
    /// The decks of which the formula holds, the formula, and what it means.
    line: Option<[Markup; 3]>,
    dials: Option<Markup>,
    /// The picture, and what stands beside it.
    stage: [Markup; 2],
    residues: Option<Markup>,
    rest: Markup,
}

impl FormulaPage {
    fn range(&self) -> &'static str {
        if self.label.contains("/n") { "every bet at once" } else { "every deck at once" }
    }

    fn shown(&self, forms: &[&FormulaForm]) -> Markup {
        let game = name_of(&self.name);
        let way = [("/formulas", "Formulas"), (&format!("/{}", self.name), game)];
        let [picture, beside] = &self.stage;
        html! {
            div data-part="head" {
                (crumbs(&way, &self.label))
                div.head {
                    h1 { (game) ", " (self.words) ", " span { (self.range()) } }
                    @if let Some((address, how)) = &self.proof {
                        p.proved { a.ok href=(address) {
                            (icon::TICK) b { "Proved for all " i { "n" } } ", " (how)
                        } }
                    }
                }
                @if let Some([decks, formula, meaning]) = &self.line {
                    div.head.formula-line {
                        p.formula { span { (decks) } " " (formula) }
                        p.rules { (meaning) }
                    }
                }
            }
            @if let Some(dials) = &self.dials { (dials) }
            div.two data-part="stage" {
                section.panel.board aria-label="Picture" { (picture) }
                (beside)
            }
            @if let Some(residues) = &self.residues {
                section.panel.residues aria-label="Residues" data-part="residues" { (residues) }
            }
            (links(&self.label, forms))
            div.rest data-part="rest" { (self.rest) }
        }
    }
}

/// The ways to check a formula without trusting its page: words, commands, and a document.
fn verified(words: &Markup, commands: &str, document: &Markup) -> Markup {
    html! {
        section aria-labelledby="verify" {
            h2 id="verify" { "Verify" }
            p { (words) }
            pre tabindex="0" { (commands) }
            p { (document) }
        }
    }
}

/// The recurrence of `a(n) = n(n − 1) v(n)`, among the laws of a formula.
fn recurrence(law: &str) -> Markup {
    html! {
        dt { "Recurrence" }
        dd { (marked("a(n) = n(n − 1) v(n)")) ": " (marked(law)) }
    }
}

/// The constants over two periods, with the quantity that they are; `marks_limit` if a deck that
/// equals the limit is marked.
fn constants(plot: Plot, period: u64, quantity: &Markup, marks_limit: bool) -> Markup {
    html! {
        div.marked {
            div.caption {
                p {
                    b { (quantity) }
                    " "
                    @if 2 * period <= DRAWN_DECKS { "over two periods" }
                    @else { "for " (DRAWN_DECKS) " decks; the period is " (period) }
                }
                @if marks_limit {
                    p { svg width="14" height="14" aria-hidden="true" {
                        circle.same cx="7" cy="7" r="5" {} } " equal to the limit" }
                }
            }
            (Plot { y: String::new(), ..plot }.fluid())
        }
    }
}

/// The proof, the forms of a formula, and what stands beside it.
fn links(label: &str, forms: &[&FormulaForm]) -> Markup {
    html! {
        nav.beside aria-label="Beside this formula" data-part="links" {
            @if let Some(chapter) = book::address("ALL_DECKS.md") {
                a href=(chapter) { "Proof, line by line" }
            }
            @for form in forms {
                a href=(format!("/formulas/{label}.{}", form.suffix)) title=(form.about)
                    data-picture[form.suffix == "svg"] { (form.title) }
                @if form.suffix == "svg" {
                    (png(label, &format!("/formulas/{label}.svg")))
                }
            }
            @if !label.contains("/n") {
                a href=(format!("/compare/{label}")) { "Decks compared" }
            }
            a href="/formulas" { "Atlas of formulas" }
        }
    }
}

/// The place of a solved deck among all decks: its residue and the address of the formula. `None`
/// where no formula is written out.
pub(in crate::page) fn place(game: &Game) -> Option<Markup> {
    let family = game.family()?;
    if game.copies() > 1 || game.has_ranges() {
        return None;
    }
    let (label, n) = (format!("{}/{}", game.name(), game.stakes()), game.n());
    let period = if has_formula(family) {
        Some(u64::try_from(Menu::of_formula(game.bets()).ok()?.period().to_i128()?).ok()?)
    } else if may_have_family(game) {
        None
    } else {
        return None;
    };
    Some(html! {
        a href=(format!("/formulas/{label}?at={n}")) {
            @match period {
                Some(period) => {
                    "Deck " (n % period) " (mod " (period) ") of a formula for all "
                },
                None => "A formula for all ",
            }
            i { "n" }
        }
    })
}
