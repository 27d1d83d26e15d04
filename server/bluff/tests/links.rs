//! Links as people pass them on: with fields that others append, with a slash at the end, with the
//! ending of another form.

use crate::support::page::BROWSER;
use crate::support::service::Service;
use crate::support::{has, shared};

/// The addresses of pages, and a page of each, with fields that it knows.
const PAGES: &str = "
/ | /?b=1%2F2
/{game}/{deck} | /kuhn/n3-b1?card=2&view=1
/{game}/{deck} why | /kuhn/n3-b1?tab=why&view=1
/{game}/{deck} play | /kuhn/n3-b1?tab=play&seat=I&seed=0123456789abcdef
/{game}/{deck} lock | /kuhn/n3-b1?tab=lock&strip=2&lock=I
/{game}/{deck} optimal | /kuhn/n3-b1?tab=optimal&card=2
/{game}/{deck} decks | /kuhn/n3-b1?tab=decks&from=3&to=9
/{game}/{deck} files | /kuhn/n3-b1?tab=files
/compare/{*label} | /compare/kuhn/b1?from=3&to=9
/charts/{*label} | -
/holdem/{*label} | /holdem/push-fold?stack=9
/holdem | /holdem?board=Ks9d6h3c2s&pot=10&I=AA%2CQQ&II=KK
/holdem.json | /holdem.json?board=Ks9d6h3c2s&pot=10&I=AA%2CQQ&II=KK
/holdem/boards | /holdem/boards
/holdem/drill | -
/map/{*game} | /map/kuhn?n=3..5&b=1
/games | /games?search=bluff&players=2
/pure/{*label} | /pure/von-neumann/n9-b2?cuts
/continuous/{*label} | /continuous/kuhn/b1?digits=30
/formulas/{*label} | /formulas/von-neumann/b2?at=5&residue=3
/book | /book?search=bluff
/play | /play?label=kuhn%2Fn3-b1
/river | -
/river.json | -
/play/river | -
/class | /class?code=ab23
/class/{code} | -
/class/{code}/hall | -
/class/{code}/events | -
/class/{code}/{student} | -
/suggest | /suggest?words=kuhn+5+2
/deals | /deals?protocol=golle
/fairness | /fairness?protocol=golle&players=2&cards=3
/sweeps | /sweeps?example=pure
/tables | /tables
/teach | /teach
/teach/sheet | /teach/sheet
/formulas | /formulas
/book/{*chapter} | /book/tutorial
/glossary | /glossary
/compute | /compute
/findings | /findings
/literature | /literature
/errata | /errata
/docs | /docs
/{family} | /von-neumann
/leduc | /leduc?view=2
/leduc.svg | /leduc.svg?view=2
/{game}/{deck}.svg | /kuhn/n3-b1.svg?card=2
/sweeps/{id} | -
/sweeps/{id}/cancel | -
";

/// Query fields that mail, newsletters, advertisements and networks of people append.
const APPENDED: [&str; 8] = [
    "fbclid=IwAR1_x-y",
    "utm_source=news&utm_medium=e%2Dmail&utm_campaign=a%20b",
    "gclid=1",
    "mc_cid=3f&mc_eid=9",
    "_ga=2.1.9",
    "ref=hn&ref=hn",
    "igshid=z%26",
    "trk",
];

/// Patterns of routes, and a page of each.
pub(crate) fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.lines().filter_map(|line| line.split_once(" | "))
}

