//! The pages, read over real sockets as a browser would.

use std::collections::BTreeSet;

use crate::support;
use crate::support::page::{BROWSER, links, nested, shown};
use crate::support::service::Service;

/// A service with the catalogue of these tests.
fn serve() -> Service {
    Service::start(support::bluff(&support::shared("pages"), "serve --listen 127.0.0.1:0"))
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
        "/try/von-neumann/n9-b2",
        "/sweeps",
        "/findings",
        "/literature",
        "/errata",
        "/source",
        "/completeness",
        "/reliability",
        "/docs",
    ];
    let mut found = BTreeSet::new();
    for page in pages {
        let body = shown(&service, page, 200);
        // The reference has the example documents in it.
        let most = if page == "/docs" { 150_000 } else { 100_000 };
        assert!(body.len() < most, "{page}: {} bytes", body.len());
        found.extend(links(&body));
    }
    assert!(found.len() > 100, "{} links", found.len());
    for link in &found {
        let reply = service.ask("GET", link, BROWSER);
        assert_eq!(reply.status, 200, "{link}: {}", reply.body);
    }
    let style = found.iter().find(|link| link.starts_with("/assets/")).expect("a style");
    let style = service.get(style);
    assert!(
        style.head.contains("content-type: text/css") && style.head.contains("immutable"),
        "{}",
        style.head
    );
}

#[test]
fn browsers_and_crawlers_find_what_they_ask_for_unasked() {
    let service = serve();
    let icon = service.get("/icon.svg");
    assert!(shown(&service, "/", 200).contains("href=\"/icon.svg\""));
    assert_eq!((icon.status, icon.header("content-type")), (200, Some("image/svg+xml")));
    assert_eq!(service.get("/favicon.ico").body, icon.body);
    let robots = service.get("/robots.txt");
    assert!(
        robots.status == 200 && robots.body.starts_with("User-agent: *\nDisallow: /api/\n"),
        "{}",
        robots.body
    );
}

/// The lines have an answer as they stand, unless they have a word in capitals for what only a
/// client knows.
#[test]
fn the_curl_lines_of_the_reference_are_answered() {
    let service = serve();
    let page = shown(&service, "/docs", 200).replace("&amp;", "&");
    let document = service.get("/api/v1/openapi.json").json();
    let (mut asked, mut open) = (0, 0);
    for line in
        page.split("<pre tabindex=\"0\">curl ").skip(1).filter_map(|rest| rest.split('<').next())
    {
        let (options, path) = line.split_once("'127.0.0.1:8080").expect("an address");
        let path = path.strip_suffix('\'').expect("a quoted address");
        if path.contains("/ID") {
            open += 1;
            continue;
        }
        let reply = match options
            .strip_prefix("-H '")
            .and_then(|rest| rest.strip_suffix("' --data-binary @body.json "))
        {
            Some(header) => {
                let example = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
                    ["example"];
                service.post(path, &format!("{header}\r\n"), &example.to_string())
            }
            None => service.get(path),
        };
        assert!(matches!(reply.status, 200 | 202), "{line}: {} {}", reply.status, reply.body);
        asked += 1;
    }
    assert_eq!((asked, open), (18, 4));
    let tag = service.get("/docs").header("etag").expect("a tag").to_owned();
    assert_eq!(service.ask("GET", "/docs", &format!("if-none-match: {tag}\r\n")).status, 304);
}

