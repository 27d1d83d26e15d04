//! Maps, values over n, long games in parts, and what browsers keep of pages.

use std::collections::BTreeSet;

use crate::support::page::{self, BROWSER, BYTES};
use crate::support::service::{Reply, Service};
use crate::support::{has, shared};

/// A service with the catalogue of these tests.
fn serve() -> Service {
    Service::within(&shared("views"), "")
}

fn page(service: &Service, path: &str) -> Reply {
    let reply = service.ask("GET", path, BROWSER);
    assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    assert!(reply.length < BYTES, "{path}: {} bytes", reply.length);
    reply
}

/// Address of the link with these words.
fn link(page: &str, words: &str) -> Option<String> {
    let (before, _) = page.split_once(&format!("\">{words}</a>"))?;
    Some(before.rsplit("href=\"").next()?.replace("&amp;", "&"))
}

#[test]
fn every_game_has_a_map_whose_cells_lead_to_games() {
    let service = serve();
    let games = service.json("/api/v1/games");
    // A deck of its own has no map.
    let names = games["games"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|game| game["label"].as_str().is_some_and(|label| label.contains("/n")));
    let names: Vec<&str> = names.filter_map(|game| game["name"].as_str()).collect();
    assert_eq!(names.len(), 11);
    for name in names {
        let map = page(&service, &format!("/map/{name}")).body;
        let cells = map
            .split("<a href=\"")
            .skip(1)
            .filter_map(|rest| rest.split_once("\" tabindex=\"-1\""));
        let cells: BTreeSet<&str> =
            cells.map(|(address, _)| address).filter(|address| !address.contains('"')).collect();
        assert!(cells.len() >= 6, "{name}: {} cells", cells.len());
        assert!(map.contains(&format!("The value to player I of {} games", cells.len())), "{name}");
        let last = cells.last().expect("a cell");
        assert!(
            map.contains(&format!("<a href=\"{last}\">")) || map.contains("part 2"),
            "{name}: {last} in the table"
        );
        page(&service, last);
    }
}

#[test]
fn a_map_has_the_exact_values_in_the_words_of_plans() {
    let service = serve();
    let map = page(&service, "/map/von-neumann?n=27..28&b=4,1/2..3").body;
    let cells = [
        "<a href=\"/von-neumann/n28-b4\">113/1134",
        "<a href=\"/von-neumann/n27-b1_2\">",
        "<a href=\"/von-neumann/n28-b5_2\">",
        "of 8 games",
    ];
    has(&map, &cells);
    // Saturated: 14 cards have five bets that matter, 3 cards have one.
    let newman = page(&service, "/map/newman?n=3,14&b=1..max").body;
    has(&newman, &["of 6 games", "<a href=\"/newman/n14-b5\">13/98</a>"]);
    assert!(!newman.contains("/newman/n3-b2"), "{newman}");
    let sets = page(&service, "/map/one-street?n=28&s=1,5/2,7+3").body;
    has(&sets, &["href=\"/one-street/n28-s1-5_2-7\"", "href=\"/one-street/n28-s3\""]);
    let endgame = page(&service, "/map/basic-endgame?n=3&b=2&win=1/4,1/3").body;
    has(&endgame, &["href=\"/basic-endgame/n3-b2-w1_4\""]);
    for (query, status, words) in [
        ("von-neumann?n=2..1000&b=1", 422, "expected at most 500 over HTTP"),
        ("von-neumann?n=4..2&b=1", 400, "an empty range"),
        ("von-neumann?n=3&b=1..max", 400, "b = max, expected it on newman only"),
        ("von-neumann?b=1", 400, "n"),
        ("newman?n=900..999&b=100", 422, "expected at most 5000 over HTTP"),
        ("kuhn?n=200..900&b=1", 422, "expected at most"),
        ("kuhn?n=900..999&b=1..5", 422, "expected at most 20000² over HTTP"),
        ("kuhn?n=3&b=1&part=2", 400, "expected a whole number from 1 to 1"),
        ("kuhn?n=%3Cb%3E&b=1", 400, "n = &lt;b&gt;"),
        ("chess", 404, "chess, expected a game: von-neumann"),
    ] {
        page::refused(&service, &format!("/map/{query}"), status, words);
    }
}

