//! Every corner a linear program can have, by name.

use super::super::model::Model;
use super::super::simplex::{Simplex, SimplexEnd};
use super::super::{
    Basis, Column, Control, LinearProgram, Outcome, Stopped, VariableStatus, solve, verify,
};
use super::games::prefix_program;
use super::{Rational, answer, problem, said, solved};

type Pairs<'a> = &'a [(&'a str, &'a str)];

/// Name, columns (cost, bounds), rows (bounds, entries), answer.
#[test]
fn corners() {
    #[rustfmt::skip]
    let cases: &[(&str, Pairs, Pairs, &str)] = &[
        ("feasible", &[("-1", "0.."), ("-1", "0..")], &[("..4", "3 1"), ("..4", "1 3")], "-2"),
        ("infeasible", &[("1", "0.."), ("1", "0..")], &[("..-1", "1 1")], "infeasible"),
        ("infeasible by two rows", &[("0", ".."), ("0", "..")],
            &[("1..", "1 1"), ("..0", "2 2")], "infeasible"),
        ("unbounded", &[("-1", "0.."), ("0", "0..")], &[("..1", "1 -1")], "unbounded"),
        ("unbounded downwards", &[("1", "..")], &[("..5", "1")], "unbounded"),
        ("degenerate", &[("-1", "0.."), ("-1", "0..")],
            &[("..1", "1 1"), ("..1", "1 0"), ("..1", "0 1"), ("..2", "2 1")], "-1"),
        ("Beale cycles here", &[("-3/4", "0.."), ("150", "0.."), ("-1/50", "0.."), ("6", "0..")],
            &[("..0", "1/4 -60 -1/25 9"), ("..0", "1/2 -90 -1/50 3"), ("..1", "0 0 1 0")], "-1/20"),
        ("free columns", &[("1", ".."), ("2", "..")], &[("3", "1 1"), ("-1..", "0 1")], "2"),
        ("bounded both sides", &[("-2", "1..3"), ("1", "-5..5")], &[("-1..4", "1 1")], "-10"),
        ("flips only", &[("-1", "0..1"), ("1", "0..1"), ("-1", "-2..7")], &[], "-8"),
        ("fixed columns", &[("1", "2"), ("1", "-1"), ("1", "0..")], &[("4..", "1 1 1")], "4"),
        ("equality rows", &[("1", "0.."), ("1", "0.."), ("0", "..")],
            &[("6", "1 2 0"), ("0", "1 -1 1")], "3"),
        ("redundant rows", &[("1", "0.."), ("1", "0..")],
            &[("2", "1 1"), ("4", "2 2"), ("..9", "1 1")], "2"),
        ("duplicate rows", &[("-1", "0.."), ("-2", "0..")],
            &[("..2", "1 1"), ("..2", "1 1"), ("..2", "1 1")], "-4"),
        ("contradictory equalities", &[("0", ".."), ("0", "..")],
            &[("1", "1 1"), ("3", "2 2")], "infeasible"),
        ("no rows, no columns", &[], &[], "0"),
        ("no rows", &[("1", "-3..")], &[], "-3"),
        ("no rows, unbounded", &[("1", "..3")], &[], "unbounded"),
        ("no columns", &[], &[("..1", ""), ("0", "")], "0"),
        ("no columns, infeasible", &[], &[("1..", "")], "infeasible"),
        ("a row with no entries", &[("1", "0..")], &[("-1..1", "0"), ("2..", "1")], "2"),
        ("a row with no entries, infeasible", &[("1", "0..")], &[("1..2", "0")], "infeasible"),
        ("crossed column", &[("1", "2..1")], &[("..9", "1")], "infeasible"),
        ("crossed row", &[("1", "..")], &[("2..1", "1")], "infeasible"),
        ("a column in no row", &[("-1", "..7"), ("1", "0..")], &[("1..", "0 1")], "-6"),
        ("a row without bounds", &[("1", "1..")], &[("..", "1")], "1"),
        ("infeasible and unbounded", &[("-1", ".."), ("0", "0..")],
            &[("..-1", "0 1")], "infeasible"),
        ("below a double", &[("10^-400", "1..")], &[("10^400..", "10^400")], "1/1"),
        ("huge and tiny", &[("1", "0.."), ("10^400", "0..")], &[("1..", "10^-400 1")], "10^400"),
    ];
    for (name, columns, rows, expected) in cases {
        let expected = match *expected {
            "1/1" => super::number("10^-400").to_string(),
            "10^400" => super::number("10^400").to_string(),
            other => other.to_owned(),
        };
        assert_eq!(answer(&problem(columns, rows)), expected, "{name}");
    }
}

