//! The logic exactly, over ideal ciphertexts; the same code over residues, sampled.

use super::Pick::{Any, Place};
use super::Questions::{Opaque, Secret};
use super::*;
use crate::{Cause, WireWord};

mod fair;
mod lies;
#[cfg(feature = "cryptography")]
mod real;

fn party(place: usize) -> Party {
    Party::at(place)
}

fn draw(places: &[usize]) -> Vec<CardAction> {
    places.iter().map(|&place| CardAction::Draw(party(place))).collect()
}

fn discard(place: usize, pick: Pick) -> CardAction {
    CardAction::Discard(party(place), pick)
}

fn open(place: usize, pick: Pick) -> CardAction {
    CardAction::Open(party(place), pick)
}

/// The first player reads the entry of the second that the next identifier leads to.
fn read_the_next<S: ListStore>(play: &Play<'_, '_, S>, owner: Party, c: usize) -> usize {
    let next = play.used.iter().position(|used| !used).filter(|_| owner == party(1));
    next.map_or(c, |next| play.code(party(0), next))
}

fn game(
    players: usize,
    cards: usize,
    script: &[CardAction],
    questions: Questions,
    traces: u32,
) -> Crepeau<IdealStore> {
    Crepeau::new(players, cards, script.to_vec(), IdealStore::new(questions), traces)
        .expect("a game")
}
