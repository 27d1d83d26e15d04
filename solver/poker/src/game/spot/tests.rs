use super::super::{BetSize, Street};
use super::*;

fn spot(board: &str, ranges: [&str; 2]) -> HoldemSpot {
    HoldemSpot {
        board: board.parse().unwrap(),
        ranges: ranges.map(|range| range.parse().unwrap()),
        betting: Betting {
            pot: Rational::from(10),
            blinds: [Rational::ZERO; 2],
            stacks: Some([40, 40].map(Rational::from)),
            round: None,
            all_in_above: None,
            streets: vec![Street::new(vec![BetSize::Pot(Rational::ONE)], vec![BetSize::AllIn], 2)],
        },
    }
}

#[test]
fn hands_are_those_of_some_range_that_the_board_leaves() {
    let game = spot("Ks9d6h3c2s", ["KK:1/2,AhKh:1/3,QdQc:0", "AKs,99"]).game("river").unwrap();
    let hands: Vec<String> = (1..=game.n()).map(|hand| game.hand_name(hand)).collect();
    // The weakest first: top pair, then three nines, then three kings.
    let expected = ["AcKc", "AdKd", "AhKh", "9h9c", "9s9c", "9s9h", "KdKc", "KhKc", "KhKd"];
    assert_eq!(hands, expected);
    let weights = |player| {
        let range = game.range(player).unwrap();
        (1..=game.n()).map(|hand| range.at(hand)).collect::<Vec<_>>()
    };
    assert_eq!(weights(Player::I), [0, 0, 2, 0, 0, 0, 3, 3, 3].map(Rational::from));
    assert_eq!(weights(Player::II), [1, 1, 1, 1, 1, 1, 0, 0, 0].map(Rational::from));
    assert_eq!(game.holdem_board(), "Ks9d6h3c2s".parse().ok());
    assert_eq!(game.hand_range(Player::II).unwrap().to_string(), "AhKh,AdKd,AcKc,9s9h,9s9c,9h9c");
    for (hand, words) in [
        ("KhAh", "3"),
        ("AhQh", "hand “AhQh”, expected one that some player holds: AcKc, AdKd"),
        ("AsKs", "Ks is in the hand AsKs and on the board Ks9d6h3c2s, expected each card once"),
        ("Ah", "“Ah” has 1 card, expected a hand of 2, such as AhKd"),
    ] {
        let found = game.hand_number(hand);
        let found = found.map_or_else(|error| error.to_string(), |hand| hand.to_string());
        assert!(found.starts_with(words), "{found}");
    }
    let kernel = game.kernel(0).unwrap();
    // They share the king of hearts; three kings beat three nines; a tie is half won.
    for (own, other, deal) in [(3, 8, [0, 0]), (9, 6, [2, 2]), (1, 2, [2, 1]), (1, 9, [2, 0])] {
        assert_eq!(
            kernel.deal(own, other).map(|part| &part + &part),
            deal.map(|part: i64| Rational::from(part))
        );
    }
}

#[test]
fn spots_that_are_none_are_refused() {
    let river = "Ks9d6h3c2s";
    for (board, ranges, words) in [
        ("", ["all", "all"], "“” has 0 cards, expected the 5 of a river"),
        (river, ["KsQs,9dJd", "AA"], "the range of player I: each hand of the range"),
        (
            river,
            ["AA:1/10000000000000000001,KK:1/10000000000000000003", "all"],
            "a weight of 41 characters",
        ),
    ] {
        let refused = spot(board, ranges).game("river").map(|game| game.n());
        let error = refused.as_ref().map_or_else(ToString::to_string, |n| format!("{n} hands"));
        assert!(error.starts_with(words), "{board} {ranges:?}: {error}");
    }
    for name in ["", "River", "kuhn", "9-river"] {
        let error = spot(river, ["AA", "KK"]).game(name).unwrap_err().to_string();
        assert!(error.contains("”, expected 1 to 40 of a–z, 0–9 and -"), "{error}");
    }
}
