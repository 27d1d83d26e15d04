use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use crate::game::{Game, Player};
use bluff_exact::{Piecewise, Rational};

use super::Profile;
use super::counterfactual::{Reach, Reaches, added, reach};
use super::whole_values::{SequenceValues, whole_values};

/// A profile with the sums that every question about its payoffs shares.
///
/// ```
/// use bluff_exact::{Piecewise, Rational};
/// use bluff_poker::game::{Player, von_neumann};
/// use bluff_poker::strategy::{Evaluation, Profile};
/// let game = von_neumann(9, Rational::from(2))?;
/// let steps = |runs: &[(u64, i64)]| {
///     Piecewise::steps(runs.iter().map(|(last, p)| (*last, Rational::from(*p))))
/// };
/// // I bets 1, 8, 9; II calls 6..9 (von Neumann's advice).
/// let profile = Profile::new(
///     &game,
///     vec![
///         vec![steps(&[(1, 0), (7, 1), (9, 0)]), steps(&[(1, 1), (7, 0), (9, 1)])],
///         vec![steps(&[(5, 1), (9, 0)]), steps(&[(5, 0), (9, 1)])],
///     ],
/// )?;
/// let evaluation = Evaluation::new(&game, &profile);
/// assert_eq!(evaluation.payoff(Player::I), Rational::ratio(1, 9));
/// assert_eq!(evaluation.best_response(Player::II).value, Rational::ratio(-1, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Evaluation<'a> {
    pub(super) game: &'a Game,
    pub(super) profile: &'a Profile,
    pub(super) reach: Reach,
    /// By player and sequence; with a deck that is not one of ranks, made when asked for.
    leaf_values: Vec<OnceLock<Arc<[Piecewise]>>>,
    /// By player, with such a deck.
    whole_values: Vec<Box<dyn SequenceValues>>,
}

/// Best response of a player: the most to be had against the others' strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestResponse {
    /// The expected payoff of the best response, in antes per hand.
    pub value: Rational,
    /// Per view of the player (index into [`Game::views`]) and action: the payoff of taking it and
    /// then responding best, times the others' probability of coming here, times the number of
    /// deals of their cards (by weight, where they have ranges); as a function of the card. The
    /// weight of the player's card is not counted in.
    pub action_values: Vec<(usize, Vec<Piecewise>)>,
}

impl<'a> Evaluation<'a> {
    /// Computes the shared sums. Cost: linear in the number of runs, for each leaf of the betting
    /// tree.
    pub fn new(game: &'a Game, profile: &'a Profile) -> Self {
        let reach = reach(game, profile);
        let players = game.players().iter().copied();
        let whole: Option<Vec<_>> =
            players.clone().map(|player| whole_values(game, player, &reach)).collect();
        let (leaf_values, whole_values) = match whole {
            Some(whole) => (players.map(|_| OnceLock::new()).collect(), whole),
            None => {
                let mut reaches = Reaches::new(game, &reach);
                let values = players.map(|player| reaches.leaf_values(game, player).into());
                (values.collect(), Vec::new())
            }
        };
        Self { game, profile, reach, leaf_values, whole_values }
    }

    /// The payoffs of hands that end after each sequence of a player.
    fn leaf_values(&self, player: Player) -> &[Piecewise] {
        let values = &self.leaf_values[player.index()];
        values.get_or_init(|| self.whole_values[player.index()].functions().into())
    }

    /// The probability of playing an own sequence times the weight of the card in the own range, as
    /// a function of the card: the realization plan.
    pub fn own_reach(&self, player: Player, sequence: usize) -> &Piecewise {
        &self.reach[player.index()][sequence]
    }

    /// Payoff of the hands that end after a sequence of the player without a further action of the
    /// player, as a function of the card; 0 is the empty sequence, so those in which the player
    /// never acts. Units as in [`BestResponse::action_values`].
    pub fn ending(&self, player: Player, sequence: usize) -> &Piecewise {
        &self.leaf_values(player)[sequence]
    }

    /// A sum over own cards of antes × deals of the other cards, as antes per hand.
    pub fn per_hand(&self, total: Rational) -> Rational {
        total * Rational::from(self.game.copies()) / self.game.deals()
    }

    /// The expected payoff of a player, in antes per hand.
    pub fn payoff(&self, player: Player) -> Rational {
        let own = &self.reach[player.index()];
        let values = self.leaf_values(player);
        let total: Rational =
            own.iter().zip(values).map(|(reach, value)| reach.times(value).total()).sum();
        self.per_hand(total)
    }

    /// True if two players have the same strategy, and in common the payoffs after each sequence of
    /// it: the same payoff then, and best responses of the same value.
    pub(super) fn alike(&self, one: Player, other: Player) -> bool {
        let views = |player| {
            let views = self.game.views_of(player);
            views.map(|(_, view)| (view.parent, view.first_sequence, view.actions.len()))
        };
        self.reach[one.index()] == self.reach[other.index()]
            && self.game.range(one) == self.game.range(other)
            && views(one).eq(views(other))
            && std::ptr::eq(self.leaf_values(one), self.leaf_values(other))
    }

