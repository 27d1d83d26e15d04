//! `cargo bench -p bluff-lp`: counted work first (pivots, bits), then the least time
//! of some runs. The programs are made here; their sizes are in the names.

use std::hint::black_box;
use std::time::Instant;

use bluff_exact::Rational;
use bluff_lp::{Bounds, Column, Control, LinearProgram, SolveWork, Stopped, solve};

/// Runs of each program.
const RUNS: usize = 20;

/// Xorshift, so that the programs are always the same.
struct Dice(u64);

impl Dice {
    /// A whole number from 1 to `sides`.
    fn roll(&mut self, sides: u64) -> Rational {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Rational::from((self.0 >> 11) % sides + 1)
    }
}

/// Columns of 0 and more with costs.
fn columns(
    program: &mut LinearProgram,
    count: usize,
    mut cost: impl FnMut() -> Rational,
) -> Vec<Column> {
    let at_least = || Bounds::at_least(Rational::ZERO);
    (0..count).map(|_| program.add_column(cost(), at_least())).collect()
}

/// The cheapest way to bring goods from sources to sinks. Each of `n` sources has as much as each
/// of `n` sinks needs if `even`: an assignment, where most pivots are degenerate.
fn transport(sources: usize, sinks: usize, even: bool) -> LinearProgram {
    let (mut program, mut dice) = (LinearProgram::new(), Dice(7));
    let ways = columns(&mut program, sources * sinks, || dice.roll(1_000));
    let mut size = |most: u64| if even { Rational::ONE } else { dice.roll(most) };
    for from in ways.chunks(sinks) {
        let has = size(9) + Rational::from(if even { 0 } else { 9 * sinks / sources });
        program.add_row(Bounds::at_most(has), from.iter().map(|way| (*way, Rational::ONE)));
    }
    for to in 0..sinks {
        let way = |from: &[Column]| (from[to], Rational::ONE);
        program.add_row(Bounds::at_least(size(9)), ways.chunks(sinks).map(way));
    }
    program
}

/// Production in periods with a stock of which a seventh perishes: each row links two periods.
fn staircase(periods: usize, goods: usize) -> LinearProgram {
    let (mut program, mut dice) = (LinearProgram::new(), Dice(11));
    let made = columns(&mut program, periods * goods, || dice.roll(100));
    let kept = columns(&mut program, periods * goods, || dice.roll(5));
    for (at, (&made, &stock)) in made.iter().zip(&kept).enumerate() {
        let before = at.checked_sub(goods).map(|at| (kept[at], Rational::ratio(6, 7)));
        let row = [(made, Rational::ONE), (stock, Rational::from(-1))].into_iter().chain(before);
        program.add_row(Bounds::at_least(dice.roll(50)), row);
    }
    for made in made.chunks(goods) {
        let hours = made.iter().map(|made| (*made, dice.roll(9) / Rational::from(4)));
        program.add_row(Bounds::at_most(Rational::from(200 * goods as u64)), hours);
    }
    program
}

/// The best sum of products under `rows` limits, each of eight products.
fn sparse(rows: usize, count: usize) -> LinearProgram {
    let (mut program, mut dice) = (LinearProgram::new(), Dice(13));
    let products = columns(&mut program, count, || -dice.roll(100));
    for at in 0..rows {
        let of = |step: usize| products[(at * 31 + step * step * 17) % count];
        let row: Vec<_> = (0..8).map(|step| (of(step), dice.roll(9) / dice.roll(9))).collect();
        program.add_row(Bounds::at_most(dice.roll(1_000)), row);
    }
    let all = products.iter().map(|product| (*product, Rational::ONE));
    program.add_row(Bounds::at_most(Rational::from(1_000)), all);
    program
}

/// A chain whose rows hold 1 and 10^17: doubles cannot tell a solution from its neighbours.
fn far(links: usize) -> LinearProgram {
    let (mut program, mut dice) = (LinearProgram::new(), Dice(17));
    let chain = columns(&mut program, links + 1, || dice.roll(9));
    let huge = Rational::from(10_u64.pow(17));
    for pair in chain.windows(2) {
        let row = [(pair[0], huge.clone()), (pair[1], Rational::ONE)];
        program.add_row(Bounds::at_least(&huge + dice.roll(9)), row);
        program.add_row(
            Bounds::at_most(&huge * Rational::from(3)),
            [(pair[0], Rational::ONE), (pair[1], huge.clone())],
        );
    }
    program
}

fn main() -> Result<(), Stopped> {
    for (name, program) in [
        ("transport/40x60", transport(40, 60, false)),
        ("assignment/50x50", transport(50, 50, true)),
        ("staircase/periods=80-goods=5", staircase(80, 5)),
        ("sparse/rows=400-columns=600", sparse(400, 600)),
        ("far/links=100", far(100)),
    ] {
        let mut times = Vec::new();
        let mut work = SolveWork::default();
        for _ in 0..RUNS {
            let begun = Instant::now();
            work = solve(black_box(&program), None, &Control::new())?.work;
            times.push(begun.elapsed());
        }
        let SolveWork { float_pivots, exact_pivots, bits } = work;
        let least = times.into_iter().min().unwrap_or_default();
        println!(
            "{name}: {float_pivots} float pivots, {exact_pivots} exact, {bits} bits, {least:?}"
        );
    }
    Ok(())
}
