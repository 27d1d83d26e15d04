use std::collections::BTreeMap;

use crate::game::{Game, Player, View};
use bluff_exact::{Piecewise, Rational, sweep};

/// The most actions of a view that documents name one by one, those with probability 0 included.
pub const NAMED_ACTIONS: usize = 16;

/// Behavior strategies of all players: at each view, the probability of each action as a function
/// of the card.
///
/// Shape: `probabilities[view][action]`, in the order of [`Game::views`] and of the view's actions;
/// step functions on `1..=n` that are at least 0 and sum to 1 on every card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    probabilities: Vec<Vec<Piecewise>>,
}

/// The strategy at one view as documents write it: runs of cards with equal probabilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewStrategy {
    /// Player who acts.
    pub player: Player,
    /// Betting that the player sees, in words.
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
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum ProfileError {
    /// A view without a strategy.
    #[error("player {player} has no strategy for “{view}”, expected one for each view")]
    MissingView { player: Player, view: String },
    /// A strategy of a player who does not take part.
    #[error("a strategy of player {player} in a game of {players} players")]
    NoSuchPlayer { player: Player, players: usize },
    /// A strategy at a view that the player does not have.
    #[error("player {player} has no view “{view}”, expected one of: {expected}")]
    UnknownView { player: Player, view: String, expected: String },
    /// Two strategies for one view.
    #[error("player {player} has two strategies for “{view}”, expected one")]
    ViewTwice { player: Player, view: String },
    /// A probability of an action that is not there.
    #[error("player {player}, “{view}”: action “{action}”, expected one of: {expected}")]
    UnknownAction { player: Player, view: String, action: String, expected: String },
    /// A run of cards that is none, or not in the deck.
    #[error(
        "player {player}, “{view}”: a run from card {first} to card {last}, expected first ≤ last \
         ≤ {n}"
    )]
    BadRun { player: Player, view: String, first: u64, last: u64, n: u64 },
    /// Runs of cards that overlap or are out of order.
    #[error(
        "player {player}, “{view}”: card {card} stands in two runs, expected each card once, in \
         order"
    )]
    OverlappingRuns { player: Player, view: String, card: u64 },
    /// A card without probabilities.
    #[error("player {player}, “{view}”: card {card} is missing, expected runs that cover 1 to {n}")]
    MissingCard { player: Player, view: String, card: u64, n: u64 },
    /// A number that is no probability.
    #[error(
        "player {player}, “{view}”, card {card}: action “{action}” has probability {given}, \
         expected 0 to 1"
    )]
    NotProbability { player: Player, view: String, card: u64, action: String, given: Rational },
    /// Probabilities that do not sum to 1.
    #[error("player {player}, “{view}”, card {card}: probabilities sum to {sum}, expected 1")]
    RowSum { player: Player, view: String, card: u64, sum: Rational },
    /// Strategies of another shape than the game.
    #[error(
        "{given} views with {expected} expected, each with a step function on cards 1 to {n} per \
         action"
    )]
    Shape { given: usize, expected: usize, n: u64 },
}

impl Profile {
    /// A profile from step functions, `probabilities[view][action]`.
    ///
    /// Errors: [`ProfileError`], naming player, view and card.
    pub fn new(game: &Game, probabilities: Vec<Vec<Piecewise>>) -> Result<Self, ProfileError> {
        let fits = probabilities.len() == game.views().len()
            && probabilities.iter().zip(game.views()).all(|(actions, view)| {
                actions.len() == view.actions.len()
                    && actions.iter().all(|action| action.cards() == game.n() && action.is_step())
            });
        if !fits {
            let (given, expected) = (probabilities.len(), game.views().len());
            return Err(ProfileError::Shape { given, expected, n: game.n() });
        }
        for (actions, view) in probabilities.iter().zip(game.views()) {
            let (player, name) = (view.player, || view.name.clone());
            let sums = Piecewise::sum(game.n(), actions);
            let one = Piecewise::constant(game.n(), Rational::ONE);
            // So it is, nearly always; what follows finds the culprit.
            if sums == one && actions.iter().all(Piecewise::is_nonnegative) {
                continue;
            }
            for (action, probability) in view.actions.iter().zip(actions) {
                // Below 0 is refused here; above 1 would then need a row that does not sum to 1,
                // but reads better named.
                let above = probability.subtracted_from(&Rational::ONE);
                let card_below = |function: &Piecewise| {
                    function
                        .signs()
                        .into_iter()
                        .find(|(_, _, sign)| sign.is_lt())
                        .map(|(first, _, _)| first)
                };
                if let Some(card) = card_below(probability).or_else(|| card_below(&above)) {
                    let (action, given) = (action.clone(), probability.at(card));
                    return Err(ProfileError::NotProbability {
                        player,
                        view: name(),
                        card,
                        action,
                        given,
                    });
                }
            }
            let off = sums
                .subtracted_from(&Rational::ONE)
                .signs()
                .into_iter()
                .find(|(_, _, sign)| sign.is_ne());
            if let Some((card, _, _)) = off {
                return Err(ProfileError::RowSum {
                    player,
                    view: name(),
                    card,
                    sum: sums.at(card),
                });
            }
        }
        Ok(Self { probabilities })
    }

