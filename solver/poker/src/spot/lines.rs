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
    /// The name that an exact game has for the place, where a player acts: `facing a check`.
    pub(super) name: String,
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

impl BettingLines {
    /// The lines of a betting tree that begins on a street: 0 on the flop, 2 on the river.
    ///
    /// Errors: those of betting, and amounts beyond 2^40 units.
    pub(super) fn new(betting: &Betting, first_street: usize) -> Result<Self, GameError> {
        let mut places = vec![];
        add(&mut places, &betting.tree()?, first_street, &[String::new()]);
        let amounts = || places.iter().filter_map(LinePlace::won);
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
        for place in &mut places {
            place.amount = place.won().map_or(Ok(0), whole)?;
        }
        Ok(Self { places, unit: unit.to_u64().unwrap_or(1) as i64, most })
    }
}

impl LinePlace {
    /// Chips that the hand is over for; `None` where it goes on.
    fn won(&self) -> Option<&Rational> {
        match self.kind {
            LineKind::Fold { loser } => Some(&self.paid[loser]),
            LineKind::Showdown => Some(&self.paid[0]),
            _ => None,
        }
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

/// Adds a betting tree, each place before those after it; where it stands.
fn add(places: &mut Vec<LinePlace>, tree: &Tree, street: usize, path: &[String]) -> usize {
    let at = places.len();
    let kind = match tree {
        Tree::Act { player, .. } => LineKind::Act { player: player.index(), actions: vec![] },
        Tree::Deal { then } if acts(then) => LineKind::Deal { next: at + 1 },
        Tree::Over { live, .. } if live.len() == 1 => LineKind::Fold { loser: 1 - live[0].index() },
        _ => LineKind::Showdown,
    };
    let name = match tree {
        Tree::Act { view, .. } => view.clone(),
        _ => String::new(),
    };
    let paid = paid(tree);
    let paid = [0, 1].map(|player: usize| paid[player].amount().clone());
    places.push(LinePlace { kind, street, amount: 0, paid, path: path.to_vec(), name });
    match tree {
        Tree::Act { actions: of_tree, .. } => {
            let next = of_tree.iter().map(|(action, then)| {
                let mut path = path.to_vec();
                if let Some(line) = path.last_mut() {
                    let comma = if line.is_empty() { "" } else { ", " };
                    *line += &format!("{comma}{action}");
                }
                (action.clone(), add(places, then, street, &path))
            });
            let next = next.collect();
            if let LineKind::Act { actions, .. } = &mut places[at].kind {
                *actions = next;
            }
        }
        Tree::Deal { then } if acts(then) => {
            add(places, then, street + 1, &[path, &[String::new()]].concat());
        }
        _ => {}
    }
    at
}

/// Chips that each has paid: nobody adds any where the first action is taken, a fold or a check.
fn paid(tree: &Tree) -> &[Chips] {
    match tree {
        Tree::Act { actions, .. } => paid(&actions[0].1),
        Tree::Deal { then } => paid(then),
        Tree::Over { paid, .. } => paid,
    }
}

/// True unless cards are dealt and nobody acts any more.
fn acts(tree: &Tree) -> bool {
    match tree {
        Tree::Act { .. } => true,
        Tree::Deal { then } => acts(then),
        Tree::Over { .. } => false,
    }
}
