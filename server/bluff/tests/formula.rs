//! `bluff formula`: every form of a formula for all decks, and what is refused.

use serde_json::{Value, json};

use crate::support::{all_refused, answer, document, folder, has, ran, refused, run};

#[test]
fn the_document_holds_the_formula() {
    let document = document("formula von-neumann/b2 --at 5");
    for (field, expected) in [
        ("kind", json!("family")),
        ("label", json!("von-neumann/b2")),
        ("game", json!({"name": "von-neumann", "bets": ["0", "2"]})),
        ("from", json!("2")),
        ("period", json!("9")),
        ("limit", json!("1/9")),
        ("exceptions", json!([])),
        ("at", json!({"n": "5", "value": "1/10"})),
        (
            "formula",
            json!({
                "n2": "1/9",
                "n1": "-1/9",
                "constants": ["0", "0", "-2/9", "-2/3", "-1/3", "-2/9", "-1/3", "-2/3", "-2/9"],
            }),
        ),
    ] {
        assert_eq!(document[field], expected, "{field}");
    }
    // Decks of 9m + 5 cards: each number is a line in m.
    let class = &document["classes"][5];
    assert_eq!(class["from"], "0");
    assert_eq!(class["masses"], json!([["1", "2"]]));
}

#[test]
fn words_name_the_strategies_of_a_residue() {
    let text = answer("formula von-neumann -b 2 --residue 5 --at 1000000000000000000");
    has(
        &text,
        &[
            "v(1000000000000000000) = 1/9",
            "v(n) = 1/9 − c/(n(n − 1)), where c depends on n mod 9 alone:",
            "n mod 9 = 5    c = 2/9",
            "Greatest c 2/3, for n ≡ 3, 7",
            "a(n) = a(n − 9) + 2 n − 10",
            "Decks of n = 9m + 5 cards, m ≥ 0:",
            "I bets 2 or more with the highest 2m + 1 cards",
            "II calls 2 with the highest 4m + 2 cards",
        ],
    );
    assert!(answer("formula newman -b 3").contains("--format json has all"));
}

#[test]
fn programs_test_themselves() {
    let folder = folder("formula-programs");
    let gp = |text: &str| ran("gp", &["-qf"], &folder.join("formula.gp"), text);
    let python = |text: &str| ran("python3", &[], &folder.join("formula.sage"), text);
    for game in [
        "von-neumann -b 1/2",
        "newman -b 3",
        "newman -b max",
        "one-street -s 1,5/2",
        "kuhn -b 1",
        "borel -b 3",
    ] {
        let pari = answer(&format!("formula {game} --format pari"));
        let (_, said) = gp(&pari);
        assert!(said.ends_with("v(2) to v(25) are the certified values"), "{said}");
        let sage = answer(&format!("formula {game} --format sage"));
        let (whole, said) = python(&sage);
        assert!(whole && said.ends_with("are the certified values"), "{said}");
    }
    for (game, from) in [("von-neumann -b 2", 2), ("kuhn -b 1", 3)] {
        for (form, ran) in [("pari", &gp as &dyn Fn(&str) -> (bool, String)), ("sage", &python)] {
            let program = answer(&format!("formula {game} --fit 60 --format {form}"));
            has(&program, &["not proved"]);
            let (_, said) = ran(&program);
            let done = format!("v({from}) to v(60) are the certified values");
            assert!(said.ends_with(&done), "{said}");
        }
    }
    for n in [2, 3, 28] {
        let pari = answer(&format!("formula von-neumann -n {n} --format pari"));
        let (_, said) = gp(&pari);
        assert!(said.ends_with("v(1/4) to v(6) are the certified values"), "{said}");
        let sage = answer(&format!("formula von-neumann -n {n} --format sage"));
        let (whole, said) = python(&sage);
        assert!(whole && said.ends_with("are the certified values"), "{said}");
    }
    for b in [1, 2, 3, 8] {
        let pari = answer(&format!("pure von-neumann -b {b} --formula --format pari"));
        let (_, said) = gp(&pari);
        assert!(said.ends_with("the numbers of 2 to 60 cards are those of a count"), "{said}");
        let sage = answer(&format!("pure von-neumann -b {b} --formula --format sage"));
        let (whole, said) = python(&sage);
        assert!(whole && said.ends_with("are those of a count"), "{said}");
        assert!(python(&sage.replace("// (", "// (1 + ")).1.contains("differs"));
    }
    has(
        &answer("pure von-neumann -b 2 --formula --format latex"),
        &["\\dbinom{3m + r}{m}", "R(3, 2j + 1) & n = 9j + 7 \\ge 7,"],
    );
    has(&answer("pure von-neumann -b 2 --formula --format maple"), &["count := proc(n)", "error"]);
    let pari = answer("formula von-neumann -b 2 --format pari").replacen("2/3", "1/3", 1);
    assert!(gp(&pari).1.contains("a value differs"));
    let sage =
        answer("formula newman -b max --format sage").replacen("left, s = 2 *", "left, s = 3 *", 1);
    assert!(python(&sage).1.contains("a value differs"));
    has(&answer("formula von-neumann -b 2 --format maple"), &["v := n -> 1/9 - c[", "error"]);
    has(&answer("formula von-neumann -b 2 --format latex"), &["\\frac{2}{3}", "c(r) = c(1-r)"]);
    has(&answer("formula von-neumann -b 2 --format svg"), &["<svg", "19 points"]);
}

