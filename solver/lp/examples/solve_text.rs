//! `cargo run --release -p bluff-lp --example solve_text < FILE`: the exact optimum of MPS or CPLEX
//! LP text.

use std::error::Error;
use std::io::{Write, read_to_string, stdin, stdout};

use bluff_lp::{Control, NamedProgram, Outcome, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let named: NamedProgram = read_to_string(stdin())?.parse()?;
    let answer = match solve(&named.program, None, &Control::new())?.outcome {
        Outcome::Optimal(best) => named.objective_of(&best).to_string(),
        Outcome::Infeasible(_) => "infeasible".to_owned(),
        Outcome::Unbounded(_) => "unbounded".to_owned(),
    };
    Ok(writeln!(stdout(), "{answer}")?)
}
