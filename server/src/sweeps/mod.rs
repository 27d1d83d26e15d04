//! Many cells at once: plans, the batch that solves what the catalogue does not have, the files that are made of it, and
//! the workers that share a queue.

mod family;
mod files;
mod folder;
mod plan;
mod range;
mod run;
mod worker;

pub use folder::Folder;
pub use plan::{Choice, Format, MAX_CELLS, MAX_PLAN_BYTES, Plan, Table};
pub use run::{Outcome, Progress, answer, batch};
pub use worker::{End, INTERACTIVE, LEASE, SWEEP, work};
