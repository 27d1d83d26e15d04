//! The paper's lists, as Maple's `lprint` prints them.

use std::fmt::Write;

use rational_bluff::certificate::Solution;
use rational_bluff::control::check_cancelled;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Player};
use rational_bluff::pure::PureEquilibrium;

use crate::form::FormError;
use crate::runs::{CardRun, joined};

/// Maximum number of numbers in one list.
pub const MAX_NUMBERS: u128 = 2_000_000;

/// A solution as the paper's list.
///
/// - One bet size: `[value, decimal, I, II]`, by card the probability of the bet and of the call.
/// - Several sizes: a row per card; I's row has the probability of each size, the check's 0 first;
///   II's the probability of calling each, 1 for the check.
/// - More players with one decision between two actions each: `[[0, values …], I, II, III]`, by
///   card the probability of the second action; the first 0 is the largest gain from deviating.
/// - Any other game: per player a list of views, each a row per card, each row the probability of
///   every action.
///
/// Errors: `TooLong` for more than [`MAX_NUMBERS`] numbers.
pub fn solution(solution: &Solution) -> Result<String, FormError> {
    let game = &solution.game;
    fits(game)?;
    let head = match solution.values.as_slice() {
        [first, _] => format!("{first}, {}", first.maple_float()),
        values => format!(
            "[0, {}]",
            values.iter().map(Rational::to_string).collect::<Vec<_>>().join(", ")
        ),
    };
    let players: Vec<String> = if one_decision(game) {
        let second_action = |view| scalars(joined([&solution.profile.at(view)[1]]));
        (0..game.views().len()).map(second_action).collect()
    } else if game.is_one_street() {
        let call_the_check = Piecewise::constant(game.n(), Rational::ONE);
        let calls = (1..game.views().len()).map(|view| &solution.profile.at(view)[1]);
        let calls: Vec<&Piecewise> = std::iter::once(&call_the_check).chain(calls).collect();
        vec![rows(joined(solution.profile.at(0))), rows(joined(calls))]
    } else {
        let views = |player: &Player| {
            let views =
                game.views_of(*player).map(|(view, _)| rows(joined(solution.profile.at(view))));
            format!("[{}]", views.collect::<Vec<_>>().join(", "))
        };
        game.players().iter().map(views).collect()
    };
    Ok(format!("[{head}, {}]\n", players.join(", ")))
}

/// Checks that a list by card of this game's solution is not too long.
///
/// Errors: as [`solution`].
pub fn fits(game: &Game) -> Result<(), FormError> {
    let functions: usize = game.views().iter().map(|view| view.actions.len()).sum();
    let numbers = functions as u128 * u128::from(game.n());
    if numbers <= MAX_NUMBERS {
        return Ok(());
    }
    let excess = format!("{numbers} numbers, expected at most {MAX_NUMBERS}");
    Err(FormError::TooLong(format!(
        "{excess} for a list by card; --format json is by runs of cards"
    )))
}

/// Pure equilibria as the paper's set: `{[{1,6,7},{3,6,7},2/21], …}`.
pub fn pure(equilibria: &[(PureEquilibrium, Rational)]) -> String {
    let entry = |(sets, value): &(PureEquilibrium, Rational)| {
        check_cancelled();
        format!("[{},{},{value}]", set(&sets.bets), set(&sets.calls))
    };
    format!("{{{}}}\n", equilibria.iter().map(entry).collect::<Vec<_>>().join(", "))
}

