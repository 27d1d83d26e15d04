//! All optimal strategies: their numbers, judged in pairs, beside the face and the pure equilibria.

use rational_bluff::certificate::{TreeCandidate, check_tree};
use rational_bluff::corners::{OptimalStrategies, optimal_strategies};
use rational_bluff::exact::Rational;
use rational_bluff::exchange::Extensive;
use rational_bluff::game::parse_label;
use rational_bluff::pure::count_pure_equilibria;
use rational_bluff::solve::{Control, face};
use rational_bluff::tree::{TreeGame, TreeProfile};

fn of_label(label: &str) -> (TreeGame, [OptimalStrategies; 2]) {
    let game = Extensive::of(&parse_label(label).unwrap()).unwrap();
    let game = TreeGame::of(&game).unwrap();
    let both = optimal_strategies(&game, &Control::new()).unwrap();
    (game, both)
}

/// Counts of Kuhn's game to six cards, and of von Neumann's at b = 1, were once compared with lrs,
/// on rows from the rules with all pure replies. The others, and the dimensions, are our own.
#[test]
fn numbers_of_extreme_strategies_are_as_before() {
    for (label, counts, dimensions) in [
        ("kuhn/n3-b1", [2, 1], [1, 0]),
        ("kuhn/n4-b1", [1, 2], [0, 1]),
        ("kuhn/n5-b1", [10, 2], [3, 1]),
        ("kuhn/n6-b1", [4, 4], [2, 2]),
        ("kuhn/n7-b1", [194, 2], [7, 1]),
        ("kuhn/n8-b1", [12, 5], [4, 2]),
        ("von-neumann/n4-b1", [1, 2], [0, 1]),
        ("von-neumann/n5-b1", [1, 4], [0, 2]),
        ("von-neumann/n6-b1", [1, 6], [0, 2]),
        ("von-neumann/n7-b1", [1, 12], [0, 3]),
        ("von-neumann/n8-b1", [1, 27], [0, 4]),
        ("von-neumann/n9-b1", [1, 59], [0, 5]),
        ("von-neumann/n7-b2", [2, 7], [1, 3]),
    ] {
        let (_, both) = of_label(label);
        assert_eq!(both.each_ref().map(|one| one.count()), counts.map(Some), "{label}");
        assert_eq!(both.each_ref().map(|one| one.dimension), dimensions, "{label}");
        assert!(both.iter().all(|one| one.complete), "{label}");
    }
}

#[test]
fn every_strategy_is_optimal_beside_every_other_one() {
    for label in ["kuhn/n3-b1", "kuhn/n6-b1", "kuhn/n8-b1", "von-neumann/n7-b2"] {
        let (game, [one, two]) = of_label(label);
        for first in one.corners(100).unwrap() {
            let first = one.profile(&game, &first).unwrap();
            for second in two.corners(100).unwrap() {
                let second = two.profile(&game, &second).unwrap();
                let sets = game.tree().sets().iter().enumerate();
                let profile =
                    sets.map(|(index, set)| [&first, &second][set.player].at(index).to_vec());
                let profile = profile.collect();
                let profile = TreeProfile::new(&game, profile).unwrap();
                let candidate = TreeCandidate { values: None, profile, method: String::new() };
                assert!(check_tree(&game, candidate).is_ok(), "{label}");
            }
        }
    }
}

/// The probabilities of a set at all corners, least and greatest, are the bounds of the face.
#[test]
fn the_box_of_the_corners_is_the_face() {
    for label in ["kuhn/n3-b1", "kuhn/n5-b1", "kuhn/n6-b1", "von-neumann/n7-b2", "kuhn/n7-b1"] {
        let poker = parse_label(label).unwrap();
        let bounds = face(&poker, &Control::new()).unwrap();
        let (game, both) = of_label(label);
        let unique = both.iter().all(|one| one.dimension == 0);
        assert_eq!(unique, bounds.unique, "{label}");
        let (_, places) = Extensive::dealt(&poker).unwrap();
        for set in game.sets() {
            let strategies = &both[set.player];
            let corners = strategies.corners(1000).unwrap();
            let mixtures: Option<Vec<Vec<Rational>>> =
                corners.iter().map(|point| strategies.mixture(set, point)).collect();
            // Where a corner never comes, bounds are limits.
            let Some(mixtures) = mixtures else { continue };
            let (view, card) = places[set.index];
            for (action, range) in bounds.views[view].rows[card as usize - 1].iter().enumerate() {
                let all = mixtures.iter().map(|mixture| &mixture[action]);
                let ends = (all.clone().min().unwrap(), all.max().unwrap());
                assert_eq!(ends, (&range.0, &range.1), "{label} {view} {card}");
            }
        }
    }
}

#[test]
fn pure_equilibria_are_pairs_of_pure_corners() {
    for n in 3..=9 {
        for b in [1, 2, 3] {
            let (_, both) = of_label(&format!("von-neumann/n{n}-b{b}"));
            let pure = both.each_ref().map(|one| one.pure().count().unwrap());
            let count = count_pure_equilibria(n, &Rational::from(b)).unwrap();
            assert_eq!(Rational::from(pure[0] * pure[1]), count, "{n} {b}");
        }
    }
}
