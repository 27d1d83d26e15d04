//! Locks of spots: rows of some hands that are rules of the game.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use bluff_exact::json::Entries;
use bluff_exact::{Rational, excerpt, one_of};

use super::SpotTree;
use super::plan::{ActingPlace, places};
use crate::cards::{Card, CardSet, HandRange};
use crate::game::{StrategyLine, StrategyLineError};
use crate::json_text::from_json;

/// The most units of a row.
const MOST_UNITS: u64 = 1 << 20;
/// The longest text, in bytes.
const MOST_BYTES: usize = 1 << 24;

/// Probabilities that are rules, not yet compared with a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SpotLock(Vec<LockedPlace>);

/// The rules at a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockedPlace {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    view: String,
    runs: Vec<LockedHands>,
}

/// The rule of some hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockedHands {
    /// A hand, or a range, twice: as in locks of other games.
    cards: [String; 2],
    actions: Entries<Rational>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpotLockText {
    lock: SpotLock,
}

/// A row that is a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedRow {
    /// Its place among the rows of the view.
    pub row: usize,
    /// The units of each action.
    pub units: Vec<u64>,
    /// Their sum.
    pub all: u64,
}

/// Why a text is no lock of a spot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the lock: {0}")]
pub struct SpotLockError(String);

impl From<StrategyLineError> for SpotLockError {
    fn from(error: StrategyLineError) -> Self {
        Self(error.to_string())
    }
}

impl SpotLock {
    /// Reads a lock: JSON `{"lock": [{"view", "runs": [{"cards", "actions"}]}]}`, with a hand or a
    /// range twice as cards, or CSV with the columns view, hand, action and probability.
    ///
    /// Errors: [`SpotLockError`], naming the line.
    pub fn read(text: &str) -> Result<Self, SpotLockError> {
        if text.len() > MOST_BYTES {
            let given = text.len();
            return Err(SpotLockError(format!("{given} bytes, expected at most {MOST_BYTES}")));
        }
        if text.trim_start().starts_with('{') {
            let SpotLockText { lock } = from_json(text).map_err(SpotLockError)?;
            return Ok(lock);
        }
        let mut lock = vec![];
        for line in StrategyLine::all(text)? {
            let line = line?;
            let StrategyLine { player, view, cards: hand, action, probability, .. } = line;
            let part = Rational::part(probability);
            let part = part.map_err(|error| SpotLockError(line.refused(&error)))?;
            let player = player.map(|player| player.to_string());
            let entry = (action.to_owned(), part);
            match lock.last_mut() {
                Some(LockedPlace { view: known, runs, .. })
                    if known == view && runs.last().is_some_and(|it| it.cards[0] == hand) =>
                {
                    runs.last_mut().into_iter().for_each(|run| run.actions.0.push(entry.clone()));
                }
                _ => {
                    let cards = [hand, hand].map(str::to_owned);
                    let runs = vec![LockedHands { cards, actions: Entries(vec![entry]) }];
                    lock.push(LockedPlace { player, view: view.to_owned(), runs });
                }
            }
        }
        Ok(Self(lock))
    }

    /// The lock with these probabilities of some hands at a view in place of those that it has
    /// there; without probabilities the hands are free.
    ///
    /// Errors: those of ranges.
    pub fn with(
        mut self,
        view: &str,
        hands: &str,
        actions: Vec<(String, Rational)>,
    ) -> Result<Self, SpotLockError> {
        let range = range_of(hands)?;
        let mut runs = Vec::new();
        for place in self.0.iter_mut().filter(|place| place.view == view) {
            runs.append(&mut place.runs);
        }
        let is_other = |run: &LockedHands| {
            run.cards[0].parse().map_or(true, |hand| range.weight(hand).is_zero())
        };
        runs.retain(is_other);
        if !actions.is_empty() {
            let cards = [hands, hands].map(str::to_owned);
            runs.push(LockedHands { cards, actions: Entries(actions) });
        }
        self.0.push(LockedPlace { player: None, view: view.to_owned(), runs });
        self.0.retain(|place| !place.runs.is_empty());
        Ok(self)
    }

