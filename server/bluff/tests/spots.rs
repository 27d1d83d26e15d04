//! Turns, flops and rivers within bounds over real sockets: followed, stopped, kept and refused.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use rational_bluff::cards::HandRange;
use rational_bluff::exact::Rational;
use rational_bluff::spot::{
    CheckedBounds, ReferencePlan, Spot, SpotTree, judge, pasted, write_plan,
};
use serde_json::{Value, json};

use crate::second_checker::checked;
use crate::support::page::{refused, shown};
use crate::support::service::Service;
use crate::support::{bluff, ended, entries, escaped, folder, has, json, refused_in, run, until};

const PATH: &str = "/api/v1/spots";
const HEADERS: &str = "content-type: application/json\r\naccept: text/event-stream\r\n";

/// A spot on a board, with these sizes on each street.
fn spot(board: &str, ranges: [&str; 2], sizes: &[&str]) -> Value {
    let sizes = json!({ "bets": sizes, "raises": sizes });
    let streets = ["flop", "turn", "river"].into_iter().skip(board.len() / 2 - 3);
    let mut betting = json!({ "pot": "10", "stacks": "40" });
    streets.for_each(|street| betting[street] = sizes.clone());
    json!({ "format": 2, "name": "spot", "players": 2, "deck": "hold'em", "board": board,
        "ranges": { "I": ranges[0], "II": ranges[1] }, "betting": betting })
}

fn turn() -> Value {
    spot("QsJh2h8c", ["AhKh,AdKd:1/2,QdQc,Th9h", "AhQd,KsKd,8s8d:0.3,6h5h"], &["pot"])
}

/// A turn that no machine here brings within a billionth of the pot in the time of a test.
fn long() -> String {
    let game = spot("QsJh2h8c", ["22+,A2s+,KTs+,QTs+,ATo+", "22+,A2s+,K9s+,Q9s+"], &["pot"]);
    json!({ "game": game, "within": "1/1000000000" }).to_string()
}

fn number(value: &Value) -> Rational {
    value.as_str().expect("a number").parse().expect("a fraction")
}

/// The events of work on a spot. Work that has news before its start is told has no `start`.
fn followed(service: &Service, asked: &str) -> Vec<(String, Value)> {
    let mut told = service.post(PATH, HEADERS, asked).events();
    if told[1].0 == "start" {
        told.remove(1);
    }
    told
}

