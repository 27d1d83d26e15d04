//! Documents of this project as pages: Markdown, with tables that can be scrolled and commands that
//! lead to what they print.

use bluff_questions::{FieldKind, QuestionField, named};
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream,
    html::push_html,
};

/// The address of a file of `docs/`, `None` if no page has it.
type FileAddress = fn(&str) -> Option<String>;

/// A document that stands alone, or a part of one, as part of a page.
pub(crate) fn rendered(text: &str, address_of: FileAddress) -> Markup {
    chapter("", text, address_of)
}

/// A document of `docs/`, by the name of its file there, as part of a page. Its links lead to
/// the addresses of files; a file without one is named and not linked.
pub(crate) fn chapter(file: &str, text: &str, address_of: FileAddress) -> Markup {
    let events: Vec<Event<'_>> =
        TextMergeStream::new(Parser::new_ext(text, Options::ENABLE_TABLES)).collect();
    let mut chapter =
        EventReader { events: &events, names: Vec::new(), table: WrittenTable::default() };
    let (mut in_block, mut in_link, mut at) = (false, true, 0);
    let mut written = Vec::with_capacity(events.len());
    while let Some(event) = events.get(at) {
        let shown = match event.clone() {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                in_block = true;
                Event::InlineHtml("<pre tabindex=\"0\"><code>".into())
            }
            Event::End(TagEnd::CodeBlock) => {
                in_block = false;
                Event::InlineHtml("</code></pre>".into())
            }
            Event::Text(lines) if in_block => raw(html! {
                @for line in lines.lines() { (command(line)) "\n" }
            }),
            Event::Text(words) if words.contains('_') => raw(lowered(&words)),
            Event::Code(code) => raw(html! {
                @match address(&code) {
                    Some(_) => (command(&code)),
                    None => code { (code) },
                }
            }),
            Event::Start(Tag::Paragraph) if anchor(&events[at..]).is_some() => {
                // The heading behind an anchor has it.
                at += ANCHOR;
                continue;
            }
            // The title of a page needs no name.
            Event::Start(Tag::Heading { level, classes, attrs, .. })
                if level > HeadingLevel::H1 =>
            {
                let before = at.checked_sub(ANCHOR).and_then(|before| anchor(&events[before..]));
                let name = unused(&slug(&text_from(&events[at..])), &mut chapter.names);
                let other = before.filter(|other| **other != *name).map(str::to_owned);
                let id = Some(name.into());
                written.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
                raw(html! { @if let Some(other) = other { a id=(other) {} } })
            }
            Event::Start(Tag::Strong) if file == GLOSSARY => {
                let names = anchors(&text_from(&events[at..])).collect::<Vec<_>>();
                written.push(raw(html! { @for name in names {
                    a id=(unused(&name, &mut chapter.names)) {}
                } }));
                Event::Start(Tag::Strong)
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let target = target(file, &dest_url, address_of);
                in_link = target.is_some();
                match target {
                    Some(dest_url) => {
                        let dest_url = CowStr::from(dest_url);
                        Event::Start(Tag::Link { link_type, dest_url, title, id })
                    }
                    None => Event::InlineHtml("<span>".into()),
                }
            }
            Event::End(TagEnd::Link) if !in_link => Event::InlineHtml("</span>".into()),
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = target(file, &dest_url, address_of).unwrap_or_default().into();
                Event::Start(Tag::Image { link_type, dest_url, title, id })
            }
            other => chapter.table_part(at).unwrap_or(other),
        };
        written.push(shown);
        at += 1;
    }
    let mut page = String::new();
    push_html(&mut page, written.into_iter());
    PreEscaped(page)
}

/// A document, and what was shown of it.
struct EventReader<'a> {
    events: &'a [Event<'a>],
    /// Names of places.
    names: Vec<String>,
    table: WrittenTable,
}

/// The table that is written: the names of its columns, and the place in the row.
#[derive(Default)]
struct WrittenTable {
    columns: Vec<String>,
    column: usize,
    in_head: bool,
}

