use clap::Args;
use rational_bluff::certificate::format::{Document, MAX_DOCUMENT_BYTES};

use crate::error::Error;
use crate::file::{printable, read_text};
use crate::report::text::{certificate_lines, value_lines};

use super::Answer;
use super::output::paint;
use super::progress::watched;

/// Checks a solution document from nothing: the rules, the strategies, every number
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff verify solution.json
  bluff solve kuhn -n 3 -b 1 --format json | bluff verify -

Exit code 0: certified; 1: refused, and the culprit is named; 2: no solution document.")]
pub(super) struct Verify {
    /// A solution document, - for standard input
    #[arg(value_name = "FILE")]
    file: String,
}

impl Verify {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let text = read_text(&self.file, MAX_DOCUMENT_BYTES)?;
        let solution = watched(&printable(&self.file), |_| Ok(Document::verify(&text)?))?;
        let mut lines = vec![paint().heading(&format!("{}: certified", solution.game.label()))];
        lines.extend(value_lines(&solution));
        lines.extend(certificate_lines(&solution.certificate));
        Ok((lines.join("\n") + "\n").into())
    }
}
