use super::*;
use crate::exchange::Extensive;
use crate::game::parse_label;

/// The least of a linear function over the optimal plans is that over the corners.
fn has_all_corners(game: &TreeGame, name: &str) {
    let control = Control::new();
    for found in optimal_strategies(game, &control).unwrap() {
        let mut hull = Hull::of(game, found.player, &control).unwrap();
        let corners = found.corners(10_000).unwrap();
        let mut digit = 1_u64;
        for _ in 0..20 {
            let mut factor = || {
                digit = digit.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                Rational::from((digit >> 33) as i64 % 9 - 4)
            };
            let function: Vec<_> = (0..hull.plan.len()).map(|at| (at, factor())).collect();
            let least = hull.greatest(&function).unwrap();
            let value = |plan: &dyn Fn(usize) -> Rational| {
                function.iter().map(|(at, factor)| factor * &plan(*at)).sum::<Rational>()
            };
            let of = |point: &Vec<Rational>| value(&|at| found.plan[at].at(point));
            let most = corners.iter().map(of).max().unwrap();
            assert_eq!(value(&|at| least[at].clone()), most, "{name}");
        }
    }
}

#[test]
fn every_optimal_plan_is_a_mixture_of_corners() {
    for label in ["kuhn/n5-b1", "kuhn/n7-b1", "von-neumann/n9-b1", "newman/n5-b2"] {
        let game = Extensive::of(&parse_label(label).unwrap()).unwrap();
        has_all_corners(&TreeGame::of(&game).unwrap(), label);
    }
}

/// II has two replies where equilibrium never comes: only the judge sees both.
#[test]
fn the_judge_cuts_what_no_row_says() {
    let text = "EFG 2 R \"\" { \"I\" \"II\" }
        p \"\" 1 1 \"\" { \"a\" \"b\" \"c\" } 0
        p \"\" 2 1 \"\" { \"in\" \"out\" } 0
        p \"\" 2 2 \"\" { \"l\" \"r\" } 0 t \"\" 1 \"\" { 3 -3 } t \"\" 2 \"\" { -1 1 }
        t \"\" 3 \"\" { 0 0 }
        p \"\" 2 1 0 p \"\" 2 2 0 t \"\" 2 t \"\" 1 t \"\" 3
        p \"\" 2 1 0 p \"\" 2 2 0 t \"\" 3 t \"\" 3 t \"\" 3";
    let game = TreeGame::of(&Extensive::read(text).unwrap()).unwrap();
    has_all_corners(&game, "cut");
    let [one, _] = optimal_strategies(&game, &Control::new()).unwrap();
    assert!(one.complete);
    assert_eq!((one.dimension, one.count()), (2, Some(3)));
}
