//! A place of a plan as people read it: what each hand does there, wins there, and its equity.
//!
//! Weights and probabilities are exact. Expected values and equities are sums in doubles, for
//! display: no bound depends on them.

use bluff_exact::{Rational, RefusedValue};

use super::judge::PlanSource;
use super::kernel::fold;
use super::shares::{dealt, met, probabilities, shares};
use super::tree::{PlaceKind, SpotTree};
use super::walk::PlanWalk;
use super::{ReferencePlan, StoredPlan};
use crate::cards::{Card, HoleCards};
use crate::game::GameError;

/// A place where a player acts or a card is dealt.
#[derive(Clone, Debug)]
pub struct SpotNode {
    /// Its name, as players see it.
    pub view: String,
    /// The cards on the board.
    pub board: Vec<Card>,
    /// The player who acts, 0 or 1; `None` where a card is dealt.
    pub player: Option<usize>,
    /// The actions of the player.
    pub actions: Vec<String>,
    /// True of each action after which the hand is over.
    pub ends: Vec<bool>,
    /// The cards that may be dealt, one of those that suits make alike.
    pub cards: Vec<Card>,
    /// The other cards, each with the one that suits make alike.
    pub cards_alike: Vec<(Card, Card)>,
    /// The part of all deals that come here in which each action is taken; none where nobody acts.
    pub shares: Vec<Rational>,
    /// The hands of both players that come here.
    pub hands: [Vec<NodeHand>; 2],
    /// The steps that lead here.
    pub way: Vec<SpotStep>,
}

/// A step on the way to a place: an action, or a card.
#[derive(Clone, Debug)]
pub struct SpotStep {
    /// The player who acts, 0 or 1; `None` where a card is dealt.
    pub player: Option<usize>,
    /// The actions of the player.
    pub actions: Vec<String>,
    /// The part of all deals in which each action is taken.
    pub shares: Vec<Rational>,
    /// The action that was taken, or the card.
    pub taken: String,
}

/// A hand at a place.
#[derive(Clone, Debug)]
pub struct NodeHand {
    /// The hand.
    pub hand: HoleCards,
    /// Its weight here, as a part of the largest weight of the range.
    pub weight: Rational,
    /// The probability of each action; none where the other player acts or a card is dealt.
    pub probabilities: Vec<Rational>,
    /// True if these are rules of the game.
    pub is_locked: bool,
    /// The weight of the hands of the other player that come here and leave its cards.
    pub met: Rational,
    /// Chips that it wins with both plans: half of the pot at the start and its value. `None`
    /// if no hand of the other comes here with it.
    pub ev: Option<f64>,
    /// The same of each action, where the player acts, if her later actions are best responses: so
    /// a plan need not say well what follows an action that it never takes.
    pub action_evs: Vec<Option<f64>>,
    /// The part of the pot that it wins if all is checked or called from here on.
    pub equity: Option<f64>,
    /// The same against the hands that do not fold to an action; `None` if all fold, and of
    /// actions to which nobody may fold.
    pub called: Vec<Option<f64>>,
}

impl NodeHand {
    /// The weight of the deals in which it comes here: its own, times that of the hands it meets.
    pub fn dealt(&self) -> Rational {
        &self.weight * &self.met
    }
}

