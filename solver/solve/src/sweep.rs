//! Many games at once: what is asked of each, and a pool of threads that works through a list of
//! them.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::certificate::{Certified, Solution};
use crate::control::on_each;
use crate::exact::{Rational, excerpt};
use crate::game::{BET, Game};
use crate::pure::{PureEquilibrium, count_pure_equilibria, cut_equilibria, pure_equilibria};
use crate::solve::{Control, Method, SolveError, Stopped, pure_solution, settled, solve};

/// The most pure equilibria of one game that a sweep lists.
pub const MAX_LISTED: usize = 10_000;

/// Question asked of a game.
///
/// ```
/// use rational_bluff::{game::parse_label, solve::{Control, Method}, sweep::GameQuestion};
/// let game = parse_label("von-neumann/n7-b2")?;
/// assert_eq!(GameQuestion::Pure.answer(&game, &Control::new())?.len(), 3);
/// assert_eq!("lp".parse(), Ok(GameQuestion::Equilibrium(Method::Lp)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameQuestion {
    /// One equilibrium, by this method.
    Equilibrium(Method),
    /// All pure equilibria of von Neumann's game.
    Pure,
    /// Those among them in cuts.
    Cuts,
}

/// No such question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("question “{given}”, expected pure, cuts, or a method")]
pub struct UnknownQuestion {
    given: String,
}

impl GameQuestion {
    /// The word for this question in catalogues: `pure`, `cuts`, or the method.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equilibrium(method) => method.name(),
            Self::Pure => "pure",
            Self::Cuts => "cuts",
        }
    }

    /// The same question with the method that `Auto` stands for, so that one answer has one name.
    pub fn settled(self, game: &Game) -> Self {
        match self {
            Self::Equilibrium(method) => Self::Equilibrium(settled(game, method)),
            pure => pure,
        }
    }

    /// The answer: one equilibrium, or all pure ones, each certified. An empty list says that there
    /// is none, which rests on the structure of pure equilibria ([`crate::pure`]) and on no
    /// certificate.
    ///
    /// Errors: [`SolveError`]; `TooManyPure` above [`MAX_LISTED`].
    pub fn answer(
        self,
        game: &Game,
        control: &Control,
    ) -> Result<Vec<Certified<Solution>>, SolveError> {
        let sets = match self {
            Self::Equilibrium(method) => return Ok(vec![solve(game, method, control)?.solution]),
            Self::Pure => {
                let (n, b) = pure_game(game)?;
                let count = count_pure_equilibria(n, &b)?;
                if count > Rational::from(MAX_LISTED) {
                    let (game, count) = (game.label(), count.to_string());
                    return Err(SolveError::TooManyPure { game, count, limit: MAX_LISTED });
                }
                let mut sets = Vec::new();
                pure_equilibria(n, &b, |found| {
                    sets.push(found);
                    !control.cancelled()
                })?;
                sets
            }
            Self::Cuts => {
                let (n, b) = pure_game(game)?;
                cut_equilibria(n, &b)?.into_iter().map(|cut| cut.sets(n)).collect()
            }
        };
        let certified = |sets| {
            if control.cancelled() { Err(Stopped.into()) } else { pure_solution(game, sets) }
        };
        sets.iter().map(certified).collect()
    }

    /// Roughly how long the answer takes, in no unit: larger cells go first, so that no thread ends
    /// alone with one.
    pub fn cost(self, n: u64, sizes: usize) -> u64 {
        let (cards, sizes) = (n.saturating_add(1), sizes as u64 + 1);
        match self {
            Self::Equilibrium(Method::Auto | Method::Threshold | Method::Runs) => {
                sizes.saturating_mul(64 + n.ilog2() as u64)
            }
            Self::Equilibrium(Method::Readable | Method::Lp) => {
                cards.saturating_mul(sizes).saturating_pow(2)
            }
            Self::Equilibrium(Method::NormalForm | Method::Search) => cards.saturating_pow(4),
            Self::Pure => cards.saturating_mul(64),
            Self::Cuts => cards.saturating_pow(2).saturating_mul(2),
        }
    }
}

/// The deck and the bet of a game whose pure equilibria are known.
///
/// Errors: `NotPure` for any but von Neumann's with one copy of each card.
pub fn pure_game(game: &Game) -> Result<(u64, Rational), SolveError> {
    match (game.name(), game.copies()) {
        ("von-neumann", 1) => Ok((game.n(), game.stakes().number(&BET))),
        _ => Err(SolveError::NotPure { game: game.label() }),
    }
}

