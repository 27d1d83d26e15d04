//! Addresses that people guess, and the pages that they mean.

use axum::Router;
use axum::http::Uri;
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use bluff_batch::file::printable;
use rational_bluff::game::FAMILIES;

use crate::problem::Problem;
use crate::service::Service;

use crate::page::parts::frame::{Refused, with_more};
use crate::page::parts::tabs::GameTab;

/// The guessed addresses without a slash before them, and the page.
const GUESSED: [(&str, &str); 16] = [
    ("about help learn manual", "/book"),
    ("exercises lectures", "/teach"),
    ("cli python install notebooks", "/compute"),
    ("hold-em poker spots", "/holdem"),
    ("openapi.json openapi swagger", "/api/v1/openapi.json"),
    ("catalogue search solutions", "/games"),
    ("charts", "/holdem/push-fold"),
    ("protocols", "/deals"),
    ("map", "/map/von-neumann"),
    ("paper", "/book/paper"),
    ("proof", "/kuhn/n3-b1?tab=why"),
    ("try", "/von-neumann/n9-b2?tab=lock"),
    ("tutorial", "/book/tutorial"),
    ("source", "/literature"),
    ("completeness", "/book/certificate#what-it-does-not-say"),
    ("reliability", "/book/certificate"),
];
/// Pages of bets without a deck.
const OF_BETS: [&str; 3] = ["compare", "continuous", "formulas"];

/// The addresses that lead elsewhere: those of the table, and those of pages with the name of a
/// family in place of a label, which lead to its example.
pub(crate) fn routes() -> Router<Service> {
    let table = GUESSED.into_iter().flat_map(|(names, page)| {
        names.split(' ').map(move |name| (format!("/{name}"), page.to_owned()))
    });
    let examples = FAMILIES.into_iter().flat_map(|family| {
        let (name, example) = (family.name, family.example);
        // A game without parameters is its own example.
        let of_labels = MOVED
            .into_iter()
            .filter(move |_| name != example)
            .map(move |(page, tab)| (format!("/{page}/{name}"), tab.address(example, "")));
        let stakes = example.rsplit_once('/').and_then(|(_, deck)| deck.split_once('-'));
        let bets = stakes.map(|(_, bets)| format!("{name}/{bets}"));
        let of_bets = bets.into_iter().flat_map(move |bets| {
            OF_BETS.map(|page| (format!("/{page}/{name}"), format!("/{page}/{bets}")))
        });
        of_labels.chain(of_bets).chain([(format!("/games/{name}"), format!("/{name}"))])
    });
    table.chain(examples).fold(of_spots(moved(Router::new())), |routes, (guessed, page)| {
        let lead = move |uri: Uri| async move { Redirect::to(&with_more(&page, uri.query())) };
        routes.route(&guessed, get(lead))
    })
}

/// Labels of spots where those of games stand: they lead to the page of the spot, and to its
/// document.
fn of_spots(to: Router<Service>) -> Router<Service> {
    let document = |id: &str| format!("/api/v1/spots/{id}");
    let page = move |uri: Uri| async move {
        let id = uri.path().trim_start_matches("/spot/");
        Redirect::to(&match id.strip_suffix(".json") {
            Some(id) => document(id),
            None => with_more(&format!("/holdem?spot={id}"), uri.query()),
        })
    };
    let solution = "/api/v1/solutions/spot/";
    let of_api = move |uri: Uri| async move {
        Redirect::to(&document(uri.path().trim_start_matches(solution)))
    };
    to.route("/spot/{id}", get(page)).route(&format!("{solution}{{id}}"), get(of_api))
}

/// Pages that have become tabs: the first part of their addresses.
const MOVED: [(&str, GameTab); 3] =
    [("proof", GameTab::Why), ("play", GameTab::Play), ("try", GameTab::Lock)];

/// The addresses of pages that have become tabs, which lead there.
fn moved(to: Router<Service>) -> Router<Service> {
    MOVED.into_iter().fold(to, |routes, (page, tab)| {
        let lead = move |uri: Uri| async move {
            let label = uri.path().trim_start_matches(&format!("/{page}/"));
            // Two slashes at the beginning would name another host.
            if label.starts_with(['/', '\\']) {
                return Refused::from(Problem::NotFound(printable(uri.path()))).into_response();
            }
            let address = tab.address(label, uri.query().unwrap_or_default());
            Redirect::permanent(&address).into_response()
        };
        routes.route(&format!("/{page}/{{*label}}"), get(lead))
    })
}
