//! The pages that lead to games: the list, families, pure and continuous games, the book.

use std::collections::BTreeSet;

use rational_bluff::game::FAMILIES;

use crate::support::page::{BROWSER, links, nested, refused, shown};
use crate::support::service::Service;
use crate::support::{has, shared};

fn serve() -> Service {
    // A busy machine may take several times as long as a free one.
    Service::within(&shared("listing"), "--solve-seconds 100")
}

/// Labels in the list of stored answers.
fn listed(page: &str) -> Vec<String> {
    let Some((_, table)) = page.split_once("id=\"answers\"") else { return Vec::new() };
    let rows = table.split("<th scope=\"row\"><a href=\"").skip(1);
    rows.filter_map(|row| Some(row.split_once("\">")?.1.split_once('<')?.0.to_owned())).collect()
}

#[test]
fn games_are_found_by_words_players_cards_and_method() {
    // A catalogue that no other test fills.
    let service = Service::within(&shared("stored-games"), "");
    for game in ["kuhn/n13-b1", "kuhn/n4-b1", "one-raise/n5-b2-raise6", "in-turn/n4-b1"] {
        assert_eq!(service.get(&format!("/api/v1/solutions/{game}")).status, 200);
    }
    let all = shown(&service, "/games", 200);
    for family in FAMILIES {
        has(&all, &[&format!("<a href=\"/{}\">", family.name)]);
    }
    let newest = listed(&all);
    assert_eq!(newest[0], "in-turn/n4-b1");
    assert_eq!(newest.len(), 4, "{newest:?}");
    for (query, expected) in [
        ("family=kuhn", ["kuhn/n4-b1", "kuhn/n13-b1"].as_slice()),
        ("n=4", &["in-turn/n4-b1", "kuhn/n4-b1"]),
        ("players=2&n=4", &["kuhn/n4-b1"]),
        ("players=3", &["in-turn/n4-b1"]),
        ("method=search", &["in-turn/n4-b1"]),
        ("search=raise6", &["one-raise/n5-b2-raise6"]),
        ("search=Farkas", &[]),
    ] {
        let found = listed(&shown(&service, &format!("/games?{query}"), 200));
        assert_eq!(found, expected, "{query}");
    }
    has(&shown(&service, "/games?search=Farkas", 200), &["/book/glossary#linear-programs"]);
    for (query, label) in [
        ("search=kuhn/n13-b1.0", "/kuhn/n13-b1"),
        ("search=Newman%27s+poker", "/newman"),
        ("search=borel", "/borel"),
        ("search=Kuhn+poker", "/kuhn"),
        ("search=kuhn+5+2", "/kuhn/n5-b2"),
        ("search=Kuhn%E2%80%99s+poker+4+7/3", "/kuhn/n4-b7_3"),
        ("search=newman+14", "/newman/n14-b5"),
        ("search=push+fold+10", "/push-fold/s10"),
        ("search=push+or+fold+12", "/push-fold/s12"),
        ("search=the+one-street+game", "/one-street"),
        ("search=basic+endgame+3+4", "/basic-endgame/n3-b4-w1_3"),
        ("search=How+often+should+I+bluff%3F", "/?b=1"),
        ("search=Hold%27em", "/holdem"),
        ("search=river", "/holdem"),
        ("search=how+often+to+bluff", "/book/questions#how-often-to-bluff"),
        ("search=Ks+9d+6h+3c+2s", "/holdem?board=ks9d6h3c2s"),
        ("search=AKs+vs+QQ", "/equity?hand=aks&range=qq"),
    ] {
        let reply = service.ask("GET", &format!("/games?{query}"), BROWSER);
        assert_eq!((reply.status, reply.header("location")), (303, Some(label)), "{query}");
    }
    let asked = shown(&service, "/games?search=kuhn+1+2", 200);
    has(&asked, &["role=\"alert\">n = 1, expected", "All games</a></p>"]);
    for words in ["river+hand", "game+file"] {
        let page = shown(&service, &format!("/games?search={words}"), 200);
        let found = page.split("class=\"found\"").nth(1).expect("sections");
        let found = found.split("</ul>").next().expect("a list");
        assert!(!found.contains("](") && !found.contains("!["), "{found}");
    }
    let words = "players = 11, expected a whole number from 2 to 10";
    refused(&service, "/games?players=11", 400, words);
    refused(&service, "/games?family=chess", 404, "chess");
}

#[test]
fn every_family_introduces_itself() {
    let service = serve();
    for family in FAMILIES.into_iter().filter(|family| !family.parameters.is_empty()) {
        let page = shown(&service, &format!("/{}", family.name), 200);
        let example = format!("href=\"/{}\"", family.example);
        has(&page, &[&example, "href=\"/book/games/", "The betting", "name=\"game\""]);
        refused(&service, &format!("/{}?n=0", family.name), 422, "expected");
    }
}

