//! Spots as game files of format 2 spell them.

use serde::{Deserialize, Serialize};

use bluff_exact::json::{NumberText, Object, present};
use bluff_exact::{Rational, RefusedValue, excerpt, whole_number};

use super::size::SpotSize;
use crate::cards::{CardError, HandRange, HoleCards, OpenCards, no_deal, none_left};
use crate::game::{GameError, MAX_FILE_BYTES, MAX_RAISES, Player};

/// The greatest weight of a hand once the weights of its range are whole.
pub const MAX_WHOLE_WEIGHT: u64 = 1 << 20;
/// Names of the streets in files.
pub(super) const STREETS: [&str; 3] = ["flop", "turn", "river"];

/// A place of hold'em from the flop on, with the betting that is left.
///
/// Player I is out of position and acts first on each street. Values are chips beyond the half of
/// the pot that each has paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Name in the label of the spot.
    pub name: String,
    /// Three, four or five open cards.
    pub board: OpenCards,
    /// Weights of the hands of both players.
    pub ranges: [HandRange; 2],
    /// Chips in the pot, half of them paid by each player.
    pub pot: Rational,
    /// Chips behind: the smaller of both stacks.
    pub stack: Rational,
    /// Chips to a multiple of which bets are rounded, half up; `None` if they are not.
    pub round: Option<Rational>,
    /// The betting on the flop, the turn and the river; streets before the board are empty.
    pub streets: [SpotStreet; 3],
    /// The file, with board and ranges in one spelling.
    file: SpotFile,
}

/// Sizes of one street, by player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpotStreet {
    /// Sizes of a first bet.
    pub bets: [Vec<SpotSize>; 2],
    /// Sizes of player I's bet where player II bet or raised last on the street before; as `bets`
    /// if left out.
    pub donk: Option<Vec<SpotSize>>,
    /// Sizes of raises.
    pub raises: [Vec<SpotSize>; 2],
    /// The most bets and raises.
    pub most: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpotFile {
    format: NumberText,
    name: String,
    players: NumberText,
    deck: String,
    board: BoardText,
    ranges: Object<BothTexts<String>>,
    betting: Object<SpotBetting>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "board: expected cards as a text or as a list")]
enum BoardText {
    Text(String),
    Cards(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "T: Deserialize<'de>"))]
