//! Number of pure equilibria of von Neumann's game at every deck size.

use rational_bluff::exact::Rational;
use rational_bluff::pure::{PureClass, PureCounts};
use serde::Serialize;

use crate::text::Paint;

/// Place of the proof, which covers every deck: the residues with equilibria, and all others.
const PROOF: &str = "docs/PURE_EQUILIBRIA.md";

/// The numbers of pure equilibria of a whole bet, as they are shown.
#[derive(Debug)]
pub struct PureCountsReport {
    /// The numbers.
    pub counts: PureCounts,
    /// A deck whose number is shown too.
    pub at: Option<(u64, Rational)>,
}

#[derive(Debug, Serialize)]
struct PureCountsDocument {
    format: u8,
    kind: &'static str,
    label: String,
    period: String,
    small: SmallDecks,
    classes: Vec<CountClass>,
    others: OtherDecks,
    growth: [String; 2],
    proof: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<DeckCount>,
}

/// The decks from 2 cards to `to`.
#[derive(Debug, Serialize)]
struct SmallDecks {
    to: String,
    count: &'static str,
    status: &'static str,
}

/// The decks `period · j + residue` from `from` on: `raney[1]/(raney[0] m + raney[1]) ·
/// C(raney[0] m + raney[1], m)` with `m = terms[0] + terms[1] j`.
#[derive(Debug, Serialize)]
struct CountClass {
    residue: String,
    from: String,
    raney: [String; 2],
    terms: [String; 2],
    status: &'static str,
}

#[derive(Debug, Serialize)]
struct OtherDecks {
    count: &'static str,
    status: &'static str,
}

#[derive(Debug, Serialize)]
struct DeckCount {
    n: String,
    count: String,
}

impl PureCountsReport {
    fn label(&self) -> String {
        format!("von-neumann/b{}", self.counts.bet())
    }

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

    /// The numbers as JSON.
    pub fn json(&self) -> String {
        let p = self.counts.bet() + 1;
        let class = |class: &PureClass| CountClass {
            residue: class.residue.to_string(),
            from: self.first(class).to_string(),
            raney: [p, class.r].map(|number| number.to_string()),
            terms: [class.shift, class.step].map(|number| number.to_string()),
            status: "proved",
        };
        crate::document::json(&PureCountsDocument {
            format: 1,
            kind: "pure-counts",
            label: self.label(),
            period: self.counts.period().to_string(),
            small: SmallDecks { to: self.counts.tiny().to_string(), count: "2", status: "proved" },
            classes: self.counts.classes().iter().map(class).collect(),
            others: OtherDecks { count: "0", status: "proved" },
            growth: self.growth(),
            proof: PROOF,
            at: self
                .at
                .as_ref()
                .map(|(n, count)| DeckCount { n: n.to_string(), count: count.to_string() }),
        })
    }

    /// The numbers in words.
    pub fn text(&self, paint: Paint) -> String {
        let (counts, p) = (self.counts, self.counts.bet() + 1);
        let heading = format!("{}, pure equilibria of every deck of n ≥ 2 cards", self.label());
        let mut lines = vec![paint.heading(&heading), String::new()];
        if let Some((n, count)) = &self.at {
            lines.extend([format!("{n} cards: {count}"), String::new()]);
        }
        lines.push(format!("R(r, m) = r/({p}m + r) · C({p}m + r, m) of them, a Raney number:"));
        lines.push(String::new());
        for class in counts.classes() {
            let PureClass { residue, r, step, shift, .. } = class;
            let period = counts.period();
            let deck = match residue {
                0 => format!("n = {period}j"),
                residue => format!("n = {period}j + {residue}"),
            };
            let terms = match shift {
                0 => format!("{step}j"),
                shift => format!("{step}j + {shift}"),
            };
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
}
