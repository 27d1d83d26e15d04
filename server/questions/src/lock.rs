//! Probabilities that are rules: the lock of a solve, as JSON or as lines of CSV.

use bluff_report::lock::{LockEffect, tree_sentence};
use rational_bluff::certificate::format::{CheckedTree, read_lock, read_tree_lock};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, LockedView, Player};
use rational_bluff::solve::{Control, Method, RUNS_FROM, Starts, solve_file, solve_from};
use rational_bluff::strategy::{Profile, locked};
use rational_bluff::tree::TreeFile;

use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::given::not_allowed;
use crate::lock_text::{lines, with_hands};

/// The field of a lock.
pub(crate) fn field() -> QuestionField {
    let about = "Probabilities that are rules: JSON, or CSV view,card,action,probability";
    let example = "{\"lock\": []}";
    QuestionField::new(FieldKind::File, "lock", "FILE", about, example)
}

/// The game in which the probabilities of a text are rules.
///
/// Errors: `Malformed`, for what is no lock of the game.
pub fn locked_by(game: Game, text: &str) -> Result<Game, Error> {
    let in_lock = |error: Error| {
        Error::Line { place: "the lock".to_owned(), error: error.into() }.of_field("lock")
    };
    let refused = |reason: &dyn ToString| in_lock(Error::Malformed(reason.to_string()));
    let found = if text.trim_start().starts_with('{') {
        read_lock(game, text).map_err(|error| refused(&error))?
    } else {
        let strategies = lines(&game, text).map_err(in_lock)?;
        locked(game, &strategies).map_err(|error| refused(&error))?
    };
    if found.is_locked() {
        return Ok(found);
    }
    Err(in_lock(not_allowed("no card", "one at least")))
}

/// The text of a lock of hold'em with these hands of a view played so as well; without
/// probabilities they are free. Empty, if nothing is locked.
///
/// Errors: those of [`locked_by`].
pub fn lock_with_hands(
    game: &Game,
    lock: Option<&str>,
    at: (usize, &[u64]),
    played: Option<&[Rational]>,
) -> Result<String, Error> {
    let before = lock.map_or_else(|| Ok(game.clone()), |text| locked_by(game.clone(), text))?;
    let text = with_hands(&before, at, played);
    if !text.is_empty() {
        locked_by(game.clone(), &text)?;
    }
    Ok(text)
}

/// The equilibrium of a tree; with a lock, and what the first player gets without it.
///
/// Errors: those of the lock and of solves.
pub(crate) fn answer_of_tree(
    file: TreeFile,
    lock: Option<&str>,
    control: &Control,
) -> Result<(CheckedTree, Option<String>), Error> {
    let Some(lock) = lock else { return Ok((solve_file(file, control)?, None)) };
    let game = read_tree_lock(file.clone(), lock);
    let game = game.map_err(|error| Error::Malformed(format!("the lock: {error}")))?;
    let (found, free) = (solve_file(game, control)?, solve_file(file, control)?);
    let change = control.run(|| tree_sentence(&free, &found))?;
    Ok((found, Some(change)))
}

/// The most hands, counted at each view, of which a change by hand is solved while a page waits.
const WAITED: u64 = 4_000;

/// Strategies changed by hand, as a lock, and the answer of the players who are free.
#[derive(Debug)]
pub struct LockByHand {
    /// The game with the lock.
    pub solution: Certified<Solution>,
    /// By view: 1 with the cards that were changed, else 0.
    pub changed: Vec<Piecewise>,
    /// The changes in the equilibrium.
    pub effect: LockEffect,
}

/// The answer to strategies changed by hand: one changed player is a rule whole, of both the
/// changed cards are. `None` for no change, three and more players, and games that take long.
///
/// Errors: those of solves.
pub fn change_by_hand(
    equilibrium: &Solution,
    typed: &Profile,
    control: &Control,
) -> Result<Option<LockByHand>, Error> {
    let game = &equilibrium.game;
    let n = game.n();
    let changed = |view: usize| {
        let pairs = typed.at(view).iter().zip(equilibrium.profile.at(view));
        let off: Vec<_> = pairs.map(|(one, other)| one.minus(other)).collect();
        let squares: Vec<_> = off.iter().map(|off| off.times(off)).collect();
        let signs = Piecewise::sum(n, &squares).signs().into_iter();
        Piecewise::steps(signs.map(|(_, last, sign)| (last, u32::from(sign.is_gt()).into())))
    };
    let changed: Vec<Piecewise> = (0..game.views().len()).map(changed).collect();
    let differs = |player: &Player| game.views_of(*player).any(|(at, _)| !changed[at].is_zero());
    let who: Vec<Player> = game.players().iter().copied().filter(differs).collect();
    let views = game.views().len() as u64;
    let waits = who.len() < 2 || (game.deck().is_ranks() && n.saturating_mul(views) <= WAITED);
    if who.is_empty() || game.players().len() != 2 || !waits {
        return Ok(None);
    }
    let lock = |(view, changed): (usize, &Piecewise)| {
        let cards = match who[..] {
            [player] if game.views()[view].player == player => {
                Piecewise::constant(n, Rational::ONE)
            }
            _ => changed.clone(),
        };
        let actions = typed.at(view).iter().map(|part| cards.times(part)).collect();
        (!cards.is_zero()).then_some(LockedView { cards, actions })
    };
    let locks = changed.iter().enumerate().map(lock).collect();
    let game = game.clone().with_locks(locks);
    let solution = solve_from(&game, Method::Auto, None, control)?.solution;
    let effect = control.run(|| LockEffect::of(equilibrium, &solution))?;
    Ok(Some(LockByHand { solution, changed, effect }))
}

/// The method whose cost is that of a solve with a lock.
pub fn method_of_cost(game: Option<&Game>, method: Method) -> Method {
    let is_large = game.is_some_and(|game| game.n() > RUNS_FROM && game.deck().is_ranks());
    match method {
        Method::Auto | Method::Readable if is_large => Method::Runs,
        Method::Auto => Method::Lp,
        method => method,
    }
}

/// The equilibrium of a game with a lock, and the words on what that changes in the free one.
///
/// Errors: those of solves.
pub(crate) fn answer(
    free: &Game,
    game: &Game,
    (method, starts): (Method, Option<Starts>),
    work: AnswerContext<'_>,
) -> Result<(Certified<Solution>, String), Error> {
    let solution = solve_from(game, method, starts, work.control)?.solution;
    let equilibrium = work.solve(free, Method::Auto)?;
    let effect = work.control.run(|| LockEffect::of(&equilibrium, &solution))?;
    Ok((solution, effect.text()))
}