/// The last field is one that the page does not know, so that nothing is computed.
#[test]
fn a_page_drops_the_fields_of_others() {
    let service = Service::within(&shared("links"), "--rate 0");
    for (at, (_, page)) in pages().filter(|(_, page)| *page != "-").enumerate() {
        let join = if page.contains('?') { '&' } else { '?' };
        let (path, own) = page.split_once('?').unwrap_or((page, ""));
        let appended = APPENDED[at % APPENDED.len()];
        let other = APPENDED[(at + 3) % APPENDED.len()];
        for (given, clean) in [
            (format!("{page}{join}{appended}"), page.to_owned()),
            (format!("{path}?{appended}&{own}&{other}"), page.to_owned()),
            (format!("{page}{join}lecture&{appended}"), format!("{page}{join}lecture")),
        ] {
            for headers in [BROWSER, ""] {
                let reply = service.ask("GET", &given, headers);
                assert_eq!(reply.status, 308, "{given}: {}", reply.body);
                assert_eq!(
                    reply.header("location"),
                    Some(clean.to_ascii_lowercase().as_str()),
                    "{given}"
                );
            }
        }
        let reply = service.ask("GET", page, BROWSER);
        assert!(matches!(reply.status, 200 | 303 | 308), "{page}: {}", reply.body);
    }
}

/// The addresses in a text that begin with a slash, after any of these signs.
fn addresses<'a>(text: &'a str, before: &'a [&str]) -> impl Iterator<Item = &'a str> {
    before.iter().flat_map(move |before| {
        let found = text.split(before).skip(1).filter(|rest| rest.starts_with('/'));
        found.filter_map(|rest| rest.split(['"', '\'', ')']).next())
    })
}

#[test]
fn no_address_of_a_service_with_a_base_leaves_it() {
    let flags = "--rate 0 --base /poker/bluff/";
    let service = Service::within(&shared("links-base"), flags);
    let below = |address: &str| address.starts_with("/poker/bluff/");
    let signs = ["=\"", "url(", "src: '", "\"type\":\"", "\"url\": \""];
    let mut scripts = 0;
    let others = ["/api/v1/openapi.json", "/no/such/page", "/api/v1/games/none", "/api"];
    for page in pages().map(|(_, page)| page).filter(|page| *page != "-").chain(others) {
        for headers in [BROWSER, ""] {
            let reply = service.ask("GET", &format!("/poker/bluff{page}"), headers);
            assert_ne!(reply.status, 500, "{page}");
            if let Some(place) = reply.header("location") {
                assert!(below(place), "{page}: {place}");
            }
            let same = service.ask("GET", page, headers);
            assert_eq!(same.status, reply.status, "{page}");
            for address in addresses(&reply.body, &signs) {
                // What a visitor wrote is no address.
                assert!(below(address) || address == "/", "{page}: {address}");
                if address.contains("/assets/") && !address.ends_with("woff2") {
                    let asset = service.get(address);
                    assert_eq!(asset.status, 200, "{page}: {address}");
                    assert!(addresses(&asset.body, &signs).all(below), "{address}");
                    scripts += 1;
                }
            }
        }
    }
    assert!(scripts > 60, "{scripts} styles and scripts");
    let asked = service.get("/poker/bluff?search=kuhn");
    assert_eq!(asked.status, 308, "{}", asked.body);
    assert_eq!(service.get("/poker/bluffs").status, 400, "no base, but a game");
    assert_eq!(service.get("/healthz").body, "ok");
    let form = service.ask("GET", "/poker/bluff/games?search=/zebra", BROWSER);
    has(&form.body, &["value=\"/zebra\"", "action=\"/poker/bluff/games\""]);
    let head = service.ask("HEAD", "/poker/bluff/kuhn/n3-b1", BROWSER);
    let page = service.ask("GET", "/poker/bluff/kuhn/n3-b1", BROWSER);
    assert_eq!(head.header("content-length"), Some(page.length.to_string().as_str()));
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"3\"\nb = 1\n";
    let sweep = service.post("/poker/bluff/api/v1/sweeps", "", plan);
    assert!(below(sweep.header("location").expect("a place")), "{}", sweep.head);
    let events = service.get("/poker/bluff/api/v1/progress/kuhn/n3-b1");
    has(&events.body, &["\"solution\":\"/poker/bluff/api/v1/solutions/kuhn/n3-b1\""]);
}

