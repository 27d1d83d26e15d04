//! The value of one deck as a function of the bet, and its best bets.

use rational_bluff::exact::Rational;
use rational_bluff::formula::{BestBet, BetFunction, BetPiece, Menu, Surd};

use super::programs::Program;
use super::{LISTED, WrittenFormula};
use crate::algebra::AlgebraSystem;
use crate::document::JsonLines;
use crate::form::FormError;
use crate::picture::plot::{Plot, Series};
use crate::text::Paint;

/// Place of the proof.
const PROOF: &str = "docs/EVERY_BET.md";
/// Certain digits beside a number.
const DECIMALS: usize = 20;
/// Bets that a program compares with certified values, in quarters of an ante.
const TESTED: i64 = 24;
/// Points of a picture.
const POINTS: i64 = 240;
/// Bets up to here are in a picture, in antes.
const WIDEST: i64 = 12;

/// The value of a deck as a function of the bet, as it is shown.
#[derive(Debug)]
pub struct BetFunctionReport {
    /// The function.
    pub function: BetFunction,
    /// True if only the best bets are wanted.
    pub best_only: bool,
}

impl BetFunctionReport {
    fn pairs(&self) -> u64 {
        self.function.n() * (self.function.n() - 1)
    }

    /// The name of the function that the pieces write: `6 v(3, b)`.
    pub fn quantity(&self) -> String {
        format!("{} v({}, b)", self.pairs(), self.function.n())
    }

    /// The pieces that are listed: the formula, and its bets.
    pub fn pieces(&self) -> Vec<(String, String)> {
        let listed = self.function.pieces().iter().take(LISTED);
        listed.map(|piece| (formula(piece), range(piece, "b", "≤"))).collect()
    }

    /// The number of pieces that are not listed.
    pub fn unlisted(&self) -> usize {
        self.function.pieces().len().saturating_sub(LISTED)
    }

    /// The value over the bet.
    pub fn plot(&self) -> Plot {
        let n = self.function.n();
        let last = self.function.pieces().last().map(|piece| piece.from.clone());
        let wide = last.unwrap_or_default().max(Rational::ONE).min(Rational::from(WIDEST));
        let point = |at: i64| {
            let b = &wide * &Rational::ratio(at, POINTS);
            (b.to_f64(), self.function.value(&b).to_f64(), false)
        };
        let best = self.function.best();
        let name = match best.first() {
            Some(best) => format!("best at {} = {}", best.bet, best.bet.decimal(6)),
            None => String::from("0 for every bet"),
        };
        let points = (1..=POINTS).map(point).collect();
        Plot {
            x: "bet b, in antes".to_owned(),
            y: format!("v({n}, b), in antes"),
            series: vec![Series { name, points, line: None }],
            ..Plot::default()
        }
    }
}

impl WrittenFormula for BetFunctionReport {
    /// The label of the deck without a bet.
    fn label(&self) -> String {
        format!("von-neumann/n{}", self.function.n())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = Vec::new();
        for best in self.function.best() {
            facts.push(("Best bet", with_decimal(&best.bet)));
            facts.push(("Worth", with_decimal(&best.value)));
            if best.bet.exact().is_none() {
                let [low, high] = best.bet.isolated().map(|end| end.decimal(DECIMALS));
                let polynomial = polynomial(&best.bet.polynomial());
                facts.push(("Root", format!("of {polynomial}, between {low} and {high}")));
            }
        }
        if facts.is_empty() {
            facts.push(("Best bet", "none; every bet is worth 0".to_owned()));
        }
        facts
    }

    fn text(&self, paint: Paint) -> String {
        let of = if self.best_only { "the best bet" } else { "every bet b > 0" };
        let mut lines = vec![paint.heading(&format!("{}, {of}", self.label())), String::new()];
        if !self.best_only {
            lines.extend([format!("{} =", self.quantity()), String::new()]);
            for (formula, bets) in self.pieces() {
                lines.push(format!("  {formula:<32} {bets}"));
            }
            if self.unlisted() > 0 {
                lines.push(format!("  … {} more pieces; --format json has all", self.unlisted()));
            }
            lines.push(String::new());
        }
        lines.extend(self.fact_lines(9));
        lines.push(format!("Proof     {PROOF}"));
        lines.join("\n") + "\n"
    }

    fn json(&self, lines: JsonLines) -> String {
        // A root of a polynomial, lowest coefficient first, which has no other one between the two
        // numbers.
        let algebraic = |number: &Surd| {
            object! {
                exact: number.to_string(),
                polynomial: number.polynomial(),
                between: number.isolated(),
                decimal: number.decimal(DECIMALS),
            }
        };
        let best = |best: &BestBet| {
            object! { bet: algebraic(&best.bet), value: algebraic(&best.value) }
        };
        lines.of(&object! {
            format: 1,
            kind: if self.best_only { "best-bet" } else { "bets" },
            label: self.label(),
            n: self.function.n().to_string(),
            pieces?: (!self.best_only).then(|| self.function.pieces()),
            best: self.function.best().iter().map(best).collect::<Vec<_>>(),
            proof: PROOF,
        })
    }

    fn latex(&self) -> String {
        let n = self.function.n();
        let mut text = format!("% {}\n", self.label());
        if !self.best_only {
            let row = |piece: &BetPiece| {
                format!("{} & {}", latex_formula(piece), range(piece, "b", "\\le"))
            };
            let rows: Vec<String> = self.function.pieces().iter().map(row).collect();
            text += &format!(
                "\\[ {}\\,v({n}, b) = \\begin{{cases}}\n{}\n\\end{{cases}} \\]\n",
                self.pairs(),
                rows.join(" \\\\\n")
            );
        }
        for best in self.function.best() {
            let [bet, value] = [&best.bet, &best.value].map(latex_surd);
            text += &format!("The best bet is ${bet}$, and it is worth ${value}$.\n");
        }
        text
    }

