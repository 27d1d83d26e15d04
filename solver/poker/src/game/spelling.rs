//! The spellings of arguments.

use bluff_exact::excerpt;

use super::Parameter;

/// The way arguments are written where they are given, for error messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Options of a command: `-b 2 --raise 6`.
    Options,
    /// Fields of a form, a plan or a label: `b = 2 and raise = 6`.
    Fields,
    /// Keyword arguments of Python: `b=2, raise_=6`.
    Keywords,
}

impl Spelling {
    /// The name of an argument.
    pub fn name(self, parameter: &Parameter) -> String {
        match self {
            Self::Options if parameter.key.len() == 1 => format!("-{}", parameter.key),
            Self::Options => format!("--{}", parameter.option),
            Self::Fields => parameter.key.to_owned(),
            Self::Keywords => parameter.keyword.to_owned(),
        }
    }

    /// An argument with its value.
    pub fn argument(self, parameter: &Parameter, value: &str) -> String {
        let (name, value) = (self.name(parameter), excerpt(value));
        match self {
            Self::Options => format!("{name} {value}"),
            Self::Fields => format!("{name} = {value}"),
            Self::Keywords if value.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{name}={value}")
            }
            Self::Keywords => format!("{name}=\"{value}\""),
        }
    }

    /// The text between two arguments.
    pub(super) fn between(self) -> &'static str {
        match self {
            Self::Options => " ",
            Self::Fields => " and ",
            Self::Keywords => ", ",
        }
    }
}
