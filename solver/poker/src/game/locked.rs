//! Games with locks.

use bluff_exact::{Piecewise, Rational};

use super::{Game, LockedView, Player};

impl Game {
    /// The lock of a view, an index into [`Game::views`].
    pub fn lock(&self, view: usize) -> Option<&LockedView> {
        self.locks.get(view)?.as_ref()
    }

    /// True if the game has a lock.
    pub fn is_locked(&self) -> bool {
        !self.locks.is_empty()
    }

    /// The probabilities that a lock prescribes at a view with a card.
    pub fn locked_row(&self, view: usize, card: u64) -> Option<Vec<Rational>> {
        let lock = self.lock(view).filter(|lock| !lock.cards.at(card).is_zero())?;
        Some(lock.actions.iter().map(|action| action.at(card)).collect())
    }

    /// True if a player has no choice left.
    pub fn is_locked_whole(&self, player: Player) -> bool {
        self.views_of(player).all(|(at, _)| {
            let free = self.lock(at).map(LockedView::free);
            let held = |free: Piecewise| match self.held_at(at) {
                Some(held) => free.times(&held),
                None => free,
            };
            free.is_some_and(|free| held(free).is_zero())
        })
    }

    /// The last cards of the runs on which locks are the same.
    pub fn lock_breaks(&self) -> impl Iterator<Item = u64> + '_ {
        let functions = |lock: &'_ LockedView| {
            let breaks = lock.actions.iter().chain([&lock.cards]).flat_map(Piecewise::breaks);
            breaks.collect::<Vec<u64>>()
        };
        self.locks.iter().flatten().flat_map(functions)
    }

    /// The same game with these locks, by view; with none, if the list is empty.
    pub fn with_locks(mut self, locks: Vec<Option<LockedView>>) -> Self {
        self.locks = locks.into();
        self
    }
}
