//! Documents of spots: the game, the bounds, and the plan that proves them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use bluff_exact::{Rational, excerpt};

use super::judge::{PlanRefusal, PlanSource, SpotBounds, judge};
use super::plan::{PlanFileError, StoredPlan, hex, places, spot_hash, write_plan};
use super::{Spot, SpotLock, SpotTree};
use crate::game::{GameError, GameFile};
use crate::json_text::from_json;

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

#[derive(Debug, Serialize, Deserialize)]
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

impl BoundsDocument {
    fn of(spot: &Spot, tree: &SpotTree, plan: PlanBlock, bounds: &SpotBounds) -> Self {
        let middle = (&bounds.lower + &bounds.upper) / Rational::from(2);
        Self {
            format: FORMAT,
            label: tree.label(spot),
            game: spot.file.clone(),
            values: None,
            decimals: [middle.decimal(DECIMALS), (Rational::ZERO - middle).decimal(DECIMALS)],
            certificate: BoundsClaim {
                kind: BOUNDS.to_owned(),
                lower: bounds.lower.clone(),
                upper: bounds.upper.clone(),
                gap: &bounds.upper - &bounds.lower,
                exploitability: bounds.exploitability.clone(),
                exploitability_of_pot: bounds.of_pot.clone(),
            },
            locked: tree.lock(),
            plan,
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

/// Bytes of most documents beside their plans.
const BESIDE_PLAN: usize = 1 << 14;

/// The document of a plan with the bounds that it was judged to prove, on one line.
pub fn bounds_document(
    spot: &Spot,
    tree: &SpotTree,
    plan: &dyn PlanSource,
    bounds: &SpotBounds,
) -> String {
    let data = write_plan(spot, tree, plan);
    let block = PlanBlock::of(tree, plan.parts(), sha256_of(&data));
    // Plans of flops are long: the bytes go before the text is written.
    let data = STANDARD.encode(data);
    let mut text = Vec::with_capacity(data.len() + BESIDE_PLAN);
    let document = BoundsDocument::of(spot, tree, PlanBlock { data, ..block }, bounds);
    // Memory takes all that is written.
    let _ = serde_json::to_writer(&mut text, &document);
    String::from_utf8(text).unwrap_or_default()
}

/// Claims about a plan, in words, with where they stand.
const PLAN_CLAIMS: [(&str, &str); 5] = [
    ("parts", "/parts"),
    ("an order of hands", "/order"),
    ("a number of merged suits", "/merged"),
    ("a number of rows", "/rows"),
    ("a plan with the SHA-256", "/sha256"),
];
/// The same about bounds, in a document.
const BOUNDS_CLAIMS: [(&str, &str); 9] = [
    ("the lower bound", "/certificate/lower"),
    ("the upper bound", "/certificate/upper"),
    ("the gap", "/certificate/gap"),
    ("the exploitability", "/certificate/exploitability"),
    ("the exploitability as a part of the pot", "/certificate/exploitability_of_pot"),
    ("the label", "/label"),
    ("the kind", "/certificate/kind"),
    ("the first decimal", "/decimals/0"),
    ("the second decimal", "/decimals/1"),
];

/// Compares what is claimed with what is found.
///
/// Errors: `Claim`, of the first that differs.
fn first_wrong<T: Serialize>(
    claims: &[(&'static str, &str)],
    claimed_and_found: [&T; 2],
) -> Result<(), SpotDocumentError> {
    let values = claimed_and_found.map(|it| serde_json::to_value(it).unwrap_or_default());
    for (what, pointer) in claims {
        let shown = |value: &Value| match value.pointer(pointer) {
            Some(Value::String(text)) => text.clone(),
            value => value.map(Value::to_string).unwrap_or_default(),
        };
        let [claimed, found] = values.each_ref().map(shown);
        if claimed != found {
            return Err(SpotDocumentError::Claim { what, claimed, found });
        }
    }
    Ok(())
}

fn sha256_of(data: &[u8]) -> String {
    hex(&Sha256::digest(data))
}

fn malformed(reason: impl ToString) -> SpotDocumentError {
    SpotDocumentError::Malformed { reason: reason.to_string() }
}

/// The kind of certificate of any document.
#[derive(Deserialize)]
struct AnyDocument {
    certificate: AnyClaim,
}

#[derive(Deserialize)]
struct AnyClaim {
    kind: String,
}

fn parsed(text: &str) -> Result<BoundsDocument, SpotDocumentError> {
    let of_other = || {
        let AnyDocument { certificate } = serde_json::from_str(text).ok()?;
        Some(certificate.kind).filter(|kind| kind != BOUNDS)
    };
    from_json(text).map_err(|reason| match of_other() {
        Some(kind) => {
            let kind = excerpt(&kind);
            malformed(format!("a certificate of kind “{kind}”, expected “{BOUNDS}”"))
        }
        None => malformed(reason),
    })
}

/// The spot and the plan of a document of bounds, not yet judged.
///
/// Errors: those of documents, games and plan files.
pub(super) fn read_document(
    text: &str,
) -> Result<(Spot, SpotTree, StoredPlan, BoundsDocument), SpotDocumentError> {
    let mut document = parsed(text)?;
    if document.format != FORMAT {
        return Err(malformed(format!("format {}, expected {FORMAT}", document.format)));
    }
    let spot = Spot::of_file(document.game.clone())?;
    if document.game != spot.file {
        return Err(malformed("the board or a range in another spelling than bluff writes"));
    }
    let mut tree = SpotTree::within(&spot, u64::MAX, document.locked.is_none())?;
    if let Some(lock) = &document.locked {
        tree = tree.locked(lock).map_err(malformed)?;
        if tree.lock() != Some(lock.clone().sorted()) {
            return Err(malformed("the lock in another spelling than bluff writes"));
        }
    }
    let data = STANDARD.decode(std::mem::take(&mut document.plan.data)).map_err(malformed)?;
    let plan = StoredPlan::read(&spot, &tree, &data)?;
    let found = PlanBlock::of(&tree, plan.parts(), sha256_of(&data));
    first_wrong(&PLAN_CLAIMS, [&document.plan, &found])?;
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
    STANDARD.decode(&parsed(text)?.plan.data).map_err(malformed)
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
        let (parts, sha256) = (plan.parts(), document.plan.sha256.clone());
        let found = BoundsDocument::of(&spot, &tree, PlanBlock::of(&tree, parts, sha256), &bounds);
        first_wrong(&BOUNDS_CLAIMS, [&document, &found])?;
        Ok(Self { spot, label: found.label, bounds, is_locked: document.locked.is_some() })
    }
}
