//! Costs of questions that no linear program dominates, reckoned from their sizes before they run.
//!
//! Each has a limit over HTTP, at which it takes some seconds at most. A smaller one is reckoned by
//! its part of that limit, so the scheduler and the quota know the light from the heavy.

use std::time::Duration;

use bluff_batch::compute::INSTANT;
use bluff_batch::questions::fairness::FairnessQuestion;
use bluff_batch::questions::pure::PureQuestion;
use bluff_dealing::Setting;

use crate::limits::{
    BET_SIZES, CHECK_WORK, COMPARED_WORK, CUT_DECK, PROGRAM_SEQUENCES, PURE_DECK, PURE_EQUILIBRIA,
    TESTED_DEALS,
};

/// Time of a question at its limit.
const AT_LIMIT: Duration = Duration::from_secs(5);
/// Time of pure equilibria in cuts, and of digits of a continuous game, at their limits.
const SHORTEST: Duration = Duration::from_millis(100);
/// Time of the largest linear program.
const PROGRAM: Duration = Duration::from_secs(16);
/// Time of a proof by all sequences of coins, whose number is known at its end.
const PROOF: Duration = Duration::from_secs(2);
/// Time that any question takes.
const LEAST: Duration = Duration::from_millis(2);

/// The part of a time, `LEAST` at least.
fn part(of: Duration, size: u128, limit: u128) -> Duration {
    let nanoseconds = of.as_nanos().saturating_mul(size) / limit.max(1);
    LEAST + Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
}

/// The cost of comparing decks, or of a map: `work` as [`COMPARED_WORK`] counts it, and the sum of
/// the squares of sequences.
pub(crate) fn comparing(work: u128, squares: u128) -> Duration {
    part(AT_LIMIT, work, COMPARED_WORK) + part(PROGRAM, squares, PROGRAM_SEQUENCES.pow(2))
}

/// The cost of pure equilibria of the game of a label: of a count, of those in cuts, or of a list.
pub(crate) fn listing(label: &str, question: &PureQuestion) -> Duration {
    let n = deck(label);
    match (question.cuts, question.count) {
        (true, _) => part(SHORTEST, n.saturating_pow(2), u128::from(CUT_DECK).pow(2)),
        (false, true) => INSTANT,
        (false, false) => {
            let most = u128::from(PURE_DECK) * PURE_EQUILIBRIA as u128;
            part(AT_LIMIT, n.saturating_mul(question.limit as u128), most)
        }
    }
}

/// The number of cards in a label; 0 where it names none, which is refused later.
fn deck(label: &str) -> u128 {
    let digits = label.split("/n").nth(1).unwrap_or_default();
    let end = digits.find(|other: char| !other.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0)
}

/// The cost of a continuous game with so many bet sizes, to so many digits.
pub(crate) fn continuous(sizes: u128, digits: u128) -> Duration {
    part(AT_LIMIT, sizes.saturating_pow(2), (BET_SIZES as u128).pow(2))
        + part(SHORTEST, digits.pow(2), 1_000_000)
}

/// The cost of checking a document, or of valuing strategies.
///
/// The runs of cards and the digits of denominators are counted in its bytes; equal denominators
/// count again and again, so this is too much rather than too little.
pub(crate) fn checking(document: &str) -> Duration {
    let (mut digits, mut inside) = (0_u128, false);
    for byte in document.bytes() {
        inside = matches!(byte, b'/' | b'.') || inside && byte.is_ascii_digit();
        digits += u128::from(inside);
    }
    let runs = document.matches("\"cards\"").count() as u128;
    // Reading a megabyte of JSON takes a tenth of a second.
    let reading = Duration::from_nanos(100 * document.len() as u64);
    reading + part(AT_LIMIT, runs * digits, CHECK_WORK as u128)
}

/// The cost of a fairness check: a proof, or a test of many deals.
pub(crate) fn fairness(question: &FairnessQuestion) -> Duration {
    let Setting { players, cards, .. } = question.setting;
    question.sample.map_or(PROOF, |(deals, _)| {
        // Three players with three cards take 4 µs a deal, with 52 cards 12 µs.
        let each = 9 + (players * cards) as u128;
        part(AT_LIMIT, u128::from(deals) * each, 9 * u128::from(TESTED_DEALS))
    })
}

#[cfg(test)]
mod tests {
    use bluff_batch::compute::SHORT;

    use super::*;

    #[test]
    fn a_light_question_is_instant_and_a_heavy_one_is_long() {
        let pure = |cuts, count, limit| PureQuestion { cuts, count, limit };
        for (light, heavy) in [
            (comparing(5, 0), comparing(COMPARED_WORK, 0)),
            (comparing(0, 100), comparing(0, PROGRAM_SEQUENCES.pow(2))),
            (
                listing("von-neumann/n9-b2", &pure(false, false, 10)),
                listing("von-neumann/n1000-b2", &pure(false, false, 1_000)),
            ),
            (checking("{\"values\":[\"1/18\"]}"), checking(&"{\"cards\":\"1/99\"}".repeat(9_000))),
        ] {
            assert!(light <= INSTANT, "{light:?}");
            assert!(heavy > SHORT, "{heavy:?}");
        }
        for (light, short) in [
            (
                listing("von-neumann/n9-b2", &pure(true, false, 10)),
                listing("von-neumann/n2000-b2", &pure(true, false, 10)),
            ),
            (continuous(1, 20), continuous(1, 1_000)),
        ] {
            assert!(light <= INSTANT && short > INSTANT && short <= SHORT, "{light:?} {short:?}");
        }
        assert_eq!(listing("von-neumann/n1000-b2", &pure(false, true, 1)), INSTANT);
        assert_eq!((deck("von-neumann/n28-b4"), deck("none"), deck("a/nb")), (28, 0, 0));
    }
}