#[test]
fn bounds_of_a_turn_close_and_stay_under_its_label() {
    let service = Service::new("spots", "--solve-seconds 60");
    let asked = json!({ "game": turn(), "within": "1/1000" }).to_string();
    let told = followed(&service, &asked);
    let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names[0], names[names.len() - 1]), ("begin", "end"), "{names:?}");
    assert!(names[1..names.len() - 1].iter().all(|name| *name == "progress"), "{names:?}");
    let (_, end) = &told[told.len() - 1];
    assert!(number(&end["exploitability_of_pot"]) <= Rational::ratio(1, 1000), "{end}");
    for (_, seen) in &told[1..] {
        // The value is between all bounds, so any two of them overlap.
        assert!(number(&seen["lower"]) <= number(&end["upper"]), "{seen}");
        assert!(number(&seen["upper"]) >= number(&end["lower"]), "{seen}");
    }
    let address = end["document"].as_str().expect("an address");
    let document = service.get(address);
    let checked = CheckedBounds::verify(&document.body).expect("a certificate");
    assert_eq!(checked.bounds.lower, number(&end["lower"]));
    assert_eq!(json!(checked.spot.label()), end["label"]);
    // Its label is an address where other labels are.
    let label = checked.spot.label();
    let page = format!("/holdem?spot={}&path=check", &label["spot/".len()..]);
    for (path, leads) in [
        (format!("/{label}?path=check"), page.as_str()),
        (format!("/{label}.json"), address),
        (format!("/api/v1/solutions/{label}"), address),
    ] {
        assert_eq!(service.get(&path).header("location"), Some(leads), "{path}");
    }
    let words = "expected the game file of the spot";
    has(&service.get(&format!("/api/v1/solve?game={label}")).problem(422), &[words]);
    has(&refused_in(&folder("spot-labels"), &format!("solve {label}")), &[words]);
    let within = r#"{ "game": {}, "within": "x" }"#.replace("{}", &turn().to_string());
    let reply = service.post("/api/v1/spots", "content-type: application/json\r\n", &within);
    assert_eq!(reply.json()["field"], "within", "{}", reply.body);
    let plan = service.get(end["plan"].as_str().expect("an address"));
    assert_eq!(plan.header("content-type"), Some("application/octet-stream"));
    assert!(plan.body.starts_with("RBPLAN1\n"), "{}", plan.head);
    places_have_hands_and_what_they_win(&service, address);
    let id = address.rsplit('/').next().expect("an id");
    for (path, words) in [
        ("", ["Turn Q J 2 8", "Player I’s value is between", "Go on"]),
        ("&path=check", ["Player II</b> to act", "class=\"faces\"", "of the pot"]),
        (
            "&path=bet+10",
            ["pot 20, 10 to call, 30 and 40 behind", "Player II</b> to act", "class=\"faces\""],
        ),
        ("&path=bet+10,call", ["pot 30, 30 behind", "River</b> card", "half of the pot"]),
        ("&path=check,check", ["River</b> card", "check%2Ccheck%2C2c", "half of the pot"]),
        ("&path=check,check,2c&show=ev&card=15", ["Player I</b> ", "class=\"ink", "River"]),
        (
            "&filter=suited",
            ["class=\"faded\"", "filter=straight\" data-live", "<tr class=\"faded\">"],
        ),
        ("&show=ev&filter=straight", ["show=ev&amp;filter=draws", "show=ev\" data-live", "faded"]),
    ] {
        has(&shown(&service, &format!("/holdem?spot={id}{path}"), 200), &words);
    }
    a_drill_goes_on_by_its_buttons(&service, id);
    // The link asks for less than what is proved, so that the page goes on.
    let page = shown(&service, &format!("/holdem?spot={id}"), 200);
    let (_, within) = page.split_once("within=").expect("a link");
    let within: Rational = within.split('"').next().expect("an end").parse().expect("a number");
    let proved = number(&end["exploitability_of_pot"]);
    assert!(within < proved && proved <= within * Rational::from(10));
    for (path, status, words) in [
        (format!("{id}&path=chek"), 422, "path = chek, expected one of: check, bet"),
        (format!("{id}&show=x"), 400, "show = x, expected one of: ev, equity"),
        (format!("{id}&filter=x"), 400, "filter = x, expected made, draws, pairs"),
        (format!("{id}&card=170"), 400, "card = 170, expected a whole number from 1 to 169"),
        ("0123456789abcdef".to_owned(), 404, "a spot that this service has not solved"),
    ] {
        refused(&service, &format!("/holdem?spot={path}"), status, words);
    }
    refused(&service, "/holdem/drill?spot=0123", 404, "a spot that this service has not solved");
    let chek = format!("/holdem/drill?spot={id}&seed=7&answers=chek");
    refused(&service, &chek, 400, "answers = chek, expected one of: ");
    // The plan of the document is that of this spot and of no other.
    let other = document.json().to_string().replace("Th9h", "Th8h");
    has(&service.post("/api/v1/verify", "", &other).problem(422), &["the plan of a game with"]);
    // A wider answer does not replace a closer one; other doors give the same document.
    let wide = json!({ "game": turn(), "within": "1/2" }).to_string();
    let wider = service.post("/api/v1/solve", "content-type: application/json\r\n", &wide);
    assert!(
        number(&wider.json()["certificate"]["gap"])
            > number(&document.json()["certificate"]["gap"])
    );
    assert_eq!(service.get(address).body, document.body);
}

/// Takes the first action of each decision until the drill is over; the question says the same.
fn a_drill_goes_on_by_its_buttons(service: &Service, id: &str) {
    let drawn = service.get(&format!("/holdem/drill?spot={id}"));
    assert_eq!(drawn.status, 303);
    let dealt = drawn.header("location").expect("an address with a seed");
    assert!(dealt.starts_with(&format!("/holdem/drill?spot={id}&")), "{dealt}");
    let drill = format!("spot={id}&seat=II&hands=3&above=1/1000&seed=7");
    let mut answers = String::new();
    for count in 1.. {
        assert!(count < 50, "a mistake comes back until it is mended");
        let page = format!("/holdem/drill?{drill}&answers={answers}").replace(' ', "%20");
        let page = shown(service, &page, 200);
        let asked = drill.replace(&format!("spot={id}"), &format!("document=spot/{id}"));
        let asked = format!("/api/v1/drill?{asked}&answers={answers}").replace(' ', "%20");
        let report = service.json(&asked);
        let decisions = report["decisions"].as_array().expect("decisions");
        let Some(open) = decisions.last().filter(|last| last["answer"].is_null()) else {
            has(&page, &["The drill is over", "Another drill of this spot"]);
            break;
        };
        let hand = open["hand"].as_str().expect("a hand");
        let actions = open["actions"].as_array().expect("actions");
        has(&page, &[&format!("Decision {}", open["number"]), &format!("aria-label=\"{hand}\"")]);
        // The spot has 10 chips in the pot and 40 behind each.
        let [pot, call] = ["pot", "to_call"].map(|key| number(&open[key]));
        let behind: Rational = open["behind"].as_array().expect("stacks").iter().map(number).sum();
        assert_eq!(pot.clone() + behind, Rational::from(90));
        let has_bet = actions.iter().any(|action| action == "call");
        assert_eq!(call.is_positive(), has_bet);
        has(&page, &[&format!("Pot {}, ", pot.decimal(2))]);
        assert_eq!(page.contains(&format!("{} to call", call.decimal(2))), has_bet);
        // One action after the other, so that one of them is the best.
        let earlier = decisions.iter().filter(|it| it["number"] == open["number"]).count() - 1;
        let action = actions[earlier % actions.len()].as_str().expect("an action");
        has(&page, &[&format!("name=\"answers\" value=\"{action}\"")]);
        answers += if answers.is_empty() { "" } else { "," };
        answers += action;
    }
}

