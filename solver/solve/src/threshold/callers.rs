//! One bet against callers who answer without seeing each other, all alike (the fast form of the
//! paper, `FastMNE`).
//!
//! Callers call with their top cards: surely above a threshold card `c`, with probability `f` at
//! `c`. I bets the lowest cards and the highest. At most one opponent can hold card `c`, so what I
//! prefers is linear in `f`; and what a caller prefers at `c` is linear in the probability with
//! which I bets one card. So an equilibrium is a threshold `c`, one card `i` of I that is
//! indifferent (which gives `f`), and I's probability there (which makes card `c` indifferent); or
//! a pure one. All quantities are falling factorials: nothing visits each card.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use crate::exact::{Piecewise, Rational, partition_near, partition_point};
use crate::game::{BET, Game, TreeShape};
use crate::strategy::{Profile, two_actions};

use super::ThresholdError;

/// Number of cards tried from each end where I may be indifferent at any of a stretch of cards.
const MOST_TIES: u64 = 16;

/// A bet `b` against `callers` callers with a deck of `n`.
struct CallersTable {
    n: u64,
    b: Rational,
    callers: u64,
    /// Ordered deals to the callers, if I holds a card.
    everything: Rational,
    /// The ends of the stretches of the last [`CallersTable::best_bets`], which are near the next
    /// ones.
    last: Cell<(u64, u64)>,
    /// Number of times that [`CallersTable::bet_gain`] was computed.
    #[cfg(test)]
    counted: Cell<u64>,
}

/// Callers' common strategy: surely above `card`, with probability `share` at it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Calls {
    card: u64,
    share: Rational,
}

/// I bets surely below `low` and from `high` up, and with a probability on at most one card
/// between.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BettingCards {
    low: u64,
    high: u64,
    mixed: Option<(u64, Rational)>,
}

/// Candidates for the equilibria of this form, near the threshold where calling stops paying; the
/// certificate decides.
///
/// Shape: profiles in which all callers play alike, by threshold card and then by I's mixed card.
/// Thresholds within `reach` cards of the crossing are tried; that none lies farther off is tested,
/// not proved. Source: docs/DERIVATIONS.md#callers-who-play-alike. Errors:
/// [`ThresholdError::OtherGame`]. Cost: `O(reach · log² n)` exact operations.
pub(super) fn callers_alike(
    game: &Game,
    reach: u64,
) -> Result<impl Iterator<Item = Result<Profile, ThresholdError>>, ThresholdError> {
    if game.family().is_none_or(|family| family.shape != TreeShape::Callers) {
        return Err(ThresholdError::OtherGame { given: game.name().to_owned() });
    }
    let table =
        CallersTable::new(game.n(), &game.stakes().number(&BET), game.players().len() as u64 - 1);
    let mut known: Vec<Profile> = Vec::new();
    let profiles = table.thresholds(reach).flat_map(move |card| {
        let mut candidates = table.candidates(card);
        candidates.retain(|(calls, bets)| table.callers_agree(calls, bets));
        candidates
            .into_iter()
            .map(|(calls, bets)| table.profile(game, &calls, &bets))
            .collect::<Vec<_>>()
    });
    Ok(profiles.filter(move |profile| match profile {
        Ok(profile) if known.contains(profile) => false,
        Ok(profile) => {
            known.push(profile.clone());
            true
        }
        Err(_) => true,
    }))
}

impl CallersTable {
    fn new(n: u64, b: &Rational, callers: u64) -> Self {
        #[cfg(test)]
        let counted = Cell::default();
        Self {
            n,
            b: b.clone(),
            callers,
            everything: falling(n - 1, callers),
            last: Cell::new((1, n)),
            #[cfg(test)]
            counted,
        }
    }

    /// The thresholds that are tried.
    fn thresholds(&self, reach: u64) -> RangeInclusive<u64> {
        let crossing = self.crossing();
        crossing.saturating_sub(reach).max(1)..=crossing.saturating_add(reach).min(self.n)
    }

