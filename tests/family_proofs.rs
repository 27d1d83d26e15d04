//! Families: the formulas that are proved, and their decks before the ordinary judge.

use bluff_tests::random::Random;
use bluff_tests::ratio;
use rational_bluff::certificate::check;
use rational_bluff::certificate::family::{
    CertifiedFamily, FamilyClaim, FamilyError, check_family,
};
use rational_bluff::control::Control;
use rational_bluff::exact::Rational;
use rational_bluff::formula::{FormulaError, family};
use rational_bluff::game::{GameFile, read_label};

fn proved(label: &str) -> CertifiedFamily {
    family(&read_label(label).expect("a game"), &Control::new()).expect("a family")
}

/// Games with `n2`, `n1` and the constants of one period; docs/ALL_DECKS.md has the table.
const GOLDEN: [(&str, &str); 12] = [
    ("kuhn/n3-b1", "-1/18 -1/18 1/2 1/9 1/2 1/3 11/18 1/3"),
    ("kuhn/n3-b2", "-1/12 0 2/3 1/12 2/3 3/4 1/3 3/4"),
    ("borel/n3-b1", "-1/9 -1/9 2/3 2/9 2/3"),
    ("borel/n3-b2", "-1/4 0 1 1/4"),
    ("borel/n3-b3", "-9/25 3/25 6/5 6/25 6/5 22/25 22/25"),
    ("borel/n3-b1_2", "-1/25 -3/25 2/5 4/25 2/5 13/25 13/25"),
    ("hand-flip/n3-b2-flip1_3", "1/6 0 0 -1/6"),
    ("hand-flip/n3-b1-flip1_4", "1/8 0 0 -1/8"),
    ("one-raise/n3-b1-raise2", "1/12 -1/12 0 0 -1/6 -1/6 0 0 0 0 0 0 -1/6 -1/6"),
    ("von-neumann/n3-b1", "1/10 -1/10 0 0 -1/5 -4/15 -1/5 -1/3 -1/3 -1/5 -4/15 -1/5"),
    ("von-neumann/n3-b2", "1/9 -1/9 0 0 -2/9 -2/3 -1/3 -2/9 -1/3 -2/3 -2/9"),
    (
        "one-raise/n3-b2-raise6",
        "2/21 -2/21 0 0 -4/21 -4/7 -1/7 2/21 1/7 0 2/3 8/7 10/7 32/21 10/7 8/7 2/3 0 1/7 2/21 -1/7 \
         -4/7 -4/21",
    ),
];

#[test]
fn golden_formulas_are_proved() {
    for (label, expected) in GOLDEN {
        let family = proved(label);
        let formula = &family.formula;
        let numbers = [&formula.n2, &formula.n1].into_iter().chain(&formula.constants);
        let numbers: Vec<Rational> = numbers.cloned().collect();
        let expected: Vec<Rational> = expected.split(' ').map(ratio).collect();
        assert_eq!(numbers, expected, "{label}");
        assert!(formula.exceptions.iter().all(|(n, _)| *n < 5), "{label}");
    }
}

#[test]
fn decks_of_families_pass_the_ordinary_judge() {
    let mut random = Random::new(31);
    for label in ["kuhn/n3-b2", "borel/n3-b1", "one-street/n3-s1-2", "hand-flip/n3-b2-flip1_6"] {
        let family = proved(label);
        let modulus = family.modulus();
        let firsts = (0..).zip(&family.classes).flat_map(|(residue, class)| {
            [class.from, class.from + 1].map(|m| m * modulus + residue)
        });
        let first: Vec<u64> = firsts.collect();
        let large = (0..40).map(|_| 1_000 + random.below(1_000_000_000_000_000));
        for n in (2..40).chain(first).chain(large) {
            let (game, candidate) = family.deck_of(n).expect("strategies");
            let solution =
                check(&game, candidate).unwrap_or_else(|why| panic!("{label}, {n}: {why}"));
            assert_eq!(solution.values[0], family.formula.value(n), "{label}, {n} cards");
        }
    }
}

#[test]
fn a_tree_from_a_file_has_a_family() {
    let text = include_str!("../data/games/half-street-kuhn.json");
    let family = family(&GameFile::read(text).expect("a game"), &Control::new()).expect("a family");
    assert_eq!(family.label(), "half-street-kuhn");
    assert_eq!(family.formula.n2, Rational::ratio(1, 10));
}

#[test]
fn games_without_families_say_why_and_classes_are_counted() {
    let refused = |label: &str| {
        let game = read_label(label).expect("a game");
        family(&game, &Control::new()).expect_err("no family").to_string()
    };
    assert!(refused("three-player/n4-b2").contains("3 players, expected a game of two players"));
    assert!(refused("kuhn/n4-b1-r2").contains("2 copies"));
    assert!(refused("newman/n4-b6").contains("expected at most 20000"));
    let (watched, game) = (Control::new(), read_label("borel/n3-b2").expect("a game"));
    assert_eq!(watched.parts(), None);
    family(&game, &watched).expect("a family");
    assert_eq!(watched.parts(), Some((4, 4)));
    let stopped = Control::new();
    stopped.cancel();
    let game = read_label("kuhn/n3-b1").expect("a game");
    assert!(matches!(family(&game, &stopped), Err(FormulaError::Stopped(_))));
}

/// The refusal of a family after a change.
fn changed(family: &CertifiedFamily, change: impl Fn(&mut FamilyClaim)) -> FamilyError {
    let mut claim = (**family).clone();
    change(&mut claim);
    check_family(claim).expect_err("a false claim")
}

#[test]
fn plausible_families_that_are_false_are_refused() {
    let family = proved("borel/n3-b1");
    let late = family.classes.iter().position(|class| class.from > 1).expect("a late class");
    let earlier = changed(&family, |claim| claim.classes[late].from -= 1);
    // The decks are compared first, and with the deck left out the class itself is refused.
    assert!(matches!(earlier, FamilyError::Cover { .. }), "{earlier}");
    let modulus = family.modulus();
    let earlier = changed(&family, |claim| {
        claim.classes[late].from -= 1;
        let n = claim.classes[late].from * modulus + late as u64;
        claim.decks.retain(|(deck, _)| *deck != n);
    });
    assert!(matches!(earlier, FamilyError::Class { residue, .. } if residue == late as u64));
    let missing = changed(&family, |claim| drop(claim.decks.remove(0)));
    assert!(missing.to_string().contains("single decks"), "{missing}");
    let wrong = changed(&family, |claim| claim.formula.constants.swap(0, 1));
    assert!(matches!(wrong, FamilyError::Class { residue: 0, .. }), "{wrong}");
    let wrong = changed(&family, |claim| claim.classes.swap(1, 2));
    assert!(matches!(wrong, FamilyError::Class { .. } | FamilyError::Cover { .. }), "{wrong}");
    let longer = changed(&family, |claim| {
        claim.formula.constants.extend(claim.formula.constants.clone());
    });
    assert!(matches!(longer, FamilyError::Period { .. }), "{longer}");
    let exception = changed(&family, |claim| {
        claim.formula.exceptions.push((2, claim.formula.value(2)));
    });
    assert!(matches!(exception, FamilyError::NoException { n: 2 }), "{exception}");
    let kuhn = proved("kuhn/n3-b2");
    let none = changed(&kuhn, |claim| claim.formula.exceptions.clear());
    assert!(matches!(none, FamilyError::Exception { n: 2, .. }), "{none}");
}
