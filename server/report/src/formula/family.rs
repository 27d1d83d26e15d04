//! Families of decks as text, documents, programs and pictures.

use std::sync::Arc;

use rational_bluff::certificate::family::{
    AllDecksDocument, CertifiedFamily, ClassRun, QuadraticFormula, WholeLine,
};
use rational_bluff::exact::germ::Germ;
use rational_bluff::exact::{Polynomial, Rational};
use rational_bluff::game::View;

use super::constants::Constants;
use super::programs::{LAST_TESTED, Program};
use super::{LISTED, WrittenFormula, several};
use crate::algebra::{AlgebraSystem, list};
use crate::document::JsonLines;
use crate::form::FormError;
use crate::latex::math;
use crate::picture::plot::Plot;
use crate::text::{Paint, exact_and_decimal};

/// Periods of a deck whose probabilities are drawn.
const LARGE: u64 = 1_000_000;

/// A family of decks as it is shown.
#[derive(Debug)]
pub struct FamilyReport {
    /// The family.
    pub family: Arc<CertifiedFamily>,
    /// A deck whose value is shown too.
    pub at: Option<u64>,
    /// A class whose strategies are shown too.
    pub residue: Option<u64>,
}

/// Cards of a class that are played alike, as they are shown.
#[derive(Clone, Debug)]
pub struct FamilyRun {
    /// The first and the last card: `2m + 1 to 4m`.
    pub cards: String,
    /// The actions with their probabilities: `check 1/2, bet 1 1/2`.
    pub play: String,
    /// Cards up to the last one for each `m`.
    pub to: i64,
    /// The actions that are taken, each with its share in a large deck, to be drawn.
    pub shares: Vec<(String, f64)>,
}

impl FamilyReport {
    fn formula(&self) -> &QuadraticFormula {
        &self.family.formula
    }

    /// `n2 n² + n1 n`.
    pub fn quadratic_text(&self) -> String {
        let QuadraticFormula { n2, n1, .. } = self.formula();
        let square = format!("{n2} n²");
        match n1 {
            zero if zero.is_zero() => square,
            negative if negative.is_negative() => format!("{square} − {} n", negative.abs()),
            positive => format!("{square} + {positive} n"),
        }
    }

    /// `a(n) = a(n − P) + …`.
    pub fn recurrence(&self) -> String {
        let QuadraticFormula { n2, n1, .. } = self.formula();
        let period = Rational::from(self.formula().period());
        let slope = n2 * &(&period + &period);
        let constant = &period * &(n1 - &(n2 * &period));
        let text = format!("a(n) = a(n − {period}) + {slope} n + {constant}");
        text.replace(") + 1 n", ") + n").replace(") + -1 n", ") − n").replace("+ -", "− ")
    }

    /// The strategies of a class.
    fn class_text(&self, residue: u64) -> Vec<String> {
        let Some(class) = self.family.classes.get(residue as usize) else { return Vec::new() };
        let deck = self.family.deck(residue);
        let mut text = vec![format!("Decks of n = {deck} cards, m ≥ {}:", class.from)];
        for (view, runs) in self.family.game.views().iter().zip(self.runs(residue)) {
            text.push(format!("  {}, {}", view.player, view.name));
            let line = |run: &FamilyRun| format!("    {}: {}", run.cards, run.play);
            text.extend(runs.iter().map(line));
        }
        text
    }

    /// The runs of each view in a class, as text of lines in `m`; none beyond the classes.
    pub fn runs(&self, residue: u64) -> Vec<Vec<FamilyRun>> {
        let Some(class) = self.family.classes.get(residue as usize) else { return Vec::new() };
        let views = self.family.game.views().iter().zip(&class.strategies);
        let of_view = |(view, runs): (&View, &Vec<ClassRun>)| {
            let mut first = WholeLine { slope: 0, constant: 1 };
            let run = |run: &ClassRun| {
                let single = first == run.to;
                let cards =
                    if single { first.to_string() } else { format!("{first} to {}", run.to) };
                first = WholeLine { constant: run.to.constant + 1, ..run.to };
                let named = view.actions.iter().zip(&run.actions);
                let taken = named.filter(|(_, germ)| !germ.is_zero());
                let share = |germ: &Germ| germ.at(LARGE).map_or(0.0, |share| share.to_f64());
                let shares = taken.map(|(action, germ)| (action.clone(), share(germ))).collect();
                FamilyRun { cards, play: actions_text(view, run), to: run.to.slope, shares }
            };
            runs.iter().map(run).collect()
        };
        views.map(of_view).collect()
    }

