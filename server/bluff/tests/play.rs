//! Pages that let a visitor exploit a strategy, play hands and follow a proof.

use std::collections::BTreeSet;

use rational_bluff::exact::Rational;

use crate::support::page::{BROWSER, BYTES, links, refused, shown};
use crate::support::service::Service;
use crate::support::{cases, escaped, has, shared};

/// One label of every game.
const GAMES: [&str; 11] = [
    "von-neumann/n9-b2",
    "newman/n6-b3",
    "one-street/n12-s1-5_2",
    "kuhn/n3-b1",
    "three-player/n7-b2",
    "callers/n8-b2-p5",
    "borel/n6-b2",
    "one-raise/n6-b2-raise6",
    "hand-flip/n10-b2-flip1_6",
    "basic-endgame/n3-b2-w1_3",
    "in-turn/n4-b1",
];

/// A service with the catalogue of these tests.
pub(crate) fn serve() -> Service {
    Service::within(&shared("play"), "")
}

/// The text of a page, with hyphens for minus signs: tags within a line leave nothing behind,
/// others a blank.
pub(crate) fn words(page: &str) -> String {
    let shown = |part: &str| {
        let (tag, text) = part.split_once('>').unwrap_or(("", part));
        let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
        let inline = ["strong", "span", "a", "em"].contains(&name);
        format!("{}{text}", if inline { "" } else { " " })
    };
    let text = page.split('<').map(shown).collect::<String>().replace('−', "-");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first fraction behind some words.
fn after<'a>(text: &'a str, words: &str) -> &'a str {
    let rest = text.split_once(words).map(|(_, rest)| rest.trim_start()).unwrap_or_default();
    assert!(!rest.is_empty(), "{words} in {text}");
    rest.split([' ', ',', ':']).next().expect("a number").trim_end_matches('.')
}

/// An address with a query, as a form would send it.
fn address<T: AsRef<str>>(path: &str, fields: &[(T, T)]) -> String {
    let field = |(name, text): &(T, T)| format!("{}={}", name.as_ref(), escaped(text.as_ref()));
    let join = if path.contains('?') { '&' } else { '?' };
    format!("{path}{join}{}", fields.iter().map(field).collect::<Vec<_>>().join("&"))
}

/// The games that the service lists are those of these tests.
#[test]
fn every_game_can_be_tried_played_and_proved() {
    let service = serve();
    let listed = service.json("/api/v1/games");
    // Decks of their own have tests of their own.
    let listed = listed["games"]
        .as_array()
        .expect("games")
        .iter()
        .filter(|game| game["label"].as_str().is_some_and(|label| label.contains("/n")));
    let listed: BTreeSet<&str> = listed.filter_map(|game| game["name"].as_str()).collect();
    assert_eq!(listed, GAMES.iter().filter_map(|label| label.split('/').next()).collect());
    let mut found = BTreeSet::new();
    let large = ["von-neumann/n1000000000000000000-b2", "newman/n400-b20", "kuhn/n40-b1"];
    for label in GAMES.iter().chain(&large) {
        let seat = "seat=II&seed=0123456789abcdef";
        for path in [
            format!("/{label}?tab=lock"),
            format!("/{label}?tab=lock&lock=II"),
            format!("/{label}?tab=play"),
            format!("/{label}?tab=play&{seat}"),
            format!("/{label}?tab=why"),
            format!("/{label}?tab=why&view=1&from=1"),
        ] {
            let body = shown(&service, &path, 200);
            // A painted strip stands beside the text of each view, and beside the reply.
            let most = if path.contains("?tab=lock") { 6 * BYTES / 5 } else { BYTES };
            assert!(body.len() < most, "{path}: {} bytes", body.len());
            found.extend(links(&body));
        }
    }
    for link in &found {
        let reply = service.ask("GET", link, BROWSER);
        assert_eq!(reply.status, 200, "{link}: {}", reply.body);
    }
}

