//! All pure equilibria of von Neumann's game: the count and the list against a search of all sets,
//! closed forms and certificates.

use bluff_tests::subsets;
use rational_bluff::exact::Rational;
use rational_bluff::game::von_neumann;
use rational_bluff::pure::{
    MAX_DECK, PureEquilibrium, count_pure_equilibria, cut_equilibria, pure_equilibria, sets_profile,
};
use rational_bluff::solve::pure_solution;
use rational_bluff::strategy::{Evaluation, Gains};

fn bets() -> impl Iterator<Item = Rational> {
    ["1", "2", "3", "4", "5", "1/2", "3/2", "7/3"].into_iter().map(|b| b.parse().unwrap())
}

fn count(n: u64, b: &Rational) -> Rational {
    count_pure_equilibria(n, b).unwrap()
}

fn first(n: u64, b: &Rational, limit: usize) -> Vec<PureEquilibrium> {
    let mut found = Vec::new();
    let keep = |equilibrium| {
        found.push(equilibrium);
        found.len() < limit
    };
    pure_equilibria(n, b, keep).unwrap();
    found
}

#[test]
fn count_and_list_are_those_of_a_search_of_all_sets() {
    for b in bets() {
        for n in 2..=14 {
            let all = subsets::pure_equilibria(n, &b);
            assert_eq!(first(n, &b, usize::MAX), all, "n = {n}, b = {b}");
            assert_eq!(count(n, &b), Rational::from(all.len()), "n = {n}, b = {b}");
        }
    }
}

/// The list at decks that no search of all sets reaches: as long as the count says, sorted, without
/// duplicates, and the first and the last are certified; less is a prefix of it.
#[test]
fn the_list_is_complete_and_sorted() {
    let most = Rational::from(20_000);
    let mut lists = 0;
    for b in bets().chain(["1/5", "2/7", "9", "40"].map(|b| b.parse().unwrap())) {
        for n in 2..=60 {
            if count(n, &b) > most {
                continue;
            }
            let all = first(n, &b, usize::MAX);
            assert_eq!(Rational::from(all.len()), count(n, &b), "n = {n}, b = {b}");
            assert!(all.is_sorted_by(|before, after| before < after), "n = {n}, b = {b}");
            for limit in [1, 2, 17] {
                assert_eq!(first(n, &b, limit), all[..limit.min(all.len())], "n = {n}, b = {b}");
            }
            let game = von_neumann(n, b.clone()).unwrap();
            for sets in all.first().into_iter().chain(all.last()) {
                pure_solution(&game, sets).unwrap();
                lists += 1;
            }
        }
    }
    assert!(lists > 100, "{lists}");
}

/// An independent count for whole bets. I bets k and t cards, II calls q, and the calls among the
/// checks are a lattice path under a line of whole slope: a Raney number.
#[test]
fn whole_bets_give_raney_numbers() {
    let mut largest = Rational::ZERO;
    for b in 1..=12_i64 {
        for n in 2 + b / 2 + 1..=300 {
            let mut expected = Rational::ZERO;
            for t in 1..n {
                for q in 2 * t - 1..=2 * t + 1 {
                    // k = bt/(b + 2), and twice the slack e = n − k − (b + 2)q/2.
                    let (k, twice_slack) =
                        (b * t / (b + 2), 2 * (n - b * t / (b + 2)) - (b + 2) * q);
                    if b * t % (b + 2) == 0 && (0..=2).contains(&twice_slack) {
                        let first = twice_slack - b.min(2);
                        let (calls, folds) = (q - t, n - k - q);
                        let room = folds - b * calls - (first.div_euclid(2) + first.rem_euclid(2));
                        // Without room for it the last call comes after all folds, and binds
                        // nothing.
                        let (calls, room) =
                            if room < 0 { (calls - 1, room + b) } else { (calls, room) };
                        expected += &raney(b + 1, calls, room + 1);
                    }
                }
            }
            assert_eq!(count(n as u64, &Rational::from(b)), expected, "n = {n}, b = {b}");
            largest = largest.max(expected);
        }
    }
    assert!(largest > Rational::from(10).pow(30), "{largest}");
}

/// `r/(p m + r) · C(p m + r, m)`.
fn raney(p: i64, m: i64, r: i64) -> Rational {
    let all = p * m + r;
    (0..m).fold(Rational::ratio(r, all), |product, i| product * Rational::ratio(all - i, i + 1))
}

/// The paper prints values at n = 22, 23, 24 with b = 2 among the pure equilibria in cuts. There is
/// no pure equilibrium of any form: from n = 7 on there are some exactly if n leaves 7, 8, 0, 1, 2
/// or 3 when divided by 9.
#[test]
fn no_pure_equilibrium_where_the_paper_prints_three() {
    let b = Rational::from(2);
    for n in [22, 23, 24] {
        assert_eq!(first(n, &b, 1), [], "n = {n}");
    }
    for n in 7..=300 {
        assert_eq!(count(n, &b).is_zero(), [4, 5, 6].contains(&(n % 9)), "n = {n}");
    }
}

/// Cuts are found by trying cuts; wherever there is a pure equilibrium at all, there is one in
/// cuts.
#[test]
fn pure_equilibria_exist_where_cuts_do() {
    for b in bets() {
        for n in 4..=100 {
            let cuts = cut_equilibria(n, &b).unwrap();
            assert_eq!(cuts.is_empty(), count(n, &b).is_zero(), "n = {n}, b = {b}");
        }
    }
}

#[test]
fn large_decks_are_certified() {
    for n in [100, 200] {
        for b in bets() {
            let game = von_neumann(n, b.clone()).unwrap();
            let some = first(n, &b, 5);
            let expected = count(n, &b).min(Rational::from(5));
            assert_eq!(Rational::from(some.len()), expected, "n = {n}, b = {b}");
            for sets in some {
                pure_solution(&game, &sets).unwrap();
            }
        }
    }
    assert_eq!(count(200, &Rational::from(2)).to_string(), "16635641296703864308483436321233200");
}

/// A set that the list leaves out is no equilibrium: one call among the checks moved a card down
/// from the lowest listed.
#[test]
fn a_tweaked_set_is_refused() {
    let (n, b) = (198, Rational::from(2));
    let game = von_neumann(n, b.clone()).unwrap();
    let mut sets = first(n, &b, 1).remove(0);
    sets.calls[0] -= 1;
    assert!(pure_solution(&game, &sets).is_err());
    let profile = sets_profile(&game, &sets).unwrap();
    assert!(Gains::of(&game, &Evaluation::new(&game, &profile)).max_regret().is_positive());
}

#[test]
fn decks_too_large_are_named() {
    let error = count_pure_equilibria(MAX_DECK + 1, &Rational::ONE).unwrap_err().to_string();
    let words = "all pure equilibria; bluff solve works for any deck";
    assert_eq!(error, format!("n = {}, expected n ≤ {MAX_DECK} for {words}", MAX_DECK + 1));
    assert!(count_pure_equilibria(1, &Rational::ONE).is_err());
    assert!(count_pure_equilibria(9, &Rational::ZERO).is_err());
}

/// Bets of many digits fit no deck, or a tiny one.
#[test]
fn bets_far_out() {
    let long = Rational::ONE + Rational::from(10).pow(41).recip().unwrap();
    assert_eq!(count(200, &long), Rational::ZERO);
    assert_eq!(count(200, &(Rational::from(10).pow(40))), Rational::from(2));
    assert_eq!(count(200, &Rational::ratio(1, i64::MAX)), Rational::ZERO);
}
