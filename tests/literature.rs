//! Closed forms of the literature, typed in: continuous games by both best responses, decks beside
//! them.

use bluff_tests::{by_card, continuum, judged, ratio};
use rational_bluff::continuous::{Between, ByHand, ClosedForm, HandInterval, OneStreet, Size};
use rational_bluff::exact::Rational;
use rational_bluff::game::{
    Game, GameFile, Player, View, borel, hand_flip, in_turn, kuhn, one_raise, one_street,
    three_player, von_neumann,
};
use rational_bluff::solve::Method;

const BETS: [&str; 8] = ["1/100", "1/3", "1", "3/2", "2", "4", "13", "1000"];

fn whole(number: i64) -> Rational {
    Rational::from(number)
}

fn value(game: &Game) -> Rational {
    bluff_tests::value(game, Method::Auto)
}

/// The distance from a closed form, times the deck, stays bounded while the deck doubles.
fn tends_to(expected: &Rational, game: impl Fn(u64) -> Game) {
    for n in [10, 20, 40, 80, 160] {
        let game = game(n);
        let value = value(&game);
        let near = (&value - expected).abs() * Rational::from(n) < Rational::ratio(3, 4);
        assert!(near, "{}: {value}, expected about {expected}", game.label());
    }
}

/// A closed form is an equilibrium on [0, 1] and worth what it says.
fn certified(game: &Game, form: &ClosedForm) {
    let found = continuum::value(game, &form.strategies);
    assert_eq!(found.as_ref(), Ok(&form.value), "{}", game.label());
}

/// The judge of continuous games is no rubber stamp: a cut a little off is refused, with the hand.
#[test]
fn a_cut_a_little_off_is_refused() {
    let game = one_raise(2, whole(2), whole(6)).unwrap();
    let form = ClosedForm::one_raise(whole(2), whole(6)).unwrap();
    for view in 0..3 {
        for run in 1..form.strategies[view].hands.len() {
            for by in ["1/1000", "-1/1000"].map(ratio) {
                let mut strategies = form.strategies.clone();
                strategies[view].hands[run].from += &by;
                let judged = continuum::value(&game, &strategies);
                assert!(judged.is_err(), "view {view}, run {run}, by {by}");
            }
        }
    }
    let mut strategies = form.strategies;
    strategies[2].hands[1].from += &ratio("1/1000");
    let words = continuum::value(&game, &strategies).unwrap_err();
    assert_eq!(words, "II, facing bet 2: with 0 raise 6 is better than fold");
}

/// Literature 4.1. Borel (1938), la relance: −(b/(b + 2))².
#[test]
fn borel_bets_or_loses_the_ante() {
    for b in BETS.map(ratio) {
        let form = ClosedForm::borel(b.clone()).unwrap();
        assert_eq!(form.value, -(&b / (&b + whole(2))).pow(2));
        certified(&borel(2, b).unwrap(), &form);
    }
    // Observed: the deck of b + 2 cards has it exactly.
    for b in 1..=8 {
        assert_eq!(
            value(&borel(b + 2, Rational::from(b)).unwrap()),
            ClosedForm::borel(Rational::from(b)).unwrap().value
        );
    }
    for b in ["1/2", "1", "2", "4"].map(ratio) {
        tends_to(&ClosedForm::borel(b.clone()).unwrap().value, |n| borel(n, b.clone()).unwrap());
    }
}

/// Literature 4.1. b²(2b + r + 2)²/((b + 1)D), 25/286 at (1, 1), 8/81 at (2, 2) and 2/21 at (2, 6),
/// where the raise is the pot.
#[test]
fn one_raise_after_the_bet() {
    for b in BETS.map(ratio) {
        for r in BETS.map(ratio) {
            let form = ClosedForm::one_raise(b.clone(), r.clone()).unwrap();
            let term = |factor: i64, i: usize, j: usize| whole(factor) * b.pow(i) * r.pow(j);
            let d: Rational = [
                (4, 4, 0),
                (5, 3, 1),
                (24, 3, 0),
                (1, 2, 2),
                (25, 2, 1),
                (36, 2, 0),
                (4, 1, 2),
                (24, 1, 1),
                (16, 1, 0),
                (4, 0, 1),
            ]
            .map(|(factor, i, j)| term(factor, i, j))
            .into_iter()
            .sum();
            let square = (whole(2) * &b + &r + whole(2)).pow(2);
            assert_eq!(form.value, b.pow(2) * square / ((&b + whole(1)) * d));
            certified(&one_raise(2, b.clone(), r).unwrap(), &form);
        }
    }
    for (b, r, printed) in [("1", "1", "25/286"), ("2", "2", "8/81"), ("2", "6", "2/21")] {
        let (b, r) = (ratio(b), ratio(r));
        let form = ClosedForm::one_raise(b.clone(), r.clone()).unwrap();
        assert_eq!(form.value, ratio(printed));
        tends_to(&form.value, |n| one_raise(n, b.clone(), r.clone()).unwrap());
    }
}

