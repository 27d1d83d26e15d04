use std::collections::{HashMap, HashSet};

use super::*;
use crate::protocol::{Kind, Permutation, Reader, Subgroup, Transcript, Wire};

const EVERY: [(Subgroup, Flips); 5] = [
    (Subgroup::All, Flips::None),
    (Subgroup::All, Flips::Free),
    (Subgroup::Identity, Flips::None),
    (Subgroup::Rotations, Flips::Balanced { width: 1 }),
    (Subgroup::First(1), Flips::Free),
];

#[test]
fn both_answers_are_uniform_whatever_the_secret_is() {
    let secret = toy(3, 7);
    let keys = vec![secret.public().clone()];
    for (among, flips) in EVERY {
        let moves = every(21, |coins| Move::random(&keys, 2, among, flips, coins));
        let all: HashSet<&Move> = moves.iter().collect();
        assert_eq!(all.len(), moves.len());
        for secret in moves.iter().step_by(97) {
            let answers: HashSet<Move> = moves.iter().map(|m| secret.then(&keys, m)).collect();
            assert!(answers.len() == moves.len() && answers.iter().all(|answer| all.contains(answer)));
        }
    }
}

#[test]
fn unrelated_piles_answer_one_question_at_most() {
    let secret = toy(3, 7);
    let keys = vec![secret.public().clone()];
    let plus: Vec<u64> = units(21).into_iter().filter(|&a| keys[0].modulus().symbol(&Residue::from(a)) == 1).collect();
    let rows = |pair: (u64, u64)| vec![vec![Residue::from(pair.0)], vec![Residue::from(pair.1)]];
    let pairs: Vec<(u64, u64)> = plus.iter().flat_map(|&a| plus.iter().map(move |&b| (a, b))).collect();
    for (among, flips) in EVERY {
        let moves = every(21, |coins| Move::random(&keys, 2, among, flips, coins));
        let reach: HashMap<_, HashSet<_>> =
            pairs.iter().map(|&pair| (pair, moves.iter().map(|m| m.moved(&keys, &rows(pair))).collect())).collect();
        for a in &pairs {
            for b in &pairs {
                let related = reach[a].contains(&rows(*b));
                assert_eq!(!reach[a].is_disjoint(&reach[b]), related, "{among:?} {flips:?} {a:?} {b:?}");
            }
        }
    }
}

/// How often a cheat passes who guesses every question, and makes each arrangement from the side he will be asked for.
fn cheated(shuffle: Shuffle<'_>, rounds: usize, trials: u64) -> usize {
    let guess = |seed: &u64| {
        let mut coins = Seeded::of(*seed);
        let guesses: Vec<bool> = (0..rounds).map(|_| coins.below(2) == 1).collect();
        let draw = |_| Move::random(shuffle.keys, shuffle.after.len(), shuffle.among, shuffle.flips, &mut coins);
        let answers: Vec<Move> = (0..rounds).map(draw).collect();
        let posted = shuffle.posted(guesses.iter().copied().zip(&answers));
        shuffle.check(&Proof { posted, answers }, rounds, &transcript()).is_ok()
    };
    (0..trials).filter(guess).count()
}

#[test]
fn a_cheat_passes_only_by_guessing_every_question() {
    let (secret, mut coins) = (key(128), Seeded::of(4));
    let keys = vec![secret.public().clone(); 2];
    // A doubled card instead of a permutation (37), a question group that mixes two secrets (38).
    let doubled: Vec<_> = [0, 1, 1].iter().map(|&number| keys[0].faces(number, 2)).collect();
    let sealed = Move::random(&keys, 3, Subgroup::All, Flips::None, &mut coins).moved(&keys, &doubled);
    let open = andos::open(&keys, 3);
    let posted: Vec<_> = (0..3).map(|_| keys[0].seal(&[false, true], &mut coins).0).collect();
    let (mut groups, _) = andos::ask(&keys, &posted, &mut coins).unwrap();
    groups[0][1] = groups[1][1];
    groups[1][1] = keys[0].masked(&groups[2][0], &keys[0].masks(&[true], &mut coins)[0]);
    let trials = 400;
    for shuffle in [andos::same(&keys, &open, &sealed), andos::fair(&keys, &posted, &groups)] {
        for rounds in 1..=8 {
            let passed = cheated(shuffle, rounds, trials);
            assert!(fits(passed, trials as usize, 0.5_f64.powi(rounds as i32)), "{rounds} rounds: {passed}");
        }
    }
}