impl EventReader<'_> {
    /// A part of a table: it can be scrolled, and each cell has the name of its column, for screens
    /// on which rows are lists. A cell of a head without text names nothing.
    fn table_part<'e>(&mut self, at: usize) -> Option<Event<'e>> {
        let table = &mut self.table;
        let tag = match &self.events[at] {
            Event::Start(Tag::Table(_)) => {
                *table = WrittenTable::default();
                "<div class=\"wide\"><table class=\"written\">"
            }
            Event::End(TagEnd::Table) => "</tbody></table></div>\n",
            Event::Start(Tag::TableHead) => {
                table.in_head = true;
                "<thead><tr>"
            }
            Event::End(TagEnd::TableHead) => {
                table.in_head = false;
                "</tr></thead><tbody>\n"
            }
            Event::Start(Tag::TableRow) => {
                table.column = 0;
                "<tr>"
            }
            Event::End(TagEnd::TableRow) => "</tr>\n",
            Event::Start(Tag::TableCell) => return Some(self.cell(at)),
            Event::End(TagEnd::TableCell) if table.in_head => match table.columns.last() {
                Some(name) if name.is_empty() => "</td>",
                _ => "</th>",
            },
            Event::End(TagEnd::TableCell) => "</td>",
            _ => return None,
        };
        Some(Event::InlineHtml(tag.into()))
    }

    fn cell<'e>(&mut self, at: usize) -> Event<'e> {
        let ends = |event: &&Event<'_>| !matches!(event, Event::End(TagEnd::TableCell));
        let parts = self.events[at..].iter().take_while(ends).filter_map(text_of);
        let (text, table) = (parts.collect::<String>(), &mut self.table);
        if table.in_head {
            let tag = if text.is_empty() { "<td>" } else { "<th scope=\"col\">" };
            table.columns.push(text);
            return Event::InlineHtml(tag.into());
        }
        let is_named = |name: &&String| !name.is_empty() && table.column > 0;
        let name = table.columns.get(table.column).filter(is_named);
        let label = name.map(|name| format!(" data-label=\"{}\"", html! { (name) }.into_string()));
        table.column += 1;
        // The text of the cell, which follows, and its end are events of their own.
        Event::InlineHtml(format!("<td{}>", label.unwrap_or_default()).into())
    }
}

/// Events of an anchor in a paragraph of its own.
const ANCHOR: usize = 4;

/// The name of an anchor that these events begin with, if a heading is behind it.
fn anchor<'a>(events: &'a [Event<'_>]) -> Option<&'a str> {
    match events {
        [
            Event::Start(Tag::Paragraph),
            Event::InlineHtml(opened),
            Event::InlineHtml(_),
            Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Heading { .. }),
            ..,
        ] => opened.strip_prefix("<a id=\"")?.strip_suffix("\">"),
        _ => None,
    }
}

/// The file whose terms have names.
const GLOSSARY: &str = "GLOSSARY.md";

/// The text of the element that begins here.
fn text_from(events: &[Event<'_>]) -> String {
    let ends = |event: &&Event<'_>| !matches!(event, Event::End(_));
    events.iter().take_while(ends).filter_map(text_of).collect()
}

fn text_of<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

/// The name of a heading in addresses, as hosts of Markdown make it.
pub(crate) fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
}

/// The anchors of an item of the glossary: one for each of its terms.
pub(super) fn anchors(terms: &str) -> impl Iterator<Item = String> {
    terms.split(", ").map(slug)
}

/// A name that no earlier place of the page has.
fn unused(name: &str, names: &mut Vec<String>) -> String {
    let numbered = (1..).map(|at| format!("{name}-{at}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !names.contains(name));
    let free = free.unwrap_or_default();
    names.push(free.clone());
    free
}

/// The address to which a link of a file leads: elsewhere, within the page, or to a chapter.
fn target(file: &str, link: &str, address_of: FileAddress) -> Option<String> {
    if link.contains("://") || link.starts_with(['#', '/']) {
        return Some(link.to_owned());
    }
    let (path, anchor) =
        link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." if parts.pop().is_none() => parts.push(".."),
            ".." | "." => {}
            part => parts.push(part),
        }
    }
    let found = match parts.join("/").as_str() {
        "../data/references.bib" => "/literature".to_owned(),
        // A document of the top folder names the chapters by their folder.
        within => address_of(within.strip_prefix("../docs/").unwrap_or(within))?,
    };
    Some(anchor.map_or(found.clone(), |anchor| format!("{found}#{anchor}")))
}

fn raw(markup: Markup) -> Event<'static> {
    Event::InlineHtml(markup.into_string().into())
}

/// A text with the letter behind each low line as an index: `q_k`, but not `one_street`.
pub(crate) fn lowered(text: &str) -> Markup {
    let index = |part: &str| {
        let mut letters = part.chars();
        let letter = letters.next().filter(char::is_ascii_lowercase)?;
        let ends = |next: char| !next.is_alphanumeric() && !"/.\"".contains(next);
        letters.next().is_none_or(ends).then_some(letter)
    };
    html! {
        @for (at, part) in text.split('_').enumerate() {
            @match index(part).filter(|_| at > 0) {
                Some(letter) => { sub { (letter) } (part[1..]) }
                None => { @if at > 0 { "_" } (part) }
            }
        }
    }
}

/// A command, as a link to the page with its answer if there is one.
fn command(line: &str) -> Markup {
    html! {
        @match address(line) {
            Some(address) => a href=(address) { code { (line) } },
            None => (line),
        }
    }
}

