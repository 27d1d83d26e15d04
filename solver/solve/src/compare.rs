//! Finite decks beside the continuous game that they approach.

use crate::certificate::Solution;
use crate::continuous::{Bets, Continuous, ContinuousError, Digits, Real, continuous};
use crate::exact::{Rational, RefusedValue};
use crate::game::{Family, Game, GameError};
use crate::solve::{Control, Method, SolveError, has_threshold_form, saturated, solve};

/// The most decks of one comparison.
pub const MAX_DECKS: u64 = 10_000;

/// Bets of a deck, in words.
const OF_A_DECK: &str = "bets of a deck: b2, bmax for newman, s1-5_2-7, b2-raise6 or b2-flip1_6";

/// Why there is no comparison.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum CompareError {
    /// The range runs backwards.
    #[error("decks from {from} to {to}, expected the first to be at most the last")]
    Backwards { from: u64, to: u64 },
    /// Too many decks at once.
    #[error("{given} decks, expected at most {MAX_DECKS}")]
    TooManyDecks { given: u64 },
    /// No finite deck is played with these bets.
    #[error("bets “{given}” are for continuous games only, expected {OF_A_DECK}")]
    OnlyContinuous { given: String },
    /// The game has one deck only.
    #[error("{game} is always played with the same cards, expected a game with decks that grow")]
    OneDeck { game: String },
    /// Cancelled from outside.
    #[error("the comparison was cancelled")]
    Stopped,
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// There is no continuous game.
    #[error(transparent)]
    Continuous(#[from] ContinuousError),
    /// A deck has no solution.
    #[error(transparent)]
    Solve(Box<SolveError>),
}

impl CompareError {
    /// The value that is refused; `None` of an error that is not about one value.
    pub fn refused(&self) -> Option<RefusedValue> {
        match self {
            Self::OnlyContinuous { given } => Some(RefusedValue::of("bets", given, OF_A_DECK)),
            _ => None,
        }
    }
}

impl From<SolveError> for CompareError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped(_) => Self::Stopped,
            error => Self::Solve(Box::new(error)),
        }
    }
}

/// The continuous game, and the decks of a range beside it.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Limit of the decks.
    pub continuous: Continuous,
    /// The decks, ascending.
    pub decks: Vec<DeckComparison>,
}

/// One deck beside the continuous game. Units: antes.
#[derive(Clone, Debug)]
pub struct DeckComparison {
    /// The number of cards.
    pub n: u64,
    /// The certified value to player I.
    pub value: Rational,
    /// The value to each player.
    pub values: Vec<Rational>,
    /// The value minus the continuous one.
    pub difference: Real,
    /// `n` times the difference.
    pub scaled: Real,
    /// The cuts A, B and C as shares of the deck, fractions of cards counted: the part that bluffs;
    /// one minus the part that bets for value; one minus the part that calls. For games with one
    /// bet, where some card always checks.
    pub cuts: Option<[Rational; 3]>,
}

/// Solves every deck from `from` to `to`, certified, beside the continuous game of the same name
/// and bets.
///
/// Errors: [`CompareError`]; the first deck that cannot be solved ends it. Cost: one solve per
/// deck; with `Bets::Whole` two.
///
/// ```
/// use rational_bluff::{
///     compare::compare,
///     continuous::{Bets, Digits},
///     game::Stakes,
///     solve::Control,
/// };
/// let bets = Bets::Stakes(Stakes::bet(2));
/// let beside = compare("von-neumann", &bets, 17..=18, Digits::default(), &Control::new())?;
/// assert_eq!(beside.decks[1].value, rational_bluff::exact::Rational::ratio(1, 9));
/// assert_eq!(beside.decks[1].difference.decimal(20), "0");
/// # Ok::<(), rational_bluff::compare::CompareError>(())
/// ```
pub fn compare(
    name: &str,
    bets: &Bets,
    decks: std::ops::RangeInclusive<u64>,
    digits: Digits,
    control: &Control,
) -> Result<Comparison, CompareError> {
    let (from, to) = decks.into_inner();
    let Some(further) = to.checked_sub(from) else {
        return Err(CompareError::Backwards { from, to });
    };
    if further >= MAX_DECKS {
        return Err(CompareError::TooManyDecks { given: further.saturating_add(1) });
    }
    // The differences have as many certain digits behind those that n takes.
    let more = Digits::new(digits.count() + 24).unwrap_or(digits);
    let continuous = continuous(name, bets, more)?;
    if let Continuous::Endgame(_) = continuous {
        return Err(CompareError::OneDeck { game: name.to_owned() });
    }
    let limit = continuous.value();
    let deck = |n: u64| {
        if control.cancelled() {
            return Err(CompareError::Stopped);
        }
        let solution = match bets {
            Bets::Whole => saturated(n, control)?.solution,
            _ => solve(&finite(name, bets, n)?, Method::Auto, control)?.solution,
        };
        let value = solution.values[0].clone();
        let difference = limit.subtracted_from(&value);
        let scaled = difference.times(&Rational::from(n));
        Ok(DeckComparison {
            n,
            value,
            values: solution.values.clone(),
            difference,
            scaled,
            cuts: cuts(&solution),
        })
    };
    Ok(Comparison {
        decks: (from..=to).map(deck).collect::<Result<_, CompareError>>()?,
        continuous,
    })
}

/// The deck that is compared.
fn finite(name: &str, bets: &Bets, n: u64) -> Result<Game, CompareError> {
    let stakes =
        bets.stakes().ok_or_else(|| CompareError::OnlyContinuous { given: bets.to_string() })?;
    Ok(Family::known(name)?.game(n, 1, stakes)?)
}

/// The cuts of a deck in threshold form with one bet: I checks or bets, and the callers, all alike,
/// fold or call.
fn cuts(solution: &Solution) -> Option<[Rational; 3]> {
    let (game, profile) = (&solution.game, &solution.profile);
    if !has_threshold_form(game) {
        return None;
    }
    let [check, _] = profile.at(0) else { return None };
    let [_, call] = profile.at(1) else { return None };
    // Between bluffs and value bets stands a card that always checks.
    let (first, _) = check
        .pieces()
        .find(|(_, piece)| piece.function.as_constant().is_some_and(Rational::is_one))?;
    let deck = Rational::from(game.n());
    let bets = check.subtracted_from(&Rational::ONE);
    let bluffs = bets.sum_below().at(first);
    let share = |cards: &Rational| cards / &deck;
    let above = |cards: &Rational| Rational::ONE - share(cards);
    Some([share(&bluffs), above(&(bets.total() - &bluffs)), above(&call.total())])
}
