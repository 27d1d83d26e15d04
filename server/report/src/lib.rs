//! Every form in which an answer is printed: text, documents, tables, pictures. Nothing here
//! solves.

pub mod algebra;
pub mod citation;
pub mod colour;
pub mod compare;
pub mod continuous;
pub mod csv;
pub mod deal;
mod document;
pub mod explain;
pub mod face;
pub mod fairness;
pub mod forms;
pub mod formula;
