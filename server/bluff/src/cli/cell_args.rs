use std::time::Duration;

use bluff_batch::allowed::{NO_MORE, share};
use bluff_batch::sweeps::CellLimits;
use bluff_questions::error::Error;
use clap::Args;

use super::parse_whole;

/// Arguments that bound each cell.
#[derive(Args, Debug)]
pub(super) struct CellArgs {
    /// Memory that a cell may take, in MiB; one that needs more fails with this reason [default:
    /// half of what the system allows, shared among the threads]
    #[arg(long, value_name = "MIB", allow_hyphen_values = true)]
    cell_memory: Option<String>,
    /// Seconds that a cell may take; one that needs more fails with this reason [default: no limit]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    cell_seconds: Option<String>,
}

impl CellArgs {
    /// The limits of each cell, of which so many threads solve one each.
    pub(super) fn limits(&self, threads: usize) -> Result<CellLimits, Error> {
        let whole = |name, text: &Option<String>, most| {
            text.as_deref().map(|text| parse_whole(name, text, 1..=most)).transpose()
        };
        let memory = whole("--cell-memory", &self.cell_memory, 1_048_576)?.map(|mib| mib << 20);
        Ok(CellLimits {
            memory: memory.or_else(|| share(threads)),
            of_memory: if memory.is_some() { "the limit of a cell" } else { NO_MORE },
            time: whole("--cell-seconds", &self.cell_seconds, 31_536_000)?.map(Duration::from_secs),
        })
    }
}
