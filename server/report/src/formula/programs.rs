//! The formula as a function `v(n)` of a computer algebra system, with a test of itself.

use rational_bluff::exact::Rational;

use super::FormulaReport;
use crate::algebra::AlgebraSystem;

/// Decks that a program compares with values which were certified one by one.
const TESTED: u64 = 24;

impl FormulaReport {
    /// A program that defines `v(n)` for every `n ≥ 2` and compares the first decks with their
    /// certified values.
    ///
    /// It ends with the line `LABEL: v(2) to v(25) are the certified values`, or with an error.
    pub fn program(&self, system: AlgebraSystem) -> String {
        let number = |number: &Rational| system.number(number);
        let list = |numbers: Vec<String>| format!("[{}]", numbers.join(", "));
        let constants = list(self.constants().map(number).collect());
        let menu = self.formula.menu();
        let (period, limit) = (self.formula.period(), number(menu.limit()));
        let decks = 2..2 + TESTED;
        let last = decks.end - 1;
        let values = decks.map(|n| menu.value(n).map_or(String::from("0"), |value| number(&value)));
        let values = list(values.collect());
        let label = &self.label;
        let done = format!("{label}: v(2) to v({last}) are the certified values");
        let remark = format!("{label}: v(n) for every n >= 2, with P = {period}");
        match system {
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
        }
    }
}
