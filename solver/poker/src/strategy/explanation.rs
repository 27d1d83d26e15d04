//! One card explained: what each action is worth with it, as a sum over what happens next.

use std::collections::BTreeMap;

use crate::game::{Game, Leaf, Node, Player};
use bluff_exact::{Piecewise, Rational};
use serde::{Serialize, Serializer};

use super::counterfactual::Reaches;
use super::{Evaluation, Passage};

/// A card with which every view is explained to the players who may hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardExplanation {
    /// The card.
    pub card: u64,
    /// The views of all players who may hold the card, in the order of [`Game::views`].
    pub views: Vec<ViewExplanation>,
}

/// The actions of a view with one card. Weights are numbers of deals of the others' cards (by
/// weight, where they have ranges), each times the others' probability of acting so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ViewExplanation {
    /// Index into [`Game::views`].
    #[serde(skip)]
    pub view: usize,
    /// The player to act.
    #[serde(skip)]
    pub player: Player,
    /// The probability of the player's own earlier actions with this card.
    pub own_reach: Rational,
    /// The weight with which the others come here; 0 if they never do.
    pub weight: Rational,
    /// The weight of all deals of the others' cards beside this card.
    pub deals: Rational,
    /// The actions, in order.
    pub actions: Vec<ActionExplanation>,
}

impl ViewExplanation {
    /// The actions that the profile takes, with their places.
    pub fn played(&self) -> impl Iterator<Item = (usize, &ActionExplanation)> {
        let all = self.actions.iter().enumerate();
        all.filter(|(_, action)| !action.probability.is_zero())
    }

    /// The payoff of an action, summed over the deals that come here.
    pub fn sum(&self, action: &ActionExplanation) -> Option<Rational> {
        Some(action.value.as_ref()? * &self.weight)
    }
}

/// The worth of one action with a card if the player then plays as well as possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionExplanation {
    /// The action.
    pub action: String,
    /// The probability with which the profile takes it.
    pub probability: Rational,
    /// The payoff in antes per hand that comes here; `None` where none does.
    pub value: Option<Rational>,
    /// The payoff of the best action minus this one; `None` where no hand comes.
    pub gap: Option<Rational>,
    /// The sum behind the value: `Σ weight × payoff`, divided by the weight of the view. Terms of
    /// weight 0 are left out.
    pub terms: Vec<PayoffTerm>,
}

/// The hands that go on and end alike after an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PayoffTerm {
    /// Actions of others that the player does not see, and all that follow, own ones included;
    /// none after the player has folded.
    #[serde(serialize_with = "later_actions")]
    pub then: Vec<(Player, String)>,
    /// The end of these hands.
    #[serde(flatten)]
    pub ending: Ending,
    /// The weight of these hands.
    pub weight: Rational,
    /// The payoff of each to the player, net, in antes.
    pub payoff: Rational,
}

fn later_actions<S: Serializer>(
    actions: &[(Player, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct LaterAction<'a> {
        player: Player,
        action: &'a str,
    }
    let actions = actions.iter().map(|(player, action)| LaterAction { player: *player, action });
    serializer.collect_seq(actions)
}

/// Ends of a hand as one player sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "ending", content = "shared_with", rename_all = "lowercase")]
pub enum Ending {
    /// The player has folded.
    Folded,
    /// All others have folded.
    Uncontested,
    /// The player's card is the highest of a showdown.
    Won,
    /// So many others have the same card, the highest of a showdown: the pot is shared.
    Shared(u32),
    /// Another card is higher.
    Lost,
}

/// A card that is not in the deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("card {given}, expected a whole number from 1 to {n}")]
pub struct NoSuchCard {
    /// The card that was asked for.
    pub given: u64,
    /// The number of cards.
    pub n: u64,
}

/// Explains cards against a profile, one after the other. Cost: in the number of runs, whatever
/// the deck.
///
/// ```
/// use bluff_exact::{Piecewise, Rational};
/// use bluff_poker::game::von_neumann;
/// use bluff_poker::strategy::{Ending, Evaluation, Explainer, Profile};
/// let game = von_neumann(28, Rational::from(4))?;
/// // I bets 1, 2, two times in three 3, and 25..28; II calls 21..28, and one time in three 20.
/// let whole = |last, probability: i64| (last, Rational::from(probability));
/// let third = |thirds| Rational::ratio(thirds, 3);
/// let bets = Piecewise::steps([whole(2, 1), (3, third(2)), whole(24, 0), whole(28, 1)]);
/// let calls = Piecewise::steps([whole(19, 0), (20, third(1)), whole(28, 1)]);
/// let view = |taken: Piecewise| vec![taken.subtracted_from(&Rational::ONE), taken];
/// let profile = Profile::new(&game, vec![view(bets), view(calls)])?;
/// let evaluation = Evaluation::new(&game, &profile);
/// let card = Explainer::new(&evaluation).card(3)?;
/// // The bet pays (56/3 × 1 − 25/3 × 5)/27: II folds 56/3 hands and calls with 25/3.
/// let bet = &card.views[0].actions[1];
/// let terms = bet.terms.iter();
/// let terms = terms.map(|term| (term.ending, term.weight.clone(), term.payoff.clone()));
/// let expected = [
///     (Ending::Lost, third(25), Rational::from(-5)),
///     (Ending::Uncontested, third(56), Rational::from(1)),
/// ];
/// assert_eq!(terms.collect::<Vec<_>>(), expected);
/// assert_eq!(card.views[0].weight, Rational::from(27));
/// assert_eq!(bet.value, Some(Rational::ratio(-23, 27)));
/// // The check pays (2 × 1 − 25 × 1)/27, as much.
/// assert_eq!(card.views[0].actions[0].value, bet.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Explainer<'a> {
    evaluation: &'a Evaluation<'a>,
    reaches: Reaches<'a>,
    passage: Passage,
    /// The payoffs of the actions of each view; see
    /// [`BestResponse::action_values`](super::BestResponse::action_values).
    values: Vec<Vec<Piecewise>>,
    /// The nodes of each view, each with the actions that the player does not see.
    nodes: Vec<Vec<(usize, Way)>>,
}

