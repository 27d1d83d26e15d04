use std::io::{BufReader, ErrorKind};
use std::path::PathBuf;

use bluff_batch::catalogue::{Address, Catalogue, Checked, StoredRow};
use bluff_batch::file::{MAX_LINE, PartFile, next_line, opened, printable, unread};
use bluff_questions::ReportForm;
use bluff_questions::error::Error;
use bluff_report::json;
use clap::{Args, Subcommand};
use rational_bluff::exact::counted;
use rational_bluff::solve::{Control, Stopped};
use serde::Serialize;

use super::Answer;
use super::output::{message, on_interrupt, print};
use super::printing::{Printable, Printing};

/// The argument that names the catalogue.
#[derive(Args, Debug)]
pub(super) struct CatalogueArgs {
    /// The catalogue of solved games: the path of a SQLite file, or
    /// postgres://user:password@host/database [default: BLUFF_CATALOGUE, or a file in the user's
    /// data folder]
    #[arg(long, value_name = "URL")]
    catalogue: Option<String>,
}

impl CatalogueArgs {
    pub(super) fn address(&self) -> Result<Address, Error> {
        let address = self.catalogue.as_deref();
        Ok(address.map_or_else(Address::default_place, str::parse)?)
    }

    /// The catalogue, if an option or the task wants one that is there already: a path that is
    /// misspelt would be made, and be empty.
    fn existing(&self, is_wanted: bool) -> Result<Catalogue, Error> {
        let is_wanted = is_wanted || self.catalogue.is_some();
        match self.address()? {
            Address::File(path) if is_wanted && !path.exists() => {
                Err(unread(&path.display().to_string(), &ErrorKind::NotFound.into()))
            }
            address => Ok(Catalogue::open(&address, message)?),
        }
    }

    /// Opens the catalogue of a service, unless it is a file that will be made.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.address() {
            Ok(Address::File(path)) if !path.exists() => Ok(()),
            _ => self.open_if_possible().map(drop),
        }
    }

    /// The catalogue of a service. One that an option names must open; without the default one the
    /// service still answers.
    pub(super) fn open_if_possible(&self) -> Result<Option<Catalogue>, Error> {
        let opened = self.address().and_then(|address| Ok(Catalogue::open(&address, message)?));
        match opened {
            Err(error) if self.catalogue.is_none() => {
                message(&format!("{error}; answers are given, and not stored"));
                Ok(None)
            }
            opened => opened.map(Some),
        }
    }
}

/// Lines that are checked at once.
const PAGE: usize = 256;

/// Shows, verifies, copies or prunes the catalogue of solved games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff catalogue show --json
  bluff catalogue verify --catalogue postgres://poker@db/poker
  bluff catalogue export -o entries.jsonl
  bluff catalogue import entries.jsonl --catalogue postgres://poker@db/poker
  bluff catalogue prune

verify and import check every entry from nothing.
Exit code 0: all are valid; 1: damaged entries were named and set aside, or not imported; they are
solved again on demand.")]
pub(super) struct CatalogueCommand {
    #[command(subcommand)]
    task: CatalogueTask,
}

#[derive(Debug, Subcommand)]
enum CatalogueTask {
    /// Print its address and the number of entries
    Show(CatalogueTaskArgs<CatalogueState>),
    /// Check every entry with the checker alone
    Verify(CatalogueTaskArgs<Checked>),
    /// Print every entry, of all versions, as a line of JSON
    Export(ExportArgs),
    /// Store the entries of an export that hold; those that are there already stay
    Import(ImportArgs),
    /// Remove entries of other versions and damaged ones
    Prune(CatalogueArgs),
}

#[derive(Args, Debug)]
struct CatalogueTaskArgs<A: Printable> {
    #[command(flatten)]
    at: CatalogueArgs,
    #[command(flatten)]
    printing: Printing<A>,
}

/// A catalogue, and the numbers of its entries.
#[derive(Debug, Serialize)]
struct CatalogueState {
    catalogue: String,
    entries: u64,
    set_aside: u64,
}

impl Printable for CatalogueState {
    fn formats() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("In words", |state: &Self, _| {
                let Self { catalogue, entries, set_aside } = state;
                format!("Catalogue  {catalogue}\nEntries    {entries}\nSet aside  {set_aside}\n")
            }),
            ReportForm::json("For programs", json),
        ]
    }
}

