use std::fs;

use bluff_exact::control;

use super::super::{CardSet, Strength};
use super::*;

/// Boards that stand for all that differ in the names of suits alone, and how many these are.
fn boards_up_to_suits() -> Vec<(CardSet, u32)> {
    let renamings: Vec<Renaming> = renamings().collect();
    let deck: Vec<Card> = Card::deck().collect();
    let mut found = Vec::new();
    let mut visit = |cards: [Card; 5]| {
        let code = |renaming: &Renaming| {
            let bits = cards.iter().map(|card| 1_u64 << (16 * renaming[card.suit()] + card.rank()));
            bits.sum::<u64>()
        };
        let (own, mut codes) = (code(&[0, 1, 2, 3]), [0; 24]);
        for (place, renaming) in codes.iter_mut().zip(&renamings) {
            *place = code(renaming);
            if *place < own {
                return;
            }
        }
        let same = codes.iter().filter(|code| **code == own).count();
        found.push((cards.into_iter().collect(), 24 / same as u32));
    };
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        visit([deck[a], deck[b], deck[c], deck[d], deck[e]]);
                    }
                }
            }
        }
    }
    found
}

/// A hand that the board excludes is never beaten.
const EXCLUDED: i32 = i32::MAX;

/// The strengths of all hands on a board.
fn strengths(board: CardSet) -> Vec<i32> {
    let strength = |hand: HoleCards| match hand.cards().is_disjoint(board) {
        true => Strength::of(hand.cards() | board).0 as i32,
        false => EXCLUDED,
    };
    HoleCards::all().map(strength).collect()
}

/// All wins of one hand over every other, on so many boards of each kind.
fn add_wins(wins: &mut [u32], hand: usize, boards: &[(Vec<i32>, u32)]) {
    for (strengths, count) in boards {
        let own = strengths[hand];
        if own != EXCLUDED {
            for (wins, other) in wins.iter_mut().zip(strengths) {
                *wins += count * u32::from(*other < own);
            }
        }
    }
}

/// The table, from the rules: all pairs of hands on all boards.
fn counted() -> Vec<u8> {
    let boards = boards_up_to_suits();
    assert_eq!(boards.len(), 134_459);
    assert_eq!(boards.iter().map(|(_, count)| count).sum::<u32>(), 2_598_960);
    let mut wins = vec![vec![0_u32; HANDS]; HANDS];
    for some in boards.chunks(128) {
        let some: Vec<(Vec<i32>, u32)> =
            some.iter().map(|(board, count)| (strengths(*board), *count)).collect();
        let rows: Vec<_> = wins.iter_mut().enumerate().collect();
        control::map(rows, |(hand, wins)| add_wins(wins, hand, &some));
    }
    let renamings: Vec<Renaming> = renamings().collect();
    let places = &MATCHUPS.places;
    let last = places.iter().copied().filter(|place| *place != u32::MAX).max().unwrap();
    let mut table = vec![0; 3 * (last as usize + 1)];
    for class in HandClass::all() {
        for other in HoleCards::all() {
            let place = places[class.index() * HANDS + other.index()];
            if place != u32::MAX {
                let each = renamings.iter().map(|renaming| {
                    let [hand, other] = [first(class), other].map(|hand| renamed(hand, *renaming));
                    wins[hand.index()][other.index()]
                });
                let total: u32 = each.sum();
                assert_eq!(total % 24, 0, "{class} and {other}");
                let bytes = (total / 24).to_le_bytes();
                table[3 * place as usize..][..3].copy_from_slice(&bytes[..3]);
            }
        }
    }
    table
}

#[test]
fn every_hand_becomes_the_first_of_its_class() {
    for hand in HoleCards::all() {
        assert_eq!(renamed(hand, to_first(hand)), first(hand.class()), "{hand}");
    }
}

#[test]
fn all_deals_are_in_some_class() {
    let PreflopDeals { deals, won } = PreflopDeals::new();
    let pairs = 1326 * 1225;
    assert_eq!(deals.iter().flatten().sum::<u64>(), pairs * 2 * u64::from(BOARDS));
    for (one, row) in deals.iter().enumerate() {
        for (other, count) in row.iter().enumerate() {
            assert_eq!((*count, *count), (deals[other][one], won[one][other] + won[other][one]));
        }
    }
}

#[test]
#[ignore = "heavy: ./check heavy"]
fn the_table_is_counted_again() {
    let table = counted();
    if table != WINS {
        let path = std::env::temp_dir().join("preflop.bin");
        fs::write(&path, table).unwrap();
        panic!("another table, which is now {}", path.display());
    }
}
