//! Rounds of a spot that are put down in a file, and taken up from it.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Mutex;

use bluff_batch::compute::lock;
use bluff_batch::file::{PartFile, unread};
use bluff_questions::Solver;
use bluff_questions::error::Error;
use clap::{Arg, value_parser};
use rational_bluff::intervals::SavedRounds;
use rational_bluff::spot::SpotTree;

/// The name of the argument.
const KEY: &str = "rounds";

/// The file of the rounds, where one is wanted, and the first of those that replace it.
#[derive(Debug, Default)]
pub(super) struct RoundsFile {
    path: Option<PathBuf>,
    first: Mutex<Option<PartFile>>,
}

/// The argument with the name of the file.
pub(super) fn argument() -> Arg {
    Arg::new(KEY)
        .long(KEY)
        .value_name("FILE")
        .requires("within")
        .value_parser(value_parser!(PathBuf))
        .help("Goes on from the rounds of a spot in this file, and keeps them there")
}

impl RoundsFile {
    pub(super) fn new(path: Option<PathBuf>) -> Self {
        Self { path, ..Self::default() }
    }
}

impl Solver for RoundsFile {
    /// The first new file is begun here: what cannot be written is refused before the work.
    fn rounds(&self, label: &str, tree: &SpotTree) -> Result<Option<SavedRounds>, Error> {
        let Some(path) = &self.path else { return Ok(None) };
        let named = |error: io::Error| unread(&path.to_string_lossy(), &error);
        let saved = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            opened => {
                let mut file = BufReader::new(opened.map_err(named)?);
                Some(SavedRounds::read(label, tree, &mut file).map_err(named)?)
            }
        };
        *lock(&self.first) = Some(PartFile::begin_beside(path.clone(), "")?);
        Ok(saved)
    }

    /// A file that is there stays whole until the new one is.
    fn store_rounds(&self, label: &str, rounds: &SavedRounds) -> Result<(), Error> {
        let Some(path) = &self.path else { return Ok(()) };
        let begun = lock(&self.first).take();
        let mut part = begun.map_or_else(|| PartFile::begin_beside(path.clone(), ""), Ok)?;
        part.write_by(|file| rounds.write(label, file))?;
        part.finish().map(drop)
    }
}
