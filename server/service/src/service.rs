//! The state that all handlers share: the thread pool, running solves, the catalogue and sweeps.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use bluff_batch::catalogue::Catalogue;
use bluff_batch::compute::Pool;
use bluff_batch::error::Error;
use bluff_batch::sweeps::Sweeps;
use bluff_report::forms::Form;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::solve::Control;

pub use crate::watching::Watching;
pub use bluff_batch::answers::Answers;

use crate::problem::Problem;
use crate::single_flight::SingleFlight;
use crate::values::{Lasting, SolvedBy};

/// Equilibria that are being solved, by method and label.
pub type Solving = SingleFlight<SolvedGame>;

/// An equilibrium, with its text in the form of the first request. The thread that solved it writes
/// the text, because no other may become free in time.
#[derive(Clone)]
pub struct SolvedGame {
    pub(crate) solution: Arc<Certified<Solution>>,
    pub(crate) text: Option<(&'static Form, Lasting)>,
}

impl SolvedGame {
    /// Writes a solution in a form, if one is wanted. A client that asks for a form that there is
    /// not gets its error later.
    pub(crate) fn new(solution: Certified<Solution>, form: Option<&'static Form>) -> Self {
        let text = form.and_then(|form| Some((form, Lasting::new((form.write)(&solution).ok()?))));
        Self { solution: Arc::new(solution), text }
    }
}

/// Answers that are being written out, by kind, question and form, and how they were solved if they
/// were.
pub type Writing = SingleFlight<(Lasting, Option<SolvedBy>)>;
/// Questions computed, by kind.
pub type Computed = Family<Kind, Counter>;

/// A kind of question: the resource that answers it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Kind {
    /// The name of the resource.
    pub kind: &'static str,
}

/// Pages of many answers that are being drawn, by what is asked.
pub type Drawing = SingleFlight<Arc<str>>;

/// The service: state of the router, which every request has a share of.
#[derive(Clone)]
pub struct Service(Arc<Parts>);

struct Parts {
    pool: Arc<Pool>,
    answers: Arc<Answers>,
    solving: Solving,
    writing: Writing,
    watching: Watching,
    computed: Computed,
    drawing: Drawing,
    sweeps: Arc<Sweeps>,
}

impl Service {
    /// A service whose questions are answered by `pool`. Answers are stored in the catalogue if
    /// there is one.
    ///
    /// Errors: those of the operating system, asked how many processors there are.
    pub fn new(pool: Arc<Pool>, catalogue: Option<Catalogue>) -> io::Result<Self> {
        let threads = std::thread::available_parallelism()?.get();
        let catalogue = catalogue.map(Arc::new);
        let answers = Arc::new(Answers::new(catalogue.as_deref()));
        let sweeps = Arc::new(Sweeps::new(catalogue, threads, pool.memory()));
        Ok(Self(Arc::new(Parts {
            pool,
            answers,
            solving: Solving::default(),
            writing: Writing::default(),
            watching: Watching::default(),
            computed: Computed::default(),
            drawing: Drawing::default(),
            sweeps,
        })))
    }

    /// The threads that solve.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.0.pool
    }

    /// What finds equilibria.
    pub fn answers(&self) -> &Arc<Answers> {
        &self.0.answers
    }

    /// The sweeps in the background.
    pub fn sweeps(&self) -> &Arc<Sweeps> {
        &self.0.sweeps
    }

    /// What is being solved.
    pub fn solving(&self) -> &Solving {
        &self.0.solving
    }

    /// What is being written out.
    pub fn writing(&self) -> &Writing {
        &self.0.writing
    }

    /// What is being watched.
    pub fn watching(&self) -> &Watching {
        &self.0.watching
    }

    /// What is being drawn.
    pub fn drawing(&self) -> &Drawing {
        &self.0.drawing
    }

    /// Counts of computations; coalesced requests share one.
    pub fn computed(&self) -> &Computed {
        &self.0.computed
    }

    /// The text that answers a question, one for all who ask the same meanwhile. `name` says all
    /// that the text depends on.
    ///
    /// Errors: those of the answer, as [`Problem::Shared`].
    pub(crate) async fn shared(
        &self,
        kind: &'static str,
        name: &str,
        answer: impl Future<Output = Result<(Lasting, Option<SolvedBy>), Problem>> + Send + 'static,
    ) -> Result<(Lasting, Option<SolvedBy>), Problem> {
        let (computed, time) = (self.0.computed.clone(), self.0.pool.time());
        let counted = async move {
            computed.get_or_create(&Kind { kind }).inc();
            in_time(time, answer).await
        };
        self.0.writing.join(&format!("{kind} {name}"), counted).await
    }

    /// [`Self::shared`] of a text that one question to the pool gives.
    ///
    /// Errors: those of the question and of the pool, as [`Problem::Shared`].
    pub(crate) async fn text(
        &self,
        kind: &'static str,
        name: &str,
        question: impl FnOnce(&Control) -> Result<String, Error> + Send + 'static,
    ) -> Result<Lasting, Problem> {
        let pool = Arc::clone(&self.0.pool);
        let answer = async move {
            Ok((pool.run(move |control| Ok(Lasting::new(question(control)?))).await?, None))
        };
        Ok(self.shared(kind, name, answer).await?.0)
    }
}

/// One time limit for an answer, however many questions it asks the pool.
///
/// Errors: `TimedOut`, and those of the answer.
pub(crate) async fn in_time<T>(
    time: Duration,
    answer: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Problem> {
    tokio::time::timeout(time, answer)
        .await
        .unwrap_or_else(|_| Err(Error::TimedOut(time.as_secs()).into()))
}

impl FromRef<Service> for Arc<Pool> {
    fn from_ref(service: &Service) -> Self {
        Self::clone(service.pool())
    }
}

impl FromRef<Service> for Arc<Answers> {
    fn from_ref(service: &Service) -> Self {
        Self::clone(service.answers())
    }
}

impl FromRef<Service> for Arc<Sweeps> {
    fn from_ref(service: &Service) -> Self {
        Self::clone(service.sweeps())
    }
}
