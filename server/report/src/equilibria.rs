//! All equilibria of two players: every optimal strategy of one beside every one of the other.

use rational_bluff::corners::OptimalStrategies;
use rational_bluff::exact::{Rational, counted};
use rational_bluff::game::{Game, Player};
use rational_bluff::tree::{TreeGame, TreeSet};
use serde::Serialize;

use crate::table::aligned;
use crate::text::{Paint, exact_and_decimal};

/// Extreme strategies of a player that are listed in a document.
const LISTED: usize = 10_000;
/// The same in words and on a page.
pub const SHOWN: usize = 60;

/// All optimal strategies of both players of a game.
#[derive(Debug)]
pub struct EquilibriaReport {
    label: String,
    game: TreeGame,
    places: Vec<EquilibriumPlace>,
    strategies: [OptimalStrategies; 2],
}

/// A place where a player acts: a view with a card, or an information set of a file.
#[derive(Clone, Debug, Serialize)]
pub struct EquilibriumPlace {
    player: String,
    /// The words of the view, or of the set.
    pub view: String,
    /// The card, where the game has cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The name of the card.
    #[serde(skip)]
    pub card_name: Option<String>,
    /// The view and the card by their numbers.
    #[serde(skip)]
    at: (usize, u64),
    /// The number of the set among those of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
}

impl EquilibriumPlace {
    /// The place in words.
    pub fn words(&self) -> String {
        match (&self.card_name, &self.set) {
            (Some(card), _) => format!("{}, card {card}", self.view),
            (_, Some(set)) => format!("set {set} “{}”", self.view),
            _ => self.view.clone(),
        }
    }
}

/// The probability of an action in all optimal strategies.
#[derive(Clone, Debug, Serialize)]
pub struct ActionFamily {
    /// The place of the action.
    #[serde(flatten)]
    pub place: EquilibriumPlace,
    /// The action.
    pub action: String,
    /// A number, or a function of the parameters.
    pub value: String,
}

/// The name of a parameter, of so many.
pub fn parameter(at: usize, of: usize) -> String {
    if of == 1 { "λ".to_owned() } else { format!("λ{}", at + 1) }
}

impl EquilibriaReport {
    /// The strategies of a tree; of a game of poker the view and the card of each set tell its
    /// place.
    pub fn new(
        label: String,
        game: TreeGame,
        poker: Option<(&Game, Vec<(usize, u64)>)>,
        strategies: [OptimalStrategies; 2],
    ) -> Self {
        let of = |(index, (number, set)): (usize, (usize, &_))| {
            let rational_bluff::exchange::InformationSet { player, name, .. } = set;
            let held = poker.as_ref().map(|(poker, places)| (*poker, places[index]));
            let view = held.map_or(name, |(poker, (view, _))| &poker.views()[view].name);
            EquilibriumPlace {
                player: Player::first(2)[*player].to_string(),
                view: view.clone(),
                card: held.map(|(poker, (_, card))| poker.hand_code(card)),
                card_name: held.map(|(poker, (_, card))| poker.hand_name(card)),
                at: held.map(|(_, at)| at).unwrap_or_default(),
                set: held.is_none().then(|| number.to_string()),
            }
        };
        let places = game.numbered_sets().enumerate().map(of).collect();
        Self { label, game, places, strategies }
    }

    /// All optimal strategies of each player.
    pub fn strategies(&self) -> &[OptimalStrategies; 2] {
        &self.strategies
    }

    /// The place of a set.
    pub fn place(&self, set: &TreeSet) -> &EquilibriumPlace {
        &self.places[set.index]
    }

    /// The actions of a set.
    pub fn actions(&self, set: &TreeSet) -> &[String] {
        &self.game.tree().sets()[set.index].actions
    }

    /// The player in words: the number, and the name that a file gives.
    pub fn player(&self, player: usize) -> String {
        let (number, name) =
            (Player::first(2)[player].to_string(), &self.game.tree().players()[player]);
        if *name == number { number } else { format!("{number}, {name}") }
    }

    /// The sets of a player that a strategy may reach, with each action but the first.
    pub fn moves(&self, player: usize) -> impl Iterator<Item = (&TreeSet, usize)> {
        let sets = self.game.sets().iter().filter(move |set| set.player == player);
        sets.flat_map(|set| (1..set.actions.max(2)).map(move |action| (set, action)))
            .filter(|(set, action)| *action < set.actions)
    }

    /// True if every list is complete.
    pub fn is_complete(&self) -> bool {
        self.strategies.iter().all(|one| one.complete)
    }

