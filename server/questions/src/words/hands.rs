//! Hands and boards of hold'em in words.

use bluff_report::equity::EquityQuestion;
use rational_bluff::cards::{HandClass, OpenCards};

/// True of a class of hands in the usual spelling, `72o`; `22` alone is rather a number.
fn is_class(word: &str) -> bool {
    word.parse::<u64>().is_err() && HandClass::all().any(|class| class.to_string() == word)
}

/// The address and the command of two hands or ranges, a word such as `vs` between them where they
/// have several, and a board behind `on`. A class of hands alone is against all hands.
pub(super) fn equity_of(words: &str) -> Option<(String, Vec<String>)> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let place = |words: &[&str], names: &[&str]| {
        words.iter().position(|word| names.contains(&word.to_lowercase().as_str()))
    };
    let (hand, rest) = match place(&words, &["vs", "vs.", "v", "versus", "against"]) {
        Some(middle) => (words[..middle].concat(), &words[middle + 1..]),
        None if words.len() == 2 => (words[0].to_owned(), &words[1..]),
        None if is_class(words.first()?) && words.len() == 1 => (words[0].to_owned(), &["all"][..]),
        None => return None,
    };
    let end = place(rest, &["on", "board"]).unwrap_or(rest.len());
    let (range, board) = (rest[..end].concat(), rest.get(end + 1..).unwrap_or_default().concat());
    let board = Some(board.as_str()).filter(|board| !board.is_empty());
    EquityQuestion::read(&hand, &range, board).ok()?;
    let fields = [("hand", hand.as_str()), ("range", &range)];
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields.into_iter().chain(board.map(|board| ("board", board))))
        .finish();
    let on_board = board.into_iter().flat_map(|board| ["--board", board]);
    let command = ["equity", &hand, &range].into_iter().chain(on_board).map(str::to_owned);
    Some((format!("/equity?{query}"), command.collect()))
}

/// The address of the board of a flop, a turn or a river.
pub(super) fn board_of(words: &str) -> Option<String> {
    let board =
        words.parse::<OpenCards>().ok().filter(|board| (3..=5).contains(&board.dealt().len()))?;
    Some(format!("/holdem?board={board}"))
}
