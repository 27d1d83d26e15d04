//! Formulas for all decks, as text, documents, programs and pictures.

mod bets;
mod constants;
mod family;
mod fit;
mod forms;
mod programs;
mod pure_counts;
mod whole_bets;

pub use bets::BetFunctionReport;
pub use constants::DRAWN_DECKS;
pub use family::{FamilyReport, FamilyRun};
pub use fit::FitReport;
pub use forms::{AllDecksReport, FORMULA_FORMS, FormulaForm, WrittenFormula};
pub use programs::coq_deck;
pub use pure_counts::PureCountsReport;
pub use whole_bets::WholeBetsReport;

use rational_bluff::exact::Rational;
use rational_bluff::formula::Formula;
use serde::Serialize;

use self::constants::Constants;
use crate::picture::plot::Plot;

/// Constants that text and LaTeX list; documents and programs have them all.
const LISTED: usize = 60;

/// A formula as it is shown.
#[derive(Debug)]
pub struct FormulaReport {
    /// The label without a deck, `von-neumann/b2`.
    pub label: String,
    /// The name of the game.
    pub name: String,
    /// The formula.
    pub formula: Formula,
    /// A deck whose value is shown too.
    pub at: Option<u64>,
    /// A residue whose strategies are shown too; the only class of its document.
    pub residue: Option<u64>,
}

/// A deck and its value in a document.
fn deck_value(at: Option<(u64, Rational)>) -> Option<impl Serialize> {
    at.map(|(n, value)| object! { n: n.to_string(), value })
}

/// A number that depends on `m` by a straight line.
struct Line {
    constant: Rational,
    slope: Rational,
}

/// Masses of cards of a residue's strategies, as text of lines in `m`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResidueMasses {
    /// The least `m` of a deck.
    pub from: u64,
    /// The lowest cards, with which I bluffs.
    pub bluffs: String,
    /// For each bet, the highest cards, with which I bets it or more.
    pub bets: Vec<String>,
    /// For each bet, the highest cards, with which II calls it.
    pub calls: Vec<String>,
}

/// Numbers of a residue, as lines in `m`.
struct ClassLines {
    from: u64,
    eta: Line,
    masses: Vec<Line>,
    bluffs: Line,
    calls: Vec<Line>,
}

impl Line {
    /// The line through `first` at `m = from`.
    fn through(first: &Rational, from: u64, slope: Rational) -> Self {
        Self { constant: first - &(&slope * &Rational::from(from)), slope }
    }

    fn pair(&self) -> [Rational; 2] {
        [self.constant.clone(), self.slope.clone()]
    }

    /// The line as text: `2m + 1/3`.
    fn text(&self) -> String {
        let slope = match &self.slope {
            slope if slope.is_zero() => return self.constant.to_string(),
            slope if slope.is_one() => String::from("m"),
            slope => format!("{slope}m"),
        };
        let sign = if self.constant.is_negative() { '−' } else { '+' };
        match self.constant.abs() {
            zero if zero.is_zero() => slope,
            constant => format!("{slope} {sign} {constant}"),
        }
    }
}

impl FormulaReport {
    /// The numbers of a residue.
    fn lines(&self, residue: u64) -> ClassLines {
        let menu = self.formula.menu();
        let (period, limit) = (Rational::from(self.formula.period()), menu.limit());
        let first = &self.formula.residues()[residue as usize].first;
        let from = first.n / self.formula.period();
        let eta = Line::through(&first.eta, from, limit * &period);
        let per_card = menu.mass_per_card();
        let masses: Vec<Line> = first
            .masses
            .iter()
            .zip(&per_card)
            .map(|(mass, slope)| Line::through(mass, from, slope * &period))
            .collect();
        let bluffs = Line::through(&first.bluffs(), from, limit * &period);
        let calling = (Rational::ONE - limit) * &period;
        let end = Rational::from(first.n) - Rational::ratio(1, 2);
        let twice_mu = (&end - &first.eta) * Rational::from(2);
        let call = |bet: &Rational| {
            let under = bet + &Rational::from(2);
            let slope = &(&calling * &Rational::from(2)) / &under;
            Line::through(&(&twice_mu / &under), from, slope)
        };
        ClassLines { from, eta, masses, bluffs, calls: menu.bets().iter().map(call).collect() }
    }

    fn constants(&self) -> impl Iterator<Item = &Rational> {
        self.formula.residues().iter().map(|residue| &residue.constant)
    }

