//! Questions, for every door.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use bluff_report::text::Paint;
use rational_bluff::exact::one_of;
use rational_bluff::game::Game;
use rational_bluff::solve::Method;
use serde_json::{Map, Value};

use crate::error::Error;
use crate::given::Given;
use crate::text::printable;
use crate::work::Work;

/// A field that a question takes, with the same key at every door.
#[derive(Clone, Debug)]
pub struct QuestionField {
    /// Its key: the option of the command, the parameter of HTTP, the name of the input of a page.
    pub key: &'static str,
    /// The long option of the command.
    pub option: &'static str,
    /// The short option of the command.
    pub letter: Option<char>,
    /// The letters that stand for the value in help.
    pub value: &'static str,
    /// A line of help.
    pub about: Cow<'static, str>,
    /// A value.
    pub example: &'static str,
    /// The way in which it is given.
    pub kind: FieldKind,
}

/// The way in which a field is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// It is needed; the command takes it by its place.
    Place,
    /// It is needed, and may be long: the command reads it from the file in its place.
    Text,
    /// It may be left out, and may be long: the command reads it from the file that its option
    /// names.
    File,
    /// A game: its name, its label or the text of a game file. The command takes it by its place,
    /// and reads a file there.
    Game {
        /// True if no answer is without it.
        needed: bool,
    },
    /// It is needed; an option of the command.
    Needed,
    /// It may be left out.
    Optional,
    /// It is a whole number with these limits, both included.
    Whole {
        /// The least one.
        least: u64,
        /// The greatest one.
        most: u64,
        /// True if no answer is without it.
        needed: bool,
    },
    /// It stands alone, or with true or false; false if it is left out.
    Flag,
}

/// The kind of a whole number that may be left out, with its limits.
pub const fn whole(least: u64, most: u64) -> FieldKind {
    FieldKind::Whole { least, most, needed: false }
}

impl QuestionField {
    /// A field whose option is its key.
    pub const fn new(
        kind: FieldKind,
        key: &'static str,
        value: &'static str,
        about: &'static str,
        example: &'static str,
    ) -> Self {
        let about = Cow::Borrowed(about);
        Self { key, option: key, letter: None, value, about, example, kind }
    }

    /// The same with a letter for the command.
    pub fn with_letter(self, letter: char) -> Self {
        Self { letter: Some(letter), ..self }
    }

    /// True of text that may have many lines.
    pub fn is_long(&self) -> bool {
        matches!(self.kind, FieldKind::Text | FieldKind::File)
    }

    /// True if no answer is without it.
    pub fn is_needed(&self) -> bool {
        match self.kind {
            FieldKind::Place | FieldKind::Text | FieldKind::Needed => true,
            FieldKind::Optional | FieldKind::Flag | FieldKind::File => false,
            FieldKind::Whole { needed, .. } | FieldKind::Game { needed } => needed,
        }
    }
}

/// The name of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormName {
    /// Value of `--format`.
    pub name: &'static str,
    /// Ending of addresses and files, without the point.
    pub suffix: &'static str,
    /// Media type, without parameters.
    pub media: &'static str,
    /// A line of help, the text of a link.
    pub about: &'static str,
}

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
    /// A form with a name, an ending, a media type, and a line of help.
    pub fn new(
        [name, suffix, media, about]: [&'static str; 4],
        write: impl Fn(&R, Paint) -> Result<String, Error> + 'static,
    ) -> Self {
        Self { name: FormName { name, suffix, media, about }, write: Box::new(write) }
    }

    /// Words for people, as the command prints them.
    pub fn text(about: &'static str, write: impl Fn(&R, Paint) -> String + 'static) -> Self {
        let write = move |report: &R, paint: Paint| Ok(write(report, paint));
        Self::new(["text", "txt", "text/plain", about], write)
    }

    /// A document for programs.
    pub fn json(about: &'static str, write: impl Fn(&R) -> String + 'static) -> Self {
        let write = move |report: &R, _: Paint| Ok(write(report));
        Self::new(["json", "json", "application/json", about], write)
    }

    /// A table for spreadsheets.
    pub fn csv(about: &'static str, write: impl Fn(&R) -> String + 'static) -> Self {
        let write = move |report: &R, _: Paint| Ok(write(report));
        Self::new(["csv", "csv", "text/csv", about], write)
    }

    /// A picture, which the page of the question shows.
    pub fn svg(about: &'static str, write: impl Fn(&R) -> Result<String, Error> + 'static) -> Self {
        let write = move |report: &R, _: Paint| write(report);
        Self::new(["svg", "svg", "image/svg+xml", about], write)
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

    /// What the command says beside the answer.
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

    /// The time that the answer takes on an idle machine.
    ///
    /// Errors: `Beyond` for what is too much over HTTP.
    fn cost(&self) -> Result<Duration, Error>;

    /// The answer.
    ///
    /// Errors: those of the library.
    fn answer(self, work: Work<'_>) -> Result<Self::Report, Error>;
}

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
    /// What the command says beside it.
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

    /// The game whose solve takes most of the time, and its method.
    fn solves(&self) -> Option<(Game, Method)>;

    /// The forms in which the answer is written.
    fn own_forms(&self) -> Vec<FormName>;

    /// The answer in the form that the work names.
    ///
    /// Errors: those of the question and of the form.
    fn written(self: Box<Self>, paint: Paint, work: Work<'_>) -> Result<WrittenAnswer, Error>;
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
    /// Errors: those of [`Given::new`] and of the question.
    pub fn read<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<Box<dyn Asked>, Error> {
        self.read_given(&Given::new(&(self.fields)(), given)?)
    }

    /// The question of these fields, which are its own.
    ///
    /// Errors: those of the question.
    pub fn read_given(&self, given: &Given) -> Result<Box<dyn Asked>, Error> {
        (self.read)(given)
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

    fn solves(&self) -> Option<(Game, Method)> {
        Question::solves(self)
    }

    fn own_forms(&self) -> Vec<FormName> {
        let mut names = form_names::<Q::Report>();
        names.retain(|form| self.has_form(form.name));
        names
    }

    fn written(self: Box<Self>, paint: Paint, work: Work<'_>) -> Result<WrittenAnswer, Error> {
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
