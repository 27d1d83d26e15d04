use super::super::Player;
use super::super::name::check_name;
use super::*;

/// Pot, stacks, and per street its bets, raises and number of both.
type Written<'a> = (&'a str, Option<[&'a str; 2]>, &'a [(&'a str, &'a str, u64)]);

fn betting((pot, stacks, streets): Written<'_>) -> Betting {
    let number = |text: &str| text.parse().unwrap();
    let sizes = |text: &str| -> Vec<BetSize> {
        text.split(", ").filter(|size| !size.is_empty()).map(|size| size.parse().unwrap()).collect()
    };
    let street =
        |&(bets, raises, most): &(&str, &str, u64)| Street::new(sizes(bets), sizes(raises), most);
    Betting {
        pot: number(pot),
        blinds: [Rational::ZERO; 2],
        stacks: stacks.map(|stacks| stacks.map(number)),
        round: None,
        all_in_above: None,
        streets: streets.iter().map(street).collect(),
    }
}

/// Lines of play with what both have paid at their ends.
fn lines(tree: &Tree, line: &str, ends: &mut Vec<String>) {
    match tree {
        Tree::Over { paid, live } => {
            let paid: Vec<String> = paid.iter().map(|paid| paid.amount().to_string()).collect();
            let live: Vec<String> = live.iter().map(Player::to_string).collect();
            ends.push(format!("{}: {} to {}", line.trim(), paid.join(" "), live.join(" ")));
        }
        Tree::Deal { then } => lines(then, &format!("{line} |"), ends),
        Tree::Act { actions, .. } => {
            for (action, next) in actions {
                lines(next, &format!("{line} {action},"), ends);
            }
        }
    }
}

