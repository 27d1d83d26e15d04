//! Hands of an address, played: what each decision loses, and what the hands won.

use bluff_batch::error::Error;
use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Player, View};

use crate::play::{Costs, Decision, Hand, HandState, SeededChance, dealt};

use super::query::{PastHand, PlayQuery};

/// The table: the game, the seat, and what decisions at it pay.
pub(super) struct SeatedPlayer<'a> {
    pub(super) solution: &'a Solution,
    pub(super) game: &'a Game,
    pub(super) seat: Player,
    costs: Costs,
}

/// A decision of the visitor.
pub(super) struct SeatChoice<'a> {
    pub(super) view: &'a View,
    pub(super) action: usize,
    decision: Decision,
}

impl<'a> SeatChoice<'a> {
    pub(super) fn loss(&self) -> Rational {
        self.decision.loss(self.action)
    }

    pub(super) fn name(&self) -> &'a str {
        &self.view.actions[self.action]
    }

    pub(super) fn pays(&self) -> &Rational {
        &self.decision.payoffs[self.action]
    }

    pub(super) fn best(&self) -> &Rational {
        &self.decision.best
    }

    /// Names of the best actions.
    pub(super) fn better(&self) -> Vec<&'a str> {
        let all = self.view.actions.iter().zip(&self.decision.payoffs);
        all.filter(|(_, pays)| *pays == self.best()).map(|(name, _)| name.as_str()).collect()
    }
}

/// A hand that is over.
pub(super) struct PlayedHand<'a> {
    pub(super) number: u64,
    pub(super) hand: PastHand,
    pub(super) card: u64,
    pub(super) choices: Vec<SeatChoice<'a>>,
    /// Net gain, in antes.
    pub(super) won: Rational,
}

impl<'a> PlayedHand<'a> {
    pub(super) fn lost(&self) -> Rational {
        self.choices.iter().map(SeatChoice::loss).sum()
    }

    /// The decision that loses most.
    pub(super) fn worst(&self) -> Option<&SeatChoice<'a>> {
        self.choices.iter().max_by_key(|choice| choice.loss())
    }
}

impl<'a> SeatedPlayer<'a> {
    pub(super) fn new(solution: &'a Solution, seat: Player) -> Self {
        let game = &solution.game;
        Self { solution, game, seat, costs: Costs::of(game, &solution.profile, seat) }
    }

    /// The hand of a seed, as far as these decisions go.
    ///
    /// Errors: `Malformed` for a decision that cannot be taken.
    pub(super) fn hand(&self, seed: &str, decisions: &[String]) -> Result<Hand, Error> {
        let mut chance = SeededChance::of(format!("{} {} {seed}", self.game.label(), self.seat));
        let cards = dealt(self.game, &mut chance);
        Hand::played(self.game, &self.solution.profile, (cards, self.seat), decisions, &mut chance)
    }

    /// Payoff and loss of a decision of this seat; `None` for a step of another player.
    pub(super) fn choice(
        &self,
        hand: &Hand,
        (at, action): (usize, usize),
    ) -> Option<SeatChoice<'a>> {
        let view = &self.game.views()[at];
        let decision = self.decision(hand, at).filter(|_| view.player == self.seat)?;
        Some(SeatChoice { view, action, decision })
    }

    /// Payoffs of every action at a view of this seat.
    pub(super) fn decision(&self, hand: &Hand, at: usize) -> Option<Decision> {
        self.costs.choice(at, hand.cards[self.seat.index()])
    }

    /// A hand that is over; `None` for one that is not.
    pub(super) fn round(&self, number: u64, past: PastHand, hand: &Hand) -> Option<PlayedHand<'a>> {
        let HandState::Over(leaf) = hand.state(self.game) else { return None };
        let seat = self.seat.index();
        Some(PlayedHand {
            number,
            hand: past,
            card: hand.cards[seat],
            choices: hand.steps.iter().filter_map(|step| self.choice(hand, *step)).collect(),
            won: leaf.payoffs(&hand.cards)[seat].clone(),
        })
    }

    /// The hands that the address holds, played again.
    ///
    /// Errors: `Malformed` for one that cannot be played, and for one that is not over.
    pub(super) fn rounds(&self, asked: &PlayQuery) -> Result<Vec<PlayedHand<'a>>, Error> {
        let played = |(number, past): (u64, &PastHand)| {
            let hand = self.hand(&past.seed, &past.decisions)?;
            let unfinished = || {
                Error::Malformed(format!("past = {}, expected a hand that is over", past.text()))
            };
            self.round(number, past.clone(), &hand).ok_or_else(unfinished)
        };
        (asked.before.hands + 1..).zip(&asked.past).map(played).collect()
    }
}
