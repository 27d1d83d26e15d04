//! Files of other programs where they are not taken.

use rational_bluff::tree::TreeFile;

use crate::error::Error;
use crate::given::{in_words, unexpected};
use crate::text::is_matrix;

/// Names of the questions that take a file for Gambit as their game.
pub const TREE_QUESTIONS: [&str; 3] = ["solve", "equilibria", "payoff"];

/// Refuses a file for Gambit or a matrix where a game of poker is wanted, as ` for face` says.
///
/// Errors: `Refused`, which names the questions that take one.
pub(crate) fn refuse_tree(key: &str, text: &str, wanted: &str) -> Result<(), Error> {
    let (given, all) = match TreeFile::kind_of(text) {
        Some(kind) => (format!("the text of an .{kind} file"), "files for Gambit"),
        None if is_matrix(text) => ("the rows of a matrix".to_owned(), "matrices"),
        None => return Ok(()),
    };
    let names = TREE_QUESTIONS.join(", ");
    Err(unexpected(key, &given, &format!("a game of poker{wanted}; {all} are taken by {names}")))
}

/// Refuses Gambit's files of action graphs, by their first word.
///
/// Errors: `Refused`, which names the kinds that are read.
pub fn refuse_action_graph(text: &str) -> Result<(), Error> {
    let word = text.trim_start_matches('\u{feff}').split_whitespace().next().unwrap_or_default();
    match word {
        "#AGG" | "#BAGG" => {
            let allowed = "an extensive or a strategic form: .efg or .nfg";
            Err(in_words("game", word, format!("a file of an action graph ({word})"), allowed))
        }
        _ => Ok(()),
    }
}
