//! Locks as lines of CSV: read, and changed for some hands.

use std::collections::{BTreeMap, BTreeSet};

use bluff_report::explain::card_number;
use bluff_report::range_of;
use rational_bluff::exact::{Rational, excerpt, one_of};
use rational_bluff::game::{Game, Player, StrategyLine, StrategyLineError};
use rational_bluff::strategy::{Run, ViewStrategy};

use crate::cards::named_hands;
use crate::error::Error;
use crate::given::not_allowed;

/// The probabilities of actions by the first and the last card of a run.
type RunsByCards = BTreeMap<(u64, u64), Vec<(String, Rational)>>;

/// The strategies of lines, by view and cards.
pub(crate) fn lines(game: &Game, text: &str) -> Result<Vec<ViewStrategy>, Error> {
    let of_lines = |StrategyLineError(value)| Error::Refused(value);
    let mut views: BTreeMap<(Player, String), RunsByCards> = BTreeMap::new();
    for line in StrategyLine::all(text).map_err(of_lines)? {
        let line = line.map_err(of_lines)?;
        let place = line.place();
        let refused =
            |given: &str, allowed: &str| not_allowed(format!("{place}: {given}"), allowed);
        let StrategyLine { player, view, cards, action, probability, .. } = line;
        let mut whose = game.views().iter().filter(|known| known.name == view);
        let player = match (player, whose.next(), whose.next()) {
            (Some(player), ..) => player,
            (None, Some(_), Some(_)) => {
                return Err(refused("a view of both players", "a first column player"));
            }
            (None, Some(known), None) => known.player,
            (None, None, _) => {
                let names = game.views().iter().map(|view| view.name.as_str());
                let given = format!("view “{}”", excerpt(view));
                return Err(refused(&given, &one_of(view, names)));
            }
        };
        let runs = views.entry((player, view.to_owned())).or_default();
        let named = cards_of(game, cards)?;
        let at = game.views().iter().position(|it| it.player == player && it.name == view);
        let comes = |at: usize| {
            named.iter().any(|(first, last)| (*first..=*last).any(|card| game.holds_at(at, card)))
        };
        if !game.deck().is_ranks() && !at.is_none_or(comes) {
            let given = format!("hand {} at “{}”", excerpt(cards), excerpt(view));
            return Err(refused(&given, "one of the player’s range that comes there"));
        }
        for cards in named {
            let actions = runs.entry(cards).or_default();
            if actions.iter().any(|(known, _)| known == action) {
                return Err(refused("a probability a second time", "once"));
            }
            actions.push((action.to_owned(), Rational::part(probability)?));
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
    if text.is_empty() { text } else { format!("player,{}\n{text}", StrategyLine::COLUMNS) }
}