impl SpotNode {
    /// The place that a path leads to: actions and cards with commas between them, such as
    /// `check, bet 5, call, 2c`; nothing is the start.
    ///
    /// Errors: `Outside` of `path`, with the actions or cards that there are.
    /// Cost: some rounds of a solver below the place.
    pub fn find(tree: &SpotTree, plan: &StoredPlan, path: &str) -> Result<Self, GameError> {
        let mut place = 0;
        let mut reach = [0, 1].map(|player: usize| {
            let most = tree.weights(player).iter().max().copied().unwrap_or(1).max(1);
            let part = |weight: &u64| Rational::from(*weight) / Rational::from(most);
            let weights: Vec<Rational> = tree.weights(player).iter().map(part).collect();
            tree.by_row(0, player, &weights)
        });
        let mut way = Vec::new();
        for step in path.split(',').map(str::trim).filter(|step| !step.is_empty()) {
            let allowed = tree.steps(place);
            let at = allowed.iter().position(|name| name == step).ok_or_else(|| {
                let alike = tree.cards_alike(place).find(|(card, _)| card.to_string() == step);
                let allowed = match alike {
                    Some((_, card)) => {
                        format!("{card}, which suits that are alike let stand for it")
                    }
                    None if allowed.is_empty() => "nothing after the hand is over".to_owned(),
                    None => format!("one of: {}", allowed.join(", ")),
                };
                GameError::Outside(RefusedValue::of("path", step, allowed))
            })?;
            let mut passed = SpotStep {
                player: None,
                actions: tree.actions(place).map(str::to_owned).collect(),
                shares: Vec::new(),
                taken: step.to_owned(),
            };
            if let PlaceKind::Act { player, actions } = tree.kind(place) {
                let played = probabilities(tree, plan, [place, player, actions]);
                passed.player = Some(player);
                passed.shares = shares(&dealt(tree, place, player, &reach), &played);
                for (reach, row) in reach[player].iter_mut().zip(&played) {
                    *reach = &*reach * &row[at];
                }
            } else {
                let rows = &tree.board(place).dealt[at].rows;
                reach = [0, 1].map(|player: usize| {
                    rows[player]
                        .iter()
                        .map(|row| reach[player][usize::from(*row)].clone())
                        .collect()
                });
            }
            way.push(passed);
            place = tree.next(place).nth(at).unwrap_or(place);
        }
        let (player, actions) = match tree.kind(place) {
            PlaceKind::Act { player, actions } => (Some(player), actions),
            PlaceKind::Deal => (None, 0),
            // Without chips behind nobody ever acts.
            PlaceKind::Over if way.is_empty() => (None, 0),
            PlaceKind::Over => {
                let allowed = "a place where a player acts or a card is dealt";
                return Err(GameError::Outside(RefusedValue::of("path", path, allowed)));
            }
        };
        let hands: [Vec<NodeHand>; 2] = [0, 1].map(|own: usize| {
            let exactly = met(tree, place, own, &reach[1 - own]);
            let other: Vec<f64> = reach[1 - own].iter().map(Rational::to_f64).collect();
            let mut at = AtPlace { tree, plan, place, own, other, scratch: Vec::new() };
            at.scratch = vec![0.0; tree.scratch(0, 1)];
            let (mut played, mut evs, mut called) = (Vec::new(), Vec::new(), Vec::new());
            let met: Vec<f64> = exactly.iter().map(Rational::to_f64).collect();
            let is_own = player == Some(own);
            let locked = tree.locked_rows(place);
            if is_own {
                played = probabilities(tree, plan, [place, own, actions]);
                for next in tree.next(place) {
                    evs.push(at.evs(&met, next, true));
                    called.push(at.equities_if_called(next));
                }
            }
            let ev = at.evs(&met, place, false);
            let equity = at.equities(&met, &at.other.clone());
            let rows = tree.hand_numbers(place, own).zip(&reach[own]).enumerate();
            let of_row = |all: &[Vec<Option<f64>>], row: usize| -> Vec<Option<f64>> {
                all.iter().map(|values| values[row]).collect()
            };
            rows.filter(|(_, (_, weight))| !weight.is_zero())
                .map(|(row, (number, weight))| {
                    let probabilities = played.get_mut(row).map(std::mem::take).unwrap_or_default();
                    NodeHand {
                        hand: tree.hands(own)[number],
                        weight: weight.clone(),
                        probabilities,
                        is_locked: is_own && locked.iter().any(|lock| lock.row == row),
                        met: exactly[row].clone(),
                        ev: ev[row],
                        action_evs: of_row(&evs, row),
                        equity: equity[row],
                        called: of_row(&called, row),
                    }
                })
                .collect()
        });
        let acting = player.map_or(&[][..], |player| &hands[player]);
        let weights: Vec<Rational> = acting.iter().map(NodeHand::dealt).collect();
        let played: Vec<_> = acting.iter().map(|hand| hand.probabilities.clone()).collect();
        let shares = shares(&weights, &played);
        let ends = tree.next(place).map(|next| tree.kind(next) == PlaceKind::Over);
        Ok(Self {
            view: tree.view(place),
            board: tree.board(place).cards.clone(),
            player,
            actions: tree.actions(place).map(str::to_owned).collect(),
            ends: if player.is_some() { ends.collect() } else { Vec::new() },
            cards: tree.cards_dealt(place).collect(),
            cards_alike: tree.cards_alike(place).collect(),
            shares,
            hands,
            way,
        })
    }
}

/// A place and the weights of the other player's hands there, by row.
struct AtPlace<'a> {
    tree: &'a SpotTree,
    plan: &'a StoredPlan,
    place: usize,
    /// The player whose hands are asked for.
    own: usize,
    other: Vec<f64>,
    scratch: Vec<f64>,
}

