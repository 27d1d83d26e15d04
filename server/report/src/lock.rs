//! The first sentence on a lock: what it costs, and how the other player changes.

use std::fmt::Display;

use rational_bluff::certificate::Solution;
use rational_bluff::certificate::format::CheckedTree;
use rational_bluff::exact::Rational;
use rational_bluff::exchange::InformationSet;
use rational_bluff::game::{Game, LockedView, Player};
use rational_bluff::strategy::{Evaluation, ReplyRun, ViewReply};
use rational_bluff::tree::best_reply;

use crate::runs::hands;

/// The most changes that a sentence names, and the longest list of hands.
const CHANGES: usize = 4;
const HANDS: usize = 60;
/// The longest fraction in a sentence, and the digits of a longer one.
const EXACT: usize = 24;
const DIGITS: usize = 9;

/// Cards of a view whose best action a lock changes: none of those that the equilibrium takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockChange {
    /// The view, counted from 0.
    pub view: usize,
    /// The first card.
    pub first: u64,
    /// The last card.
    pub last: u64,
    /// The action that they now take most, counted from 0.
    pub action: usize,
    /// The actions of the equilibrium, with their probabilities.
    pub was: Vec<(usize, Rational)>,
}

/// The changes of players with free cards, by player, view and card.
pub fn changes(equilibrium: &Solution, locked: &Solution) -> Vec<LockChange> {
    let game = &locked.game;
    let evaluation = Evaluation::new(game, &locked.profile);
    let apart = |view: usize| game.lock(view).map(LockedView::free);
    let free = game.players().iter().filter(|player| !game.is_locked_whole(**player));
    let replies = free.flat_map(|player| evaluation.replies(*player, &equilibrium.profile, apart));
    let of_view = |reply: ViewReply| {
        let view = reply.view;
        let changed = |run: &ReplyRun| {
            let plays_best = run.played.iter().all(|(action, _)| run.best.contains(action));
            !plays_best
                && game.locked_row(view, run.first).is_none()
                && game.holds_at(view, run.first)
        };
        let change = |run: ReplyRun| {
            let taken = locked.profile.at(view).iter().map(|part| part.at(run.first)).enumerate();
            let most = taken.max_by(|(at, one), (next, other)| one.cmp(other).then(next.cmp(at)));
            let action = most.map_or(0, |(action, _)| action);
            LockChange { view, first: run.first, last: run.last, action, was: run.played }
        };
        reply.runs.into_iter().filter(changed).map(change).collect::<Vec<_>>()
    };
    replies.flat_map(of_view).collect()
}

/// `II now folds 6 to 8; you get -1/36 instead of 1/9.`
pub fn sentence(equilibrium: &Solution, locked: &Solution, changes: &[LockChange]) -> String {
    let game = &locked.game;
    // Of the runs of a view that now take an action: their cards.
    let mut taken: Vec<(usize, usize, Vec<[u64; 2]>)> = Vec::new();
    for LockChange { view, first, last, action, .. } in changes {
        match taken.iter_mut().find(|(at, known, _)| (at, known) == (view, action)) {
            Some((.., runs)) => match runs.last_mut() {
                Some([_, before]) if *before + 1 == *first => *before = *last,
                _ => runs.push([*first, *last]),
            },
            None => taken.push((*view, *action, vec![[*first, *last]])),
        }
    }
    let words = |(at, action, runs): &(usize, usize, Vec<[u64; 2]>)| {
        let view = &game.views()[*at];
        let words = format!("{} {}", third_person(&view.actions[*action]), named(game, runs));
        match game.views_of(view.player).count() {
            1 => words,
            _ => format!("{words} ({})", view.name),
        }
    };
    let of_player = |player: &Player| {
        let own = taken.iter().filter(|(at, ..)| game.views()[*at].player == *player);
        now(player, own.map(words).collect())
    };
    let found = game.players().iter().filter_map(of_player).collect();
    format!("{}; {}.", all(found), gets(equilibrium, locked))
}

