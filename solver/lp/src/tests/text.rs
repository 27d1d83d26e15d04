//! The text other solvers read.

use super::{TextFormat, problem};

#[test]
fn fractions_ranges_and_free_columns() {
    let problem = problem(
        &[("1/2", "0.."), ("-1/3", ".."), ("0", "-1..5"), ("0", "1/2.."), ("1", "..4"), ("0", "7")],
        &[("1/4..", "1 -1/6"), ("-2..3", "0 1 1"), ("5", "1 0 0 1"), ("..", "1 1"), ("..0", "")],
    );
    let written = |format| {
        problem.to_text(format, |x| format!("x{}", x.index()), |row| format!("r{}", row.index()))
    };
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
    assert_eq!(written(TextFormat::CplexLp), expected);
    let expected = r"* objective multiplied by 6
NAME bluff
ROWS
 N obj
 G r0
 G r1_lower
 L r1_upper
 E r2
 L r4
 G bound_x3
COLUMNS
 x0 obj 3
 x0 r0 12
 x0 r2 1
 x1 obj -2
 x1 r0 -2
 x1 r1_lower 1
 x1 r1_upper 1
 x2 r1_lower 1
 x2 r1_upper 1
 x3 r2 1
 x3 bound_x3 2
 x4 obj 6
 x5 obj 0
RHS
 rhs r0 3
 rhs r1_lower -2
 rhs r1_upper 3
 rhs r2 5
 rhs bound_x3 1
BOUNDS
 LO bounds x0 0
 FR bounds x1
 LO bounds x2 -1
 UP bounds x2 5
 FR bounds x3
 MI bounds x4
 UP bounds x4 4
 FX bounds x5 7
ENDATA
";
    assert_eq!(written(TextFormat::Mps), expected);
}
