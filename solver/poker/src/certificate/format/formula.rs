//! Formulas for all decks, read: one deck of each residue is proved, and with it all others.
//!
//! With `N = n − 1/2`, both bounds of [`OneStreetProof`] grow by `V((N + P)² − N²)` when `P` cards
//! are added, if `eta` grows by `V P` and each mass by `(1 − V) e_j P`, and these are whole. So the
//! proof of one deck is that of every deck of its residue. docs/ALL_DECKS.md derives it.

use bluff_exact::Rational;
use bluff_exact::json::{Object, present};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::read::{SpelledNumber, SpelledWhole, claim, parsed};
use super::{DocumentError, FORMAT};
use crate::certificate::OneStreetProof;
use crate::game::{CARDS, Family, GameError, Stakes, TreeShape};

/// The kind of document that is a formula.
pub(in crate::certificate) const KIND: &str = "family";
/// The text with the theorem.
const THEOREM: &str = "docs/ALL_DECKS.md";
/// The greatest period of a formula, in residues.
pub const MAX_RESIDUES: u64 = 20_000;

/// A formula for all decks of a one-street game, of which every number was checked:
/// `v(n) = limit − c(n mod period)/(n(n − 1))`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedFormula {
    label: String,
    limit: Rational,
    period: u64,
}

/// Claim of a formula document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormulaClaims {
    format: u32,
    kind: String,
    label: String,
    game: Object<MenuBlock>,
    from: String,
    period: SpelledWhole,
    limit: SpelledNumber,
    formula: Object<QuadraticBlock>,
    exceptions: Vec<IgnoredAny>,
    classes: Vec<Object<ClosedClassBlock>>,
    proof: String,
    #[serde(default, deserialize_with = "present")]
    at: Option<Object<DeckValueBlock>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MenuBlock {
    name: String,
    bets: Vec<SpelledNumber>,
}

/// Coefficients of `n(n − 1) v(n)`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::certificate) struct QuadraticBlock {
    pub(in crate::certificate) n2: SpelledNumber,
    pub(in crate::certificate) n1: SpelledNumber,
    pub(in crate::certificate) constants: Vec<SpelledNumber>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClosedClassBlock {
    residue: SpelledWhole,
    from: SpelledWhole,
    eta: LineBlock,
    masses: Vec<LineBlock>,
}

/// The value of one deck.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::certificate) struct DeckValueBlock {
    pub(in crate::certificate) n: String,
    pub(in crate::certificate) value: SpelledNumber,
}

/// Constant and slope of a line in `m`.
type LineBlock = [SpelledNumber; 2];

/// Numbers that the bets alone decide.
struct Laws {
    bets: Vec<Rational>,
    limit: Rational,
    period: u64,
    /// Growth of `eta` with `m`.
    eta: Rational,
    /// Growth of the masses with `m`.
    masses: Vec<Rational>,
}

impl CheckedFormula {
    /// The game and its bets, `von-neumann/b2`.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The value that large decks approach, in antes per hand to player I.
    pub fn limit(&self) -> &Rational {
        &self.limit
    }

    /// The period of the constants.
    pub fn period(&self) -> u64 {
        self.period
    }

    /// Reads a formula document and checks it from nothing: the bets, one deck of each residue,
    /// every claimed number.
    ///
    /// Errors: [`DocumentError`], naming the culprit.
    pub fn verify(text: &str) -> Result<Self, DocumentError> {
        let Object(document): Object<FormulaClaims> =
            parsed(text).map_err(|error| match error {
                DocumentError::Malformed { reason } => no_formula(reason),
                other => other,
            })?;
        if document.format != FORMAT {
            return Err(DocumentError::UnknownFormat { given: document.format });
        }
        let Object(MenuBlock { name, bets }) = document.game;
        let bets: Vec<Rational> = bets.into_iter().map(|SpelledNumber(bet)| bet).collect();
        let family = Family::known(&name)?;
        if !matches!(family.shape, TreeShape::OneStreet) {
            let reason = format!("no formula of {name} is checked, expected a one-street game");
            return Err(no_formula(reason));
        }
        let stakes = family.from_bets((2, 1), &bets, &Stakes::default())?.stakes().clone();
        let label = format!("{name}/{stakes}");
        claim("the kind", &document.kind, KIND)?;
        claim("the label", &document.label, &label)?;
        claim("the first deck", &document.from, "2")?;
        claim("the number of exceptions", document.exceptions.len(), 0)?;
        claim("the theorem", &document.proof, THEOREM)?;
        let laws = Laws::of(bets[1..].to_vec())?;
        let (limit, period) = (&laws.limit, laws.period);
        claim("the period", document.period.0, period)?;
        claim("the limit", document.limit.0, limit)?;
        let Object(QuadraticBlock { n2, n1, constants }) = document.formula;
        claim("n2", n2.0, limit)?;
        claim("n1", n1.0, -limit)?;
        claim("the number of constants", constants.len(), period)?;
        claim("the number of classes", document.classes.len(), period)?;
        for ((residue, Object(class)), constant) in (0..).zip(document.classes).zip(&constants) {
            laws.check(residue, class, constant)
                .map_err(|error| DocumentError::InClass { residue, error: Box::new(error) })?;
        }
        if let Some(Object(DeckValueBlock { n, value })) = &document.at {
            let deck = CARDS.whole(n)?;
            Rational::from_canonical(n).map_err(GameError::from)?;
            let SpelledNumber(constant) = &constants[(deck % period) as usize];
            claim("the value at the deck", &value.0, limit + &(constant / &pairs(deck)))?;
        }
        Ok(Self { label, limit: laws.limit, period })
    }
}

