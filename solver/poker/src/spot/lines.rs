//! Lines of betting without cards: the same on every board.

use std::collections::BTreeSet;

use bluff_exact::{Rational, excerpt};

use super::Spot;
use super::size::SpotSize;
use crate::game::{GameError, MAX_NODES};

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
#[derive(Clone, Debug)]
pub(super) struct LinePlace {
    pub(super) kind: LineKind,
    /// 0 on the flop, 2 on the river.
    pub(super) street: usize,
    /// Chips in whole units, of a fold or a showdown.
    pub(super) amount: i64,
    /// Actions of each street from the first on.
    pub(super) path: Vec<String>,
}

/// All lines of a spot; the first place is where play starts.
#[derive(Clone, Debug)]
pub(super) struct BettingLines {
    pub(super) places: Vec<LinePlace>,
    /// Whole units in a chip.
    pub(super) unit: i64,
    /// The most that a player can lose, in units.
    pub(super) most: i64,
}

/// Lines as they grow: amounts are fractions until all are known.
struct GrowingLines<'a> {
    spot: &'a Spot,
    half: Rational,
    places: Vec<(LinePlace, Rational)>,
}

/// The course of a street so far.
#[derive(Clone)]
struct StreetState {
    street: usize,
    /// Paid by each on earlier streets since the spot began.
    paid: Rational,
    /// Put in on this street.
    put: [Rational; 2],
    player: usize,
    raises: u64,
    /// The size of the last bet or raise beyond the one before.
    last: Rational,
    /// True where player II bet or raised last on the street before.
    attacked: bool,
    path: Vec<String>,
}

impl BettingLines {
    /// The lines of a spot.
    ///
    /// Errors: a spot of more than [`MAX_NODES`] places on its lines, and amounts beyond 2^40
    /// units.
    pub(super) fn new(spot: &Spot) -> Result<Self, GameError> {
        let half = &spot.pot / Rational::from(2);
        let mut growing = GrowingLines { spot, half, places: vec![] };
        let start = StreetState {
            street: spot.first_street(),
            paid: Rational::ZERO,
            put: [Rational::ZERO, Rational::ZERO],
            player: 0,
            raises: 0,
            last: Rational::ZERO,
            attacked: false,
            path: vec![String::new()],
        };
        if spot.stack.is_zero() { growing.close(&start) } else { growing.act(&start) }?;
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

impl GrowingLines<'_> {
    fn push(
        &mut self,
        kind: LineKind,
        state: &StreetState,
        amount: Rational,
    ) -> Result<usize, GameError> {
        let (street, path) = (state.street, state.path.clone());
        self.places.push((LinePlace { kind, street, amount: 0, path }, amount));
        let count = self.places.len();
        if count > MAX_NODES { Err(GameError::too_many_nodes()) } else { Ok(count - 1) }
    }

    /// Errors: `Outside` of too many places.
    fn act(&mut self, state: &StreetState) -> Result<usize, GameError> {
        let player = state.player;
        let (own, other) = (&state.put[player], &state.put[1 - player]);
        let place = self.push(LineKind::Act { player, actions: vec![] }, state, Rational::ZERO)?;
        let mut actions = vec![];
        if state.raises == 0 {
            let checked = state.then("check");
            let next = if player == 0 { self.act(&checked)? } else { self.close(&checked)? };
            actions.push(("check".to_owned(), next));
        } else {
            let lost = &self.half + &state.paid + own;
            let fold = LineKind::Fold { loser: player };
            actions.push(("fold".to_owned(), self.push(fold, &state.then("fold"), lost)?));
            let mut called = state.then("call");
            called.put[player] = other.clone();
            actions.push(("call".to_owned(), self.close(&called)?));
        }
        for put in self.sizes(state) {
            let action =
                if state.raises == 0 { format!("bet {put}") } else { format!("raise to {put}") };
            let mut next = state.then(&action);
            next.last = &put - other;
            next.raises += 1;
            next.put[player] = put;
            actions.push((action, self.act(&next)?));
        }
        self.places[place].0.kind = LineKind::Act { player, actions };
        Ok(place)
    }

    /// The chips that a player may have put in after a bet or a raise, ascending.
    fn sizes(&self, state: &StreetState) -> BTreeSet<Rational> {
        let street = &self.spot.streets[state.street];
        let other = &state.put[1 - state.player];
        let left = &self.spot.stack - &state.paid;
        let pot = &self.spot.pot + (&state.paid + other) * Rational::from(2);
        let sizes = match (state.raises, &street.donk) {
            (0, Some(donk)) if state.player == 0 && state.attacked => donk,
            (0, _) => &street.bets[state.player],
            _ => &street.raises[state.player],
        };
        let put = |size: &SpotSize| {
            let put = match size {
                SpotSize::AllIn => return Some(left.clone()).filter(|left| left > other),
                SpotSize::Pot(part) => other + &(part * &pot),
                SpotSize::Times(times) => times * other,
                SpotSize::Chips(chips) => other + chips,
            };
            let put = match &self.spot.round {
                Some(unit) => ((put / unit) + Rational::ratio(1, 2)).floor() * unit,
                None => put,
            };
            let put = put.max(other + &state.last).min(left.clone());
            (put > *other).then_some(put)
        };
        sizes.iter().filter(|_| state.raises < street.most).filter_map(put).collect()
    }

    /// The end of a street, on which both have put in the same.
    fn close(&mut self, state: &StreetState) -> Result<usize, GameError> {
        let paid = &state.paid + &state.put[0];
        if state.street == 2 || paid == self.spot.stack {
            return self.push(LineKind::Showdown, state, &self.half + &paid);
        }
        let deal = self.push(LineKind::Deal { next: 0 }, state, Rational::ZERO)?;
        let mut path = state.path.clone();
        path.push(String::new());
        let next = self.act(&StreetState {
            street: state.street + 1,
            paid,
            put: [Rational::ZERO, Rational::ZERO],
            player: 0,
            raises: 0,
            last: Rational::ZERO,
            // The player who faced the last bet called it.
            attacked: state.raises > 0 && state.player == 1,
            path,
        })?;
        self.places[deal].0.kind = LineKind::Deal { next };
        Ok(deal)
    }
}

impl StreetState {
    /// This state after an action, with the other player to act.
    fn then(&self, action: &str) -> Self {
        let mut next = Self { player: 1 - self.player, ..self.clone() };
        if let Some(line) = next.path.last_mut() {
            let comma = if line.is_empty() { "" } else { ", " };
            *line += &format!("{comma}{action}");
        }
        next
    }
}
