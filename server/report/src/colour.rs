//! Actions in colours on a terminal, as pictures have them.

use rational_bluff::certificate::Solution;

use crate::picture::action::{Bluffs, Kind};
use crate::text::{self, Paint};

/// An equilibrium as [`text::solution`], with its actions in colours where headings are bold:
/// bluffs red, other bets blue, calls green.
pub fn solution(solution: &Solution, paint: Paint) -> String {
    if paint == Paint::Plain {
        return text::solution(solution, paint);
    }
    let bluffs = Bluffs::of(&solution.game, &solution.profile);
    let colour = |view: usize, action: usize, card: u64| {
        let kind = Kind::of(&solution.game.views()[view].actions[action]);
        match kind.class(bluffs.has(view, action, card)) {
            "bluff" => Some(31),
            "call" => Some(32),
            "value" => Some(34),
            "raise-bluff" => Some(91),
            "raise" => Some(35),
            _ => None,
        }
    };
    text::solution_in_colours(solution, paint, &colour)
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve};

    use super::*;

    #[test]
    fn bluffs_are_red_bets_blue_and_calls_green() {
        let game = parse_label("von-neumann/n28-b4").unwrap();
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap().solution;
        let coloured = solution(&solved, Paint::Bold);
        for (line, colour) in [
            ("If your card is 1 to 2: ", "\x1b[31mbet 4\x1b[0m\n"),
            ("If your card is 25 to 28: ", "\x1b[34mbet 4\x1b[0m\n"),
            ("If your card is 21 to 28: ", "\x1b[32mcall\x1b[0m\n"),
            ("If your card is 4 to 24: ", "check\n"),
        ] {
            assert!(coloured.contains(&format!("{line}{colour}")), "{coloured}");
        }
        assert!(!solution(&solved, Paint::Plain).contains('\x1b'));
    }
}
