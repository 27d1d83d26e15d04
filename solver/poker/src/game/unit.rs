//! The unit in which a game counts payoffs.

use std::fmt;

/// The unit of amounts and payoffs: one of what a game counts.
///
/// ```
/// use bluff_poker::game::{GameFile, Unit, parse_label};
/// assert_eq!(parse_label("push-fold/s10")?.unit(), Unit::BigBlind);
/// assert_eq!(parse_label("kuhn/n3-b1")?.unit().to_string(), "antes");
/// assert_eq!(Unit::Chip.per_hand(), "chips per hand");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The payment of each player before the deal.
    Ante,
    /// The larger of two blinds.
    BigBlind,
    /// A chip: the unit of game files and of spots, which say what each player has paid.
    Chip,
}

impl Unit {
    /// One of them: `ante`, `big blind`, `chip`.
    pub fn one(self) -> &'static str {
        self.many().trim_end_matches('s')
    }

    /// Several of them: `antes`, `big blinds`, `chips`.
    pub fn many(self) -> &'static str {
        match self {
            Self::Ante => "antes",
            Self::BigBlind => "big blinds",
            Self::Chip => "chips",
        }
    }

    /// The unit of expected payoffs: `antes per hand`.
    pub fn per_hand(self) -> String {
        format!("{self} per hand")
    }
}

/// Several of them: `antes`.
impl fmt::Display for Unit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.many())
    }
}
