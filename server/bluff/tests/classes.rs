//! Class rooms and the page of lectures.

use std::io::Read;

use crate::support::page::{BROWSER, links, refused, shown};
use crate::support::service::{Reply, Service};
use crate::support::{cases, has};

fn place(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{}", reply.body);
    let line = reply.head.lines().find_map(|line| line.strip_prefix("location: "));
    // The head is in lower case; addresses of classes are read in any.
    line.expect("a place").trim().to_owned()
}

#[test]
fn a_class_counts_what_students_do_beside_the_equilibrium() {
    let service = Service::new("class", "");
    let hall = place(&service.post("/class", "", ""));
    let code = hall.split('/').nth(2).expect("a code").to_owned();
    has(&shown(&service, &hall, 200), &["Waiting for the first", &code.to_uppercase()]);
    let mut stream = service.send("GET", &format!("/class/{code}/events"), "", "");
    let (mut bluffs, mut calls) = ([0, 0], [0, 0]);
    let student = place(&service.get(&format!("/class?code=+{code}")));
    let student = place(&service.get(&student));
    for number in 1..=40 {
        let page = shown(&service, &student, 200);
        has(&page, &[&format!("Hand {number}<"), &format!("name=\"hand\" value=\"{number}\"")]);
        // The second player holds the only card that is face up.
        let card = page.split("<b class=\"rank\">").nth(1).and_then(|rest| rest.chars().next());
        let (can_bet, can_call) =
            (page.contains("value=\"bet 1\""), page.contains("value=\"call\""));
        assert!(can_bet != can_call, "{page}");
        let times = match card {
            Some('J') if can_bet => Some(&mut bluffs),
            Some('Q') if can_call => Some(&mut calls),
            _ => None,
        };
        let does = number % 2 == 0;
        if let Some([taken, of]) = times {
            (*taken, *of) = (*taken + u32::from(does), *of + 1);
        }
        let action = match (does, can_bet) {
            (true, true) => "bet+1",
            (true, false) => "call",
            (false, true) => "check",
            (false, false) => "fold",
        };
        let form = format!("hand={number}&do={action}");
        let ended = place(&service.post(&student, "", &form));
        has(&shown(&service, &ended, 200), &[&format!("Hand {number}<"), "Next hand"]);
        // A form that is sent again counts nothing.
        assert_eq!(place(&service.post(&student, "", &form)), ended);
    }
    let page = shown(&service, &hall, 200);
    has(&page, &["1 student, 40 hands"]);
    for [taken, of] in [bluffs, calls] {
        has(&page, &[&format!("<b>{taken} of {of}</b> times"), "The equilibrium: <b>1/3</b>"]);
    }
    let mut seen = String::new();
    while !seen.contains("1 student, 40 hands") {
        let mut bytes = [0; 4_096];
        let read = stream.read(&mut bytes).expect("events");
        assert!(read > 0, "{seen}");
        seen.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    has(&seen, &["event: counts"]);
}

#[test]
fn only_who_opened_a_class_ends_it() {
    let service = Service::new("class-end", "--trusted-proxy 127.0.0.1");
    let [teacher, student, other] =
        [1, 2, 3].map(|client| format!("{BROWSER}x-forwarded-for: 192.0.2.{client}\r\n"));
    let open = || service.post("/class", &teacher, "");
    let opened = open();
    let hall = &place(&opened);
    assert!(hall.ends_with("/hall"), "the address is projected: {hall}");
    let cookie = opened.header("set-cookie").expect("a cookie").to_owned();
    has(&cookie, &["; httponly; samesite=strict"]);
    let (name, key) = cookie.split(';').next().and_then(|one| one.split_once('=')).expect("a key");
    let name = name.replacen(&name["hall-".len()..], &name["hall-".len()..].to_uppercase(), 1);
    let own = format!("{teacher}cookie: other=1; {name}={key}\r\n");
    let class = hall.trim_end_matches("/hall");
    for _ in 1..8 {
        place(&open());
    }
    has(&open().body, &["no room for a class"]);
    let hand = place(&service.ask("GET", class, &student));
    let mut stream = service.send("GET", &format!("{class}/events"), &other, "");
    let button = "End the class</button>";
    let page = service.ask("GET", hall, &own).body;
    assert!(page.contains(button) && !page.contains(key), "{page}");
    assert!(!service.ask("GET", hall, &other).body.contains(button));
    for wrong in ["", "0123456789abcdef"] {
        let reply = service.post(hall, &format!("{other}cookie: {name}={wrong}\r\n"), "");
        assert_eq!(reply.status, 403, "{wrong}");
        has(&reply.body, &["is ended by who opened it"]);
    }
    let decisions = ["do=check&hand=1", "do=fold&hand=1"];
    let played = |form: &&str| service.post(&hand, &student, form).status == 303;
    assert!(decisions.iter().any(played));
    assert_eq!(place(&service.post(hall, &own, "")), *hall);
    let page = service.ask("GET", hall, &other).body;
    has(&page, &["1 student, 1 hand", "This class has ended"]);
    for words in ["and play. You", "Waiting", "/events"] {
        assert!(!page.contains(words), "{words}");
    }
    let mut seen = String::new();
    stream.read_to_string(&mut seen).expect("events that end");
    has(&seen, &["1 student, 1 hand", "data-ended"]);
    let ended = format!("class {} has ended", class.trim_start_matches("/class/").to_uppercase());
    for path in [class, &hand, &format!("{class}/events")] {
        let reply = service.ask("GET", path, &student);
        assert_eq!(reply.status, 404, "{path}");
        has(&reply.body, &[&ended]);
    }
    has(&service.post(&hand, &student, "do=check&hand=2").body, &[&ended]);
    place(&open());
}

#[test]
fn what_no_class_takes_is_refused_by_name() {
    let service = Service::new("class-refused", "");
    let hall = place(&service.post("/class", "", ""));
    let class = hall.split_once("/hall").expect("a hall").0.to_owned();
    for (path, expected) in cases(
        "
/class/0000 | 404 there is no class 0000, expected the code that the teacher shows
/class/0000/hall | 404 there is no class 0000
/class/0000/0123456789abcdef | 404 there is no class 0000
CLASS/1 | 400 student = 1, expected 16 digits
",
    ) {
        let (status, words) = expected.split_once(' ').expect("a status");
        let path = path.replace("CLASS", &class);
        refused(&service, &path, status.parse().expect("a number"), words);
    }
    let student = place(&service.get(&class));
    for (form, words) in
        [("do=check", "hand"), ("hand=1&do=raise", "do = raise, expected"), ("hand=1", "do = ")]
    {
        let reply = service.post(&student, BROWSER, form);
        assert_eq!(reply.status, 400, "{form}");
        has(&reply.body, &[words]);
    }
    for _ in 0..30 {
        service.get("/class/0000");
    }
    refused(&service, "/class/0000", 429, "too many wrong codes from one client");
    assert_eq!(service.get(&hall).status, 200);
}

#[test]
fn every_step_of_a_lecture_is_a_page_and_answers_are_exact() {
    let service = Service::new("teach", "");
    let page = shown(&service, "/teach", 200);
    has(&page, &["<b><span class=\"exact\">−1/18</span>", "13/98", "<details><summary>Answer"]);
    let steps: Vec<String> =
        links(&page).into_iter().filter(|link| link.ends_with("lecture")).collect();
    assert!(steps.len() > 20, "{steps:?}");
    for step in steps {
        assert_eq!(service.ask("GET", &step.replace("&amp;", "&"), BROWSER).status, 200, "{step}");
    }
    let sheet = shown(&service, "/teach/sheet", 200);
    assert!(sheet.find("13/98") > sheet.find("<h2>Answers</h2>"));
}

#[test]
fn words_are_answered_as_they_are_typed() {
    let service = Service::new("suggest", "");
    for (words, expected) in cases(
        "
kuhn+5+2 | href=\"/kuhn/n5-b2\"
kuhn+5+2 | −1/15 antes to player I
AKs+vs+QQ | equity 46.0
push+fold+10 | href=\"/push-fold/s10\"
kuhn+1+2 | n = 1, expected
newm | href=\"/newman\"
farkas+ray | href=\"/book/glossary#linear-programs\"
how+often+should+I+bluff | href=\"/?b=1\"
how+often+should+I+bluff | One time in three.
holdem | href=\"/holdem\"
holdem | <b>holdem</b> <span>page</span>
kuhn | <b>Kuhn’s poker</b> <span>game</span>
rational+bluff+book | <b>Rational Bluff, the book</b>
kuhn+5+-1 | b = -1, expected b &gt; 0
how+often+should+I+bluff+a+pot | At most one time in two.
teach | href=\"/teach\"
xyzzyx | no game, hand, board or chapter has these words
Ks9d6h3c2s | a board of hold’em
",
    ) {
        let reply = service.get(&format!("/suggest?words={words}"));
        assert_eq!(reply.status, 200, "{words}");
        has(&reply.body, &[&expected]);
    }
}
