//! The catalogue, the same tests for both kinds: storage, and damage.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bluff_batch::catalogue::{Address, Catalogue, CatalogueError, Entry, Key, StoredRow, VERSION};
use rational_bluff::formula::family;
use rational_bluff::game::parse_label;
use rational_bluff::solve::{Control, Method};
use rational_bluff::sweep::GameQuestion;

use crate::support::postgres::Postgres;
use crate::support::{Dice, folder, has, long_label, remove_catalogue};

pub(crate) fn silent(_: &str) {}

fn key(label: &str, question: GameQuestion) -> Key {
    let question = question.settled(&parse_label(label).expect("a label"));
    Key { label: label.to_owned(), question: question.into() }
}

fn entry(label: &str, question: GameQuestion) -> Entry {
    let (key, game) = (key(label, question), parse_label(label).expect("a label"));
    Entry::of(key, &question.answer(&game, &Control::new()).expect("an answer"))
}

pub(crate) fn entries() -> Vec<Entry> {
    let any = GameQuestion::Equilibrium(Method::Auto);
    let mut entries: Vec<Entry> =
        (2..=40).map(|n| entry(&format!("von-neumann/n{n}-b2"), any)).collect();
    entries.push(entry("kuhn/n3-b1", any));
    entries.push(entry("von-neumann/n3-b1", GameQuestion::Equilibrium(Method::Lp)));
    entries.push(entry("three-player/n7-b2", any));
    let kuhn = parse_label("kuhn/n3-b2").expect("a label");
    entries.push(Entry::of_family(&family(&kuhn, &Control::new()).expect("a family")));
    entries.push(entry("von-neumann/n9-b2", GameQuestion::Pure));
    entries.push(entry("von-neumann/n4-b2", GameQuestion::Pure));
    entries
}

pub(crate) fn keys(entries: &[Entry]) -> Vec<Key> {
    entries.iter().map(|entry| entry.key().clone()).collect()
}

/// Runs a test with a new catalogue of each kind; it is given SQL to run behind the catalogue's
/// back.
pub(crate) fn with_both(test: &str, body: impl Fn(&Address, &dyn Fn(&str))) {
    let path = folder(test).join("new/folder/catalogue.sqlite");
    let address = Address::File(path.clone());
    body(&address, &|sql| {
        rusqlite::Connection::open(&path).expect("a database").execute_batch(sql).expect("SQL");
    });
    let postgres = Postgres::start();
    body(&postgres.address().parse().expect("an address"), &|sql| {
        postgres.query(&format!("SET search_path TO rational_bluff; {sql}"));
    });
}

#[test]
fn what_is_written_is_read_again_by_everybody() {
    with_both("written", |address, _| {
        let entries = entries();
        let (one, other) =
            (Catalogue::open(address, silent).unwrap(), Catalogue::open(address, silent).unwrap());
        assert_eq!(one.read(&keys(&entries)).unwrap(), vec![None; entries.len()]);
        one.write(&entries).unwrap();
        // A second time changes nothing.
        other.write(&entries[..3]).unwrap();
        let expected: Vec<Option<Entry>> = entries.iter().cloned().map(Some).collect();
        assert_eq!(other.read(&keys(&entries)).unwrap(), expected);
        let missing = key("kuhn/n5-b1", GameQuestion::Equilibrium(Method::Lp));
        assert_eq!(one.holds(&[missing, entries[0].key().clone()]).unwrap(), [false, true]);
        assert_eq!(one.count().unwrap(), (entries.len() as u64, 0));
        assert!(entries.iter().all(|entry| entry.check().is_ok()));
        assert_eq!(entries.last().unwrap().body(), "", "no pure equilibrium at (4, 2)");
        let checked = one.verify(&Control::new()).unwrap().unwrap();
        assert_eq!((checked.valid, checked.damaged), (entries.len() as u64, BTreeMap::new()));
    });
}

/// PostgreSQL catalogues of every format with a queue, as its versions made them.
const POSTGRES_FORMATS: [&str; 4] = [
    include_str!("formats/postgres-1.sql"),
    include_str!("formats/postgres-2.sql"),
    include_str!("formats/postgres-3.sql"),
    include_str!("formats/postgres-4.sql"),
];

/// The statement that stores a row.
fn insert(StoredRow { label, question, version, body, seal }: StoredRow) -> String {
    let body = body.replace('\'', "''");
    format!(
        "INSERT INTO entry (label, question, version, body, seal)
         VALUES ('{label}', '{question}', '{version}', '{body}', '{seal}');"
    )
}

