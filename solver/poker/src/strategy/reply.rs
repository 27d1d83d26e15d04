//! A best response card by card, beside the strategy that the profile has there.

use bluff_exact::{Piecewise, Rational, sweep};

use crate::game::{Player, View};

use super::Evaluation;

/// A player's best response at one view. Units: those of
/// [`BestResponse::action_values`](super::BestResponse::action_values).
pub struct ViewReply {
    /// Index into [`Game::views`](crate::game::Game::views).
    pub view: usize,
    /// The payoff of each action, best responses following.
    pub values: Vec<Piecewise>,
    /// The payoff of the best action.
    pub best: Piecewise,
    /// The payoff of the profile's mixture of the actions.
    pub played: Piecewise,
    /// The runs of all cards.
    pub runs: Vec<ReplyRun>,
}

/// Cards with which the same actions are best, and for which the profile plays alike.
#[derive(Clone, Debug)]
pub struct ReplyRun {
    /// The first card.
    pub first: u64,
    /// The last card.
    pub last: u64,
    /// The best actions, all equally good.
    pub best: Vec<usize>,
    /// The actions of the profile with their probabilities.
    pub played: Vec<(usize, Rational)>,
}

impl ReplyRun {
    /// The actions of a best response: the profile's where these are among the best, otherwise
    /// equal shares of the best.
    pub fn reply(&self) -> Vec<(usize, Rational)> {
        if self.played.iter().all(|(action, _)| self.best.contains(action)) {
            return self.played.clone();
        }
        let share = Rational::ONE / Rational::from(self.best.len());
        self.best.iter().map(|action| (*action, share.clone())).collect()
    }

    /// The names of the best actions.
    pub fn named(&self, view: &View) -> String {
        let names = self.best.iter().map(|action| view.actions[*action].as_str());
        names.collect::<Vec<_>>().join(" = ")
    }
}

impl ViewReply {
    /// The best response as step functions, one for each action of the view.
    pub fn steps(&self) -> Vec<Piecewise> {
        let part = |run: &ReplyRun, action: usize| {
            let taken = run.reply().into_iter().find(|(played, _)| *played == action);
            (run.last, taken.map_or(Rational::ZERO, |(_, part)| part))
        };
        let step = |action| Piecewise::steps(self.runs.iter().map(|run| part(run, action)));
        (0..self.values.len()).map(step).collect()
    }
}

impl Evaluation<'_> {
    /// The best response of a player against the profile at each of the player's views, beside
    /// `shown`, a profile that may have other strategies of the player. Where `apart` of a view
    /// changes, another run begins. In a deck without order each hand is a run.
    pub fn replies(
        &self,
        player: Player,
        shown: &super::Profile,
        apart: impl Fn(usize) -> Option<Piecewise>,
    ) -> Vec<ViewReply> {
        let n = self.game.n();
        let reply = |(view, values): (usize, Vec<Piecewise>)| {
            let parts = shown.at(view);
            let best = Piecewise::maximum(&values)
                .unwrap_or_else(|| Piecewise::constant(n, Rational::ZERO));
            let terms: Vec<Piecewise> =
                parts.iter().zip(&values).map(|(part, value)| part.times(value)).collect();
            let (played, apart) = (Piecewise::sum(n, &terms), apart(view));
            let runs = self.runs(player, (&best, &values), parts, apart.as_ref());
            ViewReply { view, values, best, played, runs }
        };
        self.best_response(player).action_values.into_iter().map(reply).collect()
    }

    fn runs(
        &self,
        player: Player,
        (best, values): (&Piecewise, &[Piecewise]),
        parts: &[Piecewise],
        apart: Option<&Piecewise>,
    ) -> Vec<ReplyRun> {
        let (greatest, count) = (best.attained_by(values), values.len());
        let functions = greatest.iter().chain(parts).chain(self.game.range(player)).chain(apart);
        let run = |(first, last, found): (u64, u64, Vec<(usize, Rational)>)| {
            let mut run = ReplyRun { first, last, best: Vec::new(), played: Vec::new() };
            for (at, value) in found {
                match at.checked_sub(count) {
                    None => run.best.push(at),
                    Some(action) if action < count => run.played.push((action, value)),
                    // The weight of the card, and what sets runs apart.
                    Some(_) => {}
                }
            }
            run
        };
        let runs = sweep(functions.collect::<Vec<_>>()).map(run);
        if self.game.deck().is_ranks() {
            return runs.collect();
        }
        let each = |run: ReplyRun| {
            let hands = run.first..=run.last;
            hands.map(move |hand| ReplyRun { first: hand, last: hand, ..run.clone() })
        };
        runs.flat_map(each).collect()
    }
}