#[test]
fn a_person_answers_a_drill_line_by_line() {
    let files = folder("drill");
    std::fs::write(files.join("spot.json"), turn().to_string()).expect("a file");
    let solve = "solve spot.json --within 1/100 --json -o plan.json";
    let solved = bluff(&files, solve).output().expect("the command ends");
    assert!(solved.status.success(), "{solved:?}");
    let line = "drill plan.json --hands 1 --above 1 --seed 3 --answers -";
    let mut child = bluff(&files, line).stdin(Stdio::piped()).spawn().expect("the command starts");
    let lines = b"nonsense\nch\nfold\n";
    child.stdin.take().expect("a pipe").write_all(lines).expect("lines");
    let (code, out, said) = ended(child);
    assert_eq!(code, 0, "{said}");
    has(&said, &["1. QsJh2h8c", ", pot ", " behind, player ", "?"]);
    has(&out, &["drill with seed 3", "1. QsJh2h8c", "EV ", "played ", "Lost so far: "]);
}

/// Walks the plan: rows add up to 1, and what hands win is within the stacks.
fn places_have_hands_and_what_they_win(service: &Service, spot: &str) {
    for path in ["", "check", "check,check", "check,check,2c", "check,check,2c,check"] {
        let node = service.json(&format!("{spot}/node?path={path}"));
        let decimal = |value: &Value| value.as_str().map(|text| text.parse().expect("a decimal"));
        let range = |player: &str, key: &str| {
            let hands = node["hands"][player].as_array().expect("hands");
            let of = |hand: &Value| Some((number(&hand["weight"]).to_f64(), decimal(&hand[key])?));
            let all: Vec<(f64, f64)> = hands.iter().filter_map(of).collect();
            assert!(all.iter().all(|(weight, _)| *weight > 0.0) && !all.is_empty(), "{node}");
            all.iter()
                .map(|(_, value)| *value)
                .fold((f64::MAX, f64::MIN), |(least, most), value| {
                    (least.min(value), most.max(value))
                })
        };
        for player in ["I", "II"] {
            let (least, most) = range(player, "equity");
            assert!(-1e-6 <= least && most <= 1.0 + 1e-6, "{path}: {least} {most}");
            let (least, most) = range(player, "ev");
            assert!(-40.0 <= least && most <= 50.0, "{path}: {least} {most}");
        }
        let player = node["player"].as_str();
        let rows = player.into_iter().flat_map(|player| node["hands"][player].as_array());
        for hand in rows.flatten() {
            let probabilities = hand["probabilities"].as_array().expect("probabilities");
            let sum = probabilities.iter().map(number).fold(Rational::ZERO, |all, it| all + it);
            assert_eq!(
                (sum, probabilities.len()),
                (Rational::ONE, node["actions"].as_array().map_or(0, Vec::len))
            );
        }
    }
    let text = service.get(&format!("{spot}/ranges?path=check,check,2c"));
    assert_eq!(text.header("content-type"), Some("text/x-pio"));
    let node = service.json(&format!("{spot}/node?path=check,check,2c"));
    let pasted: Value = serde_json::from_str(&pasted(&text.body).unwrap().unwrap()).unwrap();
    assert_eq!(pasted["board"], "Qs Jh 2h 8c 2c");
    for player in ["I", "II"] {
        let range: HandRange = pasted["ranges"][player].as_str().unwrap().parse().unwrap();
        for hand in node["hands"][player].as_array().unwrap() {
            let weight = range.weight(hand["hand"].as_str().unwrap().parse().unwrap());
            let rest = number(&hand["weight"]) - weight;
            assert!(rest.to_f64().abs() < 1e-6 && weight.is_positive(), "{hand} {weight}");
        }
    }
    let open = service.get(&format!("{spot}/ranges?path=check,bet%2010")).body;
    assert!(open.contains("#Board#Qs Jh 2h 8c\n") && !open.contains("#Pot#"), "{open}");
    for (path, words) in [
        ("chek", "path = chek, expected one of: check, bet"),
        ("check,check,Qs", "path = Qs, expected one of: 2c"),
        ("check,check,2c,check,check", "expected a place where a player acts"),
    ] {
        has(&service.get(&format!("{spot}/node?path={path}")).problem(422), &[words]);
    }
}

