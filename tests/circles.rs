//! Files that take names from each other, by whatever way: rooms have no such circles but those
//! within one concept.

use std::collections::BTreeSet;

use crate::modules::{Edges, of_crate, of_package};

/// Circles within one concept: their files, and the reason.
type Harmless = &'static [(&'static [&'static str], &'static str)];

/// Rooms without circles: the crate, the folder in its `src`, and the circles that do no harm.
const ROOMS: [(&str, &str, Harmless); 7] = [
    (
        "solver/dealing",
        "",
        &[
            (
                &["coins.rs", "permutation.rs"],
                "coins give permutations; subgroups are drawn by coins",
            ),
            (&["crepeau/mod.rs", "crepeau/play.rs"], "the rules, and a game under them"),
            (
                &["graph.rs", "system.rs", "table.rs"],
                "a table sends by its route, and a route over the table",
            ),
        ],
    ),
    (
        "solver/poker",
        "game/",
        &[
            (
                &["deck/board.rs", "deck/cards.rs", "deck/kernel.rs"],
                "cards, boards of them, and their kernel",
            ),
            (&["derived.rs", "range.rs"], "the ranges of a game, and methods of it"),
            (&["error.rs", "player.rs"], "errors name players, and one of them is no player"),
        ],
    ),
    ("server/report", "picture/", &[]),
    ("server/questions", "", &[]),
    ("server/service", "api/", &[]),
    ("server/service", "page/", &[]),
    ("python", "", &[]),
];

/// The files that a file takes from, by any way.
fn reached<'a>(edges: &'a Edges, from: &'a str) -> BTreeSet<&'a str> {
    let (mut seen, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(file) = left.pop() {
        let taken = edges.get(file).into_iter().flatten().map(String::as_str);
        left.extend(taken.filter(|file| seen.insert(*file)));
    }
    seen
}

/// The sets of files each of which takes from each other one, by any way.
pub(crate) fn circles(edges: &Edges) -> BTreeSet<BTreeSet<&str>> {
    let reached_by: Vec<(&str, BTreeSet<&str>)> =
        edges.keys().map(|file| (file.as_str(), reached(edges, file))).collect();
    let circle = |(file, reached): &(&str, BTreeSet<&str>)| {
        let back = reached_by.iter().filter(|(_, others)| others.contains(file));
        back.map(|(other, _)| *other).filter(|other| reached.contains(other)).collect()
    };
    reached_by.iter().map(circle).filter(|circle: &BTreeSet<&str>| !circle.is_empty()).collect()
}

/// The edges between the files of a folder, by their paths inside it.
fn inside(folder: &str, edges: Edges) -> Edges {
    let short = |file: &String| file.strip_prefix(folder).map(str::to_owned);
    let edge = |(file, taken): (String, BTreeSet<String>)| {
        Some((short(&file)?, taken.iter().filter_map(short).collect()))
    };
    edges.into_iter().filter_map(edge).collect()
}

#[test]
fn no_files_of_a_room_take_from_each_other() {
    for (name, room, harmless) in ROOMS {
        let edges = inside(&format!("{name}/src/{room}"), of_crate(name));
        assert!(edges.len() > 5, "{name}/src/{room} has {} files", edges.len());
        let allowed: BTreeSet<BTreeSet<&str>> =
            harmless.iter().map(|(files, _)| files.iter().copied().collect()).collect();
        assert_eq!(circles(&edges), allowed, "{name}/src/{room}");
    }
}

#[test]
fn no_files_of_the_python_package_take_from_each_other() {
    let edges = of_package("python/rational_bluff");
    assert!(edges["__init__"].contains("_solution"), "{edges:?}");
    assert_eq!(circles(&edges), BTreeSet::new());
}

/// Parts of pages know no page.
#[test]
fn parts_know_no_page() {
    for (file, taken) in inside("server/service/src/page/", of_crate("server/service")) {
        let page =
            taken.iter().find(|other| file.starts_with("parts/") && other.starts_with("pages/"));
        assert_eq!(page, None, "{file}");
    }
}

#[test]
fn a_circle_has_every_file_that_leads_back() {
    let edges = |edges: &[(&str, &[&str])]| -> Edges {
        let edge = |(file, taken): &(&str, &[&str])| {
            (file.to_string(), taken.iter().map(|it| it.to_string()).collect())
        };
        edges.iter().map(edge).collect()
    };
    let found =
        edges(&[("a", &["b"]), ("b", &["c"]), ("c", &["a", "d"]), ("d", &[]), ("e", &["a"])]);
    assert_eq!(circles(&found), BTreeSet::from([BTreeSet::from(["a", "b", "c"])]));
    assert_eq!(circles(&edges(&[("a", &["b", "c"]), ("b", &["c"])])), BTreeSet::new());
}
