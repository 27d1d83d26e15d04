//! Payoffs of a table: on average the certified value, and in each hand what the rules say.

use rational_bluff::cards::HoleCards;
use rational_bluff::game::{FAMILIES, FLIP, Leaf};
use sha2::{Digest, Sha256};

use super::*;

/// A small game of every family, copies, ranges and decks of their own among them.
const LABELS: [&str; 17] = [
    "von-neumann/n6-b2",
    "newman/n5-b2",
    "one-street/n5-s1-5_2",
    "kuhn/n3-b1",
    "kuhn/n4-b1-r2",
    "three-player/n4-b1",
    "von-neumann/n4-b2-r2",
    "callers/n5-b2-p4",
    "borel/n5-b2",
    "one-raise/n4-b2-raise6",
    "borel/n3-b1-r3",
    "hand-flip/n4-b2-flip1_6",
    "in-turn/n4-b1",
    "basic-endgame/n3-b2-w1_3",
    "basic-endgame/n3-b1-w1_4",
    "leduc",
    "push-fold/s10",
];

/// A seat at none of these tables: all players follow the profile.
fn nobody() -> Player {
    Player::first(10)[9]
}

fn ended<'a>(game: &'a Game, hand: &Hand) -> &'a Leaf {
    let HandState::Over(leaf) = hand.state else { unreachable!("nobody has to decide") };
    &game.leaves()[leaf]
}

#[test]
fn the_mean_of_what_a_table_pays_is_the_certified_value() {
    for family in FAMILIES {
        let has = |label: &&str| label.split('/').next() == Some(family.name);
        assert!(LABELS.iter().any(has), "{}", family.name);
    }
    for label in LABELS {
        let (game, profile, values) = equilibrium(label);
        let mut sums = vec![Rational::ZERO; values.len()];
        let mut all = Rational::ZERO;
        let mut play = |held: HeldCards, outcome: &mut EveryOutcome, weight: &Rational| {
            let hand = Hand::played(&game, &profile, (held, nobody()), &[], outcome).unwrap();
            let weight = outcome.probability() * weight;
            let payoffs = game.payoffs_of(ended(&game, &hand), &hand.held);
            sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += &(payoff * &weight));
            all += &weight;
        };
        let mut outcome = EveryOutcome::default();
        if label.starts_with("push-fold") {
            // By classes, whose payoff is the mean over all cards of both and all boards.
            for (hands, weight) in game.all_deals() {
                loop {
                    play(held(&hands), &mut outcome, &weight);
                    if !outcome.turn() {
                        break;
                    }
                }
            }
        } else {
            loop {
                if let Some(held) = game.try_deal(&mut outcome) {
                    play(held, &mut outcome, &Rational::ONE);
                }
                if !outcome.turn() {
                    break;
                }
            }
        }
        let means: Vec<Rational> = sums.iter().map(|sum| sum / &all).collect();
        assert_eq!(means, values, "{label}");
    }
}

/// Chips and showdowns by the rules in words, without the tree's ends, kernels or evaluator.
#[test]
fn a_hundred_hands_of_each_game_are_paid_as_the_rules_say() {
    for label in LABELS {
        let (game, profile, _) = equilibrium(label);
        for seed in 0..100 {
            let mut chance = SeededChance::of(format!("{label} {seed}"));
            let cards = game.deal(&mut chance);
            let hand = Hand::played(&game, &profile, (cards, nobody()), &[], &mut chance).unwrap();
            let paid = game.payoffs_of(ended(&game, &hand), &hand.held);
            assert_eq!(paid, by_the_rules(&game, label, &hand), "{label} {seed}");
        }
    }
}

/// Bytes of a seed, read as the page of a hand says.
struct SeedBytes {
    text: String,
    blocks: u64,
    left: Vec<u8>,
}

