//! The forms of a solution: the same bytes from every door, files run by the systems that they are
//! for where these are free and small, and the options that choose form and file.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use bluff_report::form::FormName;
use bluff_report::forms::FORMS;
use rational_bluff::game::parse_label;
use serde_json::Value;

use crate::support::service::Service;
use crate::support::{self, ran};

/// A label of every game, and the command that solves it.
const GAMES: [(&str, &str); 13] = [
    ("von-neumann/n28-b4", "von-neumann -n 28 -b 4"),
    ("von-neumann/n1000000000000000000-b2", "von-neumann -n 1000000000000000000 -b 2"),
    ("newman/n14-b5", "newman -n 14 -b 5"),
    ("one-street/n28-s1-5_2-7", "one-street -n 28 -s 1,5/2,7"),
    ("three-player/n65-b2", "three-player -n 65 -b 2"),
    ("callers/n12-b2-p4", "callers -n 12 -b 2 --players 4"),
    ("kuhn/n3-b1", "kuhn -n 3 -b 1"),
    ("kuhn/n13-b3_2-r4", "kuhn -n 13 -b 3/2 --copies 4"),
    ("borel/n4-b2", "borel -n 4 -b 2"),
    ("one-raise/n10-b2-raise6", "one-raise -n 10 -b 2 --raise 6"),
    ("hand-flip/n10-b2-flip1_6", "hand-flip -n 10 -b 2 --flip 1/6"),
    ("in-turn/n4-b1", "in-turn -n 4 -b 1"),
    ("basic-endgame/n3-b2-w1_4", "basic-endgame -n 3 -b 2 --win 1/4"),
];

/// Standard output of `bluff solve … --format …`.
fn solved(line: &str, format: &str) -> String {
    support::answer(&format!("solve {line} --format {format}"))
}

fn values(line: &str) -> Vec<String> {
    let document = support::document(&format!("solve {line}"));
    let values = document["values"].as_array().expect("a list");
    values.iter().map(|value| value.as_str().expect("text").to_owned()).collect()
}

#[test]
fn pari_and_python_sum_up_the_values_of_every_game() {
    let folder = support::folder("forms-run");
    for (label, line) in GAMES {
        let paid = values(line).join(", ");
        let (_, said) = ran("gp", &["-qf"], &folder.join("solution.gp"), &solved(line, "pari"));
        assert_eq!(said, format!("{label}: the strategies pay [{paid}]"));
        let (whole, said) =
            ran("python3", &[], &folder.join("solution.sage"), &solved(line, "sage"));
        assert_eq!((whole, said), (true, format!("{label}: the strategies pay {paid}")));
    }
}

#[test]
fn a_changed_number_is_noticed() {
    let folder = support::folder("forms-changed");
    for (from, to) in [
        ("[4, 24, [1, 0]]", "[4, 24, [0, 1]]"),
        ("[21, 28, [0, 1]]", "[21, 28, [1, 0]]"),
        ("113/1134,", "1/10,"),
    ] {
        let text = solved("von-neumann -n 28 -b 4", "pari");
        assert!(text.contains(from), "{from}");
        let (_, said) =
            ran("gp", &["-qf"], &folder.join("solution.gp"), &text.replacen(from, to, 1));
        assert!(said.contains("the strategies pay") && said.contains("***"), "{from}: {said}");
    }
    let text = solved("von-neumann -n 28 -b 4", "sage").replacen("QQ(\"2/3\")", "QQ(\"1/3\")", 1);
    let (whole, said) = ran("python3", &[], &folder.join("solution.sage"), &text);
    assert!(!whole && said.contains("do not pay the values"), "{said}");
}

/// The lists of a file: what stands between `name begin` and `end`, for each name.
fn lists(text: &str, begin: &str, end: &str) -> Vec<String> {
    let names = ["label", "values", "copies", "views", "strategies", "ranges", "leaves"];
    let list = |name: &&str| {
        let start = format!("\n{}{name} {begin} ", if end == ";}\n" { "{" } else { "" });
        let rest = text.split_once(&start).expect("every list").1;
        rest.split_once(end).expect("an end").0.to_owned()
    };
    names.iter().map(list).collect()
}