    /// A program that defines `v(b)` for every `b > 0` and compares some bets with values that the
    /// closed form certifies.
    fn program(&self, system: AlgebraSystem) -> Result<String, FormError> {
        let (n, label, pairs) = (self.function.n(), self.label(), self.pairs());
        let number = |number: &Rational| system.number(number);
        let of_piece = |piece: &BetPiece| {
            let [constant, slope, reciprocal] =
                [&piece.constant, &piece.slope, &piece.reciprocal].map(number);
            format!("({constant} + ({slope})*b + ({reciprocal})/(b + 2))/{pairs}")
        };
        let case = |piece: &BetPiece| {
            let (value, end) = (of_piece(piece), piece.to.as_ref().map(number));
            match (system, end) {
                (AlgebraSystem::Maple, Some(end)) => {
                    format!("    if b <= {end} then return {value} end if;\n")
                }
                (AlgebraSystem::Maple, None) => format!("    return {value}\n"),
                (AlgebraSystem::Sage, Some(end)) => {
                    format!("    if b <= {end}:\n        return {value}\n")
                }
                (AlgebraSystem::Sage, None) => format!("    return {value}\n"),
                (AlgebraSystem::Pari, Some(end)) => format!("if(b <= {end}, return({value})); "),
                (AlgebraSystem::Pari, None) => value,
            }
        };
        let cases: String = self.function.pieces().iter().map(case).collect();
        let tested = (1..=TESTED).map(|quarters| {
            let bet = Rational::ratio(quarters, 4);
            let value = Menu::new([bet.clone()]).ok()?.value(n).ok()?;
            Some((number(&bet), number(&value)))
        });
        let program = Program {
            remark: format!("{label}: v(b) for every bet b > 0"),
            definition: match system {
                AlgebraSystem::Maple => format!("v := proc(b)\n{cases}end proc:\n"),
                AlgebraSystem::Sage => format!("\ndef v(b):\n    b = QQ(b)\n{cases}"),
                AlgebraSystem::Pari => format!("v(b) = {{{cases}}}\n"),
            },
            function: "v",
            // A bet above 0 has a closed form, which passes its check.
            certified: tested.flatten().collect(),
            done: format!("{label}: v(1/4) to v({}) are the certified values", TESTED / 4),
        };
        Ok(program.write(system))
    }

    fn svg(&self) -> Option<String> {
        Some(self.plot().alone(&format!("{}: value by bet", self.label())))
    }
}

/// `2√2 − 2 = 0.8284…`, or the number alone if it is whole.
fn with_decimal(number: &Surd) -> String {
    match number.exact() {
        Some(exact) => crate::text::exact_and_decimal(exact),
        None => format!("{number} = {}", number.decimal(DECIMALS)),
    }
}

/// `0 < b ≤ 2`.
fn range(piece: &BetPiece, b: &str, at_most: &str) -> String {
    let from = &piece.from;
    match &piece.to {
        Some(to) if from.is_zero() => format!("0 < {b} {at_most} {to}"),
        Some(to) => format!("{from} {at_most} {b} {at_most} {to}"),
        None if from.is_zero() => format!("0 < {b}"),
        None => format!("{from} {at_most} {b}"),
    }
}

/// `4 − b − 8/(b + 2)`.
fn formula(piece: &BetPiece) -> String {
    sum(piece, format!("{}/(b + 2)", piece.reciprocal.abs())).replace('-', "−")
}

fn latex_formula(piece: &BetPiece) -> String {
    sum(piece, format!("\\frac{{{}}}{{b + 2}}", piece.reciprocal.abs()))
}

/// The terms of a piece, with that in `1/(b + 2)` as it is written.
fn sum(piece: &BetPiece, reciprocal: String) -> String {
    joined([
        (&piece.constant, piece.constant.abs().to_string()),
        (&piece.slope, factor(&piece.slope) + "b"),
        (&piece.reciprocal, reciprocal),
    ])
}

/// The size of a factor, and nothing for 1.
fn factor(number: &Rational) -> String {
    let size = number.abs();
    if size.is_one() { String::new() } else { size.to_string() }
}

/// `x² + 4x − 4`, from its coefficients, lowest first.
fn polynomial(coefficients: &[Rational]) -> String {
    let powers = ["", "x", "x²"];
    let terms = coefficients.iter().zip(powers).rev().map(|(coefficient, power)| {
        let size =
            if power.is_empty() { coefficient.abs().to_string() } else { factor(coefficient) };
        (coefficient, size + power)
    });
    joined(terms).replace('-', "−")
}

/// Terms, each its sign and its text without it; those that are 0 are left out.
fn joined<'a>(terms: impl IntoIterator<Item = (&'a Rational, String)>) -> String {
    let mut sum = String::new();
    for (sign, text) in terms.into_iter().filter(|(sign, _)| !sign.is_zero()) {
        sum += match (sum.is_empty(), sign.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        sum += &text;
    }
    if sum.is_empty() { String::from("0") } else { sum }
}

/// The text of a number as LaTeX sets it.
fn latex_surd(number: &Surd) -> String {
    let mut set = String::new();
    let text = number.to_string().replace('−', "-");
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('√') {
        let end = after.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(after.len());
        set += &format!("{before}\\sqrt{{{}}}", &after[..end]);
        rest = &after[end..];
    }
    set + rest
}
