//! The strip in words, for those who do not see it.

use std::collections::BTreeSet;

use rational_bluff::exact::Piecewise;
use rational_bluff::game::{Game, Player, View};
use rational_bluff::strategy::Profile;

use super::block::{Part, of_strategy};
use super::values::Values;
use crate::number::share;
use crate::picture::action::{Bluffs, Kind};
use crate::picture::alike::{alike, players_named};
use crate::picture::place::signed;
use crate::picture::stage::Stage;
use crate::runs::{hands, named_hand};
use crate::text::{briefly, runs};

/// Most runs that a description lists.
const LISTED: usize = 40;
/// Most views in the name of a card.
const SPOKEN: usize = 6;

/// A view and the strategy that is drawn there.
pub(super) type Shown<'a> = (usize, &'a [Piecewise]);

/// The player of a view, with those who are drawn as one unless the view is `one` alone.
pub(super) fn players(stage: &Stage<'_>, player: Player, one: bool) -> String {
    let all = if one { &[player] } else { alike(stage.game, stage.profile, player) };
    players_named(all)
}

/// The same for each of these views.
pub(super) fn players_of(stage: &Stage<'_>, shown: &[Shown<'_>]) -> Vec<String> {
    let view = |(at, _): &Shown<'_>| &stage.game.views()[*at];
    shown.iter().map(|at| players(stage, view(at).player, shown.len() == 1)).collect()
}

/// Title of a strip.
pub(super) fn title(players: &str, view: &View) -> String {
    format!("{players}, {}: what each card plays", view.name)
}

/// The order of the cards, where a table has the numbers.
pub(super) fn in_the_table(game: &Game) -> String {
    format!("Cards {} from left to right; the table has the numbers.", hands(game, 1, game.n()))
}

/// The runs of a strategy, as the advice has them.
pub(super) fn described(game: &Game, at: usize, shown: &[Piecewise]) -> String {
    let view = &game.views()[at];
    let runs = runs(game, at, shown);
    let line = |(first, last, played): &(u64, u64, Vec<(usize, _)>)| {
        let what = if played.is_empty() {
            "never dealt".to_owned()
        } else {
            briefly(&view.actions, played)
        };
        format!("{}: {what}", hands(game, *first, *last))
    };
    let mut lines: Vec<String> = runs.iter().take(LISTED).map(line).collect();
    if runs.len() > LISTED {
        lines.push(format!("{} more runs of cards", runs.len() - LISTED));
    }
    format!("Cards {} from left to right. {}.", hands(game, 1, game.n()), lines.join("; "))
}

/// A card at the first views, of these players: each action with its probability, and what it pays.
pub(super) fn card_in_words(
    stage: &Stage<'_>,
    shown: &[Shown<'_>],
    players: &[String],
    values: Option<&Values<'_>>,
    card: u64,
) -> String {
    let mut words = vec![named_hand(stage.game, "Card", card)];
    for ((at, shown), players) in shown.iter().zip(players).take(SPOKEN) {
        let view = &stage.game.views()[*at];
        let action = |(action, name): (usize, &String)| {
            let part = shown[action].at(card);
            let pays = values.and_then(|values| values.pays(*at, action, card));
            // Of a long menu only what is played is said.
            if part.is_zero() && view.actions.len() > 4 {
                return None;
            }
            let pays = pays.map_or_else(String::new, |pays| format!(", pays {}", signed(&pays)));
            Some(format!("{name} {}{pays}", share(&part)))
        };
        let what = match stage.game.holds(view.player, card) {
            true => {
                view.actions.iter().enumerate().filter_map(action).collect::<Vec<_>>().join("; ")
            }
            false => "never dealt".to_owned(),
        };
        words.push(format!("{players}, {}: {what}", view.name));
    }
    if shown.len() > SPOKEN {
        words.push(format!("{} more views when the card is chosen", shown.len() - SPOKEN));
    }
    words.join(". ")
}

/// The colours of a profile, or of any strategy of the game, with their meaning.
pub(super) fn key(game: &Game, shown: Option<&Profile>) -> Vec<(&'static str, &'static str)> {
    let has = |kind: Kind| {
        let of = |action: &String| Kind::of(action) == kind;
        game.views().iter().any(|view| view.actions.iter().any(of))
    };
    let named = |word: &str| {
        game.views().iter().any(|view| view.actions.iter().any(|action| action == word))
    };
    let bet = if named("push") { "push" } else { "value bet" };
    let all = [
        (Kind::Bet, "bluff", "bluff"),
        (Kind::Bet, "value", bet),
        (Kind::Raise, "raise", "raise"),
        (Kind::Raise, "raise-bluff", "bluff raise"),
        (Kind::Check, "check", "check"),
        (Kind::Fold, "fold", "fold"),
        (Kind::Call, "call", "call"),
    ];
    let played = shown.map(|profile| classes(game, profile));
    let occurs = |(kind, class, _): &(Kind, &str, &str)| match &played {
        Some(played) => played.contains(class),
        None => has(*kind),
    };
    all.into_iter().filter(occurs).map(|(_, class, word)| (class, word)).collect()
}

/// The classes of all colours in the strips of a profile.
fn classes(game: &Game, profile: &Profile) -> BTreeSet<&'static str> {
    let bluffs = Bluffs::of(game, profile);
    let mut classes = BTreeSet::new();
    for (at, view) in game.views().iter().enumerate() {
        for block in of_strategy(game, at, profile.at(at), &bluffs) {
            let class = |part: &Part| Kind::of(&view.actions[part.action]).class(part.bluff);
            classes.extend(block.parts.iter().map(class));
        }
    }
    classes
}