impl Laws {
    /// Errors: `Malformed` for a period of too many residues.
    fn of(bets: Vec<Rational>) -> Result<Self, DocumentError> {
        // Twice the number of bets is not above the period (docs/ALL_DECKS.md#laws-for-all-decks).
        let (count, most) = (bets.len() as u64, MAX_RESIDUES / 2);
        if count > most {
            return Err(no_formula(format!("{count} bets, expected at most {most} for a formula")));
        }
        let edges: Vec<(Rational, Rational)> = OneStreetProof::steps(&bets).collect();
        let kappa: Rational = edges.iter().map(|(step, edge)| step * edge * edge).sum();
        let limit = &kappa / &(Rational::ONE + &kappa);
        let calling = Rational::ONE - &limit;
        let masses: Vec<Rational> = edges.iter().map(|(_, edge)| &calling * edge).collect();
        let whole = Rational::common_denominator(masses.iter().chain([&limit]));
        let period = whole.to_i128().and_then(|period| u64::try_from(period).ok());
        let Some(period) = period.filter(|period| *period <= MAX_RESIDUES) else {
            let reason = format!("the period is {whole}, expected at most {MAX_RESIDUES}");
            return Err(no_formula(reason));
        };
        let eta = &limit * &whole;
        let masses = masses.into_iter().map(|mass| mass * &whole).collect();
        Ok(Self { bets, limit, period, eta, masses })
    }

    /// Proves the decks of a residue.
    fn check(
        &self,
        residue: u64,
        class: ClosedClassBlock,
        SpelledNumber(constant): &SpelledNumber,
    ) -> Result<(), DocumentError> {
        claim("the residue", class.residue.0, residue)?;
        // The least deck of two cards or more.
        let from = if residue >= 2 { 0 } else { 2_u64.div_ceil(self.period) };
        claim("the least m", class.from.0, from)?;
        let n = residue + from * self.period;
        let first = |what, [SpelledNumber(start), SpelledNumber(slope)]: LineBlock, grows| {
            claim(what, &slope, grows)?;
            Ok::<_, DocumentError>(start + slope * Rational::from(from))
        };
        let eta = first("the slope of eta", class.eta, &self.eta)?;
        claim("the number of masses", class.masses.len(), self.masses.len())?;
        let lines = class.masses.into_iter().zip(&self.masses);
        let masses = lines.map(|(line, grows)| first("the slope of a mass", line, grows));
        let masses = masses.collect::<Result<_, _>>()?;
        let value = OneStreetProof { n, bets: self.bets.clone(), eta, masses }.check()?;
        let found = pairs(n) * (value - &self.limit);
        claim("the constant", constant, found)
    }
}

/// `n(n − 1)`: the deals of two different cards.
fn pairs(n: u64) -> Rational {
    Rational::from(n) * (Rational::from(n) - Rational::ONE)
}

fn no_formula(reason: String) -> DocumentError {
    DocumentError::MalformedFormula { reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::CheckedDocument;
    use crate::certificate::family::FamilyError;

    #[test]
    fn a_formula_of_too_long_a_period_or_another_game_is_no_document() {
        let text = |name: &str, bets: &str| {
            format!(
                "{{\"format\":1,\"kind\":\"family\",\"label\":\"{name}/{}\",\"game\":{{\"name\":\
                 \"{name}\",\"bets\":[{bets}]}},\"from\":\"2\",\"period\":\"9\",\"limit\":\"1/9\",\
                 \"formula\":{{\"n2\":\"1/9\",\"n1\":\"-1/9\",\"constants\":[]}},\"exceptions\":[],\
                 \"classes\":[],\"proof\":\"docs/ALL_DECKS.md\"}}",
                if name == "newman" { "b5" } else { "b2" },
            )
        };
        let refused = |text: &str| match CheckedDocument::verify(text).unwrap_err() {
            FamilyError::Document(error) => error,
            other => panic!("{other}"),
        };
        let newman = refused(&text("newman", "\"0\",\"1\",\"2\",\"3\",\"4\",\"5\""));
        assert!(newman.to_string().contains("the period is 25481, expected at most 20000"));
        let kuhn = refused(&text("kuhn", "\"0\",\"2\""));
        assert!(kuhn.to_string().contains("expected a one-street game"), "{kuhn}");
        let short = refused(&text("von-neumann", "\"0\",\"2\""));
        assert!(short.to_string().contains("the number of constants 0, but it is 9"), "{short}");
        assert!(short.is_refusal() && !newman.is_refusal() && !kuhn.is_refusal());
        assert!(matches!(refused("{}"), DocumentError::Malformed { .. }));
    }
}
