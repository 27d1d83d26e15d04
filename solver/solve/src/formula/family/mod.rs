//! Families: a proof by strategies for every deck of a two-player game, guessed and then judged.
//!
//! The strategies of large decks change play near the cuts of the continuous game. So a deck is cut
//! there, and at single cards beside, and a linear program finds a plan for each player that no
//! reply beats. Its optimal basis is the same for every large `m`. So a few decks of a class tell
//! each probability as a quotient of polynomials in `m`. One-street games need no program: their
//! closed form has the strategies. [`check_family`] proves what was guessed, or refuses it.
//!
//! [`check_family`]: crate::certificate::family::check_family

mod fit;
mod plan;
mod program;
mod street;

use std::collections::BTreeSet;

use crate::certificate::Candidate;
use crate::certificate::family::{
    CertifiedFamily, ClassGap, FamilyClaim, FamilyClass, MAX_MODULUS, QuadraticFormula, WholeLine,
    check_family, check_game,
};
use crate::control::{Control, map};
use crate::exact::Rational;
use crate::exact::germ::Germ;
use crate::game::Game;
use crate::solve::{Method, SolveError, common_parts, known_parts, solve};

use super::FormulaError;
use plan::ClassPlans;
use street::Streets;

/// Classes that are found one after the other at least, and blocks of such, however many threads
/// there are: a class starts from what its neighbour in the block ended with, and the answer must
/// not depend on threads.
const IN_A_ROW: u64 = 100;
const BLOCKS: u64 = 8;

/// The most single decks below the classes.
const MAX_DECKS: u64 = 5_000;

/// The value of every deck of a two-player game, with a certificate by strategies.
///
/// Errors: [`FormulaError`]; `Unfound` says how far the search for a proof came.
///
/// ```
/// use rational_bluff::{control::Control, exact::Rational, formula::family, game::kuhn};
/// let family = family(&kuhn(3, Rational::ONE)?, &Control::new())?;
/// assert_eq!(family.formula.period(), 6);
/// assert_eq!(family.formula.value(3), Rational::ratio(-1, 18));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn family(game: &Game, control: &Control) -> Result<CertifiedFamily, FormulaError> {
    check_game(game).map_err(|error| FormulaError::Family(Box::new(error)))?;
    let classes = if game.is_one_street() {
        control.run(|| street_classes(game, control))??
    } else {
        control.run(|| tree_classes(game, control))??
    };
    let (classes, values): (Vec<_>, Vec<_>) = classes.into_iter().unzip();
    let formula = quadratic(&values).ok_or(FormulaError::NotQuadratic)?;
    let mut claim = FamilyClaim { game: game.clone(), formula, classes, decks: Vec::new() };
    add_decks(&mut claim, control)?;
    control.run(|| check_family(claim))?.map_err(|error| FormulaError::Family(Box::new(error)))
}

/// Number of classes of a family, if it is known before a deck is solved.
///
/// Errors: `Modulus` for too many, and those of the bets.
pub fn count_classes(game: &Game) -> Result<Option<u32>, FormulaError> {
    let modulus = if game.is_one_street() {
        Streets::new(game)?.short_modulus()?
    } else {
        let Some(cuts) = known_parts(game) else { return Ok(None) };
        modulus_of(&cuts)?
    };
    Ok(u32::try_from(modulus).ok())
}

/// The narrowest of the parts into which large decks are cut, where it is known before a deck is
/// solved. Decks in which it has few cards are in no class.
pub fn narrowest_part(game: &Game) -> Option<Rational> {
    let cuts = known_parts(game)?;
    let (none, all) = ([Rational::ZERO], [Rational::ONE]);
    let parts = none.iter().chain(&cuts).zip(cuts.iter().chain(&all));
    parts.map(|(from, to)| to - from).min()
}

/// A class, and `n(n − 1) v(n)` of its decks.
type ValuedClass = (FamilyClass, Germ);

/// The classes of a one-street game, from its closed form.
fn street_classes(game: &Game, control: &Control) -> Result<Vec<ValuedClass>, FormulaError> {
    let streets = Streets::new(game)?;
    let modulus = streets.short_modulus()?;
    let class = |residue| {
        let strategies = streets.strategies(modulus, residue);
        FamilyClass::of_strategies(game, deck(modulus, residue), strategies)
            .map_err(|gap| unfound(residue, modulus, &gap))
    };
    each_class(modulus, control, || class)
}

/// The classes of another game, from linear programs at the cuts of the continuous game.
fn tree_classes(game: &Game, control: &Control) -> Result<Vec<ValuedClass>, FormulaError> {
    let failed = |error| of_solve(error, |reason| FormulaError::Cuts { reason });
    let parts = common_parts(game, MAX_MODULUS, control).map_err(failed)?;
    let cuts = parts.map_err(|cuts| FormulaError::NoModulus { cuts })?;
    let modulus = modulus_of(&cuts)?;
    each_class(modulus, control, || {
        let mut plans = ClassPlans::new(game, cuts.clone(), modulus);
        move |residue| plans.class(residue, control)
    })
}

