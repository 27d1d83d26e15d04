use std::collections::HashSet;

use crypto_primes::{Flavor, is_prime};

use super::leak::{Relation, leak, leak as leak_of};
use super::*;
use crate::{Cause, Locks};

fn small_group() -> SraGroup {
    SraGroup::new(U2048::from(2027_u64), [0; 32]).unwrap()
}

#[test]
fn the_group_of_the_rfc_has_prime_order() {
    let group = SraGroup::rfc_3526([0; 32]).unwrap();
    assert!(
        is_prime(Flavor::Any, group.modulus.value()) && is_prime(Flavor::Any, group.order.as_ref())
    );
    assert_eq!(
        group.order.as_ref().shl_vartime(1).wrapping_add(&U2048::ONE),
        *group.modulus.value()
    );
    // 2²⁰⁴⁸ − 2¹⁹⁸⁴ − 1 is all ones around 64 zeros less one; the middle begins with the digits of
    // π.
    let bytes = Residue(*group.modulus.value()).bytes();
    assert_eq!((&bytes[..8], &bytes[248..]), (&[255; 8][..], &[255; 8][..]));
    let pi = (u128::from_be_bytes(bytes[8..24].try_into().unwrap()) >> 78) as f64 / 2_f64.powi(48);
    assert!((pi - std::f64::consts::PI).abs() < 1e-14);
}

#[test]
fn every_lock_of_a_small_group_opens_again_and_all_commute() {
    let group = SraGroup::new(U2048::from(227_u64), [0; 32]).unwrap();
    let mut allowed = 0;
    for exponent in 0..300 {
        let key = group.fits(Party::at(0), &Residue::from(exponent));
        let fits = exponent < 227 && gcd(exponent, 226) == 1;
        assert_eq!(key.is_ok(), fits, "{exponent}");
        let Ok(key) = key else { continue };
        allowed += 1;
        let other = group.draw(Party::at(0), &mut Seeded::of(exponent));
        for element in [2, 3, 4, 226, 1 + exponent % 226] {
            let element = Residue::from(element);
            assert_eq!(group.unlocked(&group.locked(&element, &key), &key), element);
            let both = group.locked(&group.locked(&element, &key), &other);
            assert_eq!(both, group.locked(&group.locked(&element, &other), &key));
        }
    }
    assert_eq!(allowed, 112);
    // What an even exponent would do: two numbers become one.
    let even: HashSet<u64> = (1..227)
        .map(|a| small(&group.modulus.power(&Residue::from(a), &U2048::from(2_u64))))
        .collect();
    assert_eq!(even.len(), 113);
    assert!(matches!(group.fits(Party::at(0), &Residue::from(2)), Err(Cause::BadKey { .. })));
}

#[test]
fn what_is_no_card_is_refused_with_the_reason() {
    let group = small_group();
    let squares: HashSet<u64> = (1..2027).map(|a| a * a % 2027).collect();
    for a in 0..2100 {
        let expected = match a {
            0 | 2027.. => Err(Cause::Malformed { expected: "a number from 1 to p − 1" }),
            1 => Err(Cause::Identity),
            a if squares.contains(&a) => Ok(()),
            _ => Err(Cause::NotInSubgroup),
        };
        assert_eq!(group.admits(&Residue::from(a)), expected, "{a}");
    }
    let real = SraGroup::rfc_3526([0; 32]).unwrap();
    let last = Residue(real.modulus.value().wrapping_sub(&U2048::ONE));
    assert_eq!(real.admits(&last), Err(Cause::NotInSubgroup));
    assert_eq!(real.admits(&real.face(1)), Ok(()));
    assert!(matches!(real.admits(&Residue(U2048::MAX)), Err(Cause::Malformed { .. })));
}

#[test]
fn a_real_deck_is_locked_and_opened_by_three() {
    let (group, mut coins) = (SraGroup::rfc_3526([0; 32]).unwrap(), Seeded::of(2));
    let card = group.face(0);
    let keys: Vec<SraLock> = (0..3).map(|_| group.draw(Party::at(0), &mut coins)).collect();
    let locked = keys.iter().fold(card, |card, key| group.locked(&card, key));
    assert_eq!(group.admits(&locked), Ok(()));
    let handed = |key: &SraLock| group.fits(Party::at(0), &group.key(key)).unwrap();
    assert_eq!(
        [1, 2, 0].iter().fold(locked, |card, &at| group.unlocked(&card, &handed(&keys[at]))),
        card
    );
    assert_ne!(group.unlocked(&locked, &keys[0]), card);
}

fn relation(cards: &[(usize, i32)]) -> Relation {
    Relation(cards.to_vec())
}

#[test]
fn plain_cards_show_their_class_under_every_lock() {
    let group = small_group();
    let deck: Vec<Residue> = (2..=53).map(Residue::from).collect();
    let leak = leak(&deck, &group);
    assert_eq!(leak.classes(), 2);
    let key = group.draw(Party::at(0), &mut Seeded::of(1));
    let locked: Vec<Residue> = deck.iter().map(|card| group.locked(card, &key)).collect();
    assert_eq!(leak_of(&locked, &group), leak);
    // 2·3 = 6, at places 0, 1 and 4; also when the cards are squared.
    let product = relation(&[(0, 1), (1, 1), (4, -1)]);
    assert!(leak.relations.contains(&product));
    let squared: Vec<Residue> = deck.iter().map(|card| group.modulus.square(card)).collect();
    let leak = leak_of(&squared, &group);
    assert!(leak.classes() == 1 && leak.relations.contains(&product));
}

#[test]
fn only_hashed_cards_of_the_real_group_leak_nothing() {
    let group = SraGroup::rfc_3526([0; 32]).unwrap();
    let plain: Vec<Residue> = (2..=53).map(Residue::from).collect();
    let squared: Vec<Residue> = plain.iter().map(|card| group.modulus.square(card)).collect();
    for deck in [&plain, &squared] {
        assert!(!leak(deck, &group).is_none());
    }
    let found = leak(&squared, &group).relations;
    assert!(
        found.contains(&relation(&[(0, 1), (1, 1), (4, -1)]))
            && found.contains(&relation(&[(0, 2), (2, -1)]))
    );
    let hashed: Vec<Residue> = (0..52).map(|number| group.face(number)).collect();
    assert_eq!(hashed.iter().collect::<HashSet<_>>().len(), 52);
    assert!(leak(&hashed, &group).is_none());
}

#[test]
fn cards_that_are_powers_of_one_are_read_after_one_mask() {
    let (group, mut coins) = (SraGroup::rfc_3526([0; 32]).unwrap(), Seeded::of(8));
    let modulus = &group.modulus;
    let multiples = |base: Residue| {
        std::iter::successors(Some(base), move |power| Some(modulus.product(power, &base)))
            .take(52)
            .collect::<Vec<_>>()
    };
    let deck = multiples(group.face(0));
    assert!(!leak(&deck, &group).is_none());
    let key = group.draw(Party::at(0), &mut coins);
    let order = coins.permutation(52);
    let masked: Vec<Residue> =
        order.moved(&deck).iter().map(|card| group.locked(card, &key)).collect();
    // One trial a card: is it the first one? Then the others are its powers, and each is known.
    let set: HashSet<&Residue> = masked.iter().collect();
    let fits: Vec<Vec<Residue>> = masked
        .iter()
        .map(|&card| multiples(card))
        .filter(|powers| powers.iter().all(|power| set.contains(power)))
        .collect();
    assert_eq!(fits.len(), 1);
    for (number, power) in fits[0].iter().enumerate() {
        assert_eq!(masked[order.of(number)], *power);
    }
}
