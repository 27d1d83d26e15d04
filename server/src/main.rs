//! The `bluff` command.
fn main() {}
