use std::hash::{DefaultHasher, Hash, Hasher};

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

use super::*;

/// Whole numbers around the edges between the representations, with factors in common and
/// without.
fn whole() -> impl Strategy<Value = BigInt> {
    let edge = prop::sample::select(vec![0_u32, 31, 32, 62, 63, 64, 95, 126, 127, 128, 129, 200]);
    let near = (edge, -3..=3_i64, any::<bool>()).prop_map(|(bits, off, negative)| {
        let number = (BigInt::from(1) << bits) + off;
        if negative { -number } else { number }
    });
    let composite = (any::<i64>(), 0..40_u32, 0..40_u32, 0..12_u32).prop_map(
        |(number, twos, threes, sevens)| {
            (BigInt::from(number >> 40) << twos)
                * BigInt::from(3).pow(threes)
                * BigInt::from(7).pow(sevens)
        },
    );
    prop_oneof![
        near,
        composite,
        (-20..20_i64).prop_map(BigInt::from),
        any::<i64>().prop_map(BigInt::from)
    ]
}

fn number() -> impl Strategy<Value = Rational> {
    (whole(), whole()).prop_map(|(over, under)| {
        let under = if under == BigInt::ZERO { BigInt::from(1) } else { under };
        Rational::from(&BigRational::new(over, under))
    })
}

fn hash(number: &Rational) -> u64 {
    let mut hasher = DefaultHasher::new();
    number.hash(&mut hasher);
    hasher.finish()
}

fn big(number: &Rational) -> BigRational {
    number.into()
}

#[test]
fn tables_of_small_numbers_stay_small() {
    assert_eq!(size_of::<Rational>(), 24);
}

fn two_to(bits: u32) -> Rational {
    Rational::from(&BigRational::from(BigInt::from(1) << bits))
}

#[test]
fn the_machine_integer_whose_negative_is_none_stays_out_of_the_word() {
    let least = Rational::from(i64::MIN);
    let half = Rational::from(i64::MIN / 2);
    let made =
        [Rational::ratio(i64::MIN, 1), &half / &Rational::ratio(1, 2), &half + &half, -two_to(63)];
    assert!(made.iter().all(|number| *number == least), "{made:?}");
    assert_eq!(-&Rational::ratio(i64::MIN, 3), two_to(63) / Rational::from(3));
}

#[test]
fn the_wide_integer_whose_negative_is_none_is_a_big_one() {
    let (least, half) = (-two_to(127), -two_to(126));
    let (two, third) = (Rational::from(2), Rational::ratio(1, 3));
    let made = [
        &half + &half,
        &half * &two,
        &half / &Rational::ratio(1, 2),
        &half - &two_to(126),
        i128::MIN.into(),
    ];
    assert!(made.iter().all(|number| *number == least && matches!(number.0, Big(_))), "{made:?}");
    let thirds = &half * &third;
    assert!(
        [&thirds + &thirds, &thirds * &two, &least * &third]
            .iter()
            .all(|number| *number == &least / &Rational::from(3))
    );
    assert_eq!(&(&least * &third) - &(&thirds + &thirds), Rational::ZERO);
}

#[test]
fn quotients_beyond_machine_integers_are_the_nearest_ones() {
    let (huge, two) = (two_to(300), Rational::from(2));
    assert_eq!(huge.whole_quotient(&two), (i128::MAX / 2, true));
    assert_eq!((-&huge).whole_quotient(&Rational::from(3)), (i128::MIN / 2, false));
}

#[test]
fn sums_of_many_and_their_denominator() {
    let numbers: Vec<Rational> = (1..=20).map(|under| Rational::ratio(1, under)).collect();
    let in_order = numbers.iter().fold(Rational::ZERO, |total, number| total + number);
    assert_eq!(numbers.iter().cloned().sum::<Rational>(), in_order);
    assert_eq!(Rational::common_denominator(numbers.iter()), Rational::from(232_792_560));
}

