//! The first page: choose a game, and go to its own address.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use bluff_batch::compute::Pool;
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use maud::{Markup, html};
use rational_bluff::game::{GAME_NAMES, Game, GameArguments};
use rational_bluff::solve::Control;

use crate::api::label::resolved;
use crate::problem::Problem;

use super::frame::{Refused, page, with_status};
use super::{Fields, fields};

/// Every field of the form: name, label, hint.
const FIELDS: [(&str, &str, &str); 8] = [
    ("n", "Cards n", "2 to 10¹⁸"),
    ("b", "Bet b", "2, 5/2; newman: max"),
    ("s", "Bet sizes", "one-street: 1,5/2,7"),
    ("players", "Players", "callers: 2 to 10"),
    ("raise", "Raise", "one-raise: in antes"),
    ("flip", "Flip", "hand-flip: 0 to 1/2"),
    ("win", "Win", "basic-endgame: 0 to 1"),
    ("copies", "Copies of each card", "1 unless given"),
];

/// Every game: its name, what it is, what it takes besides the cards, and one to start with.
const GAMES: [(&str, &str, &str, &str); 11] = [
    ("von-neumann", "I checks or bets, II folds or calls", "b", "von-neumann/n28-b4"),
    ("newman", "the same with all whole bets up to b", "b, or max: all that matter", "newman/n14-b5"),
    ("one-street", "the same with any bet sizes", "bet sizes", "one-street/n28-s1-5_2-7"),
    ("three-player", "II and III fold or call and do not see each other", "b", "three-player/n65-b2"),
    ("callers", "one who bets against 1 to 9 callers", "b and players", "callers/n12-b2-p6"),
    ("kuhn", "after a check II may bet too", "b", "kuhn/n3-b1"),
    ("borel", "la relance: I bets or gives up", "b", "borel/n4-b2"),
    ("one-raise", "II may raise the bet", "b and raise", "one-raise/n10-b2-raise6"),
    ("hand-flip", "the lower card wins now and then", "b and flip", "hand-flip/n10-b2-flip1_6"),
    ("in-turn", "III sees what II did", "b; few cards: it is searched", "in-turn/n4-b1"),
    ("basic-endgame", "I knows who wins", "b and win; always 3 cards", "basic-endgame/n3-b2-w1_3"),
];

/// What the paper shows, and what there is to see.
const EXAMPLES: [(&str, &str); 9] = [
    ("von-neumann/n3-b1", "three cards, a bluff one time in three"),
    ("von-neumann/n28-b4", "one bet of 4, 28 cards"),
    ("von-neumann/n86-b2", "one bet of 2, 86 cards"),
    ("newman/n14-b5", "all whole bets that matter with 14 cards"),
    ("one-street/n86-s1-3", "two bet sizes"),
    ("three-player/n4-b1", "three players, 4 cards"),
    ("three-player/n65-b2", "three players, 65 cards: a value that was printed otherwise"),
    ("kuhn/n3-b1", "Kuhn's poker"),
    ("von-neumann/n1000000000000000000-b2", "10¹⁸ cards"),
];

/// What was typed into the form.
struct Asked(Vec<(String, String)>);

impl Asked {
    fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.trim())
    }

    /// The game asked for; newman with b = max takes a solve.
    ///
    /// Errors: those of [`resolved`]; `Malformed` for a field that is unknown.
    fn game(&self, control: &Control) -> Result<Game, Error> {
        let known = |key: &str| key == "game" || FIELDS.iter().any(|(name, _, _)| *name == key);
        if let Some((key, _)) = self.0.iter().find(|(key, _)| !known(key)) {
            let names: Vec<&str> = FIELDS.iter().map(|(name, _, _)| *name).collect();
            return Err(Error::Malformed(format!("{}, expected game or one of: {}", printable(key), names.join(", "))));
        }
        let given = |field: &str| Some(self.get(field).to_owned()).filter(|text| !text.is_empty());
        let arguments = GameArguments {
            name: self.get("game").to_owned(),
            n: given("n"),
            copies: given("copies"),
            b: given("b"),
            s: given("s"),
            players: given("players"),
            raise: given("raise"),
            flip: given("flip"),
            win: given("win"),
        };
        resolved(&arguments, control)
    }
}

