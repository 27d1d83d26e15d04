//! Proofs that have been tampered with are refused.

use super::super::{Column, FarkasRay, Flaw, Outcome, Row, verify};
use super::{LinearProgram, Rational, number, problem, solved};

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
    let tampered = |change: &dyn Fn(&mut super::super::Optimum)| {
        let mut optimum = best.clone();
        change(&mut optimum);
        Outcome::Optimal(optimum)
    };
    refused(&problem, &tampered(&|o| o.objective += &number("1/1000")), "ObjectivesDiffer {");
    refused(&problem, &tampered(&|o| o.primal[0] = number("0")), "ObjectivesDiffer {");
    refused(&problem, &tampered(&|o| o.primal[0] = number("2")), "RowOutside { row: Row(0),");
    refused(
        &problem,
        &tampered(&|o| o.primal[1] = number("-1/9")),
        "ColumnOutside { column: Column(1),",
    );
    refused(&problem, &tampered(&|o| o.dual[0] = number("1")), "RowUnheld { row: Row(0),");
    refused(&problem, &tampered(&|o| o.dual[0] = number("-9")), "ObjectivesDiffer {");
    refused(&problem, &tampered(&|o| o.dual[0] = number("0")), "ColumnUnheld { column: Column(0),");
    refused(
        &problem,
        &tampered(&|o| drop(o.primal.pop())),
        "WrongLength { given: 1, expected: 2 }",
    );
    refused(
        &problem,
        &tampered(&|o| o.dual.push(Rational::ZERO)),
        "WrongLength { given: 3, expected: 2 }",
    );
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
    refused(&problem, &Outcome::Infeasible(FarkasRay::Rows(opposite)), "RowUnheld {");
    refused(
        &problem,
        &Outcome::Infeasible(FarkasRay::Rows(vec![Rational::ZERO; 2])),
        "NotContradictory { least: 0 }",
    );
    refused(&problem, &Outcome::Infeasible(FarkasRay::Rows(Vec::new())), "WrongLength {");
    for ray in [
        FarkasRay::CrossedColumn(Column(0)),
        FarkasRay::CrossedRow(Row(0)),
        FarkasRay::CrossedRow(Row(7)),
    ] {
        refused(&problem, &Outcome::Infeasible(ray), "NotCrossed");
    }
}

#[test]
fn tampered_ray() {
    let problem = problem(&[("-1", "0.."), ("0", "0.."), ("1", "..")], &[("..1", "1 -1 0")]);
    let Outcome::Unbounded(ray) = solved(&problem).outcome else { panic!("it is unbounded") };
    let tampered = |change: &dyn Fn(&mut super::super::Ray)| {
        let mut ray = ray.clone();
        change(&mut ray);
        Outcome::Unbounded(ray)
    };
    refused(&problem, &tampered(&|r| r.point[0] = number("9")), "RowOutside {");
    refused(&problem, &tampered(&|r| r.direction[0] = number("9")), "RowOutside {");
    refused(&problem, &tampered(&|r| r.direction[1] = number("-9")), "ColumnOutside {");
    refused(
        &problem,
        &tampered(&|r| r.direction.fill(Rational::ZERO)),
        "CostDoesNotFall { change: 0 }",
    );
    refused(&problem, &tampered(&|r| r.direction.truncate(1)), "WrongLength {");
}
