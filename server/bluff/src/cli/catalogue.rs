use bluff_batch::catalogue::{Address, Catalogue, Checked};
use bluff_batch::error::Error;
use clap::{Args, Subcommand};

use rational_bluff::solve::Stopped;

use super::Answer;
use super::output::{message, on_interrupt};

/// Where the catalogue is.
#[derive(Args, Debug)]
pub(super) struct At {
    /// Where solved games are kept: the path of a SQLite file, or postgres://user:password@host/database.
    /// By default BLUFF_CATALOGUE, or a file in the user's data folder
    #[arg(long, value_name = "URL")]
    catalogue: Option<String>,
}

impl At {
    pub(super) fn address(&self) -> Result<Address, Error> {
        Ok(match &self.catalogue {
            Some(given) => given.parse()?,
            None => Address::default_place()?,
        })
    }
}

impl At {
    /// The catalogue, for a service that can do without: one that was asked for must open, the usual one may fail.
    pub(super) fn open_if_possible(&self) -> Result<Option<Catalogue>, Error> {
        let opened = self.address().and_then(|address| Ok(Catalogue::open(&address, message)?));
        match opened {
            Err(error) if self.catalogue.is_none() => {
                message(&format!("{error}; answers are given, and not kept"));
                Ok(None)
            }
            opened => opened.map(Some),
        }
    }
}

/// Looks after the catalogue of solved games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff catalogue show
  bluff catalogue verify --catalogue postgres://poker@db/poker

verify checks every entry from nothing. Exit code 0: all hold; 1: some were damaged, are named and set aside, and will be
solved again when they are asked for.")]
pub(super) struct CatalogueOf {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Print where it is and how many entries it has
    Show(At),
    /// Check every entry with the checker alone
    Verify(At),
}

impl CatalogueOf {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let (What::Show(at) | What::Verify(at)) = &self.what;
        let catalogue = Catalogue::open(&at.address()?, message)?;
        if matches!(self.what, What::Show(_)) {
            let (entries, damaged) = catalogue.count()?;
            let place = catalogue.address();
            return Ok(format!("Catalogue  {place}\nEntries    {entries}\nSet aside  {damaged}\n").into());
        }
        let control = on_interrupt();
        let Checked { whole, damaged } = catalogue.verify(&control)?.ok_or(Stopped)?;
        let names: String = damaged.iter().map(|(key, reason)| format!("{key}: {reason}\n")).collect();
        let no = (!damaged.is_empty()).then(|| format!("{} entries were damaged and set aside", damaged.len()));
        Ok(Answer { no, ..format!("{names}{whole} entries hold\n").into() })
    }
}
