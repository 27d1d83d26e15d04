//! Answers that are solved once and stored in the catalogue, as long as it works.

use std::fmt::Display;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use rational_bluff::certificate::family::CertifiedFamily;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::intervals::SavedRounds;
use rational_bluff::solve::{Control, Method, Starts, solve_from};
use rational_bluff::spot::SpotTree;
use rational_bluff::sweep::GameQuestion;

use crate::catalogue::{Catalogue, CatalogueError, Entry, EntryFilter, EntryName, Key};
use crate::compute::{CountedBy, Counts, counts, lock};
use crate::file::printable;
use bluff_questions::error::Error;

/// Pause after a failure of the catalogue before it is used again.
const REST: Duration = Duration::from_secs(2);
/// Pause between two counts of the entries: a database reads all of them.
const COUNT_PAUSE: Duration = Duration::from_secs(60);
/// Bytes of the documents of spots in the catalogue, and of their rounds.
const BOUNDS_BYTES: i64 = 256 << 20;
const ROUNDS_BYTES: i64 = 128 << 20;
/// Timeout of the catalogue for an answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Answers that are solved once. If the catalogue fails or does not reply, it is left out.
pub struct Answers {
    catalogue: Option<Catalogue>,
    /// The time of the last failure of the catalogue, while it cannot be used.
    trouble: Mutex<Option<Instant>>,
    /// Counts of equilibria by their `source`: `solve`, with failed solves, or `catalogue`.
    pub equilibria: Counts,
    /// Counts of failures by `what` failed: an `entry` that the catalogue rejects, or the
    /// `catalogue`.
    pub errors: Counts,
    /// Times of the catalogue.
    pub times: CatalogueTimes,
    /// The number of entries, and the time of the last count.
    entries: Mutex<(u64, Option<Instant>)>,
}

/// Times of the catalogue, by `operation`: `read`, `write`, `list`, `count`.
pub type CatalogueTimes = CountedBy<Histogram>;

impl Answers {
    /// Stores answers in a catalogue, if there is one.
    pub fn new(catalogue: Option<&Catalogue>) -> Self {
        let catalogue = catalogue.map(|catalogue| catalogue.within(PATIENCE));
        Self {
            catalogue,
            trouble: Mutex::new(None),
            equilibria: Counts::default(),
            errors: counts("what", ["catalogue", "entry"]),
            // A tenth of a millisecond to some seconds.
            times: CatalogueTimes::new_with_constructor(|| {
                Histogram::new(exponential_buckets(0.0001, 4.0, 9))
            }),
            entries: Mutex::default(),
        }
    }

    /// The equilibrium that a method finds. In threshold form or from starts it is computed at
    /// once, otherwise read from the catalogue, which has answers by method, or solved and stored
    /// there. Call it on a thread that may block.
    ///
    /// Errors: those of the library.
    pub fn found_by(
        &self,
        game: &Game,
        method: Method,
        starts: Option<Starts>,
        control: &Control,
    ) -> Result<Certified<Solution>, Error> {
        let (solution, key) = self.read_or_solved(game, method, starts, control)?;
        if let Some(key) = key.filter(|_| !control.should_end()) {
            let entry = Entry::of(key, std::slice::from_ref(&solution));
            self.attempt("write", entry.key(), |catalogue| {
                catalogue.write(std::slice::from_ref(&entry))
            });
        }
        Ok(solution)
    }

    /// The equilibrium of [`Self::found_by`], with its key if the catalogue does not have it and
    /// may store it.
    fn read_or_solved(
        &self,
        game: &Game,
        method: Method,
        starts: Option<Starts>,
        control: &Control,
    ) -> Result<(Certified<Solution>, Option<Key>), Error> {
        let question = GameQuestion::Equilibrium(method).settled(game);
        if starts.is_some() || question == GameQuestion::Equilibrium(Method::Threshold) {
            self.count("solve");
            return Ok((solve_from(game, method, starts, control)?.solution, None));
        }
        let key = Key { label: game.label(), question: question.into() };
        let stored = self.attempt("read", &key, |catalogue| catalogue.solutions(&key)).flatten();
        if let Some(solution) = stored.and_then(|solutions| solutions.into_iter().next()) {
            self.count("catalogue");
            return Ok((solution, None));
        }
        self.count("solve");
        Ok((solve_from(game, method, starts, control)?.solution, Some(key)))
    }

    /// The equilibrium of one of many games, as [`Self::found_by`] the method `auto`: read from the
    /// catalogue, and not stored there, where it would hide the answers that people asked for.
    ///
    /// Errors: those of the library.
    pub fn one_of_many(
        &self,
        game: &Game,
        control: &Control,
    ) -> Result<Certified<Solution>, Error> {
        self.read_or_solved(game, Method::Auto, None, control).map(|(solution, _)| solution)
    }