/// Maple is not free: its lists are those that PARI/GP ran, to the byte, and its lines are nested
/// as Maple wants them.
#[test]
fn maple_has_the_lists_of_pari() {
    for (label, line) in GAMES {
        let (maple, pari) = (solved(line, "maple"), solved(line, "pari"));
        assert_eq!(lists(&maple, ":=", ":\n"), lists(&pari, "=", ";}\n"), "{label}");
        // What stands between quotes is no code, nor is a line that begins with `#`.
        let lines = maple.lines().filter(|line| !line.starts_with('#'));
        let code: String = lines.map(|line| format!("{line}\n")).collect();
        let code: String = code.split('"').step_by(2).collect();
        let words = || code.split(|letter: char| !letter.is_alphanumeric());
        let count = |word: &str| words().filter(|found| *found == word).count();
        // Each `end` names what it ends; `if` stands quoted where it is a function.
        let ends =
            ["proc", "do", "if"].map(|word| (word, code.matches(&format!("end {word}")).count()));
        for (word, ends) in ends {
            let quoted = code.matches(&format!("`{word}`")).count();
            assert_eq!(count(word) - quoted, 2 * ends, "{label}: {word}");
        }
        assert_eq!(count("end"), ends.iter().map(|(_, count)| count).sum::<usize>(), "{label}");
        for pair in ["[]", "()", "{}"] {
            let [open, close] = [0, 1].map(|at| code.matches(&pair[at..=at]).count());
            assert_eq!(open, close, "{label}: {pair}");
        }
    }
}

/// Faults that LaTeX would trip over: braces and environments that do not match, signs that mean
/// something, numbers that are none.
#[test]
fn latex_is_a_document_with_a_row_for_each_run() {
    for (label, line) in GAMES {
        let text = solved(line, "latex");
        support::has(&text, &["\\documentclass{article}"]);
        assert!(text.ends_with("\\end{document}\n"), "{label}");
        let (mut open, mut depth, mut rows) = (Vec::new(), 0, 0);
        for line in text.lines().filter(|line| !line.starts_with('%')) {
            for letter in line.replace("\\{", "").replace("\\}", "").chars() {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
                assert!(depth >= 0, "{label}: {line}");
            }
            for (kind, begins) in [("\\begin{", true), ("\\end{", false)] {
                for name in line.split(kind).skip(1).filter_map(|rest| rest.split('}').next()) {
                    match begins {
                        true => open.push(name),
                        false => assert_eq!(open.pop(), Some(name), "{label}"),
                    }
                }
            }
            rows += usize::from(line.ends_with(" \\\\"));
            let is_key = line.contains("\\cite{") || line.starts_with("\\bibitem{");
            let plain = line.replace("\\_", "").replace("layer~", "");
            assert!(is_key || !plain.contains(['_', '#', '^', '~']), "{line}");
            assert_eq!(line.matches('$').count() % 2, 0, "{label}: {line}");
            for math in line.split('$').skip(1).step_by(2) {
                let plain = math.replace("\\frac", "").replace("\\ldots", "").replace("= ", "");
                let number = |letter: char| letter.is_ascii_digit() || "-{}.".contains(letter);
                assert!(plain.chars().all(number), "{math}");
            }
        }
        assert!(open.is_empty() && depth == 0, "{label}: {open:?}");
        let document = support::document(&format!("solve {line}"));
        let strategies = document["strategies"].as_array().expect("a list");
        let game = parse_label(label).expect("a label");
        // Runs of hands that the player never holds have no row.
        let held = |at: usize, run: &Value| {
            let end = |of: usize| run["cards"][of].as_str()?.parse::<u64>().ok();
            let cards = end(0).zip(end(1)).map(|(first, last)| first..=last);
            cards.is_none_or(|mut cards| cards.any(|card| game.holds_at(at, card)))
        };
        let runs = strategies.iter().enumerate().flat_map(|(at, view)| {
            view["runs"].as_array().into_iter().flatten().filter(move |run| held(at, run))
        });
        assert_eq!(rows, runs.count(), "{label}");
        for value in values(line) {
            let shown = match value.trim_start_matches('-').split_once('/') {
                Some((above, below)) => format!("\\frac{{{above}}}{{{below}}}"),
                None => value.clone(),
            };
            assert!(text.contains(&shown), "{label}: {value}");
        }
    }
}

