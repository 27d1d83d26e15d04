//! Continuous games: hands uniform on [0, 1], numbers exact or with digits that are certain.

use rational_bluff::continuous::{
    Bets, ByHand, Continuous, Digits, Endgame, HandInterval, OneStreet, Real, Size, label,
};
use rational_bluff::exact::Rational;
use serde::Serialize;

use crate::table::aligned;
use crate::text::Paint;

/// Digits after the point in tables for people.
const COLUMN: usize = 10;

/// A continuous game as it is shown.
#[derive(Debug)]
pub struct ContinuousReport {
    /// The name of the game.
    pub game: String,
    /// Its bets.
    pub bets: Bets,
    /// Digits after the point.
    pub digits: Digits,
    /// The game, solved.
    pub solved: Continuous,
}

/// A number: as a fraction or formula if there is one, and in digits.
#[derive(Debug, Serialize)]
pub(super) struct ShownNumber {
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    decimal: String,
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
    fn number(&self, real: &Real) -> ShownNumber {
        ShownNumber::of(real, self.digits.count())
    }

    fn players(&self) -> usize {
        if let Continuous::Callers(callers) = &self.solved { callers.callers + 1 } else { 2 }
    }

    fn value(&self) -> ShownNumber {
        let value = self.number(&self.solved.value());
        match &self.solved {
            Continuous::Grid(grid) => ShownNumber { exact: grid.formula(), ..value },
            _ => value,
        }
    }

    /// The best bet of a game with one, if the question is that.
    fn best_bet(&self) -> Option<ShownNumber> {
        match &self.solved {
            Continuous::Callers(callers) if matches!(self.bets, Bets::Best(_)) => {
                Some(self.number(&callers.b))
            }
            _ => None,
        }
    }

    /// The hands below which I bluffs, from which I bets, and from which all call.
    fn cuts(&self) -> Option<[ShownNumber; 3]> {
        Some(self.solved.cuts()?.each_ref().map(|cut| self.number(cut)))
    }

    /// The strategies for any bet s, where there are infinitely many: where II calls it, where I
    /// bets it for value, and where I bluffs with it.
    fn formulas(&self) -> Option<[&'static str; 3]> {
        match &self.solved {
            Continuous::Grid(_) => Some([
                "1 − 2(1 − value)/(s + 2)",
                "from 1 − 2(1 − value)/((s + 2 − step)(s + 2)) to 1 − 2(1 − value)/((s + 2)(s + 2 \
                 + step))",
                "s/(s + 2) of the mass that bets it for value, anywhere in [0, value]",
            ]),
            Continuous::Unlimited => {
                Some(["1 − 12/(7(s + 2))", "at 1 − 12/(7(s + 2)²)", "at 4(3s + 2)/(7(s + 2)³)"])
            }
            Continuous::Between(_) => Some([
                "1 − 2(1 − value)/(s + 2)",
                "at 1 − 2(1 − value)/(s + 2)²; the least bet from 1 − (1 − value)/(s + 2) to \
                 there, the greatest from there on",
                "s/(s + 2) of the mass that bets it for value, anywhere in [0, value]",
            ]),
            _ => None,
        }
    }

    /// The game as JSON.
    pub fn json(&self) -> String {
        let (mut sizes, mut strategies, mut endgame) = (None, None, None);
        match &self.solved {
            Continuous::OneStreet(game) => sizes = Some(&game.sizes),
            Continuous::ClosedForm(form) => strategies = Some(&form.strategies),
            Continuous::Endgame(game) => endgame = Some(game),
            _ => {}
        }
        let formulas = self.formulas();
        crate::document::json(&object! {
            label: label(&self.game, &self.bets),
            game: &self.game,
            players: self.players().to_string(),
            digits: self.digits.count(),
            best_bet?: self.best_bet(),
            value: self.value(),
            cuts?: self.cuts().map(|[a, b, c]| object! { A: a, B: b, C: c }),
            sizes?: sizes,
            strategies?: strategies,
            endgame?: endgame,
            formulas?: formulas.map(|[call_from, value_bet, bluff]| {
                object! { call_from, value_bet, bluff }
            }),
        })
    }

    /// The game as text.
    pub fn text(&self, paint: Paint) -> String {
        let endgame = if let Continuous::Endgame(game) = &self.solved { Some(game) } else { None };
        let hands = endgame.map_or_else(
            || "hands uniform on [0, 1]".to_owned(),
            |game| format!("I surely wins with probability {} and else surely loses", game.win),
        );
        let (label, players) = (label(&self.game, &self.bets), self.players());
        let heading = format!("{label}: {players} players, {hands}");
        let mut lines = vec![paint.heading(&heading), String::new()];
        if let Some(bet) = self.best_bet() {
            lines.push(format!("Best bet       {}", bet.text()));
        }
        lines.push(format!("Value to I     {}", self.value().text()));
        if let Some(Endgame { bluff, call, .. }) = endgame {
            lines.push(format!("I bluffs       with probability {bluff}"));
            lines.push(format!("II calls       with probability {call}"));
        }
        if let Some([bluff_below, bet_from, call_from]) = self.cuts() {
            let callers = if players == 2 { "II calls from" } else { "All call from" };
            lines.push(format!("I bluffs below {}", bluff_below.text()));
            lines.push(format!("I bets from    {}", bet_from.text()));
            lines.push(format!("{callers:<15}{}", call_from.text()));
        }
        if let Continuous::OneStreet(OneStreet { sizes, .. }) = &self.solved
            && sizes.len() > 1
        {
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
        if let Continuous::ClosedForm(form) = &self.solved {
            lines.extend(form.strategies.iter().flat_map(|one| lines_by_hand(one, paint)));
        }
        if let Some([call_from, value_bet, bluff]) = self.formulas() {
            lines.push(format!("II calls s     from {call_from}"));
            lines.push(format!("I bets s       for value {value_bet}"));
            lines.push(format!("I bluffs s     {bluff}"));
        }
        lines.join("\n") + "\n"
    }
}
