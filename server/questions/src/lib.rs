//! Questions of the command line and of the service. Those of [`QUESTIONS`] are written once: their
//! commands, addresses and pages are loops. A [`Question`] says its fields, reads them, says what
//! its answer costs, and gives a [`Report`], which says its forms. An [`error`] says why a question
//! has no answer.

pub mod all_decks;
pub mod cards;
pub mod chart;
pub mod continuous;
pub mod deal;
pub mod equity;
pub mod error;
pub mod every_bet;
pub mod fairness;
pub mod family;
pub mod formula;
pub mod game;
mod given;
pub mod limits;
pub mod matrix;
mod number;
pub mod over_http;
pub mod pure;
mod question;
mod stored;
pub mod text;

pub use given::{Given, unexpected, unknown_field};
pub use number::{parse_starts, parse_whole};
pub use question::{
    Asked, FieldKind, FormName, NamedQuestion, Question, QuestionField, Report, ReportForm,
    WrittenAnswer,
};
pub use stored::CatalogueError;

use bluff_report::equity::EquityQuestion;

use self::chart::ChartQuestion;
use self::continuous::{ComparisonQuestion, ContinuousQuestion};
use self::matrix::MatrixQuestion;

/// Every question that stands at all doors alike.
pub static QUESTIONS: [NamedQuestion; 5] = [
    NamedQuestion::of::<ContinuousQuestion>(),
    NamedQuestion::of::<ComparisonQuestion>(),
    NamedQuestion::of::<ChartQuestion>(),
    NamedQuestion::of::<MatrixQuestion>(),
    NamedQuestion::of::<EquityQuestion>(),
];

/// The question of this name.
pub fn named(name: &str) -> Option<&'static NamedQuestion> {
    QUESTIONS.iter().find(|entry| entry.name == name)
}
