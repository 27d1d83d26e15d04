//! Every question of the table, at every door: one answer, and the same words where it is refused.

use std::path::Path;

use bluff_questions::error::Error;
use bluff_questions::{AnswerContext, FieldKind, NamedQuestion, QUESTIONS};
use bluff_report::text::Paint;
use rational_bluff::solve::Control;
use serde_json::{Map, Value};

use crate::support::service::Service;
use crate::support::{Ran, bluff, ended, escaped, folder, has, without_progress};

const JSON: &str = "content-type: application/json\r\n";

pub(crate) type Fields = Vec<(&'static str, String)>;

/// The answer of the library, in a form.
fn written(entry: &NamedQuestion, given: &Fields, form: &str) -> Result<String, Error> {
    let question = entry.read(given.clone())?;
    question.cost()?;
    let control = Control::new();
    let work = AnswerContext { form, ..AnswerContext::of(&control) };
    Ok(question.written(Paint::Plain, work)?.text)
}

/// The arguments of the command; long fields are put into files.
fn arguments(entry: &NamedQuestion, given: &Fields, folder: &Path) -> Vec<String> {
    let mut line = vec![entry.name.to_owned()];
    let mut places = Vec::new();
    let fields = (entry.fields)();
    let in_order = fields.iter().flat_map(|field| {
        let of_field = given.iter().filter(|(key, _)| *key == field.key);
        of_field.map(move |pair| (field, pair))
    });
    for (at, (field, (key, value))) in in_order.enumerate() {
        match field.kind {
            FieldKind::Text | FieldKind::File | FieldKind::Lines => {
                let file = format!("{key}-{at}");
                std::fs::write(folder.join(&file), value).expect("a file");
                match field.kind {
                    FieldKind::Text => places.push(file),
                    _ => line.push(format!("--{}={file}", field.option)),
                }
            }
            FieldKind::Place | FieldKind::Game { .. } => places.push(value.clone()),
            FieldKind::Flag => line.push(format!("--{}", field.option)),
            _ => line.push(format!("--{}={value}", field.option)),
        }
    }
    line.push("--".to_owned());
    line.extend(places);
    line
}

/// Runs the command to its end.
fn run(folder: &Path, line: &[String]) -> Ran {
    let child = bluff(folder, "").args(line).spawn().expect("the command starts");
    let (code, out, said) = ended(child);
    (code, out, without_progress(&said))
}

pub(crate) fn query(given: &Fields) -> String {
    let pairs = given.iter().map(|(key, value)| format!("{key}={}", escaped(value)));
    pairs.collect::<Vec<_>>().join("&")
}

/// A JSON object of fields; of a key that stands twice the last one counts.
fn object(given: &Fields) -> String {
    let value = |(key, value): &(&str, String)| ((*key).to_owned(), Value::from(value.as_str()));
    Value::Object(given.iter().map(value).collect::<Map<_, _>>()).to_string()
}

pub(crate) fn example(entry: &NamedQuestion) -> Fields {
    entry.example.iter().map(|(key, value)| (*key, (*value).to_owned())).collect()
}

/// Questions whose page draws the answer.
const DRAWN: [&str; 1] = ["fairness"];

#[test]
fn every_question_has_one_answer_at_every_door() {
    let (service, folder) = (Service::new("questions", ""), folder("question-files"));
    for entry in &QUESTIONS {
        let given = example(entry);
        let (path, query) = (format!("/api/v1/{}", entry.name), query(&given));
        let asked = entry.read(given.clone());
        for form in asked.expect(entry.name).own_forms() {
            let expected = written(entry, &given, form.name).expect(entry.name);
            let mut line = arguments(entry, &given, &folder);
            line.insert(1, format!("--format={}", form.name));
            // The command checks many files, and says which.
            if entry.name != "verify" {
                let (code, out, said) = run(&folder, &line);
                assert_eq!((code, &out), (0, &expected), "{line:?}: {said}");
            }
            let got = service.get(&format!("{path}.{}?{query}", form.suffix));
            assert_eq!((got.status, &got.body), (200, &expected), "{path} {}", form.suffix);
            assert!(got.header("content-type").is_some_and(|it| it.starts_with(form.media)));
        }
        let document = written(entry, &given, "json").expect(entry.name);
        assert_eq!(service.get(&format!("{path}?{query}")).body, document, "{path}");
        assert_eq!(service.post(&path, JSON, &object(&given)).body, document, "POST {path}");
        if DRAWN.contains(&entry.name) {
            assert_eq!(service.get(&format!("/{}?{query}", entry.name)).status, 200);
            continue;
        }
        let page = service.get(&format!("/{}?{query}", entry.name));
        let words = written(entry, &given, "text").expect(entry.name);
        let first = words.lines().next().expect("a line");
        assert!(page.status == 200 && page.body.contains(first), "/{}: {}", entry.name, page.body);
        // As a browser sends a form.
        let form = "content-type: application/x-www-form-urlencoded\r\n";
        let posted = service.post(&format!("/{}", entry.name), form, &query.replace("%20", "+"));
        assert!(posted.status == 200 && posted.body.contains(first), "{}", posted.body);
        // Without fields the page is the form alone.
        let form = service.get(&format!("/{}", entry.name));
        let fields = (entry.fields)();
        let has = |key: &str| form.body.contains(&format!("name=\"{key}\""));
        assert!(form.status == 200 && fields.iter().all(|field| has(field.key)), "{}", form.body);
    }
}

/// Cards and hands that are none, or stand twice: the question, the name of the field, its value,
/// and the words of the refusal about it.
const BAD_CARDS: [(&str, &str, &str, &str); 4] = [
    ("payoff", "bets", "7", "hand “7”, expected one that some player holds: "),
    ("payoff", "bets", "AA,AA", "hand AA in a set, expected each hand once"),
    ("payoff", "calls", "KK,AA,KK", "hand KK in a set, expected each hand once"),
    ("payoff", "calls", "TT+,JJ", "hand JJ in a set, expected each hand once"),
];

/// A question about a game of hands with names, with this value in a field.
fn with_hands(entry: &NamedQuestion, key: &'static str, value: &str) -> Fields {
    let known = |key: &str| (entry.fields)().iter().any(|field| field.key == key);
    let all = [("game", "push-fold"), ("stack", "10"), ("bets", "AA"), ("calls", "AA")];
    let others = all.into_iter().filter(|(other, _)| known(other) && *other != key);
    others.chain([(key, value)]).map(|(key, value)| (key, value.to_owned())).collect()
}

/// Each field of each question left out, empty, twice, not what it is, and huge.
fn bad_fields(entry: &NamedQuestion) -> Vec<Fields> {
    let good = example(entry);
    let bad = BAD_CARDS.into_iter().filter(|(name, ..)| *name == entry.name);
    let mut all: Vec<_> = bad.map(|(_, key, value, _)| with_hands(entry, key, value)).collect();
    for field in (entry.fields)() {
        let others: Fields = good.iter().filter(|(key, _)| *key != field.key).cloned().collect();
        let with = |value: &str| {
            let mut given = others.clone();
            given.push((field.key, value.to_owned()));
            given
        };
        if field.kind == FieldKind::Flag {
            continue;
        }
        all.push(others.clone());
        all.extend(["~", "-1", "1/0", "=", "ä", "2;3"].map(with));
        all.push(with(&"9".repeat(3_000)));
        // A command names a file of lines by its path.
        let (place, game) = (FieldKind::Place, FieldKind::Game { needed: true });
        let by_place = [place, FieldKind::Text, FieldKind::Lines, game];
        if !by_place.contains(&field.kind) {
            let mut twice = with(field.example);
            twice.push((field.key, field.example.to_owned()));
            all.push(twice);
        }
    }
    all
}

#[test]
fn every_question_is_refused_in_the_same_words_at_every_door() {
    let service = Service::new("refused-questions", "--rate 0 --log off");
    let folder = folder("refused-question-files");
    let mut refused = 0;
    let mut without = Vec::new();
    for entry in &QUESTIONS {
        for given in bad_fields(entry) {
            let Err(error) = written(entry, &given, "json") else { continue };
            refused += 1;
            let (words, query) = (error.message(), query(&given));
            let got = service.get(&format!("/api/v1/{}?{query}", entry.name));
            let problem = got.json();
            assert!((400..500).contains(&got.status), "{query}: {}", got.body);
            assert_eq!(problem["detail"], words.as_str(), "{} {query}", entry.name);
            let value = error.refused().map(|value| (value.given, value.allowed)).unzip();
            let text = |key: &str| problem[key].as_str().map(str::to_owned);
            assert_eq!((text("given"), text("allowed")), value, "{} {query}", entry.name);
            // What is no document says so in the words of its reader.
            if value.1.is_none() && !words.starts_with("not a ") {
                without.push(format!("{} {query:.60}: {words}", entry.name));
            }
            // A field that is missing has no value.
            let is_missing = problem["given"] == "";
            let stands = |field: &str| is_missing || given.iter().any(|(key, _)| *key == field);
            let field = problem["field"].as_str();
            assert!(field.is_none_or(stands), "{} {query}: {field:?}", entry.name);
            for (_, key, value, refusal) in BAD_CARDS {
                if given == with_hands(entry, key, value) {
                    assert_eq!(field, Some(key), "{} {query}", entry.name);
                    has(&words, &[refusal]);
                }
            }
            let page = service.get(&format!("/{}?{query}", entry.name));
            let no_field = given.iter().all(|(_, value)| value.is_empty());
            if !no_field && !DRAWN.contains(&entry.name) {
                assert_eq!(page.status, got.status, "/{} {query}", entry.name);
                let shown = words.replace('&', "&amp;").replace('<', "&lt;");
                let shown = shown.replace('>', "&gt;").replace('"', "&quot;");
                assert!(page.body.contains(&shown), "/{} {query}: {words}", entry.name);
            }
            // The command takes many documents, and the path of a game.
            let is_path = |(key, value): &(&str, String)| {
                *key == "game" && !entry.name.starts_with("fair") && value.contains('/')
            };
            if entry.name == "verify" || given.iter().any(is_path) {
                continue;
            }
            let line = arguments(entry, &given, &folder);
            let (code, _, said) = run(&folder, &line);
            // The parser of the command line shows how the command is used.
            let usage = said.contains("required arguments were not provided");
            let alike = said.trim_end() == format!("bluff: {words}");
            assert!(code == 2 && (alike || usage), "{line:?}: {said}, not {words}");
        }
        let path = format!("/api/v1/{}", entry.name);
        for body in ["", "[]", "1", "{\"nonsense\": 1}", "{\"game\": {}}", "{\"game\": null}"] {
            service.post(&path, JSON, body).problem(400);
        }
        let unknown = service.get(&format!("{path}?nonsense=1"));
        has(&unknown.problem(400), &["nonsense = 1, expected "]);
        assert_eq!(unknown.json()["field"], "nonsense", "{path}");
        let dropped = service.get(&format!("/{}?nonsense=1", entry.name));
        assert_eq!(dropped.status, 308, "{}", dropped.body);
        assert_eq!(dropped.header("location"), Some(&*format!("/{}", entry.name)));
    }
    assert!(refused > 100, "{refused}");
    assert!(without.is_empty(), "{without:#?}");
}
