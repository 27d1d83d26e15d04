//! Habits that a text search can check: lines end at 100 columns, documentation names its subject
//! first, and a type has a name of its own.

use std::collections::BTreeMap;

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

/// The name of the type or the trait that a line of code defines.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let visible = line.strip_prefix("pub(").and_then(|rest| rest.split_once(") "));
    let line = visible.map_or(line, |(_, rest)| rest);
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let named = ["struct ", "enum ", "trait "].iter().find_map(|kind| line.strip_prefix(kind))?;
    named.split(|letter: char| !letter.is_alphanumeric()).next()
}

/// Search, stack traces and speech name a type without its path. Associated types of traits are
/// none of ours, and tests are left out.
#[test]
fn a_type_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in files(&["solver", "server", "python"], &["rs"]) {
        let inside = path.strip_prefix(root()).expect("inside").display().to_string();
        if !inside.contains("/src/")
            || ["/tests.rs", "/tests/"].iter().any(|it| inside.contains(it))
        {
            continue;
        }
        let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (at, line) in product.lines().enumerate() {
            if let Some(name) = defined(line) {
                places.entry(name.to_owned()).or_default().push(format!("{inside}:{}", at + 1));
            }
        }
    }
    assert!(places.len() > 500, "{} types", places.len());
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "{} names defined twice: {places:#?}", places.len());
}

#[test]
fn the_reader_sees_every_form_of_definition() {
    for line in [
        "struct A;",
        "    pub enum A {",
        "pub(super) struct A<T>(T);",
        "pub(in crate::b) trait A: B {",
    ] {
        assert_eq!(defined(line), Some("A"), "{line}");
    }
    for line in ["type A = B;", "let structure = 1;", "/// pub struct A;", "impl A {"] {
        assert_eq!(defined(line), None, "{line}");
    }
}
