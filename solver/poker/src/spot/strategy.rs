//! Strategies that other programs wrote, as plans to judge.

use std::collections::HashMap;

use serde_json::{Map, Value};

use bluff_exact::{Rational, excerpt};

use super::document::{SpotDocumentError, read_document};
use super::judge::{PlanRefusal, SpotBounds, judge};
use super::plan::{ActingPlace, PlanFileError, StoredPlan, hex, places, spot_hash};
use super::{ReferencePlan, Spot, SpotTree};
use crate::cards::{Card, HoleCards};
use crate::game::{GameError, StrategyLine, StrategyLineError};

/// Parts of a row of a plan that was read.
const PARTS: u32 = 1 << 24;
/// Units of a probability that was read.
const UNITS: u64 = 1 << 40;

/// The bounds that a strategy proves, and what reading it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotAudit {
    /// Both best responses to it.
    pub bounds: SpotBounds,
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
    #[error(
        "a strategy that begins with “{given}”, expected the line view,hand,action,probability, a \
         document of bounds, or a dump of TexasSolver"
    )]
    Unknown { given: String },
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
struct Readings<'a> {
    tree: &'a SpotTree,
    units: Vec<u64>,
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
    let exact =
        |bounds| SpotAudit { bounds, off_one: Rational::ZERO, even: 0, rounding: Rational::ZERO };
    if let Some(plan) = ReferencePlan::named(strategy.trim()) {
        return Ok(exact(judge(&SpotTree::within(spot, memory, true)?, &plan)?));
    }
    let unknown = || StrategyError::Unknown { given: excerpt(strategy) };
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
            let reason = "a lock, expected the game without one".to_owned();
            return Err(SpotDocumentError::Malformed { reason }.into());
        }
        return Ok(exact(judge(&tree, &plan)?));
    }
    // Another program need not play hands alike that suits make alike.
    let tree = SpotTree::within(spot, memory, false)?;
    let mut readings =
        Readings { tree: &tree, units: vec![0; tree.entries()], off_one: 0, even: 0 };
    if is_csv {
        readings.csv(strategy)?;
    } else {
        let root: Option<Map<String, Value>> = serde_json::from_str(strategy).ok();
        let root = root.filter(|root| root.contains_key("node_type"));
        let mut acting = places(&tree).map(|place| (place.place, place)).collect();
        readings.dump(&root.ok_or_else(unknown)?, 0, &mut acting)?;
    }
    readings.finished()
}

/// The units of a probability; 0 of what is no number.
fn units(probability: f64) -> Option<u64> {
    let fits = probability.is_nan() || (0.0..=2.0).contains(&probability);
    fits.then_some((probability * UNITS as f64) as u64)
}