#[test]
fn a_proof_holds_for_its_statement_and_place_only() {
    let (secret, mut coins) = (key(256), Seeded::of(5));
    let keys = vec![secret.public().clone(); 3];
    let before = andos::open(&keys, 5);
    let moved = Move::random(&keys, 5, Subgroup::Rotations, Flips::None, &mut coins);
    let after = moved.moved(&keys, &before);
    let rotated =
        Shuffle { keys: &keys, among: Subgroup::Rotations, flips: Flips::None, before: &before, after: &after };
    let proof = rotated.prove(&moved, ALONE, &transcript(), &mut coins);
    let mut words = Vec::new();
    proof.write(&mut words);
    let proof: Proof = Reader::whole(&words).unwrap();
    assert_eq!(rotated.check(&proof, ALONE, &transcript()), Ok(()));
    // Another subgroup, other flips, another session, party, round or kind of proof (24, 25).
    let all = Shuffle { among: Subgroup::All, ..rotated };
    let flipped = Shuffle { flips: Flips::Free, ..rotated };
    let swapped = Shuffle { before: &after, after: &before, ..rotated };
    for other in [all, flipped, swapped] {
        assert_eq!(other.check(&proof, ALONE, &transcript()), Err(Kind::BadShuffle));
    }
    let elsewhere = [("test", 2, 0, 0), ("test", 1, 1, 0), ("test", 1, 0, 1), ("text", 1, 0, 0)];
    for (label, session, party, round) in elsewhere {
        let transcript = Transcript::new(label, &[session; 32], Party::at(party), round);
        assert_eq!(rotated.check(&proof, ALONE, &transcript), Err(Kind::BadShuffle));
    }
    // A permutation that is no rotation is not shown as one.
    let outside = Move { permutation: Permutation::new(vec![1, 0, 2, 3, 4]).unwrap(), ..moved.clone() };
    let after = outside.moved(&keys, &before);
    let lie = Shuffle { after: &after, ..rotated };
    let forged = lie.prove(&outside, 20, &transcript(), &mut coins);
    assert_eq!(lie.check(&forged, 20, &transcript()), Err(Kind::BadShuffle));
    // Rows of another shape, too few answers.
    let short = Shuffle { after: &after[1..], ..rotated };
    assert!(matches!(short.check(&proof, ALONE, &transcript()), Err(Kind::Malformed { .. })));
    let fewer = Proof { answers: proof.answers[1..].to_vec(), ..proof };
    assert_eq!(rotated.check(&fewer, ALONE, &transcript()), Err(Kind::BadShuffle));
}

#[test]
fn roots_that_are_no_units_answer_nothing() {
    let secret = toy(3, 7);
    let keys = vec![secret.public().clone()];
    let (before, after) = (vec![vec![keys[0].face(false)]], vec![vec![keys[0].face(true)]]);
    let lie = Shuffle { keys: &keys, among: Subgroup::All, flips: Flips::None, before: &before, after: &after };
    for root in 0..25 {
        let masks = vec![vec![Mask { root: Residue::from(root), flip: false }]];
        let answer = Move { permutation: Permutation::identity(1), masks };
        let accepted = [false, true].map(|question| {
            let posted = lie.posted([(question, &answer)].into_iter());
            lie.accept(&posted, &[question], std::slice::from_ref(&answer)).is_ok()
        });
        assert_eq!(accepted, [root < 21 && gcd(root, 21) == 1; 2], "{root}");
    }
    let zero = vec![vec![Residue::from(0)]];
    let nothing = Shuffle { before: &zero, after: &zero, ..lie };
    assert!(matches!(nothing.accept(&[], &[], &[]), Err(Kind::Malformed { .. })));
}

#[test]
fn a_verifier_can_ask_himself() {
    let (secret, mut coins) = (key(256), Seeded::of(6));
    let keys = vec![secret.public().clone(); 3];
    let (sealed, moved) = andos::permuted(&keys, &coins.permutation(6), &mut coins);
    let open = andos::open(&keys, 6);
    let claim = andos::same(&keys, &open, &sealed);
    let commitment = claim.commit(20, &mut coins);
    let questions: Vec<bool> = (0..20).map(|_| coins.below(2) == 1).collect();
    let answers = claim.answers(&commitment, &moved, &questions);
    assert_eq!(claim.accept(&commitment.posted, &questions, &answers), Ok(()));
    let others: Vec<bool> = questions.iter().map(|question| !question).collect();
    assert_eq!(claim.accept(&commitment.posted, &others, &answers), Err(Kind::BadShuffle));
}

#[test]
fn quotients_of_roots_fit_and_their_product_tells_the_bit() {
    let secret = toy(3, 11);
    let key = secret.public();
    for bit in [false, true] {
        for (first, r) in every(33, |coins| key.seal(&[bit], coins)) {
            let (second, c) = key.seal(&[bit], &mut Seeded::of(small(&first[0])));
            let mask = andos::quotient(key, &r[0], &c[0]).unwrap();
            assert!(!mask.flip && key.masked(&first[0], &mask) == second[0]);
            // As printed: the root r·c of the product of both.
            let product = key.modulus().product(&r[0].root, &c[0].root);
            let fits = key.modulus().square(&product) == key.modulus().product(&first[0], &second[0]);
            assert_eq!(fits, !bit);
        }
    }
}
