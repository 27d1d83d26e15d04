//! Newman's game with all whole bets, for every deck: the limit, the rate, and one deck.

use rational_bluff::exact::{Interval, Rational};
use rational_bluff::formula::{Menu, SaturatedDeck, WholeBetsDeck, WholeBetsLaw};

use super::WrittenFormula;
use super::programs::{LAST_TESTED, Program};
use crate::algebra::AlgebraSystem;
use crate::document::JsonLines;
use crate::form::FormError;
use crate::picture::plot::{Plot, Series};
use crate::text::{Paint, exact_and_decimal};

/// The label of the game without a deck.
const LABEL: &str = "newman/bmax";
/// Place of the proof.
const PROOF: &str = "docs/ALL_DECKS.md#newmans-game-the-rate";
/// Certain digits beside a constant.
const DECIMALS: usize = 20;
/// Bits of a value beyond which text has its decimals only.
const LONGEST: usize = 700;
const LIMIT: &str = "(4π² − 39)/(4π² − 36)";
const RATE: &str = "(2/π)(1 − 1/√2) ζ(3/2) √(3/(8π² − 72))";
const RATE_LAW: &str = "V − v(n) = C n^(−3/2) + O(n^(−5/3))";
const SATURATION: &str = "√(3/(π² − 9))";

/// Newman's game with all whole bets, as it is shown.
#[derive(Debug)]
pub struct WholeBetsReport {
    /// The limit and the rate.
    pub law: WholeBetsLaw,
    /// A deck that is shown too.
    pub at: Option<WholeBetsDeck>,
    /// The decks of the picture.
    pub decks: Vec<SaturatedDeck>,
}

impl WholeBetsReport {
    /// The digits of the limit, of the rate and of the saturation.
    fn constants(&self) -> [String; 3] {
        let WholeBetsLaw { limit, rate, saturation } = &self.law;
        [limit, rate, saturation].map(decimal)
    }

    /// The deck that is shown too, in sentences.
    pub fn deck(&self) -> Vec<String> {
        self.at.as_ref().map(deck_text).unwrap_or_default()
    }

    /// The distance `n^(3/2) (V − v(n))` over the digits of `n`, with its limit.
    pub fn plot(&self) -> Plot {
        let point = |deck: &SaturatedDeck| {
            let value = Interval::of(&deck.value, self.law.limit.bits());
            let distance = (&self.law.limit - &value).middle().to_f64();
            let n = deck.n as f64;
            (n.log10(), distance * n.powf(1.5), false)
        };
        let limit = self.law.rate.middle().to_f64();
        let points = self.decks.iter().map(point).collect();
        Plot {
            x: "log₁₀ n".to_owned(),
            y: "n^(3/2) (V − v(n)), in antes".to_owned(),
            series: vec![Series { name: format!("C = {limit:.6}"), points, line: Some(limit) }],
            ..Plot::default()
        }
    }
}

impl WrittenFormula for WholeBetsReport {
    fn label(&self) -> String {
        LABEL.to_owned()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let [limit, rate, saturation] = self.constants();
        vec![
            ("Limit", format!("V = {LIMIT} = {limit}")),
            ("Rate", format!("C = {RATE} = {rate}")),
            (
                "Saturation",
                format!(
                    "bets above K(n) change nothing, and\nK(n)/√n tends to {SATURATION} = \
                     {saturation}"
                ),
            ),
            (
                "Closed form",
                "n(n − 1) v(n) = min over η of φ(η) + Σ φ(e_s (N − η)), where\nN = n − 1/2, e_s = \
                 2/((s + 1)(s + 2)), s = 1, 2, 3, …, and\nφ(t) = t² − ⟨t⟩², ⟨t⟩ the distance to \
                 the nearest whole number"
                    .to_owned(),
            ),
            (
                "Enclosure",
                "0 ≤ VN² − n(n − 1) v(n) − H(n) ≤ 1 − V, where\nH(n) = ⟨VN⟩² + Σ ⟨(1 − V) e_s N⟩²"
                    .to_owned(),
            ),
            (
                "Greatest",
                "every deck is worth less than V(1 + 1/(4n(n − 1))), and than 1/7".to_owned(),
            ),
        ]
    }

    fn text(&self, paint: Paint) -> String {
        let heading = format!("{LABEL}, every deck of n ≥ 2 cards, with all whole bets");
        let mut lines = vec![paint.heading(&heading), String::new()];
        if self.at.is_some() {
            lines.extend(self.deck());
            lines.push(String::new());
        }
        lines.extend([RATE_LAW.to_owned(), String::new()]);
        lines.extend(self.fact_lines(11));
        lines.push(format!("Proof       {PROOF}"));
        lines.join("\n") + "\n"
    }

    fn json(&self, lines: JsonLines) -> String {
        let [limit, rate, saturation] = self.constants();
        let constant = |exact: &'static str, decimal: String| object! { exact, decimal };
        let at = self.at.as_ref().map(|deck| {
            let (solved, distance) = (deck.solved.as_ref(), short(&deck.distance));
            object! {
                n: &deck.n,
                value?: solved.map(|deck| &deck.value),
                saturation?: solved.map(|deck| deck.saturation.to_string()),
                eta?: solved.map(|deck| &deck.eta),
                distance: distance.clone(),
                decimal: scientific(&distance),
            }
        });
        lines.of(&object! {
            format: 1,
            kind: "rate",
            label: LABEL,
            from: "2",
            limit: constant(LIMIT, limit),
            rate: constant(RATE, rate),
            saturation: constant(SATURATION, saturation),
            proof: PROOF,
            at?: at,
        })
    }

