//! How a solution is cited.

use rational_bluff::certificate::Solution;

/// The key of a solution in bibliographies: `rational-bluff:von-neumann-n28-b4`.
pub(crate) fn key(solution: &Solution) -> String {
    format!("rational-bluff:{}", solution.game.label().replace('/', "-"))
}

/// The solution as an entry of BibTeX, without a last newline.
pub(crate) fn bibtex(solution: &Solution) -> String {
    let (key, label) = (key(solution), super::latex::escaped(&solution.game.label()));
    let (version, value) = (env!("CARGO_PKG_VERSION"), &solution.values[0]);
    format!(
        "@misc{{{key},\n  title = {{Equilibrium of {label}}},\n  \
         howpublished = {{Rational Bluff, version {version}, address /{label}}},\n  \
         note = {{Value {value} to player I, with certificate}}\n}}"
    )
}
