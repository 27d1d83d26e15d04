use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::QuadraticEquilibrium;
use crate::game::{Game, LockedView, Player, View};
use crate::strategy::{Evaluation, Gains, Profile};
use bluff_exact::json::{as_text, present};
use bluff_exact::{Piecewise, Rational, counted};

/// Strategies and values that somebody claims to be an equilibrium.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The claimed expected payoff of each player, in antes per hand; `None` claims whatever the
    /// strategies are worth.
    pub values: Option<Vec<Rational>>,
    /// The strategies.
    pub profile: Profile,
    /// Method that found them, for the record; it decides nothing.
    pub method: String,
}

/// A game with an equilibrium and what proves it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The game.
    pub game: Game,
    /// The expected payoff of each player, in antes per hand.
    pub values: Vec<Rational>,
    /// The strategies.
    pub profile: Profile,
    /// The numbers that prove it.
    pub certificate: Certificate,
    /// Method that found the strategies.
    pub method: String,
}

/// The numbers that prove an equilibrium, recomputed by [`check`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(bound(deserialize = "N: Deserialize<'de>"))]
pub enum Certificate<N = Rational> {
    /// Two players: I's strategy guarantees `lower` to I, II's holds I down to `upper`; they are
    /// the same rational.
    ZeroSum {
        /// Least payoff of I, whatever II does.
        lower: N,
        /// Greatest payoff of I against II's strategy.
        upper: N,
    },
    /// Three or more players: what each gains by deviating alone, exactly; at an equilibrium, 0.
    Nash {
        /// Best response value minus expected payoff, per player.
        gains: Vec<N>,
        /// The equilibrium that the strategies are to a millionth, where it is irrational.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        quadratic: Option<QuadraticEquilibrium<N>>,
    },
}

/// Something that passed [`check`], [`judge`] or [`check_tree`](super::check_tree); nothing else
/// makes one.
#[derive(Clone, Debug)]
pub struct Certified<T>(pub(super) T);

impl<N> Certificate<N> {
    /// The gains of three or more players; none of two.
    pub fn gains(&self) -> &[N] {
        if let Self::Nash { gains, .. } = self { gains } else { &[] }
    }

    /// The irrational equilibrium beside the strategies.
    pub fn quadratic(&self) -> Option<&QuadraticEquilibrium<N>> {
        if let Self::Nash { quadratic, .. } = self { quadratic.as_ref() } else { None }
    }
}

impl Solution {
    /// True if nobody gains by deviating alone, or rounding alone is why somebody does.
    pub fn is_equilibrium(&self) -> bool {
        let exact = self.certificate.gains().iter().all(Rational::is_zero);
        exact || self.certificate.quadratic().is_some()
    }
}

impl<T> Deref for Certified<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Weight on an action that pays less than another: where a refused strategy goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Culprit {
    /// Player of the losing action.
    pub player: Player,
    /// At which view.
    pub view: String,
    /// With which card, the first such.
    #[serde(serialize_with = "as_text")]
    pub card: u64,
    /// The name of the card.
    #[serde(skip)]
    pub name: String,
    /// The losing action.
    pub action: String,
    /// Its probability.
    pub probability: Rational,
    /// An action that pays more.
    pub better: String,
    /// Loss in antes per hand, the chance of the card and the others' chance of coming
    /// here counted in.
    pub gap: Rational,
}

impl fmt::Display for Culprit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, view, name, action, probability, better, gap, .. } = self;
        write!(
            formatter,
            "player {player}, “{view}”, card {name}: “{action}” has probability {probability}, but \
             “{better}” pays {gap} more a deal"
        )
    }
}

/// Why a candidate is not certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum Refusal {
    /// The number of values is not the number of players.
    #[error("{} for {players} players", counted(given, "value", "values"))]
    ValueCount { given: usize, players: usize },
    /// The strategies are an equilibrium, or not, of another value than claimed.
    #[error("the value of player {player} is {found}, not {claimed} as claimed")]
    WrongValue { player: Player, claimed: Rational, found: Rational },
    /// Two players: the two guarantees, in antes per hand, differ.
    #[error(
        "not an equilibrium: player I is sure of {lower} only, player II concedes {upper}{}",
        shown(culprit)
    )]
    Gap { lower: Rational, upper: Rational, culprit: Option<Box<Culprit>> },
    /// A strategy that breaks the lock.
    #[error("player {player}, “{view}”{place}: the strategy is not the one that is locked")]
    Unlocked { player: Player, view: String, place: String },
    /// Three or more players: somebody gains by deviating, so many antes per hand.
    #[error("not an equilibrium: player {player} gains {gain} by deviating{}", shown(culprit))]
    Gain { player: Player, gain: Rational, culprit: Option<Box<Culprit>> },
    /// Three or more players: the irrational probabilities are no equilibrium.
    #[error("the probabilities with a square root: {reason}")]
    Quadratic { reason: &'static str },
}

fn shown(culprit: &Option<Box<Culprit>>) -> String {
    culprit.as_ref().map_or_else(String::new, |culprit| format!(" ({culprit})"))
}

