//! The tab of files: every form of the answer and of the game, and how to cite it.

use axum::extract::RawQuery;
use bluff_report::citation::bibtex;
use bluff_report::forms::FORMS;
use bluff_report::game_forms::{GAME_FORMS, GameForm};
use bluff_report::picture::tree;
use maud::{Markup, html};
use rational_bluff::certificate::{Certified, Solution as Equilibrium};
use rational_bluff::game::Game;
use rational_bluff::solve::Method;

use crate::api::affordable_by;
use crate::api::query::Query;
use crate::api::solutions::GameSource;
use crate::page::parts::frame::{cited, page, png};
use crate::page::parts::head::framed;
use crate::page::parts::request::from_equilibrium;
use crate::page::parts::tabs::GameTab;
use crate::page::parts::titles::title;
use crate::problem::ReplyResult;
use crate::service::Service;

/// Every form of the answer as a file, and how to cite it.
pub(super) async fn show(service: &Service, label: String, query: RawQuery) -> ReplyResult {
    Query::of(query, &["tab"])?;
    let drawn = from_equilibrium(service, GameSource::Label(label), |solution, _| {
        let main = html! {
            div data-part="rest" {
                (downloads(&solution.game))
                (citation(solution))
            }
        };
        let title = format!("Files: {}", title(&solution.game));
        Ok((title, framed(GameTab::Files, solution, ("", &[]), (None, &main))))
    });
    let (title, main) = drawn.await?;
    Ok(page(&title, &main))
}

/// Every form of the answer as a file.
fn downloads(game: &Game) -> Markup {
    let label = game.label();
    let forms = FORMS.iter().filter(|form| (form.fits)(game).is_ok());
    let forms = forms.map(|form| (form.name.suffix, form.name.about));
    let picture = ("svg", "Strategies, SVG");
    let trees = [("tree.svg", "Betting tree, SVG"), ("tikz", "Betting tree, TikZ")];
    let trees = trees.into_iter().filter(|_| tree::fits(game));
    html! {
        section aria-labelledby="downloads" {
            h2 id="downloads" { "Downloads" }
            ul.links {
                @for (suffix, name) in forms.chain([picture]).chain(trees) {
                    li { a href=(format!("/{label}.{suffix}")) { (name) } }
                }
                li { (png(&label, &format!("/{label}.svg"))) }
            }
            h3 { "The game alone" }
            ul.links {
                @for form in GAME_FORMS.iter().filter(|form| written(game, form)) {
                    @let file = format!("/api/v1/games/{label}.{}", form.name.suffix);
                    li { a href=(file) { (form.name.about) } }
                }
            }
        }
    }
}

/// True if the service writes this form of a game.
fn written(game: &Game, form: &GameForm) -> bool {
    (form.fits)(game) && (!form.is_program || affordable_by(game, Method::Lp).is_ok())
}

/// The entry of a bibliography.
fn citation(solution: &Certified<Equilibrium>) -> Markup {
    cited(&bibtex(solution), "The hash is that of the solution document. ")
}
