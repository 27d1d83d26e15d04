//! Documents of every kind, told apart once.

use serde::Deserialize;
use serde_json::Value;

use super::family::{AllDecksDocument, CertifiedFamily, FamilyError, PROOF};
use super::format::{CheckedFormula, CheckedTree, Document, DocumentError, KIND, TREE_KIND};
use super::{Certified, Solution};
use crate::spot::{BOUNDS, CheckedBounds, SpotDocumentError, plan_of_text};
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
    /// A solution of anybody's tree.
    Tree(Box<CheckedTree>),
    /// Bounds on the value of a spot.
    Bounds(Box<CheckedBounds>),
}

/// Keys of a document that tell what it is.
#[derive(Deserialize)]
struct DocumentKind {
    kind: Option<String>,
    #[serde(default)]
    proof: Value,
    #[serde(default)]
    certificate: Value,
}

impl CheckedDocument {
    /// Reads a document and checks it from nothing.
    ///
    /// Errors: [`FamilyError`], naming the culprit; of a solution or of a formula that its bets
    /// prove, [`FamilyError::Document`].
    pub fn verify(text: &str) -> Result<Self, FamilyError> {
        Self::verify_beside(text, None)
    }

    /// The same with the file of a game beside what may have its hash alone: the document of a
    /// tree, or a plan file in base64.
    ///
    /// Errors: as [`Self::verify`]; `NoTree` for a file beside another document.
    pub fn verify_beside(text: &str, file: Option<&str>) -> Result<Self, FamilyError> {
        if let Some(plan) = plan_of_text(text) {
            let game = file.ok_or(DocumentError::TreeText)?;
            return Self::bounds(CheckedBounds::of_plan(&plan, game));
        }
        // What is no document of any kind is refused as a solution.
        match serde_json::from_str::<DocumentKind>(text) {
            Ok(DocumentKind { kind, .. })
                if file.is_some() && kind.as_deref() != Some(TREE_KIND) =>
            {
                Err(DocumentError::NoTree.into())
            }
            Ok(DocumentKind { kind: Some(kind), proof, .. }) if kind == KIND => {
                if proof == PROOF {
                    return AllDecksDocument::verify(text).map(Box::new).map(Self::Family);
                }
                Ok(Self::Formula(CheckedFormula::verify(text)?))
            }
            Ok(DocumentKind { kind: Some(kind), .. }) if kind == TREE_KIND => {
                Ok(Self::Tree(Box::new(CheckedTree::verify(text, file)?)))
            }
            Ok(DocumentKind { certificate, .. }) if certificate["kind"] == BOUNDS => {
                Self::bounds(CheckedBounds::verify(text))
            }
            _ => Ok(Self::Solution(Box::new(Document::judged(text)?))),
        }
    }

    fn bounds(judged: Result<CheckedBounds, SpotDocumentError>) -> Result<Self, FamilyError> {
        let checked = judged.map_err(|error| DocumentError::Bounds(Box::new(error)))?;
        Ok(Self::Bounds(Box::new(checked)))
    }

    /// The label of the game, or of the formula.
    pub fn label(&self) -> String {
        match self {
            Self::Solution(solution) => solution.game.label(),
            Self::Formula(formula) => formula.label().to_owned(),
            Self::Family(family) => family.label(),
            Self::Tree(tree) => tree.file().label(),
            Self::Bounds(checked) => checked.label.clone(),
        }
    }

    /// One per player, in antes per hand or in the unit of a file; of a solution.
    pub fn values(&self) -> Option<&[Rational]> {
        match self {
            Self::Solution(solution) => Some(&solution.values),
            Self::Tree(tree) => Some(&tree.solution().values),
            _ => None,
        }
    }

    /// The lower and the upper bound on the value of a spot, in chips.
    pub fn ends(&self) -> Option<[&Rational; 2]> {
        let Self::Bounds(checked) = self else { return None };
        Some([&checked.bounds.lower, &checked.bounds.upper])
    }
}
