use serde::{Deserialize, Serialize};

use super::question::classes;
use super::statistic::Finding;

/// The number of times each card came to each seat: counts beside the expected ones, for a test and
/// for a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardBySeat {
    /// First and last card of each row, from 1; rows of several cards where the deals are too few
    /// for each.
    pub cards: Vec<(u64, u64)>,
    /// The names of the seats, by column; the last is “nobody” if cards are left over.
    pub seats: Vec<String>,
    /// By row and column.
    pub counts: Vec<Vec<u64>>,
    /// By row and column.
    pub expected: Vec<Vec<f64>>,
}

impl CardBySeat {
    /// From the counts of the seats that hold cards, row by row; each seat with its name and number
    /// of cards.
    pub(super) fn new(k: u64, seats: Vec<(String, u64)>, counts: &[u64], deals: u64) -> Self {
        let cards = classes(k, (counts.len() / seats.len().max(1)) as u64);
        let sizes = cards.iter().map(|(first, last)| last - first + 1);
        let left = k - seats.iter().map(|seat| seat.1).sum::<u64>();
        let (mut names, mut held): (Vec<String>, Vec<u64>) = seats.into_iter().unzip();
        let mut counts: Vec<Vec<u64>> =
            counts.chunks(names.len().max(1)).map(<[u64]>::to_vec).collect();
        if left > 0 {
            names.push("nobody".to_owned());
            held.push(left);
            for (row, size) in counts.iter_mut().zip(sizes.clone()) {
                row.push(deals * size - row.iter().sum::<u64>());
            }
        }
        let share = |size: u64| {
            held.iter().map(|&held| deals as f64 * (size * held) as f64 / k as f64).collect()
        };
        let expected = sizes.map(share).collect();
        Self { cards, seats: names, counts, expected }
    }

    /// The part of one cell in the statistic, negative where the count is too low.
    pub fn contribution(&self, row: usize, column: usize) -> f64 {
        let (count, expected) = (self.counts[row][column] as f64, self.expected[row][column]);
        if expected > 0.0 { (count - expected) * (count - expected).abs() / expected } else { 0.0 }
    }

    /// All cells together.
    pub(super) fn finding(&self, deals: u64) -> Finding {
        let k = self.cards.last().map_or(1, |last| last.1) as f64;
        let row = |(counts, expected): (&Vec<u64>, &Vec<f64>)| {
            counts.iter().map(|&count| count as f64).zip(expected.iter().copied()).collect()
        };
        let rows: Vec<Vec<(f64, f64)>> = self.counts.iter().zip(&self.expected).map(row).collect();
        Finding::of_cards("card by seat".to_owned(), &rows, k, deals)
    }
}
