//! The list of games.

use rational_bluff::game::{FAMILIES, Family};

use crate::document::json;
use crate::table::columns;

/// A line for each game: its name, its rules in few words, a label.
pub fn text() -> String {
    let row = |name: &str, rules: &str, label: &str| [name, rules, label].map(str::to_owned);
    let head = row("game", "rules", "for instance").to_vec();
    let games = FAMILIES.map(|game| row(game.name, game.summary, game.example).to_vec());
    columns([head].into_iter().chain(games)).join("\n") + "\n"
}

/// The games for programs.
pub fn documents() -> String {
    let keys = |game: &Family| game.parameters.iter().map(|one| one.key).collect::<Vec<_>>();
    let game = |game: &Family| {
        object! {
            name: game.name,
            title: game.title,
            about: game.about,
            parameters: keys(game),
            example: game.example,
        }
    };
    json(&FAMILIES.map(game))
}
