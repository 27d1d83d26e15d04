//! The value of every deck at once: the formula, its constants as a plot and as a table, the value
//! at a deck of one's choice, and the ways to verify it.

pub(crate) mod atlas;
mod closed;
mod deck;
mod every_bet;
mod family;
mod layout;
mod math;
mod residues;

use axum::extract::RawQuery;
use axum::response::{IntoResponse, Redirect, Response};
use bluff_questions::closed_form::has_formula;
use bluff_questions::error::Error;
use bluff_questions::family::may_have_family;
use bluff_questions::formula::FormulaQuestion;
use bluff_questions::game::split_deck;
use bluff_questions::{Given, Question};
use bluff_report::form::FormName;
use bluff_report::formula::{AllDecksReport, FORMULA_FORMS, FormulaForm};
use maud::{Markup, html};
use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::formula::Menu;
use rational_bluff::game::Game;

use crate::api::fields::{Fields, pairs};
use crate::api::labelled::{formula_fields, formula_label};
use crate::api::question::drawn;
use crate::problem::{Problem, ReplyResult};
use crate::service::{Service, in_time};
use crate::values::form::{HTML, Negotiable, wanted};

use self::layout::{DECK, file};
use crate::page::parts::frame::{Refused, name_of, negotiated, page, refusal};
use crate::page::parts::request::LabelPage;

/// The forms of a formula's own address.
#[derive(Clone, Copy, Debug)]
enum FormulaAddress {
    Page,
    Written(&'static FormulaForm),
}

impl Negotiable for FormulaAddress {
    fn all() -> impl Iterator<Item = (FormName, Self)> {
        let forms = FORMULA_FORMS.iter().map(|form| (form.name, Self::Written(form)));
        [(HTML, Self::Page)].into_iter().chain(forms)
    }
}

/// `GET /formulas/{game}/{bets}?at=&residue=`: a formula as a page, or in another of its forms.
pub(crate) async fn show(
    LabelPage { service, label: address, query, headers }: LabelPage,
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
        FormulaAddress::Written(form) => match formula_label(label) {
            Ok(()) => {
                let query = query.0.map(|query| format!("?{query}")).unwrap_or_default();
                Redirect::permanent(&format!("{}{query}", file(label, form))).into_response()
            }
            Err(error) => Problem::from(error).into_response(),
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
    let query = pairs(&FormulaQuestion::fields(), &query.unwrap_or_default());
    Given::new(&formula_fields(), query.iter().cloned())?;
    Ok([("game".to_owned(), label.to_owned())].into_iter().chain(query).collect())
}

async fn shown(service: &Service, label: &str, query: RawQuery) -> ReplyResult {
    let mut given = asked(label, query)?;
    let is_left_out = given.iter().all(|(key, value)| key != "at" || value.trim().is_empty());
    if is_left_out && split_deck(label).is_none() && !label.ends_with("/bmax") {
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
            other @ (AllDecksReport::PureCounts(_) | AllDecksReport::Fit(_)) => {
                return Err(Error::Internal(format!("no page of {}", other.written().label())));
            }
        };
        let title = format!("{}, {}, {}", name_of(&page.name), page.words, page.range());
        Ok((title, page.shown(&report.forms().collect::<Vec<_>>())))
    };
    let main = async {
        Ok(drawn::<FormulaQuestion, _>(service, given, move |report| draw(&report)).await?)
    };
    let (title, main) = in_time(&service.pool, main).await?;
    Ok(page(&title, &main))
}

/// The place of a solved deck among all decks: its residue and the address of the formula. `None`
/// where no formula is written out.
pub(crate) fn place(game: &Game) -> Option<Markup> {
    let family = game.family()?;
    if game.copies() > 1 || game.has_ranges() {
        return None;
    }
    let (label, n) = (game.label_without_deck(), game.n());
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
