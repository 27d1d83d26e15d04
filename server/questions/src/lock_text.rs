//! Locks as lines of CSV: read, and changed for some hands.

use std::collections::{BTreeMap, BTreeSet};

use bluff_report::explain::card_number;
use bluff_report::range_of;
use rational_bluff::exact::{Rational, one_of};
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::{Run, ViewStrategy};

use crate::cards::named_hands;
use crate::error::Error;
use crate::text::printable;

/// The columns of a line; a column player may stand before them.
const COLUMNS: &str = "view,card,action,probability";

/// The probabilities of actions by the first and the last card of a run.
type RunsByCards = BTreeMap<(u64, u64), Vec<(String, Rational)>>;

/// The strategies of lines, by view and cards.
pub(crate) fn lines(game: &Game, text: &str) -> Result<Vec<ViewStrategy>, Error> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let head = lines.next().unwrap_or_default().replace("hand", "card");
    let has_player = head == format!("player,{COLUMNS}");
    if !has_player && head != COLUMNS {
        let head = printable(&head);
        return Err(Error::Malformed(format!("the line “{head}”, expected JSON, or {COLUMNS}")));
    }
    let mut views: BTreeMap<(Player, String), RunsByCards> = BTreeMap::new();
    for line in lines {
        let refused = |reason: &str| Error::Malformed(format!("“{}”: {reason}", printable(line)));
        // Views may have commas; what follows them has none.
        let mut fields = line.rsplitn(4, ',').map(str::trim);
        let (Some(part), Some(action), Some(card), Some(view)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(refused(&format!("expected {head}")));
        };
        let (player, view) = match view.split_once(',').filter(|_| has_player) {
            Some((player, view)) => (Some(player.trim().parse::<Player>()?), view.trim()),
            None => (None, view),
        };
        let view = view.trim_matches('"');
        let mut whose = game.views().iter().filter(|known| known.name == view);
        let player = match (player, whose.next(), whose.next()) {
            (Some(player), ..) => player,
            (None, Some(_), Some(_)) => {
                return Err(refused("a view of both players, expected a first column player"));
            }
            (None, Some(known), None) => known.player,
            (None, None, _) => {
                let names = game.views().iter().map(|view| view.name.as_str());
                return Err(refused(&format!("expected a view, {}", one_of(view, names))));
            }
        };
        let runs = views.entry((player, view.to_owned())).or_default();
        for cards in cards_of(game, card)? {
            let actions = runs.entry(cards).or_default();
            if actions.iter().any(|(known, _)| known == action) {
                return Err(refused("a probability a second time, expected once"));
            }
            actions.push((action.to_owned(), part.parse()?));
        }
    }
    let strategy = |((player, view), runs): ((Player, String), RunsByCards)| {
        let run = |((first, last), actions)| Run { first, last, actions };
        ViewStrategy { player, view, runs: runs.into_iter().map(run).collect() }
    };
    Ok(views.into_iter().map(strategy).collect())
}

/// Runs of cards: `3`, `3..7`, or hands by names and ranges with blanks between them.
fn cards_of(game: &Game, text: &str) -> Result<Vec<(u64, u64)>, Error> {
    if !game.deck().is_ranks() {
        let hands = text.split_whitespace().map(|name| named_hands(game, name));
        let hands = hands.collect::<Result<Vec<_>, Error>>()?.into_iter().flatten();
        return Ok(hands.map(|hand| (hand, hand)).collect());
    }
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let card = |text: &str| card_number(game, text.trim());
    Ok(vec![(card(first)?, card(last)?)])
}

/// The lock of a game of hold'em as lines, where these hands of a view are played so, whatever the
/// game says of them; without probabilities they are free. No line, if nothing is locked.
pub(crate) fn with_hands(
    game: &Game,
    (view, hands): (usize, &[u64]),
    played: Option<&[Rational]>,
) -> String {
    let chosen: BTreeSet<u64> = hands.iter().copied().collect();
    let mut text = String::new();
    for (at, of) in game.views().iter().enumerate() {
        let mut alike: BTreeMap<Vec<Rational>, BTreeSet<u64>> = BTreeMap::new();
        for hand in 1..=game.n() {
            let row = match at == view && chosen.contains(&hand) {
                true => played.map(<[Rational]>::to_vec),
                false => game.locked_row(at, hand),
            };
            row.into_iter().for_each(|row| alike.entry(row).or_default().extend([hand]));
        }
        for (row, hands) in alike {
            let hands = range_of(game, &hands).replace(',', " ");
            for (action, part) in of.actions.iter().zip(&row).filter(|(_, part)| !part.is_zero()) {
                let line = format!("{},{},{hands},{action},{part}\n", of.player, of.name);
                text.push_str(&line);
            }
        }
    }
    if text.is_empty() { text } else { format!("player,{COLUMNS}\n{text}") }
}
