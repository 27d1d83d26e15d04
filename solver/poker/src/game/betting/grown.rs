//! The tree that betting stands for: grown with its names, or only counted.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use bluff_exact::Rational;

use super::sizes::{BetSize, Street};
use crate::game::name::MAX_NAME;
use crate::game::tree::{Tree, act, call, check, fold};
use crate::game::{Chips, GameError, MAX_NODES, Player};

/// Longest amount in the name of an action, in characters.
const MAX_AMOUNT: usize = 40;

/// Chips beyond which nothing is paid, or only all of them.
pub(super) struct StackLimits {
    /// All that a player can pay, what was paid before the first street included.
    pub(super) all: Option<Chips>,
    /// The most that is paid without going all-in.
    pub(super) most: Option<Rational>,
}

/// A betting tree as it grows.
pub(super) struct BettingTree<'a> {
    limits: &'a StackLimits,
    /// Chips to a multiple of which sizes are rounded.
    round: Option<&'a Rational>,
    streets: &'a [Street],
    /// Number of nodes so far, or of actions where they are counted.
    nodes: usize,
    /// Number of lines so far that lead to a later street.
    lines: usize,
    /// Nodes below places, when they are counted.
    counted: HashMap<PlaceKey, u64>,
}

/// All that decides how many nodes are below a place: its street, the chips paid before it and in
/// all, who acts and who called on the street before, the raises and the last of them, and whether
/// nobody has acted.
type PlaceKey = (usize, Chips, [Chips; 2], (Player, Option<Player>), u64, Rational, bool);

/// Actions on earlier streets: in full, and as verbs with a number where that is too long.
#[derive(Default)]
struct EarlierLine {
    full: String,
    short: String,
}

/// A place on a street.
#[derive(Clone)]
pub(super) struct BettingPlace {
    street: usize,
    /// Paid by each before this street, blinds not counted in.
    before: Chips,
    /// Paid by each in all.
    paid: [Chips; 2],
    actor: Player,
    /// The player who called on the street before.
    called: Option<Player>,
    /// True if blinds are the first bet of this street.
    blinds: bool,
    /// Number of bets and raises on this street, and the size of the last one.
    raises: u64,
    last: Rational,
    /// Actions on earlier streets, and on this one.
    earlier: Rc<EarlierLine>,
    line: Vec<String>,
}

/// An action, and where it leads.
enum BettingStep {
    Fold,
    /// The other player acts.
    Passed(BettingPlace),
    /// The street is over.
    Closed(BettingPlace),
}

impl BettingPlace {
    /// The first place of a street; blinds, of which one is so much larger, are its first bet.
    pub(super) fn first(before: Chips, paid: [Chips; 2], larger: Rational) -> Self {
        Self {
            street: 0,
            before,
            paid,
            actor: Player::I,
            called: None,
            blinds: !larger.is_zero(),
            raises: 0,
            last: larger,
            earlier: Rc::default(),
            line: Vec::new(),
        }
    }

    /// Name of what the player sees: the last action first, then what came before it on this
    /// street. Of long lines the first that fits: amounts of raises alone, earlier streets without
    /// amounts, or the last action with the number of the `place`.
    fn view(&self, place: usize, opens: bool) -> String {
        let first = match opens || self.street == 0 {
            true => "first to act".to_owned(),
            // Words of a view count from the last card that was dealt.
            false => format!("street {}, first to act", self.street + 1),
        };
        let seen = match self.line.as_slice() {
            [] => first.clone(),
            [passive] if self.raises == 0 => format!("facing a {passive}"),
            [last] => format!("facing {last}"),
            [passive, last] if self.raises == 1 => format!("facing {last} after a {passive}"),
            [before @ .., last] => format!("facing {last} after {}", before.join(", ")),
        };
        let EarlierLine { full, short } = &*self.earlier;
        let view = if full.is_empty() { seen.clone() } else { format!("{full}; {seen}") };
        let last = self.line.last().map_or(first, |last| format!("facing {last}"));
        let amounts = |name: &str| name.replace(", raise to ", ", ").replace(", raise ", ", ");
        let short = format!("{short}; {seen}");
        let shorter = [amounts(&view), short.clone(), amounts(&short)];
        let fits = |name: &&String| name.len() <= MAX_NAME;
        let earlier = if full.is_empty() { 0..1 } else { 0..shorter.len() };
        let named = [&view].into_iter().chain(&shorter[earlier]).find(fits).cloned();
        named.unwrap_or_else(|| format!("place {place}; {last}"))
    }