    /// The least card at which calling pays, if callers call from it up and I answers that best.
    fn crossing(&self) -> u64 {
        partition_point(1..self.n, |card| {
            let bets = self.best_bets(&Calls { card, share: Rational::ONE });
            self.call_gain(card, &bets).is_negative()
        })
    }

    /// Candidates with this threshold card.
    fn candidates(&self, card: u64) -> Vec<(Calls, BettingCards)> {
        let none = Calls { card, share: Rational::ZERO };
        let all = Calls { card, share: Rational::ONE };
        let (fewest, most) = (self.best_bets(&none), self.best_bets(&all));
        let mut found = Vec::new();
        for (calls, bets) in [(&none, &fewest), (&all, &most)] {
            // Pure, or with I indifferent by chance.
            found.push((calls.clone(), bets.clone()));
            // As many cards as there are callers are too low to win checked down, so several may
            // tie.
            for indifferent in
                (bets.low..bets.low + self.callers).chain([bets.high.saturating_sub(1)])
            {
                if (1..=self.n).contains(&indifferent)
                    && self.bet_gain(indifferent, calls).is_zero()
                {
                    found.extend(self.mixed_at(indifferent, calls));
                    let mixed = Some((indifferent, Rational::ONE));
                    found.push((calls.clone(), BettingCards { mixed, ..bets.clone() }));
                }
            }
        }
        let sure = |card: u64, calls: &Calls| self.bet_gain(card, calls);
        // The more is called, the fewer low cards bluff and the more high cards bet: these change
        // sides.
        let low = partition_point(1..card, |card| !sure(card, &all).is_negative())..fewest.low;
        let high =
            most.high..partition_point(card..self.n + 1, |card| sure(card, &none).is_negative());
        let crosses = !self.call_gain(card, &fewest).is_negative()
            && !self.call_gain(card, &most).is_positive();
        for cards in [low, high] {
            for indifferent in self.indifferent(card, &cards, crosses) {
                found.extend(
                    self.share(indifferent, card)
                        .and_then(|calls| self.mixed_at(indifferent, &calls)),
                );
            }
        }
        found
    }

    /// True unless a caller gains by another answer with the threshold card, or with the one next
    /// to it on the other side of the threshold. The certificate would say the same, later.
    fn callers_agree(&self, calls: &Calls, bets: &BettingCards) -> bool {
        let gain = self.call_gain(calls.card, bets);
        if calls.share.is_zero() {
            let calls_above =
                calls.card == self.n || !self.call_gain(calls.card + 1, bets).is_negative();
            !gain.is_positive() && calls_above
        } else if calls.share == Rational::ONE {
            let folds_below =
                calls.card == 1 || !self.call_gain(calls.card - 1, bets).is_positive();
            !gain.is_negative() && folds_below
        } else {
            gain.is_zero()
        }
    }

    /// The cards among these at which I may be indifferent while callers are, with the callers'
    /// threshold at `card`.
    ///
    /// The higher the card, the fewer calls make I indifferent there, so the more a call gains. The
    /// cards where it may gain nothing lie side by side. There is one of them, or two, unless calls
    /// gain nothing anyway: then some at both ends are tried. The lowest and the highest are always
    /// tried: where nobody bets a call gains nothing either.
    fn indifferent(&self, card: u64, cards: &Range<u64>, crosses: bool) -> BTreeSet<u64> {
        let Range { start, end } = *cards;
        if start >= end {
            return BTreeSet::new();
        }
        let mut tried = BTreeSet::from([start, end - 1]);
        if crosses {
            let gains = |indifferent: u64| {
                let calls = self.share(indifferent, card)?;
                let mut bets = self.turning(indifferent, &calls);
                let [one, other] = self.call_gains(card, indifferent, &mut bets);
                Some((one.clone().min(other.clone()), one.max(other)))
            };
            let first = partition_point(start..end, |card| {
                gains(card).is_some_and(|(_, most)| most.is_negative())
            });
            let last = partition_point(start..end, |card| {
                gains(card).is_some_and(|(least, _)| !least.is_positive())
            });
            tried.extend(first..last.min(first + MOST_TIES));
            tried.extend(first.max(last.saturating_sub(MOST_TIES))..last);
        }
        tried
    }

