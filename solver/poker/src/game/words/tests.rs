use crate::game::GameFile;

/// A bet of 4 into antes of 1, with these words for what I and II do, and this view of II.
fn street(open: [&str; 2], reply: [&str; 3], view: &str) -> Result<(), String> {
    let [check, bet] = open;
    let [fold, call, raise] = reply;
    let text = format!(
        r#"{{ "format": 1, "name": "words", "n": "3", "players": 2, "root": "open", "nodes": [
        {{ "id": "open", "player": "I", "view": "first to act", "actions": [
            {{ "action": "{check}", "to": "down" }}, {{ "action": "{bet}", "to": "bet" }} ] }},
        {{ "id": "bet", "player": "II", "view": "{view}", "actions": [
            {{ "action": "{fold}", "to": "folded" }}, {{ "action": "{call}", "to": "called" }},
            {{ "action": "{raise}", "to": "raised" }} ] }},
        {{ "id": "raised", "player": "I", "view": "facing a raise", "actions": [
            {{ "action": "fold", "to": "gone" }}, {{ "action": "call", "to": "end" }} ] }},
        {{ "id": "down", "paid": ["1", "1"], "live": ["I", "II"] }},
        {{ "id": "folded", "paid": ["5", "1"], "live": ["I"] }},
        {{ "id": "called", "paid": ["5", "5"], "live": ["I", "II"] }},
        {{ "id": "gone", "paid": ["5", "13"], "live": ["II"] }},
        {{ "id": "end", "paid": ["13", "13"], "live": ["I", "II"] }} ] }}"#
    );
    GameFile::read(&text).map(drop).map_err(|error| error.to_string())
}

#[test]
fn words_that_do_what_they_say_are_taken() {
    let view = "facing bet 4";
    for (open, reply, view) in [
        (["check", "bet 4"], ["fold", "call", "raise 8"], view),
        (["check", "bet 4"], ["fold", "call", "raise to 12"], "facing the bet"),
        (["check", "bet"], ["fold", "call", "raise"], "facing a bet"),
        (["Check", "Bet 4.0"], ["FOLD", "call 4", "raise to 12"], view),
        (["check", "bet pot"], ["fold", "call the bet", "raise big"], "facing bet"),
        (["slow", "fast"], ["out", "in", "more"], "facing the music"),
        (["slow", "fast"], ["fold", "in", "more"], view),
        (["check", "bet 4"], ["fold", "call", "raise 8"], "my turn"),
        (["check", "bet 4 chips"], ["fold", "call 4 more", "raise to 12 chips"], view),
        (["check", "bet $4"], ["fold", "call 4chips", "raise by 8 bb"], "facing bet 4 chips"),
        (["check", "bet of 4e0"], ["fold", "call", "raise to 1.2e1"], view),
        (["check", "bet 50%"], ["fold", "call", "raise 3x"], "facing a bet"),
        (["check", "bet 1/2 pot"], ["fold", "call", "raise 2 times"], "facing bet 1/2 pot"),
        (["check", "bet 5k"], ["fold", "call", "raise 66 percent"], "facing a bet"),
    ] {
        assert_eq!(street(open, reply, view), Ok(()), "{open:?} {reply:?} {view}");
    }
}

#[test]
fn words_that_do_something_else_are_named() {
    let (open, reply, view) = (["check", "bet 4"], ["fold", "call", "raise 8"], "facing bet 4");
    for (other, named) in [
        (["bet 4", "check"], "“"),
        (["check", "bet 5000"], "“bet 5000”"),
        (["check", "BET 5"], "“BET 5”"),
        (["check", "bet 5000 chips"], "“bet 5000 chips”"),
        (["check", "bet 5,000 chips"], "“bet 5,000 chips”"),
        (["check", "bet 5_000"], "“bet 5_000”"),
        (["check", "bet 5000chips"], "“bet 5000chips”"),
        (["check", "bet of .5 bb"], "“bet of .5 bb”"),
        (["check", "bet $5"], "“bet $5”"),
        (["check", "bet 5e3"], "“bet 5e3”"),
        (["check", "call"], "“call”"),
        (["fold", "bet 4"], "“fold”"),
        (["check", "fold"], "“fold”"),
        (["bet 100", "bet 4"], "“bet 100”"),
        (["check", "raise 3"], "“raise 3”"),
    ] {
        let error = street(other, reply, "my turn").expect_err(named);
        assert!(error.contains(named) && error.contains("expected fold, check"), "{error}");
    }
    for (other, named) in [
        (["call", "fold", "raise 8"], "“"),
        (["fold", "check", "raise 8"], "“check”"),
        (["check", "call", "raise 8"], "“check”"),
        (["fold", "call", "raise 12"], "“raise 12”"),
        (["fold", "call", "raise to 8"], "“raise to 8”"),
        (["fold", "call", "raise to 5000 chips"], "“raise to 5000 chips”"),
        (["fold", "call", "raise by 12 antes"], "“raise by 12 antes”"),
        (["fold", "call 5 chips", "raise 8"], "“call 5 chips”"),
        (["fold", "raise 8", "call"], "“"),
        (["fold", "bet 4", "call 8"], "“call 8”"),
    ] {
        let error = street(open, other, view).expect_err(named);
        assert!(error.contains(named), "{error}");
    }
    for other in [
        "facing a check by mistake",
        "facing bet 5",
        "facing bet 5 chips",
        "facing raise 8",
        "first to act",
        "facing bet 4 after a check",
        "check, bet 4; facing bet 4",
        "after a raise",
    ] {
        let error = street(open, reply, other).expect_err(other);
        assert!(error.contains(other), "{error}");
    }
}
