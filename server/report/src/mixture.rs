//! An equilibrium over pure strategies, as the slow program of the paper prints it.

use rational_bluff::exact::Rational;
use rational_bluff::solve::Mixture;

/// `[{[{4}, 1/2], [{1,4}, 1/2]}, {[{4}, 1/2], [{2,4}, 1/2]}, 1/12]`: for each player the pure
/// strategies with their probabilities, then the value.
pub fn lprint(mixture: &Mixture) -> String {
    let entry = |(name, weight): &(String, Rational)| format!("[{name}, {weight}]");
    let player = |strategies: &Vec<(String, Rational)>| {
        format!("{{{}}}", strategies.iter().map(entry).collect::<Vec<_>>().join(", "))
    };
    let [first, second] = mixture.strategies.each_ref().map(player);
    format!("[{first}, {second}, {}]\n", mixture.value)
}
