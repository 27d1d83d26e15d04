//! Finite decks beside the continuous game, as text, documents, tables and pictures.

use rational_bluff::compare::{Comparison, DeckComparison};
use rational_bluff::continuous::{Digits, Real};
use rational_bluff::exact::Rational;

use crate::continuous::ShownNumber;
use crate::csv::parts;
use crate::picture::plot::{Plot, Series};
use crate::table::aligned;
use crate::text::Paint;

/// Digits after the point in tables for people and spreadsheets.
const COLUMN: usize = 12;

/// A comparison as it is shown.
#[derive(Debug)]
pub struct ComparisonReport {
    /// The label of the continuous game.
    pub label: String,
    /// The decks and the continuous game.
    pub comparison: Comparison,
}

impl ComparisonReport {
    /// A number of each deck, where it has one, over its cards; true for a deck that is marked.
    pub fn points(
        &self,
        of: impl Fn(&DeckComparison) -> Option<f64>,
        marked: impl Fn(&DeckComparison) -> bool,
    ) -> Vec<(f64, f64, bool)> {
        let point = |deck: &DeckComparison| Some((deck.n as f64, of(deck)?, marked(deck)));
        self.comparison.decks.iter().filter_map(point).collect()
    }

    /// The comparison as JSON; cuts in the order A, B, C.
    pub fn json(&self) -> String {
        let digits = Digits::default().count();
        let number = |real: &Real| ShownNumber::of(real, digits);
        let row = |deck: &DeckComparison| {
            object! {
                n: deck.n.to_string(),
                value: number(&Real::Exact(deck.value.clone())),
                difference: number(&deck.difference),
                n_difference: number(&deck.scaled),
                values?: (deck.values.len() > 2).then(|| deck.values.clone()),
                cuts?: deck.cuts.clone(),
            }
        };
        let cuts = self.comparison.continuous.cuts().map(|cuts| cuts.each_ref().map(number));
        let value = number(&self.comparison.continuous.value());
        let decks = self.comparison.decks.iter().map(row).collect::<Vec<_>>();
        let continuous = object! { value, cuts?: cuts };
        crate::document::json(&object! { label: &self.label, continuous, decks })
    }

    /// The comparison as an aligned table, the continuous game last.
    pub fn text(&self, paint: Paint) -> String {
        let cut = self.comparison.continuous.cuts().is_some()
            || self.comparison.decks.iter().any(|deck| deck.cuts.is_some());
        let letters: &[&str] = if cut { &["A", "B", "C"] } else { &[] };
        let numbers = ["n", "value", "decimal", "difference", "n·difference"];
        let head = numbers.iter().chain(letters).map(ToString::to_string).collect();
        let deck = |deck: &DeckComparison| {
            let numbers =
                [Real::Exact(deck.value.clone()), deck.difference.clone(), deck.scaled.clone()];
            let cuts = deck.cuts.iter().flatten().map(|cut| cut.decimal(COLUMN / 2));
            let exact = [deck.n.to_string(), deck.value.to_string()];
            exact
                .into_iter()
                .chain(numbers.iter().map(|number| number.decimal(COLUMN)))
                .chain(cuts)
                .collect()
        };
        let continuous = &self.comparison.continuous;
        let value = continuous.value();
        let exact = value.exact().map_or_else(String::new, Rational::to_string);
        let cuts = continuous.cuts().into_iter().flatten().map(|cut| cut.decimal(COLUMN / 2));
        let first = ["∞".to_owned(), exact, value.decimal(COLUMN), String::new(), String::new()];
        let last = first.into_iter().chain(cuts).collect();
        let decks = self.comparison.decks.iter().map(deck);
        let table = [head].into_iter().chain(decks).chain([last]);
        let title = format!("{}: finite decks beside hands uniform on [0, 1]", self.label);
        let lines = [paint.heading(&title), String::new()];
        lines.into_iter().chain(aligned(table)).collect::<Vec<_>>().join("\n") + "\n"
    }

    /// The comparison as comma-separated values; differences cut to some digits, the rest in
    /// fractions.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "n,value,decimal,continuous,difference,n·difference,A,B,C,numerator,denominator\n",
        );
        let plain = |real: &Real| real.decimal(COLUMN).trim_end_matches('…').to_owned();
        let continuous = plain(&self.comparison.continuous.value());
        for deck in &self.comparison.decks {
            let exact = Real::Exact(deck.value.clone());
            let [value, difference, scaled] = [&exact, &deck.difference, &deck.scaled].map(plain);
            let [a, b, c] = deck
                .cuts
                .clone()
                .map_or_else(Default::default, |cuts| cuts.map(|cut| cut.to_string()));
            text += &format!(
                "{},{},{value},{continuous},{difference},{scaled},{a},{b},{c},{}\n",
                deck.n,
                deck.value,
                parts(&deck.value)
            );
        }
        text
    }

    /// The values over n as a picture, the continuous value as a line.
    pub fn svg(&self) -> String {
        let limit = self.comparison.continuous.value();
        let series = Series {
            name: format!("continuous game: {}", limit.decimal(COLUMN)),
            points: self.points(|deck| Some(deck.value.to_f64()), is_limit),
            line: Some(limit.to_f64()),
        };
        Plot::over_decks("value in antes".to_owned(), vec![series])
            .alone(&format!("{}: value to player I by deck", self.label))
    }
}

/// True for a deck that is worth as much as the continuous game.
pub fn is_limit(deck: &DeckComparison) -> bool {
    deck.difference.exact().is_some_and(Rational::is_zero)
}
