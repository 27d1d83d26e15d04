//! Rows L5 and L7: a mixture for a long time, and what a process holds after it.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::client::{Asked, Clients, ask};
use crate::process::Process;
use crate::ratios::FAR;
use crate::{Args, Expected, Figure};

/// Requests per second of the mixture of row L5: nine of ten for what is known, one in a hundred
/// that takes long.
const RATE: f64 = 400.0;
const KNOWN: &str = "/api/v1/solutions/von-neumann/n100-b2";
const SMALL: fn(u64) -> String =
    |number| format!("/api/v1/solutions/kuhn/n10-b{}_10007", number % 10_006 + 1);
/// A tenth of a second each.
const HEAVY: fn(u64) -> String =
    |number| format!("/api/v1/solutions/kuhn/n300-b{}_10007?method=lp", number % 10_006 + 1);
/// A bit of everything, every tenth request for something new.
const MIXTURE: fn(u64) -> String = |number| match number % 10 {
    0 => FAR(number / 10),
    1 => "/von-neumann/n28-b4".to_owned(),
    2 => "/nowhere".to_owned(),
    3 => format!("/api/v1/solutions/von-neumann/n{}-b2.csv", number % 97 + 2),
    4 => "/api/v1/solutions/kuhn/n0-b1".to_owned(),
    5 => "/api/v1/solutions/newman/n14-b5.txt".to_owned(),
    6 => "/".to_owned(),
    7 => "/metrics".to_owned(),
    _ => KNOWN.to_owned(),
};

/// Row L5.
pub(crate) fn mixed(args: &Args, folder: &Path) -> Vec<Figure> {
    let service = Process::service(folder, "");
    let clients = |asked, share: f64, connections, minutes: f64| Clients {
        address: service.address.clone(),
        asked,
        connections,
        rate: Some(RATE * share),
        first: 0,
        most: u64::MAX,
        time: Duration::from_secs_f64(minutes * 60.0),
    };
    let known = |minutes| clients(Asked::Same(KNOWN.to_owned(), String::new()), 0.9, 64, minutes);
    // Turns, so that what else the machine does meets both.
    let (mut alone, mut mixed) = (ask(&[known(0.05)]).remove(0), Vec::new());
    for turn in 0..args.turns as u64 {
        let minutes = args.minutes / args.turns as f64;
        let mut kinds = [known(minutes), clients(Asked::Each(SMALL), 0.09, 32, minutes)].to_vec();
        kinds.push(clients(Asked::Each(HEAVY), 0.01, 16, minutes));
        kinds.iter_mut().for_each(|kind| kind.first = turn * 100_000);
        mixed.push(ask(&kinds));
        // Its p99 is known from fewer.
        alone.add(ask(&[known(minutes / 4.0)]).remove(0));
    }
    let mut sum = mixed.remove(0);
    for turn in mixed {
        sum.iter_mut().zip(turn).for_each(|(sum, answers)| sum.add(answers));
    }
    let errors = sum.iter().flat_map(|answers| &answers.answers);
    let errors = errors.filter(|(_, status)| *status != 200).count() as f64;
    let (before, after) = (alone.percentile(99.0, &[200]), sum[0].percentile(99.0, &[200]));
    let words = |name: &str, kind: usize| {
        let (answers, times) =
            (sum[kind].answers.len(), |percent| sum[kind].percentile(percent, &[200]));
        format!("{name} {answers} p50 {:.2} p99 {:.2} ms", times(50.0), times(99.0))
    };
    let kinds = [words("known", 0), words("small", 1), words("heavy", 2)].join(", ");
    let beside = format!("alone {before:.2} ms; {kinds}");
    let (what, twice) = ("mixture: p99 of known answers, of alone", Expected::AtMost(2.0));
    let none = Expected::AtMost(0.0);
    vec![
        Figure::new("L5", what, after / before, twice, beside),
        Figure::new("L5", "mixture: errors", errors, none, String::new()),
    ]
}

/// Row L7.
pub(crate) fn soak(args: &Args, folder: &Path) -> Vec<Figure> {
    let service = Process::service(folder, "");
    let clients = |asked, first, most, time| Clients {
        address: service.address.clone(),
        asked,
        connections: 64,
        rate: None,
        first,
        most,
        time,
    };
    let long = Duration::from_secs(1 << 20);
    let settled = || {
        // Connections end when the client does; the service sees it a moment later.
        std::thread::sleep(Duration::from_millis(300));
        service.forget_log();
        service.taken()
    };
    // What is kept in memory has its bound, which is reached first.
    ask(&[clients(Asked::Each(FAR), 0, 30_000, long)]);
    ask(&[clients(Asked::Each(MIXTURE), 300_000, 1_000, long)]);
    let before = settled();
    for turn in 0..10 {
        let some = args.requests / 10;
        ask(&[clients(Asked::Each(MIXTURE), 400_000 + turn * some, some, long)]);
        service.forget_log();
    }
    let after = settled();
    let grown = after.memory as f64 / before.memory as f64;
    let descriptors = after.descriptors.abs_diff(before.descriptors) as f64;
    let threads = after.threads as f64 - before.threads as f64;
    let beside = format!("{} kB, then {} kB", before.memory, after.memory);
    let what = format!("memory after {} requests, of after 1000", args.requests);
    let (kept, none) = (Expected::AtMost(1.1), Expected::AtMost(0.0));
    let (moved, more) = ("descriptors more or fewer than before", "threads more than before");
    let mut figures = vec![
        Figure::new("L7", what, grown, kept, beside),
        Figure::new("L7", moved, descriptors, none, String::new()),
        Figure::new("L7", more, threads, none, String::new()),
    ];
    if args.hours > 0.0 {
        let (start, mut first, mut held) = (Instant::now(), 10_000_000, Vec::new());
        while start.elapsed().as_secs_f64() < args.hours * 3600.0 {
            let some = clients(Asked::Each(MIXTURE), first, u64::MAX, Duration::from_secs(30));
            first += ask(&[some]).remove(0).answers.len() as u64;
            held.push(settled().memory as f64);
        }
        // What an allocator holds goes up and down by some percent: means of many looks, the first
        // fifth left out to warm up.
        let looks = &held[held.len() / 5..];
        let (earlier, later) = looks.split_at(looks.len() / 2);
        let mean = |looks: &[f64]| looks.iter().sum::<f64>() / looks.len().max(1) as f64;
        let percent = (mean(later) / mean(earlier) - 1.0) * 100.0 / (args.hours * 0.4);
        let (requests, earlier, later) = (first - 10_000_000, mean(earlier), mean(later));
        let beside = format!("{requests} requests, {earlier:.0} kB, then {later:.0} kB");
        let words = "soak: memory, % per hour";
        figures.push(Figure::new("L7", words, percent, Expected::AtMost(1.0), beside));
    }
    figures
}
