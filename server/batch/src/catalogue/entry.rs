//! Entries of a catalogue: sealed documents by the question that they answer.

use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, Engine};
use bluff_dealing::hex;
pub use bluff_questions::key::{EntryQuestion, Key};
use rational_bluff::certificate::family::{AllDecksDocument, CertifiedFamily, FamilyError};
use rational_bluff::certificate::format::{Document, DocumentError};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::spot::{CheckedBounds, SpotDocumentError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version of the library that writes entries. Answers of other versions are neither read nor
/// touched.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A certified answer as it is stored.
///
/// Only certified solutions make one ([`Entry::of`]), or a stored row whose seal is whole
/// ([`StoredRow::open`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    key: Key,
    body: String,
}

/// An entry as a table or a file holds it, not yet trusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The entry for certified answers: one document per line, in their order.
    pub fn of(key: Key, solutions: &[Certified<Solution>]) -> Self {
        // Every part of a document is text, numbers and lists; there is nothing in them that JSON
        // cannot say.
        let line = |solution| Document::of(solution).to_json_line().unwrap_or_default() + "\n";
        Self { key, body: solutions.iter().map(line).collect() }
    }

    /// The entry for a family of decks: its document.
    pub fn of_family(family: &CertifiedFamily) -> Self {
        let line = AllDecksDocument::of(family, None).to_json_line().unwrap_or_default();
        let key = Key { label: family.label(), question: EntryQuestion::AllDecks };
        Self { key, body: line + "\n" }
    }

    /// The entry for a spot: the document of the bounds that its judge proved.
    pub fn of_bounds(label: &str, document: &str) -> Self {
        let key = Key { label: label.to_owned(), question: EntryQuestion::Bounds };
        Self { key, body: document.trim_end().to_owned() + "\n" }
    }

    /// The entry for rounds of a spot: no answer, so nothing but their bytes.
    pub fn of_rounds(label: &str, rounds: &[u8]) -> Self {
        let key = Key { label: label.to_owned(), question: EntryQuestion::Rounds };
        Self { key, body: STANDARD.encode(rounds) }
    }

    /// The bytes of rounds, which a solver checks.
    ///
    /// Errors: those of base64.
    pub fn rounds(&self) -> Result<Vec<u8>, DecodeError> {
        STANDARD.decode(&self.body)
    }

    /// The bounds of a spot, judged again.
    ///
    /// Errors: those of the judge.
    pub fn bounds(&self) -> Result<CheckedBounds, SpotDocumentError> {
        let checked = CheckedBounds::verify(self.body.trim_end())?;
        let (claimed, found) = (self.key.label.clone(), checked.label.clone());
        if found != claimed {
            let what = "the label of the entry";
            return Err(SpotDocumentError::Claim { what, claimed, found });
        }
        Ok(checked)
    }

    /// The question that it answers.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Its documents, one per line.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The solutions, each checked again from nothing.
    ///
    /// Errors: those of the checker, for the first that is refused.
    pub fn solutions(&self) -> Result<Vec<Certified<Solution>>, DocumentError> {
        let solution = |line| {
            let solution = Document::verify(line)?;
            let (claimed, found) = (self.key.label.clone(), solution.game.label());
            if found != claimed {
                let what = "the label of the entry";
                return Err(DocumentError::Claim { what, claimed, found });
            }
            if solution.game.is_locked() {
                let (what, found) = ("the game of the entry with a lock:", claimed.clone());
                return Err(DocumentError::Claim { what, claimed, found });
            }
            Ok(solution)
        };
        self.body.lines().map(solution).collect()
    }

    /// The family of decks, checked again from nothing.
    ///
    /// Errors: those of the checker.
    pub fn family(&self) -> Result<CertifiedFamily, FamilyError> {
        let family = AllDecksDocument::verify(self.body.trim_end_matches('\n'))?;
        let (claimed, found) = (self.key.label.clone(), family.label());
        if found != claimed {
            let what = "the label of the entry";
            return Err(DocumentError::Claim { what, claimed, found }.into());
        }
        Ok(family)
    }

    /// Checks its documents from nothing.
    ///
    /// Errors: a message that says what is wrong with them.
    pub fn check(&self) -> Result<(), String> {
        match self.key.question {
            EntryQuestion::Deck(_) => self.solutions().map(drop).map_err(|why| why.to_string()),
            EntryQuestion::AllDecks => self.family().map(drop).map_err(|why| why.to_string()),
            EntryQuestion::Bounds => self.bounds().map(drop).map_err(|why| why.to_string()),
            EntryQuestion::Rounds => self.rounds().map(drop).map_err(|why| why.to_string()),
        }
    }

    /// The row to store.
    pub fn row(&self) -> StoredRow {
        let mut row = StoredRow {
            label: self.key.label.clone(),
            question: self.key.question.to_string(),
            version: VERSION.to_owned(),
            body: self.body.clone(),
            seal: String::new(),
        };
        row.seal = row.sealed();
        row
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
        hex(&hash.finalize())
    }

    /// The row as a line of JSON.
    pub fn to_line(&self) -> String {
        // It has texts alone.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Reads such a line.
    ///
    /// Errors: a message.
    pub fn of_line(line: &str) -> Result<Self, &'static str> {
        serde_json::from_str(line).map_err(|_| "not an entry")
    }

    /// The entry, if nothing in the row has changed since it was sealed.
    ///
    /// Errors: a message that says what is wrong with it.
    pub fn open(&self) -> Result<Entry, &'static str> {
        if self.sealed() != self.seal {
            return Err("the checksum does not fit");
        }
        let question = self.question.parse().map_err(|_| "an unknown question")?;
        Ok(Entry { key: Key { label: self.label.clone(), question }, body: self.body.clone() })
    }
}
