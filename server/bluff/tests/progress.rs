//! A solve that is watched over real sockets.

use std::io::Read;

use rational_bluff::exact::Rational;
use serde_json::Value;

use crate::support::service::Service;
use crate::support::{has, long_program, until};

fn exact(number: &Value) -> Option<Rational> {
    Some(number.as_str()?.parse().expect("a number"))
}

#[test]
fn bounds_close_in_on_the_value_of_a_running_linear_program() {
    let service = Service::new("progress", "--solve-seconds 300");
    let told = service
        .get("/api/v1/progress/one-raise/n2200-b100000007_99999989-raise3?method=lp")
        .events();
    let (end, before) = told.split_last().expect("events");
    assert_eq!(
        (end.0.as_str(), &end.1["label"]),
        ("end", &"one-raise/n2200-b100000007_99999989-raise3".into())
    );
    let value = exact(&end.1["values"][0]).expect("a value");
    let solution = service.json(end.1["solution"].as_str().expect("an address"));
    assert_eq!(solution["values"], end.1["values"]);
    let by_runs =
        service.get("/api/v1/progress/one-raise/n2200-b100000007_99999989-raise3").events();
    let found = (&by_runs[0].1["method"], &by_runs[0].1["values"]);
    assert_eq!(found, (&"readable".into(), &end.1["values"]));
    let bounds = |name: &str| {
        before.iter().filter_map(|(_, progress)| exact(&progress[name])).collect::<Vec<_>>()
    };
    let (lower, upper) = (bounds("lower"), bounds("upper"));
    assert!(before.iter().all(|(name, _)| name == "progress"));
    assert!(!lower.is_empty() && lower.len() == upper.len());
    let shrinks = lower.is_sorted() && upper.is_sorted_by(|before, after| before >= after);
    assert!(shrinks, "{lower:?} {upper:?}");
    assert!(lower.iter().all(|lower| *lower <= value), "{value}");
    assert!(upper.iter().all(|upper| *upper >= value), "{value}");
    // What a hand pays lies up to four antes apart. How often a machine looks is its own affair;
    // how far it sees is not.
    let gap = upper.last().zip(lower.last()).map(|(upper, lower)| upper - lower).expect("bounds");
    assert!(gap < Rational::ONE, "{lower:?} {upper:?}");
}

#[test]
fn who_watches_in_vain_is_told_and_who_leaves_stops_the_solve() {
    let service = Service::new("progress-end", "--solve-seconds 1");
    let path = format!("/api/v1/progress/{}?method=lp", long_program(0));
    let told = service.get(&path).events();
    let (name, problem) = told.last().expect("an event");
    assert_eq!((name.as_str(), &problem["status"]), ("error", &504.into()));
    let quick = service.get("/api/v1/progress/von-neumann/n28-b4").events();
    assert_eq!(quick[0].1["values"][0], "113/1134");
    has(&service.get("/api/v1/progress/kuhn/n0-b1").problem(422), &["n = 0"]);
    let large = service.get("/api/v1/progress/kuhn/n100000-b1?method=lp");
    has(&large.problem(422), &["sequences"]);
    let patient = Service::new("progress-leave", "--solve-seconds 300");
    let mut stream = patient.send("GET", &path, "", "");
    until("the solve", || patient.metric("bluff_running") == 1);
    stream.read_exact(&mut [0; 1]).expect("a stream");
    drop(stream);
    until("its end", || patient.metric("bluff_running") == 0);
}
