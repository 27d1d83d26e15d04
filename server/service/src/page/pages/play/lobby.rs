//! Tables to choose from.

use maud::{Markup, html};
use rational_bluff::game::{Game, GameArguments, NamedGame, Spelling};

use crate::page::parts::frame::crumbs;
use crate::page::parts::tabs::GameTab;
use crate::page::parts::titles;

/// Labels of good tables, the simplest first.
const TABLES: [&str; 8] = [
    "kuhn/n3-b1",
    "von-neumann/n28-b4",
    "newman/n14-b4",
    "three-player/n7-b2",
    "one-raise/n6-b2-raise6",
    "in-turn/n4-b1",
    "leduc",
    "push-fold/s10",
];

/// The page of all tables; with a label that was refused, and why.
pub(super) fn tables(refused: Option<(&str, &str)>) -> Markup {
    let game = |label: &str| match GameArguments::from_label(label).ok()?.game(Spelling::Fields) {
        Ok(NamedGame::Game(game)) => Some(*game),
        _ => None,
    };
    let games: Vec<Game> = TABLES.into_iter().filter_map(game).collect();
    html! {
        (crumbs(&[("/", "Home")], "Play"))
        h1 { "Play against an equilibrium" }
        p.rules { "You get a card, the others play exactly, and each of your decisions is worth a \
            fraction. Choose a table, or " a href="/tables" { "deal cards with people" } "." }
        ul.tables { @for game in &games {
            li { a.panel href=(GameTab::Play.address(&game.label(), "")) {
                h2 { (titles::title(game)) }
                @if let Some(family) = game.family() { p { (titles::rules(family.about, game)) } }
                span.note { (game.label()) }
            } }
        } }
        form.ask action="/play" method="get" {
            div.field {
                label for="label" { "Any other table" }
                span.hint id="label-hint" { "A label: a game with its deck and bets" }
                input id="label" name="label" value=(refused.map_or("", |(label, _)| label))
                    placeholder="von-neumann/n10-b2" autocomplete="off" spellcheck="false"
                    aria-describedby="label-hint" aria-invalid=[refused.map(|_| "true")];
            }
            button type="submit" { "Sit down" }
        }
        @if let Some((_, why)) = refused { p.refused role="alert" { (why) } }
    }
}
