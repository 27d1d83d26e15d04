//! Part K of N of a plan: solved without a catalogue, and written to a file of its own.
//!
//! Parts are cut by cost, at the same cells on every machine, and in the order of the plan: the
//! answers of parts 1 to N, one after the other, are those of the plan.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use rational_bluff::solve::Control;
use rational_bluff::sweep::sweep;
use serde::{Deserialize, Serialize};

use crate::catalogue::{Entry, StoredRow, VERSION};
use crate::compute::lock;
use crate::file::{PartFile, printable};
use bluff_questions::error::Error;
use bluff_questions::not_allowed;

use super::cell::{CellClock, CellLimits};
use super::run::BatchProgress;
use super::{MAX_CELLS, Plan};

/// The word by which a file is known as a part.
pub(super) const FORMAT: &str = "bluff-part-1";

/// Part `number` of `count` of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanPart {
    /// From 1 to `count`.
    pub number: u64,
    /// Number of parts.
    pub count: u64,
}

impl FromStr for PlanPart {
    type Err = Error;

    /// Reads `3/20`, and `2+1/20` for engines that count from 0.
    fn from_str(text: &str) -> Result<Self, Error> {
        let number = |text: &str| {
            let terms = text.split('+').map(|term| term.parse::<u64>().ok());
            terms.reduce(|sum, term| sum?.checked_add(term?))?
        };
        let part = text
            .split_once('/')
            .and_then(|(number_of, count)| Self::new(number(number_of)?, number(count)?));
        part.ok_or_else(|| {
            let allowed = format!("K/N with K from 1 to N, and N at most {MAX_CELLS}");
            not_allowed(format!("part {}", printable(text)), allowed)
        })
    }
}

/// The cells of each of `count` parts, by their places in the plan.
///
/// A cell belongs to the part in which the middle of its cost lies, so costs differ by one cell at
/// most.
pub(super) fn cuts(plan: &Plan, count: u64) -> Vec<Range<usize>> {
    let costs = || plan.places().map(|(table, cell)| u128::from(table.cost(cell).max(1)));
    let total: u128 = costs().sum();
    let (mut before, mut cuts) = (0_u128, vec![0..0; count as usize]);
    for (place, cost) in costs().enumerate() {
        let middle = 2 * before + cost;
        let part = middle.saturating_mul(u128::from(count)) / (2 * total);
        let cut = &mut cuts[part as usize];
        *cut = if cut.start == cut.end { place } else { cut.start }..place + 1;
        before += cost;
    }
    cuts
}

impl PlanPart {
    /// Part `number` of `count`, if there can be such a part.
    pub(super) fn new(number: u64, count: u64) -> Option<Self> {
        let possible = (1..=count).contains(&number) && u128::from(count) <= MAX_CELLS;
        possible.then_some(Self { number, count })
    }

    /// The name of its file.
    pub fn file(self) -> String {
        format!("part-{}-of-{}.jsonl", self.number, self.count)
    }
}

/// The first line of the file of a part.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PartHeader {
    pub(super) format: String,
    pub(super) version: String,
    /// Digest of the plan's cells.
    pub(super) plan: String,
    pub(super) part: u64,
    pub(super) parts: u64,
    /// Number of lines that follow.
    pub(super) cells: u64,
}

/// Another line of it: a cell, solved or failed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum PartLine {
    Solved(StoredRow),
    Failed { label: String, question: String, reason: String },
}

/// The outcome of a part.
#[derive(Debug)]
pub struct PartOutcome {
    /// Its file.
    pub file: PathBuf,
    /// Number of its cells.
    pub cells: usize,
    /// Cells without an answer, by label, with the reason; the file has them too.
    pub failures: BTreeMap<String, String>,
}

/// Solves the cells of a part and writes its file into a folder, in one step. Another process may
/// do the same part in the same folder.
///
/// Errors: `NotWritten`, `System` and `Stopped`. A cell that fails is no error.
pub fn solve_part(
    plan: &Plan,
    part: PlanPart,
    folder: &Path,
    threads: usize,
    limits: CellLimits,
    control: &Control,
    progress: &BatchProgress,
) -> Result<PartOutcome, Error> {
    fs::create_dir_all(folder)
        .map_err(|error| Error::System(format!("{}: {error}", folder.display())))?;
    let range = cuts(plan, part.count).swap_remove(part.number as usize - 1);
    let cells: Vec<_> = plan.places().skip(range.start).take(range.len()).collect();
    progress.total.store(cells.len() as u64, Ordering::Relaxed);
    let lines = Mutex::new(vec![String::new(); cells.len()]);
    let failures = Mutex::new(BTreeMap::new());
    let keep = |place: usize, result: Result<Entry, Error>| {
        let (table, cell) = cells[place];
        let line = match result {
            // Half an answer is none, and no failure either.
            Err(_) if control.cancelled() => return,
            Err(error) => {
                let (key, reason) = (table.key(cell), error.message());
                progress.failed.fetch_add(1, Ordering::Relaxed);
                lock(&failures).insert(key.to_string(), reason.clone());
                let question = key.question.to_string();
                PartLine::Failed { label: key.label, question, reason }
            }
            Ok(entry) => {
                progress.done.fetch_add(1, Ordering::Relaxed);
                PartLine::Solved(entry.row())
            }
        };
        lock(&lines)[place] = json_line(&line);
    };
    CellClock::beside(limits, control, |clock| {
        let work =
            |(table, cell): &(&super::CellTable, (u64, u32))| clock.answer(&table.key(*cell));
        sweep(&cells, |(table, cell)| table.cost(*cell), threads, control, work, keep)
    })?;
    let path = folder.join(part.file());
    let mut file = PartFile::begin_beside(path, "; solve the part again")?;
    file.write(&json_line(&PartHeader {
        format: FORMAT.to_owned(),
        version: VERSION.to_owned(),
        plan: plan.digest(),
        part: part.number,
        parts: part.count,
        cells: cells.len() as u64,
    }))?;
    for line in lock(&lines).iter() {
        file.write(line)?;
    }
    let file = file.finish()?;
    let failures = std::mem::take(&mut *lock(&failures));
    Ok(PartOutcome { file, cells: cells.len(), failures })
}

/// A line of JSON. Texts and numbers are all that these have.
pub(super) fn json_line(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default() + "\n"
}
