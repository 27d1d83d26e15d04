//! The readings of words as they are typed into the search field, as links below it.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use bluff_questions::Solver;
use bluff_questions::cost::cost;
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::words::WordsMeaning;
use bluff_report::equity::EquityQuestion;
use bluff_report::number::{brief, percent};
use maud::{Markup, html};
use rational_bluff::game::{FAMILIES, Family, parse_label};
use rational_bluff::solve::{Control, Method};

use crate::service::Service;

use crate::page::pages::{book, games, home};
use crate::page::parts::frame::PageResult;
use crate::page::parts::request::Fields;
use crate::page::parts::titles;

/// Number of families, and of sections of the book, that are listed.
const LISTED: usize = 4;

/// `GET /suggest?words=`: the first reading is where Enter leads.
pub(crate) async fn show(State(service): State<Service>, query: Fields) -> PageResult {
    query.all_known(&["words"])?;
    let words = query.text("words").unwrap_or_default().to_owned();
    WordsMeaning::few(&words)?;
    let solver = service.clone();
    let drawn = move |control: &Control| Ok::<_, Error>(readings(&words, (&solver, control)));
    let drawn = service.pool.run_quoted(SHORT, drawn).await?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], drawn.into_string()).into_response())
}

fn readings(words: &str, by: (&dyn Solver, &Control)) -> Markup {
    let meaning = WordsMeaning::read(words);
    let mentioned = |family: &&Family| games::mentions(words, family);
    let is_meant = |family: &&Family| {
        let address = meaning.as_ref().ok().and_then(Option::as_ref).map(|one| &*one.address);
        address != Some(&format!("/{}", family.name))
    };
    let families: Vec<_> =
        FAMILIES.into_iter().filter(mentioned).filter(is_meant).take(LISTED).collect();
    // Words that ask something are not looked for.
    let places = if matches!(meaning, Ok(None)) { book::places(words) } else { Vec::new() };
    let is_nothing = matches!(meaning, Ok(None)) && families.is_empty() && places.is_empty();
    let line = |address: &str, title: &str, note: &str| {
        html! {
            a role="option" aria-selected="false" href=(address) {
                b { (title) } " " span { (note) }
            }
        }
    };
    html! {
        @match &meaning {
            Ok(Some(meaning)) => {
                @let (title, answer) = answer(meaning, by).unwrap_or_default();
                @let title = if title.is_empty() { words } else { &title };
                (line(&meaning.address, title, &answer))
            }
            Ok(None) => {}
            Err(refused) => (line("/games", words, &refused.public_message())),
        }
        @for family in families {
            (line(&format!("/{}", family.name), family.title, "game"))
        }
        @for place in places.iter().take(LISTED) { (line(&place.address, &place.title, "book")) }
        @if is_nothing && !words.is_empty() {
            (line("/games", words, "no game, hand, board or chapter has these words"))
        }
    }
}

/// The title of what is asked, and its answer in a few words where that takes no time.
fn answer(
    meaning: &WordsMeaning,
    (solver, control): (&dyn Solver, &Control),
) -> Option<(String, String)> {
    let command: Vec<&str> = meaning.command.iter().map(String::as_str).collect();
    match command.as_slice() {
        ["solve", label] => {
            let game = parse_label(label).ok()?;
            if meaning.address.starts_with("/?b=") {
                return home::in_words(&game, control);
            }
            let title = titles::title(&game);
            let is_short = cost(&game, Method::Auto).is_ok_and(|cost| cost <= SHORT);
            let solved = is_short.then(|| solver.one_of_many(&game, control).ok()).flatten();
            let worth = solved
                .map(|solved| format!("{} {} to player I", brief(&solved.values[0]), game.unit()));
            Some((title, worth.unwrap_or_else(|| "game".to_owned())))
        }
        ["equity", hand, range, board @ ..] => {
            let question = EquityQuestion::read(hand, range, board.get(1).copied()).ok()?;
            let equity = question.answer().ok()?.equity;
            let against = format!("{hand} against {range}");
            Some((against, format!("equity {}", percent(&equity.share()))))
        }
        _ if meaning.address.starts_with("/holdem") => {
            Some((String::new(), "a board of hold’em".to_owned()))
        }
        _ => None,
    }
}
