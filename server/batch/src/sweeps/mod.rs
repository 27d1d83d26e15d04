//! Many cells at once: plans, the batch that solves the cells without an answer, the files that are
//! made of the answers, and the parts of a plan and their merge; many boards of one spot; in a
//! service, sweeps in the background.

mod background;
mod board_table;
mod boards;
mod cell;
mod files;
mod folder;
mod merge;
mod part;
mod run;

pub use bluff_questions::plan::{
    CellTable, CellVariant, Format, MAX_CELLS, MAX_PLAN_BYTES, Plan, PlanLimits,
};

pub use background::{State, Status, Sweep, Sweeps, clear_abandoned};
pub use board_table::{BoardRow, BoardTable};
pub use boards::{BoardPlan, BoardsOutcome, MAX_BOARDS_BYTES, solve_boards};
pub use cell::{CellLimits, CellThreads, answer};
pub use folder::Folder;
pub use merge::{MergeOutcome, merge};
pub use part::{PartOutcome, PlanPart, solve_part};
pub use run::{BatchOutcome, BatchProgress, batch};
