//! The threads and stores behind questions: [`compute`] is the thread pool, with limits of time and
//! memory; [`catalogue`] stores certified answers, and [`answers`] looks there first; [`sweeps`]
//! works through the cells of a plan. [`allowed`] knows how much memory the system allows.

pub mod allowed;
pub mod answers;
pub mod catalogue;
pub mod compute;
pub mod file;
pub mod limits;
mod memory;
pub mod sweeps;
