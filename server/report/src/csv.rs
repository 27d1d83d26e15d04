//! Comma-separated values that a spreadsheet reads as they are meant.

use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;

use crate::runs::{held_runs, noun};

/// Digits after the point in the decimal column.
pub const DECIMALS: usize = 15;

/// A solution, one line per player, view, run of cards and action. Cards of ranks have
/// their numbers, other hands their names and a line each; those that are never held have none.
pub fn solution(solution: &Solution) -> String {
    let game = &solution.game;
    let noun = noun(game);
    let mut text = format!(
        "player,view,first {noun},last {noun},action,probability,decimal,numerator,denominator\n"
    );
    for (at, view) in game.views().iter().enumerate() {
        for (first, last, row) in held_runs(game, at, solution.profile.at(at)) {
            let [first, last] = [first, last].map(|hand| field(&game.hand_code(hand)));
            for (action, probability) in view.actions.iter().zip(&row) {
                text += &format!(
                    "{},{},{first},{last},{},{probability},{},{}\n",
                    view.player,
                    field(&view.name),
                    field(action),
                    decimal(probability),
                    parts(probability)
                );
            }
        }
    }
    text
}

/// A cell of text: quoted where it must be, and never a formula.
pub fn field(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// Decimals that a spreadsheet takes for a number: cut, without the ellipsis.
pub fn decimal(number: &Rational) -> String {
    number.decimal(DECIMALS).trim_end_matches('…').to_owned()
}

/// Numerator and denominator in two cells: a spreadsheet takes `1/12` for a date.
pub fn parts(number: &Rational) -> String {
    let text = number.to_string();
    let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
    format!("{over},{under}")
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve};

    use super::{field, solution};

    #[test]
    fn a_line_per_run_and_action() {
        let game = parse_label("von-neumann/n3-b1").unwrap();
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        let text = solution(&solved.solution);
        assert!(text.starts_with(
            "player,view,first card,last card,action,probability,decimal,numerator,denominator\n\
             I,first to act,1,1,check,2/3,0.666666666666666,2,3\n\
             I,first to act,1,1,bet 1,1/3,0.333333333333333,1,3\n"
        ));
        assert_eq!(text.lines().count(), 1 + 6 + 6);
    }

    #[test]
    fn hands_have_names() {
        let written = |label: &str| {
            let game = parse_label(label).unwrap();
            solution(&solve(&game, Method::Auto, &Control::new()).unwrap().solution)
        };
        let leduc = written("leduc");
        assert!(leduc.starts_with("player,view,first hand,last hand,"), "{leduc}");
        assert!(leduc.contains("\nI,first to act,Q,Q,check,"));
        assert!(written("push-fold/s10").contains("\nI,first to act,43s,43s,push,"));
    }

    #[test]
    fn text_is_quoted_and_never_a_formula() {
        assert_eq!(field("bet 4"), "bet 4");
        assert_eq!(field("bet, \"big\""), "\"bet, \"\"big\"\"\"");
        assert_eq!(field("=1+1"), "'=1+1");
        assert_eq!(field("@sum,a"), "\"'@sum,a\"");
    }
}
