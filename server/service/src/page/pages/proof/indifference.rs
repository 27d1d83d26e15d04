//! Equations that fix a probability: the others' indifference.

use bluff_report::named_hand;
use bluff_report::picture::minus;
use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::strategy::{
    ActionExplanation, Evaluation, Passage, Profile, ReplyRun, ViewExplanation,
};

/// The most equations that are listed for a probability, and the most probabilities of a card.
const EQUATIONS: usize = 6;
const MIXED: usize = 4;

/// Equations that fix the probabilities of a mixed card at a view.
pub(super) fn fixed(
    solution: &Solution,
    passage: &Passage,
    card: u64,
    explained: &ViewExplanation,
) -> Markup {
    let mixed: Vec<(usize, &ActionExplanation)> = explained.played().collect();
    if mixed.len() < 2 {
        return html! {};
    }
    let names: Vec<&str> = mixed.iter().map(|(_, action)| action.action.as_str()).collect();
    let sums = mixed.iter().filter_map(|(_, action)| explained.sum(action));
    html! {
        p {
            strong { (names.join(" and ")) }
            " are mixed, so they must pay the same: "
            (sums.map(|sum| minus(&sum)).collect::<Vec<_>>().join(" = "))
            ", and nothing else more"
            @if mixed.iter().all(|(_, action)| action.gap.as_ref().is_some_and(Rational::is_zero)) {
                ". They do."
            }
        }
        @for pair in mixed.windows(2).take(MIXED) {
            @let ((other, rest), (action, taken)) = (pair[0], pair[1]);
            @let part = &taken.probability;
            @let together = &rest.probability + part;
            @let at = explained.view;
            @let pair = (action, other);
            @let mut equations = equations(solution, passage, (at, card), pair, &together);
            // Where an own later decision is not among the best, the equation would be another one.
            @let holds = |one: &Equation| (&one.constant + &(&one.slope * part)).is_zero();
            @let () = equations.retain(holds);
            p {
                "Why has "
                strong { (taken.action) }
                " the probability "
                strong { (part) }
                "? Call it p; then "
                (rest.action)
                " has "
                (together)
                " − p."
            }
            @if equations.is_empty() {
                p { "No indifference of another player, where play comes, depends on it: other \
                    probabilities may do as well." }
            } @else {
                ul {
                    @for equation in equations.iter().take(EQUATIONS) {
                        li { (equation.shown(solution)) }
                    }
                }
                @if equations.len() > EQUATIONS {
                    p.soft { (equations.len() - EQUATIONS) " more equations are left out." }
                }
            }
        }
    }
}

/// With a card at a view somebody is indifferent between two actions only if `constant + slope × p
/// = 0`.
struct Equation {
    view: usize,
    card: u64,
    actions: (usize, usize),
    /// Which of the two are played.
    played: (bool, bool),
    constant: Rational,
    slope: Rational,
}

impl Equation {
    fn shown(&self, solution: &Solution) -> Markup {
        let view = &solution.game.views()[self.view];
        let (sign, size) = if self.slope.is_negative() {
            ("−", -&self.slope)
        } else {
            ("+", self.slope.clone())
        };
        html! {
            "Player "
            (view.player)
            ", "
            (view.name)
            ", "
            (named_hand(&solution.game, "card", self.card))
            ": what "
            strong { (view.actions[self.actions.1]) }
            " pays more than "
            strong { (view.actions[self.actions.0]) }
            ", summed, is "
            (minus(&self.constant))
            " "
            (sign)
            " "
            @if !size.is_one() { (size) " " }
            "p, and that is 0 only at p = "
            strong { (minus(&(-&self.constant / &self.slope))) }
            "."
            @match self.played {
                (true, true) => " Both are played, so it must be 0."
                (true, false) => { " Only " (view.actions[self.actions.0]) " is played, so it \
                    must not be above 0." }
                _ => { " Only " (view.actions[self.actions.1]) " is played, so it must not be \
                    below 0." }
            }
        }
    }
}

/// The equations of other players in the probability of one action, the other one of the pair
/// taking the rest.
///
/// All other probabilities stay as they are, so every sum is linear in it: two evaluations tell
/// constant and slope.
fn equations(
    solution: &Solution,
    passage: &Passage,
    (at, card): (usize, u64),
    (action, other): (usize, usize),
    together: &Rational,
) -> Vec<Equation> {
    let game = &solution.game;
    let with = |part: Rational| {
        let mut all: Vec<Vec<Piecewise>> =
            (0..game.views().len()).map(|view| solution.profile.at(view).to_vec()).collect();
        all[at][other] = replaced(&all[at][other], card, together - &part);
        all[at][action] = replaced(&all[at][action], card, part);
        Profile::new(game, all)
    };
    let (Ok(without), Ok(fully)) = (with(Rational::ZERO), with(together.clone())) else {
        return Vec::new();
    };
    let (zero, full) = (Evaluation::new(game, &without), Evaluation::new(game, &fully));
    let mut found = Vec::new();
    let equilibrium = Evaluation::new(game, &solution.profile);
    for player in game.players().iter().filter(|player| **player != game.views()[at].player) {
        let (zero, full) = (zero.action_values(*player), full.action_values(*player));
        let replies = equilibrium.replies(*player, &solution.profile, |_| None);
        for (reply, ((_, zero), (_, full))) in replies.iter().zip(zero.iter().zip(&full)) {
            let view = reply.view;
            let reached = |run: &&ReplyRun| {
                game.holds(*player, run.first) && !passage.views[view].at(run.first).is_zero()
            };
            for run in reply.runs.iter().filter(reached) {
                let played = |action: usize| run.played.iter().any(|(one, _)| *one == action);
                for pair in run.best.windows(2) {
                    let (one, next) = (pair[0], pair[1]);
                    let difference = |values: &[Piecewise]| {
                        values[next].at(run.first) - values[one].at(run.first)
                    };
                    let (constant, played) = (difference(zero), (played(one), played(next)));
                    let slope = (difference(full) - &constant) / together;
                    if !slope.is_zero() && played != (false, false) {
                        found.push(Equation {
                            view,
                            card: run.first,
                            actions: (one, next),
                            played,
                            constant,
                            slope,
                        });
                    }
                }
            }
        }
    }
    found
}

/// The step function with another value at one card.
fn replaced(function: &Piecewise, card: u64, value: Rational) -> Piecewise {
    let change = value - function.at(card);
    let steps = [(card - 1, Rational::ZERO), (card, change), (function.cards(), Rational::ZERO)];
    // No run is empty: before the first card, and behind the last.
    let ends = [0, card - 1, card];
    function.plus(&Piecewise::steps(
        steps.into_iter().zip(ends).filter(|((last, _), end)| last > end).map(|(step, _)| step),
    ))
}
