//! Words of Gambit's files, with the line and the column of each.

use std::borrow::Cow;
use std::collections::HashSet;

use super::ExchangeError;
use bluff_exact::{Rational, excerpt};

/// The largest file read, in bytes.
pub const MAX_BYTES: usize = 32 << 20;
/// The longest number read, in characters.
const MAX_NUMBER: usize = 1_000;

/// A word of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileToken<'a> {
    /// Between quotes, without them.
    Quoted(Cow<'a, str>),
    /// Letters and digits.
    Bare(&'a str),
    Open,
    Close,
    End,
}

/// The place at which a word begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct FilePosition<'a> {
    text: &'a str,
    at: usize,
}

impl FilePosition<'_> {
    /// The error that something else was expected here: line and column are counted from 1.
    pub(super) fn refused(
        self,
        given: impl Into<String>,
        expected: impl Into<String>,
    ) -> ExchangeError {
        let before = &self.text[..self.at];
        let line = before.rsplit('\n').next().unwrap_or_default();
        ExchangeError::Malformed {
            line: 1 + before.matches('\n').count(),
            column: 1 + line.chars().count(),
            given: given.into(),
            expected: expected.into(),
        }
    }
}

/// Reads a text word by word, one ahead.
pub(super) struct FileReader<'a> {
    text: &'a str,
    at: usize,
    next: (FileToken<'a>, FilePosition<'a>),
}

impl<'a> FileReader<'a> {
    /// Reader at the first word; a byte-order mark before it is skipped. Errors: `FileTooLong`, and
    /// as [`FileReader::take`].
    pub(super) fn new(text: &'a str) -> Result<Self, ExchangeError> {
        if text.len() > MAX_BYTES {
            return Err(ExchangeError::FileTooLong { given: text.len() });
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let here = FilePosition { text, at: 0 };
        let mut reader = Self { text, at: 0, next: (FileToken::End, here) };
        reader.take()?;
        Ok(reader)
    }

    /// The next word, which is not taken.
    pub(super) fn peek(&self) -> &FileToken<'a> {
        &self.next.0
    }

