//! A second judge that shares no line with the first: pairs of hands, in fractions, and five-card
//! hands by enumeration.

use std::collections::{BTreeMap, HashMap};

use bluff_exact::Rational;

use super::{ReferencePlan, bounds_of, spot_text};

/// A card is its rank, 0 to 12, and its suit.
type Face = (i32, char);

/// Kind of five cards and the ranks that decide, the larger the better.
fn five(cards: &[Face]) -> Vec<i32> {
    let mut counts: Vec<(i32, i32)> = (0..13)
        .map(|rank| (cards.iter().filter(|card| card.0 == rank).count() as i32, rank))
        .filter(|(count, _)| *count > 0)
        .collect();
    counts.sort_unstable_by(|one, other| other.cmp(one));
    let ranks: Vec<i32> = counts.iter().map(|(_, rank)| *rank).collect();
    let flush = cards.iter().all(|card| card.1 == cards[0].1);
    let straight = match ranks[..] {
        [12, 3, 2, 1, 0] => Some(3),
        [top, _, _, _, low] if top - low == 4 => Some(top),
        _ => None,
    };
    let shape: Vec<i32> = counts.iter().map(|(count, _)| *count).collect();
    let kind = match (&shape[..], straight, flush) {
        (_, Some(top), true) => return vec![8, top],
        ([4, 1], ..) => 7,
        ([3, 2], ..) => 6,
        (_, _, true) => 5,
        (_, Some(top), _) => return vec![4, top],
        ([3, ..], ..) => 3,
        ([2, 2, 1], ..) => 2,
        ([2, ..], ..) => 1,
        _ => 0,
    };
    [vec![kind], ranks].concat()
}

fn best(cards: &[Face]) -> Vec<i32> {
    let without = |left: &[Face], out: usize| {
        let kept = left.iter().enumerate().filter(|(at, _)| *at != out);
        kept.map(|(_, card)| *card).collect::<Vec<_>>()
    };
    let sixes = (0..7).map(|out| without(cards, out));
    let fives = sixes.flat_map(|six| (0..6).map(move |out| five(&without(&six, out))));
    fives.max().unwrap()
}

struct Pairs {
    ranges: [Vec<(Vec<Face>, Rational)>; 2],
    /// Bets and raises of the flop, the turn and the river.
    sizes: [(String, String); 3],
    pot: i64,
    stack: i64,
    plan: ReferencePlan,
    known: HashMap<Vec<Face>, Vec<i32>>,
}

/// A street: how much both have paid before it and on it, and whose turn it is.
#[derive(Clone, Copy)]
struct Turn {
    street: usize,
    paid: i64,
    put: [i64; 2],
    player: usize,
}

fn faces(text: &str) -> Vec<Face> {
    let letters: Vec<char> = text.chars().collect();
    let face = |pair: &[char]| ("23456789TJQKA".find(pair[0]).unwrap() as i32, pair[1]);
    letters.chunks(2).map(face).collect()
}

fn meet(one: &[Face], other: &[Face]) -> bool {
    one.iter().any(|card| other.contains(card))
}

impl Pairs {
    fn amounts(&self, turn: Turn) -> Vec<i64> {
        let (own, other) = (turn.put[turn.player], turn.put[1 - turn.player]);
        let left = self.stack - turn.paid;
        let (bets, raises) = &self.sizes[turn.street];
        let sizes = if own == other { bets } else { raises };
        let number = |size: &str| size[..size.len() - 1].parse::<i64>().unwrap();
        let pot = self.pot + 2 * turn.paid + 2 * other;
        let put = |size: &str| match size {
            "a" => left,
            size if size.ends_with('%') => other + (pot * number(size) + 50) / 100,
            size => other * number(size),
        };
        let least = if own == other { 1 } else { 2 * other - own };
        let put = |size| put(size).max(least).min(left);
        let mut amounts: Vec<i64> = sizes.split(',').map(put).filter(|put| *put > other).collect();
        amounts.sort_unstable();
        amounts.dedup();
        amounts
    }

