//! Values of a game over decks and stakes, or counts of its pure equilibria.

use std::collections::BTreeSet;

use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Family, Unit};
use serde::{Serialize, Serializer};

use crate::csv::{decimal, field, parts};
use crate::document::json;
use crate::form::FormError;
use crate::latex::math;
use crate::picture::heat_map::{GAMES, HeatMap, heat_map};
use crate::runs::held_runs;
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
    /// The strategies, if they are wanted.
    pub play: GridPlay,
}

/// The strategies of an equilibrium, as columns: of each view the cards at which runs begin, and of
/// each action its probability in each run.
///
/// `I, first to act: cards` has `1`, `2`, `3`; `I, first to act: bet 1` has `1/3`, `0`, `1`.
#[derive(Debug, Default)]
pub struct GridPlay(Vec<(String, Vec<String>)>);

impl GridPlay {
    /// The columns of a solution.
    pub fn of(solution: &Solution) -> Self {
        let game = &solution.game;
        let columns = game.views().iter().enumerate().flat_map(|(at, view)| {
            let runs: Vec<_> = held_runs(game, at, solution.profile.at(at)).collect();
            let name = |what: &str| format!("{}, {}: {what}", view.player, view.name);
            let cards = runs.iter().map(|(first, ..)| game.hand_code(*first)).collect();
            let actions = view.actions.iter().enumerate().map(|(action, what)| {
                let parts = runs.iter().map(|(_, _, row)| row[action].to_string());
                (name(what), parts.collect())
            });
            std::iter::once((name("cards"), cards)).chain(actions).collect::<Vec<_>>()
        });
        Self(columns.collect())
    }

    /// The texts of a column with a blank between them; empty in games without it.
    fn at(&self, column: &str) -> String {
        let found = self.0.iter().find(|(name, _)| name == column);
        found.map(|(_, texts)| texts.join(" ")).unwrap_or_default()
    }
}