/// A page cannot follow a turn without scripts, but says so, and checks its fields.
#[test]
fn the_form_of_a_spot_is_read_before_it_is_solved() {
    let service = Service::new("spots-form", "--rate 0");
    let has_words = |query: &str, words: &[&str]| {
        has(&shown(&service, &format!("/holdem?{query}"), 200), words);
    };
    has_words("", &["A spot of hold’em", "25.5\u{a0}%", "/holdem/push-fold"]);
    // What cannot be read is named, and the rest is taken.
    has_words("I=AA:1/2,x", &["“x” at character 8 of the range", "3 combinations"]);
    has_words("I=AA:1/2,AA:1/3", &["AA: given two weights"]);
    let river = "board=Ks9d6h3c2s&within=1%25&I=AA:1/2,AA:1/3&II=KK";
    has_words(river, &["<p class=\"note\">AA: given two weights"]);
    let pasted = "#Type#NoLimit\n#Range0#AA,QQ:0.5,xx\n#Range1#KK\n#Board#Ks 9d 6h\n#Pot#60\n\
        #EffectiveStacks#270\n#Rake.Enabled#True\n#FlopConfig.BetSize#33 75\n";
    has_words(
        &format!("paste={}", escaped(pasted)),
        &[
            "“#Rake.Enabled#True”, expected no such setting",
            "name=\"donk\" type=\"text\" value=\"none\"",
            "“xx” at character 11",
            "value=\"Ks 9d 6h\"",
            "value=\"270\"",
            "value=\"33%, 75% | none; none | none; none | none\"",
            "9 combinations",
        ],
    );
    has_words("paste=AA,KK", &["“AA,KK”, expected a text of PioViewer or TexasSolver"]);
    has_words(&format!("paste={}", escaped(&turn().to_string())), &["value=\"QsJh2h8c\""]);
    has_words(
        "board=Ks9d6h3c&bets=33%25+1/2+pot+a;pot",
        &[
            "Turn K 9 6 3",
            "[\n        \"33%\",\n        \"1/2 pot\",\n        \"a\"\n      ]"
                .replace('"', "&quot;")
                .as_str(),
            "data-spot",
            "--within 1/1000",
        ],
    );
    has_words(
        "board=Ks9d6h3c&bets=33%25+|+a;pot",
        &["&quot;bets&quot;: {", "&quot;II&quot;: [\n          &quot;a&quot;"],
    );
    has_words("board=Ks9d6h3c2s&within=1%25&I=AA&II=KK", &["River K 9 6 3 2", "--within 1/100"]);
    for (query, status, words) in [
        ("board=Ks9d6h3c&within=x", 400, "x"),
        ("board=Ks9d6h3c&bets=half", 422, "bet size “half”"),
        ("board=Ks9d6h3c&bets=a|a|a", 400, "bets = a|a|a, expected one list a street"),
        ("board=Ks9d6hKs", 422, "Ks is given twice"),
        ("board=Ks9d6h3c&bets=a;a;a", 400, "bets = a;a;a, expected 2 lists at most"),
        ("board=Ks9d6h3c&most=2;2;2", 400, "most = 2;2;2, expected 2 lists at most"),
        ("board=Ks9d6h3c&donk=a;a", 400, "donk = a;a, expected one list: of the river"),
        ("board=Ks9d6h3c&donk=a|a", 400, "donk = a|a, expected one list a street, of I"),
        ("board=Ks9d6h3c2s&donk=a", 400, "donk = a, expected nothing: a river has no street"),
        ("board=Ks9d6h3c&all_in_above=60", 422, "all_in_above = 60, expected a part of the stack"),
        ("board=Ks9d6h3c&round=0", 422, "round = 0, expected chips above 0"),
    ] {
        refused(&service, &format!("/holdem?{query}"), status, words);
    }
}

#[test]
fn a_spot_outlives_the_service_and_closer_bounds_replace_it() {
    let folder = folder("spots-kept");
    let (mut kept, mut rounds) = (Vec::new(), 0);
    for within in ["1/10", "1/1000", "1/2"] {
        let service = Service::within(&folder, "--solve-seconds 60");
        let asked = json!({ "game": turn(), "within": within }).to_string();
        let told = followed(&service, &asked);
        // The work goes on from the rounds before the restart.
        let first = told[1].1["rounds"].as_u64().expect("rounds");
        assert!(within == "1/2" || first >= rounds, "{first} of {rounds}");
        rounds = told[told.len() - 1].1["rounds"].as_u64().expect("rounds");
        let address = told[told.len() - 1].1["document"].as_str().expect("an address").to_owned();
        let before = service.get(&address).body;
        drop(service);
        let again = Service::within(&folder, "");
        assert_eq!(again.get(&address).body, before);
        assert_eq!(again.get(&format!("{address}/node?path=check")).status, 200);
        kept.push(before);
    }
    assert!(kept[0] != kept[1] && kept[1] == kept[2]);
}