    /// The lock without views and hands that a board excludes; `None` if there is no other.
    ///
    /// Errors: those of ranges.
    pub fn on_board(mut self, board: CardSet) -> Result<Option<Self>, SpotLockError> {
        self.0.retain(|place| place.dealt().all(|card| !board.contains(card)));
        for place in &mut self.0 {
            let mut runs = Vec::new();
            for run in place.runs.drain(..) {
                let range = range_of(&run.cards[0])?;
                let mut left = range.hands().filter(|(_, weight)| weight.is_positive());
                if left.any(|(hand, _)| hand.cards().is_disjoint(board)) {
                    runs.push(run);
                }
            }
            place.runs = runs;
        }
        self.0.retain(|place| !place.runs.is_empty());
        Ok(Some(self).filter(|lock| !lock.is_empty()))
    }

    /// The same with the actions of each run by name.
    pub(super) fn sorted(mut self) -> Self {
        let runs = self.0.iter_mut().flat_map(|place| &mut place.runs);
        runs.for_each(|run| run.actions.0.sort_by(|one, other| one.0.cmp(&other.0)));
        self
    }

    /// True if nothing is a rule.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ranges of its rows, all of them; `None` if a view names a card.
    pub(super) fn ranges(&self) -> Option<Vec<HandRange>> {
        if self.0.iter().any(|place| place.dealt().next().is_some()) {
            return None;
        }
        let runs = self.0.iter().flat_map(|place| &place.runs);
        runs.map(|run| run.cards[0].parse().ok()).collect()
    }
}

/// Errors: [`SpotLockError`] of what is no hand and no range.
fn range_of(text: &str) -> Result<HandRange, SpotLockError> {
    text.parse().map_err(|error| SpotLockError(format!("hand {}: {error}", excerpt(text))))
}

/// Places that a refusal names, the first ones.
const SHOWN: usize = 4;

impl LockedPlace {
    /// The cards that its view names.
    fn dealt(&self) -> impl Iterator<Item = Card> {
        self.view.split("; ").filter_map(|part| part.parse().ok())
    }
}

impl SpotTree {
    /// The tree in which these rows are rules.
    ///
    /// Errors: [`SpotLockError`], naming view and hand: of a view, a hand or an action that there
    /// is not, a hand twice, probabilities that do not sum to 1, and a tree with merged suits.
    pub fn locked(mut self, lock: &SpotLock) -> Result<Self, SpotLockError> {
        if self.exchanges() > 1 {
            return Err(SpotLockError("a tree with merged suits, expected all cards".to_owned()));
        }
        // A lock of an exact river names views as the game does.
        let names = |place: ActingPlace| {
            let line = self.line(place.place);
            let exact = Some(line.name.clone()).filter(|_| line.path.len() == 1);
            [Some(self.view(place.place)), exact].into_iter().flatten().zip([place, place])
        };
        let by_view: HashMap<String, ActingPlace> = places(&self).flat_map(names).collect();
        let mut locks = BTreeMap::<usize, Vec<LockedRow>>::new();
        for LockedPlace { player, view, runs } in &lock.0 {
            let place = by_view.get(view).ok_or_else(|| {
                let names = || places(&self).map(|place| self.view(place.place));
                let dealt = names().find(|name| name.contains("; "));
                let some: Vec<String> = names().take(SHOWN).chain(dealt).collect();
                let (view, some) = (excerpt(view), some.join("” or “"));
                SpotLockError(format!("view “{view}”, expected the way to it, such as “{some}”"))
            })?;
            let own = ["I", "II"][place.player];
            if player.as_ref().is_some_and(|player| player != own) {
                return Err(SpotLockError(format!("view “{view}” is one of player {own}")));
            }
            let rows = locks.entry(place.place).or_default();
            for run in runs {
                self.lock_hands(place, run, rows).map_err(|reason| {
                    let hand = excerpt(&run.cards[0]);
                    SpotLockError(format!("view “{view}”, hand {hand}: {reason}"))
                })?;
            }
            rows.sort_by_key(|row| row.row);
            if let Some(twice) = rows.windows(2).find(|pair| pair[0].row == pair[1].row) {
                let hand = self.hand(place.place, place.player, twice[0].row);
                return Err(SpotLockError(format!("view “{view}”, hand {hand} twice")));
            }
        }
        if locks.values().all(Vec::is_empty) {
            return Err(SpotLockError("no hand, expected one at least".to_owned()));
        }
        self.locks = locks;
        Ok(self)
    }

