//! The metrics of `bluff serve`, and the files that name them: dashboard and alert rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::support;
use crate::support::service::Service;

/// A file of the repository.
fn read(path: &str) -> String {
    fs::read_to_string(support::checkout(path)).expect("a file")
}

/// The types of the metrics by name, and the names of their samples without labels.
fn exposed(text: &str) -> (BTreeMap<String, String>, BTreeSet<String>) {
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let types: BTreeMap<_, _> =
        types.map(|(name, kind)| (name.to_owned(), kind.to_owned())).collect();
    let samples = types.iter().flat_map(|(name, kind)| {
        let endings: &[&str] = match kind.as_str() {
            "counter" => &["_total"],
            "histogram" => &["_bucket", "_count", "_sum"],
            "info" => &["_info"],
            _ => &[""],
        };
        endings.iter().map(move |ending| format!("{name}{ending}"))
    });
    let samples = samples.collect();
    (types, samples)
}

/// The names of metrics in an expression, or in a text.
fn named(text: &str) -> BTreeSet<String> {
    let words = text.split(|other: char| !other.is_ascii_alphanumeric() && other != '_');
    let ours = |word: &&str| word.starts_with("bluff_") || word.starts_with("process_");
    words.filter(ours).map(str::to_owned).collect()
}

#[test]
fn every_metric_of_the_dashboard_and_the_alerts_exists_and_is_explained() {
    let service = Service::new("metrics-names", "--log off");
    // A question of each kind that is counted by labels which it has itself.
    for path in ["/api/v1/solutions/kuhn/n3-b1", "/api/v1/compare/von-neumann/b2?from=2&to=3"] {
        assert_eq!(service.get(path).status, 200, "{path}");
    }
    let page = service.get("/metrics").body;
    let (types, samples) = exposed(&page);
    let dashboard: Value = serde_json::from_str(&read("deploy/grafana.json")).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let queries = panels.iter().flat_map(|panel| panel["targets"].as_array().expect("queries"));
    let queries = queries.map(|query| query["expr"].as_str().expect("an expression").to_owned());
    let queries: Vec<String> = queries.chain([read("deploy/alerts.yaml")]).collect();
    assert!(queries.len() > 20);
    for name in queries.iter().flat_map(|query| named(query)) {
        assert!(samples.contains(&name), "{name} is no metric of {samples:?}");
    }
    for name in types.keys() {
        assert!(page.contains(&format!("# HELP {name} ")), "{name} is not explained");
    }
}

#[test]
fn refusals_sweeps_and_the_process_are_counted() {
    let folder = support::folder("metrics-counts");
    fs::write(folder.join("tokens"), "ci correct-horse-battery\n").expect("a file");
    let service = Service::within(&folder, "--log off --rate 0 --token-file tokens");
    let sweeps = "/api/v1/sweeps";
    assert_eq!(service.post(sweeps, "", "").status, 401);
    let foreign = "authorization: Bearer correct-horse-battery\r\nsec-fetch-site: cross-site\r\n";
    assert_eq!(service.post(sweeps, foreign, "").status, 403);
    assert_eq!(service.get("/api/v1/solutions/newman/n1000000-b300-r2").status, 422);
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"3..5\"\nb = 1\n";
    let token = "authorization: Bearer correct-horse-battery\r\n";
    assert_eq!(service.post(sweeps, token, plan).status, 202);
    support::until("the end of the sweep", || {
        service.metric("bluff_sweeps_ended_total{state=\"done\"}") == 1
    });
    for (name, expected) in [
        ("bluff_refusals_total{reason=\"token\"}", 1),
        ("bluff_refusals_total{reason=\"other_site\"}", 1),
        ("bluff_refusals_total{reason=\"beyond\"}", 1),
        ("bluff_sweep_cells_total{result=\"done\"}", 3),
        ("bluff_sweeps_running", 0),
        ("bluff_catalogue_usable", 1),
        ("bluff_memory_budget_bytes", 1 << 30),
        (concat!("bluff_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1),
    ] {
        assert_eq!(service.metric(name), expected, "{name}");
    }
    assert!(service.metric("process_resident_memory_bytes") > 1 << 20);
    let open = service.metric("process_open_fds");
    assert!(open > 5 && open < service.metric("process_max_fds"));
    // An answer of a linear program is read from the catalogue, and stored there.
    assert_eq!(service.get("/api/v1/solutions/kuhn/n7-b1").status, 200);
    for operation in ["read", "write"] {
        let times = format!("bluff_catalogue_seconds_count{{operation=\"{operation}\"}}");
        assert!(service.metric(&times) >= 1, "{times}");
    }
}
