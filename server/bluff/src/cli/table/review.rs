//! The hands of one seat against the equilibrium, on its own machine.

use std::collections::BTreeMap;

use bluff_dealing::fairness::FAMILY_LEVEL;
use bluff_dealing::play::{Won, won_by_player};
use bluff_questions::error::Error;
use bluff_questions::{Library, ReportForm, Solver};
use bluff_report::number::{brief, share};
use bluff_report::text::Paint;
use bluff_report::{json, named_hand};
use bluff_service::play::Costs;
use clap::Args;
use rational_bluff::exact::{Rational, counted};
use rational_bluff::game::parse_label;
use rational_bluff::solve::{Control, Method};
use serde::Serialize;

use super::game::{RecordLine, read_record};
use crate::cli::Answer;
use crate::cli::printing::{Printable, Printing};

/// Compares the hands of a seat with the equilibrium; its record goes nowhere
#[derive(Args, Debug)]
pub(super) struct ReviewTable {
    /// The record of the seat, as `bluff table join` wrote it
    #[arg(value_name = "RECORD")]
    record: String,
    #[command(flatten)]
    printing: Printing<TableReview>,
}

/// The hands of the text are at most so many rows, beside those that lost something.
const ROWS: usize = 10;

/// The decisions of a seat at each information set, and what it won.
#[derive(Debug, Serialize)]
pub(super) struct TableReview {
    game: String,
    seat: usize,
    hands: usize,
    won: Rational,
    value: Rational,
    mean: Rational,
    /// The unit of all that is won and lost.
    #[serde(skip)]
    unit: &'static str,
    /// A bound on the probability to win or lose as much in equilibrium.
    p_value: f64,
    /// The loss of all decisions against the others' equilibrium.
    lost: Rational,
    information_sets: Vec<ReviewedSet>,
    hand_by_hand: Vec<ReviewedHand>,
}

/// The sum won up to a hand, beside its expectation in equilibrium.
#[derive(Debug, Serialize)]
struct ReviewedHand {
    hand: usize,
    won: Rational,
    expected: Rational,
    /// Two standard deviations of so many hands, estimated from those of this seat.
    band: f64,
    /// The loss of the decisions of this hand.
    lost: Rational,
}

/// The decisions at an information set.
#[derive(Debug, Serialize)]
struct ReviewedSet {
    view: String,
    /// The card, as the deck names it.
    card: String,
    /// The card in words.
    #[serde(skip)]
    held: String,
    actions: Vec<ReviewedAction>,
}

/// The frequency of an action beside the equilibrium.
#[derive(Debug, Serialize)]
struct ReviewedAction {
    action: String,
    count: u64,
    of: u64,
    equilibrium: Rational,
    /// The loss of the action against the best one; none where play never comes.
    loss: Option<Rational>,
    /// The probability of a count as far off or farther, to both sides.
    p_value: f64,
    rejected: bool,
}

impl ReviewTable {
    pub(super) fn compared(&self) -> Result<Answer, Error> {
        self.printing.answer(&TableReview::of(&self.record)?)
    }
}

impl TableReview {
    /// Errors: a record that cannot be read; a game without an equilibrium.
    fn of(file: &str) -> Result<Self, Error> {
        let lines = read_record(file)?;
        let malformed = |what: &str| Error::Malformed(format!("{file}: {what}"));
        let Some(RecordLine::Seat { game: label, seat }) = lines.first() else {
            return Err(malformed("no record of a seat, expected its game in the first line"));
        };
        let game = parse_label(label)?;
        let player = seat.checked_sub(1).and_then(|place| game.players().get(place).copied());
        let player = player.ok_or_else(|| malformed("a seat that the game does not have"))?;
        let solved = Library.solve(&game, Method::Auto, None, &Control::new())?;
        let profile = &solved.profile;
        let costs = Costs::of(&game, profile, player);
        let mut counts: BTreeMap<(usize, u64), Vec<u64>> = BTreeMap::new();
        let (mut payoffs, mut losses) = (Vec::new(), Vec::new());
        for line in &lines[1..] {
            let RecordLine::Hand { card, steps, payoffs: paid, .. } = line else { continue };
            let paid = paid.get(player.index()).and_then(|paid| paid.parse::<Rational>().ok());
            payoffs.push(paid.ok_or_else(|| malformed("a hand without payoffs"))?);
            let mut lost = Rational::ZERO;
            for &(view, action) in steps {
                let known = game.views().get(view).filter(|view| action < view.actions.len());
                let known = known.filter(|_| (1..=game.n()).contains(card));
                let known = known.ok_or_else(|| malformed("a hand that the game does not have"))?;
                if known.player == player {
                    let none = || vec![0; known.actions.len()];
                    counts.entry((view, *card)).or_insert_with(none)[action] += 1;
                    let decision = costs.choice(view, *card);
                    lost += &decision.map_or(Rational::ZERO, |decision| decision.loss(action));
                }
            }
            losses.push(lost);
        }
        let tests: usize = counts.values().map(Vec::len).sum();
        let level = Rational::ratio(1, (1.0 / FAMILY_LEVEL) as i64 * tests.max(1) as i64);
        let mut information_sets = Vec::new();
        for ((view, card), counts) in counts {
            let (named, of) = (&game.views()[view], counts.iter().sum());
            let decision = costs.choice(view, card);
            let actions = named.actions.iter().zip(&counts).enumerate();
            let actions = actions.map(|(at, (action, &count))| {
                let odds = profile.at(view)[at].at(card);
                let loss = decision.as_ref().map(|decision| decision.loss(at));
                let p_value = two_tails(of, count, &odds);
                ReviewedAction {
                    action: action.clone(),
                    count,
                    of,
                    equilibrium: odds,
                    loss,
                    rejected: p_value < level,
                    p_value: p_value.to_f64(),
                }
            });
            let (actions, view) = (actions.collect(), named.name.clone());
            let (held, card) = (named_hand(&game, "card", card), game.hand_name(card));
            information_sets.push(ReviewedSet { view, card, held, actions });
        }
        let won = won_by_player((&game, profile), player, &payoffs);
        let hand_by_hand = course(&won, &payoffs, &losses);
        let sum: Rational = payoffs.iter().cloned().sum();
        let lost: Rational = losses.into_iter().sum();
        let Won { value, mean, p_value, .. } = won;
        Ok(Self {
            game: game.label(),
            seat: *seat,
            hands: payoffs.len(),
            won: sum,
            value,
            mean,
            unit: game.unit().many(),
            p_value,
            lost,
            information_sets,
            hand_by_hand,
        })
    }

