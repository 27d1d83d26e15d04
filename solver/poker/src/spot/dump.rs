//! Dumps of TexasSolver, read into the tree of a spot.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use bluff_exact::json::json_words;
use bluff_exact::{Rational, excerpt};

use super::plan::{ActingPlace, places};
use super::strategy::{Readings, StrategyError, units};
use super::tree::{PlaceKind, SpotTree};
use crate::cards::HoleCards;

#[derive(Default, Deserialize)]
struct DumpStrategy<'a> {
    #[serde(borrow)]
    actions: Vec<&'a str>,
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
        deserializer.deserialize_map(Self::default())
    }
}

impl<'de: 'a, 'a> Visitor<'de> for DumpRows<'a> {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("rows of numbers by hand")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self::Value, A::Error> {
        while let Some(hand) = map.next_key()? {
            map.next_value_seed(SeedOf(RowOf(&mut self.numbers)))?;
            self.hands.push((hand, self.numbers.len()));
        }
        Ok(self)
    }
}

/// A visitor as a seed: it takes what is there.
struct SeedOf<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for SeedOf<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(self.0)
    }
}

/// Numbers that are added to others; `null` is no number.
struct RowOf<'b>(&'b mut Vec<f64>);

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

impl Readings<'_> {
    /// Reads a dump of all streets.
    ///
    /// Errors: [`StrategyError`], naming line or view.
    pub(super) fn dump(&mut self, text: &str) -> Result<(), StrategyError> {
        let tree = self.tree;
        let mut acting = vec![None; tree.places()];
        places(tree).for_each(|acts| acting[acts.place] = Some(acts));
        let mut reader =
            DumpReader { readings: self, acting, hands: [vec![], vec![]], error: None };
        let mut json = serde_json::Deserializer::from_str(text);
        let root = DumpNode { reader: &mut reader, place: 0, street: 0 };
        let read = SeedOf(root).deserialize(&mut json).and_then(|()| json.end());
        let of_json = |error: serde_json::Error| StrategyError::Line(json_words(error));
        read.map_err(|error| reader.error.unwrap_or_else(|| of_json(error)))
    }
}

/// A dump that is read node by node.
struct DumpReader<'r, 'a> {
    readings: &'r mut Readings<'a>,
    /// The rows of each place where a player acts, until they are read.
    acting: Vec<Option<ActingPlace>>,
    /// By player, each hand of his last node, and its number in his range: most nodes have the same
    /// hands.
    hands: [Vec<(String, Option<usize>)>; 2],
    /// The error that ended the reading, if it is not one of the JSON.
    error: Option<StrategyError>,
}

/// A node of a dump, which is this place of the tree, on the street that began at another.
struct DumpNode<'b, 'r, 'a> {
    reader: &'b mut DumpReader<'r, 'a>,
    place: usize,
    street: usize,
}

impl<'de> Visitor<'de> for DumpNode<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a node of a dump")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut strategy = None;
        let mut read = vec![false; self.reader.readings.tree.next(self.place).count()];
        while let Some(key) = map.next_key::<&str>()? {
            match key {
                "actions" => {
                    let theirs = map.next_value::<Vec<&str>>()?;
                    let order = self.order(&theirs);
                    self.or_end(order)?;
                }
                "childrens" | "dealcards" => {
                    let below = DumpBelow { above: &mut self, read: &mut read };
                    map.next_value_seed(SeedOf(below))?;
                }
                "strategy" => strategy = map.next_value::<Option<DumpStrategy<'_>>>()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let finished = self.finished(strategy.unwrap_or_default(), &read);
        self.or_end(finished)
    }
}

/// The nodes that follow one, by action or card.
struct DumpBelow<'n, 'b, 'r, 'a> {
    above: &'n mut DumpNode<'b, 'r, 'a>,
    /// True of each that was read.
    read: &'n mut [bool],
}

impl<'de> Visitor<'de> for DumpBelow<'_, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("nodes by action or card")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let DumpNode { reader, place, street } = self.above;
        let tree = reader.readings.tree;
        let cards: Vec<String> = tree.cards_dealt(*place).map(|card| card.to_string()).collect();
        while let Some(name) = map.next_key::<&str>()? {
            let at = match tree.kind(*place) {
                PlaceKind::Act { .. } => action_of(tree, [*place, *street], name),
                _ => cards.iter().position(|card| card == name),
            };
            let next = at.and_then(|at| Some((at, tree.next(*place).nth(at)?)));
            let next = next.filter(|(_, next)| tree.kind(*next) != PlaceKind::Over);
            let Some((at, next)) = next else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if std::mem::replace(&mut self.read[at], true) {
                return Err(A::Error::custom(format!("“{}” stands twice", excerpt(name))));
            }
            let street = if tree.kind(*place) == PlaceKind::Deal { next } else { *street };
            map.next_value_seed(SeedOf(DumpNode { reader, place: next, street }))?;
        }
        Ok(())
    }
}