#[test]
fn sizes_become_the_actions_that_stacks_allow() {
    let cases: [(Written<'_>, &[&str]); 5] = [
        // Half of the pot and the pot; a raise of the pot after the call is 10 + 5 + 5 more.
        (
            ("10", Some(["20", "30"]), &[("pot, 1/2 pot, 5", "pot", 2)]),
            &[
                "check, check,: 5 5 to I II",
                "check, bet 5, fold,: 5 10 to II",
                "check, bet 5, call,: 10 10 to I II",
                "check, bet 5, raise to 20, fold,: 25 10 to I",
                "check, bet 5, raise to 20, call,: 25 25 to I II",
                "check, bet 10, fold,: 5 15 to II",
                "check, bet 10, call,: 15 15 to I II",
                "check, bet 10, raise to 20, fold,: 25 15 to I",
                "check, bet 10, raise to 20, call,: 25 25 to I II",
            ],
        ),
        // A bet beyond the smaller stack is all-in, after which nobody raises.
        (
            ("10", Some(["7", "100"]), &[("pot", "all-in", 3)]),
            &[
                "check, check,: 5 5 to I II",
                "check, bet 7, fold,: 5 12 to II",
                "check, bet 7, call,: 12 12 to I II",
                "bet 7, fold,: 12 5 to I",
                "bet 7, call,: 12 12 to I II",
            ],
        ),
        // A raise is no smaller than the bet before it.
        (
            ("2", None, &[("4", "1", 3)]),
            &[
                "bet 4, fold,: 5 1 to I",
                "bet 4, call,: 5 5 to I II",
                "bet 4, raise to 8, fold,: 5 9 to II",
                "bet 4, raise to 8, call,: 9 9 to I II",
                "bet 4, raise to 8, raise to 12, fold,: 13 9 to I",
                "bet 4, raise to 8, raise to 12, call,: 13 13 to I II",
            ],
        ),
        // After all-in cards are dealt, and nobody bets.
        (
            ("2", Some(["3", "3"]), &[("all-in", "", 1), ("pot", "pot", 2)]),
            &[
                "bet 3, fold,: 4 1 to I",
                "bet 3, call, |: 4 4 to I II",
                "check, check, | check, bet 2, raise to 3, call,: 4 4 to I II",
            ],
        ),
        (("1", None, &[("", "", 1)]), &["check, check,: 1/2 1/2 to I II"]),
    ];
    for (written, expected) in cases {
        let mut ends = Vec::new();
        lines(&betting(written).tree().unwrap(), "", &mut ends);
        for line in expected {
            assert!(ends.iter().any(|end| end == line), "{written:?}: {line} in {ends:#?}");
        }
        if written.2.len() == 1 && written.2[0].0 != "4" && written.2[0].0 != "pot, 1/2 pot, 5" {
            assert_eq!(ends.len(), expected.len(), "{written:?}: {ends:#?}");
        }
    }
}

#[test]
fn betting_that_is_none_is_refused() {
    let long = "1/3 pot, 1/2 pot, 2/3 pot, pot, 2 pot";
    let many: Vec<String> = (1..=30).map(|chips| chips.to_string()).collect();
    let many = &*many.join(", ");
    for (written, words) in [
        (("0", None, &[("1", "", 1)][..]), "pot = 0, expected a pot above 0"),
        (("-2", None, &[("1", "", 1)]), "pot = -2, expected a pot above 0"),
        (("2", None, &[]), "streets = 0, expected a whole number from 1 to 4"),
        (("2", None, &[("1", "", 21)]), "most = 21, expected a whole number from 1 to 20"),
        (("2", None, &[("all-in", "", 1)]), "bet size all-in, expected stacks beside the pot"),
        (
            ("2", None, &[(long, long, 20)]),
            "more than 10000 nodes, expected 1 to 10000: 8187 with the first 4 sizes",
        ),
        (
            ("2", None, &[(many, many, 3)]),
            "32733 nodes, expected 1 to 10000: 9237 with the first 19 sizes",
        ),
        (
            ("2", None, &[("pot", "pot", 20); 4]),
            "8689212 nodes, expected 1 to 10000: 8400 with the first 1 size",
        ),
        (("2", None, &[(many, many, 20)]), "more than 10000 nodes, expected 1 to 10000: 9237"),
    ] {
        let error = betting(written).tree().map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(words), "{written:?}: {error}");
    }
    for size in [
        "", "half", "0", "-1", "0 pot", "1/0", "x pot", "all out", "1/2 pots", "%", "0%", "-5%",
        "1x", "x", "300%x",
    ] {
        let error = size.parse::<BetSize>().unwrap_err().to_string();
        let words = format!("bet size “{size}”, expected chips above 0");
        assert!(error.starts_with(&words), "{error}");
    }
    for (size, canonical) in [
        ("all-in", "all-in"),
        ("a", "all-in"),
        ("ALL IN", "all-in"),
        ("Allin", "all-in"),
        ("Pot", "pot"),
        ("2.5X", "5/2x"),
        ("pot", "pot"),
        ("100%", "pot"),
        ("1/2 pot", "1/2 pot"),
        ("12.5% pot", "1/8 pot"),
        ("33%", "33/100 pot"),
        ("2.5x", "5/2x"),
        ("5/2", "5/2"),
    ] {
        assert_eq!(size.parse::<BetSize>().unwrap().to_string(), canonical);
    }
}

/// Views, and names of actions, of a tree.
fn names(tree: &Tree, views: &mut Vec<String>, actions: &mut Vec<String>) {
    match tree {
        Tree::Over { .. } => {}
        Tree::Deal { then } => names(then, views, actions),
        Tree::Act { player, view, actions: named } => {
            views.push(format!("{player} {view}"));
            for (action, then) in named {
                actions.push(action.clone());
                names(then, views, actions);
            }
        }
    }
}

#[test]
fn names_of_long_lines_are_short_and_differ() {
    let digits = "9".repeat(60);
    let three: &[_] = &[("3/4 pot", "pot", 2); 3];
    for written in [
        ("5/2", None, three),
        ("5/2", None, &[("3/7 pot", "5/7 pot", 9), ("3/11 pot", "7/11 pot", 9)]),
        ("7/3", Some(["1000000", "1000001"]), &[("3/4 pot, pot", "pot", 3), ("1/7 pot", "pot", 8)]),
        (&digits, None, &[("1/7 pot, pot", "pot", 4), ("pot", "pot", 4)]),
    ] {
        let (mut views, mut actions) = (Vec::new(), Vec::new());
        names(&betting(written).tree().unwrap(), &mut views, &mut actions);
        let seen = views.iter().map(|view| view.split_once(' ').unwrap().1);
        for name in seen.chain(actions.iter().map(String::as_str)) {
            assert!(check_name("name", name).is_ok(), "{written:?}: {name}");
        }
        let all = views.len();
        views.sort();
        views.dedup();
        assert_eq!(views.len(), all, "{written:?}");
    }
}
