//! `echo kuhn/n3-b1 | cargo run --release -p rational-bluff --example solve_label`: the value and
//! the strategies of a game by its label.

use std::error::Error;
use std::io::{Write, read_to_string, stdin, stdout};

use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::solve::{Control, Method, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let game: Game = read_to_string(stdin())?.trim().parse()?;
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
