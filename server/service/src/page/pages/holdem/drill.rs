//! A drill: decisions of a solved spot one after the other, what each answer lost, and mistakes
//! again. The address holds all of it.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect};
use bluff_batch::compute::LONG;
use bluff_questions::drill::{Drill, DrillReport, DrilledDecision, dealt_by};
use bluff_questions::{Given, QuestionField};
use bluff_report::number::percent;
use bluff_report::picture::advice::capital;
use bluff_report::picture::colour;
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::SeededChance;

use crate::api::fields::value;
use crate::page::parts::frame::{PageResult, columns, crumbs, with_query};
use crate::page::parts::request::Fields;
use crate::service::Service;

use super::hand_list::{decimal, faces};
use super::layout::{cards, framed};
use super::place::{address, readable};
use super::proved::kept;

/// `GET /holdem/drill?spot=`, with the fields of a drill.
pub(crate) async fn show(State(service): State<Service>, query: Fields) -> PageResult {
    let fields = Drill::fields();
    let names = fields.iter().map(|field| field.key).chain(["spot"]);
    query.all_known(&names.collect::<Vec<_>>())?;
    let Some(id) = query.text("spot") else {
        return Ok(Redirect::to("/holdem").into_response());
    };
    let spot = kept(&service, id).await?;
    // A decision is one answer, after those that the address has.
    let answers = query.texts("answers").collect::<Vec<_>>().join(",");
    let mut given = query.0.clone();
    given.retain(|(key, text)| !["spot", "answers"].contains(&key.as_str()) && !text.is_empty());
    if !answers.is_empty() {
        given.push(("answers".to_owned(), answers));
    }
    let drill = Drill::read(&Given::new(&fields, given.clone())?)?;
    let label = spot.label.clone();
    let mut way = vec![("spot".to_owned(), label.trim_start_matches("spot/").to_owned())];
    way.append(&mut given);
    if query.text("seed").is_none() {
        way.push(("seed".to_owned(), drill.seed.to_string()));
        return Ok(Redirect::to(&with_query("/holdem/drill", way)).into_response());
    }
    let (seat, own) = (drill.seat, service.clone());
    let played = service.pool.run_quoted(LONG, move |_| {
        let open = own.spots.open(&spot)?;
        let next = |chance: &mut SeededChance| {
            let dealt = dealt_by(chance, (&open.tree, &open.plan), seat)?;
            let place = own.spots.place(&spot, &dealt.path)?;
            DrilledDecision::of(&open.spot, &place.node, dealt)
        };
        drill.play((&spot.label, &open.spot.betting.pot), next, None)
    });
    let page = DrillPage { report: played.await?, label, way };
    Ok(framed("Drill", &page.drawn(&fields)))
}

/// A drill at its address.
struct DrillPage {
    report: DrillReport,
    label: String,
    /// The fields of the address.
    way: Vec<(String, String)>,
}

impl DrillPage {
    fn drawn(&self, fields: &[QuestionField]) -> Markup {
        let report = &self.report;
        let answered = report.decisions.iter().filter(|it| it.answer.is_some());
        let answered: Vec<&DrilledDecision> = answered.collect();
        html! {
            div data-part="head" {
                @let spot = address(&self.label, "");
                (crumbs(&[("/holdem", "Hold’em"), (&spot, &self.label)], "drill"))
                div.hand-head {
                    h1 { @match report.open() {
                        Some(it) => { "Decision " (it.number) @if it.is_again { ", again" } },
                        None => { "The drill is over" },
                    } }
                    p.last role="status" { @if let Some(last) = answered.last() {
                        (loss(last, &report.pot))
                    } }
                }
            }
            div.two {
                div {
                    @match report.open() {
                        Some(it) => (self.decision(it)),
                        None => p {
                            "No mistake above the bound is left. "
                            a href=(self.another()) { "Another drill of this spot" }
                        },
                    }
                    p.note { "Hands, cards and the actions before come by exact weights: both \
                        players play the plan. A loss is the EV of the best action less that of \
                        yours, in chips and in per cent of the pot at the start, if you then \
                        answer the plan as well as possible; it carries no certificate." }
                    (self.settings(fields))
                }
                div.stack { (self.score(&answered)) }
            }
        }
    }

    /// The cards, the betting, and a button for each action.
    fn decision(&self, it: &DrilledDecision) -> Markup {
        html! {
            p { b { "Player " (["I", "II"][it.player]) } ", " (it.view) ": " (faces(it.hand)) }
            p { (capital(&it.on_table())) }
            section aria-label="Board" { (cards(&it.board)) }
            form.actions action="/holdem/drill" method="get" aria-label="Your action" {
                @for (key, text) in &self.way { input type="hidden" name=(key) value=(text); }
                @for action in &it.actions {
                    button.act type="submit" name="answers" value=(action) { span {
                        b { span class={ "dot " (colour(action)) } {}
                            (capital(&readable(action))) }
                    } }
                }
            }
        }
    }

    /// The losses so far, the last decision first.
    fn score(&self, answered: &[&DrilledDecision]) -> Markup {
        let (pot, lost) = (&self.report.pot, self.report.lost());
        html! {
            section.panel aria-label="Score" {
                h3 { "Lost so far" }
                p.bounds { b { (decimal(lost.to_f64(), 3)) " chips" } ", "
                    (percent(&(&lost / pot))) " of the pot" }
                @if !answered.is_empty() { table.plays {
                    (columns(["", "hand", "answer", "chips", "of the pot"]))
                    tbody { @for it in answered.iter().rev() {
                        @let loss = it.loss().unwrap_or_default();
                        tr {
                            th scope="row" {
                                a href=(address(&self.label, &it.path)) { (it.number) } }
                            td { (faces(it.hand)) }
                            td { (readable(&it.actions[it.answer.unwrap_or_default()])) }
                            td { (decimal(loss.to_f64(), 3)) }
                            td { (percent(&(&loss / pot))) }
                        }
                    } }
                } }
            }
        }
    }

    /// The address of the same drill with other cards.
    fn another(&self) -> String {
        let kept = self.way.iter().filter(|(key, _)| !["seed", "answers"].contains(&key.as_str()));
        with_query("/holdem/drill", kept)
    }

    /// A form for a drill with other settings.
    fn settings(&self, fields: &[QuestionField]) -> Markup {
        let typed = |key: &str| value(&self.way, key).unwrap_or_default();
        html! {
            details.river {
                summary { "Other settings" }
                form action="/holdem/drill" method="get" {
                    input type="hidden" name="spot" value=(typed("spot"));
                    @for field in fields.iter().filter(|field| field.key != "answers") {
                        (crate::page::parts::form::typed(
                            &capital(field.key), field, Some(typed(field.key))))
                    }
                    button type="submit" { "Deal" }
                }
            }
        }
    }
}

/// A decision that was answered, and its loss.
fn loss(it: &DrilledDecision, pot: &Rational) -> Markup {
    let loss = it.loss().unwrap_or_default();
    let best = it.decision.payoffs.iter().zip(&it.actions);
    let best = best.filter(|(ev, _)| **ev == it.decision.best);
    let best: Vec<String> = best.map(|(_, action)| readable(action)).collect();
    html! {
        "Decision " (it.number) span.mini { (it.hand) }
        "You " (readable(&it.actions[it.answer.unwrap_or_default()]))
        @if loss.is_zero() { ", as good as it gets. " b { "Loss 0" } } @else {
            "; " (best.join(" or ")) " wins more. "
            b { "Loss " (decimal(loss.to_f64(), 3)) " chips, " (percent(&(&loss / pot)))
                " of the pot" }
        }
    }
}
