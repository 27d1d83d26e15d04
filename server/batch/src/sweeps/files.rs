//! The files of a batch, made of what the catalogue holds: the same bytes whenever and wherever
//! they are made.

use std::path::PathBuf;

use bluff_report::csv::{decimal, field};
use bluff_report::picture::heat_map::{GAMES, HeatMap, heat_map};
use bluff_report::text::Paint;
use bluff_report::{lprint, pure, text};
use rational_bluff::control::map;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Player, Unit};
use rational_bluff::solve::Control;
use rational_bluff::sweep::GameQuestion;
use serde::Deserialize;

use crate::catalogue::{Entry, Key};
use crate::file::PartFile;
use bluff_questions::error::Error;

use super::folder::Folder;
use super::{CellTable, CellVariant, Format, Plan};

/// Cells that are held in memory at once.
const CHUNK: usize = 512;

/// The outcome of writing the files of a plan.
#[derive(Debug)]
pub(super) enum Written {
    /// All are there.
    All(Vec<PathBuf>),
    /// Not all are, because the catalogue has lost answers since they were solved.
    Lost,
}

/// Answers to the cells of a plan, from a catalogue or from parts.
pub(super) trait AnswerSource {
    /// The answers to these cells, which are the next ones of the plan.
    fn answers(&mut self, keys: &[Key]) -> Result<Vec<Option<Entry>>, Error>;
    /// True for a cell that has no answer, and is left out of every format.
    fn failed(&self, key: &Key) -> bool;
    /// The end of the message about a disk that fails: what else is safe.
    fn safe(&self) -> &'static str;
}

/// Writes every file of a plan, and puts them in their places once all are written.
///
/// Errors: those of the source and of the disk; files that were there before stay as they were.
pub(super) fn write(
    plan: &Plan,
    folder: &Folder,
    source: &mut dyn AnswerSource,
    control: &Control,
) -> Result<Written, Error> {
    let (mut written, mut lost) = (Vec::new(), false);
    for table in &plan.tables {
        let mut parts = plan
            .formats
            .iter()
            .map(|format| Ok((*format, folder.begin(&table.file(*format), source.safe())?)))
            .collect::<Result<Vec<(Format, PartFile)>, Error>>()?;
        let mut values = Vec::new();
        for (_, part) in parts.iter_mut().filter(|(format, _)| *format == Format::Csv) {
            part.write("label,n,stakes,question,equilibria,player,value,decimal\n")?;
        }
        for cells in table.cells.chunks(CHUNK) {
            control.check()?;
            let keys: Vec<Key> = cells.iter().map(|cell| table.key(*cell)).collect();
            let entries = source.answers(&keys)?;
            let rendered = map(entries.iter().zip(cells).collect(), |(entry, cell)| {
                entry.as_ref().map(|entry| render(table, *cell, entry, &plan.formats)).transpose()
            });
            let rendered =
                rendered.into_iter().collect::<Result<Vec<Option<Rendered>>, Error>>()?;
            for ((rendered, cell), key) in rendered.iter().zip(cells).zip(&keys) {
                let Some(rendered) = rendered else {
                    lost |= !source.failed(key);
                    continue;
                };
                for ((_, part), text) in parts.iter_mut().zip(&rendered.texts) {
                    part.write(text)?;
                }
                values.extend(rendered.value.map(|value| (cell.0, cell.1 as usize, value)));
            }
        }
        if let Some((_, part)) = parts.iter_mut().find(|(format, _)| *format == Format::Svg) {
            let rows = table.variants.iter().map(CellVariant::words).collect();
            let unit = Unit::of_game(&table.game).per_hand();
            let title = &format!("{}: value to player I, in {unit}", table.name);
            part.write(&heat_map(&HeatMap { title, rows, cells: values, axes: GAMES }))?;
        }
        for (_, mut part) in parts {
            part.complete()?;
            written.push(part);
        }
    }
    if lost {
        return Ok(Written::Lost);
    }
    let files = written.into_iter().map(PartFile::finish).collect::<Result<_, Error>>()?;
    Ok(Written::All(files))
}

/// A cell in each of the plan's formats, in their order; nothing for a picture.
struct Rendered {
    texts: Vec<String>,
    value: Option<f64>,
}

/// The parts of a document that a table of values needs.
#[derive(Deserialize)]
struct DocumentValues {
    values: Vec<Rational>,
}

fn render(
    table: &CellTable,
    cell: (u64, u32),
    entry: &Entry,
    formats: &[Format],
) -> Result<Rendered, Error> {
    let CellVariant { question, .. } = table.variant(cell);
    let first = entry.body().lines().next();
    let document = first.map(serde_json::from_str::<DocumentValues>).transpose();
    let document = document
        .map_err(|error| Error::System(format!("the entry of {}: {error}", entry.key())))?;
    let values = document.map(|document| document.values).unwrap_or_default();
    let whole = formats.iter().any(|format| matches!(format, Format::Lprint | Format::Text));
    let solutions = if whole { entry.solutions()? } else { Vec::new() };
    let label = &entry.key().label;
    let texts = formats.iter().map(|format| match (format, question) {
        (Format::Jsonl, _) => entry.body().to_owned(),
        (Format::Csv, _) => rows(table, cell, entry, &values),
        (Format::Svg, _) => String::new(),
        (Format::Lprint, GameQuestion::Equilibrium(_)) => {
            let lists = solutions.iter().map(|solution| lprint::solution(solution));
            let lists: String =
                lists.map(|list| list.unwrap_or_else(|error| format!("# {error}\n"))).collect();
            format!("# {label}\n{lists}")
        }
        (Format::Text, GameQuestion::Equilibrium(_)) => {
            solutions.iter().map(|solution| text::solution(solution, Paint::Plain) + "\n").collect()
        }
        (Format::Lprint, _) => format!("# {label}\n{}", pure::set(&solutions)),
        (Format::Text, cuts) => pure::advice(label, *cuts == GameQuestion::Cuts, &solutions) + "\n",
    });
    let value = values.first().map(Rational::to_f64);
    Ok(Rendered { texts: texts.collect(), value })
}

/// A line per player, or one without a value where there is no equilibrium of the kind.
fn rows(table: &CellTable, cell: (u64, u32), entry: &Entry, values: &[Rational]) -> String {
    let Key { label, question } = entry.key();
    let start = format!(
        "{label},{},{},{question},{}",
        cell.0,
        field(&table.variant(cell).words()),
        entry.body().lines().count()
    );
    if values.is_empty() {
        return format!("{start},,,\n");
    }
    let row = |(player, value): (&Player, &Rational)| {
        format!("{start},{player},{value},{}\n", decimal(value))
    };
    Player::first(values.len()).iter().zip(values).map(row).collect()
}
