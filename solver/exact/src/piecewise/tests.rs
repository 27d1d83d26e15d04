use proptest::prelude::*;

use super::*;

const CARDS: u64 = 12;

/// Pieces as (last card, coefficients from the constant up).
type Pieces = Vec<(u64, Vec<Rational>)>;

/// Up to four pieces of degree up to three, small enough that neighbours are alike and roots lie on
/// cards now and then.
fn pieces() -> impl Strategy<Value = Pieces> {
    let coefficient = prop_oneof![
        3 => (-3..=3_i64).prop_map(Rational::from),
        1 => (-9..=9_i64, 1..=4_i64).prop_map(|(over, under)| Rational::ratio(over, under)),
    ];
    let coefficients = prop::collection::vec(coefficient, 0..=4);
    let breaks = prop::sample::subsequence((1..CARDS).collect::<Vec<_>>(), 0..=3);
    (breaks, prop::collection::vec(coefficients, 4)).prop_map(|(breaks, coefficients)| {
        breaks.into_iter().chain([CARDS]).zip(coefficients).collect()
    })
}

fn function(given: &Pieces) -> Piecewise {
    let mut pieces = Vec::new();
    for (last, coefficients) in given {
        push(&mut pieces, *last, Polynomial::new(coefficients.clone()));
    }
    Piecewise(pieces)
}

/// The values on all cards, power by power.
fn values_of(given: &Pieces) -> Vec<Rational> {
    let value = |card: u64| {
        let (_, coefficients) = given.iter().find(|(last, _)| card <= *last).expect("a piece");
        let powers = coefficients.iter().enumerate();
        powers.map(|(power, coefficient)| coefficient * Rational::from(card).pow(power)).sum()
    };
    (1..=CARDS).map(value).collect()
}

fn values(function: &Piecewise) -> Vec<Rational> {
    (1..=CARDS).map(|card| function.at(card)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn functions_are_what_their_cards_say(
        f in pieces(), g in pieces(), between in (1..=CARDS, 1..=CARDS),
    ) {
        let (a, b, f, g) = (values_of(&f), values_of(&g), function(&f), function(&g));
        let each = |map: &dyn Fn(&Rational) -> Rational| a.iter().map(map).collect::<Vec<_>>();
        let both = |join: &dyn Fn(&Rational, &Rational) -> Rational| {
            a.iter().zip(&b).map(|(a, b)| join(a, b)).collect::<Vec<_>>()
        };
        let (two, third, one) = (Rational::from(2), Rational::ratio(-1, 3), Rational::ONE);
        prop_assert_eq!((f.cards(), values(&f)), (CARDS, a.clone()));
        prop_assert_eq!(values(&f.plus(&g)), both(&|a, b| a + b));
        prop_assert_eq!(values(&f.minus(&g)), both(&|a, b| a - b));
        prop_assert_eq!(values(&f.times(&g)), both(&|a, b| a * b));
        let combined = both(&|a, b| a * &two + b * &third);
        prop_assert_eq!(values(&f.combination(&two, &g, &third)), combined);
        prop_assert_eq!(values(&f.scaled(&third)), each(&|a| a * &third));
        prop_assert_eq!(values(&f.clone().into_scaled(&two)), each(&|a| a * &two));
        prop_assert_eq!(values(&f.subtracted_from(&one)), each(&|a| &one - a));

        let three = [f.clone(), g.clone(), f.scaled(&third)];
        prop_assert_eq!(values(&Piecewise::sum(CARDS, &three)), both(&|a, b| a + b + a * &third));
        let greatest = both(&|a, b| a.max(b).max(&(a * &third)).clone());
        let maximum = Piecewise::maximum(&three).expect("some");
        prop_assert_eq!(&values(&maximum), &greatest);
        for (function, attained) in three.iter().zip(Piecewise::greatest(&three)) {
            let pairs = values(function).into_iter().zip(&greatest);
            let expected = pairs.map(|(a, most)| Rational::from(u32::from(a == *most)));
            prop_assert_eq!(values(&attained), expected.collect::<Vec<_>>());
        }

        let below = (0..CARDS as usize).map(|card| a[..card].iter().cloned().sum());
        prop_assert_eq!(values(&f.sum_below()), below.collect::<Vec<Rational>>());
        prop_assert_eq!(f.total(), a.iter().cloned().sum::<Rational>());
        let (first, last) = (between.0.min(between.1), between.0.max(between.1));
        let expected = a[first as usize - 1..last as usize].iter().cloned().sum::<Rational>();
        prop_assert_eq!(f.total_between(first, last), expected);
    }

    /// Runs of one sign end where the sign changes, and pieces where the function does: equal
    /// functions are equal values.
    #[test]
    fn runs_and_pieces_are_as_long_as_can_be(f in pieces(), g in pieces()) {
        let (a, f, g) = (values_of(&f), function(&f), function(&g));
        let mut next = 1;
        for (first, last, sign) in f.signs() {
            prop_assert_eq!(first, next);
            prop_assert!((first..=last).all(|card| a[card as usize - 1].sign() == sign));
            prop_assert!(last == CARDS || a[last as usize].sign() != sign);
            next = last + 1;
        }
        prop_assert_eq!(next, CARDS + 1);
        prop_assert_eq!(f.is_nonnegative(), a.iter().all(|value| !value.is_negative()));
        prop_assert_eq!(&f.plus(&g).minus(&g), &f);
        let pieces: Vec<&Piece> = f.pieces().map(|(_, piece)| piece).collect();
        prop_assert!(pieces.windows(2).all(|pair| pair[0].function != pair[1].function));
        prop_assert!(pieces.iter().map(|piece| piece.last).eq(f.breaks()));
        prop_assert_eq!(f.minus(&f), Piecewise::constant(CARDS, Rational::ZERO));
        prop_assert!(f.minus(&f).is_zero());
        prop_assert_eq!(f.is_zero(), f == f.minus(&f));
        let constants = f.pieces().map(|(first, piece)| {
            Some((first, piece.last, piece.function.as_constant()?.clone()))
        });
        prop_assert_eq!(f.runs(), constants.collect::<Option<Vec<_>>>());
    }
}
