//! Bounds on the value of a game while its linear program is at work.

use crate::control::Snapshot;
use crate::exact::Rational;
use crate::game::{Game, Player};
use crate::hands;
use crate::program::SequenceForm;
use crate::strategy::Evaluation;

use super::{Control, Method, RUNS_FROM, SolveError, settled};

/// Bounds on the value to player I while a solve runs, in antes per hand.
///
/// The point that the simplex method has come to is rounded to strategies of both players, whose
/// best responses are computed exactly. So each bound is a proof of its own, however far the solve
/// has come, and holds whatever becomes of it.
///
/// ```
/// use std::thread;
/// use rational_bluff::{exact::Rational, game::kuhn, solve::{ValueBounds, Control, Method, solve}};
/// let (game, control) = (kuhn(200, Rational::ONE)?, Control::new());
/// let mut bounds = ValueBounds::of(&game, Method::Lp)?.expect("a linear program");
/// let value = thread::scope(|scope| {
///     let work = scope.spawn(|| solve(&game, Method::Lp, &control));
///     while !work.is_finished() {
///         bounds.look(&control);
///     }
///     work.join().expect("no panic").map(|solved| solved.solution.values[0].clone())
/// })?;
/// assert!(bounds.lower().is_none_or(|lower| *lower <= value));
/// assert!(bounds.upper().is_none_or(|upper| *upper >= value));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ValueBounds<'a> {
    form: SequenceForm<'a>,
    game: &'a Game,
    lower: Option<Rational>,
    upper: Option<Rational>,
}

impl<'a> ValueBounds<'a> {
    /// For a solve of this game by this method; `None` if that is no linear program over sequences,
    /// and has no bounds on the way.
    ///
    /// Errors: those of the program.
    pub fn of(game: &'a Game, method: Method) -> Result<Option<Self>, SolveError> {
        match settled(game, method) {
            // Points of restricted games say nothing of the program.
            Method::Lp | Method::Readable if hands::applies(game) => return Ok(None),
            Method::Lp => {}
            // Only points of the smaller program have close bounds; those of all others are true.
            Method::Readable if game.n() <= RUNS_FROM => {}
            _ => return Ok(None),
        }
        Ok(Some(Self { form: SequenceForm::smaller(game)?, game, lower: None, upper: None }))
    }

    /// Looks where the solve that `control` watches has come to since the last look, and asks it to
    /// say so until the next; whether a bound is better for it. Cost: that of a certificate.
    pub fn look(&mut self, control: &Control) -> bool {
        control.snapshot().is_some_and(|point| self.follow(&point))
    }

    /// Learns from a point, whatever it is worth; whether a bound is better for it.
    fn follow(&mut self, point: &Snapshot) -> bool {
        let Ok(profile) = self.form.near(point) else {
            return false;
        };
        let evaluation = Evaluation::new(self.game, &profile);
        let (lower, upper) = (-evaluation.best_value(Player::II), evaluation.best_value(Player::I));
        let higher = self.lower.as_ref().is_none_or(|known| lower > *known);
        let closer = self.upper.as_ref().is_none_or(|known| upper < *known);
        if higher {
            self.lower = Some(lower);
        }
        if closer {
            self.upper = Some(upper);
        }
        higher || closer
    }

    /// Greatest value that player I can make sure of, as far as is known.
    pub fn lower(&self) -> Option<&Rational> {
        self.lower.as_ref()
    }

    /// Least value that player II can hold player I to, as far as is known.
    pub fn upper(&self) -> Option<&Rational> {
        self.upper.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::game::{kuhn, newman};
    use crate::solve::solve;

    fn of(game: &Game) -> ValueBounds<'_> {
        ValueBounds::of(game, Method::Lp).unwrap().unwrap()
    }

    /// However senseless the point, what follows from it is true.
    #[test]
    fn any_point_has_true_bounds_and_the_optimum_has_close_ones() {
        let games = [
            kuhn(40, Rational::ONE).unwrap(),
            kuhn(9, Rational::ratio(1, 100_000)).unwrap(),
            newman(12, Rational::from(4)).unwrap(),
            kuhn(9, Rational::ONE).unwrap().with_deck(9, 3).unwrap(),
        ];
        for game in games {
            let value =
                solve(&game, Method::Lp, &Control::new()).unwrap().solution.values[0].clone();
            let mut bounds = of(&game);
            let (columns, rows) =
                (bounds.form.problem().column_count(), bounds.form.problem().row_count());
            let wild = |count: usize| {
                (0..count)
                    .map(|at| [0.5, -3.0, f64::NAN, f64::INFINITY, 1e300, 0.0][at % 6])
                    .collect()
            };
            for point in [
                Snapshot::default(),
                Snapshot { primal: vec![1.0; columns], dual: vec![1.0; rows] },
                Snapshot { primal: wild(columns), dual: wild(rows) },
            ] {
                bounds.follow(&point);
                assert!(bounds.lower().is_some_and(|lower| *lower <= value), "{}", game.label());
                assert!(bounds.upper().is_some_and(|upper| *upper >= value), "{}", game.label());
            }
            let optimum =
                crate::solve::optimum(&game, bounds.form.problem(), None, &Control::new())
                    .unwrap()
                    .0;
            let doubles = |exact: &[Rational]| exact.iter().map(Rational::to_f64).collect();
            bounds.follow(&Snapshot {
                primal: doubles(&optimum.primal),
                dual: doubles(&optimum.dual),
            });
            let gap =
                bounds.upper().zip(bounds.lower()).map(|(upper, lower)| upper - lower).unwrap();
            assert!(gap < Rational::ratio(1, 10_000), "{}: {gap}", game.label());
        }
    }

    #[test]
    fn a_solve_that_is_watched_takes_the_same_way() {
        let game = kuhn(300, Rational::ONE).unwrap();
        let alone = solve(&game, Method::Lp, &Control::new()).unwrap();
        let (control, mut bounds) = (Control::new(), of(&game));
        let watched = thread::scope(|scope| {
            let work = scope.spawn(|| solve(&game, Method::Lp, &control));
            while !work.is_finished() {
                bounds.look(&control);
            }
            work.join().unwrap().unwrap()
        });
        assert_eq!(
            (watched.work, &watched.solution.profile),
            (alone.work, &alone.solution.profile)
        );
        assert!(bounds.lower().is_some());
    }
}
