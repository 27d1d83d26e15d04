//! Drills: decisions of a solved spot, dealt at random, with the loss of each answer.

mod play;

use std::time::Duration;

use bluff_report::number::percent;
use bluff_report::text::Paint;
use bluff_report::{json, object};
use rational_bluff::cards::Card;
use rational_bluff::exact::counted;
use rational_bluff::game::SeededChance;
use rational_bluff::spot::{Spot, SpotNode, read_plan};
use serde_json::Value;

pub use self::play::{Drill, DrillReport, DrilledDecision, dealt_by};
use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::given::Given;
use crate::over_http::{INSTANT, limited};
use crate::question::{Question, Report, ReportForm};

/// Entries of a tree whose decisions are dealt over HTTP, at most, times decisions.
const MOST_ENTRIES: u64 = 50_000_000;
/// The beginning of labels of spots.
const LABELS: &str = "spot/";
/// The document of the smallest spot, as an example.
const SPOT: &str = include_str!("spot.json");

/// A question for a drill.
#[derive(Clone, Debug)]
pub struct DrillQuestion {
    document: String,
    drill: Drill,
}

impl Question for DrillQuestion {
    const NAME: &'static str = "drill";
    const ABOUT: &'static str = "Deals decisions of a solved spot, and says what each answer loses";
    const MORE: &'static str = "\
DOCUMENT is what bluff solve wrote about a spot between bounds, or the label of one in the
catalogue. Hands, cards and actions before a decision come by exact weights: both players play the
plan. A loss is the EV of the best action less that of the answer, with best responses from then on
to the plan of the other; no certificate covers it. A decision that loses more than the bound comes
back until it is mended. At a terminal, the command asks for each answer; the beginning of an action
is enough.";
    const EXAMPLES: &'static [&'static str] =
        &["turn-solution.json", "turn-solution.json --seat II --hands 3 --json"];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("document", SPOT), ("seed", "7")];
    type Report = DrillReport;
    const IS_SECRET: bool = true;

    fn fields() -> Vec<QuestionField> {
        let about = "The document of a spot between bounds, or its label";
        let document = QuestionField::new(FieldKind::Text, "document", "DOCUMENT", about, SPOT);
        [document].into_iter().chain(Drill::fields()).collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        Ok(Self { document: given.needed("document").to_owned(), drill: Drill::read(given)? })
    }

    fn cost(&self) -> Result<Duration, Error> {
        if self.is_label() {
            return Ok(Duration::MAX);
        }
        let document: Value = serde_json::from_str(&self.document).unwrap_or_default();
        // What is no spot is refused by the answer, in the words of documents.
        let Ok(spot) = Spot::read(&document["game"].to_string()) else { return Ok(INSTANT) };
        let entries = spot.entries().saturating_mul(self.drill.answers.len() as u64 + 1);
        limited(entries, MOST_ENTRIES, || counted(entries, "entry", "entries"))?;
        Ok(Duration::from_micros(entries))
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<DrillReport, Error> {
        let kept = if self.is_label() { work.solver.bounds(self.document.trim()) } else { None };
        let document = kept.as_deref().unwrap_or(&self.document);
        let read = work.control.run(|| read_plan(document))?;
        let (spot, tree, plan) = read.map_err(|error| Error::Malformed(error.to_string()))?;
        let next = |chance: &mut SeededChance| {
            work.control.run(|| {
                let dealt = dealt_by(chance, (&tree, &plan), self.drill.seat)?;
                DrilledDecision::of(&spot, &SpotNode::find(&tree, &plan, &dealt.path)?, dealt)
            })?
        };
        self.drill.play((&tree.label(&spot), &spot.betting.pot), next, work.ask)
    }
}

impl DrillQuestion {
    fn is_label(&self) -> bool {
        self.document.trim_start().starts_with(LABELS)
    }
}

impl Report for DrillReport {
    const SCHEMA: &'static str = "Drill";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![ReportForm::text("In words", Self::text), ReportForm::json("For programs", Self::json)]
    }
}

impl DrillReport {
    fn text(&self, paint: Paint) -> String {
        let heading = format!("{}: drill with seed {}", self.label, self.seed);
        let words = self.decisions.iter().map(|decision| decision.words(&self.pot));
        let over = if self.open().is_none() { ", and no mistake is left" } else { "" };
        let (lost, of_pot) = (self.lost().to_f64(), percent(&(self.lost() / &self.pot)));
        let words: String = words.collect();
        let heading = paint.heading(&heading);
        format!("{heading}\n{words}Lost so far: {lost:.3} chips, {of_pot} of the pot{over}\n")
    }