/// The address that stops the work of a stream, and what was read of it.
fn begun(stream: &mut impl Read) -> (String, String) {
    let mut told = String::new();
    loop {
        let mut byte = [0; 1];
        stream.read_exact(&mut byte).expect("a stream");
        told.push(char::from(byte[0]));
        if let Some((_, rest)) = told.split_once("{\"stop\":\"")
            && let Some((address, _)) = rest.split_once('"')
        {
            return (address.to_owned(), told);
        }
    }
}

#[test]
fn work_on_a_spot_is_stopped_left_and_cut_short() {
    let service =
        Service::new("spots-stop", "--threads 2 --solve-seconds 60 --questions-per-client 2");
    let running = |count: u64| until("the work", || service.metric("bluff_running") == count);
    let mut first = service.send("POST", PATH, HEADERS, &long());
    begun(&mut first);
    let mut second = service.send("POST", PATH, HEADERS, &long());
    let (address, mut told) = begun(&mut second);
    running(2);
    has(&service.post(PATH, HEADERS, &long()).problem(429), &["2"]);
    // A client that leaves ends its work, and its place is free.
    drop(first);
    running(1);
    assert_eq!(service.ask("DELETE", &address, "").status, 200);
    second.read_to_string(&mut told).expect("the end");
    has(&told, &["event: end", "spot/"]);
    service.ask("DELETE", &address, "").problem(404);
    // One that waits for the only thread ends before it begins.
    let narrow = Service::new("spots-queued", "--threads 1 --solve-seconds 60");
    let mut first = narrow.send("POST", PATH, HEADERS, &long());
    begun(&mut first);
    let mut second = narrow.send("POST", PATH, HEADERS, &long());
    let (address, mut told) = begun(&mut second);
    assert_eq!(narrow.ask("DELETE", &address, "").status, 200);
    second.read_to_string(&mut told).expect("the end");
    has(&told, &["event: error", "stopped before it began"]);
    assert!(!told.contains("event: start"), "{told}");
    drop(first);
    let brief = Service::new("spots-brief", "--solve-seconds 3");
    let told = brief.post(PATH, HEADERS, &long()).events();
    assert_eq!(told[told.len() - 1].0, "end", "{:?}", told[told.len() - 1]);
}

#[test]
fn a_command_goes_on_from_the_rounds_of_a_file() {
    let folder = folder("spots-rounds");
    fs::write(folder.join("turn.json"), turn().to_string()).expect("a file");
    let other = turn().to_string().replace("QdQc", "QhQc");
    fs::write(folder.join("other.json"), other).expect("a file");
    let within = |line: &str| {
        let (code, printed, said) = run(&folder, &format!("solve {line} --json"));
        assert_eq!(code, 0, "{said}");
        let looks = said.lines().filter(|line| line.contains(" rounds: ")).count();
        (printed, looks)
    };
    let (_, first) = within("turn.json --within 1% --rounds kept");
    let (closer, rest) = within("turn.json --within 1/1000 --rounds kept");
    let (_, all) = within("turn.json --within 1/1000");
    // The last look of the first is the first of the second.
    assert!(rest < all && first + rest <= all + 2, "{first} and {rest} looks of {all}");
    let left = number(&json(&closer)["certificate"]["exploitability_of_pot"]);
    assert!(left <= Rational::ratio(1, 1000), "{left}");
    for (line, words) in [
        ("solve other.json --within 1% --rounds kept", "kept: rounds of another spot"),
        ("solve turn.json --within 1% --rounds turn.json", "turn.json: no file of rounds"),
        ("verify kept", "kept: the rounds of a spot, from which"),
        ("solve kuhn -n 3 -b 1 --rounds kept", "--within"),
    ] {
        has(&refused_in(&folder, line), &[words]);
    }
    // What cannot be written is said before the first round.
    let (code, _, said) = run(&folder, "solve turn.json --within 1% --rounds no/kept");
    assert_eq!(code, 1, "{said}");
    has(&said, &["entries", "no/kept: "]);
    assert_eq!(said.lines().count(), 2, "no bounds: {said}");
}

