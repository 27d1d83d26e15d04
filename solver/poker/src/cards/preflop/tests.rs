use std::fs;

use super::super::{CardSet, RANKS, Strength};
use super::*;

const FLUSH_SUIT: usize = 0;

/// Hand as far as it matters where one suit may make a flush: the ranks in it as bits, and those
/// beside it.
#[derive(PartialEq)]
struct HandShape {
    suited: u16,
    beside: Vec<usize>,
}

/// Shape of a hand on a board, what it is worth there, and without the flush.
struct ShownShape {
    shape: usize,
    worth: [Strength; 2],
    /// Cards beside the suit that the board wants too: of its first rank, and of its second one,
    /// which count 5 each.
    taken: usize,
}

/// All sorted lists of so many ranks, with at most so many of each.
fn rank_lists(count: usize, of_each: usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..count {
        let longer = |list: &Vec<usize>| {
            let from = list.last().copied().unwrap_or(0);
            let list = list.clone();
            (from..RANKS.len()).map(move |rank| [list.as_slice(), &[rank]].concat())
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists.retain(|list| list.iter().all(|rank| copies(list, *rank) <= of_each));
    lists
}

fn copies(ranks: &[usize], rank: usize) -> usize {
    ranks.iter().filter(|other| **other == rank).count()
}

/// Ways to choose some of a few.
fn choose(all: usize, some: usize) -> u32 {
    (0..some).fold(1, |ways, at| ways * (all.saturating_sub(at) as u32) / (at as u32 + 1))
}

/// The worth of seven cards of these ranks where no five are of one suit.
fn without_flush(board: &[usize], hand: &[usize]) -> Strength {
    let mut ranks = [board, hand].concat();
    ranks.sort_unstable();
    let cards = ranks.iter().enumerate().map(|(at, rank)| Card::new(*rank, at % 4));
    Strength::of(cards.collect())
}

fn ranks_of(bits: u16) -> Vec<usize> {
    (0..RANKS.len()).filter(|rank| bits >> rank & 1 == 1).collect()
}

impl HandShape {
    fn all() -> Vec<Self> {
        let shape = |suited: u16, beside| Self { suited, beside };
        let two = rank_lists(2, 1).into_iter();
        let both = two.map(|ranks| shape(ranks.iter().map(|rank| 1 << rank).sum(), Vec::new()));
        let one = (0..RANKS.len()).flat_map(|suited| {
            (0..RANKS.len()).map(move |beside| shape(1 << suited, vec![beside]))
        });
        both.chain(one).chain(rank_lists(2, 2).into_iter().map(|ranks| shape(0, ranks))).collect()
    }

    fn of(hand: HoleCards, suit: usize) -> Self {
        let (suited, beside): (Vec<Card>, Vec<Card>) =
            hand.pair().into_iter().partition(|card| card.suit() == suit);
        let mut beside: Vec<usize> = beside.iter().map(|card| card.rank()).collect();
        beside.sort_unstable();
        Self { suited: suited.iter().map(|card| 1 << card.rank()).sum(), beside }
    }

    fn ranks(&self) -> Vec<usize> {
        [ranks_of(self.suited), self.beside.clone()].concat()
    }

    /// On the board of these ranks in the suit and these beside it; `None` if they share a card.
    fn shown(&self, number: usize, suited: u16, beside: &[usize]) -> Option<ShownShape> {
        if self.suited & suited != 0 {
            return None;
        }
        let board = [ranks_of(suited), beside.to_vec()].concat();
        let worth = without_flush(&board, &self.ranks());
        let all = ranks_of(self.suited | suited);
        let flush: CardSet = all.iter().map(|rank| Card::new(*rank, FLUSH_SUIT)).collect();
        let with_flush = if all.len() < 5 { worth } else { Strength::of(flush) };
        let taken = match beside {
            [] => 0,
            [one] => copies(&self.beside, *one),
            [one, two, ..] => {
                let second = if one == two { 0 } else { copies(&self.beside, *two) };
                copies(&self.beside, *one) + 5 * second
            }
        };
        Some(ShownShape { shape: number, worth: [with_flush, worth], taken })
    }
}

/// Wins of one pair of ranks over another on all boards, as if there were no flushes.
fn wins_by_ranks(hands: &[Vec<usize>]) -> Vec<Vec<u32>> {
    let mut wins = vec![vec![0; hands.len()]; hands.len()];
    for board in rank_lists(5, 4) {
        let mut ranks = board.clone();
        ranks.dedup();
        let wanted: Vec<usize> = ranks.iter().map(|rank| copies(&board, *rank)).collect();
        let worth: Vec<Strength> = hands.iter().map(|hand| without_flush(&board, hand)).collect();
        let taken: Vec<Vec<usize>> = hands
            .iter()
            .map(|hand| ranks.iter().map(|rank| copies(hand, *rank)).collect())
            .collect();
        for (one, wins) in wins.iter_mut().enumerate() {
            for (other, wins) in
                wins.iter_mut().enumerate().filter(|(at, _)| worth[one] > worth[*at])
            {
                let left = taken[one].iter().zip(&taken[other]);
                let left = left.map(|(one, other)| 4_usize.saturating_sub(one + other));
                *wins += left.zip(&wanted).map(|(left, some)| choose(left, *some)).product::<u32>();
            }
        }
    }
    wins
}

/// Wins of one shape over another on boards with three cards or more of the suit, less those as if
/// there were no flushes.
fn wins_by_flushes(shapes: &[HandShape]) -> Vec<Vec<i32>> {
    let mut wins = vec![vec![0; shapes.len()]; shapes.len()];
    let boards = (0..1_u16 << RANKS.len()).filter(|bits| (3..=5).contains(&bits.count_ones()));
    for suited in boards {
        for beside in rank_lists(5 - suited.count_ones() as usize, 3) {
            let shown = shapes.iter().enumerate();
            let shown = shown.filter_map(|(at, shape)| shape.shown(at, suited, &beside));
            let (flushes, others): (Vec<_>, Vec<_>) =
                shown.partition(|shown| shown.worth[0] != shown.worth[1]);
            // By cards taken: ways to choose those beside the suit from three of each rank.
            let mut ways = [0; 25];
            for (taken, ways) in ways.iter_mut().enumerate() {
                let left = [3_usize.saturating_sub(taken % 5), 3_usize.saturating_sub(taken / 5)];
                *ways = match beside.as_slice() {
                    [] => 1,
                    [one, two] if one == two => choose(left[0], 2) as i32,
                    [_] => choose(left[0], 1) as i32,
                    _ => (choose(left[0], 1) * choose(left[1], 1)) as i32,
                };
            }
            for (at, one) in flushes.iter().enumerate() {
                for other in flushes[at + 1..].iter().chain(&others) {
                    let ways = ways[one.taken + other.taken];
                    let [one_more, other_more] = [(one, other), (other, one)].map(|(a, b)| {
                        i32::from(a.worth[0] > b.worth[0]) - i32::from(a.worth[1] > b.worth[1])
                    });
                    wins[one.shape][other.shape] += ways * one_more;
                    wins[other.shape][one.shape] += ways * other_more;
                }
            }
        }
    }
    wins
}

/// The table, from the rules. At most one suit has three cards of a board. Where it makes no flush,
/// ranks alone decide, and suits only say how many boards there are.
fn counted() -> Vec<u8> {
    let (shapes, pairs) = (HandShape::all(), rank_lists(2, 2));
    let (by_flushes, by_ranks) = (wins_by_flushes(&shapes), wins_by_ranks(&pairs));
    let shape = |hand, suit| {
        let shape = HandShape::of(hand, suit);
        shapes.iter().position(|known| *known == shape).unwrap()
    };
    let pair = |hand: HoleCards| {
        let ranks = hand.pair().map(Card::rank);
        pairs.iter().position(|pair| pair[0] == ranks[1] && pair[1] == ranks[0]).unwrap()
    };
    let of_hand: Vec<(usize, [usize; 4])> = HoleCards::all()
        .map(|hand| (pair(hand), [0, 1, 2, 3].map(|suit| shape(hand, suit))))
        .collect();
    let places = &MATCHUPS.places;
    let last = places.iter().copied().filter(|place| *place != u32::MAX).max().unwrap();
    let mut table = vec![0; 3 * (last as usize + 1)];
    for class in HandClass::all() {
        let (pair, shapes) = of_hand[first(class).index()];
        for (other, (other_pair, other_shapes)) in of_hand.iter().enumerate() {
            let place = places[class.index() * HANDS + other];
            if place != u32::MAX {
                let more =
                    shapes.iter().zip(other_shapes).map(|(one, other)| by_flushes[*one][*other]);
                let total = by_ranks[pair][*other_pair].checked_add_signed(more.sum()).unwrap();
                table[3 * place as usize..][..3].copy_from_slice(&total.to_le_bytes()[..3]);
            }
        }
    }
    table
}

#[test]
fn every_hand_becomes_the_first_of_its_class() {
    for hand in HoleCards::all() {
        assert_eq!(hand.exchanged(&to_first(hand)), first(hand.class()), "{hand}");
    }
}

#[test]
fn all_deals_are_in_some_class() {
    let PreflopDeals { deals, won } = PreflopDeals::new();
    assert_eq!(deals.iter().flatten().sum::<u64>(), PreflopDeals::ALL);
    for (one, row) in deals.iter().enumerate() {
        for (other, count) in row.iter().enumerate() {
            assert_eq!((*count, *count), (deals[other][one], won[one][other] + won[other][one]));
        }
    }
}

#[test]
fn the_table_is_counted_again() {
    let table = counted();
    if table != WINS {
        let path = std::env::temp_dir().join("preflop.bin");
        fs::write(&path, table).unwrap();
        panic!("another table, which is now {}", path.display());
    }
}
