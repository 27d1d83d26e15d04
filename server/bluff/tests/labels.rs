//! Games by label and by arguments: the command, the service and its form accept and refuse the
//! same.

use crate::support::page::BROWSER;
use crate::support::service::Service;
use crate::support::{answer, cases, folder, has, refused, run};

/// Commands by label, and the same with options.
const LABELS: &str = "
solve kuhn/n13-b1-r4 | solve kuhn --cards 13 --bet 1 --copies 4
pure von-neumann/n9-b2 | pure von-neumann -n 9 -b 2
compare von-neumann/b2 -n 2..9 | compare von-neumann --bet 2 --cards 2..9
compare callers/b2-p4 -n 4..9 | compare callers -b 2 --players 4 -n 4..9
compare newman/bmax -n 2..9 | compare newman -b max -n 2..9
continuous von-neumann/b2 | continuous von-neumann -b 2
continuous one-street/s1-5_2 | continuous one-street --sizes 1,5/2
continuous callers/best-p4 | continuous callers --best-bet --players 4
continuous newman/between1_2-8 | continuous newman --between 1/2,8
payoff von-neumann/n9-b2 --bets 1,8,9 --calls 9
    payoff von-neumann -n 9 -b 2 --bets 1,8,9 --calls 9
game callers/n5-b2-p4 | game callers -n 5 -b 2 --players 4
";

#[test]
fn every_command_takes_a_label() {
    for (label, options) in cases(LABELS) {
        assert_eq!(answer(label), answer(&options), "{label}");
    }
}

/// Labels beside options that say otherwise, and the beginning of the message.
const CONTRADICTIONS: &str = "
solve von-neumann/n28-b4 -n 29 | the label von-neumann/n28-b4 and n = 29 contradict each other
solve von-neumann/n28-b4 --bet 5 | the label von-neumann/n28-b4 and b = 5 contradict each other
pure von-neumann/n9-b2 --copies 2 | the label von-neumann/n9-b2 and copies = 2 contradict each other
game callers/n5-b2-p4 --players 3 | the label callers/n5-b2-p4 and players = 3 contradict each other
solve von-neumann/n28-b4 --raise 2
    raise is not for von-neumann, which takes b; it is for one-raise
compare von-neumann/b2 -b 3 -n 2..9 | the label von-neumann/b2 and b = 3 contradict each other
continuous callers/b2-p4 --players 3 | the label callers/b2-p4 and players = 3 contradict each other
solve von-neumann/28 | label “von-neumann/28”, expected for instance von-neumann/n28-b4
solve poker/n28-b4 | poker/n28-b4: no such file
";

#[test]
fn a_label_and_an_option_that_contradict_each_other_are_both_named() {
    for (line, words) in cases(CONTRADICTIONS) {
        let found = refused(line);
        assert!(found.starts_with(&words), "bluff {line}: {found}");
    }
    assert_eq!(answer("solve von-neumann/n28-b4 -n 28 -b 8/2"), answer("solve von-neumann/n28-b4"));
}

#[test]
fn a_file_with_the_path_of_a_label_is_read() {
    let folder = folder("labels-file");
    let file = answer("game kuhn -n 5 -b 2");
    std::fs::create_dir(folder.join("kuhn")).expect("a folder");
    std::fs::write(folder.join("kuhn/n3-b1"), file).expect("a file");
    let (code, out, words) = run(&folder, "solve kuhn/n3-b1 --format json");
    assert!(code == 0 && out.contains("\"label\": \"my-kuhn/n5\""), "{words}{out}");
}

