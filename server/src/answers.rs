//! Answers that are solved once, and kept in the catalogue while that can be used.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::Game;
use rational_bluff::solve::{Control, Method, Starts, solve_from};
use rational_bluff::sweep::Question;

use crate::catalogue::{Catalogue, CatalogueError, Entry, Key};
use crate::error::Error;

/// How long a catalogue that failed is left alone.
const REST: Duration = Duration::from_secs(2);
/// How long an answer waits for the catalogue.
const PATIENCE: Duration = Duration::from_secs(2);

/// Answers that are solved once. A catalogue that fails, or does not answer, keeps nobody from an answer.
pub struct Answers {
    catalogue: Option<Catalogue>,
    trouble: Mutex<Option<(Instant, String)>>,
    found: Found,
}

/// How many equilibria were solved, and how many the catalogue had.
pub type Found = Family<Source, Counter>;

/// Where an equilibrium was found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Source {
    /// `solve` or `catalogue`.
    pub source: &'static str,
}

impl Answers {
    /// Keeps answers in a catalogue, if there is one.
    pub fn new(catalogue: Option<&Catalogue>) -> Self {
        let catalogue = catalogue.map(|catalogue| catalogue.within(PATIENCE));
        Self { catalogue, trouble: Mutex::new(None), found: Found::default() }
    }

    /// The equilibrium of a game that its label names: [`Self::found_by`] the method that `auto` stands for.
    ///
    /// Errors: those of the library.
    pub fn equilibrium(&self, game: &Game, control: &Control) -> Result<Certified<Solution>, Error> {
        self.found_by(game, Method::Auto, None, control)
    }

    /// The equilibrium that a method finds: computed at once in threshold form or from starts of one's own, otherwise from the
    /// catalogue, where answers stand under the method that found them, or solved and kept there. To be called from a thread
    /// that may wait.
    ///
    /// Errors: those of the library.
    pub fn found_by(
        &self,
        game: &Game,
        method: Method,
        starts: Option<Starts>,
        control: &Control,
    ) -> Result<Certified<Solution>, Error> {
        let question = Question::Equilibrium(method).settled(game);
        if starts.is_some() || question == Question::Equilibrium(Method::Threshold) {
            self.count("solve");
            return Ok(solve_from(game, method, starts, control)?.solution);
        }
        let key = Key { label: game.label(), question };
        let kept = self.attempt(|catalogue| catalogue.solutions(&key)).flatten();
        if let Some(solution) = kept.and_then(|solutions| solutions.into_iter().next()) {
            self.count("catalogue");
            return Ok(solution);
        }
        self.count("solve");
        let solution = solve_from(game, method, starts, control)?.solution;
        self.attempt(|catalogue| catalogue.write(&[Entry::of(key, std::slice::from_ref(&solution))]));
        Ok(solution)
    }

    /// How many equilibria were solved, the failed ones too, and how many the catalogue had.
    pub fn found(&self) -> &Found {
        &self.found
    }

    fn count(&self, source: &'static str) {
        self.found.get_or_create(&Source { source }).inc();
    }

    /// Why answers are not kept at the moment, in words; `None` if they are.
    pub fn trouble(&self) -> Option<String> {
        let trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        match (&self.catalogue, &*trouble) {
            (None, _) => Some("there is no catalogue".to_owned()),
            (Some(_), trouble) => trouble.as_ref().map(|(_, words)| words.clone()),
        }
    }

    /// Uses the catalogue, unless there is none or it failed a moment ago.
    fn attempt<T>(&self, work: impl FnOnce(&Catalogue) -> Result<T, CatalogueError>) -> Option<T> {
        let catalogue = self.catalogue.as_ref()?;
        let trouble = || self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        if trouble().as_ref().is_some_and(|(since, _)| since.elapsed() < REST) {
            return None;
        }
        let done = work(catalogue);
        let now = done.as_ref().err().map(|error| (Instant::now(), error.to_string()));
        if let Some((_, words)) = &now
            && trouble().is_none()
        {
            catalogue.notice(&format!("{words}; answers are given without it"));
        }
        *trouble() = now;
        done.ok()
    }
}
