//! The resources of the service, one file each: extract, call one library function, return a view.

pub mod body;
pub mod continuous;
pub(crate) mod cost;
pub mod deals;
pub(crate) mod estimate;
pub mod fairness;
pub mod formulas;
pub mod games;
pub(crate) mod label;
pub(crate) mod limits;
pub mod openapi;
pub mod payoff;
pub mod progress;
pub mod pure;
pub(crate) mod query;
pub(crate) mod question;
pub mod quote;
pub mod solution_batch;
pub mod solutions;
mod source;
mod sweep_quote;
pub mod sweeps;
pub mod verify;

pub(crate) use crate::values::{form, reply};

use std::sync::LazyLock;

use bluff_questions::error::Error;
use bluff_questions::over_http::{beyond, program_sequences, sequences, within_work};
use rational_bluff::exact::partition_point;
use rational_bluff::game::{FAMILIES, Family, Game, MAX_CARDS, parse_label};
use rational_bluff::solve::{Method, ProblemSize, size};

use crate::limits::{BET_SIZES, PROGRAM_SEQUENCES, SEARCH_TERMS};

/// Refuses games that are too large to be solved over HTTP.
pub(crate) fn affordable(game: &Game) -> Result<(), Error> {
    affordable_by(game, Method::Auto)
}

/// Refuses games that are too large to be solved over HTTP by this method. Tables have the limits
/// of the library.
pub(crate) fn affordable_by(game: &Game, method: Method) -> Result<(), Error> {
    within(game, program_sequences(game, method))?;
    match size(game, method) {
        Ok(ProblemSize::Terms(terms)) if terms > SEARCH_TERMS => {
            let given = format!("{} has {terms} deals × ends of the hand", game.label());
            Err(beyond(given, SEARCH_TERMS))
        }
        _ => Ok(()),
    }
}

/// The largest deck with which a family's example is answered over HTTP; 0 of no family.
pub(crate) fn most_cards(family: &Family) -> u64 {
    static MOST: LazyLock<Vec<(&str, u64)>> =
        LazyLock::new(|| FAMILIES.map(|family| (family.name, searched_most(family))).to_vec());
    MOST.iter().find(|(name, _)| *name == family.name).map_or(0, |(_, most)| *most)
}

fn searched_most(family: &'static Family) -> u64 {
    let Ok(example) = parse_label(family.example) else { return 0 };
    let is_answered = |n: u64| {
        let game = family.game(n, example.copies(), example.stakes());
        game.is_ok_and(|game| estimate::cost(&game, Method::Auto).is_ok())
    };
    let decks = example.players().len() as u64..MAX_CARDS + 1;
    family.only_deck().unwrap_or_else(|| partition_point(decks, is_answered).saturating_sub(1))
}

/// Refuses games whose optimal face is too large for HTTP: it takes linear programs, also where a
/// solve takes none.
pub(crate) fn affordable_in_full(game: &Game) -> Result<(), Error> {
    within(game, if game.players().len() == 2 { sequences(game, game.n()) } else { 0 })
}

fn within(game: &Game, sequences: u128) -> Result<(), Error> {
    let sizes = game.bets().len().saturating_sub(1);
    if sizes > BET_SIZES {
        return Err(beyond(format!("{sizes} bet sizes"), BET_SIZES));
    }
    if sequences > PROGRAM_SEQUENCES {
        let given = format!("{} has {sequences} sequences", game.label());
        return Err(beyond(given, PROGRAM_SEQUENCES));
    }
    Ok(())
}

/// Refuses games for one answer that are too much work together.
pub(crate) fn together<'a>(games: impl Iterator<Item = &'a Game>) -> Result<(), Error> {
    let (mut cells, mut work, mut squares) = (0, 0_u128, 0_u128);
    for game in games {
        affordable(game)?;
        let (sizes, players) = (game.bets().len().saturating_sub(1), game.players().len());
        cells += 1;
        work += sizes.max(1) as u128 * (players as u128).pow(3) / 8;
        squares = squares.saturating_add(program_sequences(game, Method::Auto).saturating_pow(2));
    }
    within_work(format!("{cells} games"), work, squares)
}
