use super::*;

fn generators(n: u64) -> Vec<Element> {
    (0..n).map(|number| Element::hashed("test generator", number)).collect()
}

fn statement<'a>(
    card_cipher: &'a ElGamal,
    generators: &'a [Element],
    before: &'a [Vec<Ciphertext>],
    after: &'a [Vec<Ciphertext>],
) -> Statement<'a> {
    Statement { key: card_cipher.key(), by: Party::at(0), round: 5, generators, before, after }
}

/// The map of a prover who says that the card at place `i` came from place `from[i]`.
fn picks(from: [usize; 3]) -> impl Fn(&[Scalar]) -> Vec<Scalar> {
    move |values| from.iter().map(|&place| values[place]).collect()
}

#[test]
fn honest_shuffles_pass_and_cost_what_the_formulas_say() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(40));
    let values: Vec<u64> = (0..52).collect();
    for (n, count) in [(2, 1), (3, 1), (4, 2), (7, 3), (52, 1), (52, 2)] {
        let before = rows(&card_cipher, &vec![&values[..n]; count], coins);
        let permutation = coins.permutation(n);
        let (after, secret) = shuffled(&card_cipher, &before, permutation, coins);
        let generators = generators(n as u64);
        let statement = statement(&card_cipher, &generators, &before, &after);
        let (proof, proving) =
            Work::of(|| statement.prove(&secret.permutation, &secret.masks, coins));
        let (passes, checking) = Work::of(|| statement.check(&proof));
        assert!(passes, "{count} rows of {n}");
        let (n, count) = (n as u64, count as u64);
        // Five commitments, two of them one shorter, and two halves of every row.
        assert_eq!((proving.terms, proving.fixed), (5 * n - 2 + 2 * n * count, 5 + 2 * count));
        assert_eq!(
            (checking.public_terms, checking.exponentiations()),
            (n + 7 + (4 * n + 2) * count, checking.public_terms)
        );
        // Six lists tell their lengths.
        assert_eq!(bytes(&proof) as u64, 32 * (5 + 2 * count + 2 * n + count) + 6 * 8);
    }
}

#[test]
fn every_byte_of_a_proof_counts() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(41));
    for values in [&[&[0, 1, 2][..]][..], &[&[0, 1], &[2, 3]]] {
        let before = rows(&card_cipher, values, coins);
        let permutation = coins.permutation(before[0].len());
        let (after, secret) = shuffled(&card_cipher, &before, permutation, coins);
        let generators = generators(3);
        let statement = statement(&card_cipher, &generators, &before, &after);
        let proof = statement.prove(&secret.permutation, &secret.masks, coins);
        each_mutation(&words(&proof), |words| {
            WireReader::whole::<Argument>(words).is_ok_and(|proof| statement.check(&proof))
        });
    }
}

#[test]
fn every_byte_of_the_rows_counts() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(42));
    let before = rows(&card_cipher, &[&[0, 1]], coins);
    let (after, secret) = shuffled(&card_cipher, &before, Permutation::rotation(2, 1), coins);
    let generators = generators(2);
    let proof = statement(&card_cipher, &generators, &before, &after).prove(
        &secret.permutation,
        &secret.masks,
        coins,
    );
    each_mutation(&words(&(before, after)), |words| {
        type MaskedDeck = Vec<Vec<Ciphertext>>;
        WireReader::whole::<(MaskedDeck, MaskedDeck)>(words).is_ok_and(|(before, after)| {
            statement(&card_cipher, &generators, &before, &after).check(&proof)
        })
    });
}

