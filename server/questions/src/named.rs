//! Questions of any kind, as doors know them.

use std::fmt;
use std::time::Duration;

use bluff_report::text::Paint;
use rational_bluff::exact::one_of;
use rational_bluff::game::Game;
use rational_bluff::solve::Method;

use crate::context::{AnswerContext, Solver};
use crate::error::Error;
use crate::field::QuestionField;
use crate::foreign::refuse_tree;
use crate::given::Given;
use crate::question::{FormName, Question, Report, TakenDocument};
use crate::text::printable;

/// A question of any kind, as doors know it.
pub struct NamedQuestion {
    /// Its name.
    pub name: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// The end of the help.
    pub more: &'static str,
    /// Lines to type behind its name.
    pub examples: &'static [&'static str],
    /// The group of addresses that it belongs to.
    pub topic: &'static str,
    /// A question with a short answer, by its fields.
    pub example: &'static [(&'static str, &'static str)],
    /// The name of the schema of its document.
    pub schema: &'static str,
    /// The document that it takes as a body.
    pub document: Option<TakenDocument>,
    /// Its name from before, which still leads to it.
    pub old_name: Option<&'static str>,
    /// True of an answer that is for this client alone: it is never shared and never kept.
    pub is_secret: bool,
    /// Its fields.
    pub fields: fn() -> Vec<QuestionField>,
    /// Its forms; the first is the words for people.
    pub forms: fn() -> Vec<FormName>,
    /// The same for programs: the document is the first.
    pub document_first: fn() -> Vec<FormName>,
    read: fn(&Given) -> Result<Box<dyn Asked>, Error>,
}

/// A written answer.
#[derive(Debug)]
pub struct WrittenAnswer {
    /// The answer in one of its forms.
    pub text: String,
    /// The message of an answer that is no.
    pub no: Option<String>,
    /// The message of the command beside it.
    pub note: Option<String>,
}

/// A question that was read.
pub trait Asked: Send {
    /// The subject, which the command shows while it works.
    fn title(&self) -> String;

    /// The address of the page that draws the answer, where there is one.
    fn drawn_at(&self) -> Option<String>;

    /// The time that the answer takes on an idle machine.
    ///
    /// Errors: `Beyond` for what is too much over HTTP.
    fn cost(&self) -> Result<Duration, Error>;

    /// The time that it takes with a solver that may know the answer.
    ///
    /// Errors: those of [`cost`](Self::cost).
    fn cost_with(&self, solver: &dyn Solver) -> Result<Duration, Error>;

    /// The game whose solve takes most of the time, and its method.
    fn solves(&self) -> Option<(Game, Method)>;

    /// The forms in which the answer is written.
    fn own_forms(&self) -> Vec<FormName>;

    /// The answer in the form that the work names.
    ///
    /// Errors: those of the question and of the form.
    fn written(
        self: Box<Self>,
        paint: Paint,
        work: AnswerContext<'_>,
    ) -> Result<WrittenAnswer, Error>;
}

impl fmt::Debug for NamedQuestion {
    fn fmt(&self, shown: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(shown, "question {}", self.name)
    }
}

fn form_names<R: Report>() -> Vec<FormName> {
    R::forms().into_iter().map(|form| form.name).collect()
}

impl NamedQuestion {
    /// A question, as doors know it.
    pub const fn of<Q: Question>() -> Self {
        Self {
            name: Q::NAME,
            about: Q::ABOUT,
            more: Q::MORE,
            examples: Q::EXAMPLES,
            topic: Q::TOPIC,
            example: Q::EXAMPLE,
            schema: Q::Report::SCHEMA,
            document: Q::DOCUMENT,
            old_name: Q::OLD_NAME,
            is_secret: Q::IS_SECRET,
            fields: Q::fields,
            forms: form_names::<Q::Report>,
            document_first: || {
                let mut names = form_names::<Q::Report>();
                names.sort_by_key(|form| form.name != "json");
                names
            },
            read: |given| Ok(Box::new(Q::read(given)?)),
        }
    }

    /// Its name, and the one from before.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.old_name)
    }

    /// The question of these fields.
    ///
    /// Errors: `Refused` for a file for Gambit if the question takes none, and those of
    /// [`Given::new`] and of the question.
    pub fn read(
        &self,
        given: impl IntoIterator<Item = (impl AsRef<str>, String)>,
    ) -> Result<Box<dyn Asked>, Error> {
        let fields = (self.fields)();
        let given: Vec<_> = given.into_iter().collect();
        for (key, value) in &given {
            let is_poker =
                |it: &QuestionField| it.key == "game" && !it.takes_trees && !it.is_long();
            if key.as_ref() == "game" && fields.iter().any(is_poker) {
                refuse_tree("game", value, &format!(" for {}", self.name))?;
            }
        }
        (self.read)(&Given::new(&fields, given)?)
    }
}

impl<Q: Question> Asked for Q {
    fn title(&self) -> String {
        Question::title(self)
    }

    fn drawn_at(&self) -> Option<String> {
        Question::drawn_at(self)
    }

    fn cost(&self) -> Result<Duration, Error> {
        Question::cost(self)
    }

    fn cost_with(&self, solver: &dyn Solver) -> Result<Duration, Error> {
        Question::cost_with(self, solver)
    }

    fn solves(&self) -> Option<(Game, Method)> {
        Question::solves(self)
    }

    fn own_forms(&self) -> Vec<FormName> {
        let mut names = form_names::<Q::Report>();
        names.retain(|form| self.offers_form(form.name));
        names
    }

    fn written(
        self: Box<Self>,
        paint: Paint,
        work: AnswerContext<'_>,
    ) -> Result<WrittenAnswer, Error> {
        let name = work.form;
        let mut forms = Q::Report::forms().into_iter();
        let form = forms.find(|form| form.name.name == name && self.has_form(name));
        let form = form.ok_or_else(|| {
            let expected = one_of(name, self.own_forms().into_iter().map(|form| form.name));
            Error::NoForm(format!("format {}, expected {expected}", printable(name)))
        })?;
        let report = self.answer(work)?;
        let text = (form.write)(&report, paint)?;
        Ok(WrittenAnswer { text, no: report.no(), note: report.note() })
    }
}
