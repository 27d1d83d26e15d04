//! Maps, values over n, long games in parts, and what browsers keep of pages.

use std::collections::BTreeSet;

use crate::support;
use crate::support::service::{Reply, Service};

const BROWSER: &str = "accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
/// The longest page.
const BYTES: usize = 100_000;

/// A service with the catalogue of these tests.
fn serve() -> Service {
    Service::start(support::bluff(&support::shared("views"), "serve --listen 127.0.0.1:0"))
}

fn page(service: &Service, path: &str) -> Reply {
    let reply = service.ask("GET", path, BROWSER);
    assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    assert!(reply.length < BYTES, "{path}: {} bytes", reply.length);
    reply
}

fn refused(service: &Service, path: &str, status: u16) -> String {
    let reply = service.ask("GET", path, BROWSER);
    assert_eq!(reply.status, status, "{path}: {}", reply.body);
    reply.body
}

/// Where a link of these words leads.
fn link(page: &str, words: &str) -> Option<String> {
    let before =
        page.split(&format!("\">{words}</a>")).next().filter(|before| before.len() < page.len())?;
    Some(before.rsplit("href=\"").next()?.replace("&amp;", "&"))
}

#[test]
fn every_game_has_a_map_whose_cells_lead_to_games() {
    let service = serve();
    let games = service.json("/api/v1/games");
    let names: Vec<&str> = games["games"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|game| game["name"].as_str())
        .collect();
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
    for (address, value) in [
        ("/von-neumann/n28-b4", "113/1134"),
        ("/von-neumann/n27-b1_2", ""),
        ("/von-neumann/n28-b5_2", ""),
    ] {
        assert!(map.contains(&format!("<a href=\"{address}\">{value}")), "{address}: {map}");
    }
    assert!(map.contains("of 8 games"));
    // Saturated: 14 cards have five bets that matter, 3 cards have one.
    let newman = page(&service, "/map/newman?n=3,14&b=1..max").body;
    assert!(
        newman.contains("of 6 games") && newman.contains("<a href=\"/newman/n14-b5\">13/98</a>"),
        "{newman}"
    );
    assert!(!newman.contains("/newman/n3-b2"), "{newman}");
    let sets = page(&service, "/map/one-street?n=28&s=1,5/2,7+3").body;
    assert!(
        sets.contains("href=\"/one-street/n28-s1-5_2-7\"")
            && sets.contains("href=\"/one-street/n28-s3\""),
        "{sets}"
    );
    let endgame = page(&service, "/map/basic-endgame?n=3&b=2&win=1/4,1/3").body;
    assert!(endgame.contains("href=\"/basic-endgame/n3-b2-w1_4\""), "{endgame}");
    for (query, status, words) in [
        ("von-neumann?n=2..1000&b=1", 422, "expected at most 500 over HTTP"),
        ("von-neumann?n=2000&b=1", 422, "expected n ≤ 1000 over HTTP"),
        ("von-neumann?n=4..2&b=1", 400, "an empty range"),
        ("von-neumann?n=3&b=1..max", 400, "b = max, expected it on newman only"),
        ("von-neumann?b=1", 400, "n"),
        ("newman?n=900..999&b=100", 422, "expected at most 5000 over HTTP"),
        ("kuhn?n=200..900&b=1", 422, "expected at most"),
        ("kuhn?n=900..999&b=1..5", 422, "expected at most 20000² over HTTP"),
        ("kuhn?n=3&b=1&colour=red", 400, "colour, expected one of: n, b"),
        ("kuhn?n=3&b=1&part=2", 400, "expected 1 to 1"),
        ("kuhn?n=%3Cb%3E&b=1", 400, "n = &lt;b&gt;"),
        ("chess", 404, "chess, expected a game: von-neumann"),
    ] {
        let page = refused(&service, &format!("/map/{query}"), status);
        assert!(
            page.contains("role=\"alert\"") && page.contains(words),
            "{query}: {words} in {page}"
        );
    }
}

