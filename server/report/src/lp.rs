//! Linear programs of any kind, solved.

use bluff_lp::{FarkasRay, NamedProgram, Outcome};
use rational_bluff::exact::{Rational, counted};
use serde::{Serialize, Serializer};

use crate::table::aligned;
use crate::text::{Paint, exact_and_decimal};

/// A linear program, and its answer with the proof.
#[derive(Clone, Debug)]
pub struct SolvedProgram {
    /// The program as it was read.
    pub named: NamedProgram,
    /// The answer, which was checked.
    pub outcome: Outcome,
}

/// A number for each name.
struct ByName<'a>(&'a [String], Vec<Rational>);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().zip(&self.1))
    }
}

/// An answer as JSON.
#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
enum ProgramDocument<'a> {
    Optimal { objective: Rational, primal: ByName<'a>, dual: ByName<'a> },
    Infeasible(Contradiction<'a>),
    Unbounded { point: ByName<'a>, ray: ByName<'a> },
}

/// The proof that a program has no point.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Contradiction<'a> {
    Ray(ByName<'a>),
    Row(&'a str),
    Column(&'a str),
}

impl SolvedProgram {
    fn document(&self) -> ProgramDocument<'_> {
        let NamedProgram { columns, rows, .. } = &self.named;
        match &self.outcome {
            Outcome::Optimal(best) => ProgramDocument::Optimal {
                objective: self.named.objective_of(best),
                primal: ByName(columns, best.primal.clone()),
                dual: ByName(rows, best.dual.iter().map(|y| self.named.in_sense(y)).collect()),
            },
            Outcome::Infeasible(ray) => ProgramDocument::Infeasible(match ray {
                FarkasRay::Rows(weights) => Contradiction::Ray(ByName(rows, weights.clone())),
                FarkasRay::CrossedRow(row) => Contradiction::Row(&rows[row.index()]),
                FarkasRay::CrossedColumn(column) => Contradiction::Column(&columns[column.index()]),
            }),
            Outcome::Unbounded(ray) => ProgramDocument::Unbounded {
                point: ByName(columns, ray.point.clone()),
                ray: ByName(columns, ray.direction.clone()),
            },
        }
    }

    /// The answer as JSON, with a number for every column and row.
    pub fn json(&self) -> String {
        crate::document::json(&self.document())
    }

    /// The message of a program without an optimum.
    pub fn no(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Optimal(_) => None,
            Outcome::Infeasible(_) => Some("the program is infeasible".to_owned()),
            Outcome::Unbounded(_) => Some("the program is unbounded".to_owned()),
        }
    }

    /// The answer in words; what is 0 is left out.
    pub fn text(&self, paint: Paint) -> String {
        let NamedProgram { columns, rows, .. } = &self.named;
        let [rows, columns] = [(rows, "row", "rows"), (columns, "column", "columns")]
            .map(|(names, one, many)| counted(names.len(), one, many));
        let title = format!("A linear program of {rows} and {columns}");
        let mut lines = vec![paint.heading(&title)];
        let mut part = |heading: &str, numbers: Vec<String>| {
            lines.extend([String::new(), paint.heading(heading)]);
            lines.extend(numbers);
        };
        let words = |words: &str| vec![format!("  {words}")];
        let proof = match self.document() {
            ProgramDocument::Optimal { objective, primal, dual } => {
                part("Optimum", words(&exact_and_decimal(&objective)));
                part("Columns", primal.lines());
                part("Dual values of the rows", dual.lines());
                "the values keep all bounds, and the dual values prove that no others are better"
            }
            ProgramDocument::Infeasible(Contradiction::Ray(weights)) => {
                part("Infeasible: weights of the rows", weights.lines());
                "with these weights the bounds of the rows and of the columns contradict each other"
            }
            ProgramDocument::Infeasible(Contradiction::Row(name)) => {
                part("Infeasible: the row", words(name));
                "its bounds exclude each other"
            }
            ProgramDocument::Infeasible(Contradiction::Column(name)) => {
                part("Infeasible: the column", words(name));
                "its bounds exclude each other"
            }
            ProgramDocument::Unbounded { point, ray } => {
                part("Unbounded: from the point", point.lines());
                part("In the direction", ray.lines());
                "all bounds are kept for ever, and the objective improves without end"
            }
        };
        part("Certificate", words(proof));
        lines.join("\n") + "\n"
    }
}

impl ByName<'_> {
    fn lines(&self) -> Vec<String> {
        let all = self.0.iter().zip(&self.1).filter(|(_, number)| !number.is_zero());
        aligned(all.map(|(name, number)| vec![name.clone(), exact_and_decimal(number)]))
    }
}