/// Doubles cannot tell 1 from 1 + 10^-20, so their basis is optimal only by luck; refinement puts
/// it right.
#[test]
fn refinement_overrules_doubles() {
    let close = "100000000000000000001/100000000000000000000";
    let below = "99999999999999999999/100000000000000000000";
    for (first, second) in [(close, below), (below, close)] {
        let columns = [(format!("-{first}"), "0.."), (format!("-{second}"), "0..")];
        let columns: Vec<(&str, &str)> =
            columns.iter().map(|(cost, within)| (cost.as_str(), *within)).collect();
        let solved = solved(&problem(&columns, &[("..1", "1 1")]));
        assert_eq!(said(&solved.outcome), format!("-{close}"));
        assert_eq!(solved.work.exact_pivots, 0);
    }
}

#[test]
fn any_start_will_do() {
    let problem = problem(
        &[("1", "0.."), ("-1", "0..5"), ("2", ".."), ("1", "0..")],
        &[("2..", "1 1 1 0"), ("2..", "1 1 1 0"), ("..9", "2 2 2 1"), ("1", "0 1 -1 1")],
    );
    let expected = answer(&problem);
    let all = [
        VariableStatus::Basic,
        VariableStatus::AtLower,
        VariableStatus::AtUpper,
        VariableStatus::Free,
    ];
    let control = Control::new();
    for code in 0..4_usize.pow(8) {
        let status = |place: u32| all[code / 4_usize.pow(place) % 4];
        if code % 7 != 0 {
            continue;
        }
        let start =
            Basis { columns: (0..4).map(status).collect(), rows: (4..8).map(status).collect() };
        let solved = solve(&problem, Some(&start), &control).unwrap();
        assert_eq!(said(&solved.outcome), expected);
        assert_eq!(verify(&problem, &solved.outcome), Ok(()));
    }
    for length in [0, 1, 3, 9] {
        for status in all {
            let start = Basis { columns: vec![status; length], rows: vec![status; 9 - length] };
            assert_eq!(said(&solve(&problem, Some(&start), &control).unwrap().outcome), expected);
        }
    }
}

#[test]
fn an_optimal_start_needs_no_pivot() {
    let problem = problem(&[("-1", "0.."), ("-1", "0..")], &[("..4", "3 1"), ("..4", "1 3")]);
    let Outcome::Optimal(best) = solved(&problem).outcome else { panic!("it has an optimum") };
    let again = solve(&problem, Some(&best.basis), &Control::new()).unwrap();
    assert_eq!((again.work.float_pivots, again.work.exact_pivots), (0, 0));
    assert_eq!(again.outcome, Outcome::Optimal(best));
}

/// A basis of 60 columns with entries 1…8, in which a third of the basic values and of the other
/// reduced costs are 0. Doubles see small numbers of either sign there, and leave.
#[test]
fn an_optimal_start_is_kept_where_rounding_would_leave_it() {
    let size = 60;
    let mut seed = 7_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % below) as i64
    };
    let matrix: Vec<Vec<i64>> =
        (0..size).map(|_| (0..2 * size).map(|_| 1 + next(8)).collect()).collect();
    let mut sparse = |greatest: u64| -> Vec<i64> {
        (0..size).map(|at| if at % 3 == 0 { 0 } else { 1 + next(greatest) }).collect()
    };
    let (point, prices, excess) = (sparse(1_000_000), sparse(1_000_000), sparse(9));
    let mut problem = LinearProgram::new();
    let columns: Vec<Column> = (0..2 * size)
        .map(|column| {
            let priced: i64 = matrix.iter().zip(&prices).map(|(row, y)| row[column] * y).sum();
            let cost = priced + column.checked_sub(size).map_or(0, |other| excess[other]);
            problem.add_column(Rational::from(cost), super::bounds("0.."))
        })
        .collect();
    for row in &matrix {
        let right: i64 = row.iter().zip(&point).map(|(entry, x)| entry * x).sum();
        let entries = columns.iter().copied().zip(row.iter().map(|entry| Rational::from(*entry)));
        problem.add_row(super::Bounds::exactly(Rational::from(right)), entries);
    }
    let mut status = vec![VariableStatus::Basic; size];
    status.resize(2 * size, VariableStatus::AtLower);
    let start = Basis { columns: status, rows: vec![VariableStatus::AtLower; size] };
    let control = Control::new();
    let model = Model::<f64>::new(&problem);
    let mut doubles = Simplex::new(&model, &control, model.statuses(Some(&start)));
    assert!(doubles.run().is_ok() && doubles.pivots > 0);
    let solved = solve(&problem, Some(&start), &control).unwrap();
    assert_eq!((solved.work.float_pivots, solved.work.exact_pivots), (0, 0));
    let Outcome::Optimal(best) = solved.outcome else { panic!("it has an optimum") };
    assert_eq!(best.basis, start);
}

