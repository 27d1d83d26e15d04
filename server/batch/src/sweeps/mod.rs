//! Many cells at once: plans, the batch that solves what the catalogue does not have, the files
//! that are made of it, and the workers that share a queue; in a service, sweeps in the background.

mod background;
mod family;
mod files;
mod folder;
mod format;
mod plan;
mod range;
mod run;
mod worker;

pub use background::{State, Status, Sweep, Sweeps, clear_abandoned};
pub use folder::Folder;
pub use format::Format;
pub use plan::{Bounds, Choice, MAX_CELLS, MAX_PLAN_BYTES, Plan, Table};
pub use run::{BatchProgress, Outcome, answer, batch};
pub use worker::{LEASE, WorkUntil, work};