/// Attacks 16 and 17: the cheat runs the prover on what he claims, and on every claim about places
/// there is.
#[test]
fn what_is_no_shuffle_cannot_be_proved() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(43));
    let generators = generators(3);
    let before = rows(&card_cipher, &[&[0, 1, 2]], coins);
    let (after, secret) = shuffled(&card_cipher, &before, Permutation::identity(3), coins);
    let masked = |card: &Ciphertext, mask: &Exponent| card_cipher.masked(card, mask);
    let strange = rows(&card_cipher, &[&[7]], coins)[0][0];
    let off = Element::hashed("off", 0);
    let (left, right) = (
        Ciphertext { a: after[0][2].a + off, ..after[0][2] },
        Ciphertext { b: after[0][2].b + off, ..after[0][2] },
    );
    let decks = [
        (
            "a card twice",
            vec![after[0][0], masked(&before[0][0], &secret.masks[0][1]), after[0][2]],
        ),
        ("another card", vec![after[0][0], after[0][1], strange]),
        ("a left half that is off", vec![after[0][0], after[0][1], left]),
        ("a right half that is off", vec![after[0][0], after[0][1], right]),
        ("another mask", vec![after[0][0], after[0][1], masked(&after[0][2], &secret.masks[0][0])]),
        (
            "a random box",
            vec![
                after[0][0],
                after[0][1],
                Ciphertext { a: Element::hashed("box", 0), b: Element::hashed("box", 1) },
            ],
        ),
        ("a copy of the neighbour", vec![after[0][0], after[0][0], after[0][2]]),
    ];
    for (what, deck) in decks {
        let after = [deck];
        let statement = statement(&card_cipher, &generators, &before, &after);
        for claim in 0..27 {
            let from = [claim / 9, claim / 3 % 3, claim % 3];
            assert!(
                !statement.check(&statement.claim(
                    &picks(from),
                    &picks(from),
                    &secret.masks,
                    coins
                )),
                "{what}, {from:?}"
            );
        }
    }
}

#[test]
fn a_map_that_is_no_permutation_cannot_be_proved_even_of_itself() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(44));
    let generators = generators(3);
    let before = rows(&card_cipher, &[&[0, 1, 2]], coins);
    for claim in 0..27 {
        let from = [claim / 9, claim / 3 % 3, claim % 3];
        let masks: Vec<Exponent> = from.iter().map(|_| card_cipher.mask(coins)).collect();
        let after = [from
            .iter()
            .zip(&masks)
            .map(|(&place, mask)| card_cipher.masked(&before[0][place], mask))
            .collect()];
        let statement = statement(&card_cipher, &generators, &before, &after);
        let permutation = Permutation::new(from.iter().map(|&place| place as u32).collect());
        assert_eq!(
            statement.check(&statement.claim(&picks(from), &picks(from), &[masks], coins)),
            permutation.is_ok(),
            "{from:?}"
        );
    }
}

/// The permutation must be the one committed to before there were challenges.
#[test]
fn a_permutation_cannot_be_chosen_afterwards() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(48));
    let generators = generators(3);
    let before = rows(&card_cipher, &[&[0, 1, 2]], coins);
    let (after, secret) = shuffled(&card_cipher, &before, Permutation::identity(3), coins);
    let statement = statement(&card_cipher, &generators, &before, &after);
    for claim in 0..27 {
        let committed = [claim / 9, claim / 3 % 3, claim % 3];
        let proof = statement.claim(&picks(committed), &picks([0, 1, 2]), &secret.masks, coins);
        assert_eq!(statement.check(&proof), committed == [0, 1, 2], "{committed:?}");
    }
}

/// Of one card twice, the mean map makes two others with the same sum: only the products show that
/// it is no permutation.
#[test]
fn a_linear_map_is_not_enough() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(49));
    let generators = generators(2);
    let card = rows(&card_cipher, &[&[0]], coins)[0][0];
    let before = [vec![card, card]];
    let (after, secret) = shuffled(&card_cipher, &before, Permutation::identity(2), coins);
    let off = Element::hashed("off", 0);
    let right = |card: &Ciphertext, off| Ciphertext { b: card.b + off, ..*card };
    let false_one = [vec![right(&after[0][0], off), right(&after[0][1], -off)]];
    let half = Scalar::from(2_u64).invert();
    let mean = |values: &[Scalar]| vec![(values[0] + values[1]) * half; 2];
    for after in [&after[..], &false_one] {
        let statement = statement(&card_cipher, &generators, &before, after);
        assert!(!statement.check(&statement.claim(&mean, &mean, &secret.masks, coins)));
    }
    let statement = statement(&card_cipher, &generators, &before, &after);
    assert!(statement.check(&statement.prove(&secret.permutation, &secret.masks, coins)));
}

