//! The search for equilibria of two to four players.

#[cfg_attr(not(feature = "search"), path = "absent.rs")]
mod descent;
#[cfg(feature = "search")]
mod successive;

use crate::certificate::{Certified, Solution};
use crate::game::Game;
use crate::strategy::Profile;

use super::{Control, Method, SolveError};

pub(super) use descent::size;

use descent::searched;

/// The most players of a game that [`search`] takes.
pub const MAX_SEARCH_PLAYERS: usize = 4;
/// The most starts of one search.
pub const MAX_STARTS: u64 = 1 << 20;
/// The starts of a search that is not told how many to take.
pub const STARTS: u64 = 64;

/// The starts that [`crate::solve::solve`] takes at a time, until one of them has led to an
/// equilibrium.
const BATCH: u64 = 8;
/// The starts after which a search of at most [`STARTS`] gives up, where all of them came near an
/// equilibrium and none to an exact one. Where some strand, others may still find one.
const VAIN: u64 = 40;
/// The starts that a list takes at a time: what is kept in between is the distinct equilibria.
const LIST_BATCH: u64 = 512;

/// Starts of a search: so many points, drawn from a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starts {
    /// Number of starts, at most [`MAX_STARTS`].
    pub count: u64,
    /// Seed that they are drawn from; those of one seed have nothing in common with those of
    /// another.
    pub seed: u64,
}

impl Default for Starts {
    /// [`STARTS`] of seed 0.
    fn default() -> Self {
        Self { count: STARTS, seed: 0 }
    }
}

/// Result of a search.
///
/// Every solution is certified. Nothing is claimed about what is not listed: another seed or more
/// starts may find more, and where equilibria fill a curve or more, some of them are listed.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The equilibria found, each once, irrational ones last, by values and then by probabilities.
    pub solutions: Vec<Certified<Solution>>,
    /// Number of starts taken; 0 where nothing was searched ([`super::solve_all_from`] in threshold
    /// form).
    pub starts: u64,
    /// Seed of the starts.
    pub seed: u64,
    /// Number of starts that came to equilibria in doubles which have a probability in common that
    /// is irrational, or a fraction of more than 780 bits.
    pub irrational: u64,
    /// Number of starts that came near an equilibrium in doubles, by total gain, from which no
    /// exact one was recovered.
    pub unresolved: u64,
    /// Number of starts that ended where somebody still gains by deviating: dead ends of the
    /// descent, which prove nothing.
    pub stranded: u64,
    /// The strategies of the least total gain that a start without an exact end came to, rounded to
    /// millionths, and that gain, roughly.
    pub nearest: Option<(f64, Profile)>,
}

/// Looks for equilibria of a game with two to four players by nonlinear programming, from many
/// starts.
///
/// From each start regret matching and then successive linear programs take the total gain to 0 in
/// doubles ([`crate::program::Complementarity`]). At the point reached, the actions played with
/// positive probability are read off, the conditions that these pay equally are solved in
/// rationals, and the certificate judges the strategies. Players in like positions need not play
/// alike. The answer depends on the game, `starts` and `seed` alone, not on the machine's number of
/// threads.
///
/// Errors: `SearchPlayers`, `SearchTooLarge`, `SearchStarts`, `Stopped`. Finding nothing is no
/// error, nor is an early end ([`Control::end_early`]). Cost: per start some hundred passes over
/// all deals, some twenty linear programs in doubles, and a few exact solves.
///
/// ```
/// use rational_bluff::{exact::Rational, game::three_player, solve::{Control, search}};
/// let game = three_player(4, Rational::ONE)?;
/// let found = search(&game, 4, 0, &Control::new())?;
/// assert!(!found.solutions.is_empty());
/// assert!(found.solutions.iter().all(|solution| solution.values[0] == Rational::ratio(1, 24)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    game: &Game,
    starts: u64,
    seed: u64,
    control: &Control,
) -> Result<Search, SolveError> {
    list(game, Method::Search, Starts { count: starts, seed }, control)
}

/// Result of a search over behavior strategies ([`Method::Search`]) or pure ones
/// ([`Method::NormalForm`]).
pub(super) fn list(
    game: &Game,
    method: Method,
    starts: Starts,
    control: &Control,
) -> Result<Search, SolveError> {
    searched(game, method, starts, LIST_BATCH, |_| false, control)
}

/// The first equilibrium that such a search finds, batch by batch.
pub(super) fn first_found(
    game: &Game,
    method: Method,
    starts: Starts,
    control: &Control,
) -> Result<Certified<Solution>, SolveError> {
    // Fractions are worth a few more starts.
    let enough = |search: &Search| {
        let all_near = search.starts >= VAIN && search.unresolved == search.starts;
        let in_vain = all_near && starts.count <= STARTS;
        in_vain
            || search.solutions.first().is_some_and(|solution| {
                search.starts > BATCH || solution.certificate.quadratic().is_none()
            })
    };
    let found = searched(game, method, starts, BATCH, enough, control)?;
    let vain = found.in_vain(game);
    found.solutions.into_iter().next().ok_or(vain)
}

impl Search {
    /// Solutions that were not searched for.
    pub(super) fn listed(solutions: Vec<Certified<Solution>>) -> Self {
        Self { solutions, ..Self::default() }
    }

    /// The error of a search that found nothing.
    pub(super) fn in_vain(&self, game: &Game) -> SolveError {
        let (game, starts) = (game.label(), self.starts);
        let best = self.nearest.as_ref().map(|(_, profile)| Box::new(profile.clone()));
        SolveError::SearchedInVain { game, starts, ends: self.vain_ends(), best }
    }

    /// Words on the starts that led to nothing exact, in brackets, if there are some.
    pub fn vain_ends(&self) -> String {
        let ends = [
            (self.irrational, "came to probabilities that are no fractions of up to 780 bits"),
            (self.unresolved, "came near an equilibrium that was not recovered in rationals"),
            (self.stranded, "ended where somebody still gains"),
        ];
        let some = ends.into_iter().filter(|(count, _)| *count > 0);
        let words: Vec<String> = some.map(|(count, end)| format!("{count} {end}")).collect();
        if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
    }
}
