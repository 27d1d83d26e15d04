//! All pure equilibria by brute force: every one of the `2^n` betting sets, with every best reply
//! of II to it.

use std::cmp::Ordering;
use std::iter;

use rational_bluff::exact::Rational;
use rational_bluff::pure::PureEquilibrium;

/// The pure equilibria of von Neumann's game (n, b), sorted. Cost: `2^n` sets and more; n at most
/// 16 is bearable.
pub fn pure_equilibria(n: u64, b: &Rational) -> Vec<PureEquilibrium> {
    let sign = |whole: i64, bets: i64| (Rational::from(whole) + b * &Rational::from(bets)).sign();
    let counts = 0..=n as i64;
    // Call against fold, by bets below and above: (b + 2) P_< − b P_>. Bet against check: 2(n − i)
    // + b Q_< − (b + 2) Q_>.
    let table = |sign: &dyn Fn(i64, i64) -> Ordering| -> Vec<Vec<Ordering>> {
        counts
            .clone()
            .map(|below| counts.clone().map(|above| sign(below, above)).collect())
            .collect()
    };
    let call = table(&|below, above| sign(2 * below, below - above));
    let bet: Vec<_> = (1..=n as i64)
        .map(|i| table(&|below, above| sign(2 * (n as i64 - i - above), below - above)))
        .collect();
    let mut found = Vec::new();
    for bets in subsets((1u32 << n) - 1) {
        let (mut forced, mut free) = (0u32, 0u32);
        for card in 0..n {
            match call[below(bets, card)][above(bets, card)] {
                Ordering::Greater => forced |= 1 << card,
                Ordering::Equal => free |= 1 << card,
                Ordering::Less => {}
            }
        }
        for indifferent in subsets(free) {
            let calls = forced | indifferent;
            let best = (0..n).all(|card| {
                let preference = bet[card as usize][below(calls, card)][above(calls, card)];
                if bets >> card & 1 == 1 { preference.is_ge() } else { preference.is_le() }
            });
            if best {
                found.push(PureEquilibrium { bets: cards(bets), calls: cards(calls) });
            }
        }
    }
    found.sort();
    found
}

/// Sets of cards as bits: card `c` is bit `c − 1`.
fn cards(set: u32) -> Vec<u64> {
    (0..32).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).collect()
}

fn below(set: u32, card: u64) -> usize {
    (set & ((1 << card) - 1)).count_ones() as usize
}

fn above(set: u32, card: u64) -> usize {
    (set >> card >> 1).count_ones() as usize
}

/// All subsets of a set, the empty one first, in the order of their bits.
fn subsets(set: u32) -> impl Iterator<Item = u32> {
    iter::successors(Some(0), move |subset: &u32| {
        (*subset != set).then(|| subset.wrapping_sub(set) & set)
    })
}
