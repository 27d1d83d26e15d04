//! `cargo run --release -p bluff-lp --example solve_file -- FILE`: the exact optimum of an MPS or
//! CPLEX LP file.

use std::error::Error;

use bluff_lp::{Control, NamedProgram, Outcome, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected the path of a file")?;
    let named: NamedProgram = std::fs::read_to_string(path)?.parse()?;
    match solve(&named.program, None, &Control::new())?.outcome {
        Outcome::Optimal(best) => println!("{}", named.objective_of(&best)),
        Outcome::Infeasible(_) => println!("infeasible"),
        Outcome::Unbounded(_) => println!("unbounded"),
    }
    Ok(())
}