#[test]
fn a_page_says_first_what_a_change_changes() {
    let service = serve();
    for (views, sentence) in [
        (
            &[("view0", "8 to 9: bet 2\n1 to 7: check")][..],
            "II now folds 6 to 8; you get -1/36 instead of 1/9.",
        ),
        (&[("view1", "1 to 4: fold\n5 to 9: call")], "you get -1/6 instead of -1/9."),
        (
            &[("view0", "1, 8, 9: bet 2\n2 to 7: check"), ("view1", "1 to 8: fold\n9: call")],
            " instead of ",
        ),
    ] {
        let page = words(&shown(&service, &address("/von-neumann/n9-b2?tab=lock", views), 200));
        assert!(page.contains(sentence), "{sentence}: {page}");
    }
    let page = words(&shown(&service, "/von-neumann/n9-b2?tab=lock", 200));
    assert!(!page.contains("instead of"), "{page}");
}

#[test]
fn a_locked_strategy_is_exploited_by_its_best_reply() {
    let service = serve();
    // II calls with the highest card only.
    let timid = address(
        "/von-neumann/n9-b2?tab=lock",
        &[("view1", "1 to 8: fold\n9: call"), ("lock", "II")],
    );
    let page = words(&shown(&service, &timid, 200));
    // Facing a bet II folds 1 to 8. With card c < 9 a bet earns (7 × 1 + 1 × −3)/8 = 1/2 on
    // average, a check (c − 1 − (9 − c))/8. Checking is better from c = 8: (7 − 1)/8 = 3/4 against
    // 1/2; c = 7: (6 − 2)/8 = 1/2 is equal. 9 earns 1 either way. Summed over the cards: 6 × 1/2 +
    // 1/2 + 3/4 + 1 = 21/4, over 9 cards 7/12.
    assert_eq!(after(&page, "It earns"), "7/12", "{page}");
    assert_eq!(after(&page, "player II gets at least"), "-7/12");
    // −1/9 − (−7/12).
    assert_eq!(after(&page, "the locked one gives up"), "17/36");
    let rows = [
        "1 bet 2 1/2 = 0.5 bet 2 1/2",
        "2 to 6 bet 2 1/2 = 0.5 check",
        "7 check = bet 2 (equally good) 1/2 = 0.5 check",
        "8 check 3/4 = 0.75 bet 2 1/2",
        "9 check = bet 2 (equally good) 1 bet 2 1",
        "Player I's best reply",
    ];
    has(&page, &rows);
    assert!(!page.contains("Player II's best reply"), "{page}");
    // Against an equilibrium nothing is gained, and the reply keeps to it.
    let page = words(&shown(&service, "/von-neumann/n9-b2?tab=lock&lock=I", 200));
    has(&page, &["the locked strategy cannot be exploited"]);
    // What “More” adds up to is what the reply earns above the equilibrium's strategy.
    assert_eq!(after(&page, "The equilibrium's strategy would earn"), "-1/9");
}

