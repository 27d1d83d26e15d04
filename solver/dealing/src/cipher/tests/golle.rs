use super::*;
use crate::tests::testing::changing;
use crate::{Cause, Commitment, Moved, OrFault, Subgroup, SumCipher};

const K: u64 = 6;

#[test]
fn numbers_add_up_under_encryption() {
    let (cipher, coins) = (cipher(2, 1), &mut Seeded::of(70));
    let (x, y) = (Exponent::random(coins), Exponent::random(coins));
    let sum = cipher.key().number(4, &x).plus(&cipher.key().number(3, &y));
    assert_eq!(sum, cipher.key().number(7, &x.plus(&y)));
    assert_eq!(sum.minus(&cipher.key().number(3, &y)), cipher.key().number(4, &x));
}

/// Attack 29: numbers out of range, and the true ones.
#[test]
fn numbers_out_of_range_have_no_proof() {
    let (cipher, coins) = (cipher(2, 1), &mut Seeded::of(71));
    let key = cipher.key();
    for value in 0..K + 3 {
        let mask = Exponent::random(coins);
        let number = key.number(value, &mask);
        let (proof, proving) = Work::of(|| key.prove_range(turn(0, 1), value, K, &mask, coins));
        let (checked, checking) = Work::of(|| key.check_range(turn(0, 1), &number, K, &proof));
        assert_eq!(checked.is_ok(), value < K, "{value}");
        assert_eq!((proving.fixed, checking.public_terms), (3 * K + 3, 5 * K));
        // A range of another size is another statement.
        assert!(key.check_range(turn(0, 1), &number, K - 1, &proof).is_err());
        assert!(key.check_range(turn(0, 1), &number, K + 1, &proof).is_err());
        // −1 is just below the range.
        let below = number.minus(&key.number(value + 1, &zero()));
        assert!(key.check_range(turn(0, 1), &below, K, &proof).is_err());
    }
}

#[test]
fn every_byte_of_a_range_proof_counts() {
    let (cipher, coins) = (cipher(2, 1), &mut Seeded::of(72));
    let mask = Exponent::random(coins);
    let number = cipher.key().number(2, &mask);
    let proof = cipher.key().prove_range(turn(0, 1), 2, 3, &mask, coins);
    each_mutation(&(number, proof).words(), |words| {
        let read: Result<(Ciphertext, RangeProof), Cause> = WireReader::whole(words);
        read.is_ok_and(|(number, proof)| {
            cipher.key().check_range(turn(0, 1), &number, 3, &proof).is_ok()
        })
    });
}

/// Attack 32: another one's number, plus one and masked again, or as it is.
#[test]
fn a_mauled_number_has_no_proof() {
    let (cipher, coins) = (cipher(2, 1), &mut Seeded::of(73));
    let key = cipher.key();
    let mask = Exponent::random(coins);
    let number = key.number(2, &mask);
    let proof = key.prove_range(turn(0, 1), 2, K, &mask, coins);
    let wrong = Err(Cause::BadProof { of: "the range" });
    let (shift, thief) = (Exponent::random(coins), turn(1, 1));
    let mauled = number.plus(&key.number(1, &shift));
    assert_eq!(key.check_range(thief, &number, K, &proof), wrong, "the same, by another party");
    assert_eq!(
        key.check_range(turn(0, 2), &number, K, &proof),
        wrong,
        "the same, in another round"
    );
    for party in [turn(0, 1), thief] {
        assert_eq!(key.check_range(party, &mauled, K, &proof), wrong);
        // All the thief knows of the mauled number is what he has added.
        let forged = key.prove_range(party, 3, K, &shift, coins);
        assert_eq!(key.check_range(party, &mauled, K, &forged), wrong);
    }
    let elsewhere = Turn { session: [2; 32], ..turn(0, 1) };
    assert_eq!(key.check_range(elsewhere, &number, K, &proof), wrong, "in another session");
}

/// Attacks 27 and 28: without a commitment the last player divides the others out; with one he has
/// nothing to wait for.
#[test]
fn the_last_player_chooses_the_card_unless_all_have_committed() {
    let (cipher, coins) = (cipher(2, 1), &mut Seeded::of(74));
    let key = cipher.key();
    let (first, second) =
        (key.number(4, &Exponent::random(coins)), key.number(1, &Exponent::random(coins)));
    let wished = key.number(5, &Exponent::random(coins));
    let divided = wished.minus(&first);
    assert_eq!(first.plus(&divided), wished, "the weak build deals what the last player wishes");
    let (commitment, opening) = Commitment::to(&second, turn(1, 1), coins);
    let other_half = Ciphertext { b: divided.b, ..second };
    for late in [divided, other_half, Ciphertext { a: divided.a, ..second }] {
        assert_eq!(commitment.opens(&late, turn(1, 1), &opening), Err(Cause::BadCommitment));
    }
    each_mutation(&second.words(), |words| {
        let read = WireReader::whole::<Ciphertext>(words);
        read.is_ok_and(|value| commitment.opens(&value, turn(1, 1), &opening).is_ok())
    });
    // Nor can he say what another has said: the commitment names its party.
    assert!(commitment.opens(&second, turn(0, 1), &opening).is_err());
}