/// Whatever is typed, a map is drawn or refused in words.
#[test]
fn no_range_is_a_fault_of_ours() {
    let service = serve();
    let long = "99999999999999999999";
    let numbers = ["", ",", "3", "-1", "0..2", "1/3..2", "2..2..2", "1e9", "%00", long];
    let ranges = [numbers.as_slice(), &["max", "1..max", "9..max"]].concat();
    for game in ["newman", "one-street", "callers", "basic-endgame"] {
        for n in &ranges {
            for b in &ranges {
                let path = format!("/map/{game}?n={n}&b={b}&s=1,{b}&players=3&win={b}&part=");
                let status = service.ask("GET", &path, BROWSER).status;
                assert!((200..500).contains(&status), "{path}: {status}");
            }
        }
    }
}

#[test]
fn the_table_of_a_map_comes_in_parts() {
    let service = serve();
    let mut path = Some("/map/von-neumann?n=2..40&b=1..10".to_owned());
    let (mut part, mut found) = (1, BTreeSet::new());
    while let Some(shown) = path {
        let body = page(&service, &shown).body;
        let (_, table) = body.split_once("<table class=\"full\">").expect("a table");
        let links = table.split("</span><a href=\"").skip(1);
        found.extend(links.filter_map(|rest| rest.split('"').next()).map(str::to_owned));
        part += 1;
        path = link(&body, &format!("part {part}"));
    }
    assert_eq!(found.len(), 390);
}

#[test]
fn values_over_n_are_drawn_beside_the_continuous_game() {
    let service = serve();
    let two = page(&service, "/compare/von-neumann/b2?from=2&to=40").body;
    let words = [
        "the value to player I",
        "n(n − 1) times the distance",
        "Cuts as shares of the deck",
        "href=\"/von-neumann/n9-b2\" tabindex=\"-1\"",
        "scale=log",
        "href=\"/map/von-neumann\"",
    ];
    has(&two, &words);
    assert_eq!(two.matches("class=\"chart ").count(), 2);
    let three = page(&service, "/compare/three-player/b2?from=64&to=65").body;
    assert_eq!(three.matches("class=\"chart ").count(), 3);
    for value in ["402733/3357900", "−402733/6715800"] {
        has(&three, &[&format!("<data tabindex=\"0\" value=\"{value}\"><span>")]);
    }
    let document = service.json("/api/v1/compare/three-player/b2?from=65&to=65");
    assert_eq!(document["decks"][0]["values"][2], "-402733/6715800");
    // Newman's game has no cuts of one bet.
    let newman = page(&service, "/compare/newman/bmax?from=3&to=9").body;
    assert_eq!(newman.matches("class=\"chart ").count(), 1);
    let long = page(&service, "/compare/von-neumann/b2?from=2&to=1000").body;
    let second = link(&long, "part 2").expect("a second part");
    has(&page(&service, &second).body, &["href=\"/von-neumann/n42-b2\""]);
    let words = "part = 2, expected a whole number from 1 to 1";
    page::refused(&service, "/compare/von-neumann/b2?from=2&to=9&part=2", 400, words);
}

/// Number of times that these words stand on a page and on those that its link leads on to.
fn counted(service: &Service, first: &str, words: &str, further: &str) -> usize {
    let (mut count, mut path) = (0, Some(first.to_owned()));
    while let Some(shown) = path {
        let body = page(service, &shown).body;
        count += body.matches(words).count();
        path = link(&body, further);
    }
    count
}

