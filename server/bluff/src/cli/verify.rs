use std::io::BufReader;

use bluff_batch::file::{next_line, opened, printable, read_text, unread};
use bluff_questions::ReportForm;
use bluff_questions::error::Error;
use bluff_questions::verify::VerifyReport;
use bluff_report::text::Paint;
use bluff_report::{json, object};
use clap::Args;
use rational_bluff::certificate::CheckedDocument;
use rational_bluff::certificate::format::MAX_DOCUMENT_BYTES;
use rational_bluff::exact::counted;
use rational_bluff::exchange::MAX_BYTES;
use serde::Serialize;

use super::Answer;
use super::printing::{Printable, Printing};
use super::progress::watched;

/// Checks documents from nothing: the rules, the strategies, every number
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff verify solution.json
  bluff verify data/tables/*/*.jsonl
  bluff solve kuhn -n 3 -b 1 --json | bluff verify -
  bluff formula kuhn -b 1 --json | bluff verify -
  bluff verify solution.json --json -o checked.json
  bluff verify tree.json --game tree.efg

Documents are solutions, bounds, plan files beside --game, and proofs for all decks.
Files that end in .jsonl hold a document on each line.
The check ends at the first document that is not certified.
Exit code 0: certified; 1: refused, and the failing document is named; 2: no solution document, or
an empty file.")]
pub(super) struct VerifyCommand {
    /// Documents, - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The game file of what has its hash alone: of a plan file, of trees over 1 MiB
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
    #[command(flatten)]
    printing: Printing<CheckedFiles>,
}

/// Files of which every document is certified.
#[derive(Debug)]
struct CheckedFiles(Vec<CheckedFile>);

/// A file with so many documents; of a file of lines none is kept.
#[derive(Debug)]
struct CheckedFile {
    name: String,
    documents: u64,
    document: Option<VerifyReport>,
}

impl Printable for CheckedFiles {
    fn formats() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("In words", |checked: &Self, paint| {
                checked.0.iter().map(|file| file.text(paint)).collect()
            }),
            ReportForm::json("A list with an entry per file", |checked: &Self| {
                json(&checked.0.iter().map(CheckedFile::entry).collect::<Vec<_>>())
            }),
        ]
    }
}

impl CheckedFile {
    fn check(file: &str, game: Option<&str>) -> Result<Self, Error> {
        let name = printable(file);
        if game.is_some() && file.ends_with(".jsonl") {
            let words = "--game beside a file of many documents, expected it beside one";
            return Err(Error::Malformed(words.to_owned()));
        }
        if file.ends_with(".jsonl") {
            let documents = watched(&name, |_| count_lines(file))?;
            return Ok(Self { name, documents, document: None });
        }
        let text = read_text(file, MAX_DOCUMENT_BYTES)?;
        let document = watched(&name, |control| {
            Ok(control.run(|| CheckedDocument::verify_beside(&text, game))??)
        })?;
        Ok(Self { name, documents: 1, document: Some(VerifyReport(document)) })
    }

    fn text(&self, paint: Paint) -> String {
        let Self { name, documents, document } = self;
        let lines =
            || format!("{name}: {} certified\n", counted(*documents, "document", "documents"));
        document.as_ref().map_or_else(lines, |report| report.text(paint))
    }

    /// A file in JSON; one document has a label besides, and a solution its values.
    fn entry(&self) -> impl Serialize {
        let document = self.document.as_ref().map(|report| &report.0);
        object! {
            file: &self.name,
            documents: self.documents,
            // A file that fails the check is an error.
            certified: true,
            label?: document.map(CheckedDocument::label),
            values?: document.and_then(CheckedDocument::values),
            bounds?: document.and_then(CheckedDocument::ends),
        }
    }
}

impl VerifyCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let game = self.game.map(|game| read_text(&game, MAX_BYTES)).transpose()?;
        let checked = self.files.iter().map(|file| CheckedFile::check(file, game.as_deref()));
        self.printing.answer(&CheckedFiles(checked.collect::<Result<_, _>>()?))
    }
}

/// Number of documents of a file, one on each line and one in memory at a time.
fn count_lines(file: &str) -> Result<u64, Error> {
    let name = printable(file);
    let mut reader = BufReader::new(opened(file)?);
    let mut count = 0_u64;
    let most = MAX_DOCUMENT_BYTES as u64 + 1;
    while let Some(line) = next_line(&mut reader, most).map_err(|error| unread(file, &error))? {
        count += 1;
        CheckedDocument::verify(&line).map_err(|error| Error::Line {
            place: format!("{name}, line {count}"),
            error: Box::new(error.into()),
        })?;
    }
    match count {
        0 => Err(Error::Malformed(format!(
            "{name}: an empty file, expected a document on each line"
        ))),
        _ => Ok(count),
    }
}
