//! The kinds of files that a batch writes.

use serde::Deserialize;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// One solution document per line.
    Jsonl,
    /// The paper's lists.
    Lprint,
    /// The advice in plain English.
    Text,
    /// A line per cell: the value, exact and as decimals.
    Csv,
    /// The value over (n, b) as a picture.
    Svg,
}

impl Format {
    /// All of them, in the order they are written.
    pub const ALL: [Self; 5] = [Self::Jsonl, Self::Lprint, Self::Text, Self::Csv, Self::Svg];

    /// Its name in a plan.
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// The ending of the names of its files.
    pub fn ending(self) -> &'static str {
        self.texts().1
    }

    /// The media type of its files.
    pub fn media(self) -> &'static str {
        self.texts().2
    }

    /// A description of its files, for people.
    pub fn what(self) -> &'static str {
        self.texts().3
    }

    /// Name, ending, media type and description.
    fn texts(self) -> (&'static str, &'static str, &'static str, &'static str) {
        let plain = "text/plain; charset=utf-8";
        match self {
            Self::Jsonl => {
                ("jsonl", "jsonl", "application/jsonl", "solution documents, one per line")
            }
            Self::Lprint => ("lprint", "lprint.txt", plain, "the paper's lists"),
            Self::Text => ("text", "txt", plain, "advice in words"),
            Self::Csv => ("csv", "csv", "text/csv; charset=utf-8", "table of values, CSV"),
            Self::Svg => ("svg", "svg", "image/svg+xml", "heat map, SVG"),
        }
    }

    /// The format of a file of this name.
    pub fn of(file: &str) -> Option<Self> {
        let ending = file.split_once('.')?.1;
        Self::ALL.into_iter().find(|format| format.ending() == ending)
    }
}