/// `GET /`: the form; with `game=` and its fields the way to that game.
pub(crate) async fn show(State(pool): State<Arc<Pool>>, query: Fields) -> Result<Response, Refused> {
    let asked = Arc::new(Asked(fields(query)?));
    if asked.0.is_empty() {
        return Ok(page("Explorer", &body(&asked, None)));
    }
    let question = Arc::clone(&asked);
    Ok(match pool.run(move |control| question.game(control)).await {
        Ok(game) => Redirect::to(&format!("/{}", game.label())).into_response(),
        Err(error) => {
            let problem = Problem::from(error);
            with_status(problem.status(), "Not a game", &body(&asked, Some(&problem.message())))
        }
    })
}

fn body(asked: &Asked, wrong: Option<&str>) -> Markup {
    let opened = FIELDS.iter().skip(2).any(|(name, _, _)| !asked.get(name).is_empty());
    html! {
        h1 { "Exact poker" }
        p.lead { "Choose a finite poker game. The answer is an equilibrium in fractions, with a certificate that anyone can check." }
        @if let Some(words) = wrong { p.refused role="alert" { (words) } }
        form.ask action="/" method="get" aria-label="Choose a game" {
            div.field {
                label for="game" { "Game" }
                select id="game" name="game" {
                    @for name in GAME_NAMES { option value=(name) selected[asked.get("game") == name] { (name) } }
                }
            }
            @for field in &FIELDS[..2] { (input(asked, field)) }
            button type="submit" { "Solve" }
            details.more open[opened] {
                summary { "Bet sizes, players, raise, flip, win, copies: for the games that have them" }
                div { @for field in &FIELDS[2..] { (input(asked, field)) } }
            }
        }
        section aria-labelledby="games" {
            h2 id="games" { "Games" }
            div.wide { table {
                caption { "Each takes cards n as well, and copies of each card" }
                thead { tr { th scope="col" { "Game" } th scope="col" { "It takes" } th scope="col" { "See" } } }
                tbody { @for (name, what, takes, label) in GAMES { tr {
                    th scope="row" { (name) div.hint { (what) } }
                    td { (takes) }
                    td { a href=(format!("/{label}")) { (label) } div { a href=(format!("/map/{name}")) { "values" span.unseen { " of " (name) } " as a map" } } }
                } } }
            } }
        }
        section aria-labelledby="examples" {
            h2 id="examples" { "Examples" }
            ul { @for (label, what) in EXAMPLES { li { a href=(format!("/{label}")) { (label) } ": " (what) } } }
        }
        section aria-labelledby="more" {
            h2 id="more" { "More" }
            ul {
                li { a href="/compare/von-neumann/b2" { "Values over n beside the continuous game" } ", for instance of " a href="/compare/newman/bmax?from=3&to=60" { "newman with all whole bets" } " or " a href="/compare/three-player/b2" { "three players" } }
                li { a href="/try/von-neumann/n9-b2" { "Try a strategy of your own" } " and see what it loses, and how it is exploited" }
                li { a href="/play/kuhn/n3-b1" { "Play a hand" } " against the equilibrium, and see what each decision loses" }
                li { "For programs: " a href="/api/v1/games" { "/api/v1/games" } ", " a href="/api/v1/solutions/kuhn/n3-b1" { "/api/v1/solutions/kuhn/n3-b1" } "; every solved game's address also takes .json, .csv, .txt, .svg, .tex, .mpl, .sage and .gp" }
            }
        }
    }
}

fn input(asked: &Asked, (name, label, hint): &(&str, &str, &str)) -> Markup {
    let given = asked.get(name);
    let first = match *name {
        "n" if asked.0.is_empty() => "28",
        "b" if asked.0.is_empty() => "4",
        _ => given,
    };
    html! {
        div.field {
            label for=(name) { (label) }
            span.hint id=(format!("{name}-hint")) { (hint) }
            input id=(name) name=(name) type="text" autocomplete="off" value=(first) aria-describedby=(format!("{name}-hint"));
        }
    }
}
