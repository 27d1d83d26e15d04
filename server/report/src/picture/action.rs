//! Actions as pictures show them: their kinds, and which bets are bluffs.

use rational_bluff::game::{Deck, Game, Node, Player};
use rational_bluff::strategy::Profile;

use crate::text::runs;

/// Kind of an action, in the order from the bottom of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Bet,
    Call,
    Raise,
    Check,
    Fold,
}

impl Kind {
    /// Kind of an action by its first word; a word of a game file that is none of ours is a bet.
    pub(crate) fn of(action: &str) -> Self {
        match action.split(' ').next() {
            Some("check") => Self::Check,
            Some("fold") => Self::Fold,
            Some("call") => Self::Call,
            Some("raise") => Self::Raise,
            _ => Self::Bet,
        }
    }

    /// True of what adds chips that nobody put in before.
    pub(crate) fn is_bet(self) -> bool {
        matches!(self, Self::Bet | Self::Raise)
    }

    /// Class of its colour.
    pub(crate) fn class(self, bluff: bool) -> &'static str {
        match self {
            Self::Bet if bluff => "bluff",
            Self::Bet => "value",
            Self::Call => "call",
            Self::Raise if bluff => "raise-bluff",
            Self::Raise => "raise",
            Self::Check => "check",
            Self::Fold => "fold",
        }
    }

    /// Class of text on its colour.
    pub(super) fn text_class(self) -> &'static str {
        match self {
            Self::Check | Self::Fold => "quiet",
            _ => "on",
        }
    }
}

/// Class of the strength of a bet among several sizes: none for the largest, `t2` for the next,
/// `t3` for all others.
pub(super) fn tint(actions: &[String], action: usize) -> &'static str {
    let bets = actions
        .iter()
        .skip(action + 1)
        .filter(|other| Kind::of(other) == Kind::of(&actions[action]));
    match (Kind::of(&actions[action]), bets.count()) {
        (_, 0) => "",
        (kind, _) if !kind.is_bet() => "",
        (_, 1) => " t2",
        _ => " t3",
    }
}

/// The highest card, by view and action, with which a bet or raise is a bluff: no weaker card calls
/// it. 0 for other actions, and where nobody answers.
#[derive(Debug)]
pub struct Bluffs(Vec<Vec<u64>>);

impl Bluffs {
    /// Reads who calls off a profile.
    pub fn of(game: &Game, profile: &Profile) -> Self {
        let mut highest: Vec<Vec<u64>> =
            game.views().iter().map(|view| vec![0; view.actions.len()]).collect();
        // Classes of hands have no one order, nor have hands while cards are dealt.
        if matches!(game.deck(), Deck::Table(_)) || game.boards().len() > 1 {
            return Self(highest);
        }
        let mut lowest_callers: Vec<Option<Option<u64>>> = vec![None; game.views().len()];
        for node in game.nodes() {
            let Node::Act { view: at, children } = node else { continue };
            let view = &game.views()[*at];
            for (action, child) in children.iter().enumerate() {
                if !Kind::of(&view.actions[action]).is_bet() {
                    continue;
                }
                let mut lowest = |view: usize| {
                    *lowest_callers[view].get_or_insert_with(|| lowest_caller(game, profile, view))
                };
                if let Some(caller) = answered(game, *child, view.player, &mut lowest) {
                    let bluff = caller.unwrap_or(game.n());
                    let before = &mut highest[*at][action];
                    *before = if *before == 0 { bluff } else { bluff.min(*before) };
                }
            }
        }
        Self(highest)
    }

    /// True if an action with a card is a bluff.
    pub(crate) fn has(&self, view: usize, action: usize, card: u64) -> bool {
        card <= self.0[view][action]
    }

    /// The highest card with which it is one.
    pub fn highest(&self, view: usize, action: usize) -> u64 {
        self.0[view][action]
    }
}

/// The lowest card that calls a bet in the answers that follow: `None` where nobody answers,
/// `Some(None)` where nobody calls.
fn answered(
    game: &Game,
    node: usize,
    better: Player,
    lowest: &mut impl FnMut(usize) -> Option<u64>,
) -> Option<Option<u64>> {
    let Node::Act { view: at, children } = &game.nodes()[node] else { return None };
    let view = &game.views()[*at];
    if view.player == better {
        return None;
    }
    let mut least = lowest(*at);
    for (action, child) in view.actions.iter().zip(children) {
        if matches!(Kind::of(action), Kind::Fold | Kind::Call) {
            let later = answered(game, *child, better, lowest).flatten();
            least = [least, later].into_iter().flatten().min();
        }
    }
    Some(least)
}

/// The lowest card that ever calls at a view.
fn lowest_caller(game: &Game, profile: &Profile, at: usize) -> Option<u64> {
    let view = &game.views()[at];
    let calls = |played: &[(usize, _)]| {
        played.iter().any(|(action, _)| Kind::of(&view.actions[*action]) == Kind::Call)
    };
    let all = runs(game, at, profile.at(at));
    all.into_iter().find(|(_, _, played)| calls(played)).map(|(first, _, _)| first)
}