    /// The chips that each hand of a player wins at best, over the other's hands and all boards.
    fn reply(
        &mut self,
        hero: usize,
        board: &[Face],
        turn: Turn,
        reach: &[Rational],
    ) -> Vec<Rational> {
        let Turn { street, paid, put, player } = turn;
        let (own, other) = (put[player], put[1 - player]);
        let faced = own != other;
        let amounts = if other < self.stack - paid { self.amounts(turn) } else { vec![] };
        let count = 1 + usize::from(faced) + amounts.len();
        let part = |action: usize| match self.plan {
            ReferencePlan::Passive => Rational::from(i64::from(action == usize::from(faced))),
            ReferencePlan::Last => Rational::from(i64::from(action == count - 1)),
            ReferencePlan::Mix => {
                let of_first = if action == 0 { Rational::ratio(3, 4) } else { Rational::ZERO };
                let last = action == count - 1;
                of_first + if last { Rational::ratio(1, 4) } else { Rational::ZERO }
            }
        };
        let parts: Vec<Rational> = (0..count).map(part).collect();
        let mut answer: Option<Vec<Rational>> = None;
        for (action, part) in parts.into_iter().enumerate() {
            let reach: Vec<Rational> = match player == hero {
                true => reach.to_vec(),
                false => reach.iter().map(|reach| reach * &part).collect(),
            };
            let put_in = |amount: i64| {
                let mut put = put;
                put[player] = amount;
                Turn { street, paid, put, player: 1 - player }
            };
            let values = if faced && action == 0 {
                let times = [45 * 44, 44, 1][street] * if player == hero { -1 } else { 1 };
                let lost = Rational::from((self.pot / 2 + paid + own) * times);
                let beside = |hand: &Vec<Face>| {
                    let others = self.ranges[1 - hero].iter().zip(&reach);
                    let others = others.filter(|((other, _), _)| !meet(hand, other));
                    others.map(|(_, reach)| reach.clone()).sum::<Rational>()
                };
                self.ranges[hero].iter().map(|(hand, _)| beside(hand) * &lost).collect()
            } else if faced && action == 1 {
                self.next(hero, board, (street, paid + other), &reach)
            } else if action == 0 && player == 1 {
                self.next(hero, board, (street, paid), &reach)
            } else if action == 0 {
                self.reply(hero, board, put_in(0), &reach)
            } else {
                let amount = amounts[action - 1 - usize::from(faced)];
                self.reply(hero, board, put_in(amount), &reach)
            };
            let both = |(one, other): (Rational, Rational)| match player == hero {
                true => one.max(other),
                false => one + other,
            };
            answer = Some(match answer {
                Some(answer) => answer.into_iter().zip(values).map(both).collect(),
                None => values,
            });
        }
        answer.unwrap()
    }

    /// The same after a street on which both have paid so much in all.
    fn next(
        &mut self,
        hero: usize,
        board: &[Face],
        (street, paid): (usize, i64),
        reach: &[Rational],
    ) -> Vec<Rational> {
        let mut out = vec![Rational::ZERO; self.ranges[hero].len()];
        if board.len() == 5 {
            for (hand, out) in out.iter_mut().enumerate() {
                let hand = self.ranges[hero][hand].0.clone();
                for (at, reach) in reach.iter().enumerate().filter(|(_, reach)| !reach.is_zero()) {
                    let other = self.ranges[1 - hero][at].0.clone();
                    if !(meet(&hand, &other) || meet(&hand, board) || meet(&other, board)) {
                        let [one, other] =
                            [hand.clone(), other].map(|hand| self.seven(hand, board));
                        let sign = one.cmp(&other) as i64;
                        *out += &(reach * &Rational::from(sign * (self.pot / 2 + paid)));
                    }
                }
            }
            return out;
        }
        for rank in 0..13 {
            for suit in ['c', 'd', 'h', 's'] {
                let card = (rank, suit);
                if board.contains(&card) {
                    continue;
                }
                let after = [board, &[card]].concat();
                let others = self.ranges[1 - hero].iter().zip(reach);
                let reach: Vec<Rational> = others
                    .map(|((hand, _), reach)| match hand.contains(&card) {
                        true => Rational::ZERO,
                        false => reach.clone(),
                    })
                    .collect();
                let values = if paid == self.stack {
                    self.next(hero, &after, (street + 1, paid), &reach)
                } else {
                    let turn = Turn { street: street + 1, paid, put: [0, 0], player: 0 };
                    self.reply(hero, &after, turn, &reach)
                };
                let own = self.ranges[hero].iter().zip(&mut out).zip(values);
                own.filter(|((own, _), _)| !own.0.contains(&card))
                    .for_each(|((_, out), value)| *out += &value);
            }
        }
        out
    }

