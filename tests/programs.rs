//! Several ways to one answer: threshold form, sparse program of either player, normal form, and
//! float solvers.

use bluff_tests::random::{self, Random};
use bluff_tests::{ratio, solution, value};
use good_lp::{
    Expression, ProblemVariables, Solution as _, SolverModel, Variable, constraint, microlp,
    variable,
};
use rational_bluff::certificate::{Candidate, Solution, check};
use rational_bluff::engine::lp::{self, Bounds, LinearProgram, Optimum, Outcome};
use rational_bluff::exact::Rational;
use rational_bluff::game::{
    Game, GameFile, MAX_SIZES, Player, kuhn, newman, one_street, von_neumann,
};
use rational_bluff::program::{NormalForm, SequenceForm};
use rational_bluff::solve::{Control, Face, Method, face, newman_saturation, solve};
use rational_bluff::threshold::{ThresholdError, saturation};

/// Both methods find one value.
fn agree(game: &Game, one: Method, other: Method) {
    assert_eq!(value(game, one), value(game, other), "{}: {one}, {other}", game.label());
}

fn optimum(problem: &LinearProgram) -> Optimum {
    match lp::solve(problem, None, &Control::new()).unwrap().outcome {
        Outcome::Optimal(optimum) => optimum,
        other => panic!("{other:?}"),
    }
}

/// Random sets of one to four rational bets.
fn random_one_street(random: &mut Random) -> Game {
    loop {
        let count = 1 + random.below(4);
        let sizes: Vec<Rational> = (0..count)
            .map(|_| Rational::ratio(1 + random.below(40) as i64, 1 + random.below(9) as i64))
            .collect();
        if let Ok(game) = one_street(2 + random.below(19), sizes) {
            return game;
        }
    }
}

/// Two-player games from random files, with ranges and without.
fn random_two_player_games() -> impl Iterator<Item = Game> {
    let ranged = (2000..2300).map(|seed| random::ranged_game(&mut Random::new(seed)));
    let plain = (1000..1300).map(|seed| random::game(&mut Random::new(seed)));
    plain.chain(ranged).filter(|game| game.players().len() == 2)
}

#[test]
fn threshold_and_program_agree_on_one_bet_and_on_all_to_saturation() {
    for n in 2..=40 {
        let one = (1..=10).map(|b| von_neumann(n, Rational::from(b)));
        let all = 1..=newman_saturation(n).unwrap().bet() + 1;
        for game in one.chain(all.map(|b| newman(n, Rational::from(b)))) {
            agree(&game.unwrap(), Method::Threshold, Method::Lp);
        }
    }
}

fn threshold_and_program_agree_on_bet_sets(games: usize, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        let game = random_one_street(&mut random);
        agree(&game, Method::Threshold, Method::Lp);
    }
}

#[test]
fn threshold_and_program_agree_on_random_bet_sets() {
    threshold_and_program_agree_on_bet_sets(500, 4);
}

#[test]
#[ignore = "some minutes: ./check heavy"]
fn threshold_and_program_agree_on_a_hundred_thousand_bet_sets() {
    threshold_and_program_agree_on_bet_sets(100_000, 5);
}

/// At (15, {1/3, 1, 12}) M is free in an interval; the threshold form takes its end, 77/3.
#[test]
fn where_calls_are_free_the_most_is_called() {
    let sizes = ["1/3", "1", "12"].map(ratio);
    let game = one_street(15, sizes.clone()).unwrap();
    let solution = solution(&game, Method::Threshold);
    for (size, (view, _)) in sizes.iter().zip(game.views_of(Player::II)) {
        let mass = solution.profile.at(view)[1].total();
        assert_eq!(mass * (size + Rational::from(2)), Rational::ratio(77, 3), "bet {size}");
    }
}

/// The greatest bet that the top card might make is the integer part of 2√n.
#[test]
fn the_largest_deck_with_every_whole_bet() {
    let n = (MAX_SIZES as u64 + 1).pow(2) / 4 + 1;
    assert_eq!(saturation(n).unwrap_err(), ThresholdError::TooManySizes { n, limit: MAX_SIZES });
    assert!(saturation(n - 1).is_ok());
}

/// Larger whole bets than the saturation size change nothing, one bet less changes the value: by
/// the linear program, which knows nothing of the proof.
#[test]
fn saturation_is_where_the_program_says() {
    for n in 2..=12 {
        let saturation = newman_saturation(n).unwrap();
        let at = |b: u64| value(&newman(n, Rational::from(b)).unwrap(), Method::Lp);
        assert_eq!(&at(saturation.bet()), saturation.value());
        for larger in 1..=3 {
            assert_eq!(&at(saturation.bet() + larger), saturation.value());
        }
        if saturation.bet() > 1 {
            assert!(&at(saturation.bet() - 1) < saturation.value());
        }
    }
}

