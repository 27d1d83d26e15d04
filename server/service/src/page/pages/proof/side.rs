//! The best response of one player to the others' strategies, as sums over deals.

use bluff_questions::error::Error;
use bluff_questions::unexpected;
use bluff_report::picture::minus;
use bluff_report::text::play;
use bluff_report::{hands, head, noun};
use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::{Evaluation, ReplyRun, ViewReply};

use crate::page::parts::frame::{columns, wide};
use crate::page::parts::number::exact;
use crate::page::parts::tabs::GameTab;

/// The most runs of cards that are listed at once, the most views, and the most actions.
const RUNS: usize = 16;
const VIEWS: usize = 6;
const ACTIONS: usize = 6;

/// The best response of one player.
pub(super) struct Side<'a> {
    solution: &'a Solution,
    player: Player,
    at: Vec<ViewReply>,
    /// Summed over all deals: the hands in which the player never acts.
    idle: Rational,
    /// Payoff of the strategy shown, in the unit of the game per hand.
    earns: Rational,
}

impl<'a> Side<'a> {
    pub(super) fn of(solution: &'a Solution, evaluation: &Evaluation<'_>, player: Player) -> Self {
        let game = &solution.game;
        let over_deals = |value: &Piecewise| {
            let weighed = game.range(player).map(|range| range.times(value));
            weighed.as_ref().unwrap_or(value).scaled(&Rational::from(game.copies()))
        };
        let mut at = evaluation.replies(player, &solution.profile, |_| None);
        for reply in &mut at {
            reply.best = over_deals(&reply.best);
            reply.runs.retain(|run| game.holds_at(reply.view, run.first));
        }
        let idle = over_deals(evaluation.ending(player, 0)).total();
        Self { solution, player, at, idle, earns: evaluation.payoff(player) }
    }

    pub(super) fn views(&self) -> usize {
        self.at.len()
    }

    /// Runs of cards, and sums that were compared on them.
    pub(super) fn work(&self) -> (usize, usize) {
        let work = |at: &ViewReply| (at.runs.len(), at.runs.len() * at.values.len());
        self.at
            .iter()
            .map(work)
            .fold((0, 0), |(runs, sums), (more, compared)| (runs + more, sums + compared))
    }

    fn label(&self) -> String {
        self.game().label()
    }

    fn game(&self) -> &Game {
        &self.solution.game
    }

    /// The first views of the player, and what the best reply earns from them, summed over all
    /// deals.
    fn parts(&self) -> Vec<(&str, Rational)> {
        let first = self.at.iter().filter(|at| self.game().views()[at.view].parent == 0);
        first.map(|at| (self.game().views()[at.view].name.as_str(), at.best.total())).collect()
    }

    pub(super) fn shown(&self) -> Markup {
        let (game, player) = (self.game(), self.player);
        let parts = self.parts();
        let all: Rational =
            parts.iter().map(|(_, part)| part.clone()).sum::<Rational>() + &self.idle;
        let (value, id) = (&all / &game.deals(), format!("reply-{player}"));
        let (listed, rest) = parts.split_at(parts.len().min(VIEWS));
        html! {
            section aria-labelledby=(id) {
                h2 id=(id) { "What player " (player) " can earn" }
                @for at in self.at.iter().take(VIEWS) { (self.table(at, 1)) }
                @if let Some(next) = self.at.get(VIEWS) {
                    p { (self.at.len() - VIEWS) " more views have pages of their own, from "
                        a href=(self.address(next.view, 1)) {
                            "“" (game.views()[next.view].name) "”"
                        }
                        " on." }
                }
                p {
                    "Over all deals, the hands in which player "
                    (player)
                    " never acts pay "
                    (minus(&self.idle))
                    @for (name, part) in listed { ", those “" (name) "” at most " (minus(part)) }
                    @if !rest.is_empty() {
                        ", those at "
                        (rest.len())
                        " more views at most "
                        (minus(&rest.iter().map(|(_, part)| part.clone()).sum()))
                    }
                    ": together "
                    (minus(&all))
                    ", and divided by the deals "
                    (minus(&all))
                    " / "
                    (game.deals())
                    " = "
                    strong { (exact(&value)) }
                    "."
                }
                p {
                    "Every " (noun(game)) " takes its best action here, so no strategy of player "
                    (player)
                    " earns more. The strategy of the equilibrium earns "
                    (minus(&self.earns))
                    ", so player "
                    (player)
                    " gains "
                    (minus(&(&value - &self.earns)))
                    " by deviating. "
                    (self.bound(&value))
                }
            }
        }
    }

