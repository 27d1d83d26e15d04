//! The text other solvers read.

use super::problem;

#[test]
fn fractions_ranges_and_free_columns() {
    let problem = problem(
        &[("1/2", "0.."), ("-1/3", ".."), ("0", "-1..5"), ("0", "1/2.."), ("1", "..4"), ("0", "7")],
        &[("1/4..", "1 -1/6"), ("-2..3", "0 1 1"), ("5", "1 0 0 1"), ("..", "1 1"), ("..0", "")],
    );
    let text = problem.to_cplex_lp(|column| format!("x{}", column.index()), |row| format!("r{}", row.index()));
    let expected = r"\ objective multiplied by 6
Minimize
 obj: + 3 x0 - 2 x1 + 6 x4
Subject To
 r0: + 12 x0 - 2 x1 >= 3
 r1_lower: + x1 + x2 >= -2
 r1_upper: + x1 + x2 <= 3
 r2: + x0 + x3 = 5
 r4: 0 x0 <= 0
 bound_x3: + 2 x3 >= 1
Bounds
 0 <= x0
 x1 free
 -1 <= x2 <= 5
 x3 free
 -inf <= x4 <= 4
 x5 = 7
End
";
    assert_eq!(text, expected);
}
