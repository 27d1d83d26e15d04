use bluff_exact::Rational;

use crate::cards::{HandClass, PreflopDeals};

use super::super::GameError;

/// Hands of two players that are compared by a table of whole numbers, as classes of starting hands
/// are over all boards.
///
/// Shape: `pairs[h][k]` is the number of ways in which one player holds `h` and the other `k`;
/// `won[h][k]` is how many of these `h` wins, a tie counted half. Both may be scaled by one number,
/// so that they are whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchupTable {
    names: Vec<String>,
    pairs: Vec<Vec<u64>>,
    won: Vec<Vec<u64>>,
    all: Rational,
    starting_hands: bool,
}

impl MatchupTable {
    /// The table of these hands.
    ///
    /// Errors: `Outside` unless there are as many rows and columns as names, ways do not depend
    /// on who holds which hand, and `won[h][k] + won[k][h] = pairs[h][k]`; `NoDeal` if there is no
    /// way at all.
    ///
    /// ```
    /// use bluff_poker::game::MatchupTable;
    /// // Two coins: heads beats tails, and like ones are level.
    /// let names = ["tails", "heads"].map(str::to_owned).to_vec();
    /// let table = MatchupTable::new(names, vec![vec![2; 2]; 2], vec![vec![1, 0], vec![2, 1]])?;
    /// assert_eq!(table.names(), ["tails", "heads"]);
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn new(
        names: Vec<String>,
        pairs: Vec<Vec<u64>>,
        won: Vec<Vec<u64>>,
    ) -> Result<Self, GameError> {
        let count = names.len();
        let square =
            |table: &[Vec<u64>]| table.len() == count && table.iter().all(|row| row.len() == count);
        if !square(&pairs) || !square(&won) {
            return Err(uneven(&names.join(", "), ""));
        }
        for (h, one) in names.iter().enumerate() {
            for (k, other) in names.iter().enumerate() {
                let complete = u128::from(won[h][k]) + u128::from(won[k][h]);
                if pairs[h][k] != pairs[k][h] || complete != u128::from(pairs[h][k]) {
                    return Err(uneven(one, other));
                }
            }
        }
        let all: Rational = pairs.iter().flatten().map(|ways| Rational::from(*ways)).sum();
        if all.is_zero() {
            return Err(GameError::NoDeal);
        }
        Ok(Self { names, pairs, won, all, starting_hands: false })
    }

    /// The classes of hold'em's starting hands, in the order of [`HandClass::all`], over all
    /// boards.
    ///
    /// Errors: none; the type is that of every table.
    pub fn starting_hands() -> Result<Self, GameError> {
        let PreflopDeals { deals, won } = PreflopDeals::new();
        let names = HandClass::all().map(|class| class.to_string()).collect();
        Ok(Self { starting_hands: true, ..Self::new(names, deals, won)? })
    }

    /// True of [`Self::starting_hands`]: a hand stands for two cards of 52.
    pub fn has_starting_hands(&self) -> bool {
        self.starting_hands
    }

    /// Names of the hands, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of ways to deal both players a hand.
    pub(super) fn all_deals(&self) -> &Rational {
        &self.all
    }

    /// Ways to deal two hands, from 0, and those of them that the first wins.
    pub(super) fn ways(&self, own: usize, other: usize) -> (u64, u64) {
        (self.pairs[own][other], self.won[own][other])
    }
}

/// The error of a table of hands that does not fit.
fn uneven(one: &str, other: &str) -> GameError {
    let allowed = "as many rows and columns as hands, and deals that one of two hands wins";
    GameError::expected(format!("the table of “{one}” and “{other}”"), allowed)
}