#[test]
fn only_an_embedded_page_may_be_shown_in_frames_of_other_sites() {
    let service = Service::within(&shared("links"), "--rate 0");
    for (address, frames) in [
        ("/kuhn/n3-b1?embed", "frame-ancestors *"),
        ("/kuhn/n3-b1?card=2&embed=1", "frame-ancestors *"),
        ("/kuhn/n3-b1", "frame-ancestors 'none'"),
        ("/kuhn/n3-b1?card=embed", "frame-ancestors 'none'"),
        ("/kuhn/n3-b1?embedded", "frame-ancestors 'none'"),
        ("/kuhn/n3-b1.svg?embed", "frame-ancestors 'none'"),
        ("/sweeps?embed", "frame-ancestors 'none'"),
        ("/class?embed", "frame-ancestors 'none'"),
        ("/tables?embed", "frame-ancestors 'none'"),
        ("/api/v1/games?embed", "frame-ancestors 'none'"),
    ] {
        let reply = service.ask("GET", address, BROWSER);
        has(reply.header("content-security-policy").expect("a policy"), &[frames]);
        let leads_outside = reply.body.contains("<base target=\"_blank\">");
        assert_eq!(leads_outside, frames == "frame-ancestors *", "{address}");
    }
    // What leads to another page leads to it in the frame.
    for (address, location) in [
        ("/newman/bmax?embed", "/compare/newman/bmax?embed"),
        ("/kuhn/n03-b1?embed", "/kuhn/n3-b1?embed"),
        ("/proof/kuhn/n3-b1?card=2&embed", "/kuhn/n3-b1?tab=why&card=2&embed"),
    ] {
        let reply = service.ask("GET", address, BROWSER);
        assert_eq!(reply.header("location"), Some(location), "{address}");
    }
    let posted = service.post("/fairness?embed", BROWSER, "");
    has(posted.header("content-security-policy").expect("a policy"), &["frame-ancestors 'none'"]);
}

#[test]
fn the_table_has_every_page_of_the_router() {
    let router = include_str!("../../service/src/page/mod.rs");
    let routes = router.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let routes: Vec<&str> = routes.collect();
    assert!(routes.len() > 25);
    for route in routes {
        assert!(pages().any(|(pattern, _)| pattern == route), "{route}");
    }
}

#[test]
fn a_slash_at_the_end_leads_to_the_address_without() {
    let service = Service::within(&shared("links"), "--rate 0");
    for (given, location) in [
        ("/api/v1/solutions/kuhn/n3-b1/", "/api/v1/solutions/kuhn/n3-b1"),
        ("/api/v1/formulas/kuhn/b1/", "/api/v1/formulas/kuhn/b1"),
        ("/api/v1/equity/?hand=AA&range=KK", "/api/v1/equity?hand=AA&range=KK"),
        ("/api/v1/games/", "/api/v1/games"),
        ("/api/", "/api"),
        ("/healthz/", "/healthz"),
        ("/docs/", "/docs"),
        ("/compare/kuhn/b1/?from=3&to=9", "/compare/kuhn/b1?from=3&to=9"),
        ("/kuhn/n3-b1//", "/kuhn/n3-b1"),
        ("/kuhn/n3-b1.csv/", "/kuhn/n3-b1.csv"),
    ] {
        let reply = service.get(given);
        let location = location.to_ascii_lowercase();
        let found = (reply.status, reply.header("location"));
        assert_eq!(found, (308, Some(location.as_str())), "{given}");
    }
    let sent = service.post("/api/v1/verify/", "", "{}");
    assert_eq!((sent.status, sent.header("location")), (308, Some("/api/v1/verify")));
    // These would name another host.
    for path in ["//evil.example/", "/\\evil.example/", "/kuhn//n3-b1/"] {
        let reply = service.get(path);
        assert_eq!((reply.status, reply.header("location")), (404, None), "{path}");
    }
}

