use crate::engine::lp::{Basis, Optimum};
use crate::exact::Rational;
use crate::game::{Game, Player, View};
use crate::program::{FaceProgram, Linear, SequenceForm};

use super::{Control, SolveError, guide, optimum};

/// Rows times linear programs allowed for one face.
const MAX_WORK: u64 = 20_000_000;
/// Optimal strategies that are kept to start from.
const POINTS: usize = 64;

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
/// Errors: [`SolveError`]; `FaceTooLarge` bounds the work, about two linear programs per card and
/// action.
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
    // The program of one player may take many more pivots than that of the other, whose optimum
    // has the equilibrium to start from.
    let smaller = SequenceForm::smaller(game)?;
    let other = SequenceForm::of(game, smaller.players()[1])?;
    let mut equilibrium = None;
    for form in [smaller, other] {
        let [player, _] = form.players();
        let queries: u128 =
            game.views_of(player).map(|(_, view)| 2 * view.actions.len() as u128).sum();
        let work = queries * u128::from(game.n()) * form.problem().row_count() as u128;
        if work > u128::from(MAX_WORK) {
            return Err(SolveError::FaceTooLarge { game: game.label(), work, limit: MAX_WORK });
        }
        let start = match &equilibrium {
            Some(profile) => guide::near(&form, profile, control)?,
            None => None,
        };
        let (best, _) = optimum(game, form.problem(), start.as_ref(), control)?;
        value = form.value(&best);
        equilibrium = Some(form.profile(&best)?);
        let program = FaceProgram::new(form, &best);
        let Optimum { basis, primal, .. } = best;
        let mut search = FaceSearch { game, program, basis, points: vec![primal], control };
        for (index, view) in game.views_of(player) {
            let rows = (1..=game.n()).map(|card| search.row(view, card));
            let rows = rows.collect::<Result<_, SolveError>>()?;
            let (view, actions) = (view.name.clone(), view.actions.clone());
            views[index] = Some(FaceView { player, view, actions, rows });
        }
    }
    let views: Vec<FaceView> = views.into_iter().flatten().collect();
    let unique = views.iter().all(|view| {
        let single =
            |row: &Vec<ProbabilityRange>| row.iter().all(|(least, greatest)| least == greatest);
        view.rows.iter().zip(1..).all(|(row, card)| single(row) || !game.holds(view.player, card))
    });
    Ok(Face { value, unique, views })
}

/// The least and the greatest probability of an action.
type ProbabilityRange = (Rational, Rational);

/// The optimal strategies of a player, with some of them that were found.
struct FaceSearch<'a> {
    game: &'a Game,
    program: FaceProgram<'a>,
    /// That of the last optimum.
    basis: Basis,
    points: Vec<Vec<Rational>>,
    control: &'a Control,
}

impl FaceSearch<'_> {
    /// The ranges of the actions at a view with a card.
    fn row(&mut self, view: &View, card: u64) -> Result<Vec<ProbabilityRange>, SolveError> {
        let any = (Rational::ZERO, Rational::ONE);
        if !self.game.holds(view.player, card) {
            return Ok(vec![any; view.actions.len()]);
        }
        let reach = self.program.probability(view.parent, card);
        let comes = |point: &Vec<Rational>| !reach.at(point).is_zero();
        let here = match self.points.iter().find(|point| comes(point)) {
            Some(point) => point.clone(),
            None => self.greatest(&reach)?,
        };
        if !comes(&here) {
            return Ok(vec![any; view.actions.len()]);
        }
        let mut range = |action: usize| -> Result<ProbabilityRange, SolveError> {
            let taken = self.program.probability(view.first_sequence + action, card);
            let least = self.extreme([&taken, &reach], &-Rational::ONE, &here)?;
            Ok((least, self.extreme([&taken, &reach], &Rational::ONE, &here)?))
        };
        if let [_, _] = view.actions.as_slice() {
            let (least, greatest) = range(1)?;
            let other = (&Rational::ONE - &greatest, &Rational::ONE - &least);
            return Ok(vec![other, (least, greatest)]);
        }
        (0..view.actions.len()).map(range).collect()
    }

    /// The greatest ratio `taken / reach` where `sign` is 1, the least where it is −1. The play of
    /// `here` comes to the view.
    ///
    /// If no point has a larger ratio than the best one known, `taken − ratio · reach` is at most 0
    /// everywhere. Otherwise its optimum has one (Din67 in `data/references.bib`). Most hands need
    /// no program: the ratio is a bound, or all that it depends on is fixed.
    fn extreme(
        &mut self,
        [taken, reach]: [&Linear; 2],
        sign: &Rational,
        here: &Vec<Rational>,
    ) -> Result<Rational, SolveError> {
        let ratio = |point: &Vec<Rational>| {
            let reached = reach.at(point);
            (!reached.is_zero()).then(|| taken.at(point) / reached)
        };
        let known = self.points.iter().chain([here]).filter_map(ratio);
        let mut best = known.max_by_key(|ratio| ratio * sign).unwrap_or_default();
        let bound = if sign.is_positive() { Rational::ONE } else { Rational::ZERO };
        loop {
            let lead = taken.lead(&best, reach, sign);
            if best == bound || self.program.is_constant(&lead) {
                return Ok(best);
            }
            let point = self.greatest(&lead)?;
            match ratio(&point) {
                Some(better) if !lead.at(&point).is_zero() => best = better,
                _ => return Ok(best),
            }
        }
    }

    /// A point at which a function is greatest.
    fn greatest(&mut self, function: &Linear) -> Result<Vec<Rational>, SolveError> {
        let problem = self.program.greatest(function);
        let (found, _) = optimum(self.game, &problem, Some(&self.basis), self.control)?;
        self.basis = found.basis;
        self.points.truncate(POINTS);
        self.points.push(found.primal.clone());
        Ok(found.primal)
    }
}
