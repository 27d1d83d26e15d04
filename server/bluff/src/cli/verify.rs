use std::io::{BufRead, BufReader, Read};

use bluff_batch::error::Error;
use bluff_batch::file::{opened, printable, read_text, unread};
use bluff_report::text::{certificate_lines, value_lines};
use clap::Args;
use rational_bluff::certificate::format::{Document, MAX_DOCUMENT_BYTES};

use super::Answer;
use super::output::paint;
use super::progress::watched;

/// Checks solution documents from nothing: the rules, the strategies, every number
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff verify solution.json
  bluff verify data/tables/*/*.jsonl
  bluff solve kuhn -n 3 -b 1 --format json | bluff verify -

Files that end in .jsonl hold a document on each line.
The check ends at the first document that is not certified.
Exit code 0: certified; 1: refused, and the failing document is named; 2: no solution document, or
an empty file.")]
pub(super) struct VerifyCommand {
    /// Solution documents, - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

impl VerifyCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let mut text = String::new();
        for file in &self.files {
            text += &if file.ends_with(".jsonl") {
                watched(&printable(file), |_| lines(file))?
            } else {
                document(file)?
            };
        }
        Ok(text.into())
    }
}

fn document(file: &str) -> Result<String, Error> {
    let text = read_text(file, MAX_DOCUMENT_BYTES)?;
    let solution = watched(&printable(file), |_| Ok(Document::verify(&text)?))?;
    let mut lines = vec![paint().heading(&format!("{}: certified", solution.game.label()))];
    lines.extend(value_lines(&solution));
    lines.extend(certificate_lines(&solution.certificate));
    Ok(lines.join("\n") + "\n")
}

/// One document in memory at a time.
fn lines(file: &str) -> Result<String, Error> {
    let name = printable(file);
    let mut reader = BufReader::new(opened(file)?);
    let (mut line, mut count) = (String::new(), 0_u64);
    loop {
        line.clear();
        let most = MAX_DOCUMENT_BYTES as u64 + 1;
        let read = reader.by_ref().take(most).read_line(&mut line);
        if read.map_err(|error| unread(file, &error))? == 0 {
            return match count {
                0 => Err(Error::Malformed(format!(
                    "{name}: an empty file, expected a document on each line"
                ))),
                _ => Ok(format!("{name}: {count} documents certified\n")),
            };
        }
        count += 1;
        Document::verify(&line).map_err(|error| Error::Line {
            place: format!("{name}, line {count}"),
            error: Box::new(error),
        })?;
    }
}
