//! Questions and their answers, behind the command line and the service.
//!
//! [`questions`] reads a question from the same text for both and answers it; [`compute`]
//! is the thread pool, with limits of time and memory; [`catalogue`] stores certified answers, and
//! [`answers`] looks there first; [`sweeps`] works through the cells of a plan. An [`error`] says
//! why a question has no answer.

pub mod answers;
pub mod catalogue;
pub mod compute;
pub mod error;
pub mod file;
pub mod limits;
mod memory;
pub mod questions;
pub mod sweeps;
mod text;