/// Rounds are stored after ten seconds: a file of them, and an entry of the catalogue.
#[test]
fn a_killed_solve_goes_on_from_the_rounds_that_it_stored() {
    let folder = folder("spots-killed");
    let asked: Value = serde_json::from_str(&long()).expect("fields");
    fs::write(folder.join("long.json"), asked["game"].to_string()).expect("a file");
    let line = "solve long.json --within 1/1000000000 --rounds kept";
    let mut command = bluff(&folder, line).stderr(Stdio::null()).spawn().expect("it starts");
    let catalogue = "catalogue.sqlite";
    let mut service = Service::within(&folder, "--solve-seconds 60");
    let mut stream = service.send("POST", PATH, HEADERS, &long());
    begun(&mut stream);
    until("the rounds of the command", || folder.join("kept").exists());
    command.kill().expect("it can be killed");
    assert_eq!(ended(command).0, -1);
    until("the rounds of the service", || entries(&folder, catalogue) == 1);
    service.signal("KILL");
    service.ended();
    // The first look of work that starts from nothing is after ten rounds.
    let (code, _, said) = run(&folder, &format!("{line} --seconds 1"));
    assert_eq!(code, 0, "{said}");
    let look = said.lines().find_map(|line| line.split_once(" rounds: ")).expect("a look").0;
    let rounds = look.rsplit(' ').next().expect("a word");
    assert!(rounds.parse::<u32>().expect("a number") > 10, "{said}");
    let again = Service::within(&folder, "--solve-seconds 1");
    let told = followed(&again, &long());
    assert!(told[1].1["rounds"].as_u64().expect("rounds") > 10, "{:?}", told[1]);
}

#[test]
fn what_is_no_spot_is_refused_with_its_name() {
    let service = Service::new("spots-refused", "--rate 0 --solve-memory 64");
    let with = |game: Value, within: &str| json!({ "game": game, "within": within }).to_string();
    let flop = spot("QsJh2h", ["all", "all"], &["1/2 pot", "pot", "a"]);
    let alone = spot("QsJh2h8c", ["AhKh", "AhKd,KhQh"], &["pot"]);
    let river = spot("QsJh2h8c3c", ["AA", "KK"], &["pot"]);
    for (body, status, words) in [
        (with(turn(), "0"), 422, "within = 0, expected a part of the pot above 0"),
        (with(turn(), "2"), 422, "within = 2"),
        (json!({ "game": turn() }).to_string(), 400, "a turn is not solved exactly"),
        (json!({ "game": river }).to_string(), 400, "no bounds, expected a river, a turn or a"),
        (with(json!("kuhn/n3-b1"), "1/100"), 400, "no bounds"),
        (json!({ "game": turn(), "within": "1/10", "seconds": 0 }).to_string(), 422, "seconds = 0"),
        (with(alone, "1/10"), 422, "expected two hands without a common card"),
        ("[]".to_owned(), 400, "expected an object of fields"),
    ] {
        has(&service.post(PATH, HEADERS, &body).problem(status), &[words]);
    }
    let told = service.post(PATH, HEADERS, &with(flop, "1/100")).events();
    let (name, problem) = &told[told.len() - 1];
    assert_eq!((name.as_str(), &problem["status"]), ("error", &422.into()), "{problem}");
    has(&problem["detail"].to_string(), &["MiB, expected at most 64: cut the sizes of the river"]);
    for path in ["0123456789abcdef", "0123456789abcdef/plan"] {
        service.get(&format!("{PATH}/{path}")).problem(404);
    }
    let json = "content-type: application/json\r\naccept: application/json\r\n";
    service.post(PATH, json, &with(turn(), "1/10")).problem(406);
}

/// The probabilities of a hand as a lock of a spot.
fn lock(view: &str, hand: &str, actions: &Value) -> Value {
    json!({ "lock": [{ "view": view, "runs": [{ "cards": [hand, hand], "actions": actions }] }] })
}