/// Address at which this service shows what a command prints: the page that draws its question.
fn address(line: &str) -> Option<String> {
    let line = line.split_once(" > ").map_or(line, |(command, _)| command);
    let mut words = line.strip_prefix("bluff ")?.split(' ');
    let entry = named(words.next()?)?;
    let fields = (entry.fields)();
    let is_place = |field: &&QuestionField| {
        matches!(field.kind, FieldKind::Place | FieldKind::Text | FieldKind::Game { .. })
    };
    let (mut places, mut given) = (fields.iter().filter(is_place), Vec::new());
    while let Some(word) = words.next() {
        let is_named = |field: &&QuestionField| {
            let letter = field.letter.is_some_and(|letter| word == format!("-{letter}"));
            letter || word.strip_prefix("--") == Some(field.option)
        };
        match fields.iter().find(is_named) {
            Some(field) if field.kind == FieldKind::Flag => given.push((field.key, "true")),
            Some(field) => given.push((field.key, words.next()?)),
            // The form of the answer has no part in it.
            None if word.starts_with('-') => {}
            None => given.extend(places.next().map(|place| (place.key, word))),
        }
    }
    let given = given.into_iter().map(|(key, value)| (key, value.to_owned()));
    entry.read(given).ok()?.drawn_at()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_lead_to_what_they_print() {
        for (line, expected) in [
            ("bluff solve three-player -n 65 -b 2", Some("/three-player/n65-b2")),
            ("bluff solve basic-endgame -b 2 --win 1/3", Some("/basic-endgame/n3-b2-w1_3")),
            (
                "bluff continuous callers --players 4 --best-bet",
                Some("/continuous/callers/best-p4"),
            ),
            ("bluff compare newman -b max -n 2..200", Some("/compare/newman/bmax?from=2&to=200")),
            (
                "bluff compare one-street -s 1,5/2 -n 4",
                Some("/compare/one-street/s1-5_2?from=4&to=4"),
            ),
            (
                "bluff compare one-raise -b 2 --raise 6 -n 2..9",
                Some("/compare/one-raise/b2-raise6?from=2&to=9"),
            ),
            ("bluff continuous newman --grid 1/100", Some("/continuous/newman/step1_100")),
            ("bluff continuous newman --between 1,4", Some("/continuous/newman/between1-4")),
            ("bluff continuous three-player --best-bet", Some("/continuous/three-player/best")),
            ("bluff continuous newman", Some("/continuous/newman/all")),
            (
                "bluff compare three-player -b 2 -n 3..9 --format svg > a.svg",
                Some("/compare/three-player/b2?from=3&to=9"),
            ),
            ("bluff formula one-street -s 1,2", Some("/formulas/one-street/s1-2")),
            ("bluff formula newman -b max --at 10^100", Some("/formulas/newman/bmax")),
            ("bluff compare kuhn -b 1 -n 9,99", Some("/compare/kuhn/b1")),
            ("bluff pure von-neumann -n 10 -b 2 --cuts", Some("/pure/von-neumann/n10-b2?cuts")),
            ("bluff explain kuhn -n 13 -b 1 --copies 4 -c 3", Some("/kuhn/n13-b1-r4?card=3#card")),
            ("bluff verify FILE.json", None),
            ("Z/(6 + Z)", None),
        ] {
            assert_eq!(address(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn what_a_document_says_is_escaped_and_its_links_lead_to_pages() {
        let page = rendered(
            "# A & B\n\n<a id=\"c\"></a>\n\n## C\n\n| x |\n| --- |\n| `<b>` \
             |\n\n[other](FINDINGS.md)\n\n```\nbluff solve kuhn -n 3 -b 1\na < b\n```\n",
            crate::page::pages::book::address,
        );
        let page = page.into_string();
        for part in [
            "<h1>A &amp; B</h1>\n<h2 id=\"c\">C</h2>",
            "<div class=\"wide\"><table class=\"written\">",
            "<th scope=\"col\">x</th>",
            "<code>&lt;b&gt;</code>",
            "<a href=\"/book/findings\">other</a>",
            "<pre tabindex=\"0\"><code><a href=\"/kuhn/n3-b1\"><code>bluff solve kuhn -n 3 -b \
             1</code></a>\na &lt; b\n</code></pre>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    #[test]
    fn letters_after_a_low_line_are_lowered() {
        let shown = |text: &str| rendered(text, |_| None).into_string();
        assert_eq!(shown("*q*_k·r_j < 1"), "<p><em>q</em><sub>k</sub>·r<sub>j</sub> &lt; 1</p>\n");
        assert_eq!(shown("one_street, n3-b1_2"), "<p>one_street, n3-b1_2</p>\n");
    }
}
