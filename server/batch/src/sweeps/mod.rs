//! Many cells at once: plans, the batch that solves the cells without an answer, the files that are
//! made of the answers, and the workers that share a queue; in a service, sweeps in the background.

mod background;
mod family;
mod files;
mod folder;
mod format;
mod grid;
mod plan;
mod range;
mod run;
mod worker;

pub use background::{State, Status, Sweep, Sweeps, clear_abandoned};
pub use folder::Folder;
pub use format::Format;
pub use grid::{GridQuestion, MAX_GRID, grid_plan};
pub use plan::{CellTable, CellVariant, MAX_CELLS, MAX_PLAN_BYTES, Plan, PlanLimits};
pub use run::{BatchOutcome, BatchProgress, answer, batch};
pub use worker::{LEASE, WorkUntil, work};