    /// The family of decks of a label without a deck, from the catalogue, or proved and stored
    /// there. Call it on a thread that may block.
    ///
    /// Errors: those of `prove`.
    pub fn family(
        &self,
        label: &str,
        prove: impl FnOnce() -> Result<Arc<CertifiedFamily>, Error>,
    ) -> Result<Arc<CertifiedFamily>, Error> {
        let stored = self.attempt("read", &label, |catalogue| catalogue.family(label)).flatten();
        if let Some(family) = stored {
            self.count("catalogue");
            return Ok(Arc::new(family));
        }
        self.count("solve");
        let family = prove()?;
        let entry = Entry::of_family(&family);
        self.attempt("write", entry.key(), |catalogue| {
            catalogue.write(std::slice::from_ref(&entry))
        });
        Ok(family)
    }

    /// Stores the document of the bounds of a spot in place of the one before. Call it on a thread
    /// that may block.
    pub fn keep_bounds(&self, label: &str, document: &str) {
        let entry = Entry::of_bounds(label, document);
        self.attempt("write", entry.key(), |catalogue| catalogue.replace(&entry, BOUNDS_BYTES));
    }

    /// The stored document of the bounds of a spot, and the exploitability as a part of the pot.
    /// Call it on a thread that may block.
    pub fn bounds(&self, label: &str) -> Option<(Rational, String)> {
        self.attempt("read", &label, |catalogue| catalogue.bounds(label)).flatten()
    }

    /// Stores rounds of a spot in place of those before, unless they are too many. Call it on a
    /// thread that may block.
    pub fn keep_rounds(&self, label: &str, rounds: &SavedRounds) {
        if self.catalogue.is_none() || rounds.bytes() as i64 > ROUNDS_BYTES / 2 {
            return;
        }
        let mut bytes = Vec::new();
        // Nothing refuses bytes in memory.
        drop(rounds.write(label, &mut bytes));
        let entry = Entry::of_rounds(label, &bytes);
        self.attempt("write", entry.key(), |catalogue| catalogue.replace(&entry, ROUNDS_BYTES));
    }

    /// The stored rounds of a spot with this tree; none that do not fit. Call it on a thread that
    /// may block.
    pub fn rounds(&self, label: &str, tree: &SpotTree) -> Option<SavedRounds> {
        let bytes = self.attempt("read", &label, |catalogue| catalogue.rounds(label)).flatten()?;
        SavedRounds::read(label, tree, &mut bytes.as_slice()).ok()
    }

    /// The names of stored answers, the newest first; `None` where the catalogue cannot be used.
    /// Call it on a thread that may block.
    pub fn named(&self, filter: &EntryFilter) -> Option<Vec<EntryName>> {
        self.attempt("list", &"the list of entries", |catalogue| catalogue.named(filter))
    }

    /// Number of entries, counted once a minute at most; 0 without a catalogue. Call it on a thread
    /// that may block.
    pub fn entries(&self) -> u64 {
        let mut entries = lock(&self.entries);
        if entries.1.is_none_or(|counted| counted.elapsed() >= COUNT_PAUSE) {
            let count = self.attempt("count", &"the number of entries", Catalogue::count);
            *entries = (count.map_or(entries.0, |(entries, _)| entries), Some(Instant::now()));
        }
        entries.0
    }

    fn count(&self, source: &'static str) {
        self.equilibria.get_or_create(&[("source", source)]).inc();
    }

    /// The reason why answers are not stored now; `None` if they are. The log has the message of
    /// the catalogue.
    pub fn trouble(&self) -> Option<&'static str> {
        match &self.catalogue {
            None => Some("there is no catalogue"),
            Some(_) => lock(&self.trouble).map(|_| "the catalogue cannot be used"),
        }
    }

    /// Uses the catalogue for a question, unless there is none or it failed a moment ago. An entry
    /// that it does not take is no failure of the catalogue: it goes on being used for all others.
    fn attempt<T>(
        &self,
        operation: &'static str,
        key: &impl Display,
        work: impl FnOnce(&Catalogue) -> Result<T, CatalogueError>,
    ) -> Option<T> {
        let catalogue = self.catalogue.as_ref()?;
        if lock(&self.trouble).is_some_and(|since| since.elapsed() < REST) {
            return None;
        }
        let start = Instant::now();
        let result = work(catalogue);
        let times = self.times.get_or_create(&[("operation", operation)]);
        times.observe(start.elapsed().as_secs_f64());
        let failed = result.as_ref().err().filter(|error| !error.is_of_one_row());
        let before = std::mem::replace(&mut *lock(&self.trouble), failed.map(|_| Instant::now()));
        if let Err(error) = &result {
            let what = if failed.is_some() { "catalogue" } else { "entry" };
            self.errors.get_or_create(&[("what", what)]).inc();
            match failed {
                None => catalogue.notice(&format!("{}: {error}", printable(&key.to_string()))),
                Some(_) if before.is_none() => {
                    catalogue.notice(&format!("{error}; answers are given without it"))
                }
                Some(_) => {}
            }
        }
        result.ok()
    }
}