/// `II now folds 6 to 8`; `None` without changes.
fn now(player: impl Display, found: Vec<String>) -> Option<String> {
    let more = if found.len() > CHANGES { " and more" } else { "" };
    let shown = found.iter().take(CHANGES).cloned().collect::<Vec<_>>().join(", ");
    (!found.is_empty()).then(|| format!("{player} now {shown}{more}"))
}

/// The changes of all players.
fn all(found: Vec<String>) -> String {
    if found.is_empty() { "Nobody needs to change".to_owned() } else { found.join("; ") }
}

/// `you get -1/36 instead of 1/9`, where one player alone is locked; else of player I.
fn gets(equilibrium: &Solution, locked: &Solution) -> String {
    let game = &locked.game;
    let is_locked = |player: &Player| {
        game.views_of(*player)
            .any(|(at, _)| game.lock(at).is_some_and(|lock| !lock.cards.is_zero()))
    };
    let (who, at) = match [Player::I, Player::II].map(|player| is_locked(&player)) {
        [true, false] => ("you get", 0),
        [false, true] => ("you get", 1),
        _ => ("I gets", 0),
    };
    let [now, before]: [&Rational; 2] = [&locked.values[at], &equilibrium.values[at]];
    instead(who, now, before)
}

/// `you get -1/36 instead of 1/9`.
fn instead(who: &str, now: &Rational, before: &Rational) -> String {
    match now == before {
        true => format!("{who} {} as before", short(now)),
        false => format!("{who} {} instead of {}", short(now), short(before)),
    }
}

/// `Bob now plays fold at set 2 “Q, facing”; Ann gets -1/36 instead of 1/9.`
pub fn tree_sentence(equilibrium: &CheckedTree, locked: &CheckedTree) -> String {
    let (game, profile) = (locked.file().game(), &locked.solution().profile);
    let players = game.tree().players();
    let of_player = |(player, name): (usize, &String)| {
        let (_, values) = best_reply(game, profile, player);
        let free = game.numbered_sets().enumerate().filter(|(at, (_, set))| {
            set.player == player && game.locks().iter().all(|(locked, _)| locked != at)
        });
        let words = |(at, (number, set)): (usize, (usize, &InformationSet))| {
            let best = values[at].iter().max()?;
            let mut before = equilibrium.solution().profile.at(at).iter().zip(&values[at]);
            let is_best = before.all(|(part, value)| part.is_zero() || value == best);
            // Where the player's own plan never comes, strategies may be no replies.
            let taken = profile.at(at).iter().zip(&values[at]).zip(&set.actions).rev();
            let most = taken.max_by_key(|((part, _), _)| *part);
            let (_, action) = most.filter(|((_, value), _)| !is_best && *value == best)?;
            let named =
                if set.name.is_empty() { String::new() } else { format!(" “{}”", set.name) };
            Some(format!("plays {action} at set {number}{named}"))
        };
        now(name, free.filter_map(words).collect())
    };
    let changes = all(players.iter().enumerate().filter_map(of_player).collect());
    let [now, before] = [locked, equilibrium].map(|tree| &tree.solution().values[0]);
    format!("{changes}; {} {}.", players[0], instead("gets", now, before))
}

/// A number, or the digits of a long one.
fn short(number: &Rational) -> String {
    let exact = number.to_string();
    if exact.len() <= EXACT { exact } else { number.decimal(DIGITS) }
}

/// `folds`, `bets 2`, `pushes`.
fn third_person(action: &str) -> String {
    let (verb, rest) = action
        .split_once(' ')
        .map_or((action, String::new()), |(verb, rest)| (verb, format!(" {rest} with")));
    let ending = if verb.ends_with(['s', 'x']) || verb.ends_with("sh") { "es" } else { "s" };
    format!("{verb}{ending}{rest}")
}

/// The cards of runs, or how many hands they are.
fn named(game: &Game, runs: &[[u64; 2]]) -> String {
    let name = |[first, last]: &[u64; 2]| hands(game, *first, *last);
    let names = runs.iter().map(name).collect::<Vec<_>>().join(", ");
    let count = || runs.iter().map(|[first, last]| last - first + 1).sum::<u64>();
    if names.len() <= HANDS { names } else { format!("{} hands", count()) }
}
