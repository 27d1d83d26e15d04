//! Batch plans: which cells, and which files are made of them.

use std::collections::BTreeMap;

use rational_bluff::game::{Family, MAX_CARDS, Stakes, label};
use rational_bluff::sweep::GameQuestion;
use serde::Deserialize;

use crate::catalogue::Key;
use crate::error::Error;
use crate::file::shortened;

use super::Format;
use super::family::{Cells, Ranges};

/// Maximum number of cells of one plan.
pub const MAX_CELLS: u128 = 1_000_000;
/// Maximum size of a plan, in bytes.
pub const MAX_PLAN_BYTES: usize = 1 << 20;

/// What a batch makes: tables of cells, each written in every format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// One per game and kind of question, by name.
    pub tables: Vec<Table>,
    /// The formats of their files.
    pub formats: Vec<Format>,
}

/// The cells of one game, in the order of its files: by n, then by stakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of the game.
    pub game: String,
    /// The name of its files, without an ending: the game, and `-pure` or `-cuts`.
    pub name: String,
    /// What is asked at each n, in order.
    pub choices: Vec<Choice>,
    /// The cells: cards, and which choice. A million of them fit in little memory.
    pub cells: Vec<(u64, u32)>,
}

/// What tells cells with the same number of cards apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// Copies of each card.
    pub copies: u64,
    /// The stakes, as the library has them.
    pub stakes: Stakes,
    /// What is asked.
    pub question: GameQuestion,
}

impl Choice {
    /// The stakes in few words: `4`, `1 5/2 7`, `2 with 4 players`.
    pub fn words(&self) -> String {
        let stakes = self.stakes.words();
        if self.copies == 1 { stakes } else { format!("{stakes}, {} of each card", self.copies) }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    cells: Vec<Cells>,
    #[serde(default)]
    output: Output,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Output {
    formats: Vec<Format>,
}

impl Default for Output {
    fn default() -> Self {
        Self { formats: Format::ALL.to_vec() }
    }
}

/// Limits of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Maximum number of cells.
    pub cells: u128,
    /// Maximum number of cards in a deck.
    pub deck: u64,
}

impl Bounds {
    /// Those of the command line.
    pub const COMMAND: Self = Self { cells: MAX_CELLS, deck: MAX_CARDS };

    /// Errors: `Beyond` above the maximum number of cells.
    fn within(&self, cells: u128) -> Result<(), Error> {
        if self.cells == MAX_CELLS || cells <= self.cells {
            return within(cells);
        }
        let (given, most) = (counted(cells), self.cells);
        let reason = format!(
            "the plan has {given}, expected at most {most} over HTTP: make several plans of it; \
             the bluff command takes more"
        );
        Err(Error::Beyond(reason))
    }
}

impl Plan {
    /// Reads a plan in TOML and lists its cells.
    ///
    /// Errors: `Malformed` for what is no plan, naming key and value, `Beyond` above the bounds,
    /// and those of the games.
    pub fn read(text: &str, bounds: &Bounds) -> Result<Self, Error> {
        Self::of(toml::from_str(text).map_err(|error| not_a_plan(&error))?, bounds)
    }

    /// Reads the same as JSON.
    ///
    /// Errors: those of [`Self::read`].
    pub fn read_json(text: &str, bounds: &Bounds) -> Result<Self, Error> {
        Self::of(serde_json::from_str(text).map_err(|error| not_a_plan(&error))?, bounds)
    }

    fn of(file: PlanFile, bounds: &Bounds) -> Result<Self, Error> {
        if file.cells.is_empty() || file.output.formats.is_empty() {
            return Err(Error::Malformed(
                "the plan is empty, expected at least one [[cells]] and one format".to_owned(),
            ));
        }
        let mut all = Vec::new();
        let mut total: u128 = 0;
        for cells in file.cells {
            let ranges = Ranges::of(cells)?;
            ranges.deck_within(bounds.deck)?;
            total = total.saturating_add(ranges.least());
            all.push(ranges);
            bounds.within(total)?;
        }
        let mut tables: BTreeMap<String, (String, BTreeMap<Choice, Vec<u64>>)> = BTreeMap::new();
        let mut listed = 0;
        for ranges in all {
            let game = || (ranges.family.name.to_owned(), BTreeMap::new());
            let (_, choices) = tables.entry(ranges.table_name()).or_insert_with(game);
            ranges.list(&mut |n, choice| {
                choices.entry(choice).or_default().push(n);
                listed += 1;
                bounds.within(listed)
            })?;
        }
        let tables = tables
            .into_iter()
            .map(|(name, (game, choices))| Table::new(game, name, choices))
            .collect();
        let formats =
            Format::ALL.into_iter().filter(|format| file.output.formats.contains(format)).collect();
        Ok(Self { tables, formats })
    }

