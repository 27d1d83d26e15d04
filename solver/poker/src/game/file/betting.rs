//! Betting of game files of format 2, in place of nodes.

use serde::{Deserialize, Serialize};

use bluff_exact::json::{Entries, NumberText, Object, present};
use bluff_exact::{Rational, whole_number};

use super::super::{BetSize, Betting, GameError, MAX_RAISES, Player, Street};

/// Betting as a file spells it: a street of hold'em, or the streets of another deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileBetting {
    pot: NumberText,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    stacks: Option<FileStacks>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    river: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    first: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    second: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    third: Option<Object<FileStreet>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    fourth: Option<Object<FileStreet>>,
}

/// Stacks of both players, alike or each by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "stacks: expected a whole number, a fraction as text, such as \"5/2\", or \
                 { \"I\": …, \"II\": … } with one for each"
)]
enum FileStacks {
    Alike(NumberText),
    Each(Entries<NumberText>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileStreet {
    #[serde(default)]
    bets: Vec<NumberText>,
    #[serde(default)]
    raises: Vec<NumberText>,
    #[serde(default = "two")]
    most: NumberText,
}

fn two() -> NumberText {
    "2".to_owned().into()
}

impl FileBetting {
    /// The betting of these texts, on the river of hold'em or on the streets of another deck.
    ///
    /// Errors: `Malformed` for streets of the other, or with a gap; those of numbers and sizes.
    pub(super) fn betting(&self, is_holdem: bool) -> Result<Betting, GameError> {
        let (streets, expected) = if is_holdem {
            (vec![&self.river], "river")
        } else {
            (vec![&self.first, &self.second, &self.third, &self.fourth], "first, second, …")
        };
        let given: Vec<&FileStreet> =
            streets.iter().map_while(|street| Some(&street.as_ref()?.0)).collect();
        let all = [&self.river, &self.first, &self.second, &self.third, &self.fourth];
        if given.is_empty() || given.len() < all.iter().filter(|street| street.is_some()).count() {
            let reason = format!("betting, expected on each street of the deck: {expected}");
            return Err(GameError::malformed(reason));
        }
        let street = |street: &&FileStreet| {
            let sizes = |sizes: &[NumberText]| -> Result<Vec<BetSize>, GameError> {
                sizes.iter().map(|size| size.text.parse()).collect()
            };
            let (bets, raises) = (sizes(&street.bets)?, sizes(&street.raises)?);
            let most = whole_number("most", &street.most.text, 1..=MAX_RAISES)?;
            Ok(Street { bets, raises, most })
        };
        Ok(Betting {
            pot: self.pot.text.parse()?,
            stacks: self.stacks.as_ref().map(FileStacks::of_players).transpose()?,
            streets: given.iter().map(street).collect::<Result<_, GameError>>()?,
        })
    }
}

impl FileStacks {
    fn of_players(&self) -> Result<[Rational; 2], GameError> {
        let stack = |player: Player| match self {
            Self::Alike(stack) => Ok::<Rational, GameError>(stack.text.parse()?),
            Self::Each(Entries(stacks)) => {
                let named = |(name, _): &&(String, NumberText)| *name == player.to_string();
                let missing = || {
                    GameError::malformed("stacks, expected one of player I and one of player II")
                };
                let stack = stacks.iter().find(named).filter(|_| stacks.len() == 2);
                let (_, stack) = stack.ok_or_else(missing)?;
                Ok(stack.text.parse()?)
            }
        };
        Ok([stack(Player::I)?, stack(Player::II)?])
    }
}
