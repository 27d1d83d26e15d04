//! Worth of each sequence of a player against the other's strategy, and of a best reply.

use bluff_exact::Polynomial;
use bluff_exact::germ::Onset;

use crate::game::{Game, Player};

use super::ClassGap;
use super::lines::{RefinedRun, Refinement};

/// Worth of an action as a function of the card on a run: `constant + slope · card`, with
/// coefficients that are polynomials in `m`.
#[derive(Clone, Debug, Default)]
pub(super) struct CardLine {
    constant: Polynomial,
    slope: Polynomial,
}

impl CardLine {
    fn add(&mut self, other: &Self) {
        self.constant = self.constant.plus(&other.constant);
        self.slope = self.slope.plus(&other.slope);
    }

    fn minus(&self, other: &Self) -> Self {
        Self {
            constant: self.constant.minus(&other.constant),
            slope: self.slope.minus(&other.slope),
        }
    }

    fn at(&self, card: &Polynomial) -> Polynomial {
        if self.slope.is_zero() {
            return self.constant.clone();
        }
        self.constant.plus(&self.slope.times(card))
    }
}

/// Worth of each own sequence by run, without what follows at later views of the player; in sum
/// over the other player's cards.
pub(super) struct ReplyWorth<'a> {
    game: &'a Game,
    player: Player,
    refinement: &'a Refinement,
    worth: Vec<Vec<CardLine>>,
}

/// Weight with which the other player comes along a sequence, by run of her card.
struct Masses {
    /// With cards of lower runs, and of higher ones.
    below: Vec<Polynomial>,
    above: Vec<Polynomial>,
    total: Polynomial,
}

impl Masses {
    fn of(reach: &[Polynomial], runs: &[RefinedRun]) -> Self {
        let masses: Vec<Polynomial> =
            reach.iter().zip(runs).map(|(reach, run)| reach.times(&run.size)).collect();
        let mut total = Polynomial::default();
        let mut below = Vec::with_capacity(masses.len());
        for mass in &masses {
            below.push(total.clone());
            total = total.plus(mass);
        }
        let above = below.iter().zip(&masses);
        let above = above.map(|(below, mass)| total.minus(below).minus(mass)).collect();
        Self { below, above, total }
    }
}

impl<'a> ReplyWorth<'a> {
    pub(super) fn new(
        game: &'a Game,
        player: Player,
        refinement: &'a Refinement,
        reach: &[Vec<Polynomial>],
    ) -> Self {
        let other = if player == Player::I { Player::II } else { Player::I };
        let runs = &refinement.runs;
        let masses: Vec<Masses> = reach.iter().map(|reach| Masses::of(reach, runs)).collect();
        let mut worth = vec![vec![CardLine::default(); runs.len()]; game.sequences(player)];
        for leaf in game.leaves() {
            let along = leaf.sequences[other.index()];
            let (reach, masses) = (&reach[along], &masses[along]);
            let [lost, _, won] = leaf.payoffs_against(player, other);
            for (at, sum) in worth[leaf.sequences[player.index()]].iter_mut().enumerate() {
                let (run, density) = (&runs[at], &reach[at]);
                if leaf.live.len() < 2 {
                    // Whatever the cards, but for the player's own.
                    let others = masses.total.minus(density).scaled(&won);
                    sum.constant = sum.constant.plus(&others);
                    continue;
                }
                let lower = masses.below[at].minus(&density.times(&run.first));
                let higher = masses.above[at].plus(&density.times(&run.last));
                let constant = lower.scaled(&won).plus(&higher.scaled(&lost));
                sum.constant = sum.constant.plus(&constant);
                sum.slope = sum.slope.plus(&density.scaled(&(&won - &lost)));
            }
        }
        Self { game, player, refinement, worth }
    }

    /// The sum over all cards of what a best reply is worth.
    ///
    /// Errors: [`ClassGap`] if on some run no action is best with both the first and the
    /// last card from the onset on.
    pub(super) fn best(mut self, onset: &mut Onset) -> Result<Polynomial, ClassGap> {
        let game = self.game;
        for (_, view) in game.views_of(self.player).rev() {
            for (at, run) in self.refinement.runs.iter().enumerate() {
                let worth = |action: usize| &self.worth[view.first_sequence + action][at];
                let shown = |one: &usize| {
                    let mut trial = onset.clone();
                    let best = (0..view.actions.len())
                        .filter(|other| other != one)
                        .all(|other| holds_on(&worth(*one).minus(worth(other)), run, &mut trial));
                    best.then_some((worth(*one).clone(), trial))
                };
                let found = (0..view.actions.len()).find_map(|action| shown(&action));
                let Some((most, trial)) = found else {
                    let fault = format!(
                        "no action is best with its first and last card for every m ≥ {}",
                        onset.from()
                    );
                    return Err(ClassGap::at(view, self.refinement.ends[at + 1], &fault));
                };
                *onset = trial;
                self.worth[view.parent][at].add(&most);
            }
        }
        Ok(self.total())
    }

    /// The sum over all cards of what the empty sequence is worth.
    fn total(&self) -> Polynomial {
        let cards = self.worth[0].iter().zip(&self.refinement.runs);
        let sums = cards.map(|(worth, run)| worth.at(&run.mean).times(&run.size));
        sums.fold(Polynomial::default(), |sum, part| sum.plus(&part))
    }
}

/// True if a line is 0 or more on every card of a run.
fn holds_on(line: &CardLine, run: &RefinedRun, onset: &mut Onset) -> bool {
    onset.holds(&line.at(&run.first))
        && (line.slope.is_zero() || run.first == run.last || onset.holds(&line.at(&run.last)))
}
