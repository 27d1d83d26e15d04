//! Exact Nash equilibria of finite poker games.
pub mod engine;
pub mod exact;
