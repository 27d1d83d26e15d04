//! Words of CPLEX LP text.

use super::is_infinite;

/// A section, by the word that begins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CplexSection {
    Minimise,
    Maximise,
    Rows,
    Bounds,
    Free,
    End,
    /// Variables that are not continuous.
    Other,
}

/// The words of a text, and the line of the last one.
#[derive(Clone)]
pub(super) struct Words<'a> {
    rest: &'a str,
    /// 0 before the first word.
    pub(super) line: usize,
    /// True if the last word is the first of its line.
    pub(super) is_first: bool,
}

/// Letters that end a name.
const ENDS: &str = "+-*^<>=:[]\\";
/// Signs that a name may have.
const SIGNS: &str = "!\"#$%&(),.;?@_`'{}|~";

impl<'a> Words<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { rest: text, line: 0, is_first: false }
    }

    /// The next word; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        self.is_first = self.line == 0;
        self.line = self.line.max(1);
        let length = loop {
            match self.rest.chars().next()? {
                '\n' => {
                    self.line += 1;
                    self.is_first = true;
                    self.rest = &self.rest[1..];
                }
                '\\' => self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]),
                blank if blank.is_whitespace() => self.rest = &self.rest[blank.len_utf8()..],
                '<' | '>' | '=' => break span(self.rest, |letter| "<>=".contains(letter)),
                '0'..='9' | '.' => break number_span(self.rest),
                end if ENDS.contains(end) => break 1,
                _ => {
                    let inside = |letter: char| !letter.is_whitespace() && !ENDS.contains(letter);
                    break span(self.rest, inside);
                }
            }
        };
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(word)
    }

    /// The section that the last word begins. It is the first word of its line, and no label.
    pub(super) fn section(&mut self, word: &str) -> Option<CplexSection> {
        let mut behind = self.clone();
        let next = behind.next();
        if !self.is_first || next == Some(":") {
            return None;
        }
        let is_next = |second: &str| next.is_some_and(|next| next.eq_ignore_ascii_case(second));
        Some(match word.to_ascii_lowercase().as_str() {
            "minimize" | "minimise" | "minimum" | "min" => CplexSection::Minimise,
            "maximize" | "maximise" | "maximum" | "max" => CplexSection::Maximise,
            "st" | "s.t." | "st." => CplexSection::Rows,
            "subject" if is_next("to") => {
                *self = behind;
                CplexSection::Rows
            }
            "such" if is_next("that") => {
                *self = behind;
                CplexSection::Rows
            }
            "bounds" | "bound" => CplexSection::Bounds,
            "free" => CplexSection::Free,
            "end" => CplexSection::End,
            "general" | "generals" | "gen" | "integer" | "integers" | "int" | "binary"
            | "binaries" | "bin" | "semi" | "semis" | "sos" | "sos1" | "sos2" => {
                CplexSection::Other
            }
            _ => return None,
        })
    }
}

/// True of the name of a column or of a row: letters, digits and signs of the format. `x/3` and
/// `(x` are none, since their author means something else.
pub(super) fn is_name(word: &str) -> bool {
    let mut open = 0_i32;
    let inside = |letter: char| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        open >= 0 && (letter.is_alphanumeric() || SIGNS.contains(letter))
    };
    let begins = |letter: char| !letter.is_ascii_digit() && letter != '.';
    word.starts_with(begins) && word.chars().all(inside) && open == 0 && !is_infinite(word)
}

/// The length of the letters in front that are inside.
fn span(text: &str, inside: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !inside(letter)).unwrap_or(text.len())
}

/// The length of the number in front: a decimal with or without an exponent, or a fraction.
fn number_span(text: &str) -> usize {
    let length = span(text, |letter| letter.is_ascii_digit() || "./".contains(letter));
    let exponent = text[length..].strip_prefix(['e', 'E']).unwrap_or_default();
    let size = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    match span(size, |letter| letter.is_ascii_digit()) {
        // The letter begins the name of a column.
        0 => length,
        digits => length + 1 + exponent.len() - size.len() + digits,
    }
}
