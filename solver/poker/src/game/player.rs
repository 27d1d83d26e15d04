use std::fmt;
use std::str::FromStr;

use bluff_exact::excerpt;
use bluff_exact::json::as_text;
use serde::{Serialize, Serializer};

use super::{GameError, MAX_PLAYERS};

/// A player: I, II, III, … X, in the order in which the literature names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_text(self, serializer)
    }
}

impl Player {
    /// The player who acts first.
    pub const I: Self = Self(0);
    /// The second player.
    pub const II: Self = Self(1);
    /// The third player.
    pub const III: Self = Self(2);
    const ALL: [Self; MAX_PLAYERS] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9)];
    const NAMES: [&'static str; MAX_PLAYERS] =
        ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
    /// Their names, in words.
    pub(crate) const ALLOWED: &'static str = "I, II, III, … X";

    /// The first `count` players, [`MAX_PLAYERS`] at most.
    pub fn first(count: usize) -> &'static [Self] {
        &Self::ALL[..count.min(Self::ALL.len())]
    }

    /// The place in lists with one entry per player, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(Self::NAMES[self.index()])
    }
}

impl FromStr for Player {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let found = Self::ALL.into_iter().find(|player| Self::NAMES[player.index()] == text);
        found.ok_or_else(|| GameError::UnknownPlayer { given: excerpt(text) })
    }
}