    /// This place and one action more, after which the other player acts.
    fn then(&self, action: String) -> Self {
        let actor = if self.actor == Player::I { Player::II } else { Player::I };
        Self { actor, line: [self.line.as_slice(), &[action]].concat(), ..self.clone() }
    }

    /// The first place of the next street.
    fn next_street(&self, earlier: EarlierLine) -> Self {
        let (street, called, earlier) = (self.street + 1, self.called, Rc::new(earlier));
        let first = Self::first(self.paid[0].clone(), self.paid.clone(), Rational::ZERO);
        Self { street, called, earlier, ..first }
    }
}

impl<'a> BettingTree<'a> {
    pub(super) fn new(
        limits: &'a StackLimits,
        round: Option<&'a Rational>,
        streets: &'a [Street],
    ) -> Self {
        Self { limits, round, streets, nodes: 0, lines: 0, counted: HashMap::new() }
    }

    /// True if nobody has chips left to bet.
    fn is_spent(&self, place: &BettingPlace) -> bool {
        place.paid.iter().all(|paid| self.limits.all.as_ref() == Some(paid))
    }

    /// A street; without stacks left it has no betting.
    ///
    /// Errors: `Outside` if there are too many nodes.
    pub(super) fn street(&mut self, place: &BettingPlace) -> Result<Tree, GameError> {
        if self.is_spent(place) { self.after(place) } else { self.acting(place) }
    }

    fn acting(&mut self, place: &BettingPlace) -> Result<Tree, GameError> {
        self.grow()?;
        let view = place.view(self.nodes, self.streets[place.street].opens);
        let mut actions = Vec::new();
        for (action, step) in self.steps(place) {
            let then = match step {
                BettingStep::Fold => {
                    self.grow()?;
                    let winner = if place.actor == Player::I { Player::II } else { Player::I };
                    Tree::Over { paid: place.paid.to_vec(), live: vec![winner] }
                }
                BettingStep::Passed(next) => self.acting(&next)?,
                BettingStep::Closed(next) => self.after(&next)?,
            };
            actions.push((action, then));
        }
        Ok(act(place.actor, view, actions))
    }

    /// The actions at a place: passive ones first, then sizes, ascending.
    fn steps(&self, place: &BettingPlace) -> Vec<(String, BettingStep)> {
        let (own, other) = (place.actor.index(), 1 - place.actor.index());
        let mut steps = Vec::new();
        let faces = place.paid[own] < place.paid[other];
        if faces {
            steps.push((fold(), BettingStep::Fold));
        }
        let passive = if faces { call() } else { check() };
        let mut next = place.then(passive.clone());
        next.called = faces.then_some(place.actor);
        if faces {
            next.paid[own] = place.paid[other].clone();
        }
        // Who has not acted may, unless there is nothing left to bet.
        let closes = !place.line.is_empty() || self.is_spent(&next);
        let next = if closes { BettingStep::Closed(next) } else { BettingStep::Passed(next) };
        steps.push((passive, next));
        let is_raise = place.raises > 0 || place.blinds;
        let is_to = place.street == 0 || self.streets[place.street].opens;
        let [one, two] = place.paid.each_ref().map(Chips::amount);
        let to_call = one.max(two);
        for (size, paid) in (1..).zip(self.sizes(place, is_raise)) {
            let named = if is_raise && !is_to { to_call } else { place.before.amount() };
            let put = (paid.amount() - named).to_string();
            // A number that fits into no name is left out.
            let put = if put.len() <= MAX_AMOUNT { put } else { format!("size {size}") };
            let action = match (is_raise, is_to) {
                (false, _) => format!("bet {put}"),
                (true, true) => format!("raise to {put}"),
                (true, false) => format!("raise {put}"),
            };
            let mut next = place.then(action.clone());
            next.last = paid.amount() - to_call;
            next.raises += 1;
            next.paid[own] = paid;
            steps.push((action, BettingStep::Passed(next)));
        }
        steps
    }