    fn text(&self, _: Paint) -> String {
        let hands = counted(self.hands as u64, "hand", "hands");
        let [won, mean, value, lost] = [&self.won, &self.mean, &self.value, &self.lost].map(brief);
        let mut lines = vec![
            format!("{}, seat {}, {hands}", self.game, self.seat),
            format!("won {won} {}, {mean} a hand; value {value}", self.unit),
            format!("all decisions lost {lost} {} against the others' equilibrium", self.unit),
        ];
        for set in &self.information_sets {
            lines.push(format!("{}, {}", set.view, set.held));
            lines.extend(set.actions.iter().map(|action| {
                let ReviewedAction { action, count, of, equilibrium, loss, rejected, .. } = action;
                let loss = loss.as_ref().map_or("unknown".to_owned(), brief);
                let equilibrium = share(equilibrium);
                let off = if *rejected { "  not by the equilibrium" } else { "" };
                format!("  {action}: {count} of {of}, equilibrium {equilibrium}, loss {loss}{off}")
            }));
        }
        let rejected = self.information_sets.iter().flat_map(|set| &set.actions);
        if !rejected.clone().any(|action| action.rejected) {
            lines.push("No sign against this equilibrium; others may exist.".to_owned());
        }
        let by_hand = "hand by hand, ± two standard deviations, estimated from these hands:";
        lines.push(by_hand.to_owned());
        let each = self.hands.div_ceil(ROWS).max(1);
        lines.extend(self.hand_by_hand.iter().filter_map(|row| {
            let ReviewedHand { hand, won, expected, band, lost } = row;
            let is_told = hand.is_multiple_of(each) || *hand == self.hands || !lost.is_zero();
            let by_choice = || format!(", lost {} by choice", brief(lost));
            let lost = if lost.is_zero() { String::new() } else { by_choice() };
            let (won, about) = (brief(won), expected.to_f64());
            let words = format!("  {hand}: won {won}, expected {about:.2} ± {band:.2}{lost}");
            is_told.then_some(words)
        }));
        lines.join("\n") + "\n"
    }
}

impl Printable for TableReview {
    fn formats() -> Vec<ReportForm<Self>> {
        vec![ReportForm::text("In words", Self::text), ReportForm::json("For programs", json)]
    }
}

/// The sum won after each hand, beside its expectation in equilibrium.
fn course(of: &Won, payoffs: &[Rational], losses: &[Rational]) -> Vec<ReviewedHand> {
    let deviation = of.standard_error * (payoffs.len() as f64).sqrt();
    let (mut won, mut expected) = (Rational::ZERO, Rational::ZERO);
    let hands = payoffs.iter().zip(losses).zip(1..).map(|((payoff, lost), hand)| {
        won += payoff;
        expected += &of.value;
        let band = 2.0 * deviation * (hand as f64).sqrt();
        let (won, expected, lost) = (won.clone(), expected.clone(), lost.clone());
        ReviewedHand { hand, won, expected, band, lost }
    });
    hands.collect()
}

/// Twice the smaller tail of the binomial law at `count` of `n`, at most 1: exactly.
fn two_tails(n: u64, count: u64, odds: &Rational) -> Rational {
    let other = Rational::ONE - odds;
    let mut power = vec![Rational::ONE];
    (0..n).for_each(|at| power.push(&power[at as usize] * &other));
    let (mut ways, mut chosen) = (Rational::ONE, Rational::ONE);
    let [mut below, mut above] = [Rational::ZERO, Rational::ZERO];
    for k in 0..=n {
        let mass = &ways * &chosen * &power[(n - k) as usize];
        if k <= count {
            below += &mass;
        }
        if k >= count {
            above += &mass;
        }
        chosen = &chosen * odds;
        ways = ways * Rational::from(n - k) / Rational::from(k + 1);
    }
    (below.min(above) * Rational::from(2)).min(Rational::ONE)
}

#[cfg(test)]
mod tests {
    use super::two_tails;
    use rational_bluff::exact::Rational;

    #[test]
    fn tails_are_those_of_the_binomial_law() {
        for (n, count, odds, expected) in [
            (3, 0, (1, 2), (1, 4)),
            (3, 1, (1, 2), (1, 1)),
            (2, 2, (1, 3), (2, 9)),
            (4, 0, (0, 1), (1, 1)),
            (4, 1, (0, 1), (0, 1)),
            (5, 5, (1, 1), (1, 1)),
            (0, 0, (1, 3), (1, 1)),
        ] {
            let odds = Rational::ratio(odds.0, odds.1);
            assert_eq!(two_tails(n, count, &odds), Rational::ratio(expected.0, expected.1));
        }
    }
}
