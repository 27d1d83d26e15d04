//! One class judged: all decks of a residue at once.

use bluff_exact::germ::{Germ, Onset, common_multiple, exact_quotient};
use bluff_exact::{Polynomial, Rational};

use crate::game::{Game, Player, View};

use super::lines::Refinement;
use super::replies::ReplyWorth;
use super::{ClassGap, ClassRun, ClassStrategies, FamilyClass, WholeLine};

/// The greatest degree of a common denominator.
const MAX_DEGREE: usize = 64;

/// Numerators over one denominator.
type Numerators = (Vec<Vec<Polynomial>>, Polynomial);

/// Checks the class of decks with `deck` cards, from the onset on; the game is one of two players
/// with one copy of each card. `worth` is `n(n − 1) v(n)` in antes to player I, as a polynomial in
/// `m`.
///
/// Errors: [`ClassGap`]. Cost: linear in the ends of the hand times the runs.
pub fn check_class(
    game: &Game,
    deck: WholeLine,
    strategies: &ClassStrategies,
    worth: &Polynomial,
    onset: &mut Onset,
) -> Result<(), ClassGap> {
    let [one, two] = best_replies(game, deck, strategies, onset)?;
    let other = worth.scaled(&Rational::from(-1));
    for (player, worth, (sum, denominator)) in [(Player::I, worth, one), (Player::II, &other, two)]
    {
        if sum != worth.times(&denominator) {
            return Err(worthless(player));
        }
    }
    Ok(())
}

impl FamilyClass {
    /// The class with these strategies, one for each view of the game, from the least `m` on from
    /// which they are an equilibrium; and `n(n − 1) v(n)` in antes to player I.
    ///
    /// Errors: [`ClassGap`] if they are no equilibrium for large `m`.
    pub fn of_strategies(
        game: &Game,
        deck: WholeLine,
        strategies: ClassStrategies,
    ) -> Result<(Self, Germ), ClassGap> {
        let mut onset = Onset::least();
        let replies = best_replies(game, deck, &strategies, &mut onset)?;
        let [one, two] = replies.map(|(sum, denominator)| Germ::new(sum, denominator));
        let worth = one.unwrap_or_else(|| Rational::ZERO.into());
        let same = two.is_some_and(|two| {
            let sum = two.numerator().plus(worth.numerator());
            two.denominator() == worth.denominator() && sum.is_zero()
        });
        if !same {
            return Err(worthless(Player::II));
        }
        // Two cards at least.
        onset.line_holds(deck.slope.into(), i128::from(deck.constant) - 2);
        Ok((Self { from: onset.from(), strategies }, worth))
    }
}

/// The sum over all deals of what a best reply of each player gets, times a polynomial that is
/// above 0 from the onset on; that polynomial.
fn best_replies(
    game: &Game,
    deck: WholeLine,
    strategies: &ClassStrategies,
    onset: &mut Onset,
) -> Result<[(Polynomial, Polynomial); 2], ClassGap> {
    let (given, expected) = (strategies.len(), game.views().len());
    if given != expected {
        return Err(ClassGap(format!(
            "{given} strategies, expected one for each of {expected} views"
        )));
    }
    for (view, runs) in game.views().iter().zip(strategies) {
        let ascend = runs.windows(2).all(|pair| pair[0].to <= pair[1].to);
        let whole = runs.last().is_some_and(|run| run.to == deck);
        let known = runs.iter().all(|run| run.actions.len() == view.actions.len());
        if !known || !ascend || !whole {
            let View { player, name, .. } = view;
            let fault = format!("the runs do not ascend to the last card {deck}");
            return Err(ClassGap(format!("player {player}, “{name}”: {fault}")));
        }
    }
    let cuts = strategies.iter().flatten().map(|run| run.to);
    let refinement = Refinement::new(deck, cuts, onset)?;
    let mut best = |player, other| {
        let (reach, denominator) = reach(game, other, strategies, &refinement, onset)?;
        let sum = ReplyWorth::new(game, player, &refinement, &reach).best(onset)?;
        Ok((sum, denominator))
    };
    Ok([best(Player::I, Player::II)?, best(Player::II, Player::I)?])
}