    fn seven(&mut self, hand: Vec<Face>, board: &[Face]) -> Vec<i32> {
        let mut cards = [&hand, board].concat();
        cards.sort_unstable();
        self.known.entry(cards).or_insert_with_key(|cards| best(cards)).clone()
    }

    fn bounds(&mut self, board: &[Face]) -> [Rational; 2] {
        let mut pairs = Rational::ZERO;
        for (hand, weight) in &self.ranges[0] {
            for (other, of_other) in &self.ranges[1] {
                if !meet(hand, other) {
                    pairs += &(weight * of_other);
                }
            }
        }
        let street = board.len() - 3;
        let pairs = pairs * Rational::from([45 * 44, 44, 1][street]);
        let [one, other] = [0, 1].map(|hero: usize| {
            let reach: Vec<Rational> =
                self.ranges[1 - hero].iter().map(|(_, weight)| weight.clone()).collect();
            let turn = Turn { street, paid: 0, put: [0, 0], player: 0 };
            let values = self.reply(hero, board, turn, &reach);
            let own = self.ranges[hero].iter().zip(values);
            own.map(|((_, weight), value)| weight * &value).sum::<Rational>() / &pairs
        });
        [Rational::ZERO - other, one]
    }
}

/// Small whole numbers from a seed, the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// A random spot, judged by both.
fn agree(dice: &mut Dice, cards: usize, most_hands: usize) {
    let mut deck: Vec<String> = "23456789TJQKA"
        .chars()
        .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let board: Vec<String> = (0..cards).map(|_| deck.swap_remove(dice.below(deck.len()))).collect();
    let board = board.concat();
    // Few cards, so that hands share some.
    deck.sort_unstable();
    let from = dice.below(deck.len() - 12);
    let deck = &deck[from..from + 12];
    let ranges = [0, 1].map(|_| {
        let mut hands: BTreeMap<String, &str> = BTreeMap::new();
        for _ in 0..2 + dice.below(most_hands - 1) {
            let (one, other) = (dice.below(12), dice.below(12));
            if one != other {
                let (one, other) = (one.min(other), one.max(other));
                let weight = dice.of(&["1", "1", "1/2", "0.125", "0.3"]);
                hands.insert(format!("{}{}", deck[one], deck[other]), weight);
            }
        }
        hands.insert(format!("{}{}", deck[0], deck[1]), "1/3");
        hands.insert(format!("{}{}", deck[2], deck[3]), "1");
        hands
    });
    let texts = ranges.each_ref().map(|hands| {
        let hands = hands.iter().map(|(hand, weight)| format!("{hand}:{weight}"));
        hands.collect::<Vec<_>>().join(",")
    });
    let (pot, stack) = (2 * (1 + dice.below(10) as u32), dice.below(61) as u32);
    let list = ["50%/a", "33%,75%/3x", "100%/50%", "a/a"];
    let sizes: Vec<&str> = (cards - 3..3).map(|_| dice.of(&list)).collect();
    let plan = ReferencePlan::ALL[dice.below(3)].1;
    let text = spot_text(&board, [&texts[0], &texts[1]], [pot, stack], &sizes);
    let mut by_street: [(String, String); 3] = Default::default();
    for (street, sizes) in by_street[cards - 3..].iter_mut().zip(&sizes) {
        let (bets, raises) = sizes.split_once('/').unwrap();
        *street = (bets.to_owned(), raises.to_owned());
    }
    let ranges = ranges.map(|hands| {
        let hand = |(hand, weight): (&String, &&str)| (faces(hand), weight.parse().unwrap());
        hands.iter().map(hand).collect()
    });
    let (pot, stack) = (pot.into(), stack.into());
    let mut pairs = Pairs { ranges, sizes: by_street, pot, stack, plan, known: HashMap::new() };
    assert_eq!(bounds_of(&text, true, plan), pairs.bounds(&faces(&board)), "{text} {plan:?}");
}

#[test]
fn random_rivers_and_turns_are_judged_as_pair_by_pair() {
    let mut dice = Dice(7);
    for _ in 0..40 {
        agree(&mut dice, 5, 6);
    }
    for _ in 0..10 {
        agree(&mut dice, 4, 4);
    }
}

#[test]
fn random_flops_are_judged_as_pair_by_pair() {
    let mut dice = Dice(8);
    for _ in 0..3 {
        agree(&mut dice, 3, 2);
    }
}
