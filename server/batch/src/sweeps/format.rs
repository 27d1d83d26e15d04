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
    /// The advice in words.
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
        match self {
            Self::Jsonl => "jsonl",
            Self::Lprint => "lprint",
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Svg => "svg",
        }
    }

    /// What a file has, for people.
    pub fn what(self) -> &'static str {
        match self {
            Self::Jsonl => "solution documents, one per line",
            Self::Lprint => "the paper's lists",
            Self::Text => "advice in words",
            Self::Csv => "table of values, CSV",
            Self::Svg => "heat map, SVG",
        }
    }

    /// The format of a file of this name.
    pub fn of(file: &str) -> Option<Self> {
        let ending = file.split_once('.')?.1;
        Self::ALL.into_iter().find(|format| format.ending() == ending)
    }

    /// What the name of a file ends with.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Lprint => "lprint.txt",
            Self::Text => "txt",
            Self::Csv => "csv",
            Self::Svg => "svg",
        }
    }
}
