//! `cargo run --release -p rational-bluff --example solve_label kuhn/n3-b1`: values and strategies
//! of a game by its label.

use std::env::args;
use std::error::Error;
use std::io::{Write, stdout};

use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::solve::{Control, Method, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let label = args().nth(1).unwrap_or_else(|| "kuhn/n3-b1".to_owned());
    let game: Game = label.parse()?;
    let solved = solve(&game, Method::Auto, &Control::new())?;
    let mut out = stdout().lock();
    writeln!(out, "{}: {} {} per hand to player I", game.label(), solved.value(), game.unit())?;
    for (at, view) in game.views().iter().enumerate() {
        for (action, part) in view.actions.iter().zip(solved.solution.profile.at(at)) {
            // The first cards are enough to read; `part` has all of them.
            let first = (1..=game.n().min(9)).map(|card| part.at(card));
            let first: Vec<String> = first.map(|chance: Rational| chance.to_string()).collect();
            writeln!(out, "{}, {}, {action}: {}", view.player, view.name, first.join(" "))?;
        }
    }
    Ok(())
}