impl AtPlace<'_> {
    /// The weight of the other player's hands that each hand meets.
    fn met(&self, other: &[f64]) -> Vec<f64> {
        let mut met = vec![0.0; self.tree.rows(self.place, self.own)];
        fold(&self.tree.board(self.place).order, self.own, 1.0, other, &mut met);
        met
    }

    /// Values of hands, for each way to deal the hands that they meet and the cards to come.
    fn by_way(&self, values: Vec<f64>, met: &[f64], scale: f64, more: f64) -> Vec<Option<f64>> {
        let to_come = [45.0 * 44.0, 44.0, 1.0][self.tree.board(self.place).cards.len() - 3];
        let of_hand = |(value, met): (f64, &f64)| {
            (*met > 1e-12).then(|| value / (met * to_come * scale) + more)
        };
        values.into_iter().zip(met).map(of_hand).collect()
    }

    /// Expected values from here or from a place after an action of the player, who plays the plan
    /// from then on or best responses.
    fn evs(&mut self, met: &[f64], from: usize, is_best: bool) -> Vec<Option<f64>> {
        let mut values = vec![0.0; met.len()];
        let Self { tree, plan, own, other, scratch, .. } = self;
        let walk = DoubleWalk { tree, plan: *plan, is_best };
        tree.values(&walk, [from, *own], None, (other, &mut values), scratch);
        let half = self.tree.pot().to_f64() / 2.0;
        self.by_way(values, met, self.tree.unit() as f64, half)
    }

    /// Equities against these hands of the other player.
    fn equities(&mut self, met: &[f64], other: &[f64]) -> Vec<Option<f64>> {
        let (tree, place) = (self.tree, self.place);
        let mut values = vec![0.0; met.len()];
        let walk = DoubleWalk { tree, plan: &ReferencePlan::Passive, is_best: false };
        tree.values(&walk, [place, self.own], None, (other, &mut values), &mut self.scratch);
        // All hands are shown for the same amount.
        let mut shown = place;
        while tree.kind(shown) != PlaceKind::Over {
            let passive = usize::from(tree.actions(shown).next() == Some("fold"));
            let Some(next) = tree.next(shown).nth(passive) else { break };
            shown = next;
        }
        self.by_way(values, met, 2.0 * tree.line(shown).amount as f64, 0.5)
    }

    /// Equities against the hands that do not fold after an action of the player.
    fn equities_if_called(&mut self, next: usize) -> Vec<Option<f64>> {
        let tree = self.tree;
        let none = vec![None; tree.rows(self.place, self.own)];
        let PlaceKind::Act { player, actions } = tree.kind(next) else { return none };
        if player == self.own || tree.actions(next).next() != Some("fold") {
            return none;
        }
        let played = probabilities(tree, self.plan, [next, player, actions]);
        let staying = self.other.iter().zip(&played);
        let staying: Vec<f64> =
            staying.map(|(weight, row)| weight * (1.0 - row[0].to_f64())).collect();
        let met = self.met(&staying);
        self.equities(&met, &staying)
    }
}

/// A walk in doubles with both plans, or with best responses of the player.
struct DoubleWalk<'a> {
    tree: &'a SpotTree,
    plan: &'a dyn PlanSource,
    is_best: bool,
}

impl DoubleWalk<'_> {
    /// Numbers by row, of each action the part that the plan has.
    fn scaled<'n>(
        &self,
        place: usize,
        numbers: impl Fn(usize) -> &'n [f64],
        rows: usize,
    ) -> Vec<Vec<f64>> {
        let mut parts = vec![0; self.tree.actions(place).count() * rows];
        self.plan.write(self.tree, place, &mut parts);
        let all = f64::from(self.plan.parts());
        let part = |(number, part): (&f64, &u32)| number * f64::from(*part) / all;
        let by_action = parts.chunks_exact(rows).enumerate();
        by_action.map(|(action, it)| numbers(action).iter().zip(it).map(part).collect()).collect()
    }
}

impl PlanWalk<f64> for DoubleWalk<'_> {
    fn passed(&self, [place, _]: [usize; 2], reach: &[f64]) -> Vec<Vec<f64>> {
        self.scaled(place, |_| reach, reach.len())
    }

    fn joined(
        &self,
        [place, _]: [usize; 2],
        of_actions: &[Vec<f64>],
        _own: Option<(&[Vec<f64>], i128)>,
        out: &mut [f64],
    ) {
        if self.is_best {
            out.fill(f64::NEG_INFINITY);
            for values in of_actions {
                out.iter_mut().zip(values).for_each(|(best, value)| *best = best.max(*value));
            }
            return;
        }
        for values in self.scaled(place, |action| &of_actions[action], out.len()) {
            out.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
    }
}
