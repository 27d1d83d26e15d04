//! Pages, read as a browser would.

use std::collections::BTreeSet;

use super::has;
use super::service::Service;

/// Header of a browser: what it accepts.
pub(crate) const BROWSER: &str = "accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
/// Maximum size of a page, in bytes.
pub(crate) const BYTES: usize = 100_000;
/// Elements that have no end tag.
const VOID: [&str; 6] = ["meta", "link", "input", "img", "br", "wbr"];

/// A page, which must be one: title, headings, landmarks, policy, and no script but our own.
pub(crate) fn shown(service: &Service, path: &str, status: u16) -> String {
    let reply = service.ask("GET", path, BROWSER);
    assert_eq!(reply.status, status, "{path}: {}", reply.body);
    for header in
        ["content-type: text/html; charset=utf-8", "content-security-policy: default-src 'none';"]
    {
        assert!(reply.head.contains(header), "{path}: {header} in {}", reply.head);
    }
    nested(path, &reply.body);
    assert_eq!(hyphened(&reply.body), None, "{path}");
    for once in ["<html lang=\"en\">", "<title>", "<main ", "<h1>", "class=\"skip\" href=\"#main\""]
    {
        // Pictures have titles too.
        let head = if once == "<title>" {
            reply.body.split("</head>").next()
        } else {
            Some(reply.body.as_str())
        };
        assert_eq!(head.map(|text| text.matches(once).count()), Some(1), "{path}: {once}");
    }
    // Scripts are files of ours, and none stands in a page.
    let scripts = reply.body.matches("<script").count();
    assert_eq!(reply.body.matches("<script src=\"/assets/").count(), scripts, "{path}");
    for never in ["<style", " style=", " onclick", "javascript:", "http://", "//cdn"] {
        let body = reply.body.replace("http://www.w3.org/2000/svg", "");
        assert!(!body.contains(never), "{path}: {never}");
    }
    reply.body
}

/// A page that refuses, in these words.
pub(crate) fn refused(service: &Service, path: &str, status: u16, words: &str) {
    has(&shown(service, path, status), &["role=\"alert\"", words]);
}

/// Every tag is closed in order, attributes are quoted, and ids stand once.
pub(crate) fn nested(path: &str, page: &str) {
    let (mut open, mut ids) = (Vec::new(), BTreeSet::new());
    for part in page.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        if tag == "!DOCTYPE html" {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{path}: </{name}>");
            continue;
        }
        assert!(tag.matches('"').count() % 2 == 0, "{path}: <{tag}>");
        for id in tag.split(" id=\"").skip(1) {
            assert!(ids.insert(id.split('"').next()), "{path}: {id} twice");
        }
        let name = tag.split(' ').next().expect("a name");
        if !VOID.contains(&name) && !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{path}: {open:?} left open");
}

/// Addresses in `href`, `src` and `action`, without fragments.
pub(crate) fn links(page: &str) -> BTreeSet<String> {
    let named =
        [" href=\"", " src=\"", " action=\""].into_iter().flat_map(|kind| page.split(kind).skip(1));
    let address = named.filter_map(|rest| rest.split('"').next()?.split('#').next());
    address.filter(|link| link.starts_with('/')).map(|link| link.replace("&amp;", "&")).collect()
}

/// Elements whose text keeps its hyphens: it is copied into a terminal or a form, or it is an error
/// in the words that every door has.
const VERBATIM: [&str; 7] =
    ["code", "pre", "textarea", "option", "script", "title", "p class=\"refused\""];

/// The texts of a page between its tags, without those of these elements.
fn texts<'a>(page: &'a str, except: &'static [&'static str]) -> impl Iterator<Item = &'a str> {
    let mut inside = None;
    page.split('<').filter_map(move |part| {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let opens = |start: &str| {
            tag.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        match inside {
            None => inside = except.iter().find(|start| opens(start)),
            Some(start) if tag.strip_prefix('/') == start.split(' ').next() => inside = None,
            Some(_) => {}
        }
        inside.is_none().then_some(text)
    })
}

/// A negative number of a page without a minus sign, with what follows it.
fn hyphened(page: &str) -> Option<&str> {
    texts(page, &VERBATIM).find_map(|text| {
        let negative = |at: &usize| {
            let before = text[..*at].chars().next_back().unwrap_or(' ');
            let starts = before.is_whitespace() || "(=[:;,+×".contains(before);
            starts && text[at + 1..].starts_with(|next: char| next.is_ascii_digit())
        };
        let place = text.match_indices('-').map(|(at, _)| at).find(negative)?;
        Some(&text[place..])
    })
}

/// Fractions and decimals of more digits in what a page shows and says, but for what is copied and
/// for formulas.
pub(crate) fn long_numbers(page: &str, digits: usize) -> BTreeSet<String> {
    let said = |attribute: &'static str| {
        page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
    };
    let seen = texts(page, &["code", "pre", "textarea", "option", "script", "math"]);
    let all = seen.chain(said(" aria-label=\"")).chain(said(" data-before=\""));
    let numbers = all.flat_map(|text| {
        text.split(|letter: char| !letter.is_ascii_digit() && !"./".contains(letter))
    });
    let is_long = |number: &&str| {
        let number = number.trim_matches(['.', '/']);
        number.contains(['.', '/']) && number.bytes().filter(u8::is_ascii_digit).count() > digits
    };
    numbers.filter(is_long).map(str::to_owned).collect()
}

#[test]
fn long_numbers_are_found_in_texts_and_words() {
    let page = "<b aria-label=\"a 1234/56789\">1/1234567 0.1234567</b><code>1/12345678</code>\
        <data value=\"1/123456789\">0.5</data><p>1000000000, 3/4.</p>";
    let found: Vec<String> = long_numbers(page, 8).into_iter().collect();
    assert_eq!(found, ["1234/56789"]);
}

#[test]
fn a_negative_number_has_a_minus_sign_and_a_label_its_hyphens() {
    let page = "<p title=\"-1\">−1/18 kuhn/n3-b1, 2-3, -b <code>-n 3 -1</code> <b>−4</b></p><p \
        class=\"refused\">b = -1</p>";
    assert_eq!(hyphened(page), None);
    assert_eq!(hyphened("<code>-1</code><p>n = -1/18, (2)</p>"), Some("-1/18, (2)"));
}
