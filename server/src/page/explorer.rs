//! The first page: choose a game, and go to its own address.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{GAME_NAMES, Game, Stakes, named_with_copies, parse_copies, parse_deck, parse_players};

use crate::error::Error;
use crate::file::printable;

use super::frame::{Refused, page, with_status};
use super::{Fields, fields};

/// Every field of the form: name, label, hint.
const FIELDS: [(&str, &str, &str); 8] = [
    ("n", "Cards n", "2 to 10¹⁸"),
    ("b", "Bet b", "in antes: 2, 5/2 or 0.5"),
    ("s", "Bet sizes", "one-street: 1,5/2,7"),
    ("players", "Players", "callers: 2 to 10"),
    ("raise", "Raise", "one-raise: in antes"),
    ("flip", "Flip", "hand-flip: 0 to 1/2"),
    ("win", "Win", "basic-endgame: 0 to 1"),
    ("copies", "Copies of each card", "1 unless given"),
];

/// A few games to start with, and what there is to see.
const EXAMPLES: [(&str, &str); 8] = [
    ("von-neumann/n28-b4", "one bet of 4, 28 cards"),
    ("von-neumann/n1000000000000000000-b2", "a bet of 2, 10¹⁸ cards"),
    ("newman/n14-b5", "all whole bets up to 5"),
    ("one-street/n86-s1-3", "two bet sizes"),
    ("kuhn/n3-b1", "Kuhn's poker"),
    ("three-player/n65-b2", "two callers who do not see each other"),
    ("one-raise/n10-b2-raise6", "one raise"),
    ("basic-endgame/n3-b2-w1_3", "I knows who wins"),
];

/// What was typed into the form.
struct Asked(Vec<(String, String)>);

impl Asked {
    fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.trim())
    }

    /// The game asked for.
    ///
    /// Errors: those of the library; `Malformed` for a field that is missing or unknown.
    fn game(&self) -> Result<Game, Error> {
        let known = |key: &str| key == "game" || FIELDS.iter().any(|(name, _, _)| *name == key);
        if let Some((key, _)) = self.0.iter().find(|(key, _)| !known(key)) {
            let names: Vec<&str> = FIELDS.iter().map(|(name, _, _)| *name).collect();
            return Err(Error::Malformed(format!("{}, expected game or one of: {}", printable(key), names.join(", "))));
        }
        let name = self.get("game");
        let number = |field: &str| match self.get(field) {
            "" => Err(Error::Malformed(format!("{field} is missing, expected a number: {} needs it", printable(name)))),
            text => Ok(text.parse::<Rational>()?),
        };
        let stakes = match name {
            "one-street" => {
                let sizes = self.get("s").split(',').map(|size| Ok(size.trim().parse()?));
                Stakes::Sizes(sizes.collect::<Result<_, Error>>()?)
            }
            "callers" => Stakes::Callers { b: number("b")?, players: parse_players(self.get("players"))? },
            "one-raise" => Stakes::Raise { b: number("b")?, raise: number("raise")? },
            "hand-flip" => Stakes::Flip { b: number("b")?, flip: number("flip")? },
            "basic-endgame" => Stakes::Win { b: number("b")?, win: number("win")? },
            _ => Stakes::Bet(number("b")?),
        };
        let copies = match self.get("copies") {
            "" => 1,
            text => parse_copies(text)?,
        };
        Ok(named_with_copies(name, parse_deck(self.get("n"))?, copies, stakes)?)
    }
}

/// `GET /`: the form; with `game=` and its fields the way to that game.
pub(crate) async fn show(query: Fields) -> Result<Response, Refused> {
    let asked = Asked(fields(query)?);
    if asked.0.is_empty() {
        return Ok(page("Explorer", &body(&asked, None)));
    }
    Ok(match asked.game() {
        Ok(game) => Redirect::to(&format!("/{}", game.label())).into_response(),
        Err(error) => {
            let status: StatusCode = error.status();
            with_status(status, "Not a game", &body(&asked, Some(&error.detail())))
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
        section aria-labelledby="examples" {
            h2 id="examples" { "To start with" }
            ul { @for (label, what) in EXAMPLES { li { a href=(format!("/{label}")) { (label) } ": " (what) } } }
        }
        section aria-labelledby="more" {
            h2 id="more" { "More" }
            ul {
                li { a href="/compare/von-neumann/b2" { "Decks beside the continuous game" } }
                li { a href="/try/von-neumann/n9-b2" { "Try a strategy of your own" } " and see what it loses, and how it is exploited" }
                li { a href="/play/kuhn/n3-b1" { "Play a hand" } " against the equilibrium, and see what each decision loses" }
                li { "For programs: " a href="/api/v1/games" { "/api/v1/games" } ", " a href="/api/v1/solutions/kuhn/n3-b1" { "/api/v1/solutions/kuhn/n3-b1" } "; every solved game's address also takes .json, .csv, .txt and .svg" }
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
