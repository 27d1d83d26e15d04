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

use crate::page::pages::book::{self, FoundPage};
use crate::page::pages::{games, home};
use crate::page::parts::frame::PageResult;
use crate::page::parts::request::Fields;
use crate::page::parts::titles;

/// Number of families, and of sections of the book, that are listed.
const LISTED: usize = 4;

/// The first pages that have these words: families of games, then sections of the book.
pub(crate) fn found(words: &str) -> Vec<FoundPage> {
    families(words).chain(book::places(words).into_iter().take(LISTED)).collect()
}

fn families(words: &str) -> impl Iterator<Item = FoundPage> {
    let mentioned = FAMILIES.into_iter().filter(move |family| games::mentions(words, family));
    let page = |family: &Family| FoundPage {
        address: format!("/{}", family.name),
        title: family.title.to_owned(),
        line: family.summary.to_owned(),
    };
    mentioned.map(page).take(LISTED)
}

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
    // Words that ask something are not looked for in the book.
    let is_none = matches!(meaning, Ok(None));
    let mut pages = if is_none { found(words) } else { families(words).collect() };
    if let Ok(Some(meant)) = &meaning {
        pages.retain(|page| page.address != meant.address);
    }
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
        @for page in &pages {
            @let kind = if page.address.starts_with("/book/") { "book" } else { "game" };
            (line(&page.address, &page.title, kind))
        }
        @if is_none && pages.is_empty() && !words.is_empty() {
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
        _ => {
            let is_board = meaning.address.starts_with("/holdem?");
            let page = if is_board { "a board of hold’em" } else { "page" };
            let family = Family::named(&meaning.address[1..]).map(|family| (family.title, "game"));
            let (title, kind) = family.unwrap_or(("", page));
            Some((title.to_owned(), kind.to_owned()))
        }
    }
}