/// All classes, in blocks of neighbours that are found at once; `finder` makes what finds the
/// classes of a block one after the other. Each is counted as a part of the work.
fn each_class<T: Send, F: FnMut(u64) -> Result<T, FormulaError>>(
    modulus: u64,
    control: &Control,
    finder: impl Fn() -> F + Sync,
) -> Result<Vec<T>, FormulaError> {
    control.begin_parts(modulus);
    let size = modulus.div_ceil(BLOCKS).max(IN_A_ROW) as usize;
    let residues: Vec<u64> = (0..modulus).collect();
    let blocks = map(residues.chunks(size).collect(), |block| {
        let mut class = finder();
        let counted = |residue: &u64| {
            control.check()?;
            let class = class(*residue)?;
            control.count_parts(1);
            Ok(class)
        };
        block.iter().map(counted).collect::<Result<Vec<T>, FormulaError>>()
    });
    Ok(blocks.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// The number of classes of a game with these cuts.
fn modulus_of(cuts: &BTreeSet<Rational>) -> Result<u64, FormulaError> {
    let parts = || format!("large decks are cut at {} places, which", cuts.len());
    within(Rational::common_denominator(cuts.iter()), parts)
}

/// The number of classes, unless there are too many.
fn within(modulus: Rational, parts: impl Fn() -> String) -> Result<u64, FormulaError> {
    let number = modulus.to_u64().filter(|number| *number <= MAX_MODULUS);
    number.ok_or_else(|| FormulaError::Modulus { modulus, parts: parts() })
}

fn deck(modulus: u64, residue: u64) -> WholeLine {
    WholeLine { slope: modulus as i64, constant: residue as i64 }
}

/// Adds the decks that no class proves, and the exceptions among them.
fn add_decks(claim: &mut FamilyClaim, control: &Control) -> Result<(), FormulaError> {
    let given = claim.count_uncovered();
    if given > MAX_DECKS {
        return Err(FormulaError::Decks { given, most: MAX_DECKS });
    }
    let (game, decks) = (&claim.game, claim.uncovered());
    let solved = |n: u64| {
        let deck = game.clone().with_deck(n, 1)?;
        let failed = |error| of_solve(error, |reason| FormulaError::Deck { n, reason });
        Ok((n, solve(&deck, Method::Runs, control).map_err(failed)?.solution))
    };
    let solutions = map(decks, solved).into_iter().collect::<Result<Vec<_>, FormulaError>>()?;
    for (n, solution) in solutions {
        let value = &solution.values[0];
        if *value != claim.formula.regular(n) {
            claim.formula.exceptions.push((n, value.clone()));
        }
        let candidate = Candidate {
            values: Some(solution.values.clone()),
            profile: solution.profile.clone(),
            method: solution.method.clone(),
        };
        claim.decks.push((n, candidate));
    }
    Ok(())
}

/// The error of a solve, with the reason in words.
fn of_solve(error: SolveError, named: impl Fn(String) -> FormulaError) -> FormulaError {
    match error {
        SolveError::Stopped(stopped) => stopped.into(),
        other => named(other.to_string()),
    }
}

fn unfound(residue: u64, modulus: u64, gap: &ClassGap) -> FormulaError {
    FormulaError::Unfound { residue, modulus, reason: gap.to_string() }
}

/// The formula of classes of these values, each `n(n − 1) v(n)`; `None` if they have no common
/// square and linear term.
fn quadratic(values: &[Germ]) -> Option<QuadraticFormula> {
    let period = Rational::from(values.len() as u64);
    let sum = |value: &Germ| {
        let sum = value.numerator();
        let whole = value.denominator().as_constant().is_some() && sum.degree() <= 2;
        whole.then(|| (0..3).map(|at| sum.coefficient(at)).collect::<Vec<_>>())
    };
    let sums = values.iter().map(sum).collect::<Option<Vec<_>>>()?;
    let first = sums.first()?;
    let n2 = &first[2] / &period.pow(2);
    let n1 = &first[1] / &period;
    let constant = |(residue, sum): (u64, &Vec<Rational>)| {
        let residue = Rational::from(residue);
        &sum[0] - &((&n2 * &residue + &n1) * &residue)
    };
    let mut constants: Vec<Rational> = (0..).zip(&sums).map(constant).collect();
    let repeats = |least: &usize| {
        constants.len().is_multiple_of(*least)
            && constants[*least..] == constants[..constants.len() - least]
    };
    let least = (1..=constants.len()).find(repeats)?;
    constants.truncate(least);
    Some(QuadraticFormula { n2, n1, constants, exceptions: Vec::new() })
}
