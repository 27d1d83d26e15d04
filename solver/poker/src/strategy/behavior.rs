use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::game::{Game, Player, View};
use bluff_exact::{Piecewise, Rational, did_you_mean, nearest, sweep};

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

/// Why these are not strategies of this game: the sentence names the culprit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProfileError(String);

impl ProfileError {
    /// The error of a view without a strategy.
    pub(crate) fn missing_view(View { player, name, .. }: &View) -> Self {
        Self(format!("player {player} has no strategy for “{name}”, expected one for each view"))
    }

    /// The error of a strategy at a view that the player does not have.
    pub(crate) fn unknown_view(game: &Game, player: Player, view: &str) -> Self {
        let names = game.views_of(player).map(|(_, view)| view.name.as_str());
        let mut names: Vec<&str> = names.collect();
        let meant = did_you_mean(nearest(view, names.iter().copied()));
        names.truncate(8);
        let names = names.join(", ");
        Self(format!("player {player} has no view “{view}”, expected one of: {names}{meant}"))
    }

    /// The error of a lock of a game of three or more players.
    pub(super) fn many_players(players: usize) -> Self {
        Self(format!("a lock in a game of {players} players, expected 2"))
    }

    /// The error of two strategies for one view.
    pub(crate) fn view_twice(player: Player, view: &str) -> Self {
        Self(format!("player {player} has two strategies for “{view}”, expected one"))
    }

    /// The error of a probability of an action that is not there.
    pub(crate) fn unknown_action(view: &View, action: &str) -> Self {
        let expected = view.actions.join(", ");
        Self::at(view, format!("action “{action}”, expected one of: {expected}"))
    }

    /// The error of a strategy at a view.
    fn at(View { player, name, .. }: &View, fault: String) -> Self {
        Self(format!("player {player}, “{name}”: {fault}"))
    }

    /// The error of the probabilities of a card.
    fn at_card(View { player, name, .. }: &View, card: u64, fault: String) -> Self {
        Self(format!("player {player}, “{name}”, card {card}: {fault}"))
    }
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
            return Err(ProfileError(format!(
                "{} views with {} expected, each with a step function on cards 1 to {} per action",
                probabilities.len(),
                game.views().len(),
                game.n()
            )));
        }
        for (actions, view) in probabilities.iter().zip(game.views()) {
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
                let below = first_card(probability, Ordering::is_lt);
                if let Some(card) = below.or_else(|| first_card(&above, Ordering::is_lt)) {
                    let given = probability.at(card);
                    let fault =
                        format!("action “{action}” has probability {given}, expected 0 to 1");
                    return Err(ProfileError::at_card(view, card, fault));
                }
            }
            let off = sums.subtracted_from(&Rational::ONE);
            if let Some(card) = first_card(&off, Ordering::is_ne) {
                let fault = format!("probabilities sum to {}, expected 1", sums.at(card));
                return Err(ProfileError::at_card(view, card, fault));
            }
        }
        Ok(Self { probabilities })
    }

    /// A profile of rows that are known to be good.
    pub(super) fn of_rows(probabilities: Vec<Vec<Piecewise>>) -> Self {
        Self { probabilities }
    }

    /// A profile from runs as documents write them, in any order of views.
    ///
    /// Errors: [`ProfileError`], naming player, view and card.
    pub fn from_runs(game: &Game, strategies: &[ViewStrategy]) -> Result<Self, ProfileError> {
        let placed = placed(game, strategies)?;
        let probabilities = game.views().iter().zip(placed).map(|(view, strategy)| {
            let missing = || ProfileError::missing_view(view);
            strategy.ok_or_else(missing)?.step_functions(game.n(), view)
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

/// The strategy of each view, if there is one.
///
/// Errors: [`ProfileError`] for a view that is not there, and for two strategies of one.
pub(super) fn placed<'a>(
    game: &Game,
    strategies: &'a [ViewStrategy],
) -> Result<Vec<Option<&'a ViewStrategy>>, ProfileError> {
    let mut found: Vec<Option<&ViewStrategy>> = vec![None; game.views().len()];
    let places = game.views().iter().map(|view| (view.player, view.name.as_str()));
    let index: BTreeMap<(Player, &str), usize> = places.zip(0..).collect();
    for strategy in strategies {
        let (player, view) = (strategy.player, strategy.view.as_str());
        let players = game.players().len();
        if player.index() >= players {
            return Err(ProfileError(format!(
                "a strategy of player {player} in a game of {players} players"
            )));
        }
        let Some(&at) = index.get(&(player, view)) else {
            return Err(ProfileError::unknown_view(game, player, view));
        };
        if found[at].replace(strategy).is_some() {
            return Err(ProfileError::view_twice(player, view));
        }
    }
    Ok(found)
}

/// The first card for which a function has such a sign.
fn first_card(function: &Piecewise, is_such: impl Fn(Ordering) -> bool) -> Option<u64> {
    function.signs().into_iter().find(|(_, _, sign)| is_such(*sign)).map(|(first, _, _)| first)
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
    /// The actions as functions of all cards.
    fn step_functions(&self, n: u64, view: &View) -> Result<Vec<Piecewise>, ProfileError> {
        let (cards, actions) = self.partial_steps(n, view)?;
        let missing = |card: u64| {
            let fault = format!("card {card} is missing, expected runs that cover 1 to {n}");
            ProfileError::at(view, fault)
        };
        first_card(&cards, Ordering::is_eq).map_or(Ok(actions), |card| Err(missing(card)))
    }

    /// 1 with the cards of the runs, which leave out others, and the actions as functions that are
    /// 0 with those.
    pub(super) fn partial_steps(
        &self,
        n: u64,
        view: &View,
    ) -> Result<(Piecewise, Vec<Piecewise>), ProfileError> {
        let actions = &view.actions;
        let index: BTreeMap<&str, usize> = actions.iter().map(String::as_str).zip(0..).collect();
        let mut steps: Vec<Vec<(u64, Rational)>> = vec![Vec::new(); actions.len()];
        let (mut next, mut cards) = (1, Vec::new());
        for run in &self.runs {
            let Run { first, last, .. } = *run;
            if first > last || last > n || first == 0 {
                let run = format!("a run from card {first} to card {last}");
                let fault = format!("{run}, expected first ≤ last ≤ {n}");
                return Err(ProfileError::at(view, fault));
            }
            if first < next {
                let fault = "stands in two runs, expected each card once, in order";
                return Err(ProfileError::at(view, format!("card {first} {fault}")));
            }
            if first > next {
                cards.push((first - 1, Rational::ZERO));
            }
            cards.push((last, Rational::ONE));
            for (action, probability) in &run.actions {
                let Some(&at) = index.get(action.as_str()) else {
                    return Err(ProfileError::unknown_action(view, action));
                };
                // Probability 0 since the action was last named.
                if steps[at].last().map_or(1, |(before, _)| before + 1) < first {
                    steps[at].push((first - 1, Rational::ZERO));
                }
                steps[at].push((last, probability.clone()));
            }
            next = last + 1;
        }
        for step in steps.iter_mut().chain([&mut cards]) {
            if step.last().is_none_or(|(last, _)| *last < n) {
                step.push((n, Rational::ZERO));
            }
        }
        Ok((Piecewise::steps(cards), steps.into_iter().map(Piecewise::steps).collect()))
    }
}
