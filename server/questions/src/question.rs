//! Questions and their reports.

use std::time::Duration;

pub use bluff_report::form::FormName;
use bluff_report::text::Paint;
use rational_bluff::game::Game;
use rational_bluff::solve::Method;
use serde_json::{Map, Value};

use crate::context::{AnswerContext, Solver};
use crate::error::Error;
use crate::field::QuestionField;
use crate::given::Given;

/// Writes a report.
type WriteReport<R> = Box<dyn Fn(&R, Paint) -> Result<String, Error>>;

/// A form in which a report is written.
pub struct ReportForm<R> {
    /// Its name.
    pub name: FormName,
    /// A report in this form.
    ///
    /// Errors: those of reports that have no such form.
    pub write: WriteReport<R>,
}

impl<R> ReportForm<R> {
    /// A form with this name.
    pub fn new(
        name: FormName,
        write: impl Fn(&R, Paint) -> Result<String, Error> + 'static,
    ) -> Self {
        Self { name, write: Box::new(write) }
    }

    /// Words for people, as the command prints them.
    pub fn text(about: &'static str, write: impl Fn(&R, Paint) -> String + 'static) -> Self {
        let write = move |report: &R, paint: Paint| Ok(write(report, paint));
        Self::new(FormName::new(["text", "txt", "text/plain"], about), write)
    }

    /// A document for programs.
    pub fn json(about: &'static str, write: impl Fn(&R) -> String + 'static) -> Self {
        let write = move |report: &R, _: Paint| Ok(write(report));
        Self::new(FormName::new(["json", "json", "application/json"], about), write)
    }

    /// A table for spreadsheets.
    pub fn csv(about: &'static str, write: impl Fn(&R) -> String + 'static) -> Self {
        let write = move |report: &R, _: Paint| Ok(write(report));
        Self::new(FormName::new(["csv", "csv", "text/csv"], about), write)
    }

    /// A picture, which the page of the question shows.
    pub fn svg(about: &'static str, write: impl Fn(&R) -> Result<String, Error> + 'static) -> Self {
        let write = move |report: &R, _: Paint| write(report);
        Self::new(FormName::new(["svg", "svg", "image/svg+xml"], about), write)
    }
}

/// The answer to a question.
pub trait Report: Sized + 'static {
    /// The name of the schema of its document in the OpenAPI document.
    const SCHEMA: &'static str;

    /// Its forms. The first is the words for people; one of them is `json`.
    fn forms() -> Vec<ReportForm<Self>>;

    /// The message of an answer that is no: the command ends with exit code 1.
    fn no(&self) -> Option<String> {
        None
    }

    /// The message of the command beside the answer.
    fn note(&self) -> Option<String> {
        None
    }
}

/// Fields by their keys.
pub type GivenFields = Vec<(String, String)>;

/// Gives the fields of a body: of the JSON object that it is, if it is one, and its text.
type FieldsOfDocument = fn(Option<&Map<String, Value>>, &str) -> Option<GivenFields>;

/// A document that a question takes as the body of a request, instead of its fields.
#[derive(Clone, Copy)]
pub struct TakenDocument {
    /// The name of its schema in the OpenAPI document.
    pub schema: &'static str,
    /// The identifier of the operation that takes it.
    pub operation: &'static str,
    /// Its fields; `None` of a body that is no such document.
    pub fields: FieldsOfDocument,
}

/// A question.
pub trait Question: Sized + Send + 'static {
    /// The name of its command, of its address and of its page.
    const NAME: &'static str;
    /// A line about it.
    const ABOUT: &'static str;
    /// The end of the help and of the description of the address.
    const MORE: &'static str;
    /// Lines to type behind `bluff` and the name.
    const EXAMPLES: &'static [&'static str];
    /// The group of addresses that it belongs to in the OpenAPI document.
    const TOPIC: &'static str;
    /// A question with a short answer, by its fields.
    const EXAMPLE: &'static [(&'static str, &'static str)];
    /// Its answer.
    type Report: Report;
    /// The document that it takes as a body.
    const DOCUMENT: Option<TakenDocument> = None;
    /// Its name from before, which still leads to it.
    const OLD_NAME: Option<&'static str> = None;
    /// True of an answer that is for this client alone: it is never shared and never kept.
    const IS_SECRET: bool = false;

    /// The fields that it takes, in the order of help.
    fn fields() -> Vec<QuestionField>;

    /// The question of these fields.
    ///
    /// Errors: what is wrong with a field.
    fn read(given: &Given) -> Result<Self, Error>;

    /// The subject, which the command shows while it works.
    fn title(&self) -> String {
        Self::NAME.to_owned()
    }

    /// The address of the page that draws the answer, where there is one.
    fn drawn_at(&self) -> Option<String> {
        None
    }

    /// The game whose solve takes most of the time, and its method: the command shows bounds on
    /// its value.
    fn solves(&self) -> Option<(Game, Method)> {
        None
    }

    /// True if this answer is written in a form of its kind.
    fn has_form(&self, _form: &str) -> bool {
        true
    }

    /// True if the answer is offered in this form: one that it has, and that can be written.
    fn offers_form(&self, form: &str) -> bool {
        self.has_form(form)
    }

    /// The time that the answer takes on an idle machine.
    ///
    /// Errors: `Beyond` for what is too much over HTTP.
    fn cost(&self) -> Result<Duration, Error>;

    /// The time that it takes with a solver that may know the answer.
    ///
    /// Errors: those of [`cost`](Self::cost).
    fn cost_with(&self, _solver: &dyn Solver) -> Result<Duration, Error> {
        self.cost()
    }

    /// The answer.
    ///
    /// Errors: those of the library.
    fn answer(self, work: AnswerContext<'_>) -> Result<Self::Report, Error>;
}
