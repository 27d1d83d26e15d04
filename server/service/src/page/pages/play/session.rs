//! Hands of an address, played: what each decision loses, and what the hands won.

use bluff_questions::error::Error;
use bluff_questions::unexpected;
use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Leaf, Player, SeededChance, View};
use rational_bluff::strategy::Decision;

use crate::play::{Costs, Hand, HandState};

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
    pub(super) decision: Decision,
}

impl<'a> SeatChoice<'a> {
    pub(super) fn loss(&self) -> Rational {
        self.decision.loss(self.action)
    }

    pub(super) fn name(&self) -> &'a str {
        &self.view.actions[self.action]
    }

    pub(super) fn better(&self) -> Vec<&'a str> {
        let all = self.view.actions.iter().zip(&self.decision.payoffs);
        all.filter(|(_, pays)| **pays == self.decision.best)
            .map(|(name, _)| name.as_str())
            .collect()
    }
}

/// A hand that is over.
pub(super) struct PlayedHand<'a> {
    pub(super) number: u64,
    pub(super) hand: PastHand,
    /// Name of the seat's hand.
    pub(super) card: String,
    pub(super) choices: Vec<SeatChoice<'a>>,
    /// Net gain, in the unit of the game.
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
    /// Errors: `Refused` for a decision that cannot be taken.
    pub(super) fn hand(&self, seed: &str, decisions: &[String]) -> Result<Hand, Error> {
        let mut chance = SeededChance::of(format!("{} {} {seed}", self.game.label(), self.seat));
        let held = self.game.deal(&mut chance);
        Hand::played(self.game, &self.solution.profile, (held, self.seat), decisions, &mut chance)
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
        self.costs.choice(at, hand.held.hands[self.seat.index()])
    }

    /// Name of the seat's hand.
    pub(super) fn name(&self, hand: &Hand) -> String {
        self.game.hand_name(hand.held.hands[self.seat.index()])
    }

    /// The end of a hand; `Err` has the view at which this seat has to decide.
    pub(super) fn end(&self, hand: &Hand) -> Result<&'a Leaf, usize> {
        match hand.state {
            HandState::Over(leaf) => Ok(&self.game.leaves()[leaf]),
            HandState::Turn(view) => Err(view),
        }
    }

    /// A hand that is over; `None` for one that is not.
    pub(super) fn round(&self, number: u64, past: PastHand, hand: &Hand) -> Option<PlayedHand<'a>> {
        let leaf = self.end(hand).ok()?;
        Some(PlayedHand {
            number,
            hand: past,
            card: self.name(hand),
            choices: hand.steps.iter().filter_map(|step| self.choice(hand, *step)).collect(),
            won: self.game.payoffs_of(leaf, &hand.held)[self.seat.index()].clone(),
        })
    }

    /// The hands that the address holds, played again.
    ///
    /// Errors: `Refused` for one that cannot be played, and for one that is not over.
    pub(super) fn rounds(&self, asked: &PlayQuery) -> Result<Vec<PlayedHand<'a>>, Error> {
        let played = |(number, past): (u64, &PastHand)| {
            let hand = self.hand(&past.seed, &past.decisions)?;
            let unfinished = || unexpected("past", &past.text(), "a hand that is over");
            self.round(number, past.clone(), &hand).ok_or_else(unfinished)
        };
        (asked.before.hands + 1..).zip(&asked.past).map(played).collect()
    }
}