#[test]
fn every_row_must_move_alike() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(45));
    let generators = generators(3);
    let before = rows(&card_cipher, &[&[0, 1, 2], &[3, 4, 5]], coins);
    let (mut after, secret) = shuffled(&card_cipher, &before, Permutation::rotation(3, 1), coins);
    let proof = statement(&card_cipher, &generators, &before, &after).prove(
        &secret.permutation,
        &secret.masks,
        coins,
    );
    assert!(statement(&card_cipher, &generators, &before, &after).check(&proof));
    after.swap(0, 1);
    assert!(!statement(&card_cipher, &generators, &before, &after).check(&proof), "rows swapped");
    after.swap(0, 1);
    let (other, mut masks) = shuffled(&card_cipher, &before, Permutation::rotation(3, 2), coins);
    after[1] = other[1].clone();
    masks.masks[0] = secret.masks[0].clone();
    let statement = statement(&card_cipher, &generators, &before, &after);
    for by in 0..3 {
        let moved = Permutation::rotation(3, by);
        assert!(
            !statement.check(&statement.prove(&moved, &masks.masks, coins)),
            "rows moved apart"
        );
    }
}

/// Attack 24: a proof is bound to session, party and round, to the key and to the rows.
#[test]
fn a_proof_cannot_be_replayed() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(46));
    let generators = generators(4);
    let before = rows(&card_cipher, &[&[0, 1, 2]], coins);
    let (after, secret) = shuffled(&card_cipher, &before, Permutation::rotation(3, 1), coins);
    let (again, _) = shuffled(&card_cipher, &before, Permutation::rotation(3, 1), coins);
    let here = statement(&card_cipher, &generators, &before, &after);
    let proof = here.prove(&secret.permutation, &secret.masks, coins);
    assert!(here.check(&proof));
    assert!(
        !Statement { round: 6, ..statement(&card_cipher, &generators, &before, &after) }
            .check(&proof)
    );
    assert!(
        !Statement { by: Party::at(1), ..statement(&card_cipher, &generators, &before, &after) }
            .check(&proof)
    );
    // The same coins make the same keys, so nothing but the name of the session differs.
    let other = super::card_cipher(2, 2);
    assert_eq!(other.key().element(), card_cipher.key().element());
    assert!(!statement(&other, &generators, &before, &after).check(&proof));
    assert!(!statement(&super::card_cipher(3, 1), &generators, &before, &after).check(&proof));
    assert!(!statement(&card_cipher, &generators[1..], &before, &after).check(&proof));
    assert!(!statement(&card_cipher, &generators, &after, &before).check(&proof));
    assert!(!statement(&card_cipher, &generators, &before, &again).check(&proof));
}

/// Wrong shapes are refused before anything is reckoned.
#[test]
fn shapes_are_checked_first() {
    let (card_cipher, coins) = (card_cipher(2, 1), &mut Seeded::of(47));
    let generators = generators(3);
    let before = rows(&card_cipher, &[&[0, 1, 2]], coins);
    let (after, secret) = shuffled(&card_cipher, &before, Permutation::rotation(3, 1), coins);
    let proof = statement(&card_cipher, &generators, &before, &after).prove(
        &secret.permutation,
        &secret.masks,
        coins,
    );
    let short = [after[0][..2].to_vec()];
    let twice = [after[0].clone(), after[0].clone()];
    for (before, after) in [
        (&before[..], &short[..]),
        (&before, &twice),
        (&before, &[]),
        (&[], &after),
        (&short, &short),
    ] {
        assert!(!statement(&card_cipher, &generators, before, after).check(&proof));
    }
    assert!(!statement(&card_cipher, &generators[..2], &before, &after).check(&proof));
}
