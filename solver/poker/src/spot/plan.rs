//! Plans in files: whole parts, compressed.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};

use super::Spot;
use super::judge::{PlanRefusal, PlanSource};
use super::tree::{PlaceKind, SpotTree};

/// The first bytes of a plan file.
const MAGIC: &[u8] = b"RBPLAN1\n";
/// Their beginning in base64.
const MAGIC_AS_TEXT: &str = "UkJQTEFOMQ";
/// Length of the head: the first bytes, the hash of the game, and the number of parts.
const HEAD: usize = MAGIC.len() + 32 + 4;

/// Why a plan file is none of a spot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum PlanFileError {
    /// Not a plan file.
    #[error("not a plan file, expected RBPLAN1 at its start")]
    NotPlan,
    /// The plan of another spot.
    #[error("the plan of a game with SHA-256 {given}, expected {expected}")]
    OtherSpot { given: String, expected: String },
    /// Bytes that are no compressed data.
    #[error("the plan cannot be inflated: {reason}")]
    Broken { reason: String },
    /// Too few numbers, or too many.
    #[error("a plan of {given} bytes or more, expected {expected}")]
    Length { given: usize, expected: usize },
    /// A row that has more than all parts.
    #[error("view “{view}”: a row of more than {parts} parts")]
    RowSum { view: String, parts: u32 },
}

/// A plan file as text, in base64 as a document has it; `None` of other bytes.
pub fn plan_as_text(bytes: &[u8]) -> Option<String> {
    bytes.starts_with(MAGIC).then(|| STANDARD.encode(bytes))
}

/// The plan file that a text is in base64; `None` of other texts.
pub(crate) fn plan_of_text(text: &str) -> Option<Vec<u8>> {
    let is_plan = text.starts_with(MAGIC_AS_TEXT);
    is_plan.then(|| STANDARD.decode(text.trim_end()).unwrap_or_default())
}

/// The SHA-256 of a spot's game file in one spelling.
pub fn spot_hash(spot: &Spot) -> [u8; 32] {
    Sha256::digest(spot.to_json()).into()
}

/// The bytes of a plan as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A plan with its parts in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPlan {
    parts: u32,
    /// Parts by entry of the tree.
    rows: Vec<u32>,
}

impl StoredPlan {
    /// A plan of these parts by entry.
    ///
    /// Errors: `Length`.
    pub fn new(tree: &SpotTree, parts: u32, rows: Vec<u32>) -> Result<Self, PlanRefusal> {
        let expected = tree.entries();
        if rows.len() != expected {
            return Err(PlanRefusal::Length { given: rows.len(), expected });
        }
        Ok(Self { parts, rows })
    }

