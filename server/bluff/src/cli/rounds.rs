//! Rounds of a spot that are put down in a file, and taken up from it.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;

use bluff_batch::file::{PartFile, unread};
use bluff_questions::Solver;
use bluff_questions::error::Error;
use clap::{Arg, value_parser};
use rational_bluff::intervals::SavedRounds;
use rational_bluff::spot::SpotTree;

/// The name of the argument.
const KEY: &str = "rounds";

/// The file of the rounds, where one is wanted.
#[derive(Debug)]
pub(super) struct RoundsFile(pub(super) Option<PathBuf>);

/// The argument with the name of the file.
pub(super) fn argument() -> Arg {
    Arg::new(KEY)
        .long(KEY)
        .value_name("FILE")
        .requires("within")
        .value_parser(value_parser!(PathBuf))
        .help("Goes on from the rounds of a spot in this file, and keeps them there")
}

impl Solver for RoundsFile {
    fn rounds(&self, label: &str, tree: &SpotTree) -> Result<Option<SavedRounds>, Error> {
        let Some(path) = &self.0 else { return Ok(None) };
        let named = |error: io::Error| unread(&path.to_string_lossy(), &error);
        match File::open(path) {
            // The folder is wanted before the work, not behind it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                if folder.is_some_and(|folder| !folder.is_dir()) {
                    return Err(named(error));
                }
                Ok(None)
            }
            opened => {
                let mut file = BufReader::new(opened.map_err(named)?);
                SavedRounds::read(label, tree, &mut file).map(Some).map_err(named)
            }
        }
    }

    /// A file that is there stays whole until the new one is.
    fn keep_rounds(&self, label: &str, rounds: SavedRounds) -> Result<(), Error> {
        let Some(path) = &self.0 else { return Ok(()) };
        let mut part = PartFile::begin(path.clone(), "")?;
        part.write_by(|file| rounds.write(label, file))?;
        part.finish().map(drop)
    }
}