struct BothTexts<T> {
    #[serde(rename = "I", default, deserialize_with = "present")]
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<T>,
    #[serde(rename = "II", default, deserialize_with = "present")]
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<T>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a value for both players, or { \"I\": …, \"II\": … } with one for each"
)]
enum AlikeOrEach<T> {
    Alike(T),
    Each(BothTexts<T>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpotBetting {
    pot: NumberText,
    stacks: AlikeOrEach<NumberText>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    round: Option<NumberText>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    flop: Option<Object<StreetSizes>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    turn: Option<Object<StreetSizes>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    river: Option<Object<StreetSizes>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StreetSizes {
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    bets: Option<AlikeOrEach<Vec<NumberText>>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    donk: Option<Vec<NumberText>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    raises: Option<AlikeOrEach<Vec<NumberText>>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    most: Option<NumberText>,
}

/// Keys that tell a spot of hold'em from other files.
#[derive(Deserialize)]
struct SpotKind {
    deck: String,
    board: BoardText,
    #[serde(rename = "betting")]
    _betting: serde::de::IgnoredAny,
}

impl Spot {
    /// Number of cards on the board of a text that is a spot of hold'em with betting; `None` of
    /// other texts.
    ///
    /// ```
    /// use bluff_poker::spot::Spot;
    /// let turn = r#"{ "deck": "hold'em", "board": "Ks9d6h3c", "betting": {} }"#;
    /// assert_eq!((Spot::board_of(turn), Spot::board_of("kuhn")), (Some(4), None));
    /// ```
    pub fn board_of(text: &str) -> Option<usize> {
        let SpotKind { deck, board, .. } = serde_json::from_str(text).ok()?;
        let board: OpenCards = board.text().parse().ok()?;
        (deck == "hold'em").then(|| board.dealt().len())
    }

    /// Reads a game file of format 2 that is a spot.
    ///
    /// Errors: [`GameError`], with what was given and what is allowed.
    pub fn read(text: &str) -> Result<Self, GameError> {
        if text.len() > MAX_FILE_BYTES {
            return Err(GameError::FileTooLong { given: text.len() });
        }
        Self::of_file(serde_json::from_str(text).map_err(malformed)?)
    }

    /// The spot of a file.
    pub(super) fn of_file(mut file: SpotFile) -> Result<Self, GameError> {
        if file.format.text != "2" {
            return Err(GameError::UnknownFormat { given: excerpt(&file.format.text) });
        }
        if file.deck != "hold'em" || file.players.text != "2" {
            return Err(malformed("a spot, expected the deck hold'em and 2 players"));
        }
        let board: OpenCards = file.board.text().parse()?;
        let count = board.dealt().len();
        if !(3..=5).contains(&count) {
            let given = board.to_string();
            return Err(CardError::BoardSize { given, count }.into());
        }
        let range = |player: Player, text: &mut Option<String>| {
            let range = text.as_deref().unwrap_or("all").parse::<HandRange>();
            let range = range.map_err(|error| GameError::SpotRange { player, error })?;
            *text = Some(range.to_string());
            Ok::<_, GameError>(range)
        };
        let BothTexts { first, second } = &mut file.ranges.0;
        let ranges = [range(Player::I, first)?, range(Player::II, second)?];
        file.board = BoardText::Text(board.to_string());
        let SpotBetting { pot, stacks, round, flop, turn, river } = file.betting.0.clone();
        let from = count - 3;
        let given = [flop, turn, river];
        let mut streets: [SpotStreet; 3] = Default::default();
        for (at, (sizes, name)) in given.into_iter().zip(STREETS).enumerate() {
            match sizes {
                Some(sizes) if at >= from => streets[at] = sizes.0.street(name)?,
                None if at < from => {}
                _ => {
                    let all = STREETS[from..].join(", ");
                    let reason = format!(
                        "betting of the {name}, expected one of each street to come: {all}"
                    );
                    return Err(malformed(reason));
                }
            }
        }
        let spot = Self {
            name: file.name.clone(),
            board,
            ranges,
            pot: amount("pot", &pot, false)?,
            stack: stacks.smaller()?,
            round: round.map(|round| amount("round", &round, false)).transpose()?,
            streets,
            file,
        };
        spot.check()?;
        Ok(spot)
    }

    /// The game file of the spot, on one line, with board and ranges in one spelling.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.file).unwrap_or_default()
    }

    /// The file that it was read from, in one spelling.
    pub(super) fn file(&self) -> &SpotFile {
        &self.file
    }

    /// Errors: those of ranges that the board or the other range excludes, and of weights.
    fn check(&self) -> Result<(), GameError> {
        for (range, player) in self.ranges.iter().zip([Player::I, Player::II]) {
            if self.hands(range).next().is_none() {
                let error = none_left(range, &self.board);
                return Err(GameError::SpotRange { player, error });
            }
            let whole = self.whole_weights(range);
            if whole.iter().any(|(_, weight)| *weight > MAX_WHOLE_WEIGHT) {
                let given = format!("weights of player {player} of many digits");
                let allowed = format!("whole numbers up to {MAX_WHOLE_WEIGHT} for all of them");
                return Err(GameError::expected(given, allowed + ", in one unit"));
            }
        }
        let [own, others] = &self.ranges;
        let meets = |hand: HoleCards| {
            self.hands(others).any(|(other, _)| other.cards().is_disjoint(hand.cards()))
        };
        if !self.hands(own).any(|(hand, _)| meets(hand)) {
            return Err(no_deal(own, others).into());
        }
        Ok(())
    }

    /// The hands of a range that the board leaves.
    fn hands<'a>(
        &self,
        range: &'a HandRange,
    ) -> impl Iterator<Item = (HoleCards, &'a Rational)> + use<'a> {
        let board = self.board.cards();
        range.hands().filter(move |(hand, _)| hand.cards().is_disjoint(board))
    }

    /// The hands that the board leaves, by lower and higher card, with weights as whole numbers
    /// without a common divisor; a weight beyond all limits is the greatest number.
    pub(super) fn whole_weights(&self, range: &HandRange) -> Vec<(HoleCards, u64)> {
        let unit = Rational::common_denominator(self.hands(range).map(|(_, weight)| weight));
        let mut hands: Vec<(HoleCards, u64)> = self
            .hands(range)
            .map(|(hand, weight)| (hand, (weight * &unit).to_u64().unwrap_or(u64::MAX)))
            .collect();
        hands.sort_by_key(|(hand, _)| {
            let [high, low] = hand.pair();
            (low, high)
        });
        hands
    }

    /// The street that is dealt: 0 on a flop, 2 on a river.
    pub(super) fn first_street(&self) -> usize {
        self.board.dealt().len() - 3
    }
}

impl BoardText {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Cards(cards) => cards.join(" "),
        }
    }
}

