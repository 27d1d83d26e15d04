use std::sync::LazyLock;

use super::*;
use crate::cards::HandClass;
use crate::certificate::{Candidate, check};
use crate::exact::{Bernstein, Piecewise};
use crate::game::push_fold;
use crate::strategy::{Profile, two_actions};

static CHART: LazyLock<PushFoldChart> =
    LazyLock::new(|| PushFoldChart::new(Rational::ZERO, &Control::new()).unwrap());

/// A stack inside a piece: the simplest fraction there.
fn inside(piece: &ChartPiece) -> Rational {
    Rational::simplest_between(piece.from.high(), piece.to.low())
}

/// The strategies of a piece at a stack, judged by the rules of the game.
fn judged(chart: &PushFoldChart, piece: &ChartPiece, stack: &Rational) -> Rational {
    let game = push_fold(stack.clone(), chart.ante.clone()).unwrap();
    let taken = |player| {
        let hands = (0..169).map(|hand| (hand as u64 + 1, piece.probability(player, hand, stack)));
        two_actions(Piecewise::steps(hands))
    };
    let profile = Profile::new(&game, [Player::I, Player::II].map(taken).to_vec()).unwrap();
    let candidate = Candidate { values: None, profile, method: "chart".to_owned() };
    check(&game, candidate).unwrap().values[0].clone()
}

#[test]
fn strategies_of_pieces_pass_the_judge_inside_and_at_their_ends() {
    let ante = PushFoldChart::new(Rational::ratio(1, 8), &Control::new()).unwrap();
    for (chart, step) in [(&*CHART, 16), (&ante, 64)] {
        for piece in chart.pieces.iter().step_by(step) {
            let ends = [&piece.from, &piece.to].into_iter().filter(|end| end.low() == end.high());
            for stack in ends.map(|end| end.low().clone()).chain([inside(piece)]) {
                assert_eq!(judged(chart, piece, &stack), piece.value(&stack), "at {stack}");
            }
        }
    }
}

/// Pieces abut, values are continuous where they meet, and every probability stays within 0 and 1.
#[test]
fn pieces_cover_all_stacks() {
    let pieces = &CHART.pieces;
    assert_eq!(pieces[0].from, Rational::ONE.into());
    assert_eq!(pieces[pieces.len() - 1].to, Rational::from(MAX_CHART_STACK).into());
    for pair in pieces.windows(2) {
        assert_eq!(pair[0].to, pair[1].from);
        // The difference of the values is 0 at the end, so the end's polynomial divides it.
        let [one, other] = [&pair[0], &pair[1]];
        let apart = one.value.times(&other.denominator).minus(&other.value.times(&one.denominator));
        let [low, high] = [one.to.low(), one.to.high()];
        let across = Bernstein::new(low, high, apart.degree()).signs(&apart).1;
        let zero = low == high && apart.value(low).is_zero();
        assert!(zero || across > 0 || apart.is_zero(), "at {}", one.to.decimal(9));
        assert!(one.mixed[0].len() == one.mixed[1].len() && one.mixed[0].len() <= 2);
    }
}

/// Facts of a chart that others print, and what it leaves out: 63s is no push at
/// some stacks between 5.1 and 7.1 either.
#[test]
fn facts_of_a_chart() {
    use HandPlan::{Always, Mixed, Never};
    for (stack, player, hand, plan) in [
        ("2.25", Player::I, "63s", Always),
        ("2.35", Player::I, "63s", Always),
        ("2.4", Player::I, "63s", Never),
        ("5.05", Player::I, "63s", Never),
        ("5.15", Player::I, "63s", Always),
        ("5.3", Player::I, "63s", Never),
        ("5.8", Player::I, "63s", Never),
        ("7.05", Player::I, "63s", Always),
        ("7.15", Player::I, "63s", Always),
        ("7.65", Player::I, "T3s", Mixed),
        ("7.75", Player::I, "T3s", Never),
        ("5.6", Player::II, "Q2o", Always),
        ("5.65", Player::II, "Q2o", Mixed),
        ("10", Player::I, "43s", Mixed),
        ("10", Player::II, "Q6s", Mixed),
        ("25", Player::II, "AA", Always),
    ] {
        let at = HandClass::all().position(|class| class.to_string() == hand).unwrap();
        let piece = CHART.piece(&stack.parse().unwrap()).unwrap();
        assert_eq!(piece.plans[player.index()][at], plan, "{hand} at {stack}");
        let stretches = CHART.stretches(player, at);
        assert_eq!(stretches[stretches.len() - 1].last + 1, CHART.pieces.len());
    }
    let ten = Rational::from(10);
    assert_eq!(CHART.piece(&ten).unwrap().value(&ten).decimal(12), "-0.045370752592…");
}

#[test]
fn amounts_out_of_range_are_refused() {
    for ante in ["-1/8", "24"] {
        let error = PushFoldChart::new(ante.parse().unwrap(), &Control::new()).unwrap_err();
        let expected = format!("ante = {ante}, expected an ante of at least 0, below 24");
        assert_eq!(error.to_string(), expected);
    }
    assert!(CHART.piece(&Rational::ratio(99, 100)).is_none());
    assert!(CHART.piece(&Rational::from(26)).is_none());
}
