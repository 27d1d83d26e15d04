//! Values of a game over decks and stakes, or counts of its pure equilibria.

use std::collections::BTreeSet;

use rational_bluff::exact::Rational;
use rational_bluff::game::Unit;
use serde::Serialize;

use crate::csv::{decimal, field, parts};
use crate::document::json;
use crate::latex::math;
use crate::lprint::TooLong;
use crate::picture::heat_map::{GAMES, HeatMap, heat_map};
use crate::table::columns;
use crate::text::Paint;

/// Digits after the point in documents.
const DECIMALS: usize = 21;

/// The numbers of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridNumber {
    /// The value to player I, in the unit of the game per hand.
    Value,
    /// The number of pure equilibria.
    PureCount,
}

/// Numbers of games of one name, ordered by n, then by stakes.
#[derive(Debug)]
pub struct GridReport {
    /// The name of the game.
    pub game: String,
    /// The meaning of the numbers.
    pub number: GridNumber,
    /// The stakes in words; a cell refers to them by index.
    pub stakes: Vec<String>,
    /// The cells.
    pub cells: Vec<GridCell>,
}

/// A game with its number.
#[derive(Debug)]
pub struct GridCell {
    /// Number of cards.
    pub n: u64,
    /// Index of the stakes.
    pub stakes: usize,
    /// The label.
    pub label: String,
    /// The number.
    pub number: Rational,
}

#[derive(Serialize)]
struct CellDocument<'a> {
    label: &'a str,
    n: String,
    stakes: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decimal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<&'a Rational>,
}

impl GridReport {
    fn title(&self) -> String {
        match self.number {
            GridNumber::Value => {
                let unit = Unit::of_game(&self.game).per_hand();
                format!("{}: value to player I, in {unit}", self.game)
            }
            GridNumber::PureCount => format!("{}: number of pure equilibria", self.game),
        }
    }

    /// The decks, ascending.
    fn decks(&self) -> Vec<u64> {
        let decks: BTreeSet<u64> = self.cells.iter().map(|cell| cell.n).collect();
        decks.into_iter().collect()
    }

    /// A row of stakes, then one for each deck.
    fn rows(&self, write: impl Fn(&Rational) -> String) -> Vec<Vec<String>> {
        let decks = self.decks();
        let head = std::iter::once("n".to_owned()).chain(self.stakes.iter().cloned()).collect();
        let mut rows: Vec<Vec<String>> = vec![head];
        rows.extend(decks.iter().map(|n| {
            let mut row = vec![String::new(); self.stakes.len() + 1];
            row[0] = n.to_string();
            row
        }));
        for cell in &self.cells {
            let row = decks.binary_search(&cell.n).unwrap_or_default();
            rows[row + 1][cell.stakes + 1] = write(&cell.number);
        }
        rows
    }

    fn heading(&self) -> String {
        format!("{}; by cards n and by bet", self.title())
    }

    /// An aligned table: a row for each deck, a column for each stakes.
    pub fn text(&self, paint: Paint) -> String {
        let lines = [paint.heading(&self.heading()), String::new()];
        let rows = columns(self.rows(Rational::to_string));
        lines.into_iter().chain(rows).collect::<Vec<_>>().join("\n") + "\n"
    }

    /// The same as a table of LaTeX, for the text of a paper.
    pub fn latex(&self) -> String {
        let cells = |row: Vec<String>| format!("{} \\\\\n", row.join(" & "));
        let mut rows = self.rows(math).into_iter().map(cells);
        let head = rows.next().unwrap_or_default();
        let columns = "r".repeat(self.stakes.len());
        format!(
            "% {}\n\\begin{{tabular}}{{r|{columns}}}\n{head}\\hline\n{}\\end{{tabular}}\n",
            self.heading(),
            rows.collect::<String>()
        )
    }