impl Readings<'_> {
    fn csv(&mut self, text: &str) -> Result<(), StrategyError> {
        let tree = self.tree;
        let by_view: HashMap<String, ActingPlace> =
            places(tree).map(|place| (tree.view(place.place), place)).collect();
        let mut seen = vec![false; tree.entries()];
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
            let hand: HoleCards = hand.parse().map_err(|error| wrong(format!("{error}")))?;
            let Some(row) = place.row(tree, hand) else { continue };
            let names: Vec<&str> = tree.actions(place.place).collect();
            let at = names.iter().position(|name| *name == action).ok_or_else(|| {
                wrong(format!("action “{}”, expected {}", excerpt(action), names.join(", ")))
            })?;
            let number = probability.parse().ok().and_then(units).ok_or_else(|| {
                wrong(format!("probability “{}”, expected 0 to 1", excerpt(probability)))
            })?;
            let entry = place.entry + at * place.rows + row;
            if std::mem::replace(&mut seen[entry], true) {
                return Err(wrong("a probability that stands twice, expected it once".to_owned()));
            }
            self.units[entry] = number;
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

    /// A node of a dump of TexasSolver, which is this place of the tree.
    fn dump(
        &mut self,
        node: &Map<String, Value>,
        place: usize,
        acting: &mut HashMap<usize, ActingPlace>,
    ) -> Result<(), StrategyError> {
        let tree = self.tree;
        let wrong = |reason: String| StrategyError::View { view: tree.view(place), reason };
        let object = |node: Option<&Value>| node.and_then(Value::as_object).cloned();
        let Some(acts) = acting.remove(&place) else {
            if tree.next(place).next().is_none() {
                return Ok(());
            }
            let cards = object(node.get("dealcards")).ok_or_else(|| {
                wrong("no cards are dealt here, expected all streets: dump them all".to_owned())
            })?;
            for (next, card) in tree.next(place).zip(tree.cards_dealt(place)) {
                let missing = || wrong(format!("no card {card}, expected every card"));
                let node = cards.get(&card.to_string()).and_then(Value::as_object);
                self.dump(node.ok_or_else(missing)?, next, acting)?;
            }
            return Ok(());
        };
        let strategy = object(node.get("strategy")).unwrap_or_default();
        let theirs: Vec<&str> = strategy
            .get("actions")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let ours: Vec<&str> = tree.actions(place).collect();
        let differ = || {
            let [theirs, ours] = [theirs.join(", "), ours.join(", ")];
            wrong(format!("the strategy has {theirs}; expected {ours}"))
        };
        let own = put_before(&tree.view(place));
        let places: Option<Vec<usize>> = theirs
            .iter()
            .map(|their| ours.iter().position(|our| is_action(their, our, &own)))
            .collect();
        let places = places.filter(|places| {
            (0..ours.len()).all(|at| places.contains(&at)) && places.len() == ours.len()
        });
        let places = places.ok_or_else(differ)?;
        let rows = object(strategy.get("strategy")).unwrap_or_default();
        for (name, row) in &rows {
            let hand: Option<HoleCards> = name.parse().ok();
            let hand = hand.ok_or_else(|| wrong(format!("“{}” is no hand", excerpt(name))))?;
            let Some(at) = acts.row(tree, hand) else { continue };
            let numbers = row.as_array().map(Vec::as_slice).unwrap_or_default();
            if numbers.len() != ours.len() {
                let count = numbers.len();
                return Err(wrong(format!(
                    "hand {hand}: {count} numbers, expected {}",
                    ours.len()
                )));
            }
            for (action, number) in places.iter().zip(numbers) {
                let number = units(number.as_f64().unwrap_or(f64::NAN)).ok_or_else(|| {
                    wrong(format!("hand {hand}: {number}, expected a probability from 0 to 1"))
                })?;
                self.units[acts.entry + action * acts.rows + at] = number;
            }
        }
        if rows.is_empty() && acts.rows > 0 {
            return Err(wrong("no strategy, expected one at every view".to_owned()));
        }
        let next: Vec<usize> = tree.next(place).collect();
        let children = object(node.get("childrens")).unwrap_or_default();
        for (their, at) in theirs.iter().zip(places) {
            if tree.next(next[at]).next().is_some() {
                let missing = || wrong(format!("nothing after {their}, expected what follows"));
                let node = children.get(*their).and_then(Value::as_object);
                self.dump(node.ok_or_else(missing)?, next[at], acting)?;
            }
        }
        Ok(())
    }

    /// The judged plan: running sums of each row, rounded to parts.
    fn finished(mut self) -> Result<SpotAudit, StrategyError> {
        let mut parts = vec![0; self.units.len()];
        for place in places(self.tree) {
            for row in 0..place.rows {
                let entries = (0..place.actions).map(|at| place.entry + at * place.rows + row);
                let all: u64 = entries.clone().map(|entry| self.units[entry]).sum();
                self.even += usize::from(all == 0);
                self.off_one = self.off_one.max(if all == 0 { 0 } else { all.abs_diff(UNITS) });
                let (mut running, mut gone) = (0_u128, 0);
                for entry in entries {
                    let (unit, all) = match all {
                        0 => (1, place.actions as u64),
                        all => (self.units[entry], all),
                    };
                    running += u128::from(unit) * 2 * u128::from(PARTS);
                    let to = ((running + u128::from(all)) / (2 * u128::from(all))) as u32;
                    parts[entry] = to - gone;
                    gone = to;
                }
            }
        }
        let plan = StoredPlan::new(self.tree, PARTS, parts)?;
        let off_one = Rational::from(self.off_one) / Rational::from(UNITS);
        let rounding = Rational::from(PARTS).recip().unwrap_or_default();
        let bounds = judge(self.tree, &plan)?;
        Ok(SpotAudit { bounds, off_one, even: self.even, rounding })
    }
}

impl ActingPlace {
    /// The row of a hand, if the player may hold it here.
    fn row(&self, tree: &SpotTree, hand: HoleCards) -> Option<usize> {
        let number =
            tree.hands(self.player).binary_search_by_key(&key(hand), |it| key(*it)).ok()?;
        tree.hand_numbers(self.place, self.player).position(|it| it == number)
    }
}

/// The lower card of a hand, then the higher one.
fn key(hand: HoleCards) -> [Card; 2] {
    let [high, low] = hand.pair();
    [low, high]
}

/// The chips that the player to act has put in on this street, as the view says it.
fn put_before(view: &str) -> Rational {
    let street = view.rsplit("; ").next().unwrap_or(view);
    let own = street.rsplit(", ").nth(1).and_then(|action| action.rsplit(' ').next());
    own.and_then(|amount| amount.parse().ok()).unwrap_or_default()
}

/// True if an action of TexasSolver (`BET 50.000000`) is one of ours. Its raises name the chips
/// that the player adds; those that name the whole bet are taken too.
fn is_action(their: &str, our: &str, own: &Rational) -> bool {
    let (verb, amount) = their.split_once(' ').unwrap_or((their, ""));
    let verb = verb.to_ascii_lowercase();
    let amount: Option<Rational> = amount.trim().parse().ok();
    let (our_verb, put) = our.rsplit_once(' ').unwrap_or((our, ""));
    let put: Option<Rational> = put.parse().ok();
    match (amount, put) {
        (Some(amount), Some(put)) => {
            our_verb.starts_with(&verb) && (put == amount || put == amount + own)
        }
        _ => our == verb,
    }
}