    /// Conclusion about the value, of two players.
    fn bound(&self, value: &Rational) -> Markup {
        html! {
            @if self.game().players().len() == 2 {
                @if self.player == Player::I { "So the value is at most " (exact(value)) "." }
                @else { "So player I's strategy guarantees " (exact(&-value)) ", and the value is \
                    at least that." }
            }
        }
    }

    /// The runs of one view from one on, alone.
    ///
    /// Errors: `Refused` if there are not so many.
    pub(super) fn further(&self, view: usize, from: usize) -> Result<Markup, Error> {
        let given = view.to_string();
        let missing = || unexpected("view", &given, &format!("one of player {}", self.player));
        let at = self.at.iter().find(|at| at.view == view).ok_or_else(missing)?;
        if from > at.runs.len() {
            let allowed = format!("a number from 1 to {}", at.runs.len());
            return Err(unexpected("from", &from.to_string(), &allowed));
        }
        let next = self.at.iter().find(|at| at.view > view);
        Ok(html! {
            section aria-labelledby="runs" {
                h2 id="runs" {
                    "What player "
                    (self.player)
                    " can earn, “"
                    (self.game().views()[view].name)
                    "”"
                }
                (self.table(at, from))
                ul.links {
                    @if let Some(next) = next {
                        li {
                            a href=(self.address(next.view, 1)) {
                                "The next view, “"
                                (self.game().views()[next.view].name)
                                "”"
                            }
                        }
                    }
                    li { a href=(GameTab::Why.address(&self.label(), "")) { "The whole proof" } }
                }
            }
        })
    }

    fn address(&self, view: usize, from: usize) -> String {
        GameTab::Why.address(&self.label(), &format!("view={view}&from={from}#runs"))
    }

    /// The actions of a view that a table has columns for: all, or those best or played in its
    /// rows.
    fn columns(&self, at: &ViewReply, listed: &[ReplyRun]) -> Vec<usize> {
        let actions = 0..at.values.len();
        if at.values.len() <= ACTIONS {
            return actions.collect();
        }
        let used = |action: &usize| {
            listed.iter().any(|run| {
                run.best.contains(action) || run.played.iter().any(|(played, _)| played == action)
            })
        };
        actions.filter(used).take(ACTIONS).collect()
    }

    fn table(&self, at: &ViewReply, from: usize) -> Markup {
        let (game, view) = (self.game(), &self.game().views()[at.view]);
        let listed = &at.runs[from - 1..at.runs.len().min(from - 1 + RUNS)];
        let (actions, left) = (self.columns(at, listed), at.runs.len() - (from - 1) - listed.len());
        let names = actions.iter().map(|action| view.actions[*action].as_str());
        html! {
            (wide(&view.name, &html! { table {
                caption {
                    "Player "
                    (view.player)
                    ", "
                    (view.name)
                    @if from > 1 { ", from run " (from) " of " (at.runs.len()) }
                }
                (columns([head(game), "Played"].into_iter().chain(names).chain(["Best"])))
                tbody { @for run in listed {
                    tr {
                        th.card scope="row" { (hands(self.game(), run.first, run.last)) }
                        td { (play(&view.actions, &run.played)) }
                        @for action in &actions {
                            @let value = &at.values[*action];
                            td.best [run.best.contains(action)] { (sums(value, run)) }
                        }
                        td { (minus(&at.best.total_between(run.first, run.last))) }
                    }
                } }
            } }))
            @if actions.len() < view.actions.len() {
                p.soft {
                    "Of "
                    (view.actions.len())
                    " actions the table has the "
                    (actions.len())
                    " that are best or played; no other pays more than “Best”."
                }
            }
            @if left > 0 {
                p {
                    (left)
                    " more runs of " (noun(game)) "s are left out: "
                    a href=(self.address(at.view, from + RUNS)) { "go on from run " (from + RUNS) }
                    "."
                }
            }
        }
    }
}

/// A sum with the first and with the last card of a run.
fn sums(value: &Piecewise, run: &ReplyRun) -> Markup {
    let (first, last) = (value.at(run.first), value.at(run.last));
    html! { (minus(&first)) @if first != last { " to " (minus(&last)) } }
}