    /// The same as a table of Markdown.
    pub fn markdown(&self) -> String {
        let line = |row: Vec<String>| format!("| {} |\n", row.join(" | "));
        let mut rows = self.rows(Rational::to_string).into_iter().map(line);
        let head = rows.next().unwrap_or_default();
        let rule = "|---:".repeat(self.stakes.len() + 1);
        format!("{}\n\n{head}{rule}|\n{}", self.heading(), rows.collect::<String>())
    }

    /// The cells as a JSON list.
    pub fn json(&self) -> String {
        json(&self.cells.iter().map(|cell| self.cell_document(cell)).collect::<Vec<_>>())
    }

    fn cell_document<'a>(&'a self, cell: &'a GridCell) -> CellDocument<'a> {
        let is_value = self.number == GridNumber::Value;
        CellDocument {
            label: &cell.label,
            n: cell.n.to_string(),
            stakes: &self.stakes[cell.stakes],
            value: is_value.then_some(&cell.number),
            decimal: is_value.then(|| cell.number.decimal(DECIMALS)),
            count: (!is_value).then_some(&cell.number),
        }
    }

    /// A line for each cell.
    pub fn csv(&self) -> String {
        let numbers = match self.number {
            GridNumber::Value => "value,decimal,numerator,denominator",
            GridNumber::PureCount => "count",
        };
        let mut text = format!("label,n,stakes,{numbers}\n");
        for cell in &self.cells {
            let GridCell { n, stakes, label, number } = cell;
            text += &format!("{label},{n},{},{number}", field(&self.stakes[*stakes]));
            if self.number == GridNumber::Value {
                text += &format!(",{},{}", decimal(number), parts(number));
            }
            text.push('\n');
        }
        text
    }

    /// The numbers as a heat map.
    pub fn heat_map<'a>(&self, title: &'a str) -> HeatMap<'a> {
        let cell = |cell: &GridCell| (cell.n, cell.stakes, cell.number.to_f64());
        let cells = self.cells.iter().map(cell).collect();
        HeatMap { title, rows: self.stakes.clone(), cells, axes: GAMES }
    }

    /// The heat map as a file.
    pub fn svg(&self) -> String {
        heat_map(&self.heat_map(&self.title()))
    }

    /// A b-file of the OEIS over n: numerators (for counts, the counts), or denominators.
    ///
    /// Errors: for more than one choice of stakes, which is no sequence over n.
    pub fn b_file(&self, denominators: bool) -> Result<String, TooLong> {
        if self.stakes.len() != 1 {
            let reason = format!(
                "{} choices of stakes, expected one: a b-file is a sequence over n",
                self.stakes.len()
            );
            return Err(TooLong(reason));
        }
        let line = |cell: &GridCell| {
            let parts = parts(&cell.number);
            let (over, under) = parts.split_once(',').unwrap_or((&parts, "1"));
            format!("{} {}\n", cell.n, if denominators { under } else { over })
        };
        Ok(self.cells.iter().map(line).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_set_for_papers_and_for_texts() {
        let cell = |n, stakes, number: (i64, i64)| {
            let number = Rational::ratio(number.0, number.1);
            GridCell { n, stakes, label: format!("kuhn/n{n}-b{}", stakes + 1), number }
        };
        let grid = GridReport {
            game: "kuhn".to_owned(),
            number: GridNumber::Value,
            stakes: vec!["1".to_owned(), "2".to_owned()],
            cells: vec![cell(3, 0, (-1, 18)), cell(3, 1, (0, 1)), cell(4, 0, (-1, 24))],
        };
        assert!(grid.latex().ends_with(
            "\\begin{tabular}{r|rr}\nn & 1 & 2 \\\\\n\\hline\n\
             3 & $-\\frac{1}{18}$ & $0$ \\\\\n4 & $-\\frac{1}{24}$ &  \\\\\n\\end{tabular}\n"
        ));
        let lines = "\n\n| n | 1 | 2 |\n|---:|---:|---:|\n| 3 | -1/18 | 0 |\n| 4 | -1/24 |  |\n";
        assert!(grid.markdown().ends_with(lines));
    }
}
