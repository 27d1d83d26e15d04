//! The layout of the page of a formula, and parts that several of them have.

use bluff_questions::game::split_deck;
use bluff_report::citation::bibtex_of_page;
use bluff_report::formula::{DRAWN_DECKS, FormulaForm};
use bluff_report::picture::plot::Plot;
use maud::{Markup, html};

use super::math::marked;
use crate::page::pages::book;
use crate::page::parts::frame::{cited, crumbs, name_of, png};
use crate::page::parts::icon;

/// The deck whose value is shown unless another is asked for.
pub(super) const DECK: u64 = 1_000_003;

/// The deck of a page, and the query that keeps it.
pub(super) fn chosen(at: Option<u64>) -> (u64, String) {
    let n = at.unwrap_or(DECK);
    (n, if n == DECK { String::new() } else { format!("?at={n}") })
}

/// The page of a formula, from its head on.
#[derive(Default)]
pub(super) struct FormulaPage {
    pub(super) label: String,
    /// The name of the game.
    pub(super) name: String,
    /// The bets or the deck in words.
    pub(super) words: String,
    /// The address of the proof, and how it was checked.
    pub(super) proof: Option<(String, &'static str)>,
    /// The decks of which the formula holds, the formula, and what it means.
    pub(super) line: Option<[Markup; 3]>,
    pub(super) dials: Option<Markup>,
    /// The picture, and what stands beside it.
    pub(super) stage: [Markup; 2],
    pub(super) residues: Option<Markup>,
    pub(super) rest: Markup,
}

impl FormulaPage {
    pub(super) fn range(&self) -> &'static str {
        if split_deck(&self.label).is_some() { "every bet at once" } else { "every deck at once" }
    }

    pub(super) fn shown(&self, forms: &[&FormulaForm]) -> Markup {
        let game = name_of(&self.name);
        let way = [("/formulas", "Formulas"), (&format!("/{}", self.name), game)];
        let [picture, beside] = &self.stage;
        let title = format!("{game}, {}, {}", self.words, self.range());
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
            div.rest data-part="rest" {
                (self.rest)
                (cited(&bibtex_of_page(&title, &format!("/formulas/{}", self.label)), ""))
            }
        }
    }
}

/// The ways to check a formula without trusting its page: words, commands, and a document.
pub(super) fn verified(words: &Markup, commands: &str, document: &Markup) -> Markup {
    html! {
        section aria-labelledby="verify" {
            h2 id="verify" { "Verify" }
            p { (words) }
            pre tabindex="0" { (commands) }
            p { (document) }
        }
    }
}

/// Further facts of a formula, in a section of their own.
pub(super) fn laws(facts: &[(&str, String)]) -> Markup {
    html! {
        section aria-labelledby="laws" {
            h2 id="laws" { "Laws" }
            (listed(facts))
        }
    }
}

/// Facts with their names, a line each.
pub(super) fn listed(facts: &[(&str, String)]) -> Markup {
    html! {
        dl.laws { @for (name, words) in facts {
            dt { (name) }
            dd { @for line in words.lines() { (marked(line)) br; } }
        } }
    }
}

/// The constants over two periods, with the quantity that they are; `marks_limit` if a deck that
/// equals the limit is marked.
pub(super) fn constants(plot: Plot, period: u64, quantity: &Markup, marks_limit: bool) -> Markup {
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

/// The address of a formula in a form.
pub(super) fn file(label: &str, form: &FormulaForm) -> String {
    format!("/api/v1/formulas/{label}.{}", form.name.suffix)
}

/// The proof, the forms of a formula, and what stands beside it.
fn links(label: &str, forms: &[&FormulaForm]) -> Markup {
    html! {
        nav.beside aria-label="Beside this formula" data-part="links" {
            @if let Some(chapter) = book::address("ALL_DECKS.md") {
                a href=(chapter) { "Proof, line by line" }
            }
            @for form in forms {
                a href=(file(label, form)) title=(form.name.about)
                    data-picture[form.name.suffix == "svg"] { (form.title) }
                @if form.name.suffix == "svg" {
                    (png(label, &file(label, form)))
                }
            }
            @if split_deck(label).is_none() {
                a href=(format!("/compare/{label}")) { "Decks compared" }
            }
            a href="/formulas" { "Atlas of formulas" }
        }
    }
}
