//! A command for every question of the table.

use std::path::Path;

use bluff_batch::file::{opened_lines, read_text};
use bluff_questions::error::Error;
use bluff_questions::{
    AnswerContext, FieldKind, NamedQuestion, OpenLines, QUESTIONS, QuestionField, WorkNews,
};
use bluff_report::text::Paint;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use rational_bluff::spot::ReferencePlan;

use super::Answer;
use super::game_args::game_text;
use super::output::{message, paint};
use super::printing::{OutputArgs, listed, values};
use super::progress::watched_solve;

/// Maximum length of a field that is read from a file, in bytes.
const TEXT_BYTES: usize = 256 << 20;
/// Names of questions that are other commands: of many files, of any length, and of tables that
/// people play at.
const OWN: [&str; 2] = ["verify", "table"];
/// The place of these commands in the list of all, behind those of equilibria.
const PLACE: usize = 4;

/// The question of this name, unless it has a command of its own.
pub(super) fn named(name: &str) -> Option<&'static NamedQuestion> {
    bluff_questions::named(name).filter(|_| !OWN.contains(&name))
}

/// Commands with one for each question beside them.
pub(super) fn added(commands: Command) -> Command {
    commands.subcommands(QUESTIONS.iter().filter_map(|entry| Some(command(named(entry.name)?))))
}

fn command(entry: &'static NamedQuestion) -> Command {
    let fields = (entry.fields)();
    let fields = fields.iter().map(|field| argument(field).required(field.is_needed()));
    let forms = (entry.forms)();
    let format = Arg::new("format")
        .long("format")
        .visible_aliases(forms.iter().any(|form| form.name == "pio").then_some("export"))
        .value_name("FORMAT")
        .help(listed(&forms))
        .value_parser(values(&forms))
        .default_value(forms[0].name)
        .hide_possible_values(true);
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).conflicts_with("format");
    let examples = entry.examples.iter().map(|line| format!("  bluff {} {line}", entry.name));
    let examples: Vec<String> = examples.collect();
    let more = if entry.more.is_empty() { "" } else { "\n\n" };
    OutputArgs::augment_args(Command::new(entry.name))
        .visible_aliases(entry.old_name.filter(|name| !OWN.contains(name)))
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
        FieldKind::Place | FieldKind::Text | FieldKind::Game { .. } => {
            argument.value_name(field.value)
        }
        FieldKind::Needed
        | FieldKind::Optional
        | FieldKind::File
        | FieldKind::Lines
        | FieldKind::Whole { .. } => {
            let argument = argument.value_name(field.value).long(field.option).short(field.letter);
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
                FieldKind::Text if is_plan_name(field.key, value) => value.clone(),
                FieldKind::Text | FieldKind::File => read_text(value, TEXT_BYTES)?,
                FieldKind::Game { .. } => game_text(value)?,
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
    let found = watched_solve(&question.title(), question.solves(), |control| {
        let open: Option<OpenLines> = Some(opened_lines);
        let say = |news: WorkNews<'_>| message(&news.to_string());
        let context = AnswerContext { form: format, open, say: &say, ..AnswerContext::of(control) };
        question.written(paint, context)
    })?;
    if let Some(note) = &found.note {
        message(note);
    }
    Ok(Answer { text: found.text, no: found.no, file })
}

/// True of a plan that has a name, unless there is such a file.
fn is_plan_name(key: &str, value: &str) -> bool {
    key == "strategy" && ReferencePlan::named(value).is_some() && !Path::new(value).exists()
}
