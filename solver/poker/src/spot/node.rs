//! A place of a plan as people read it: what each hand does there, wins there, and its equity.
//!
//! Weights and probabilities are exact. Expected values and equities are sums in doubles, for
//! display: no bound depends on them.

use bluff_exact::{Rational, RefusedValue};

use super::judge::PlanSource;
use super::kernel::{SumKind, fold};
use super::tree::{PlaceKind, SpotTree};
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
    /// The cards that may be dealt, one of those that suits make alike.
    pub cards: Vec<Card>,
    /// The hands of both players that come here.
    pub hands: [Vec<NodeHand>; 2],
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
    /// Chips that it wins with both plans: half of the pot at the start and its value. `None`
    /// if no hand of the other comes here with it.
    pub ev: Option<f64>,
    /// The part of the pot that it wins if all is checked or called from here on.
    pub equity: Option<f64>,
}

/// Doubles, for display.
struct DoubleSums;

impl SumKind for DoubleSums {
    type Value = f64;
    type Sum = f64;

    fn wide(value: f64) -> f64 {
        value
    }

    fn narrow(sum: f64) -> f64 {
        sum
    }

    fn whole(number: i64) -> f64 {
        number as f64
    }
}

impl SpotNode {
    /// The place that a path leads to: actions and cards with commas between them, such as
    /// `check, bet 5, call, 2c`; nothing is the start.
    ///
    /// Errors: `Outside` of `path`, with the actions or cards that there are.
    /// Cost: some rounds of a solver below the place.
    pub fn find(tree: &SpotTree, plan: &StoredPlan, path: &str) -> Result<Self, GameError> {
        let (mut place, mut entry) = (0, 0);
        let mut reach = [0, 1].map(|player: usize| {
            let most = tree.weights(player).iter().max().copied().unwrap_or(1).max(1);
            let part = |weight: &u64| Rational::from(*weight) / Rational::from(most);
            let weights: Vec<Rational> = tree.weights(player).iter().map(part).collect();
            tree.by_row(0, player, &weights)
        });
        for step in path.split(',').map(str::trim).filter(|step| !step.is_empty()) {
            let allowed: Vec<String> = match tree.kind(place) {
                PlaceKind::Act { .. } => tree.actions(place).map(str::to_owned).collect(),
                _ => tree.cards_dealt(place).map(|card| card.to_string()).collect(),
            };
            let at = allowed.iter().position(|name| name == step).ok_or_else(|| {
                let allowed = match allowed.is_empty() {
                    true => "nothing after the hand is over".to_owned(),
                    false => format!("one of: {}", allowed.join(", ")),
                };
                GameError::Outside(RefusedValue::of("path", step, allowed))
            })?;
            if let PlaceKind::Act { player, actions } = tree.kind(place) {
                let played = probabilities(tree, plan, [place, entry, player, actions]);
                for (reach, row) in reach[player].iter_mut().zip(&played) {
                    *reach = &*reach * &row[at];
                }
                entry += actions * tree.rows(place, player);
            } else {
                let rows = &tree.board(place).dealt[at].rows;
                reach = [0, 1].map(|player: usize| {
                    rows[player]
                        .iter()
                        .map(|row| reach[player][usize::from(*row)].clone())
                        .collect()
                });
            }
            entry += tree.next(place).take(at).map(|next| tree.entries_from(next)).sum::<usize>();
            place = tree.next(place).nth(at).unwrap_or(place);
        }
        let (player, actions) = match tree.kind(place) {
            PlaceKind::Act { player, actions } => (Some(player), actions),
            PlaceKind::Deal => (None, 0),
            PlaceKind::Over => {
                let allowed = "a place where a player acts or a card is dealt";
                return Err(GameError::Outside(RefusedValue::of("path", path, allowed)));
            }
        };
        let hands = [0, 1].map(|own: usize| {
            let other: Vec<f64> = reach[1 - own].iter().map(Rational::to_f64).collect();
            let mut played = match player {
                Some(player) if player == own => {
                    probabilities(tree, plan, [place, entry, own, actions])
                }
                _ => vec![vec![]; reach[own].len()],
            };
            let [ev, equity] = worth(tree, plan, [place, entry, own], &other);
            let rows = tree.hand_numbers(place, own).zip(&reach[own]).enumerate();
            rows.filter(|(_, (_, weight))| !weight.is_zero())
                .map(|(row, (number, weight))| NodeHand {
                    hand: tree.hands(own)[number],
                    weight: weight.clone(),
                    probabilities: std::mem::take(&mut played[row]),
                    ev: ev[row],
                    equity: equity[row],
                })
                .collect()
        });
        Ok(Self {
            view: tree.view(place),
            board: tree.board(place).cards.clone(),
            player,
            actions: tree.actions(place).map(str::to_owned).collect(),
            cards: tree.cards_dealt(place).collect(),
            hands,
        })
    }
}

