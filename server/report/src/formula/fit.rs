//! A guess at a formula, which fits the values of many decks and is not proved.

use rational_bluff::exact::{Polynomial, Rational};
use rational_bluff::formula::DeckFit;
use rational_bluff::game::Game;

use super::family::polynomial_text;
use super::programs::Program;
use super::{LISTED, WrittenFormula, deck_value};
use crate::algebra::{AlgebraSystem, list};
use crate::document::JsonLines;
use crate::form::FormError;
use crate::latex::math;
use crate::text::{Paint, exact_and_decimal};

/// A guess as it is shown.
#[derive(Debug)]
pub struct FitReport {
    /// The game, with any deck.
    pub game: Game,
    /// The value to player I in antes times the number of deals.
    pub fit: DeckFit,
    /// A deck whose guess is shown too.
    pub at: Option<u64>,
}

impl FitReport {
    /// The number of deals of `n` cards: `n(n − 1)`; with these signs of a product and a
    /// difference.
    fn deals(&self, times: &str, minus: &str) -> String {
        let cards = match self.game.copies() {
            1 => "n".to_owned(),
            copies => format!("{copies}{times}n"),
        };
        let later = (1..self.game.players().len()).map(|dealt| format!("({cards}{minus}{dealt})"));
        std::iter::once(cards.clone()).chain(later).collect::<Vec<_>>().join(times)
    }

    fn value(&self, n: u64) -> Option<Rational> {
        let game = self.game.clone().with_deck(n, self.game.copies()).ok()?;
        Some(self.fit.at(n) / game.deals())
    }

    fn value_at(&self) -> Option<(u64, Rational)> {
        self.at.and_then(|n| Some((n, self.value(n)?)))
    }
}

impl WrittenFormula for FitReport {
    fn label(&self) -> String {
        self.game.label_without_deck()
    }

    fn missing(&self) -> &'static [&'static str] {
        &["coq", "svg"]
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let fit = &self.fit;
        let ([first, known], [next, last]) = (fit.fitted, fit.held_out);
        let held_out = last + 1 - next;
        vec![
            ("Degree", fit.degree().to_string()),
            (
                "Fitted",
                format!("on decks of {first} to {known} cards; right from n = {}", fit.from),
            ),
            ("Held out", format!("right on all {held_out} decks of {next} to {last} cards")),
            ("Proof", "none: this is a guess".to_owned()),
        ]
    }

    fn text(&self, paint: Paint) -> String {
        let period = self.fit.classes.len();
        let heading = format!("{}, a guess for decks of n ≥ {} cards", self.label(), self.fit.from);
        let mut lines = vec![paint.heading(&heading), String::new()];
        if let Some((n, value)) = self.value_at() {
            lines.extend([format!("v({n}) = {}", exact_and_decimal(&value)), String::new()]);
        }
        let deals = self.deals("", " − ");
        lines.extend([format!("{deals} v(n), where the line is that of n mod {period}:")]);
        lines.push(String::new());
        let class = |(residue, class): (usize, &Polynomial)| {
            format!("  n mod {period} = {residue:<4} {}", polynomial_text(class, "n"))
        };
        lines.extend(self.fit.classes.iter().enumerate().take(LISTED).map(class));
        if period > LISTED {
            lines.push(String::from("  … --format json has all"));
        }
        lines.push(String::new());
        lines.extend(self.fact_lines(10));
        lines.join("\n") + "\n"
    }

    /// `deals × v(n)` is the polynomial of the class of `n`, lowest coefficient first.
    fn json(&self, lines: JsonLines) -> String {
        let fit = &self.fit;
        let coefficients = |class: &Polynomial| class.coefficients().cloned().collect::<Vec<_>>();
        lines.of(&object! {
            format: 1,
            kind: "fit",
            label: self.label(),
            deals: self.deals("", " − "),
            period: fit.classes.len().to_string(),
            degree: fit.degree(),
            from: fit.from.to_string(),
            fitted: fit.fitted.map(|n| n.to_string()),
            held_out: fit.held_out.map(|n| n.to_string()),
            classes: fit.classes.iter().map(coefficients).collect::<Vec<_>>(),
            proof: "none",
            at?: deck_value(self.value_at()),
        })
    }

    fn latex(&self) -> String {
        let class = |class: &Polynomial| {
            let terms = class.coefficients().enumerate().filter(|(_, factor)| !factor.is_zero());
            let power = |power: usize| match power {
                0 => String::new(),
                1 => " n".to_owned(),
                power => format!(" n^{{{power}}}"),
            };
            let mut terms: Vec<String> = terms
                .map(|(at, factor)| math(factor).trim_matches('$').to_owned() + &power(at))
                .collect();
            terms.reverse();
            let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
            format!("${}$", sum.replace("+ -", "- "))
        };
        let classes: Vec<String> = self.fit.classes.iter().take(LISTED).map(class).collect();
        let more = if self.fit.classes.len() > LISTED { ", \\ldots" } else { "" };
        format!(
            "% {}: a guess, no proof\nFor $n \\ge {}$, ${} v(n) = p_{{n \\bmod {}}}(n)$, where \
             $p_0, p_1, \\ldots$ are\n{}{more}.\n",
            self.label(),
            self.fit.from,
            self.deals("", " - "),
            self.fit.classes.len(),
            classes.join(", ")
        )
    }

    /// A program that defines the guess, and compares it with all values that it fits.
    fn program(&self, system: AlgebraSystem) -> Result<String, FormError> {
        let (label, fit, deals) = (self.label(), &self.fit, self.deals("*", " - "));
        let (period, terms) = (fit.classes.len(), fit.degree() + 1);
        let class = |class: &Polynomial| {
            list((0..terms).map(|power| system.number(&class.coefficient(power))))
        };
        let classes = list(fit.classes.iter().map(class));
        let definition = match system {
            AlgebraSystem::Maple => format!(
                "c := {classes}:\nv := proc(n) local k; return add(c[(n mod {period}) + 1][k]*n^(k \
                 - 1), k = 1 .. {terms})/({deals}) end proc:\n"
            ),
            AlgebraSystem::Sage => format!(
                "c = {classes}\n\n\ndef v(n):\n    terms = enumerate(c[n % {period}])\n    return \
                 sum(QQ(x) * n**k for k, x in terms) / ({deals})\n"
            ),
            AlgebraSystem::Pari => format!(
                "{{c = {classes};}}\nv(n) = sum(k = 1, {terms}, c[n % {period} + 1][k]*n^(k - \
                 1))/({deals});\n"
            ),
        };
        let last = fit.held_out[1];
        let decks = fit.from..=last;
        let certified = decks.filter_map(|n| Some((n.to_string(), system.number(&self.value(n)?))));
        let program = Program {
            remark: format!("{label}: a guess of v(n) for n >= {}, not proved", fit.from),
            definition,
            function: "v",
            certified: certified.collect(),
            done: format!("{label}: v({}) to v({last}) are the certified values", fit.from),
        };
        Ok(program.write(system))
    }
}
