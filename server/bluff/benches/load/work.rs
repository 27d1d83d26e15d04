//! Rows L4, L6 and L9: work over HTTP against the same work on the command line, and more of it
//! than can be done.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::client::{Asked, Clients, ask};
use crate::process::{Process, parts};
use crate::{Args, Expected, Figure};

/// Cells of row L4 by kind.
const COLD: [(&str, &str); 2] = [
    ("threshold forms", "game = \"von-neumann\"\nn = \"2..100\"\nb = \"1..20\"\n"),
    ("linear programs", "game = \"kuhn\"\nn = \"3..100\"\nb = \"1..5\"\n"),
];
/// The paper's output files.
const PAPER: [&str; 5] = ["pure", "cuts", "von-neumann", "newman", "three-player"];
/// A linear program of some milliseconds, another for every number: refusing is cheap beside it.
const PROGRAM: fn(u64) -> String =
    |number| format!("/api/v1/solutions/kuhn/n100-b{}_10007", number % 10_006 + 1);

/// An empty folder beneath this one.
fn fresh(folder: &Path, name: &str) -> std::path::PathBuf {
    let folder = folder.join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs `bluff batch` with an empty catalogue; the seconds it took.
fn batch(plan: &Path, folder: &Path) -> f64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bluff"));
    command.arg("batch").arg(plan).arg("--out").arg(folder.join("out"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let ended =
        command.env("BLUFF_CATALOGUE", folder.join("batch.sqlite")).status().expect("it runs");
    assert!(ended.success(), "{}", plan.display());
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Row L4: every cell asked for once, against a batch of the same cells.
pub(crate) fn cold(args: &Args, folder: &Path) -> Vec<Figure> {
    let figure = |(words, cells): (&str, &str)| {
        let (mut ratios, mut beside) = (Vec::new(), String::new());
        for _ in 0..args.turns {
            let folder = fresh(folder, "cold");
            let plan = folder.join("plan.toml");
            fs::write(&plan, format!("[[cells]]\n{cells}[output]\nformats = [\"jsonl\"]\n"))
                .expect("a file");
            let command = batch(&plan, &folder);
            let mut files = fs::read_dir(folder.join("out")).expect("a folder").flatten();
            let lines = files.find(|file| file.file_name().to_string_lossy().ends_with(".jsonl"));
            let lines = fs::read_to_string(lines.expect("documents").path()).expect("a file");
            let path = |line| {
                let document: Value = serde_json::from_str(line).expect("JSON");
                format!("/api/v1/solutions/{}", document["label"].as_str().expect("a label"))
            };
            let paths: Arc<[String]> = lines.lines().map(path).collect();
            let service = Process::service(&folder, "");
            let clients = Clients {
                address: service.address.clone(),
                most: paths.len() as u64,
                asked: Asked::Of(Arc::clone(&paths)),
                connections: 32,
                rate: None,
                first: 0,
                time: Duration::from_secs(600),
            };
            let answers = ask(&[clients]).remove(0);
            assert_eq!(answers.statuses(), [(200, paths.len() as u64)].into());
            ratios.push(command / answers.seconds);
            let (cells, http) = (paths.len(), answers.seconds);
            beside = format!("{cells} cells: batch {command:.2} s, HTTP {http:.2} s");
        }
        let words = format!("cold, n <= 100, {words}");
        Figure::new("L4", words, median(ratios), Expected::AtLeast(0.8), beside)
    };
    COLD.map(figure).into()
}

/// Row L6: five times as many questions as can be answered.
pub(crate) fn overload(args: &Args, folder: &Path) -> Vec<Figure> {
    // What may be kept in memory is soon full.
    let service = Process::service(&fresh(folder, "overload"), "--keep 1");
    let mut next = 0;
    let mut ask = |connections, rate| {
        let clients = Clients {
            address: service.address.clone(),
            asked: Asked::Each(PROGRAM),
            connections,
            rate,
            first: next,
            most: u64::MAX,
            time: Duration::from_secs_f64(args.seconds * 4.0),
        };
        let answers = ask(&[clients]).remove(0);
        next += answers.answers.len() as u64;
        let statuses = answers.statuses();
        assert!(statuses.keys().all(|status| [200, 503].contains(status)), "{statuses:?}");
        answers
    };
    let (mut useful, mut refused, mut beside) = (Vec::new(), Vec::new(), String::new());
    ask(32, None);
    let before = service.taken().memory;
    for _ in 0..args.turns {
        let peak = ask(32, None).per_second(200);
        let over = ask(400, Some(5.0 * peak));
        assert!(over.statuses().contains_key(&503), "{:?}", over.statuses());
        useful.push(over.per_second(200) / peak);
        refused.push(over.percentile(99.0, &[503]));
        let half = over.percentile(50.0, &[503]);
        beside = format!(
            "peak {peak:.0}/s, {:?} in the last turn, refusals p50 {half:.2} ms",
            over.statuses()
        );
    }
    let grown = service.taken().memory as f64 / before as f64;
    let figure = |what, measured, expected, beside| {
        Figure::new("L6", format!("5x overload: {what}"), measured, expected, beside)
    };
    let (least, refusal) = (Expected::AtLeast(0.9), Expected::AtMost(5.0));
    let before = format!("{before} kB before");
    vec![
        figure("useful work of peak", median(useful), least, beside),
        figure("p99 of refusals, ms", median(refused), refusal, String::new()),
        figure("memory of before", grown, Expected::AtMost(1.25), before),
    ]
}

/// Row L9: the paper's grids as sweeps over HTTP against `bluff batch`.
pub(crate) fn sweeps(args: &Args, folder: &Path) -> Vec<Figure> {
    let (mut ratios, mut beside) = (Vec::new(), String::new());
    for _ in 0..args.turns {
        let (mut command, mut http) = (0.0, 0.0);
        for name in PAPER {
            let folder = fresh(folder, "sweep");
            let plan =
                Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/plans/{name}.toml"));
            command += batch(&plan, &folder);
            let service = Process::service(&folder, "");
            let start = Instant::now();
            let text = fs::read_to_string(&plan).expect("a plan");
            let head =
                format!("content-length: {}\r\nhost: load\r\nconnection: close\r\n", text.len());
            let begun = service.ask(&format!("POST /api/v1/sweeps HTTP/1.1\r\n{head}\r\n{text}"));
            let mut lines = parts(&begun).0.lines();
            let place = lines.find_map(|line| line.strip_prefix("location: ")).expect("a sweep");
            // The events end with the sweep.
            service.get(&format!("{place}/events"), "");
            let status = service.get(place, "");
            let status: Value = serde_json::from_slice(parts(&status).1).expect("JSON");
            assert_eq!(status["state"], "done", "{status}");
            // `tests/sweeps.rs` compares the bytes.
            for name in status["files"].as_array().expect("files") {
                service.get(&format!("{place}/files/{}", name.as_str().expect("a name")), "");
            }
            http += start.elapsed().as_secs_f64();
        }
        ratios.push(http / command);
        beside = format!("batch {command:.2} s, HTTP {http:.2} s");
    }
    let words = "the paper's grids, HTTP of command";
    vec![Figure::new("L9", words, median(ratios), Expected::AtMost(1.1), beside)]
}
