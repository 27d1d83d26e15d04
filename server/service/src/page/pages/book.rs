//! The book: the chapters of `docs/`, with contents, neighbours and a search.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use bluff_batch::file::printable;
use maud::{Markup, html};
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::problem::Problem;

use crate::page::parts::frame::{PageResult, Refused, page};
use crate::page::parts::markdown::{chapter, slug};
use crate::page::parts::request::Fields;

include!(concat!(env!("OUT_DIR"), "/book.rs"));

/// The file of the first page, and that of the contents.
const COVER: &str = "README.md";
const CONTENTS: &str = "SUMMARY.md";
/// The title of the contents, which names no part of them.
const CONTENTS_TITLE: &str = "Summary";
/// Words of questions that say nothing of what they are about.
const ASKING: [&str; 18] = [
    "a", "an", "are", "can", "do", "does", "how", "i", "is", "much", "of", "often", "should",
    "the", "to", "what", "when", "why",
];
/// Names of chapters that are a part of another page now, and the address of what they had.
const MOVED: [(&str, &str); 10] = [
    ("compute", "/compute"),
    ("corrections", "/book/findings#corrections"),
    ("fuzzing", "/book/reliability#fuzzing-and-mutants"),
    ("grids", "/book/batch#many-machines"),
    ("internals", "/book/certificate#which-equilibrium"),
    ("measurements", "/book/reliability"),
    ("open-questions", "/book/findings#open-questions"),
    ("real-cards", "/book/holdem"),
    ("replicas", "/book/operation#several-replicas"),
    ("scale", "/book/reliability#what-a-request-costs"),
];
/// Number of places that a search lists.
const FOUND: usize = 40;

/// A chapter, in the order of the contents.
struct Chapter {
    file: &'static str,
    title: String,
    /// The heading of the contents above it.
    part: String,
    text: &'static str,
}

/// The chapters that the contents name.
static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(|| {
    let (mut part, mut link, mut words) = (String::new(), None, String::new());
    let mut chapters = Vec::new();
    for event in Parser::new(text_of(CONTENTS).unwrap_or_default()) {
        match event {
            Event::Start(Tag::Heading { .. }) => words.clear(),
            Event::End(TagEnd::Heading(HeadingLevel::H1)) if words == CONTENTS_TITLE => {}
            Event::End(TagEnd::Heading(_)) => part = words.clone(),
            Event::Start(Tag::Link { dest_url, .. }) => {
                words.clear();
                link = TEXTS.iter().find(|(file, _)| *file == dest_url.as_ref());
            }
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::End(TagEnd::Link) => {
                let title = words.clone();
                let part = part.clone();
                chapters.extend(link.map(|&(file, text)| Chapter { file, title, part, text }));
            }
            _ => {}
        }
    }
    chapters
});

fn text_of(file: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(name, _)| *name == file).map(|(_, text)| *text)
}

/// The address of a file of `docs/`: that of its chapter or picture.
pub(crate) fn address(file: &str) -> Option<String> {
    if PICTURES.iter().any(|(name, _)| *name == file) {
        return Some(format!("/book/{file}"));
    }
    text_of(file)?;
    let name = file.strip_suffix(".md")?;
    Some(match file {
        COVER => "/book".to_owned(),
        _ => format!("/book/{}", name.to_ascii_lowercase().replace('_', "-")),
    })
}

/// The chapter of a family of games.
pub(crate) fn of_game(name: &str) -> Option<String> {
    address(&format!("games/{name}.md"))
}

/// `GET /book`: the first page; with `search=` the places that have these words.
pub(crate) async fn cover(query: Fields) -> PageResult {
    query.all_known(&["search"])?;
    Ok(match query.text("search").filter(|words| !words.is_empty()) {
        Some(words) => page("The book", &results(words)),
        None => shown(COVER),
    })
}

