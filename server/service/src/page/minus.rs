//! Minus signs of negative numbers, as a printer sets them.

/// Elements whose text keeps its hyphens: it is copied into a terminal or a form, or it is an error
/// in the words that every door has. The start of the tag, and the element's name.
const VERBATIM: [(&str, &str); 7] = [
    ("code", "code"),
    ("pre", "pre"),
    ("textarea", "textarea"),
    ("option", "option"),
    ("script", "script"),
    ("title", "title"),
    ("p class=\"refused\"", "p"),
];

/// A page with U+2212 for the hyphen of each negative number in its text. Attributes and what is
/// copied into a terminal stay as they are.
pub(super) fn with_minus_signs(page: &str) -> String {
    let mut set = String::with_capacity(page.len() + 256);
    let mut inside = None;
    for (at, part) in page.split('<').enumerate() {
        if at == 0 {
            set.push_str(part);
            continue;
        }
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let opens = |start: &str| {
            let rest = tag.strip_prefix(start);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
        };
        match inside {
            None => inside = VERBATIM.into_iter().find(|(start, _)| opens(start)),
            Some((_, name)) if tag.strip_prefix('/') == Some(name) => inside = None,
            Some(_) => {}
        }
        set.push('<');
        set.push_str(&part[..part.len() - text.len()]);
        if inside.is_some() {
            set.push_str(text);
        } else {
            set_text(text, &mut set);
        }
    }
    set
}

/// Text with its hyphens before numbers replaced. A hyphen within a word or a label stays.
fn set_text(text: &str, set: &mut String) {
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let number = letters.peek().is_some_and(char::is_ascii_digit);
        let starts = before.is_whitespace() || "(=[:;,+×".contains(before);
        set.push(if letter == '-' && number && starts { '−' } else { letter });
        before = letter;
    }
}

#[cfg(test)]
mod tests {
    use super::with_minus_signs;

    #[test]
    fn negative_numbers_get_a_minus_sign_and_labels_keep_their_hyphens() {
        let page = "<p title=\"-1\">-1/18 = -0.05, (-2) kuhn/n3-b1, 2-3, -b <code>-n 3 -1</code> \
            <b>-4</b></p><p class=\"refused\">b = -1</p>";
        let set = "<p title=\"-1\">−1/18 = −0.05, (−2) kuhn/n3-b1, 2-3, -b <code>-n 3 -1</code> \
            <b>−4</b></p><p class=\"refused\">b = -1</p>";
        assert_eq!(with_minus_signs(page), set);
    }
}
