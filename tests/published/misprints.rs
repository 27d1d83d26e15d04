//! Misprints in the programs and proofs of the paper, and what it prints that can be made smaller.

use rational_bluff::continuous::{Bets, Digits, continuous};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Player, Stakes, borel, parse_label, three_player, von_neumann};
use rational_bluff::strategy::{Evaluation, Gains, Profile};

use bluff_tests::{by_card, judged, ratio};

use super::{correction, published};

/// Correction to the fast NLP: at an equilibrium with two different callers the corrected objective
/// v¹ + v² + v³ is 0, the printed one, v¹ + v² + v² again, is not. At (4, 1) any calls of card 3
/// with β + γ = 1/2 will do.
#[test]
fn the_objective_of_the_fast_program() {
    correction("fast-nlp-objective");
    let game = three_player(4, Rational::ONE).unwrap();
    let bet = by_card(&["2/3", "0", "0", "1"].map(ratio));
    let call = |third: &str| by_card(&["0", "0", third, "1"].map(ratio));
    let profile = Profile::new(&game, vec![bet, call("1/2"), call("0")]).unwrap();
    let gains = Gains::of(&game, &Evaluation::new(&game, &profile));
    assert!(gains.max_regret().is_zero());
    let values: Vec<String> = gains.payoffs.iter().map(Rational::to_string).collect();
    assert_eq!(values[0], "1/24");
    assert!([["-1/72", "-1/36"], ["-1/36", "-1/72"]].iter().any(|pair| values[1..] == *pair));
    let [v1, v2, v3] = [&gains.payoffs[0], &gains.payoffs[1], &gains.payoffs[2]];
    assert!((v1 + v2 + v3).is_zero());
    assert!(!(v1 + v2 + v2).is_zero());
}

/// Bounds of the fast NLP on player I's v at each card: checking, and betting. `first` is the
/// factor of `r_k` in the term in which both call, by the cards of II and III.
fn fast_program(
    n: usize,
    b: &Rational,
    calls: &[Rational],
    first: impl Fn(usize, usize) -> Rational,
) -> [Vec<Rational>; 2] {
    let two = Rational::from(2);
    let stake = b + Rational::ONE;
    let wins = |wins: bool, won: Rational, lost: &Rational| if wins { won } else { -lost };
    let mean = |payoff: &dyn Fn(usize, usize) -> Rational, i: usize| {
        let pairs = (0..n)
            .flat_map(|j| (0..n).map(move |k| (j, k)))
            .filter(|(j, k)| j != k && *j != i && *k != i);
        pairs.map(|(j, k)| payoff(j, k)).sum::<Rational>() / Rational::from((n - 1) * (n - 2))
    };
    let checks = |i| mean(&|j, k| wins(i > j && i > k, two.clone(), &Rational::ONE), i);
    let bets = |i| {
        let payoff = |j: usize, k: usize| {
            let (q, r) = (&calls[j], &calls[k]);
            let (no_q, no_r) = (Rational::ONE - q, Rational::ONE - r);
            let one = |j: usize| wins(i > j, &stake + Rational::ONE, &stake);
            wins(i > j && i > k, &two * &stake, &stake) * first(j, k) * r
                + one(j) * q * &no_r
                + one(k) * &no_q * r
                + &two * &no_q * &no_r
        };
        mean(&payoff, i)
    };
    [(0..n).map(checks).collect(), (0..n).map(bets).collect()]
}