/// Attack 30: the exponent 0 is refused, and nothing another keeper adds can bring 0 about.
#[test]
fn blindings_are_products_of_exponents_that_are_not_zero() {
    let (cipher, coins) = (cipher(2, 1), &mut Seeded::of(75));
    let key = cipher.key();
    let of = key.number(3, &Exponent::random(coins));
    let exponent = Exponent::random(coins);
    let blinded = Blinded::new(key, turn(0, 1), &of, &exponent, coins);
    assert_eq!(blinded.check(key, turn(0, 1), &of), Ok(()));
    each_mutation(&blinded.words(), |words| {
        WireReader::whole::<Blinded>(words)
            .is_ok_and(|blinded| blinded.check(key, turn(0, 1), &of).is_ok())
    });
    assert!(
        blinded.check(key, turn(1, 1), &of).is_err()
            && blinded.check(key, turn(0, 2), &of).is_err()
    );
    let zero = Blinded::new(key, turn(0, 1), &of, &zero(), coins);
    assert_eq!(zero.check(key, turn(0, 1), &of), Err(Cause::Identity));
    assert_eq!(WireReader::whole::<Blinded>(&zero.words()), Err(Cause::Identity));
    // In the form with a sum, the last exponent less the first makes every difference look like
    // none.
    let first = of.a.times(exponent.scalar());
    assert!((first + of.a.times(&-exponent.scalar())).is_identity(), "the weak form");
    let minus: Exponent = WireReader::whole(&(-exponent.scalar()).words()).expect("a scalar");
    let last = Blinded::new(key, turn(1, 1), &blinded.ciphertext, &minus, coins);
    assert_eq!(last.check(key, turn(1, 1), &blinded.ciphertext), Ok(()));
    assert!(!last.ciphertext.a.is_identity() && !last.ciphertext.b.is_identity(), "ours");
    // One half alone blinded by another exponent.
    let mut apart = blinded.clone();
    apart.ciphertext.b = of.b.times(&(exponent.scalar() + Scalar::ONE));
    assert!(apart.check(key, turn(0, 1), &of).is_err());
}

/// Differences, one of which is 0 if the numbers are the same modulo 4 and differ by no more than
/// 4.
fn differences(cipher: &ElGamal, [a, b]: &[Ciphertext; 2]) -> Vec<Ciphertext> {
    (-1..=1)
        .map(|multiple| cipher.minus(&cipher.minus(a, b), &cipher.constant(4 * multiple)))
        .collect()
}

fn equal(a: u64, b: u64, change: impl FnMut(usize, &mut crate::Envelope)) -> OrFault<bool> {
    let mut source = crate::tests::testing::coins(2, 76);
    let mut table = DealTable::new(2, &mut source).attacked_by(change);
    let cipher = ElGamal::agree(&mut table, Parties::everybody(2), 4)?;
    let coins = &mut Seeded::of(77);
    let numbers = [a, b].map(|number| cipher.key().number(number, &Exponent::random(coins)));
    cipher.any_zero(&mut table, differences(&cipher, &numbers), Moved::By(Subgroup::All))
}

/// Sums of two numbers below 4 run from 0 to 6: equal modulo 4 if they differ by −4, 0 or 4.
#[test]
fn a_test_finds_what_is_equal_modulo_the_deck_and_nothing_else() {
    for a in 0..7 {
        for b in 0..7 {
            assert_eq!(equal(a, b, |_, _| ()), Ok(a % 4 == b % 4), "{a} and {b}");
        }
    }
}

#[test]
fn a_ciphertext_is_not_tested_against_itself() {
    let mut source = crate::tests::testing::coins(2, 78);
    let mut table = DealTable::new(2, &mut source);
    let cipher = ElGamal::agree(&mut table, Parties::everybody(2), 4).expect("honest keepers");
    let number = cipher.key().number(1, &Exponent::random(&mut Seeded::of(79)));
    let row = vec![number.minus(&number), number];
    let fault =
        cipher.any_zero(&mut table, row, Moved::By(Subgroup::All)).expect_err("nothing to test");
    assert_eq!((fault.who, fault.what), (None, Cause::Identity));
}

/// Every message of a test, changed in its first, its last and a middle word: the sender is named.
#[test]
fn whoever_spoils_a_test_is_named() {
    // Keys of both; a blinding and a shuffle of each; shares of each.
    for (at, who) in [(2, 0), (3, 0), (4, 1), (5, 1), (6, 0), (7, 1)] {
        for place in [0, 1, 2] {
            let spoilt = equal(
                1,
                5,
                changing(at, |body| {
                    let word = place * (body.len() - 1) / 2;
                    spoil(&mut body[word], 0);
                }),
            );
            let fault = spoilt.expect_err("a spoilt message");
            assert_eq!((fault.who, fault.at), (Some(Party::at(who)), at), "{fault}");
        }
    }
}
