//! The state that all handlers share: the thread pool, running solves, the catalogue and sweeps.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bluff_batch::catalogue::Catalogue;
use bluff_batch::compute::{Counts, Pool, SHORT, answer_within, counts};
use bluff_batch::limits::SWEEPS_OF_CLIENT;
use bluff_batch::sweeps::Sweeps;
use bluff_questions::equilibria::FoundEquilibria;
use bluff_questions::error::Error;
use bluff_questions::family::FamilyQuestion;
use bluff_questions::solve::SolveReport;
use bluff_questions::{Library, Solver};
use maud::Markup;
use rational_bluff::certificate::family::CertifiedFamily;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::{Family, Game};
use rational_bluff::intervals::SavedRounds;
use rational_bluff::solve::{Control, Method, Starts};
use rational_bluff::spot::{SpotBounds, SpotTree};

pub use crate::watching::Watching;
pub use bluff_batch::answers::Answers;

use crate::class_rooms::ClassRooms;
use crate::limits::{KeptByWeight, WeighedBy};
use crate::problem::{Problem, RefusalReason};
use crate::proved_spots::{KeptSpot, ProvedSpots};
use crate::relay::Relay;
use crate::single_flight::SingleFlight;
use crate::values::{ImmutableText, SharedText};

/// Equilibria that are being solved, by method and game.
pub type Solving = SingleFlight<Arc<Certified<Solution>>>;
/// Answers that are being written out, by kind, question and form, and how they were solved if they
/// were.
pub type Writing = SingleFlight<SharedText>;
/// Pages that are being rendered, by request.
pub type Drawing = SingleFlight<Arc<Markup>>;
/// Families that were proved, by label without a deck.
pub type Families = KeptByWeight<Arc<CertifiedFamily>>;

/// Equilibria of game files and of real cards that were solved, by the name of the solve: a page
/// asks again for each hand that is touched.
pub type SolvedGames = KeptByWeight<Arc<Certified<Solution>>>;

/// Reports on files of visitors, with the bytes of the file, by its fields: each tab of the page
/// asks for the same.
pub type OwnReports<R> = KeptByWeight<(u64, Arc<R>)>;

/// Reports on files in memory, and the bytes of their files, of which a report takes a multiple.
const OWN_KEPT: usize = 64;
const OWN_BYTES_KEPT: u64 = 4 << 20;

/// No reports on files yet.
fn own_reports<R>() -> OwnReports<R> {
    OwnReports::with_weighter(OWN_KEPT, OWN_BYTES_KEPT, WeighedBy(|_, (bytes, _)| *bytes))
}

/// Equilibria in memory, and their bytes.
const SOLUTIONS_KEPT: usize = 256;
const SOLUTION_BYTES_KEPT: u64 = 32 << 20;
/// Bytes of a step of a probability, with its place and a fraction of some hundred bits, and of a
/// hand, which has its sums in a kernel.
const STEP_BYTES: u64 = 128;
const HAND_BYTES: u64 = 256;

/// The weight of an equilibrium: about its bytes, which its steps and hands take.
fn solution_bytes(_: &str, solution: &Arc<Certified<Solution>>) -> u64 {
    let (game, profile) = (&solution.game, &solution.profile);
    let functions = (0..game.views().len()).flat_map(|view| profile.at(view));
    let steps: usize = functions.map(|function| function.pieces().count()).sum();
    let hands = if game.deck().is_ranks() { 0 } else { game.n() };
    STEP_BYTES * steps as u64 + HAND_BYTES * hands
}

/// Families and classes in memory. A class takes some kilobytes.
const FAMILIES_KEPT: usize = 64;
const CLASSES_KEPT: u64 = 4_000;

/// Counts one more question of a client against its rate, in the extensions of a request with many;
/// returns the time to wait if that exceeds the limit.
#[derive(Clone)]
pub struct ChargeRate(pub(crate) Arc<dyn Fn() -> Option<Duration> + Send + Sync>);

/// The service: state that all requests share.
#[derive(Clone)]
pub struct Service(Arc<ServiceState>);

