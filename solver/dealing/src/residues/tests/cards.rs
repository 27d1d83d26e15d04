use std::collections::{HashMap, HashSet};

use super::*;
use crate::{Cause, Wire, WireReader};

fn counts<T: std::hash::Hash + Eq>(items: impl IntoIterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    items.into_iter().for_each(|item| *counts.entry(item).or_default() += 1);
    counts
}

#[test]
fn every_choice_of_a_secret_is_read_and_none_is_told() {
    let secret = toy(3, 11);
    let keys = vec![secret.public().clone()];
    for bits in [[false, false], [false, true], [true, false], [true, true]] {
        let posted: Vec<_> =
            bits.iter().map(|&bit| keys[0].seal(&[bit], &mut Seeded::of(9)).0).collect();
        let asked = every(33, |coins| {
            let moved = random(&andos::questions(&keys), 2, Subgroup::All, coins);
            (moved.row(&andos::questions(&keys), 0, &posted), moved)
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
    let keys = vec![secret.public().clone(); 26];
    let bits: Vec<Vec<bool>> =
        (0..5).map(|_| (0..26).map(|_| coins.below(2) == 1).collect()).collect();
    let posted: Vec<_> = bits.iter().map(|bits| keys[0].seal(bits, &mut coins).0).collect();
    let (groups, moved) = andos::ask(&keys, &posted, &mut coins).unwrap();
    let questions = andos::questions(&keys);
    let claim = claim(&questions, Subgroup::All, (&posted, &groups), 20);
    assert!(claim.check(&claim.prove(&moved, &mut coins)));
    for i in 0..5 {
        let group = &groups[moved.permutation.of(i)];
        let shown = secret.show(group, 20, &transcript(), &mut coins).unwrap();
        let shown: OpenedBits = WireReader::whole(&shown.words()).unwrap();
        assert_eq!(shown.check(&keys[0], group, 20, &transcript()), Ok(()));
        assert_eq!(andos::read(&moved, i, &shown.classes), bits[i]);
        let mut lie = shown.clone();
        lie.classes[25] ^= true;
        assert_eq!(
            lie.check(&keys[0], group, 20, &transcript()),
            Err(Cause::BadProof { of: "the opened bits" })
        );
    }
    // Numbers of symbol −1: two answers about one would give the primes away.
    let minus = (2..).map(Residue::from).find(|a| keys[0].modulus.symbol(a) == -1).unwrap();
    assert!(matches!(
        secret.show(&[minus], 1, &transcript(), &mut coins),
        Err(Cause::Malformed { .. })
    ));
    // One of them among the posted bits would show where its group went.
    let mut marked = posted.clone();
    marked[2][7] = minus;
    assert!(matches!(andos::ask(&keys, &marked, &mut coins), Err(Cause::Malformed { .. })));
}

#[test]
fn a_shown_class_has_the_same_law_for_all_four_roots_and_can_be_made_up() {
    let secret = toy(3, 11);
    let key = secret.public().clone();
    let keys = [key.clone()];
    let piles = Piles::still(&keys);
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
        let shown = secret.show(&[question], 1, &transcript(), &mut coins).unwrap();
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

#[test]
fn masks_that_cancel_out_keep_the_type_and_hide_all_else() {
    for (p, q) in [(3, 7), (3, 11)] {
        let (secret, n) = (toy(p, q), p * q);
        let plus = units(n)
            .iter()
            .filter(|&&a| secret.public().modulus.symbol(&Residue::from(a)) == 1)
            .count();
        // Two keepers, one bit each: the type is the xor of both.
        let keys = vec![secret.public().clone(); 2];
        let kind = |card: &Pile| card.iter().fold(false, |kind, bit| kind ^ secret.open(bit));
        let (mut types, mut firsts) = (Vec::new(), Vec::new());
        for face in [false, true] {
            let before = vec![keys[0].face(face), keys[1].face(false)];
            let masked = |flips| {
                let piles = Piles { keys: &keys, flips };
                every(n, |coins| piles.masked(&before, &piles.masks(1, coins)[0]))
            };
            let seen = counts(masked(Flips::Balanced { width: 1 }));
            assert!(seen.keys().all(|after| kind(after) == face));
            // All cards of this type, which are half of all, equally often.
            assert_eq!(seen.len(), plus * plus / 2);
            let times = seen.values().next().copied().unwrap();
            assert!(seen.values().all(|&count| count == times));
            types.push(seen.len());
            // One row alone says nothing: the same law for both types.
            firsts
                .push([0, 1].map(|row| counts(seen.keys().map(|after| secret.open(&after[row])))));
            // Free flips change the type one time in two.
            let free = masked(Flips::Free);
            assert_eq!(2 * free.iter().filter(|after| kind(after) != face).count(), free.len());
        }
        assert_eq!(firsts[0], firsts[1]);
        assert_eq!(types[0], types[1]);
    }
}

#[test]
fn a_mask_that_changes_the_type_cannot_be_proved() {
    let (secrets, mut coins) = ([key(256), key(258), key(260)], Seeded::of(12));
    let keys: Vec<ResiduePublicKey> =
        secrets.iter().flat_map(|secret| vec![secret.public().clone(); 6]).collect();
    let piles = Piles { keys: &keys, flips: Flips::Balanced { width: 6 } };
    let before: Vec<Pile> =
        [51, 0, 17].map(|kind| [face(&keys[..6], kind), vec![Residue::ONE; 12]].concat()).to_vec();
    let moved = random(&piles, 3, Subgroup::All, &mut coins);
    let after = moved.row(&piles, 0, &before);
    let honest = claim(&piles, Subgroup::All, (&before, &after), 20);
    assert!(honest.check(&honest.prove(&moved, &mut coins)));
    let mut lie = moved;
    lie.masks[0][1][4].flip ^= true;
    let after = lie.row(&piles, 0, &before);
    let changed = claim(&piles, Subgroup::All, (&before, &after), 20);
    assert!(!changed.check(&changed.prove(&lie, &mut coins)));
}
