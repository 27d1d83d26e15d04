//! The first sentence on a lock: what it costs, and how the other player changes.

use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, LockedView, Player};
use rational_bluff::strategy::{Evaluation, ReplyRun};

use crate::runs::hands;

/// The most changes that a sentence names, and the longest list of hands.
const CHANGES: usize = 4;
const HANDS: usize = 60;
/// The longest fraction in a sentence, and the digits of a longer one.
const EXACT: usize = 24;
const DIGITS: usize = 9;

/// `II now folds 6 to 8; you get -1/36 instead of 1/9.`
///
/// A player changes with the cards whose best action is none that the equilibrium takes.
pub fn change(equilibrium: &Solution, locked: &Solution) -> String {
    let game = &locked.game;
    let evaluation = Evaluation::new(game, &locked.profile);
    let free = game.players().iter().filter(|player| !game.is_locked_whole(**player));
    let mut changes: Vec<String> = Vec::new();
    for player in free {
        let apart = |view: usize| game.lock(view).map(LockedView::free);
        let replies = evaluation.replies(*player, &equilibrium.profile, apart);
        let found = replies.into_iter().flat_map(|reply| {
            let changed = |run: &&ReplyRun| {
                let plays_best = run.played.iter().all(|(action, _)| run.best.contains(action));
                !plays_best
                    && game.locked_row(reply.view, run.first).is_none()
                    && game.holds_at(reply.view, run.first)
            };
            // Of the runs that now take an action: their cards.
            let mut by_action: Vec<(usize, Vec<[u64; 2]>)> = Vec::new();
            for run in reply.runs.iter().filter(changed) {
                let taken = locked.profile.at(reply.view).iter().map(|part| part.at(run.first));
                let most = taken
                    .enumerate()
                    .max_by(|(at, one), (next, other)| one.cmp(other).then(next.cmp(at)));
                let action = most.map_or(0, |(action, _)| action);
                match by_action.iter_mut().find(|(known, _)| *known == action) {
                    Some((_, runs)) => match runs.last_mut() {
                        Some([_, last]) if *last + 1 == run.first => *last = run.last,
                        _ => runs.push([run.first, run.last]),
                    },
                    None => by_action.push((action, vec![[run.first, run.last]])),
                }
            }
            let view = &game.views()[reply.view];
            let words = move |(action, runs): (usize, Vec<[u64; 2]>)| {
                format!("{} {}", third_person(&view.actions[action]), named(game, &runs))
            };
            let several = game.views_of(*player).count() > 1;
            by_action.into_iter().map(words).map(move |words| match several {
                true => format!("{words} ({})", view.name),
                false => words,
            })
        });
        let found: Vec<String> = found.collect();
        if !found.is_empty() {
            let more = if found.len() > CHANGES { " and more" } else { "" };
            let shown = found.into_iter().take(CHANGES).collect::<Vec<_>>().join(", ");
            changes.push(format!("{player} now {shown}{more}"));
        }
    }
    if changes.is_empty() {
        changes.push("Nobody needs to change".to_owned());
    }
    format!("{}; {}.", changes.join("; "), gets(equilibrium, locked))
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
    if now == before {
        return format!("{who} {} as before", short(now));
    }
    format!("{who} {} instead of {}", short(now), short(before))
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
