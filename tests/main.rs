//! The tests that cross rooms, in one binary: `cargo test --test all rooms::` runs those of one
//! file.

mod cards;
mod certificates;
mod citations;
mod continuous;
mod dominance;
mod exchange;
mod explanations;
mod fairness;
mod formulas;
mod games;
mod laws;
mod literature;
mod parsers;
mod programs;
mod published;
mod pure;
mod push_fold;
mod ranges;
mod room_tables;
mod rooms;
mod saturation;
mod search;
mod slow_form;
mod three_players;
mod tidy;
