//! The pages, read over real sockets as a browser would.

use std::collections::BTreeSet;

use crate::support::page::{BROWSER, BYTES, links, nested, refused, shown};
use crate::support::service::Service;
use crate::support::{has, shared};

/// A service with the catalogue of these tests.
fn serve() -> Service {
    // A busy machine may take several times as long as a free one.
    Service::within(&shared("pages"), "--solve-seconds 100")
}

#[test]
fn every_page_is_whole_and_every_link_leads_somewhere() {
    let service = serve();
    let pages = [
        "/",
        "/von-neumann/n28-b4",
        "/von-neumann/n28-b4?card=3",
        "/von-neumann/n1000000000000000000-b2",
        "/newman/n14-b5?card=14",
        "/kuhn/n3-b1?card=1",
        "/kuhn/n13-b3_2-r4",
        "/three-player/n65-b2?card=9",
        "/callers/n12-b2-p6",
        "/one-street/n28-s1-5_2-7",
        "/borel/n4-b2",
        "/one-raise/n10-b2-raise6",
        "/hand-flip/n10-b2-flip1_6",
        "/basic-endgame/n3-b2-w1_3?card=2",
        "/in-turn/n4-b1",
        "/compare/von-neumann/b2",
        "/map/von-neumann?n=2..9&b=1..3",
        "/kuhn/n40-b1",
        "/compare/newman/bmax?from=3&to=20",
        "/compare/callers/b2-p4",
        "/von-neumann/n9-b2?tab=lock",
        "/sweeps",
        "/tables",
        "/findings",
        "/literature",
        "/errata",
        "/games",
        "/newman",
        "/pure/von-neumann/n9-b2",
        "/continuous/kuhn/b1",
        "/continuous/callers/best-p4",
        "/formulas",
        "/holdem/push-fold",
        "/holdem/push-fold?stack=21/2&card=5",
        "/push-fold/s10",
        "/push-fold/s10?tab=lock",
        "/leduc?view=13",
        "/holdem",
        "/holdem/boards",
        "/holdem?board=Ks9d6h3c2s",
        "/holdem?board=Ks9d6h3c2s&view=2&card=100",
        "/formulas/von-neumann/b2",
        "/formulas/newman/b3?residue=500&at=28",
        "/formulas/von-neumann/b101",
        "/formulas/kuhn/b1?at=5",
        "/formulas/borel/b2?residue=3",
        "/formulas/newman/bmax",
        "/formulas/von-neumann/n3",
        "/book/glossary",
        "/docs",
    ];
    let mut found = BTreeSet::new();
    for page in pages {
        let body = shown(&service, page, 200);
        // The reference has the example documents in it.
        let most = if page == "/docs" { 3 * BYTES + BYTES / 3 } else { BYTES };
        assert!(body.len() < most, "{page}: {} bytes", body.len());
        found.extend(links(&body));
    }
    assert!(found.len() > 100, "{} links", found.len());
    for link in &found {
        let reply = service.ask("GET", link, BROWSER);
        assert_eq!(reply.status, 200, "{link}: {}", reply.body);
    }
    let style = found.iter().find(|link| link.starts_with("/assets/style-")).expect("a style");
    let style = service.get(style);
    has(&style.head, &["content-type: text/css", "immutable"]);
}

#[test]
fn browsers_and_crawlers_find_what_they_ask_for_unasked() {
    let service = serve();
    let icon = service.get("/icon.svg");
    has(&shown(&service, "/", 200), &["href=\"/icon.svg\""]);
    assert_eq!((icon.status, icon.header("content-type")), (200, Some("image/svg+xml")));
    assert_eq!(service.get("/favicon.ico").body, icon.body);
    let robots = service.get("/robots.txt");
    assert_eq!(robots.status, 200);
    assert!(robots.body.starts_with("User-agent: *\nDisallow: /api/\n"), "{}", robots.body);
}