/// The probability of each action of a place, by row.
fn probabilities(
    tree: &SpotTree,
    plan: &StoredPlan,
    [place, entry, player, actions]: [usize; 4],
) -> Vec<Vec<Rational>> {
    let rows = tree.rows(place, player);
    let mut parts = vec![0; actions * rows];
    plan.write(tree, place, entry, &mut parts);
    let all = Rational::from(plan.parts());
    let part = |part: &u32| Rational::from(*part) / &all;
    (0..rows).map(|row| parts.iter().skip(row).step_by(rows).map(part).collect()).collect()
}

/// Expected values and equities of a player's hands at a place, by row.
fn worth(
    tree: &SpotTree,
    plan: &StoredPlan,
    [place, entry, player]: [usize; 3],
    other: &[f64],
) -> [Vec<Option<f64>>; 2] {
    let rows = tree.rows(place, player);
    let mut ways = vec![0.0; rows];
    let board = tree.board(place);
    let to_come = [45.0 * 44.0, 44.0, 1.0][board.cards.len() - 3];
    fold::<DoubleSums>(&board.order, player, to_come, other, &mut ways);
    let unit = tree.unit() as f64;
    let half = tree.pot().to_f64() / 2.0;
    let by_way = |values: Vec<f64>, scale: f64, more: f64| {
        let of_hand =
            |(value, ways): (f64, &f64)| (*ways > 1e-12).then(|| value / (ways * scale) + more);
        values.into_iter().zip(&ways).map(of_hand).collect()
    };
    let mut scratch = vec![0.0; tree.scratch(0, 0)];
    let mut values = vec![0.0; rows];
    walk(tree, plan, [place, entry, player], (other, &mut values), &mut scratch);
    let ev = by_way(values, unit, half);
    let mut values = vec![0.0; rows];
    walk(tree, &ReferencePlan::Passive, [place, entry, player], (other, &mut values), &mut scratch);
    // All hands are shown for the same amount.
    let mut shown = place;
    while tree.kind(shown) != PlaceKind::Over {
        let passive = usize::from(tree.actions(shown).next() == Some("fold"));
        let Some(next) = tree.next(shown).nth(passive) else { break };
        shown = next;
    }
    let equity = by_way(values, 2.0 * tree.line(shown).amount as f64, 0.5);
    [ev, equity]
}

/// The values of a player's hands from a place on with both plans.
fn walk(
    tree: &SpotTree,
    plan: &impl PlanSource,
    [place, entry, player]: [usize; 3],
    (reach, out): (&[f64], &mut [f64]),
    scratch: &mut [f64],
) {
    out.fill(0.0);
    if reach.is_empty() || out.is_empty() {
        return;
    }
    match tree.kind(place) {
        PlaceKind::Over => tree.over::<DoubleSums>(place, player, reach, out),
        PlaceKind::Deal => {
            let mut after = entry;
            let entries = |next| {
                after += tree.entries_from(next);
                after - tree.entries_from(next)
            };
            let below = |next, entry, values: (&[f64], &mut [f64]), scratch: &mut [f64]| {
                walk(tree, plan, [next, entry, player], values, scratch);
            };
            tree.deal::<DoubleSums, _>(place, player, (reach, out), scratch, entries, below);
        }
        PlaceKind::Act { player: actor, actions } => {
            let rows = tree.rows(place, actor);
            let mut parts = vec![0; actions * rows];
            plan.write(tree, place, entry, &mut parts);
            let all = f64::from(plan.parts());
            let mut after = entry + actions * rows;
            let mut values = vec![0.0; out.len()];
            for (next, parts) in tree.next(place).zip(parts.chunks_exact(rows)) {
                let scaled = |numbers: &[f64]| -> Vec<f64> {
                    numbers
                        .iter()
                        .zip(parts)
                        .map(|(it, part)| it * f64::from(*part) / all)
                        .collect()
                };
                let passed = if actor == player { reach.to_vec() } else { scaled(reach) };
                walk(tree, plan, [next, after, player], (&passed, &mut values), scratch);
                after += tree.entries_from(next);
                let won = if actor == player { scaled(&values) } else { values.clone() };
                out.iter_mut().zip(won).for_each(|(sum, value)| *sum += value);
            }
        }
    }
}
