use std::collections::HashMap;
use std::io::BufRead;

use serde::{Deserialize, Serialize};

use super::{DealResult, DealtGame, FORMAT, PlayedGame, all_alike, fits, no_end, payoffs, pays};
use crate::fairness::chunks::{Chunks, DealRun};
use crate::fairness::{AnswerDocument, DealLines, FAMILY_LEVEL, NotChecked};
use crate::fault::allow;
use crate::{Allowed, NamedProtocol, Protocol, Setting, outcome};
use bluff_exact::control::Control;
use bluff_exact::{Rational, counted};
use bluff_poker::game::{Game, Leaf, Player};

/// The payoffs of a sample of hands, beside the value of the game; lists are by player. Keys come
/// in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sampled {
    /// Deals made.
    pub deals: String,
    /// The seed of the coins; `None` of deals that somebody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Deals that came to no end.
    pub unfinished: String,
    /// Deals against the rules: one is enough to reject the protocol.
    pub illegal: String,
    /// The payoff of the profile, in antes per hand.
    pub value: Vec<Rational>,
    /// The mean payoff per hand.
    pub mean: Vec<Rational>,
    /// The standard error of the mean.
    pub standard_error: Vec<f64>,
    /// A bound on the probability that fair deals come so far from the value: see [`sampled()`].
    pub p_value: Vec<f64>,
    /// Rejected below this.
    pub level: Vec<f64>,
    /// True if fair deals come so far with a probability below the level.
    pub rejected: Vec<bool>,
}

impl Sampled {
    /// True if a deal was against the rules, or a party won too much or too little.
    pub fn rejects(&self) -> bool {
        self.illegal != "0" || self.rejected.contains(&true)
    }
}

/// The payoffs of a sample of hands of a game.
pub type Winnings = AnswerDocument<DealtGame, Sampled>;

impl Winnings {
    /// Deals the cards of a game so many times and plays the profile.
    ///
    /// Errors: those of [`sampled()`]; what the protocol refuses.
    pub fn new(
        system: &NamedProtocol,
        setting: &Setting,
        played: PlayedGame<'_>,
        sample: (u64, u64),
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let found = sampled(&*system.protocol(setting)?, played, sample, control)?;
        Ok(Self { asked: DealtGame::new(system, setting, played.0), found })
    }

    /// Plays the deals that somebody has: see [`won_by_hands`].
    ///
    /// Errors: those of [`won_by_hands`].
    pub fn given(
        lines: DealLines<impl BufRead>,
        (game, profile): PlayedGame<'_>,
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let found = won_by_hands(lines, (game, profile), control)?;
        let (players, game) = (game.players().len(), game.label());
        Ok(Self {
            asked: DealtGame { format: FORMAT, protocol: None, game, players, bug: None },
            found,
        })
    }
}

/// The payoff of a player in a sample of hands, beside the value of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Won {
    /// The payoff of the profile, in antes per hand.
    pub value: Rational,
    /// The mean payoff per hand: exactly, over the players' own chances too, so only the deal is
    /// left to chance.
    pub mean: Rational,
    /// The standard error of the mean, from the sample.
    pub standard_error: f64,
    /// A bound on the probability that fair deals come so far from the value, whatever the number
    /// of hands.
    pub p_value: f64,
    /// Rejected below this: [`FAMILY_LEVEL`], shared among the players.
    pub level: f64,
}

impl Won {
    /// True if fair deals come so far from the value with a probability below the level.
    pub fn rejected(&self) -> bool {
        self.p_value < self.level
    }
}

