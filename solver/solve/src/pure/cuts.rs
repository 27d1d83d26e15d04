use std::cmp::Ordering;

use crate::control::check_cancelled;
use crate::exact::{Rational, partition_point};
use crate::game::von_neumann;

use super::{PureEquilibrium, PureError};

/// The largest deck for equilibria in cuts.
pub const MAX_CUT_DECK: u64 = 10_000;

/// An equilibrium in cuts: I checks exactly the cards from `check_from` to `check_to`, II calls
/// from `call_from` up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutForm {
    /// A, the lowest card that checks.
    pub check_from: u64,
    /// B, the highest card that checks; A < B.
    pub check_to: u64,
    /// C, the lowest card that calls.
    pub call_from: u64,
}

/// Von Neumann's game with what decides best replies, exactly.
struct Replies {
    n: u64,
    b: Rational,
}

impl Replies {
    fn new(n: u64, b: &Rational) -> Result<Self, PureError> {
        von_neumann(n, b.clone())?;
        Ok(Self { n, b: b.clone() })
    }

    /// Call against fold, for a card of II with so many betting cards of I below and above it:
    /// the sign of `(b + 2) P_< − b P_>` (docs/DERIVATIONS.md#best-responses).
    fn call(&self, below: u64, above: u64) -> Ordering {
        let two_below = Rational::from(2 * below);
        (two_below + &self.b * &(Rational::from(below) - Rational::from(above))).sign()
    }

    /// Bet against check, for card `i` of I with so many calling cards of II below and above it:
    /// the sign of `2(n − i) + b Q_< − (b + 2) Q_>`.
    fn bet(&self, card: u64, below: u64, above: u64) -> Ordering {
        let checked_down = Rational::from(2 * (self.n - card)) - Rational::from(2 * above);
        (checked_down + &self.b * &(Rational::from(below) - Rational::from(above))).sign()
    }
}

/// The pure equilibria in cuts: I checks `A..=B` with `1 ≤ A < B ≤ n`, II calls from `C` up. They
/// are equilibria of the game itself, not only among cuts. Order: that of their sets of cards, I's
/// first, as [`super::pure_equilibria`] lists them.
///
/// Source: KTZ24 section 1, the restricted form. Errors: [`PureError`]; n is at most
/// [`MAX_CUT_DECK`]. Cost: `O(n²)` comparisons.
pub fn cut_equilibria(n: u64, b: &Rational) -> Result<Vec<CutForm>, PureError> {
    let replies = Replies::new(n, b)?;
    if n > MAX_CUT_DECK {
        let (what, instead) = ("equilibria in cuts", "; bluff solve works for any deck");
        return Err(PureError::TooLarge { given: n, limit: MAX_CUT_DECK, what, instead });
    }
    let mut equilibria = Vec::new();
    for call_from in 1..=n {
        check_cancelled();
        let callers = n + 1 - call_from;
        // Betting against calls from C up: below C the lower card likes it better, from C up the
        // higher card.
        let preference = |card: u64| {
            let (below, above) = (card.saturating_sub(call_from), callers.min(n - card));
            replies.bet(card, below, above)
        };
        let low = |prefers: fn(Ordering) -> bool| {
            partition_point(1..call_from, |card| prefers(preference(card)))
        };
        let high = |prefers: fn(Ordering) -> bool| {
            partition_point(call_from..n + 1, |card| prefers(preference(card)))
        };
        // A lies from the first card that does not insist on betting to the first that insists on
        // checking, B likewise.
        for check_from in low(Ordering::is_gt)..=low(Ordering::is_ge) {
            for check_to in high(Ordering::is_lt) - 1..=high(Ordering::is_le) - 1 {
                let cut = CutForm { check_from, check_to, call_from };
                if check_from < check_to && cut.is_best_reply(n, &replies) {
                    equilibria.push(cut);
                }
            }
        }
    }
    equilibria.sort_by(|one, other| {
        one.bets(n).cmp(other.bets(n)).then(one.call_from.cmp(&other.call_from))
    });
    Ok(equilibria)
}

impl CutForm {
    /// True if II's calls are a best reply: her preference for calling grows with her card, so two
    /// cards decide.
    fn is_best_reply(self, n: u64, replies: &Replies) -> bool {
        let betting = |from: u64, to: u64| {
            // Betting cards among from..=to.
            let checking = to.min(self.check_to) as i128 - from.max(self.check_from) as i128 + 1;
            (to as i128 - from as i128 + 1 - checking.max(0)).max(0) as u64
        };
        let call = |card: u64| replies.call(betting(1, card - 1), betting(card + 1, n));
        call(self.call_from).is_ge() && (self.call_from == 1 || call(self.call_from - 1).is_le())
    }

    /// The cards with which I bets, ascending.
    fn bets(self, n: u64) -> impl Iterator<Item = u64> {
        (1..self.check_from).chain(self.check_to + 1..=n)
    }

    /// The same equilibrium as sets of cards.
    pub fn sets(self, n: u64) -> PureEquilibrium {
        PureEquilibrium { bets: self.bets(n).collect(), calls: (self.call_from..=n).collect() }
    }
}