/// Whatever is typed, a map is drawn or refused in words.
#[test]
fn no_range_is_a_fault_of_ours() {
    let service = serve();
    let ranges = [
        "",
        ",",
        "max",
        "1..max",
        "9..max",
        "3",
        "-1",
        "0..2",
        "1/3..2",
        "2..2..2",
        "1e9",
        "99999999999999999999",
        "%00",
    ];
    for game in ["newman", "one-street", "callers", "basic-endgame"] {
        for n in ranges {
            for b in ranges {
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
        found.extend(
            table
                .split("</span><a href=\"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
                .map(str::to_owned),
        );
        part += 1;
        path = link(&body, &format!("part {part}"));
    }
    assert_eq!(found.len(), 390);
}

#[test]
fn values_over_n_are_drawn_beside_the_continuous_game() {
    let service = serve();
    let two = page(&service, "/compare/von-neumann/b2?from=2&to=40").body;
    for words in [
        "Value to player I",
        "n times the distance",
        "Cuts as shares of the deck",
        "39 points",
        "href=\"/map/von-neumann\"",
    ] {
        assert!(two.contains(words), "{words} in {two}");
    }
    assert_eq!(two.matches("<svg class=\"plot\"").count(), 3);
    let three = page(&service, "/compare/three-player/b2?from=64&to=65").body;
    assert_eq!(three.matches("<svg class=\"plot\"").count(), 4);
    for value in ["402733/3357900", "-402733/6715800"] {
        assert!(
            three.contains(&format!("<span class=\"exact\">{value}</span>")),
            "{value} in {three}"
        );
    }
    let document = service.json("/api/v1/compare/three-player/b2?from=65&to=65");
    assert_eq!(document["decks"][0]["values"][2], "-402733/6715800");
    // Newman's game has no cuts of one bet.
    assert_eq!(
        page(&service, "/compare/newman/bmax?from=3&to=9")
            .body
            .matches("<svg class=\"plot\"")
            .count(),
        2
    );
    let long = page(&service, "/compare/von-neumann/b2?from=2&to=1000").body;
    let second = link(&long, "part 2").expect("a second part");
    assert!(page(&service, &second).body.contains("href=\"/von-neumann/n82-b2\""));
    assert!(
        refused(&service, "/compare/von-neumann/b2?from=2&to=9&part=2", 400)
            .contains("part = 2, expected 1 to 1")
    );
}

#[test]
fn the_explorer_finds_all_bets_that_matter_and_takes_sets() {
    let service = serve();
    for (form, label) in [
        ("game=newman&n=14&b=max", "/newman/n14-b5"),
        ("game=newman&n=14&b=max&s=&players=&copies=", "/newman/n14-b5"),
        ("game=one-street&n=28&s=1%2C5%2F2%2C7", "/one-street/n28-s1-5_2-7"),
        ("game=one-street&n=28&s=1%2C5%2F2%2C7&b=", "/one-street/n28-s1-5_2-7"),
    ] {
        let reply = service.ask("GET", &format!("/?{form}"), BROWSER);
        assert_eq!(
            (reply.status, reply.header("location")),
            (303, Some(label)),
            "{form}: {}",
            reply.body
        );
    }
    for (form, status, words) in [
        ("game=newman&n=1000000000&b=max", 422, "expected at most 300 over HTTP"),
        ("game=kuhn&n=3&b=max", 400, "max"),
        ("game=one-street&n=3", 422, "one-street is played with a set of bet sizes"),
        ("game=one-street&n=28&b=4", 422, "b is not for one-street"),
        ("game=von-neumann&n=28&b=1%2C5%2F2", 400, "is not a rational number"),
    ] {
        assert!(refused(&service, &format!("/?{form}"), status).contains(words), "{form}");
    }
}

/// Every view and every card can be reached, each page is short, and the picture of a view is
/// whole.
#[test]
fn long_games_come_in_parts() {
    let service = serve();
    let first = page(&service, "/newman/n1000-b300").body;
    for (words, there) in [
        ("id=\"certificate\"", true),
        ("id=\"cite\"", true),
        ("later views", true),
        ("earlier views", false),
    ] {
        assert_eq!(first.contains(words), there, "{words}");
    }
    let (mut views, mut path) = (0, Some("/newman/n1000-b300".to_owned()));
    while let Some(shown) = path {
        let body = page(&service, &shown).body;
        views += body.matches("<h3>Player ").count();
        path = link(&body, "later views");
    }
    assert_eq!(views, 301);
    let (mut actions, mut path) = (0, Some("/newman/n1000-b300".to_owned()));
    while let Some(shown) = path {
        let body = page(&service, &shown).body;
        actions += body.matches("<li>I <strong>").count();
        path = link(&body, "later actions");
    }
    assert_eq!(actions, 301);
    page(&service, "/newman/n1000-b300?card=5");
    assert!(page(&service, "/newman/n1000-b300?card=5&view=290").body.contains("facing bet 290"));

    let long = "/newman/n1000000000000000000-b300";
    let first = page(&service, long).body;
    assert!(first.contains(&format!("src=\"{long}.svg?view=1\"")), "{first}");
    let document = service.json(&format!("{long}.json"));
    let runs = document["strategies"][0]["runs"].as_array().expect("runs").len();
    // More than one page has.
    assert!(runs > 300, "{runs}");
    let (mut rows, mut path) = (0, Some(format!("{long}?view=1&from=1")));
    while let Some(shown) = path {
        let body = page(&service, &shown).body;
        rows += body.matches("<th class=\"card\"").count();
        path = link(&body, "higher cards");
    }
    assert_eq!(rows, runs);
    let picture = service.get(&format!("{long}.svg?view=1"));
    assert!(
        picture.status == 200 && picture.body.matches("<rect ").count() >= runs,
        "{}",
        picture.head
    );
    for (path, words) in [
        ("/kuhn/n3-b1?view=5", "view = 5, expected 1 to 4"),
        ("/kuhn/n3-b1?view=0", "view = 0, expected 1 to 4"),
        ("/kuhn/n3-b1?from=2", "from without view"),
        ("/kuhn/n3-b1?view=1&from=4", "from = 4, expected 1 to 3"),
        ("/kuhn/n3-b1?tree=3", "tree = 3, expected 1 to 2"),
        ("/kuhn/n3-b1.svg?view=9", "view = 9, expected 1 to 4"),
    ] {
        assert!(refused(&service, path, 400).contains(words), "{path}");
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
        assert!(
            tag.starts_with('"') && first.header("cache-control") == Some("no-cache"),
            "{path}: {}",
            first.head
        );
        let negotiated = path.starts_with("/von-neumann");
        assert_eq!(
            first.header("vary").unwrap_or_default().contains("accept"),
            negotiated || first.head.contains("accept-encoding"),
            "{path}: {}",
            first.head
        );
        let again =
            service.ask("GET", path, &format!("{BROWSER}if-none-match: \"other\", W/{tag}\r\n"));
        assert_eq!(
            (again.status, again.length, again.header("etag")),
            (304, 0, Some(tag.as_str())),
            "{path}: {}",
            again.head
        );
        let head = service.ask("HEAD", path, BROWSER);
        assert_eq!(
            (head.status, head.length, head.header("etag")),
            (200, 0, Some(tag.as_str())),
            "{path}"
        );
        let other = service.ask("GET", path, &format!("{BROWSER}if-none-match: \"other\"\r\n"));
        assert_eq!((other.status, other.body), (200, first.body), "{path}");
    }
    // Refusals are never kept as if they were the page.
    let refusal = service.ask("GET", "/kuhn/n3-b0", &format!("{BROWSER}if-none-match: *\r\n"));
    assert_eq!((refusal.status, refusal.header("etag")), (422, None));
    // One address, a form for each.
    for accept in [BROWSER, "accept: application/json\r\n", "accept: image/png\r\n"] {
        let vary = service.ask("GET", "/kuhn/n3-b1", accept);
        assert!(
            vary.header("vary").is_some_and(|vary| vary.contains("accept")),
            "{accept}: {}",
            vary.head
        );
    }
}

#[test]
fn cards_that_are_never_dealt_are_marked() {
    let service = serve();
    let endgame = page(&service, "/basic-endgame/n3-b2-w1_3").body;
    // I never holds the middle card, II never another one: one row of I, two of II; and the
    // pictures say it as well.
    assert_eq!(endgame.matches(">never dealt</td>").count(), 3, "{endgame}");
    assert_eq!(endgame.matches(">never dealt</text>").count(), 3, "{endgame}");
    assert!(!page(&service, "/kuhn/n3-b1").body.contains("never dealt"));
}

/// Several sizes: where the bluffs end, where each size begins, and from where it is called.
#[test]
fn pictures_show_the_cuts_of_every_size_and_only_colours_that_occur() {
    let service = serve();
    let street = page(&service, "/one-street/n28-s1-5_2-7").body;
    assert_eq!(street.matches("class=\"cut\"").count(), 1 + 3 + 3, "{street}");
    assert!(
        street.contains("data-meaning=\"5/2\"")
            && street.contains("Below the first player I bluffs"),
        "{street}"
    );
    assert_eq!(page(&service, "/von-neumann/n28-b4").body.matches("class=\"cut\"").count(), 3);
    let borel = page(&service, "/borel/n4-b2").body;
    assert!(!borel.contains("check</li>") && borel.contains("value bet</li>"), "{borel}");
}