    /// Reads a plan file of this spot.
    ///
    /// Shape: `RBPLAN1` and a line feed; the SHA-256 of the game; the number of parts in four
    /// bytes, the least first; then, compressed as zlib, the places of the tree in its order: for
    /// each action but the last, the part of each hand, hands by lower and higher card. A part is a
    /// byte if there are 255, else two, the least first.
    ///
    /// Errors: [`PlanFileError`]. Cost: memory is bounded by the tree, whatever the file says.
    pub fn read(spot: &Spot, tree: &SpotTree, bytes: &[u8]) -> Result<Self, PlanFileError> {
        let head = bytes.get(..HEAD).filter(|head| head.starts_with(MAGIC));
        let head = head.ok_or(PlanFileError::NotPlan)?;
        let (hash, number) = head[MAGIC.len()..].split_at(32);
        let expected = spot_hash(spot);
        if hash != expected {
            return Err(PlanFileError::OtherSpot { given: hex(hash), expected: hex(&expected) });
        }
        let parts = u32::from_le_bytes(number.try_into().unwrap_or_default());
        let size = if parts == 255 { 1 } else { 2 };
        let expected = size * places(tree).map(|it| (it.actions - 1) * it.rows).sum::<usize>();
        let mut data = vec![];
        let mut decoder = ZlibDecoder::new(&bytes[HEAD..]).take(expected as u64 + 1);
        let read = decoder.read_to_end(&mut data);
        read.map_err(|error| PlanFileError::Broken { reason: error.to_string() })?;
        let (used, given) = (HEAD as u64 + decoder.get_ref().total_in(), bytes.len() as u64);
        if data.len() == expected && used < given {
            let reason = format!("{} bytes follow its end", given - used);
            return Err(PlanFileError::Broken { reason });
        }
        if data.len() != expected {
            return Err(PlanFileError::Length { given: data.len(), expected });
        }
        let mut rows = vec![0; tree.entries()];
        let mut numbers = data.chunks_exact(size).map(|bytes| match bytes {
            [low, high] => u32::from(u16::from_le_bytes([*low, *high])),
            _ => bytes[0].into(),
        });
        for place in places(tree) {
            let by_hand = place.by_hand(tree);
            let (given, last) = rows[place.entry..][..place.actions * place.rows]
                .split_at_mut(place.rows * (place.actions - 1));
            last.fill(parts);
            for action in given.chunks_exact_mut(place.rows) {
                for row in &by_hand {
                    let part = numbers.next().unwrap_or_default();
                    action[*row] = part;
                    last[*row] = last[*row].checked_sub(part).ok_or_else(|| {
                        PlanFileError::RowSum { view: tree.view(place.place), parts }
                    })?;
                }
            }
        }
        Ok(Self { parts, rows })
    }
}

impl PlanSource for StoredPlan {
    fn parts(&self) -> u32 {
        self.parts
    }

    fn write(&self, tree: &SpotTree, place: usize, parts: &mut [u32]) {
        parts.copy_from_slice(&self.rows[tree.entries_before(place)..][..parts.len()]);
    }
}

/// The plan file of a plan of 255 parts, or of a power of 2 up to 2^15.
pub fn write_plan(spot: &Spot, tree: &SpotTree, plan: &dyn PlanSource) -> Vec<u8> {
    let number = plan.parts();
    let head = [MAGIC, &spot_hash(spot), &number.to_le_bytes()].concat();
    let mut encoder = ZlibEncoder::new(head, Compression::default());
    let (mut parts, mut bytes) = (vec![], vec![]);
    for place in places(tree) {
        parts.resize(place.actions * place.rows, 0);
        plan.write(tree, place.place, &mut parts);
        let by_hand = place.by_hand(tree);
        bytes.clear();
        for action in parts.chunks_exact(place.rows).take(place.actions - 1) {
            for row in &by_hand {
                let part = action[*row].to_le_bytes();
                bytes.extend(&part[..if number == 255 { 1 } else { 2 }]);
            }
        }
        // Memory takes all that is written.
        let _ = encoder.write_all(&bytes);
    }
    encoder.finish().unwrap_or_default()
}

/// A place where a player acts.
#[derive(Clone, Copy)]
pub(super) struct ActingPlace {
    pub(super) place: usize,
    pub(super) player: usize,
    /// Entries of the tree before it.
    pub(super) entry: usize,
    pub(super) actions: usize,
    pub(super) rows: usize,
}

impl ActingPlace {
    /// The rows in the order of hands by lower and higher card.
    pub(super) fn by_hand(&self, tree: &SpotTree) -> Vec<usize> {
        let mut rows: Vec<(usize, usize)> =
            tree.hand_numbers(self.place, self.player).zip(0..).collect();
        rows.sort_unstable();
        rows.into_iter().map(|(_, row)| row).collect()
    }
}

/// The places where players act, in the order of the tree.
pub(super) fn places(tree: &SpotTree) -> impl Iterator<Item = ActingPlace> + '_ {
    (0..tree.places()).filter_map(|place| {
        let PlaceKind::Act { player, actions } = tree.kind(place) else { return None };
        let (rows, entry) = (tree.rows(place, player), tree.entries_before(place));
        (rows > 0).then_some(ActingPlace { place, player, entry, actions, rows })
    })
}