/// The lines have an answer as they stand, unless they have a word in capitals for what only a
/// client knows.
#[test]
fn the_curl_lines_of_the_reference_are_answered() {
    let service = serve();
    let page = shown(&service, "/docs", 200).replace("&amp;", "&");
    let document = service.get("/api/v1/openapi.json").json();
    let (mut asked, mut open) = (0, 0);
    let lines = page.split("<pre tabindex=\"0\">curl ").skip(1);
    for line in lines.filter_map(|rest| rest.split('<').next()) {
        let (options, path) = line.split_once("'127.0.0.1:8080").expect("an address");
        let path = path.strip_suffix('\'').expect("a quoted address");
        if path.contains("/ID") || path.contains("/TABLE") {
            open += 1;
            continue;
        }
        let header = options.strip_prefix("-H '");
        let header = header.and_then(|rest| rest.strip_suffix("' --data-binary @body.json "));
        let described = path.replace("von-neumann/n28-b4", "{label}");
        let body =
            &document["paths"][described]["post"]["requestBody"]["content"]["application/json"];
        let reply = match header {
            Some(header) => {
                service.post(path, &format!("{header}\r\n"), &body["example"].to_string())
            }
            None => service.get(path),
        };
        assert!(matches!(reply.status, 200 | 202), "{line}: {} {}", reply.status, reply.body);
        asked += 1;
    }
    assert_eq!((asked, open), (60, 12));
    let tag = service.get("/docs").header("etag").expect("a tag").to_owned();
    assert_eq!(service.ask("GET", "/docs", &format!("if-none-match: {tag}\r\n")).status, 304);
}

#[test]
fn a_solution_page_says_what_the_document_says() {
    let service = serve();
    let page = shown(&service, "/von-neumann/n28-b4?card=3", 200);
    let words = [
        "113/1134",
        "<p class=\"digits\">0.099647</p>",
        "bet 4 with probability 2/3, check with probability 1/3",
        "Lower value",
        "bet 4, a bluff</th><td>2/3</td><td><span class=\"exact\">−23/27</span></td>",
        "<b>check and bet 4</b> pay the same",
        "name=\"n\" value=\"28\"",
        "max=\"60\" value=\"28\"",
        "href=\"/von-neumann/n28-b4?tab=decks\"",
        "href=\"/von-neumann/n28-b4?tab=files\"",
    ];
    has(&page, &words);
    for (tab, words) in [
        ("files", "@misc{rational-bluff:von-neumann-n28-b4,"),
        ("decks", "aria-label=\"Values over the number of cards\""),
        ("decks", "href=\"/formulas/von-neumann/b4?at=28\""),
        ("optimal", "href=\"/pure/von-neumann/n28-b4\""),
    ] {
        has(&shown(&service, &format!("/von-neumann/n28-b4?tab={tab}"), 200), &[words]);
    }
    // Only II is ever dealt the middle card.
    let middle = shown(&service, "/basic-endgame/n3-b2-w1_3?card=2", 200);
    has(&middle, &["player II, facing bet 2"]);
    assert!(!middle.contains("data-tip=\"0\""), "{middle}");
    let endgame = shown(&service, "/basic-endgame/n3-b2-w1_3?tab=files", 200);
    has(&endgame, &["title = {Equilibrium of basic-endgame/n3-b2-w1\\_3}"]);
    let errata = shown(&service, "/errata", 200);
    assert!(errata.matches("<h3 ").count() >= 6 && errata.contains("974/8121"), "{errata}");
    let document = service.get("/api/v1/solutions/von-neumann/n28-b4");
    for (path, headers) in [
        ("/von-neumann/n28-b4.json", BROWSER),
        ("/von-neumann/n28-b4", "accept: application/json\r\n"),
    ] {
        let same = service.ask("GET", path, headers);
        assert_eq!((same.status, &same.body), (200, &document.body), "{path}");
        has(&same.head, &["immutable", "etag: \""]);
    }
    let picture = service.get("/von-neumann/n28-b4.svg");
    assert!(picture.head.contains("content-type: image/svg+xml"));
    nested("the picture", &picture.body);
    // Runs of I: bluff, bluff and check, check, bet; of II: fold, fold and call, call. One bar for
    // each action in them.
    assert_eq!(picture.body.matches("data-action=").count(), 5 + 4);
    assert_eq!(picture.body.matches("class=\"cut\"").count(), 3);
}

