//! The play of a drill: answers, their losses, and decisions that come back.

use std::collections::VecDeque;

use bluff_report::chips::on_table;
use bluff_report::number::percent;
use rational_bluff::cards::{Card, HoleCards};
use rational_bluff::exact::{Rational, one_of};
use rational_bluff::game::SeededChance;
use rational_bluff::spot::{DealtDecision, Spot, SpotChips, SpotNode, SpotTree, StoredPlan};
use rational_bluff::strategy::Decision;

use crate::context::AskPerson;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField, whole};
use crate::given::{Given, not_allowed, unexpected};

/// The most decisions of a drill, and those without another number.
const DECISIONS: [u64; 2] = [100, 10];
/// The part of the pot that a decision may lose, unless another is given.
const ABOVE: &str = "1/200";
/// The answers of a person at a terminal.
const ASKED: &str = "-";
/// The most bytes of answers.
const ANSWER_BYTES: usize = 1 << 14;

/// The settings of a drill.
#[derive(Clone, Debug)]
pub struct Drill {
    /// The player who decides, 0 or 1; both by turns of chance where it is `None`.
    pub seat: Option<usize>,
    hands: u64,
    /// The part of the pot above which a loss brings a decision back.
    above: Rational,
    /// The seed of the cards.
    pub seed: u64,
    pub(super) answers: Vec<String>,
}

/// A decision of a drill. Units: chips.
#[derive(Clone, Debug)]
pub struct DrilledDecision {
    /// Its number, from 1.
    pub number: u64,
    /// True of one that comes back.
    pub is_again: bool,
    /// The way to its place.
    pub path: String,
    /// The name of its place.
    pub view: String,
    /// The open cards.
    pub board: Vec<Card>,
    /// The player who decides, 0 or 1.
    pub player: usize,
    /// Her hand.
    pub hand: HoleCards,
    /// The chips on the table.
    pub table: SpotChips,
    /// Her actions.
    pub actions: Vec<String>,
    /// The probability of each in the plan.
    pub probabilities: Vec<Rational>,
    /// The EV of each with best responses of hers from then on, to a millionth of a chip.
    pub decision: Decision,
    /// The action that was taken; `None` until then.
    pub answer: Option<usize>,
}

/// The decisions of a drill so far; the last one is open unless the drill is over.
#[derive(Debug)]
pub struct DrillReport {
    pub(super) label: String,
    /// Chips in the pot at the start.
    pub pot: Rational,
    /// The seed that deals the same decisions again.
    pub seed: u64,
    /// The decisions in order.
    pub decisions: Vec<DrilledDecision>,
}

impl DrilledDecision {
    /// The decision of a hand at its place.
    ///
    /// Errors: `Refused` unless the hand comes there and has a decision.
    pub fn of(spot: &Spot, node: &SpotNode, dealt: DealtDecision) -> Result<Self, Error> {
        let DealtDecision { path, player, hand } = dealt;
        let steps = node.way.iter().map(|step| step.taken.as_str());
        let table = spot.chips(steps).ok_or_else(no_decision)?;
        let own = node.hands[player].iter().find(|own| own.hand == hand);
        let own = own.ok_or_else(no_decision)?;
        // Where hardly anybody comes, no action is known to lose.
        let evs = own.action_evs.iter().map(|ev| (ev.unwrap_or(0.0) * 1e6).round() as i64);
        let evs = evs.map(|ev| Rational::ratio(ev, 1_000_000)).collect();
        Ok(Self {
            number: 0,
            is_again: false,
            path,
            view: node.view.clone(),
            board: node.board.clone(),
            player,
            hand,
            table,
            actions: node.actions.clone(),
            probabilities: own.probabilities.clone(),
            decision: Decision::new(evs).ok_or_else(no_decision)?,
            answer: None,
        })
    }

    /// The loss of the action that was taken.
    pub fn loss(&self) -> Option<Rational> {
        self.answer.map(|action| self.decision.loss(action))
    }

