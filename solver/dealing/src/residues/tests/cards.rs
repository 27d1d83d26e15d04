use std::collections::{HashMap, HashSet};

use super::*;
use crate::{Cause, Wire, WireReader};

pub(super) fn counts<T: std::hash::Hash + Eq>(
    items: impl IntoIterator<Item = T>,
) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    items.into_iter().for_each(|item| *counts.entry(item).or_default() += 1);
    counts
}

#[test]
fn every_choice_of_a_secret_is_read_and_none_is_told() {
    let secret = toy(3, 11);
    let (key, questions) = (secret.public(), Piles::flipped(secret.public(), 1));
    for bits in [[false, false], [false, true], [true, false], [true, true]] {
        let posted: Vec<_> =
            bits.iter().map(|&bit| key.seal(&[bit], &mut Seeded::of(9)).0).collect();
        let asked = every(33, |coins| {
            let moved = random(&questions, 2, Subgroup::All, coins);
            (moved.row(&questions, 0, &posted), moved)
        });
        for i in 0..2 {
            let read = |(groups, moved): &(Vec<Pile>, ShuffleMove<Vec<ResidueMask>>)| {
                let classes = [secret.open(&groups[moved.permutation.of(i)][0])];
                andos::read(moved, i, &classes) == [bits[i]]
            };
            assert!(asked.iter().all(read));
            // The owner sees the groups and a place: all of the 10² pairs of symbol +1 with both
            // places, equally often.
            let place = |moved: &ShuffleMove<Vec<ResidueMask>>| moved.permutation.of(i);
            let seen = counts(asked.iter().map(|(groups, moved)| (groups, place(moved))));
            assert_eq!(seen.len(), 10 * 10 * 2);
            assert!(seen.values().all(|&times| times == asked.len() / 200));
        }
    }
}

#[test]
fn a_card_and_its_trace_are_disclosed_as_a_whole() {
    let (secret, mut coins) = (key(256), Seeded::of(10));
    let (key, questions) = (secret.public(), Piles::flipped(secret.public(), 26));
    let bits: Vec<Vec<bool>> =
        (0..5).map(|_| (0..26).map(|_| coins.below(2) == 1).collect()).collect();
    let posted: Vec<_> = bits.iter().map(|bits| key.seal(bits, &mut coins).0).collect();
    let (groups, moved) = andos::ask(questions, &posted, &mut coins).unwrap();
    let claim = claim(&questions, Subgroup::All, (&posted, &groups), 20);
    assert!(claim.check(&claim.prove(&moved, &mut coins)));
    for i in 0..5 {
        let group = &groups[moved.permutation.of(i)];
        let shown = secret.show(group, &asked(20), &mut coins).unwrap();
        let shown: OpenedBits = WireReader::whole(&shown.words()).unwrap();
        assert_eq!(shown.check(key, group, &asked(20)), Ok(()));
        assert_eq!(andos::read(&moved, i, &shown.classes), bits[i]);
        let mut lie = shown.clone();
        lie.classes[25] ^= true;
        assert_eq!(
            lie.check(key, group, &asked(20)),
            Err(Cause::BadProof { of: "the opened bits" })
        );
    }
    // Numbers of symbol −1: two answers about one would give the primes away.
    let minus = (2..).map(Residue::from).find(|a| key.modulus.symbol(a) == -1).unwrap();
    assert!(matches!(secret.show(&[minus], &asked(1), &mut coins), Err(Cause::Malformed { .. })));
    // One of them among the posted bits would show where its group went.
    let mut marked = posted.clone();
    marked[2][7] = minus;
    assert!(matches!(andos::ask(questions, &marked, &mut coins), Err(Cause::Malformed { .. })));
}

#[test]
fn a_shown_class_has_the_same_law_for_all_four_roots_and_can_be_made_up() {
    let secret = toy(3, 11);
    let key = secret.public();
    let piles = Piles::still(key, 1);
    for card in
        units(33).into_iter().map(Residue::from).filter(|card| key.modulus.symbol(card) == 1)
    {
        let class = secret.open(&card);
        let (before, after) = (vec![vec![key.face(class)]], vec![vec![card]]);
        let claim = claim(&piles, Subgroup::Identity, (&before, &after), 1);
        let draw = |coins: &mut Units<'_>| random(&piles, 1, Subgroup::Identity, coins);
        let root = |answer: &ShuffleMove<Vec<ResidueMask>>| small(&answer.masks[0][0][0].root);
        // Made up without any root: an answer first, then what it is an answer to. The other answer
        // is a seed, whatever the root.
        let made_up = counts(every(33, draw).into_iter().map(|answer| {
            let root = root(&answer);
            (claim.arrival(&RoundAnswer::Way(answer)), root)
        }));
        let ways: HashSet<ShuffleMove<Vec<ResidueMask>>> =
            every(33, |coins| secret.masks_of(&[card], &[class], coins)).into_iter().collect();
        assert_eq!(ways.len(), 4);
        for way in ways {
            let real = counts(every(33, draw).into_iter().map(|m| {
                let answer = then(&piles, &way, &m);
                let (root, posted) = (root(&answer), m.row(&piles, 0, &after));
                assert_eq!(posted, answer.row(&piles, 0, &before));
                (claim.arrival(&RoundAnswer::Way(answer)), root)
            }));
            assert_eq!(real, made_up);
        }
    }
}

#[test]
fn a_known_root_factors_the_printed_answer_and_finds_nothing_in_ours() {
    let (secret, mut coins) = (key(128), Seeded::of(11));
    let modulus = &secret.public().modulus;
    let factor = |a: &Residue, b: &Residue| {
        let difference = if a > b { a.0.wrapping_sub(&b.0) } else { b.0.wrapping_sub(&a.0) };
        let divisor = difference.gcd(modulus.value());
        divisor != U2048::ONE && divisor != *modulus.value()
    };
    let (mut printed, mut ours) = (0, 0);
    for trial in 0..800 {
        let known = modulus.unit(&mut coins);
        let question = modulus.square(&known);
        // As printed, the answer is a root.
        printed += u64::from(factor(&known, &secret.root(&question, &mut coins)));
        if trial % 3 != 0 {
            continue;
        }
        // Ours: one round, and everything that can be made of one answer and the known root.
        let shown = secret.show(&[question], &asked(1), &mut coins).unwrap();
        let RoundAnswer::Way(way) = &shown.proof[0] else { continue };
        let answer = way.masks[0][0][0].root;
        let back = modulus.inverse(&known).unwrap();
        let made = [answer, modulus.product(&answer, &known), modulus.product(&answer, &back)];
        ours +=
            made.iter().filter(|made| factor(&known, made) || factor(&Residue::ONE, made)).count();
    }
    assert!(crate::tests::testing::fits(printed, 800, 0.5), "{printed}");
    assert_eq!(ours, 0);
}
