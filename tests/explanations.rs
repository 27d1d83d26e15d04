//! Cards explained: the terms of every action sum to its value, whatever the game.

use rational_bluff::exact::Rational;
use rational_bluff::game::{Family, Game, Node, Player, parse_label};
use rational_bluff::solve::{Control, Method, solve};
use rational_bluff::strategy::{
    ActionExplanation, CardExplanation, Ending, Evaluation, Explainer, Profile,
};

fn profile(game: &Game) -> Profile {
    solve(game, Method::Auto, &Control::new()).unwrap().solution.profile.clone()
}

fn explained(game: &Game, profile: &Profile, card: u64) -> CardExplanation {
    Explainer::new(&Evaluation::new(game, profile)).card(card).unwrap()
}

fn sum(action: &ActionExplanation) -> Rational {
    action.terms.iter().map(|term| &term.weight * &term.payoff).sum()
}

/// Every action of both players equally often, so that everybody comes everywhere.
fn even(game: &Game) -> Profile {
    let rows = game.views().iter().map(|view| {
        let part = Rational::ratio(1, view.actions.len() as i64);
        let part = rational_bluff::exact::Piecewise::constant(game.n(), part);
        vec![part; view.actions.len()]
    });
    Profile::new(game, rows.collect()).unwrap()
}

fn explanations_sum_up(label: &str, profile: impl Fn(&Game) -> Profile) {
    let game = parse_label(label).unwrap_or_else(|error| panic!("{label}: {error}"));
    let profile = profile(&game);
    let evaluation = Evaluation::new(&game, &profile);
    let best: Vec<_> = game
        .players()
        .iter()
        .flat_map(|player| evaluation.best_response(*player).action_values)
        .collect();
    let mut explainer = Explainer::new(&evaluation);
    for card in 1..=game.n() {
        for view in explainer.card(card).unwrap().views {
            let (_, values) = best.iter().find(|(at, _)| *at == view.view).unwrap();
            let greatest = values.iter().map(|value| value.at(card)).max().unwrap();
            for (action, value) in view.actions.iter().zip(values) {
                let place = format!("{label}, card {card}, view {}, {}", view.view, action.action);
                assert_eq!(sum(action), value.at(card), "{place}");
                assert!(action.terms.iter().all(|term| term.weight.is_positive()), "{place}");
                // Every hand that comes here ends somehow.
                let ends: Rational = action.terms.iter().map(|term| term.weight.clone()).sum();
                assert_eq!(ends, view.weight, "{place}");
                assert!(view.weight <= view.deals, "{place}");
                match (&action.value, &action.gap) {
                    (Some(value), Some(gap)) => {
                        assert_eq!(value * &view.weight, sum(action), "{place}");
                        assert_eq!((value + gap) * &view.weight, greatest, "{place}");
                    }
                    _ => assert!(view.weight.is_zero(), "{place}"),
                }
            }
            let played = view.actions.iter().map(|action| action.probability.clone());
            assert_eq!(played.sum::<Rational>(), Rational::ONE);
        }
    }
}

#[test]
fn the_terms_of_every_action_sum_to_its_value() {
    let examples = Family::ranked().map(|family| family.example);
    let more = [
        "kuhn/n7-b1",
        "kuhn/n4-b2-r3",
        "newman/n6-b3-r2",
        "one-raise/n5-b1-raise4-r4",
        "three-player/n5-b2-r2",
        "in-turn/n4-b1-r3",
    ];
    for label in examples.chain(more) {
        explanations_sum_up(label, even);
    }
    for label in ["von-neumann/n28-b4", "newman/n14-b5", "kuhn/n13-b1", "hand-flip/n9-b2-flip1_6"] {
        explanations_sum_up(label, profile);
    }
    for label in ["three-player/n7-b2", "one-raise/n10-b2-raise6", "basic-endgame/n3-b2-w1_3"] {
        explanations_sum_up(label, profile);
    }
}

#[test]
fn a_later_decision_of_ones_own_is_part_of_the_sum() {
    let game = parse_label("kuhn/n13-b1").unwrap();
    let card = explained(&game, &profile(&game), 13);
    let check = &card.views[0].actions[0];
    let calls = |(player, action): &(Player, String)| *player == Player::I && action == "call";
    let called: Vec<_> = check.terms.iter().filter(|term| term.then.iter().any(calls)).collect();
    assert!(!called.is_empty());
    assert!(called.iter().all(|term| term.ending == Ending::Won));
}

#[test]
fn what_the_player_does_not_see_is_told_apart() {
    // Player III does not see what II did.
    let game = parse_label("three-player/n4-b1").unwrap();
    let third = game.views().iter().position(|view| view.player == Player::III).unwrap();
    let nodes =
        game.nodes().iter().filter(|node| matches!(node, Node::Act { view, .. } if *view == third));
    assert_eq!(nodes.count(), 2);
    let explanation = explained(&game, &even(&game), 4);
    let view = explanation.views.iter().find(|view| view.view == third).unwrap();
    let (fold, call) = (&view.actions[0], &view.actions[1]);
    assert_eq!(fold.terms.len(), 1);
    let then: Vec<_> = call.terms.iter().map(|term| term.then.clone()).collect();
    assert_eq!(then, ["call", "fold"].map(|action| vec![(Player::II, action.to_owned())]));
}

#[test]
fn cards_of_the_largest_decks_are_explained() {
    let game = parse_label("von-neumann/n1000000000000000000-b2").unwrap();
    let card = explained(&game, &profile(&game), 1);
    let bet = &card.views[0].actions[1];
    assert_eq!(Some(sum(bet) / &card.views[0].weight), bet.value);
}

#[test]
fn a_card_that_there_is_not_is_refused() {
    let game = parse_label("kuhn/n3-b1").unwrap();
    let (profile, text) = (even(&game), "expected a whole number from 1 to 3");
    let evaluation = Evaluation::new(&game, &profile);
    for card in [0, 4] {
        let error = Explainer::new(&evaluation).card(card).unwrap_err().to_string();
        assert_eq!(error, format!("card {card}, {text}"));
    }
}
