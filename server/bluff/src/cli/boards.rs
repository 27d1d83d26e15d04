use std::path::{Path, PathBuf};

use bluff_batch::allowed::share;
use bluff_batch::file::read_text;
use bluff_batch::sweeps::{
    BatchProgress, BoardPlan, BoardsOutcome, MAX_BOARDS_BYTES, PlanPart, solve_boards,
};
use bluff_questions::error::Error;
use bluff_questions::interval::BoundedSpot;
use bluff_questions::{Given, named};
use clap::Args;
use rational_bluff::solve::Control;

use super::Answer;
use super::batch::{shown, written};
use super::game_args::game_text;
use super::output::{message, on_interrupt};
use super::question::TEXT_BYTES;

/// Solves a spot of hold'em on many boards, each between proved bounds
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff boards turn.json --within 1% --boards 'QsJh2h8c AsKs2d3d' --out two
  bluff boards turn.json --within 1% --part 1/99999 --out all

All boards are those with as many cards as the board of the spot, one of those that an exchange of
suits makes alike: 1,755 flops. DIR/boards.jsonl and DIR/boards.csv have a line for each board:
both bounds, and how often each action of the first decision is taken.
A solved board is in a log at once: the same command goes on where it ended. Parts may be solved
anywhere; without --part, the command takes all parts in DIR, solves the rest and writes the files.
Exit codes: 0 all written; 1 some boards have no bounds; 2 bad input; 130 interrupted.")]
pub(super) struct BoardsCommand {
    /// A spot, with any board of the street
    #[arg(value_name = "SPOT")]
    spot: String,
    /// The part of the pot that may be exploited, such as 1/100 or 1%
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    within: String,
    /// The boards: all, a list, or a file with one
    #[arg(long, value_name = "LIST", default_value = "all")]
    boards: String,
    /// The folder for the files; created if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Solve only part K of N
    #[arg(long, value_name = "K/N")]
    part: Option<String>,
    /// Probabilities that are rules on each board: JSON, or CSV view,hand,action,probability
    #[arg(long, value_name = "FILE")]
    lock: Option<String>,
    /// MiB that a board may take [default: what the system allows]
    #[arg(long, value_name = "MIB", allow_hyphen_values = true)]
    memory: Option<String>,
}

impl BoardsCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let fields = named("solve").map(|entry| (entry.fields)()).unwrap_or_default();
        let given = [("game", Some(game_text(&self.spot)?)), ("within", Some(self.within))];
        let lock = self.lock.map(|name| read_text(&name, TEXT_BYTES)).transpose()?;
        let given = given.into_iter().chain([("memory", self.memory), ("lock", lock)]);
        let given = given.filter_map(|(key, value)| Some((key, value?)));
        let question = BoundedSpot::needed(&Given::new(&fields, given)?)?;
        let boards = match self.boards == "-" || Path::new(&self.boards).exists() {
            true => read_text(&self.boards, MAX_BOARDS_BYTES)?,
            false => self.boards,
        };
        let plan = BoardPlan::new(question, &boards)?;
        let part: PlanPart = self.part.as_deref().unwrap_or("1/1").parse()?;
        let control = on_interrupt(share(1).map_or_else(Control::new, Control::within));
        let progress = BatchProgress::default();
        let BoardsOutcome { files, failures, means } =
            shown(&progress, || solve_boards(&plan, part, &self.out, &control, &progress))?;
        means.iter().for_each(|line| message(line));
        Ok(written(&files, &failures))
    }
}