/// Either player's program gives both players' strategies, and each pair is certified with the same
/// value.
#[test]
fn both_players_programs_give_the_same_value() {
    let kuhns = (2..=9).flat_map(|n| ["1/3", "1", "2", "7/2"].map(|b| kuhn(n, ratio(b)).unwrap()));
    let newmans = (2..=8).map(|n| newman(n, Rational::from(3)).unwrap());
    let ties = (2..=5).flat_map(|n| {
        let games = [
            kuhn(n, Rational::ONE),
            von_neumann(n, Rational::from(2)),
            newman(n, Rational::from(3)),
        ];
        [2, 4].into_iter().flat_map(move |copies| {
            games.clone().map(|game| game.unwrap().with_deck(n, copies).unwrap())
        })
    });
    for game in kuhns.chain(newmans).chain(ties).chain(random_two_player_games()) {
        let values = [Player::I, Player::II].map(|player| {
            let form = SequenceForm::of(&game, player).unwrap();
            let optimum = optimum(form.problem());
            let value = form.value(&optimum);
            let profile = form.profile(&optimum).unwrap();
            let values = vec![value.clone(), -&value];
            if let Err(refusal) =
                check(&game, Candidate { values: Some(values), profile, method: "lp".into() })
            {
                panic!("{} by {player}'s program: {refusal}", game.label());
            }
            value
        });
        assert_eq!(values[0], values[1], "{}", game.label());
    }
}

#[test]
fn the_normal_form_agrees() {
    let bets = ["1/2", "1", "2", "5"].map(ratio);
    let mut games: Vec<Game> =
        (2..=7).flat_map(|n| bets.each_ref().map(|b| von_neumann(n, b.clone()).unwrap())).collect();
    games.extend((2..=3).map(|n| kuhn(n, Rational::ONE).unwrap()));
    for (n, game) in [(4, von_neumann(4, Rational::from(2))), (3, kuhn(3, Rational::ONE))] {
        games.extend((2..=4).map(|copies| game.clone().unwrap().with_deck(n, copies).unwrap()));
    }
    let small = |game: &Game| NormalForm::of(game).is_ok_and(|form| form.table().len() < 200);
    for game in games.into_iter().chain(random_two_player_games().filter(small)) {
        agree(&game, Method::NormalForm, Method::Lp);
    }
}

/// microlp, through good_lp, on a problem of ours: its optimum as a double.
fn microlp_optimum(problem: &LinearProgram) -> f64 {
    let number = |bound: &Option<Rational>, otherwise: f64| {
        bound.as_ref().map_or(otherwise, Rational::to_f64)
    };
    let ends = |bounds: &Bounds| {
        (number(&bounds.lower, f64::NEG_INFINITY), number(&bounds.upper, f64::INFINITY))
    };
    let mut variables = ProblemVariables::new();
    let columns: Vec<Variable> = problem
        .columns()
        .map(|column| {
            let (lower, upper) = ends(problem.column_bounds(column));
            variables.add(variable().min(lower).max(upper))
        })
        .collect();
    let cost: Expression = problem
        .columns()
        .map(|column| problem.cost(column).to_f64() * columns[column.index()])
        .sum();
    let mut model = variables.minimise(cost.clone()).using(microlp);
    for row in problem.rows() {
        let sum: Expression = problem
            .entries(row)
            .map(|(column, entry)| entry.to_f64() * columns[column.index()])
            .sum();
        let (lower, upper) = ends(problem.row_bounds(row));
        if lower.is_finite() {
            model = model.with(constraint!(sum.clone() >= lower));
        }
        if upper.is_finite() {
            model = model.with(constraint!(sum <= upper));
        }
    }
    model.solve().expect("a float optimum").eval(cost)
}

#[test]
fn microlp_agrees_on_every_kind_of_program() {
    let mut random = Random::new(5);
    let mut games = vec![
        von_neumann(12, Rational::from(2)).unwrap(),
        von_neumann(40, Rational::from(3)).unwrap(),
        newman(10, Rational::from(4)).unwrap(),
        kuhn(13, Rational::ONE).unwrap(),
        kuhn(30, Rational::ratio(3, 2)).unwrap(),
    ];
    games.extend((0..20).map(|_| random_one_street(&mut random)));
    games.extend(random_two_player_games());
    for game in &games {
        let mut problems: Vec<LinearProgram> = [Player::I, Player::II]
            .map(|player| SequenceForm::of(game, player).unwrap().problem().clone())
            .into();
        problems.extend(
            NormalForm::of(game)
                .ok()
                .filter(|form| form.table().len() < 200)
                .map(|form| form.problem()),
        );
        for problem in problems {
            let (exact, float) = (optimum(&problem).objective.to_f64(), microlp_optimum(&problem));
            assert!(
                (exact - float).abs() <= 1e-6 * (1.0 + exact.abs()),
                "{}: {exact} {float}",
                game.label()
            );
        }
    }
}

