//! Number of pure equilibria of von Neumann's game at every deck size.

use rational_bluff::exact::Rational;
use rational_bluff::pure::{PureClass, PureCounts, PureError, count_pure_equilibria};

use super::WrittenFormula;
use super::programs::Program;
use crate::algebra::{AlgebraSystem, list};
use crate::document::JsonLines;
use crate::form::FormError;
use crate::text::Paint;

/// Place of the proof, which covers every deck: the residues with equilibria, and all others.
const PROOF: &str = "docs/PURE_EQUILIBRIA.md";

/// The largest deck whose number a program compares with a count of lattice paths.
const COUNTED: u64 = 60;

/// The numbers of pure equilibria of a whole bet, as they are shown.
#[derive(Debug)]
pub struct PureCountsReport {
    /// The numbers.
    pub counts: PureCounts,
    /// A deck whose number is shown too.
    pub at: Option<(u64, Rational)>,
}

impl PureCountsReport {
    /// Forms that they do not have.
    pub(super) const MISSING: &[&str] = &["coq", "svg"];

    /// The first deck of a class.
    fn first(&self, class: &PureClass) -> u64 {
        self.counts.period() * class.least + class.residue
    }

    /// Factor by which the number grows with each card of a deck: `base^(numerator/denominator)`.
    fn growth(&self) -> [String; 2] {
        let bet = self.counts.bet();
        let base = match bet {
            1 => String::from("4"),
            _ => format!("{}^{}/{bet}^{bet}", bet + 1, bet + 1),
        };
        let bet = Rational::from(bet);
        let per_card =
            (&bet + &Rational::from(2)) / ((&bet + &Rational::ONE) * (&bet + &Rational::from(4)));
        [base, per_card.to_string()]
    }
}

impl WrittenFormula for PureCountsReport {
    /// The label of the game without a deck.
    fn label(&self) -> String {
        format!("von-neumann/b{}", self.counts.bet())
    }

