//! Lines of betting without cards: the same on every board.

use bluff_exact::{Rational, excerpt};

use super::Spot;
use crate::game::{Betting, Chips, GameError, Tree};

/// The kind of a place of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A player, 0 or 1, takes one of these actions, which lead to other places.
    Act { player: usize, actions: Vec<(String, usize)> },
    /// A card is dealt.
    Deal { next: usize },
    /// The player who folded.
    Fold { loser: usize },
    /// The hands are compared, on the boards to come.
    Showdown,
}

/// A place of a line, and what is won or lost there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LinePlace {
    pub(super) kind: LineKind,
    /// 0 on the flop, 2 on the river.
    pub(super) street: usize,
    /// Chips in whole units, of a fold or a showdown.
    pub(super) amount: i64,
    /// Chips of each player in the pot, with half of the pot at the start.
    pub(super) paid: [Rational; 2],
    /// Actions of each street from the first on.
    pub(super) path: Vec<String>,
}

/// All lines of a spot; the first place is where play starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BettingLines {
    pub(super) places: Vec<LinePlace>,
    /// Whole units in a chip.
    pub(super) unit: i64,
    /// The most that a player can lose, in units.
    pub(super) most: i64,
}

/// Lines as they grow: amounts are fractions until all are known.
#[derive(Default)]
struct GrowingLines {
    places: Vec<(LinePlace, Rational)>,
}

impl BettingLines {
    /// The lines of a betting tree that begins on a street: 0 on the flop, 2 on the river.
    ///
    /// Errors: those of betting, and amounts beyond 2^40 units.
    pub(super) fn new(betting: &Betting, first_street: usize) -> Result<Self, GameError> {
        let mut growing = GrowingLines::default();
        growing.add(&betting.tree()?, first_street, &[String::new()]);
        let amounts = || growing.places.iter().map(|(_, amount)| amount);
        let unit = Rational::common_denominator(amounts());
        let whole = |amount: &Rational| {
            let units = (amount * &unit).to_u64().filter(|units| *units <= 1 << 40);
            let given = || format!("amounts in units of 1/{} chip", excerpt(&unit.to_string()));
            units.map(|units| units as i64).ok_or_else(|| {
                let allowed =
                    "at most 2^40 units: round the sizes, for instance to \"round\": \"1\"";
                GameError::expected(given(), allowed)
            })
        };
        let most = whole(&amounts().max().cloned().unwrap_or_default())?;
        let mut places = vec![];
        for (place, amount) in &growing.places {
            places.push(LinePlace { amount: whole(amount)?, ..place.clone() });
        }
        Ok(Self { places, unit: unit.to_u64().unwrap_or(1) as i64, most })
    }
}

/// The chips on the table at a place of a spot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotChips {
    /// Those of each player in the pot, with half of the pot at the start.
    pub paid: [Rational; 2],
    /// Those that each player has left.
    pub behind: [Rational; 2],
}

impl SpotChips {
    /// Those in the pot.
    pub fn pot(&self) -> Rational {
        self.paid.iter().cloned().sum()
    }

    /// Those that a player, 0 or 1, must pay to call; none without a bet of the other.
    pub fn to_call(&self, player: usize) -> Rational {
        (&self.paid[1 - player] - &self.paid[player]).max(Rational::ZERO)
    }
}

impl Spot {
    /// The chips on the table after these actions and cards; `None` of steps that are not played.
    pub fn chips<'a>(&self, steps: impl IntoIterator<Item = &'a str>) -> Option<SpotChips> {
        let places = &self.lines.places;
        let mut at = &places[0];
        for step in steps {
            at = match &at.kind {
                LineKind::Act { actions, .. } => {
                    &places[actions.iter().find(|(name, _)| name == step)?.1]
                }
                LineKind::Deal { next } => &places[*next],
                _ => return None,
            };
        }
        let stacks = self.betting.stacks.clone().unwrap_or_default();
        let half = &self.betting.pot / Rational::from(2);
        let behind = [0, 1].map(|player: usize| &stacks[player] + &half - &at.paid[player]);
        Some(SpotChips { paid: at.paid.clone(), behind })
    }
}

impl GrowingLines {
    /// Adds a betting tree, each place before those after it; where it stands.
    fn add(&mut self, tree: &Tree, street: usize, path: &[String]) -> usize {
        let at = self.places.len();
        let paid = paid(tree);
        let mut push = |kind, amount| {
            let paid = [0, 1].map(|player: usize| paid[player].amount().clone());
            let place = LinePlace { kind, street, amount: 0, paid, path: path.to_vec() };
            self.places.push((place, amount));
        };
        match tree {
            Tree::Act { player, actions, .. } => {
                let player = player.index();
                push(LineKind::Act { player, actions: vec![] }, Rational::ZERO);
                let next = actions.iter().map(|(action, then)| {
                    let mut path = path.to_vec();
                    if let Some(line) = path.last_mut() {
                        let comma = if line.is_empty() { "" } else { ", " };
                        *line += &format!("{comma}{action}");
                    }
                    (action.clone(), self.add(then, street, &path))
                });
                let actions = next.collect();
                self.places[at].0.kind = LineKind::Act { player, actions };
            }
            Tree::Deal { then } => match all_in(then) {
                Some(paid) => push(LineKind::Showdown, paid.amount().clone()),
                None => {
                    push(LineKind::Deal { next: at + 1 }, Rational::ZERO);
                    self.add(then, street + 1, &[path, &[String::new()]].concat());
                }
            },
            Tree::Over { paid, live } => {
                let (kind, loser) = match live.as_slice() {
                    [winner] => (LineKind::Fold { loser: 1 - winner.index() }, 1 - winner.index()),
                    _ => (LineKind::Showdown, 0),
                };
                push(kind, paid[loser].amount().clone());
            }
        }
        at
    }
}

/// Chips that each has paid: nobody adds any where the first action is taken, a fold or a check.
fn paid(tree: &Tree) -> &[Chips] {
    match tree {
        Tree::Act { actions, .. } => paid(&actions[0].1),
        Tree::Deal { then } => paid(then),
        Tree::Over { paid, .. } => paid,
    }
}

/// Chips that each has paid where cards are dealt and nobody acts any more.
fn all_in(tree: &Tree) -> Option<&Chips> {
    match tree {
        Tree::Deal { then } => all_in(then),
        Tree::Over { paid, .. } => paid.first(),
        Tree::Act { .. } => None,
    }
}
