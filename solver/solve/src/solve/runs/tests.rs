use super::super::{Solved, solve};
use super::*;
use crate::game::parse_label;

fn by(label: &str, method: Method) -> Rational {
    let game = parse_label(label).unwrap();
    solve(&game, method, &Control::new()).unwrap().solution.values[0].clone()
}

#[test]
fn runs_and_cards_have_one_value() {
    let decks = (2..=30).chain([47, 64, 99]);
    let labels = decks.flat_map(|n| {
        let odd = format!("hand-flip/n{n}-b7_3-flip1_6");
        let bets = ["1", "2", "7_3", "1_10", "40"].map(|b| format!("kuhn/n{n}-b{b}"));
        let others = [
            "von-neumann/nN-b2",
            "newman/nN-b4",
            "one-raise/nN-b2-raise6",
            "kuhn/nN-b3_2-r3",
            "newman/nN-b3-r2",
        ];
        bets.into_iter()
            .chain([odd])
            .chain(others.map(|label| label.replace('N', &n.to_string())))
            .collect::<Vec<_>>()
    });
    for label in labels {
        assert_eq!(by(&label, Method::Runs), by(&label, Method::Lp), "{label}");
    }
}

#[test]
fn runs_and_thresholds_have_one_value_on_large_decks() {
    for label in
        ["von-neumann/n1000003-b7_3", "newman/n999983-b5", "von-neumann/n1000000000000000000-b2"]
    {
        assert_eq!(by(label, Method::Runs), by(label, Method::Threshold), "{label}");
    }
}

#[test]
fn the_largest_decks_are_solved_in_few_runs_and_pivots() {
    for label in [
        "kuhn/n1000000000000000000-b1",
        "kuhn/n999999999999999989-b7_3-r4",
        "one-raise/n1000000000000000-b2-raise6",
        "one-raise/n999999999999999989-b1011_1009-raise3",
    ] {
        let game = parse_label(label).unwrap();
        let Solved { solution, work } = solve(&game, Method::Auto, &Control::new()).unwrap();
        let pivots = work.float_pivots + work.exact_pivots;
        println!("{label}: {pivots} pivots");
        assert!(pivots < 5_000, "{label}: {pivots}");
        assert_eq!(solution.method, "readable", "{label}");
        let views =
            (0..game.views().len()).map(|view| solution.profile.at(view)[0].pieces().count());
        assert!(views.max().unwrap() <= 10, "{label}");
    }
}

#[test]
fn a_cancelled_search_stops() {
    let control = Control::new();
    control.cancel();
    let game = parse_label("kuhn/n1000000-b1").unwrap();
    assert!(matches!(solve(&game, Method::Runs, &control), Err(SolveError::Stopped(_))));
}
