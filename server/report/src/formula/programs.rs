//! Formulas as functions of a computer algebra system, with a test of themselves.

use rational_bluff::certificate::OneStreetProof;
use rational_bluff::exact::Rational;
use rational_bluff::formula::FormulaError;

use super::{FormulaReport, LISTED, WrittenFormula, several};
use crate::algebra::{AlgebraSystem, list};
use crate::document::JsonLines;
use crate::form::FormError;
use crate::latex::math;
use crate::text::{Paint, exact_and_decimal};

/// The last deck that a program compares with a value which was certified by itself.
pub(super) const LAST_TESTED: u64 = 25;

/// A program that defines a function and compares some of its values with certified ones.
///
/// It ends with the line `done`, or with an error.
pub(super) struct Program<'a> {
    /// The first line, a remark.
    pub remark: String,
    /// The function, in the words of the system.
    pub definition: String,
    /// Name of the function.
    pub function: &'a str,
    /// Arguments with their certified values.
    pub certified: Vec<(String, String)>,
    /// The last line that it prints.
    pub done: String,
}

impl Program<'_> {
    /// The text of the program.
    pub(super) fn write(self, system: AlgebraSystem) -> String {
        let Self { remark, definition, function, certified, done } = self;
        let pairs = list(certified.iter().map(|(at, value)| format!("[{at}, {value}]")));
        let (gap, test) = match system {
            AlgebraSystem::Maple => (
                "",
                format!(
                    "for pair in certified do if {function}(pair[1]) <> pair[2] then error \"a \
                     value differs\" end if end do:\nprintf(\"{done}\\n\");\n"
                ),
            ),
            AlgebraSystem::Sage => (
                "\n\n",
                format!(
                    "assert all({function}(x) == value for x, value in certified), \"a value \
                     differs\"\nprint(\"{done}\")\n"
                ),
            ),
            AlgebraSystem::Pari => (
                "",
                format!(
                    "for(i = 1, #certified, if({function}(certified[i][1]) != certified[i][2], \
                     error(\"a value differs\")));\nprint(\"{done}\");\n"
                ),
            ),
        };
        let (sign, preface) = (system.remark(), system.preface());
        let certified = system.assigned("certified", &pairs);
        format!("{sign} {remark}\n{preface}{definition}{gap}{certified}{test}")
    }

    /// A program of the value of every deck.
    pub(super) fn of_decks(
        label: &str,
        period: Option<u64>,
        definition: String,
        certified: Vec<(String, String)>,
    ) -> Self {
        let period = period.map(|period| format!(", with P = {period}")).unwrap_or_default();
        Self {
            remark: format!("{label}: v(n) for every n >= 2{period}"),
            definition,
            function: "v",
            certified,
            done: format!("{label}: v(2) to v({LAST_TESTED}) are the certified values"),
        }
    }
}

impl WrittenFormula for FormulaReport {
    fn label(&self) -> String {
        self.label.clone()
    }

