//! Default answers of two players, with any deck: not weakly dominated, and no needless fold.

use bluff_tests::random::{self, Random};
use bluff_tests::{games_of_ours, hands, solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, GameFile, Leaf, View, parse_label};
use rational_bluff::solve::Method;
use rational_bluff::strategy::Profile;

use crate::dominance::{deal, is_dominated};

/// Folds of hands that lose to no hand of the other player at any showdown behind the view, whether
/// a hand comes there or not.
fn needless_folds(game: &Game, profile: &Profile) -> Vec<String> {
    let mut folds = Vec::new();
    for (at, view) in game.views().iter().enumerate() {
        let Some(fold) = view.actions.iter().position(|action| action == "fold") else { continue };
        for hand in 1..=game.n() {
            if profile.at(at)[fold].at(hand).is_positive() && cannot_lose(game, view, hand) {
                folds.push(format!("{}, {}: {}", game.label(), view.name, game.hand_name(hand)));
            }
        }
    }
    folds
}

/// Check that a hand is held, meets a hand of the other player, and loses to none.
fn cannot_lose(game: &Game, view: &View, hand: u64) -> bool {
    let (own, other) = (view.player, game.players()[1 - view.player.index()]);
    let weight = |player, hand| game.range(player).map_or(Rational::ONE, |range| range.at(hand));
    let shown = |leaf: &&Leaf| leaf.live.len() == 2 && is_behind(game, view, leaf);
    let mut boards: Vec<usize> =
        game.leaves().iter().filter(shown).map(|leaf| leaf.board).collect();
    boards.dedup();
    let rivals: Vec<u64> =
        (1..=game.n()).filter(|rival| weight(other, *rival).is_positive()).collect();
    let deals = boards
        .iter()
        .flat_map(|board| rivals.iter().map(|rival| deal(game, *board, hand - 1, rival - 1)));
    let deals: Vec<[Rational; 2]> = deals.filter(|[ways, _]| ways.is_positive()).collect();
    weight(own, hand).is_positive()
        && !deals.is_empty()
        && deals.iter().all(|[ways, won]| won + won >= *ways)
}

/// Check that an end follows an action of the view.
fn is_behind(game: &Game, view: &View, leaf: &Leaf) -> bool {
    let after = view.first_sequence..view.first_sequence + view.actions.len();
    let mut sequence = leaf.sequences[view.player.index()];
    while sequence >= after.end {
        let leads = game.views_of(view.player).map(|(_, view)| view).find(|view| {
            (view.first_sequence..view.first_sequence + view.actions.len()).contains(&sequence)
        });
        sequence = leads.map_or(0, |view| view.parent);
    }
    after.contains(&sequence)
}

fn faults(game: &Game) -> Vec<String> {
    let solution = solution(game, Method::Auto);
    let dominated = game.players().iter().filter(|player| is_dominated(&solution, **player));
    let mut faults: Vec<String> =
        dominated.map(|player| format!("{} {player} {}", game.label(), solution.method)).collect();
    faults.extend(needless_folds(game, &solution.profile));
    faults
}

/// Games of a seed with two players: of named cards, of cards 1 to n with ranges, and a river.
fn drawn(seed: u64) -> impl Iterator<Item = Game> {
    let mut random = Random::new(seed);
    let river = GameFile::read(&hands::river(&mut random).to_string()).ok();
    let games = [hands::game(&mut random), random::ranged_game(&mut random)];
    games.into_iter().chain(river).filter(|game| game.players().len() == 2)
}

#[test]
fn default_answers_of_drawn_decks_waste_nothing() {
    let faults: Vec<String> = (5000..5060).flat_map(drawn).flat_map(|game| faults(&game)).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn no_hand_that_cannot_lose_folds() {
    let labels = ["leduc", "push-fold/s3", "push-fold/s10", "push-fold/a1_8-s10", "kuhn/n150-b1"];
    let games = labels.map(|label| parse_label(label).expect(label)).into_iter();
    let files = ["leduc-three-bets", "two-card-hands", "half-street-kuhn", "river"];
    let files = files.map(|name| {
        let text = std::fs::read_to_string(format!("../data/games/{name}.json")).expect(name);
        GameFile::read(&text).expect(name)
    });
    let games = games.chain(files).chain(games_of_ours());
    let games = games.filter(|game| game.players().len() == 2);
    let faults: Vec<String> = games
        .flat_map(|game| needless_folds(&game, &solution(&game, Method::Auto).profile))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    // The test sees what it looks for.
    let game = parse_label("leduc").expect("leduc");
    let first = game.views().iter().map(|view| {
        let chosen = |action: usize| Rational::from(u32::from(action == 0));
        let always = |action| rational_bluff::exact::Piecewise::constant(game.n(), chosen(action));
        (0..view.actions.len()).map(always).collect()
    });
    assert!(
        !needless_folds(&game, &Profile::new(&game, first.collect()).expect("plays")).is_empty()
    );
}