    /// The number of pairs of strategies that mix nowhere; `None` if it is not known.
    pub fn pure_count(&self) -> Option<usize> {
        let [one, two] = self.strategies.each_ref().map(|one| one.pure().count());
        match (one, two) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (one, two) => one?.checked_mul(two?),
        }
    }

    fn families(&self, strategies: &OptimalStrategies, moving: bool) -> Vec<ActionFamily> {
        let family = |(set, action): (&TreeSet, usize)| {
            let value = strategies.action(set, action)?;
            (value.is_constant() != moving).then(|| ActionFamily {
                place: self.place(set).clone(),
                action: self.actions(set)[action].clone(),
                value: value.to_string(),
            })
        };
        self.moves(strategies.player).filter_map(family).collect()
    }

    fn listed(&self, strategies: &OptimalStrategies) -> Vec<Vec<impl Serialize>> {
        let sets = || self.game.sets().iter().filter(|set| set.player == strategies.player);
        let entry = |set: &TreeSet, point: &[Rational]| {
            object! {
                ..place: self.place(set),
                actions: self.actions(set),
                // Nothing where the strategy never comes.
                probabilities: strategies.mixture(set, point),
            }
        };
        let corners = strategies.corners(LISTED).unwrap_or_default();
        corners.iter().map(|point| sets().map(|set| entry(set, point)).collect()).collect()
    }

    /// The strategies as JSON.
    pub fn json(&self) -> String {
        let all = &self.strategies;
        let both =
            |moving| all.iter().flat_map(|one| self.families(one, moving)).collect::<Vec<_>>();
        let block = |one: &OptimalStrategies| {
            let entry = |block: &rational_bluff::corners::ParameterBlock| {
                let parameters = block.parameters.iter();
                let here = |corner: &Vec<Rational>| {
                    block.parameters.iter().map(|at| corner[*at].clone()).collect::<Vec<_>>()
                };
                let corners = block.corners.as_ref();
                object! {
                    parameters: parameters
                        .map(|at| parameter(*at, one.dimension))
                        .collect::<Vec<_>>(),
                    ranges: block.ranges.clone(),
                    corners?: corners.map(|all| all.iter().map(here).collect::<Vec<_>>()),
                }
            };
            one.blocks.iter().map(entry).collect::<Vec<_>>()
        };
        let rows = |one: &OptimalStrategies| {
            one.rows.iter().map(|row| format!("{row} ≥ 0")).collect::<Vec<_>>()
        };
        let ([one, two], names) = (all, self.game.tree().players());
        crate::document::json(&object! {
            label: &self.label,
            players?: (names != ["I", "II"]).then_some(names),
            values: all.each_ref().map(|one| &one.value),
            complete: self.is_complete(),
            dimension: all.each_ref().map(|one| one.dimension),
            count: all.each_ref().map(|one| Some(one.count()?.to_string())),
            pure: self.pure_count().map(|count| count.to_string()),
            together: both(true),
            fixed: both(false),
            inequalities: object! { I: rows(one), II: rows(two) },
            blocks: object! { I: block(one), II: block(two) },
            I: self.listed(one),
            II: self.listed(two),
        })
    }

    /// The strategies in words.
    pub fn text(&self, paint: Paint) -> String {
        let mut lines = vec![
            paint.heading(&self.label),
            String::new(),
            format!("Value to I  {}", exact_and_decimal(&self.strategies[0].value)),
            format!("Pure        {}", self.pure_words()),
        ];
        for strategies in &self.strategies {
            let player = self.player(strategies.player);
            lines.push(String::new());
            lines.push(paint.heading(&format!("Player {player}: {}", count_words(strategies))));
            let mut all = [true, false].map(|moving| self.families(strategies, moving));
            all[1].sort_by_key(|family| family.place.at);
            let shown = all.iter().flatten().take(SHOWN).map(|family| {
                vec![family.place.words(), family.action.clone(), format!("= {}", family.value)]
            });
            lines.extend(aligned(shown));
            let left = all.iter().map(Vec::len).sum::<usize>().saturating_sub(SHOWN);
            if left > 0 {
                lines.push(format!("  and {left} more"));
            }
            lines.extend(bounds(strategies).into_iter().map(|line| format!("  {line}")));
            if strategies.dimension > 1 {
                let corners = strategies.corners(LISTED).unwrap_or_default();
                let names = (0..strategies.dimension).map(|at| parameter(at, strategies.dimension));
                lines.push(format!("  ({}) at the ends:", names.collect::<Vec<_>>().join(", ")));
                lines.extend(corners.iter().take(SHOWN).map(|corner| point_words(corner)));
                if corners.len() > SHOWN {
                    lines.push(format!("  and {} more", corners.len() - SHOWN));
                }
            }
        }
        lines.join("\n") + "\n"
    }

    /// The number of equilibria that mix nowhere, in words.
    pub fn pure_words(&self) -> String {
        match self.pure_count() {
            Some(0) => "no equilibrium is pure, proved".to_owned(),
            Some(count) => counted(count, "pure equilibrium", "pure equilibria"),
            None => "not known whether an equilibrium is pure".to_owned(),
        }
    }
}

/// A corner in words.
fn point_words(corner: &[Rational]) -> String {
    let numbers: Vec<String> = corner.iter().map(ToString::to_string).collect();
    format!("  ({})", numbers.join(", "))
}

/// The number of optimal strategies, and whether there are others.
pub fn count_words(strategies: &OptimalStrategies) -> String {
    let dimension = strategies.dimension;
    match (dimension, strategies.complete, strategies.count()) {
        (0, ..) => "one optimal strategy, there are no others".to_owned(),
        (_, true, Some(count)) => {
            let numbers = counted(dimension, "number", "numbers");
            format!("{count} extreme strategies, {numbers} to choose; complete")
        }
        _ => format!("{dimension} numbers to choose; too many extreme strategies for a list"),
    }
}

/// The bounds of the parameters: `0 ≤ λ ≤ 1/3` of a segment, else the inequalities.
pub fn bounds(strategies: &OptimalStrategies) -> Vec<String> {
    let mut lines = Vec::new();
    let mut shown = vec![false; strategies.dimension];
    for block in &strategies.blocks {
        if let ([at], [[least, most]]) = (block.parameters.as_slice(), block.ranges.as_slice()) {
            shown[*at] = true;
            let name = parameter(*at, strategies.dimension);
            lines.push(format!("{least} ≤ {name} ≤ {most}"));
        }
    }
    let joint = strategies.rows.iter().filter(|row| row.parameters().any(|at| !shown[at]));
    lines.extend(joint.map(|row| format!("{row} ≥ 0")));
    lines
}