    /// The calls with this threshold card that make I indifferent at a card, if some with a share
    /// between 0 and 1 do.
    fn share(&self, indifferent: u64, card: u64) -> Option<Calls> {
        let at = |share| self.bet_gain(indifferent, &Calls { card, share });
        let (at_none, at_all) = (at(Rational::ZERO), at(Rational::ONE));
        let slope = at_all - &at_none;
        let share = (!slope.is_zero()).then(|| -at_none / slope)?;
        (share.is_positive() && share < Rational::ONE).then_some(Calls { card, share })
    }

    /// I's best bets with a card that is indifferent.
    fn turning(&self, indifferent: u64, calls: &Calls) -> BettingCards {
        let mut bets = self.best_bets(calls);
        // Cards too low to win checked down are all alike: the lowest bluff first. (So are value
        // bets from the top.)
        if indifferent < calls.card {
            bets.low = indifferent;
        } else {
            bets.high = indifferent + 1;
        }
        bets
    }

    /// Gain of a call with the threshold card if I never bets the indifferent card, and if always.
    fn call_gains(&self, card: u64, indifferent: u64, bets: &mut BettingCards) -> [Rational; 2] {
        [Rational::ZERO, Rational::ONE].map(|probability| {
            bets.mixed = Some((indifferent, probability));
            self.call_gain(card, bets)
        })
    }

    /// With I indifferent at a card: the probability there that makes the threshold card
    /// indifferent, if there is one.
    fn mixed_at(&self, indifferent: u64, calls: &Calls) -> Option<(Calls, BettingCards)> {
        let mut bets = self.turning(indifferent, calls);
        let [at_none, at_all] = self.call_gains(calls.card, indifferent, &mut bets);
        let slope = at_all - &at_none;
        if slope.is_zero() && !at_none.is_zero() {
            return None;
        }
        let probability = if slope.is_zero() { Rational::ZERO } else { -at_none / slope };
        if probability.is_negative() || probability > Rational::ONE {
            return None;
        }
        bets.mixed = Some((indifferent, probability));
        Some((calls.clone(), bets))
    }

    /// Cards with which I strictly prefers to bet. Below the threshold card the gain falls with the
    /// card, above it rises.
    fn best_bets(&self, calls: &Calls) -> BettingCards {
        let bets = |card: u64| self.bet_gain(card, calls).is_positive();
        let (low, high) = self.last.get();
        let mut low = partition_near(1..calls.card, low, bets);
        let high = partition_near(calls.card..self.n + 1, high, |card| !bets(card));
        self.last.set((low, high));
        // With few callers nothing is lost by betting everything: then the two stretches meet.
        low = low.min(high);
        BettingCards { low, high, mixed: None }
    }

