//! Options of printing, the same for all commands: `--format`, `--json` and `-o`.

use std::marker::PhantomData;

use bluff_questions::error::Error;
use bluff_report::text::Paint;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::Answer;
use super::output::paint;

/// Standard output, by its name as a file.
const STANDARD_OUTPUT: &str = "-";

type Write<A> = Box<dyn Fn(&A, Paint) -> Result<String, Error>>;

/// A format of an answer.
pub(super) struct OutputFormat<A> {
    /// Value of `--format`.
    pub(super) name: &'static str,
    /// Line of help.
    pub(super) about: &'static str,
    write: Write<A>,
}

/// A value that is printed in one of several formats.
pub(super) trait Printable: Sized + 'static {
    /// Its formats; the first is the default.
    fn formats() -> Vec<OutputFormat<Self>>;

    /// A format of it: the value of `--format`, the line of help, and how it is written.
    fn format(
        name: &'static str,
        about: &'static str,
        write: impl Fn(&Self, Paint) -> Result<String, Error> + 'static,
    ) -> OutputFormat<Self> {
        OutputFormat { name, about, write: Box::new(write) }
    }
}

/// The option of every command that prints.
#[derive(Args, Clone, Debug)]
pub(super) struct OutputArgs {
    /// Write the answer to this file; - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

impl OutputArgs {
    /// The file, unless the place is standard output.
    pub(super) fn file(&self) -> Option<String> {
        self.output.clone().filter(|file| file != STANDARD_OUTPUT)
    }
}

/// The options of a command that prints an `A`.
#[derive(Args, Debug)]
pub(super) struct Printing<A: Printable> {
    #[arg(
        long,
        value_parser = names::<A>(),
        default_value = A::formats()[0].name,
        hide_possible_values = true,
        help = listed::<A>(),
    )]
    format: String,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[arg(skip)]
    of: PhantomData<A>,
}

/// The help of `--format`, on few lines.
fn listed<A: Printable>() -> String {
    let formats: Vec<&str> = A::formats().iter().map(|format| format.name).collect();
    format!("The format: {}", formats.join(", "))
}

/// The values of `--format`, with their help.
fn names<A: Printable>() -> PossibleValuesParser {
    let formats = A::formats().into_iter();
    PossibleValuesParser::new(
        formats.map(|format| PossibleValue::new(format.name).help(format.about)),
    )
}

impl<A: Printable> Printing<A> {
    /// A value in the format that was chosen, for the place that was chosen.
    ///
    /// Errors: those of the format.
    pub(super) fn answer(&self, value: &A) -> Result<Answer, Error> {
        let file = self.output.file();
        let paint = if file.is_some() { Paint::Plain } else { paint() };
        let name = if self.json { "json" } else { &self.format };
        let chosen = A::formats().into_iter().find(|format| format.name == name);
        // The parser knows the names.
        let format = chosen.ok_or_else(|| Error::Internal(format!("no format {name}")))?;
        Ok(Answer { text: (format.write)(value, paint)?, no: None, file })
    }
}