/// `{1,6,7}`.
pub(super) fn set(cards: &[u64]) -> String {
    format!("{{{}}}", cards.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
}

/// Each player decides once, between two actions; Newman's game is listed by rows even with a
/// single bet.
fn one_decision(game: &Game) -> bool {
    let once = |player: &Player| game.views_of(*player).map(|(_, view)| view.actions.len()).eq([2]);
    game.family().is_none_or(|family| !family.whole_bets) && game.players().iter().all(once)
}

/// A list with the row of every card.
fn rows(runs: impl Iterator<Item = CardRun<Rational>>) -> String {
    by_card(runs, list)
}

/// A list with the one number of every card.
fn scalars(runs: impl Iterator<Item = CardRun<Rational>>) -> String {
    by_card(runs, |row| row[0].to_string())
}

fn by_card(
    runs: impl Iterator<Item = CardRun<Rational>>,
    shown: impl Fn(&[Rational]) -> String,
) -> String {
    let mut text = String::from("[");
    for (first, last, row) in runs {
        let entry = shown(&row);
        for card in first..=last {
            let comma = if card == 1 { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{entry}");
        }
    }
    text + "]"
}

/// Items in a list, `[1, 2/3]`.
fn list<T: ToString>(items: &[T]) -> String {
    format!("[{}]", items.iter().map(T::to_string).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use rational_bluff::certificate::{Candidate, check};
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve};
    use rational_bluff::strategy::Profile;

    use super::*;

    fn lprint(label: &str) -> String {
        let game = parse_label(label).unwrap();
        solution(&solve(&game, Method::Auto, &Control::new()).unwrap().solution).unwrap()
    }

    #[test]
    fn one_bet_size_is_a_number_per_card() {
        let text = lprint("von-neumann/n28-b4");
        assert!(text.starts_with("[113/1134, .9964726631e-1, [1, 1, 2/3, 0, 0, "), "{text}");
        assert!(text.ends_with(", 1, 1, 1, 1, 1]]\n"), "{text}");
        assert_eq!(
            lprint("von-neumann/n3-b1"),
            "[1/18, .5555555556e-1, [1/3, 0, 1], [0, 1/3, 1]]\n"
        );
        assert_eq!(lprint("one-street/n3-s1"), lprint("von-neumann/n3-b1"));
    }

    #[test]
    fn several_sizes_are_a_row_per_card() {
        assert_eq!(
            lprint("newman/n3-b1"),
            "[1/18, .5555555556e-1, [[2/3, 1/3], [1, 0], [0, 1]], [[1, 0], [1, 1/3], [1, 1]]]\n"
        );
    }

    #[test]
    fn other_games_are_views_of_rows() {
        let text = lprint("kuhn/n3-b1");
        assert!(text.starts_with("[-1/18, -.5555555556e-1, [[["), "{text}");
        assert_eq!(text.matches('[').count(), 1 + 2 + 4 + 12, "{text}");
    }

    #[test]
    fn three_players_start_with_the_largest_gain() {
        // Nobody bets and everybody folds: with b = 100 an equilibrium at n = 3 except for a top
        // card that is called.
        let game = parse_label("three-player/n3-b2").unwrap();
        let never = |last| vec![Piecewise::constant(3, Rational::ONE), Piecewise::steps(last)];
        let zero = || [(3, Rational::ZERO)];
        let top = |n| {
            vec![
                Piecewise::steps([(n - 1, Rational::ONE), (n, Rational::ZERO)]),
                Piecewise::steps([(n - 1, Rational::ZERO), (n, Rational::ONE)]),
            ]
        };
        let profile = Profile::new(&game, vec![never(zero()), top(3), top(3)]).unwrap();
        let candidate = Candidate {
            values: Some(vec![Rational::ZERO; 3]),
            profile,
            method: "by hand".to_owned(),
        };
        let certified = check(&game, candidate).unwrap();
        assert_eq!(
            solution(&certified).unwrap(),
            "[[0, 0, 0, 0], [0, 0, 0], [0, 0, 1], [0, 0, 1]]\n"
        );
    }

    #[test]
    fn long_lists_are_refused_by_name() {
        let game = parse_label("von-neumann/n500001-b2").unwrap();
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        let message = solution(&solved.solution).unwrap_err().to_string();
        assert_eq!(
            message,
            "2000004 numbers, expected at most 2000000 for a list by card; --format json is by \
             runs of cards"
        );
    }
}
