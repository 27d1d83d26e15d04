//! Games of two players that are given by their tree, whether of poker or not.

use crate::certificate::format::CheckedTree;
use crate::certificate::{Certified, TreeCandidate, TreeSolution, check_tree};
use crate::engine::lp::{self, Outcome};
use crate::program::TreeForm;
use crate::tree::{TreeFile, TreeGame};

use super::{Control, Method, SolveError};

/// Solves a tree by its linear program and has the answer certified.
///
/// Errors: `Stopped`; other ones only if the solver is wrong.
///
/// ```
/// use rational_bluff::{exact::Rational, exchange::Strategic, tree::TreeGame};
/// use rational_bluff::solve::{Control, solve_tree};
/// // Matching pennies for three coins.
/// let text = r#"NFG 1 R "pennies" { "I" "II" } { 2 2 } 3 0 0 3 0 3 3 0"#;
/// let game = TreeGame::of_table(&Strategic::read(text)?)?;
/// assert_eq!(solve_tree(&game, &Control::new())?.values, [1, 1].map(|_| Rational::ratio(3, 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_tree(
    game: &TreeGame,
    control: &Control,
) -> Result<Certified<TreeSolution>, SolveError> {
    let candidate = candidate(game, control)?;
    Ok(control.run(|| check_tree(game, candidate))??)
}

/// [`solve_tree`] of a file, for a document.
///
/// Errors: as [`solve_tree`].
pub fn solve_file(file: TreeFile, control: &Control) -> Result<CheckedTree, SolveError> {
    let candidate = candidate(file.game(), control)?;
    Ok(control.run(|| CheckedTree::check(file, candidate))??)
}

fn candidate(game: &TreeGame, control: &Control) -> Result<TreeCandidate, SolveError> {
    let form = control.run(|| TreeForm::of(game))?;
    let Outcome::Optimal(best) = lp::solve(form.problem(), None, control)?.outcome else {
        return Err(SolveError::NoOptimum { game: game.tree().title().to_owned() });
    };
    let profile = control.run(|| form.profile(&best))??;
    Ok(TreeCandidate { values: None, profile, method: Method::Lp.name().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::exchange::{Extensive, Strategic};
    use crate::game::kuhn;
    use crate::solve::{MatrixGame, solve};

    fn value(game: &TreeGame) -> Rational {
        solve_tree(game, &Control::new()).unwrap().values[0].clone()
    }

    #[test]
    fn kuhns_file_has_the_value_of_its_label() {
        for n in 3..=13 {
            let game = kuhn(n, Rational::ONE).unwrap();
            let label = solve(&game, Method::Lp, &Control::new()).unwrap();
            let text = Extensive::of(&game).unwrap().to_string();
            let tree = TreeGame::of(&Extensive::read(&text).unwrap()).unwrap();
            assert_eq!(value(&tree), label.solution.values[0], "{n}");
        }
    }

    /// Digits of a seed, from low to high.
    struct Digits(u64);

    impl Digits {
        fn below(&mut self, most: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % most
        }
    }

    /// A random tree: chance with thirds, sets that several nodes share, bonuses on the way, names
    /// empty and alike.
    fn random_tree(seed: u64) -> String {
        let mut digits = Digits(seed);
        let mut text = "EFG 2 R \"\" { \"\" \"\" }\n".to_owned();
        let (mut waiting, mut number) = (vec![0], 0);
        while let Some(depth) = waiting.pop() {
            number += 1;
            let payoff = digits.below(9);
            let kind = if depth > 3 { 0 } else { digits.below(4) };
            let set = digits.below(3) + 1;
            text += &match kind {
                0 if depth > 1 => format!("t \"\" {number} \"\" {{ {payoff} -{payoff} }}\n"),
                0 | 3 => "c \"\" 1 \"\" { \"\" 1/3 \"\" 2/3 } 0\n".to_owned(),
                player => format!(
                    "p \"\" {player} {}{set} \"\" {{ \"\" \"\" }} {number} \"\" \
                     {{ {payoff} -{payoff} }}\n",
                    depth + 1
                ),
            };
            if !(kind == 0 && depth > 1) {
                waiting.extend([depth + 1; 2]);
            }
        }
        text
    }

    #[test]
    fn a_random_tree_has_the_value_of_its_table() {
        let mut solved = 0;
        for seed in 0..400 {
            let tree = Extensive::read(&random_tree(seed)).unwrap();
            let (Ok(game), Ok(table)) = (TreeGame::of(&tree), Strategic::of(&tree)) else {
                continue;
            };
            let columns = table.strategies().next().unwrap().len();
            let first = |cell: &Vec<Rational>| cell[0].clone();
            let rows = table
                .payoffs()
                .chunks(columns)
                .map(|row| row.iter().map(|cell| -first(cell)).collect());
            let matrix = MatrixGame::new(rows.collect()).unwrap().solve(&Control::new()).unwrap();
            assert_eq!(value(&game), -matrix.value, "{seed}");
            assert_eq!(value(&TreeGame::of_table(&table).unwrap()), value(&game), "{seed}");
            solved += 1;
        }
        assert!(solved > 60, "{solved}");
    }
}