#[test]
fn databases_of_every_format_keep_their_entries_and_their_queue() {
    let postgres = Postgres::start();
    let kept = entry("kuhn/n3-b1", GameQuestion::Equilibrium(Method::Lp));
    let key = kept.key().clone();
    let address: Address = postgres.address().parse().unwrap();
    let open = || Catalogue::open(&address, silent).unwrap();
    for (format, made) in (1..).zip(POSTGRES_FORMATS) {
        postgres.query("DROP SCHEMA IF EXISTS rational_bluff CASCADE");
        postgres.query(&(made.replace("VERSION", VERSION) + &insert(kept.row())));
        let tables = if format < 3 { ["cell"].as_slice() } else { &["plan", "chunk"] };
        let queue = || -> Vec<String> {
            let rows = |table| postgres.query(&format!("SELECT * FROM rational_bluff.{table}"));
            tables.iter().map(rows).collect()
        };
        let queued = queue();
        assert!(queued.iter().all(|rows| rows.lines().count() == 1), "{queued:?}");
        // Two at once, and one that comes later.
        let (one, _other) = std::thread::scope(|scope| {
            let other = scope.spawn(open);
            (open(), other.join().unwrap())
        });
        for catalogue in [&one, &open()] {
            let found = catalogue.read(std::slice::from_ref(&key)).unwrap();
            assert_eq!(found, [Some(kept.clone())], "{format}");
            catalogue.write(&[kept.clone(), long_entry(7)]).unwrap();
            assert_eq!(catalogue.count().unwrap(), (2, 0), "{format}");
        }
        assert_eq!(one.prune().unwrap(), (0, 0));
        assert_eq!(queue(), queued, "{format}");
        let number = postgres.query("SELECT number FROM rational_bluff.format");
        assert_eq!(number, format.max(2).to_string());
    }
    postgres.query("UPDATE rational_bluff.format SET number = 5");
    let newer = Catalogue::open(&address, silent).map(drop).unwrap_err().to_string();
    has(&newer, &["has format 5, expected at most 4: it was not changed"]);
}

#[test]
fn a_new_database_has_the_tables_of_entries_alone() {
    let postgres = Postgres::start();
    Catalogue::open(&postgres.address().parse().unwrap(), silent).unwrap();
    let tables = "SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables
                  WHERE schemaname = 'rational_bluff'";
    assert_eq!(postgres.query(tables), "damaged entry format");
}

#[test]
fn a_file_of_the_released_format_is_read() {
    let file = folder("released").join("catalogue.sqlite");
    let kept = entry("kuhn/n3-b1", GameQuestion::Equilibrium(Method::Lp));
    let made = rusqlite::Connection::open(&file).expect("a database");
    let tables = include_str!("formats/sqlite-1.sql").to_owned();
    made.execute_batch(&(tables + &insert(kept.row()))).expect("SQL");
    drop(made);
    let catalogue = Catalogue::open(&Address::File(file), |notice| panic!("{notice}")).unwrap();
    assert_eq!(catalogue.read(std::slice::from_ref(kept.key())).unwrap(), [Some(kept.clone())]);
    catalogue.write(&[long_entry(7)]).unwrap();
    assert_eq!(catalogue.count().unwrap(), (2, 0));
}

fn long_entry(last: u32) -> Entry {
    entry(&long_label(last), GameQuestion::Equilibrium(Method::Lp))
}

#[test]
fn labels_that_are_longer_than_a_row_of_an_index_are_kept() {
    let entries = [long_entry(1), long_entry(2)];
    assert!(entries.iter().all(|entry| (2_704..8_192).contains(&entry.key().label.len())));
    with_both("long", |address, _| {
        let catalogue = Catalogue::open(address, silent).unwrap();
        catalogue.write(&entries).unwrap();
        catalogue.write(&entries).unwrap();
        let asked =
            [keys(&entries), vec![key(&long_label(3), GameQuestion::Equilibrium(Method::Lp))]]
                .concat();
        assert_eq!(catalogue.holds(&asked).unwrap(), [true, true, false]);
        let expected: Vec<Option<Entry>> =
            entries.iter().cloned().map(Some).chain([None]).collect();
        assert_eq!(catalogue.read(&asked).unwrap(), expected);
    });
}