    /// The best response of a player, every action valued.
    pub fn best_response(&self, player: Player) -> BestResponse {
        let mut action_values = Vec::new();
        let total = self.best(player, |index, actions| action_values.push((index, owned(actions))));
        action_values.reverse();
        BestResponse { value: self.per_hand(total), action_values }
    }

    /// [`BestResponse::value`] alone.
    pub fn best_value(&self, player: Player) -> Rational {
        self.per_hand(self.best_total(player))
    }

    /// [`Self::best_value`] times the number of deals, over the copies of each card: a sum for
    /// [`Self::per_hand`].
    pub fn best_total(&self, player: Player) -> Rational {
        match self.whole_values.get(player.index()) {
            Some(values) if !self.game.is_locked() => values.best_total(self.game),
            _ => self.best(player, |_, _| ()),
        }
    }

    fn best(&self, player: Player, keep: impl FnMut(usize, Vec<Cow<'_, Piecewise>>)) -> Rational {
        let n = self.game.n();
        let most = |view, actions: &[Cow<'_, Piecewise>]| {
            let most = Piecewise::maximum(actions);
            let most = most.unwrap_or_else(|| Piecewise::constant(n, Rational::ZERO));
            match self.game.lock(view) {
                Some(lock) => lock.settled(&most, actions),
                None => most,
            }
        };
        let root = self.rolled_back(player, most, keep);
        self.game.range(player).map_or_else(|| root.total(), |range| range.times(&root).total())
    }

    /// The payoff of every action of a player who afterwards goes on with the own strategy of the
    /// profile; units and shape as in [`BestResponse::action_values`].
    pub fn action_values(&self, player: Player) -> Vec<(usize, Vec<Piecewise>)> {
        let own_play = |view: usize, actions: &[Cow<'_, Piecewise>]| {
            let played = self.profile.at(view).iter().zip(actions);
            let terms: Vec<Piecewise> =
                played.map(|(probability, value)| probability.times(value)).collect();
            Piecewise::sum(self.game.n(), &terms)
        };
        let mut values = Vec::new();
        self.rolled_back(player, own_play, |index, actions| values.push((index, owned(actions))));
        values.reverse();
        values
    }

    /// The value of the empty sequence, from the leaves up: at each view, the last one first,
    /// `choose` makes one function of those of the actions, which `keep` then has.
    fn rolled_back(
        &self,
        player: Player,
        choose: impl Fn(usize, &[Cow<'_, Piecewise>]) -> Piecewise,
        mut keep: impl FnMut(usize, Vec<Cow<'_, Piecewise>>),
    ) -> Cow<'_, Piecewise> {
        // Below each sequence: what the views come to that it leads to, and its own leaves.
        let leaves = self.leaf_values(player);
        let mut below: Vec<Vec<Piecewise>> = vec![Vec::new(); leaves.len()];
        let whole = |sequence: usize, mut below: Vec<Piecewise>| {
            if below.is_empty() {
                return Cow::Borrowed(&leaves[sequence]);
            }
            if !leaves[sequence].is_zero() {
                below.push(leaves[sequence].clone());
            }
            Cow::Owned(added(self.game.n(), &mut below))
        };
        for (index, view) in self.game.views_of(player).rev() {
            let sequences = view.first_sequence..view.first_sequence + view.actions.len();
            let actions: Vec<_> = sequences
                .map(|sequence| whole(sequence, std::mem::take(&mut below[sequence])))
                .collect();
            below[view.parent].push(choose(index, &actions));
            keep(index, actions);
        }
        whole(0, std::mem::take(&mut below[0]))
    }
}

fn owned(functions: Vec<Cow<'_, Piecewise>>) -> Vec<Piecewise> {
    functions.into_iter().map(Cow::into_owned).collect()
}

/// Gain of each player from a best response, and the measures made of it. Units: antes per
/// hand.
///
/// All are 0 exactly at a Nash equilibrium.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gains {
    /// Per player: best response value minus expected payoff.
    pub gains: Vec<Rational>,
    /// Per player: expected payoff.
    pub payoffs: Vec<Rational>,
}

impl Gains {
    /// The gains of a profile. Those of players who are alike are computed once.
    pub fn of(game: &Game, evaluation: &Evaluation<'_>) -> Self {
        let players = game.players();
        let (mut gains, mut payoffs) = (Vec::<Rational>::new(), Vec::<Rational>::new());
        for player in players {
            let alike = players[..gains.len()].iter().position(|p| evaluation.alike(*p, *player));
            let (gain, payoff) = match alike {
                Some(first) => (gains[first].clone(), payoffs[first].clone()),
                None => {
                    let payoff = evaluation.payoff(*player);
                    (evaluation.best_value(*player) - &payoff, payoff)
                }
            };
            gains.push(gain);
            payoffs.push(payoff);
        }
        Self { gains, payoffs }
    }

    /// NashConv: the sum of all gains.
    pub fn nash_conv(&self) -> Rational {
        self.gains.iter().cloned().sum()
    }

    /// Exploitability: NashConv divided by the number of players.
    pub fn exploitability(&self) -> Rational {
        self.nash_conv() / Rational::from(self.gains.len())
    }

    /// Max regret: the greatest gain of a single player.
    pub fn max_regret(&self) -> Rational {
        self.gains.iter().cloned().max().unwrap_or_default()
    }
}
