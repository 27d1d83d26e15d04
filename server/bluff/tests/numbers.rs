//! Numbers of pages: short for people, in full where a proof, a formula or a file needs it.

use crate::support::page::{long_numbers, shown};
use crate::support::service::Service;
use crate::support::{has, shared};

/// Digits of the longest number: seven, and a zero before the point.
const DIGITS: usize = 8;
/// Games whose numbers are long.
const LONG: [&str; 9] = [
    "von-neumann/n1000000000000000000-b2",
    "von-neumann/n28-b22_7",
    "kuhn/n13-b3_2-r4",
    "three-player/n65-b2",
    "one-street/n28-s1-5_2-7",
    "callers/n12-b2-p6",
    "in-turn/n4-b1",
    "push-fold/s10",
    "leduc",
];

#[test]
fn no_page_shows_a_number_of_more_than_seven_digits_where_no_proof_needs_it() {
    let service = Service::within(&shared("numbers"), "--solve-seconds 100");
    let of_games = LONG.iter().flat_map(|label| {
        ["", "?card=2", "?tab=lock", "?tab=play", "?tab=decks", "?tab=files"]
            .map(|tab| format!("/{label}{tab}"))
    });
    let others = [
        "/",
        "/games",
        "/three-player",
        "/newman",
        "/newman/n14-b5?card=14",
        "/von-neumann/n5-b1?tab=optimal",
        "/leduc?view=13",
        "/push-fold/s10?card=50",
        "/compare/von-neumann/b2?scale=linear",
        "/compare/callers/b2-p4",
        "/map/von-neumann?n=2..9&b=1..3",
        "/pure/von-neumann/n9-b2",
        "/holdem?board=Ks9d6h3c2s",
        "/holdem?board=Ks9d6h3c2s&view=2&card=100",
        "/holdem/push-fold?stack=21/2&card=5",
        "/leduc?tab=play&seat=I&seed=8f70b776e6bc6a59&do=check",
    ];
    for path in others.map(str::to_owned).into_iter().chain(of_games) {
        let reply = service.ask("GET", &path, "accept: text/html\r\n");
        // Not every game has every tab.
        assert!([200, 400, 404, 422].contains(&reply.status), "{path}: {}", reply.body);
        let long = long_numbers(&reply.body, DIGITS);
        assert!(long.is_empty(), "{path}: {long:?}");
    }
}

#[test]
fn a_short_number_has_its_fraction_and_a_proof_has_all() {
    let service = Service::within(&shared("numbers"), "--solve-seconds 100");
    let page = shown(&service, "/push-fold/s10", 200);
    has(&page, &["<data tabindex=\"0\" value=\"", "data-act=\"exact\""]);
    let proof = shown(&service, "/push-fold/s10?tab=why", 200);
    assert!(!long_numbers(&proof, DIGITS).is_empty(), "{proof}");
}
