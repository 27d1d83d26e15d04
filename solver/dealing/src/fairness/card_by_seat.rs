use serde::{Deserialize, Serialize};

use super::question::classes;
use super::statistic::{Finding, LEAST, StatisticLaw};

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

    /// Cards of one deal are drawn without replacement, so cells are less independent than
    /// Pearson's: the covariance is that of a random permutation, a product of two projections
    /// times k / (k − 1). Without degrees of freedom if a cell expects too few.
    pub(super) fn finding(&self, deals: u64) -> Finding {
        let (rows, columns) = (self.counts.len(), self.seats.len());
        let k = self.cards.last().map_or(1, |last| last.1) as f64;
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let distance: f64 = cells.map(|(row, column)| self.contribution(row, column).abs()).sum();
        let enough = self.expected.iter().flatten().all(|&expected| expected >= LEAST);
        let law =
            StatisticLaw::ChiSquare(if enough { ((rows - 1) * (columns - 1)) as u64 } else { 0 });
        Finding { name: "card by seat".to_owned(), statistic: distance * (k - 1.0) / k, law, deals }
    }
}
