//! `cargo bench -p rational-bluff --bench guide`: large linear programs from nothing, as they were
//! solved before, and from a guide. Counted work first (pivots), then times and their ratio in
//! this run. Sizes are in the names.

use std::time::{Duration, Instant};

use rational_bluff::engine::lp::{self, Outcome, SolveWork};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, parse_label};
use rational_bluff::program::{NormalForm, SequenceForm};
use rational_bluff::solve::{Control, Method, solve};

/// Programs that are solved in both ways. From nothing, newman/n500-b40 takes more than a minute;
/// it is only guided.
const LABELS: [(&str, bool); 8] = [
    ("kuhn/n1000-b1", true),
    ("kuhn/n2000-b1", true),
    ("newman/n100-b17", true),
    ("newman/n200-b24", true),
    ("one-raise/n2000-b2-raise6", true),
    ("hand-flip/n2000-b2-flip1_6", true),
    ("von-neumann/n10000-b2", true),
    ("newman/n500-b40", false),
];

fn main() {
    for (label, alone) in LABELS {
        let game = parse_label(label).expect("a game");
        let (time, (value, work)) = timed(|| guided(&game));
        println!("guided/{label}: {} float pivots, {time:?}", work.float_pivots);
        if alone {
            let (before, (same, work)) = timed(|| from_nothing(&game));
            assert_eq!(value, same, "{label}");
            println!("from nothing/{label}: {} float pivots, {before:?}", work.float_pivots);
            println!("ratio/{label}: {:.1}", before.as_secs_f64() / time.as_secs_f64());
        }
    }
    for label in ["von-neumann/n5-b2", "kuhn/n4-b1", "kuhn/n100-b1", "newman/n40-b8"] {
        merged(label);
    }
}

fn guided(game: &Game) -> (Rational, SolveWork) {
    let solved = solve(game, Method::Lp, &Control::new()).expect("a solution");
    (solved.solution.values[0].clone(), solved.work)
}

fn from_nothing(game: &Game) -> (Rational, SolveWork) {
    let form = SequenceForm::smaller(game).expect("a program");
    let solved = lp::solve(form.problem(), None, &Control::new()).expect("an answer");
    let Outcome::Optimal(optimum) = solved.outcome else { unreachable!("a game has a value") };
    (form.value(&optimum), solved.work)
}

/// Classes of columns and rows of the programs of a game, and what finding them takes.
fn merged(label: &str) {
    let game = parse_label(label).expect("a game");
    let form = SequenceForm::smaller(&game).expect("a program");
    let table = NormalForm::of(&game).ok().map(|form| form.problem());
    for (kind, problem) in [("sequences", Some(form.problem().clone())), ("table", table)] {
        let Some(problem) = problem else { continue };
        let (time, merged) = timed(|| problem.merged());
        let size = |problem: &lp::LinearProgram| (problem.column_count(), problem.row_count());
        let classes = merged.as_ref().map(|merged| size(merged.problem()));
        println!("merged/{kind}/{label}: {:?} to {classes:?}, {time:?}", size(&problem));
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let done = work();
    (start.elapsed(), done)
}
