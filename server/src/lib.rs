//! Every door to the outside: the command line and the HTTP service.
//!
//! Both doors ask the library the same questions, print the same forms ([`report`]) and fail in the same words
//! ([`error`]). [`cli`] has one file per command; [`router`] is the list of all addresses, [`api`] has one file per
//! resource, [`page`] one per page for people, [`compute`] keeps solving off the threads that talk to the network,
//! `hand` deals and plays, and [`operation`] is what stands around every answer: log, metrics, headers, limits.

pub mod answers;
pub mod api;
mod asked;
pub mod catalogue;
pub mod cli;
pub mod compute;
pub mod error;
pub mod file;
mod hand;
pub mod limits;
pub mod listener;
mod memory;
pub mod operation;
pub mod page;
pub mod report;
pub mod router;
pub mod service;
pub mod settings;
pub mod single_flight;
pub mod sweeps;
mod text;
pub mod values;
pub mod watching;
