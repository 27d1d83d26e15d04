//! Questions of the command line and of the service. Those of [`QUESTIONS`] are written once: their
//! commands, addresses and pages are loops. A [`Question`] says its fields, reads them, says what
//! its answer costs, and gives a [`Report`], which says its forms. An [`error`] says why a question
//! has no answer.

pub mod audit;
pub mod cards;
pub mod chart;
pub mod check;
pub mod closed_form;
mod context;
pub mod continuous;
pub mod cost;
pub mod deal;
pub mod drill;
pub mod equilibria;
pub mod equity;
pub mod error;
pub mod every_bet;
pub mod explain;
pub mod face;
pub mod fairness;
pub mod family;
mod field;
pub mod fit;
pub mod foreign;
pub mod formula;
pub mod game;
mod given;
pub mod grid;
pub mod interval;
pub mod key;
pub mod kind;
pub mod limits;
pub mod lock;
mod lock_text;
pub mod lp;
pub mod matrix;
mod named;
mod nearest;
mod number;
pub mod over_http;
pub mod payoff;
pub mod plan;
pub mod pure;
mod question;
pub mod solve;
mod stored;
pub mod text;
mod tree;
pub mod verify;
pub mod words;
mod written;

pub use context::{AnswerContext, AskPerson, Library, OpenLines, Solver, WorkNews};
pub use field::{FieldKind, QuestionField, whole};
pub use given::{
    Given, allowed_fields, given_twice, in_words, not_allowed, unexpected, unknown_field,
};
pub use named::{Asked, NamedQuestion, WrittenAnswer};
pub use nearest::nearest;
pub use number::{parse_starts, parse_whole};
pub use question::{FormName, GivenFields, Question, Report, ReportForm, TakenDocument};
pub use stored::CatalogueError;

use bluff_report::equity::EquityQuestion;

use self::audit::AuditQuestion;
use self::chart::ChartQuestion;
use self::continuous::{ComparisonQuestion, ContinuousQuestion};
use self::deal::DealingQuestion;
use self::drill::DrillQuestion;
use self::equilibria::EquilibriaQuestion;
use self::explain::ExplainQuestion;
use self::face::FaceQuestion;
use self::fairness::FairnessQuestion;
use self::formula::FormulaQuestion;
use self::grid::GridQuestion;
use self::lp::ProgramQuestion;
use self::matrix::MatrixQuestion;
use self::payoff::PayoffQuestion;
use self::pure::PureQuestion;
use self::solve::SolveQuestion;
use self::verify::VerifyQuestion;

/// Every question, in the order of help.
pub static QUESTIONS: [NamedQuestion; 19] = [
    NamedQuestion::of::<SolveQuestion>(),
    NamedQuestion::of::<FaceQuestion>(),
    NamedQuestion::of::<EquilibriaQuestion>(),
    NamedQuestion::of::<ExplainQuestion>(),
    NamedQuestion::of::<PureQuestion>(),
    NamedQuestion::of::<PayoffQuestion>(),
    NamedQuestion::of::<FormulaQuestion>(),
    NamedQuestion::of::<GridQuestion>(),
    NamedQuestion::of::<ContinuousQuestion>(),
    NamedQuestion::of::<ComparisonQuestion>(),
    NamedQuestion::of::<ChartQuestion>(),
    NamedQuestion::of::<MatrixQuestion>(),
    NamedQuestion::of::<ProgramQuestion>(),
    NamedQuestion::of::<EquityQuestion>(),
    NamedQuestion::of::<AuditQuestion>(),
    NamedQuestion::of::<DrillQuestion>(),
    NamedQuestion::of::<VerifyQuestion>(),
    NamedQuestion::of::<DealingQuestion>(),
    NamedQuestion::of::<FairnessQuestion>(),
];

/// The question of this name, or of its name from before.
pub fn named(name: &str) -> Option<&'static NamedQuestion> {
    QUESTIONS.iter().find(|entry| entry.names().any(|known| known == name))
}