/// Actions, each with the player who takes it.
type Way = Vec<(Player, String)>;

/// Terms of one action, summed by what happens.
type Sums = BTreeMap<(Way, Ending, Rational), Rational>;

impl<'a> Explainer<'a> {
    /// Prepares what all cards share.
    pub fn new(evaluation: &'a Evaluation<'a>) -> Self {
        let game = evaluation.game;
        let mut values = vec![Vec::new(); game.views().len()];
        for player in game.players() {
            for (view, actions) in evaluation.best_response(*player).action_values {
                values[view] = actions;
            }
        }
        let (reaches, passage) =
            (Reaches::new(game, &evaluation.reach), Passage::of(game, evaluation));
        Self { evaluation, reaches, passage, values, nodes: nodes(game) }
    }

    /// Explains one card at all views of those who may hold it.
    ///
    /// Errors: [`NoSuchCard`].
    pub fn card(&mut self, card: u64) -> Result<CardExplanation, NoSuchCard> {
        let game = self.evaluation.game;
        in_deck(game, card)?;
        let held = |view: &usize| game.holds(game.views()[*view].player, card);
        let views = (0..game.views().len()).filter(held).map(|view| self.view(view, card));
        Ok(CardExplanation { card, views: views.collect::<Result<_, _>>()? })
    }

    /// Explains one card at one view, an index into [`Game::views`].
    ///
    /// Errors: [`NoSuchCard`].
    pub fn view(&mut self, view: usize, card: u64) -> Result<ViewExplanation, NoSuchCard> {
        let game = self.evaluation.game;
        in_deck(game, card)?;
        let place = &game.views()[view];
        let weight = self.passage.views[view].at(card);
        let best = self.values[view].iter().map(|value| value.at(card)).max().unwrap_or_default();
        let held = game.weight(place.player, card);
        let reach = self.evaluation.own_reach(place.player, place.parent).at(card);
        let deals = self.reaches.coming(game, place.player, &vec![0; game.players().len()], 0);
        // Deals are counted beside one way to hold the hand.
        let one_way = self.one_way(card);
        let actions = place.actions.iter().enumerate().map(|(action, name)| {
            let total = self.values[view][action].at(card);
            ActionExplanation {
                action: name.clone(),
                probability: self.evaluation.profile.at(view)[action].at(card),
                gap: weight.recip().map(|share| (&best - &total) * share),
                value: weight.recip().map(|share| total * share),
                terms: self.terms(view, action, card),
            }
        });
        Ok(ViewExplanation {
            view,
            player: place.player,
            actions: actions.collect(),
            own_reach: held.recip().map_or(Rational::ZERO, |share| reach * share),
            weight: weight * &one_way,
            deals: deals.at(card) * &one_way,
        })
    }

    /// One over the number of ways to hold a hand.
    fn one_way(&self, card: u64) -> Rational {
        let ways = self.evaluation.game.kernel(0).map(|kernel| kernel.holding(card));
        ways.and_then(|ways| ways.recip()).unwrap_or(Rational::ONE)
    }