    /// The constant `c = n(n − 1) v(n) − n2 n² − n1 n` over two periods; the decks of the residue
    /// of `at` have a ring.
    pub fn plot(&self, at: Option<u64>) -> Plot {
        let (label, formula) = (&self.label(), self.formula());
        let (constants, value) = (formula.constants.iter().collect(), &|n| formula.value(n));
        Constants { label, constants, value, zero_is_limit: false, at }.plot()
    }
}

impl WrittenFormula for FamilyReport {
    fn label(&self) -> String {
        self.family.label()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let (formula, family) = (self.formula(), &self.family);
        let exceptions: Vec<String> = formula
            .exceptions
            .iter()
            .take(LISTED)
            .map(|(n, value)| format!("v({n}) = {value}"))
            .collect();
        let exceptions =
            if exceptions.is_empty() { "none".to_owned() } else { exceptions.join(", ") };
        let decks: Vec<u64> = family.decks.iter().map(|(n, _)| *n).collect();
        let decks = match decks.len() {
            0 => String::new(),
            1 => format!(", and the deck of {} cards by itself", decks[0]),
            count if decks[count - 1] - decks[0] == count as u64 - 1 => {
                format!(", and the decks of {} to {} cards one by one", decks[0], decks[count - 1])
            }
            _ => format!(", and the decks of {} cards one by one", several(&decks)),
        };
        vec![
            ("Limit", format!("{}, the value of large decks", exact_and_decimal(&formula.n2))),
            ("Exceptions", exceptions),
            ("Recurrence", format!("a(n) = n(n − 1) v(n): {}", self.recurrence())),
            (
                "Proof",
                format!(
                    "strategies for n = {0}m, …, {0}m + {1}: {2} inequalities{decks}",
                    family.modulus(),
                    family.modulus() - 1,
                    family.comparisons()
                ),
            ),
        ]
    }

    fn text(&self, paint: Paint) -> String {
        let (formula, period) = (self.formula(), self.formula().period());
        let heading = format!("{}, every deck of n ≥ 2 cards", self.label());
        let mut lines = vec![paint.heading(&heading), String::new()];
        if let Some(n) = self.at {
            let value = exact_and_decimal(&formula.value(n));
            lines.extend([format!("v({n}) = {value}"), String::new()]);
        }
        let over = self.quadratic_text();
        lines.push(match formula.constants.as_slice() {
            [one] if one.is_zero() => format!("v(n) = ({over})/(n(n − 1))"),
            [one] => format!("v(n) = ({over} + {one})/(n(n − 1))").replace("+ -", "− "),
            _ => {
                format!("v(n) = ({over} + c)/(n(n − 1)), where c depends on n mod {period} alone:")
            }
        });
        lines.push(String::new());
        if period > 1 {
            let listed = formula.constants.iter().take(LISTED).enumerate();
            lines.extend(listed.map(|(r, c)| format!("  n mod {period} = {r:<4} c = {c}")));
            if period as usize > LISTED {
                lines.push(String::from("  … --format json has all"));
            }
            lines.push(String::new());
        }
        lines.extend(self.fact_lines(10));
        lines.push("Check      bluff verify reads the document of --format json".to_owned());
        if let Some(residue) = self.residue {
            lines.push(String::new());
            lines.extend(self.class_text(residue));
        }
        lines.join("\n") + "\n"
    }

    /// The family document, which both judges read.
    fn json(&self, lines: JsonLines) -> String {
        let document = AllDecksDocument::of(&self.family, self.at);
        // JSON has every part of a document.
        match lines {
            JsonLines::Indented => document.to_json().unwrap_or_default(),
            JsonLines::Single => document.to_json_line().unwrap_or_default() + "\n",
        }
    }

    fn latex(&self) -> String {
        let formula = self.formula();
        let bare = |number: &Rational| math(number).trim_matches('$').to_owned();
        let constants: Vec<String> = formula.constants.iter().take(LISTED).map(math).collect();
        let more = if formula.constants.len() > LISTED { ", \\ldots" } else { "" };
        let exceptions: Vec<String> = formula
            .exceptions
            .iter()
            .take(LISTED)
            .map(|(n, value)| format!("$v({n}) = {}$", bare(value)))
            .collect();
        let but = match exceptions.as_slice() {
            [] => String::new(),
            some => format!(", except {}", some.join(", ")),
        };
        let linear = match &formula.n1 {
            zero if zero.is_zero() => String::new(),
            negative if negative.is_negative() => format!(" - {} n", bare(&negative.abs())),
            positive => format!(" + {} n", bare(positive)),
        };
        format!(
            "% {}\nFor every $n \\ge 2${but}, $v(n) = \\dfrac{{{} n^2{linear} + c(n \\bmod \
             {})}}{{n(n-1)}}$, where $c(0), c(1), \\ldots$ are\n{}{more}.\n",
            self.label(),
            bare(&formula.n2),
            formula.period(),
            constants.join(", ")
        )
    }

