//! Continuous games: hands uniform on [0, 1], numbers exact or with digits that are certain.

use rational_bluff::continuous::{
    Bets, ByHand, Continuous, Digits, Endgame, HandInterval, Real, Size, label,
};
use rational_bluff::exact::Rational;
use serde::Serialize;

use crate::table::aligned;
use crate::text::Paint;

/// Digits after the point in tables for people.
const COLUMN: usize = 10;

/// A continuous game as it is shown.
#[derive(Debug, Serialize)]
pub struct ContinuousReport {
    label: String,
    game: String,
    players: String,
    digits: usize,
    /// The best bet of a game with one, if the question is that.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_bet: Option<ShownNumber>,
    value: ShownNumber,
    #[serde(skip_serializing_if = "Option::is_none")]
    cuts: Option<ShownCuts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<Vec<Size>>,
    /// The action of each hand, of games of the literature.
    #[serde(skip_serializing_if = "Option::is_none")]
    strategies: Option<Vec<ByHand>>,
    /// The strategies where player I knows who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    endgame: Option<Endgame>,
    /// The strategies for any bet s, where there are infinitely many.
    #[serde(skip_serializing_if = "Option::is_none")]
    formulas: Option<Formulas>,
}

/// A number: as a fraction or formula if there is one, and in digits.
#[derive(Debug, Serialize)]
pub(super) struct ShownNumber {
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    decimal: String,
}

#[derive(Debug, Serialize)]
struct ShownCuts {
    #[serde(rename = "A")]
    bluff_below: ShownNumber,
    #[serde(rename = "B")]
    bet_from: ShownNumber,
    #[serde(rename = "C")]
    call_from: ShownNumber,
}

#[derive(Debug, Serialize)]
struct Formulas {
    call_from: &'static str,
    value_bet: &'static str,
    bluff: &'static str,
}

/// A heading, and a line for hands of like action.
fn lines_by_hand(strategy: &ByHand, paint: Paint) -> Vec<String> {
    let number = |number: &Rational| ShownNumber::of(&Real::Exact(number.clone()), COLUMN).text();
    let line = |HandInterval { from, to, action }: &HandInterval| {
        vec![format!("{action}:"), number(from), format!("to {}", number(to))]
    };
    let heading = format!("Player {}, {}", strategy.player, strategy.view);
    let heading = [String::new(), paint.heading(&heading)];
    heading.into_iter().chain(aligned(strategy.hands.iter().map(line))).collect()
}

impl ShownNumber {
    /// A number with at most so many digits after the point.
    pub(super) fn of(real: &Real, digits: usize) -> Self {
        Self { exact: real.exact().map(Rational::to_string), decimal: real.decimal(digits) }
    }

    /// `1/9 = 0.111…`, or the digits alone.
    fn text(&self) -> String {
        match &self.exact {
            Some(exact) if *exact != self.decimal => format!("{exact} = {}", self.decimal),
            _ => self.decimal.clone(),
        }
    }
}

