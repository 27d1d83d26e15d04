//! A start for large programs over cards: the basis near an equilibrium that another method finds.

use crate::engine::lp::{Basis, SolveWork};
use crate::game::Game;
use crate::program::SequenceForm;
use crate::strategy::Profile;
use crate::threshold;

use super::runs::{Choice, by_few_runs};
use super::{Control, SolveError};

/// Programs of fewer rows are solved from nothing.
const ROWS_FROM: usize = 2_000;

/// An equilibrium in more than this part of the deck's cards is not looked for.
const MANY: u64 = 10;

/// A basis from which the program of a game has a short way to its optimum, if the game has an
/// equilibrium in threshold form or in few runs of cards.
///
/// Errors: [`SolveError::Stopped`].
pub(super) fn start(
    game: &Game,
    form: &SequenceForm<'_>,
    control: &Control,
) -> Result<(Option<Basis>, SolveWork), SolveError> {
    if form.problem().row_count() < ROWS_FROM {
        return Ok((None, SolveWork::default()));
    }
    let (profile, work) = profile(game, control)?;
    let Some(profile) = profile else { return Ok((None, work)) };
    Ok((near(form, &profile, control)?, work))
}

/// A basis near an equilibrium, or near something that is almost one; `None` if there is none.
///
/// Errors: [`SolveError::Stopped`].
pub(super) fn near(
    form: &SequenceForm<'_>,
    profile: &Profile,
    control: &Control,
) -> Result<Option<Basis>, SolveError> {
    let point = control.run(|| form.point_of(profile))?;
    Ok(Basis::near(form.problem(), &point, control)?)
}

/// An equilibrium, or something near to one, that takes far less time than the program.
fn profile(game: &Game, control: &Control) -> Result<(Option<Profile>, SolveWork), SolveError> {
    if threshold::applies(game) {
        let first = control.run(|| threshold::candidates(game).ok()?.next()?.ok())?;
        return Ok((first, SolveWork::default()));
    }
    match by_few_runs(game, Choice::Strictest, game.n() / MANY, control) {
        Err(error) if !matches!(error, SolveError::Stopped(_)) => Ok((None, SolveWork::default())),
        found => found.map(|(found, work)| (found.map(|(profile, _)| profile), work)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Method, optimum, solve};
    use super::*;
    use crate::engine::lp::Bounds;
    use crate::exact::Rational;
    use crate::game::parse_label;

    /// The program from nothing and from the guide: one value, and less work.
    #[test]
    fn a_guided_program_has_the_value_of_the_program_alone() {
        for label in
            ["von-neumann/n2100-b2", "newman/n60-b17", "kuhn/n350-b1", "one-raise/n400-b2-raise6"]
        {
            let game = parse_label(label).unwrap();
            let form = SequenceForm::smaller(&game).unwrap();
            assert!(form.problem().row_count() >= ROWS_FROM, "{label}");
            let control = Control::new();
            let (alone, work) = optimum(&game, form.problem(), None, &control).unwrap();
            let guided = solve(&game, Method::Lp, &control).unwrap();
            assert_eq!(guided.solution.values[0], form.value(&alone), "{label}");
            assert!(guided.work.float_pivots < work.float_pivots, "{label}: {:?}", guided.work);
        }
    }

    /// A point made from an equilibrium is optimal, and so are its dual values, to rounding.
    #[test]
    fn the_point_of_an_equilibrium_is_optimal() {
        for label in [
            "von-neumann/n20-b2",
            "newman/n20-b4",
            "kuhn/n20-b1",
            "kuhn/n9-b3_2-r3",
            "one-raise/n20-b2-raise6",
            "hand-flip/n20-b2-flip1_6",
        ] {
            let game = parse_label(label).unwrap();
            let solution = solve(&game, Method::Lp, &Control::new()).unwrap().solution;
            for own in game.players() {
                let form = SequenceForm::of(&game, *own).unwrap();
                let point = form.point_of(&solution.profile);
                let doubles = |numbers: &[f64]| -> Vec<Rational> {
                    let grains = numbers.iter().map(|number| (number * 2_f64.powi(30)).round());
                    grains.map(|grains| Rational::ratio(grains as i64, 1 << 30)).collect()
                };
                let (primal, dual) = (doubles(&point.primal), doubles(&point.dual));
                let problem = form.problem();
                let near = |number: &Rational| number.to_f64() > -1e-6;
                let reduced = problem.reduced_costs(&dual);
                // Within its bounds, and at the one that a price asks for.
                let check = |name: String, value: &Rational, bounds: &Bounds, price: &Rational| {
                    let inside = bounds.lower.as_ref().is_none_or(|lower| near(&(value - lower)))
                        && bounds.upper.as_ref().is_none_or(|upper| near(&(upper - value)));
                    assert!(inside, "{label}, {name}");
                    let paid = match price.to_f64() {
                        price if price > 1e-6 => bounds.lower.as_ref(),
                        price if price < -1e-6 => bounds.upper.as_ref(),
                        _ => Some(value),
                    };
                    let paid = paid.unwrap_or_else(|| panic!("{label}, {name}"));
                    assert!((value - paid).to_f64().abs() < 1e-6, "{label}, {name}");
                };
                for column in problem.columns() {
                    let (at, bounds) = (column.index(), problem.column_bounds(column));
                    check(format!("column {at}"), &primal[at], bounds, &reduced[at]);
                }
                for row in problem.rows() {
                    let terms = problem.entries(row);
                    let sum = terms.map(|(at, entry)| entry * &primal[at.index()]).sum();
                    let (at, bounds) = (row.index(), problem.row_bounds(row));
                    check(format!("row {at}"), &sum, bounds, &dual[at]);
                }
            }
        }
    }

    #[test]
    fn a_cancelled_guide_stops() {
        let control = Control::new();
        control.cancel();
        let game = parse_label("kuhn/n350-b1").unwrap();
        let form = SequenceForm::smaller(&game).unwrap();
        assert!(matches!(start(&game, &form, &control), Err(SolveError::Stopped(_))));
    }
}