impl SeedBytes {
    fn below(&mut self, bound: u64) -> u64 {
        let bits = u64::BITS - (bound - 1).leading_zeros();
        loop {
            let mut number = 0;
            for _ in 0..bits.div_ceil(8) {
                if self.left.is_empty() {
                    self.left = Sha256::digest(format!("{} {}", self.text, self.blocks)).to_vec();
                    self.left.reverse();
                    self.blocks += 1;
                }
                number = number << 8 | u64::from(self.left.pop().unwrap());
            }
            number >>= bits.next_multiple_of(8) - bits;
            if number < bound {
                return number;
            }
        }
    }

    /// The place of a weight, from 0 on.
    fn ticket(&mut self, weights: &[u64]) -> usize {
        let mut ticket = self.below(weights.iter().sum());
        let place = weights.iter().position(|weight| {
            let found = ticket < *weight;
            ticket = ticket.wrapping_sub(*weight);
            found
        });
        place.unwrap()
    }
}

/// Hands by their numbers, or the names of nine cards, as a dealer of words hands them out.
fn dealt_by_hand(label: &str, bytes: &mut SeedBytes) -> Vec<String> {
    let numbers = |hands: &[usize]| hands.iter().map(|hand| (hand + 1).to_string()).collect();
    if label.starts_with("push-fold") {
        let all = "23456789TJQKA"
            .chars()
            .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")));
        let mut deck: Vec<String> = all.collect();
        return (0..9).map(|_| deck.remove(bytes.below(deck.len() as u64) as usize)).collect();
    }
    if label == "leduc" {
        let first = bytes.ticket(&[10, 10, 10]);
        let mut beside = [4; 3];
        beside[first] = 2;
        return numbers(&[first, bytes.ticket(&beside)]);
    }
    let after = |letter: &str| {
        label.split('-').find_map(|part| part.strip_prefix(letter)?.parse::<u64>().ok())
    };
    if let Some(win) =
        label.strip_prefix("basic-endgame/").and_then(|rest| rest.split("-w1_").last())
    {
        let in_all: u64 = win.parse().unwrap();
        return numbers(&[2 * bytes.ticket(&[in_all - 1, 1]), 1]);
    }
    let three = ["three-player", "in-turn"].iter().any(|family| label.starts_with(family));
    let players = if three { 3 } else { after("p").unwrap_or(2) };
    let (_, deck) = label.split_once("/n").unwrap();
    let cards = deck.split('-').next().unwrap().parse().unwrap();
    let copies = after("r").unwrap_or(1);
    let mut held: Vec<(u64, u64)> = Vec::new();
    while (held.len() as u64) < players {
        let card = (bytes.below(cards), bytes.below(copies));
        if held.contains(&card) {
            held.clear();
        } else {
            held.push(card);
        }
    }
    numbers(&held.iter().map(|(card, _)| *card as usize).collect::<Vec<_>>())
}

#[test]
fn a_hundred_deals_of_each_game_are_those_of_a_dealer_who_reads_the_page() {
    for label in LABELS {
        let game = parse_label(label).unwrap();
        for seed in 0..100 {
            let text = format!("{label} I {seed}");
            let held = game.deal(&mut SeededChance::of(text.clone()));
            let dealt = match held.holdem {
                Some(deal) => {
                    let hands = deal.held.into_iter().flat_map(HoleCards::pair);
                    hands.chain(deal.board).map(|card| card.to_string()).collect()
                }
                None => held.hands.iter().map(u64::to_string).collect::<Vec<_>>(),
            };
            let mut bytes = SeedBytes { text, blocks: 0, left: Vec::new() };
            let expected = dealt_by_hand(label, &mut bytes);
            // Each player's two cards have no order.
            let sorted = |mut all: Vec<String>| {
                if all.len() == 9 {
                    all[..2].sort();
                    all[2..4].sort();
                }
                all
            };
            assert_eq!(sorted(dealt), sorted(expected), "{label} {seed}");
        }
    }
}