/// `GET /book/{chapter}`: a chapter, a picture in one, or a redirect to where a chapter is now.
pub(crate) async fn show(Path(name): Path<String>) -> Response {
    if let Some((_, address)) = MOVED.iter().find(|(moved, _)| *moved == name) {
        return Redirect::permanent(address).into_response();
    }
    if let Some((_, picture)) = PICTURES.iter().find(|(file, _)| *file == name) {
        let headers =
            [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=3600")];
        return (headers, *picture).into_response();
    }
    let here = format!("/book/{name}");
    let chapter =
        CHAPTERS.iter().find(|chapter| address(chapter.file).is_some_and(|at| at == here));
    match chapter {
        Some(chapter) => shown(chapter.file),
        None => Refused::from(Problem::NotFound(printable(&here))).into_response(),
    }
}

/// `GET /glossary`: the chapter of the book.
pub(crate) async fn glossary() -> Redirect {
    Redirect::permanent("/book/glossary")
}

fn shown(file: &str) -> Response {
    let at = CHAPTERS.iter().position(|chapter| chapter.file == file).unwrap_or_default();
    let Some(chapter_of) = CHAPTERS.get(at) else { return page("The book", &html! {}) };
    let before = at.checked_sub(1).and_then(|at| CHAPTERS.get(at));
    let after = CHAPTERS.get(at + 1);
    let link = |chapter: &Chapter, rel: &str, arrow: [&str; 2]| {
        html! {
            a rel=(rel) href=[address(chapter.file)] { (arrow[0]) (chapter.title) (arrow[1]) }
        }
    };
    let main = html! {
        div.book {
            (contents(Some(file)))
            div {
                div.prose.chapter { (chapter(chapter_of.file, chapter_of.text, address)) }
                nav.turn aria-label="Neighbouring chapters" {
                    @if let Some(before) = before { (link(before, "prev", ["← ", ""])) }
                    @else { span {} }
                    @if let Some(after) = after { (link(after, "next", ["", " →"])) }
                }
            }
        }
    };
    page(&chapter_of.title, &main)
}

/// The contents and the search, at the side of every chapter.
fn contents(current: Option<&str>) -> Markup {
    html! {
        nav.contents aria-label="The book" {
            (search(""))
            @for part in CHAPTERS.chunk_by(|chapter, next| chapter.part == next.part) {
                @if !part[0].part.is_empty() { p { (part[0].part) } }
                ul { @for chapter in part { li {
                    a href=[address(chapter.file)]
                        aria-current=[(current == Some(chapter.file)).then_some("page")] {
                        (chapter.title)
                    }
                } } }
            }
        }
    }
}

fn search(words: &str) -> Markup {
    html! {
        form action="/book" method="get" role="search" {
            input type="search" name="search" value=(words) placeholder="Search the book"
                aria-label="Search the book";
        }
    }
}

/// A page, or a section of a chapter, that has the words of a search.
pub(crate) struct FoundPage {
    pub(crate) address: String,
    pub(crate) title: String,
    /// A line with the words.
    pub(crate) line: String,
}

/// The most words that are looked for in the book.
const MOST_WORDS: usize = 20;

/// The sections in which every word stands: those with this heading, then in the order of the book.
/// Words that only ask are not looked for.
pub(crate) fn places(words: &str) -> Vec<FoundPage> {
    let wanted = format!("#{}", slug(words));
    let words = words.trim_end_matches('?').split_whitespace().map(str::to_lowercase);
    let words: BTreeSet<String> = words.filter(|word| !ASKING.contains(&word.as_str())).collect();
    if words.is_empty() || words.len() > MOST_WORDS {
        return Vec::new();
    }
    let sections = CHAPTERS.iter().flat_map(|chapter| {
        sections(chapter.text).into_iter().map(move |section| (chapter, section))
    });
    let found = sections.filter_map(|(chapter, (heading, text))| {
        let whole = format!("{heading} {text}").to_lowercase();
        if !words.iter().all(|word| begins_in(&whole, word)) {
            return None;
        }
        let has = |line: &&str| words.iter().any(|word| begins_in(&line.to_lowercase(), word));
        let text = plain(&text);
        let line = text.lines().find(has).unwrap_or_default().replace('|', " ");
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let address = format!("{}#{}", address(chapter.file)?, slug(&heading));
        let title = match heading.starts_with(&chapter.title) {
            true => heading,
            false => format!("{}: {heading}", chapter.title),
        };
        Some(FoundPage { address, title, line })
    });
    let mut found: Vec<FoundPage> = found.collect();
    found.sort_by_key(|place| !place.address.ends_with(&wanted));
    found
}

/// True if a word of the text begins with these letters; “ante” is not in “planted”.
fn begins_in(text: &str, word: &str) -> bool {
    let before = |at: usize| text[..at].chars().next_back();
    text.match_indices(word).any(|(at, _)| !before(at).is_some_and(char::is_alphanumeric))
}

/// The words of Markdown in lines: of links and pictures too, without addresses. A row of a table
/// is a line.
fn plain(text: &str) -> String {
    let mut words = String::new();
    for event in Parser::new(text) {
        match event {
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::SoftBreak | Event::HardBreak => words.push('\n'),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_)) => words.push('\n'),
            _ => {}
        }
    }
    words
}