/// A best reply that is taken into the form earns what was announced, in every game and for every
/// player.
#[test]
fn a_reply_that_is_taken_earns_what_it_promises() {
    let service = serve();
    for label in GAMES {
        // All views play their first action with low cards and the last one with high cards.
        let document = service.json(&format!("/api/v1/solutions/{label}"));
        let n: u64 = document["game"]["n"].as_str().and_then(|n| n.parse().ok()).expect("n");
        let strategies = document["strategies"].as_array().expect("strategies");
        let mut fields = Vec::new();
        for (at, strategy) in strategies.iter().enumerate() {
            let actions = strategy["runs"][0]["actions"].as_object().expect("actions");
            let names: Vec<&String> = actions.keys().collect();
            let (first, last, middle) = (names[0], names[names.len() - 1], n / 2);
            let text = format!("1 to {middle}: {last}\n{} to {n}: {first}", middle + 1);
            fields.push((format!("view{at}"), text));
        }
        let asked = |fields: &[(String, String)]| {
            shown(&service, &address(&format!("/{label}?tab=lock"), fields), 200)
        };
        let page = asked(&fields);
        for section in page.split("<h3 id=\"reply-").skip(1) {
            let (player, section) = section.split_once('"').expect("a player");
            let promised = after(&words(section), "It earns").to_owned();
            let inputs = section.split("<input type=\"hidden\" name=\"").skip(1);
            let taken: Vec<(String, String)> = inputs
                .filter_map(|input| input.split_once("\" value=\""))
                .filter(|(name, _)| *name != "tab")
                .map(|(name, rest)| (name.to_owned(), rest.split('"').next().unwrap().to_owned()))
                .collect();
            assert_eq!(taken.len(), fields.len(), "{label}");
            let answer = words(&asked(&taken));
            let (_, payoffs) = answer.split_once("Payoff, in antes per hand").expect("payoffs");
            let earned = after(payoffs, &format!("player {player} "));
            assert_eq!(earned, promised, "{label} {player}: {answer}");
        }
    }
}

/// Callers who do not see each other are not told by the page.
#[test]
fn what_a_seat_does_not_see_is_told_at_the_end() {
    let service = serve();
    let hands =
        (0..40).map(|seed| format!("/three-player/n7-b2?tab=play&seat=III&seed={seed:016x}"));
    let bet_at = hands
        .filter(|path| shown(&service, path, 200).contains("Your turn, facing bet 2"))
        .collect::<Vec<_>>();
    assert!(!bet_at.is_empty());
    for path in bet_at {
        let page = words(&shown(&service, &path, 200));
        has(&page, &["Player I: bet 2 Player II has acted; you do not see how"]);
        let end = words(&shown(&service, &format!("{path}&do=fold"), 200));
        let told = ["fold", "call"].map(|action| end.contains(&format!("Player II: {action}")));
        assert!(told.contains(&true), "{path}: {end}");
    }
}

/// Plays a hand by taking, at each turn, the action of this number; the address of its end, and the
/// page.
pub(crate) fn to_the_end(service: &Service, start: &str, number: usize) -> (String, String) {
    let mut path = start.to_owned();
    loop {
        let page = shown(service, &path, 200);
        let buttons =
            page.split("<button class=\"act\" type=\"submit\" name=\"do\" value=\"").skip(1);
        let offered: Vec<&str> = buttons.filter_map(|rest| rest.split('"').next()).collect();
        if offered.is_empty() {
            return (path, page);
        }
        path += &format!("&do={}", offered[number % offered.len()].replace(' ', "+"));
    }
}

#[test]
fn hands_are_played_to_the_end_and_told_what_they_lose() {
    let service = serve();
    for label in GAMES.into_iter().chain(["leduc", "push-fold/s10", "push-fold/a1_8-s15_2"]) {
        for (seat, number) in [("I", 0), ("I", 1), ("II", 0), ("II", 1)] {
            let start =
                format!("/{label}?tab=play&seat={seat}&seed=00000000000000{}{number}", seat.len());
            let (path, page) = to_the_end(&service, &start, number);
            let text = words(&page);
            has(&text, &["The hand is over", "(you)", "1 hand; lost by choice a hand"]);
            // The link plays the same hand.
            assert_eq!(service.ask("GET", &path, BROWSER).body, page, "{path}");
        }
    }
}

