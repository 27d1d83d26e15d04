//! Row F7: bad numbers and broken documents, the same at both doors.

use std::fs;
use std::path::PathBuf;

use crate::support;
use crate::support::service::{Reply, Service};

/// Texts that are no rational number, or none that is allowed where a bet is expected.
const NUMBERS: &[&str] = &[
    "1/0", "0/0", "-1/0", "-0", "1//2", "1/", "/2", "/", "1/2/3", "0x1", "0b1", "1e9", "1E9",
    "1e-9", "1e", "NaN", "nan", "inf", "Infinity", "-inf", "+1", "--1", "- 1", "-", "", ".", "1.",
    ".5", "1..5", "1.5.5", "1.5/2", "1/2.5", "1,5", "1 000", "1_000", "1'000", "１", "٣", "½", "²",
    "1/-2", "-1/-2", "1/+2", "1 /2", "1/ 2", "one", "null", "true", "#1", "$1", "1;", "1%",
];

/// Numbers of which each has a limit.
fn long_numbers() -> [String; 6] {
    let nines = |count: usize| "9".repeat(count);
    [
        nines(1_001),
        nines(100_000),
        format!("1/{}", nines(5_000)),
        format!("0.{}", nines(5_000)),
        format!("-{}", nines(9_999)),
        nines(500_000),
    ]
}

/// Documents that are broken elsewhere than in their numbers.
fn torn(document: &str) -> Vec<String> {
    let length = document.chars().count();
    let mut all: Vec<String> =
        (0..16).map(|part| document.chars().take(length * part / 16).collect()).collect();
    let first = |more: &str| document.replacen('{', &format!("{{ {more}"), 1);
    all.extend([
        first("\"format\": 1,"),
        first("\"format\": 2,"),
        first("\"format\": NaN,"),
        first("\"format\": 1e400,"),
        first(&format!("\"{}\": 1,", "x".repeat(300_000))),
        first("\"more\": \"\\ud800\","),
        first("// words\n"),
        first("\u{0}"),
        format!("\u{feff}{document}"),
        format!("{document}{document}"),
        format!("[{document}]"),
        document.replace('"', "'"),
        document.replace(':', "="),
        document.replace('1', "[1]"),
        document.replace("\"1\"", "1"),
        document.replace("\"1\"", "null"),
        document.replace("\"1\"", "{}"),
        document.replace("\"1\"", "1.0"),
        "[".repeat(100_000),
        "{\"format\":".repeat(80_000),
        "\"".to_owned(),
        "0".repeat(900_000),
    ]);
    all
}

/// Numbers as people write them elsewhere, and the spelling that is read.
const MEANT: [(&str, &str); 7] = [
    ("1 / 2", "1/2"),
    ("½", "1/2"),
    ("1½", "3/2"),
    ("\u{2212}1/2", "-1/2"),
    ("1 000", "1000"),
    ("1\u{a0}000", "1000"),
    ("1\u{202f}000", "1000"),
];

#[test]
fn a_number_in_another_spelling_is_refused_with_its_own() {
    let service = Service::new("meant-numbers", "");
    let folder = support::folder("meant-numbers-command");
    let refused = |given: &str, words: &str| {
        let line = ["solve", "kuhn", "-n", "3", "-b", given];
        let output = support::bluff(&folder, "").args(line).output().expect("the command runs");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        let body = serde_json::json!({ "game": "kuhn", "n": "3", "b": given }).to_string();
        let reply = service.post("/api/v1/solve", "content-type: application/json\r\n", &body);
        for words in [words, &format!("b = {}, expected ", given.escape_debug())] {
            assert!(said.contains(words), "{given}: {said}");
            assert!(reply.json()["detail"].as_str().expect("words").contains(words), "{given}");
        }
    };
    for (given, meant) in MEANT {
        refused(given, &format!("; did you mean {meant}?"));
    }
    // A bet in per cent is one of the pot.
    refused("50%", "; 50% of the pot of 2 is 1");
    refused("75\u{a0}%", "% of the pot of 2 is 3/2");
    // A list of bets is for a grid.
    refused("0,5", "one number, 0.5 with a point; for ranges: bluff grid kuhn -n 3 -b 0,5");
    refused("1,000", "1000 without commas");
}

/// Both doors, how many questions they refused, and in how many words at most.
struct Doors {
    service: Service,
    folder: PathBuf,
    refused: usize,
    longest: usize,
}