    /// Amounts that a player has paid after each bet or raise that is allowed, ascending.
    fn sizes(&self, place: &BettingPlace, is_raise: bool) -> BTreeSet<Chips> {
        let (street, actor) = (&self.streets[place.street], place.actor.index());
        let sizes = match &street.donk {
            _ if is_raise => &street.raises[actor],
            Some(donk) if place.line.is_empty() && place.called == Some(place.actor) => donk,
            _ => &street.bets[actor],
        };
        let [one, two] = place.paid.each_ref().map(Chips::amount);
        let to_call = one.max(two);
        let paid = |size: &BetSize| {
            let more = match size {
                BetSize::Pot(part) => part * &(to_call + to_call),
                BetSize::Times(times) => {
                    (times - &Rational::ONE) * (to_call - place.before.amount())
                }
                BetSize::Chips(chips) => chips.clone(),
                BetSize::AllIn => self.limits.all.as_ref()?.amount() - to_call,
            };
            let more = match self.round {
                Some(unit) if *size != BetSize::AllIn => {
                    let faced = to_call - place.before.amount();
                    ((&faced + &more) / unit + Rational::ratio(1, 2)).floor() * unit - faced
                }
                _ => more,
            };
            let paid = Chips::new(to_call + &more.max(place.last.clone()))?;
            let paid = self.limits.all.iter().cloned().fold(paid, Ord::min);
            let is_beyond = self.limits.most.as_ref().is_some_and(|most| paid.amount() > most);
            let paid = self.limits.all.clone().filter(|_| is_beyond).unwrap_or(paid);
            (paid.amount() > to_call).then_some(paid)
        };
        sizes.iter().filter(|_| place.raises < street.most).filter_map(paid).collect()
    }

    /// The end of a street, after which both have paid the same: the next one, or the showdown.
    fn after(&mut self, place: &BettingPlace) -> Result<Tree, GameError> {
        let next = self.streets.get(place.street + 1);
        if next.is_none_or(|next| next.opens) {
            self.grow()?;
        }
        let Some(Street { opens, .. }) = next else {
            let live = vec![Player::I, Player::II];
            return Ok(Tree::Over { paid: place.paid.to_vec(), live });
        };
        let (line, full) = (place.line.join(", "), &place.earlier.full);
        let full = if full.is_empty() { line } else { format!("{full}; {line}") };
        self.lines += 1;
        let verbs = full.split("; ").map(|street| {
            let verb = |action: &str| action.split(' ').next().unwrap_or(action).to_owned();
            street.split(", ").map(verb).collect::<Vec<_>>().join(", ")
        });
        let verbs = verbs.collect::<Vec<_>>().join("; ");
        let earlier = EarlierLine { short: format!("{verbs}; line {}", self.lines), full };
        let then = self.street(&place.next_street(earlier))?;
        Ok(if *opens { Tree::Deal { then: Box::new(then) } } else { then })
    }

    /// Errors: `Outside`.
    fn grow(&mut self) -> Result<(), GameError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES { Err(GameError::too_many_nodes()) } else { Ok(()) }
    }

    /// The number of nodes of a street and of those after it, without growing them: at most
    /// `u64::MAX`. `None` if more actions than `most` lead from different places.
    pub(super) fn count(&mut self, place: &BettingPlace, most: usize) -> Option<u64> {
        if self.is_spent(place) {
            self.count_after(place, most)
        } else {
            self.count_acting(place, most)
        }
    }

    fn count_acting(&mut self, place: &BettingPlace, most: usize) -> Option<u64> {
        let key = (
            place.street,
            place.before.clone(),
            place.paid.clone(),
            (place.actor, place.called),
            place.raises,
            place.last.clone(),
            place.line.is_empty(),
        );
        if let Some(known) = self.counted.get(&key) {
            return Some(*known);
        }
        let steps = self.steps(place);
        self.nodes += steps.len();
        if self.nodes > most {
            return None;
        }
        let mut nodes = 1_u64;
        for (_, step) in steps {
            nodes = nodes.saturating_add(match step {
                BettingStep::Fold => 1,
                BettingStep::Passed(next) => self.count_acting(&next, most)?,
                BettingStep::Closed(next) => self.count_after(&next, most)?,
            });
        }
        self.counted.insert(key, nodes);
        Some(nodes)
    }

    fn count_after(&mut self, place: &BettingPlace, most: usize) -> Option<u64> {
        let Some(Street { opens, .. }) = self.streets.get(place.street + 1) else { return Some(1) };
        let nodes = self.count(&place.next_street(EarlierLine::default()), most)?;
        Some(nodes.saturating_add(u64::from(*opens)))
    }
}
