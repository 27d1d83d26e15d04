use bluff_batch::catalogue::{Catalogue, Queue, QueuedPlan};
use bluff_batch::error::Error;
use bluff_report::json;
use clap::{Args, Subcommand};
use rational_bluff::exact::counted;

use super::catalogue::CatalogueArgs;
use super::output::message;
use super::printing::{OutputFormat, Printable, Printing};
use super::{Answer, parse_whole};

#[derive(Debug, Subcommand)]
pub(super) enum QueueTask {
    /// List the plans in the queue of a PostgreSQL catalogue
    List(QueueListArgs),
    /// Remove a plan; workers stop at what they hold of it, and its answers stay
    Cancel(QueuePlanArgs),
    /// Try the failed cells of a plan again, one by one
    Retry(QueuePlanArgs),
}

#[derive(Args, Debug)]
pub(super) struct QueueListArgs {
    #[command(flatten)]
    at: CatalogueArgs,
    #[command(flatten)]
    printing: Printing<QueuedPlans>,
}

#[derive(Args, Debug)]
pub(super) struct QueuePlanArgs {
    /// The number of a plan, as list prints it
    #[arg(value_name = "PLAN", allow_hyphen_values = true)]
    plan: String,
    #[command(flatten)]
    at: CatalogueArgs,
}

/// The plans in a queue.
#[derive(Debug, serde::Serialize)]
#[serde(transparent)]
pub(super) struct QueuedPlans(Vec<QueuedPlan>);

impl Printable for QueuedPlans {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |plans, _| Ok(table(&plans.0))),
            Self::format("json", "For programs", |plans, _| Ok(json(plans))),
        ]
    }
}

fn table(plans: &[QueuedPlan]) -> String {
    let mut text = format!(
        "{:>6}  {:20}  {:>8} {:>8} {:>8} {:>7}  tables\n",
        "plan", "added", "cells", "open", "failed", "leased"
    );
    for plan in plans {
        let QueuedPlan { id, added_at, cells, open, failed, leased, about, .. } = plan;
        text += &format!(
            "{id:>6}  {added_at:20}  {cells:>8} {open:>8} {failed:>8} {leased:>7}  {about}\n"
        );
    }
    text
}

impl QueueTask {
    pub(super) fn run(self) -> Result<Answer, Error> {
        match self {
            Self::List(QueueListArgs { at, printing }) => {
                let plans = with_queue(&at, |queue| Ok(queue.plans(None)?))?;
                printing.answer(&QueuedPlans(plans))
            }
            Self::Cancel(QueuePlanArgs { plan, at }) => with_queue(&at, |queue| {
                let plan = known(queue, &plan)?;
                queue.withdraw(plan)?;
                Ok(format!("plan {plan} is withdrawn\n").into())
            }),
            Self::Retry(QueuePlanArgs { plan, at }) => with_queue(&at, |queue| {
                let plan = known(queue, &plan)?;
                let count = queue.retry(plan)?;
                let cells = counted(count, "cell is", "cells are");
                Ok(format!("{cells} tried again in plan {plan}\n").into())
            }),
        }
    }
}

fn with_queue<T>(
    at: &CatalogueArgs,
    work: impl FnOnce(&Queue) -> Result<T, Error>,
) -> Result<T, Error> {
    let catalogue = Catalogue::open(&at.address()?, message)?;
    match catalogue.queue() {
        Some(queue) => work(queue),
        None => Err(no_queue(&catalogue)),
    }
}

/// The error of a catalogue in a file.
pub(super) fn no_queue(catalogue: &Catalogue) -> Error {
    let place = catalogue.address();
    Error::Malformed(format!(
        "the catalogue {place} is a file, which has no queue, expected --catalogue postgres://…"
    ))
}

/// The number of a plan that is there.
fn known(queue: &Queue, text: &str) -> Result<i64, Error> {
    let plan = parse_whole("PLAN", text, 1..=i64::MAX as u64)? as i64;
    if !queue.plans(Some(plan))?.is_empty() {
        return Ok(plan);
    }
    let plans: Vec<String> = queue.plans(None)?.iter().map(|plan| plan.id.to_string()).collect();
    let allowed = match plans.is_empty() {
        true => "the queue is empty".to_owned(),
        false => format!("expected one of: {}", plans.join(", ")),
    };
    Err(Error::Malformed(format!("plan {plan} is not in the queue, {allowed}")))
}