/// Plays so many hands and compares what is won with the payoff of the profile. The same seed, the
/// same hands, on any number of threads.
///
/// False alarms: fair deals are rejected with probability [`FAMILY_LEVEL`] at most, at any number
/// of hands. The p-value is not that of a normal law, which rare large pots do not follow: it is
/// the bound of Maurer and Pontil, *Empirical Bernstein bounds and sample variance penalization*
/// (2009), Theorem 4, to both sides. With a deviation `s` of what a deal pays and a range `R` from
/// the largest loss to the largest gain, a mean is `√(2L) s / √h + 7 R L / (3 (h − 1))` off with
/// probability `4 exp(−L)` at most.
///
/// Power: two players, a level of `5·10⁻⁷`, and `L = 15.9`: a bias is likely found from 5.7
/// standard errors on, if there are so many hands that the second term is small.
///
/// Each deal is a part that the control counts. Errors: a game and a protocol that do not fit;
/// fewer than two hands that come to an end; `Stopped` when cancelled.
pub fn sampled(
    protocol: &dyn Protocol,
    played: PlayedGame<'_>,
    (deals, seed): (u64, u64),
    control: &Control,
) -> Result<Sampled, NotChecked> {
    fits(protocol, played.0)?;
    let chunks = Chunks { protocol, deals, seed, control, record: false };
    let take = |sums: &mut Allowed<PayoffSums>, (ended, log): DealRun| {
        if let Ok(open) = sums
            && let Err(refused) = DealResult::of(played.0, protocol, &ended, &outcome(&log))
                .map(|deal| open.take(played, deal, &Rational::ONE))
        {
            *sums = Err(refused);
        }
    };
    let and = |one: Allowed<PayoffSums>, other: Allowed<PayoffSums>| Ok(one?.and(played, other?));
    let mut sums = chunks.tally(|| Ok(PayoffSums::default()), take, and)??;
    sums.settle(played);
    if sums.hands < Rational::from(2) && sums.illegal.is_zero() {
        return Err(no_end(deals).into());
    }
    Ok(sums.paid(played, deals, Some(seed)))
}

/// Plays the hands that somebody has, with the card of each player, and compares what is won with
/// the payoff of the profile.
///
/// False alarms: as [`sampled()`].
///
/// Errors: a game whose cards these are not; a line that is no hand of it; fewer than two hands;
/// `Stopped` when cancelled.
pub fn won_by_hands(
    mut lines: DealLines<impl BufRead>,
    (game, profile): PlayedGame<'_>,
    control: &Control,
) -> Result<Sampled, NotChecked> {
    all_alike(game)?;
    let (mut sums, mut deals) = (PayoffSums::default(), 0_u64);
    while let Some(deal) = lines.deal()? {
        if deals.is_multiple_of(1024) {
            control.check()?;
        }
        deals += 1;
        if deal.len() != game.players().len() || deal.iter().any(|hand| hand.len() != 1) {
            let label = game.label();
            let expected = format!("one card that was seen for each player of {label}");
            let given = counted(deal.len(), "seat", "seats");
            let held: Vec<String> = deal.iter().map(|hand| hand.len().to_string()).collect();
            let held = held.join(", ");
            return Err(lines.refused(&format!("{given} with {held} cards"), expected).into());
        }
        sums.take((game, profile), DealResult::Cards(deal.concat()), &Rational::ONE);
    }
    allow(deals >= 2, counted(deals, "deal", "deals"), "two or more, a line for each")?;
    sums.settle((game, profile));
    Ok(sums.paid((game, profile), deals, None))
}

/// The payoffs of one player in hands that were played, in antes, compared with the payoff of the
/// profile.
///
/// False alarms: as [`sampled()`], at [`FAMILY_LEVEL`].
pub fn won_by_player((game, profile): PlayedGame<'_>, player: Player, payoffs: &[Rational]) -> Won {
    let value = super::payoffs(game, profile).swap_remove(player.index());
    let sums = (payoffs.iter().cloned().sum(), payoffs.iter().map(|one| one * one).sum());
    won(value, sums, &Rational::from(payoffs.len()), range(game, player), FAMILY_LEVEL)
}

/// From the sum of what was won, and of its squares, over so many hands. Too few hands say nothing.
fn won(
    value: Rational,
    (sum, squares): (Rational, Rational),
    hands: &Rational,
    range: Rational,
    level: f64,
) -> Won {
    if *hands < Rational::from(2) {
        return Won { value, mean: sum, standard_error: 0.0, p_value: 1.0, level };
    }
    let mean = &sum / hands;
    let rest = hands - Rational::ONE;
    let variance = (squares - &sum * &mean) / &rest;
    let standard_error = (variance / hands).to_f64().sqrt();
    let off = (&mean - &value).abs().to_f64();
    let narrow = 7.0 / 3.0 * (range / rest).to_f64();
    let p_value = bound(off, 2.0_f64.sqrt() * standard_error, narrow);
    Won { value, mean, standard_error, p_value, level }
}

/// The `4 exp(−L)` at which `wide √L + narrow L` is `off`.
fn bound(off: f64, wide: f64, narrow: f64) -> f64 {
    if off == 0.0 {
        return 1.0;
    }
    let root = 2.0 * off / (wide + (wide * wide + 4.0 * narrow * off).sqrt());
    (4.0 * (-root * root).exp()).min(1.0)
}

