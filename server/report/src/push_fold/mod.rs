//! The chart of push or fold: the stacks at which each hand is pushed, or calls a push.

mod picture;

use std::collections::BTreeMap;

use rational_bluff::cards::HandClass;
use rational_bluff::exact::{Polynomial, Rational, RealRoot};
use rational_bluff::formula::{ChartPiece, HandPlan, MAX_CHART_STACK, PlanStretch, PushFoldChart};
use rational_bluff::game::Player;

use crate::table::columns;
use crate::text::Paint;

/// Certain digits of a stack in words.
const DIGITS: usize = 4;
/// Certain digits of a stack in documents.
const LONG: usize = 12;
/// Strategies of both players, in the order of their numbers.
pub const DOING: [(Player, &str); 2] = [(Player::I, "push"), (Player::II, "call")];
/// Place of the proof.
const PROOF: &str = "docs/games/push-fold.md";

/// The chart as it is shown.
#[derive(Debug)]
pub struct PushFoldReport {
    /// The chart.
    pub chart: PushFoldChart,
}

/// The label of the chart with an ante, in big blinds.
///
/// ```
/// use bluff_report::push_fold::chart_label;
/// use rational_bluff::exact::Rational;
/// assert_eq!(chart_label(&Rational::ratio(1, 8)), "push-fold/a1_8");
/// assert_eq!(chart_label(&Rational::ZERO), "push-fold");
/// ```
pub fn chart_label(ante: &Rational) -> String {
    if ante.is_zero() {
        return "push-fold".to_owned();
    }
    format!("push-fold/a{}", ante.to_string().replace('/', "_"))
}

impl PushFoldReport {
    /// The label of the games without their stack.
    pub fn label(&self) -> String {
        chart_label(&self.chart.ante)
    }

    /// The stacks at which a hand, from 0, is played at least part of the time: `1 to 2.3885,
    /// (4.8808 to 4.8907)`, in brackets where that is part of the time.
    pub fn stacks(&self, player: Player, hand: usize) -> String {
        let played = self.played(player, hand).map(|stretch| {
            let [from, to] = self.ends(&stretch).map(|end| cut(end, DIGITS));
            match stretch.plan {
                HandPlan::Mixed => format!("({from} to {to})"),
                _ => format!("{from} to {to}"),
            }
        });
        let stacks = played.collect::<Vec<_>>().join(", ");
        if stacks.is_empty() { "never".to_owned() } else { stacks }
    }

    /// The greatest stack at which a hand, from 0, is played at least part of the time; `None` if
    /// it never is.
    pub fn greatest(&self, player: Player, hand: usize) -> Option<&RealRoot> {
        let last = self.played(player, hand).last()?;
        Some(self.ends(&last)[1])
    }

    fn played(&self, player: Player, hand: usize) -> impl Iterator<Item = PlanStretch> {
        let stretches = self.chart.stretches(player, hand).into_iter();
        stretches.filter(|stretch| stretch.plan != HandPlan::Never)
    }

    /// The stacks between which a hand has one plan.
    pub fn ends(&self, stretch: &PlanStretch) -> [&RealRoot; 2] {
        let pieces = &self.chart.pieces;
        [&pieces[stretch.first].from, &pieces[stretch.last].to]
    }

    /// The chart in words, a line for each hand.
    pub fn text(&self, paint: Paint) -> String {
        // The longest lines are those of pushes, so they stand last.
        let row = |class: HandClass| {
            let [push, call] = DOING.map(|(player, _)| self.stacks(player, class.index()));
            vec![class.to_string(), call, push]
        };
        let head = ["hand", "call", "push"].map(str::to_owned).to_vec();
        let rows = [head].into_iter().chain(HandClass::all().map(row));
        let (pieces, least) = (self.chart.pieces.len(), self.chart.least());
        let lines = [
            paint.heading(&format!("{}, stacks of {least} to {MAX_CHART_STACK}", self.label())),
            String::new(),
            format!("{pieces} pieces; inside each there is one equilibrium for classes of hands."),
            format!("Stacks are in big blinds, cut to {DIGITS} places; --format json is exact."),
            "In brackets: part of the time.".to_owned(),
            format!("Proof: {PROOF}"),
            String::new(),
        ];
        lines.into_iter().chain(columns(rows)).collect::<Vec<_>>().join("\n") + "\n"
    }

