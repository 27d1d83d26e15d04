//! The questions of the table, by their names and fields.

use std::collections::BTreeMap;

use bluff_questions::{AnswerContext, NamedQuestion, QUESTIONS, named};
use bluff_report::text::Paint;
use pyo3::prelude::*;
use rational_bluff::exact::one_of;

use super::wait::{PyRefusal, watched};

/// The answer to a question in one of its forms. A refusal has the words of every door.
#[pyfunction]
pub(super) fn ask(
    py: Python<'_>,
    name: String,
    fields: BTreeMap<String, String>,
    form: String,
) -> PyResult<String> {
    watched(py, move |control| {
        let question = named(&name).ok_or_else(|| {
            let expected = one_of(&name, QUESTIONS.iter().map(|question| question.name));
            PyRefusal::new(format!("question “{name}”, expected {expected}"))
        })?;
        let work = AnswerContext { form: &form, ..AnswerContext::of(control) };
        let written = || question.read(fields)?.written(Paint::Plain, work);
        // Every operation heeds Ctrl-C, also where a question has no place to stop.
        Ok(control.run(written)??.text)
    })
}

/// A question of the table.
#[derive(IntoPyObject)]
pub(super) struct PyQuestion {
    name: &'static str,
    about: &'static str,
    /// Keys, and a line about each.
    fields: Vec<(&'static str, String)>,
    /// Names, and a line about each.
    forms: Vec<[&'static str; 2]>,
    /// The fields of a question with a short answer.
    example: Vec<(&'static str, &'static str)>,
}

impl From<&'static NamedQuestion> for PyQuestion {
    fn from(question: &'static NamedQuestion) -> Self {
        let fields = (question.fields)().into_iter();
        let forms = (question.forms)().into_iter();
        Self {
            name: question.name,
            about: question.about,
            fields: fields.map(|field| (field.key, field.about.into_owned())).collect(),
            forms: forms.map(|form| [form.name, form.about]).collect(),
            example: question.example.to_vec(),
        }
    }
}

/// Every question of the table.
#[pyfunction]
pub(super) fn questions() -> Vec<PyQuestion> {
    QUESTIONS.iter().map(PyQuestion::from).collect()
}