/// A lock at every door: followed, kept under a label of its own, shown, changed, and judged twice.
#[test]
fn a_spot_with_a_lock_is_another_spot_next_to_the_free_one() {
    let service = Service::new("spots-lock", "--solve-seconds 60");
    let follow = |lock: Option<Value>| {
        let mut asked = json!({ "game": turn(), "within": "1/100" });
        lock.into_iter().for_each(|lock| asked["lock"] = lock);
        let told = service.post(PATH, HEADERS, &asked.to_string()).events();
        told[told.len() - 1].1.clone()
    };
    let free = follow(None);
    let mixed = json!({ "check": "1/3", "bet 10": "2/3" });
    let locked = follow(Some(lock("first to act", "AhKh", &mixed)));
    assert_ne!(free["label"], locked["label"]);
    // The same rules in other words have the same label; others have another.
    let range = lock("first to act", "AhKh:1/2", &json!({ "bet 10": "2/3", "check": "1/3" }));
    assert_eq!(follow(Some(range))["label"], locked["label"]);
    let never = follow(Some(lock("check, check; 2c", "QdQc", &json!({ "check": "1" }))));
    assert_ne!(never["label"], locked["label"]);
    let wrong = follow(Some(lock("first to act", "AhKh", &json!({ "check": "1/3" }))));
    has(&wrong["detail"].to_string(), &["probabilities sum to 1/3, expected 1"]);
    let documents: Vec<Value> = [&free, &locked, &never]
        .iter()
        .map(|end| service.get(end["document"].as_str().expect("an address")).json())
        .collect();
    let mut lies = Vec::new();
    for (pointer, other) in [
        ("/locked/0/runs/0/actions/check", json!("2/3")),
        ("/locked/0/runs/0/cards/0", json!("AdKd")),
        ("/locked/0/view", json!("bet 10")),
        ("/locked/0/player", json!("II")),
        ("/locked/0/runs", json!([])),
        ("/locked", json!([])),
        ("/label", free["label"].clone()),
        ("/certificate/lower", documents[0]["certificate"]["lower"].clone()),
    ] {
        let mut lie = documents[1].clone();
        *lie.pointer_mut(pointer).expect(pointer) = other;
        lies.push(lie);
    }
    let mut other = documents[1].clone();
    other["locked"][0]["runs"][0]["actions"] = json!({ "check": "1/2", "bet 10": "1/2" });
    lies.push(other);
    let all: Vec<Value> = documents.iter().chain(&lies).cloned().collect();
    let verdicts = checked("spots-lock-documents", &all);
    for (document, verdict) in all.iter().zip(&verdicts) {
        let own = CheckedBounds::verify(&document.to_string());
        let own = own.map_or_else(|error| 2 - i32::from(error.is_refusal()), |_| 0);
        assert_eq!(own, *verdict, "{}", document["locked"]);
    }
    assert_eq!(&verdicts[..3], [0; 3]);
    assert!(verdicts[3..].iter().all(|verdict| *verdict != 0), "{verdicts:?}");
    let node = service.json(&format!("{}/node", locked["document"].as_str().expect("a text")));
    for hand in node["hands"]["I"].as_array().expect("hands") {
        assert_eq!(hand["locked"], hand["hand"] == "AhKh", "{hand}");
        assert!(hand["locked"] == false || hand["probabilities"] == json!(["1/3", "2/3"]));
    }
    let id = locked["label"].as_str().expect("a label").replace("spot/", "");
    let page = |rest: &str| shown(&service, &format!("/holdem?spot={id}{rest}"), 200);
    let words = ["With the lock, player I’s value is between", "without it</a>, between"];
    has(&page(""), &[words[0], words[1], "locked\" href=", "class=\"padlock\"", "Go on"]);
    // The page asks for the same spot with other rules, and with those of before.
    let asked = page("&hands=QdQc&part=&part=50%25");
    let refusal = service.get(&format!("/holdem?spot={id}&hands=QdQc&part=0.5&part=0.6"));
    assert_eq!(refusal.status, 400);
    has(&refusal.body, &["probabilities sum to 11/10, expected 1"]);
    let refusal = service.get(&format!("/holdem?spot={id}&hands=QdQc&part=-1&part=2"));
    assert_eq!(refusal.status, 400);
    has(&refusal.body, &["probability -1, expected 0 to 1"]);
    has(&asked, &["data-spot", "QdQc", "AhKh", "[&quot;QdQc&quot;,&quot;QdQc&quot;]"]);
    // Without rules it is the free spot, which is kept.
    let freed = service.get(&format!("/holdem?spot={id}&hands=AhKh&part=&part=&within=1%25"));
    assert_eq!(freed.status, 303, "{}", freed.head);
    let free = free["label"].as_str().expect("a label").replace("spot/", "");
    assert_eq!(freed.header("location"), Some(format!("/holdem?spot={free}").as_str()));
}

#[test]
fn a_plan_file_is_verified_beside_its_game() {
    let folder = folder("plan file");
    let text = turn().to_string();
    let spot = Spot::read(&text).expect("a spot");
    let tree = SpotTree::new(&spot).expect("a tree");
    let plan = write_plan(&spot, &tree, &ReferencePlan::Mix);
    let bounds = judge(&tree, &ReferencePlan::Mix).expect("bounds");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("a file");
    write("turn.plan", &plan);
    write("turn.json", text.as_bytes());
    write("other.json", text.replace("\"40\"", "\"30\"").as_bytes());
    let (code, said, _) = run(&folder, "verify turn.plan --game turn.json");
    assert_eq!(code, 0);
    has(&said, &["certified bounds", &bounds.lower.to_string(), &bounds.upper.to_string()]);
    for (command, words) in [
        ("verify turn.plan", "the hash of its game alone"),
        ("verify turn.plan --game other.json", "the plan of a game with SHA-256"),
        ("verify turn.plan --game turn.plan", "a value is missing at line 1"),
    ] {
        let (code, _, error) = run(&folder, command);
        assert_ne!(code, 0, "{command}");
        has(&error, &[words]);
    }
}

