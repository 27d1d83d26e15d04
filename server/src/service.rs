//! What all handlers share: the threads that solve, what is being solved, what was, and the sweeps.

use std::io;
use std::sync::Arc;

use axum::extract::FromRef;
use rational_bluff::certificate::{Certified, Solution};

pub use crate::answers::Answers;

use crate::api::Lasting;
use crate::catalogue::Catalogue;
use crate::compute::Pool;
use crate::flights::Flights;
use crate::operation::record::SolvedBy;
use crate::sweeps::Sweeps;

/// Equilibria that are being solved, by label.
pub type Solving = Flights<Arc<Certified<Solution>>>;
/// Answers that are being written out, by label and form, and how they were solved.
pub type Writing = Flights<(Lasting, SolvedBy)>;

/// Pages of many answers that are being drawn, by what is asked.
pub type Drawing = Flights<Arc<str>>;

/// The service: state of the router.
#[derive(Clone)]
pub struct Service {
    pool: Arc<Pool>,
    answers: Arc<Answers>,
    solving: Arc<Solving>,
    writing: Arc<Writing>,
    drawing: Arc<Drawing>,
    sweeps: Arc<Sweeps>,
}

impl Service {
    /// A service whose questions are answered by `pool`. Answers are kept in the catalogue if there is one.
    ///
    /// Errors: those of the operating system, asked how many processors there are.
    pub fn new(pool: Arc<Pool>, catalogue: Option<Catalogue>) -> io::Result<Self> {
        let threads = std::thread::available_parallelism()?.get();
        let catalogue = catalogue.map(Arc::new);
        let sweeps = Arc::new(Sweeps::new(catalogue.clone(), threads));
        Ok(Self {
            pool,
            answers: Arc::new(Answers::new(catalogue)),
            solving: Arc::default(),
            writing: Arc::default(),
            drawing: Arc::default(),
            sweeps,
        })
    }

    /// The sweeps in the background.
    pub fn sweeps(&self) -> &Arc<Sweeps> {
        &self.sweeps
    }

    /// What is being solved.
    pub fn solving(&self) -> &Solving {
        &self.solving
    }

    /// What is being written out.
    pub fn writing(&self) -> &Writing {
        &self.writing
    }
}

impl FromRef<Service> for Arc<Pool> {
    fn from_ref(service: &Service) -> Self {
        Self::clone(&service.pool)
    }
}

impl FromRef<Service> for Arc<Answers> {
    fn from_ref(service: &Service) -> Self {
        Self::clone(&service.answers)
    }
}

impl FromRef<Service> for Arc<Solving> {
    fn from_ref(service: &Service) -> Self {
        Self::clone(&service.solving)
    }
}

impl FromRef<Service> for Arc<Writing> {
    fn from_ref(service: &Service) -> Self {
        Self::clone(&service.writing)
    }
}

impl FromRef<Service> for Arc<Drawing> {
    fn from_ref(service: &Service) -> Self {
        Self::clone(&service.drawing)
    }
}

impl FromRef<Service> for Arc<Sweeps> {
    fn from_ref(service: &Service) -> Self {
        Self::clone(&service.sweeps)
    }
}
