use bluff_batch::catalogue::{Address, Catalogue, Checked};
use bluff_batch::error::Error;
use clap::{Args, Subcommand};

use rational_bluff::solve::Stopped;

use super::Answer;
use super::output::{message, on_interrupt};

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
  bluff catalogue show
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
    Show(CatalogueArgs),
    /// Check every entry with the checker alone
    Verify(CatalogueArgs),
}

impl CatalogueCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let (CatalogueTask::Show(at) | CatalogueTask::Verify(at)) = &self.task;
        let catalogue = Catalogue::open(&at.address()?, message)?;
        if matches!(self.task, CatalogueTask::Show(_)) {
            let (entries, damaged) = catalogue.count()?;
            let place = catalogue.address();
            return Ok(
                format!("Catalogue  {place}\nEntries    {entries}\nSet aside  {damaged}\n").into()
            );
        }
        let control = on_interrupt();
        let Checked { whole, damaged } = catalogue.verify(&control)?.ok_or(Stopped)?;
        let names: String =
            damaged.iter().map(|(key, reason)| format!("{key}: {reason}\n")).collect();
        let no = (!damaged.is_empty())
            .then(|| format!("{} entries were damaged and set aside", damaged.len()));
        Ok(Answer { no, ..format!("{names}{whole} entries hold\n").into() })
    }
}
