//! Texts from outside, made fit for messages.

use rational_bluff::exact::json::json_words;
use rational_bluff::exact::{Rational, beginning, did_you_mean, nearest};
use rational_bluff::tree::TreeFile;

/// The message of a parser, which may repeat its input: lines of at most 120 characters.
pub fn shortened(message: &str) -> String {
    let line = |line: &str| match line.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    message.trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The message of a parser, with the name that an unknown key or value nearly is.
pub fn parse_message(error: &dyn std::error::Error) -> String {
    let message = json_words(error);
    let meant = message.lines().find_map(unknown_name).and_then(|names| {
        // The name given, and behind it those that are allowed.
        let mut names = names.split('`').step_by(2);
        nearest(names.next()?, names)
    });
    shortened(&message) + &did_you_mean(meant)
}

/// The text behind the first backtick of a line about a key or value that there is not.
fn unknown_name(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("unknown ")?;
    rest.strip_prefix("field `").or_else(|| rest.strip_prefix("variant `"))
}

/// A text without the mark of byte order that spreadsheets and editors begin one with.
pub fn unmarked(mut text: String) -> String {
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    text
}

/// A text from outside made fit for a message: at most 80 characters, control characters escaped.
pub fn printable(text: &str) -> String {
    beginning(text, 80)
}

/// True of the text of a game file: names and labels begin with a letter.
pub fn is_game_file(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// True of the rows of a matrix: more than one word, the first a number.
pub fn is_matrix(text: &str) -> bool {
    let is_blank = |sign: char| sign == ',' || sign.is_whitespace();
    let first = text.trim_matches(is_blank).split_once(is_blank);
    first.is_some_and(|(word, _)| word.parse::<Rational>().is_ok())
}

/// True of a game without cards: a file for Gambit, or the rows of a matrix.
pub fn is_tree(text: &str) -> bool {
    TreeFile::kind_of(text).is_some() || is_matrix(text)
}
