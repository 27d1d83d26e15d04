//! Rows F15 and F16: text that would be a script, a formula or a path elsewhere, and addresses that
//! are forged.

use std::fs;
use std::io::{Read, Write};

use crate::support::service::Service;
use crate::support::{escaped, folder, run};

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

/// Row F15: wherever a page or a problem repeats a request, it is text, and no page may run a
/// script anyway.
#[test]
fn hostile_text_stays_text_on_every_page() {
    let service = Service::new("hostile", "--rate 0");
    for text in HOSTILE {
        let text = escaped(text);
        for path in [
            format!("/{text}"),
            format!("/{text}/n3-b1"),
            format!("/kuhn/n3-b{text}"),
            format!("/kuhn/{text}"),
            format!("/kuhn/n3-b1?card={text}"),
            format!("/kuhn/n3-b1?{text}={text}"),
            format!("/kuhn/n3-b1?tab=lock&{text}={text}"),
            format!("/kuhn/n3-b1?tab=lock&v0c1={text}"),
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
                let kind = reply.header("content-type").unwrap_or_default();
                if kind.starts_with("text/html") || kind.starts_with("image/svg") {
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
    let service = Service::within(&folder, "--rate 0");
    let file = run(&folder, "game kuhn -n 3 -b 1").1;
    let mut answered = 0;
    for text in HOSTILE {
        let text = serde_json::to_string(text).expect("JSON");
        for place in ["\"my-kuhn\"", "\"facing a check\"", "\"bet 1\"", "\"I\""] {
            let hostile = file.replace(place, &text);
            let reply = service.post("/api/v1/solutions", "", &hostile);
            let status = reply.status;
            assert!(matches!(status, 200 | 400 | 422), "{place} {text}: {status} {}", reply.body);
            assert!(reply.header("content-type").is_some_and(|kind| kind.contains("json")));
            fs::write(folder.join("hostile.json"), &hostile).expect("a file");
            let (code, table, said) = run(&folder, "solve hostile.json --format csv");
            assert_eq!(code == 0, reply.status == 200, "{place} {text}: {said}");
            answered += usize::from(code == 0);
            for cell in table.split(['\n', ',']) {
                let begins = cell.trim_start_matches('"').starts_with(['=', '+', '-', '@']);
                let digit = |byte: u8| byte.is_ascii_digit() || b"-/.".contains(&byte);
                assert!(!begins || cell.bytes().all(digit), "{text}: {cell}");
            }
            assert!(!said.contains('\u{0}') && !said.contains('\u{1b}'), "{said:?}");
        }
    }
    assert!(answered > 10, "{answered} files were answered");
}

/// Row F16: a million forged addresses make the limiter no larger, whether a proxy is trusted to
/// tell them or not.
fn addresses(name: &str, count: u32) {
    // One client above its rate gets twenty refusals a second, so that it is sent fewer requests.
    for (trusted, count, refused) in [("", 100, true), ("--trusted-proxy 127.0.0.1", count, false)]
    {
        let service = Service::new(name, &format!("--log off --rate 1 {trusted}"));
        service.get("/healthz");
        let before = service.vital("RssAnon");
        let (mut stream, mut turned_away) = (service.connect(), 0);
        for first in (0..count).step_by(100) {
            let some = first..(first + 100).min(count);
            let one = |number: u32| {
                let [_, a, b, c] = number.to_be_bytes();
                let forged = format!("x-forwarded-for: 203.0.113.7, 10.{a}.{b}.{c}");
                format!("GET /nowhere HTTP/1.1\r\nhost: test\r\n{forged}\r\n\r\n")
            };
            let requests: String = some.clone().map(one).collect();
            stream.write_all(requests.as_bytes()).expect("requests");
            // Each answer has one problem document of one object.
            let (mut answers, mut some_bytes) = (String::new(), vec![0; 1 << 16]);
            while answers.matches("}\n").count() < some.len() {
                let read = stream.read(&mut some_bytes).expect("answers");
                assert!(read > 0, "closed");
                answers.push_str(&String::from_utf8_lossy(&some_bytes[..read]));
            }
            turned_away += answers.matches("HTTP/1.1 429").count();
        }
        let taken = service.vital("RssAnon").saturating_sub(before);
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
