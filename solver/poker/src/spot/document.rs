//! Documents of spots: the game, the bounds, and the plan that proves them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use bluff_exact::Rational;

use super::judge::{PlanRefusal, PlanSource, SpotBounds, judge};
use super::plan::{PlanFileError, StoredPlan, hex, places, spot_hash, write_plan};
use super::{Spot, SpotLock, SpotTree};
use crate::game::{GameError, GameFile};

/// The kind of certificate that such a document has.
pub const BOUNDS: &str = "bounds";
/// The format of such a document.
const FORMAT: u32 = 2;
/// Digits after the point of the middle of the bounds.
const DECIMALS: usize = 21;

/// Why a document of a spot is not certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum SpotDocumentError {
    /// Not such a document.
    #[error("not a document of bounds: {reason}")]
    Malformed { reason: String },
    /// A spot that there is not.
    #[error("the game: {0}")]
    Game(#[from] GameError),
    /// A plan that is none of the spot.
    #[error("the plan: {0}")]
    Plan(#[from] PlanFileError),
    /// A plan that the judge refuses.
    #[error("refused: {0}")]
    Refused(#[from] PlanRefusal),
    /// A number that the judge does not find.
    #[error("the document claims {what} {claimed}, but it is {found}")]
    Claim { what: &'static str, claimed: String, found: String },
}

impl SpotDocumentError {
    /// True if the document was understood and its claim is false.
    pub fn is_refusal(&self) -> bool {
        let broken = |error: &PlanFileError| !matches!(error, PlanFileError::NotPlan);
        match self {
            Self::Malformed { .. } | Self::Game(_) => false,
            Self::Plan(error) => broken(error),
            Self::Refused(_) | Self::Claim { .. } => true,
        }
    }
}

/// A spot whose bounds were judged.
#[derive(Clone, Debug)]
pub struct CheckedBounds {
    /// The spot.
    pub spot: Spot,
    /// Its label, with that of the lock if there is one.
    pub label: String,
    /// The bounds that its plan proves.
    pub bounds: SpotBounds,
    /// True if some rows are rules: the bounds are those of the game with a lock.
    pub is_locked: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "its fields in braces")]
pub(super) struct BoundsDocument {
    format: u32,
    label: String,
    game: GameFile,
    values: Option<()>,
    decimals: [String; 2],
    certificate: BoundsClaim,
    /// Rows that are rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    locked: Option<SpotLock>,
    plan: PlanBlock,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoundsClaim {
    kind: String,
    lower: Rational,
    upper: Rational,
    gap: Rational,
    exploitability: Rational,
    exploitability_of_pot: Rational,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanBlock {
    parts: u32,
    order: String,
    merged: usize,
    rows: usize,
    sha256: String,
    data: String,
}

impl PlanBlock {
    /// The block of a plan whose bytes have this SHA-256, without them.
    fn of(tree: &SpotTree, parts: u32, sha256: String) -> Self {
        Self {
            parts,
            order: "deck".to_owned(),
            merged: tree.exchanges(),
            rows: places(tree).map(|place| place.rows).sum(),
            sha256,
            data: String::new(),
        }
    }
}

impl BoundsClaim {
    fn of(bounds: &SpotBounds) -> Self {
        Self {
            kind: BOUNDS.to_owned(),
            lower: bounds.lower.clone(),
            upper: bounds.upper.clone(),
            gap: &bounds.upper - &bounds.lower,
            exploitability: bounds.exploitability.clone(),
            exploitability_of_pot: bounds.of_pot.clone(),
        }
    }
}

impl Spot {
    /// The label: the first 16 digits of the hash of the game.
    pub fn label(&self) -> String {
        format!("spot/{}", &hex(&spot_hash(self))[..16])
    }
}

impl SpotTree {
    /// The label of its spot, and with a lock the first 16 digits of the hash of both.
    pub fn label(&self, spot: &Spot) -> String {
        let Some(lock) = self.lock() else { return spot.label() };
        let lock = serde_json::to_string(&lock).unwrap_or_default();
        let hash: [u8; 32] = Sha256::digest(spot.to_json() + &lock).into();
        format!("spot/{}", &hex(&hash)[..16])
    }
}

impl SpotBounds {
    /// The middle of the bounds for both players, as decimals.
    fn decimals(&self) -> [String; 2] {
        let middle = (&self.lower + &self.upper) / Rational::from(2);
        [middle.decimal(DECIMALS), (Rational::ZERO - middle).decimal(DECIMALS)]
    }
}

/// The document of a plan with the bounds that it was judged to prove, on one line.
pub fn bounds_document(
    spot: &Spot,
    tree: &SpotTree,
    plan: &dyn PlanSource,
    bounds: &SpotBounds,
) -> String {
    let data = write_plan(spot, tree, plan);
    let sha256 = sha256_of(&data);
    // Plans of flops are long: the bytes go before the text is written.
    let data = STANDARD.encode(data);
    let document = BoundsDocument {
        format: FORMAT,
        label: tree.label(spot),
        game: spot.file().clone(),
        values: None,
        decimals: bounds.decimals(),
        certificate: BoundsClaim::of(bounds),
        locked: tree.lock(),
        plan: PlanBlock { data, ..PlanBlock::of(tree, plan.parts(), sha256) },
    };
    serde_json::to_string(&document).unwrap_or_default()
}

/// Compares what is claimed with what is found.
///
/// Errors: `Claim`, of the first that differs.
fn first_wrong<T: PartialEq + ToString>(
    claims: impl IntoIterator<Item = (&'static str, T, T)>,
) -> Result<(), SpotDocumentError> {
    let wrong = claims.into_iter().find(|(_, claimed, found)| claimed != found);
    let claim = |(what, claimed, found): (&'static str, T, T)| SpotDocumentError::Claim {
        what,
        claimed: claimed.to_string(),
        found: found.to_string(),
    };
    wrong.map_or(Ok(()), |wrong| Err(claim(wrong)))
}

fn sha256_of(data: &[u8]) -> String {
    hex(&Sha256::digest(data))
}

/// The spot and the plan of a document of bounds, not yet judged.
///
/// Errors: those of documents, games and plan files.
pub(super) fn read_document(
    text: &str,
) -> Result<(Spot, SpotTree, StoredPlan, BoundsDocument), SpotDocumentError> {
    let malformed =
        |reason: &dyn ToString| SpotDocumentError::Malformed { reason: reason.to_string() };
    let document: BoundsDocument = serde_json::from_str(text).map_err(|error| malformed(&error))?;
    if document.format != FORMAT {
        return Err(malformed(&format!("format {}, expected {FORMAT}", document.format)));
    }
    let spot = Spot::of_file(document.game.clone())?;
    if document.game != *spot.file() {
        return Err(malformed(&"the board or a range in another spelling than bluff writes"));
    }
    let mut tree = SpotTree::within(&spot, u64::MAX, document.locked.is_none())?;
    if let Some(lock) = &document.locked {
        tree = tree.locked(lock).map_err(|error| malformed(&error))?;
        if tree.lock() != Some(lock.clone().sorted()) {
            return Err(malformed(&"the lock in another spelling than bluff writes"));
        }
    }
    let data = STANDARD.decode(&document.plan.data).map_err(|error| malformed(&error))?;
    let plan = StoredPlan::read(&spot, &tree, &data)?;
    let (said, found) = (&document.plan, PlanBlock::of(&tree, plan.parts(), sha256_of(&data)));
    let claims = [
        ("parts", said.parts.to_string(), found.parts.to_string()),
        ("an order of hands", said.order.clone(), found.order),
        ("a number of merged suits", said.merged.to_string(), found.merged.to_string()),
        ("a number of rows", said.rows.to_string(), found.rows.to_string()),
        ("a plan with the SHA-256", said.sha256.clone(), found.sha256),
    ];
    first_wrong(claims)?;
    Ok((spot, tree, plan, document))
}

/// The spot, its tree and the plan of a document of bounds, not judged again.
///
/// Errors: those of documents, games and plan files.
pub fn read_plan(text: &str) -> Result<(Spot, SpotTree, StoredPlan), SpotDocumentError> {
    let (spot, tree, plan, _) = read_document(text)?;
    Ok((spot, tree, plan))
}

/// The plan file of a document of bounds, as [`write_plan`] made it.
///
/// Errors: `Malformed`.
pub fn plan_of_document(text: &str) -> Result<Vec<u8>, SpotDocumentError> {
    let malformed =
        |reason: &dyn ToString| SpotDocumentError::Malformed { reason: reason.to_string() };
    let document: BoundsDocument = serde_json::from_str(text).map_err(|error| malformed(&error))?;
    STANDARD.decode(&document.plan.data).map_err(|error| malformed(&error))
}

impl CheckedBounds {
    /// Judges a plan file beside the game file of its spot.
    ///
    /// Errors: [`SpotDocumentError`].
    pub(crate) fn of_plan(plan: &[u8], game: &str) -> Result<Self, SpotDocumentError> {
        let spot = Spot::read(game)?;
        let tree = SpotTree::within(&spot, u64::MAX, true)?;
        let bounds = judge(&tree, &StoredPlan::read(&spot, &tree, plan)?)?;
        Ok(Self { label: spot.label(), spot, bounds, is_locked: false })
    }

    /// Reads a document of bounds and judges its plan.
    ///
    /// Errors: [`SpotDocumentError`], naming what is claimed and what is found.
    pub fn verify(text: &str) -> Result<Self, SpotDocumentError> {
        let (spot, tree, plan, document) = read_document(text)?;
        let bounds = judge(&tree, &plan)?;
        let (claimed, found) = (document.certificate, BoundsClaim::of(&bounds));
        let label = tree.label(&spot);
        let of_pot = "the exploitability as a part of the pot";
        let numbers = [
            ("the lower bound", claimed.lower, found.lower),
            ("the upper bound", claimed.upper, found.upper),
            ("the gap", claimed.gap, found.gap),
            ("the exploitability", claimed.exploitability, found.exploitability),
            (of_pot, claimed.exploitability_of_pot, found.exploitability_of_pot),
        ];
        let [first, second] = document.decimals;
        let [found_first, found_second] = bounds.decimals();
        let texts = [
            ("the label", document.label, label.clone()),
            ("the kind", claimed.kind, found.kind),
            ("the first decimal", first, found_first),
            ("the second decimal", second, found_second),
        ];
        first_wrong(numbers)?;
        first_wrong(texts)?;
        Ok(Self { spot, label, bounds, is_locked: document.locked.is_some() })
    }
}