/// Decks whose cards do not cut across the continuous cuts, and some one card longer, are worth as
/// much as the continuous game: observed for one raise.
#[test]
fn decks_that_equal_the_continuous_value() {
    for (b, r, value_is, decks) in [
        (1, 1, "25/286", vec![286, 287]),
        (2, 2, "8/81", vec![81, 82, 162, 163]),
        (2, 6, "2/21", vec![7, 15, 21, 22, 42, 43]),
    ] {
        for n in decks {
            let game = one_raise(n, whole(b), whole(r)).unwrap();
            assert_eq!(value(&game), ratio(value_is), "{}", game.label());
        }
    }
}

/// Literature 4.1. The lower hand wins with probability q, d = 1 − 2q: `db/4` if `d(b + 1) ≤ 1`,
/// else db²/((b + 1)(d²(b + 1)² + 2d(b − 1) + 1)); at a given bet greatest at d = 1/(b + 1), where
/// it is b/(4(b + 1)).
#[test]
fn hands_that_flip() {
    for b in BETS.map(ratio) {
        let one = whole(1);
        let best = &b / (whole(4) * (&b + &one));
        // The middle one is d = 1/(b + 1).
        let greatest = (&one - &one / (&b + &one)) / whole(2);
        for flip in [
            whole(0),
            ratio("1/100"),
            ratio("1/6"),
            greatest.clone(),
            ratio("49/100"),
            ratio("1/2"),
        ] {
            let form = ClosedForm::hand_flip(b.clone(), flip.clone()).unwrap();
            let d = &one - whole(2) * &flip;
            let k = &d * (&b + &one);
            let expected = if k <= one {
                &d * &b / whole(4)
            } else {
                &d * b.pow(2) / ((&b + &one) * (k.pow(2) + whole(2) * &d * (&b - &one) + &one))
            };
            assert_eq!(form.value, expected, "b = {b}, q = {flip}");
            assert!(
                form.value < best || (flip == greatest && form.value == best),
                "b = {b}, q = {flip}"
            );
            certified(&hand_flip(2, b.clone(), flip).unwrap(), &form);
        }
    }
    for (b, flip, printed) in
        [("2", "0", "1/9"), ("2", "1/3", "1/6"), ("2", "1/4", "8/51"), ("2", "2/5", "1/10")]
    {
        let (b, flip) = (ratio(b), ratio(flip));
        assert_eq!(ClosedForm::hand_flip(b.clone(), flip.clone()).unwrap().value, ratio(printed));
        tends_to(&ratio(printed), |n| hand_flip(n, b.clone(), flip.clone()).unwrap());
    }
    // A deck without flips is von Neumann's.
    for n in [9, 13] {
        assert_eq!(
            value(&hand_flip(n, whole(2), whole(0)).unwrap()),
            value(&von_neumann(n, whole(2)).unwrap())
        );
    }
}

/// Literature 4.1. A full street without raises is Kuhn's game: −b²/((b + 1)(b + 2)²), least at b =
/// 1 + √5 with value −φ⁻⁵.
#[test]
fn full_street() {
    let value_at = |b: &Rational| ClosedForm::kuhn(b.clone()).unwrap().value;
    for b in BETS.map(ratio) {
        let form = ClosedForm::kuhn(b.clone()).unwrap();
        assert_eq!(form.value, -b.pow(2) / ((&b + whole(1)) * (&b + whole(2)).pow(2)));
        certified(&kuhn(2, b).unwrap(), &form);
    }
    for b in ["1", "2", "1/2"].map(ratio) {
        tends_to(&value_at(&b), |n| kuhn(n, b.clone()).unwrap());
    }
    // 1 + √5 lies between the ends, and −φ⁻⁵ = (11 − 5√5)/2.
    let (below, above) = (ratio("3.2360679774"), ratio("3.2360679775"));
    assert!((&below - whole(1)).pow(2) < whole(5) && (&above - whole(1)).pow(2) > whole(5));
    let least = value_at(&below);
    assert!(least < value_at(&ratio("3.236")) && least < value_at(&ratio("3.237")));
    assert!(
        (whole(11) - whole(5) * (&below - whole(1)) - whole(2) * least).abs()
            < ratio("1/1000000000")
    );
}