/// From the largest loss of a player to the largest gain.
fn range(game: &Game, player: Player) -> Rational {
    let paid = |leaf: &Leaf| leaf.paid[player.index()].amount().clone();
    let gain = game.leaves().iter().map(|leaf| leaf.pot() - paid(leaf)).max();
    let loss = game.leaves().iter().map(paid).max();
    gain.unwrap_or_default() + loss.unwrap_or_default()
}

/// So many different deals are paid out together: most come again and again if there are few.
const OPEN: usize = 1 << 14;

/// The payoffs of some deals, each with its weight: a probability, or how often it came.
#[derive(Default)]
pub(super) struct PayoffSums {
    /// The weight of the deals that obey the rules.
    pub(super) hands: Rational,
    /// The weight of those that came to no end.
    pub(super) unfinished: Rational,
    /// The weight of those against the rules.
    pub(super) illegal: Rational,
    /// Deals that are not yet paid out.
    open: HashMap<DealResult, Rational>,
    /// By player: the sum of what was won, and of its squares.
    pub(super) sums: Vec<(Rational, Rational)>,
}

impl PayoffSums {
    pub(super) fn take(&mut self, played: PlayedGame<'_>, deal: DealResult, weight: &Rational) {
        *self.open.entry(deal).or_default() += weight;
        if self.open.len() >= OPEN {
            self.settle(played);
        }
    }

    /// Pays out.
    pub(super) fn settle(&mut self, (game, profile): PlayedGame<'_>) {
        self.sums.resize(game.players().len(), Default::default());
        for (deal, weight) in self.open.drain() {
            let sum = match deal {
                DealResult::Cards(_) => &mut self.hands,
                DealResult::Unfinished => &mut self.unfinished,
                DealResult::Illegal => &mut self.illegal,
            };
            *sum += &weight;
            let DealResult::Cards(cards) = deal else { continue };
            for ((sum, squares), pays) in self.sums.iter_mut().zip(pays(game, profile, &cards)) {
                let all = &pays * &weight;
                *squares += &(&all * &pays);
                *sum += &all;
            }
        }
    }

    /// These and those.
    fn and(mut self, played: PlayedGame<'_>, other: Self) -> Self {
        other.open.into_iter().for_each(|(deal, weight)| self.take(played, deal, &weight));
        self.hands += &other.hands;
        self.unfinished += &other.unfinished;
        self.illegal += &other.illegal;
        self.sums.resize(played.0.players().len(), Default::default());
        for ((sum, squares), other) in self.sums.iter_mut().zip(&other.sums) {
            *sum += &other.0;
            *squares += &other.1;
        }
        self
    }

    /// The payoffs of hands that are all paid out.
    fn paid(self, (game, profile): PlayedGame<'_>, deals: u64, seed: Option<u64>) -> Sampled {
        let values = payoffs(game, profile);
        let level = FAMILY_LEVEL / values.len() as f64;
        let each = values.into_iter().zip(self.sums).zip(game.players());
        let all: Vec<Won> = each
            .map(|((value, sums), player)| {
                won(value, sums, &self.hands, range(game, *player), level)
            })
            .collect();
        Sampled {
            deals: deals.to_string(),
            seed: seed.map(|seed| seed.to_string()),
            unfinished: self.unfinished.to_string(),
            illegal: self.illegal.to_string(),
            value: all.iter().map(|won| won.value.clone()).collect(),
            mean: all.iter().map(|won| won.mean.clone()).collect(),
            standard_error: all.iter().map(|won| won.standard_error).collect(),
            p_value: all.iter().map(|won| won.p_value).collect(),
            level: all.iter().map(|won| won.level).collect(),
            rejected: all.iter().map(Won::rejected).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound solves its equation, and is none of a normal law: one hand of two cannot reject.
    #[test]
    fn p_values_are_those_of_the_bound() {
        for (off, wide, narrow) in [(0.1, 0.02, 0.001), (3.0, 0.0, 0.5), (1e-3, 1e-4, 1e-12)] {
            let l = (4.0 / bound(off, wide, narrow)).ln();
            assert!(
                (wide * l.sqrt() + narrow * l - off).abs() < 1e-9 * off,
                "{off} {wide} {narrow}"
            );
        }
        assert!((bound(0.0, 0.0, 0.0) - 1.0).abs() < 1e-12);
        let two = |pays: i64| {
            let (sum, squares) = (Rational::from(2 * pays), Rational::from(2 * pays * pays));
            won(Rational::ZERO, (sum, squares), &Rational::from(2), Rational::from(6), FAMILY_LEVEL)
        };
        assert!(!two(3).rejected() && two(3).standard_error == 0.0, "{:?}", two(3));
    }
}
