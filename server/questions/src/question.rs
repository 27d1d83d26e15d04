//! Questions, for every door.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use bluff_report::text::Paint;
use rational_bluff::exact::one_of;
use rational_bluff::solve::Control;

use crate::error::Error;
use crate::given::Given;
use crate::text::printable;

/// A field that a question takes, with the same key at every door.
#[derive(Clone, Debug)]
pub struct QuestionField {
    /// Its key: the option of the command, the parameter of HTTP, the name of the input of a page.
    pub key: &'static str,
    /// The long option of the command, where the key is a short one.
    pub option: &'static str,
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

impl QuestionField {
    /// A field whose option is its key.
    pub const fn new(
        kind: FieldKind,
        key: &'static str,
        value: &'static str,
        about: &'static str,
        example: &'static str,
    ) -> Self {
        Self { key, option: key, value, about: Cow::Borrowed(about), example, kind }
    }

    /// True if no answer is without it.
    pub fn is_needed(&self) -> bool {
        match self.kind {
            FieldKind::Place | FieldKind::Text | FieldKind::Needed => true,
            FieldKind::Optional | FieldKind::Flag => false,
            FieldKind::Whole { needed, .. } => needed,
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

/// A form in which a report is written.
pub struct ReportForm<R> {
    /// Its name.
    pub name: FormName,
    /// A report in this form.
    ///
    /// Errors: those of reports that have no such form.
    pub write: fn(&R, Paint) -> Result<String, Error>,
}

impl<R> ReportForm<R> {
    /// Words for people, as the command prints them.
    pub const fn text(about: &'static str, write: fn(&R, Paint) -> Result<String, Error>) -> Self {
        let name = FormName { name: "text", suffix: "txt", media: "text/plain", about };
        Self { name, write }
    }

    /// A document for programs.
    pub const fn json(write: fn(&R, Paint) -> Result<String, Error>) -> Self {
        let about = "For programs";
        let name = FormName { name: "json", suffix: "json", media: "application/json", about };
        Self { name, write }
    }

    /// A table for spreadsheets.
    pub const fn csv(about: &'static str, write: fn(&R, Paint) -> Result<String, Error>) -> Self {
        Self { name: FormName { name: "csv", suffix: "csv", media: "text/csv", about }, write }
    }

    /// A picture, which the page of the question shows.
    pub const fn svg(about: &'static str, write: fn(&R, Paint) -> Result<String, Error>) -> Self {
        let name = FormName { name: "svg", suffix: "svg", media: "image/svg+xml", about };
        Self { name, write }
    }
}

/// The answer to a question.
pub trait Report: Sized + 'static {
    /// Its forms. The first is the words for people; one of them is `json`.
    const FORMS: &'static [ReportForm<Self>];
    /// The name of the schema of its document in the OpenAPI document.
    const SCHEMA: &'static str;

    /// The message of an answer that is no: the command ends with exit code 1.
    fn no(&self) -> Option<String> {
        None
    }
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

    /// The time that the answer takes on an idle machine.
    ///
    /// Errors: `Beyond` for what is too much over HTTP.
    fn cost(&self) -> Result<Duration, Error>;

    /// The answer.
    ///
    /// Errors: those of the library.
    fn answer(self, control: &Control) -> Result<Self::Report, Error>;
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

    /// The answer in the form of this name.
    ///
    /// Errors: those of the question and of the form.
    fn written(
        self: Box<Self>,
        form: &str,
        paint: Paint,
        control: &Control,
    ) -> Result<WrittenAnswer, Error>;
}

impl fmt::Debug for NamedQuestion {
    fn fmt(&self, shown: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(shown, "question {}", self.name)
    }
}

fn form_names<R: Report>() -> Vec<FormName> {
    R::FORMS.iter().map(|form| form.name).collect()
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

    /// The question of these fields.
    ///
    /// Errors: those of [`Given::new`] and of the question.
    pub fn read<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<Box<dyn Asked>, Error> {
        (self.read)(&Given::new(&(self.fields)(), given)?)
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

    fn written(
        self: Box<Self>,
        name: &str,
        paint: Paint,
        control: &Control,
    ) -> Result<WrittenAnswer, Error> {
        let forms = Q::Report::FORMS;
        let form = forms.iter().find(|form| form.name.name == name).ok_or_else(|| {
            let expected = one_of(name, forms.iter().map(|form| form.name.name));
            Error::Malformed(format!("format {}, expected {expected}", printable(name)))
        })?;
        let report = self.answer(control)?;
        Ok(WrittenAnswer { text: (form.write)(&report, paint)?, no: report.no() })
    }
}