#[test]
fn games_of_real_cards_have_pages_with_grids_and_boards() {
    let service = serve();
    let push = shown(&service, "/push-fold/s10", 200);
    has(&push, &["class=\"pic hands\"", "aria-label=\"AA: push\"", "name=\"stack\""]);
    assert_eq!(push.matches("aria-label=\"72o: fold\"").count(), 2);
    has(&shown(&service, "/push-fold/s10?card=2", 200), &["<h3>AKs<span>player I, first to act"]);
    has(&shown(&service, "/leduc", 200), &["aria-label=\"K: check, check\"", "085606424078"]);
    has(&shown(&service, "/leduc?view=13&card=1", 200), &["<h3>J<span>", "aria-current=\"true\""]);
    refused(&service, "/leduc?view=97", 400, "view = 97, expected a whole number from 1 to 96");
}

#[test]
fn pure_equilibria_are_counted_and_listed_in_parts() {
    let service = serve();
    let seven = shown(&service, "/pure/von-neumann/n7-b2", 200);
    has(&seven, &["3 equilibria", "</span>1, 6–7</td>", "</span>3, 6–7</td>", "2/21"]);
    let many = shown(&service, "/pure/von-neumann/n26-b2", 200);
    has(&many, &["part=2"]);
    has(&shown(&service, "/pure/von-neumann/n26-b2?part=2", 200), &["<th scope=\"row\">41</th>"]);
    has(&shown(&service, "/pure/von-neumann/n7-b2?cuts=true", 200), &["One equilibrium in cuts"]);
    has(&shown(&service, "/pure/von-neumann/n14-b2", 200), &["No equilibrium"]);
    refused(&service, "/pure/kuhn/n3-b1", 422, "von-neumann");
    refused(&service, "/pure/von-neumann/n2000-b2", 422, "expected n ≤ 1000");
    refused(&service, "/pure/von-neumann/n7-b2?part=0", 400, "part = 0");
}

#[test]
fn continuous_games_have_value_cuts_digits_and_equations() {
    let service = serve();
    let three = shown(&service, "/continuous/three-player/b2?digits=30", 200);
    has(&three, &["0.12255707471486868673", "3 A<sup>2</sup> = (3 + b) C<sup>2</sup> − b"]);
    has(&shown(&service, "/continuous/kuhn/b1", 200), &["aria-label=\"−1/18\"", "facing a check"]);
    for label in ["newman/all", "newman/bmax", "newman/between1-4", "one-street/s1-3"] {
        has(&shown(&service, &format!("/continuous/{label}"), 200), &["value = "]);
    }
    for label in ["callers/best-p4", "basic-endgame/b2-w1_2", "hand-flip/b2-flip1_4"] {
        shown(&service, &format!("/continuous/{label}"), 200);
    }
    refused(&service, "/continuous/three-player/b2?digits=0", 422, "1 to 1000");
    refused(&service, "/continuous/chess/b2", 404, "chess");
}

#[test]
fn chapters_of_the_book_lead_to_each_other_and_to_nothing_that_is_not_there() {
    let service = serve();
    let (mut open, mut seen) = (vec!["/book".to_owned()], BTreeSet::new());
    while let Some(path) = open.pop() {
        let path = path.split('?').next().unwrap_or_default().to_owned();
        if !seen.insert(path.clone()) {
            continue;
        }
        if path.ends_with(".png") {
            assert_eq!(service.get(&path).header("content-type"), Some("image/png"), "{path}");
            continue;
        }
        // Chapters have commands with addresses of hosts, which no page leads to.
        let reply = service.ask("GET", &path, BROWSER);
        assert_eq!(reply.status, 200, "{path}");
        let page = reply.body;
        nested(&path, &page);
        open.extend(links(&page).into_iter().filter(|link| link.starts_with("/book")));
        for anchored in page.split("href=\"/book/glossary#").skip(1) {
            let anchor = anchored.split('"').next().expect("an end");
            let glossary = service.ask("GET", "/book/glossary", BROWSER).body;
            has(&glossary, &[&format!("id=\"{anchor}\"")]);
        }
    }
    assert!(seen.len() > 35, "{seen:?}");
    has(&shown(&service, "/book?search=Farkas+ray", 200), &["/book/glossary#linear-programs"]);
    refused(&service, "/book/nowhere", 404, "nowhere");
    has(&service.ask("GET", "/compute", BROWSER).body, &["pip install", "curl ", "bluff verify"]);
}

/// Every place that a person is led to is a page, a picture or a file.
#[test]
fn no_link_of_a_page_ends_in_json() {
    let service = serve();
    let pages = ["/games", "/kuhn", "/literature", "/errata", "/findings"];
    for page in pages.into_iter().chain(["/von-neumann/n9-b2", "/pure/von-neumann/n9-b2"]) {
        let found = links(&service.ask("GET", page, BROWSER).body);
        let raw = found.iter().find(|link| link.starts_with("/api/") && !link.contains('.'));
        assert_eq!(raw, None, "{page}");
    }
}
