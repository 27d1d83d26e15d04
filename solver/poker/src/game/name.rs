//! Names that people give: views, actions and nodes of a betting tree.

use bluff_exact::excerpt;

use super::GameError;

/// Characters that nobody sees, or that change the direction of the text around them: control and
/// format characters, separators other than the blank, fillers, variation selectors and private
/// use. First and last of each range.
const INVISIBLE: [(u32, u32); 32] = [
    (0x0, 0x1F),
    (0x7F, 0xA0),
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x600, 0x605),
    (0x61C, 0x61C),
    (0x6DD, 0x6DD),
    (0x70F, 0x70F),
    (0x890, 0x891),
    (0x8E2, 0x8E2),
    (0x115F, 0x1160),
    (0x1680, 0x1680),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2000, 0x200F),
    (0x2028, 0x202F),
    (0x205F, 0x206F),
    (0x2800, 0x2800),
    (0x3000, 0x3000),
    (0x3164, 0x3164),
    (0xD800, 0xF8FF),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0xFFFE, 0xFFFF),
    (0x110BD, 0x110BD),
    (0x110CD, 0x110CD),
    (0x13430, 0x1343F),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0x10FFFF),
];

/// Longest name, in characters.
pub(super) const MAX_NAME: usize = 80;

fn is_visible(character: char) -> bool {
    !INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(character)))
}

/// Refuses a name that does not print on a line, or may look like another: one with invisible
/// characters, blanks at its ends, or two blanks in a row.
pub(super) fn check_name(what: &str, name: &str) -> Result<(), GameError> {
    let blanks = name.starts_with(' ') || name.ends_with(' ') || name.contains("  ");
    let fits =
        (1..=MAX_NAME).contains(&name.chars().count()) && name.chars().all(is_visible) && !blanks;
    let allowed = "1 to 80 visible characters, and single blanks inside it only";
    let refused = || GameError::expected(format!("{what} “{}”", excerpt(name)), allowed);
    if fits { Ok(()) } else { Err(refused()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_character_and_separator_is_invisible() {
        assert!(INVISIBLE.windows(2).all(|pair| pair[0].1 < pair[1].0));
        // Soft hyphen, no-break space, zero width space and joiner, marks and embeddings of
        // direction, line separator, byte order mark, tag, filler, tabulator.
        let hidden = "\u{AD}\u{A0}\u{200B}\u{200D}\u{200F}\u{202E}\u{2066}\u{2028}\u{FEFF}";
        for hidden in hidden.chars().chain(['\u{E0041}', '\u{3164}', '\t']) {
            assert!(check_name("view", &format!("call{hidden}")).is_err(), "{hidden:?}");
        }
        for name in ["", " call", "call ", "facing  a bet"] {
            assert!(check_name("view", name).is_err(), "{name:?}");
        }
        for name in [
            "facing bet 5/2 after a check",
            "Gebot über 3 €",
            "加注",
            "תשלום",
            "♠️".trim_end_matches('\u{FE0F}'),
        ] {
            assert!(check_name("view", name).is_ok(), "{name:?}");
        }
    }
}
