//! Every place of a spot on every board, and what a walk over them shares.

use std::collections::BTreeMap;
use std::num::Wrapping;

use bluff_exact::control::check_cancelled;
use bluff_exact::{Rational, RefusedValue, counted};

use super::Spot;
use super::boards::{OpenBoard, SpotBoards, place_of};
use super::file::STREETS;
use super::kernel::{Whole, fold};
use super::lines::{BettingLines, LineKind, LinePlace};
use super::lock::LockedRow;
use crate::cards::{Card, HoleCards, SuitExchange};
use crate::game::GameError;

/// A place on a board: 20 bytes, since a flop has hundreds of thousands.
#[derive(Clone, Copy, Debug)]
struct PlaceOnBoard {
    line: u32,
    board: u32,
    /// Entries of all places before this one.
    before: u32,
    /// Entries of this place and of all after it.
    entries: u32,
    /// Places of this and of all after it; they follow each other.
    places: u32,
}

/// The kind of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// A player, 0 or 1, takes one of so many actions.
    Act {
        /// 0 for player I.
        player: usize,
        /// Number of actions.
        actions: usize,
    },
    /// A card is dealt.
    Deal,
    /// The hand is over.
    Over,
}

/// The whole tree of a spot: every place on every board, suits merged where nothing changes.
///
/// Shape: places in the order of play, an action after the other; each place of a player has a row
/// of entries for each action, with an entry for each hand that the board leaves. On rivers hands
/// stand in the order of strength, else by lower and higher card.
///
/// Units: [`SpotTree::unit`] of a chip.
#[derive(Debug)]
pub struct SpotTree {
    pub(super) lines: BettingLines,
    places: Vec<PlaceOnBoard>,
    boards: Vec<OpenBoard>,
    exchanges: Vec<SuitExchange>,
    hands: [Vec<HoleCards>; 2],
    weights: [Vec<u64>; 2],
    /// The street that is dealt at the start.
    pub(super) first_street: usize,
    pot: Rational,
    /// Rows that are rules, by place.
    pub(super) locks: BTreeMap<usize, Vec<LockedRow>>,
}

impl SpotTree {
    /// The tree of a spot, within the memory of the control that this thread works under.
    ///
    /// Errors: [`GameError`] of sizes.
    pub fn new(spot: &Spot) -> Result<Self, GameError> {
        Self::within(spot, u64::MAX, true)
    }

    /// The same with at most so many bytes for a solver, 8 an entry; suits are merged, or not.
    ///
    /// Errors: those of [`SpotTree::new`], and `Outside` with the street that has most entries.
    pub fn within(spot: &Spot, memory: u64, merged: bool) -> Result<Self, GameError> {
        let lines = spot.lines.clone();
        let ranges = [0, 1].map(|player: usize| spot.whole_weights(&spot.ranges[player]));
        let hands = [0, 1].map(|it: usize| ranges[it].iter().map(|(hand, _)| *hand).collect());
        let weights = [0, 1].map(|it: usize| ranges[it].iter().map(|(_, it)| *it).collect());
        let first_street = spot.first_street();
        let has = |kind: fn(&LineKind) -> bool| {
            [0, 1, 2].map(|street| {
                lines.places.iter().any(|place| place.street == street && kind(&place.kind))
            })
        };
        let deals = has(|kind| matches!(kind, LineKind::Deal { .. }));
        let mut all_in = has(|kind| *kind == LineKind::Showdown);
        all_in[2] = false;
        spot.fits(memory)?;
        let boards = SpotBoards::new(spot, hands, merged, [deals, all_in]);
        let exchanges = boards.exchanges().to_vec();
        let SpotBoards { boards, hands, .. } = boards;
        let pot = spot.betting.pot.clone();
        let places = vec![];
        let locks = BTreeMap::new();
        let mut tree =
            Self { lines, places, boards, exchanges, hands, weights, first_street, pot, locks };
        tree.add(0, 0, 0)?;
        Ok(tree)
    }

