use super::super::Profile;
use super::super::counterfactual::reach;
use super::*;
use crate::game::{BetSize, Betting, HoldemSpot, Street};

/// A river of hold'em in which both may hold any hand, of all weights.
fn river(board: &str) -> Game {
    let betting = Betting {
        pot: Rational::from(10),
        blinds: [Rational::ZERO; 2],
        stacks: Some([40, 35].map(Rational::from)),
        round: None,
        all_in_above: None,
        streets: vec![Street::new(vec!["2/3 pot".parse().unwrap()], vec![BetSize::AllIn], 2)],
    };
    let ranges = ["all", "22+:1/3,A2s+:2/5,K2+,54s"].map(|text| text.parse().unwrap());
    HoldemSpot { board: board.parse().unwrap(), ranges, betting }.game("river").unwrap()
}

/// Every hand is played differently, in parts of a number.
fn profile(game: &Game, parts: u64) -> Profile {
    let view = |view: usize| {
        let share = |hand: u64, action: u64| {
            let drawn = (hand * (7 + 5 * view as u64) + 3 * action) % 11;
            Rational::from(drawn) * Rational::from(parts / 23) / Rational::from(parts)
        };
        let actions = game.views()[view].actions.len() as u64;
        let steps = |action: u64| {
            let first = |hand| (1..actions).map(|action| share(hand, action)).sum::<Rational>();
            let each = |hand| match action {
                0 => Rational::ONE - first(hand),
                _ => share(hand, action),
            };
            Piecewise::steps((1..=game.n()).map(|hand| (hand, each(hand))))
        };
        (0..actions).map(steps).collect()
    };
    Profile::new(game, (0..game.views().len()).map(view).collect()).unwrap()
}

/// The payoffs of the hands that end after a sequence, deal by deal.
fn by_deals(whole: &WholeGame<'_>, sequence: usize, hand: u64) -> Rational {
    let (game, player) = (whole.game, whole.player);
    let other = game.players()[usize::from(player.index() == 0)];
    let ends = game.leaves().iter().filter(|leaf| leaf.sequences[player.index()] == sequence);
    let of_leaf = |leaf: &Leaf| {
        let [lost, _, won] = leaf.payoffs_against(player, other);
        let kernel = game.kernel(leaf.board).unwrap();
        let reach = &whole.plan[leaf.sequences[other.index()]];
        let of_deal = |against: u64| {
            let [all, beaten] = kernel.deal(hand, against);
            (all * &lost + beaten * (&won - &lost)) * reach.at(against)
        };
        (1..=game.n()).map(of_deal).sum::<Rational>()
    };
    ends.map(of_leaf).sum()
}

#[test]
fn values_of_wide_rivers_are_those_of_all_deals() {
    for (board, parts, short) in [
        ("Ks9d6h3c2s", 60, true),
        ("AhKh7h2c2d", 1_000_003, true),
        ("QsQhQdQc2s", u64::MAX / 3, false),
    ] {
        let game = river(board);
        let plans = reach(&game, &profile(&game, parts));
        for player in [Player::I, Player::II] {
            let whole = WholeGame::of(&game, player, &plans).unwrap();
            assert_eq!(whole.bound().bits() <= MACHINE_BITS, short, "{board}");
            let values = whole_values(&game, player, &plans).unwrap().functions();
            for (sequence, values) in values.iter().enumerate() {
                for hand in (1..=game.n()).step_by(97) {
                    let expected = by_deals(&whole, sequence, hand);
                    assert_eq!(values.at(hand), expected, "{board}, {sequence}, {hand}");
                }
            }
        }
    }
}

#[test]
fn machine_integers_are_below_the_bound_and_say_what_rationals_do() {
    for (board, parts) in [("9h8h7h6h2c", 60), ("AhKh7h2c2d", 1_000_003)] {
        let game = river(board);
        let plans = reach(&game, &profile(&game, parts));
        for player in [Player::I, Player::II] {
            let whole = WholeGame::of(&game, player, &plans).unwrap();
            let machine = whole.values::<i128>().unwrap();
            let rational = whole.values::<Rational>().unwrap();
            assert_eq!(machine.best_total(&game), rational.best_total(&game), "{board}");
            assert_eq!(machine.functions(), rational.functions(), "{board}");
            let greatest = machine.sequences.iter().flatten().map(|value| value.abs()).max();
            assert!(Rational::from(greatest.unwrap()) < whole.bound(), "{board}");
        }
    }
}
