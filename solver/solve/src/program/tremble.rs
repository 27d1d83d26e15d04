//! Players who err: strategies in which every action has a positive probability with every card.

use crate::engine::lp::{LinearProgram, Optimum};
use crate::exact::Rational;
use crate::game::{Game, Leaf, Player, View};
use crate::strategy::Profile;

use super::realization::{RealizationPlan, profile_of_rows};
use super::{ProgramError, Runs, SequenceForm};

/// Ways to err, the better informed the card: high cards are bet and called with more often.
///
/// Of `n` cards, card `c` counts `t = c / (n + 1)`. Who may check bets with probability `t/8`, all
/// sizes alike. Who faces a bet calls with probability `t`, or with half of that; where a raise is
/// possible, one such call in eight is a raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tremble {
    /// A bet is called with probability `t`.
    Bold,
    /// A bet is called with probability `t/2`.
    Timid,
}

impl Tremble {
    /// Ways in which others err against a player, in the order in which they are preferred. Who
    /// may raise meets timid ones too: some raises come in fewer runs against them.
    pub fn met_by(game: &Game, player: Player) -> &'static [Self] {
        let raises = |view: &View| view.actions.len() > 2 && fold(game, view).is_some();
        let may_raise = game.views_of(player).any(|(_, view)| raises(view));
        if may_raise { &[Self::Bold, Self::Timid] } else { &[Self::Bold] }
    }

    /// The strategies of all players who err so, by runs with the card of a run on average.
    ///
    /// Errors: [`ProgramError::Profile`], if the runs are those of another deck.
    pub fn profile(self, game: &Game, runs: &Runs) -> Result<Profile, ProgramError> {
        let rows = game.views().iter().map(|view| self.rows(game, view, runs));
        profile_of_rows(game, runs, &rows.collect::<Vec<_>>())
    }

    /// The probabilities of the actions of a view, by run.
    fn rows(self, game: &Game, view: &View, runs: &Runs) -> Vec<Vec<Rational>> {
        let fold = fold(game, view);
        let whole = Rational::from(2 * (u128::from(game.n()) + 1));
        let row = |(first, last): (u64, u64)| {
            let t = Rational::from(u128::from(first) + u128::from(last)) / &whole;
            self.row(fold, view.actions.len(), &t)
        };
        runs.iter().map(row).collect()
    }

    /// The probabilities of so many actions, one of which may be a fold.
    fn row(self, fold: Option<usize>, actions: usize, t: &Rational) -> Vec<Rational> {
        let eighth = Rational::ratio(1, 8);
        let acts = match (fold, self) {
            (None, _) => t * &eighth,
            (Some(_), Self::Bold) => t.clone(),
            (Some(_), Self::Timid) => t / Rational::from(2),
        };
        let rest = fold.unwrap_or(0);
        // With a fold, the first other action is the call, and what follows raises.
        let call = fold.map(|fold| usize::from(fold == 0)).filter(|_| actions > 2);
        let bets = actions - 1 - usize::from(call.is_some());
        let (raises, called) = match call {
            Some(_) => (&acts * &eighth, &acts * (Rational::ONE - &eighth)),
            None => (acts.clone(), Rational::ZERO),
        };
        let probability = |action: usize| match action {
            _ if actions == 1 => Rational::ONE,
            _ if action == rest => Rational::ONE - &acts,
            _ if Some(action) == call => called.clone(),
            _ => &raises / Rational::from(bets),
        };
        (0..actions).map(probability).collect()
    }
}

/// The action of a view that leaves the hand to the others at once.
fn fold(game: &Game, view: &View) -> Option<usize> {
    let gives_up = |action: &usize| {
        let ends =
            |leaf: &&Leaf| leaf.sequences[view.player.index()] == view.first_sequence + action;
        let mut ends = game.leaves().iter().filter(ends).peekable();
        ends.peek().is_some() && ends.all(|leaf| !leaf.live.contains(&view.player))
    };
    (0..view.actions.len()).find(gives_up)
}

impl SequenceForm<'_> {
    /// The program over all optima that pays the own player most against another plan of the other
    /// player. `optimum.basis` is one to start from.
    ///
    /// If that plan is positive everywhere, as a [`Tremble`]'s is, no optimum is weakly dominated:
    /// a plan that dominates one pays more against it, and is optimal too.
    pub fn best_against(&self, optimum: &Optimum, plan: &RealizationPlan) -> LinearProgram {
        let mut best = self.problem.face(optimum);
        let mut costs = vec![Rational::ZERO; self.problem.column_count()];
        for leaf in self.game.leaves() {
            let reached = (1..).zip(&plan[leaf.sequences[self.map.other.index()]]);
            for (card, reach) in reached.filter(|(_, reach)| !reach.is_zero()) {
                for (column, entry) in self.leaf(leaf, card).entries {
                    costs[column.index()] -= &(entry * reach);
                }
            }
        }
        for (column, cost) in self.problem.columns().zip(costs) {
            best.set_cost(column, cost);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::parse_label;

    #[test]
    fn every_action_has_a_positive_probability() {
        for label in
            ["kuhn/n9-b2", "one-raise/n8-b2-raise6", "newman/n7-b5", "basic-endgame/n3-b2-w1_3"]
        {
            let game = parse_label(label).unwrap();
            for tremble in [Tremble::Bold, Tremble::Timid] {
                for runs in [Runs::of_cards(game.n()), Runs::cut(game.n(), [2])] {
                    let profile = tremble.profile(&game, &runs).unwrap();
                    for view in 0..game.views().len() {
                        let positive = |card| {
                            profile.at(view).iter().all(|action| action.at(card).is_positive())
                        };
                        assert!((1..=game.n()).all(positive), "{label}, {tremble:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_raise_is_one_call_in_eight() {
        let game = parse_label("one-raise/n9-b2-raise6").unwrap();
        let profile = Tremble::Bold.profile(&game, &Runs::of_cards(9)).unwrap();
        let facing_the_bet = game.views().iter().position(|view| view.actions.len() == 3).unwrap();
        let answers = profile.at(facing_the_bet).iter().map(|action| action.at(4));
        assert_eq!(answers.collect::<Vec<_>>(), [48, 28, 4].map(|part| Rational::ratio(part, 80)));
    }
}