/// Literature 4.1. Kuhn (1950) with any bet, and with more cards.
#[test]
fn kuhns_cards() {
    for tenth in (1..=30).chain([70]) {
        let b = Rational::ratio(tenth, 10);
        let scale = whole(6) * (&b + whole(2));
        let expected = match tenth {
            ..=10 => -b.pow(2) / scale,
            11..=20 => -&b * (whole(2) - &b) / scale,
            _ => whole(0),
        };
        assert_eq!(value(&kuhn(3, b).unwrap()), expected, "{tenth}/10");
    }
    let printed = [(3, "-1/18"), (4, "-1/24"), (5, "-1/15"), (6, "-11/180"), (10, "-11/180")];
    for (n, expected) in printed {
        assert_eq!(value(&kuhn(n, whole(1)).unwrap()), ratio(expected), "{n} cards");
    }
    let sixty = value(&kuhn(60, whole(1)).unwrap());
    assert!((&sixty - ratio("-0.05730")).abs() <= ratio("0.000005"), "{sixty}");
}

/// Literature 4.2. Sets of bets, by both best responses: bluffs fill the hands below the value, the
/// smallest bet lowest.
#[test]
fn bet_menus() {
    for sizes in ["2", "1/2", "1,2", "1,4", "1/2,1,2", "1,2,3,4,5", "1/10,7/3,40", "2,3,5,7,11"] {
        let sizes: Vec<Rational> = sizes.split(',').map(ratio).collect();
        let form = OneStreet::new(sizes.clone()).unwrap();
        let intervals = |starts: Vec<(Rational, String)>| -> Vec<HandInterval> {
            let ends = starts.iter().skip(1).map(|(from, _)| from.clone()).chain([whole(1)]);
            let ends: Vec<Rational> = ends.collect();
            let ended = starts.into_iter().zip(ends);
            ended.map(|((from, action), to)| HandInterval { from, to, action }).collect()
        };
        let hands = |from: &Rational, action: String| (from.clone(), action);
        let mut first = Vec::new();
        let mut bluffed = whole(0);
        for size in &form.sizes {
            first.push(hands(&bluffed, format!("bet {}", size.bet)));
            bluffed += &size.bluff_mass;
        }
        assert_eq!(bluffed, form.value);
        first.push(hands(&bluffed, "check".into()));
        first.extend(
            form.sizes.iter().map(|size| hands(&size.value_from, format!("bet {}", size.bet))),
        );
        let by_hand = |player, view: String, hands| {
            let hands = intervals(hands);
            ByHand { player, view, hands }
        };
        let reply = |size: &Size| {
            let calls =
                vec![hands(&whole(0), "fold".into()), hands(&size.call_from, "call".into())];
            by_hand(Player::II, format!("facing bet {}", size.bet), calls)
        };
        let acts = [by_hand(Player::I, "first to act".into(), first)];
        let strategies: Vec<ByHand> =
            acts.into_iter().chain(form.sizes.iter().map(reply)).collect();
        assert_eq!(continuum::value(&one_street(2, sizes).unwrap(), &strategies), Ok(form.value));
    }
}

/// Literature 4.2. All sizes from L to U (Spears 2026): worth the same from 4/U to 4/L, the limit
/// of finite sets, and 1/7 at most.
#[test]
fn all_bets_between_two_limits() {
    let between = |least: &Rational, greatest: &Rational| {
        Between::new(least.clone(), greatest.clone()).unwrap().value
    };
    let one = || whole(1);
    for (least, greatest) in [("1/3", "5"), ("1", "2"), ("2", "2"), ("1/10", "10"), ("3", "4")] {
        let (least, greatest) = (ratio(least), ratio(greatest));
        let value = between(&least, &greatest);
        assert_eq!(value, between(&(whole(4) / &greatest), &(whole(4) / &least)));
        let (r, t) = (&least / (&least + whole(2)), whole(2) / (&greatest + whole(2)));
        let cubes = r.pow(3) + t.pow(3);
        assert_eq!(value, (one() - &cubes) / (whole(7) - &cubes));
        // A fine set of bets between the same limits comes near from below.
        let step = (&greatest - &least) / whole(200);
        let mut fine: Vec<Rational> = (0..=200).map(|at| &least + &step * whole(at)).collect();
        fine.dedup();
        let fine = OneStreet::new(fine).unwrap().value;
        assert!(
            fine <= value && (&value - &fine) < ratio("0.001") && value < Rational::ratio(1, 7)
        );
    }
    for b in BETS.map(ratio) {
        assert_eq!(between(&b, &b), OneStreet::new([b]).unwrap().value);
    }
    let all = between(&whole(0), &ratio("1000000"));
    assert!(Rational::ratio(1, 7) - all < ratio("1/1000000000000000"));
    for (least, greatest) in [("-1", "2"), ("2", "1"), ("0", "0")] {
        let words = Between::new(ratio(least), ratio(greatest)).unwrap_err().to_string();
        let given = format!("bets between {least} and {greatest}, expected");
        assert_eq!(words, given + " 0 ≤ the least ≤ the greatest, and that above 0");
    }
}

