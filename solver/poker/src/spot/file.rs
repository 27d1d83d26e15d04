//! Spots as game files of format 2 spell them.

use serde::Deserialize;
use serde_json::Value;

use bluff_exact::Rational;

use super::lines::BettingLines;
use crate::cards::{Card, HandRange, HoleCards, OpenCards};
use crate::game::{Betting, GameError, GameFile, MAX_FILE_BYTES, check_ranges};
use crate::json_text::from_json;

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
    /// The betting that is left: on the street of the board and on each after it.
    pub betting: Betting,
    /// The file, with board and ranges in one spelling.
    pub(super) file: GameFile,
    /// The lines of the betting.
    pub(super) lines: BettingLines,
}

/// Keys that tell a spot of hold'em from other files.
#[derive(Deserialize)]
struct SpotKind {
    deck: String,
    board: Value,
    #[serde(rename = "betting")]
    _betting: serde::de::IgnoredAny,
}

/// The lower card of a hand, then the higher one: hands of a spot are in this order.
pub(super) fn lower_first(hand: HoleCards) -> [Card; 2] {
    let [high, low] = hand.pair();
    [low, high]
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
        let text = match &board {
            Value::Array(cards) => cards.iter().filter_map(Value::as_str).collect(),
            board => board.as_str()?.to_owned(),
        };
        let board: OpenCards = text.parse().ok()?;
        (deck == "hold'em").then(|| board.dealt().len())
    }

    /// Reads a game file of format 2 that is a spot.
    ///
    /// Errors: [`GameError`], with what was given and what is allowed.
    pub fn read(text: &str) -> Result<Self, GameError> {
        if text.len() > MAX_FILE_BYTES {
            return Err(GameError::FileTooLong { given: text.len() });
        }
        Self::of_file(from_json(text).map_err(GameError::malformed)?)
    }

    /// The spot of a file.
    pub(super) fn of_file(mut file: GameFile) -> Result<Self, GameError> {
        let (board, ranges, betting) = file.holdem()?;
        if betting.stacks.is_none() {
            return Err(GameError::malformed("missing field `stacks`"));
        }
        if betting.streets.iter().skip(1).any(|street| !street.opens) {
            return Err(GameError::expected("opens = false", "a card before each later street"));
        }
        let lines = BettingLines::new(&betting, board.dealt().len() - 3)?;
        let spot = Self { name: file.name.clone(), board, ranges, betting, file, lines };
        spot.check()?;
        Ok(spot)
    }

    /// The game file of the spot, on one line, with board and ranges in one spelling.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.file).unwrap_or_default()
    }

    /// Errors: those of ranges that the board or the other range excludes, and of weights.
    fn check(&self) -> Result<(), GameError> {
        check_ranges(&self.board, &self.ranges, |player, _| {
            let whole = self.whole_weights(&self.ranges[player.index()]);
            if whole.iter().all(|(_, weight)| *weight <= MAX_WHOLE_WEIGHT) {
                return Ok(());
            }
            let given = format!("weights of player {player} of many digits");
            let allowed = format!("whole numbers up to {MAX_WHOLE_WEIGHT} for all of them");
            Err(GameError::expected(given, allowed + ", in one unit"))
        })
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
        let unit = self.unit(range);
        let mut hands: Vec<(HoleCards, u64)> = self
            .hands(range)
            .map(|(hand, weight)| (hand, (weight * &unit).to_u64().unwrap_or(u64::MAX)))
            .collect();
        hands.sort_by_key(|(hand, _)| lower_first(*hand));
        hands
    }

    /// The number that makes the weights of a range whole.
    pub(super) fn unit(&self, range: &HandRange) -> Rational {
        Rational::common_denominator(self.hands(range).map(|(_, weight)| weight))
    }

    /// The street that is dealt: 0 on a flop, 2 on a river.
    pub(super) fn first_street(&self) -> usize {
        self.board.dealt().len() - 3
    }
}
