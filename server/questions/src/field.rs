//! Fields of questions.

use std::borrow::Cow;

/// A field that a question takes, with the same key at every door.
#[derive(Clone, Debug)]
pub struct QuestionField {
    /// Its key: the option of the command, the parameter of HTTP, the name of the input of a page.
    pub key: &'static str,
    /// The long option of the command.
    pub option: &'static str,
    /// The short option of the command.
    pub letter: Option<char>,
    /// The letters that stand for the value in help.
    pub value: &'static str,
    /// A line of help.
    pub about: Cow<'static, str>,
    /// A value.
    pub example: &'static str,
    /// The way in which it is given.
    pub kind: FieldKind,
    /// True of a game that may be a file for Gambit.
    pub takes_trees: bool,
}

/// The way in which a field is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// It is needed; the command takes it by its place.
    Place,
    /// It is needed, and may be long: the command reads it from the file in its place.
    Text,
    /// It may be left out, and may be long: the command reads it from the file that its option
    /// names.
    File,
    /// It may be left out, and may be longer than memory: the command streams the file that its
    /// option names.
    Lines,
    /// A game: its name, its label or the text of a game file. The command takes it by its place,
    /// and reads a file there.
    Game {
        /// True if no answer is without it.
        needed: bool,
    },
    /// It is needed; an option of the command.
    Needed,
    /// It may be left out.
    Optional,
    /// It is a whole number with these limits, both included.
    Whole {
        /// The least one.
        least: u64,
        /// The greatest one.
        most: u64,
        /// True if no answer is without it.
        needed: bool,
    },
    /// It stands alone, or with true or false; false if it is left out.
    Flag,
}

/// The kind of a whole number that may be left out, with its limits.
pub const fn whole(least: u64, most: u64) -> FieldKind {
    FieldKind::Whole { least, most, needed: false }
}

impl QuestionField {
    /// A field whose option is its key.
    pub const fn new(
        kind: FieldKind,
        key: &'static str,
        value: &'static str,
        about: &'static str,
        example: &'static str,
    ) -> Self {
        let about = Cow::Borrowed(about);
        Self { key, option: key, letter: None, value, about, example, kind, takes_trees: false }
    }

    /// The field of a game.
    pub fn game(
        kind: FieldKind,
        about: impl Into<Cow<'static, str>>,
        example: &'static str,
    ) -> Self {
        Self { about: about.into(), ..Self::new(kind, "game", "GAME", "", example) }
    }

    /// The same with a letter for the command.
    pub fn with_letter(self, letter: char) -> Self {
        Self { letter: Some(letter), ..self }
    }

    /// True of text that may have many lines.
    pub fn is_long(&self) -> bool {
        matches!(self.kind, FieldKind::Text | FieldKind::File | FieldKind::Lines)
    }

    /// True if no answer is without it.
    pub fn is_needed(&self) -> bool {
        match self.kind {
            FieldKind::Place | FieldKind::Text | FieldKind::Needed => true,
            FieldKind::Optional | FieldKind::Flag | FieldKind::File | FieldKind::Lines => false,
            FieldKind::Whole { needed, .. } | FieldKind::Game { needed } => needed,
        }
    }
}