/// The values of a profile of four cards that is an equilibrium: for each view the probability of
/// the second action by card.
fn certified_values(game: &Game, taken: impl Fn(&str) -> [Rational; 4]) -> Vec<Rational> {
    let plays = |view: &View| by_card(&taken(&format!("{}, {}", view.player, view.name)));
    let verdict = judged(game, None, game.views().iter().map(plays).collect());
    verdict.unwrap_or_else(|refusal| panic!("{}: {refusal}", game.label())).values.clone()
}

/// Probabilities of an action that card 3 takes with probability `p`, card 4 always, and cards 1
/// and 2 never do.
fn third_card(p: &Rational) -> [Rational; 4] {
    [whole(0), whole(0), p.clone(), whole(1)]
}

/// Literature 4.3. Four cards, III sees II, 3/5 ≤ b ≤ 3/2: I bluffs card 1 with 2b/(b + 3), II
/// never calls with card 3, III does after a fold with (6 − 4b)/(b + 3); II and III lose half of
/// what I gets.
#[test]
fn three_players_in_turn() {
    let printed = [
        ("3/5", Some("1/20")),
        ("4/5", None),
        ("1", Some("1/24")),
        ("5/4", Some("5/204")),
        ("3/2", None),
    ];
    for (b, printed) in printed {
        let b = ratio(b);
        let game = in_turn(4, b.clone()).unwrap();
        let bluff = whole(2) * &b / (&b + whole(3));
        let third = (whole(6) - whole(4) * &b) / (&b + whole(3));
        let values = certified_values(&game, |view| match view.split_once(", ").unwrap() {
            ("I", _) => [bluff.clone(), whole(0), whole(0), whole(1)],
            ("III", view) if view.ends_with("after a fold") => third_card(&third),
            _ => third_card(&whole(0)),
        });
        assert!(
            printed.is_none_or(|printed| values[0] == ratio(printed)),
            "b = {b}: {}",
            values[0]
        );
        assert_eq!((&values[1], &values[2]), (&(-&values[0] / whole(2)), &values[1]), "b = {b}");
    }
    // The example of a game file for three players is this game.
    let file = GameFile::read(include_str!("../data/games/third-sees-second.json")).unwrap();
    assert_eq!(file.leaves(), in_turn(4, whole(1)).unwrap().leaves());
    // The search finds an equilibrium of the same value.
    for (b, printed) in [("1", "1/24"), ("5/4", "5/204")] {
        assert_eq!(value(&in_turn(4, ratio(b)).unwrap()), ratio(printed));
    }
}

/// Literature 4.3. Four cards, II and III not seeing each other, 0 < b ≤ 3/2: I bluffs card 1 with
/// 2b/3; II and III call with card 3 with probabilities that sum to (6 − 4b)/(b + 3), split anyhow.
#[test]
fn three_players_at_once() {
    for (b, printed) in [("1/2", Some("1/21")), ("1", Some("1/24")), ("5/4", None), ("3/2", None)] {
        let b = ratio(b);
        let game = three_player(4, b.clone()).unwrap();
        let bluff = whole(2) * &b / whole(3);
        let both = (whole(6) - whole(4) * &b) / (&b + whole(3));
        let by_split = ["1/2", "1/4", "1/7"].map(|share| {
            let second = &both * ratio(share);
            let third = &both - &second;
            let values = certified_values(&game, |view| match view.split_once(", ").unwrap() {
                ("I", _) => [bluff.clone(), whole(0), whole(0), whole(1)],
                ("II", _) => third_card(&second),
                _ => third_card(&third),
            });
            assert!(
                printed.is_none_or(|printed| values[0] == ratio(printed)),
                "b = {b}: {}",
                values[0]
            );
            values
        });
        assert_eq!(by_split[0][1], by_split[0][2]);
        let uneven = (by_split[0][1] != by_split[1][1]) == both.is_positive();
        assert!(
            by_split[0][0] == by_split[1][0] && by_split[0][0] == by_split[2][0] && uneven,
            "b = {b}"
        );
    }
}
