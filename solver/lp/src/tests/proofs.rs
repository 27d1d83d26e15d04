//! Proofs that have been tampered with are refused.

use super::super::{Column, FarkasRay, Flaw, Optimum, Outcome, Ray, Row, verify};
use super::{LinearProgram, Rational, number, problem, solved};

/// A change to a proof, and the flaw that it makes.
type TamperCase<T> = (fn(&mut T), &'static str);

/// The flaw as the compiler prints it begins so.
fn refused(problem: &LinearProgram, outcome: &Outcome, flaw: &str) {
    match verify(problem, outcome) {
        Err(found) => assert!(format!("{found:?}").starts_with(flaw), "{found:?}"),
        Ok(()) => panic!("accepted {outcome:?}"),
    }
}

#[test]
fn tampered_optimum() {
    let problem = problem(&[("-1", "0.."), ("-1", "0..5")], &[("..4", "3 1"), ("-9..4", "1 3")]);
    let Outcome::Optimal(best) = solved(&problem).outcome else { panic!("it has an optimum") };
    let cases: [TamperCase<Optimum>; 9] = [
        (|o| o.objective += &number("1/1000"), "ObjectivesDiffer {"),
        (|o| o.primal[0] = number("0"), "ObjectivesDiffer {"),
        (|o| o.primal[0] = number("2"), "RowOutside { row: Row(0),"),
        (|o| o.primal[1] = number("-1/9"), "ColumnOutside { column: Column(1),"),
        (|o| o.dual[0] = number("1"), "RowUnheld { row: Row(0),"),
        (|o| o.dual[0] = number("-9"), "ObjectivesDiffer {"),
        (|o| o.dual[0] = number("0"), "ColumnUnheld { column: Column(0),"),
        (|o| drop(o.primal.pop()), "WrongLength { given: 1, expected: 2 }"),
        (|o| o.dual.push(Rational::ZERO), "WrongLength { given: 3, expected: 2 }"),
    ];
    for (change, flaw) in cases {
        let mut optimum = best.clone();
        change(&mut optimum);
        refused(&problem, &Outcome::Optimal(optimum), flaw);
    }
}

#[test]
fn tampered_farkas_ray() {
    let problem = problem(&[("0", ".."), ("0", "0..")], &[("1..", "1 -1"), ("..0", "2 0")]);
    let Outcome::Infeasible(FarkasRay::Rows(weights)) = solved(&problem).outcome else {
        panic!("it is infeasible")
    };
    for row in 0..2 {
        for change in ["1", "-1", "1/7"] {
            let mut weights = weights.clone();
            weights[row] += &number(change);
            let flaw = verify(&problem, &Outcome::Infeasible(FarkasRay::Rows(weights)));
            assert!(matches!(flaw, Err(Flaw::ColumnUnheld { .. } | Flaw::RowUnheld { .. })));
        }
    }
    let opposite = weights.iter().map(|weight| -weight).collect();
    for (ray, flaw) in [
        (FarkasRay::Rows(opposite), "RowUnheld {"),
        (FarkasRay::Rows(vec![Rational::ZERO; 2]), "NotContradictory { least: 0 }"),
        (FarkasRay::Rows(Vec::new()), "WrongLength {"),
        (FarkasRay::CrossedColumn(Column(0)), "NotCrossed"),
        (FarkasRay::CrossedRow(Row(0)), "NotCrossed"),
        (FarkasRay::CrossedRow(Row(7)), "NotCrossed"),
    ] {
        refused(&problem, &Outcome::Infeasible(ray), flaw);
    }
}

#[test]
fn tampered_ray() {
    let problem = problem(&[("-1", "0.."), ("0", "0.."), ("1", "..")], &[("..1", "1 -1 0")]);
    let Outcome::Unbounded(ray) = solved(&problem).outcome else { panic!("it is unbounded") };
    let cases: [TamperCase<Ray>; 5] = [
        (|r| r.point[0] = number("9"), "RowOutside {"),
        (|r| r.direction[0] = number("9"), "RowOutside {"),
        (|r| r.direction[1] = number("-9"), "ColumnOutside {"),
        (|r| r.direction.fill(Rational::ZERO), "CostDoesNotFall { change: 0 }"),
        (|r| r.direction.truncate(1), "WrongLength {"),
    ];
    for (change, flaw) in cases {
        let mut ray = ray.clone();
        change(&mut ray);
        refused(&problem, &Outcome::Unbounded(ray), flaw);
    }
}