    /// Adds the rows of some hands, or says what is wrong with them.
    fn lock_hands(
        &self,
        place: &ActingPlace,
        run: &LockedHands,
        rows: &mut Vec<LockedRow>,
    ) -> Result<(), String> {
        let [text, last] = &run.cards;
        if text != last {
            return Err(format!("to {}, expected one hand or range", excerpt(last)));
        }
        let range: HandRange = text.parse().map_err(|error| format!("{error}"))?;
        let names: Vec<&str> = self.actions(place.place).collect();
        let mut parts = vec![None; names.len()];
        for (action, part) in &run.actions.0 {
            let at = names.iter().position(|name| name == action);
            let at = at.ok_or_else(|| {
                format!("{}, expected {}", excerpt(action), one_of(action, names.iter().copied()))
            })?;
            if part.is_negative() || parts[at].replace(part.clone()).is_some() {
                return Err(format!("{action} {part}, expected once, from 0 to 1"));
            }
        }
        let parts: Vec<Rational> = parts.into_iter().map(Option::unwrap_or_default).collect();
        let sum: Rational = parts.iter().cloned().sum();
        if !sum.is_one() {
            return Err(format!("probabilities sum to {}, expected 1", excerpt(&sum.to_string())));
        }
        let unit = Rational::common_denominator(parts.iter());
        let all = unit.to_u64().filter(|all| *all <= MOST_UNITS);
        let all = all.ok_or_else(|| {
            let unit = excerpt(&unit.to_string());
            format!("parts of 1/{unit}, expected at most {MOST_UNITS} in one row")
        })?;
        let units: Option<Vec<u64>> = parts.iter().map(|part| (part * &unit).to_u64()).collect();
        let units = units.unwrap_or_default();
        let before = rows.len();
        for row in 0..place.rows {
            if !range.weight(self.hand(place.place, place.player, row)).is_zero() {
                rows.push(LockedRow { row, units: units.clone(), all });
            }
        }
        if rows.len() == before {
            return Err("no hand of it comes there, expected one of the player’s range".to_owned());
        }
        Ok(())
    }

    /// The lock in one spelling: places in the order of the tree, a run for each hand, by lower and
    /// higher card, and actions above 0 alone, by name. Nothing of a free tree.
    pub fn lock(&self) -> Option<SpotLock> {
        let of_place = |place: ActingPlace| {
            let mut rows: Vec<&LockedRow> = self.locked_rows(place.place).iter().collect();
            if rows.is_empty() {
                return None;
            }
            let numbers: Vec<usize> = self.hand_numbers(place.place, place.player).collect();
            rows.sort_by_key(|row| numbers[row.row]);
            let run = |row: &LockedRow| {
                let hand = self.hand(place.place, place.player, row.row).to_string();
                let parts = self.actions(place.place).map(str::to_owned).zip(row.probabilities());
                let actions = parts.filter(|(_, part)| part.is_positive()).collect();
                LockedHands { cards: [hand.clone(), hand], actions: Entries(actions) }
            };
            let runs = rows.into_iter().map(run).collect();
            let player = Some(["I", "II"][place.player].to_owned());
            let view = self.view(place.place);
            Some(LockedPlace { player, view, runs })
        };
        let lock = SpotLock(places(self).filter_map(of_place).collect()).sorted();
        (!lock.is_empty()).then_some(lock)
    }

    /// The most tokens of a player that locks may put elsewhere than where the rules say: one for
    /// each action but the last of a row that mixes.
    pub(super) fn misplaced(&self, player: usize) -> i128 {
        let of_place = |place: ActingPlace| {
            let rows = self.locked_rows(place.place).iter();
            let mixed = rows.filter(|row| row.units.iter().all(|units| *units < row.all)).count();
            (mixed * (place.actions - 1)) as i128
        };
        places(self).filter(|place| place.player == player).map(of_place).sum()
    }
}

impl LockedRow {
    /// The probability of each action.
    pub(super) fn probabilities(&self) -> Vec<Rational> {
        let all = Rational::from(self.all);
        self.units.iter().map(|units| Rational::from(*units) / &all).collect()
    }

    /// The tokens of these that the first actions pass on, this many of them.
    pub(super) fn passed(&self, tokens: i64, actions: usize) -> i64 {
        let units: u64 = self.units[..actions].iter().sum();
        (i128::from(tokens) * i128::from(units)).div_euclid(self.all.into()) as i64
    }

    /// The mean of the values of actions, rounded up.
    pub(super) fn mixed(&self, values: impl Iterator<Item = i64>) -> i64 {
        let units = self.units.iter().map(|units| i128::from(*units));
        let sum: i128 = units.zip(values).map(|(units, value)| units * i128::from(value)).sum();
        -(-sum).div_euclid(self.all.into()) as i64
    }
}