#[test]
fn a_new_hand_has_an_address_of_its_own_and_totals_go_on() {
    let service = serve();
    let next = "/kuhn/n3-b1?tab=play&seat=II&hands=2&won=-3/2&lost=1/27";
    let place = |_| {
        let reply = service.ask("GET", next, BROWSER);
        assert_eq!(reply.status, 303, "{}", reply.body);
        reply.header("location").expect("a place").to_owned()
    };
    let places: BTreeSet<String> = (0..4).map(place).collect();
    assert_eq!(places.len(), 4, "{places:?}");
    for place in places {
        assert!(place.ends_with("&hands=2&won=-3/2&lost=1/27"), "{place}");
        // Headers are read in lower case.
        let (path, page) = to_the_end(&service, &place.replace("seat=ii", "seat=II"), 1);
        let text = words(&page).replace('+', "");
        let number = |text: &str| text.parse::<Rational>().expect("a number");
        has(&text, &["3 hands; lost by choice"]);
        let (_, mine) = text.split_once("II (you) ").expect("a row of one's own");
        let won = number(mine.split(' ').nth(1).expect("what was won"));
        let won_in_all = number(after(&text, " won "));
        assert_eq!(won_in_all, number("-3/2") + won, "{path}");
        let losses = text.split("It loses exactly ").skip(1);
        let lost: Rational = losses
            .map(|rest| number(rest.split(':').next().unwrap().split(' ').next().unwrap()))
            .sum();
        let lost_in_all = number(after(&text, "lost by choice"));
        assert_eq!(lost_in_all, number("1/27") + lost, "{path}");
        assert_eq!(number(after(&text, " luck ")), won_in_all + lost_in_all, "{path}");
        // The next hand carries this one on, and its page plays it again.
        let fields = page.split("<input type=\"hidden\" name=\"past\" value=\"").skip(1);
        let past: Vec<&str> = fields.filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(past.len(), 1, "{page}");
        let again =
            format!("{place}&past={}", past[0].replace(' ', "+")).replace("seat=ii", "seat=II");
        let again = words(&shown(&service, &again, 200)).replace('+', "");
        has(&again, &["Hand 4"]);
        if !again.contains("The hand is over") {
            assert_eq!(number(after(&again, " won ")), number(after(&text, " won ")));
        }
    }
}

#[test]
fn what_a_decision_loses_is_what_the_card_explained_says() {
    let service = serve();
    // Calling with the lowest card loses: some seed deals it to II facing a bet.
    let hand = (0..200).find_map(|seed| {
        let path = format!("/kuhn/n3-b1?tab=play&seat=II&seed={seed:016x}");
        let page = words(&shown(&service, &path, 200));
        (page.contains("player II, J") && page.contains("facing bet 1")).then_some(path)
    });
    let hand = hand.expect("II is bet at with J");
    let page = words(&shown(&service, &format!("{hand}&do=call"), 200));
    // Folding pays −1, calling −2.
    has(&page, &["You: call. It loses exactly 1: it pays -2, and fold -1."]);
    let page = words(&shown(&service, &format!("{hand}&do=fold"), 200));
    has(&page, &["You: fold. Nothing is lost: it is best, and pays -1."]);
}

#[test]
fn a_proof_adds_up_to_the_value() {
    let service = serve();
    let page = words(&shown(&service, "/von-neumann/n3-b1?tab=why", 200));
    // I bets 3, and 1 with 1/3; II calls 3, and 2 with 1/3. Six deals. II facing the bet: card 1
    // folds −4/3 … over 2 deals with 1 and 0: card 1: −1; card 2: −1 − 1/3; card 3: 2 × 1/3.
    // Checked down: I's 1 (2/3) and 2 (1) lose and win: with 1: −1 to I if II has 2 or 3.
    let rows = [
        "3 × 2 = 6 deals, all equally likely",
        "1 fold -1 -2 -1",
        "2 fold with probability 2/3, call with probability 1/3 -4/3 -4/3 -4/3",
        "3 call -1/3 2/3 2/3",
        "player II never acts pay 4/3, those “facing bet 1” at most -5/3: together -1/3",
        "-1/3 / 6 = -1/18",
        "1/3 / 6 = 1/18",
    ];
    has(&page, &rows);
    let three = words(&shown(&service, "/three-player/n4-b1?tab=why", 200));
    has(&three, &["the gains are 0, 0, 0", "4 × 3 × 2 = 24 deals"]);
    // However large a game is, its proof is not; long lists go on elsewhere.
    let page = shown(&service, "/newman/n100000-b300?tab=why", 200);
    assert!(page.len() < 50_000, "{} bytes", page.len());
    let long = shown(&service, "/newman/n400-b20?tab=why", 200);
    let more = links(&long).into_iter().find(|link| link.contains("from=17"));
    let more = shown(&service, &more.expect("a link to further runs"), 200);
    has(&words(&more), &["from run 17 of"]);
}

