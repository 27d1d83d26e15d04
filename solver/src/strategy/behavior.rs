use std::collections::BTreeMap;

use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Player};

/// Behavior strategies of all players: at each view, the probability of each action as a function of the card.
///
/// Shape: `probabilities[view][action]`, in the order of [`Game::views`] and of the view's actions; step functions on
/// `1..=n` that are at least 0 and sum to 1 on every card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    probabilities: Vec<Vec<Piecewise>>,
}

/// The strategy at one view as documents write it: runs of cards with equal probabilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewStrategy {
    /// Who acts.
    pub player: Player,
    /// What the player sees.
    pub view: String,
    /// The runs, which cover `1..=n` in order without gaps.
    pub runs: Vec<Run>,
}

/// Cards that are played alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first card.
    pub first: u64,
    /// The last card, included.
    pub last: u64,
    /// The probability of each action, by name; actions left out have probability 0.
    pub actions: Vec<(String, Rational)>,
}

/// Why these are not strategies of this game; each names the culprit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ProfileError {
    #[error("player {player} has no strategy for “{view}”, expected one for each view")]
    MissingView { player: Player, view: String },
    #[error("player {player} has no view “{view}”, expected one of: {expected}")]
    UnknownView { player: Player, view: String, expected: String },
    #[error("player {player} has two strategies for “{view}”, expected one")]
    ViewTwice { player: Player, view: String },
    #[error("player {player}, “{view}”: action “{action}”, expected one of: {expected}")]
    UnknownAction { player: Player, view: String, action: String, expected: String },
    #[error("player {player}, “{view}”: a run from card {first} to card {last}, expected first ≤ last ≤ {n}")]
    BadRun { player: Player, view: String, first: u64, last: u64, n: u64 },
    #[error("player {player}, “{view}”: card {card} stands in two runs, expected each card once, in order")]
    OverlappingRuns { player: Player, view: String, card: u64 },
    #[error("player {player}, “{view}”: card {card} is missing, expected runs that cover 1 to {n}")]
    MissingCard { player: Player, view: String, card: u64, n: u64 },
    #[error("player {player}, “{view}”, card {card}: action “{action}” has probability {given}, expected 0 to 1")]
    NotProbability { player: Player, view: String, card: u64, action: String, given: Rational },
    #[error("player {player}, “{view}”, card {card}: probabilities sum to {sum}, expected 1")]
    RowSum { player: Player, view: String, card: u64, sum: Rational },
    #[error("{given} views with {expected} expected, each with a step function on cards 1 to {n} per action")]
    Shape { given: usize, expected: usize, n: u64 },
}

impl Profile {
    /// A profile from step functions, `probabilities[view][action]`.
    ///
    /// Errors: [`ProfileError`], naming player, view and card.
    pub fn new(game: &Game, probabilities: Vec<Vec<Piecewise>>) -> Result<Self, ProfileError> {
        let fits = probabilities.len() == game.views().len()
            && probabilities.iter().zip(game.views()).all(|(actions, view)| {
                actions.len() == view.actions.len() && actions.iter().all(|action| action.cards() == game.n())
            });
        if !fits {
            let (given, expected) = (probabilities.len(), game.views().len());
            return Err(ProfileError::Shape { given, expected, n: game.n() });
        }
        for (actions, view) in probabilities.iter().zip(game.views()) {
            let (player, name) = (view.player, || view.name.clone());
            for (action, probability) in view.actions.iter().zip(actions) {
                // Below 0 is refused here; above 1 would then need a row that does not sum to 1, but reads better named.
                let above = probability.subtracted_from(&Rational::ONE);
                let card_below = |function: &Piecewise| {
                    function.signs().into_iter().find(|(_, _, sign)| sign.is_lt()).map(|(first, _, _)| first)
                };
                if let Some(card) = card_below(probability).or_else(|| card_below(&above)) {
                    let (action, given) = (action.clone(), probability.at(card));
                    return Err(ProfileError::NotProbability { player, view: name(), card, action, given });
                }
            }
            let sums = Piecewise::sum(game.n(), actions);
            let off = sums.subtracted_from(&Rational::ONE).signs().into_iter().find(|(_, _, sign)| sign.is_ne());
            if let Some((card, _, _)) = off {
                return Err(ProfileError::RowSum { player, view: name(), card, sum: sums.at(card) });
            }
        }
        Ok(Self { probabilities })
    }