    /// How many cells it has.
    pub fn cells(&self) -> usize {
        self.tables.iter().map(|table| table.cells.len()).sum()
    }

    /// Roughly how many numbers its answers come to: cards times bets, over all cells.
    pub fn numbers(&self) -> u128 {
        let cells =
            self.tables.iter().flat_map(|table| table.cells.iter().map(move |cell| (table, *cell)));
        cells.fold(0, |sum: u128, (table, cell)| {
            sum.saturating_add(u128::from(cell.0).saturating_mul(table.sizes(cell) as u128 + 1))
        })
    }
}

/// Errors: `Beyond` above [`MAX_CELLS`].
pub(super) fn within(cells: u128) -> Result<(), Error> {
    if cells <= MAX_CELLS {
        return Ok(());
    }
    let given = counted(cells);
    Err(Error::Beyond(format!(
        "the plan has {given}, expected at most {MAX_CELLS}: make several plans of it"
    )))
}

fn counted(cells: u128) -> String {
    if cells == u128::MAX {
        "more cells than can be counted".to_owned()
    } else {
        format!("{cells} cells")
    }
}

fn not_a_plan(error: &dyn std::error::Error) -> Error {
    Error::Malformed(format!("the plan: {}", shortened(&error.to_string())))
}

impl Table {
    fn new(game: String, name: String, choices: BTreeMap<Choice, Vec<u64>>) -> Self {
        let mut cells = Vec::new();
        for (at, ns) in choices.values().enumerate() {
            cells.extend(ns.iter().map(|n| (*n, at as u32)));
        }
        cells.sort_unstable();
        cells.dedup();
        Self { game, name, choices: choices.into_keys().collect(), cells }
    }

    /// The name of its file in a format.
    pub fn file(&self, format: Format) -> String {
        format!("{}.{}", self.name, format.ending())
    }

    /// What is asked of a cell.
    pub fn choice(&self, cell: (u64, u32)) -> &Choice {
        &self.choices[cell.1 as usize]
    }

    /// The key of its answer in the catalogue.
    pub fn key(&self, cell: (u64, u32)) -> Key {
        let Choice { copies, stakes, question } = self.choice(cell);
        Key { label: label(&self.game, cell.0, *copies, stakes), question: *question }
    }

    /// Roughly how long it takes, in no unit.
    pub fn cost(&self, cell: (u64, u32)) -> u64 {
        self.choice(cell).question.cost(cell.0, self.sizes(cell))
    }

