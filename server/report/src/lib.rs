//! Every form in which an answer is printed: text, documents, tables, pictures. Nothing here
//! solves.

#[macro_use]
mod document;
pub mod algebra;
pub mod chips;
pub mod citation;
pub mod colour;
pub mod compare;
pub mod continuous;
pub mod csv;
pub mod deal;
pub mod equilibria;
pub mod equity;
pub mod explain;
pub mod face;
pub mod fairness;
pub mod form;
pub mod forms;
pub mod formula;
pub mod game_forms;
pub mod games;
pub mod grid;
pub mod latex;
pub mod lock;
pub mod lp;
pub mod lprint;
pub mod matrix;
mod measures;
pub mod mixture;
pub mod number;
pub mod payoff;
pub mod picture;
pub mod pio;
pub mod pure;
pub mod push_fold;
mod runs;
pub mod table;
pub mod text;
pub mod tree_worth;

pub use document::{JsonLines, document, documents, json};
pub use runs::{
    CardRun, cards, hands, has_classes, head, joined, joined_rows, named_hand, noun, range_of,
};