    /// A line for each stretch of stacks at which a hand has one plan.
    pub fn csv(&self) -> String {
        let mut text = String::from("action,hand,plan,from,to\n");
        for (player, action) in DOING {
            for class in HandClass::all() {
                for stretch in self.chart.stretches(player, class.index()) {
                    let [from, to] = self.ends(&stretch).map(|end| cut(end, LONG));
                    text += &format!("{action},{class},{},{from},{to}\n", word(stretch.plan));
                }
            }
        }
        text
    }

    /// The chart as JSON, with every number exact. Ends of pieces are counted from 0; piece `k`
    /// lies between ends `k` and `k + 1`.
    pub fn json(&self) -> String {
        let pieces = &self.chart.pieces;
        // The only root of the polynomial between the two numbers.
        let end = |root: &RealRoot| {
            object! {
                polynomial: whole(root.polynomial()),
                between: [root.low(), root.high()].map(Clone::clone),
                decimal: root.decimal(LONG),
            }
        };
        let stretch = |stretch: PlanStretch| {
            object! { plan: word(stretch.plan), from: stretch.first, to: stretch.last + 1 }
        };
        let hand = |class: HandClass| {
            let stretches = |player| self.chart.stretches(player, class.index());
            let of = |(player, action)| {
                (action, stretches(player).into_iter().map(stretch).collect::<Vec<_>>())
            };
            (class.to_string(), DOING.map(of).into_iter().collect::<BTreeMap<_, _>>())
        };
        // Polynomials in the stack, lowest coefficient first. A mixed hand is played with the
        // probability of its polynomial over the denominator, and so is the value to the pusher.
        let piece = |piece: &ChartPiece| {
            let [push, call] = [0, 1].map(|player: usize| {
                let mixed = piece.mixed[player].iter().map(|(hand, number)| {
                    let name = HandClass::all().nth(*hand).map(|class| class.to_string());
                    (name.unwrap_or_default(), coefficients(number))
                });
                mixed.collect::<BTreeMap<_, _>>()
            });
            object! {
                push,
                call,
                value: coefficients(&piece.value),
                denominator: coefficients(&piece.denominator),
            }
        };
        let first = pieces.first().map(|piece| end(&piece.from));
        let ends = first.into_iter().chain(pieces.iter().map(|piece| end(&piece.to)));
        crate::document::json(&object! {
            format: 1,
            kind: "push-fold-chart",
            label: self.label(),
            ante: &self.chart.ante,
            ends: ends.collect::<Vec<_>>(),
            pieces: pieces.iter().map(piece).collect::<Vec<_>>(),
            hands: HandClass::all().map(hand).collect::<BTreeMap<_, _>>(),
            proof: PROOF,
        })
    }

    /// A picture: the greatest stack at which each hand is pushed, or calls.
    pub fn svg(&self) -> String {
        picture::svg(self)
    }
}

/// A stack cut after so many digits, without an ellipsis.
pub fn cut(stack: &RealRoot, digits: usize) -> String {
    stack.decimal(digits).trim_end_matches('…').to_owned()
}

/// The word of a plan in documents.
fn word(plan: HandPlan) -> &'static str {
    match plan {
        HandPlan::Never => "never",
        HandPlan::Mixed => "mixed",
        HandPlan::Always => "always",
    }
}

fn coefficients(polynomial: &Polynomial) -> Vec<Rational> {
    polynomial.coefficients().take(polynomial.degree() + 1).cloned().collect()
}

/// The polynomial with the same roots whose coefficients are whole, without a common divisor.
fn whole(polynomial: &Polynomial) -> Vec<Rational> {
    let coefficients = coefficients(polynomial);
    let last = coefficients.last().and_then(Rational::recip).unwrap_or_default();
    let monic: Vec<Rational> = coefficients.iter().map(|number| number * &last).collect();
    let scale = Rational::common_denominator(monic.iter());
    monic.iter().map(|number| number * &scale).collect()
}
