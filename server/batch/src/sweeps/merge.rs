//! The files of a plan, made of its parts: every document is checked, and what is missing is named.

use std::collections::BTreeMap;
use std::fs;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rational_bluff::solve::Control;
use rational_bluff::sweep::sweep;

use crate::catalogue::{Entry, Key, VERSION};
use crate::compute::lock;
use crate::file::{MAX_LINE, next_line, shortened};
use bluff_questions::error::Error;

use super::files::{AnswerSource, Written, write};
use super::folder::Folder;
use super::part::{FORMAT, PartHeader, PartLine, PlanPart, cuts};
use super::{CellTable, Plan};

/// The outcome of a merge.
#[derive(Debug)]
pub enum MergeOutcome {
    /// The files are there.
    Written {
        /// Their paths.
        files: Vec<PathBuf>,
        /// Cells without an answer, by label, with the reason.
        failures: BTreeMap<String, String>,
    },
    /// Parts are missing, and nothing was written: their numbers, as an array job takes them
    /// (`3,7,12-15`).
    Missing(String),
}

/// Merges the parts of a plan that stand in folders, and writes the plan's files. `notice` gets a
/// message about each file that cannot be used, and each part that stands twice.
///
/// Errors: `Malformed` if the folders have no part of this plan, or parts of several divisions;
/// those of the disk; `Stopped`.
pub fn merge(
    plan: &Plan,
    sources: &[PathBuf],
    folder: &Folder,
    threads: usize,
    control: &Control,
    notice: &(dyn Fn(&str) + Sync),
) -> Result<MergeOutcome, Error> {
    let (count, found) = find_parts(plan, sources, notice)?;
    let (cells, cuts) = (plan.places().collect::<Vec<_>>(), cuts(plan, count));
    let chosen = Mutex::new(BTreeMap::new());
    let numbers: Vec<u64> = found.keys().copied().collect();
    let size = |number: &u64| found[number].iter().map(|path| file_size(path)).max().unwrap_or(0);
    let check = |number: &u64| {
        let cells = &cells[cuts[*number as usize - 1].clone()];
        let held = found[number].iter().find(|path| {
            let checked = control.run(|| check_part(cells, path, control));
            match checked {
                Ok(Ok(())) => true,
                Ok(Err(reason)) => {
                    notice(&format!("{}: {reason}; part {number} is missing", path.display()));
                    false
                }
                // The sweep says that it was stopped.
                Err(_) => false,
            }
        });
        (*number, held)
    };
    sweep(&numbers, size, threads, control, check, |_, (number, held)| {
        if let Some(path) = held {
            lock(&chosen).insert(number, path.clone());
        }
    })?;
    let chosen = std::mem::take(&mut *lock(&chosen));
    if chosen.len() as u64 != count {
        let missing = (1..=count).filter(|number| !chosen.contains_key(number));
        return Ok(MergeOutcome::Missing(ranges(&missing.collect::<Vec<_>>())));
    }
    let mut answers = MergedAnswers::new(chosen.into_values());
    let written = write(plan, folder, &mut answers, control)?;
    match written {
        Written::All(files) => Ok(MergeOutcome::Written { files, failures: answers.failures }),
        Written::Lost => Err(Error::System("a part was changed while it was read".to_owned())),
    }
}

/// The number of parts, and the files of each part, by number.
fn find_parts(
    plan: &Plan,
    sources: &[PathBuf],
    notice: &dyn Fn(&str),
) -> Result<(u64, BTreeMap<u64, Vec<PathBuf>>), Error> {
    let (digest, mut found) = (plan.digest(), BTreeMap::<u64, Vec<PathBuf>>::new());
    let mut division: Option<(u64, PathBuf)> = None;
    for path in part_paths(sources)? {
        let header = match read_header(&path, &digest) {
            Ok(header) => header,
            Err(reason) => {
                notice(&format!("{}: {reason}; it is left out", path.display()));
                continue;
            }
        };
        let (count, first) = division.get_or_insert((header.parts, path.clone()));
        if *count != header.parts {
            return Err(Error::Malformed(format!(
                "{} is one of {count} parts and {} one of {}: they overlap, expected parts of one \
                 division",
                first.display(),
                path.display(),
                header.parts
            )));
        }
        found.entry(header.part).or_default().push(path);
    }
    for (number, paths) in found.iter().filter(|(_, paths)| paths.len() > 1) {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        notice(&format!(
            "part {number} is there {} times, the first that holds is taken: {}",
            paths.len(),
            names.join(", ")
        ));
    }
    let (count, _) = division.ok_or_else(|| {
        Error::Malformed(
            "no part of this plan was found, expected folders with files part-K-of-N.jsonl, which \
             bluff batch --part writes"
                .to_owned(),
        )
    })?;
    Ok((count, found))
}

