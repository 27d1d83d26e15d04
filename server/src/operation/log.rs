//! The log: one line per request on standard error, and errors of ours under their numbers.
//!
//! It holds no bodies, no queries and no passwords: only what [`super::record`] and [`crate::error`] write.

use tracing_subscriber::filter::LevelFilter;

/// How the service writes its log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A line of words.
    #[default]
    Text,
    /// A JSON object per line.
    Json,
    /// Only errors of ours, in words.
    Off,
}

impl Form {
    /// The words for the forms.
    pub const ALL: [(&'static str, Self); 3] = [("text", Self::Text), ("json", Self::Json), ("off", Self::Off)];

    /// The form that a word names.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find_map(|(name, form)| (name == word).then_some(form))
    }
}

/// Begins to write the log of this process to standard error. A second call changes nothing.
pub fn begin(form: Form) {
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).with_ansi(false);
    // A process has one log, and the first one stays.
    let _ = match form {
        Form::Text => log.with_max_level(LevelFilter::INFO).try_init(),
        Form::Json => log.with_max_level(LevelFilter::INFO).json().flatten_event(true).try_init(),
        Form::Off => log.with_max_level(LevelFilter::ERROR).try_init(),
    };
}
