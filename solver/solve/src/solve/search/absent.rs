//! A search that finds nothing, in a build without the feature `search`.

use crate::game::Game;

use super::super::{Control, Method, SolveError};
use super::{Search, Starts};

fn absent<T>(game: &Game, method: Method) -> Result<T, SolveError> {
    Err(SolveError::SearchAbsent { game: game.label(), method })
}

pub(super) fn searched(
    game: &Game,
    method: Method,
    _starts: Starts,
    _batch: u64,
    _enough: impl Fn(&Search) -> bool,
    _control: &Control,
) -> Result<Search, SolveError> {
    absent(game, method)
}

pub(in crate::solve) fn size(
    game: &Game,
    method: Method,
    _starts: Starts,
) -> Result<u64, SolveError> {
    absent(game, method)
}
