//! The worth of strategies: payoffs, gains, and the mistakes that cost most, by card.

use bluff_report::hands;
use bluff_report::text::briefly;
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::{Evaluation, Gains, Profile, ReplyRun};

use crate::page::parts::frame::{columns, wide};
use crate::page::parts::glossary::{shown_as, term};
use crate::page::parts::number::{brief, digits, large, number};

/// The largest deck of which mistakes are listed card by card, not by runs.
const SINGLE: u64 = 60;
/// The most mistakes in the list.
const MISTAKES: usize = 6;

/// A run of cards that gives something away.
struct CardMistake {
    player: Player,
    view: usize,
    cards: String,
    plays: String,
    better: String,
    /// In the unit of the game, per hand.
    loss: Rational,
}

/// Worth of a profile as it is: nobody has answered.
pub(super) fn worth(game: &Game, profile: &Profile) -> Markup {
    let evaluation = Evaluation::new(game, profile);
    let gains = Gains::of(game, &evaluation);
    let exploitability = gains.exploitability();
    let rows = game.players().iter().zip(&gains.payoffs).zip(&gains.gains);
    html! {
        section.panel aria-labelledby="worth" {
            h3 id="worth" { "What it is worth" }
            p.note { "If nobody answers what was changed" }
            div.worth-of role="status" {
                (large(&exploitability))
                div {
                    p { (shown_as("exploitability", "Exploitability")) ", in "
                        (game.unit().per_hand()) }
                    (digits(&exploitability))
                    @if exploitability.is_zero() { p { "0: this is a Nash equilibrium" } }
                }
            }
            (wide("Payoffs and gains", &html! { table.full {
                caption { "Payoff, in " (game.unit().per_hand()) }
                (columns(["", "payoff", "gain"]))
                tbody { @for ((player, payoff), gain) in rows { tr {
                    th.name scope="row" { "player " (player) }
                    td { (number(payoff)) }
                    td { (number(gain)) }
                } } }
            } }))
            p.note { (term("NashConv")) ", the sum of " (shown_as("gain", "gains")) ", is "
                (brief(&gains.nash_conv())) ". " (shown_as("max regret", "Max regret"))
                ", the largest, is " (brief(&gains.max_regret())) "." }
        }
        section.panel aria-labelledby="mistakes" {
            h3 id="mistakes" { "Worst mistakes" }
            (mistakes(game, profile, &evaluation))
        }
    }
}

fn mistakes(game: &Game, profile: &Profile, evaluation: &Evaluation<'_>) -> Markup {
    let all =
        game.players().iter().flat_map(|player| of_player(game, profile, evaluation, *player));
    let mut all: Vec<CardMistake> = all.filter(|mistake| mistake.loss.is_positive()).collect();
    all.sort_by(|one, other| other.loss.cmp(&one.loss));
    html! {
        @if all.is_empty() { p.soft { "None." } }
        ol.mistakes { @for mistake in all.iter().take(MISTAKES) {
            li {
                span.mini { (mistake.cards) }
                span {
                    (mistake.plays) "; better " (mistake.better)
                    small { "player " (mistake.player) ", " (game.views()[mistake.view].name) }
                }
                b { (brief(&mistake.loss)) }
            }
        } }
        @if all.len() > MISTAKES { p.note { (all.len() - MISTAKES) " smaller ones are left out." } }
    }
}

/// Losses of a player by card or run of cards, at every view.
fn of_player(
    game: &Game,
    profile: &Profile,
    evaluation: &Evaluation<'_>,
    player: Player,
) -> Vec<CardMistake> {
    let one = evaluation.per_hand(Rational::ONE);
    let mut found = Vec::new();
    for reply in evaluation.replies(player, profile, |_| None) {
        let (at, view) = (reply.view, &game.views()[reply.view]);
        let reach = evaluation.own_reach(player, view.parent);
        let loss = reach.times(&reply.best.minus(&reply.played)).into_scaled(&one);
        for run in reply.runs.iter().filter(|run| game.holds_at(at, run.first)) {
            found.extend(ends(game, run).into_iter().map(|(first, last)| CardMistake {
                player,
                view: at,
                cards: hands(game, first, last),
                plays: briefly(&view.actions, &run.played),
                better: run.named(view).replace(" = ", " or "),
                loss: loss.total_between(first, last),
            }));
        }
    }
    found
}

/// A run card by card in a small deck, whole in a large one.
fn ends(game: &Game, run: &ReplyRun) -> Vec<(u64, u64)> {
    if game.n() <= SINGLE || !game.deck().is_ranks() {
        (run.first..=run.last).map(|card| (card, card)).collect()
    } else {
        vec![(run.first, run.last)]
    }
}