/// The files of parts in folders, and files that are named themselves.
fn part_paths(sources: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut paths = Vec::new();
    for source in sources {
        let failed = |error| Error::System(format!("{}: {error}", source.display()));
        if source.is_file() {
            paths.push(source.clone());
            continue;
        }
        let before = paths.len();
        for entry in fs::read_dir(source).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("part-") && name.ends_with(".jsonl") {
                paths.push(entry.path());
            }
        }
        paths[before..].sort();
    }
    Ok(paths)
}

/// The header of a file, if it is a part of this plan by this version.
///
/// Errors: a message that says why it is none.
fn read_header(path: &Path, plan: &str) -> Result<PartHeader, String> {
    let PartReader { header, .. } = PartReader::open(path)?;
    if header.format != FORMAT {
        return Err(format!("format {}, expected {FORMAT}", shortened(&header.format)));
    }
    if header.version != VERSION {
        let version = shortened(&header.version);
        return Err(format!("a part by version {version}, expected {VERSION}"));
    }
    if header.plan != plan {
        return Err("a part of another plan".to_owned());
    }
    if PlanPart::new(header.part, header.parts).is_none() {
        return Err(format!("part {} of {}, which no plan has", header.part, header.parts));
    }
    Ok(header)
}

/// Checks the file of a part, whose header was read: it has these cells, and every document is
/// certified.
///
/// Errors: a message that says what is wrong, and on which line.
fn check_part(
    cells: &[(&CellTable, (u64, u32))],
    path: &Path,
    control: &Control,
) -> Result<(), String> {
    let mut reader = PartReader::open(path)?;
    if reader.header.cells != cells.len() as u64 {
        return Err("line 1 does not fit this plan".to_owned());
    }
    for (table, cell) in cells {
        if control.cancelled() {
            return Ok(());
        }
        let place = reader.line + 1;
        let at = |reason: String| format!("line {place}: {reason}");
        if let Ok(entry) = reader.answer(&table.key(*cell)).map_err(at)? {
            entry.solutions().map_err(|error| at(shortened(&error.to_string())))?;
        }
    }
    match reader.next_line()? {
        Some(_) => Err(format!("line {}: more lines than cells", reader.line)),
        None => Ok(()),
    }
}

/// The lines of one file behind its header.
struct PartReader {
    header: PartHeader,
    file: BufReader<File>,
    line: u64,
}

impl PartReader {
    fn open(path: &Path) -> Result<Self, String> {
        // To open a pipe without a writer waits for one, and a device never ends.
        if !fs::metadata(path).map_err(|error| error.to_string())?.is_file() {
            return Err("a pipe, a device or a folder, expected a file".to_owned());
        }
        let mut file = BufReader::new(File::open(path).map_err(|error| error.to_string())?);
        let line = next_line(&mut file, MAX_LINE).map_err(|error| format!("line 1: {error}"))?;
        let header = serde_json::from_str(&line.unwrap_or_default());
        let header = header.map_err(|_| "not the file of a part".to_owned())?;
        Ok(Self { header, file, line: 1 })
    }

    /// The next line; `None` at the end.
    fn next_line(&mut self) -> Result<Option<String>, String> {
        self.line += 1;
        next_line(&mut self.file, MAX_LINE).map_err(|error| format!("line {}: {error}", self.line))
    }

