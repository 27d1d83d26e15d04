//! Numbers so far apart that doubles see only some of them.

use super::listing::Dice;
use super::{Bounds, Column, LinearProgram, Rational, number, problem, said, solved};

/// Columns, rows and the answer.
type FarCase<'a> = (&'a [(&'a str, &'a str)], &'a [(&'a str, &'a str)], &'a str);

/// 2^60 is 1152921504606846976, and 2^-40 is 1/1099511627776.
#[test]
fn doubles_and_refinement_leave_no_pivot_to_rationals() {
    #[rustfmt::skip]
    let cases: [FarCase; 7] = [
        // A reduced cost of 10^-12, below every tolerance.
        (&[("-1", "0.."), ("-1000000000001/1000000000000", "0..")], &[("..1", "1 1")],
            "-1000000000001/1000000000000"),
        // Runs of 1, 10^9 and 10^17 cards.
        (&[("-1", "0..1"), ("-10^9", "0..1"), ("-10^17", "0..1")], &[("..1/2", "1 1 1")],
            "-50000000000000000"),
        (&[("-1", "0.."), ("-1", "0.."), ("1", "0..")],
            &[("..10^17", "1 10^9 -1"), ("..1", "10^-17 1 1"), ("..10^9", "1 10^17 0")],
            "-1000000000"),
        // Feasible by 2^-60, and infeasible by as much.
        (&[("0", "0..1")], &[("1..1152921504606846977/1152921504606846976", "1")], "0"),
        (&[("0", "0..1")], &[("1152921504606846977/1152921504606846976..", "1")], "infeasible"),
        // The way to a feasible point gains 10^-10 per unit.
        (&[("1", "0..10^11"), ("0", "0..1")], &[("2..", "10^-10 1")], "10000000000"),
        // Unbounded along a direction of size 2^40.
        (&[("-1", "0.."), ("0", "0..")], &[("0", "1099511627776 -1")], "unbounded"),
    ];
    for (columns, rows, answer) in cases {
        let solved = solved(&problem(columns, rows));
        assert_eq!((said(&solved.outcome).as_str(), solved.work.exact_pivots), (answer, 0));
    }
}

/// Entries, bounds and costs are powers of two from 2^-60 to 2^60, or 0. `solved` compares with
/// rationals alone.
#[test]
fn random_powers_of_two_agree_with_rationals() {
    let mut dice = Dice(20);
    for _ in 0..300 {
        let mut power = || match dice.roll(4) {
            0 => Rational::ZERO,
            sign => {
                let power = number("2").pow(dice.roll(61) as usize);
                let power = if dice.roll(2) == 0 { power } else { Rational::ONE / power };
                if sign == 1 { -power } else { power }
            }
        };
        let mut problem = LinearProgram::new();
        let columns: Vec<Column> = (0..4)
            .map(|_| {
                let (cost, most) = (power(), power().abs());
                problem.add_column(cost, Bounds::between(Rational::ZERO, most))
            })
            .collect();
        for _ in 0..3 {
            let entries: Vec<_> = columns.iter().map(|column| (*column, power())).collect();
            problem.add_row(Bounds::at_most(power()), entries);
        }
        solved(&problem);
    }
}
