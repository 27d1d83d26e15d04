use std::collections::{HashMap, HashSet};

use super::*;
use crate::protocol::{Kind, Reader, Subgroup, Wire};

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
        let posted: Vec<_> = bits.iter().map(|&bit| keys[0].seal(&[bit], &mut Seeded::of(9)).0).collect();
        let asked = every(33, |coins| {
            let moved = Move::random(&keys, 2, Subgroup::All, Flips::Free, coins);
            (moved.moved(&keys, &posted), moved)
        });
        for i in 0..2 {
            let read = |(groups, moved): &(Vec<Vec<Residue>>, Move)| {
                let classes = [secret.open(&groups[moved.permutation.of(i)][0])];
                andos::read(moved, i, &classes) == [bits[i]]
            };
            assert!(asked.iter().all(read));
            // The owner sees the groups and a place: all of the 10² pairs of symbol +1 with both places, equally often.
            let seen = counts(asked.iter().map(|(groups, moved)| (groups.clone(), moved.permutation.of(i))));
            assert_eq!(seen.len(), 10 * 10 * 2);
            assert!(seen.values().all(|&times| times == asked.len() / 200));
        }
    }
}

#[test]
fn a_card_and_its_trace_are_disclosed_as_a_whole() {
    let (secret, mut coins) = (key(256), Seeded::of(10));
    let keys = vec![secret.public().clone(); 26];
    let bits: Vec<Vec<bool>> = (0..5).map(|_| (0..26).map(|_| coins.below(2) == 1).collect()).collect();
    let posted: Vec<_> = bits.iter().map(|bits| keys[0].seal(bits, &mut coins).0).collect();
    let (groups, moved) = andos::ask(&keys, &posted, &mut coins).unwrap();
    let claim = andos::fair(&keys, &posted, &groups);
    let proof = claim.prove(&moved, 20, &transcript(), &mut coins);
    assert_eq!(claim.check(&proof, 20, &transcript()), Ok(()));
    for i in 0..5 {
        let group = &groups[moved.permutation.of(i)];
        let shown = secret.show(group, 20, &transcript(), &mut coins).unwrap();
        let mut words = Vec::new();
        shown.write(&mut words);
        let shown: Shown = Reader::whole(&words).unwrap();
        assert_eq!(shown.check(&keys[0], group, 20, &transcript()), Ok(()));
        assert_eq!(andos::read(&moved, i, &shown.classes), bits[i]);
        let mut lie = shown.clone();
        lie.classes[25] ^= true;
        assert_eq!(lie.check(&keys[0], group, 20, &transcript()), Err(Kind::BadProof { of: "the opened bits" }));
    }
    // Numbers of symbol −1: two answers about one would give the primes away.
    let minus = (2..).map(Residue::from).find(|a| keys[0].modulus().symbol(a) == -1).unwrap();
    assert!(matches!(secret.show(&[minus], 1, &transcript(), &mut coins), Err(Kind::Malformed { .. })));
    // One of them among the posted bits would show where its group went.
    let mut marked = posted.clone();
    marked[2][7] = minus;
    assert!(matches!(andos::ask(&keys, &marked, &mut coins), Err(Kind::Malformed { .. })));
}

#[test]
fn a_shown_class_has_the_same_law_for_all_four_roots_and_can_be_made_up() {
    let secret = toy(3, 11);
    let key = secret.public().clone();
    let keys = [key.clone()];
    for card in units(33).into_iter().map(Residue::from).filter(|card| key.modulus().symbol(card) == 1) {
        let class = secret.open(&card);
        let (before, after) = (vec![vec![key.face(class)]], vec![vec![card]]);
        let claim = andos::same(&keys, &before, &after);
        let claim = Shuffle { among: Subgroup::Identity, ..claim };
        let draw = |coins: &mut Units| Move::random(&keys, 1, Subgroup::Identity, Flips::None, coins);
        for question in [false, true] {
            // Made up without any root: an answer first, then what it is an answer to.
            let made_up = counts(every(33, draw).into_iter().map(|answer| {
                let posted = claim.posted([(question, &answer)].into_iter());
                (posted, small(&answer.masks[0][0].root))
            }));
            let ways: HashSet<Move> =
                every(33, |coins| secret.masks_of(&[card], &[class], coins)).into_iter().collect();
            assert_eq!(ways.len(), 4);
            for way in ways {
                let real = counts(every(33, draw).into_iter().map(|m| {
                    let posted = claim.posted([(false, &m)].into_iter());
                    let answer = if question { way.then(&keys, &m) } else { m };
                    (posted, small(&answer.masks[0][0].root))
                }));
                assert_eq!(real, made_up);
            }
        }
    }
}