    /// A program that defines `v(n)` for every `n ≥ 2` and compares the first decks with their
    /// certified values.
    fn program(&self, system: AlgebraSystem) -> Result<String, FormError> {
        let number = |number: &Rational| system.number(number);
        let formula = self.formula();
        let constants = list(formula.constants.iter().map(number));
        let (n2, n1, period) = (number(&formula.n2), number(&formula.n1), formula.period());
        let certified = (2..=LAST_TESTED).map(|n| (n.to_string(), number(&formula.value(n))));
        let exceptions = || formula.exceptions.iter().map(|(n, value)| (n, number(value)));
        let definition = match system {
            AlgebraSystem::Maple => {
                let cases: String = exceptions()
                    .map(|(n, value)| format!("if n = {n} then return {value} end if; "))
                    .collect();
                format!(
                    "c := {constants}:\nv := proc(n) {cases}return ({n2}*n^2 + ({n1})*n + c[(n mod \
                     {period}) + 1])/(n*(n - 1)) end proc:\n"
                )
            }
            AlgebraSystem::Sage => {
                let cases: Vec<String> =
                    exceptions().map(|(n, value)| format!("{n}: QQ({value})")).collect();
                format!(
                    "c = {constants}\nexceptions = {{{}}}\n\n\ndef v(n):\n    if n in \
                     exceptions:\n        return exceptions[n]\n    return (QQ({n2}) * n * n + \
                     QQ({n1}) * n + QQ(c[n % {period}])) / (n * (n - 1))\n",
                    cases.join(", ")
                )
            }
            AlgebraSystem::Pari => {
                let cases: String = exceptions()
                    .map(|(n, value)| format!("if(n == {n}, return({value})); "))
                    .collect();
                format!(
                    "{{c = {constants};}}\nv(n) = {cases}({n2}*n^2 + ({n1})*n + c[n % {period} + \
                     1])/(n*(n - 1));\n"
                )
            }
        };
        let certified = certified.collect();
        let program = Program::of_decks(&self.label(), Some(period), definition, certified);
        Ok(program.write(system))
    }

    fn svg(&self) -> Option<String> {
        let title = format!("{}: n(n − 1) v(n) − ({})", self.label(), self.quadratic_text());
        Some(self.plot(self.at).alone(&title))
    }
}

/// The actions of a run with their probabilities: `bet 1`, or `check 1/2, bet 1 1/2`.
fn actions_text(view: &View, run: &ClassRun) -> String {
    let named = view.actions.iter().zip(&run.actions);
    let taken: Vec<(&String, &Germ)> = named.filter(|(_, germ)| !germ.is_zero()).collect();
    match taken.as_slice() {
        [(action, _)] => (*action).clone(),
        several => {
            let texts: Vec<String> = several
                .iter()
                .map(|(action, germ)| format!("{action} {}", germ_text(germ)))
                .collect();
            texts.join(", ")
        }
    }
}

/// A quotient as text: `(8m − 3)/(8m)`.
fn germ_text(germ: &Germ) -> String {
    if let Some(number) = germ.as_constant() {
        return number.to_string();
    }
    let [over, under] = germ.in_whole_numbers().map(|one| polynomial_text(&one, "m"));
    let over = if over.contains(' ') { format!("({over})") } else { over };
    if under == "1" { over } else { format!("{over}/({under})") }
}

/// A polynomial as text: `1/9 n^2 − 2n`.
pub(super) fn polynomial_text(polynomial: &Polynomial, letter: &str) -> String {
    let terms = polynomial.coefficients().enumerate().filter(|(_, term)| !term.is_zero());
    let term = |(power, factor): (usize, &Rational)| {
        let power = match power {
            0 => return factor.to_string(),
            1 => letter.to_owned(),
            power => format!("{letter}^{power}"),
        };
        match factor {
            one if one.is_one() => power,
            whole if whole.is_integer() => format!("{whole}{power}"),
            fraction => format!("{fraction} {power}"),
        }
    };
    let mut terms: Vec<String> = terms.map(term).collect();
    terms.reverse();
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ").replace("+ -", "− ") }
}
