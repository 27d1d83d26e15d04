use super::*;
use crate::protocol::Subgroup;
use crate::protocol::veil::{Shuffle, ShuffleProof};

fn by() -> Party {
    Party::at(0)
}

#[test]
fn honest_shuffles_of_every_subgroup_pass() {
    let (veil, coins) = (veil(2, 1), &mut Seeded::of(50));
    let before = rows(&veil, &[&[0, 1, 2], &[3, 4, 5]], coins);
    for among in [Subgroup::All, Subgroup::First(2), Subgroup::Rotations, Subgroup::Identity] {
        let permutation = among.random(3, coins);
        let (after, secret) = shuffled(&veil, &before, permutation, coins);
        let shuffle = Shuffle { among, before: &before, after: &after, round: 1 };
        let answers = CutAndChoose::new(&veil, by(), &shuffle).prove(&secret, coins);
        let read: Vec<Answer<Exponent>> = Reader::whole(&words(&answers)).expect("what was written");
        assert!(CutAndChoose::new(&veil, by(), &shuffle).check(&read), "{among:?}");
        assert!(!CutAndChoose::new(&veil, by(), &shuffle).check(&read[1..]), "{among:?}");
        let proof = veil.prove(by(), &shuffle, &secret, coins);
        assert_eq!(matches!(proof, ShuffleProof::Argument(_)), among == Subgroup::All);
        assert!(veil.check(by(), &shuffle, &proof), "{among:?}");
    }
}

/// Attacks 24 and 25: right rows, but another subgroup, session, party, round or other rows.
#[test]
fn a_proof_is_of_one_shuffle_in_one_subgroup() {
    let (veil, coins) = (veil(2, 1), &mut Seeded::of(51));
    let before = rows(&veil, &[&[0, 1, 2]], coins);
    let swap = Permutation::new(vec![1, 0, 2]).expect("a permutation");
    let (after, secret) = shuffled(&veil, &before, swap, coins);
    let shuffle = |among, round| Shuffle { among, before: &before, after: &after, round };
    let right = shuffle(Subgroup::First(2), 1);
    let proof = veil.prove(by(), &right, &secret, coins);
    assert!(veil.check(by(), &right, &proof));
    for among in [Subgroup::All, Subgroup::First(3), Subgroup::Rotations, Subgroup::Identity] {
        assert!(!veil.check(by(), &shuffle(among, 1), &proof), "{among:?}");
    }
    // And whoever tries to prove a subgroup that he has left fails.
    for among in [Subgroup::Rotations, Subgroup::Identity, Subgroup::First(1)] {
        let left = shuffle(among, 1);
        assert!(!veil.check(by(), &left, &veil.prove(by(), &left, &secret, coins)), "{among:?}");
    }
    assert!(!veil.check(Party::at(1), &right, &proof));
    assert!(!veil.check(by(), &shuffle(Subgroup::First(2), 2), &proof));
    assert!(!super::veil(2, 2).check(by(), &right, &proof));
    let back = Shuffle { among: Subgroup::First(2), before: &after, after: &before, round: 1 };
    assert!(!veil.check(by(), &back, &proof));
}

/// Some of the bytes are masks of one round only, so only some of them are tried.
#[test]
fn changed_proofs_fail() {
    let (veil, coins) = (veil(1, 1), &mut Seeded::of(52));
    let before = rows(&veil, &[&[0, 1]], coins);
    let (after, secret) = shuffled(&veil, &before, Permutation::rotation(2, 1), coins);
    let shuffle = Shuffle { among: Subgroup::Rotations, before: &before, after: &after, round: 1 };
    let whole = words(&veil.prove(by(), &shuffle, &secret, coins));
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        match &mut changed[at] {
            Word::Bytes(bytes) => bytes[at % 32] ^= 1 << (at % 8),
            Word::Number(number) => *number ^= 1,
            other => panic!("{other:?} in a real message"),
        }
        let passes = Reader::whole::<ShuffleProof>(&changed).is_ok_and(|proof| veil.check(by(), &shuffle, &proof));
        assert!(!passes, "word {at}");
    }
}

/// Attack 26: a cheat who guesses every coin passes s rounds with probability 2^-s, and no more often.
#[test]
fn guessing_passes_one_time_in_two_to_the_rounds() {
    let (veil, coins) = (veil(1, 1), &mut Seeded::of(53));
    let before = rows(&veil, &[&[0, 1]], coins);
    // A deck with the first card twice.
    let false_one = rows(&veil, &[&[0, 0]], coins);
    let shuffle = Shuffle { among: Subgroup::All, before: &before, after: &false_one, round: 1 };
    // What the cheat posts when he expects to be asked from before: a shuffle of the rows before.
    let honest = Shuffle { among: Subgroup::All, before: &before, after: &before, round: 1 };
    let identity =
        Secret { permutation: Permutation::identity(2), masks: vec![vec![Exponent::zero(), Exponent::zero()]] };
    let (verifier, from_after, from_before) = (
        CutAndChoose::new(&veil, by(), &shuffle),
        CutAndChoose::new(&veil, by(), &shuffle),
        CutAndChoose::new(&veil, by(), &honest),
    );
    let mut chi_square = 0.0;
    let trials = 1000;
    for rounds in 1..=8 {
        let survives = |coins: &mut Seeded| {
            let guess = coins.below(2) == 1;
            let prover = if guess { &from_before } else { &from_after };
            let round = prover.post(coins);
            let asked = coins.below(2) == 1;
            let accepted = verifier.accepts(&round.post, asked, &prover.answer(&round, &identity, asked));
            assert_eq!(accepted, guess == asked, "a guess is right or it fails");
            accepted
        };
        let passed = (0..trials).filter(|_| (0..rounds).all(|_| survives(coins))).count();
        let expected = f64::from(trials) / f64::from(1 << rounds);
        chi_square += (passed as f64 - expected).powi(2) / (expected * (1.0 - 1.0 / f64::from(1 << rounds)));
    }
    // Eight squares of normal variables: above 42.7 with chance 1e-6, below 0.26 with chance 1e-5.
    assert!((0.26..42.7).contains(&chi_square), "{chi_square}");
}