    fn json(&self) -> String {
        let decisions = self.decisions.iter().map(|it| {
            let loss = it.loss();
            object! {
                number: it.number,
                again: it.is_again,
                path: &it.path,
                view: &it.view,
                board: it.board.iter().map(Card::to_string).collect::<String>(),
                player: ["I", "II"][it.player],
                hand: it.hand.to_string(),
                pot: it.table.pot(),
                to_call: it.table.to_call(it.player),
                behind: &it.table.behind,
                actions: &it.actions,
                answer: it.answer.map(|at| it.actions[at].as_str()),
                probabilities?: loss.is_some().then_some(&it.probabilities),
                ev?: loss.is_some().then_some(&it.decision.payoffs),
                loss_of_pot?: loss.as_ref().map(|loss| loss / &self.pot),
                loss?: loss,
            }
        });
        json(&serde_json::json!({
            "label": self.label, "seed": self.seed.to_string(), "over": self.open().is_none(),
            "lost": self.lost(), "lost_of_pot": self.lost() / &self.pot,
            "decisions": decisions.collect::<Vec<_>>(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use rational_bluff::exact::Rational;
    use rational_bluff::solve::Control;

    use super::*;

    fn drilled(fields: &[(&str, &str)]) -> Result<DrillReport, Error> {
        let given = [("document", SPOT), ("seed", "7"), ("above", "0")];
        let given = given.iter().filter(|(key, _)| fields.iter().all(|(own, _)| own != key));
        let given = given.chain(fields).map(|(key, text)| (*key, (*text).to_owned()));
        let given = Given::new(&DrillQuestion::fields(), given)?;
        DrillQuestion::read(&given)?.answer(AnswerContext::of(&Control::new()))
    }

    #[test]
    fn mistakes_above_the_bound_come_back_until_they_are_mended() {
        for (above, seat) in [("0", "I"), ("0", "II"), ("1/10", "I"), ("1", "II")] {
            let bound = above.parse::<Rational>().unwrap() * Rational::from(10);
            let (mut answers, mut wrong, mut lost) = (vec![], vec![], Rational::ZERO);
            let over = loop {
                let given = answers.join(",");
                let given = [("answers", given.as_str()), ("above", above), ("seat", seat)];
                let report = drilled(&[&given[..], &[("hands", "6")]].concat()).unwrap();
                let Some(open) = report.open() else { break report };
                assert_eq!(["I", "II"][open.player], seat);
                // The worst action first, the best one when the decision is back.
                let by_payoff = |action: &usize| &open.decision.payoffs[*action];
                let actions = 0..open.actions.len();
                let action = match open.is_again {
                    true => actions.max_by_key(by_payoff),
                    false => actions.min_by_key(by_payoff),
                };
                let loss = open.decision.loss(action.unwrap());
                match open.is_again {
                    true => assert_eq!((wrong.remove(0), &loss), (open.number, &Rational::ZERO)),
                    false => {
                        let played = &open.probabilities;
                        let is_own = played.iter().all(|it| *it <= played[action.unwrap()]);
                        wrong.extend((loss > bound && !is_own).then_some(open.number));
                    }
                }
                lost += &loss;
                answers.push(open.actions[action.unwrap()].clone());
            };
            assert!(wrong.is_empty() && lost.is_positive(), "{wrong:?}");
            assert_eq!(over.lost(), lost);
            let more = answers.join(",") + ",check";
            let given = [("answers", more.as_str()), ("above", above), ("seat", seat)];
            let error = drilled(&[&given[..], &[("hands", "6")]].concat()).unwrap_err();
            assert_eq!(error.to_string(), "answers = check, expected no more: the drill is over");
        }
    }

    #[test]
    fn every_seed_is_text_in_the_document() {
        for seed in ["0", "7", "18446744073709551615"] {
            let document = drilled(&[("seed", seed)]).unwrap().json();
            assert_eq!(serde_json::from_str::<serde_json::Value>(&document).unwrap()["seed"], seed);
        }
    }

    #[test]
    fn bad_fields_are_refused_by_name() {
        for (key, text, words) in [
            ("seat", "III", "seat = III, expected I or II"),
            ("hands", "101", "hands = 101, expected a whole number from 1 to 100"),
            ("above", "3/2", "above = 3/2, expected a part of the pot from 0 to 1, such as 1/200"),
            ("answers", "chek", "answers = chek, expected one of: fold, call, raise to 40"),
            ("seed", "-1", "seed = -1, expected a whole number from 0 to"),
            ("document", "{}", "not a document of bounds: missing field"),
            ("document", "spot/0123456789abcdef", "not a document of bounds:"),
        ] {
            let error = drilled(&[(key, text)]).unwrap_err().to_string();
            assert!(error.starts_with(words), "{error}");
        }
    }
}