impl ContinuousReport {
    /// A solved game of this name with these bets, to so many digits.
    pub fn new(name: &str, bets: &Bets, digits: Digits, solved: &Continuous) -> Self {
        let number = |real: &Real| ShownNumber::of(real, digits.count());
        let (mut best_bet, mut sizes, mut strategies, mut endgame, mut formulas) =
            (None, None, None, None, None);
        let mut value = number(&solved.value());
        let mut count = 2;
        match solved {
            Continuous::OneStreet(game) => sizes = Some(game.sizes.clone()),
            Continuous::Grid(grid) => {
                value.exact = grid.formula();
                formulas = Some(Formulas {
                    call_from: "1 − 2(1 − value)/(s + 2)",
                    value_bet: "from 1 − 2(1 − value)/((s + 2 − step)(s + 2)) to 1 − 2(1 − \
                        value)/((s + 2)(s + 2 + step))",
                    bluff: "s/(s + 2) of the mass that bets it for value, anywhere in [0, value]",
                });
            }
            Continuous::Unlimited => {
                formulas = Some(Formulas {
                    call_from: "1 − 12/(7(s + 2))",
                    value_bet: "at 1 − 12/(7(s + 2)²)",
                    bluff: "at 4(3s + 2)/(7(s + 2)³)",
                });
            }
            Continuous::Between(_) => {
                formulas = Some(Formulas {
                    call_from: "1 − 2(1 − value)/(s + 2)",
                    value_bet: "at 1 − 2(1 − value)/(s + 2)²; the least bet from 1 − (1 − \
                        value)/(s + 2) to there, the greatest from there on",
                    bluff: "s/(s + 2) of the mass that bets it for value, anywhere in [0, value]",
                });
            }
            Continuous::ClosedForm(form) => strategies = Some(form.strategies.clone()),
            Continuous::Endgame(solved) => endgame = Some(solved.clone()),
            Continuous::Callers(callers) => {
                count = callers.callers + 1;
                best_bet = matches!(bets, Bets::Best(_)).then(|| number(&callers.b));
            }
        }
        let cuts = solved.cuts().map(|cuts| {
            let [bluff_below, bet_from, call_from] = cuts.each_ref().map(number);
            ShownCuts { bluff_below, bet_from, call_from }
        });
        Self {
            label: label(name, bets),
            game: name.to_owned(),
            players: count.to_string(),
            digits: digits.count(),
            best_bet,
            value,
            cuts,
            sizes,
            strategies,
            endgame,
            formulas,
        }
    }

    /// The game as text.
    pub fn text(&self, paint: Paint) -> String {
        let hands = self.endgame.as_ref().map_or_else(
            || "hands uniform on [0, 1]".to_owned(),
            |game| format!("I surely wins with probability {} and else surely loses", game.win),
        );
        let heading = format!("{}: {} players, {hands}", self.label, self.players);
        let mut lines = vec![paint.heading(&heading), String::new()];
        if let Some(bet) = &self.best_bet {
            lines.push(format!("Best bet       {}", bet.text()));
        }
        lines.push(format!("Value to I     {}", self.value.text()));
        if let Some(Endgame { bluff, call, .. }) = &self.endgame {
            lines.push(format!("I bluffs       with probability {bluff}"));
            lines.push(format!("II calls       with probability {call}"));
        }
        if let Some(cuts) = &self.cuts {
            let callers = if self.players == "2" { "II calls from" } else { "All call from" };
            lines.push(format!("I bluffs below {}", cuts.bluff_below.text()));
            lines.push(format!("I bets from    {}", cuts.bet_from.text()));
            lines.push(format!("{callers:<15}{}", cuts.call_from.text()));
        }
        if let Some(sizes) = self.sizes.iter().find(|sizes| sizes.len() > 1) {
            let head = ["bet", "called from", "bet for value from", "value mass", "bluff mass"]
                .map(str::to_owned);
            let decimal = |number: &Rational| number.decimal(COLUMN);
            let line = |entry: &Size| {
                let numbers =
                    [&entry.call_from, &entry.value_from, &entry.value_mass, &entry.bluff_mass];
                std::iter::once(entry.bet.to_string()).chain(numbers.map(decimal)).collect()
            };
            lines.push(
                "I bluffs       anywhere below the value, each size with the mass that stands here"
                    .to_owned(),
            );
            lines.push(String::new());
            lines.extend(aligned([head.to_vec()].into_iter().chain(sizes.iter().map(line))));
        }
        lines.extend(
            self.strategies.iter().flatten().flat_map(|strategy| lines_by_hand(strategy, paint)),
        );
        if let Some(formulas) = &self.formulas {
            lines.push(format!("II calls s     from {}", formulas.call_from));
            lines.push(format!("I bets s       for value {}", formulas.value_bet));
            lines.push(format!("I bluffs s     {}", formulas.bluff));
        }
        lines.join("\n") + "\n"
    }
}
