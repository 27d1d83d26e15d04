use crate::exact::{Piecewise, Rational, RefusedValue};
use crate::game::{Game, GameError};
use crate::strategy::{Profile, ProfileError, two_actions};

/// A pure equilibrium: the cards with which I bets and with which II calls, ascending.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PureEquilibrium {
    /// I bets exactly these cards.
    pub bets: Vec<u64>,
    /// II calls with exactly these cards.
    pub calls: Vec<u64>,
}

/// Why there is no list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum PureError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The deck is too large.
    #[error("n = {given}, expected {} for {what}{instead}", self.allowed())]
    TooLarge { given: u64, limit: u64, what: &'static str, instead: &'static str },
    /// The bet is not whole, or too large for a formula of every deck.
    #[error(
        "b = {given}, expected {} for the number of pure equilibria of every deck; bluff pure -n N \
         --count counts those of one",
        self.allowed()
    )]
    NotWhole { given: Rational, limit: u64 },
    /// A set names a card twice, or one that is not in the deck.
    #[error("card {given} in a set, expected {}", self.allowed())]
    BadCard { given: u64, n: u64 },
    /// The sets make no profile; cannot happen for sets of cards of the deck.
    #[error(transparent)]
    Profile(#[from] ProfileError),
}

impl PureError {
    fn allowed(&self) -> String {
        match self {
            Self::TooLarge { limit, .. } => format!("n ≤ {limit}"),
            Self::NotWhole { limit, .. } => format!("a whole b ≤ {limit}"),
            Self::BadCard { n, .. } => format!("cards from 1 to {n}, each once"),
            // Their own errors say it.
            Self::Game(_) | Self::Profile(_) => String::new(),
        }
    }

    /// The value that is refused; `None` of an error that is not about one value.
    pub fn refused(&self) -> Option<RefusedValue> {
        match self {
            Self::Game(error) => error.refused(),
            Self::TooLarge { given, .. } => Some(RefusedValue::of("n", given, self.allowed())),
            Self::NotWhole { given, .. } => Some(RefusedValue::of("b", given, self.allowed())),
            Self::BadCard { given, .. } => Some(RefusedValue::of("card", given, self.allowed())),
            Self::Profile(_) => None,
        }
    }
}

/// The profile in which I bets exactly the cards of one set and II calls with exactly those of
/// another: what `EnS1S2` of the paper evaluates.
///
/// Errors: [`PureError::BadCard`].
pub fn sets_profile(game: &Game, sets: &PureEquilibrium) -> Result<Profile, PureError> {
    let taken = [&sets.bets, &sets.calls].map(|cards| indicator(game.n(), cards));
    let views = taken.into_iter().map(|taken| taken.map(two_actions));
    Ok(Profile::new(game, views.collect::<Result<_, _>>()?)?)
}

/// The cards with which I bets and II calls in a profile that [`sets_profile`] made, or any other
/// that never mixes.
///
/// ```
/// use rational_bluff::{
///     exact::Rational,
///     game::von_neumann,
///     pure::{PureEquilibrium, profile_sets, sets_profile},
/// };
/// let sets = PureEquilibrium { bets: vec![1, 6, 7], calls: vec![3, 6, 7] };
/// let profile = sets_profile(&von_neumann(7, Rational::from(2))?, &sets)?;
/// assert_eq!(profile_sets(&profile), sets);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn profile_sets(profile: &Profile) -> PureEquilibrium {
    let taken = |view: usize| {
        let taken = &profile.at(view)[1];
        (1..=taken.cards()).filter(|card| taken.at(*card).is_one()).collect()
    };
    PureEquilibrium { bets: taken(0), calls: taken(1) }
}

fn indicator(n: u64, cards: &[u64]) -> Result<Piecewise, PureError> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    let mut runs = Vec::with_capacity(2 * cards.len() + 1);
    let mut before = 0;
    for given in cards {
        if given <= before || given > n {
            return Err(PureError::BadCard { given, n });
        }
        if given > before + 1 {
            runs.push((given - 1, Rational::ZERO));
        }
        runs.push((given, Rational::ONE));
        before = given;
    }
    if before < n {
        runs.push((n, Rational::ZERO));
    }
    Ok(Piecewise::steps(runs))
}
