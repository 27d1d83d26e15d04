use std::rc::Rc;

use crate::game::{Game, Node, Player};
use bluff_exact::{Piecewise, Rational};

use super::Evaluation;
use super::counterfactual::Reaches;

/// Probability that play comes by each place of the betting tree.
///
/// ```
/// use bluff_exact::{Piecewise, Rational};
/// use bluff_poker::game::von_neumann;
/// use bluff_poker::strategy::{Evaluation, Passage, Profile};
/// let game = von_neumann(3, Rational::ONE)?;
/// // I bets 3 always and 1 one time in three; II calls with 3, and with 2 one time in three.
/// let third = Rational::ratio(1, 3);
/// let bets = Piecewise::steps([(1, third.clone()), (2, Rational::ZERO), (3, Rational::ONE)]);
/// let calls = Piecewise::steps([(1, Rational::ZERO), (2, third), (3, Rational::ONE)]);
/// let view = |taken: Piecewise| vec![taken.subtracted_from(&Rational::ONE), taken];
/// let profile = Profile::new(&game, vec![view(bets), view(calls)])?;
/// let passage = Passage::of(&game, &Evaluation::new(&game, &profile));
/// // I bets card 3, and card 1 with probability 1/3: 4/9 of the hands.
/// assert_eq!(passage.nodes[2], Rational::ratio(4, 9));
/// // Who holds 2 is bet at in 1 + 1/3 of the 2 deals.
/// assert_eq!(passage.views[1].at(2), Rational::ratio(4, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// For each node of [`Game::nodes`], the probability that a hand comes to it, over all deals.
    pub nodes: Vec<Rational>,
    /// For each view of [`Game::views`], the number of deals of the others' cards (by weight, where
    /// they have ranges), each times the others' probability of coming to the view, as a function
    /// of the player's card. The ways to hold a hand of several cards are counted in.
    pub views: Vec<Piecewise>,
}

impl Passage {
    /// Walks the betting tree once. Cost: for each node as for a leaf of [`Evaluation::new`].
    pub fn of(game: &Game, evaluation: &Evaluation<'_>) -> Self {
        let mut reaches = Reaches::new(game, &evaluation.reach);
        let mut nodes = vec![Rational::ZERO; game.nodes().len()];
        let mut parts: Vec<Vec<Rc<Piecewise>>> = vec![Vec::new(); game.views().len()];
        let mut open = vec![(0, vec![0; game.players().len()])];
        while let Some((node, sequences)) = open.pop() {
            let board = game.board_at(node);
            let others = reaches.coming(game, Player::I, &sequences, board);
            let own = evaluation.own_reach(Player::I, sequences[Player::I.index()]);
            nodes[node] = evaluation.per_hand(own.times(&others).total());
            if let Node::Deal { children } = &game.nodes()[node] {
                open.extend(children.iter().map(|(_, child)| (*child, sequences.clone())));
            }
            if let Node::Act { view: at, children } = &game.nodes()[node] {
                let view = &game.views()[*at];
                parts[*at].push(reaches.coming(game, view.player, &sequences, board));
                for (action, child) in children.iter().enumerate() {
                    let mut further = sequences.clone();
                    further[view.player.index()] = view.first_sequence + action;
                    open.push((*child, further));
                }
            }
        }
        let views = parts.iter().map(|parts| Piecewise::sum(game.n(), parts)).collect();
        Self { nodes, views }
    }

    /// Value of an action at a view with a card, from one of
    /// [`BestResponse::action_values`](super::BestResponse::action_values): in antes per hand that
    /// comes there; `None` where none does.
    ///
    /// ```
    /// use bluff_exact::{Piecewise, Rational};
    /// use bluff_poker::game::{Player, von_neumann};
    /// use bluff_poker::strategy::{Evaluation, Passage, Profile};
    /// let game = von_neumann(3, Rational::ONE)?;
    /// // I bets 3 always and 1 one time in three; II calls with 3, and with 2 one time in three.
    /// let third = Rational::ratio(1, 3);
    /// let bets = Piecewise::steps([(1, third.clone()), (2, Rational::ZERO), (3, Rational::ONE)]);
    /// let calls = Piecewise::steps([(1, Rational::ZERO), (2, third), (3, Rational::ONE)]);
    /// let view = |taken: Piecewise| vec![taken.subtracted_from(&Rational::ONE), taken];
    /// let profile = Profile::new(&game, vec![view(bets), view(calls)])?;
    /// let evaluation = Evaluation::new(&game, &profile);
    /// let (view, values) = &evaluation.best_response(Player::II).action_values[0];
    /// // II is indifferent with card 2: a fold and a call both lose the ante on average.
    /// let passage = Passage::of(&game, &evaluation);
    /// let pays = [0, 1].map(|action| passage.given(*view, 2, &values[action]));
    /// assert_eq!(pays, [-1, -1].map(|antes| Some(Rational::from(antes))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn given(&self, view: usize, card: u64, value: &Piecewise) -> Option<Rational> {
        Some(value.at(card) * self.views[view].at(card).recip()?)
    }
}
