//! Addresses that people guess, and the pages that they mean.

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use rational_bluff::game::FAMILIES;

use crate::service::Service;

/// The guessed addresses without a slash before them, and the page.
const GUESSED: [(&str, &str); 13] = [
    ("about help learn manual", "/book"),
    ("teach exercises", "/book/teach"),
    ("cli python install notebooks", "/compute"),
    ("holdem hold-em", "/river"),
    ("openapi.json openapi swagger", "/api/v1/openapi.json"),
    ("catalogue search solutions", "/games"),
    ("charts", "/charts/push-fold"),
    ("protocols", "/deals"),
    ("map", "/map/von-neumann"),
    ("paper", "/book/paper"),
    ("proof", "/proof/kuhn/n3-b1"),
    ("try", "/try/von-neumann/n9-b2"),
    ("tutorial", "/book/tutorial"),
];
/// Pages of a label, and of one without its deck.
const OF_LABELS: [&str; 3] = ["play", "proof", "try"];
const OF_BETS: [&str; 3] = ["compare", "continuous", "formulas"];

/// The addresses that lead elsewhere: those of the table, and those of pages with the name of a
/// family in place of a label, which lead to its example.
pub(in crate::page) fn routes() -> Router<Service> {
    let table = GUESSED.into_iter().flat_map(|(names, page)| {
        names.split(' ').map(move |name| (format!("/{name}"), page.to_owned()))
    });
    let examples = FAMILIES.into_iter().flat_map(|family| {
        let (name, example) = (family.name, family.example);
        // A game without parameters is its own example.
        let of_labels = OF_LABELS.map(|page| (page, example.to_owned()));
        let of_labels = of_labels.into_iter().filter(move |_| name != example);
        let stakes = example.rsplit_once('/').and_then(|(_, deck)| deck.split_once('-'));
        let bets = stakes.map(|(_, bets)| format!("{name}/{bets}"));
        let of_bets = bets.map(|bets| OF_BETS.map(|page| (page, bets.clone())));
        let pages = of_labels.chain(of_bets.into_iter().flatten());
        let address = move |(page, label)| (format!("/{page}/{name}"), format!("/{page}/{label}"));
        pages.map(address).chain([(format!("/games/{name}"), format!("/{name}"))])
    });
    table.chain(examples).fold(Router::new(), |routes, (guessed, page)| {
        routes.route(&guessed, get(move || async move { Redirect::to(&page) }))
    })
}