impl Printable for Checked {
    fn formats() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("In words", |check: &Self, _| {
                let lines = check.damaged.iter().map(|(key, reason)| format!("{key}: {reason}\n"));
                let hold = counted(check.valid, "entry holds", "entries hold");
                format!("{}{hold}\n", lines.collect::<String>())
            }),
            ReportForm::json("For programs", json),
        ]
    }
}

#[derive(Args, Debug)]
struct ExportArgs {
    /// Write to a file, which is replaced once all is written
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    at: CatalogueArgs,
}

#[derive(Args, Debug)]
struct ImportArgs {
    /// An export
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    at: CatalogueArgs,
}

impl CatalogueCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        match self.task {
            CatalogueTask::Show(show) => {
                let catalogue = show.at.existing(false)?;
                let (entries, set_aside) = catalogue.count()?;
                let catalogue = catalogue.address().to_string();
                show.printing.answer(&CatalogueState { catalogue, entries, set_aside })
            }
            CatalogueTask::Verify(verify) => {
                let control = on_interrupt(Control::new());
                let checked = verify.at.existing(false)?.verify(&control)?.ok_or(Stopped)?;
                let damaged = counted(checked.damaged.len(), "entry was", "entries were");
                let no = format!("{damaged} damaged and set aside");
                let no = (!checked.damaged.is_empty()).then_some(no);
                Ok(Answer { no, ..verify.printing.answer(&checked)? })
            }
            CatalogueTask::Export(ExportArgs { output, at }) => export(&at, output),
            CatalogueTask::Import(ImportArgs { file, at }) => {
                import(&Catalogue::open(&at.address()?, message)?, &file)
            }
            CatalogueTask::Prune(at) => {
                let (old, damaged) = at.existing(false)?.prune()?;
                let text = format!(
                    "{} of other versions and {damaged} damaged ones removed\n",
                    counted(old, "entry", "entries")
                );
                Ok(text.into())
            }
        }
    }
}

/// Writes every entry as a line, page by page.
fn export(at: &CatalogueArgs, output: Option<PathBuf>) -> Result<Answer, Error> {
    let catalogue = at.existing(true)?;
    let mut file = output.map(|path| PartFile::begin(path, "")).transpose()?;
    catalogue.export(|rows| {
        let lines: String = rows.iter().map(StoredRow::to_line).collect();
        match &mut file {
            Some(file) => file.write(&lines),
            None => print(&lines),
        }
    })?;
    file.map(PartFile::finish).transpose()?;
    Ok(String::new().into())
}

/// Stores the entries of a file, and names the lines that do not hold.
fn import(catalogue: &Catalogue, file: &str) -> Result<Answer, Error> {
    let (control, mut reader) = (on_interrupt(Control::new()), BufReader::new(opened(file)?));
    let (mut rows, mut places, mut refused) = (Vec::new(), Vec::new(), String::new());
    let (mut count, mut lines) = (0, 0_u64);
    loop {
        let line = next_line(&mut reader, MAX_LINE).map_err(|error| unread(file, &error))?;
        control.check()?;
        if let Some(line) = &line {
            lines += 1;
            match StoredRow::of_line(line) {
                Ok(row) => {
                    rows.push(row);
                    places.push(lines);
                }
                Err(reason) => refused += &format!("line {lines}: {reason}\n"),
            }
        }
        if line.is_none() || rows.len() >= PAGE {
            let given = rows.len();
            let wrong = catalogue.import(std::mem::take(&mut rows))?;
            count += given - wrong.len();
            for (place, reason) in wrong {
                refused += &format!("line {}: {reason}\n", places[place]);
            }
            places.clear();
        }
        if line.is_none() {
            break;
        }
    }
    catalogue.sync()?;
    let no = (!refused.is_empty()).then(|| {
        let lines = counted(refused.lines().count(), "line was", "lines were");
        format!("{}: {lines} not imported", printable(file))
    });
    let stored = counted(count, "entry holds and is", "entries hold and are");
    Ok(Answer { no, ..format!("{refused}{stored} stored\n").into() })
}
