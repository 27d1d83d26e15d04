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
    if game.sets().is_empty() && !game.locks().is_empty() {
        return Err(SolveError::NothingLeft { game: game.tree().title().to_owned() });
    }
    let form = control.run(|| TreeForm::of(game))?;
    let Outcome::Optimal(best) = lp::solve(form.problem(), None, control)?.outcome else {
        return Err(SolveError::NoOptimum { game: game.tree().title().to_owned() });
    };
    let profile = control.run(|| form.profile(&best))??;
    Ok(TreeCandidate { values: None, profile, method: Method::Lp.name().to_owned() })
}