/// Kuhn's own analysis of three cards: I bluffs 1 with probability a ≤ 1/3, bets 3 with 3a, calls
/// with 2 with a + 1/3; II's strategy is unique.
#[test]
fn the_face_of_kuhns_game() {
    let game = kuhn(3, Rational::ONE).unwrap();
    let face = face(&game, &Control::new()).unwrap();
    let range = |view: usize, card: usize| {
        let (least, greatest) = &face.views[view].rows[card - 1][1];
        format!("{least} to {greatest}")
    };
    let names: Vec<&str> = face.views.iter().map(|view| view.view.as_str()).collect();
    assert_eq!(
        names,
        ["first to act", "facing a check", "facing bet 1 after a check", "facing bet 1"]
    );
    assert!(!face.unique);
    assert_eq!([range(0, 1), range(0, 2), range(0, 3)], ["0 to 1/3", "0 to 0", "0 to 1"]);
    assert_eq!([range(1, 1), range(1, 2), range(1, 3)], ["1/3 to 1/3", "0 to 0", "1 to 1"]);
    assert_eq!([range(2, 1), range(2, 2), range(2, 3)], ["0 to 0", "1/3 to 2/3", "1 to 1"]);
    assert_eq!([range(3, 1), range(3, 2), range(3, 3)], ["0 to 0", "1/3 to 1/3", "1 to 1"]);
}

/// The face has the value and every probability of a solution, and any probability with a card that
/// is never held.
fn holds(face: &Face, solution: &Solution) {
    let game = &solution.game;
    assert_eq!(face.value, solution.values[0], "{}", game.label());
    for (view, ranges) in face.views.iter().enumerate() {
        for (row, card) in ranges.rows.iter().zip(1..) {
            for ((least, greatest), action) in row.iter().zip(solution.profile.at(view)) {
                let (probability, label) = (action.at(card), game.label());
                assert!(*least <= probability && probability <= *greatest, "{label} {card}");
                let any = least.is_zero() && greatest.is_one();
                assert!(any || game.holds(ranges.player, card), "{label} {card}");
            }
        }
    }
}

#[test]
fn the_face_of_games_with_ranges() {
    let games = (3000..3060).map(|seed| random::ranged_game(&mut Random::new(seed)));
    for game in games.filter(|game| game.players().len() == 2) {
        holds(&face(&game, &Control::new()).unwrap(), &solution(&game, Method::Lp));
    }
}

#[test]
fn the_face_holds_every_solution() {
    let mut random = Random::new(6);
    let mut games: Vec<Game> =
        (2..=9).map(|n| von_neumann(n, Rational::from(2)).unwrap()).collect();
    games.extend((0..10).map(|_| random_one_street(&mut random)));
    for game in games {
        let face = face(&game, &Control::new()).unwrap();
        let solved = [Method::Threshold, Method::Lp].map(|method| solution(&game, method));
        solved.iter().for_each(|solution| holds(&face, solution));
        let alike = solved[0].profile == solved[1].profile;
        assert!(alike || !face.unique, "{}", game.label());
    }
}

/// The paper counts `n · 2^(b+1)` rows for Newman's first player; `2 n (b + 1)` are enough
/// (docs/DERIVATIONS.md#rows-of-newmans-program). Ours has `2 n b`, the check being one constant.
#[test]
fn newmans_program_has_two_rows_per_card_and_size() {
    let (n, b) = (14, 5);
    let game = newman(n, Rational::from(b)).unwrap();
    let form = SequenceForm::of(&game, Player::I).unwrap();
    // X rises with each card but the first, for each size; checks on each card.
    let plan_rows = (n - 1) * b + n;
    assert_eq!(form.problem().row_count() as u64, plan_rows + 2 * n * b);
}

/// Doubles end these at a basis where the largest reduced cost is 10^54, or none is feasible; from
/// there rationals took a thousand pivots.
#[test]
fn where_doubles_give_up_longer_numbers_find_the_basis() {
    for numerator in [9_749, 9_671] {
        let game = kuhn(300, Rational::ratio(numerator, 10_007)).unwrap();
        let solved = solve(&game, Method::Lp, &Control::new()).unwrap();
        assert_eq!(solved.work.exact_pivots, 0, "{}", game.label());
        let by_runs = solve(&game, Method::Runs, &Control::new()).unwrap();
        assert_eq!(solved.solution.values, by_runs.solution.values);
    }
}

/// In doubles a card among a million or more is rounding: they stalled until they gave up, program
/// after program.
#[test]
fn a_game_file_with_a_billion_cards_is_solved() {
    let file = include_str!("../data/games/raise-twice.json");
    let solved = |n: &str, method: Method| {
        let game = GameFile::read(&file.replace("1000000000", n)).unwrap();
        solve(&game, method, &Control::new()).unwrap()
    };
    assert_eq!(
        solved("30", Method::Runs).solution.values,
        solved("30", Method::Lp).solution.values
    );
    // Decks of 100 003, 1 000 003 and 10^12 + 39 cards have so many nearly optimal plans that the
    // strictest ones went from one to another.
    let decks = ["100003", "1000003", "5000011", "1000000000", "1000000007", "1000000000039"];
    let values = decks.map(|n| {
        let found = solved(n, Method::Auto);
        assert!(found.work.float_pivots < 200_000, "{n} cards: {:?}", found.work);
        (Rational::from(n.parse::<u64>().unwrap()), found.solution.values[0].clone())
    });
    let [.., (_, limit)] = &values;
    assert!(
        values[..5].iter().all(|(n, value)| (value - limit).abs() * n < Rational::ratio(1, 10)),
        "{values:?}"
    );
}
