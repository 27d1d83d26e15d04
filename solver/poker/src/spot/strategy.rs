//! Strategies that other programs wrote, as plans to judge.

use std::collections::HashMap;

use bluff_exact::{Rational, RefusedValue, excerpt};

use super::document::{SpotDocumentError, read_document};
use super::file::lower_first;
use super::judge::{PlanRefusal, PlanSource, SpotBounds, judge_losses};
use super::losses::PlanLosses;
use super::plan::{ActingPlace, PlanFileError, StoredPlan, hex, places, plan_of_text, spot_hash};
use super::{ReferencePlan, Spot, SpotTree};
use crate::cards::{HandRange, HoleCards};
use crate::game::{GameError, StrategyLine, StrategyLineError};

/// Parts of a row of a plan that was read.
const PARTS: u32 = 1 << 24;
/// Units of a probability that was read: of rows of up to 2^7 actions, sums times parts fit.
const UNITS: u32 = 1 << 30;

/// The bounds that a strategy proves, and what reading it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotAudit {
    /// Both best responses to it.
    pub bounds: SpotBounds,
    /// The losses of its actions.
    pub losses: PlanLosses,
    /// The most by which the probabilities of a hand missed 1 before they were scaled to it.
    pub off_one: Rational,
    /// Rows without a probability above 0, which became even.
    pub even: usize,
    /// The most by which a probability was rounded.
    pub rounding: Rational,
}

/// Why a text is no strategy of a spot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum StrategyError {
    /// A text of no known format.
    #[error("{0}")]
    Unknown(RefusedValue),
    /// A line of CSV that is none.
    #[error("the strategy: {0}")]
    Line(String),
    /// A place of the tree that the strategy does not have, or has otherwise.
    #[error("view “{view}”: {reason}")]
    View { view: String, reason: String },
    /// Sizes that make no tree.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A document that is none of this spot.
    #[error(transparent)]
    Document(#[from] SpotDocumentError),
    /// A plan of another length.
    #[error(transparent)]
    Refused(#[from] PlanRefusal),
}

/// Probabilities by entry of a tree, as they are read.
pub(super) struct Readings<'a> {
    pub(super) tree: &'a SpotTree,
    pub(super) units: Vec<u32>,
    off_one: u64,
    even: usize,
}

/// Judges a strategy of a spot: a reference plan by its name, a document of bounds, CSV, or a dump
/// of TexasSolver.
///
/// Units: probabilities are scaled to sum to 1 and rounded to 2^-24 of a row.
///
/// Errors: [`StrategyError`], naming line or view.
///
/// ```
/// use bluff_poker::spot::{Spot, audit};
/// let spot = Spot::read(
///     r#"{ "format": 2, "name": "river", "players": 2, "deck": "hold'em", "board": "Ks9d6h3c2s",
///          "ranges": { "I": "AhAd", "II": "QhQd" },
///          "betting": { "pot": "10", "stacks": "10", "river": { "bets": ["a"] } } }"#,
/// )?;
/// let csv = "view,hand,action,probability
/// first to act,AhAd,bet 10,1
/// check,QhQd,check,1
/// bet 10,QhQd,fold,1
/// \"check, bet 10\",AhAd,call,1";
/// let audit = audit(&spot, csv, u64::MAX)?;
/// assert_eq!(audit.bounds.lower.to_string(), "5");
/// assert_eq!(audit.bounds.upper.to_string(), "5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(spot: &Spot, strategy: &str, memory: u64) -> Result<SpotAudit, StrategyError> {
    let exact = |tree: &SpotTree, plan: &dyn PlanSource| -> Result<SpotAudit, StrategyError> {
        let (bounds, losses) = judge_losses(tree, plan)?;
        let (off_one, rounding) = (Rational::ZERO, Rational::ZERO);
        Ok(SpotAudit { bounds, losses, off_one, even: 0, rounding })
    };
    if let Some(plan) = ReferencePlan::named(strategy.trim()) {
        return exact(&SpotTree::within(spot, memory, true)?, &plan);
    }
    if let Some(file) = plan_of_text(strategy) {
        let tree = SpotTree::within(spot, memory, true)?;
        let plan = StoredPlan::read(spot, &tree, &file).map_err(SpotDocumentError::from)?;
        return exact(&tree, &plan);
    }
    let unknown = || {
        StrategyError::Unknown(RefusedValue::without_field(
            format!("a strategy that begins with “{}”", excerpt(strategy)),
            "passive, last or mix, the line view,hand,action,probability, a document of bounds, a \
             plan file, or a dump of TexasSolver",
        ))
    };
    let is_csv = !strategy.trim_start().starts_with('{');
    if is_csv && StrategyLine::all(strategy).is_err() {
        return Err(unknown());
    } else if !is_csv && strategy.contains("\"certificate\"") {
        let (other, tree, plan, _) = read_document(strategy)?;
        let [given, expected] = [&other, spot].map(|spot| hex(&spot_hash(spot)));
        if given != expected {
            return Err(
                SpotDocumentError::from(PlanFileError::OtherSpot { given, expected }).into()
            );
        }
        if tree.lock().is_some() {
            let given = "bounds of the game with a lock";
            let allowed = "a document of the game without one";
            return Err(StrategyError::Unknown(RefusedValue::without_field(given, allowed)));
        }
        return exact(&tree, &plan);
    }
    // Another program need not play hands alike that suits make alike.
    let tree = SpotTree::within(spot, memory, false)?;
    let mut readings =
        Readings { tree: &tree, units: vec![0; tree.entries()], off_one: 0, even: 0 };
    if is_csv {
        readings.csv(strategy)?;
    } else {
        if !strategy.contains("\"node_type\"") {
            return Err(unknown());
        }
        readings.dump(strategy)?;
    }
    readings.finished()
}