/// The probability that a player's own actions lead along each sequence, by run, times a common
/// denominator; the denominator.
fn reach(
    game: &Game,
    player: Player,
    strategies: &ClassStrategies,
    refinement: &Refinement,
    onset: &mut Onset,
) -> Result<Numerators, ClassGap> {
    let one = Polynomial::constant(Rational::ONE);
    let sequences = game.sequences(player);
    let mut reach = vec![Vec::new(); sequences];
    let mut under = vec![one.clone(); sequences];
    reach[0] = vec![one.clone(); refinement.runs.len()];
    for (index, view) in game.views_of(player) {
        let (rows, denominator) = numerators(view, &strategies[index], onset)?;
        let rows = rows.into_iter().zip(&strategies[index]).map(|(row, run)| (run.to, row));
        let rows: Vec<(WholeLine, Vec<Polynomial>)> = rows.collect();
        let rows = refinement.spread(&rows, |(to, _)| *to);
        let below = under[view.parent].times(&denominator);
        bounded(&below)?;
        for action in 0..view.actions.len() {
            let sequence = view.first_sequence + action;
            let along = reach[view.parent].iter().zip(&rows);
            reach[sequence] = along.map(|(reach, (_, row))| reach.times(&row[action])).collect();
            under[sequence] = below.clone();
        }
    }
    let common = common_denominator(under.iter())?;
    for (reach, below) in reach.iter_mut().zip(&under) {
        let factor = exact_quotient(&common, below).unwrap_or_default();
        if factor.as_constant() != Some(&Rational::ONE) {
            for part in reach {
                *part = part.times(&factor);
            }
        }
    }
    Ok((reach, common))
}

/// The probabilities at a view by run and action, times a common denominator; the denominator.
///
/// Errors: [`ClassGap`] unless they are at least 0 and sum to 1 from the onset on.
fn numerators(view: &View, runs: &[ClassRun], onset: &mut Onset) -> Result<Numerators, ClassGap> {
    let probabilities = runs.iter().flat_map(|run| &run.actions);
    let common = common_denominator(probabilities.map(Germ::denominator))?;
    let row = |run: &ClassRun| {
        let mut sum = Polynomial::default();
        let mut row = Vec::with_capacity(run.actions.len());
        for (action, name) in run.actions.iter().zip(&view.actions) {
            let (over, below) = (action.numerator(), action.denominator());
            if !onset.holds(over) || !onset.positive(below) {
                let from = onset.from();
                let fault = format!("“{name}” has no probability for every m ≥ {from}");
                return Err(ClassGap::at(view, run.to, &fault));
            }
            let factor = exact_quotient(&common, below).unwrap_or_default();
            let numerator = over.times(&factor);
            sum = sum.plus(&numerator);
            row.push(numerator);
        }
        match sum == common {
            true => Ok(row),
            false => Err(ClassGap::at(view, run.to, "probabilities do not sum to 1")),
        }
    };
    let rows = runs.iter().map(row).collect::<Result<_, _>>()?;
    Ok((rows, common))
}

/// A common multiple of denominators.
fn common_denominator<'a>(
    all: impl Iterator<Item = &'a Polynomial>,
) -> Result<Polynomial, ClassGap> {
    let mut common = Polynomial::constant(Rational::ONE);
    for below in all.filter(|below| below.as_constant().is_none()) {
        if *below != common {
            common = common_multiple(&common, below);
            bounded(&common)?;
        }
    }
    Ok(common)
}

fn bounded(polynomial: &Polynomial) -> Result<(), ClassGap> {
    let degree = polynomial.degree();
    if degree <= MAX_DEGREE {
        return Ok(());
    }
    Err(ClassGap(format!("polynomials in m of degree {degree}, expected at most {MAX_DEGREE}")))
}

fn worthless(player: Player) -> ClassGap {
    ClassGap(format!("the best reply of player {player} is not worth what the formula says"))
}