/// The parts of a [`Service`].
pub struct ServiceState {
    /// The threads that solve.
    pub pool: Arc<Pool>,
    /// Equilibria from the catalogue, or solved here.
    pub answers: Arc<Answers>,
    /// Equilibria that are being solved.
    pub solving: Solving,
    /// Answers that are being written out.
    pub writing: Writing,
    /// Solves that clients follow.
    pub watching: Watching,
    /// Pages that are being rendered.
    pub drawing: Drawing,
    /// Equilibria that no catalogue has, so that another hand or form of one solves nothing.
    pub solved: SolvedGames,
    /// Solved files of visitors.
    pub own_games: OwnReports<SolveReport>,
    /// All optimal strategies of files of visitors.
    pub optimal: OwnReports<FoundEquilibria>,
    /// Bounds of spots that were proved here.
    pub spots: ProvedSpots,
    /// Families that were proved, so that another form or another deck of one proves nothing.
    pub families: Families,
    /// Computations so far, by `kind`: the resource that answers; coalesced requests share one.
    pub computed: Counts,
    /// The mailboxes of tables.
    pub relay: Relay,
    /// The class rooms.
    pub classes: ClassRooms,
    /// The sweeps in the background.
    pub sweeps: Arc<Sweeps>,
    /// Refusals, by `reason`.
    pub(crate) refusals: Counts,
    sweeps_off: AtomicBool,
    draining: AtomicBool,
}

impl Deref for Service {
    type Target = ServiceState;

    fn deref(&self) -> &ServiceState {
        &self.0
    }
}

/// Equilibria and proofs that are kept in memory or in the catalogue are not found again. Those of
/// game files and of locks are not kept, since two may have one label.
impl Solver for Service {
    fn solve(
        &self,
        game: &Game,
        method: Method,
        starts: Option<Starts>,
        control: &Control,
    ) -> Result<Certified<Solution>, Error> {
        if Family::named(game.name()).is_none() || game.is_locked() {
            return Library.solve(game, method, starts, control);
        }
        self.answers.found_by(game, method, starts, control)
    }

    fn one_of_many(&self, game: &Game, control: &Control) -> Result<Certified<Solution>, Error> {
        self.answers.one_of_many(game, control)
    }

    /// The other threads are those of other clients.
    fn threads(&self) -> usize {
        1
    }

    /// The closest bounds stay.
    fn keep_bounds(&self, label: &str, bounds: &SpotBounds, document: &str) {
        let is_closer = |known: Arc<KeptSpot>| bounds.of_pot < known.of_pot;
        if self.spot(label).is_none_or(is_closer) {
            self.spots.keep(label, bounds.of_pot.clone(), document.to_owned());
            self.answers.keep_bounds(label, document);
        }
    }

    fn rounds(&self, label: &str, tree: &SpotTree) -> Result<Option<SavedRounds>, Error> {
        Ok(self.spots.rounds(label).or_else(|| self.answers.rounds(label, tree)))
    }

    fn store_rounds(&self, label: &str, rounds: &SavedRounds) -> Result<(), Error> {
        self.answers.keep_rounds(label, rounds);
        Ok(())
    }

    fn keep_rounds(&self, label: &str, rounds: SavedRounds) {
        self.spots.keep_rounds(label, rounds);
    }

    fn bounds(&self, label: &str) -> Option<String> {
        Some(self.spot(label)?.document.clone())
    }

    fn has_proof(&self, game: &Game) -> bool {
        Family::named(game.name()).is_some()
            && self.families.get(&game.label_without_deck()).is_some()
    }

    fn prove(&self, game: &Game, control: &Control) -> Result<Arc<CertifiedFamily>, Error> {
        if Family::named(game.name()).is_none() {
            return Library.prove(game, control);
        }
        let key = game.label_without_deck();
        if let Some(family) = self.families.get(&key) {
            return Ok(family);
        }
        let family = self.answers.family(&key, || {
            FamilyQuestion::fits(game, self.pool.time())?;
            Library.prove(game, control)
        })?;
        self.families.insert(key, Arc::clone(&family));
        Ok(family)
    }
}