    /// The next cell, which must be this one: its answer, or the reason why it has none.
    fn answer(&mut self, key: &Key) -> Result<Result<Entry, String>, String> {
        let line = self.next_line()?.ok_or("the file ends before its last cell")?;
        let line = serde_json::from_str(&line).map_err(|_| "not a cell".to_owned())?;
        match line {
            PartLine::Solved(row) => match row.open()? {
                entry if entry.key() == key => Ok(Ok(entry)),
                entry => Err(format!("{}, expected {key}", shortened(&entry.key().to_string()))),
            },
            PartLine::Failed { label, question, reason }
                if label == key.label && question == key.question.name() =>
            {
                Ok(Err(reason))
            }
            PartLine::Failed { label, .. } => Err(format!("{}, expected {key}", shortened(&label))),
        }
    }
}

/// The answers of parts that were checked, one after the other.
struct MergedAnswers<P> {
    parts: P,
    reader: Option<PartReader>,
    failures: BTreeMap<String, String>,
}

impl<P: Iterator<Item = PathBuf>> MergedAnswers<P> {
    fn new(parts: P) -> Self {
        Self { parts, reader: None, failures: BTreeMap::new() }
    }

    /// The reader of the part that has the next cell.
    fn reader(&mut self) -> Result<&mut PartReader, String> {
        loop {
            if let Some(reader) = &mut self.reader
                && !reader.file.fill_buf().map_err(|error| error.to_string())?.is_empty()
            {
                break;
            }
            let path = self.parts.next().ok_or("the parts end before the last cell")?;
            self.reader = Some(PartReader::open(&path)?);
        }
        self.reader.as_mut().ok_or_else(|| "no part is open".to_owned())
    }
}

impl<P: Iterator<Item = PathBuf>> AnswerSource for MergedAnswers<P> {
    fn answers(&mut self, keys: &[Key]) -> Result<Vec<Option<Entry>>, Error> {
        let mut answers = Vec::with_capacity(keys.len());
        for key in keys {
            let answer = self.reader().and_then(|reader| reader.answer(key));
            answers.push(match answer.map_err(Error::System)? {
                Ok(entry) => Some(entry),
                Err(reason) => {
                    self.failures.insert(key.to_string(), reason);
                    None
                }
            });
        }
        Ok(answers)
    }

    fn failed(&self, key: &Key) -> bool {
        self.failures.contains_key(&key.to_string())
    }

    fn safe(&self) -> &'static str {
        ", and the parts are whole: merge them again"
    }
}

fn file_size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Ascending numbers in short: `3,7,12-15`.
fn ranges(numbers: &[u64]) -> String {
    let run = |run: &[u64]| match run {
        [first, .., last] => format!("{first}-{last}"),
        one => one.iter().map(u64::to_string).collect(),
    };
    numbers.chunk_by(|one, next| one + 1 == *next).map(run).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweeps::PlanLimits;

    #[test]
    fn numbers_of_missing_parts_are_short() {
        assert_eq!(ranges(&[3, 7, 12, 13, 14, 15]), "3,7,12-15");
        assert_eq!(ranges(&[1, 2]), "1-2");
        assert_eq!(ranges(&[]), "");
    }

    #[test]
    fn parts_cover_the_plan_in_order_and_cost_about_the_same() {
        let text = "[[cells]]\ngame = \"von-neumann\"\nn = \"2..60\"\nb = \"1..5\"\n\
                    [[cells]]\ngame = \"kuhn\"\nn = \"3..20\"\nb = 1\nmethod = \"lp\"\n";
        let plan = Plan::read(text, &PlanLimits::COMMAND).unwrap();
        let costs: Vec<u64> = plan.places().map(|(table, cell)| table.cost(cell)).collect();
        let (total, most): (u64, u64) = (costs.iter().sum(), *costs.iter().max().unwrap());
        for count in [1, 2, 7, 100, 1_000] {
            let mut next = 0;
            for (number, cells) in (1..).zip(cuts(&plan, count)) {
                if !cells.is_empty() {
                    assert_eq!(cells.start, next, "part {number} of {count}");
                    next = cells.end;
                }
                let cost: u64 = costs[cells].iter().sum();
                assert!(cost <= total / count + most + 1, "part {number} of {count}: {cost}");
            }
            assert_eq!(next, plan.cells());
        }
    }
}