    /// Adds a place and all after it; the entries up to there.
    ///
    /// Errors: `Outside` of more entries than 32 bits number.
    fn add(&mut self, line: usize, board: usize, before: u64) -> Result<u64, GameError> {
        check_cancelled();
        let (at, mut after) = (self.places.len(), before);
        let [line_number, board_number] = [line, board].map(|number| number as u32);
        self.places.push(PlaceOnBoard {
            line: line_number,
            board: board_number,
            before: before as u32,
            entries: 0,
            places: 1,
        });
        let next: Vec<(usize, usize)> = match &self.lines.places[line].kind {
            LineKind::Act { player, actions } => {
                after += (actions.len() * self.boards[board].order.packed[*player].len()) as u64;
                actions.iter().map(|(_, next)| (*next, board)).collect()
            }
            LineKind::Deal { next } => {
                self.boards[board].dealt.iter().map(|dealt| (*next, dealt.board)).collect()
            }
            _ => vec![],
        };
        for (line, board) in next {
            after = self.add(line, board, after)?;
        }
        let entries = after - before;
        self.places[at].entries = u32::try_from(entries).map_err(|_| {
            GameError::expected(counted(entries, "entry", "entries"), "fewer than 2^32")
        })?;
        self.places[at].places = (self.places.len() - at) as u32;
        Ok(after)
    }

    pub(super) fn line(&self, place: usize) -> &LinePlace {
        &self.lines.places[self.places[place].line as usize]
    }

    pub(super) fn board(&self, place: usize) -> &OpenBoard {
        &self.boards[self.places[place].board as usize]
    }

    /// Number of entries: actions times hands, over all places.
    pub fn entries(&self) -> usize {
        self.places[0].entries as usize
    }

    /// Number of entries before a place.
    pub fn entries_before(&self, place: usize) -> usize {
        self.places[place].before as usize
    }

    /// Number of entries at a place and after it.
    pub fn entries_from(&self, place: usize) -> usize {
        self.places[place].entries as usize
    }

    /// Number of places; the first is where play starts.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// The kind of a place.
    pub fn kind(&self, place: usize) -> PlaceKind {
        match &self.line(place).kind {
            LineKind::Act { player, actions } => {
                PlaceKind::Act { player: *player, actions: actions.len() }
            }
            LineKind::Deal { .. } => PlaceKind::Deal,
            _ => PlaceKind::Over,
        }
    }

    /// The places right after one, in the order of actions or of cards.
    pub fn next(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let end = place + self.places[place].places as usize;
        let first = Some(place + 1).filter(|next| *next < end);
        std::iter::successors(first, move |next| {
            Some(next + self.places[*next].places as usize).filter(|next| *next < end)
        })
    }

    /// Names of the actions of a player at a place; none where nobody acts.
    pub fn actions(&self, place: usize) -> impl Iterator<Item = &str> {
        let actions: &[(String, usize)] = match &self.line(place).kind {
            LineKind::Act { actions, .. } => actions,
            _ => &[],
        };
        actions.iter().map(|(name, _)| name.as_str())
    }

    /// The name of a place as its players see it: actions by street, with the cards between them.
    pub fn view(&self, place: usize) -> String {
        let path = &self.line(place).path;
        if path.len() == 1 && path[0].is_empty() {
            return "first to act".to_owned();
        }
        let dealt = self.board(place).cards.iter().skip(self.first_street + 3);
        let mut parts = vec![path[0].clone()];
        for (line, card) in path[1..].iter().zip(dealt) {
            parts.extend([card.to_string(), line.clone()]);
        }
        parts.retain(|part| !part.is_empty());
        parts.join("; ")
    }