    fn missing(&self) -> &'static [&'static str] {
        &[]
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let (formula, limit) = (&self.formula, self.formula.menu().limit());
        let [(least, lowest), (greatest, highest)] = formula.extremes();
        let equal = several(&formula.exact());
        vec![
            ("Limit", format!("{}, the value of large decks", exact_and_decimal(limit))),
            ("Equal", format!("the decks of n ≡ {equal} (mod {})", formula.period())),
            ("Least c", format!("{least}, for n ≡ {}", several(&lowest))),
            ("Greatest c", format!("{greatest}, for n ≡ {}", several(&highest))),
            ("Symmetry", "c(r) = c(1 − r)".to_owned()),
            ("Recurrence", format!("a(n) = n(n − 1) v(n): {}", self.recurrence())),
            ("Series", format!("Σ a(n) xⁿ = {}", self.generating_function())),
        ]
    }

    fn text(&self, paint: Paint) -> String {
        let (formula, limit) = (&self.formula, self.formula.menu().limit());
        let period = formula.period();
        let heading = format!("{}, every deck of n ≥ 2 cards", self.label);
        let mut lines = vec![paint.heading(&heading), String::new()];
        if let Some((n, value)) = self.value_at() {
            lines.extend([format!("v({n}) = {}", exact_and_decimal(&value)), String::new()]);
        }
        lines.extend([
            format!("v(n) = {limit} − c/(n(n − 1)), where c depends on n mod {period} alone:"),
            String::new(),
        ]);
        let listed = self.constants().take(LISTED).enumerate();
        lines.extend(
            listed.map(|(r, constant)| format!("  n mod {period} = {r:<4} c = {constant}")),
        );
        if period as usize > LISTED {
            lines.push(String::from("  … c(r) = c(1 − r); --format json has all"));
        }
        lines.push(String::new());
        lines.extend(self.fact_lines(10));
        lines.push(
            "Proof      docs/ALL_DECKS.md; one deck of each residue is checked here".to_owned(),
        );
        if let Some(residue) = self.residue {
            lines.push(String::new());
            lines.extend(self.residue_text(residue));
        }
        lines.join("\n") + "\n"
    }

    fn json(&self, lines: JsonLines) -> String {
        lines.of(&self.document())
    }

    fn latex(&self) -> String {
        let period = self.formula.period();
        let limit = math(self.formula.menu().limit());
        let constants: Vec<String> = self.constants().take(LISTED).map(math).collect();
        let more = if period as usize > LISTED { ", \\ldots" } else { "" };
        format!(
            "% {}\nFor every $n \\ge 2$, $v(n) = {} - \\dfrac{{c(n \\bmod {period})}}{{n(n-1)}}$, \
             where $c(0), c(1), \\ldots$ are\n{}{more}, and $c(r) = c(1-r)$.\n",
            self.label,
            limit.trim_matches('$'),
            constants.join(", ")
        )
    }

    fn svg(&self) -> Option<String> {
        Some(self.plot(self.at).alone(&format!("{}: n(n − 1)(V − v(n))", self.label)))
    }

    /// A program that defines `v(n)` for every `n ≥ 2` and compares the first decks with their
    /// certified values.
    ///
    /// Errors: [`FormulaError::Unproved`] if the check of one of these decks fails, which is a bug.
    fn program(&self, system: AlgebraSystem) -> Result<String, FormError> {
        let constants = list(self.constants().map(|constant| system.number(constant)));
        let menu = self.formula.menu();
        let (period, limit) = (self.formula.period(), system.number(menu.limit()));
        let value = |n| menu.value(n).map_err(|gap| FormulaError::Unproved { n, gap });
        let certified = (2..=LAST_TESTED)
            .map(|n| Ok((n.to_string(), system.number(&value(n)?))))
            .collect::<Result<_, FormulaError>>()?;
        let definition = match system {
            AlgebraSystem::Maple => format!(
                "c := {constants}:\nv := n -> {limit} - c[(n mod {period}) + 1]/(n*(n - 1)):\n"
            ),
            AlgebraSystem::Sage => format!(
                "c = {constants}\n\n\ndef v(n):\n    return QQ({limit}) - QQ(c[n % {period}]) / (n \
                 * (n - 1))\n"
            ),
            AlgebraSystem::Pari => {
                format!("{{c = {constants};}}\nv(n) = {limit} - c[n % {period} + 1]/(n*(n - 1));\n")
            }
        };
        let program = Program::of_decks(&self.label, Some(period), definition, certified);
        Ok(program.write(system))
    }

    fn coq(&self) -> Option<String> {
        let (menu, residues) = (self.formula.menu(), self.formula.residues());
        let mut etas: Vec<&Rational> = residues.iter().map(|residue| &residue.first.eta).collect();
        // The first decks of the residues are those of 2 to P + 1 cards.
        etas.rotate_left(2 % residues.len());
        let theorem = format!(
            "every_deck\n  {}\n  {}\n  {}",
            coq_list(menu.bets()),
            coq_number(menu.limit()),
            coq_list(self.constants())
        );
        Some(coq_file(&self.label, &theorem, &format!("by_minimisers\n  {}", coq_list(etas))))
    }
}

/// A theorem file for the value of one deck: `coqc -Q proofs Bluff FILE.v` checks it.
pub fn coq_deck(label: &str, proof: &OneStreetProof, value: &Rational) -> String {
    let theorem =
        format!("deck_value {}\n  {}\n  {}", proof.n, coq_list(&proof.bets), coq_number(value));
    coq_file(label, &theorem, &format!("by_minimiser {}", coq_number(&proof.eta)))
}

fn coq_file(label: &str, theorem: &str, tactic: &str) -> String {
    format!(
        "(* {label}. To check it, in the repository: proofs/check; coqc -Q proofs Bluff FILE.v *)\n\
         From Bluff Require Import Answers.\nOpen Scope Q_scope.\n\n\
         Theorem answer : {theorem}.\nProof. {tactic}. Qed.\n\nPrint Assumptions answer.\n"
    )
}

/// A fraction as Coq's rationals are written, in parentheses.
fn coq_number(number: &Rational) -> String {
    format!("({})", coq_text(number))
}

fn coq_text(number: &Rational) -> String {
    number.to_string().replace('/', " # ")
}

fn coq_list<'a>(numbers: impl IntoIterator<Item = &'a Rational>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(coq_text).collect();
    format!("[{}]", numbers.join("; "))
}
