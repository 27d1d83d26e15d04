//! Habits that a text search can check: lines end at 100 columns, and documentation names its
//! subject first.

use std::fs;

use crate::citations::{FOLDERS, files, root};

/// Columns of a line.
const COLUMNS: usize = 100;

/// Words that no documentation begins with: the noun that a reader scans for would stand later.
const QUESTIONS: [&str; 5] = ["What ", "Who ", "Where ", "How ", "Whether "];

/// The lines of a Markdown document that are prose: no table, no block of code, no picture.
fn prose(document: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut code = false;
    document.lines().enumerate().filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence && !line.trim_start().starts_with(['|', '!'])
    })
}

#[test]
fn lines_end_at_a_hundred_columns() {
    let mut long = Vec::new();
    let too_long = |line: &str| line.chars().count() > COLUMNS;
    for (path, text) in files(&FOLDERS, &["rs", "py"]) {
        let lines = text.lines().enumerate().filter(|(_, line)| too_long(line));
        long.extend(lines.map(|(at, _)| format!("{}:{}", path.display(), at + 1)));
    }
    for (path, text) in files(&["docs", "data", "solver", "tests", ""], &["md"]) {
        let lines = prose(&text).filter(|(_, line)| too_long(line));
        long.extend(lines.map(|(at, _)| format!("{}:{}", path.display(), at + 1)));
    }
    assert!(long.is_empty(), "{} lines of more than {COLUMNS} columns: {long:#?}", long.len());
}

#[test]
fn documentation_begins_with_its_subject() {
    let mut vague = Vec::new();
    for (path, text) in files(&FOLDERS, &["rs"]) {
        let mut inside = false;
        for (at, line) in text.lines().enumerate() {
            let line = line.trim_start();
            let words = line.strip_prefix("//! ").or_else(|| line.strip_prefix("/// "));
            let begins = words.filter(|_| !inside);
            if begins.is_some_and(|words| QUESTIONS.iter().any(|word| words.starts_with(word))) {
                vague.push(format!("{}:{}: {line}", path.display(), at + 1));
            }
            inside = line.starts_with("//!") || line.starts_with("///");
        }
    }
    assert!(vague.is_empty(), "{} first lines: {vague:#?}", vague.len());
}
