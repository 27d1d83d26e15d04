use super::super::SpotLock;
use super::super::plan::places;
use super::*;
use crate::cards::OpenCards;

/// A lock of all hands of players, 0 or 1, in the rows of a plan.
fn whole(tree: &SpotTree, plan: ReferencePlan, players: &[usize]) -> SpotLock {
    let mut text = "view,hand,action,probability\n".to_owned();
    for place in places(tree).filter(|place| players.contains(&place.player)) {
        let view = tree.view(place.place);
        let actions: Vec<&str> = tree.actions(place.place).collect();
        let passive = usize::from(actions[0] == "fold");
        let parts = match plan {
            ReferencePlan::Passive => vec![(passive, "1")],
            ReferencePlan::Last => vec![(actions.len() - 1, "1")],
            ReferencePlan::Mix => vec![(0, "3/4"), (actions.len() - 1, "1/4")],
        };
        for (at, part) in parts {
            text += &format!("\"{view}\",all,{},{part}\n", actions[at]);
        }
    }
    SpotLock::read(&text).unwrap()
}

fn free(text: &str) -> SpotTree {
    SpotTree::within(&Spot::read(text).unwrap(), u64::MAX, false).unwrap()
}

#[test]
fn best_responses_do_not_run_over_rows_that_are_rules() {
    let turn = spot_text("QsJh2h8c", TURN, [10, 15], &["50%/a", "50%,100%/a"]);
    let river = spot_text("Ks9d6h3c2s", TURN, [10, 20], &["50%,a/a"]);
    for text in [turn, river] {
        for (plan, is_mixed) in [
            (ReferencePlan::Passive, false),
            (ReferencePlan::Last, false),
            (ReferencePlan::Mix, true),
        ] {
            let bounds = judge(&free(&text), &plan).unwrap();
            let locked = |players: &[usize]| {
                let tree = free(&text);
                let lock = whole(&tree, plan, players);
                // What the plan says of such rows does not count.
                let own = if players.len() == 2 { ReferencePlan::Last } else { plan };
                judge(&tree.locked(&lock).unwrap(), &own).unwrap()
            };
            let [both, first, second] = [&[0, 1][..], &[0], &[1]].map(locked);
            // The other's best response to the locked player is the end of the free game.
            let near = |one: &Rational, other: &Rational| {
                let off = (one - other).abs() / Rational::from(10);
                if is_mixed { off < Rational::ratio(1, 100_000) } else { off.is_zero() }
            };
            assert!(near(&first.lower, &bounds.lower), "{plan:?}: {first:?} {bounds:?}");
            assert!(near(&second.upper, &bounds.upper), "{plan:?}: {second:?} {bounds:?}");
            // What both players do is a rule: one value, between the ends of all others.
            assert!(near(&both.lower, &both.upper), "{plan:?}: {both:?}");
            assert!(both.lower <= both.upper && bounds.lower <= both.upper, "{both:?}");
            assert!(near(&first.upper, &both.upper) && near(&second.lower, &both.lower));
        }
    }
}

#[test]
fn what_is_no_lock_is_refused_by_name() {
    let text = spot_text("QsJh2h8c", TURN, [10, 15], &["50%/a", "50%/a"]);
    let line = |line: &str| format!("view,hand,action,probability\n{line}");
    let json = |runs: &str| {
        format!(r#"{{ "lock": [{{ "player": "I", "view": "first to act", "runs": [{runs}] }}] }}"#)
    };
    let all = |last: &str, part: &str| {
        json(&format!(r#"{{ "cards": ["AhKh", "{last}"], "actions": {{ "check": "{part}" }} }}"#))
    };
    for (lock, words) in [
        ("view\n".to_owned(), "the line “view”, expected JSON, or view,card,action,probability"),
        (line("check,all"), "line 2, “check,all”, expected view,hand,action,probability"),
        (line("check,all,check,x"), "line 2, “check,all,check,x”: “x” is not a rational number"),
        (line("check,all,check,1").replace("view,h", "player,view,h"), "expected player,view,hand"),
        (
            "player,view,card,action,probability\nII,first to act,AhKh,check,1".to_owned(),
            "view “first to act” is one of player I",
        ),
        (line(""), "no hand, expected one at least"),
        (
            line("chek,all,check,1"),
            "view “chek”, expected the way to it, such as “first to act” or “",
        ),
        (line("check,7d8d,check,1"), "view “check”, hand 7d8d: no hand of it comes there"),
        (line("check,all,chek,1"), "chek, expected one of: check"),
        (line("check,all,check,1/2"), "probabilities sum to 1/2, expected 1"),
        (line("check,all,check,-1"), "check -1, expected once, from 0 to 1"),
        (line("check,all,check,1\ncheck,AhQd,bet 5,1"), "view “check”, hand AhQd twice"),
        (
            line("check,all,check,1/3333333\ncheck,all,bet 5,3333332/3333333"),
            "parts of 1/3333333, expected at most 1048576 in one row",
        ),
        (all("AdKd", "1"), "hand AhKh: to AdKd, expected one hand or range"),
        (all("AhKh", "2"), "probabilities sum to 2, expected 1"),
        (all("AhKh", "1").replace("\"I\"", "\"II\""), "view “first to act” is one of player I"),
        ("{}".to_owned(), "missing field `lock`"),
    ] {
        let error = SpotLock::read(&lock).and_then(|lock| free(&text).locked(&lock)).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    let lock = SpotLock::read(&all("AhKh", "1")).unwrap();
    assert_eq!(free(&text).locked(&lock).unwrap().lock().as_ref(), Some(&lock));
    let flop = spot_text("8s8h3c", FLOP, [10, 10], &["a/a", "a/a", "a/a"]);
    let merged = SpotTree::new(&Spot::read(&flop).unwrap()).unwrap();
    let error = merged.locked(&lock).unwrap_err().to_string();
    assert_eq!(error, "the lock: a tree with merged suits, expected all cards");
}

#[test]
fn a_board_leaves_out_what_it_excludes() {
    let lock = "view,hand,action,probability\n\
                first to act,AhKh,check,1\n\
                check check; 5c; first to act,all,check,1\n";
    let lock = SpotLock::read(lock).unwrap();
    let on = |cards: &str| {
        let board: OpenCards = cards.parse().unwrap();
        lock.clone().on_board(board.cards()).unwrap()
    };
    assert_eq!(on("QsJh2h"), Some(lock.clone()));
    for (board, left) in [("AhJh2h", "5c"), ("QsJh5c", "AhKh")] {
        let lock = serde_json::to_string(&on(board)).unwrap();
        assert_eq!(
            ["5c", "AhKh"].map(|part| lock.contains(part)),
            ["5c", "AhKh"].map(|it| it == left)
        );
    }
    assert_eq!(on("Ah5c2h"), None);
}
