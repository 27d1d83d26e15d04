//! Dumps of TexasSolver, read into the tree of a spot.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use bluff_exact::json::Entries;
use bluff_exact::{Rational, excerpt};

use super::plan::{ActingPlace, places};
use super::strategy::{Readings, StrategyError, units};
use crate::cards::HoleCards;

/// A node of a dump: a player acts, or cards are dealt.
#[derive(Deserialize)]
struct DumpNode<'a> {
    #[serde(rename = "node_type")]
    _node_type: IgnoredAny,
    #[serde(borrow)]
    strategy: Option<DumpStrategy<'a>>,
    #[serde(borrow)]
    childrens: Option<Entries<Self>>,
    #[serde(borrow)]
    dealcards: Option<Entries<Self>>,
}

#[derive(Default, Deserialize)]
struct DumpStrategy<'a> {
    actions: Vec<String>,
    #[serde(borrow)]
    strategy: DumpRows<'a>,
}

/// Probabilities of hands, one row after the other: dumps have millions.
#[derive(Default)]
struct DumpRows<'a> {
    /// Each hand, with the end of its row among the numbers.
    hands: Vec<(&'a str, usize)>,
    numbers: Vec<f64>,
}

impl<'de: 'a, 'a> Deserialize<'de> for DumpRows<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RowsVisitor(Self::default()))
    }
}

struct RowsVisitor<'a>(DumpRows<'a>);

impl<'de: 'a, 'a> Visitor<'de> for RowsVisitor<'a> {
    type Value = DumpRows<'a>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("rows of numbers by hand")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self::Value, A::Error> {
        while let Some(hand) = map.next_key()? {
            map.next_value_seed(RowOf(&mut self.0.numbers))?;
            self.0.hands.push((hand, self.0.numbers.len()));
        }
        Ok(self.0)
    }
}

/// Numbers that are added to others; `null` is no number.
struct RowOf<'b>(&'b mut Vec<f64>);

impl<'de> DeserializeSeed<'de> for RowOf<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowOf<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a row of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<(), A::Error> {
        while let Some(number) = row.next_element::<Option<f64>>()? {
            self.0.push(number.unwrap_or(f64::NAN));
        }
        Ok(())
    }
}

/// The memory of a walk over a dump.
struct DumpWalk<'a> {
    acting: HashMap<usize, ActingPlace>,
    /// By player and spelling, the number of a hand in his range; `None` of another hand.
    numbers: [HashMap<&'a str, Option<usize>>; 2],
}

impl Readings<'_> {
    /// Reads a dump of all streets.
    ///
    /// Errors: [`StrategyError`], naming line or view.
    pub(super) fn dump(&mut self, text: &str) -> Result<(), StrategyError> {
        let root: DumpNode<'_> =
            serde_json::from_str(text).map_err(|error| StrategyError::Line(error.to_string()))?;
        let acting = places(self.tree).map(|place| (place.place, place)).collect();
        let walk = &mut DumpWalk { acting, numbers: Default::default() };
        self.node(root, [0, 0], walk)
    }

    /// A node, which is this place of the tree, on the street that began at another.
    fn node<'a>(
        &mut self,
        node: DumpNode<'a>,
        [place, street]: [usize; 2],
        walk: &mut DumpWalk<'a>,
    ) -> Result<(), StrategyError> {
        let tree = self.tree;
        let wrong = |reason: String| StrategyError::View { view: tree.view(place), reason };
        let Some(acts) = walk.acting.remove(&place) else {
            if tree.next(place).next().is_none() {
                return Ok(());
            }
            let cards = node.dealcards.ok_or_else(|| {
                wrong("no cards are dealt here, expected all streets: dump them all".to_owned())
            })?;
            let mut cards: HashMap<String, DumpNode<'a>> = cards.0.into_iter().collect();
            for (next, card) in tree.next(place).zip(tree.cards_dealt(place)) {
                let missing = || wrong(format!("no card {card}, expected every card"));
                let node = cards.remove(&card.to_string());
                self.node(node.ok_or_else(missing)?, [next, next], walk)?;
            }
            return Ok(());
        };
        let DumpStrategy { actions: theirs, strategy: rows } = node.strategy.unwrap_or_default();
        let ours: Vec<&str> = tree.actions(place).collect();
        let next: Vec<usize> = tree.next(place).collect();
        let places: Option<Vec<usize>> = theirs
            .iter()
            .map(|their| {
                (0..ours.len()).find(|at| {
                    let paid = |at: usize| &tree.line(at).paid[acts.player];
                    let added = [place, street].map(|before| paid(next[*at]) - paid(before));
                    is_action(their, ours[*at], &added)
                })
            })
            .collect();
        let places = places.filter(|places| {
            (0..ours.len()).all(|at| places.contains(&at)) && places.len() == ours.len()
        });
        let places = places.ok_or_else(|| {
            let [theirs, ours] = [theirs.join(", "), ours.join(", ")];
            wrong(format!("the strategy has {theirs}; expected {ours}"))
        })?;
        if rows.hands.is_empty() && acts.rows > 0 {
            return Err(wrong("no strategy, expected one at every view".to_owned()));
        }
        let row_of = acts.rows_by_number(tree);
        let mut from = 0;
        for (name, end) in rows.hands {
            let row = &rows.numbers[std::mem::replace(&mut from, end)..end];
            let known = walk.numbers[acts.player].get(name);
            let number = match known {
                Some(number) => *number,
                None => {
                    let hand: HoleCards = name
                        .parse()
                        .map_err(|_| wrong(format!("“{}” is no hand", excerpt(name))))?;
                    *walk.numbers[acts.player].entry(name).or_insert(acts.number(tree, hand))
                }
            };
            let Some(at) = number.and_then(|number| row_of[number]) else { continue };
            if row.len() != ours.len() {
                let (count, expected) = (row.len(), ours.len());
                return Err(wrong(format!("hand {name}: {count} numbers, expected {expected}")));
            }
            for (action, number) in places.iter().zip(row) {
                self.units[acts.entry + action * acts.rows + at] =
                    units(*number).ok_or_else(|| {
                        wrong(format!("hand {name}: {number}, expected a probability from 0 to 1"))
                    })?;
            }
        }
        let children = node.childrens.into_iter().flat_map(|children| children.0);
        let mut children: HashMap<String, DumpNode<'a>> = children.collect();
        for (their, at) in theirs.iter().zip(places) {
            if tree.next(next[at]).next().is_some() {
                let missing = || wrong(format!("nothing after {their}, expected what follows"));
                self.node(children.remove(their).ok_or_else(missing)?, [next[at], street], walk)?;
            }
        }
        Ok(())
    }
}

/// True if an action of TexasSolver (`BET 50.000000`) is one of ours, with which the player adds
/// these chips since his last action, and on the whole street. Raises name the first; those that
/// name the second are taken too.
fn is_action(their: &str, our: &str, added: &[Rational; 2]) -> bool {
    let (verb, amount) = their.split_once(' ').unwrap_or((their, ""));
    let verb = verb.to_ascii_lowercase();
    match amount.trim().parse::<Rational>() {
        Ok(amount) if our != verb => our.starts_with(&verb) && added.contains(&amount),
        _ => our == verb,
    }
}