#[test]
fn a_damaged_entry_is_never_served_and_is_set_aside_by_name() {
    with_both("damaged", |address, sql| {
        let entries = entries();
        let catalogue = Catalogue::open(address, silent).unwrap();
        catalogue.write(&entries).unwrap();
        // A digit, a truncation, another entry's place, and a seal of nothing.
        sql("UPDATE entry SET body = replace(body, '2/21', '2/22') WHERE label = \
             'von-neumann/n7-b2'");
        sql("UPDATE entry SET body = substr(body, 1, 100) WHERE label = 'von-neumann/n8-b2'");
        sql("UPDATE entry SET label = 'von-neumann/n99-b2' WHERE label = 'von-neumann/n9-b2' AND \
             question = 'threshold'");
        sql("UPDATE entry SET seal = '' WHERE label = 'kuhn/n3-b1'");
        let damaged = ["von-neumann/n7-b2", "von-neumann/n8-b2", "von-neumann/n9-b2", "kuhn/n3-b1"];
        for (entry, read) in entries.iter().zip(catalogue.read(&keys(&entries)).unwrap()) {
            let hit = damaged.contains(&entry.key().label.as_str())
                && entry.key().question != GameQuestion::Pure.into();
            assert_eq!(read, (!hit).then(|| entry.clone()), "{}", entry.key());
        }
        // The one in the wrong place is found by looking at all.
        let checked = catalogue.verify(&Control::new()).unwrap().unwrap();
        assert_eq!(
            checked.damaged.into_iter().collect::<Vec<_>>(),
            [("von-neumann/n99-b2 (threshold)".to_owned(), "the checksum does not fit".to_owned())]
        );
        assert_eq!(catalogue.count().unwrap(), (entries.len() as u64 - 4, 4));
        catalogue.write(&entries).unwrap();
        assert!(catalogue.read(&keys(&entries)).unwrap().iter().all(Option::is_some));
    });
}

/// A forger who can compute checksums still cannot pass the checker.
#[test]
fn verify_finds_a_false_solution_under_a_good_checksum() {
    with_both("forged", |address, sql| {
        let catalogue = Catalogue::open(address, silent).unwrap();
        let honest = entry("von-neumann/n7-b2", GameQuestion::Equilibrium(Method::Auto));
        let mut row = honest.row();
        let other = entry("von-neumann/n8-b2", GameQuestion::Equilibrium(Method::Auto));
        row.body = other.body().to_owned();
        row.seal = row.sealed();
        sql(&insert(row));
        let checked = catalogue.verify(&Control::new()).unwrap().unwrap();
        assert_eq!(checked.damaged.len(), 1);
        let expected = "the document claims the label of the entry von-neumann/n7-b2, but it is \
            von-neumann/n8-b2";
        assert!(checked.damaged.values().eq([expected]));
    });
}