    fn missing(&self) -> &'static [&'static str] {
        Self::MISSING
    }

    fn text(&self, paint: Paint) -> String {
        let (counts, p) = (self.counts, self.counts.bet() + 1);
        let heading = format!("{}, pure equilibria of every deck of n ≥ 2 cards", self.label());
        let mut lines = vec![paint.heading(&heading), String::new()];
        if let Some((n, count)) = &self.at {
            lines.extend([format!("{n} cards: {count}"), String::new()]);
        }
        lines.push(format!("R(r, m) = r/({p}m + r) · C({p}m + r, m) of them, a Raney number:"));
        lines.push(String::new());
        for class in counts.classes() {
            let deck = format!("n = {}", line(counts.period(), class.residue));
            let (r, terms) = (class.r, line(class.step, class.shift));
            lines.push(format!("  {deck:<14} R({r}, {terms}), from n = {}", self.first(&class)));
        }
        let [base, per_card] = self.growth();
        lines.extend([
            String::new(),
            format!(
                "Small   2 of them for n ≤ {}, where the bet is large for the deck",
                counts.tiny()
            ),
            String::from("Others  no other deck has a pure equilibrium"),
            format!("Growth  by ({base})^({per_card}) with each card"),
            format!("Proof   {PROOF}; every line is proved"),
        ]);
        lines.join("\n") + "\n"
    }

    fn json(&self, lines: JsonLines) -> String {
        let (counts, p) = (self.counts, self.counts.bet() + 1);
        // The decks `period · j + residue` from `from` on: `raney[1]/(raney[0] m + raney[1]) ·
        // C(raney[0] m + raney[1], m)` with `m = terms[0] + terms[1] j`.
        let class = |class: &PureClass| {
            object! {
                residue: class.residue.to_string(),
                from: self.first(class).to_string(),
                raney: [p, class.r].map(|number| number.to_string()),
                terms: [class.shift, class.step].map(|number| number.to_string()),
                status: "proved",
            }
        };
        let at = self.at.as_ref();
        lines.of(&object! {
            format: 1,
            kind: "pure-counts",
            label: self.label(),
            period: counts.period().to_string(),
            small: object! { to: counts.tiny().to_string(), count: "2", status: "proved" },
            classes: counts.classes().iter().map(class).collect::<Vec<_>>(),
            others: object! { count: "0", status: "proved" },
            growth: self.growth(),
            proof: PROOF,
            at?: at.map(|(n, count)| object! { n: n.to_string(), count: count.to_string() }),
        })
    }

    fn latex(&self) -> String {
        let (counts, p) = (self.counts, self.counts.bet() + 1);
        let class = |class: &PureClass| {
            let (deck, terms) =
                (line(counts.period(), class.residue), line(class.step, class.shift));
            let (r, first) = (class.r, self.first(class));
            format!("R({r}, {terms}) & n = {deck} \\ge {first},\\\\\n")
        };
        let rows: String = counts.classes().iter().map(class).collect();
        format!(
            "% {}\nWith $R(r, m) = \\dfrac{{r}}{{{p}m + r}}\\dbinom{{{p}m + r}}{{m}}$, the \
             number of pure equilibria of a deck of $n$ cards is\n\\[\n\\begin{{cases}}\n2 & 2 \
             \\le n \\le {},\\\\\n{rows}0 & \\text{{otherwise.}}\n\\end{{cases}}\n\\]\n",
            self.label(),
            counts.tiny()
        )
    }

    /// A program that defines `count(n)` for every `n ≥ 2` and compares the decks of up to
    /// 60 cards with a count of lattice paths.
    ///
    /// Errors: those of [`count_pure_equilibria`].
    fn program(&self, system: AlgebraSystem) -> Result<String, FormError> {
        let (counts, p, label) = (self.counts, self.counts.bet() + 1, self.label());
        let (period, tiny, bet) = (counts.period(), counts.tiny(), Rational::from(counts.bet()));
        let class = |class: &PureClass| {
            let PureClass { residue, least, r, step, shift } = *class;
            list([residue, least, r, step, shift].map(|number| number.to_string()))
        };
        let classes = list(counts.classes().iter().map(class));
        let counted =
            (2..=COUNTED).map(|n| Ok((n.to_string(), count_pure_equilibria(n, &bet)?.to_string())));
        let columns = "residue, least j, r, step, shift";
        let definition = match system {
            AlgebraSystem::Maple => format!(
                "# {columns}\nclasses := {classes}:\ncount := proc(n) local k, j, m; if n <= \
                 {tiny} then return 2 end if; j := iquo(n, {period}); for k in classes do if n mod \
                 {period} = k[1] and j >= k[2] then m := k[4]*j + k[5]; return k[3]*binomial({p}*m \
                 + k[3], m)/({p}*m + k[3]) end if end do; return 0 end proc:\n"
            ),
            AlgebraSystem::Sage => format!(
                "from math import comb\n\n# {columns}\nclasses = {classes}\n\n\ndef count(n):\n    \
                 if n <= {tiny}:\n        return 2\n    for residue, least, r, step, shift in \
                 classes:\n        j = n // {period}\n        if n % {period} == residue and j >= \
                 least:\n            m = step * j + shift\n            return r * comb({p} * m + \
                 r, m) // ({p} * m + r)\n    return 0\n"
            ),
            AlgebraSystem::Pari => format!(
                "\\\\ {columns}\n{{classes = {classes};}}\ncount(n) = if(n <= {tiny}, return(2)); \
                 my(j = n \\ {period}, k, m); for(i = 1, #classes, k = classes[i]; if(n % {period} \
                 == k[1] && j >= k[2], m = k[4]*j + k[5]; return(k[3]*binomial({p}*m + k[3], \
                 m)/({p}*m + k[3])))); 0;\n"
            ),
        };
        let program = Program {
            remark: format!("{label}: the number of pure equilibria for every n >= 2"),
            definition,
            function: "count",
            certified: counted.collect::<Result<_, PureError>>()?,
            done: format!("{label}: the numbers of 2 to {COUNTED} cards are those of a count"),
        };
        Ok(program.write(system))
    }
}

/// A line in `j`: `9j + 2`.
fn line(step: u64, shift: u64) -> String {
    if shift == 0 { format!("{step}j") } else { format!("{step}j + {shift}") }
}
