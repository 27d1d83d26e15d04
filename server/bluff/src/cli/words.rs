//! Words in place of a command: `bluff "kuhn 5 2"`, as the search of the pages takes them.

use std::ffi::OsString;

use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::words::WordsMeaning;

/// The arguments, or the command that their words mean where they begin with none of `known`. The
/// options of a label stay: `bluff kuhn/n5-b2 --json`.
///
/// Errors: those of [`WordsMeaning::read`]; `Malformed` for words that only a page answers.
pub(super) fn understood(
    given: Vec<OsString>,
    known: &clap::Command,
) -> Result<Vec<OsString>, Error> {
    let words: Option<Vec<&str>> = given.iter().skip(1).map(|word| word.to_str()).collect();
    let Some(words) = words else { return Ok(given) };
    let Some(first) = words.first() else { return Ok(given) };
    if first.starts_with('-') || *first == "help" || known.find_subcommand(first).is_some() {
        return Ok(given);
    }
    let is_label = first.contains('/') && words.get(1).is_some_and(|next| next.starts_with('-'));
    let (asked, rest) =
        if is_label { (first.to_string(), &words[1..]) } else { (words.join(" "), &[][..]) };
    let command = match WordsMeaning::read(&asked)? {
        // A tip says what a name alone lacks.
        None | Some(WordsMeaning { is_name: true, .. }) => return Ok(given),
        Some(WordsMeaning { address, command, .. }) if command.is_empty() => {
            return Err(Error::Malformed(format!(
                "“{}” has a page: bluff serve, then open http://127.0.0.1:8080{address}",
                printable(&asked)
            )));
        }
        Some(meaning) => meaning.command,
    };
    let rest = rest.iter().map(|&option| option.to_owned());
    let command = command.into_iter().chain(rest).map(OsString::from);
    Ok(given[..1].iter().cloned().chain(command).collect())
}