#[test]
fn newer_and_foreign_catalogues_are_left_untouched() {
    with_both("newer", |address, sql| {
        drop(Catalogue::open(address, silent).unwrap());
        let sqlite = matches!(address, Address::File(_));
        sql(if sqlite { "PRAGMA user_version = 9" } else { "UPDATE format SET number = 9" });
        let error = Catalogue::open(address, silent).err().expect("refused");
        assert!(matches!(error, CatalogueError::Newer { format: 9, .. }), "{error}");
        let known = if sqlite { 1 } else { 4 };
        let words = format!("has format 9, expected at most {known}");
        assert!(error.to_string().contains(&words), "{error}");
    });
    let path = folder("foreign").join("songs.sqlite");
    let songs = rusqlite::Connection::open(&path).unwrap();
    songs.execute_batch("CREATE TABLE song (name TEXT)").unwrap();
    drop(songs);
    let before = fs::read(&path).unwrap();
    let error = Catalogue::open(&Address::File(path.clone()), silent).err().expect("refused");
    assert!(matches!(error, CatalogueError::Foreign { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn what_cannot_be_opened_is_named_without_passwords() {
    let words = |address: &str| {
        Catalogue::open(&address.parse().unwrap(), silent).err().expect("refused").to_string()
    };
    let folder = folder("closed");
    fs::write(folder.join("file"), "text").unwrap();
    assert!(words(&folder.display().to_string()).starts_with("cannot open the catalogue"));
    assert!(words(&folder.join("file/catalogue").display().to_string()).contains("file"));
    let mut postgres = Postgres::start();
    let wrong = words(&postgres.address_with("secret"));
    has(&wrong, &["password authentication failed for user \"poker\""]);
    assert!(!wrong.contains("secret"), "{wrong}");
    let address = postgres.address();
    postgres.stop();
    let away = words(&address);
    has(&away, &["cannot open the catalogue postgres://poker@127.0.0.1:", "/postgres: "]);
    assert!(!away.contains("sesame"), "{away}");
}

/// A catalogue file as it is after the last process closed it.
fn sample(path: &Path, entries: &[Entry]) -> Vec<u8> {
    let catalogue = Catalogue::open(&Address::File(path.to_owned()), silent).unwrap();
    catalogue.write(entries).unwrap();
    drop(catalogue);
    fs::read(path).unwrap()
}

/// Opens a damaged file: it is refused in words, or whatever it gives is what was written; then it
/// can be filled again.
fn survives(folder: &Path, damaged: &[u8], entries: &[Entry], what: &str) -> bool {
    for old in fs::read_dir(folder).unwrap() {
        fs::remove_file(old.unwrap().path()).unwrap();
    }
    let path = folder.join("catalogue.sqlite");
    fs::write(&path, damaged).unwrap();
    let catalogue = match Catalogue::open(&Address::File(path), silent) {
        Ok(catalogue) => catalogue,
        Err(error) => {
            let known =
                matches!(error, CatalogueError::Newer { .. } | CatalogueError::Foreign { .. });
            assert!(known, "{what}: {error}");
            return false;
        }
    };
    let whole = || {
        let read = catalogue.read(&keys(entries)).expect(what);
        let served = read.into_iter().zip(entries).filter_map(|(read, entry)| Some((read?, entry)));
        served.inspect(|(read, entry)| assert_eq!(read, *entry, "{what}")).count()
    };
    whole();
    catalogue.verify(&Control::new()).expect(what);
    catalogue.write(entries).expect(what);
    assert_eq!(whole(), entries.len(), "{what}");
    true
}

fn every_flip(test: &str, step: usize) {
    let (folder, entries) = (folder(test), entries());
    let bytes = sample(&folder.join("catalogue.sqlite"), &entries);
    assert!(bytes.len() >= 60_000, "{} bytes", bytes.len());
    let mut dice = Dice(4);
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(step) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << dice.below(8);
        refused += usize::from(!survives(&folder, &damaged, &entries, &format!("byte {at}")));
    }
    // The marks of the file's kind and version are a few bytes of the first hundred.
    assert!(refused <= 16, "{refused} refused");
}

#[test]
fn flipped_bytes_are_found() {
    every_flip("flipped", 293);
}

/// Row F4 of the reliability targets in full: some minutes.
#[test]
#[ignore = "heavy: ./check heavy"]
fn every_flipped_byte_is_found() {
    every_flip("every-flip", 1);
}

#[test]
fn truncated_files_are_found() {
    let (folder, entries) = (folder("truncated"), entries());
    let bytes = sample(&folder.join("catalogue.sqlite"), &entries);
    for length in (0..bytes.len()).step_by(2039) {
        survives(&folder, &bytes[..length], &entries, &format!("the first {length} bytes"));
    }
}

#[test]
fn a_damaged_file_is_set_aside_whole_and_what_can_be_read_is_saved() {
    let (folder, entries) = (folder("salvaged"), entries());
    let path = folder.join("catalogue.sqlite");
    let mut bytes = sample(&path, &entries);
    // The root of the index: no question is found by name any more.
    let page = 4096;
    let index =
        (0..bytes.len() / page).filter(|at| bytes[at * page] == 0x0a).max().expect("an index page");
    bytes[index * page..index * page + 64].fill(0xff);
    fs::write(&path, &bytes).unwrap();
    let catalogue = Catalogue::open(&Address::File(path), silent).unwrap();
    let _ = catalogue.read(&keys(&entries)).unwrap();
    catalogue.write(&entries).unwrap();
    assert_eq!(fs::read(folder.join("catalogue.sqlite.damaged-1")).unwrap(), bytes);
    assert_eq!(catalogue.count().unwrap().0, entries.len() as u64);
}

#[test]
fn a_file_removed_while_it_is_open_is_made_anew() {
    let (folder, entries) = (folder("removed"), entries());
    let path = folder.join("catalogue.sqlite");
    let catalogue = Catalogue::open(&Address::File(path.clone()), silent).unwrap();
    catalogue.write(&entries).unwrap();
    remove_catalogue(&folder);
    assert_eq!(catalogue.read(&keys(&entries)).unwrap(), vec![None; entries.len()]);
    catalogue.write(&entries).unwrap();
    drop(catalogue);
    assert!(path.exists());
    let again = Catalogue::open(&Address::File(path), silent).unwrap();
    assert!(again.read(&keys(&entries)).unwrap().iter().all(Option::is_some));
}

/// Row F14: many at once, on one catalogue.
#[test]
fn many_writers_and_readers_share_a_catalogue() {
    with_both("shared", |address, _| {
        let entries = entries();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let entries = &entries;
                scope.spawn(move || {
                    for round in 0..60 {
                        let catalogue = Catalogue::open(address, silent).unwrap();
                        let entry = &entries[(thread * 7 + round) % entries.len()];
                        catalogue.write(std::slice::from_ref(entry)).unwrap();
                        let read = catalogue.read(&[entry.key().clone()]).unwrap();
                        assert_eq!(read, [Some(entry.clone())]);
                    }
                });
            }
        });
        let catalogue = Catalogue::open(address, silent).unwrap();
        assert_eq!(catalogue.verify(&Control::new()).unwrap().unwrap().damaged, BTreeMap::new());
        assert_eq!(catalogue.count().unwrap().1, 0);
    });
}