    /// How many bet sizes above 0 it has.
    fn sizes(&self, cell: (u64, u32)) -> usize {
        let sizes = |family: &Family| family.count_sizes(&self.choice(cell).stakes);
        Family::named(&self.game).map_or(1, sizes).try_into().unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(plan: &str) -> Vec<String> {
        let plan = Plan::read(plan, &Bounds::COMMAND).unwrap();
        plan.tables
            .iter()
            .flat_map(|table| table.cells.iter().map(|cell| table.key(*cell).to_string()))
            .collect()
    }

    fn refused(plan: &str) -> String {
        Plan::read(plan, &Bounds::COMMAND).unwrap_err().to_string()
    }

    #[test]
    fn cells_are_listed_once_by_n_then_by_stakes() {
        let plan = "[[cells]]\ngame = \"von-neumann\"\nn = \"3..4\"\nb = [2, \"1..2\"]\n\
                    [[cells]]\ngame = \"von-neumann\"\nn = 3\nb = \"1/2\"\n\
                    [[cells]]\ngame = \"von-neumann\"\nn = 2\nb = 1\npure = true\n";
        let threshold = [
            "von-neumann/n3-b1_2",
            "von-neumann/n3-b1",
            "von-neumann/n3-b2",
            "von-neumann/n4-b1",
            "von-neumann/n4-b2",
        ];
        let mut expected: Vec<String> =
            threshold.iter().map(|label| format!("{label} (threshold)")).collect();
        expected.push("von-neumann/n2-b1 (pure)".to_owned());
        assert_eq!(labels(plan), expected);
    }

    #[test]
    fn newman_runs_up_to_saturation_and_other_stakes_are_spelled_canonically() {
        let newman =
            labels("[[cells]]\ngame = \"newman\"\nn = [\"2..3\", 14]\nb = [\"1..max\", \"max\"]");
        assert_eq!(newman.iter().filter(|label| label.starts_with("newman/n14-")).count(), 5);
        assert!(newman.contains(&"newman/n2-b1 (threshold)".to_owned()), "{newman:?}");
        let sets = "[[cells]]\ngame = \"one-street\"\nn = 5\ns = [\"7,5/2,1\", \"3\"]\n\
                    [[cells]]\ngame = \"callers\"\nn = 9\nb = 2\nplayers = \"3..4\"\n\
                    [[cells]]\ngame = \"one-raise\"\nn = 4\nb = 2\nraise = [2, 6]\n\
                    [[cells]]\ngame = \"kuhn\"\nn = 3\nb = 1\ncopies = [1, 4]\n";
        let expected = [
            "callers/n9-b2-p3 (threshold)",
            "callers/n9-b2-p4 (threshold)",
            "kuhn/n3-b1 (lp)",
            "kuhn/n3-b1-r4 (lp)",
            "one-raise/n4-b2-raise2 (lp)",
            "one-raise/n4-b2-raise6 (lp)",
            "one-street/n5-s1-5_2-7 (threshold)",
            "one-street/n5-s3 (threshold)",
        ];
        assert_eq!(labels(sets), expected);
    }

    #[test]
    fn bad_plans_are_refused_by_name() {
        let cells = |rest: &str| format!("[[cells]]\ngame = \"von-neumann\"\n{rest}");
        assert!(refused("").contains("missing field `cells`"));
        assert!(
            refused(&cells("n = 3\nb = 1\ncolour = 2"))
                .starts_with("unexpected argument colour, expected one of: n, b")
        );
        assert!(
            refused(&(cells("n = 3\nb = 1") + "\n[output]\nformats = [\"pdf\"]"))
                .contains("unknown variant `pdf`")
        );
        assert!(refused(&cells("n = \"4..2\"\nb = 1")).starts_with("n = 4..2: an empty range"));
        assert!(
            refused(&cells("n = \"2..40\"\nb = \"1..max\""))
                .ends_with("b = max, expected it on newman only")
        );
        assert_eq!(
            refused(&cells("n = \"2..1000001\"\nb = \"1..1000\"")),
            "the plan has 1000000000 cells, expected at most 1000000: make several plans of it"
        );
        assert!(refused(&cells("n = \"2..1000000000000\"\nb = 1")).contains("999999999999 cells"));
        assert!(refused(&cells("n = 3")).contains("one bet size, for instance b = 2"));
        assert!(
            refused(&cells("n = 3\nb = 1\nraise = 2"))
                .starts_with("raise is not for von-neumann, which takes b")
        );
        assert!(refused(&cells("n = 1\nb = 1")).contains("n = 1"));
        assert!(refused(&cells("n = 3\nb = \"0..2\"")).contains("b = 0"));
        assert!(
            refused(&cells("n = 3\nb = 1\npure = true\nmethod = \"lp\""))
                .contains("method beside pure or cuts")
        );
        assert!(refused(&cells("n = 3\nb = 1\nmethod = \"guess\"")).contains("method “guess”"));
        assert!(
            refused("[[cells]]\ngame = \"kuhn\"\nn = 3\nb = 1\npure = true")
                .contains("not kuhn/n3-b1")
        );
        assert!(refused("[[cells]]\ngame = \"chess\"\nn = 3\nb = 1").contains("chess"));
    }
}
