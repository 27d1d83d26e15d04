//! The rows of a matrix, and their cells.

use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Player};

use crate::picture::action::Kind;
use crate::picture::stage::Stage;

/// Most cards that have a cell each; runs of a larger deck have one.
pub(super) const CELLS: u64 = 40;

/// The action that calls at a view of player II with two actions, fold and call.
pub(super) fn call(game: &Game, view: usize) -> Option<usize> {
    let view = &game.views()[view];
    let kinds: Vec<Kind> = view.actions.iter().map(|action| Kind::of(action)).collect();
    match kinds.as_slice() {
        [Kind::Fold, Kind::Call] => Some(1),
        [Kind::Call, Kind::Fold] => Some(0),
        _ => None,
    }
}

/// A row of cells.
pub(super) struct MatrixRow {
    pub(super) name: String,
    pub(super) view: usize,
    pub(super) action: usize,
    pub(super) kind: Kind,
    pub(super) cells: Vec<Cell>,
    /// Limits of large decks, as shares.
    pub(super) limits: Vec<f64>,
    pub(super) law: Option<Law>,
}

/// A card or a run, and how likely it takes the action: at least, and at most.
pub(super) struct Cell {
    pub(super) first: u64,
    pub(super) last: u64,
    pub(super) least: Rational,
    pub(super) most: Rational,
    pub(super) held: bool,
    pub(super) bluff: bool,
}

/// Words beside a row: the numbers of this deck, and the law that they follow.
pub(super) struct Law {
    pub(super) deck: String,
    pub(super) formula: String,
}

impl Law {
    /// The class of the numbers: a whole number with a fraction has its own figures.
    pub(super) fn class(&self) -> &'static str {
        match self.formula.is_empty() && !self.deck.starts_with(|letter: char| letter.is_numeric())
        {
            true => "quiet",
            false if self.deck.contains(' ') && !self.deck.contains("to") => "exact mixed",
            false => "exact",
        }
    }
}

/// The answers of player II to a bet.
pub(super) fn faced_row(stage: &Stage<'_>, view: usize, bet: &str) -> MatrixRow {
    let action = call(stage.game, view).unwrap_or_default();
    let limits = stage
        .cuts
        .get(view)
        .map_or_else(Vec::new, |cuts| cuts.iter().map(|cut| cut.share).collect());
    MatrixRow {
        name: format!("facing {}", bet.strip_prefix("bet ").unwrap_or(bet)),
        view,
        action,
        kind: Kind::Call,
        cells: cells(stage, view, action, 0),
        limits,
        law: None,
    }
}

/// From where on, and up to where, a size is bet for value in large decks: the cuts at player I's
/// view are the end of the bluffs and then one for each size.
pub(super) fn made_limits(stage: &Stage<'_>, action: usize) -> Vec<f64> {
    let bet = |other: &String| Kind::of(other) == Kind::Bet;
    let actions = &stage.game.views()[0].actions;
    let sizes = actions.iter().filter(|other| bet(other)).count();
    let at = actions[..action].iter().filter(|other| bet(other)).count();
    match stage.cuts.first() {
        Some(cuts) if cuts.len() == sizes + 1 => {
            cuts[at + 1..].iter().take(2).map(|cut| cut.share).collect()
        }
        _ => Vec::new(),
    }
}

/// The cells of one action, single cards where the deck is small.
pub(super) fn cells(stage: &Stage<'_>, view: usize, action: usize, bluffs: u64) -> Vec<Cell> {
    let (game, n) = (stage.game, stage.game.n());
    let player: Player = game.views()[view].player;
    let mut ends: Vec<u64> = if n <= CELLS {
        (1..=n).collect()
    } else {
        let mut ends: Vec<u64> = stage.profile.at(view)[action].breaks().collect();
        ends.extend(game.range(player).into_iter().flat_map(Piecewise::breaks));
        if let Some(face) = stage.face.and_then(|face| face.views.get(view)) {
            let changes = face.rows.windows(2).zip(1..);
            ends.extend(
                changes.filter(|(pair, _)| pair[0][action] != pair[1][action]).map(|(_, at)| at),
            );
        }
        ends.push(n);
        // A bet turns from a bluff to a bet for value within a run.
        let bets = |card: u64| !stage.profile.at(view)[action].at(card).is_zero();
        ends.extend(
            ((1..n).contains(&bluffs) && bets(bluffs) && bets(bluffs + 1)).then_some(bluffs),
        );
        ends.sort_unstable();
        ends.dedup();
        ends
    };
    ends.retain(|end| *end <= n);
    let mut next = 1;
    let cell = |last: u64| {
        let first = std::mem::replace(&mut next, last + 1);
        let row = stage
            .face
            .and_then(|face| face.views.get(view)?.rows.get(usize::try_from(first - 1).ok()?));
        let (least, most) = match row {
            Some(row) => row[action].clone(),
            None => {
                let played = stage.profile.at(view)[action].at(first);
                (played.clone(), played)
            }
        };
        Cell { first, last, least, most, held: game.holds(player, first), bluff: first <= bluffs }
    };
    ends.into_iter().map(cell).collect()
}
