//! Commands that a document tells its reader to run, and its links.
//!
//! | in the document | here |
//! | --- | --- |
//! | a block `sh` | a script, every command of which succeeds |
//! | a block `console` | after each `$` a command, below it all that it says; `…` is any text |
//! | a block `sh no_run REASON` | shown, and not run |
//! | a block `toml NAME` or `json NAME` | a file that commands further down read |
//! | `bluff …` or `python3 …` with arguments | a command that succeeds |
//! | the same in a table | a command that says what the column “prints” has |
//!
//! `…` or a word in capitals makes what stands in a sentence a pattern, which nobody could run.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// One thing to do, and the line on which it stands.
pub(crate) struct Step {
    pub(crate) line: usize,
    pub(crate) what: What,
}

pub(crate) enum What {
    /// Commands that succeed.
    Script(String),
    /// A command and all that it says.
    Says(String, String),
    /// A command and a part of what it prints.
    Prints(String, String),
    /// A file and what is in it.
    File(String, String),
    /// A command that is not run, and why.
    Shown(String),
}

/// Anchors of a document, and where its links lead.
#[derive(Default)]
pub(crate) struct Links {
    pub(crate) anchors: Vec<String>,
    pub(crate) targets: Vec<String>,
}

/// Languages of blocks in which there is nothing to run here. The Rust of the README is a
/// documentation test of the library.
const QUIET: [&str; 3] = ["text", "toml", "rust"];

/// Beginnings of Python: `python/run` and `tests/exchange/run` look for these lines, and run what
/// follows.
const PYTHON: [&str; 2] = [">>> from rational_bluff import ", ">>> import pygambit\n"];

/// Programs that build or test the project itself: this test is one of their steps.
const BUILDERS: [&str; 6] = ["cargo", "npm", "pip", "./check", "python/run", "tests/exchange/run"];

/// Steps of a document, in order. A block that is not marked as said above is an error in words.
pub(crate) fn steps(text: &str) -> Result<Vec<Step>, String> {
    let (mut steps, mut block, mut row, mut columns) =
        (Vec::new(), None, Vec::<String>::new(), Vec::<String>::new());
    let mut in_table = false;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let line = text[..range.start].matches('\n').count() + 1;
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let CodeBlockKind::Fenced(info) = kind else {
                    return Err(format!("{line}: an indented block"));
                };
                block = Some((info.to_string(), String::new()));
            }
            Event::Text(part) if block.is_some() => {
                block.iter_mut().for_each(|(_, text)| text.push_str(&part))
            }
            Event::End(TagEnd::CodeBlock) => {
                let (info, text) = block.take().unwrap_or_default();
                let found = in_block(&info, &text).map_err(|reason| format!("{line}: {reason}"))?;
                steps.extend(found.into_iter().map(|what| Step { line, what }));
            }
            Event::Start(Tag::Table(_)) => in_table = true,
            Event::End(TagEnd::Table) => in_table = false,
            Event::Start(Tag::TableCell) => row.push(String::new()),
            Event::End(TagEnd::TableHead) => columns = std::mem::take(&mut row),
            Event::End(TagEnd::TableRow) => {
                let prints =
                    columns.iter().position(|column| column == "prints").and_then(|at| row.get(at));
                let what = match (row.first().and_then(|command| in_sentence(command)), prints) {
                    (Some(What::Script(command)), Some(part)) => {
                        Some(What::Prints(command, part.clone()))
                    }
                    (what, _) => what,
                };
                steps.extend(what.map(|what| Step { line, what }));
                row.clear();
            }
            Event::Code(code) if in_table => {
                let first = row.len() == 1;
                row.last_mut().into_iter().for_each(|cell| cell.push_str(&code));
                steps.extend(in_sentence(&code).filter(|_| !first).map(|what| Step { line, what }));
            }
            Event::Text(part) if in_table => {
                row.last_mut().into_iter().for_each(|cell| cell.push_str(&part))
            }
            Event::Code(code) => steps.extend(in_sentence(&code).map(|what| Step { line, what })),
            _ => {}
        }
    }
    Ok(steps)
}

fn in_block(info: &str, text: &str) -> Result<Vec<What>, String> {
    let (language, more) = info.split_once(' ').unwrap_or((info, ""));
    match (language, more.strip_prefix("no_run ")) {
        ("sh", Some(reason)) => Ok(vec![What::Shown(format!("{} ({reason})", text.trim()))]),
        ("sh", None) if more.is_empty() => Ok(vec![What::Script(text.to_owned())]),
        ("console", _) if text.starts_with("$ ") => Ok(in_console(text)),
        ("toml" | "json" | "csv", _) if !more.is_empty() => {
            Ok(vec![What::File(more.to_owned(), text.to_owned())])
        }
        ("python", _) if PYTHON.iter().any(|begin| text.starts_with(begin)) => Ok(Vec::new()),
        (quiet, _) if QUIET.contains(&quiet) && !text.contains("bluff ") => Ok(Vec::new()),
        _ => Err(format!(
            "a block “{info}” that nothing runs; the head of support/markdown.rs lists those that \
             are run"
        )),
    }
}

/// Each `$ command`, and what stands below it up to the next.
fn in_console(text: &str) -> Vec<What> {
    let parts = text
        .trim_start_matches("$ ")
        .split("\n$ ")
        .map(|part| part.split_once('\n').unwrap_or((part, "")));
    parts.map(|(command, said)| What::Says(command.to_owned(), said.to_owned())).collect()
}

/// A command in a sentence: one of ours, or one that builds the project. A name alone, `bluff
/// serve` say, is none.
fn in_sentence(code: &str) -> Option<What> {
    let words: Vec<&str> = code.split(' ').collect();
    let capital =
        |word: &str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_uppercase());
    let pattern =
        code.contains('…') || code.split(|letter: char| !letter.is_alphabetic()).any(capital);
    let started = words.iter().find(|word| !word.contains('='))?;
    if BUILDERS.contains(started) && words.len() > 1 {
        return Some(What::Shown(format!("{code} (builds or tests the project)")));
    }
    (["bluff", "python3"].contains(started) && words.len() > 2 && !pattern)
        .then(|| What::Script(code.to_owned()))
}

/// The anchors and the links of a document.
pub(crate) fn links(text: &str) -> Links {
    let (mut links, mut heading) = (Links::default(), None::<String>);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                links.anchors.extend(heading.take().map(|heading| anchor(&heading)))
            }
            Event::Text(part) | Event::Code(part) => {
                heading.iter_mut().for_each(|heading| heading.push_str(&part))
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                links.targets.push(dest_url.to_string());
            }
            Event::Html(tag) | Event::InlineHtml(tag) => {
                let name = tag.split_once("<a id=\"").and_then(|(_, name)| name.split_once('"'));
                links.anchors.extend(name.map(|(name, _)| name.to_owned()));
            }
            _ => {}
        }
    }
    links
}

/// The anchor of a heading, as hosts of Markdown and the book make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
}