impl DumpNode<'_, '_, '_> {
    /// Ends the reading if a result is an error.
    fn or_end<T, E: Error>(&mut self, result: Result<T, StrategyError>) -> Result<T, E> {
        result.map_err(|error| {
            self.reader.error = Some(error);
            E::custom("")
        })
    }

    fn wrong(&self, reason: String) -> StrategyError {
        StrategyError::View { view: self.reader.readings.tree.view(self.place), reason }
    }

    /// Our action of each of theirs.
    fn order(&self, theirs: &[&str]) -> Result<Vec<usize>, StrategyError> {
        let tree = self.reader.readings.tree;
        let of = |their: &&str| action_of(tree, [self.place, self.street], their);
        let order: Option<Vec<usize>> = theirs.iter().map(of).collect();
        let ours: Vec<&str> = tree.actions(self.place).collect();
        let is_all = |order: &Vec<usize>| {
            order.len() == ours.len() && (0..ours.len()).all(|at| order.contains(&at))
        };
        order.filter(is_all).ok_or_else(|| {
            let [theirs, ours] = [theirs.join(", "), ours.join(", ")];
            self.wrong(format!("the strategy has {theirs}; expected {ours}"))
        })
    }

    /// Reads the strategy of a node, once what follows it was read.
    fn finished(&mut self, given: DumpStrategy<'_>, read: &[bool]) -> Result<(), StrategyError> {
        let tree = self.reader.readings.tree;
        let mut next = tree.next(self.place).zip(read);
        let missing = next.position(|(next, read)| !read && tree.kind(next) != PlaceKind::Over);
        let reason = match (tree.kind(self.place), missing) {
            (PlaceKind::Act { .. }, missing) => {
                self.rows(given)?;
                let Some(at) = missing else { return Ok(()) };
                let action = tree.actions(self.place).nth(at).unwrap_or_default();
                format!("nothing after {action}, expected what follows")
            }
            (_, Some(at)) if read.contains(&true) => {
                let card = tree.cards_dealt(self.place).nth(at).map(|card| card.to_string());
                format!("no card {}, expected every card", card.unwrap_or_default())
            }
            (_, Some(_)) => {
                "no cards are dealt here, expected all streets: dump them all".to_owned()
            }
            (_, None) => return Ok(()),
        };
        Err(self.wrong(reason))
    }

    /// Reads the rows of a node.
    fn rows(&mut self, given: DumpStrategy<'_>) -> Result<(), StrategyError> {
        let order = self.order(&given.actions)?;
        let Some(acts) = self.reader.acting[self.place].take() else { return Ok(()) };
        let rows = given.strategy;
        if rows.hands.is_empty() {
            return Err(self.wrong("no strategy, expected one at every view".to_owned()));
        }
        let row_of = acts.rows_by_number(self.reader.readings.tree);
        let mut from = 0;
        for (place, (name, end)) in rows.hands.into_iter().enumerate() {
            let row = &rows.numbers[std::mem::replace(&mut from, end)..end];
            let number = match self.reader.hands[acts.player].get(place) {
                Some((known, number)) if known == name => *number,
                _ => {
                    let no_hand = |_| self.wrong(format!("“{}” is no hand", excerpt(name)));
                    let hand: HoleCards = name.parse().map_err(no_hand)?;
                    let number = acts.number(self.reader.readings.tree, hand);
                    let known = &mut self.reader.hands[acts.player];
                    known.truncate(place);
                    known.push((name.to_owned(), number));
                    number
                }
            };
            let Some(at) = number.and_then(|number| row_of[number]) else { continue };
            if row.len() != order.len() {
                let (count, expected) = (row.len(), order.len());
                let reason = format!("hand {name}: {count} numbers, expected {expected}");
                return Err(self.wrong(reason));
            }
            for (action, number) in order.iter().zip(row) {
                let units = units(*number).ok_or_else(|| {
                    let expected = "expected a probability from 0 to 1";
                    self.wrong(format!("hand {name}: {number}, {expected}"))
                })?;
                self.reader.readings.units[acts.entry + action * acts.rows + at] = units;
            }
        }
        Ok(())
    }
}

/// The action of a place, on the street that began at another, that TexasSolver names so.
fn action_of(tree: &SpotTree, [place, street]: [usize; 2], their: &str) -> Option<usize> {
    let PlaceKind::Act { player, .. } = tree.kind(place) else { return None };
    let paid = |at: usize| &tree.line(at).paid[player];
    tree.actions(place).zip(tree.next(place)).position(|(our, next)| {
        is_action(their, our, &[place, street].map(|before| paid(next) - paid(before)))
    })
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
