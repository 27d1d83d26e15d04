use std::sync::Arc;
use std::time::Duration;

use bluff_batch::catalogue::Catalogue;
use bluff_batch::error::Error;
use bluff_batch::sweeps::{WorkUntil, WorkerSettings, WorkerStatus, work};
use bluff_service::layers::log;
use bluff_service::settings::LogForm;
use clap::Args;
use rational_bluff::exact::counted;

use super::catalogue::CatalogueArgs;
use super::cell_args::CellArgs;
use super::output::{message, on_interrupt};
use super::queue::no_queue;
use super::serve_args::{address, form};
use super::{Answer, parse_whole, supervisor, threads, worker_health};

/// Maximum lease, in seconds.
const MAX_LEASE: u64 = 86_400;

/// Solves cells that a batch on any machine has queued in a shared catalogue
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff worker --catalogue postgres://poker@db/poker
  bluff worker --catalogue postgres://poker@db/poker --threads 1 --until-empty
  bluff worker --catalogue postgres://poker@db/poker --health 127.0.0.1:9090 --log json

Ctrl-C or SIGTERM ends it and returns its chunks to the queue. While the database does not answer,
it waits. --health answers /metrics, /healthz, and /readyz, which bluff health asks.
Exit code 1 if the database refuses what it needs.")]
pub(super) struct WorkerCommand {
    #[command(flatten)]
    at: CatalogueArgs,
    /// Threads that solve [default: one per processor]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    threads: Option<String>,
    /// Lease of a chunk of cells in seconds; if this process dies, others wait that long before
    /// they take it
    #[arg(long, value_name = "SECONDS", default_value = "15", allow_hyphen_values = true)]
    lease: String,
    /// End when the queue is empty
    #[arg(long)]
    until_empty: bool,
    /// Address for metrics and health; port 0 takes a free one [default: none]
    #[arg(long, value_name = "ADDRESS", allow_hyphen_values = true)]
    health: Option<String>,
    /// Messages on standard error: text, json, or off for errors only
    #[arg(long, value_name = "FORM", env = "BLUFF_LOG", default_value = "text")]
    log: String,
    #[command(flatten)]
    cell: CellArgs,
}

impl WorkerCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let threads = threads(self.threads.as_deref(), 1)?;
        let lease = Duration::from_secs(parse_whole("--lease", &self.lease, 1..=MAX_LEASE)?);
        let limits = self.cell.limits()?;
        let health = self.health.map(|text| address("--health", &text)).transpose()?;
        let form = form(&self.log)?;
        let _log = log::begin(form);
        let say: fn(&str) = match form {
            LogForm::Text => message,
            LogForm::Json => |text| tracing::info!("{text}"),
            LogForm::Off => |_| {},
        };
        let control = on_interrupt();
        let catalogue = Catalogue::open(&self.at.address()?, say)?.waiting(&control);
        let Some(queue) = catalogue.queue() else {
            return Err(no_queue(&catalogue));
        };
        say(&format!("taking cells from {}", catalogue.address()));
        let end = if self.until_empty { WorkUntil::Empty } else { WorkUntil::Never };
        let settings = WorkerSettings { threads: threads.into(), limits, lease, end };
        let status = Arc::new(WorkerStatus::default());
        let worked = worker_health::beside(health, queue, &status, say, || {
            supervisor::ready();
            work(&catalogue, queue, settings, &control, &status)
        })?;
        supervisor::stopping();
        say(&format!("{} solved", counted(status.solved(), "cell", "cells")));
        worked?;
        Ok(String::new().into())
    }
}
