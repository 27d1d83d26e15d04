//! The resources of the service, one file each: extract, call one library function, return a view.

pub mod body;
pub mod continuous;
pub mod deals;
pub(crate) mod fields;
pub mod games;
pub(crate) mod label;
pub(crate) mod labelled;
pub(crate) mod limits;
pub mod openapi;
pub mod progress;
pub(crate) mod query;
pub(crate) mod question;
pub mod quote;
pub mod solution_batch;
pub mod solutions;
mod source;
pub mod spots;
mod sweep_quote;
pub mod sweeps;
pub mod tables;

pub(crate) use crate::values::{form, reply};

use std::sync::LazyLock;

use bluff_questions::cost::cost;
pub(crate) use bluff_questions::cost::{affordable, affordable_by, affordable_in_full};
pub(crate) use bluff_questions::over_http::{beyond, program_sequences};
use rational_bluff::exact::partition_point;
use rational_bluff::game::{FAMILIES, Family, MAX_CARDS, parse_label};
use rational_bluff::solve::Method;

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
        game.is_ok_and(|game| cost(&game, Method::Auto).is_ok())
    };
    let decks = example.players().len() as u64..MAX_CARDS + 1;
    family.only_deck().unwrap_or_else(|| partition_point(decks, is_answered).saturating_sub(1))
}

/// The prefixes of the parameters in a label, besides the deck.
fn stakes(family: &Family) -> String {
    family.parameters.iter().map(|parameter| parameter.prefix).collect::<Vec<_>>().join(", ")
}