#[test]
fn a_known_root_factors_the_printed_answer_and_finds_nothing_in_ours() {
    let (secret, mut coins) = (key(128), Seeded::of(11));
    let modulus = secret.public().modulus();
    let factor = |a: &Residue, b: &Residue| {
        let difference = if a > b { a.0.wrapping_sub(&b.0) } else { b.0.wrapping_sub(&a.0) };
        let divisor = difference.gcd(modulus.value());
        divisor != U2048::ONE && divisor != *modulus.value()
    };
    let (mut printed, mut ours) = (0, 0);
    for trial in 0..2000 {
        let known = modulus.unit(&mut coins);
        let question = modulus.square(&known);
        // As printed, the answer is a root.
        printed += usize::from(factor(&known, &secret.root(&question, &mut coins)));
        if trial % 8 != 0 {
            continue;
        }
        // Ours: one round, and everything that can be made of one answer and the known root.
        let shown = secret.show(&[question], 1, &transcript(), &mut coins).unwrap();
        let answer = shown.proof.answers[0].masks[0][0].root;
        let back = modulus.inverse(&known).unwrap();
        let made = [answer, modulus.product(&answer, &known), modulus.product(&answer, &back)];
        ours += made.iter().filter(|made| factor(&known, made) || factor(&Residue::ONE, made)).count();
    }
    assert!(fits(printed, 2000, 0.5), "{printed}");
    assert_eq!(ours, 0);
}

#[test]
fn masks_that_cancel_out_keep_the_type_and_hide_all_else() {
    for (p, q) in [(3, 7), (3, 11)] {
        let (secret, n) = (toy(p, q), p * q);
        let plus = units(n).iter().filter(|&&a| secret.public().modulus().symbol(&Residue::from(a)) == 1).count();
        let cards = XorCards::new(&[secret.public().clone(), secret.public().clone()], 1);
        let kind = |card: &Vec<Residue>| {
            let rows: Vec<Vec<bool>> = Party::all(2)
                .map(|player| cards.row(card, player).iter().map(|bit| secret.open(bit)).collect())
                .collect();
            cards.open(&rows)
        };
        let (mut types, mut firsts) = (Vec::new(), Vec::new());
        for face in [0, 1] {
            let before = vec![cards.face(face)];
            let masked = |flips| {
                every(n, |coins| {
                    Move::random(cards.keys(), 1, Subgroup::Identity, flips, coins).moved(cards.keys(), &before)
                })
            };
            let seen = counts(masked(cards.flips()));
            assert!(seen.keys().all(|after| kind(&after[0]) == face));
            // All cards of this type, which are half of all, equally often.
            assert_eq!(seen.len(), plus * plus / 2);
            let times = seen.values().next().copied().unwrap();
            assert!(seen.values().all(|&count| count == times));
            types.push(seen.len());
            // One row alone says nothing: the same law for both types.
            firsts.push(
                Party::all(2)
                    .map(|player| counts(seen.keys().map(|after| secret.open(&cards.row(&after[0], player)[0]))))
                    .collect::<Vec<_>>(),
            );
            // Free flips change the type one time in two.
            let free = masked(Flips::Free);
            assert_eq!(2 * free.iter().filter(|after| kind(&after[0]) != face).count(), free.len());
        }
        assert_eq!(firsts[0], firsts[1]);
        assert_eq!(types[0], types[1]);
    }
}

#[test]
fn a_mask_that_changes_the_type_cannot_be_proved() {
    let (secrets, mut coins) = ([key(256), key(258), key(260)], Seeded::of(12));
    let players: Vec<PublicKey> = secrets.iter().map(|secret| secret.public().clone()).collect();
    let cards = XorCards::new(&players, 6);
    let before: Vec<Vec<Residue>> = [51, 0, 17].map(|kind| cards.face(kind)).to_vec();
    let moved = Move::random(cards.keys(), 3, Subgroup::All, cards.flips(), &mut coins);
    let after = moved.moved(cards.keys(), &before);
    let claim = cards.same(Subgroup::All, &before, &after);
    let proof = claim.prove(&moved, 20, &transcript(), &mut coins);
    assert_eq!(claim.check(&proof, 20, &transcript()), Ok(()));
    let kinds = moved.permutation.moved(&[51, 0, 17]);
    for (card, kind) in after.iter().zip(kinds) {
        let rows: Vec<Vec<bool>> = secrets
            .iter()
            .zip(Party::all(3))
            .map(|(secret, player)| {
                let row = cards.row(card, player);
                let shown = secret.show(row, 20, &transcript(), &mut coins).unwrap();
                assert_eq!(shown.check(secret.public(), row, 20, &transcript()), Ok(()));
                shown.classes
            })
            .collect();
        assert_eq!(cards.open(&rows), kind);
    }
    let mut lie = moved;
    lie.masks[1][4].flip ^= true;
    let after = lie.moved(cards.keys(), &before);
    let claim = cards.same(Subgroup::All, &before, &after);
    let proof = claim.prove(&lie, 20, &transcript(), &mut coins);
    assert_eq!(claim.check(&proof, 20, &transcript()), Err(Kind::BadShuffle));
}
