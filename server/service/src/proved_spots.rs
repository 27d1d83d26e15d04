//! Spots of hold'em whose bounds were proved: the closest of each, and the trees and places at
//! which somebody looked last.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

use bluff_batch::compute::lock;
use bluff_questions::error::Error;
use quick_cache::sync::Cache;
use rational_bluff::exact::Rational;
use rational_bluff::intervals::SavedRounds;
use rational_bluff::spot::{Spot, SpotNode, SpotTree, StoredPlan, read_plan};
use serde_json::Value;
use tokio::sync::Notify;

use crate::limits::{KeptByWeight, WeighedBy};

/// Spots in memory, and the bytes of their documents.
const SPOTS_KEPT: usize = 64;
const SPOT_BYTES_KEPT: u64 = 64 << 20;
/// Bytes of rounds in memory, from which a spot goes on.
const ROUND_BYTES_KEPT: u64 = 64 << 20;
/// Trees of spots in memory, and places of them.
const TREES_KEPT: usize = 2;
const PLACES_KEPT: usize = 32;

/// The closest bounds of a spot.
#[derive(Debug)]
pub struct KeptSpot {
    /// The label of the spot.
    pub label: String,
    /// The exploitability as a part of the pot.
    pub of_pot: Rational,
    /// The document with the plan.
    pub document: String,
}

/// The tree of a spot, its plan, and the rest of its document.
#[derive(Debug)]
pub struct OpenSpot {
    /// The spot.
    pub spot: Spot,
    /// Its tree.
    pub tree: SpotTree,
    /// Its plan.
    pub plan: StoredPlan,
    document: Arc<Value>,
    free: Option<String>,
}

/// A place of a spot, and the document of the spot without its plan.
#[derive(Debug)]
pub struct OpenPlace {
    /// The place.
    pub node: SpotNode,
    /// The document, `null` in place of the plan.
    pub document: Arc<Value>,
    /// The label of the spot without its lock, if it has one.
    pub free: Option<String>,
}

/// Spots by label, trees by document, and places by document and path.
pub struct ProvedSpots {
    kept: KeptByWeight<Arc<KeptSpot>>,
    rounds: KeptByWeight<Arc<SavedRounds>>,
    trees: Cache<String, Arc<OpenSpot>>,
    places: Cache<String, Arc<OpenPlace>>,
    /// The streams of clients that follow their work.
    followed: Mutex<HashMap<String, Weak<Notify>>>,
}

impl Default for ProvedSpots {
    fn default() -> Self {
        let document = |_: &str, kept: &Arc<KeptSpot>| kept.document.len() as u64;
        let rounds = |_: &str, rounds: &Arc<SavedRounds>| rounds.bytes() as u64;
        Self {
            kept: Cache::with_weighter(SPOTS_KEPT, SPOT_BYTES_KEPT, WeighedBy(document)),
            rounds: Cache::with_weighter(SPOTS_KEPT, ROUND_BYTES_KEPT, WeighedBy(rounds)),
            trees: Cache::new(TREES_KEPT),
            places: Cache::new(PLACES_KEPT),
            followed: Mutex::default(),
        }
    }
}

impl ProvedSpots {
    /// The closest bounds of a spot, if it is in memory.
    pub fn get(&self, label: &str) -> Option<Arc<KeptSpot>> {
        self.kept.get(label)
    }

    /// Keeps the document of a spot in memory.
    pub fn keep(&self, label: &str, of_pot: Rational, document: String) -> Arc<KeptSpot> {
        let kept = Arc::new(KeptSpot { label: label.to_owned(), of_pot, document });
        self.kept.insert(label.to_owned(), Arc::clone(&kept));
        kept
    }

    /// The rounds of a spot, which one solve takes up.
    pub fn rounds(&self, label: &str) -> Option<SavedRounds> {
        self.rounds.remove(label).map(|(_, rounds)| Arc::unwrap_or_clone(rounds))
    }

    /// Keeps rounds in memory, unless there are more of that spot.
    pub fn keep_rounds(&self, label: &str, rounds: SavedRounds) {
        if self.rounds.get(label).is_none_or(|kept| kept.count() < rounds.count()) {
            self.rounds.insert(label.to_owned(), Arc::new(rounds));
        }
    }

    /// The end of the stream of a run, while the stream holds it.
    pub fn follow(&self, run: &str) -> Arc<Notify> {
        let stop = Arc::new(Notify::new());
        let mut followed = lock(&self.followed);
        followed.retain(|_, stop| stop.strong_count() > 0);
        followed.insert(run.to_owned(), Arc::downgrade(&stop));
        stop
    }

    /// The end of the stream of a run, if it is open.
    pub fn followed(&self, run: &str) -> Option<Arc<Notify>> {
        lock(&self.followed).get(run)?.upgrade()
    }

    /// A place at which somebody looked lately.
    pub fn seen(&self, kept: &KeptSpot, path: &str) -> Option<Arc<OpenPlace>> {
        self.places.get(&format!("{} {path}", kept.name()))
    }

    /// The tree and the plan of a spot.
    ///
    /// Errors: those of documents.
    pub fn open(&self, kept: &KeptSpot) -> Result<Arc<OpenSpot>, Error> {
        let name = kept.name();
        let spot = match self.trees.get(&name) {
            Some(spot) => spot,
            None => Arc::new(OpenSpot::read(&kept.document)?),
        };
        self.trees.insert(name, Arc::clone(&spot));
        Ok(spot)
    }

    /// The place to which a path leads.
    ///
    /// Errors: those of paths.
    pub fn place(&self, kept: &KeptSpot, path: &str) -> Result<Arc<OpenPlace>, Error> {
        if let Some(place) = self.seen(kept, path) {
            return Ok(place);
        }
        let (spot, name) = (self.open(kept)?, kept.name());
        let node = SpotNode::find(&spot.tree, &spot.plan, path)?;
        let (document, free) = (Arc::clone(&spot.document), spot.free.clone());
        let place = Arc::new(OpenPlace { node, document, free });
        self.places.insert(format!("{name} {path}"), Arc::clone(&place));
        Ok(place)
    }
}

impl KeptSpot {
    /// A name that closer bounds do not have.
    fn name(&self) -> String {
        format!("{} {}", self.label, self.of_pot)
    }
}

impl OpenSpot {
    fn read(text: &str) -> Result<Self, Error> {
        let malformed = |error: &dyn ToString| Error::Malformed(error.to_string());
        let (spot, tree, plan) = read_plan(text).map_err(|error| malformed(&error))?;
        let mut document: Value = serde_json::from_str(text).map_err(|error| malformed(&error))?;
        document["plan"] = Value::Null;
        let free = document.get("locked").map(|_| spot.label());
        Ok(Self { spot, tree, plan, document: Arc::new(document), free })
    }
}