/// Every view and every card can be reached, each page is short, and the picture of a view is
/// whole.
#[test]
fn long_games_come_in_parts() {
    let service = serve();
    let first = page(&service, "/newman/n1000-b300").body;
    for (words, there) in
        [("id=\"certificate\"", true), ("later views", true), ("earlier views", false)]
    {
        assert_eq!(first.contains(words), there, "{words}");
    }
    let long = "/newman/n1000-b300";
    assert_eq!(counted(&service, long, "<h3>Player ", "later views"), 301);
    assert_eq!(counted(&service, long, "<li>I <strong>", "later actions"), 301);
    page(&service, "/newman/n1000-b300?card=5");
    has(&page(&service, "/newman/n1000-b300?card=5&view=290").body, &["facing bet 290"]);

    let long = "/newman/n1000000000000000000-b300";
    let first = page(&service, long).body;
    has(&first, &["other bets are in the table"]);
    let document = service.json(&format!("{long}.json"));
    let runs = document["strategies"][0]["runs"].as_array().expect("runs").len();
    // More than one page has.
    assert!(runs > 300, "{runs}");
    let rows = format!("{long}?view=1&from=1");
    assert_eq!(counted(&service, &rows, "<th class=\"card\"", "higher cards"), runs);
    let picture = service.get(&format!("{long}.svg?view=1"));
    assert_eq!(picture.status, 200);
    assert!(picture.body.matches("<rect ").count() >= runs);
    for (path, words) in [
        ("/kuhn/n3-b1?view=5", "view = 5, expected a whole number from 1 to 4"),
        ("/kuhn/n3-b1?view=0", "view = 0, expected a whole number from 1 to 4"),
        ("/kuhn/n3-b1?from=2", "from without view"),
        ("/kuhn/n3-b1?view=1&from=4", "from = 4, expected a whole number from 1 to 3"),
        ("/kuhn/n3-b1?tree=3", "tree = 3, expected a whole number from 1 to 2"),
        ("/kuhn/n3-b1.svg?view=9", "view = 9, expected a whole number from 1 to 4"),
    ] {
        let reply = service.ask("GET", path, BROWSER);
        assert_eq!(reply.status, 400, "{path}");
        has(&reply.body, &[words]);
    }
}

#[test]
fn a_browser_that_has_a_page_is_not_sent_it_again() {
    let service = serve();
    for path in [
        "/",
        "/von-neumann/n28-b4",
        "/von-neumann/n28-b4?card=3",
        "/map/borel?n=3..5&b=1",
        "/compare/borel/b1?from=2&to=4",
        "/findings",
    ] {
        let first = page(&service, path);
        let tag = first.header("etag").expect("a tag").to_owned();
        assert!(tag.starts_with('"'), "{path}: {tag}");
        assert_eq!(first.header("cache-control"), Some("no-cache"), "{path}");
        let negotiated = path.starts_with("/von-neumann") || first.head.contains("accept-encoding");
        let varies = first.header("vary").unwrap_or_default().contains("accept");
        assert_eq!(varies, negotiated, "{path}: {}", first.head);
        let again =
            service.ask("GET", path, &format!("{BROWSER}if-none-match: \"other\", W/{tag}\r\n"));
        let head = service.ask("HEAD", path, BROWSER);
        for (reply, status) in [(again, 304), (head, 200)] {
            let found = (reply.status, reply.length, reply.header("etag"));
            assert_eq!(found, (status, 0, Some(tag.as_str())), "{path}: {}", reply.head);
        }
        let other = service.ask("GET", path, &format!("{BROWSER}if-none-match: \"other\"\r\n"));
        assert_eq!((other.status, other.body), (200, first.body), "{path}");
    }
    // Refusals are never kept as if they were the page.
    let refusal = service.ask("GET", "/kuhn/n3-b0", &format!("{BROWSER}if-none-match: *\r\n"));
    assert_eq!((refusal.status, refusal.header("etag")), (422, None));
    // One address, a form for each.
    for accept in [BROWSER, "accept: application/json\r\n", "accept: image/png\r\n"] {
        let vary = service.ask("GET", "/kuhn/n3-b1", accept);
        has(vary.header("vary").expect("a header"), &["accept"]);
    }
}

#[test]
fn hands_that_are_never_held_have_no_rows() {
    let service = serve();
    let endgame = page(&service, "/basic-endgame/n3-b2-w1_3").body;
    // I never holds the middle card, II never another one: the pictures say it where the card has
    // its place, and no table has a row.
    assert_eq!(endgame.matches(">never dealt</text>").count(), 3, "{endgame}");
    assert!(!endgame.contains(">never dealt</td>"), "{endgame}");
    assert!(!page(&service, "/kuhn/n3-b1").body.contains("never dealt"));
}

/// Several sizes: where the bluffs end, where each size begins, and from where it is called.
#[test]
fn pictures_show_the_cuts_of_every_size_and_only_colours_that_occur() {
    let service = serve();
    let street = page(&service, "/one-street/n28-s1-5_2-7").body;
    // A bet is for value from one limit to the next, the largest to the end; and a size each is
    // called from a limit.
    assert_eq!(street.matches("class=\"limit\"").count(), 2 + 2 + 1 + 3, "{street}");
    assert_eq!(page(&service, "/von-neumann/n28-b4").body.matches("class=\"cut\"").count(), 3);
    let borel = page(&service, "/borel/n4-b2").body;
    assert!(!borel.contains("check</li>") && borel.contains("value bet</li>"), "{borel}");
}
