//! Exact Nash equilibria of finite poker games.
pub mod exact;