#[test]
fn a_form_that_another_address_has_is_found_from_every_door() {
    let service = Service::within(&shared("links"), "--rate 0");
    for (forms, others, door) in [
        ("efg nfg lp mps", ["", "/api/v1/solutions"], "/api/v1/games"),
        ("svg tree.svg tikz", ["/api/v1/games", "/api/v1/solutions"], ""),
        ("html csv txt tex mpl sage gp", ["/api/v1/games"; 2], ""),
    ] {
        let addresses = ["kuhn/n3-b1", "push-fold/s10", "leduc"]
            .into_iter()
            .flat_map(|label| forms.split(' ').map(move |form| format!("{label}.{form}")));
        for (address, other) in addresses.flat_map(|at| others.map(|other| (at.clone(), other))) {
            let reply = service.ask("GET", &format!("{other}/{address}"), BROWSER);
            let there = format!("{door}/{address}");
            let found = (reply.status, reply.header("location"));
            assert_eq!(found, (308, Some(there.as_str())), "{other}/{address}");
        }
    }
    for unknown in ["kuhn/n3-b1.cvs", "kuhn/n3-b1.svg.svg", "kuhn/n3-b1.CSV"] {
        service.get(&format!("/api/v1/games/{unknown}")).problem(406);
    }
    let page = service.ask("GET", "/kuhn/n3-b1?tab=files", BROWSER);
    for form in ["json", "efg", "nfg", "lp", "mps"] {
        has(&page.body, &[&format!("href=\"/api/v1/games/kuhn/n3-b1.{form}\"")]);
    }
    // Every file that a page offers is there.
    for label in ["/push-fold/s10", "/leduc", "/three-player/n65-b2", "/von-neumann/n28-b4"] {
        let page = service.ask("GET", &format!("{label}?tab=files"), BROWSER).body;
        let files = page.split("href=\"/api/v1/games/").skip(1);
        for file in files.filter_map(|rest| rest.split('"').next()) {
            let reply = service.get(&format!("/api/v1/games/{file}"));
            assert_eq!(reply.status, 200, "{file}: {}", reply.body);
        }
    }
}

/// Programs send a list under their default content type.
#[test]
fn a_list_of_labels_is_read_under_any_usual_type() {
    let service = Service::within(&shared("links"), "--rate 0");
    for kind in ["application/x-www-form-urlencoded", "text/plain", "application/octet-stream"] {
        let kind = format!("content-type: {kind}\r\n");
        for body in ["[\"kuhn/n3-b1\"]", " [\"kuhn/n3-b1\"]\n", "\"kuhn/n3-b1\"\n"] {
            let reply = service.post("/api/v1/solutions:batch", &kind, body);
            assert!(reply.status == 200 && reply.body.contains("-1/18"), "{body}: {}", reply.body);
        }
    }
}

#[test]
fn a_map_adds_nothing_to_the_list_of_solved_games() {
    let service = Service::new("links-map", "--rate 0");
    let kept = |service: &Service| service.ask("GET", "/games", BROWSER).body;
    let before = kept(&service);
    assert_eq!(service.ask("GET", "/map/kuhn?n=3..9&b=1", BROWSER).status, 200);
    assert_eq!(kept(&service), before);
    service.get("/api/v1/solutions/kuhn/n5-b1");
    assert!(kept(&service).contains("/kuhn/n5-b1"));
}

const RIVER_FIELDS: &str = "one of: board, pot, stacks, bets, raises, most, donk, all_in_above, \
                            round, within, I, II, view, card, filter, lock, hands, part";