    /// A profile from runs as documents write them, in any order of views.
    ///
    /// Errors: [`ProfileError`], naming player, view and card.
    pub fn from_runs(game: &Game, strategies: &[ViewStrategy]) -> Result<Self, ProfileError> {
        let mut found: Vec<Option<&ViewStrategy>> = vec![None; game.views().len()];
        let index: BTreeMap<(Player, &str), usize> =
            game.views().iter().enumerate().map(|(at, view)| ((view.player, view.name.as_str()), at)).collect();
        for strategy in strategies {
            let (player, view) = (strategy.player, strategy.view.clone());
            let Some(&at) = index.get(&(player, strategy.view.as_str())) else {
                let names: Vec<&str> = game.views_of(player).take(8).map(|(_, view)| view.name.as_str()).collect();
                return Err(ProfileError::UnknownView { player, view, expected: names.join(", ") });
            };
            if found[at].replace(strategy).is_some() {
                return Err(ProfileError::ViewTwice { player, view });
            }
        }
        let probabilities = game.views().iter().zip(found).map(|(view, strategy)| {
            let missing = || ProfileError::MissingView { player: view.player, view: view.name.clone() };
            strategy.ok_or_else(missing)?.step_functions(game.n(), &view.actions)
        });
        Self::new(game, probabilities.collect::<Result<_, _>>()?)
    }

    /// The probability of each action at a view (an index into [`Game::views`]), as functions of the card.
    pub fn at(&self, view: usize) -> &[Piecewise] {
        &self.probabilities[view]
    }

    /// The same strategies as documents write them: maximal runs of equal rows, every action named.
    pub fn to_runs(&self, game: &Game) -> Vec<ViewStrategy> {
        let strategy = |(view, actions): (&crate::game::View, &Vec<Piecewise>)| {
            let mut lasts: Vec<u64> = actions.iter().flat_map(Piecewise::breaks).collect();
            lasts.sort_unstable();
            lasts.dedup();
            let firsts = std::iter::once(1).chain(lasts.iter().map(|last| last + 1));
            let runs = firsts.zip(&lasts).map(|(first, &last)| Run {
                first,
                last,
                actions: view.actions.iter().cloned().zip(actions.iter().map(|action| action.at(first))).collect(),
            });
            ViewStrategy { player: view.player, view: view.name.clone(), runs: runs.collect() }
        };
        game.views().iter().zip(&self.probabilities).map(strategy).collect()
    }
}

impl ViewStrategy {
    fn step_functions(&self, n: u64, actions: &[String]) -> Result<Vec<Piecewise>, ProfileError> {
        let (player, view) = (self.player, || self.view.clone());
        let mut next = 1;
        for run in &self.runs {
            if run.first > run.last || run.last > n || run.first == 0 {
                return Err(ProfileError::BadRun { player, view: view(), first: run.first, last: run.last, n });
            }
            if run.first < next {
                return Err(ProfileError::OverlappingRuns { player, view: view(), card: run.first });
            }
            if run.first > next {
                return Err(ProfileError::MissingCard { player, view: view(), card: next, n });
            }
            if let Some(action) = run.actions.iter().map(|(action, _)| action).find(|action| !actions.contains(action))
            {
                let (action, expected) = (action.clone(), actions.join(", "));
                return Err(ProfileError::UnknownAction { player, view: view(), action, expected });
            }
            next = run.last + 1;
        }
        if next <= n {
            return Err(ProfileError::MissingCard { player, view: view(), card: next, n });
        }
        let probability = |run: &Run, action: &String| {
            let found = run.actions.iter().find(|(name, _)| name == action);
            (run.last, found.map(|(_, probability)| probability.clone()).unwrap_or_default())
        };
        Ok(actions
            .iter()
            .map(|action| Piecewise::steps(self.runs.iter().map(|run| probability(run, action))))
            .collect())
    }
}
