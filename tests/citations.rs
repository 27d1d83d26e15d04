//! Comments cite only what is in the repository: a document of `docs/`, and a heading that it has.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose code may cite documents.
pub(crate) const FOLDERS: [&str; 7] =
    ["solver", "server", "python", "tests", "checker", "fuzz", "benches"];

/// Folders that builds and package managers write, or that hold no texts of ours.
const LEFT_OUT: [&str; 3] = ["target", "node_modules", ".git"];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of these folders with one of these endings, with their texts; the empty name is the
/// top folder without the folders in it.
pub(crate) fn files(folders: &[&str], endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut left: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                let passed = LEFT_OUT.iter().any(|name| path.ends_with(name));
                if !passed && folder != root() {
                    left.push(path);
                }
            } else if path.extension().is_some_and(|it| endings.iter().any(|end| it == *end)) {
                let text = fs::read_to_string(&path).expect("a text");
                found.push((path, text));
            }
        }
    }
    found
}

/// Each `docs/NAME.md` or `docs/NAME.md#HEADING` of a text.
fn citations(text: &str) -> Vec<(&str, Option<&str>)> {
    let part = |letter: char| letter.is_alphanumeric() || "_-/".contains(letter);
    let end = |text: &str| text.find(|letter: char| !part(letter)).unwrap_or(text.len());
    let mut found = Vec::new();
    for (at, _) in text.match_indices("docs/") {
        let path = &text[at..at + end(&text[at..])];
        let Some(rest) = text[at + path.len()..].strip_prefix(".md") else { continue };
        let heading = rest.strip_prefix('#').map(|heading| &heading[..end(heading)]);
        found.push((path, heading));
    }
    found
}

/// The anchors of the headings of a document, and those that it sets itself.
fn anchors(document: &str) -> Vec<String> {
    let of_heading = |heading: &str| {
        let kept = heading
            .trim()
            .chars()
            .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() })
            .collect::<String>()
    };
    let headings = document
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| of_heading(line.trim_matches('#')));
    let set = document.split("<a id=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    headings.chain(set.map(|(name, _)| name.to_owned())).collect()
}

/// The errors in the citations of a text: a document or a heading that does not exist, or a
/// document cited by a bare name and a section.
fn wrong(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, heading) in citations(text) {
        let Ok(document) = fs::read_to_string(root().join(format!("{path}.md"))) else {
            wrong.push(format!("{path}.md is not there"));
            continue;
        };
        if let Some(heading) =
            heading.filter(|heading| !anchors(&document).iter().any(|anchor| anchor == heading))
        {
            wrong.push(format!("{path}.md has no heading {heading}"));
        }
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.windows(2) {
        let name = pair[0].trim_matches(|letter: char| !letter.is_alphanumeric());
        let capitals = name.len() > 3 && name.chars().all(|letter| letter.is_ascii_uppercase());
        let numbered = pair[1].starts_with(|letter: char| letter.is_ascii_digit());
        // HTTP with a number is a status.
        let ours = numbered
            && capitals
            && name != "HTTP"
            && root().join(format!("docs/{name}.md")).exists();
        if ours || (capitals || name == "specification") && pair[1] == "section" {
            wrong.push(format!("{} {} is no document of docs/", pair[0], pair[1]));
        }
    }
    wrong
}

#[test]
fn every_document_that_code_cites_has_the_heading() {
    let sources = files(&FOLDERS, &["rs", "py"]);
    let cited: usize = sources.iter().map(|(_, text)| citations(text).len()).sum();
    assert!(cited > 20, "{cited}");
    let wrong = |(path, text): &(PathBuf, String)| {
        let this = path.ends_with("citations.rs");
        let found = if this { Vec::new() } else { wrong(text) };
        found.into_iter().map(|reason| format!("{}: {reason}", path.display())).collect::<Vec<_>>()
    };
    let wrong: Vec<String> = sources.iter().flat_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_citation_that_leads_nowhere_is_found() {
    let good = "docs/DERIVATIONS.md, docs/FINDINGS.md#equal-decks and \
        docs/games/newman.md#saturation; KTZ24 section 4";
    assert_eq!(wrong(good), Vec::<String>::new());
    assert_eq!(wrong("docs/NONE.md#a"), ["docs/NONE.md is not there"]);
    assert_eq!(wrong("(docs/games/newman.md#none)"), ["docs/games/newman.md has no heading none"]);
    for text in
        ["MATH section 4", "by LITERATURE 4.3,", "the table of the specification, section 2.1"]
    {
        assert_eq!(wrong(text).len(), 1, "{text}");
    }
}
