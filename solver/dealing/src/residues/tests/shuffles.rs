use std::collections::{HashMap, HashSet};

use super::*;
use crate::tests::testing::{fits, guessed};
use crate::{Wire, WireReader};

const EVERY: [(Subgroup, bool); 5] = [
    (Subgroup::All, false),
    (Subgroup::All, true),
    (Subgroup::Identity, false),
    (Subgroup::Rotations, false),
    (Subgroup::First(1), true),
];

#[test]
fn both_answers_are_uniform_whatever_the_secret_is() {
    let secret = toy(3, 7);
    let key = secret.public();
    for (among, flips) in EVERY {
        let piles = Piles { key, width: 1, flips };
        let moves = every(21, |coins| random(&piles, 2, among, coins));
        let all: HashSet<_> = moves.iter().collect();
        assert_eq!(all.len(), moves.len());
        for secret in moves.iter().step_by(97) {
            let answers: HashSet<_> = moves.iter().map(|m| then(&piles, secret, m)).collect();
            assert!(
                answers.len() == moves.len() && answers.iter().all(|answer| all.contains(answer))
            );
        }
    }
}

#[test]
fn unrelated_piles_answer_one_question_at_most() {
    let secret = toy(3, 7);
    let key = secret.public();
    let plus: Vec<u64> =
        units(21).into_iter().filter(|&a| key.modulus.symbol(&Residue::from(a)) == 1).collect();
    let row = |pair: (u64, u64)| vec![vec![Residue::from(pair.0)], vec![Residue::from(pair.1)]];
    let pairs: Vec<(u64, u64)> =
        plus.iter().flat_map(|&a| plus.iter().map(move |&b| (a, b))).collect();
    for (among, flips) in EVERY {
        let piles = Piles { key, width: 1, flips };
        let moves = every(21, |coins| random(&piles, 2, among, coins));
        let reached = |pair| moves.iter().map(|m| m.row(&piles, 0, &row(pair))).collect();
        let reach: HashMap<_, HashSet<_>> =
            pairs.iter().map(|&pair| (pair, reached(pair))).collect();
        for a in &pairs {
            for b in &pairs {
                let related = reach[a].contains(&row(*b));
                assert_eq!(
                    !reach[a].is_disjoint(&reach[b]),
                    related,
                    "{among:?} {flips:?} {a:?} {b:?}"
                );
            }
        }
    }
}

#[test]
fn a_cheat_passes_only_by_guessing_every_question() {
    let (secret, mut coins) = (key(128), Seeded::of(4));
    let key = secret.public();
    let (still, questions) = (Piles::still(key, 2), Piles::flipped(key, 2));
    // A doubled card instead of a permutation (37), a question group that mixes two secrets (38).
    let doubled: Vec<_> = [0, 1, 1].iter().map(|&number| still.face(number)).collect();
    let sealed = random(&still, 3, Subgroup::All, &mut coins).row(&still, 0, &doubled);
    let open = andos::open(still, 3);
    let posted: Vec<_> = (0..3).map(|_| key.seal(&[false, true], &mut coins).0).collect();
    let (mut groups, _) = andos::ask(questions, &posted, &mut coins).unwrap();
    groups[0][1] = groups[1][1];
    groups[1][1] = key.masked(&groups[2][0], &key.masks(&[true], &mut coins)[0]);
    let trials = 400;
    for (piles, rows) in [(still, (&open, &sealed)), (questions, (&posted, &groups))] {
        for rounds in [1, 2, 4, 8] {
            let claim = claim(&piles, Subgroup::All, rows, rounds);
            let passes =
                |seed: &u64| claim.check(&guessed(&piles, 3, rounds, &mut Seeded::of(*seed)));
            let passed = (0..trials).filter(passes).count() as u64;
            assert!(fits(passed, trials, 0.5_f64.powi(rounds as i32)), "{rounds} rounds: {passed}");
        }
    }
}

