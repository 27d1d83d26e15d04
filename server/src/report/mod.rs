//! Every form an answer is printed in, for both doors.

pub mod algebra;
pub(crate) mod citation;
pub mod compare;
pub mod continuous;
pub mod csv;
pub mod deal;
pub mod face;
pub mod fairness;
pub(crate) mod heat_map;
pub mod latex;
pub mod lprint;
pub mod payoff;
pub(crate) mod plot;
pub mod pure;
pub mod table;
pub mod text;

use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::{Piecewise, Rational, sweep};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// Cards that are played alike: the first, the last, and one entry per action, or per action that is played.
pub type Row<T> = (u64, u64, Vec<T>);

/// Step functions of the card side by side, as maximal runs of cards on which all of them are constant.
pub fn joined<'a>(
    functions: impl IntoIterator<Item = &'a Piecewise, IntoIter: ExactSizeIterator>,
) -> impl Iterator<Item = Row<Rational>> {
    let functions = functions.into_iter();
    let zeros = vec![Rational::ZERO; functions.len()];
    sweep(functions).map(move |(first, last, values)| {
        let mut row = zeros.clone();
        for (index, value) in values {
            row[index] = value;
        }
        (first, last, row)
    })
}

/// Rows card by card from 1, as maximal runs of equal ones.
pub fn joined_rows<T: Clone + PartialEq>(rows: &[Vec<T>]) -> Vec<Row<T>> {
    let mut runs: Vec<Row<T>> = Vec::new();
    for (card, row) in (1..).zip(rows) {
        match runs.last_mut() {
            Some((_, last, same)) if same == row => *last = card,
            _ => runs.push((card, card, row.clone())),
        }
    }
    runs
}

/// `3`, or `25 to 28`.
pub(crate) fn cards(first: u64, last: u64) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// Text on one line: what a game file calls things may hold anything.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Items in a list, `[1, 2/3]`.
fn list<T: ToString>(items: &[T]) -> String {
    format!("[{}]", items.iter().map(T::to_string).collect::<Vec<_>>().join(", "))
}

/// JSON text as every answer ends: indented, with a last newline.
pub fn json<T: Serialize>(value: &T) -> String {
    // Our views hold text, numbers and lists only; there is nothing in them that JSON cannot say.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// The solution document.
pub fn document(solution: &Certified<Solution>) -> String {
    // As for `json`: every part of a document can be said.
    Document::of(solution).to_json().unwrap_or_default()
}

/// Several solution documents, as a JSON list.
pub fn documents(solutions: &[Certified<Solution>]) -> String {
    format!("[\n{}]\n", solutions.iter().map(document).collect::<Vec<_>>().join(",\n"))
}

/// A JSON object with its keys in the order given.
#[derive(Clone, Debug)]
struct InOrder<V>(Vec<(String, V)>);

impl<V: Serialize> Serialize for InOrder<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
