use std::collections::HashMap;

use serde::Serialize;

use super::sample::PayoffSums;
use super::{DealResult, DealtGame, PlayedGame, fits, no_end, payoffs};
use crate::fairness::branches::Branches;
use crate::fairness::{AnswerDocument, NotChecked};
use crate::{NamedProtocol, Protocol, Setting};
use bluff_exact::Rational;
use bluff_exact::control::Control;
use bluff_exact::json::as_text;

/// The players' mean payoffs over every sequence of coins of a protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExpectedPayoffs {
    /// Sequences of coins: every one was played.
    #[serde(serialize_with = "as_text")]
    pub branches: u64,
    /// The probability that the protocol does not end.
    pub unfinished: Rational,
    /// The probability of a deal against the rules, given an end.
    pub illegal: Rational,
    /// The payoff of the profile, by player, in antes per hand.
    pub value: Vec<Rational>,
    /// The mean payoffs of the deals, given that they come to a legal end; 0 if none does.
    pub dealt: Vec<Rational>,
    /// True if every deal obeys the rules and pays each player on average what the profile does.
    pub equal: bool,
}

/// The payoffs of a game that is dealt under every sequence of coins.
pub type Dealt = AnswerDocument<DealtGame, ExpectedPayoffs>;
impl Dealt {
    /// Deals the cards of a game under every sequence of coins and plays the profile.
    ///
    /// Errors: those of [`expected()`]; what the protocol refuses.
    pub fn new(
        system: &NamedProtocol,
        setting: &Setting,
        played: PlayedGame<'_>,
        limit: u64,
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let found = expected(&*system.protocol(setting)?, played, limit, control)?;
        Ok(Self { asked: DealtGame::new(system, setting, played.0), found })
    }
}

/// Each player's mean payoff when the protocol deals, over every sequence of coins.
///
/// Cost: one run for each sequence of coins, one hand for each different deal.
///
/// Errors: `TooManyBranches` beyond `limit`; a game and a protocol that do not fit; `Stopped` when
/// cancelled.
pub fn expected(
    protocol: &dyn Protocol,
    (game, profile): PlayedGame<'_>,
    limit: u64,
    control: &Control,
) -> Result<ExpectedPayoffs, NotChecked> {
    fits(protocol, game)?;
    let mut all = Branches::new(protocol, limit, control);
    let mut counts: HashMap<(DealResult, u128), u64> = HashMap::new();
    let mut branches = 0;
    loop {
        let batch = all.batch()?;
        if batch.is_empty() {
            break;
        }
        for branch in batch.iter().flatten() {
            branches += 1;
            let deal = DealResult::of(game, protocol, &branch.ended, &branch.outcome)?;
            *counts.entry((deal, branch.ways)).or_default() += 1;
        }
        if branches > limit {
            return Err(all.refused());
        }
    }
    let mut paid = PayoffSums::default();
    for ((deal, ways), count) in counts {
        control.check()?;
        let weight = Rational::from(count) / Rational::from(ways);
        paid.take((game, profile), deal, &weight);
    }
    paid.settle((game, profile));
    let PayoffSums { hands: legal, unfinished, illegal, sums, .. } = paid;
    let ended = Rational::ONE - &unfinished;
    if ended.is_zero() {
        return Err(no_end(branches).into());
    }
    let mean = |(sum, _)| if legal.is_zero() { sum } else { sum / &legal };
    let dealt: Vec<Rational> = sums.into_iter().map(mean).collect();
    let (illegal, value) = (illegal / &ended, payoffs(game, profile));
    let equal = illegal.is_zero() && dealt == value;
    Ok(ExpectedPayoffs { branches, unfinished, illegal, value, dealt, equal })
}
