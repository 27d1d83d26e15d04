//! Entries of a catalogue: sealed solution documents by the question that they answer.

use std::fmt::{self, Write};

use rational_bluff::certificate::format::{Document, DocumentError};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::sweep::GameQuestion;
use sha2::{Digest, Sha256};

/// The version of the library that writes entries. Answers of other versions are neither read nor
/// touched.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The key of an entry: the question that it answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The label of the game.
    pub label: String,
    /// What was asked of it; never with method `auto`, so that one answer has one key.
    pub question: GameQuestion,
}

impl fmt::Display for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.label, self.question)
    }
}

/// A certified answer as it is stored.
///
/// Only certified solutions make one ([`Entry::of`]), or a stored row whose seal is whole
/// ([`StoredRow::open`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    key: Key,
    body: String,
}

/// An entry as a table holds it, not yet trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRow {
    /// The label of the game.
    pub label: String,
    /// The word for the question.
    pub question: String,
    /// The version of the library that solved it.
    pub version: String,
    /// Solution documents, one per line.
    pub body: String,
    /// SHA-256 over all of these, in hexadecimal digits.
    pub seal: String,
}

impl Entry {
    /// The entry for certified answers: one document per line, in the order given.
    pub fn of(key: Key, solutions: &[Certified<Solution>]) -> Self {
        // Every part of a document is text, numbers and lists; there is nothing in them that JSON
        // cannot say.
        let line = |solution| Document::of(solution).to_json_line().unwrap_or_default() + "\n";
        Self { key, body: solutions.iter().map(line).collect() }
    }

    /// What it answers.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// The solution documents, one per line.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The solutions, each checked again from nothing.
    ///
    /// Errors: those of the checker, for the first that is refused.
    pub fn solutions(&self) -> Result<Vec<Certified<Solution>>, DocumentError> {
        let solution = |line| {
            let solution = Document::verify(line)?;
            match solution.game.label() {
                label if label == self.key.label => Ok(solution),
                found => Err(DocumentError::Claim {
                    what: "the label of the entry",
                    claimed: self.key.label.clone(),
                    found,
                }),
            }
        };
        self.body.lines().map(solution).collect()
    }

    /// The row to store.
    pub fn row(&self) -> StoredRow {
        let (label, question) = (self.key.label.clone(), self.key.question.to_string());
        let row = StoredRow {
            label,
            question,
            version: VERSION.to_owned(),
            body: self.body.clone(),
            seal: String::new(),
        };
        StoredRow { seal: row.sealed(), ..row }
    }
}

impl StoredRow {
    /// The checksum that fits what the row says.
    pub fn sealed(&self) -> String {
        let mut hash = Sha256::new();
        // No part but the last has an end of line.
        for part in [&self.label, "\n", &self.question, "\n", &self.version, "\n", &self.body] {
            hash.update(part);
        }
        let mut digits = String::with_capacity(64);
        for byte in hash.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }

    /// The entry, if nothing in the row has changed since it was sealed.
    ///
    /// Errors: what is wrong with it, in words.
    pub fn open(self) -> Result<Entry, &'static str> {
        let question = self.check()?;
        Ok(self.trusted(question))
    }

    /// The question that it answers, if nothing in it has changed since it was sealed.
    ///
    /// Errors: what is wrong with it, in words.
    pub fn check(&self) -> Result<GameQuestion, &'static str> {
        if self.sealed() != self.seal {
            return Err("the checksum does not fit");
        }
        self.question.parse().map_err(|_| "an unknown question")
    }

    /// The entry of a row that was checked.
    pub(super) fn trusted(self, question: GameQuestion) -> Entry {
        Entry { key: Key { label: self.label, question }, body: self.body }
    }
}
