//! Pure equilibria of a game: their number, those in cuts, and each as a picture.

use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::pure::check_deck;
use bluff_report::picture::bars;
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::pure::PureEquilibrium;
use rational_bluff::solve::Control;
use rational_bluff::sweep::first_pure;

use crate::api::label::game_of;
use crate::api::query::Query;
use crate::limits::PURE_EQUILIBRIA;

use crate::page::parts::controls::{AnswerPage, form};
use crate::page::parts::frame::{PageResult, columns, game_crumbs, headed, page, saves};
use crate::page::parts::glossary::{shown_as, term};
use crate::page::parts::listing::links;
use crate::page::parts::number::number;
use crate::page::parts::request::{LabelPage, whole};
use crate::page::parts::titles;

/// Number of equilibria on a page.
const LISTED: usize = 40;

/// The list that is shown.
#[derive(Debug)]
struct PureList {
    game: Game,
    cuts: bool,
    part: usize,
    count: Rational,
    found: Vec<(PureEquilibrium, Rational)>,
}

/// `GET /pure/{label}?cuts=true&part=`: the pure equilibria of von Neumann's game, some at a time.
pub(crate) async fn show(LabelPage { service, label, query, .. }: LabelPage) -> PageResult {
    let query = Query::of(query, &["cuts", "part"])?;
    let cuts = query.flag("cuts")?;
    let part = whole(&query, "part", 1..=parts(PURE_EQUILIBRIA) as u64)?.unwrap_or(1);
    let part = usize::try_from(part).unwrap_or(1);
    let list = service
        .pool
        .run_quoted(SHORT, move |control| PureList::new(&label, cuts, part, control))
        .await?;
    let title = format!("Pure equilibria: {}", titles::title(&list.game));
    Ok(page(&title, &list.body()))
}

fn parts(count: usize) -> usize {
    count.div_ceil(LISTED).max(1)
}

impl PureList {
    /// Errors: those of the library; `Beyond` for larger decks than over HTTP.
    fn new(label: &str, cuts: bool, part: usize, control: &Control) -> Result<Self, Error> {
        let game = game_of(label, control)?;
        check_deck(game.n(), cuts)?;
        let limit = (LISTED * part).min(PURE_EQUILIBRIA);
        let (count, found) = first_pure(&game, cuts, limit, control)?;
        Ok(Self { game, cuts, part, count, found })
    }

    fn body(&self) -> Markup {
        let label = self.game.label();
        let details = html! { (self.game.n()) " cards, bet " (self.game.stakes().words()) };
        let rules = html! {
            "In a " (term("pure strategy")) " no card mixes: I bets with a set of cards, II calls \
                with a set of cards. All that are a " (term("Nash equilibrium")) " pay the same, \
                because a game of two players has one " (term("value")) "."
        };
        let beyond = [(&*format!("/{label}"), &*label)];
        let way = game_crumbs(&self.game, &beyond, "pure equilibria");
        let tab = |cuts: bool, name: &str| {
            html! {
                @let query = if cuts { "?cuts=true" } else { "" };
                a href=(format!("/pure/{label}{query}"))
                    aria-current=[(cuts == self.cuts).then_some("true")] { (name) }
            }
        };
        html! {
            (headed(&way, "Pure equilibria", &details, &rules))
            @let query = if self.cuts { "?cuts=true" } else { "" };
            (form(AnswerPage::Pure, (&self.game, None), query, &[]))
            section.panel.board aria-labelledby="count" data-part="stage" {
                div.tabs { (tab(false, "All")) (tab(true, "In cuts")) }
                p.digits-of id="count" { (self.counted()) }
                @if self.cuts { p.note {
                    "I checks one run of cards and bets all others; II calls from one card up: the "
                    (shown_as("cut", "cuts")) " A, B and C of the paper."
                } }
                (self.table())
                (self.turn())
            }
            nav aria-label="Beside this list" data-part="links" { ul.links {
                li { a href=(format!("/{label}")) { "The equilibrium of this game" } }
                li { a href="/book/games/von-neumann#pure-equilibria" { "The chapter" } }
            } }
        }
    }

    fn counted(&self) -> String {
        let kind = if self.cuts { " in cuts" } else { "" };
        match self.count.to_string().as_str() {
            "0" => format!("No equilibrium{kind}"),
            "1" => format!("One equilibrium{kind}"),
            count => format!("{count} equilibria{kind}"),
        }
    }

    fn address(&self, part: usize) -> String {
        let cuts = if self.cuts { "&cuts=true" } else { "" };
        format!("/pure/{}?part={part}{cuts}", self.game.label())
    }

    fn table(&self) -> Markup {
        let from = (self.part - 1) * LISTED;
        let Some(shown) = self.found.get(from..).filter(|shown| !shown.is_empty()) else {
            return html! {};
        };
        html! {
            div.wide tabindex="0" role="region" aria-label="Equilibria" { table.full.sets {
                (columns(["Number", "I above, II below", "I bets", "II calls", "Value to I"]))
                tbody { @for ((sets, value), at) in shown.iter().zip(from + 1..) { tr {
                    th scope="row" { (at) }
                    td.picture { (bars::sets(self.game.n(), sets)) }
                    td { span.unless-wide { "I bets " } (runs(&sets.bets)) }
                    td { span.unless-wide { "II calls " } (runs(&sets.calls)) }
                    td { span.unless-wide { "value " } (number(value)) }
                } } }
            } }
            (saves(&format!("pure-{}", self.game.label()), ".sets"))
        }
    }

    /// Links to the other parts of the list.
    fn turn(&self) -> Markup {
        let count = self.count.to_i128().and_then(|count| usize::try_from(count).ok());
        let count = count.filter(|count| *count <= PURE_EQUILIBRIA);
        html! {
            (links(parts(count.unwrap_or(PURE_EQUILIBRIA)), self.part, |part| self.address(part)))
            @if count.is_none() { p.note { "A page lists the first " (PURE_EQUILIBRIA) "." } }
        }
    }
}

/// A set of cards by runs: `1, 6–7`.
fn runs(cards: &[u64]) -> String {
    let run = |(first, last): (u64, u64)| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    };
    let text = bars::intervals(cards).map(run).collect::<Vec<_>>().join(", ");
    if text.is_empty() { "none".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_by_runs() {
        assert_eq!(runs(&[1, 6, 7]), "1, 6–7");
        assert_eq!(runs(&[]), "none");
    }

    #[test]
    fn a_list_has_its_parts() {
        let list = PureList::new("von-neumann/n7-b2", false, 1, &Control::new()).unwrap();
        assert_eq!((list.counted().as_str(), list.found.len()), ("3 equilibria", 3));
        assert!(list.body().into_string().contains("1, 6–7"));
    }
}
