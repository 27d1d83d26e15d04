use std::path::PathBuf;

use bluff_batch::file::read_text;
use bluff_batch::sweeps::{Folder, MAX_PLAN_BYTES, MergeOutcome, Plan, PlanLimits, merge};
use bluff_questions::error::Error;
use clap::Args;
use rational_bluff::exact::counted;
use rational_bluff::solve::Control;

use super::batch::written;
use super::output::{message, on_interrupt};
use super::{Answer, threads};

/// Makes the files of a plan from its parts, each document checked
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff batch sweep.toml --part 1/2 --out parts
  bluff batch sweep.toml --part 2/2 --out parts
  bluff merge sweep.toml parts --out merged

The files have the bytes that bluff batch writes; files of their names are replaced.
Exit codes: 0 all written; 1 parts are missing, and standard output has their numbers as array jobs
take them, 3,7,12-15; or some cells have no answer, or the disk is full; 2 bad input;
130 interrupted.")]
pub(super) struct MergeCommand {
    /// The plan, - for standard input
    #[arg(value_name = "PLAN")]
    plan: String,
    /// Folders with parts, which bluff batch --part has written
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// The folder for the files; created if missing
    #[arg(long, value_name = "RESULT")]
    out: PathBuf,
    /// Threads that check [default: one per processor]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    threads: Option<String>,
}

impl MergeCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let plan = Plan::read(&read_text(&self.plan, MAX_PLAN_BYTES)?, &PlanLimits::COMMAND)?;
        let threads = threads(self.threads.as_deref())?;
        let folder = Folder::take(&self.out)?;
        match merge(&plan, &self.parts, &folder, threads, &on_interrupt(Control::new()), &message)?
        {
            MergeOutcome::Written { files, failures } => {
                message(&format!("{}, each checked", counted(plan.cells(), "cell", "cells")));
                Ok(written(&files, &failures))
            }
            MergeOutcome::Missing(parts) => {
                let no = Some(format!("parts are missing: {parts}"));
                Ok(Answer { no, ..format!("{parts}\n").into() })
            }
        }
    }
}
