use std::fmt;

use crate::game::BET;
use bluff_exact::Rational;

use super::{Certified, Solution};

/// The longest fraction that the proof in words shows, in characters.
const READABLE: usize = 80;

/// Proof that larger whole bets change nothing in Newman's game: the saturation size of a deck.
///
/// Let II call the largest bet `b` with her top cards, in all with mass `Q_b`, and put `M = (b + 2)
/// Q_b`. If `2M ≤ (b + 2)(b + 3)`, she may answer every larger whole bet `s` with her top cards
/// too, with mass `M/(s + 2)`, and concede nothing. For with card `i`, `d = 2(n − i) + 1`, and
/// payoffs times `n − 1`:
///
/// - where she would call `s` with card `i`, betting `s` earns `s M/(s + 2) − s d` more than
///   checking; one more ante changes that by `2M/((s + 2)(s + 3)) − d ≤ 0`, so it is at most the
///   payoff of betting `b`, which is no more than the card gets already;
/// - where she would fold card `i`, it earns `(n − 1) − M`, and betting `b` earns at least that;
/// - with the one card that she calls with in part, it earns at most what checking earns.
///
/// So the value with more bets is at most the certified one, and it is not less, since I need not
/// use them. Source: docs/games/newman.md#saturation; the proof is ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saturation {
    n: u64,
    bet: u64,
    m: Rational,
    value: Rational,
    below: Option<Rational>,
}

/// Why the proof does not go through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum NotSaturated {
    /// The solutions are not Newman's game with `b` and with `b − 1`.
    #[error("{given}, expected Newman's game, and the same deck with one bet less")]
    OtherGame { given: String },
    /// II does not call the largest bet from the top down.
    #[error("player II does not call the largest bet from the top card down")]
    NotFromTheTop,
    /// `2M > (b + 2)(b + 3)`: the top card may want to bet more.
    #[error("2M = {twice_m}, expected at most (b + 2)(b + 3) = {bound}")]
    LargerBetsMayPay { twice_m: Rational, bound: Rational },
    /// The value with one bet less is the same already.
    #[error("the value with the largest bet {bet} left out is the same, {value}")]
    SmallerWouldDo { bet: u64, value: Rational },
}

impl Saturation {
    /// Proves that the largest bet of `solution` is the saturation size; `below` is the same deck
    /// with one bet less, needed unless `b = 1`.
    ///
    /// Errors: [`NotSaturated`]: that the proof fails does not show that larger bets pay.
    pub fn prove(
        solution: &Certified<Solution>,
        below: Option<&Certified<Solution>>,
    ) -> Result<Self, NotSaturated> {
        let other = |given: &Solution| NotSaturated::OtherGame { given: given.game.label() };
        let bet = newman_bet(solution).ok_or_else(|| other(solution))?;
        let n = solution.game.n();
        // The last view of the game is II facing the largest bet; its last action is the call.
        let last = solution.game.views().len() - 1;
        let runs = solution.profile.at(last)[1].runs().ok_or(NotSaturated::NotFromTheTop)?;
        let rising = runs.windows(2).all(|pair| pair[0].2 < pair[1].2);
        let mut mixed = runs.iter().filter(|(_, _, call)| !call.is_zero() && !call.is_one());
        let of_one_card = mixed.next().is_none_or(|(first, last, _)| first == last);
        if !rising || !of_one_card || mixed.next().is_some() {
            return Err(NotSaturated::NotFromTheTop);
        }
        let calls = solution.profile.at(last)[1].total();
        let m = calls * Rational::from(bet + 2);
        let (twice_m, bound) = (&m + &m, Rational::from((bet + 2) * (bet + 3)));
        if twice_m > bound {
            return Err(NotSaturated::LargerBetsMayPay { twice_m, bound });
        }
        let value = solution.values[0].clone();
        let below = match below {
            None if bet == 1 => None,
            None => return Err(other(solution)),
            Some(below) => {
                if newman_bet(below) != Some(bet - 1) || below.game.n() != n {
                    return Err(other(below));
                }
                if below.values[0] == value {
                    return Err(NotSaturated::SmallerWouldDo { bet, value });
                }
                Some(below.values[0].clone())
            }
        };
        Ok(Self { n, bet, m, value, below })
    }

    /// The saturation size: the least `b` whose game is worth as much as with any larger whole
    /// bets.
    pub fn bet(&self) -> u64 {
        self.bet
    }

    /// The value from that size on, in antes per hand to player I.
    pub fn value(&self) -> &Rational {
        &self.value
    }
}

fn newman_bet(solution: &Solution) -> Option<u64> {
    let game = &solution.game;
    let largest = game.family()?.whole_bets.then(|| game.stakes().number(&BET))?;
    u64::try_from(largest.to_i128()?).ok()
}

impl fmt::Display for Saturation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n, bet, m, value, below } = self;
        let bound = (bet + 2) * (bet + 3);
        let twice = m + m;
        write!(formatter, "n = {n} is saturated at b = {bet}: II calls a bet s with mass ")?;
        write!(formatter, "M/(s + 2), M = {m}; 2M = {twice} ≤ (b + 2)(b + 3) = {bound}, ")?;
        // Beyond some cards the fractions fill a screen; the solution has them.
        let shown = |number: &Rational| {
            let exact = number.to_string();
            if exact.len() <= READABLE { exact } else { format!("about {}", number.maple_float()) }
        };
        write!(formatter, "so no larger whole bet pays and the value stays {}", shown(value))?;
        match below {
            Some(below) => {
                let less = shown(&(value - below));
                write!(formatter, "; with b = {} it is less, by {less}", bet - 1)
            }
            None => Ok(()),
        }
    }
}