impl AlikeOrEach<NumberText> {
    /// Errors: a missing stack, a fraction below 1 that looks like two stacks, and those of
    /// amounts.
    fn smaller(&self) -> Result<Rational, GameError> {
        let [first, second] = match self {
            Self::Alike(stack) => [stack, stack],
            Self::Each(BothTexts { first: Some(first), second: Some(second) }) => [first, second],
            Self::Each(_) => {
                return Err(malformed("stacks, expected one of player I and one of player II"));
            }
        };
        let [one, other] = [amount("stacks", first, true)?, amount("stacks", second, true)?];
        if one.is_positive() && one < Rational::ONE && first.text.contains('/') {
            let allowed = "{ \"I\": …, \"II\": … } with a stack for each player";
            let given = excerpt(&first.text);
            return Err(GameError::Outside(RefusedValue::of("stacks", given, allowed)));
        }
        Ok(one.min(other))
    }
}

impl StreetSizes {
    fn street(self, name: &str) -> Result<SpotStreet, GameError> {
        let read = |sizes: Vec<NumberText>| -> Result<Vec<SpotSize>, GameError> {
            sizes.iter().map(|size| size.text.parse()).collect()
        };
        let both = |sizes: Option<AlikeOrEach<Vec<NumberText>>>| match sizes {
            None => Ok([vec![], vec![]]),
            Some(AlikeOrEach::Alike(sizes)) => {
                let sizes = read(sizes)?;
                Ok([sizes.clone(), sizes])
            }
            Some(AlikeOrEach::Each(BothTexts { first, second })) => Ok::<_, GameError>([
                read(first.unwrap_or_default())?,
                read(second.unwrap_or_default())?,
            ]),
        };
        let most = self.most.map_or("2".to_owned(), |most| most.text);
        Ok(SpotStreet {
            bets: both(self.bets)?,
            donk: self.donk.map(read).transpose()?,
            raises: both(self.raises)?,
            most: whole_number(&format!("most of the {name}"), &most, 1..=MAX_RAISES)?,
        })
    }
}

/// An amount of chips, above 0 or from 0 up.
fn amount(field: &str, given: &NumberText, zero: bool) -> Result<Rational, GameError> {
    let chips: Rational = given.text.parse()?;
    let fits = chips.is_positive() || zero && chips.is_zero();
    let allowed = if zero { "chips from 0 up" } else { "chips above 0" };
    let refused = || RefusedValue::of(field, excerpt(&given.text), allowed);
    Some(chips).filter(|_| fits).ok_or_else(|| GameError::Outside(refused()))
}

fn malformed(reason: impl ToString) -> GameError {
    GameError::Malformed { reason: reason.to_string() }
}