    /// True of an answer that the plan plays at least as often as any other: what it loses is the
    /// plan's own distance from an equilibrium.
    fn is_plans_own(&self) -> bool {
        let played = &self.probabilities;
        self.answer.is_some_and(|action| played.iter().all(|other| *other <= played[action]))
    }

    /// The action of a name, or of its beginning where only one has it.
    fn action(&self, text: &str) -> Option<usize> {
        let mut begun = (0..self.actions.len()).filter(|at| self.actions[*at].starts_with(text));
        let exact = self.actions.iter().position(|action| action == text);
        exact.or_else(|| begun.next().filter(|_| begun.next().is_none() && !text.is_empty()))
    }

    /// The pot, what she must pay to call, and what is left.
    pub fn on_table(&self) -> String {
        on_table(&self.table, Some(self.player))
    }

    /// The place of the decision in words.
    fn place(&self) -> String {
        let board: String = self.board.iter().map(Card::to_string).collect();
        let again = if self.is_again { " again" } else { "" };
        let (player, table) = (["I", "II"][self.player], self.on_table());
        let Self { number, view, hand, .. } = self;
        format!("{number}{again}. {board}, {table}, player {player}, {view}: {hand}")
    }

    /// The decision in words: what an answer loses, or the actions.
    pub(super) fn words(&self, pot: &Rational) -> String {
        let Some(answer) = self.answer else {
            return format!("{}. {}?\n", self.place(), self.actions.join(", "));
        };
        let loss = self.decision.loss(answer);
        let each = self.actions.iter().zip(&self.decision.payoffs).zip(&self.probabilities);
        let each = each.map(|((action, ev), part)| {
            format!("{action} EV {:.2}, played {}", ev.to_f64(), percent(part))
        });
        let lost = match loss.is_zero() {
            true => "loses nothing".to_owned(),
            false => {
                let of_pot = percent(&(&loss / pot));
                format!("loses {:.3} chips, {of_pot} of the pot", loss.to_f64())
            }
        };
        let each = each.collect::<Vec<_>>().join("; ");
        format!("{}. {} {lost} ({each})\n", self.place(), self.actions[answer])
    }
}

impl Drill {
    /// The fields of a drill beside its spot.
    pub fn fields() -> [QuestionField; 5] {
        use FieldKind::Optional;
        let seat = "The player who decides, I or II [default: both]";
        let hands = "Number of decisions [default: 10]";
        let above =
            "The part of the pot above which a loss brings a decision back [default: 1/200]";
        let answers = "Actions so far, with commas between them; - asks for each at the terminal";
        let seed = "The seed of the cards [default: random]";
        [
            QuestionField::new(Optional, "seat", "SEAT", seat, "I"),
            QuestionField::new(whole(1, DECISIONS[0]), "hands", "COUNT", hands, "10"),
            QuestionField::new(Optional, "above", "E", above, ABOVE),
            QuestionField::new(Optional, "answers", "LIST", answers, "check, fold"),
            QuestionField::new(whole(0, u64::MAX), "seed", "SEED", seed, "7"),
        ]
    }

    /// The drill of these fields.
    ///
    /// Errors: what is wrong with a field.
    pub fn read(given: &Given) -> Result<Self, Error> {
        let seat = given.text("seat").map(|text| match text {
            "I" => Ok(0),
            "II" => Ok(1),
            _ => Err(unexpected("seat", text, "I or II")),
        });
        let text = given.text("above").unwrap_or(ABOVE);
        let above = Rational::part(text)?;
        if above.is_negative() || above > Rational::ONE {
            return Err(unexpected("above", text, "a part of the pot from 0 to 1, such as 1/200"));
        }
        let answers = given.text("answers").unwrap_or_default();
        if answers.len() > ANSWER_BYTES {
            return Err(unexpected("answers", answers, &format!("at most {ANSWER_BYTES} bytes")));
        }
        let answers = answers.split(',').map(str::trim).filter(|answer| !answer.is_empty());
        let seed = given.whole("seed", 0..=u64::MAX)?.map_or_else(random, Ok)?;
        Ok(Self {
            seat: seat.transpose()?,
            hands: given.whole("hands", 1..=DECISIONS[0])?.unwrap_or(DECISIONS[1]),
            above,
            seed,
            answers: answers.map(str::to_owned).collect(),
        })
    }