impl Service {
    /// A service whose questions are answered by `pool`. Answers are stored in the catalogue if
    /// there is one.
    pub fn new(pool: Arc<Pool>, catalogue: Option<Catalogue>) -> Self {
        // The sweeps of one client together have as many threads as the pool.
        let threads = (pool.threads() / SWEEPS_OF_CLIENT).max(1);
        let catalogue = catalogue.map(Arc::new);
        let answers = Arc::new(Answers::new(catalogue.as_deref()));
        let sweeps = Arc::new(Sweeps::new(catalogue, threads, Arc::clone(&pool)));
        Self(Arc::new(ServiceState {
            pool,
            answers,
            solving: Solving::default(),
            writing: Writing::default(),
            watching: Watching::default(),
            drawing: Drawing::default(),
            solved: SolvedGames::with_weighter(
                SOLUTIONS_KEPT,
                SOLUTION_BYTES_KEPT,
                WeighedBy(solution_bytes),
            ),
            own_games: own_reports(),
            optimal: own_reports(),
            spots: ProvedSpots::default(),
            families: Families::with_weighter(
                FAMILIES_KEPT,
                CLASSES_KEPT,
                WeighedBy(|_, family| family.modulus()),
            ),
            computed: Counts::default(),
            relay: Relay::default(),
            classes: ClassRooms::default(),
            sweeps,
            refusals: counts("reason", RefusalReason::ALL),
            sweeps_off: AtomicBool::new(false),
            draining: AtomicBool::new(false),
        }))
    }

    /// The closest bounds of a spot, from memory or the catalogue. Call it on a thread that may
    /// block.
    pub(crate) fn spot(&self, label: &str) -> Option<Arc<KeptSpot>> {
        let stored = || {
            let (of_pot, document) = self.answers.bounds(label)?;
            Some(self.spots.keep(label, of_pot, document))
        };
        self.spots.get(label).or_else(stored)
    }

    /// [`Self::spot`] for a thread that may not block.
    ///
    /// Errors: those of the pool.
    pub(crate) async fn spot_of(&self, label: &str) -> Result<Option<Arc<KeptSpot>>, Problem> {
        if let Some(kept) = self.spots.get(label) {
            return Ok(Some(kept));
        }
        let (own, label) = (self.clone(), label.to_owned());
        Ok(self.pool.run_quoted(SHORT, move |_| Ok(own.spot(&label))).await?)
    }

    /// Lets nobody begin a sweep.
    pub fn turn_sweeps_off(&self) {
        self.sweeps_off.store(true, Ordering::Relaxed);
    }

    /// Errors: `SweepsOff`.
    pub(crate) fn sweeps_are_on(&self) -> Result<(), Problem> {
        if self.sweeps_off.load(Ordering::Relaxed) { Err(Problem::SweepsOff) } else { Ok(()) }
    }

    /// Counts a problem that stands in the middle of an answer, if it is a refusal.
    pub(crate) fn count_refusal(&self, problem: &Problem) {
        if let Some(RefusalReason(reason)) = problem.reason() {
            self.refusals.get_or_create(&[("reason", reason)]).inc();
        }
    }

    /// Says from now on that it is not ready, so that a proxy sends no more requests.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// True if it was told to [`drain`](Self::drain).
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// The text that answers a question; identical requests at the same time share it. `name`
    /// contains everything that the text depends on.
    ///
    /// Errors: those of the answer, as [`Problem::Shared`].
    pub(crate) async fn shared(
        &self,
        kind: &'static str,
        name: &str,
        answer: impl Future<Output = Result<SharedText, Problem>> + Send + 'static,
    ) -> Result<SharedText, Problem> {
        let (computed, pool) = (self.computed.clone(), Arc::clone(&self.pool));
        let counted = async move {
            computed.get_or_create(&[("kind", kind)]).inc();
            in_time(&pool, answer).await
        };
        self.writing.join(&format!("{kind} {name}"), counted).await
    }

    /// [`Self::shared`] of a text that one question to the pool gives, which costs so much.
    ///
    /// Errors: those of the question and of the pool, as [`Problem::Shared`].
    pub(crate) async fn text(
        &self,
        kind: &'static str,
        name: &str,
        cost: Duration,
        question: impl FnOnce(&Control) -> Result<String, Error> + Send + 'static,
    ) -> Result<ImmutableText, Problem> {
        let pool = Arc::clone(&self.pool);
        let question = move |control: &Control| Ok(ImmutableText::new(question(control)?));
        let answer = async move { Ok((pool.run_quoted(cost, question).await?, None)) };
        Ok(self.shared(kind, name, answer).await?.0)
    }
}

/// One limit of processor time for an answer, and one of the time for which its client waits,
/// however many questions it asks the pool.
///
/// Errors: `TimedOut`, and those of the answer.
pub(crate) async fn in_time<T>(
    pool: &Pool,
    answer: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Problem> {
    let time = pool.time();
    tokio::time::timeout(pool.wait(), answer_within(time, answer))
        .await
        .unwrap_or_else(|_| Err(Error::TimedOut(time.as_secs()).into()))
}
