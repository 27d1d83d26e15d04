//! Texts from outside, made fit for messages.

/// The message of a parser, which may repeat its input: lines of at most 120 characters.
pub fn shortened(message: &str) -> String {
    let line = |line: &str| match line.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    message.trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A text from outside made fit for a message: at most 80 characters, control characters escaped.
pub fn printable(text: &str) -> String {
    let mut shown: String = text.chars().take(80).flat_map(char::escape_debug).collect();
    if text.chars().nth(80).is_some() {
        shown.push('…');
    }
    shown
}