#[test]
fn every_main_number_of_a_solved_game_can_be_verified() {
    let service = serve();
    for (path, places) in [
        ("/von-neumann/n28-b4?card=3", ["#value", "#reply-I", "#reply-II"].as_slice()),
        ("/three-player/n7-b2", ["#value", "#reply-I", "#reply-II", "#reply-III"].as_slice()),
    ] {
        let page = shown(&service, path, 200);
        for place in places {
            let mut links = page.split("href=\"").filter_map(|rest| rest.split('"').next());
            let link =
                links.find(|link| link.contains("?tab=why") && link.ends_with(place)).expect(place);
            let link = link.replace("&amp;", "&");
            let (address, id) = link.split_once('#').expect("a fragment");
            has(&shown(&service, address, 200), &[&format!("id=\"{id}\"")]);
        }
    }
}

/// Wrong addresses, with `SEED` for a seed, and words of the page that refuses them.
const WRONG: &str = "
422 /kuhn/n3-b0?tab=play&seat=I | b = 0
400 /play/river | label = river, expected a game with a label: spots of rivers have none
400 /kuhn/n3-b1?tab=play&seat=III | seat = III, expected one of: I, II
400 /kuhn/n3-b1?tab=play&seat=I&seed=12 | seed = 12, expected 16 digits of 0 to 9 and a to f
400 /kuhn/n3-b1?tab=play&seat=I&SEED&do=%3Cb%3E | do = &lt;b&gt;, expected one of: check, bet 1
400 /kuhn/n3-b1?tab=play&seat=I&SEED&do=bet+1&do=fold
    do = fold, expected none after the end of the hand
400 /kuhn/n3-b1?tab=play&SEED | seat is missing
400 /kuhn/n3-b1?tab=play&seat=I&do=check | seed is missing
400 /kuhn/n3-b1?tab=play&seat=I&hands=-1 | hands = -1
400 /kuhn/n3-b1?tab=play&seat=I&won=1e | won = 1e
400 /kuhn/n3-b1?tab=play&seat=I&lost=-1 | lost = -1
400 /kuhn/n3-b1?tab=play&seat=I&past=12 | past = 12, expected a seed and the decisions of a hand
400 /kuhn/n3-b1?tab=play&seat=I&SEED&past=0123456789abcdef | expected a hand that is over
404 /play?label=chess/n3-b1 | chess
422 /play?label=kuhn/n1-b1 | n = 1
422 /kuhn/n3-b1?card=4 | card = 4, expected one of: J, Q, K; or a whole number from 1 to 3
400 /kuhn/n3-b1?tab=why&view=4 | view = 4, expected a whole number from 0 to 3
400 /kuhn/n3-b1?tab=why&view=0&from=99 | from = 99, expected
422 /newman/n1000000-b300-r2?tab=why | expected at most 20000 over HTTP
400 /kuhn/n3-b1?tab=lock&lock=III | lock = III, expected one of: I, II
";

#[test]
fn wrong_addresses_are_told_what_is_allowed() {
    let service = serve();
    for (asked, words) in cases(WRONG) {
        let (status, path) = asked.split_once(' ').expect("a status");
        let path = path.replace("SEED", "seed=0123456789abcdef");
        refused(&service, &path, status.parse().expect("a number"), &words);
    }
    let long = format!("/kuhn/n3-b1?tab=play&seat=I&won={}", "1".repeat(601));
    refused(&service, &long, 400, "at most 600 characters");
}
