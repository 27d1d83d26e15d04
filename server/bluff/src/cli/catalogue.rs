use std::collections::BTreeMap;

use bluff_batch::catalogue::{Address, Catalogue, Checked};
use bluff_batch::error::Error;
use bluff_report::json;
use clap::{Args, Subcommand};
use rational_bluff::solve::Stopped;
use serde::Serialize;

use super::Answer;
use super::output::{message, on_interrupt};
use super::printing::{OutputFormat, Printable, Printing};

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

/// Shows or verifies the catalogue of solved games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff catalogue show --json
  bluff catalogue verify --catalogue postgres://poker@db/poker

verify checks every entry from nothing.
Exit code 0: all are valid; 1: damaged entries were named and set aside; they are solved again on
demand.")]
pub(super) struct CatalogueCommand {
    #[command(subcommand)]
    task: CatalogueTask,
}

#[derive(Debug, Subcommand)]
enum CatalogueTask {
    /// Print its address and the number of entries
    Show(CatalogueTaskArgs<CatalogueState>),
    /// Check every entry with the checker alone
    Verify(CatalogueTaskArgs<CatalogueCheck>),
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
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |state, _| {
                let Self { catalogue, entries, set_aside } = state;
                Ok(format!(
                    "Catalogue  {catalogue}\nEntries    {entries}\nSet aside  {set_aside}\n"
                ))
            }),
            Self::format("json", "For programs", |state, _| Ok(json(state))),
        ]
    }
}

/// The result of a check of all entries.
#[derive(Debug, Serialize)]
struct CatalogueCheck {
    valid: u64,
    /// Reasons why entries were set aside, by their keys.
    damaged: BTreeMap<String, String>,
}

impl Printable for CatalogueCheck {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |check, _| {
                let lines = check.damaged.iter().map(|(key, reason)| format!("{key}: {reason}\n"));
                Ok(format!("{}{} entries hold\n", lines.collect::<String>(), check.valid))
            }),
            Self::format("json", "For programs", |check, _| Ok(json(check))),
        ]
    }
}

impl<A: Printable> CatalogueTaskArgs<A> {
    fn open(&self) -> Result<Catalogue, Error> {
        Ok(Catalogue::open(&self.at.address()?, message)?)
    }
}

impl CatalogueCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        match self.task {
            CatalogueTask::Show(show) => {
                let catalogue = show.open()?;
                let (entries, set_aside) = catalogue.count()?;
                let catalogue = catalogue.address().to_string();
                show.printing.answer(&CatalogueState { catalogue, entries, set_aside })
            }
            CatalogueTask::Verify(verify) => {
                let Checked { whole: valid, damaged } =
                    verify.open()?.verify(&on_interrupt())?.ok_or(Stopped)?;
                let no = (!damaged.is_empty())
                    .then(|| format!("{} entries were damaged and set aside", damaged.len()));
                let check = CatalogueCheck { valid, damaged: damaged.into_iter().collect() };
                Ok(Answer { no, ..verify.printing.answer(&check)? })
            }
        }
    }
}
