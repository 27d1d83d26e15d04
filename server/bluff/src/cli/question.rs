//! A command for every question of the table.

use std::io::{BufRead, IsTerminal, Read, stdin};
use std::path::{Path, PathBuf};

use bluff_batch::catalogue::{Address, Catalogue};
use bluff_batch::file::{opened_lines, printable, read_text};
use bluff_questions::drill::DrillQuestion;
use bluff_questions::error::Error;
use bluff_questions::{
    AnswerContext, FieldKind, NamedQuestion, OpenLines, QUESTIONS, Question, QuestionField,
    WorkNews,
};
use bluff_report::text::Paint;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use rational_bluff::exact::RefusedValue;
use rational_bluff::spot::ReferencePlan;

use super::Answer;
use super::game_args::{game_text, is_spot};
use super::output::{message, paint};
use super::printing::{OutputArgs, listed, values};
use super::progress::watched_solve;
use super::rounds::{self, RoundsFile};

/// Maximum length of a field that is read from a file, in bytes.
pub(super) const TEXT_BYTES: usize = 256 << 20;
/// The longest answer of a person, in bytes.
const ANSWER_BYTES: u64 = 1 << 10;
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
    // Bounds that close take long, and can be put down.
    let rounds = (entry.fields)().iter().any(|field| field.key == "seconds").then(rounds::argument);
    let examples = entry.examples.iter().map(|line| format!("  bluff {} {line}", entry.name));
    let examples: Vec<String> = examples.collect();
    let more = if entry.more.is_empty() { "" } else { "\n\n" };
    OutputArgs::augment_args(Command::new(entry.name))
        .visible_aliases(entry.old_name.filter(|name| !OWN.contains(name)))
        .display_order(PLACE)
        .about(entry.about)
        .after_help(format!("Examples:\n{}{more}{}", examples.join("\n"), entry.more))
        .args(fields)
        .args(rounds)
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
    let (mut given, mut game_file) = (Vec::new(), None);
    for field in (entry.fields)() {
        if field.kind == FieldKind::Flag {
            given.extend(matches.get_flag(field.key).then(|| (field.key, "true".to_owned())));
            continue;
        }
        for value in matches.get_many::<String>(field.key).into_iter().flatten() {
            let value = match field.kind {
                FieldKind::Text if is_plan_name(field.key, value) => value.clone(),
                FieldKind::Text if is_spot(value) => stored(value)?,
                FieldKind::Text | FieldKind::File => read_text(value, TEXT_BYTES)?,
                FieldKind::Game { .. } => {
                    let text = game_text(value)?;
                    game_file = game_file.or((text != *value).then_some(value));
                    text
                }
                _ => value.clone(),
            };
            given.push((field.key, value));
        }
    }
    let is_asked = entry.name == DrillQuestion::NAME && stdin().is_terminal();
    if is_asked && given.iter().all(|(key, _)| *key != "answers") {
        given.push(("answers", "-".to_owned()));
    }
    let format = matches.get_one::<String>("format").filter(|_| !matches.get_flag("json"));
    let format = format.map_or("json", String::as_str);
    let output = OutputArgs::from_arg_matches(matches).map(|output| output.file());
    let file = output.unwrap_or_default();
    let paint = if file.is_some() { Paint::Plain } else { paint() };
    let question = entry.read(given).map_err(|error| of_file(error, game_file))?;
    let rounds = matches.try_get_one::<PathBuf>("rounds").ok().flatten().cloned();
    let solver = RoundsFile::new(rounds);
    let found = watched_solve(&question.title(), question.solves(), |control| {
        let open: Option<OpenLines> = Some(opened_lines);
        let say = |news: WorkNews<'_>| message(&news.to_string());
        let solver = &solver;
        let context = AnswerContext { solver, ..AnswerContext::of(control) };
        let context = AnswerContext { form: format, open, say: &say, ask: Some(&ask), ..context };
        question.written(paint, context)
    })?;
    if let Some(note) = &found.note {
        message(note);
    }
    Ok(Answer { text: found.text, no: found.no, file })
}

/// The error with the name of the file of the game, where the game itself is refused.
fn of_file(error: Error, file: Option<&String>) -> Error {
    match (error, file) {
        (Error::Refused(value), Some(file)) if value.field.as_deref() == Some("game") => {
            Error::Refused(RefusedValue::of("game", printable(file), value.allowed))
        }
        (error, _) => error,
    }
}

/// Shows a text on standard error and reads a line.
fn ask(text: &str) -> Option<String> {
    message(text.trim_end());
    let mut line = String::new();
    let read = stdin().lock().take(ANSWER_BYTES).read_line(&mut line);
    read.is_ok_and(|bytes| bytes > 0).then_some(line)
}

/// The document of a spot in the catalogue.
///
/// Errors: those of catalogues; `Malformed` of a spot that is not there.
fn stored(label: &str) -> Result<String, Error> {
    let catalogue = Catalogue::open(&Address::default_place()?, message)?;
    let unknown = || {
        let label = printable(label);
        Error::Malformed(format!("{label}: not in the catalogue, expected one there, or a file"))
    };
    catalogue.bounds(label)?.map(|(_, document)| document).ok_or_else(unknown)
}

/// True of a plan that has a name, unless there is such a file.
fn is_plan_name(key: &str, value: &str) -> bool {
    key == "strategy" && ReferencePlan::named(value).is_some() && !Path::new(value).exists()
}