#[test]
fn a_redirect_names_what_was_given() {
    let service = Service::within(&shared("links"), "--rate 0");
    for (path, field, given, allowed) in [
        ("/push-fold/s7.5", "label", "push-fold/s7.5", "push-fold/s15_2"),
        ("/api/v1/solutions/kuhn/n03-b1.csv", "label", "kuhn/n03-b1", "kuhn/n3-b1"),
        ("/kuhn/n3-b1/", "address", "/kuhn/n3-b1/", "/kuhn/n3-b1"),
        ("/holdem?ref=x&view=2", "ref", "x", RIVER_FIELDS),
    ] {
        let document = service.get(path).json();
        let parts = ["field", "given", "allowed"].map(|part| document[part].as_str());
        assert_eq!(parts, [Some(field), Some(given), Some(allowed)], "{path}: {document}");
    }
}

/// Addresses that people guess, and where they lead: pages by other names, families without a
/// label, and games without their deck.
const GUESSED: &str = "
/openapi.json | /api/v1/openapi.json
/python | /compute
/spots | /holdem
/spot/0123456789abcdef?path=check | /holdem?spot=0123456789abcdef&path=check
/spot/0123456789abcdef.json | /api/v1/spots/0123456789abcdef
/api/v1/solutions/spot/0123 | /api/v1/spots/0123
/river | /holdem?board=ks9d6h3c2s
/river?view=2 | /holdem?board=ks9d6h3c2s&view=2
/river.json?board=QsJh2h8c3c&pot=9 | /holdem.json?board=qsjh2h8c3c&pot=9
/exercises | /teach
/help | /book
/games/leduc | /leduc
/proof/von-neumann/n9-b2?card=3 | /von-neumann/n9-b2?tab=why&card=3
/play/kuhn/n3-b1?seat=I | /kuhn/n3-b1?tab=play&seat=
/try/leduc | /leduc?tab=lock
/kuhn/n3-b1?show=face | /kuhn/n3-b1?tab=optimal
/kuhn/n3-b1?tab=why&card=2 | /kuhn/n3-b1?card=2#card
/proof//example.org | 404
/play/kuhn | /kuhn/n3-b1?tab=play
/proof/kuhn | /kuhn/n3-b1?tab=why
/compare/newman | /compare/newman/b
/newman/bmax | /compare/newman/bmax
/kuhn/b1 | /compare/kuhn/b1
/von-neumann/b5_2 | /compare/von-neumann/b5_2
/one-street/s1,2 | 400
/kuhn/bmax | /compare/kuhn/bmax
/newman/b0 | /compare/newman/b0
/von-neumann?n=28&b=4 | /von-neumann/n28-b4
/kuhn?n=3&b=1&tab=play&utm_source=x | /kuhn?n=3&b=1&tab=play
/kuhn?n=3&b=1&tab=play | /kuhn/n3-b1?tab=play
/push-fold?stack=7.5 | /push-fold/s15_2
/kuhn?n=5 | 422
/leduc?n=6 | 422
/games/kuhn?n=5&b=2 | /kuhn?n=5&b=2
/compare/kuhn?from=3 | /compare/kuhn/b1?from=3
/proof?card=2 | /kuhn/n3-b1?tab=why&card=2
/completeness?lecture | /book/certificate?lecture#what
/search?q=kuhn+5+2 | /games?q=kuhn+5+2
/games?q=kuhn+5+2 | /kuhn/n5-b2
";

#[test]
fn a_guessed_address_leads_to_the_page_that_is_meant() {
    let service = Service::new("guessed-addresses", "");
    let lines = GUESSED.trim().lines().map(|line| line.split_once(" | ").expect("two parts"));
    for (address, place) in lines {
        let reply = service.ask("GET", address, BROWSER);
        if place.starts_with('4') {
            assert!(matches!(reply.status, 400 | 404 | 422), "{address}: {}", reply.status);
            continue;
        }
        assert!(matches!(reply.status, 303 | 308), "{address}: {}", reply.status);
        let location = reply.header("location");
        assert!(
            location.is_some_and(|location| location.starts_with(place)),
            "{address}: {location:?}"
        );
    }
}