    fn value_at(&self) -> Option<(u64, Rational)> {
        self.at.map(|n| (n, self.formula.value(n)))
    }

    fn document(&self) -> impl Serialize {
        let (formula, menu) = (&self.formula, self.formula.menu());
        // The proof of every deck `period m + residue` with `m ≥ from`: each number a line in `m`,
        // lowest coefficient first.
        let class = |residue: u64| {
            let lines = self.lines(residue);
            object! {
                residue: residue.to_string(),
                from: lines.from.to_string(),
                eta: lines.eta.pair(),
                masses: lines.masses.iter().map(Line::pair).collect::<Vec<_>>(),
            }
        };
        let bets = std::iter::once(Rational::ZERO).chain(menu.bets().iter().cloned());
        object! {
            format: 1,
            kind: "family",
            label: &self.label,
            game: object! { name: &self.name, bets: bets.collect::<Vec<_>>() },
            from: "2",
            period: formula.period().to_string(),
            limit: menu.limit(),
            // `n(n − 1) v(n) = n2 n² + n1 n + constants[n mod period]`.
            formula: object! {
                n2: menu.limit(),
                n1: -menu.limit(),
                constants: self.constants().map(|constant| -constant).collect::<Vec<_>>(),
            },
            exceptions: [(); 0],
            classes: match self.residue {
                Some(residue) => vec![class(residue)],
                None => (0..formula.period()).map(class).collect(),
            },
            proof: "docs/ALL_DECKS.md",
            at?: deck_value(self.value_at()),
        }
    }

    /// The strategies of a residue, as masses of cards that grow with `m`.
    pub fn masses(&self, residue: u64) -> ResidueMasses {
        let lines = self.lines(residue);
        let texts = |lines: &[Line]| lines.iter().map(Line::text).collect();
        ResidueMasses {
            from: lines.from,
            bluffs: lines.bluffs.text(),
            bets: texts(&lines.masses),
            calls: texts(&lines.calls),
        }
    }

    fn residue_text(&self, residue: u64) -> Vec<String> {
        let (masses, period) = (self.masses(residue), self.formula.period());
        let bets = self.formula.menu().bets();
        let mut text = vec![
            format!("Decks of n = {period}m + {residue} cards, m ≥ {}:", masses.from),
            format!("  I bluffs with the lowest {} cards", masses.bluffs),
        ];
        for ((bet, mass), calls) in bets.iter().zip(&masses.bets).zip(&masses.calls) {
            text.push(format!("  I bets {bet} or more with the highest {mass} cards"));
            text.push(format!("  II calls {bet} with the highest {calls} cards"));
        }
        text
    }

    /// The recurrence of `a(n) = n(n − 1) v(n)`: `a(n) = a(n − P) + …`.
    pub fn recurrence(&self) -> String {
        let (period, limit) = (self.formula.period(), self.formula.menu().limit());
        let slope = limit * &Rational::from(2 * period);
        let constant = limit * &(Rational::from(period) * Rational::from(period + 1));
        format!("a(n) = a(n − {period}) + {slope} n − {constant}")
    }

    /// The generating function of `n(n − 1) v(n)`, as a sum of two fractions.
    pub fn generating_function(&self) -> String {
        let twice = self.formula.menu().limit() * &Rational::from(2);
        let term = |(power, constant): (usize, &Rational)| {
            (!constant.is_zero()).then(|| format!("{constant} x^{power}"))
        };
        let terms: Vec<String> = self.constants().enumerate().filter_map(term).collect();
        let all = match terms.len() {
            0 => return format!("{twice} x²/(1 − x)³"),
            count if count > 12 => format!("{} + … + {}", terms[0], terms[count - 1]),
            _ => terms.join(" + "),
        };
        format!("{twice} x²/(1 − x)³ − ({all})/(1 − x^{})", self.formula.period())
            .replace("+ -", "− ")
    }

    /// The constant `c = n(n − 1)(V − v(n))` over two periods; the decks of the residue of `at`
    /// have a ring.
    pub fn plot(&self, at: Option<u64>) -> Plot {
        let Self { label, formula, .. } = self;
        let (constants, value) = (self.constants().collect(), &|n| formula.value(n));
        Constants { label, constants, value, zero_is_limit: true, at }.plot()
    }
}

/// Numbers as text, at most ten of them.
fn several(numbers: &[u64]) -> String {
    let shown: Vec<String> = numbers.iter().take(10).map(u64::to_string).collect();
    let more = if numbers.len() > 10 { ", …" } else { "" };
    shown.join(", ") + more
}