#[test]
fn a_fit_is_the_formula_where_one_is_proved() {
    for (game, last, from) in [
        ("von-neumann -b 2", 60, 2),
        ("newman -b 1", 66, 2),
        ("borel -b 1", 40, 2),
        ("kuhn -b 1", 40, 3),
        ("kuhn -b 2", 80, 3),
    ] {
        let fit = document(&format!("formula {game} --fit {last}"));
        let proved = document(&format!("formula {game}"));
        assert_eq!(fit["from"], from.to_string(), "{game}");
        assert_eq!(fit["period"], proved["period"], "{game}");
        let Value::Array(constants) = &proved["formula"]["constants"] else { panic!("{proved}") };
        let [n1, n2] = ["n1", "n2"].map(|power| &proved["formula"][power]);
        let classes: Vec<Value> =
            constants.iter().map(|constant| json!([constant, n1, n2])).collect();
        assert_eq!(fit["classes"], json!(classes), "{game}");
    }
    let text = answer("formula von-neumann/b2 --fit 60 --at 5");
    has(
        &text,
        &[
            "von-neumann/b2, a guess for decks of n ≥ 2 cards",
            "v(5) = 1/10",
            "n(n − 1) v(n)",
            "n mod 9 = 3    1/9 n^2 − 1/9 n − 2/3",
            "Fitted     on decks of 2 to 41 cards; right from n = 2",
            "Held out   right on all 19 decks of 42 to 60 cards",
            "Proof      none: this is a guess",
        ],
    );
    has(
        &answer("formula kuhn/b1 --fit 40 --format latex"),
        &["a guess, no proof", "n(n - 1) v(n)"],
    );
    // Two copies of each card have no proof of all decks.
    let folder = folder("fit-copies");
    let file = answer("game von-neumann -n 3 -b 2 --copies 2");
    std::fs::write(folder.join("copies.json"), file).unwrap();
    let (_, text, _) = run(&folder, "formula copies.json --fit 60 --at 1000");
    let value = text.lines().find_map(|line| line.strip_prefix("v(1000) = ")).unwrap();
    assert!(text.contains("2n(2n − 1) v(n)"), "{text}");
    assert!(answer("solve von-neumann -n 1000 -b 2 --copies 2").contains(value), "{value}");
    for b in [1, 2] {
        let (code, _, said) = run(&folder, &format!("formula three-player -b {b} --fit 60"));
        assert_eq!(code, 1, "{said}");
        has(
            &said,
            &[
                "no quasi-polynomial of period ≤ 9 and degree ≤ 3 fits the decks of 3 to 60",
                "; period 10 takes the decks up to 62",
            ],
        );
    }
}

#[test]
fn what_has_no_formula_is_refused() {
    let refusals = "\
formula basic-endgame -b 2 --win 1/3 | ranges, expected a game of two players
formula von-neumann -n 9 -b 2 | b = 2, expected none beside n = 9, which asks for every bet
formula von-neumann -n 9 --format coq | the form coq of von-neumann/n9, expected json
formula newman -b max --at 5/2 | at = 5/2, expected a whole number from 2
formula kuhn -b max | the bets
formula three-player -b 2 --fit 14 | fit = 14, expected 15 or more
formula leduc --fit 40 | fit = 40, expected none for a game with a deck of its own, or with
formula push-fold --fit 40 | fit = 40, expected none for a game with a deck of its own
formula basic-endgame -b 2 --win 1/3 --fit 40 | fit = 40, expected none for a game with a deck
formula newman -b max --fit 40 | fit = 40, expected none: the formula of all whole bets has no
formula kuhn -b 1 --fit 40 --at 2 | at = 2, expected 3 or more
formula kuhn -b 1 --fit 40 --residue 2 | residue = 2, expected none beside fit, which proves nothing
formula von-neumann -n 9 --fit 40 | fit = 40, expected none beside n = 9
formula newman -b 12 --certificate | the period is 3762632261, expected at most 20000; the closed
";
    all_refused(refusals);
}

