//! Options of printing, the same for all commands: `--format`, `--json` and `-o`.

use std::marker::PhantomData;

use bluff_questions::error::Error;
use bluff_questions::{FormName, ReportForm};
use bluff_report::text::Paint;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::Answer;
use super::output::paint;

/// Standard output, by its name as a file.
const STANDARD_OUTPUT: &str = "-";

/// A value that is printed in one of several formats.
pub(super) trait Printable: Sized + 'static {
    /// Its formats; the first is the default.
    fn formats() -> Vec<ReportForm<Self>>;
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
        value_parser = values(&names::<A>()),
        default_value = names::<A>()[0].name,
        hide_possible_values = true,
        help = listed(&names::<A>()),
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
pub(super) fn listed(forms: &[FormName]) -> String {
    let names: Vec<&str> = forms.iter().map(|form| form.name).collect();
    format!("The format: {}", names.join(", "))
}

/// The values of `--format`, with their help.
pub(super) fn values(forms: &[FormName]) -> PossibleValuesParser {
    let value = |form: &FormName| PossibleValue::new(form.name).help(form.about);
    PossibleValuesParser::new(forms.iter().map(value))
}

fn names<A: Printable>() -> Vec<FormName> {
    A::formats().into_iter().map(|form| form.name).collect()
}

impl<A: Printable> Printing<A> {
    /// A value in the format that was chosen, for the place that was chosen.
    ///
    /// Errors: those of the format.
    pub(super) fn answer(&self, value: &A) -> Result<Answer, Error> {
        let file = self.output.file();
        let paint = if file.is_some() { Paint::Plain } else { paint() };
        let name = if self.json { "json" } else { &self.format };
        let chosen = A::formats().into_iter().find(|form| form.name.name == name);
        // The parser knows the names.
        let format = chosen.ok_or_else(|| Error::Internal(format!("no format {name}")))?;
        Ok(Answer { text: (format.write)(value, paint)?, no: None, file })
    }
}
