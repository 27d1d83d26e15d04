//! Locks read from strategies of some views, with some cards.

use bluff_exact::{Piecewise, Rational};

use crate::game::{Game, LockedView, View};

use super::behavior::placed;
use super::{Profile, ProfileError, ViewStrategy};

/// The game of two players in which these probabilities are rules; cards left out are free.
///
/// Errors: [`ProfileError`], naming player, view and card.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::{Player, kuhn};
/// use bluff_poker::strategy::{Run, ViewStrategy, locked};
/// let game = kuhn(3, Rational::ONE)?;
/// // I never bets the jack.
/// let actions = vec![("check".to_owned(), Rational::ONE)];
/// let runs = vec![Run { first: 1, last: 1, actions }];
/// let lock = ViewStrategy { player: Player::I, view: "first to act".to_owned(), runs };
/// let game = locked(game, &[lock])?;
/// assert!(game.is_locked() && !game.is_locked_whole(Player::I));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn locked(game: Game, strategies: &[ViewStrategy]) -> Result<Game, ProfileError> {
    if game.players().len() != 2 {
        return Err(ProfileError::many_players(game.players().len()));
    }
    let n = game.n();
    let (one, zero) =
        (Piecewise::constant(n, Rational::ONE), Piecewise::constant(n, Rational::ZERO));
    let view = |(view, lock): (&View, Option<&ViewStrategy>)| {
        let Some(strategy) = lock else { return Ok((None, vec![one.clone()])) };
        let (cards, actions) = strategy.partial_steps(n, view)?;
        // Free cards take the first action for the check of all rows.
        let mut rows = actions.clone();
        rows[0] = rows[0].plus(&cards.subtracted_from(&Rational::ONE));
        Ok((Some(LockedView { cards, actions }), rows))
    };
    let views = game.views().iter().zip(placed(&game, strategies)?);
    let views = views.map(view).collect::<Result<Vec<_>, ProfileError>>()?;
    let (locks, mut rows): (Vec<_>, Vec<_>) = views.into_iter().unzip();
    for (row, view) in rows.iter_mut().zip(game.views()) {
        row.resize(view.actions.len(), zero.clone());
    }
    Profile::new(&game, rows)?;
    let any = locks.iter().flatten().any(|lock| !lock.cards.is_zero());
    Ok(game.with_locks(if any { locks } else { Vec::new() }))
}

impl Profile {
    /// The strategies that take the first action wherever they are free.
    pub fn first(game: &Game) -> Self {
        let row = |(at, view): (usize, &View)| {
            let free = |action| Rational::from(u32::from(action == 0));
            let free = |action| Piecewise::constant(game.n(), free(action));
            let locked = |(action, part): (usize, &Piecewise)| match (action, game.lock(at)) {
                (0, Some(lock)) => part.plus(&lock.free()),
                _ => part.clone(),
            };
            match game.lock(at) {
                Some(lock) => lock.actions.iter().enumerate().map(locked).collect(),
                None => (0..view.actions.len()).map(free).collect(),
            }
        };
        Self::of_rows(game.views().iter().enumerate().map(row).collect())
    }

    /// The view and the first card with which the strategies are not as the game's lock has them.
    pub fn unlocked(&self, game: &Game) -> Option<(usize, u64)> {
        (0..game.views().len()).find_map(|view| {
            let lock = game.lock(view)?;
            let pairs = lock.actions.iter().zip(self.at(view));
            let off = pairs.map(|(locked, played)| lock.cards.times(played).minus(locked));
            let signs = off.flat_map(|off| off.signs());
            signs.filter(|(_, _, sign)| sign.is_ne()).map(|(first, ..)| (view, first)).min()
        })
    }
}