#[test]
fn powers_bits_and_doubles() {
    assert_eq!(
        (Rational::from(2).pow(100), Rational::ratio(-2, 3).pow(0)),
        (two_to(100), Rational::ONE)
    );
    assert_eq!(Rational::default(), Rational::ZERO);
    let numbers = [Rational::ratio(-1, 255), two_to(100), two_to(200) / Rational::from(3)];
    assert_eq!(numbers.each_ref().map(Rational::bits), [8, 101, 201]);
    let doubles = [-1.0 / 255.0, 2.0_f64.powi(100), 2.0_f64.powi(200) / 3.0];
    assert_eq!(numbers.map(|number| number.to_f64().to_bits()), doubles.map(f64::to_bits));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn num_rational_agrees(x in number(), y in number()) {
        prop_assert_eq!(big(&(&x + &y)), big(&x) + big(&y));
        prop_assert_eq!(big(&(&x - &y)), big(&x) - big(&y));
        prop_assert_eq!(big(&(&x * &y)), big(&x) * big(&y));
        let mut total = x.clone();
        total += &y;
        prop_assert_eq!(&total, &(&x + &y));
        total -= &y;
        prop_assert_eq!(&total, &x);
        prop_assert_eq!(x.cmp(&y), big(&x).cmp(&big(&y)));
        prop_assert_eq!(x.partial_cmp(&y), Some(big(&x).cmp(&big(&y))));
        prop_assert_eq!(big(&x.floor()), big(&x).floor());
        prop_assert_eq!(big(&-&x), -big(&x));
        prop_assert_eq!(x.to_string(), big(&x).to_string());
        prop_assert_eq!(format!("{x:>90}"), format!("{:>90}", x.to_string()));
        prop_assert_eq!(x.is_integer(), big(&x).is_integer());
        prop_assert_eq!(x.sign(), big(&x).cmp(&BigRational::from(BigInt::ZERO)));
        prop_assert_eq!(big(&x.denominator()), BigRational::from(big(&x).denom().clone()));
        let whole = i128::try_from(big(&x).to_integer()).ok();
        prop_assert_eq!(x.to_i128(), whole.filter(|_| big(&x).is_integer()));
        let cut = (big(&x.abs()) * BigInt::from(10).pow(21)).floor() / BigInt::from(10).pow(21);
        prop_assert_eq!(big(&x.decimal(21).trim_matches(['-', '…']).parse().unwrap()), cut);
        let inverse = (!x.is_zero()).then(|| big(&x).recip());
        prop_assert_eq!(x.recip().map(|one| big(&one)), inverse);
        if !y.is_zero() {
            let quotient = big(&x) / big(&y);
            prop_assert_eq!(big(&(&x / &y)), quotient.clone());
            // There and back lands on the same representation, which structural equality shows.
            prop_assert_eq!(&(&(&x * &y) / &y), &x);
            if let Ok(whole) = i128::try_from(quotient.floor().to_integer()) {
                prop_assert_eq!(x.whole_quotient(&y), (whole, quotient.is_integer()));
            }
        }
    }

    #[test]
    fn every_number_has_the_smallest_representation(x in number(), y in number()) {
        for number in [&x + &y, &x - &y, &x * &y, -&x, x.floor(), x.denominator(), x.abs()] {
            let halves = [big(&number).numer().clone(), big(&number).denom().clone()];
            let within =
                |most: BigInt| halves.iter().all(|half| -&most <= *half && *half <= most);
            let fits = (within(i64::MAX.into()), within(i128::MAX.into()));
            let kept = (matches!(number.0, Small { .. }), !matches!(number.0, Big(_)));
            prop_assert_eq!(kept, fits, "{}", number);
            let there_and_back = Rational::from(&big(&number));
            prop_assert_eq!((&there_and_back, hash(&there_and_back)), (&number, hash(&number)));
            prop_assert_eq!(number == x, number.cmp(&x).is_eq());
        }
    }
}