    /// The sum behind the value of an action with a card.
    fn terms(&mut self, view: usize, action: usize, card: u64) -> Vec<PayoffTerm> {
        let game = self.evaluation.game;
        let mut sums = Sums::new();
        let mut open = Vec::new();
        for (node, unseen) in &self.nodes[view] {
            if let Node::Act { children, .. } = &game.nodes()[*node] {
                open.push((children[action], unseen.clone(), game.board_at(*node)));
            }
        }
        let player = game.views()[view].player;
        while let Some((node, then, board)) = open.pop() {
            match &game.nodes()[node] {
                Node::Over(leaf) => self.end(player, &game.leaves()[*leaf], card, then, &mut sums),
                Node::Deal { children } => {
                    let next = children.iter().map(|(_, child)| (*child, then.clone(), board));
                    open.extend(next);
                }
                Node::Act { view, children } => {
                    let place = &game.views()[*view];
                    let best = (place.player == player).then(|| self.best(*view, card));
                    let taken = |at: &usize| best.is_none_or(|best| *at == best);
                    let here = game.board_at(node);
                    for at in (0..children.len()).filter(taken) {
                        let mut further = then.clone();
                        let action = &place.actions[at];
                        // The first action after a card names the board.
                        let action = match &game.boards()[here].name {
                            name if here != board => format!("{name}: {action}"),
                            _ => action.clone(),
                        };
                        further.push((place.player, action));
                        open.push((children[at], further, here));
                    }
                }
            }
        }
        let one_way = self.one_way(card);
        let term = |((then, ending, payoff), weight): ((Way, Ending, Rational), Rational)| {
            PayoffTerm { then, ending, weight: weight * &one_way, payoff }
        };
        sums.into_iter().filter(|(_, weight)| !weight.is_zero()).map(term).collect()
    }

    /// The first of the best actions of a view with a card.
    fn best(&self, view: usize, card: u64) -> usize {
        let values: Vec<Rational> = self.values[view].iter().map(|value| value.at(card)).collect();
        let best = values.iter().max();
        values.iter().position(|value| Some(value) == best).unwrap_or_default()
    }

    /// Adds the hands that come to a leaf with a card.
    fn end(&mut self, player: Player, leaf: &Leaf, card: u64, then: Way, sums: &mut Sums) {
        let game = self.evaluation.game;
        let lost = -leaf.paid[player.index()].amount();
        let (coming, highest) = self.reaches.ends(game, player, leaf, card);
        let mut add = |then, ending, payoff, weight: Rational| {
            *sums.entry((then, ending, payoff)).or_default() += &weight;
        };
        match leaf.live.as_slice() {
            live if !live.contains(&player) => add(Vec::new(), Ending::Folded, lost, coming),
            [_] => add(then, Ending::Uncontested, leaf.pot() + lost, coming),
            _ => {
                let mut rest = coming;
                for (tied, weight) in highest {
                    let payoff = leaf.pot() / Rational::from(tied + 1) + &lost;
                    let ending = if tied == 0 { Ending::Won } else { Ending::Shared(tied) };
                    rest -= &weight;
                    add(then.clone(), ending, payoff, weight);
                }
                add(then, Ending::Lost, lost, rest);
            }
        }
    }
}

fn in_deck(game: &Game, card: u64) -> Result<(), NoSuchCard> {
    match card {
        card if (1..=game.n()).contains(&card) => Ok(()),
        given => Err(NoSuchCard { given, n: game.n() }),
    }
}

/// The nodes of each view, with the actions on the way there that the player does not see: those
/// after which the ways to the nodes of the view part.
fn nodes(game: &Game) -> Vec<Vec<(usize, Way)>> {
    let mut nodes: Vec<Vec<(usize, Way)>> = vec![Vec::new(); game.views().len()];
    let mut open = vec![(0, Vec::new())];
    while let Some((node, way)) = open.pop() {
        if let Node::Deal { children } = &game.nodes()[node] {
            open.extend(children.iter().map(|(_, child)| (*child, way.clone())));
        }
        if let Node::Act { view, children } = &game.nodes()[node] {
            let place = &game.views()[*view];
            for (child, action) in children.iter().zip(&place.actions) {
                let mut further: Way = way.clone();
                further.push((place.player, action.clone()));
                open.push((*child, further));
            }
            nodes[*view].push((node, way));
        }
    }
    for ways in &mut nodes {
        let Some((_, first)) = ways.first() else { continue };
        let shared = |(_, way): &(usize, Way)| {
            way.iter().zip(first).take_while(|(one, other)| one == other).count()
        };
        let seen = ways.iter().map(shared).min().unwrap_or_default();
        for (_, way) in ways {
            way.drain(..seen);
        }
    }
    nodes
}
