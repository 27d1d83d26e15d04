use std::time::Duration;

use bluff_batch::catalogue::Catalogue;
use bluff_batch::error::Error;
use bluff_batch::sweeps::{WorkUntil, work};
use clap::Args;

use super::catalogue::CatalogueArgs;
use super::cell_args::CellArgs;
use super::output::{message, on_interrupt};
use super::{Answer, parse_whole, threads};

/// Maximum lease, in seconds.
const MAX_LEASE: u64 = 86_400;

/// Solves cells that a batch on any machine has queued in a shared catalogue
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff worker --catalogue postgres://poker@db/poker
  bluff worker --catalogue postgres://poker@db/poker --threads 1 --until-empty

Ctrl-C or SIGTERM ends it and returns its cells to the queue. While the database does not answer,
it waits.")]
pub(super) struct WorkerCommand {
    #[command(flatten)]
    at: CatalogueArgs,
    /// Threads that solve [default: one per processor]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    threads: Option<String>,
    /// Lease of a cell in seconds; if this process dies, others wait that long before they take it
    #[arg(long, value_name = "SECONDS", default_value = "15", allow_hyphen_values = true)]
    lease: String,
    /// End when the queue is empty
    #[arg(long)]
    until_empty: bool,
    #[command(flatten)]
    cell: CellArgs,
}

impl WorkerCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let threads = threads(self.threads.as_deref(), 1)?;
        let lease = Duration::from_secs(parse_whole("--lease", &self.lease, 1..=MAX_LEASE)?);
        let limits = self.cell.limits()?;
        let control = on_interrupt();
        let catalogue = Catalogue::open(&self.at.address()?, message)?.waiting(&control);
        let Some(queue) = catalogue.queue() else {
            let place = catalogue.address();
            let reason = format!(
                "the catalogue {place} is a file, which has no queue, expected --catalogue \
                 postgres://…"
            );
            return Err(Error::Malformed(reason));
        };
        message(&format!("taking cells from {}", catalogue.address()));
        let end = if self.until_empty { WorkUntil::Empty } else { WorkUntil::Never };
        let each = (threads, limits);
        let solved = work(&catalogue, queue, each, lease, &control, end)?;
        message(&format!("{solved} cells solved"));
        Ok(String::new().into())
    }
}