/// Each door refuses an argument of another game in the same words.
#[test]
fn stakes_of_other_games_are_refused_by_name_at_every_door() {
    let service = Service::new("labels-stray", "--rate 0");
    for (game, stakes, key) in [
        ("three-player", "n=10 b=2 players=4", "players"),
        ("von-neumann", "n=3 b=1 raise=2", "raise"),
        ("kuhn", "n=3 b=1 flip=1/6", "flip"),
        ("borel", "n=3 b=1 win=1/6", "win"),
        ("newman", "n=3 s=1,2", "s"),
        ("one-street", "n=3 b=4", "b"),
    ] {
        let dashes = |name: &str| if name.len() == 1 { "-" } else { "--" };
        let option = |stake: &str| {
            format!(" {}{}", dashes(stake.split('=').next().unwrap_or_default()), stake)
        };
        let options: String = stakes.split(' ').map(option).collect();
        let command = refused(&format!("solve {game}{}", options.replace('=', " ")));
        assert!(command.starts_with(&format!("{key} is not for ")), "{command}");
        let label = stakes.replace(' ', "-").replace("win", "w").replace("players", "p");
        let label = label.replace('=', "").replace('/', "_").replace(',', "-");
        let over_http = service.get(&format!("/api/v1/solutions/{game}/{label}")).problem(422);
        assert!(over_http.starts_with(&format!("{key} is not for ")), "{label}: {over_http}");
        let form = format!("/?game={game}&{}", stakes.replace(' ', "&"));
        let page = service.ask("GET", &form, BROWSER);
        assert!(page.status == 422 && page.body.contains(&over_http), "{form}: {}", page.body);
        assert_eq!(command, over_http);
    }
    let plan = r#"{"cells":[{"game":"kuhn","n":"3..9","b":[1],"raise":[2]}]}"#;
    let kind = "content-type: application/json\r\n";
    let words = service.post("/api/v1/sweeps?quote", kind, plan).problem(422);
    assert_eq!(words, "raise is not for kuhn, which takes b; it is for one-raise");
    let map = service.ask("GET", "/map/three-player?n=3..9&b=1&players=4", BROWSER);
    assert_eq!(map.status, 422);
    has(&map.body, &["players is not for three-player"]);
    for (line, words) in [
        ("solve newman -n 14", "for instance b = 2, or b = max for the saturation size"),
        ("solve newman -b 2", "needs a number of cards, for instance n = 28"),
    ] {
        assert!(refused(line).ends_with(words), "{line}");
    }
}

/// Addresses, and those that they are redirected to.
const REDIRECTED: &str = "
/api/v1/solutions/von-neumann/n028-b4 | /api/v1/solutions/von-neumann/n28-b4
/api/v1/solutions/von-neumann/n28-b8_2.csv?method=lp
    /api/v1/solutions/von-neumann/n28-b4.csv?method=lp
/api/v1/solutions/newman/n14-bmax | /api/v1/solutions/newman/n14-b5
/api/v1/solutions/kuhn/n3-b0.5 | /api/v1/solutions/kuhn/n3-b1_2
/api/v1/solutions/kuhn/n03-b1?face | /api/v1/solutions/kuhn/n3-b1?face
/api/v1/solutions/kuhn%2Fn03-b1 | /api/v1/solutions/kuhn/n3-b1
/api/v1/pure/von-neumann/n07-b2?count | /api/v1/pure/von-neumann/n7-b2?count
/api/v1/quote/newman/n14-bmax | /api/v1/quote/newman/n14-b5
/api/v1/progress/newman/n14-bmax | /api/v1/progress/newman/n14-b5
/api/v1/continuous/callers/b4_2-p04?digits=5 | /api/v1/continuous/callers/b2-p4?digits=5
/api/v1/compare/von-neumann/b2.0.svg?from=2&to=9 | /api/v1/compare/von-neumann/b2.svg?from=2&to=9
/von-neumann/n028-b4 | /von-neumann/n28-b4
/von-neumann/n28-b8_2.svg | /von-neumann/n28-b4.svg
/newman/n14-bmax?card=3 | /newman/n14-b5?card=3
/kuhn/n03-b1?tab=why | /kuhn/n3-b1?tab=why
/kuhn/n03-b1?tab=lock | /kuhn/n3-b1?tab=lock
/kuhn/n03-b1?tab=play | /kuhn/n3-b1?tab=play
/compare/von-neumann/b4_2 | /compare/von-neumann/b2
";

#[test]
fn another_spelling_of_a_label_redirects_to_the_canonical_address() {
    let service = Service::new("labels-redirect", "--rate 0");
    for (given, canonical) in cases(REDIRECTED) {
        let page = if given.starts_with("/api") { "" } else { BROWSER };
        for method in ["GET", "HEAD"] {
            let reply = service.ask(method, given, page);
            let found = (reply.status, reply.header("location"));
            assert_eq!(found, (308, Some(canonical.as_str())), "{method} {given}: {}", reply.body);
        }
        let status = service.ask("GET", &canonical, page).status;
        assert!(status == 200 || status == 303, "{canonical}: {status}");
    }
    let beyond = service.get("/api/v1/solutions/newman/n1000000000000-bmax").problem(422);
    assert!(beyond.contains("expected at most 300 over HTTP"), "{beyond}");
    // A body is answered under the canonical label.
    let profile = answer("solve kuhn/n3-b1 --format json").replacen("kuhn/n3-b1", "kuhn/n03-b1", 1);
    let worth = service.post("/api/v1/payoff", "", &profile);
    assert_eq!(worth.status, 200, "{}", worth.body);
    has(&worth.body, &["\"label\": \"kuhn/n3-b1\""]);
}
