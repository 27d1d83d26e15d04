//! A value that is refused, with what is allowed instead.

use std::fmt;

/// A value that is refused, with the field that has it and what is allowed.
///
/// ```
/// use bluff_exact::RefusedValue;
/// let refused = RefusedValue::of("n", 1, "a whole number from 2 to 9");
/// assert_eq!(refused.to_string(), "n = 1, expected a whole number from 2 to 9");
/// let refused = RefusedValue::without_field("301 decks", "at most 300");
/// assert_eq!(refused.to_string(), "301 decks, expected at most 300");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedValue {
    /// The name of the field; `None` where it is about more than one.
    pub field: Option<String>,
    /// The value, or a description of it.
    pub given: String,
    /// A value or a range that is allowed.
    pub allowed: String,
    /// The message before the comma, where it is not the field with its value.
    words: Option<Box<str>>,
}

impl RefusedValue {
    /// The value of a field.
    pub fn of(field: impl ToString, given: impl ToString, allowed: impl ToString) -> Self {
        let field = Some(field.to_string());
        Self { field, ..Self::without_field(given, allowed) }
    }

    /// A value that is in no field alone.
    pub fn without_field(given: impl ToString, allowed: impl ToString) -> Self {
        Self { field: None, given: given.to_string(), allowed: allowed.to_string(), words: None }
    }

    /// The same value, in other words than the field with its value.
    ///
    /// ```
    /// use bluff_exact::RefusedValue;
    /// let refused = RefusedValue::of("residue", 9, "one below 3").in_words("the residue 9");
    /// assert_eq!(refused.to_string(), "the residue 9, expected one below 3");
    /// ```
    #[must_use]
    pub fn in_words(self, words: impl ToString) -> Self {
        Self { words: Some(words.to_string().into()), ..self }
    }
}

impl fmt::Display for RefusedValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.words, &self.field) {
            (Some(words), _) => formatter.write_str(words)?,
            (None, Some(field)) => write!(formatter, "{field} = {}", self.given)?,
            (None, None) => formatter.write_str(&self.given)?,
        }
        write!(formatter, ", expected {}", self.allowed)
    }
}