impl Doors {
    /// Asks both: they must agree, and say so in the same words where they refuse.
    fn ask(&mut self, what: &str, reply: &Reply, line: &[&str]) {
        let mut command = support::bluff(&self.folder, "");
        let output = command.args(line).output().expect("the command runs");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        let (code, said) = (output.status.code(), said.trim_end().trim_start_matches("bluff: "));
        let what: String = what.chars().take(200).collect();
        if reply.status == 200 {
            assert_eq!(code, Some(0), "{what}: {said}");
            return;
        }
        let words = reply.problem(reply.status);
        assert!(
            matches!(reply.status, 400 | 404 | 422) && matches!(code, Some(1 | 2)),
            "{what}: {words}; {code:?} {said}"
        );
        assert_eq!(words, said, "{what}");
        assert!(!words.is_empty() && words.len() < 4_000, "{what}: {} bytes", words.len());
        (self.refused, self.longest) = (self.refused + 1, self.longest.max(words.len()));
    }

    /// A label over HTTP, and its parts on the command line.
    fn game(&mut self, n: &str, b: &str) {
        // In a label a stroke is a line below.
        let written = |number: &str| support::escaped(&number.replace('/', "_"));
        let label = format!("von-neumann/n{}-b{}", written(n), written(b));
        let mut reply = self.service.get(&format!("/api/v1/solutions/{label}"));
        // A number in another spelling leads to the label in lowest terms.
        if reply.status == 308 {
            reply = self.service.get(reply.header("location").expect("an address"));
        }
        self.ask(&label, &reply, &["solve", "von-neumann", "-n", n, "-b", b]);
    }

    /// The same text as a body and as a file, whose name stands in place of `FILE`.
    fn text(&mut self, route: &str, line: &str, text: &str) {
        fs::write(self.folder.join("text.json"), text).expect("a file");
        let reply = self.service.post(&format!("/api/v1/{route}"), "", text);
        let line = line.replace("FILE", "text.json");
        self.ask(&format!("{route}: {text}"), &reply, &line.split(' ').collect::<Vec<_>>());
    }
}

#[test]
fn bad_numbers_and_broken_documents_are_refused_alike_at_both_doors() {
    let folder = support::folder("numbers");
    let service = Service::within(&folder, "--rate 0 --log off");
    let printed = |line: &str| support::run(&folder, line).1;
    let (document, file) =
        (printed("solve kuhn -n 3 -b 1 --format json"), printed("game kuhn -n 3 -b 1"));
    let mut doors = Doors { service, folder, refused: 0, longest: 0 };
    let long = long_numbers();
    // A stroke in a label is a line below, which is no number on the command line. Some texts are
    // numbers or ranges for people, and none in a document.
    let people = [".5", "1e9", "1E9", "1..5", "1,5"];
    let no_number = |number: &&str| !number.contains('_') && !people.contains(number);
    for number in NUMBERS.iter().copied().filter(no_number) {
        doors.game("3", number);
        if !number.contains(['/', '-']) {
            doors.game(number, "2");
        }
    }
    doors.game("3", &long[0]);
    doors.game(&long[0], "2");
    let verified = [r#"["@","1/18"]"#, r#""check":"@""#, r#"["@","1"]"#];
    let routes = [
        ("verify", "verify FILE", &document, verified.as_slice()),
        (
            "payoff",
            "payoff kuhn -n 3 -b 1 --profile FILE",
            &document,
            [r#""check":"@""#, r#"["@","1"]"#].as_slice(),
        ),
        ("solutions", "solve FILE", &file, [r#""n": "@""#, "\n        \"@\""].as_slice()),
    ];
    for (route, line, text, places) in routes {
        for place in places {
            let (before, after) = place.split_once('@').expect("a place");
            let start = text.find(before).expect("a place") + before.len();
            let end = start + text[start..].find(after).expect("its end");
            for number in NUMBERS.iter().copied().chain(long.iter().map(String::as_str)) {
                doors.text(route, line, &format!("{}{number}{}", &text[..start], &text[end..]));
            }
        }
        // A profile names its game over HTTP alone, and is read for that first.
        for text in torn(text).into_iter().filter(|_| route != "payoff") {
            doors.text(route, line, &text);
        }
    }
    eprintln!("F7: {} refused alike, in {} bytes at most", doors.refused, doors.longest);
    assert!(doors.refused >= 480, "{}", doors.refused);
    assert_eq!(doors.service.get("/healthz").body, "ok");
    assert!(!doors.service.said().contains("panic"), "{}", doors.service.said());
}
