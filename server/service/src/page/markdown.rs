//! Documents of this project as pages: Markdown, with tables that can be scrolled and commands that
//! lead to what they print.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};
use rational_bluff::game::{Family, PARAMETERS, Spelling};

/// Files that documents link to, and the page of each.
const PAGES: [(&str, &str); 3] = [
    ("FINDINGS.md", "/findings"),
    ("LITERATURE.md", "/literature"),
    ("../data/references.bib", "/source"),
];

/// A document of `docs/`, or a part of one, as part of a page.
pub(super) fn rendered(text: &str) -> Markup {
    let mut in_block = false;
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
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
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let page = PAGES.iter().find(|(file, _)| dest_url.as_ref() == *file);
            let dest_url = page.map_or(dest_url, |(_, page)| CowStr::from(*page));
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        other => other,
    });
    let mut page = String::new();
    push_html(&mut page, events);
    let page = page
        .replace("<table>", "<div class=\"wide\"><table>")
        .replace("</table>", "</table></div>");
    PreEscaped(anchored(&page.replace("<th>", "<th scope=\"col\">")))
}

/// An anchor before a heading becomes the name of the heading.
fn anchored(page: &str) -> String {
    let mut parts = page.split("<p><a id=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |page, part| match part.split_once("\"></a></p>\n<h2>") {
        Some((name, rest)) => format!("{page}<h2 id=\"{name}\">{rest}"),
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
            let n = given("-n").map(str::to_owned).or(family.deck.map(|n| n.to_string()))?;
            Some(format!("/{game}/n{n}-{stakes}"))
        }
        "continuous" => Some(format!("/api/v1/continuous/{game}/{stakes}")),
        "compare" => {
            let (from, to) =
                given("-n").map(|decks| decks.split_once("..").unwrap_or((decks, decks)))?;
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
                Some("/api/v1/continuous/callers/best-p4"),
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
            ("bluff continuous newman --grid 1/100", Some("/api/v1/continuous/newman/step1_100")),
            ("bluff continuous newman --between 1,4", Some("/api/v1/continuous/newman/between1-4")),
            (
                "bluff continuous three-player --best-bet",
                Some("/api/v1/continuous/three-player/best"),
            ),
            ("bluff continuous newman", Some("/api/v1/continuous/newman/all")),
            (
                "bluff compare three-player -b 2 -n 3..9 --format svg > a.svg",
                Some("/compare/three-player/b2?from=3&to=9"),
            ),
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
            "<div class=\"wide\"><table>",
            "<th scope=\"col\">x</th>",
            "<code>&lt;b&gt;</code>",
            "<a href=\"/findings\">other</a>",
            "<pre tabindex=\"0\"><code><a href=\"/kuhn/n3-b1\"><code>bluff solve kuhn -n 3 -b \
             1</code></a>\na &lt; b\n</code></pre>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }
}
