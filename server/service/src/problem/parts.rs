//! The parts of a message: the field, the value given and the values allowed.

use serde::Serialize;

/// The parts of a message that names what was given and what is allowed, as those of the house do:
/// `n = 0, expected …`, `method “simplex”, expected …`, `301 decks, expected …`.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct MessageParts<'a> {
    /// The name of the parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<&'a str>,
}

impl<'a> MessageParts<'a> {
    /// The parts of a message; none of a message in another form.
    pub(super) fn of(message: &'a str) -> Self {
        // The given text may say “expected” too, the allowed values do not.
        let Some((before, allowed)) = message.rsplit_once(", expected ") else {
            return Self::default();
        };
        if before.contains('\n') {
            // A place in a file, drawn with lines.
            return Self::default();
        }
        let equation = before.split_once(" = ").filter(|(_, given)| !given.contains(" = "));
        let quoted = || before.strip_suffix('”')?.split_once(" “");
        let named = equation.or_else(quoted).filter(|(field, _)| is_name(field));
        let (field, given) = named.map_or((None, before), |(field, given)| (Some(field), given));
        let allowed = allowed.split_once("; did you mean ").map_or(allowed, |(names, _)| names);
        Self { field, given: Some(given), allowed: Some(allowed) }
    }

    /// The parts with this field, if the message names none.
    pub(super) fn with_field(self, field: Option<&'a str>) -> Self {
        Self { field: self.field.or(field), ..self }
    }

    /// The parts of a message about one of these fields; what it names otherwise is part of a game.
    pub(super) fn among(self, fields: &[&'a str]) -> Self {
        let known = |field: &str| fields.iter().copied().find(|known| *known == field);
        let field = self.field.and_then(|field| known(field).or_else(|| known("game")));
        Self { field, ..self }
    }
}

fn is_name(text: &str) -> bool {
    let name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    !text.is_empty() && text.bytes().all(name)
}

#[cfg(test)]
mod tests {
    use super::MessageParts;

    #[test]
    fn a_message_names_its_field_and_values() {
        for (message, field, given, allowed) in [
            ("n = 0, expected a whole number from 2 to 9", "n", "0", "a whole number from 2 to 9"),
            ("n = x, expected y, expected 3, expected 4", "n", "x, expected y, expected 3", "4"),
            (
                "method “simplex”, expected one of: auto, lp",
                "method",
                "simplex",
                "one of: auto, lp",
            ),
            ("form “cvs”, expected one of: csv; did you mean csv?", "form", "cvs", "one of: csv"),
            ("301 decks, expected at most 300", "", "301 decks", "at most 300"),
            ("n = 5 and b = 2: 9 sizes, expected 8", "", "n = 5 and b = 2: 9 sizes", "8"),
            ("n = , expected 8", "n", "", "8"),
            (
                "Ah is twice in “AhAh”, expected each card once",
                "",
                "Ah is twice in “AhAh”",
                "each card once",
            ),
        ] {
            let found = MessageParts::of(message);
            let named = (!field.is_empty()).then_some(field);
            let expected =
                MessageParts { field: named, given: Some(given), allowed: Some(allowed) };
            assert_eq!(found, expected, "{message}");
        }
        assert_eq!(MessageParts::of("the queue is full"), MessageParts::default());
    }
}
