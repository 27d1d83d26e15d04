use std::cmp::Ordering;

use crate::exact::{Piecewise, Rational};
use crate::game::{Game, GameError, von_neumann};
use crate::strategy::{Profile, ProfileError};

/// The largest deck whose `2^n` betting sets are listed.
pub const MAX_DECK: u64 = 20;
/// The largest deck for equilibria in cuts.
pub const MAX_CUT_DECK: u64 = 10_000;

/// A pure equilibrium: the cards with which I bets and with which II calls, ascending.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PureEquilibrium {
    /// I bets exactly these cards.
    pub bets: Vec<u64>,
    /// II calls with exactly these cards.
    pub calls: Vec<u64>,
}

/// An equilibrium in cuts: I checks exactly the cards from `check_from` to `check_to`, II calls from `call_from` up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutForm {
    /// A, the lowest card that checks.
    pub check_from: u64,
    /// B, the highest card that checks; A < B.
    pub check_to: u64,
    /// C, the lowest card that calls.
    pub call_from: u64,
}

/// Why there is no list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PureError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// `2^n` betting sets are too many.
    #[error("n = {given}, expected n ≤ {limit} for {what}{instead}")]
    TooLarge {
        /// The deck asked for.
        given: u64,
        /// The largest deck allowed.
        limit: u64,
        /// What was asked.
        what: &'static str,
        /// What would work.
        instead: &'static str,
    },
    /// A set names a card twice, or one that is not in the deck.
    #[error("card {given} in a set, expected cards from 1 to {n}, each once")]
    BadCard {
        /// The card given.
        given: u64,
        /// Cards in the deck.
        n: u64,
    },
    /// The sets make no profile; cannot happen for sets of cards of the deck.
    #[error(transparent)]
    Profile(#[from] ProfileError),
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
    /// the sign of `(b + 2) P_< − b P_>` (MATH section 3).
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

/// All pure equilibria of von Neumann's game (n, b), in lexicographic order of the sets; calls `found` for each and
/// stops when it answers `false`.
///
/// For every one of the `2^n` sets of betting cards, II's best replies are her forced cards and any subset of the
/// indifferent ones; each is kept if I's set is a best reply to it. Source: KTZ24 section 1, `vnNE`.
///
/// Errors: [`PureError`]; n is at most [`MAX_DECK`].
///
/// ```
/// use rational_bluff::{exact::Rational, pure::pure_equilibria};
/// let mut calls = Vec::new();
/// pure_equilibria(7, &Rational::from(2), |equilibrium| {
///     assert_eq!(equilibrium.bets, [1, 6, 7]);
///     calls.push(equilibrium.calls);
///     true
/// })?;
/// assert_eq!(calls, [[3, 6, 7], [4, 6, 7], [5, 6, 7]]);
/// # Ok::<(), rational_bluff::pure::PureError>(())
/// ```
pub fn pure_equilibria(n: u64, b: &Rational, mut found: impl FnMut(PureEquilibrium) -> bool) -> Result<(), PureError> {
    let replies = Replies::new(n, b)?;
    if n > MAX_DECK {
        let instead = "; equilibria in cuts (--cuts) work for larger decks";
        return Err(PureError::TooLarge { given: n, limit: MAX_DECK, what: "all pure equilibria", instead });
    }
    // Signs for all counts once: comparisons of small numbers from here on.
    let counts = 0..=n;
    let call: Vec<Vec<Ordering>> =
        counts.clone().map(|below| counts.clone().map(|above| replies.call(below, above)).collect()).collect();
    let bet: Vec<Vec<Vec<Ordering>>> = (1..=n)
        .map(|card| {
            counts.clone().map(|below| counts.clone().map(|above| replies.bet(card, below, above)).collect()).collect()
        })
        .collect();
    for bets in Subsets::of((1u32 << n) - 1) {
        let (mut forced, mut free) = (0u32, 0u32);
        for card in 0..n {
            match call[below(bets, card)][above(bets, card)] {
                Ordering::Greater => forced |= 1 << card,
                Ordering::Equal => free |= 1 << card,
                Ordering::Less => {}
            }
        }
        for indifferent in Subsets::of(free) {
            let calls = forced | indifferent;
            let best = (0..n).all(|card| {
                let preference = bet[card as usize][below(calls, card)][above(calls, card)];
                if bets >> card & 1 == 1 { preference.is_ge() } else { preference.is_le() }
            });
            if best && !found(PureEquilibrium { bets: cards(bets), calls: cards(calls) }) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The pure equilibria in cuts: I checks `A..=B` with `1 ≤ A < B ≤ n`, II calls from `C` up. They are equilibria of the
/// game itself, not only among cuts.
///
/// Source: KTZ24 section 1, the restricted form. Errors: [`PureError`]; n is at most [`MAX_CUT_DECK`].
/// Cost: `O(n²)` comparisons.
pub fn cut_equilibria(n: u64, b: &Rational) -> Result<Vec<CutForm>, PureError> {
    let replies = Replies::new(n, b)?;
    if n > MAX_CUT_DECK {
        let (what, instead) = ("equilibria in cuts", "; bluff solve works for any deck");
        return Err(PureError::TooLarge { given: n, limit: MAX_CUT_DECK, what, instead });
    }
    let mut equilibria = Vec::new();
    for call_from in 1..=n {
        let callers = n + 1 - call_from;
        // Betting against calls from C up: below C the lower card likes it better, from C up the higher card.
        let preference = |card: u64| {
            let (below, above) = (card.saturating_sub(call_from), callers.min(n - card));
            replies.bet(card, below, above)
        };
        let low = |prefers: fn(Ordering) -> bool| partition(1, call_from, |card| prefers(preference(card)));
        let high = |prefers: fn(Ordering) -> bool| partition(call_from, n + 1, |card| prefers(preference(card)));
        // A lies from the first card that does not insist on betting to the first that insists on checking, B likewise.
        for check_from in low(Ordering::is_gt)..=low(Ordering::is_ge) {
            for check_to in high(Ordering::is_lt) - 1..=high(Ordering::is_le) - 1 {
                let cut = CutForm { check_from, check_to, call_from };
                if check_from < check_to && cut.is_best_reply(n, &replies) {
                    equilibria.push(cut);
                }
            }
        }
    }
    Ok(equilibria)
}

/// The first card of `from..to` without the property, which only an initial stretch has.
fn partition(from: u64, to: u64, has: impl Fn(u64) -> bool) -> u64 {
    (from..to).find(|card| !has(*card)).unwrap_or(to)
}

impl CutForm {
    /// Whether II's calls are a best reply: her preference for calling grows with her card, so two cards decide.
    fn is_best_reply(self, n: u64, replies: &Replies) -> bool {
        let betting = |from: u64, to: u64| {
            // Betting cards among from..=to.
            let checking = to.min(self.check_to) as i128 - from.max(self.check_from) as i128 + 1;
            (to as i128 - from as i128 + 1 - checking.max(0)).max(0) as u64
        };
        let call = |card: u64| replies.call(betting(1, card - 1), betting(card + 1, n));
        call(self.call_from).is_ge() && (self.call_from == 1 || call(self.call_from - 1).is_le())
    }

    /// The same equilibrium as sets of cards.
    pub fn sets(self, n: u64) -> PureEquilibrium {
        let bets = (1..self.check_from).chain(self.check_to + 1..=n).collect();
        PureEquilibrium { bets, calls: (self.call_from..=n).collect() }
    }
}

/// The profile in which I bets exactly the cards of one set and II calls with exactly those of another: what `EnS1S2` of
/// the paper evaluates.
///
/// Errors: [`PureError::BadCard`].
pub fn sets_profile(game: &Game, sets: &PureEquilibrium) -> Result<Profile, PureError> {
    let view = |cards: &[u64]| {
        let taken = indicator(game.n(), cards)?;
        Ok::<_, PureError>(vec![taken.subtracted_from(&Rational::ONE), taken])
    };
    Ok(Profile::new(game, vec![view(&sets.bets)?, view(&sets.calls)?])?)
}

fn indicator(n: u64, cards: &[u64]) -> Result<Piecewise, PureError> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    let mut runs = Vec::with_capacity(2 * cards.len() + 1);
    let mut before = 0;
    for given in cards {
        if given <= before || given > n {
            return Err(PureError::BadCard { given, n });
        }
        if given > before + 1 {
            runs.push((given - 1, Rational::ZERO));
        }
        runs.push((given, Rational::ONE));
        before = given;
    }
    if before < n {
        runs.push((n, Rational::ZERO));
    }
    Ok(Piecewise::steps(runs))
}

/// Sets of cards as bits: card `c` is bit `c − 1`.
fn cards(set: u32) -> Vec<u64> {
    (0..32).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).collect()
}

fn below(set: u32, card: u64) -> usize {
    (set & ((1 << card) - 1)).count_ones() as usize
}

fn above(set: u32, card: u64) -> usize {
    (set >> card >> 1).count_ones() as usize
}

/// All subsets of a set, the empty one first, in the order of their bits.
struct Subsets {
    of: u32,
    next: Option<u32>,
}

impl Subsets {
    fn of(set: u32) -> Self {
        Self { of: set, next: Some(0) }
    }
}

impl Iterator for Subsets {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        let subset = self.next?;
        self.next = (subset != self.of).then(|| (subset.wrapping_sub(self.of)) & self.of);
        Some(subset)
    }
}
