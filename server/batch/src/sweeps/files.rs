//! The files of a batch, made of what the catalogue holds: the same bytes whenever and wherever
//! they are made.

use std::path::PathBuf;

use bluff_report::csv::{decimal, field};
use bluff_report::picture::heat_map::{GAMES, HeatMap, heat_map};
use bluff_report::text::Paint;
use bluff_report::{lprint, pure, text};
use rational_bluff::control::map;
use rational_bluff::exact::Rational;
use rational_bluff::solve::Control;
use rational_bluff::sweep::GameQuestion;
use serde::Deserialize;

use crate::catalogue::{Catalogue, Entry, Key};
use crate::error::Error;
use crate::file::PartFile;

use super::folder::Folder;
use super::{Choice, Format, Plan, Table};

/// Cells that are held in memory at once.
const CHUNK: usize = 512;

/// What became of the files of a plan.
#[derive(Debug)]
pub(super) enum Written {
    /// All are there.
    All(Vec<PathBuf>),
    /// Not all are, because the catalogue has lost answers since they were solved.
    Lost,
}

/// Writes every file of a plan. Cells in `failed` have no answer and are left out; so they are in
/// every format.
///
/// Errors: those of the catalogue and of the disk; files that were there before stay as they were.
pub(super) fn write(
    plan: &Plan,
    catalogue: &Catalogue,
    folder: &Folder,
    failed: &dyn Fn(&Key) -> bool,
    control: &Control,
) -> Result<Written, Error> {
    let (mut files, mut lost) = (Vec::new(), false);
    for table in &plan.tables {
        let mut parts = plan
            .formats
            .iter()
            .map(|format| Ok((*format, folder.begin(&table.file(*format))?)))
            .collect::<Result<Vec<(Format, PartFile)>, Error>>()?;
        let mut values = Vec::new();
        for (format, part) in &mut parts {
            part.write(head(*format))?;
        }
        for cells in table.cells.chunks(CHUNK) {
            control.check()?;
            let keys: Vec<Key> = cells.iter().map(|cell| table.key(*cell)).collect();
            let entries = catalogue.read(&keys)?;
            let rendered = map(entries.iter().zip(cells).collect(), |(entry, cell)| {
                entry.as_ref().map(|entry| render(table, *cell, entry, &plan.formats)).transpose()
            });
            let rendered =
                rendered.into_iter().collect::<Result<Vec<Option<Rendered>>, Error>>()?;
            for ((rendered, cell), key) in rendered.iter().zip(cells).zip(&keys) {
                let Some(rendered) = rendered else {
                    lost |= !failed(key);
                    continue;
                };
                for ((_, part), text) in parts.iter_mut().zip(&rendered.texts) {
                    part.write(text)?;
                }
                values.extend(rendered.value.map(|value| (cell.0, cell.1 as usize, value)));
            }
        }
        for (format, part) in &mut parts {
            if *format == Format::Svg {
                let rows = table.choices.iter().map(Choice::words).collect();
                let title = format!("{}: value to player I, in antes per hand", table.name);
                part.write(&heat_map(&HeatMap {
                    title: &title,
                    rows,
                    cells: std::mem::take(&mut values),
                    axes: GAMES,
                }))?;
            }
        }
        if !lost {
            for (_, part) in parts {
                files.push(part.finish()?);
            }
        }
    }
    Ok(if lost { Written::Lost } else { Written::All(files) })
}

fn head(format: Format) -> &'static str {
    match format {
        Format::Csv => "label,n,stakes,question,equilibria,player,value,decimal\n",
        _ => "",
    }
}

/// A cell in each format asked for, in their order; nothing for a picture.
struct Rendered {
    texts: Vec<String>,
    value: Option<f64>,
}

/// The parts of a document that a table of values needs.
#[derive(Deserialize)]
struct Values {
    values: Vec<Rational>,
}

fn render(
    table: &Table,
    cell: (u64, u32),
    entry: &Entry,
    formats: &[Format],
) -> Result<Rendered, Error> {
    let Choice { question, .. } = table.choice(cell);
    let first = entry.body().lines().next();
    let values: Option<Vec<Rational>> = match first.map(serde_json::from_str::<Values>) {
        None => None,
        Some(read) => Some(
            read.map_err(|error| Error::System(format!("the entry of {}: {error}", entry.key())))?
                .values,
        ),
    };
    let whole = formats.iter().any(|format| matches!(format, Format::Lprint | Format::Text));
    let solutions = if whole { entry.solutions()? } else { Vec::new() };
    let label = &entry.key().label;
    let texts = formats.iter().map(|format| match (format, question) {
        (Format::Jsonl, _) => entry.body().to_owned(),
        (Format::Csv, _) => rows(table, cell, entry, values.as_deref().unwrap_or_default()),
        (Format::Svg, _) => String::new(),
        (Format::Lprint, GameQuestion::Equilibrium(_)) => {
            let lists = solutions.iter().map(|solution| lprint::solution(solution));
            let lists: String =
                lists.map(|list| list.unwrap_or_else(|error| format!("# {error}\n"))).collect();
            format!("# {label}\n{lists}")
        }
        (Format::Text, GameQuestion::Equilibrium(_)) => solutions
            .iter()
            .map(|solution| text::solution(solution, None, Paint::Plain) + "\n")
            .collect(),
        (Format::Lprint, _) => format!("# {label}\n{}", pure::set(&solutions)),
        (Format::Text, cuts) => pure::advice(label, *cuts == GameQuestion::Cuts, &solutions) + "\n",
    });
    let value = values.as_ref().and_then(|values| values.first()).map(Rational::to_f64);
    Ok(Rendered { texts: texts.collect(), value })
}

/// A line per player, or one without a value where there is no equilibrium of the kind.
fn rows(table: &Table, cell: (u64, u32), entry: &Entry, values: &[Rational]) -> String {
    let Key { label, question } = entry.key();
    let start = format!(
        "{label},{},{},{question},{}",
        cell.0,
        field(&table.choice(cell).words()),
        entry.body().lines().count()
    );
    if values.is_empty() {
        return format!("{start},,,\n");
    }
    let players = rational_bluff::game::Player::first(values.len());
    let row =
        |(player, value): (_, &Rational)| format!("{start},{player},{value},{}\n", decimal(value));
    players.iter().zip(values).map(row).collect()
}
