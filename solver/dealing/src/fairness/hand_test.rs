use bluff_exact::Rational;

use HandTest::{Again, Highest, Lowest, Odd, Pair, Ranks, Suits};

use super::given::{NAMED, SeenDeal};
use super::question::{class_sizes, marked};
use super::statistic::{Finding, LEAST};

/// Hands of more cards are not asked which of them are marked or come again.
const MOST_HELD: usize = 64;
/// The most classes of neighbouring cards that pairs are sorted into.
pub(super) const PAIRED: u64 = 64;

/// A question about one hand, or about it and the next seat or the deal before.
#[derive(Clone, Copy)]
pub(super) enum HandTest {
    /// Different suits of 52 cards.
    Suits,
    /// Different ranks of 52 cards.
    Ranks,
    /// Odd cards.
    Odd,
    /// The two cards, in any order.
    Pair,
    /// Cards that the seat had in the deal before.
    Again,
    /// True if its lowest card is below that of the next seat.
    Lowest,
    /// True if its highest card is below that of the next seat.
    Highest,
}

pub(super) const TESTS: [HandTest; 7] = [Suits, Ranks, Odd, Pair, Again, Lowest, Highest];

impl HandTest {
    /// The number of the answer; `None` if the deal has none.
    pub(super) fn answer(
        self,
        cards: u64,
        at: usize,
        deal: &SeenDeal,
        before: &SeenDeal,
    ) -> Option<usize> {
        let hand = &deal[at];
        let is_small = (1..=MOST_HELD).contains(&hand.len());
        let different = |group: fn(u64) -> u64| {
            let groups = hand.iter().fold(0_u64, |groups, card| groups | 1 << group(card - 1));
            (cards == NAMED && hand.len() > 1).then_some(groups.count_ones() as usize)
        };
        // Two seats ask each other once.
        let next = (deal.len() > 2 || deal.len() == 2 && at == 0)
            .then(|| &deal[(at + 1) % deal.len()])
            .filter(|next| !next.is_empty() && !hand.is_empty());
        match self {
            Suits => different(|card| card / 13),
            Ranks => different(|card| card % 13),
            Odd => is_small.then(|| hand.iter().filter(|card| *card % 2 == 1).count()),
            Pair => match hand[..] {
                [one, other] => {
                    let classes = cards.min(PAIRED);
                    let class = |card: u64| ((card - 1) * classes / cards) as usize;
                    let (low, high) = (class(one.min(other)), class(one.max(other)));
                    Some(low * classes as usize + high)
                }
                _ => None,
            },
            Again => before
                .get(at)
                .filter(|before| is_small && !before.is_empty())
                .map(|before| hand.iter().filter(|card| before.contains(card)).count()),
            Lowest => next.map(|next| usize::from(hand.iter().min() < next.iter().min())),
            Highest => next.map(|next| usize::from(hand.iter().max() < next.iter().max())),
        }
    }

    /// The finding of these counts, where seats hold so many cards.
    pub(super) fn finding(
        self,
        k: u64,
        at: usize,
        held: &[usize],
        counts: &[u64],
    ) -> Option<Finding> {
        let (seat, next) = (at + 1, (at + 1) % held.len() + 1);
        let (hand, other) = (held[at] as u64, held[next - 1] as u64);
        let deals: u64 = counts.iter().sum();
        if deals == 0 {
            return None;
        }
        let decimal = |law: Vec<Rational>| law.iter().map(Rational::to_f64).collect();
        let first = |one: u64, other: u64| {
            let chance = one as f64 / (one + other) as f64;
            vec![1.0 - chance, chance]
        };
        let mut counts = counts.to_vec();
        let (name, law): (String, Vec<f64>) = match self {
            Suits => (format!("suits in a hand of seat {seat}"), different(4, 13, hand)),
            Ranks => (format!("ranks in a hand of seat {seat}"), different(13, 4, hand)),
            Odd => (format!("odd cards of seat {seat}"), decimal(marked(k, k.div_ceil(2), hand))),
            Pair => {
                let (classed, law) = paired(k, &counts, deals);
                counts = classed;
                (format!("pairs of cards of seat {seat}"), law)
            }
            Again => {
                let name = format!("cards of seat {seat} that come again in the next deal");
                (name, decimal(marked(k, hand, hand)))
            }
            Lowest => (format!("lowest cards of seats {seat} and {next}"), first(hand, other)),
            Highest => (format!("highest cards of seats {seat} and {next}"), first(other, hand)),
        };
        counts.resize(law.len(), 0);
        Some(Finding::fit(name, &counts, &law, deals))
    }
}

/// The law of the number of different groups in a hand, of `groups` groups of `each` cards.
pub(super) fn different(groups: u64, each: u64, hand: u64) -> Vec<f64> {
    // Ways to take so many cards of so many groups.
    let mut ways = vec![vec![0.0; hand as usize + 1]; groups as usize + 1];
    ways[0][0] = 1.0;
    for _ in 0..groups {
        for different in (0..groups as usize).rev() {
            for held in 0..hand as usize {
                let (from, mut choices) = (ways[different][held], 1.0);
                for taken in 1..=(each as usize).min(hand as usize - held) {
                    choices *= (each as usize + 1 - taken) as f64 / taken as f64;
                    ways[different + 1][held + taken] += from * choices;
                }
            }
        }
    }
    let ways: Vec<f64> = ways.iter().map(|ways| ways[hand as usize]).collect();
    let all: f64 = ways.iter().sum();
    ways.iter().map(|ways| ways / all).collect()
}

/// Counts of pairs, by as many classes of neighbouring cards as the deals allow, and their law.
pub(super) fn paired(k: u64, counts: &[u64], deals: u64) -> (Vec<u64>, Vec<f64>) {
    let fine = k.min(PAIRED);
    let classes = ((deals as f64 / LEAST).sqrt() as u64).clamp(1, fine);
    let coarse = |class: usize| class * classes as usize / fine as usize;
    let mut sizes = vec![0; classes as usize];
    for (class, size) in class_sizes(k, fine).into_iter().enumerate() {
        sizes[coarse(class)] += size;
    }
    let mut sums = vec![0; sizes.len() * sizes.len()];
    for (cell, count) in counts.iter().enumerate() {
        let (low, high) = (cell / fine as usize, cell % fine as usize);
        sums[coarse(low) * sizes.len() + coarse(high)] += count;
    }
    let all = (k * (k - 1)) as f64 / 2.0;
    let mut law = Vec::new();
    for (low, &size) in sizes.iter().enumerate() {
        law.extend(sizes.iter().enumerate().map(|(high, &other)| match low.cmp(&high) {
            std::cmp::Ordering::Less => (size * other) as f64 / all,
            std::cmp::Ordering::Equal => (size * (size - 1)) as f64 / 2.0 / all,
            std::cmp::Ordering::Greater => 0.0,
        }));
    }
    (sums, law)
}