/// The units of a probability; 0 of what is no number.
pub(super) fn units(probability: f64) -> Option<u32> {
    // Other programs round: a row of theirs may miss 1.
    let fits = probability.is_nan() || (0.0..=1.001).contains(&probability);
    fits.then_some((probability * f64::from(UNITS)) as u32)
}

impl Readings<'_> {
    fn csv(&mut self, text: &str) -> Result<(), StrategyError> {
        let tree = self.tree;
        let by_view: HashMap<String, ActingPlace> =
            places(tree).map(|place| (tree.view(place.place), place)).collect();
        let mut seen = vec![false; tree.entries()];
        // Lines of a view follow each other: its rows are looked up once.
        let mut at_view: (usize, Vec<Option<usize>>) = (usize::MAX, vec![]);
        let of_lines = |error: StrategyLineError| StrategyError::Line(error.to_string());
        for line in StrategyLine::all(text).map_err(of_lines)? {
            let line = line.map_err(of_lines)?;
            let wrong = |reason: String| StrategyError::Line(line.refused(&reason));
            let StrategyLine { player, view, cards: hand, action, probability, .. } = line;
            let is_whose =
                |place: &&ActingPlace| player.is_none_or(|player| player.index() == place.player);
            let place = by_view
                .get(view)
                .filter(is_whose)
                .ok_or_else(|| wrong(format!("view “{}” is none of the spot", excerpt(view))))?;
            let hands: Vec<HoleCards> = match hand.parse() {
                Ok(hand) => vec![hand],
                Err(_) => {
                    let range: Result<HandRange, _> = hand.parse();
                    let range = range.map_err(|error| wrong(error.to_string()))?;
                    range.hands().map(|(hand, _)| hand).collect()
                }
            };
            if at_view.0 != place.place {
                at_view = (place.place, place.rows_by_number(tree));
            }
            let at =
                tree.actions(place.place).position(|name| name == action).ok_or_else(|| {
                    let names: Vec<&str> = tree.actions(place.place).collect();
                    wrong(format!("action “{}”, expected {}", excerpt(action), names.join(", ")))
                })?;
            let part = || Rational::part(probability).ok().map(|part| part.to_f64());
            let number = probability.parse().ok().or_else(part).and_then(units);
            let number = number.ok_or_else(|| {
                wrong(format!("probability “{}”, expected 0 to 1", excerpt(probability)))
            })?;
            let numbers = hands.into_iter().filter_map(|hand| place.number(tree, hand));
            for row in numbers.filter_map(|number| at_view.1[number]) {
                let entry = place.entry + at * place.rows + row;
                if std::mem::replace(&mut seen[entry], true) {
                    let reason = "a probability that stands twice, expected it once";
                    return Err(wrong(reason.to_owned()));
                }
                self.units[entry] = number;
            }
        }
        for place in by_view.values() {
            let entries = place.entry..place.entry + place.rows * place.actions;
            if place.rows > 0 && !seen[entries].contains(&true) {
                let reason = "no probabilities, expected some at every view".to_owned();
                return Err(StrategyError::View { view: tree.view(place.place), reason });
            }
        }
        Ok(())
    }

    /// The judged plan: running sums of each row, rounded to parts.
    fn finished(mut self) -> Result<SpotAudit, StrategyError> {
        for place in places(self.tree) {
            let rows = &mut self.units[place.entry..][..place.actions * place.rows];
            for row in 0..place.rows {
                let given = rows.iter_mut().skip(row).step_by(place.rows);
                let all: u64 = given.map(|unit| u64::from(*unit)).sum();
                let is_even = all == 0;
                self.even += usize::from(is_even);
                self.off_one =
                    self.off_one.max(if is_even { 0 } else { all.abs_diff(UNITS.into()) });
                let all = if is_even { place.actions as u64 } else { all };
                let (mut running, mut gone) = (0, 0);
                for unit in rows.iter_mut().skip(row).step_by(place.rows) {
                    running += if is_even { 1 } else { u64::from(*unit) };
                    let to = ((running * 2 * u64::from(PARTS) + all) / (2 * all)) as u32;
                    *unit = to - gone;
                    gone = to;
                }
            }
        }
        let plan = StoredPlan::new(self.tree, PARTS, self.units)?;
        let off_one = Rational::from(self.off_one) / Rational::from(u64::from(UNITS));
        let rounding = Rational::from(PARTS).recip().unwrap_or_default();
        let (bounds, losses) = judge_losses(self.tree, &plan)?;
        Ok(SpotAudit { bounds, losses, off_one, even: self.even, rounding })
    }
}

impl ActingPlace {
    /// The number of a hand in the player's range, if it is there.
    pub(super) fn number(&self, tree: &SpotTree, hand: HoleCards) -> Option<usize> {
        let hands = tree.hands(self.player);
        hands.binary_search_by_key(&lower_first(hand), |it| lower_first(*it)).ok()
    }

    /// The row of each hand of the player's range that he may hold here, by its number.
    pub(super) fn rows_by_number(&self, tree: &SpotTree) -> Vec<Option<usize>> {
        let mut rows = vec![None; tree.hands(self.player).len()];
        for (row, number) in tree.hand_numbers(self.place, self.player).enumerate() {
            rows[number] = Some(row);
        }
        rows
    }
}
