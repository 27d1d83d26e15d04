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
