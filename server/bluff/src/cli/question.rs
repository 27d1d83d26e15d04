//! A command for every question of the table.

use bluff_batch::file::read_text;
use bluff_questions::error::Error;
use bluff_questions::{FieldKind, NamedQuestion, QUESTIONS, QuestionField};
use bluff_report::text::Paint;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::Answer;
use super::output::paint;
use super::printing::OutputArgs;
use super::progress::watched;

/// Maximum length of a field that is read from a file, in bytes.
const TEXT_BYTES: usize = 16 << 20;
/// The place of these commands in the list of all, behind those of equilibria.
const PLACE: usize = 4;

/// Commands with one for each question beside them.
pub(super) fn added(commands: Command) -> Command {
    commands.subcommands(QUESTIONS.iter().map(command))
}

fn command(entry: &'static NamedQuestion) -> Command {
    let fields = (entry.fields)();
    let fields = fields.iter().map(|field| argument(field).required(field.is_needed()));
    let forms = (entry.forms)();
    let names: Vec<&str> = forms.iter().map(|form| form.name).collect();
    let values = forms.iter().map(|form| PossibleValue::new(form.name).help(form.about));
    let format = Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .help(format!("The format: {}", names.join(", ")))
        .value_parser(PossibleValuesParser::new(values))
        .default_value(names[0])
        .hide_possible_values(true);
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).conflicts_with("format");
    let examples = entry.examples.iter().map(|line| format!("  bluff {} {line}", entry.name));
    let examples: Vec<String> = examples.collect();
    let more = if entry.more.is_empty() { "" } else { "\n\n" };
    OutputArgs::augment_args(Command::new(entry.name))
        .display_order(PLACE)
        .about(entry.about)
        .after_help(format!("Examples:\n{}{more}{}", examples.join("\n"), entry.more))
        .args(fields)
        .arg(format)
        .arg(json.help("The same as --format json"))
}

/// The argument of a field; places are in the order of the fields.
fn argument(field: &QuestionField) -> Arg {
    let argument = Arg::new(field.key).help(field.about.to_string());
    match field.kind {
        FieldKind::Flag => argument.long(field.option).action(ArgAction::SetTrue),
        FieldKind::Place | FieldKind::Text => argument.value_name(field.value),
        FieldKind::Needed | FieldKind::Optional | FieldKind::Whole { .. } => {
            let short = field.key.chars().next().filter(|_| field.key.len() == 1);
            let argument = argument.value_name(field.value).long(field.option).short(short);
            // The question itself refuses a field that is given twice.
            argument.allow_hyphen_values(true).action(ArgAction::Append)
        }
    }
}

/// The answer to a question.
///
/// Errors: those of the question.
pub(super) fn answer(entry: &'static NamedQuestion, matches: &ArgMatches) -> Result<Answer, Error> {
    let mut given = Vec::new();
    for field in (entry.fields)() {
        if field.kind == FieldKind::Flag {
            given.extend(matches.get_flag(field.key).then(|| (field.key, "true".to_owned())));
            continue;
        }
        for value in matches.get_many::<String>(field.key).into_iter().flatten() {
            let value = match field.kind {
                FieldKind::Text => read_text(value, TEXT_BYTES)?,
                _ => value.clone(),
            };
            given.push((field.key, value));
        }
    }
    let format = matches.get_one::<String>("format").filter(|_| !matches.get_flag("json"));
    let format = format.map_or("json", String::as_str);
    let output = OutputArgs::from_arg_matches(matches).map(|output| output.file());
    let file = output.unwrap_or_default();
    let paint = if file.is_some() { Paint::Plain } else { paint() };
    let question = entry.read(given)?;
    let found = watched(&question.title(), |control| question.written(format, paint, control))?;
    Ok(Answer { text: found.text, no: found.no, file })
}