    /// Plays the answers. A decision whose loss is above the bound comes back after all others,
    /// until its answer is good enough, or what the plan itself plays most. `next` deals one by
    /// chance.
    ///
    /// Errors: those of `next`; an answer that is no action, and one after the end.
    pub fn play(
        &self,
        (label, pot): (&str, &Rational),
        next: impl Fn(&mut SeededChance) -> Result<DrilledDecision, Error>,
        ask: Option<AskPerson<'_>>,
    ) -> Result<DrillReport, Error> {
        let ask = ask.filter(|_| self.answers == [ASKED]);
        let mut answers = self.answers.iter().filter(|_| ask.is_none());
        let (mut open, mut decisions) = (VecDeque::new(), Vec::<DrilledDecision>::new());
        let mut dealt = 0;
        loop {
            let mut decision = if dealt < self.hands {
                dealt += 1;
                let mut chance = SeededChance::of(format!("{label} {} {dealt}", self.seed));
                DrilledDecision { number: dealt, ..next(&mut chance)? }
            } else if let Some(again) = open.pop_front() {
                again
            } else {
                break;
            };
            decision.answer = match (answers.next(), ask) {
                (Some(text), _) => {
                    let names = || one_of(text, decision.actions.iter().map(String::as_str));
                    let action = decision.action(text);
                    Some(action.ok_or_else(|| unexpected("answers", text, &names()))?)
                }
                (None, Some(ask)) => loop {
                    let before = decisions.last().map(|last| last.words(pot));
                    let text = before.unwrap_or_default() + &decision.words(pot);
                    let Some(answer) = ask(&text) else { break None };
                    match decision.action(answer.trim()) {
                        None => continue,
                        action => break action,
                    }
                },
                (None, None) => None,
            };
            let Some(loss) = decision.loss() else {
                decisions.push(decision);
                break;
            };
            if loss > &self.above * pot && !decision.is_plans_own() {
                open.push_back(DrilledDecision {
                    is_again: true,
                    answer: None,
                    ..decision.clone()
                });
            }
            decisions.push(decision);
        }
        match answers.next() {
            Some(text) => Err(unexpected("answers", text, "no more: the drill is over")),
            None => {
                let (label, pot) = (label.to_owned(), pot.clone());
                Ok(DrillReport { label, pot, seed: self.seed, decisions })
            }
        }
    }
}

/// A decision of a plan by chance.
///
/// Errors: `Refused` where nobody has a decision.
pub fn dealt_by(
    chance: &mut SeededChance,
    (tree, plan): (&SpotTree, &StoredPlan),
    seat: Option<usize>,
) -> Result<DealtDecision, Error> {
    DealtDecision::deal(tree, plan, seat, chance).ok_or_else(no_decision)
}

fn no_decision() -> Error {
    not_allowed("a spot without a decision", "chips to bet")
}

/// A seed of the system.
///
/// Errors: `System` if it has no random numbers.
fn random() -> Result<u64, Error> {
    let failed = |error| Error::System(format!("no random numbers: {error}"));
    getrandom::u64().map_err(failed)
}

impl DrillReport {
    /// The decision that waits for an answer; `None` once the drill is over.
    pub fn open(&self) -> Option<&DrilledDecision> {
        self.decisions.last().filter(|last| last.answer.is_none())
    }

    /// The sum of the losses, in chips.
    pub fn lost(&self) -> Rational {
        self.decisions.iter().filter_map(DrilledDecision::loss).sum()
    }
}
