//! One class judged: all decks of a residue at once.

use bluff_exact::germ::{Germ, Onset, common_multiple, exact_quotient};
use bluff_exact::{Polynomial, Rational};

use crate::game::{Game, Player, View};

use super::lines::Refinement;
use super::replies::ReplyWorth;
use super::{ClassGap, ClassRun, FamilyClass, WholeLine};

/// The greatest degree of a common denominator.
const MAX_DEGREE: usize = 64;

/// Checks the class of decks with `deck` cards, from the onset on; the game is one of two players
/// with one copy of each card.
///
/// Errors: [`ClassGap`]. Cost: linear in the ends of the hand times the runs.
pub fn check_class(
    game: &Game,
    deck: WholeLine,
    class: &FamilyClass,
    onset: &mut Onset,
) -> Result<(), ClassGap> {
    let views = game.views().len();
    for given in [class.strategies.len(), class.replies.len()] {
        if given != views {
            return Err(ClassGap::Views { given, expected: views });
        }
    }
    for (view, (runs, replies)) in
        game.views().iter().zip(class.strategies.iter().zip(&class.replies))
    {
        let ends = runs.iter().map(|run| run.to).collect();
        let reply_ends = replies.iter().map(|run| run.to).collect();
        let known = replies.iter().all(|run| run.action < view.actions.len())
            && runs.iter().all(|run| run.actions.len() == view.actions.len());
        if !known || !ascend(ends, deck) || !ascend(reply_ends, deck) {
            return Err(ClassGap::Runs { player: view.player, view: view.name.clone(), deck });
        }
    }
    let (over, under) = (class.value.numerator(), class.value.denominator());
    if !onset.positive(under) {
        return Err(ClassGap::Value { player: Player::I });
    }
    let worth = pairs(deck).times(over);
    for player in [Player::I, Player::II] {
        let (sum, denominator) = best_reply(game, deck, class, player, onset)?;
        let value = worth.times(&denominator);
        let claimed = if player == Player::I { value } else { value.scaled(&Rational::from(-1)) };
        if sum.times(under) != claimed {
            return Err(ClassGap::Value { player });
        }
    }
    Ok(())
}

impl FamilyClass {
    /// The class with these strategies, one for each view of the game: with best replies to them,
    /// the value, and the least `m` from which they prove it.
    ///
    /// Errors: [`ClassGap`] if they are no equilibrium for large `m`.
    pub fn of_strategies(
        game: &Game,
        deck: WholeLine,
        strategies: Vec<Vec<ClassRun>>,
    ) -> Result<Self, ClassGap> {
        let mut replies = vec![Vec::new(); game.views().len()];
        let mut worth = None;
        for (player, other) in [(Player::II, Player::I), (Player::I, Player::II)] {
            let mut onset = Onset::least();
            let cuts = strategies.iter().flatten().map(|run| run.to);
            let refinement = Refinement::new(deck, cuts, &mut onset)?;
            let (reach, denominator) = reach(game, other, &strategies, &refinement, &mut onset)?;
            let (best, sum) = ReplyWorth::new(game, player, &refinement, &reach).best()?;
            for ((view, _), runs) in game.views_of(player).zip(best) {
                replies[view] = runs;
            }
            worth = Germ::new(sum, denominator.times(&pairs(deck)));
        }
        let value = worth.unwrap_or_else(|| Rational::ZERO.into());
        let mut class = Self { from: 0, value, strategies, replies };
        // Two cards at least.
        let two = 2_i64.saturating_sub(deck.constant).max(0).div_euclid(deck.slope.max(1));
        let more = (two * deck.slope + deck.constant) < 2;
        let mut onset = Onset::least();
        check_class(game, deck, &class, &mut onset)?;
        class.from = onset.from().max(two.unsigned_abs() + u64::from(more));
        Ok(class)
    }
}

/// The number of deals of two different cards.
fn pairs(deck: WholeLine) -> Polynomial {
    let cards = deck.polynomial();
    cards.times(&cards.minus(&Polynomial::constant(Rational::ONE)))
}

fn ascend(ends: Vec<WholeLine>, deck: WholeLine) -> bool {
    ends.windows(2).all(|pair| pair[0] <= pair[1]) && ends.last() == Some(&deck)
}

/// The sum over all deals of what the reply of a player gets, times a polynomial that is above 0;
/// that polynomial.
fn best_reply(
    game: &Game,
    deck: WholeLine,
    class: &FamilyClass,
    player: Player,
    onset: &mut Onset,
) -> Result<(Polynomial, Polynomial), ClassGap> {
    let other = if player == Player::I { Player::II } else { Player::I };
    let replies = game.views_of(player).flat_map(|(view, _)| &class.replies[view]);
    let strategies = game.views_of(other).flat_map(|(view, _)| &class.strategies[view]);
    let cuts = replies.map(|run| run.to).chain(strategies.map(|run| run.to));
    let refinement = Refinement::new(deck, cuts, onset)?;
    let (reach, denominator) = reach(game, other, &class.strategies, &refinement, onset)?;
    let sum = ReplyWorth::new(game, player, &refinement, &reach).sum(class, onset)?;
    Ok((sum, denominator))
}

/// The probability that a player's own actions lead along each sequence, by run, times a common
/// denominator; the denominator.
fn reach(
    game: &Game,
    player: Player,
    strategies: &[Vec<ClassRun>],
    refinement: &Refinement,
    onset: &mut Onset,
) -> Result<(Vec<Vec<Polynomial>>, Polynomial), ClassGap> {
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
    let mut common = one;
    for below in &under {
        if below.as_constant().is_none() && *below != common {
            common = common_multiple(&common, below);
            bounded(&common)?;
        }
    }
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
fn numerators(
    view: &View,
    runs: &[ClassRun],
    onset: &mut Onset,
) -> Result<(Vec<Vec<Polynomial>>, Polynomial), ClassGap> {
    let mut common = Polynomial::constant(Rational::ONE);
    for probability in runs.iter().flat_map(|run| &run.actions) {
        let below = probability.denominator();
        if below.as_constant().is_none() && *below != common {
            common = common_multiple(&common, below);
            bounded(&common)?;
        }
    }
    let row = |run: &ClassRun| {
        let (player, name) = (view.player, || view.name.clone());
        let mut sum = Polynomial::default();
        let mut row = Vec::with_capacity(run.actions.len());
        for (action, probability) in run.actions.iter().zip(&view.actions) {
            let (over, below) = (action.numerator(), action.denominator());
            if !onset.holds(over) || !onset.positive(below) {
                return Err(ClassGap::NotProbability {
                    player,
                    view: name(),
                    to: run.to,
                    action: probability.clone(),
                    from: onset.from(),
                });
            }
            let factor = exact_quotient(&common, below).unwrap_or_default();
            let numerator = over.times(&factor);
            sum = sum.plus(&numerator);
            row.push(numerator);
        }
        match sum == common {
            true => Ok(row),
            false => Err(ClassGap::RowSum { player, view: name(), to: run.to }),
        }
    };
    let rows = runs.iter().map(row).collect::<Result<_, _>>()?;
    Ok((rows, common))
}

fn bounded(polynomial: &Polynomial) -> Result<(), ClassGap> {
    let degree = polynomial.degree();
    if degree <= MAX_DEGREE {
        return Ok(());
    }
    Err(ClassGap::Degree { degree, most: MAX_DEGREE })
}
