//! The judge of continuous games: both players' best responses on [0, 1], from the betting tree.

use rational_bluff::continuous::ByHand;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Leaf, Player, View};

/// Pure strategies of two players with hands uniform on [0, 1], constant between the `cuts`.
struct Continuum<'a> {
    game: &'a Game,
    /// Ascending, from 0 to 1.
    cuts: Vec<Rational>,
    /// The action by view and interval.
    chosen: Vec<Vec<usize>>,
}

/// The value to player I of strategies that are an equilibrium, by hands, one for each view of the
/// game.
///
/// Between two cuts what an action pays is linear in the hand, so an action that is best at both
/// ends is best between them; and a strategy of which no single action can be improved, at any
/// view, is a best response (perfect recall). Errors: the hand that could do better, in words.
/// Panics where the strategies are not those of the game.
pub fn value(game: &Game, strategies: &[ByHand]) -> Result<Rational, String> {
    let ends = [Rational::ZERO, Rational::ONE];
    let mut cuts: Vec<Rational> =
        strategies.iter().flat_map(|view| &view.hands).map(|hands| hands.from.clone()).collect();
    cuts.extend(ends.clone());
    cuts.sort();
    cuts.dedup();
    assert_eq!([&cuts[0], &cuts[cuts.len() - 1]], [&ends[0], &ends[1]]);
    assert_eq!(strategies.len(), game.views().len());
    let chosen = game.views().iter().zip(strategies).map(|(view, strategy)| {
        assert_eq!((view.player, &view.name), (strategy.player, &strategy.view));
        let starts = cuts[..cuts.len() - 1].iter();
        let action = |start: &Rational| {
            &strategy.hands.iter().rfind(|hands| hands.from <= *start).expect("a hand").action
        };
        starts
            .map(|start| {
                view.actions.iter().position(|known| known == action(start)).expect("an action")
            })
            .collect()
    });
    let chosen = chosen.collect();
    let continuum = Continuum { game, cuts, chosen };
    for (view, details) in game.views().iter().enumerate() {
        continuum.judge(view, details)?;
    }
    Ok(continuum.payoff(Player::I))
}

impl Continuum<'_> {
    /// The own decisions on the way to a leaf: view and action, the last first.
    fn decisions(&self, leaf: &Leaf, player: Player) -> Vec<(usize, usize)> {
        let mut sequence = leaf.sequences[player.index()];
        let mut decisions = Vec::new();
        while sequence > 0 {
            let own = |(index, view): (usize, &View)| {
                let action = sequence.checked_sub(view.first_sequence)?;
                (action < view.actions.len()).then_some((index, action))
            };
            let decision = self.game.views_of(player).find_map(own).expect("a view");
            decisions.push(decision);
            sequence = self.game.views()[decision.0].parent;
        }
        decisions
    }

    fn plays(&self, decisions: &[(usize, usize)], interval: usize) -> bool {
        decisions.iter().all(|(view, action)| self.chosen[*view][interval] == *action)
    }

    /// Payoff of a leaf to a hand at a cut, times the other's probability of playing along.
    fn leaf(&self, leaf: &Leaf, player: Player, cut: usize) -> Rational {
        let other = if player == Player::I { Player::II } else { Player::I };
        let decisions = self.decisions(leaf, other);
        let intervals =
            (0..self.cuts.len() - 1).filter(|interval| self.plays(&decisions, *interval));
        let pay = |interval: usize| {
            let shown = leaf.live.len() == 2;
            let winner =
                if (shown && interval < cut) || leaf.live == [player] { player } else { other };
            (&self.cuts[interval + 1] - &self.cuts[interval]) * leaf.payoff(player, winner)
        };
        intervals.map(pay).sum()
    }

    /// No hand of any interval has a better action at this view, own play afterwards being as it
    /// is.
    fn judge(&self, index: usize, view: &View) -> Result<(), String> {
        let decided = |leaf| (leaf, self.decisions(leaf, view.player));
        let leaves: Vec<(&Leaf, Vec<(usize, usize)>)> =
            self.game.leaves().iter().map(decided).collect();
        for interval in 0..self.cuts.len() - 1 {
            for cut in [interval, interval + 1] {
                let worth = |action: usize| -> Rational {
                    let after = leaves.iter().filter(|(_, decisions)| {
                        let at = decisions.iter().position(|decision| *decision == (index, action));
                        at.is_some_and(|at| self.plays(&decisions[..at], interval))
                    });
                    after.map(|(leaf, _)| self.leaf(leaf, view.player, cut)).sum()
                };
                let chosen = self.chosen[index][interval];
                if let Some(better) =
                    (0..view.actions.len()).find(|action| worth(*action) > worth(chosen))
                {
                    let (chosen, better) = (&view.actions[chosen], &view.actions[better]);
                    let hand = &self.cuts[cut];
                    return Err(format!(
                        "{}, {}: with {hand} {better} is better than {chosen}",
                        view.player, view.name
                    ));
                }
            }
        }
        Ok(())
    }

    /// Payoff of a player: linear in the hand between cuts.
    fn payoff(&self, player: Player) -> Rational {
        let part = |(interval, leaf): (usize, &Leaf)| {
            let plays = self.plays(&self.decisions(leaf, player), interval);
            let ends = self.leaf(leaf, player, interval) + self.leaf(leaf, player, interval + 1);
            let width = &self.cuts[interval + 1] - &self.cuts[interval];
            if plays { ends * width / Rational::from(2) } else { Rational::ZERO }
        };
        let intervals = 0..self.cuts.len() - 1;
        intervals
            .flat_map(|interval| self.game.leaves().iter().map(move |leaf| (interval, leaf)))
            .map(part)
            .sum()
    }
}
