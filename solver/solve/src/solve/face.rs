use crate::engine::lp::{self, Outcome};
use crate::exact::Rational;
use crate::game::{Game, Player};
use crate::program::{Extreme, FaceProgram, SequenceForm};

use super::{Control, SolveError, optimum};

/// Rows times linear programs allowed for one face.
const MAX_WORK: u64 = 20_000_000;

/// Extent of the optimal strategies of a two-player game: the least and the greatest probability of
/// every action.
///
/// A two-player zero-sum game has one value, but often a polytope of optimal strategies for each
/// player; these are the exact extents of it, each the optimum of a linear program over the optimal
/// face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The value of the game to player I, in antes per hand.
    pub value: Rational,
    /// True if both players have a single optimal strategy, cards that they never hold set aside.
    pub unique: bool,
    /// Per view of the game, in order.
    pub views: Vec<FaceView>,
}

/// The extents at one view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceView {
    /// The player to act.
    pub player: Player,
    /// The player's view.
    pub view: String,
    /// The actions, in order.
    pub actions: Vec<String>,
    /// By card from 1, then by action: the least and the greatest probability over all optimal
    /// strategies of the player. From 0 to 1 where no optimal strategy of the player comes, and
    /// with cards that the player never holds.
    pub rows: Vec<Vec<(Rational, Rational)>>,
}

/// The extents of the optimal strategies of a two-player game.
///
/// Errors: [`SolveError`]; `FaceTooLarge` bounds the work, two linear programs per card and action.
///
/// ```
/// use rational_bluff::{exact::Rational, game::von_neumann, solve::{Control, face}};
/// // Three cards, b = 1: I bluffs card 1 exactly one time in three.
/// let face = face(&von_neumann(3, Rational::ONE)?, &Control::new())?;
/// let third = Rational::ratio(1, 3);
/// assert_eq!(face.views[0].rows[0][1], (third.clone(), third));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn face(game: &Game, control: &Control) -> Result<Face, SolveError> {
    let mut views: Vec<Option<FaceView>> = game.views().iter().map(|_| None).collect();
    let mut value = Rational::ZERO;
    for player in game.players() {
        let form = SequenceForm::of(game, *player)?;
        let queries: u128 =
            game.views_of(*player).map(|(_, view)| 2 * view.actions.len() as u128).sum();
        let work = queries * u128::from(game.n()) * form.problem().row_count() as u128;
        if work > u128::from(MAX_WORK) {
            return Err(SolveError::FaceTooLarge { game: game.label(), work, limit: MAX_WORK });
        }
        let (best, _) = optimum(game, form.problem(), None, control)?;
        if *player == Player::I {
            value = form.value(&best);
        }
        let mut basis = best.basis.clone();
        let program = FaceProgram::new(form, &best);
        let mut extreme = |view: usize,
                           action: usize,
                           card: u64,
                           extreme: Extreme|
         -> Result<Rational, SolveError> {
            let (problem, constant, warm) = program.query(view, action, card, extreme);
            let solved = lp::solve(&problem, warm.then_some(&basis), control)?;
            match solved.outcome {
                Outcome::Optimal(optimum) => {
                    let least = extreme == Extreme::Least;
                    let found = if least {
                        constant + &optimum.objective
                    } else {
                        constant - &optimum.objective
                    };
                    if warm {
                        basis = optimum.basis;
                    }
                    Ok(found)
                }
                // No optimal strategy comes here, so every action is as good as any.
                _ => Ok(if extreme == Extreme::Least { Rational::ZERO } else { Rational::ONE }),
            }
        };
        for (index, view) in game.views_of(*player) {
            let mut row = |card: u64| -> Result<Vec<(Rational, Rational)>, SolveError> {
                if !game.holds(*player, card) {
                    return Ok(vec![(Rational::ZERO, Rational::ONE); view.actions.len()]);
                }
                let mut range = |action: usize| -> Result<(Rational, Rational), SolveError> {
                    Ok((
                        extreme(index, action, card, Extreme::Least)?,
                        extreme(index, action, card, Extreme::Greatest)?,
                    ))
                };
                if let [_, _] = view.actions.as_slice() {
                    let (least, greatest) = range(1)?;
                    return Ok(vec![
                        (&Rational::ONE - &greatest, &Rational::ONE - &least),
                        (least, greatest),
                    ]);
                }
                (0..view.actions.len()).map(range).collect()
            };
            let rows = (1..=game.n()).map(&mut row).collect::<Result<_, SolveError>>()?;
            let (view, actions) = (view.name.clone(), view.actions.clone());
            views[index] = Some(FaceView { player: *player, view, actions, rows });
        }
    }
    let views: Vec<FaceView> = views.into_iter().flatten().collect();
    let unique = views.iter().all(|view| {
        let single =
            |row: &Vec<(Rational, Rational)>| row.iter().all(|(least, greatest)| least == greatest);
        view.rows.iter().zip(1..).all(|(row, card)| single(row) || !game.holds(view.player, card))
    });
    Ok(Face { value, unique, views })
}
