use super::*;

fn asked(hands: &str, others: &str, board: &str) -> Result<Equity, CardError> {
    let [hands, others]: [HandRange; 2] = [hands, others].map(|text| text.parse().unwrap());
    Equity::new(&hands, &others, &board.parse().unwrap())
}

fn counts(hands: &str, others: &str, board: &str) -> [i128; 3] {
    let equity = asked(hands, others, board).unwrap();
    [equity.win, equity.tie, equity.lose].map(|count| count.to_i128().unwrap())
}

/// All boards that two hands leave, one by one.
fn enumerated(hands: [&str; 2], board: &str) -> [i128; 3] {
    let [own, other] = hands.map(|hand| hand.parse::<HoleCards>().unwrap());
    let board: OpenCards = board.parse().unwrap();
    let mut counts = [0; 3];
    for board in all_boards(board.cards(), 5 - board.dealt().len()) {
        if let (Some(own), Some(other)) = (strength_on(own, board), strength_on(other, board)) {
            counts[2 - (1 + own.cmp(&other) as i8) as usize] += 1;
        }
    }
    counts
}

#[test]
fn counts_are_what_all_boards_say() {
    for (hands, board) in [
        (["AhAd", "KsKc"], ""),
        (["AhKd", "AsKh"], ""),
        (["7d6d", "AsKd"], ""),
        (["QcQs", "Jh5h"], ""),
        (["AhAd", "KsKc"], "Kd9d6h"),
        (["AhKd", "AsKh"], "Ts9s8s"),
        (["7d6d", "AsKd"], "8c9cTh2d"),
        (["7d6d", "AsKd"], "AhKhQhJhTh"),
    ] {
        assert_eq!(counts(hands[0], hands[1], board), enumerated(hands, board), "{hands:?}");
    }
    assert_eq!(counts("AhAd", "KsKc", "2c7d9hJs"), [42, 0, 2]);
    assert_eq!(counts("AhAd", "KsKc", "2c7d9hJsKh"), [0, 0, 1]);
    assert_eq!(counts("AhAd", "KsKc", "QcJcTc9c8c"), [0, 0, 1]);
    assert_eq!(counts("AhAd", "2s3c", "QcJcTc9c8c"), [0, 1, 0]);
}

/// Every pair of hands, counted from both sides.
#[test]
fn all_hands_against_all_are_even() {
    let equity = asked("all", "all", "").unwrap();
    assert_eq!(equity.boards(), Rational::from(1326_i64 * 1225 * 1_712_304));
    assert_eq!(equity.share(), Rational::ratio(1, 2));
    for hand in HoleCards::all() {
        for other in HoleCards::all().filter(|other| hand.cards().is_disjoint(other.cards())) {
            let sum = preflop::wins(hand, other) + preflop::wins(other, hand);
            assert!(sum <= preflop::BOARDS, "{hand} and {other}");
        }
    }
}

#[test]
fn equities_that_everybody_knows() {
    for (hands, others, percent) in [
        ("AA", "KK", "81.946"),
        ("AA", "all", "85.203"),
        ("KK", "all", "82.395"),
        ("22", "all", "50.334"),
        ("AKs", "all", "67.044"),
        ("72o", "all", "34.583"),
        ("32o", "all", "32.303"),
    ] {
        let share = asked(hands, others, "").unwrap().share() * Rational::from(100);
        assert_eq!(share.decimal(3), format!("{percent}…"), "{hands} against {others}");
    }
    let equity = asked("AA", "KK", "").unwrap();
    let percent = |count: &Rational| (count * Rational::from(100) / equity.boards()).decimal(3);
    assert_eq!([&equity.win, &equity.tie].map(percent), ["81.714…", "0.462…"]);
}

#[test]
fn weights_count_as_whole_numbers() {
    let [aces, kings] = ["AhAd", "KhKd"].map(|other| counts("7s6s", other, ""));
    let both = counts("7s6s", "AhAd:1/2,KhKd:1/3", "");
    assert_eq!(both, [0, 1, 2].map(|at| 3 * aces[at] + 2 * kings[at]));
    assert_eq!(counts("7s6s", "AhAd:1/2", ""), aces);
    // The board takes the hand with another weight.
    let flop = "AhKs2c";
    assert_eq!(counts("7s6s", "AhAd:1/7,KhKd", flop), counts("7s6s", "KhKd", flop));
}

/// Weights that no number of the machine holds are summed as fractions, with the same results.
#[test]
fn long_weights_are_summed_exactly() {
    let small = format!("1/1{}", "0".repeat(36));
    let scale = small.parse::<Rational>().unwrap().recip().unwrap();
    for board in ["Qs7h2d", "Qs7h2d9c", "Qs7h2d9c9d"] {
        let [kings, tens] = ["KK,AQo", "TT,98s"].map(|other| counts("JJ+,A9s+,65s", other, board));
        let both = format!("KK,AQo,TT:{small},98s:{small}");
        let Equity { win, tie, lose, .. } = asked("JJ+,A9s+,65s", &both, board).unwrap();
        for (at, sum) in [win, tie, lose].iter().enumerate() {
            assert_eq!(*sum, &scale * &Rational::from(kings[at]) + Rational::from(tens[at]));
        }
    }
    let even = asked("all", "all", "Qs7h2d").unwrap();
    assert_eq!((even.share(), even.win), (Rational::ratio(1, 2), even.lose));
}

#[test]
fn cards_that_no_deal_has_are_named() {
    for (hands, others, board, words) in [
        (
            "AhKd",
            "QQ",
            "Kd9d6h",
            "Kd is in the hand AhKd and on the board Kd9d6h, expected each card once",
        ),
        (
            "22",
            "99,9h8h",
            "9d9c9h",
            "each hand of the range “99,9h8h” holds a card of the board 9d9c9h, expected one that \
             does not",
        ),
        (
            "AhKd",
            "AhAs,AhAd",
            "",
            "each hand of “AhKd” has a card of each hand of “AhAs,AhAd”, expected two hands \
             without a common card",
        ),
    ] {
        let error = asked(hands, others, board).unwrap_err().to_string();
        // Hands of a class stand in the order of their cards.
        let same = |text: &str| text.replace("AsAh", "AhAs");
        assert_eq!(same(&error), words);
    }
}

/// Each class has what it has alone, and the hands that no deal has are left out.
#[test]
fn classes_have_their_own_equities() {
    for (hands, others, board) in [
        ("QQ+,AKs,AKo", "99-JJ,AQs,AJs,KQs", "Qs7h2d"),
        ("QQ+,AKs,AKo", "99-JJ,AQs,AJs,KQs", ""),
        ("AA,KK,AKs", "AhAd,AsAc", "KdKh7c2s"),
    ] {
        let [own, other]: [HandRange; 2] = [hands, others].map(|text| text.parse().unwrap());
        let classes = Equity::by_class(&own, &other, &board.parse().unwrap()).unwrap();
        let mut deals = Rational::ZERO;
        for (class, equity) in classes {
            deals += &equity.deals;
            assert_eq!(equity, asked(&class.to_string(), others, board).unwrap(), "{class}");
        }
        assert_eq!(deals, asked(hands, others, board).unwrap().deals);
    }
}