/// Headings of a text and what stands below each.
fn sections(text: &str) -> Vec<(String, String)> {
    let (mut sections, mut in_block) = (Vec::new(), false);
    for line in text.lines() {
        in_block ^= line.starts_with("```");
        match line.trim_start_matches('#').strip_prefix(' ') {
            Some(heading) if line.starts_with('#') && !in_block => {
                sections.push((heading.replace('`', ""), String::new()));
            }
            _ => sections.iter_mut().last().into_iter().for_each(|(_, text)| {
                text.push_str(line);
                text.push('\n');
            }),
        }
    }
    sections
}

fn results(words: &str) -> Markup {
    let found = places(words);
    html! {
        div.book {
            (contents(None))
            div.prose {
                h1 { "The book" }
                p role="status" {
                    @match found.len() {
                        0 => { "No section has all of these words: " }
                        1 => { "One section has " }
                        many => { (many) " sections have " }
                    }
                    strong { (words) }
                    @if found.len() > FOUND { ", the first " (FOUND) " of them" }
                    "."
                }
                (listed(&found))
            }
        }
    }
}

fn listed(found: &[FoundPage]) -> Markup {
    html! {
        ul.found { @for place in found.iter().take(FOUND) {
            li { a href=(place.address) { (place.title) } p.note { (place.line) } }
        } }
    }
}

/// The address of the section whose heading is these words, without regard to case and signs.
pub(crate) fn under(words: &str) -> Option<String> {
    let wanted = Some(slug(words.trim())).filter(|wanted| !wanted.is_empty())?;
    CHAPTERS.iter().find_map(|chapter| {
        let (heading, _) =
            sections(chapter.text).into_iter().find(|(heading, _)| slug(heading) == wanted)?;
        Some(format!("{}#{}", address(chapter.file)?, slug(&heading)))
    })
}

/// The sections of the book that have all words, as a list for another page; `None` for none.
pub(crate) fn mentioned(words: &str) -> Option<Markup> {
    let found = places(words);
    (!found.is_empty()).then(|| listed(&found[..found.len().min(8)]))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[test]
    fn every_text_is_a_chapter_with_an_address_of_its_own() {
        let files = TEXTS.iter().map(|(file, _)| *file).filter(|file| *file != CONTENTS);
        let mut addresses = Vec::new();
        for file in files {
            assert!(CHAPTERS.iter().any(|chapter| chapter.file == file), "{file}");
            addresses.push(address(file).unwrap());
        }
        let all = addresses.len();
        addresses.sort();
        addresses.dedup();
        assert_eq!(
            (addresses.len(), address("games/kuhn.md")),
            (all, Some("/book/games/kuhn".to_owned()))
        );
    }

    #[tokio::test]
    async fn a_chapter_that_moved_leads_to_a_heading_of_another() {
        for (name, moved) in MOVED {
            let answer = show(Path(name.to_owned())).await;
            assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT, "{name}");
            assert_eq!(answer.headers()[header::LOCATION], moved);
            let Some(place) = moved.strip_prefix("/book/") else { continue };
            let (chapter, heading) =
                place.split_once('#').map_or((place, None), |(at, heading)| (at, Some(heading)));
            let file = format!("{}.md", chapter.to_ascii_uppercase());
            let text = text_of(&file).unwrap_or_else(|| panic!("{name}: no {file}"));
            let there = |heading: &str| sections(text).iter().any(|(of, _)| slug(of) == heading);
            assert!(heading.is_none_or(there), "{name}: {moved}");
        }
    }

    #[test]
    fn a_search_leads_to_the_sections_with_all_words() {
        let found = places("Farkas ray");
        assert!(found.iter().any(|place| place.address == "/book/glossary#linear-programs"));
        assert!(places("zebra crossing").is_empty());
        assert!(places("How often should I?").is_empty());
        assert!(!places("How often should I bluff?").is_empty());
    }

    #[test]
    fn a_line_is_shown_without_its_marks() {
        for (line, words) in [
            ("- a [game file](GAME_FILES.md#rivers) and `bluff`", "a game file and bluff"),
            ("![A river: a board](pictures/river.png)", "A river: a board"),
            ("| *one* | `two` |", "| one | two |"),
            ("> **bold**, [a\nb](c.md), [d](e.md)", "bold, a\nb, d"),
        ] {
            assert_eq!(plain(line).trim_end(), words, "{line}");
        }
        let marks = ["](", "**", "`", "!["];
        for place in places("river").iter().chain(&places("game")) {
            assert!(!marks.iter().any(|mark| place.line.contains(mark)), "{}", place.line);
        }
    }
}
