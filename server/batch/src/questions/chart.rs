//! Questions about every stack of push or fold.

use bluff_report::push_fold::PushFoldReport;
use rational_bluff::exact::{Rational, excerpt};
use rational_bluff::formula::{ChartError, PushFoldChart};
use rational_bluff::game::{ANTE, Family, Stakes};
use rational_bluff::solve::Control;

use crate::error::Error;

/// A question for the chart of push or fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartQuestion {
    /// The ante, in big blinds.
    pub ante: Rational,
}

impl ChartQuestion {
    /// Reads the label of a game without its stack: `push-fold`, `push-fold/a1_8`.
    ///
    /// Errors: `Malformed` for any other game and for a stack; those of labels.
    pub fn read(label: &str) -> Result<Self, Error> {
        let (name, rest) = label.split_once('/').unwrap_or((label, ""));
        let name = Family::known(name)?.name;
        if name != "push-fold" {
            let expected = "expected push-fold";
            return Err(Error::Malformed(format!("no chart of {name} over stacks, {expected}")));
        }
        let stakes = if rest.is_empty() { Stakes::default() } else { Stakes::from_label(rest)? };
        if stakes.iter().any(|(parameter, _)| *parameter != ANTE) {
            let expected = "expected an ante alone, as in push-fold/a1_8";
            return Err(Error::Malformed(format!(
                "a chart of “{}” has every stack, {expected}",
                excerpt(label)
            )));
        }
        Ok(Self { ante: stakes.number(&ANTE) })
    }

    /// The chart.
    ///
    /// Errors: those of [`PushFoldChart::new`].
    pub fn answer(self, control: &Control) -> Result<PushFoldReport, Error> {
        Ok(PushFoldReport { chart: PushFoldChart::new(self.ante, control)? })
    }
}

impl From<ChartError> for Error {
    fn from(error: ChartError) -> Self {
        match error {
            ChartError::Game(error) => error.into(),
            ChartError::Stopped(stopped) => stopped.into(),
            degenerate @ ChartError::Degenerate { .. } => Self::Beyond(degenerate.to_string()),
        }
    }
}
