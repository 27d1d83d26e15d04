use super::*;
use crate::card_cipher::ShuffleProof;
use crate::cut_and_choose::{ProofRounds, RoundAnswer};
use crate::shuffle::Shuffle;
use crate::tests::testing::guessed;
use crate::{CutAndChoose, Subgroup};

#[test]
fn honest_shuffles_of_every_subgroup_pass() {
    let (cipher, coins) = (cipher(2, 1), &mut Seeded::of(50));
    let before = rows(&cipher, &[&[0, 1, 2], &[3, 4, 5]], coins);
    for among in [Subgroup::All, Subgroup::First(2), Subgroup::Rotations, Subgroup::Identity] {
        let permutation = among.random(3, coins);
        let (after, secret) = shuffled(&cipher, &before, permutation, coins);
        let shuffle = || Shuffle { among, before: &before, after: &after };
        let rounds = cipher.rounds(turn(0, 1), shuffle());
        let read: Vec<RoundAnswer<Exponent>> =
            WireReader::whole(&rounds.prove(&secret, coins).words()).expect("what was written");
        assert!(rounds.check(&read) && !rounds.check(&read[1..]), "{among:?}");
        let proof = cipher.prove(turn(0, 1), shuffle(), &secret, coins);
        assert_eq!(matches!(proof, ShuffleProof::Argument(_)), among == Subgroup::All);
        assert!(cipher.check(turn(0, 1), shuffle(), &proof), "{among:?}");
    }
}

/// Attacks 24 and 25: right rows, but another subgroup, session, party, round or other rows.
#[test]
fn a_proof_is_of_one_shuffle_in_one_subgroup() {
    let (cipher, coins) = (cipher(2, 1), &mut Seeded::of(51));
    let before = rows(&cipher, &[&[0, 1, 2]], coins);
    let swap = Permutation::new(vec![1, 0, 2]).expect("a permutation");
    let (after, secret) = shuffled(&cipher, &before, swap, coins);
    let shuffle = |among| Shuffle { among, before: &before, after: &after };
    let right = || shuffle(Subgroup::First(2));
    let proof = cipher.prove(turn(0, 1), right(), &secret, coins);
    assert!(cipher.check(turn(0, 1), right(), &proof));
    for among in [Subgroup::All, Subgroup::First(3), Subgroup::Rotations, Subgroup::Identity] {
        assert!(!cipher.check(turn(0, 1), shuffle(among), &proof), "{among:?}");
    }
    // And whoever tries to prove a subgroup that he has left fails.
    for among in [Subgroup::Rotations, Subgroup::Identity, Subgroup::First(1)] {
        let forged = cipher.prove(turn(0, 1), shuffle(among), &secret, coins);
        assert!(!cipher.check(turn(0, 1), shuffle(among), &forged), "{among:?}");
    }
    assert!(!cipher.check(turn(1, 1), right(), &proof));
    assert!(!cipher.check(turn(0, 2), right(), &proof));
    let elsewhere = Turn { session: [2; 32], ..turn(0, 1) };
    assert!(!cipher.check(elsewhere, right(), &proof));
    let back = Shuffle { among: Subgroup::First(2), before: &after, after: &before };
    assert!(!cipher.check(turn(0, 1), back, &proof));
}

/// Some of the bytes are masks of one round only, so only some of them are tried.
#[test]
fn changed_proofs_fail() {
    let (cipher, coins) = (cipher(1, 1), &mut Seeded::of(52));
    let before = rows(&cipher, &[&[0, 1]], coins);
    let (after, secret) = shuffled(&cipher, &before, Permutation::rotation(2, 1), coins);
    let shuffle = || Shuffle { among: Subgroup::Rotations, before: &before, after: &after };
    let transcript = cipher.key().transcript("cut and choose", turn(0, 1));
    let claim = CutAndChoose::new(&cipher, shuffle(), ProofRounds { count: 16, transcript });
    let whole = claim.prove(&secret, coins).words();
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        spoil(&mut changed[at], at % 32);
        let read = WireReader::whole::<Vec<RoundAnswer<Exponent>>>(&changed);
        assert!(!read.is_ok_and(|proof| claim.check(&proof)), "word {at}");
    }
    // A proof round by round that says it is the other kind.
    let mut other = cipher.prove(turn(0, 1), shuffle(), &secret, coins).words();
    spoil(&mut other[0], 0);
    let read = WireReader::whole::<ShuffleProof>(&other);
    assert!(!read.is_ok_and(|proof| cipher.check(turn(0, 1), shuffle(), &proof)));
}

/// Attack 26: a cheat who guesses every coin passes s rounds with probability 2^-s, and no more
/// often.
#[test]
fn guessing_passes_one_time_in_two_to_the_rounds() {
    let (cipher, coins) = (cipher(1, 1), &mut Seeded::of(53));
    let before = rows(&cipher, &[&[0, 1]], coins);
    // A deck with the first card twice.
    let false_one = rows(&cipher, &[&[0, 0]], coins);
    let mut chi_square = 0.0;
    let trials = 1000;
    for rounds in 1..=8 {
        let shuffle = Shuffle { among: Subgroup::All, before: &before, after: &false_one };
        let transcript = cipher.key().transcript("cut and choose", turn(0, 1));
        let claim = CutAndChoose::new(&cipher, shuffle, ProofRounds { count: rounds, transcript });
        let passes = |_: &u32| claim.check(&guessed(&cipher, 2, rounds, coins));
        let passed = (0..trials).filter(passes).count();
        let expected = f64::from(trials) / f64::from(1 << rounds);
        chi_square +=
            (passed as f64 - expected).powi(2) / (expected * (1.0 - 1.0 / f64::from(1 << rounds)));
    }
    // Eight squares of normal variables: above 42.7 with chance 1e-6, below 0.26 with chance 1e-5.
    assert!((0.26..42.7).contains(&chi_square), "{chi_square}");
}
