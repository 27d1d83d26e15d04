//! Documents of every kind, told apart once.

use serde::Deserialize;
use serde_json::Value;

use super::family::{AllDecksDocument, CertifiedFamily, FamilyError, PROOF};
use super::format::{CheckedFormula, Document, KIND};
use super::{Certified, Solution};
use bluff_exact::Rational;

/// A document of which every number was checked.
#[derive(Clone, Debug)]
pub enum CheckedDocument {
    /// An equilibrium, or strategies of three or more players with their gains.
    Solution(Box<Certified<Solution>>),
    /// The value at every deck size, which the bets prove.
    Formula(CheckedFormula),
    /// The value at every deck size, which strategies prove.
    Family(Box<CertifiedFamily>),
}

/// Keys of a document that tell what it is.
#[derive(Deserialize)]
struct DocumentKind {
    kind: Option<String>,
    #[serde(default)]
    proof: Value,
}

impl CheckedDocument {
    /// Reads a document and checks it from nothing.
    ///
    /// Errors: [`FamilyError`], naming the culprit; of a solution or of a formula that its bets
    /// prove, [`FamilyError::Document`].
    pub fn verify(text: &str) -> Result<Self, FamilyError> {
        // What is no document of any kind is refused as a solution.
        match serde_json::from_str::<DocumentKind>(text) {
            Ok(DocumentKind { kind: Some(kind), proof }) if kind == KIND => {
                if proof == PROOF {
                    return AllDecksDocument::verify(text).map(Box::new).map(Self::Family);
                }
                Ok(Self::Formula(CheckedFormula::verify(text)?))
            }
            _ => Ok(Self::Solution(Box::new(Document::judged(text)?))),
        }
    }

    /// The label of the game, or of the formula.
    pub fn label(&self) -> String {
        match self {
            Self::Solution(solution) => solution.game.label(),
            Self::Formula(formula) => formula.label().to_owned(),
            Self::Family(family) => family.label(),
        }
    }

    /// One per player, in antes per hand; of a solution.
    pub fn values(&self) -> Option<&[Rational]> {
        if let Self::Solution(solution) = self { Some(&solution.values) } else { None }
    }
}