    /// Bet minus check for I with a card, in antes × ordered deals to the callers.
    ///
    /// With `W` cards that fold or lose a showdown, `B` of them calling, the bet earns
    /// `(k + 1 + b) W^(k) + b k B (W − 1)^(k−1) − (1 + b) (n − 1)^(k)`,
    /// `x^(m)` a falling factorial. It is the sum over the number `m` of callers of
    /// `k + m b` where all of them hold lower cards, and of `−(1 + b)` elsewhere.
    fn bet_gain(&self, card: u64, calls: &Calls) -> Rational {
        #[cfg(test)]
        self.counted.set(self.counted.get() + 1);
        let everything = &self.everything;
        let counted = |threshold_calls: bool| {
            let first = if threshold_calls { calls.card } else { calls.card + 1 };
            let above = self.n + 1 - first.max(card + 1).min(self.n + 1);
            let (below, won) = (card.saturating_sub(first), self.n - 1 - above);
            let called = Rational::from(below) * falling(won.saturating_sub(1), self.callers - 1);
            let ends = Rational::from(self.callers + 1) + &self.b;
            let showdowns = Rational::from(self.callers) * &self.b * called;
            ends * falling(won, self.callers) + showdowns - (Rational::ONE + &self.b) * everything
        };
        let sure = counted(false);
        let bet = if calls.share.is_zero() || card == calls.card {
            sure
        } else {
            let change = counted(true) - &sure;
            sure + change * &calls.share
        };
        let highest = falling(card - 1, self.callers);
        let checked = Rational::from(self.callers + 1) * highest - everything;
        bet - checked
    }

    /// Call minus fold for a caller with the threshold card, in antes × ordered deals to the
    /// others.
    ///
    /// Other callers then hold higher cards, so a call wins only if I bets lower and they all fold.
    fn call_gain(&self, card: u64, bets: &BettingCards) -> Rational {
        let mut below = Rational::from(bets.low.min(card) - 1);
        let mut above = Rational::from(self.n + 1 - bets.high.max(card + 1).min(self.n + 1));
        if let Some((mixed, probability)) = &bets.mixed {
            // The mixed card lies between the two stretches.
            match mixed.cmp(&card) {
                Ordering::Less => below += probability,
                Ordering::Greater => above += probability,
                Ordering::Equal => {}
            }
        }
        let others = self.callers - 1;
        let everything = &self.b * &falling(self.n - 2, others);
        let two = Rational::from(2);
        let alone = (two * &self.b + Rational::from(self.callers + 1))
            * falling(card.saturating_sub(2), others);
        below * (alone - &everything) - above * everything
    }

    fn profile(
        &self,
        game: &Game,
        calls: &Calls,
        bets: &BettingCards,
    ) -> Result<Profile, ThresholdError> {
        let n = self.n;
        let bet = |card: u64| match &bets.mixed {
            Some((mixed, probability)) if *mixed == card => probability.clone(),
            _ if card < bets.low || card >= bets.high => Rational::ONE,
            _ => Rational::ZERO,
        };
        let call = |card: u64| match card.cmp(&calls.card) {
            Ordering::Less => Rational::ZERO,
            Ordering::Equal => calls.share.clone(),
            Ordering::Greater => Rational::ONE,
        };
        let mixed = bets.mixed.as_ref().map_or(1, |(card, _)| *card);
        let bet = steps(n, &[bets.low - 1, mixed - 1, mixed, bets.high - 1], bet);
        let call = steps(n, &[calls.card - 1, calls.card], call);
        let calls = (0..self.callers).map(|_| call.clone());
        Ok(Profile::new(game, [bet].into_iter().chain(calls).map(two_actions).collect())?)
    }
}

/// The step function that may change after each of these cards.
fn steps(n: u64, lasts: &[u64], value: impl Fn(u64) -> Rational) -> Piecewise {
    let mut lasts: Vec<u64> =
        lasts.iter().copied().filter(|last| (1..n).contains(last)).chain([n]).collect();
    lasts.sort_unstable();
    lasts.dedup();
    Piecewise::steps(lasts.into_iter().map(|last| (last, value(last))))
}

/// `x (x − 1) … (x − m + 1)`: the ways to deal `m` of `x` cards in order.
fn falling(x: u64, m: u64) -> Rational {
    let factors = || (0..m).map(|dealt| x.saturating_sub(dealt));
    let short = factors().try_fold(1_u128, |product, left| product.checked_mul(left.into()));
    let long = || factors().fold(Rational::ONE, |product, left| product * Rational::from(left));
    short.map_or_else(long, Rational::from)
}

#[cfg(test)]
mod tests;
