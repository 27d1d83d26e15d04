//! Batch plans: which cells, and which files are made of them.

mod cell;
mod cells;
mod format;
mod range;

use std::collections::BTreeMap;

use bluff_dealing::hex;
use rational_bluff::game::{Family, label};
use serde::Deserialize;
use sha2::{Digest, Sha256};

pub use self::cell::{CellVariant, MAX_CELLS, PlanLimits};
use self::cells::{CellRanges, Cells};
pub use self::format::Format;
use crate::error::Error;
use crate::given::not_allowed;
use crate::key::Key;
use crate::text::parse_message;

/// Maximum size of a plan, in bytes.
pub const MAX_PLAN_BYTES: usize = 1 << 20;

/// The cells of a batch in tables, each of which is written in every format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// One per game and kind of question, by name.
    pub tables: Vec<CellTable>,
    /// The formats of their files.
    pub formats: Vec<Format>,
}

/// The cells of one game, in the order of its files: by n, then by stakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellTable {
    /// The name of the game.
    pub game: String,
    /// The name of its files, without an ending: the game, and `-pure` or `-cuts`.
    pub name: String,
    /// The cells at each n, in order.
    pub variants: Vec<CellVariant>,
    /// The cells: cards, and the index of the variant. A million of them fit in little memory.
    pub cells: Vec<(u64, u32)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    cells: Vec<Cells>,
    #[serde(default)]
    output: PlanOutput,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanOutput {
    formats: Vec<Format>,
}

impl Default for PlanOutput {
    fn default() -> Self {
        Self { formats: Format::ALL.to_vec() }
    }
}

impl Plan {
    /// Reads a plan in TOML and lists its cells.
    ///
    /// Errors: `Malformed` for what is no plan, naming key and value, `Beyond` above the limits,
    /// and those of the games.
    pub fn read(text: &str, limits: &PlanLimits) -> Result<Self, Error> {
        Self::of(toml::from_str(text).map_err(|error| not_a_plan(&error))?, limits)
    }

    /// Reads the same as JSON.
    ///
    /// Errors: those of [`Self::read`].
    pub fn read_json(text: &str, limits: &PlanLimits) -> Result<Self, Error> {
        Self::of(serde_json::from_str(text).map_err(|error| not_a_plan(&error))?, limits)
    }

    fn of(file: PlanFile, limits: &PlanLimits) -> Result<Self, Error> {
        if file.cells.is_empty() || file.output.formats.is_empty() {
            return Err(not_allowed("the plan is empty", "at least one [[cells]] and one format"));
        }
        let mut all = Vec::new();
        let mut total: u128 = 0;
        for cells in file.cells {
            let ranges = CellRanges::of(cells)?;
            ranges.deck_within(limits.deck)?;
            total = total.saturating_add(ranges.least());
            all.push(ranges);
            limits.check(total)?;
        }
        let mut tables: BTreeMap<String, (String, BTreeMap<CellVariant, Vec<u64>>)> =
            BTreeMap::new();
        let mut listed = 0;
        for ranges in all {
            let game = || (ranges.family.name.to_owned(), BTreeMap::new());
            let (_, variants) = tables.entry(ranges.table_name()).or_insert_with(game);
            ranges.list(&mut |n, variant| {
                variants.entry(variant).or_default().push(n);
                listed += 1;
                limits.check(listed)
            })?;
        }
        let tables = tables
            .into_iter()
            .map(|(name, (game, variants))| CellTable::new(game, name, variants))
            .collect();
        let formats =
            Format::ALL.into_iter().filter(|format| file.output.formats.contains(format)).collect();
        Ok(Self { tables, formats })
    }

    /// Number of its cells.
    pub fn cells(&self) -> usize {
        self.tables.iter().map(|table| table.cells.len()).sum()
    }

    /// Its cells with their tables, in order.
    pub fn places(&self) -> impl Iterator<Item = (&CellTable, (u64, u32))> {
        self.tables.iter().flat_map(|table| table.cells.iter().map(move |cell| (table, *cell)))
    }

    /// SHA-256 over its cells, in hexadecimal digits; formats do not count.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for table in &self.tables {
            hash.update(&table.name);
            for variant in &table.variants {
                // A deck of any size shows the stakes.
                let label = label(&table.game, 2, variant.copies, &variant.stakes);
                hash.update(format!("\n{label} {}", variant.question));
            }
            hash.update(format!("\n{}\n", table.cells.len()));
            for (n, variant) in &table.cells {
                hash.update(n.to_le_bytes());
                hash.update(variant.to_le_bytes());
            }
        }
        hex(&hash.finalize())
    }

    /// Roughly how many numbers its answers come to: cards times bets, over all cells.
    pub fn numbers(&self) -> u128 {
        self.places().fold(0, |sum: u128, (table, cell)| {
            sum.saturating_add(u128::from(cell.0).saturating_mul(table.sizes(cell) as u128 + 1))
        })
    }
}

fn not_a_plan(error: &dyn std::error::Error) -> Error {
    Error::Malformed(format!("the plan: {}", parse_message(error)))
}

impl CellTable {
    fn new(game: String, name: String, variants: BTreeMap<CellVariant, Vec<u64>>) -> Self {
        let mut cells = Vec::new();
        for (at, ns) in variants.values().enumerate() {
            cells.extend(ns.iter().map(|n| (*n, at as u32)));
        }
        cells.sort_unstable();
        cells.dedup();
        Self { game, name, variants: variants.into_keys().collect(), cells }
    }

    /// The name of its file in a format.
    pub fn file(&self, format: Format) -> String {
        format!("{}.{}", self.name, format.ending())
    }

    /// The variant of a cell.
    pub fn variant(&self, cell: (u64, u32)) -> &CellVariant {
        &self.variants[cell.1 as usize]
    }

    /// The key of its answer in the catalogue.
    pub fn key(&self, cell: (u64, u32)) -> Key {
        let CellVariant { copies, stakes, question } = self.variant(cell);
        Key { label: label(&self.game, cell.0, *copies, stakes), question: (*question).into() }
    }

    /// Roughly how long it takes, in no unit.
    pub fn cost(&self, cell: (u64, u32)) -> u64 {
        self.variant(cell).question.cost(cell.0, self.sizes(cell))
    }

    /// Number of its bet sizes above 0.
    fn sizes(&self, cell: (u64, u32)) -> usize {
        let sizes = |family: &Family| family.count_sizes(&self.variant(cell).stakes);
        Family::named(&self.game).map_or(1, sizes).try_into().unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(plan: &str) -> Vec<String> {
        let plan = Plan::read(plan, &PlanLimits::COMMAND).unwrap();
        plan.tables
            .iter()
            .flat_map(|table| table.cells.iter().map(|cell| table.key(*cell).to_string()))
            .collect()
    }

    fn refused(plan: &str) -> String {
        Plan::read(plan, &PlanLimits::COMMAND).unwrap_err().to_string()
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
            "kuhn/n3-b1 (readable)",
            "kuhn/n3-b1-r4 (readable)",
            "one-raise/n4-b2-raise2 (readable)",
            "one-raise/n4-b2-raise6 (readable)",
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
            refused(&cells("n = 3\nb = 1\ncolour = 2"))
                .ends_with("copies, game, pure, cuts, method")
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