#[test]
fn every_form_reaches_command_service_page_and_documents() {
    let service = Service::within(&support::shared("forms"), "");
    let page = service.ask("GET", "/von-neumann/n28-b4?tab=files", "accept: text/html\r\n").body;
    let paths = &service.json("/api/v1/openapi.json")["paths"];
    let get = &paths["/api/v1/solutions/{label}"]["get"];
    let post = &paths["/api/v1/solutions"]["post"];
    let label =
        get["parameters"].as_array().expect("a list").iter().find(|one| one["name"] == "label");
    let pattern = label.expect("the label")["schema"]["pattern"].as_str().expect("a pattern");
    let pattern = pattern.split(['(', '|', ')']).collect::<Vec<_>>();
    let read =
        |name: &str| fs::read_to_string(Path::new("../../docs").join(name)).expect("a document");
    let (commands, http) = (read("COMMANDS.md"), read("HTTP.md"));
    let mut tags = BTreeSet::new();
    for FormName { name, suffix, media, about } in FORMS.iter().map(|form| &form.name) {
        let expected = solved("von-neumann -n 28 -b 4", name);
        let link = format!("href=\"/von-neumann/n28-b4.{suffix}\">{about}</a>");
        support::has(&page, &[&link]);
        let content_type =
            if *suffix == "json" { (*media).to_owned() } else { format!("{media}; charset=utf-8") };
        for address in ["/von-neumann/n28-b4", "/api/v1/solutions/von-neumann/n28-b4"] {
            let named = service.get(&format!("{address}.{suffix}"));
            assert_eq!((named.status, &named.body), (200, &expected), "{address}.{suffix}");
            assert_eq!(named.header("content-type"), Some(&*content_type));
            let tag = named.header("etag").filter(|tag| tag.starts_with('"') && tag.len() > 30);
            tags.insert(tag.expect("a tag").to_owned());
            let kept = named.header("cache-control");
            assert_eq!(kept, Some("public, max-age=31536000, immutable"), "{address}.{suffix}");
            let accepted = service.ask("GET", address, &format!("accept: {media}\r\n"));
            assert_eq!((accepted.status, &accepted.body), (200, &expected), "{address} as {media}");
            assert_eq!(accepted.header("vary"), Some("accept"));
        }
        for operation in [get, post] {
            let content = &operation["responses"]["200"]["content"][media];
            assert!(content["schema"].is_object(), "{media}: {content}");
        }
        assert!(pattern.contains(suffix), "{suffix}: {pattern:?}");
        let written = [format!("--format {name}`"), format!("`{name}`")];
        assert!(written.iter().any(|one| commands.contains(one)), "{name}");
        assert!(http.contains(&format!("`.{suffix}`")), "{suffix}");
    }
    assert!(tags.len() >= FORMS.len(), "{tags:?}");
}

/// A command of each kind that prints in formats.
const PRINTED: [&str; 10] = [
    "solve kuhn -n 3 -b 1",
    "solve kuhn -n 3 -b 1 --face",
    "pure von-neumann -n 7 -b 2",
    "payoff von-neumann -n 9 -b 2 --bets 1,8,9 --calls 6,7,8,9",
    "payoff von-neumann -n 2 -b 1 --table",
    "continuous von-neumann -b 2",
    "compare von-neumann -b 2 -n 2..4",
    "deal --protocol barany-furedi --cards 5 --seed \
     0000000000000000000000000000000000000000000000000000000000000000",
    "fairness --protocol barany-furedi --cards 3 --exact",
    "game kuhn -n 3 -b 1",
];

#[test]
fn every_answer_goes_to_a_file() {
    let folder = support::folder("forms-file");
    for line in PRINTED {
        let (code, printed, words) = support::run(&folder, &format!("{line} --format json"));
        assert_eq!(code, 0, "{line}: {words}");
        assert_eq!(support::run(&folder, &format!("{line} --json -o answer.json")).0, 0, "{line}");
        let written = fs::read_to_string(folder.join("answer.json")).expect("a file");
        assert_eq!(written, printed, "{line}");
        let line = format!("{line} --json --output -");
        assert_eq!(support::run(&folder, &line).1, printed, "{line}");
    }
}

#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let folder = support::folder("forms-replaced");
    let read = || fs::read_to_string(folder.join("kuhn.txt")).expect("a file");
    symlink("kuhn.txt", folder.join("link")).expect("a link");
    fs::write(folder.join("kuhn.txt"), "before").expect("a file");
    let (code, _, words) = support::run(&folder, "solve kuhn -n 0 -b 1 -o kuhn.txt");
    assert_eq!((code, read().as_str()), (2, "before"), "{words}");
    support::succeeds(&folder, "solve kuhn -n 3 -b 1 --format lprint -o link");
    assert_eq!(read(), solved("kuhn -n 3 -b 1", "lprint"));
    assert!(fs::symlink_metadata(folder.join("link")).expect("a link").is_symlink());
    let names =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let parts = names.filter(|name| name.to_string_lossy().ends_with(".part"));
    assert_eq!(parts.count(), 0);
    let (code, printed, words) = support::run(&folder, "solve kuhn -n 3 -b 1 -o none/kuhn.txt");
    assert_eq!((code, printed.as_str()), (1, ""));
    assert!(words.contains("none/kuhn.txt: No such file or directory"), "{words}");
    let (code, _, words) = support::run(&folder, "solve kuhn -n 3 -b 1 --json --format csv");
    assert_eq!(code, 2, "{words}");
    support::has(&words, &["'--json' cannot be used with '--format <FORMAT>'"]);
}

/// Many bet sizes: the lists are too long to be summed up in a few lines, and the file says so.
#[test]
fn long_lists_are_written_and_not_summed_up() {
    let text = solved("newman -n 1000 -b 300", "sage");
    let end = "# Too many cases to sum up here: bluff verify checks the document.\n";
    assert!(text.ends_with(end), "{}", text.len());
    let folder = support::folder("forms-long");
    let (whole, said) = ran("python3", &[], &folder.join("solution.sage"), &text);
    assert_eq!((whole, said.as_str()), (true, ""));
    assert!(text.len() < 2_000_000, "{}", text.len());
}