    /// The cards that are dealt at a place, in the order of the places after it.
    pub(super) fn cards_dealt(&self, place: usize) -> impl Iterator<Item = Card> + '_ {
        let boards = self.board(place).dealt.iter().map(|dealt| &self.boards[dealt.board]);
        boards.filter_map(|board| board.cards.last().copied())
    }

    /// The cards at a place for which suits let another one stand, each with that one.
    pub(super) fn cards_alike(&self, place: usize) -> impl Iterator<Item = (Card, Card)> + '_ {
        let dealt = self.cards_dealt(place).zip(&self.board(place).dealt);
        dealt.flat_map(|(card, dealt)| dealt.others.iter().map(move |other| (*other, card)))
    }

    /// Names of the places right after one: actions, or cards that are dealt.
    pub(super) fn steps(&self, place: usize) -> Vec<String> {
        match self.kind(place) {
            PlaceKind::Act { .. } => self.actions(place).map(str::to_owned).collect(),
            _ => self.cards_dealt(place).map(|card| card.to_string()).collect(),
        }
    }

    /// The rows of a place that are rules, in order.
    pub fn locked_rows(&self, place: usize) -> &[LockedRow] {
        self.locks.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Number of rows of a player at a place: the hands that the board leaves.
    pub fn rows(&self, place: usize, player: usize) -> usize {
        self.board(place).order.packed[player].len()
    }

    /// The hand of each row of a player at a place, by its number in the player's range.
    pub fn hand_numbers(&self, place: usize, player: usize) -> impl Iterator<Item = usize> + '_ {
        self.board(place).order.packed[player].iter().map(|packed| place_of(*packed))
    }

    /// The hand of a row of a player at a place.
    pub(super) fn hand(&self, place: usize, player: usize, row: usize) -> HoleCards {
        self.hands[player][place_of(self.board(place).order.packed[player][row])]
    }

    /// The hands of a player, by lower and higher card.
    pub fn hands(&self, player: usize) -> &[HoleCards] {
        &self.hands[player]
    }

    /// The weights of a player's hands, whole.
    pub fn weights(&self, player: usize) -> &[u64] {
        &self.weights[player]
    }

    /// The smallest row that suits make alike to each row at a place; `None` where all differ or no
    /// card is dealt any more.
    pub fn alike(&self, place: usize, player: usize) -> Option<Vec<usize>> {
        let moved = &self.board(place).moved;
        let least = |row: usize| moved.iter().map(|rows| usize::from(rows[player][row])).min();
        let rows = 0..self.rows(place, player);
        (moved.len() > 1).then(|| rows.map(|row| least(row).unwrap_or(row)).collect())
    }

    /// Number of exchanges of suits that change nothing, the one that leaves all suits included.
    pub fn exchanges(&self) -> usize {
        self.exchanges.len()
    }

    /// Chips in the pot at the start.
    pub fn pot(&self) -> &Rational {
        &self.pot
    }

    /// Whole units in a chip.
    pub fn unit(&self) -> i64 {
        self.lines.unit
    }

    /// The weights of a player's hands at the start, by row, times a power of 2.
    pub(super) fn dealt(&self, player: usize, power: u32) -> Vec<Whole> {
        let weights = self.weights[player].iter().map(|weight| Wrapping(*weight as i64));
        self.by_row(0, player, &weights.map(|weight| weight << power as usize).collect::<Vec<_>>())
    }

    /// Pairs of hands that can be dealt, weighted.
    pub(super) fn pairs(&self) -> i128 {
        let [own, others] = [0, 1].map(|player| self.dealt(player, 0));
        let mut met = vec![Wrapping(0); own.len()];
        fold(&self.boards[0].order, 0, Wrapping(1), &others, &mut met);
        own.iter().zip(met).map(|(own, met)| i128::from(own.0) * i128::from(met.0)).sum()
    }

    /// The sum over all pairs of hands that can be dealt of the products of their weights in the
    /// ranges of its spot.
    pub fn deals(&self, spot: &Spot) -> Rational {
        let [own, others] = &spot.ranges;
        Rational::from(self.pairs()) / (spot.unit(own) * spot.unit(others))
    }

    /// Numbers by hand as numbers by row of a place.
    pub fn by_row<V: Clone>(&self, place: usize, player: usize, values: &[V]) -> Vec<V> {
        self.hand_numbers(place, player).map(|hand| values[hand].clone()).collect()
    }
}

impl Spot {
    /// Number of entries of its tree, before suits are merged: actions times hands at all places.
    pub fn entries(&self) -> u64 {
        self.by_street().iter().sum()
    }

    /// Errors: `Outside`, with the street that has most entries, if a solver of its tree would take
    /// more bytes than these.
    pub fn fits(&self, memory: u64) -> Result<(), GameError> {
        let by_street = self.by_street();
        let all: u64 = by_street.iter().sum();
        let worst = (0..3).max_by_key(|street| by_street[*street]).unwrap_or_default();
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        if mib(all * 8) <= mib(memory) {
            return Ok(());
        }
        let part = by_street[worst] * 100 / all;
        let given = format!("{} MiB", mib(all * 8));
        let allowed = format!(
            "at most {}: cut the sizes of the {}, which has {part} % of {all} entries",
            mib(memory),
            STREETS[worst]
        );
        Err(GameError::Outside(RefusedValue::of("memory", given, allowed)))
    }

    /// Entries by street, counted before anything is built, without merged suits.
    fn by_street(&self) -> [u64; 3] {
        let hands = [0, 1].map(|player: usize| self.whole_weights(&self.ranges[player]).len());
        let (first, mut by_street) = (self.first_street(), [0; 3]);
        for place in &self.lines.places {
            let LineKind::Act { player, actions } = &place.kind else { continue };
            let boards = (first..place.street).fold(1, |all, street| all * (49 - street as u64));
            by_street[place.street] += boards * (actions.len() * hands[*player]) as u64;
        }
        by_street
    }
}
