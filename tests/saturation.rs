//! The proof that larger whole bets change nothing in Newman's game is refused where one of its
//! hypotheses fails.

use bluff_tests::{by_card, judged, ratio, solution};
use rational_bluff::certificate::{Certified, NotSaturated, Saturation, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::{newman, von_neumann};
use rational_bluff::solve::Method;

/// Newman's game in threshold form.
fn whole_bets(n: u64, b: u64) -> Certified<Solution> {
    solution(&newman(n, Rational::from(b)).unwrap(), Method::Threshold)
}

#[test]
fn saturation_is_proved_beside_the_same_deck_with_one_bet_less() {
    let one_bet = |n, b| solution(&von_neumann(n, Rational::from(b)).unwrap(), Method::Threshold);
    let solution = whole_bets(14, 5);
    let proof = Saturation::prove(&solution, Some(&whole_bets(14, 4))).unwrap();
    assert_eq!((proof.bet(), proof.value()), (5, &solution.values[0]));
    let one_street = one_bet(14, 4);
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
    let given = "von-neumann/n3-b1".into();
    let refusal = Saturation::prove(&one_bet(3, 1), None).unwrap_err();
    assert_eq!(refusal, NotSaturated::OtherGame { given });
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
        ≤ (b + 2)(b + 3) = 30, so no larger whole bet pays and the value stays 1/8; with b = 2 it \
        is less, by 1/144";
    assert_eq!(proof.to_string(), text);
}

/// At (4, 1) II may call with cards 2 and 3 in several ways, all of mass 1; the proof asks for the
/// top card first.
#[test]
fn saturation_asks_for_calls_from_the_top() {
    let solution = whole_bets(4, 1);
    let calling = |two: &str, three: &str| {
        let calls = by_card(&["0", two, three, "1"].map(ratio));
        let views = vec![solution.profile.at(0).to_vec(), calls];
        Saturation::prove(&judged(&solution.game, None, views).unwrap(), None)
    };
    assert!(calling("0", "1").is_ok());
    for (two, three) in [("2/3", "1/3"), ("1/2", "1/2"), ("1/3", "2/3")] {
        assert_eq!(calling(two, three).unwrap_err(), NotSaturated::NotFromTheTop, "{two}, {three}");
    }
}
