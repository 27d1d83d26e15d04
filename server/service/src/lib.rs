//! The HTTP service.
//!
//! [`router`] is the list of all addresses: [`api`] has one file per resource, [`page`] one per
//! page for people. [`layers`] is what stands around every answer: log, metrics, headers, limits.
//! [`problem`] says why a request is refused.

pub mod api;
pub mod class_rooms;
pub mod layers;
pub mod limits;
pub mod listener;
pub mod page;
pub mod play;
pub mod problem;
pub mod proved_spots;
pub mod relay;
pub mod router;
pub mod service;
pub mod settings;
pub mod single_flight;
pub mod values;
pub mod watching;
