//! Documents of this project as pages: Markdown, with tables that can be scrolled and commands that
//! lead to what they print.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html::push_html,
};
use rational_bluff::game::{Family, PARAMETERS, Spelling};

use super::{book, glossary};

/// A document that stands alone, or a part of one, as part of a page.
pub(super) fn rendered(text: &str) -> Markup {
    chapter("", text)
}

/// A document of `docs/`, by the name of its file there, as part of a page. Its links lead to
/// chapters of the book; a file that is not in the book is named and not linked.
pub(super) fn chapter(file: &str, text: &str) -> Markup {
    let events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let (mut in_block, mut in_link) = (false, true);
    let mut names = Vec::new();
    let mut written = Vec::with_capacity(events.len());
    for (at, event) in events.iter().enumerate() {
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
            Event::Code(code) => raw(html! {
                @match address(&code) {
                    Some(_) => (command(&code)),
                    None => code { (code) },
                }
            }),
            // The title of a page needs no name.
            Event::Start(Tag::Heading { level, classes, attrs, .. })
                if level > HeadingLevel::H1 =>
            {
                let name = unused(&slug(&text_from(&events[at..])), &mut names);
                Event::Start(Tag::Heading { level, id: Some(name.into()), classes, attrs })
            }
            Event::Start(Tag::Strong) if file == GLOSSARY => {
                written.push(raw(
                    html! { @for name in glossary::anchors(&text_from(&events[at..])) {
                        a id=(unused(&name, &mut names)) {}
                    } },
                ));
                Event::Start(Tag::Strong)
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let target = target(file, &dest_url);
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
                let dest_url = target(file, &dest_url).unwrap_or_default().into();
                Event::Start(Tag::Image { link_type, dest_url, title, id })
            }
            other => other,
        };
        written.push(shown);
    }
    let mut page = String::new();
    push_html(&mut page, written.into_iter());
    let page = with_labels(&page)
        .replace("<table>", "<div class=\"wide\"><table class=\"written\">")
        .replace("</table>", "</table></div>");
    // A cell of a head without text names nothing.
    PreEscaped(anchored(
        &page.replace("<th></th>", "<td></td>").replace("<th>", "<th scope=\"col\">"),
    ))
}

/// The file whose terms have names.
const GLOSSARY: &str = "GLOSSARY.md";

/// The page with the name of its column at each cell, for screens on which rows are lists.
fn with_labels(page: &str) -> String {
    let (mut shown, mut names) = (String::with_capacity(page.len()), Vec::<String>::new());
    let (mut in_name, mut column) = (false, 0);
    for (at, part) in page.split('<').enumerate() {
        let (tag, text) = part.split_once('>').unwrap_or(("", part));
        match tag.split(' ').next().unwrap_or_default() {
            "table" => names.clear(),
            "tr" => column = 0,
            "th" => {
                in_name = true;
                names.push(text.to_owned());
            }
            "/th" => in_name = false,
            "td" => {
                let name = names.get(column).map(|name| name.replace('"', "&quot;"));
                let label = name.filter(|name| !name.is_empty() && column > 0);
                column += 1;
                if let Some(label) = label {
                    shown.push_str(&format!("<td data-label=\"{label}\"{}", &part[2..]));
                    continue;
                }
            }
            _ if in_name => names.iter_mut().last().into_iter().for_each(|name| *name += text),
            _ => {}
        }
        if at > 0 {
            shown.push('<');
        }
        shown.push_str(part);
    }
    shown
}

/// The text of the element that begins here.
fn text_from(events: &[Event<'_>]) -> String {
    let ends = |event: &&Event<'_>| !matches!(event, Event::End(_));
    let text = events.iter().take_while(ends).filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    text.collect()
}

/// The name of a heading in addresses, as hosts of Markdown make it.
pub(super) fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
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
fn target(file: &str, link: &str) -> Option<String> {
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
        "../data/references.bib" => "/source".to_owned(),
        // A document of the top folder names the chapters by their folder.
        within => book::address(within.strip_prefix("../docs/").unwrap_or(within))?,
    };
    Some(anchor.map_or(found.clone(), |anchor| format!("{found}#{anchor}")))
}

/// An anchor before a heading stands in it.
fn anchored(page: &str) -> String {
    let mut parts = page.split("<p><a id=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |page, part| match part.split_once("\"></a></p>\n<h2 id=\"") {
        Some((name, rest)) => match rest.split_once('>') {
            Some((slug, rest)) if slug.trim_end_matches('"') == name => {
                format!("{page}<h2 id=\"{slug}>{rest}")
            }
            Some((slug, rest)) => {
                format!("{page}<h2 id=\"{slug}><a id=\"{name}\"></a>{rest}")
            }
            None => format!("{page}<p><a id=\"{part}"),
        },
        None => format!("{page}<p><a id=\"{part}"),
    })
}

fn raw(markup: Markup) -> Event<'static> {
    Event::InlineHtml(markup.into_string().into())
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

/// Address at which this service shows what a command prints.
fn address(line: &str) -> Option<String> {
    let line = line.split_once(" > ").map_or(line, |(command, _)| command);
    let mut words = line.strip_prefix("bluff ")?.split(' ');
    let (verb, game) = (words.next()?, words.next()?);
    let words: Vec<&str> = words.collect();
    let given = |flag: &str| {
        words.iter().position(|word| *word == flag).and_then(|at| words.get(at + 1)).copied()
    };
    let family = Family::named(game)?;
    let spelled =
        |prefix: &str, text: &str| format!("{prefix}{}", text.replace('/', "_").replace(',', "-"));
    let stakes = PARAMETERS
        .into_iter()
        .map(|parameter| (Spelling::Options.name(parameter), parameter.prefix));
    let others = [("--grid", "step"), ("--between", "between")]
        .map(|(flag, prefix)| (flag.to_owned(), prefix));
    let typed = others
        .into_iter()
        .chain(stakes)
        .filter_map(|(flag, prefix)| Some(spelled(prefix, given(&flag)?)));
    let best = words.contains(&"--best-bet").then(|| "best".to_owned());
    let stakes = best.into_iter().chain(typed).collect::<Vec<_>>().join("-");
    let stakes = if stakes.is_empty() && verb == "continuous" && family.whole_bets {
        "all".to_owned()
    } else {
        stakes
    };
    if stakes.is_empty() {
        return None;
    }
    match verb {
        "solve" => {
            let n = given("-n").map(str::to_owned).or(family.only_deck().map(|n| n.to_string()))?;
            Some(format!("/{game}/n{n}-{stakes}"))
        }
        "continuous" => Some(format!("/continuous/{game}/{stakes}")),
        "formula" if stakes != "best" => Some(format!("/formulas/{game}/{stakes}")),
        "pure" => {
            let cuts = if words.contains(&"--cuts") { "?cuts" } else { "" };
            Some(format!("/pure/{game}/n{}-{stakes}{cuts}", given("-n")?))
        }
        "compare" => {
            let decks = given("-n")?;
            // A page has a range of decks.
            if decks.contains(',') {
                return Some(format!("/compare/{game}/{stakes}"));
            }
            let (from, to) = decks.split_once("..").unwrap_or((decks, decks));
            Some(format!("/compare/{game}/{stakes}?from={from}&to={to}"))
        }
        _ => None,
    }
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
}