/// The pure equilibria of von Neumann's game, or those in cuts: how many there are, and the first
/// of them with the values to player I, each certified. The count is covered by no certificate; see
/// [`count_pure_equilibria`] for what it rests on.
///
/// Errors: [`SolveError`]: `NotPure` for any other game, `Pure` for decks that are too large,
/// `Stopped` when cancelled.
///
/// ```
/// use rational_bluff::{exact::Rational, game::parse_label, solve::Control, sweep::first_pure};
/// let (count, first) = first_pure(&parse_label("von-neumann/n7-b2")?, false, 1, &Control::new())?;
/// assert_eq!((count, &first[0].1), (Rational::from(3), &Rational::ratio(2, 21)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_pure(
    game: &Game,
    cuts: bool,
    limit: usize,
    control: &Control,
) -> Result<(Rational, Vec<(PureEquilibrium, Rational)>), SolveError> {
    let (n, b) = pure_game(game)?;
    let mut found = Vec::new();
    let count = if cuts {
        let cuts = control.run(|| cut_equilibria(n, &b))??;
        found.extend(cuts.iter().take(limit).map(|cut| cut.sets(n)));
        Rational::from(cuts.len())
    } else {
        if limit > 0 {
            pure_equilibria(n, &b, |sets| {
                found.push(sets);
                found.len() < limit && !control.cancelled()
            })?;
        }
        control.run(|| count_pure_equilibria(n, &b))??
    };
    let certified = |sets: PureEquilibrium| {
        let value = control.run(|| pure_solution(game, &sets))??.values[0].clone();
        Ok((sets, value))
    };
    Ok((count, found.into_iter().map(certified).collect::<Result<_, SolveError>>()?))
}

impl fmt::Display for GameQuestion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for GameQuestion {
    type Err = UnknownQuestion;
    fn from_str(text: &str) -> Result<Self, UnknownQuestion> {
        match text {
            "pure" => Ok(Self::Pure),
            "cuts" => Ok(Self::Cuts),
            _ => text
                .parse()
                .map(Self::Equilibrium)
                .map_err(|_| UnknownQuestion { given: excerpt(text) }),
        }
    }
}

/// Works on every item with so many threads at once, the most costly first, and hands over each
/// result as it is ready.
///
/// `done` is called from all threads, with the item's place in the list. Once cancelled no further
/// item is begun. Results come in no fixed order; what is kept by place does not depend on
/// `threads`.
///
/// Errors: `Stopped` if the control was cancelled before the last item; a panic of `work` goes
/// through.
///
/// ```
/// use std::sync::Mutex;
/// use rational_bluff::{solve::Control, sweep::sweep};
/// let squares = Mutex::new([0; 4]);
/// let done = |place: usize, square| squares.lock().unwrap()[place] = square;
/// sweep(&[1, 2, 3, 4], |item| *item, 2, &Control::new(), |item| item * item, done)?;
/// assert_eq!(squares.into_inner().unwrap(), [1, 4, 9, 16]);
/// # Ok::<(), rational_bluff::solve::Stopped>(())
/// ```
pub fn sweep<C: Sync, T>(
    items: &[C],
    cost: impl Fn(&C) -> u64,
    threads: usize,
    control: &Control,
    work: impl Fn(&C) -> T + Sync,
    done: impl Fn(usize, T) + Sync,
) -> Result<(), Stopped> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_cached_key(|place| std::cmp::Reverse(cost(&items[*place])));
    let next = AtomicUsize::new(0);
    let one_after_the_other = || {
        while !control.cancelled()
            && let Some(place) = order.get(next.fetch_add(1, Ordering::Relaxed))
        {
            done(*place, work(&items[*place]));
        }
    };
    on_each(threads, one_after_the_other);
    if control.cancelled() { Err(Stopped) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::game::parse_label;

    #[test]
    fn questions_have_one_name() {
        for question in Method::ALL
            .map(GameQuestion::Equilibrium)
            .into_iter()
            .chain([GameQuestion::Pure, GameQuestion::Cuts])
        {
            assert_eq!(question.name().parse(), Ok(question));
        }
        let game = parse_label("kuhn/n3-b1").unwrap();
        assert_eq!(GameQuestion::Equilibrium(Method::Auto).settled(&game).name(), "readable");
        assert_eq!(
            "why".parse::<GameQuestion>().unwrap_err().to_string(),
            "question “why”, expected pure, cuts, or a method"
        );
    }

    #[test]
    fn pure_equilibria_are_asked_of_one_game_only() {
        let error = GameQuestion::Pure
            .answer(&parse_label("kuhn/n3-b1").unwrap(), &Control::new())
            .unwrap_err();
        assert!(error.to_string().contains("kuhn/n3-b1"), "{error}");
        let many = GameQuestion::Pure
            .answer(&parse_label("von-neumann/n300-b1").unwrap(), &Control::new())
            .unwrap_err();
        assert!(
            many.to_string()
                .ends_with("expected at most 10000: bluff pure counts them, and lists some"),
            "{many}"
        );
    }

    #[test]
    fn the_costly_go_first_and_a_cancelled_sweep_stops() {
        let (control, seen) = (Control::new(), Mutex::new(Vec::new()));
        let done = |_, item| {
            let mut seen = seen.lock().unwrap();
            seen.push(item);
            if seen.len() == 3 {
                control.cancel();
            }
        };
        assert_eq!(
            sweep(&[1_u64, 5, 3, 4, 2], |item| *item, 1, &control, |item| *item, done),
            Err(Stopped)
        );
        assert_eq!(*seen.lock().unwrap(), [5, 4, 3]);
    }
}
