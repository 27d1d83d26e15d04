//! Probabilities that are rules: the lock of a solve, as JSON or as lines of CSV.

use std::collections::BTreeMap;

use bluff_report::explain::card_number;
use bluff_report::lock::{LockChange, changes, sentence, tree_sentence};
use rational_bluff::certificate::format::{CheckedTree, read_lock, read_tree_lock};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::{Piecewise, Rational, one_of};
use rational_bluff::game::{Game, LockedView, Player};
use rational_bluff::solve::{Control, Method, RUNS_FROM, Starts, solve_file, solve_from};
use rational_bluff::strategy::{Profile, Run, ViewStrategy, locked};
use rational_bluff::tree::TreeFile;

use crate::cards::named_hands;
use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::game::AskedGame;
use crate::text::printable;

/// The columns of a line; a column player may stand before them.
const COLUMNS: &str = "view,card,action,probability";

/// The probabilities of actions by the first and the last card of a run.
type RunsByCards = BTreeMap<(u64, u64), Vec<(String, Rational)>>;

/// The field of a lock.
pub(crate) fn field() -> QuestionField {
    let about = "Probabilities that are rules: JSON, or CSV view,card,action,probability";
    let example = "{\"lock\": []}";
    QuestionField::new(FieldKind::File, "lock", "FILE", about, example)
}

/// The game in which the probabilities of a text are rules.
///
/// Errors: `Malformed`, for what is no lock of the game.
pub(crate) fn locked_by(game: Game, text: &str) -> Result<Game, Error> {
    let refused =
        |reason: &dyn ToString| Error::Malformed(format!("the lock: {}", reason.to_string()));
    let found = if text.trim_start().starts_with('{') {
        read_lock(game, text).map_err(|error| refused(&error))?
    } else {
        let strategies = lines(&game, text).map_err(|error| refused(&error))?;
        locked(game, &strategies).map_err(|error| refused(&error))?
    };
    if found.is_locked() {
        return Ok(found);
    }
    Err(refused(&"no card, expected one at least"))
}

/// The strategies of lines, by view and cards.
fn lines(game: &Game, text: &str) -> Result<Vec<ViewStrategy>, Error> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let head = lines.next().unwrap_or_default().replace("hand", "card");
    let has_player = head == format!("player,{COLUMNS}");
    if !has_player && head != COLUMNS {
        let head = printable(&head);
        return Err(Error::Malformed(format!("the line “{head}”, expected JSON, or {COLUMNS}")));
    }
    let mut views: BTreeMap<(Player, String), RunsByCards> = BTreeMap::new();
    for line in lines {
        let refused = |reason: &str| Error::Malformed(format!("“{}”: {reason}", printable(line)));
        // Views may have commas; what follows them has none.
        let mut fields = line.rsplitn(4, ',').map(str::trim);
        let (Some(part), Some(action), Some(card), Some(view)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(refused(&format!("expected {head}")));
        };
        let (player, view) = match view.split_once(',').filter(|_| has_player) {
            Some((player, view)) => (Some(player.trim().parse::<Player>()?), view.trim()),
            None => (None, view),
        };
        let view = view.trim_matches('"');
        let mut whose = game.views().iter().filter(|known| known.name == view);
        let player = match (player, whose.next(), whose.next()) {
            (Some(player), ..) => player,
            (None, Some(_), Some(_)) => {
                return Err(refused("a view of both players, expected a first column player"));
            }
            (None, Some(known), None) => known.player,
            (None, None, _) => {
                let names = game.views().iter().map(|view| view.name.as_str());
                return Err(refused(&format!("expected a view, {}", one_of(view, names))));
            }
        };
        let runs = views.entry((player, view.to_owned())).or_default();
        for cards in cards_of(game, card)? {
            let actions = runs.entry(cards).or_default();
            if actions.iter().any(|(known, _)| known == action) {
                return Err(refused("a probability a second time, expected once"));
            }
            actions.push((action.to_owned(), part.parse()?));
        }
    }
    let strategy = |((player, view), runs): ((Player, String), RunsByCards)| {
        let run = |((first, last), actions)| Run { first, last, actions };
        ViewStrategy { player, view, runs: runs.into_iter().map(run).collect() }
    };
    Ok(views.into_iter().map(strategy).collect())
}

/// Runs of cards: `3`, `3..7`, or the hands of a name.
fn cards_of(game: &Game, text: &str) -> Result<Vec<(u64, u64)>, Error> {
    if !game.deck().is_ranks() {
        return Ok(named_hands(game, text)?.into_iter().map(|hand| (hand, hand)).collect());
    }
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let card = |text: &str| card_number(game, text.trim());
    Ok(vec![(card(first)?, card(last)?)])
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
    /// The changes of the other players.
    pub changes: Vec<LockChange>,
    /// The sentence on them.
    pub sentence: String,
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
    control.run(|| {
        let changes = changes(equilibrium, &solution);
        let sentence = sentence(equilibrium, &solution, &changes);
        Ok(Some(LockByHand { solution, changed, changes, sentence }))
    })?
}

/// The method whose cost is that of a solve with a lock.
pub(crate) fn method_of_cost(game: &AskedGame, method: Method) -> Method {
    let is_large = game.known().is_some_and(|game| game.n() > RUNS_FROM && game.deck().is_ranks());
    match method {
        Method::Auto | Method::Readable if is_large => Method::Runs,
        Method::Auto => Method::Lp,
        method => method,
    }
}

/// The equilibrium of a game with a lock, and the sentence on what that changes in the free one.
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
    let change = || sentence(&equilibrium, &solution, &changes(&equilibrium, &solution));
    let change = work.control.run(change)?;
    Ok((solution, change))
}