    fn latex(&self) -> String {
        let [limit, rate, saturation] =
            self.constants().map(|decimal| decimal.replace('…', "\\ldots"));
        let deck = self.at.as_ref().map(|deck| {
            let about = scientific(&short(&deck.distance)).replace('…', "\\ldots");
            let about = match about.split_once("·10^") {
                Some((digits, power)) => format!("{digits}\\cdot 10^{{{power}}}"),
                None => about,
            };
            format!("For $n = {}$, $V - v(n) = {}$.\n", deck.n, about.replace('−', "-"))
        });
        format!(
            "% {LABEL}\nWith all whole bets, $v(n) = V - C n^{{-3/2}} + O(n^{{-5/3}})$, where \
             \\[ V = \\frac{{4\\pi^2-39}}{{4\\pi^2-36}} = {limit}, \\quad C = \\frac2\\pi \
             \\Bigl(1-\\frac1{{\\sqrt2}}\\Bigr)\\zeta\\bigl(\\tfrac32\\bigr)\
             \\sqrt{{\\frac3{{8\\pi^2-72}}}} = {rate}. \\]\nThe saturation size divided by \
             $\\sqrt n$ tends to $\\sqrt{{3/(\\pi^2-9)}} = {saturation}$.\n{}",
            deck.unwrap_or_default()
        )
    }

    /// A program that defines `v(n)` for every `n ≥ 2` and compares the first decks with their
    /// certified values.
    ///
    /// `least(n)` is the minimum of a convex function made of lines: the lines at two points, one
    /// on each side, cut below it, and the point where they meet takes the place of one of them
    /// until the function is met there.
    fn program(&self, system: AlgebraSystem) -> Result<String, FormError> {
        // Bets above the number of cards change nothing.
        let menu = Menu::new((1..=LAST_TESTED).map(Rational::from));
        let value = |n| menu.as_ref().ok()?.value(n).ok();
        let certified = (2..=LAST_TESTED)
            .filter_map(|n| Some((n.to_string(), system.number(&value(n)?))))
            .collect();
        let definition = match system {
            AlgebraSystem::Maple => include_str!("whole_bets.mpl"),
            AlgebraSystem::Sage => include_str!("whole_bets.sage"),
            AlgebraSystem::Pari => include_str!("whole_bets.gp"),
        };
        let program = Program::of_decks(LABEL, None, definition.to_owned(), certified);
        Ok(program.write(system))
    }

    fn svg(&self) -> Option<String> {
        Some(self.plot().alone(&format!("{LABEL}: n^(3/2) (V − v(n))")))
    }
}

/// A deck in words.
fn deck_text(deck: &WholeBetsDeck) -> Vec<String> {
    let n = &deck.n;
    let mut lines = Vec::new();
    if let Some(deck) = &deck.solved {
        lines.push(match deck.value.bits() {
            0..=LONGEST => format!("v({n}) = {}", exact_and_decimal(&deck.value)),
            _ => format!("v({n}) = {}, --format json has the fraction", deck.value.decimal(30)),
        });
        lines.push(format!("Bets above {} change nothing there.", deck.saturation));
    }
    lines.push(format!("V − v({n}) = {}", scientific(&short(&deck.distance))));
    lines
}

/// The digits of a number that are certain, at most twenty.
fn decimal(number: &Interval) -> String {
    (0..=DECIMALS).rev().find_map(|digits| number.decimal(digits)).unwrap_or_default()
}

/// `3.1987…·10^−151`, with the digits on which the bounds agree; the bounds where there are none.
fn scientific([low, high]: &[Rational; 2]) -> String {
    let (power, scale) = magnitude(high);
    let times = if power == 0 { String::new() } else { format!("·10^−{power}") };
    let [low, high] = [low, high].map(|end| end * &scale);
    let digits = Interval::between(&low, &high, 4 * DECIMALS + 16);
    match (1..=DECIMALS).rev().find_map(|places| digits.decimal(places)) {
        Some(number) => number + &times,
        None => format!("from {}{times} to {}{times}", low.decimal(3), high.decimal(3)),
    }
}

/// The bounds in multiples of a power of ten, rounded outward, so that they are short.
fn short([low, high]: &[Rational; 2]) -> [Rational; 2] {
    let unit = &magnitude(high).1 * &Rational::from(10).pow(DECIMALS + 5);
    [&(low * &unit).floor() / &unit, -&((-(high * &unit)).floor() / &unit)]
}

/// The least power of ten, and its exponent, which makes a number above 0 at least 1.
fn magnitude(number: &Rational) -> (u32, Rational) {
    let (one, ten) = (Rational::ONE, Rational::from(10));
    let (mut power, mut scale) = (0, Rational::ONE);
    while number.is_positive() && number * &scale < one {
        scale = scale * &ten;
        power += 1;
    }
    (power, scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_written_with_the_digits_that_they_share() {
        let number = |text: &str| text.parse::<Rational>().unwrap();
        let bounds = [number("0.0031987462"), number("0.0031987463")];
        assert_eq!(scientific(&bounds), "3.198746…·10^−3");
        assert_eq!(scientific(&[number("-0.01"), number("0.02")]), "from -1·10^−2 to 2·10^−2");
        let [low, high] = short(&[number("1/3000"), number("1/2999")]);
        assert!(low < number("1/3000") && high > number("1/2999") && low.bits() < 120);
    }
}