#[test]
fn a_proof_holds_for_its_statement_and_place_only() {
    let (secret, mut coins) = (key(256), Seeded::of(5));
    let key = secret.public();
    let (piles, flipped) = (Piles::still(key, 3), Piles::flipped(key, 3));
    let before = andos::open(piles, 5);
    let moved = random(&piles, 5, Subgroup::Rotations, &mut coins);
    let after = moved.row(&piles, 0, &before);
    let rotated = claim(&piles, Subgroup::Rotations, (&before, &after), ROUNDS);
    let words = rotated.prove(&moved, &mut coins).words();
    let proof: Vec<RoundAnswer<Vec<ResidueMask>>> = WireReader::whole(&words).unwrap();
    assert!(rotated.check(&proof));
    // Another subgroup, other flips, another session, party, round or kind of proof (24, 25).
    assert!(!claim(&piles, Subgroup::All, (&before, &after), ROUNDS).check(&proof));
    assert!(!claim(&flipped, Subgroup::Rotations, (&before, &after), ROUNDS).check(&proof));
    assert!(!claim(&piles, Subgroup::Rotations, (&after, &before), ROUNDS).check(&proof));
    for (label, session, party, round) in
        [("test", 2, 0, 0), ("test", 1, 1, 0), ("test", 1, 0, 1), ("text", 1, 0, 0)]
    {
        let turn = Turn { session: [session; 32], by: Party::at(party), round };
        let shuffle = Shuffle { among: Subgroup::Rotations, ..Piles::shuffled(&before, &after) };
        assert!(!CutAndChoose::new(&piles, shuffle, asked_in(label, turn, ROUNDS)).check(&proof));
    }
    // A permutation that is no rotation is not shown as one.
    let outside = ShuffleMove {
        permutation: Permutation::new(vec![1, 0, 2, 3, 4]).unwrap(),
        ..moved.clone()
    };
    let elsewhere = outside.row(&piles, 0, &before);
    let lie = claim(&piles, Subgroup::Rotations, (&before, &elsewhere), 20);
    assert!(!lie.check(&lie.prove(&outside, &mut coins)));
    // Rows of another shape, too few answers.
    assert!(
        !claim(&piles, Subgroup::Rotations, (&before, &after[1..].to_vec()), ROUNDS).check(&proof)
    );
    assert!(!rotated.check(&proof[1..]));
}

#[test]
fn roots_that_are_no_units_answer_nothing() {
    let secret = toy(3, 7);
    let key = secret.public();
    let piles = Piles::still(key, 1);
    let (before, after) = (vec![vec![key.face(false)]], vec![vec![key.face(true)]]);
    let lie = |round| {
        let turn = Turn { session: [1; 32], by: Party::at(0), round };
        CutAndChoose::new(&piles, Piles::shuffled(&before, &after), asked_in("test", turn, 1))
    };
    for root in 0..25 {
        let masks = vec![vec![vec![ResidueMask { root: Residue::from(root), flip: false }]]];
        let answer = RoundAnswer::Way(ShuffleMove { permutation: Permutation::identity(1), masks });
        // Whether the way from before is asked for is a toss each time.
        let accepted = (0..64).any(|round| lie(round).check(std::slice::from_ref(&answer)));
        assert_eq!(accepted, root < 21 && gcd(root, 21) == 1, "{root}");
    }
    let zero = vec![vec![Residue::from(0)]];
    assert!(!claim(&piles, Subgroup::All, (&zero, &zero), 0).check(&[]));
}

/// The mask from a bit to the same bit sealed again has the quotient of both roots: with such masks
/// two rows are proved to hold the same. As printed it has their product, which fits exactly when
/// the bit is 0, and so gives it away.
#[test]
fn quotients_of_roots_fit_and_their_product_tells_the_bit() {
    let secret = toy(3, 11);
    let key = secret.public();
    let quotient = |first: &ResidueMask, second: &ResidueMask| {
        let back = key.modulus.inverse(&first.root).unwrap();
        let root = key.modulus.product(&back, &second.root);
        ResidueMask { root, flip: first.flip ^ second.flip }
    };
    for bit in [false, true] {
        for (first, r) in every(33, |coins| key.seal(&[bit], coins)) {
            let (second, c) = key.seal(&[bit], &mut Seeded::of(small(&first[0])));
            let mask = quotient(&r[0], &c[0]);
            assert!(!mask.flip && key.masked(&first[0], &mask) == second[0]);
            // As printed: the root r·c of the product of both.
            let product = key.modulus.product(&r[0].root, &c[0].root);
            let fits = key.modulus.square(&product) == key.modulus.product(&first[0], &second[0]);
            assert_eq!(fits, !bit);
        }
    }
}