/// Correction to the fast NLP, “Player I bets”: with the index of II's card the rows are what
/// betting pays by the rules; as printed they are not, and at the paper's equilibrium the objective
/// is not 0.
#[test]
fn the_row_of_the_fast_program_in_which_player_i_bets() {
    correction("fast-nlp-bets");
    let case = published()
        .three_players
        .into_iter()
        .find(|case| case.label == "three-player/n4-b1")
        .unwrap();
    let game = parse_label(&case.label).unwrap();
    let views = vec![by_card(&case.bet), by_card(&case.call), by_card(&case.call)];
    let profile = Profile::new(&game, views).unwrap();
    let evaluation = Evaluation::new(&game, &profile);
    let (_, actions) = &evaluation.best_response(Player::I).action_values[0];
    let by_rules = |action: usize| {
        (1..=4)
            .map(|card| evaluation.per_hand(actions[action].at(card)) * Rational::from(4))
            .collect::<Vec<_>>()
    };
    let average = |[checks, bets]: &[Vec<Rational>; 2]| {
        let v = checks.iter().zip(bets).map(|(check, bet)| check.max(bet).clone());
        v.sum::<Rational>() / Rational::from(4)
    };
    let right = fast_program(4, &Rational::ONE, &case.call, |j, _| case.call[j].clone());
    assert_eq!(right, [by_rules(0), by_rules(1)]);
    assert_eq!(average(&right), case.values[0]);
    let printed = fast_program(4, &Rational::ONE, &case.call, |_, k| case.call[k].clone());
    assert_eq!(
        (printed[1][3].to_string(), average(&printed).to_string()),
        ("9/4".into(), "1/16".into())
    );
}

/// Correction: what player I gets for a check at B, with the limits printed and with the right
/// ones.
#[test]
fn a_check_at_the_upper_cut() {
    correction("check-at-b");
    let [a, b, c] =
        continuous("three-player", &Bets::Stakes(Stakes::bet(2)), Digits::new(30).unwrap())
            .unwrap()
            .cuts()
            .unwrap()
            .map(|cut| cut.to_f64());
    // The three integrals with one limit everywhere; the right side of (Eq. B) with b = 2.
    let integrals = |limit: f64| 2.0 * limit * limit - limit * (1.0 - limit) - (1.0 - limit);
    let bets = -4.0 * c * b + 9.0 * b * b - 3.0;
    assert!(
        (integrals(b) - bets).abs() < 1e-14 && (integrals(b) - (3.0 * b * b - 1.0)).abs() < 1e-14
    );
    assert!((integrals(a) - bets).abs() > 1.0);
}

/// Correction to the words of the slow LPs: player I checks; a player who gives up the ante instead
/// does not get 1/12.
#[test]
fn the_strategies_of_the_slow_programs() {
    correction("slow-lp-fold");
    let views = [["1/2", "0", "0", "1"], ["0", "1/2", "0", "1"]];
    let views = views.map(|view| by_card(&view.map(ratio))).to_vec();
    let values = Some(["1/12", "-1/12"].map(ratio).to_vec());
    assert!(judged(&von_neumann(4, Rational::from(2)).unwrap(), values, views.clone()).is_ok());
    let gives_up = borel(4, Rational::from(2)).unwrap();
    let profile = Profile::new(&gives_up, views).unwrap();
    assert_eq!(Evaluation::new(&gives_up, &profile).payoff(Player::I), Rational::ratio(-5, 12));
}

/// Correction: digits that come from floats.
#[test]
fn the_last_digits_of_the_continuous_game() {
    let words = correction("float-digits");
    let game = continuous("three-player", &Bets::Stakes(Stakes::bet(2)), Digits::new(30).unwrap())
        .unwrap();
    let [a, b, c] = game.cuts().unwrap();
    for (number, printed) in
        [(a, "0.137058194328370"), (c, "0.641304115985175"), (game.value(), "0.122557074714865")]
    {
        assert!(
            words.printed.contains(printed) && words.correction.contains(&number.decimal(18)),
            "{printed}"
        );
        // Not the right digits rounded, either.
        assert!((number.to_f64() - printed.parse::<f64>().unwrap()).abs() > 1e-15, "{printed}");
    }
    assert!((b.to_f64() - 0.829_422_249_795_391).abs() < 5e-16);
}

/// A program that can be made smaller is no error: the paper's program for Newman's game has n·2^b
/// rows, one for each card and each set of bets above 0 that II calls, and its example lists 16
/// sets for b = 4.
#[test]
fn what_is_right_as_printed_is_no_correction() {
    let published = published();
    assert_eq!(
        published.smaller.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(),
        ["djn-constraint-count"]
    );
    assert!(published.corrections.iter().all(|correction| correction.id != "djn-constraint-count"));
}
