//! The first sentence on a lock: what it costs, and how the other player changes.

use std::fmt::Display;

use rational_bluff::certificate::Solution;
use rational_bluff::certificate::format::CheckedTree;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::exchange::InformationSet;
use rational_bluff::game::{Game, LockedView, Player, View};
use rational_bluff::strategy::{Evaluation, Profile, ReplyRun, ViewReply};
use rational_bluff::tree::{TreeProfile, best_reply, expected_payoffs};

use crate::runs::{hands, has_classes, range_of};

/// The most changes of a player that a sentence names, and the longest list of hands.
const CHANGES: usize = 4;
const HANDS: usize = 60;
/// The same with hands of hold'em, of which many change.
const CHANGES_OF_CLASSES: usize = 2;
const RANGE: usize = 32;
/// The longest fraction in a sentence, and the digits of a longer one.
const EXACT: usize = 24;
const DIGITS: usize = 6;

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

/// The effect of a lock on the equilibrium, in numbers and in words.
#[derive(Clone, Debug)]
pub struct LockEffect {
    /// The changes of the players who are free.
    pub changes: Vec<LockChange>,
    /// `II now folds 6 to 8; you get -1/36 instead of 1/9.`
    pub sentence: String,
    /// `If II does not notice, you get 5/36; when II answers, -1/36.` Only where one player alone
    /// is locked.
    pub unnoticed: Option<String>,
    /// The cards that the certificate takes for a rule: `cards 1 to 7`.
    pub fixed: String,
}

impl LockEffect {
    /// The effect of a lock whose answer this is.
    pub fn of(equilibrium: &Solution, locked: &Solution) -> Self {
        let changes = changes(equilibrium, locked);
        Self {
            sentence: sentence(equilibrium, locked, &changes),
            unnoticed: unnoticed(equilibrium, locked),
            fixed: fixed(&locked.game),
            changes,
        }
    }

    /// The sentence, and below it what else is to be said of the numbers.
    pub fn text(&self) -> String {
        let unnoticed = self.unnoticed.iter().map(|line| format!("{line}\n")).collect::<String>();
        format!("{}\n{unnoticed}Certified, with {} fixed.", self.sentence, self.fixed)
    }
}

/// The player who alone is locked.
fn only_locked(game: &Game) -> Option<Player> {
    let is_locked = |player: &Player| {
        game.views_of(*player)
            .any(|(at, _)| game.lock(at).is_some_and(|lock| !lock.cards.is_zero()))
    };
    let mut locked = game.players().iter().copied().filter(is_locked);
    locked.next().filter(|_| locked.next().is_none())
}

/// The payoff of the one locked player while the other plays on as in the equilibrium, beside the
/// one that is left when the other answers.
fn unnoticed(equilibrium: &Solution, locked: &Solution) -> Option<String> {
    let game = &locked.game;
    let player = only_locked(game)?;
    let other = game.players().iter().find(|other| **other != player)?;
    let rows = game.views().iter().enumerate().map(|(at, view)| {
        let of = if view.player == player { locked } else { equilibrium };
        of.profile.at(at).to_vec()
    });
    let mixed = Profile::new(game, rows.collect()).ok()?;
    let gets = Evaluation::new(game, &mixed).payoff(player);
    Some(overlooked(other, "you get", [&gets, &locked.values[player.index()]]))
}

/// The cards of a lock: `cards 1 to 7`, `AKs`, `24 hands`, `all of I`.
pub fn fixed(game: &Game) -> String {
    if let Some(whole) = game.players().iter().find(|player| game.is_locked_whole(**player)) {
        return format!("all of {whole}");
    }
    let of_view = |at: usize| {
        let signs = game.lock(at).map(|lock| lock.cards.signs()).unwrap_or_default().into_iter();
        let runs = signs.filter(|(_, _, sign)| sign.is_gt());
        runs.flat_map(|(first, last, _)| held(game, at, [first, last])).collect::<Vec<_>>()
    };
    let views = game.views().iter().enumerate().map(|(at, view)| (view, of_view(at)));
    let views: Vec<_> = views.filter(|(_, runs)| !runs.is_empty()).collect();
    let is_one = views.len() == 1;
    let words = |(view, runs): (&View, Vec<[u64; 2]>)| {
        let noun = if runs.iter().any(|[first, last]| first != last) || runs.len() > 1 {
            "cards "
        } else {
            "card "
        };
        let noun = if game.deck().is_numbered() { noun } else { "" };
        let at = if is_one { String::new() } else { format!(" ({})", view.name) };
        format!("{noun}{}{at}", named(game, &runs))
    };
    views.into_iter().map(words).collect::<Vec<_>>().join(", ")
}

