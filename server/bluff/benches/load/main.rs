//! `cargo bench -p bluff --bench load -- L1 L2`: the service under load, beside a bare axum handler
//! in the same run.
//!
//! Client, service and bare handler are three processes on the same processors. The two are loaded
//! in turns, so that what else the machine does meets both; a ratio is the median over the turns.
//! Times depend on the machine, ratios hardly.

mod client;
mod lasting;
mod process;
mod ratios;
mod work;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use serde::Serialize;

/// The service under load, beside a bare axum handler.
#[derive(Parser)]
struct Args {
    /// Rows: L1, L3 to L7 and L9; all of them if none is given
    rows: Vec<String>,
    /// Turns of each process
    #[arg(long, default_value_t = 15)]
    turns: usize,
    /// Seconds of a turn
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
    /// Minutes of the mixed load, L5
    #[arg(long, default_value_t = 0.5)]
    minutes: f64,
    /// Requests after which memory is as it was after a thousand, L7
    #[arg(long, default_value_t = 100_000)]
    requests: u64,
    /// Hours of the soak, L7, after those requests
    #[arg(long, default_value_t = 0.0)]
    hours: f64,
    /// JSON file to which the figures are written too
    #[arg(long)]
    json: Option<PathBuf>,
    /// Flag that cargo adds
    #[arg(long, hide = true)]
    bench: bool,
}

/// One figure and what it should be.
#[derive(Serialize)]
struct Figure {
    row: &'static str,
    what: String,
    measured: f64,
    expected: String,
    holds: bool,
    /// Other measurements beside it.
    beside: String,
}

/// Target of a figure.
#[derive(Clone, Copy)]
enum Expected {
    AtLeast(f64),
    AtMost(f64),
}

impl Figure {
    fn new(
        row: &'static str,
        what: impl Into<String>,
        measured: f64,
        expected: Expected,
        beside: String,
    ) -> Self {
        let (expected, holds) = match expected {
            Expected::AtLeast(least) => (format!(">= {least}"), measured >= least),
            Expected::AtMost(most) => (format!("<= {most}"), measured <= most),
        };
        let figure = Self { row, what: what.into(), measured, expected, holds, beside };
        let Self { what, expected, beside, .. } = &figure;
        println!(
            "{row:<3} {what:<46} {measured:>9.3} {expected:>9}  {:<4} {beside}",
            if holds { "yes" } else { "NO" }
        );
        figure
    }
}

/// Measurement of rows.
type Measure = fn(&Args, &Path) -> Vec<Figure>;

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    if let (Some(first), Some(reply)) = (words.next(), words.next())
        && first == "bare"
    {
        process::serve_bare(Path::new(&reply));
        return ExitCode::SUCCESS;
    }
    let args = Args::parse();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("load");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    println!("{:<3} {:<46} {:>9} {:>9}  holds", "row", "what", "measured", "expected");
    let mut figures = Vec::new();
    let rows: [(&[&str], Measure); 6] = [
        (&["L1", "L3"], ratios::ratios),
        (&["L4"], work::cold),
        (&["L5"], lasting::mixed),
        (&["L6"], work::overload),
        (&["L7"], lasting::soak),
        (&["L9"], work::sweeps),
    ];
    for (names, measure) in rows {
        let asked = |name: &&str| args.rows.is_empty() || args.rows.iter().any(|row| row == name);
        if names.iter().any(asked) {
            figures.extend(measure(&args, &folder));
        }
    }
    if let Some(path) = &args.json {
        fs::write(path, serde_json::to_string_pretty(&figures).expect("JSON") + "\n")
            .expect("a file");
    }
    ExitCode::from(u8::from(figures.iter().any(|figure| !figure.holds)))
}
