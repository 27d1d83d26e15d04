use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bluff_batch::catalogue::Catalogue;
use bluff_batch::file::read_text;
use bluff_batch::sweeps::{
    BatchProgress, CellLimits, Folder, MAX_PLAN_BYTES, PartOutcome, Plan, PlanLimits, PlanPart,
    batch, solve_part,
};
use bluff_questions::error::Error;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rational_bluff::exact::counted;

use super::catalogue::CatalogueArgs;
use super::cell_args::CellArgs;
use super::output::{message, on_interrupt};
use super::progress::{LINE, TICK, Working, beside};
use super::{Answer, threads};

/// Solves every cell of a plan and writes the files
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff batch data/plans/von-neumann.toml --out results
  bluff batch sweep.toml --out results --threads 2 --resume
  bluff batch sweep.toml --out together --catalogue postgres://poker@db/poker
  bluff batch sweep.toml --part 3/20 --out twenty

A plan:
  [[cells]]
  game = \"von-neumann\"     # or any other built-in game
  n = \"2..40\"              # a number, from..to, or a list of these
  b = \"1..10\"              # the same; on newman also \"max\" and \"1..max\"
  # s = \"1,5/2,7\"          # instead of b, for one-street
  # players = 4, copies = 4, method = \"lp\", pure = true, cuts = true
  [output]
  formats = [\"jsonl\", \"lprint\", \"text\", \"csv\", \"svg\"]

Each solved cell is stored in the catalogue at once, so an interruption loses nothing.
The files, named on standard output, have the same bytes for any number of threads.
With --part K/N only part K of N is solved, without a catalogue, and written to
DIR/part-K-of-N.jsonl; bluff merge makes the files.
Exit codes: 0 all written; 1 some cells have no answer, or the disk is full; 2 bad input;
130 interrupted. With --part, 0 also where cells failed: the file has the reasons.")]
pub(super) struct BatchCommand {
    /// A plan, - for standard input
    #[arg(value_name = "PLAN")]
    plan: String,
    /// The folder for the files; created if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Threads that solve [default: one per processor]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    threads: Option<String>,
    /// Continue in a folder that has files of this plan
    #[arg(long)]
    resume: bool,
    /// Solve only part K of N; 2+1/20 is 3/20, where indices begin at 0
    #[arg(long, value_name = "K/N", conflicts_with_all = ["resume", "catalogue"])]
    part: Option<String>,
    #[command(flatten)]
    cell: CellArgs,
    #[command(flatten)]
    at: CatalogueArgs,
}

impl BatchCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let plan = Plan::read(&read_text(&self.plan, MAX_PLAN_BYTES)?, &PlanLimits::COMMAND)?;
        let threads = threads(self.threads.as_deref())?;
        let limits = self.cell.limits(threads)?;
        if let Some(part) = &self.part {
            return self.run_part(&plan, part.parse()?, (threads, limits));
        }
        let address = self.at.address()?;
        let folder = Folder::take(&self.out)?;
        let files = plan
            .tables
            .iter()
            .flat_map(|table| plan.formats.iter().map(|format| folder.file(&table.file(*format))));
        if let Some(file) = files.filter(|_| !self.resume).find(|file| file.exists()) {
            let reason = format!(
                "{} exists already, expected an empty folder or --resume, which replaces it",
                file.display()
            );
            return Err(Error::Malformed(reason));
        }
        let (control, progress) = (on_interrupt(limits.control()), BatchProgress::default());
        let catalogue = Catalogue::open(&address, message)?.waiting(&control);
        let outcome = shown(&progress, || {
            batch(&plan, &catalogue, &folder, threads.into(), limits, &control, &progress)
        });
        let outcome = outcome.inspect_err(|_| {
            let (done, total) = (get(&progress.done), get(&progress.total));
            if control.cancelled() {
                message(&format!(
                    "{done} of {total} cells are stored in {address}; --resume continues"
                ));
            }
        })?;
        let cells = plan.cells();
        message(&format!(
            "{}, {} of them solved now; stored in {address}",
            counted(cells, "cell", "cells"),
            outcome.solved
        ));
        Ok(written(&outcome.files, &outcome.failures))
    }

    fn run_part(
        &self,
        plan: &Plan,
        part: PlanPart,
        (threads, limits): (usize, CellLimits),
    ) -> Result<Answer, Error> {
        let (control, progress) = (on_interrupt(limits.control()), BatchProgress::default());
        let PartOutcome { file, cells, failures } = shown(&progress, || {
            solve_part(plan, part, &self.out, threads, limits, &control, &progress)
        })?;
        let cells = counted(cells, "cell", "cells");
        message(&format!("part {} of {}: {cells}", part.number, part.count));
        without_answer(&failures).iter().for_each(|lines| message(lines));
        Ok(format!("{}\n", file.display()).into())
    }
}

/// The names of files that were written, and the message about cells without an answer.
pub(super) fn written(files: &[PathBuf], failures: &BTreeMap<String, String>) -> Answer {
    let text: String = files.iter().map(|file| format!("{}\n", file.display())).collect();
    Answer { no: without_answer(failures), ..text.into() }
}

/// The message about cells that have no answer, if there are any.
fn without_answer(failures: &BTreeMap<String, String>) -> Option<String> {
    let line = |(cell, reason)| format!("\n  {cell}: {reason}");
    let lines: String = failures.iter().map(line).collect();
    let cells = counted(failures.len(), "cell has", "cells have");
    (!failures.is_empty()).then(|| format!("{cells} no answer:{lines}"))
}

fn get(number: &AtomicU64) -> u64 {
    number.load(Ordering::Relaxed)
}

/// The result of work whose progress is shown.
pub(super) fn shown<T>(progress: &BatchProgress, work: impl FnOnce() -> T) -> T {
    beside(|working| show(progress, working), work)
}

/// A bar on a terminal, lines otherwise.
fn show(progress: &BatchProgress, working: &Working) {
    let start = Instant::now();
    if io::stderr().is_terminal() {
        let bar = ProgressBar::new(0);
        let style = "{bar:40} {pos} of {len} cells, {per_sec}, {eta} left {msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        while working.still(TICK) {
            bar.set_length(get(&progress.total));
            // Cells stored before say nothing about the rate.
            let before = get(&progress.before);
            if bar.position() < before {
                bar.set_position(before);
                bar.reset_eta();
            }
            bar.set_position(get(&progress.done) + get(&progress.failed));
            if get(&progress.failed) > 0 {
                bar.set_message(format!("({} failed)", get(&progress.failed)));
            }
        }
        bar.finish_and_clear();
    } else {
        while working.still(LINE) {
            let (done, total) = (get(&progress.done) + get(&progress.failed), get(&progress.total));
            let now = done.saturating_sub(get(&progress.before));
            let rate = now as f64 / start.elapsed().as_secs_f64();
            let left = match now {
                0 => String::new(),
                _ => format!(", {:.0} s left", (total - done.min(total)) as f64 / rate),
            };
            message(&format!("{done} of {total} cells, {rate:.1} a second{left}"));
        }
    }
}