    /// Position of the next word.
    pub(super) fn place(&self) -> FilePosition<'a> {
        self.next.1
    }

    /// Takes the next word. Errors: a quote that is never closed after it.
    pub(super) fn take(&mut self) -> Result<FileToken<'a>, ExchangeError> {
        let (text, is_sign) = (self.text, |sign: u8| matches!(sign, b',' | b'{' | b'}' | b'"'));
        // Commas between payoffs are blanks, as for Gambit.
        let is_blank = |letter: char| letter.is_whitespace() || letter == ',';
        self.at = text.len() - text[self.at..].trim_start_matches(is_blank).len();
        let (at, bytes) = (self.at, text.as_bytes());
        let (word, length) = match bytes.get(at) {
            None => (FileToken::End, 0),
            Some(b'{') => (FileToken::Open, 1),
            Some(b'}') => (FileToken::Close, 1),
            Some(b'"') => self.quoted()?,
            Some(_) => {
                let ends = |byte: &u8| !byte.is_ascii() || *byte <= b' ' || is_sign(*byte);
                let ascii = bytes[at..].iter().position(ends).unwrap_or(text.len() - at);
                let ends = |letter: char| {
                    letter.is_whitespace() || u8::try_from(letter).is_ok_and(is_sign)
                };
                let rest = &text[at + ascii..];
                let length = ascii + rest.find(ends).unwrap_or(rest.len());
                (FileToken::Bare(&text[at..at + length]), length)
            }
        };
        self.at += length;
        Ok(std::mem::replace(&mut self.next, (word, FilePosition { text, at })).0)
    }

    /// The text from a word taken before to the next word.
    pub(super) fn since(&self, place: FilePosition<'a>) -> &'a str {
        &self.text[place.at..self.place().at]
    }

    /// True if this text, of whole words, is next; takes it then.
    pub(super) fn skipped(&mut self, words: &str) -> Result<bool, ExchangeError> {
        let at = self.place().at;
        let found = self.text.as_bytes()[at..].starts_with(words.as_bytes());
        if found {
            self.at = at + words.len();
            self.take()?;
        }
        Ok(found)
    }

    /// The text between the quote that is next and the one that closes it, and its length with
    /// both.
    fn quoted(&self) -> Result<(FileToken<'a>, usize), ExchangeError> {
        let (whole, mut text) = (&self.text[self.at..], Cow::Borrowed(""));
        let mut from = 1;
        while let Some(length) = whole.as_bytes()[from..].iter().position(|b| b"\"\\".contains(b)) {
            let (end, sign) = (from + length, &whole[from + length..]);
            text += &whole[from..end];
            if sign.starts_with('"') {
                return Ok((FileToken::Quoted(text), end + 1));
            }
            // Behind a backslash a quote or a backslash is itself.
            let escaped = usize::from(sign[1..].starts_with(['"', '\\']));
            text += &sign[escaped..=escaped];
            from = end + 1 + escaped;
        }
        let place = FilePosition { text: self.text, at: self.at };
        Err(place.refused("a quote that is never closed", "a closing quote"))
    }

    /// The error that the next word is not what was expected.
    pub(super) fn refused(&self, expected: impl Into<String>) -> ExchangeError {
        let given = match self.peek() {
            FileToken::Quoted(text) => format!("the text “{}”", excerpt(text)),
            FileToken::Bare(word) => format!("“{}”", excerpt(word)),
            FileToken::Open => "“{”".to_owned(),
            FileToken::Close => "“}”".to_owned(),
            FileToken::End => "the end of the file".to_owned(),
        };
        self.place().refused(given, expected)
    }

    /// Takes this word, or says that `expected` was. Errors: `Malformed`.
    pub(super) fn expect(
        &mut self,
        word: &FileToken<'_>,
        expected: &str,
    ) -> Result<(), ExchangeError> {
        if self.peek() != word {
            return Err(self.refused(expected));
        }
        self.take().map(drop)
    }

    /// True if this word is next; takes it then.
    pub(super) fn found(&mut self, word: &FileToken<'_>) -> Result<bool, ExchangeError> {
        let found = self.peek() == word;
        if found {
            self.take()?;
        }
        Ok(found)
    }

    /// A text in quotes, if one is next.
    pub(super) fn text_if_any(&mut self) -> Result<Option<String>, ExchangeError> {
        if !matches!(self.peek(), FileToken::Quoted(_)) {
            return Ok(None);
        }
        let FileToken::Quoted(text) = self.take()? else { return Ok(None) };
        Ok(Some(text.into_owned()))
    }

    /// A text in quotes. Errors: `Malformed`.
    pub(super) fn text(&mut self, expected: &str) -> Result<String, ExchangeError> {
        self.text_if_any()?.ok_or_else(|| self.refused(format!("{expected} in quotes")))
    }

    /// A name in quotes that is not among these, and then is; an empty one is none.
    ///
    /// Errors: `Malformed`.
    pub(super) fn name_once(
        &mut self,
        expected: &str,
        names: &mut HashSet<String>,
    ) -> Result<String, ExchangeError> {
        let place = self.place();
        let name = self.text(expected)?;
        if !name.is_empty() && !names.insert(name.clone()) {
            let given = format!("“{}” a second time", excerpt(&name));
            return Err(place.refused(given, "another name for each in these brackets"));
        }
        Ok(name)
    }

    /// A whole number of 0 or above. Errors: `Malformed`.
    pub(super) fn index(&mut self, expected: &str) -> Result<usize, ExchangeError> {
        let digits = self.bare(usize::MAX).filter(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let index = digits.and_then(|word| word.parse().ok());
        let index = index.ok_or_else(|| self.refused(expected))?;
        self.take().map(|_| index)
    }

    /// A fraction or a decimal. Errors: `Malformed`.
    pub(super) fn number(&mut self, expected: &str) -> Result<Rational, ExchangeError> {
        let number = self.bare(MAX_NUMBER).and_then(|word| word.parse().ok());
        let number = number
            .ok_or_else(|| self.refused(format!("{expected}, for instance 2, -1/3 or 0.25")))?;
        self.take().map(|_| number)
    }

    /// The next word without quotes, of at most so many bytes.
    fn bare(&self, most: usize) -> Option<&'a str> {
        if let FileToken::Bare(word) = self.peek() {
            Some(word).filter(|word| word.len() <= most).copied()
        } else {
            None
        }
    }

    /// `{ … }` with what `item` reads until the bracket closes. Errors: `Malformed`.
    pub(super) fn list<T>(
        &mut self,
        expected: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, ExchangeError>,
    ) -> Result<Vec<T>, ExchangeError> {
        self.expect(&FileToken::Open, expected)?;
        let mut items = Vec::new();
        while !self.found(&FileToken::Close)? {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// The first line of a file: its format, its version, the kind of its numbers, and the title.
    /// Errors: `Malformed`.
    pub(super) fn title(&mut self, format: &str, version: &str) -> Result<String, ExchangeError> {
        self.expect(&FileToken::Bare(format), &format!("{format} {version} R"))?;
        self.expect(&FileToken::Bare(version), &format!("version {version}"))?;
        if !self.found(&FileToken::Bare("R"))? {
            self.expect(&FileToken::Bare("D"), "R or D, rational or decimal numbers")?;
        }
        self.text("a title")
    }
}

/// A text in quotes, as Gambit reads it.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Texts in quotes with a blank after each.
pub(super) fn all_quoted(texts: &[String]) -> String {
    texts.iter().map(|text| quoted(text) + " ").collect()
}

/// Numbers as Gambit lists them.
pub(super) fn payoffs(numbers: &[Rational]) -> String {
    numbers.iter().map(Rational::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use crate::exchange::Strategic;
    use bluff_exact::Rational;

    /// Gambit's own files have all of these.
    #[test]
    fn numbers_of_other_programs_are_read() {
        let text = "\u{feff}NFG 1 D \"\" { \"I\" \"II\" } { 3 1 } .80, 1. 1e-1 1E2 +3 -.5";
        let table = Strategic::read(text).unwrap();
        let numbers: Vec<String> =
            table.payoffs().iter().flatten().map(Rational::to_string).collect();
        assert_eq!(numbers, ["4/5", "1", "1/10", "100", "3", "-1/2"]);
    }
}