impl Serialize for GridPlay {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_map(self.0.iter().map(|(name, texts)| (name, texts)))
    }
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

    /// The columns of strategies, in the order of their first game.
    fn play_columns(&self) -> Vec<&str> {
        let names = self.cells.iter().flat_map(|cell| &cell.play.0);
        let mut columns: Vec<&str> = Vec::new();
        for (name, _) in names {
            if !columns.contains(&name.as_str()) {
                columns.push(name);
            }
        }
        columns
    }

    /// A row of stakes, then one for each deck; with strategies, a row for each game.
    fn rows(&self, write: impl Fn(&Rational) -> String) -> Vec<Vec<String>> {
        let columns = self.play_columns();
        if !columns.is_empty() {
            let head = ["n", "stakes", "value"].into_iter().chain(columns.iter().copied());
            let row = |cell: &GridCell| {
                let stakes = self.stakes[cell.stakes].clone();
                let first = [cell.n.to_string(), stakes, write(&cell.number)].into_iter();
                first.chain(columns.iter().map(|column| cell.play.at(column))).collect()
            };
            let head = head.map(str::to_owned).collect();
            return std::iter::once(head).chain(self.cells.iter().map(row)).collect();
        }
        if self.has_one_deck() {
            // Leduc's game has no stakes.
            let name = |cell: &GridCell| match self.stakes[cell.stakes].as_str() {
                "" => cell.label.clone(),
                stakes => stakes.to_owned(),
            };
            let row = |cell: &GridCell| vec![name(cell), write(&cell.number)];
            let head = ["game", "value"].map(str::to_owned).to_vec();
            return std::iter::once(head).chain(self.cells.iter().map(row)).collect();
        }
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

    /// True of a family whose deck is always the same.
    fn has_one_deck(&self) -> bool {
        Family::named(&self.game).is_some_and(|family| family.only_deck().is_some())
    }

    fn heading(&self) -> String {
        let is_square = self.play_columns().is_empty() && !self.has_one_deck();
        let by = if is_square { "by cards n and by bet" } else { "by game" };
        format!("{}; {by}", self.title())
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
        let rows = self.rows(math);
        let columns = "r".repeat(rows[0].len() - 1);
        let mut rows = rows.into_iter().map(cells);
        let head = rows.next().unwrap_or_default();
        format!(
            "% {}\n\\begin{{tabular}}{{r|{columns}}}\n{head}\\hline\n{}\\end{{tabular}}\n",
            self.heading(),
            rows.collect::<String>()
        )
    }

    /// The same as a table of Markdown.
    pub fn markdown(&self) -> String {
        let line = |row: Vec<String>| format!("| {} |\n", row.join(" | "));
        let rows = self.rows(Rational::to_string);
        let rule = "|---:".repeat(rows[0].len());
        let mut rows = rows.into_iter().map(line);
        let head = rows.next().unwrap_or_default();
        format!("{}\n\n{head}{rule}|\n{}", self.heading(), rows.collect::<String>())
    }

    /// The cells as a JSON list.
    pub fn json(&self) -> String {
        let is_value = self.number == GridNumber::Value;
        let entries = self.cells.iter().map(|cell| {
            object! {
                label: &cell.label,
                n: cell.n.to_string(),
                stakes: &self.stakes[cell.stakes],
                value?: is_value.then_some(&cell.number),
                decimal?: is_value.then(|| cell.number.decimal(DECIMALS)),
                count?: (!is_value).then_some(&cell.number),
                strategies?: Some(&cell.play).filter(|play| !play.0.is_empty()),
            }
        });
        json(&entries.collect::<Vec<_>>())
    }

    /// A line for each cell.
    pub fn csv(&self) -> String {
        let numbers = match self.number {
            GridNumber::Value => "value,decimal,numerator,denominator",
            GridNumber::PureCount => "count",
        };
        let columns = self.play_columns();
        let names: String = columns.iter().map(|column| format!(",{}", field(column))).collect();
        let mut text = format!("label,n,stakes,{numbers}{names}\n");
        for cell in &self.cells {
            let GridCell { n, stakes, label, number, play } = cell;
            text += &format!("{label},{n},{},{number}", field(&self.stakes[*stakes]));
            if self.number == GridNumber::Value {
                text += &format!(",{},{}", decimal(number), parts(number));
            }
            text.extend(columns.iter().map(|column| format!(",{}", field(&play.at(column)))));
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
    pub fn b_file(&self, denominators: bool) -> Result<String, FormError> {
        if self.stakes.len() != 1 {
            let reason = format!(
                "{} choices of stakes, expected one: a b-file is a sequence over n",
                self.stakes.len()
            );
            return Err(FormError::TooLong(reason));
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
            let label = format!("kuhn/n{n}-b{}", stakes + 1);
            GridCell { n, stakes, label, number, play: GridPlay::default() }
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
        // A family with one deck has no number of cards.
        let cells = vec![GridCell { label: "leduc".to_owned(), ..cell(3, 0, (1, 2)) }];
        let stakes = vec![String::new()];
        let leduc = GridReport { game: "leduc".to_owned(), cells, stakes, ..grid };
        let lines = "; by game\n\n| game | value |\n|---:|---:|\n| leduc | 1/2 |\n";
        assert!(leduc.markdown().ends_with(lines));
    }

    #[test]
    fn strategies_stand_in_columns_beside_the_value() {
        let cell = |n, number, places: &str, parts: &str| {
            let column = |name: &str, texts: &str| {
                (name.to_owned(), texts.split(' ').map(str::to_owned).collect())
            };
            let play = GridPlay(vec![column("I: cards", places), column("I: bet 1", parts)]);
            GridCell { n, stakes: 0, label: format!("kuhn/n{n}-b1"), number, play }
        };
        let cells = vec![
            cell(3, Rational::ratio(-1, 18), "1 2 3", "1/3 0 1"),
            cell(4, Rational::ratio(-1, 24), "1 2 4", "1/2 0 1"),
        ];
        let stakes = vec!["b = 1".to_owned()];
        let grid = GridReport { game: "kuhn".to_owned(), number: GridNumber::Value, stakes, cells };
        let lines = "| n | stakes | value | I: cards | I: bet 1 |\n|---:|---:|---:|---:|---:|\n\
                     | 3 | b = 1 | -1/18 | 1 2 3 | 1/3 0 1 |\n";
        assert!(grid.markdown().contains(lines), "{}", grid.markdown());
        assert!(grid.csv().ends_with(",-1,24,1 2 4,1/2 0 1\n"), "{}", grid.csv());
        assert!(grid.json().contains("\"I: bet 1\": ["), "{}", grid.json());
    }
}
