//! The command line: one file per command, arguments → library call → report.
//!
//! Results go to standard output, progress and messages to standard error. Exit codes: 0 answered;
//! 1 the answer is no; 2 bad input; 130 interrupted.

mod batch;
mod boards;
mod catalogue;
mod cell_args;
mod game;
mod game_args;
mod games;
mod health;
mod hints;
mod install;
mod merge;
mod output;
mod printing;
mod progress;
mod question;
mod rounds;
mod serve;
mod serve_args;
mod supervisor;
mod table;
mod verify;
mod words;

use std::process::ExitCode;

use bluff_batch::allowed::spare_address_space;
use bluff_questions::error::Error;
use bluff_questions::{NamedQuestion, parse_whole};
use bluff_service::layers::log;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use rational_bluff::game::Family;

/// Solves finite poker games exactly: Nash equilibria in rational numbers, each with a certificate.
#[derive(Debug, Parser)]
#[command(name = "bluff", version, max_term_width = 100)]
#[command(after_help = after_help())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn after_help() -> String {
    let names = Family::names();
    format!(
        "\
GAME is {names},
a label such as von-neumann/n28-b4, or the path of a game file. Numbers are exact: 2, 5/2 or 0.25.
  bluff \"kuhn 5 2\"                      a game, hands or a question in words
  bluff solve newman -n 14 -b max --json | bluff verify -

Exit codes: 0 answered; 1 the answer is no; 2 bad input; 130 interrupted."
    )
}

#[derive(Debug, Subcommand)]
enum Command {
    /// A question of the table, with what it was given.
    #[command(skip)]
    Question(&'static NamedQuestion, ArgMatches),
    Verify(verify::VerifyCommand),
    #[command(alias = "list", alias = "ls")]
    Games(games::GamesCommand),
    Game(game::GameCommand),
    Batch(Box<batch::BatchCommand>),
    Merge(merge::MergeCommand),
    Boards(boards::BoardsCommand),
    Catalogue(catalogue::CatalogueCommand),
    Table(table::TableCommand),
    Serve(Box<serve::ServeCommand>),
    Health(health::HealthCommand),
    Completions(install::CompletionsCommand),
    Man(install::ManCommand),
}

/// The output of a command, for standard output or a file; `no` is the message beside it when the
/// answer is no.
#[derive(Debug)]
struct Answer {
    text: String,
    no: Option<String>,
    file: Option<String>,
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self { text, no: None, file: None }
    }
}

/// Runs the command that the process was started with.
pub(crate) fn main() -> ExitCode {
    let given = table::with_grid(std::env::args_os().collect());
    let given = match words::understood(given, &arguments()) {
        Ok(given) => given,
        Err(refused) => return output::failure(&refused),
    };
    let command =
        match arguments().try_get_matches_from(&given).and_then(|matches| Command::of(&matches)) {
            Ok(command) => command,
            Err(usage) => {
                let given: Vec<String> = given
                    .iter()
                    .skip(1)
                    .map(|argument| argument.to_string_lossy().into_owned())
                    .collect();
                return output::usage(&hints::with_tips(usage, &given, &arguments()));
            }
        };
    // The service writes a log of its own, where elsewhere only bugs are worth a line, and counts
    // the address space of its threads.
    if !matches!(command, Command::Serve(_)) {
        log::begin_errors();
        spare_address_space();
    }
    if !matches!(
        command,
        Command::Serve(_)
            | Command::Batch(_)
            | Command::Merge(_)
            | Command::Boards(_)
            | Command::Catalogue(_)
    ) {
        output::exit_when_interrupted();
    }
    if let Command::Table(table) = command {
        return table.run();
    }
    match command.run() {
        Ok(answer) => output::answer(&answer),
        Err(error) => output::failure(&error),
    }
}

impl Command {
    /// The command that was chosen.
    fn of(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let question = matches
            .subcommand()
            .and_then(|(name, given)| Some(Self::Question(question::named(name)?, given.clone())));
        question.map_or_else(|| Ok(Cli::from_arg_matches(matches)?.command), Ok)
    }

    fn run(self) -> Result<Answer, Error> {
        match self {
            Self::Question(entry, given) => question::answer(entry, &given),
            Self::Verify(verify) => verify.run(),
            Self::Games(games) => games.run(),
            Self::Game(game) => game.run(),
            Self::Batch(batch) => batch.run(),
            Self::Merge(merge) => merge.run(),
            Self::Boards(boards) => boards.run(),
            Self::Catalogue(catalogue) => catalogue.run(),
            Self::Table(_) => Err(Error::Internal("a table has exit codes of its own".to_owned())),
            Self::Serve(serve) => serve.run(),
            Self::Health(health) => health.run(),
            Self::Completions(completions) => completions.run(),
            Self::Man(man) => man.run(),
        }
    }
}

/// Every command with its arguments, as the parser knows them.
fn arguments() -> clap::Command {
    question::added(Cli::command())
}

/// Maximum number of threads of one process.
const MAX_THREADS: u64 = 1024;

/// Number of threads that solve: an option, or one per processor.
fn threads(option: Option<&str>) -> Result<usize, Error> {
    let Some(text) = option else {
        return Ok(std::thread::available_parallelism().map_or(1, usize::from));
    };
    Ok(parse_whole("--threads", text, 1..=MAX_THREADS)? as usize)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_arguments_are_consistent() {
        super::arguments().debug_assert();
    }
}
