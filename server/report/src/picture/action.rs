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

/// Class of the colour of an action; of a bet that is no bluff.
pub fn colour(action: &str) -> &'static str {
    Kind::of(action).class(false)
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
/// it, and a stronger one may be held. `None` for other actions, and where nobody answers.
#[derive(Debug)]
pub struct Bluffs(Vec<Vec<Option<u64>>>);

impl Bluffs {
    /// Reads who calls off a profile.
    pub fn of(game: &Game, profile: &Profile) -> Self {
        let mut highest: Vec<Vec<Option<u64>>> =
            game.views().iter().map(|view| vec![None; view.actions.len()]).collect();
        // Classes of hands have no one order, nor have hands while cards are dealt.
        if matches!(game.deck(), Deck::Table(_)) || game.boards().len() > 1 {
            return Self(highest);
        }
        let mut answers: Vec<Option<BetAnswers>> = vec![None; game.views().len()];
        for node in game.nodes() {
            let Node::Act { view: at, children } = node else { continue };
            let view = &game.views()[*at];
            for (action, child) in children.iter().enumerate() {
                if !Kind::of(&view.actions[action]).is_bet() {
                    continue;
                }
                let mut at_view = |view: usize| {
                    *answers[view].get_or_insert_with(|| BetAnswers::at(game, profile, view))
                };
                if let Some(answers) = answered(game, *child, view.player, &mut at_view) {
                    let bluff = answers.highest_bluff(game);
                    let before = &mut highest[*at][action];
                    *before = Some(before.map_or(bluff, |before| before.min(bluff)));
                }
            }
        }
        Self(highest)
    }

    /// True if an action with a card is a bluff.
    pub(crate) fn has(&self, view: usize, action: usize, card: u64) -> bool {
        Some(card) <= self.0[view][action]
    }

    /// The highest card with which it is one; 0 if it never is.
    pub fn highest(&self, view: usize, action: usize) -> u64 {
        self.0[view][action].unwrap_or(0)
    }
}

/// The answers to a bet: the lowest card that ever calls it, and the highest that is held.
#[derive(Clone, Copy, Debug, Default)]
struct BetAnswers {
    caller: Option<u64>,
    held: Option<u64>,
}

impl BetAnswers {
    /// The answers at a view.
    fn at(game: &Game, profile: &Profile, at: usize) -> Self {
        let view = &game.views()[at];
        let all = runs(game, at, profile.at(at));
        let calls = |(action, _): &(usize, _)| Kind::of(&view.actions[*action]) == Kind::Call;
        let caller = all.iter().find(|(_, _, played)| played.iter().any(calls));
        let held = all.iter().rfind(|(_, _, played)| !played.is_empty());
        Self { caller: caller.map(|run| run.0), held: held.map(|run| run.1) }
    }

    /// Those of a first and of a later player.
    fn and(self, later: Self) -> Self {
        let least = [self.caller, later.caller].into_iter().flatten().min();
        Self { caller: least, held: self.held.max(later.held) }
    }

    /// The highest card that no weaker one calls and that a stronger one may answer.
    fn highest_bluff(self, game: &Game) -> u64 {
        let Some(held) = self.held else { return 0 };
        let below = game.level_with(held).start() - 1;
        self.caller.map_or(below, |caller| below.min(*game.level_with(caller).end()))
    }
}

/// The answers that follow a bet; `None` where nobody answers.
fn answered(
    game: &Game,
    node: usize,
    better: Player,
    at_view: &mut impl FnMut(usize) -> BetAnswers,
) -> Option<BetAnswers> {
    let Node::Act { view: at, children } = &game.nodes()[node] else { return None };
    let view = &game.views()[*at];
    if view.player == better {
        return None;
    }
    let mut answers = at_view(*at);
    for (action, child) in view.actions.iter().zip(children) {
        if matches!(Kind::of(action), Kind::Fold | Kind::Call) {
            let later = answered(game, *child, better, at_view).unwrap_or_default();
            answers = answers.and(later);
        }
    }
    Some(answers)
}