#[test]
fn the_explorer_leads_to_the_label() {
    let service = serve();
    for (form, label) in [
        ("game=von-neumann&n=28&b=4&s=&players=&raise=&flip=&win=&copies=", "/von-neumann/n28-b4"),
        ("game=kuhn&n=13&b=1.5&copies=4", "/kuhn/n13-b3_2-r4"),
        ("game=one-street&n=28&s=1%2C5%2F2%2C+7", "/one-street/n28-s1-5_2-7"),
        ("game=newman&n=14&b=max", "/newman/n14-b5"),
        ("game=newman&n=14&b=max&s=&players=&copies=", "/newman/n14-b5"),
        ("game=one-street&n=28&s=1%2C5%2F2%2C7&b=", "/one-street/n28-s1-5_2-7"),
    ] {
        let reply = service.ask("GET", &format!("/?{form}"), BROWSER);
        assert_eq!(reply.status, 303, "{form}: {}", reply.body);
        assert_eq!(reply.header("location"), Some(label), "{form}");
    }
    for (form, status, words) in [
        ("game=kuhn&n=1&b=1", 422, "1"),
        ("game=kuhn&n=3&b=", 422, "kuhn is played with one bet size, for instance b = 2"),
        ("game=chess&n=3&b=1", 404, "chess"),
        ("game=kuhn&n=3&b=one", 400, "one"),
        ("game=kuhn&n=%22%3E%3Cimg&b=1", 400, "n = &quot;&gt;&lt;img"),
        ("game=%3Cscript%3Ealert(1)%3C/script%3E&n=3&b=1", 404, "&lt;script&gt;"),
        ("game=newman&n=1000000000&b=max", 422, "expected at most 300 over HTTP"),
        ("game=kuhn&n=3&b=max", 400, "max"),
        ("game=one-street&n=3", 422, "one-street is played with a set of bet sizes"),
        ("game=one-street&n=28&b=4", 422, "b is not for one-street"),
        ("game=von-neumann&n=28&b=1%2C5%2F2", 400, "expected a number"),
    ] {
        refused(&service, &format!("/?{form}"), status, words);
    }
}

#[test]
fn a_wrong_address_is_a_page_with_the_words_of_the_api() {
    let service = serve();
    for (path, status, words) in [
        ("/kuhn/n3-b0", 422, "b = 0, expected b &gt; 0"),
        ("/chess/n3-b1", 404, "chess"),
        ("/newman/n1000000-b300-r2", 422, "expected at most 20000 over HTTP"),
        ("/kuhn/n3-b1?card=4", 422, "card = 4, expected one of: J, Q, K; or a whole"),
        ("/kuhn/n3-b1?card=%3Cb%3E", 400, "hand “&lt;b&gt;”, expected one that some"),
        ("/%3Cscript%3E/%22onclick=", 400, "&lt;script&gt;"),
        ("/compare/von-neumann/b2?from=9&to=3", 422, "decks from 9 to 3"),
        ("/compare/von-neumann/b2?from=2&to=99999", 422, "expected at most 1000 over HTTP"),
        ("/kuhn/n0-b1?tab=lock", 422, "0"),
        ("/nowhere", 404, "/nowhere"),
    ] {
        refused(&service, path, status, words);
    }
    service.get("/nowhere").problem(404);
    service.ask("GET", "/kuhn/n3-b0.json", BROWSER).problem(422);
}

#[test]
fn a_strategy_of_ones_own_is_worth_what_the_command_says() {
    let service = serve();
    let equilibrium = shown(&service, "/von-neumann/n9-b2?tab=lock", 200);
    has(&equilibrium, &["this is a Nash equilibrium"]);
    // II calls with the highest card only: I bluffs more.
    let timid = shown(&service, "/von-neumann/n9-b2?tab=lock&view1=1+to+8:+fold%0D%0A9:+call", 200);
    has(&timid, &["check; better bet 2", "1 to 8: fold\r\n9: call</textarea>"]);
    // Every notation means the same strategies; what was typed stays.
    for same in ["1..8:+fold%0A9:+call", "9:+100%25+call%0A1-8:+fold", "1..7,8:+fold%0A9:+call+1"] {
        let page = shown(&service, &format!("/von-neumann/n9-b2?tab=lock&view1={same}"), 200);
        let worth = |page: &str| {
            page.split("id=\"worth\"")
                .nth(1)
                .unwrap()
                .split("</section>")
                .next()
                .unwrap()
                .to_owned()
        };
        assert_eq!(worth(&page), worth(&timid), "{same}");
    }
    for (text, status, words) in [
        ("1+to+8:+fold", 422, "card 9 is missing"),
        ("1+to+9:+jump", 422, "jump"),
        ("%3C/textarea%3E%3Cscript%3E", 400, "&lt;/textarea&gt;&lt;script&gt;"),
        ("1+to+9:+call+with+probability+1/2", 422, "probabilities sum to 1/2"),
    ] {
        refused(&service, &format!("/von-neumann/n9-b2?tab=lock&view1={text}"), status, words);
    }
}
