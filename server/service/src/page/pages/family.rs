//! A family of games at its own address: rules, betting tree, an example with its strategies, and
//! the ways to the others.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use bluff_questions::error::Error;
use bluff_questions::game::parameter;
use bluff_report::picture::strip::{self, Stage};
use bluff_report::picture::{evaluated, tree};
use maud::{Markup, html};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::continuous::Bets;
use rational_bluff::game::{
    ARGUMENTS, BET, CARDS, FAMILIES, Family, FamilyDeck, Game, MAX_CARDS, PLAYERS, Parameter,
    Stakes, Value, parse_label,
};
use rational_bluff::solve::{Control, Method, solve};

use crate::api::most_cards;
use crate::api::solutions::GameSource;
use crate::service::Service;

use crate::page::pages::{book, games, home};
use crate::page::parts::form::typed;
use crate::page::parts::frame::{PageResult, crumbs, page};
use crate::page::parts::glossary::{shown_as, term};
use crate::page::parts::number::large;
use crate::page::parts::request::{Fields, from_equilibrium};
use crate::page::parts::tabs::GameTab;
use crate::page::parts::{neighbours, picture, titles};

/// The addresses of all families.
pub(crate) fn routes() -> Router<Service> {
    // A game without parameters has its own page there.
    let introduced = FAMILIES.into_iter().filter(|family| !family.parameters.is_empty());
    introduced.fold(Router::new(), |routes, family| {
        routes.route(
            &format!("/{}", family.name),
            get(move |State(service): State<Service>, query| show(service, family, query)),
        )
    })
}

/// `GET /{game}`: the introduction of a family; with arguments, the way to its game.
async fn show(service: Service, family: &'static Family, query: RawQuery) -> PageResult {
    if let Some(opened) = home::opened(&service, family.name, &query).await {
        return opened;
    }
    Fields::read(&query).all_known(&ARGUMENTS.map(|parameter| parameter.key))?;
    let drawn = from_equilibrium(
        &service,
        GameSource::Label(family.example.to_owned()),
        move |solution, control| Ok(body(family, solution, &betting(family, solution, control)?)),
    );
    Ok(page(family.title, &drawn.await?))
}

fn body(family: &'static Family, solution: &Certified<Solution>, betting: &Markup) -> Markup {
    html! {
        (crumbs(&[("/games", "Games")], family.name))
        h1 { (family.title) }
        p.rules { (titles::family_rules(family.about)) }
        div.two {
            div.stack {
                (example(solution))
                (form(family))
            }
            div.stack {
                section.panel aria-labelledby="betting" {
                    h3 id="betting" { "The betting" }
                    (betting)
                }
                (ways(family))
            }
        }
    }
}

/// The betting tree of the example; with three players where that of the example is too large.
///
/// Errors: those of the solve.
fn betting(
    family: &'static Family,
    example: &Certified<Solution>,
    control: &Control,
) -> Result<Markup, Error> {
    let drawn = |solution: &Certified<Solution>, words: &str| {
        let game = &solution.game;
        let (_, passage) = evaluated(game, &solution.profile);
        html! { (tree::tree(game, &passage, "tree")) p.note { (words) } }
    };
    let game = &example.game;
    if tree::fits(game) {
        return Ok(drawn(example, "Edges are as thick as their probability in the example."));
    }
    let stakes = Stakes::bet(game.stakes().number(&BET)).with(&PLAYERS, Value::Whole(3));
    let smaller = solve(&family.game(game.n(), 1, &stakes)?, Method::Auto, control)?.solution;
    Ok(drawn(&smaller, "The tree with three players."))
}

/// The example with its strategies.
fn example(solution: &Certified<Solution>) -> Markup {
    let game = &solution.game;
    let label = game.label();
    let (values, base) = (evaluated(game, &solution.profile), format!("/{label}"));
    let stage = Stage {
        cuts: neighbours::cuts(game),
        base: &base,
        ..Stage::of(game, &solution.profile, Some(&values))
    };
    html! {
        section.panel.board aria-labelledby="example" {
            div.tabs {
                h3 id="example" { "Example: " a href=(base) { (label) } }
                span { "value to I " (large(&solution.values[0])) }
                (strip::key(game, Some(&solution.profile), "colours"))
            }
            (picture::board(&stage, &[0, 1], || strip::strip(&stage)))
            p.ways {
                a.button.first href=(format!("/{label}")) { "Open this game" } " "
                a.button href=(GameTab::Play.address(&label, "")) { "Play against it" } " "
                a.button href=(GameTab::Lock.address(&label, "")) { "Try a strategy" }
            }
        }
    }
}

/// Fields for a game of one's own choice.
fn form(family: &'static Family) -> Markup {
    let example = parse_label(family.example).ok();
    let field = |one: &'static Parameter| {
        let deck = |game: &Game| (*one == CARDS).then(|| game.n().to_string());
        let stakes = |game: &Game| Some(game.stakes().get(one)?.to_string());
        let value = example.as_ref().and_then(|game| deck(game).or_else(|| stakes(game)));
        typed(one.title, &parameter(one), value.as_deref())
    };
    html! {
        section.panel.rest aria-labelledby="own" {
            h3 id="own" { "Any other game" }
            form.ask action="/" method="get" {
                input type="hidden" name="game" value=(family.name);
                @if family.only_deck().is_none() { (field(&CARDS)) }
                @for parameter in family.parameters { (field(parameter)) }
                button type="submit" { "Solve" }
            }
            p.note {
                @match family.deck {
                    FamilyDeck::Any => {
                        "Cards: " (CARDS.range) ". "
                        @if most_cards(family) < MAX_CARDS {
                            "Games of at most " (most_cards(family)) " cards are answered here. "
                        }
                    }
                    FamilyDeck::Only(n) => { "The deck always has " (n) " cards." }
                    FamilyDeck::Own(_) => {}
                }
                @if family.whole_bets {
                    "The bet " code { "max" } " is the size from which on larger bets change \
                        nothing, the " (term("saturation")) "."
                }
            }
        }
    }
}

/// Links to what there is of the family.
fn ways(family: &'static Family) -> Markup {
    let label = parse_label(family.example).ok();
    let compared = label.as_ref().and_then(neighbours::comparison);
    let limit = label.as_ref().filter(|game| neighbours::limit(game).is_some());
    let limit = limit.map(|game| {
        let bets = Bets::Stakes(game.stakes().clone());
        format!("/continuous/{}/{bets}", family.name)
    });
    html! {
        section.panel.rest aria-labelledby="ways" {
            h3 id="ways" { "More of this family" }
            ul.plain {
                @if let Some(chapter) = book::of_game(family.name) {
                    li {
                        a href=(chapter) { "The chapter of the book" } ": what is played, and why"
                    }
                }
                @if !family.has_own_deck() {
                    li { a href=(format!("/map/{}", family.name)) { "Values as a map" } }
                }
                @if let Some(compared) = compared {
                    li {
                        a href=(format!("/compare/{compared}")) { "Decks compared" } " with the "
                        (term("continuous game"))
                    }
                }
                @if let Some(limit) = limit {
                    li {
                        a href=(limit) { "The limit of large decks" } ": value and "
                        (shown_as("cut", "cuts"))
                    }
                }
                @if family.name == "von-neumann" {
                    li { a href="/pure/von-neumann/n9-b2" { "Pure equilibria" } " of small decks" }
                }
                li { a href=(format!("/games?family={}#answers", family.name)) { "Solved games" } }
            }
            p.note { "Solved by default with the method " (games::method(family)) "." }
        }
    }
}
