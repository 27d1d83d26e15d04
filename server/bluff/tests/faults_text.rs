//! Rows F15 and F16: text that would be a script, a formula or a path elsewhere, and addresses that
//! are forged.

use std::fs;
use std::io::{Read, Write};

use crate::support::service::Service;
use crate::support::{bluff, folder, run};

/// Texts that do harm where they are taken for more than text.
const HOSTILE: [&str; 12] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'-alert(1)-'",
    "javascript:alert(1)",
    "</title><svg onload=alert(1)>",
    "{{7*7}}${7*7}<%= 7*7 %>",
    "=HYPERLINK(\"http://elsewhere\",\"x\")",
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1,1)",
    "\u{202e}gnp.exe",
    "a\u{0}b\r\nset-cookie: x=y",
];

fn serve(name: &str, line: &str) -> Service {
    Service::start(bluff(&folder(name), &format!("serve --listen 127.0.0.1:0 {line}")))
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Row F15: wherever a page or a problem repeats what was asked, it is text, and no page may run a
/// script anyway.
#[test]
fn hostile_text_stays_text_on_every_page() {
    let service = serve("hostile", "--rate 0");
    for text in HOSTILE {
        let text = escaped(text);
        for path in [
            format!("/{text}"),
            format!("/{text}/n3-b1"),
            format!("/kuhn/n3-b{text}"),
            format!("/kuhn/{text}"),
            format!("/kuhn/n3-b1?card={text}"),
            format!("/kuhn/n3-b1?{text}={text}"),
            format!("/try/kuhn/n3-b1?{text}={text}"),
            format!("/try/kuhn/n3-b1?v0c1={text}"),
            format!("/compare?game={text}&from={text}&to={text}"),
            format!("/compare/von-neumann/b2?from={text}&to=3"),
            format!("/?game={text}&n={text}&b={text}"),
            format!("/solve?game={text}&n=3&b=1"),
            format!("/sweeps/{text}"),
            format!("/api/v1/solutions/{text}"),
            format!("/api/v1/pure/von-neumann/n7-b2?{text}={text}"),
            format!("/api/v1/compare/{text}.svg?from=2&to=3"),
            format!("/api/v1/sweeps/{text}/files/{text}"),
        ] {
            for accept in ["text/html", "application/json"] {
                let reply = service.ask("GET", &path, &format!("accept: {accept}\r\n"));
                assert!(reply.status < 500, "{path}: {}", reply.status);
                let policy = reply.header("content-security-policy").expect("a policy");
                let script = policy.split(';').find(|part| part.trim().starts_with("script-src"));
                assert!(policy.contains("default-src 'none'"), "{path}: {policy}");
                assert!(script.is_none_or(|script| !script.contains("unsafe")), "{path}: {policy}");
                assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
                assert_eq!(reply.header("set-cookie"), None, "{path}");
                if reply.header("content-type").is_some_and(|kind| {
                    kind.starts_with("text/html") || kind.starts_with("image/svg")
                }) {
                    for raw in ["<script>alert", "<img src=x", "<svg onload"] {
                        assert!(!reply.body.contains(raw), "{path}: {raw}");
                    }
                }
                if let Some(place) = reply.header("location") {
                    assert!(place.starts_with('/') && !place.starts_with("//"), "{path}: {place}");
                }
            }
        }
    }
}

/// Row F15: the words of a game file come back as text: in JSON, and in CSV never as a formula.
#[test]
fn hostile_game_files_are_answered_as_text_or_refused() {
    let folder = folder("hostile-files");
    let service = Service::start(bluff(&folder, "serve --listen 127.0.0.1:0 --rate 0"));
    let file = run(&folder, "game kuhn -n 3 -b 1").1;
    let mut answered = 0;
    for text in HOSTILE {
        let text = serde_json::to_string(text).expect("JSON");
        for place in ["\"my-kuhn\"", "\"facing a check\"", "\"bet 1\"", "\"I\""] {
            let hostile = file.replace(place, &text);
            let reply = service.post("/api/v1/solutions", "", &hostile);
            assert!(
                matches!(reply.status, 200 | 400 | 422),
                "{place} {text}: {} {}",
                reply.status,
                reply.body
            );
            assert!(reply.header("content-type").is_some_and(|kind| kind.contains("json")));
            fs::write(folder.join("hostile.json"), &hostile).expect("a file");
            let (code, table, said) = run(&folder, "solve hostile.json --format csv");
            assert_eq!(code == 0, reply.status == 200, "{place} {text}: {said}");
            answered += usize::from(code == 0);
            for cell in table.split(['\n', ',']) {
                let number =
                    || cell.bytes().all(|byte| byte.is_ascii_digit() || b"-/.".contains(&byte));
                assert!(
                    !cell.trim_start_matches('"').starts_with(['=', '+', '-', '@']) || number(),
                    "{text}: {cell}"
                );
            }
            assert!(!said.contains('\u{0}') && !said.contains('\u{1b}'), "{said:?}");
        }
    }
    assert!(answered > 10, "{answered} files were answered");
}

/// Row F16: a million forged addresses make the limiter no larger, whether a proxy is trusted to
/// tell them or not.
fn addresses(name: &str, count: u32) {
    for (trusted, refused) in [("", true), ("--trusted-proxy 127.0.0.1", false)] {
        let service = serve(name, &format!("--log off --rate 1 {trusted}"));
        service.get("/healthz");
        let before = service.kilobytes("RssAnon");
        let (mut stream, mut turned_away) = (service.connect(), 0);
        let mut answer = vec![0; 1 << 20];
        for first in (0..count).step_by(100) {
            let some = first..(first + 100).min(count);
            let one = |number: u32| {
                let [_, a, b, c] = number.to_be_bytes();
                format!(
                    "GET /nowhere HTTP/1.1\r\nhost: test\r\nx-forwarded-for: 203.0.113.7, \
                     10.{a}.{b}.{c}\r\n\r\n"
                )
            };
            stream
                .write_all(some.clone().map(one).collect::<String>().as_bytes())
                .expect("requests");
            let (mut seen, mut rest) = (0, Vec::new());
            while seen < some.len() {
                let read = stream.read(&mut answer).expect("answers");
                assert!(read > 0, "closed");
                rest.extend_from_slice(&answer[..read]);
                let text = String::from_utf8_lossy(&rest).into_owned();
                let whole = text.rfind("HTTP/1.1 ").unwrap_or_default();
                seen += text[..whole].matches("HTTP/1.1 ").count();
                turned_away += text[..whole].matches("HTTP/1.1 429").count();
                rest.drain(..whole);
                // The last answer is whole when its words are there.
                if text[whole..].ends_with("}\n") {
                    seen += 1;
                    turned_away += text[whole..].matches("HTTP/1.1 429").count();
                    rest.clear();
                }
            }
        }
        let taken = service.kilobytes("RssAnon").saturating_sub(before);
        eprintln!("F16: {count} addresses, {turned_away} turned away, {taken} kB");
        assert_eq!(turned_away > count as usize / 2, refused, "{turned_away}");
        assert!(taken < 32 * 1024, "{taken} kB");
    }
}

#[test]
fn forged_addresses_help_nobody_and_take_no_memory() {
    addresses("forged", 20_000);
}

#[test]
#[ignore = "minutes"]
fn a_million_addresses_take_no_memory() {
    addresses("forged-many", 1_000_000);
}
