//! The formula as a function `v(n)` of a computer algebra system, with a test of itself.

use rational_bluff::certificate::OneStreetProof;
use rational_bluff::exact::Rational;
use rational_bluff::formula::FormulaError;

use super::FormulaReport;
use crate::algebra::AlgebraSystem;

/// Decks that a program compares with values which were certified one by one.
const TESTED: u64 = 24;

impl FormulaReport {
    /// A program that defines `v(n)` for every `n ≥ 2` and compares the first decks with their
    /// certified values.
    ///
    /// It ends with the line `LABEL: v(2) to v(25) are the certified values`, or with an error.
    ///
    /// Errors: [`FormulaError::Unproved`] if the check of one of these decks fails, which is a bug.
    pub fn program(&self, system: AlgebraSystem) -> Result<String, FormulaError> {
        let number = |number: &Rational| system.number(number);
        let list = |numbers: Vec<String>| format!("[{}]", numbers.join(", "));
        let constants = list(self.constants().map(number).collect());
        let menu = self.formula.menu();
        let (period, limit) = (self.formula.period(), number(menu.limit()));
        let decks = 2..2 + TESTED;
        let last = decks.end - 1;
        let value = |n| menu.value(n).map_err(|gap| FormulaError::Unproved { n, gap });
        let values = decks.map(|n| Ok(number(&value(n)?))).collect::<Result<_, FormulaError>>()?;
        let values = list(values);
        let label = &self.label;
        let done = format!("{label}: v(2) to v({last}) are the certified values");
        let remark = format!("{label}: v(n) for every n >= 2, with P = {period}");
        Ok(match system {
            AlgebraSystem::Maple => format!(
                "# {remark}\nc := {constants}:\nv := n -> {limit} - c[(n mod {period}) + 1]/(n*(n \
                 - 1)):\ncertified := {values}:\nif [seq(v(n), n = 2 .. {last})] <> certified then \
                 error \"a value differs\" end if:\nprintf(\"{done}\\n\");\n"
            ),
            AlgebraSystem::Sage => format!(
                "# {remark}\ntry:\n    QQ\nexcept NameError:\n    from fractions import Fraction \
                 as QQ\n\nc = {constants}\n\n\ndef v(n):\n    return QQ({limit}) - QQ(c[n % \
                 {period}]) / (n * (n - 1))\n\n\ncertified = {values}\nassert [v(n) for n in \
                 range(2, {})] == certified, \"a value differs\"\nprint(\"{done}\")\n",
                last + 1
            ),
            AlgebraSystem::Pari => format!(
                "\\\\ {remark}\n{{c = {constants};}}\nv(n) = {limit} - c[n % {period} + 1]/(n*(n - \
                 1));\n{{certified = {values};}}\nif(vector({TESTED}, i, v(i + 1)) != certified, \
                 error(\"a value differs\"));\nprint(\"{done}\");\n"
            ),
        })
    }

    /// A theorem file for every deck at once: `coqc -Q proofs Bluff FILE.v` checks it.
    pub fn coq(&self) -> String {
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
        coq_file(&self.label, &theorem, &format!("by_minimisers\n  {}", coq_list(etas)))
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