/// The runs of these cards that come to a view; cards without names all do.
fn held(game: &Game, at: usize, [first, last]: [u64; 2]) -> Vec<[u64; 2]> {
    if game.deck().is_numbered() {
        return vec![[first, last]];
    }
    let mut runs: Vec<[u64; 2]> = Vec::new();
    for card in (first..=last).filter(|card| game.holds_at(at, *card)) {
        match runs.last_mut().filter(|run| run[1] + 1 == card) {
            Some(run) => run[1] = card,
            None => runs.push([card, card]),
        }
    }
    runs
}

/// By view: 1 with the locked cards, else 0.
pub fn locked_cards(game: &Game) -> Vec<Piecewise> {
    let free = || Piecewise::constant(game.n(), Rational::ZERO);
    let of_view = |at| game.lock(at).map_or_else(free, |lock| lock.cards.clone());
    (0..game.views().len()).map(of_view).collect()
}

/// The changes of players with free cards, by player, view and card.
fn changes(equilibrium: &Solution, locked: &Solution) -> Vec<LockChange> {
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
fn sentence(equilibrium: &Solution, locked: &Solution, changes: &[LockChange]) -> String {
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
        let most = if has_classes(game) { CHANGES_OF_CLASSES } else { CHANGES };
        now(player, own.map(words).collect(), most)
    };
    // What the other does now comes alone; what a locked player does with free hands, only
    // where the other does nothing.
    let locked_one = only_locked(game);
    let (others, own): (Vec<Player>, Vec<Player>) =
        game.players().iter().copied().partition(|player| Some(*player) != locked_one);
    let mut found: Vec<String> = others.iter().filter_map(of_player).collect();
    if found.is_empty() {
        found = own.iter().filter_map(of_player).collect();
    }
    format!("{}; {}.", all(found), gets(equilibrium, locked))
}

/// `II now folds 6 to 8`; `None` without changes.
fn now(player: impl Display, found: Vec<String>, most: usize) -> Option<String> {
    let more = if found.len() > most { " and more" } else { "" };
    let shown = found.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
    (!found.is_empty()).then(|| format!("{player} now {shown}{more}"))
}

/// The changes of all players.
fn all(found: Vec<String>) -> String {
    if found.is_empty() { "Nobody needs to change".to_owned() } else { found.join("; ") }
}

/// `you get -1/36 instead of 1/9`, where one player alone is locked; else of player I.
fn gets(equilibrium: &Solution, locked: &Solution) -> String {
    let (who, at) = match only_locked(&locked.game) {
        Some(player) => ("you get", player.index()),
        None => ("I gets", 0),
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

/// `Bob now plays fold at set 2 “Q, facing”; Ann gets -1/36 instead of 1/9.`, and below it what
/// Ann gets while Bob does not notice.
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
            Some(format!("plays {action} at {}", set.titled(number)))
        };
        now(name, free.filter_map(words).collect(), CHANGES)
    };
    let changes = all(players.iter().enumerate().filter_map(of_player).collect());
    let [now, before] = [locked, equilibrium].map(|tree| &tree.solution().values[0]);
    let unnoticed = tree_unnoticed(equilibrium, locked).map(|line| format!("\n{line}"));
    let (gets, unnoticed) = (instead("gets", now, before), unnoticed.unwrap_or_default());
    format!("{changes}; {} {gets}.{unnoticed}", players[0])
}

/// The line of [`LockEffect::unnoticed`] for a tree.
fn tree_unnoticed(equilibrium: &CheckedTree, locked: &CheckedTree) -> Option<String> {
    let game = locked.file().game();
    let (sets, players) = (game.tree().sets(), game.tree().players());
    let mut locked_ones = game.locks().iter().map(|(set, _)| sets[*set].player);
    let player = locked_ones.next()?;
    if locked_ones.any(|other| other != player) {
        return None;
    }
    let rows = sets.iter().enumerate().map(|(at, set)| {
        let of = if set.player == player { locked } else { equilibrium };
        of.solution().profile.at(at).to_vec()
    });
    let mixed = TreeProfile::new(game, rows.collect()).ok()?;
    let gets = &expected_payoffs(game, &mixed)[player];
    let answered = &locked.solution().values[player];
    Some(overlooked(&players[1 - player], &format!("{} gets", players[player]), [gets, answered]))
}

/// `If II does not notice, you get 5/36; when II answers, -1/36.`
fn overlooked(other: impl Display, who: &str, numbers: [&Rational; 2]) -> String {
    let [gets, answered] = numbers.map(short);
    format!("If {other} does not notice, {who} {gets}; when {other} answers, {answered}.")
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
    let (names, longest) = match has_classes(game) {
        true => {
            let hands = runs.iter().flat_map(|[first, last]| *first..=*last);
            (range_of(game, &hands.collect()).replace(',', ", "), RANGE)
        }
        false => (runs.iter().map(name).collect::<Vec<_>>().join(", "), HANDS),
    };
    let count = || runs.iter().map(|[first, last]| last - first + 1).sum::<u64>();
    if names.len() <= longest { names } else { format!("{} hands", count()) }
}
