//! Bases near points.

use super::super::{Basis, Control, Outcome, solve};
use super::games::prefix_program;
use super::{LinearProgram, Rational, said};
use bluff_exact::control::Snapshot;

fn newman() -> LinearProgram {
    prefix_program(30, &[1, 2, 3, 4, 5])
}

fn optimum() -> Snapshot {
    let Outcome::Optimal(best) = solve(&newman(), None, &Control::new()).unwrap().outcome else {
        panic!("a game has a value")
    };
    let doubles = |exact: &[Rational]| exact.iter().map(Rational::to_f64).collect();
    Snapshot { primal: doubles(&best.primal), dual: doubles(&best.dual) }
}

/// Answer and pivots in doubles from the basis near a point.
fn from(point: &Snapshot) -> (String, u64) {
    let (problem, control) = (newman(), Control::new());
    let start = Basis::near(&problem, point, &control).unwrap();
    let solved = solve(&problem, start.as_ref(), &control).unwrap();
    (said(&solved.outcome), solved.work.float_pivots)
}

#[test]
fn a_vertex_needs_no_pivot_and_a_point_beside_it_few() {
    let (value, alone) = {
        let solved = solve(&newman(), None, &Control::new()).unwrap();
        (said(&solved.outcome), solved.work.float_pivots)
    };
    let mut point = optimum();
    assert_eq!(from(&point), (value.clone(), 0));
    let numbers = point.primal.iter_mut().chain(&mut point.dual);
    numbers.enumerate().for_each(|(at, number)| *number += 1e-5 * ((at * 37 % 19) as f64 - 9.0));
    let (rough, pivots) = from(&point);
    assert_eq!(rough, value);
    assert!(pivots < alone / 2, "{pivots} of {alone}");
}

/// Half way between two optima, columns are pushed to bounds.
#[test]
fn a_point_inside_a_face_is_pushed_to_a_vertex() {
    let columns: Vec<_> = (0..30).map(|_| ("-1", "0..1")).collect();
    let entries = "1 ".repeat(30);
    let problem = super::problem(&columns, &[("..12", &entries)]);
    let mut primal = vec![1.0; 11];
    primal.extend([0.25, 0.5, 0.25]);
    primal.resize(30, 0.0);
    let control = Control::new();
    let point = Snapshot { primal, dual: vec![-1.0] };
    let start = Basis::near(&problem, &point, &control).unwrap();
    assert_eq!(start, None, "two of three columns between bounds would be pushed");
    let mut rows = vec![("..12", entries.as_str())];
    let apart: Vec<String> = (0..30)
        .map(|row| (0..30).map(|at| if at == row { "1 " } else { "0 " }).collect())
        .collect();
    rows.extend(apart.iter().map(|row| ("..2", row.as_str())));
    let problem = super::problem(&columns, &rows);
    let start = Basis::near(&problem, &point, &control).unwrap();
    let solved = solve(&problem, start.as_ref(), &control).unwrap();
    assert_eq!((said(&solved.outcome).as_str(), solved.work.float_pivots), ("-12", 0));
}

#[test]
fn senseless_points_lead_to_the_same_answer() {
    let value = said(&solve(&newman(), None, &Control::new()).unwrap().outcome);
    let (columns, rows) = (newman().column_count(), newman().row_count());
    let wild = |count: usize| {
        (0..count).map(|at| [0.5, -3.0, f64::NAN, f64::INFINITY, 1e300, 0.0][at % 6]).collect()
    };
    for point in [
        Snapshot::default(),
        Snapshot { primal: vec![1.0; columns], dual: vec![1.0; rows] },
        Snapshot { primal: vec![0.3; columns + 9], dual: vec![] },
        Snapshot { primal: wild(columns), dual: wild(rows) },
    ] {
        assert_eq!(from(&point).0, value);
    }
}