#[test]
fn a_solution_page_says_what_the_document_says() {
    let service = serve();
    let page = shown(&service, "/von-neumann/n28-b4?card=3", 200);
    for words in [
        "113/1134",
        "0.099647266313…",
        "bet 4 with probability 2/3, check with probability 1/3",
        "Lower value",
        "@misc{rational-bluff:von-neumann-n28-b4,",
        "Indifferent: <strong>check = bet 4</strong> = <span class=\"exact\">-23/27</span>",
        "I <strong>bet 4</strong>: <span class=\"exact\">5/21</span>",
        "href=\"/von-neumann/n27-b4\"",
        "href=\"/von-neumann/n29-b4\"",
        "href=\"/compare/von-neumann/b4\"",
        "href=\"/api/v1/pure/von-neumann/n28-b4\"",
    ] {
        assert!(page.contains(words), "{words} in {page}");
    }
    // Only II is ever dealt the middle card.
    assert!(
        shown(&service, "/basic-endgame/n3-b2-w1_3?card=2", 200)
            .contains("play never reaches this view with this card")
    );
    let endgame = shown(&service, "/basic-endgame/n3-b2-w1_3", 200);
    assert!(endgame.contains("title = {Equilibrium of basic-endgame/n3-b2-w1\\_3}"), "{endgame}");
    let errata = shown(&service, "/errata", 200);
    assert!(errata.matches("<h3 ").count() >= 6 && errata.contains("974/8121"), "{errata}");
    let document = service.get("/api/v1/solutions/von-neumann/n28-b4");
    for (path, headers) in [
        ("/von-neumann/n28-b4.json", BROWSER),
        ("/von-neumann/n28-b4", "accept: application/json\r\n"),
    ] {
        let same = service.ask("GET", path, headers);
        assert_eq!((same.status, &same.body), (200, &document.body), "{path}");
        assert!(same.head.contains("immutable") && same.head.contains("etag: \""), "{}", same.head);
    }
    for suffix in ["csv", "txt"] {
        let api = service.get(&format!("/api/v1/solutions/von-neumann/n28-b4.{suffix}"));
        assert_eq!(service.get(&format!("/von-neumann/n28-b4.{suffix}")).body, api.body);
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
        ("game=callers&n=12&b=2&players=6", "/callers/n12-b2-p6"),
        ("game=one-raise&n=10&b=2&raise=6", "/one-raise/n10-b2-raise6"),
        ("game=hand-flip&n=10&b=2&flip=1%2F6", "/hand-flip/n10-b2-flip1_6"),
        ("game=basic-endgame&n=3&b=2&win=1%2F3", "/basic-endgame/n3-b2-w1_3"),
    ] {
        let reply = service.ask("GET", &format!("/?{form}"), BROWSER);
        assert_eq!(reply.status, 303, "{form}: {}", reply.body);
        assert!(reply.head.contains(&format!("location: {label}\r\n")), "{form}: {}", reply.head);
    }
    for (form, status, words) in [
        ("game=kuhn&n=1&b=1", 422, "1"),
        ("game=kuhn&n=3&b=", 422, "kuhn is played with one bet size, for instance b = 2"),
        ("game=chess&n=3&b=1", 404, "chess"),
        ("game=kuhn&n=3&b=one", 400, "one"),
        ("colour=red", 400, "unexpected argument colour, expected one of: n, b"),
        ("game=kuhn&n=%22%3E%3Cimg&b=1", 400, "n = \\&quot;&gt;&lt;img"),
        ("game=%3Cscript%3Ealert(1)%3C/script%3E&n=3&b=1", 404, "&lt;script&gt;"),
    ] {
        let page = shown(&service, &format!("/?{form}"), status);
        assert!(
            page.contains("role=\"alert\"") && page.contains(words),
            "{form}: {words} in {page}"
        );
    }
}

#[test]
fn a_wrong_address_is_a_page_with_the_words_of_the_api() {
    let service = serve();
    for (path, status, words) in [
        ("/kuhn/n3-b0", 422, "b = 0, expected b &gt; 0"),
        ("/chess/n3-b1", 404, "chess"),
        ("/newman/n1000000-b300-r2", 422, "expected at most 20000 over HTTP"),
        ("/kuhn/n3-b1?card=4", 400, "card = 4, expected 1 to 3"),
        ("/kuhn/n3-b1?card=%3Cb%3E", 400, "card = &lt;b&gt;"),
        ("/kuhn/n3-b1?%3Cb%3E=1", 400, "&lt;b&gt;, expected card"),
        ("/%3Cscript%3E/%22onclick=", 400, "&lt;script&gt;"),
        ("/compare/von-neumann/b2?from=9&to=3", 422, "decks from 9 to 3"),
        ("/compare/von-neumann/b2?from=2&to=99999", 422, "expected at most 1000 over HTTP"),
        ("/try/kuhn/n0-b1", 422, "0"),
        ("/try/kuhn/n3-b1?view4=1", 400, "view4, expected view0 to view3"),
        ("/nowhere", 404, "/nowhere"),
    ] {
        let page = shown(&service, path, status);
        assert!(
            page.contains("role=\"alert\"") && page.contains(words),
            "{path}: {words} in {page}"
        );
    }
    assert!(service.get("/nowhere").head.contains("application/problem+json"));
    assert!(
        service.ask("GET", "/kuhn/n3-b0.json", BROWSER).head.contains("application/problem+json")
    );
}

#[test]
fn a_strategy_of_ones_own_is_worth_what_the_command_says() {
    let service = serve();
    let equilibrium = shown(&service, "/try/von-neumann/n9-b2", 200);
    assert!(
        equilibrium.contains("Worst mistake  none: this is a Nash equilibrium"),
        "{equilibrium}"
    );
    // II calls with the highest card only: I bluffs more.
    let timid = shown(&service, "/try/von-neumann/n9-b2?view1=1+to+8:+fold%0D%0A9:+call", 200);
    assert!(timid.contains("Worst mistake  player"), "{timid}");
    assert!(timid.contains("1 to 8: fold\r\n9: call</textarea>"), "{timid}");
    for (text, status, words) in [
        ("1+to+8:+fold", 422, "card 9 is missing"),
        ("1+to+9:+jump", 422, "jump"),
        ("%3C/textarea%3E%3Cscript%3E", 400, "&lt;/textarea&gt;&lt;script&gt;"),
        ("1+to+9:+call+with+probability+1/2", 422, "probabilities sum to 1/2"),
    ] {
        let page = shown(&service, &format!("/try/von-neumann/n9-b2?view1={text}"), status);
        assert!(
            page.contains("role=\"alert\"") && page.contains(words),
            "{text}: {words} in {page}"
        );
    }
}