/// Checks a candidate from the rules of the game alone.
///
/// Two players: the least that I's strategy earns against any reply must equal the most that II's
/// concedes, and the claimed values must be that number and its negative. More players: every gain
/// from a best response must be exactly 0.
///
/// Errors: [`Refusal`], with player, card, view and gap. Cost: a few best responses, linear in the
/// number of runs.
pub fn check(game: &Game, candidate: Candidate) -> Result<Certified<Solution>, Refusal> {
    judged(game, candidate, false)
}

/// Judges strategies: what they are worth, and what each of three or more players gains by
/// deviating alone; of two players, as [`check`].
///
/// Errors: [`Refusal`], but no gain of three or more players is refused.
pub fn judge(game: &Game, candidate: Candidate) -> Result<Certified<Solution>, Refusal> {
    judged(game, candidate, true)
}

/// [`judge`] of strategies that are an irrational equilibrium to a millionth, and that equilibrium.
///
/// Errors: [`Refusal`].
pub fn judge_near(
    game: &Game,
    candidate: Candidate,
    exact: QuadraticEquilibrium,
) -> Result<Certified<Solution>, Refusal> {
    exact.check(game, &candidate.profile)?;
    let Certified(mut solution) = judged(game, candidate, true)?;
    if let Certificate::Nash { quadratic, .. } = &mut solution.certificate {
        *quadratic = Some(exact);
    }
    Ok(Certified(solution))
}

fn judged(
    game: &Game,
    candidate: Candidate,
    with_gains: bool,
) -> Result<Certified<Solution>, Refusal> {
    let Candidate { values, profile, method } = candidate;
    let players = game.players().len();
    if let Some(values) = values.as_ref().filter(|values| values.len() != players) {
        return Err(Refusal::ValueCount { given: values.len(), players });
    }
    if let Some((view, card)) = profile.unlocked(game) {
        let View { player, name, .. } = &game.views()[view];
        return Err(Refusal::Unlocked {
            player: *player,
            view: name.clone(),
            place: format!(", card {card}"),
        });
    }
    let evaluation = Evaluation::new(game, &profile);
    let (certificate, payoffs) = if let [one, two] = game.players() {
        let (lower, upper) = (-evaluation.best_total(*two), evaluation.best_total(*one));
        let closed = lower == upper;
        let upper = evaluation.per_hand(upper);
        if !closed {
            let lower = evaluation.per_hand(lower);
            let culprit = worst_mistake(game, &profile, &evaluation).map(Box::new);
            return Err(Refusal::Gap { lower, upper, culprit });
        }
        let lower = upper.clone();
        // What I gets is at least the one and at most the other, and II gets its negative.
        let payoffs = vec![upper.clone(), -&upper];
        (Certificate::ZeroSum { lower, upper }, payoffs)
    } else {
        let Gains { gains, payoffs } = Gains::of(game, &evaluation);
        if let Some((player, gain)) =
            game.players().iter().zip(&gains).find(|(_, gain)| !gain.is_zero())
            && !with_gains
        {
            let culprit = worst_mistake(game, &profile, &evaluation).map(Box::new);
            return Err(Refusal::Gain { player: *player, gain: gain.clone(), culprit });
        }
        (Certificate::Nash { gains, quadratic: None }, payoffs)
    };
    for ((player, claimed), found) in
        game.players().iter().zip(values.into_iter().flatten()).zip(&payoffs)
    {
        if claimed != *found {
            return Err(Refusal::WrongValue { player: *player, claimed, found: found.clone() });
        }
    }
    Ok(Certified(Solution { game: game.clone(), values: payoffs, profile, certificate, method }))
}

/// The action with weight on it that falls furthest behind, at an information set that its player
/// does reach; `None` exactly at an equilibrium. `evaluation` is that of the same game and profile.
pub fn worst_mistake(
    game: &Game,
    profile: &Profile,
    evaluation: &Evaluation<'_>,
) -> Option<Culprit> {
    let mut worst: Option<Culprit> = None;
    for player in game.players() {
        for (index, actions) in evaluation.best_response(*player).action_values {
            let view = &game.views()[index];
            let free = game.lock(index).map(LockedView::free);
            let best = Piecewise::maximum(&actions)?;
            for (action, value) in actions.iter().enumerate() {
                let mut weight =
                    profile.at(index)[action].times(evaluation.own_reach(*player, view.parent));
                if let Some(free) = &free {
                    weight = weight.times(free);
                }
                // Weight × shortfall is above 0 exactly where a losing action is played.
                let lost = weight.times(&best.minus(value));
                for (card, _, _) in lost.signs().into_iter().filter(|(_, _, sign)| sign.is_gt()) {
                    let dealt = game.weight(*player, card);
                    let gap = evaluation.per_hand(dealt * (best.at(card) - value.at(card)));
                    if worst.as_ref().is_none_or(|worst| gap > worst.gap) {
                        let better =
                            actions.iter().position(|other| other.at(card) == best.at(card))?;
                        worst = Some(Culprit {
                            player: *player,
                            view: view.name.clone(),
                            card,
                            name: game.hand_name(card),
                            action: view.actions[action].clone(),
                            probability: profile.at(index)[action].at(card),
                            better: view.actions[better].clone(),
                            gap,
                        });
                    }
                }
            }
        }
    }
    worst
}