fn by_the_rules(game: &Game, label: &str, hand: &Hand) -> Vec<Rational> {
    let count = hand.held.hands.len();
    let mut paid = vec![Rational::ONE; count];
    let mut live = vec![true; count];
    if label.starts_with("push-fold") {
        paid[0] = Rational::ratio(1, 2);
    }
    for (view, action) in &hand.steps {
        let (view, me) = (&game.views()[*view], game.views()[*view].player.index());
        let most = paid.iter().max().unwrap().clone();
        match view.actions[*action].split_once(' ') {
            Some((_, size)) => paid[me] = most + size.parse::<Rational>().unwrap(),
            None => match view.actions[*action].as_str() {
                "call" => paid[me] = most,
                "push" => paid[me] = Rational::from(10),
                "fold" => live[me] = false,
                other => assert_eq!(other, "check"),
            },
        }
    }
    let strength = |player: usize| match hand.held.holdem {
        Some(deal) => {
            let cards = deal.held[player].pair().into_iter().chain(deal.board);
            best_of_seven(&cards.map(|card| (card.rank(), card.suit())).collect::<Vec<_>>())
        }
        None => {
            let name = game.hand_name(hand.held.hands[player]);
            let pair = label == "leduc" && name == game.boards()[hand.board].name;
            vec![usize::from(pair), hand.held.hands[player] as usize]
        }
    };
    let pot: Rational = paid.iter().cloned().sum();
    let best = (0..count).filter(|player| live[*player]).map(strength).max().unwrap();
    let alone = live.iter().filter(|live| **live).count() == 1;
    let wins = |player: &usize| live[*player] && (alone || strength(*player) == best);
    let winners: Vec<usize> = (0..count).filter(wins).collect();
    let share = &pot / &Rational::from(winners.len() as u64);
    let flip = if alone { Rational::ZERO } else { game.stakes().number(&FLIP) };
    (0..count)
        .map(|player| {
            let won = if winners.contains(&player) { share.clone() } else { Rational::ZERO };
            let gain = won - &paid[player];
            // The better hand loses with the probability of the flip.
            &gain * &(Rational::ONE - Rational::from(2) * &flip)
        })
        .collect()
}

/// The best five of seven cards as a list that compares: tries all 21, by counting ranks.
fn best_of_seven(cards: &[(usize, usize)]) -> Vec<usize> {
    let five = |out: (usize, usize)| {
        let left = cards.iter().enumerate().filter(|(at, _)| *at != out.0 && *at != out.1);
        rank_of_five(&left.map(|(_, card)| *card).collect::<Vec<_>>())
    };
    (0..7).flat_map(|one| (0..one).map(move |two| (one, two))).map(five).max().unwrap()
}

fn rank_of_five(cards: &[(usize, usize)]) -> Vec<usize> {
    let times = |rank: usize| cards.iter().filter(|card| card.0 == rank).count();
    let mut ranks: Vec<usize> = (0..13).filter(|rank| times(*rank) > 0).collect();
    ranks.sort_by_key(|rank| std::cmp::Reverse((times(*rank), *rank)));
    let shape: Vec<usize> = ranks.iter().map(|rank| times(*rank)).collect();
    let flush = cards.iter().all(|card| card.1 == cards[0].1);
    let wheel = ranks == [12, 3, 2, 1, 0];
    let straight = ranks.len() == 5 && (wheel || ranks[0] - ranks[4] == 4);
    if wheel {
        ranks = vec![3];
    }
    let kind = match (shape.as_slice(), straight, flush) {
        (_, true, true) => 8,
        ([4, 1], ..) => 7,
        ([3, 2], ..) => 6,
        (_, _, true) => 5,
        (_, true, _) => 4,
        ([3, ..], ..) => 3,
        ([2, 2, 1], ..) => 2,
        ([2, ..], ..) => 1,
        _ => 0,
    };
    [vec![kind], ranks].concat()
}