    /// A profile from runs as documents write them, in any order of views.
    ///
    /// Errors: [`ProfileError`], naming player, view and card.
    pub fn from_runs(game: &Game, strategies: &[ViewStrategy]) -> Result<Self, ProfileError> {
        let mut found: Vec<Option<&ViewStrategy>> = vec![None; game.views().len()];
        let index: BTreeMap<(Player, &str), usize> = game
            .views()
            .iter()
            .enumerate()
            .map(|(at, view)| ((view.player, view.name.as_str()), at))
            .collect();
        for strategy in strategies {
            let (player, view) = (strategy.player, strategy.view.clone());
            if player.index() >= game.players().len() {
                return Err(ProfileError::NoSuchPlayer { player, players: game.players().len() });
            }
            let Some(&at) = index.get(&(player, strategy.view.as_str())) else {
                let names: Vec<&str> =
                    game.views_of(player).take(8).map(|(_, view)| view.name.as_str()).collect();
                return Err(ProfileError::UnknownView { player, view, expected: names.join(", ") });
            };
            if found[at].replace(strategy).is_some() {
                return Err(ProfileError::ViewTwice { player, view });
            }
        }
        let probabilities = game.views().iter().zip(found).map(|(view, strategy)| {
            let missing =
                || ProfileError::MissingView { player: view.player, view: view.name.clone() };
            strategy.ok_or_else(missing)?.step_functions(game.n(), &view.actions)
        });
        Self::new(game, probabilities.collect::<Result<_, _>>()?)
    }

    /// The probability of each action at a view (an index into [`Game::views`]), as functions of
    /// the card.
    pub fn at(&self, view: usize) -> &[Piecewise] {
        &self.probabilities[view]
    }

    /// The same strategies as documents write them: maximal runs of equal rows.
    ///
    /// Every action is named where a view has at most [`NAMED_ACTIONS`]; of more, those with a
    /// positive probability.
    pub fn to_runs(&self, game: &Game) -> Vec<ViewStrategy> {
        let strategy = |(view, actions): (&View, &Vec<Piecewise>)| ViewStrategy {
            player: view.player,
            view: view.name.clone(),
            runs: runs(&view.actions, actions),
        };
        game.views().iter().zip(&self.probabilities).map(strategy).collect()
    }
}

/// The strategy at a view of two actions, from the probability of the second.
pub fn two_actions(second: Piecewise) -> Vec<Piecewise> {
    vec![second.subtracted_from(&Rational::ONE), second]
}

/// The runs on which no action changes its probability.
fn runs(names: &[String], actions: &[Piecewise]) -> Vec<Run> {
    let run = |(first, last, played): (u64, u64, Vec<(usize, Rational)>)| {
        let actions =
            named(names, &played).map(|(name, probability)| (name.to_owned(), probability.clone()));
        Run { first, last, actions: actions.collect() }
    };
    sweep(actions).map(run).collect()
}

/// The probabilities of the actions of a run under their names: all where a view has few, of more
/// those that are played.
pub fn named<'a>(
    names: &'a [String],
    played: &'a [(usize, Rational)],
) -> impl Iterator<Item = (&'a str, &'a Rational)> {
    static ZERO: Rational = Rational::ZERO;
    let (each, rest) =
        if names.len() <= NAMED_ACTIONS { (names, &[][..]) } else { (&[][..], played) };
    let probability = |action| {
        played.iter().find(|(at, _)| *at == action).map_or(&ZERO, |(_, probability)| probability)
    };
    let each =
        each.iter().enumerate().map(move |(action, name)| (name.as_str(), probability(action)));
    each.chain(rest.iter().map(|(action, probability)| (names[*action].as_str(), probability)))
}

impl ViewStrategy {
    fn step_functions(&self, n: u64, actions: &[String]) -> Result<Vec<Piecewise>, ProfileError> {
        let (player, view) = (self.player, || self.view.clone());
        let index: BTreeMap<&str, usize> = actions.iter().map(String::as_str).zip(0..).collect();
        let mut steps: Vec<Vec<(u64, Rational)>> = vec![Vec::new(); actions.len()];
        let mut next = 1;
        for run in &self.runs {
            let Run { first, last, .. } = *run;
            if first > last || last > n || first == 0 {
                return Err(ProfileError::BadRun { player, view: view(), first, last, n });
            }
            if first < next {
                return Err(ProfileError::OverlappingRuns { player, view: view(), card: first });
            }
            if first > next {
                return Err(ProfileError::MissingCard { player, view: view(), card: next, n });
            }
            for (action, probability) in &run.actions {
                let Some(&at) = index.get(action.as_str()) else {
                    let (action, expected) = (action.clone(), actions.join(", "));
                    return Err(ProfileError::UnknownAction {
                        player,
                        view: view(),
                        action,
                        expected,
                    });
                };
                // Probability 0 since the action was last named.
                if steps[at].last().map_or(1, |(before, _)| before + 1) < first {
                    steps[at].push((first - 1, Rational::ZERO));
                }
                steps[at].push((last, probability.clone()));
            }
            next = last + 1;
        }
        if next <= n {
            return Err(ProfileError::MissingCard { player, view: view(), card: next, n });
        }
        for step in &mut steps {
            if step.last().is_none_or(|(last, _)| *last < n) {
                step.push((n, Rational::ZERO));
            }
        }
        Ok(steps.into_iter().map(Piecewise::steps).collect())
    }
}
