use super::super::hand_test::{PAIRED, different, paired};
use super::*;
use crate::{Coins, Seeded};

/// Deals from these decks, a line each, with so many cards for each of some seats.
fn text(decks: impl Iterator<Item = Vec<u64>>, seats: usize, hand: usize) -> String {
    let line = |deck: Vec<u64>| {
        let hands = deck.chunks(hand).take(seats);
        let hands: Vec<String> = hands
            .map(|hand| hand.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        hands.join(";") + "\n"
    };
    decks.map(line).collect()
}

/// Shuffled decks.
fn decks(cards: u64, deals: usize, seed: u64) -> impl Iterator<Item = Vec<u64>> {
    let mut coins = Seeded::of(seed);
    let deck = move |_| {
        let order = coins.permutation(cards as usize);
        order.images().iter().map(|&card| u64::from(card) + 1).collect()
    };
    (0..deals).map(deck)
}

fn tested(text: &str, cards: u64) -> GivenDeals {
    GivenDeals::new(DealLines::new(text.as_bytes(), cards), &Control::new()).expect("deals")
}

/// Sizes with every test: 52 cards and others, hands of one, two and more, one seat and several.
const SIZES: [(u64, usize, usize); 7] =
    [(52, 3, 2), (52, 2, 5), (52, 6, 2), (13, 3, 1), (3, 2, 1), (100, 1, 2), (40, 4, 10)];

/// A hundred honest files of each size: none is rejected, and few p-values are low.
#[test]
fn fair_deals_are_not_rejected() {
    for (cards, seats, hand) in SIZES {
        let (mut values, mut low) = (0, 0);
        for seed in 0..100 {
            let found = tested(&text(decks(cards, 300, seed), seats, hand), cards);
            assert!(!found.rejected, "{cards} {seats} {hand}: {found:?}");
            values += found.tests.len();
            low += found.tests.iter().filter(|test| test.p_value < 0.01).count();
        }
        assert!(values > 300 && low * 50 < values, "{cards} {seats} {hand}: {low} of {values}");
    }
}

/// Each bias with a test that must see it.
#[test]
fn each_bias_is_found_by_a_test_for_it() {
    let all = |deals| decks(52, deals, 7);
    let better = |mut deck: Vec<u64>, fits: fn(&[u64]) -> bool| {
        if fits(&deck) {
            deck.swap(0, 2);
            deck.swap(1, 3);
        }
        deck
    };
    let favoured = all(5_000).enumerate().map(|(at, mut deck)| {
        if at % 30 == 0 {
            let ace = deck.iter().position(|card| *card == 1).expect("a whole deck");
            deck.swap(0, ace);
        }
        deck
    });
    let mut last: Option<Vec<u64>> = None;
    // Every second deal turns the deck before by one hand.
    let turned = all(4_000).enumerate().map(|(at, deck)| {
        let deck = match last.take() {
            Some(mut before) if at % 10 == 1 => {
                before.swap(0, 9);
                before
            }
            _ => deck,
        };
        last = Some(deck.clone());
        deck
    });
    let pairs = all(6_000).enumerate().map(|(at, mut deck)| {
        if at % 6 == 0 {
            let same = deck.iter().skip(1).position(|card| card % 13 == deck[0] % 13);
            deck.swap(1, same.expect("four of each rank") + 1);
        }
        deck
    });
    let cases: [(String, &str); 4] = [
        (text(favoured, 3, 2), "each card of seat 1"),
        (text(turned, 3, 2), "cards of seat 1 that come again in the next deal"),
        (text(pairs, 3, 2), "ranks in a hand of seat 1"),
        (
            text(all(6_000).map(|deck| better(deck, |deck| deck[0] < 9 && deck[2] > 9)), 2, 2),
            "lowest cards of seats 1 and 2",
        ),
    ];
    for (text, by) in &cases {
        let found = tested(text, 52);
        let rejected: Vec<&str> = found
            .tests
            .iter()
            .filter(|test| test.verdict == TestVerdict::Rejected)
            .map(|test| test.name.as_str())
            .collect();
        assert!(rejected.contains(by), "{by}: {rejected:?}");
    }
    let card = tested(&cases[0].0, 52).farthest.expect("one");
    assert_eq!((card.seat.as_str(), card.card.as_str()), ("seat 1", "1"));
}

/// A bias as large as the deals are said to find is found nine times in ten, or more.
#[test]
fn the_power_is_what_it_is_said_to_be() {
    let deals = 3_000;
    let bias = tested(&text(decks(52, deals, 1), 2, 2), 52).power;
    assert!(bias[0].deals == 3_000 && bias[1].deals < bias[2].deals, "{bias:?}");
    let mut found = 0;
    for seed in 0..40 {
        let mut coins = Seeded::of(seed + 1_000);
        // In this part of the deals without it the seat is given the card.
        let given = (bias[0].points / 100.0 / (50.0 / 52.0) * 1e6) as u64;
        let deck = |mut deck: Vec<u64>| {
            let at = deck.iter().position(|card| *card == 1).expect("a whole deck");
            if at > 1 && coins.below(1_000_000) < given {
                deck.swap(0, at);
            }
            deck
        };
        found += u64::from(tested(&text(decks(52, deals, seed).map(deck), 2, 2), 52).rejected);
    }
    assert!((30..=40).contains(&found), "{found} of 40");
}

#[test]
fn the_laws_are_those_of_all_hands() {
    // Hands of 6 cards in 3 groups of two.
    for hand in 1..=4_u64 {
        let mut counts = vec![0.0; 4];
        for set in (0_u64..64).filter(|set| u64::from(set.count_ones()) == hand) {
            counts[(0..3).filter(|group| set >> (2 * group) & 3 > 0).count()] += 1.0;
        }
        let all: f64 = counts.iter().sum();
        let law = different(3, 2, hand);
        assert!(law.iter().zip(&counts).all(|(p, count)| (p - count / all).abs() < 1e-12));
    }
    for (cards, deals) in [(52, 100_000), (52, 500), (100, 100_000), (7, 30)] {
        let fine = cards.min(PAIRED) as usize;
        let law = paired(cards, &vec![0; fine * fine], deals).1;
        assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{cards} {deals}");
    }
}

#[test]
fn what_was_not_seen_is_said() {
    let found = tested(&"1 2;-\n".repeat(10), 52);
    assert_eq!(found.untested[0], "seat 2 in 10 of 10 deals: nobody saw its cards");
    assert_eq!((found.seats[1].cards, found.seats[1].seen), (0, 0));
    // All cards are dealt, and to one seat: nothing is left to chance.
    let whole = tested("1 2\n2 1\n", 2);
    assert!(whole.tests.is_empty() && !whole.rejected && whole.farthest.is_none());
    for text in ["", "# nothing\n", "PokerStars Hand #1\n"] {
        let none = GivenDeals::new(DealLines::new(text.as_bytes(), 52), &Control::new());
        assert!(none.is_err_and(|error| error.to_string().starts_with("no deals")), "{text}");
    }
}
