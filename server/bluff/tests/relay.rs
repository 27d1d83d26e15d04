//! A table over the relay of a service, with seats and spectators as processes of their own.

use std::path::{Path, PathBuf};
use std::process::Child;

use crate::support::service::{Service, request};
use crate::support::{Ran, bluff, ended, folder, has, json, run, until};

/// A folder with a table of two, and its name at the relay.
fn table(test: &str) -> (PathBuf, String) {
    let folder = folder(test);
    assert_eq!(run(&folder, "table new --cards 5 --clock 20 -o table.json").0, 0);
    let text = std::fs::read(folder.join("table.json")).expect("a table");
    let document = bluff_dealing::seat::TableDocument::parse(&String::from_utf8_lossy(&text));
    (folder, document.expect("a table").name())
}

fn begin(folder: &Path, who: &str, address: &str) -> Child {
    let line = format!("table {who} --at http://{address} --json");
    bluff(folder, &line).spawn().expect("the command starts")
}

fn seat(number: usize) -> String {
    format!("join table.json --seat {number}")
}

fn history((code, out, said): &Ran) -> String {
    assert_eq!(*code, 0, "{said}");
    json(out)["history"].as_str().expect("a hash").to_owned()
}

#[test]
fn two_seats_and_a_spectator_meet_at_a_relay_that_starts_again() {
    let (folder, table) = table("relay-meet");
    let flags = "--log off --rate 0";
    let service = Service::within(&folder, flags);
    let address = service.address.clone();
    let watcher = begin(&folder, "watch table.json", &address);
    let first = begin(&folder, &seat(1), &address);
    let joined = format!("/api/v1/tables/{table}/join-1");
    until("the first seat", || service.get(&joined).status == 200);
    // Whatever lay there is lost, and the seat lays it down again.
    drop(service);
    let line = format!("serve --listen {address} {flags}");
    let service = Service::start(bluff(&folder, &line));
    until("the first seat again", || service.get(&joined).status == 200);
    let second = begin(&folder, &seat(2), &address);
    let all: Vec<Ran> = [first, second, watcher].into_iter().map(ended).collect();
    assert!(all[0].2.contains("trying again"), "{}", all[0].2);
    let histories: Vec<String> = all.iter().map(history).collect();
    assert!(histories.iter().all(|other| *other == histories[0]), "{histories:?}");
    let nobody = service.get(&format!("/api/v1/tables/{table}/join-3"));
    assert_eq!((nobody.status, nobody.length), (204, 0));
    // Two joins on one seat.
    let other = begin(&folder, &format!("{} --secret other", seat(1)), &address);
    let (code, _, said) = ended(other);
    assert_eq!(code, 2, "{said}");
    has(&said, &["seat 1 is taken by another secret"]);
}

#[test]
fn a_relay_refuses_what_is_foreign_or_beyond_its_limits() {
    let (folder, table) = table("relay-refuses");
    let service = Service::within(&folder, "--log off --tables 1 --memory 16 --solve-memory 16");
    let slot = |name: &str| format!("/api/v1/tables/{table}/{name}");
    for (path, headers, body, status, words) in [
        (slot("a"), "", "one", 201, ""),
        (slot("a"), "", "one", 200, ""),
        (slot("a"), "", "two", 409, "slot a has other bytes"),
        (slot("A"), "", "one", 400, "slot A, expected at most 32 lower-case"),
        (slot("b"), "Origin: http://other.example\r\n", "one", 403, "a page of this service"),
        (slot("b"), "Content-Type: text/html\r\n", "one", 415, "application/octet-stream"),
        (slot("b?wait=1"), "", "one", 400, "wait = 1"),
        (slot("events"), "", "one", 405, "method PUT"),
        ("/api/v1/tables/ab/a".to_owned(), "", "one", 400, "table ab, expected 64 hexadecimal"),
        (format!("/api/v1/tables/{:064}/a", 0), "", "one", 507, "all 1 tables are taken"),
        (slot("b"), "", &"b".repeat((1 << 20) - 100), 507, "4 MiB together"),
        (slot("b"), "", &"b".repeat((1 << 20) + 1), 413, "1048576 bytes"),
    ] {
        let reply = service.raw(request("PUT", &path, headers, body).as_bytes());
        if words.is_empty() {
            assert_eq!(reply.status, status, "{path}: {}", reply.body);
        } else {
            has(&reply.problem(status), &[words]);
        }
    }
    assert_eq!(service.get(&slot("a?wait=1")).body, "one");
    has(&service.get(&slot("a?wait=26")).problem(422), &["wait = 26", "from 0 to 25"]);
    let mut events = service.send("GET", &slot("events"), "", "");
    support_reads(&mut events, "event: slot\ndata: a\n");
    let refused = |address: &str, line: &str, words: &[&str]| {
        let (code, _, said) = ended(begin(&folder, line, address));
        assert_eq!(code, 3, "{said}");
        has(&said, words);
    };
    assert_eq!(run(&folder, "table new -o another.json").0, 0);
    let full = ["the mailbox: ", "no room for this message: all 1 tables are taken"];
    refused(&service.address, "join another.json --seat 1", &full);
    let line = format!("table join another.json --seat 1 --at {}", service.address);
    let (code, _, said) = run(&folder, &line);
    assert_eq!(code, 2, "{said}");
    has(&said, &["expected a folder, or an address such as http://127.0.0.1:"]);
    let off = Service::new("relay-off", "--log off --tables 0");
    refused(&off.address, &seat(1), &["tables are off", "--tables"]);
    let page = off.get("/tables").body;
    assert!(page.contains("tables are off") && !page.contains("<form class=\"ask\""), "{page}");
}

/// Reads until these words came.
fn support_reads(stream: &mut impl std::io::Read, words: &str) {
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains(words) {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("more words");
        said.push(byte[0]);
    }
}