#[test]
fn what_both_have_paid_is_the_pot() {
    let folder = folder("paid spots");
    let solved = |betting: Value| {
        let mut spot = turn();
        spot["betting"].as_object_mut().expect("betting").remove("pot");
        let own = spot["betting"].as_object_mut().expect("betting");
        own.extend(betting.as_object().expect("entries").clone());
        fs::write(folder.join("spot.json"), spot.to_string()).expect("a file");
        let line = "solve spot.json --within 1% --json";
        let (code, printed, said) = run(&folder, line);
        assert_eq!(code, 0, "{said}");
        json(&printed)
    };
    let alike = [
        json!({ "pot": "10" }),
        json!({ "paid": { "I": "4", "II": "4", "dead": "2" } }),
        json!({ "pot": "2", "ante": "1", "paid": { "I": "3", "II": "3" } }),
    ];
    let all: Vec<Value> = alike.map(solved).to_vec();
    assert!(all.iter().all(|document| document["label"] == all[0]["label"]));
    assert_eq!(checked("paid-spots", &all), [0; 3]);
}

/// Documents keep the spelling of amounts, and both judges find the same tree in them.
#[test]
fn amounts_in_the_spelling_of_people_are_read_by_both_judges() {
    let folder = folder("spelled spots");
    let solved = |(board, betting): (&str, Value)| {
        let mut spot = spot(board, ["AhKh,QdQc,Th9h", "AhQd,KsKd,6h5h:1/2"], &[]);
        spot["betting"] = betting;
        fs::write(folder.join("spot.json"), spot.to_string()).expect("a file");
        let (code, printed, said) = run(&folder, "solve spot.json --within 5% --json");
        assert_eq!(code, 0, "{said}");
        json(&printed)
    };
    let river = |above: &str| {
        let sizes = json!({ "bets": ["1/2 pot", "50%"], "raises": ["3x", "POT"], "most": 3 });
        json!({ "pot": "10", "stacks": "40", "all_in_above": above, "river": sizes })
    };
    let turn = |above: &str| {
        let river = json!({ "bets": { "I": ["pot"], "II": ["75%"] }, "donk": ["33%"] });
        json!({ "pot": "10", "stacks": { "I": "40", "II": "30" }, "all_in_above": above,
            "round": "1", "turn": { "bets": ["33%"], "raises": ["2.5X"] }, "river": river })
    };
    let spelled = |stacks: &str, bet: &str, raise: &str| {
        let river = json!({ "bets": [bet], "raises": [raise] });
        json!({ "pot": 10, "stacks": stacks, "river": river })
    };
    let parts = ["60%", "1/4", " 30 %", "0.9", "1e-2", "2"];
    let mut spots: Vec<(&str, Value)> =
        parts.iter().map(|part| ("QsJh2h8c3c", river(part))).collect();
    spots.extend(parts.iter().map(|part| ("QsJh2h8c", turn(part))));
    spots.extend(
        [("1e12", "POT", "3X"), ("4_000", "1e-8", "All-In"), ("10^2", " 50 % pot", "A")]
            .map(|(stacks, bet, raise)| ("QsJh2h8c3c", spelled(stacks, bet, raise))),
    );
    let all: Vec<Value> = spots.into_iter().map(solved).collect();
    assert_eq!(checked("spelled-spots", &all), vec![0; all.len()]);
    assert!(all.iter().all(|document| CheckedBounds::verify(&document.to_string()).is_ok()));
    // Under the label and with the plan of another part, the tree is another one.
    let lies: Vec<Value> = [(0, "90%"), (0, "1/100"), (6, "90%"), (6, "1/100")]
        .map(|(at, part): (usize, &str)| {
            let mut lie = all[at].clone();
            lie["game"]["betting"]["all_in_above"] = part.into();
            lie
        })
        .to_vec();
    assert_eq!(checked("spelled-lies", &lies), [1; 4]);
}

#[test]
fn limits_of_bounds_are_refused_beside_exact_games_alone() {
    let folder = folder("limits of bounds");
    let mut spot = turn();
    spot["board"] = json!("QsJh");
    fs::write(folder.join("short.json"), spot.to_string()).expect("a file");
    fs::write(folder.join("rows.txt"), "0 1\n1 0\n").expect("a file");
    for (line, words) in [
        ("solve kuhn -n 3 -b 1 --within 1/10 --seconds 3", "seconds = 3, expected none but for"),
        ("solve leduc --memory 5", "memory = 5, expected none but for a spot with within"),
        ("solve rows.txt --seconds 3", "seconds = 3, expected none but for a spot with within"),
        ("solve short.json --within 2% --seconds 3", "QsJh"),
    ] {
        has(&refused_in(&folder, line), &[words]);
    }
}