#[test]
fn theorems_have_the_shape_that_tests_proofs_checks() {
    has(
        &answer("formula von-neumann -b 2 --format coq"),
        &[
            "Theorem answer : every_deck\n  [2]\n  (1 # 9)\n  [0; 0; 2 # 9; 2 # 3;",
            "-1 # 2; 1 # 2;",
        ],
    );
    has(
        &answer("solve von-neumann -n 1000000000000000000 -b 2 --format coq"),
        &["deck_value 1000000000000000000\n  [2]\n  (1 # 9)", "(222222222222222221 # 2). Qed."],
    );
    let refusal = refused("solve kuhn -n 3 -b 1 --format coq");
    has(&refusal, &["format coq of kuhn/n3-b1", "expected a one-street game"]);
}

#[test]
fn pure_equilibria_of_every_deck_are_counted() {
    let text = answer("pure von-neumann -b 2 --formula");
    has(
        &text,
        &[
            "R(r, m) = r/(3m + r) · C(3m + r, m) of them, a Raney number:",
            "n = 9j         R(2, 2j), from n = 9",
            "n = 9j + 2     R(3, 2j), from n = 11",
            "n = 9j + 7     R(3, 2j + 1), from n = 7",
            "2 of them for n ≤ 3",
            "by (3^3/2^2)^(2/9) with each card",
        ],
    );
    let document = document("pure von-neumann/b1 -n 22 --formula");
    assert_eq!(document["at"], json!({"n": "22", "count": "429"}));
    assert_eq!(document["others"], json!({"count": "0", "status": "proved"}));
    let class = json!({
        "residue": "9", "from": "9", "raney": ["2", "2"], "terms": ["2", "3"], "status": "proved",
    });
    assert_eq!(document["classes"][3], class);
    let refusals = "\
pure von-neumann -b 1/2 --formula | b = 1/2, expected a whole b
pure kuhn -b 2 --formula | of kuhn/b2, expected one bet of von-neumann
pure von-neumann --formula | of von-neumann/all, expected one bet of von-neumann
pure von-neumann -b 2 --formula --format lprint | format lprint, expected one of: text, json, latex
pure von-neumann -n 7 -b 2 --format latex | format latex, expected one of: text, json, lprint
pure von-neumann -b 2 -n 1 --formula | n = 1, expected a whole number from 2
";
    all_refused(refusals);
}

#[test]
fn one_deck_has_a_formula_in_the_bet() {
    let text = answer("formula von-neumann -n 3");
    has(
        &text,
        &[
            "6 v(3, b) =",
            "4 − b − 8/(b + 2)                0 < b ≤ 2",
            "0                                2 ≤ b",
            "Best bet  2√2 − 2 = 0.82842712474619009760…",
            "Worth     1 − 2√2/3 = 0.05719095841793663413…",
            "Root      of x² + 4x − 4, between 0.828 and 0.829",
        ],
    );
    let best = document("formula von-neumann -n 3 --best-bet");
    assert_eq!(best["pieces"], Value::Null);
    assert_eq!(
        best["best"][0]["bet"],
        json!({
            "exact": "2√2 − 2",
            "polynomial": ["-4", "4", "1"],
            "between": ["207/250", "829/1000"],
            "decimal": "0.82842712474619009760…",
        })
    );
    let document = document("formula von-neumann -n 200");
    let pieces = document["pieces"].as_array().unwrap();
    assert_eq!(
        (&pieces[0]["from"], pieces.last().unwrap()["from"].as_str()),
        (&json!("0"), Some("396"))
    );
    let latex = answer("formula von-neumann -n 3 --format latex");
    has(&latex, &["\\begin{cases}\n4 - b - \\frac{8}{b + 2} & 0 < b \\le 2", "$2\\sqrt{2} - 2$"]);
    has(&answer("formula von-neumann -n 3 --format svg"), &["<svg", "best at 2√2 − 2"]);
    has(&answer("formula von-neumann -n 2"), &["Best bet  none; every bet is worth 0"]);
}

#[test]
fn all_whole_bets_have_a_rate() {
    let text = answer("formula newman -b max --at 1000");
    has(
        &text,
        &[
            "Bets above 57 change nothing there.",
            "V − v(n) = C n^(−3/2) + O(n^(−5/3))",
            "(4π² − 39)/(4π² − 36) = 0.13753886357926601149…",
            "= 0.31987462229404540942…",
            "= 1.857375714733811",
        ],
    );
    // The same value as that of the certified equilibrium.
    let value = text.lines().find_map(|line| line.strip_prefix("v(1000) = ")).unwrap();
    assert!(answer("solve newman -n 1000 -b max").contains(value), "{value}");
    has(&answer("formula newman/bmax --at 10^100"), &["V − v(10", ") = 3.19874622294", "·10^−151"]);
    let document = document("formula newman -b max --at 14");
    assert_eq!((&document["kind"], &document["at"]["saturation"]), (&json!("rate"), &json!("5")));
    has(&answer("formula newman -b max --format latex"), &["\\zeta\\bigl(\\tfrac32\\bigr)"]);
    has(&answer("formula newman -b max --format svg"), &["<svg", "C = 0.319875"]);
}
