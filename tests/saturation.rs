//! The proof that larger whole bets change nothing in Newman's game is refused where one of its
//! hypotheses fails.

use rational_bluff::certificate::{
    Candidate, Certified, NotSaturated, Saturation, Solution, check,
};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{newman, von_neumann};
use rational_bluff::solve::{Control, Method, solve};
use rational_bluff::strategy::Profile;

/// Newman's game in threshold form.
fn whole_bets(n: u64, b: u64) -> Certified<Solution> {
    solve(&newman(n, Rational::from(b)).unwrap(), Method::Threshold, &Control::new())
        .unwrap()
        .solution
}

#[test]
fn saturation_is_proved_beside_the_same_deck_with_one_bet_less() {
    let solution = whole_bets(14, 5);
    let proof = Saturation::prove(&solution, Some(&whole_bets(14, 4))).unwrap();
    assert_eq!((proof.bet(), proof.value()), (5, &solution.values[0]));
    let one_street = von_neumann(14, Rational::from(4)).unwrap();
    let one_street = solve(&one_street, Method::Threshold, &Control::new()).unwrap().solution;
    for (below, given) in
        [(whole_bets(14, 3), "newman/n14-b3"), (whole_bets(15, 4), "newman/n15-b4")]
    {
        let refusal = Saturation::prove(&solution, Some(&below)).unwrap_err();
        assert_eq!(refusal, NotSaturated::OtherGame { given: given.into() });
    }
    for (below, given) in [(None, "newman/n14-b5"), (Some(&one_street), "von-neumann/n14-b4")] {
        assert_eq!(
            Saturation::prove(&solution, below).unwrap_err(),
            NotSaturated::OtherGame { given: given.into() }
        );
    }
    // With one bet the two games are the same, but the proof is of Newman's.
    let same = solve(&von_neumann(3, Rational::ONE).unwrap(), Method::Threshold, &Control::new())
        .unwrap()
        .solution;
    let given = "von-neumann/n3-b1".into();
    assert_eq!(Saturation::prove(&same, None).unwrap_err(), NotSaturated::OtherGame { given });
    assert!(Saturation::prove(&whole_bets(3, 1), None).is_ok());
}

#[test]
fn saturation_is_neither_a_smaller_nor_a_larger_bet() {
    let refusal =
        |b: u64| Saturation::prove(&whole_bets(14, b), Some(&whole_bets(14, b - 1))).unwrap_err();
    let (twice_m, bound) = (Rational::from(48), Rational::from(42));
    assert_eq!(refusal(4), NotSaturated::LargerBetsMayPay { twice_m, bound });
    assert_eq!(
        refusal(6),
        NotSaturated::SmallerWouldDo { bet: 6, value: whole_bets(14, 5).values[0].clone() }
    );
    // 2M = (b + 2)(b + 3): the top card does not mind, and that is enough.
    let proof = Saturation::prove(&whole_bets(9, 3), Some(&whole_bets(9, 2))).unwrap();
    let text = "n = 9 is saturated at b = 3: II calls a bet s with mass M/(s + 2), M = 15; 2M = 30 \
        ≤ (b + 2)(b + 3) = 30, \
                so no larger whole bet pays and the value stays 1/8; with b = 2 it is less, by 1/144";
    assert_eq!(proof.to_string(), text);
}

/// At (4, 1) II may call with cards 2 and 3 in several ways, all of mass 1; the proof asks for the
/// top card first.
#[test]
fn saturation_asks_for_calls_from_the_top() {
    let solution = whole_bets(4, 1);
    let calling = |two: &str, three: &str| {
        let calls = ["0", two, three, "1"].map(|call| call.parse().unwrap());
        let call = Piecewise::steps((1..).zip(calls));
        let replies = vec![call.subtracted_from(&Rational::ONE), call];
        let profile =
            Profile::new(&solution.game, vec![solution.profile.at(0).to_vec(), replies]).unwrap();
        let candidate = Candidate { values: None, profile, method: "by hand".into() };
        Saturation::prove(&check(&solution.game, candidate).unwrap(), None)
    };
    assert!(calling("0", "1").is_ok());
    for (two, three) in [("2/3", "1/3"), ("1/2", "1/2"), ("1/3", "2/3")] {
        assert_eq!(calling(two, three).unwrap_err(), NotSaturated::NotFromTheTop, "{two}, {three}");
    }
}