/// max x + y within x + y ≤ 1, x, y ≥ 0: the face is the edge from (1, 0) to (0, 1).
#[test]
fn the_face_holds_all_optima() {
    let problem = problem(&[("-1", "0.."), ("-1", "0.."), ("1", "0..")], &[("..1", "1 1 0")]);
    let Outcome::Optimal(best) = solved(&problem).outcome else { panic!("it has an optimum") };
    let face = problem.face(&best);
    for (column, least, greatest) in [(0, "0", "-1"), (1, "0", "-1"), (2, "0", "0")] {
        for (cost, expected) in [("1", least), ("-1", greatest)] {
            let mut query = face.clone();
            query.set_cost(super::Column(column), super::number(cost));
            let solved = solve(&query, Some(&best.basis), &Control::new()).unwrap();
            assert_eq!(said(&solved.outcome), expected);
            assert_eq!(verify(&query, &solved.outcome), Ok(()));
        }
    }
}

#[test]
fn pivots_are_counted_and_cancelling_stops() {
    let problem = problem(&[("-1", "0.."), ("-1", "0..")], &[("..4", "3 1"), ("..4", "1 3")]);
    let control = Control::new();
    let work = solve(&problem, None, &control).unwrap().work;
    assert_eq!(control.pivots(), work.float_pivots + work.exact_pivots);
    control.cancel();
    assert_eq!(solve(&problem, None, &control), Err(Stopped));
}

/// Snapshots are in the units of the problem, though the guide works in others: entries far apart,
/// then large bounds and costs.
#[test]
fn a_look_at_the_end_shows_the_optimum() {
    let apart = problem(
        &[("-1", "0.."), ("-10^-3", "0..")],
        &[("..10^6", "10^6 1"), ("..10^3", "1 10^-2"), ("-10^9..", "-1 -10^3")],
    );
    let large = problem(
        &[("-3000", "0..10^6"), ("-10^5", "0..")],
        &[("..10^7", "2 30"), ("-10^8..", "-90 -7")],
    );
    for problem in [apart, large] {
        let control = Control::new();
        let Outcome::Optimal(best) = solved(&problem).outcome else { panic!("it has an optimum") };
        let mut model = Model::<f64>::new(&problem);
        model.scale();
        assert!(model.units.is_some());
        let mut simplex = Simplex::new(&model, &control, model.statuses(None));
        assert!(matches!(simplex.run(), Ok(SimplexEnd::Optimal)));
        let sketch = simplex.sketch();
        let near = |doubles: &[f64], exact: &[Rational]| {
            let close = |(double, exact): (&f64, &Rational)| {
                (double - exact.to_f64()).abs() <= 1e-15 + 1e-9 * exact.to_f64().abs()
            };
            doubles.len() == exact.len() && doubles.iter().zip(exact).all(close)
        };
        assert!(
            near(&sketch.primal, &best.primal) && near(&sketch.dual, &best.dual),
            "{sketch:?} {best:?}"
        );
        let some = |numbers: &[Rational]| numbers.iter().any(|number| *number != Rational::ZERO);
        assert!(some(&best.dual) && some(&best.primal));
    }
}

#[test]
fn perturbing_moves_no_point_and_breaks_no_bound() {
    let (problem, control) = (prefix_program(14, &[1, 2, 3, 4, 5]), Control::new());
    let best = solve(&problem, None, &control).unwrap();
    let Outcome::Optimal(best) = best.outcome else { panic!("a game has a value") };
    let model = Model::<f64>::new(&problem);
    let mut simplex = Simplex::new(&model, &control, model.statuses(Some(&best.basis)));
    let (value, lower) = (simplex.value.clone(), simplex.lower.clone());
    simplex.perturb();
    assert_ne!(simplex.lower, lower);
    let moved = simplex.value.iter().zip(&value).map(|(after, before)| (after - before).abs());
    assert!(moved.fold(0.0, f64::max) < 1e-9);
    assert_eq!(simplex.broken_count, 0);
}
