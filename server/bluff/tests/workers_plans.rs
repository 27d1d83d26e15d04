//! Plans that share the workers of a PostgreSQL catalogue.

use std::fs;
use std::io::Write;

use bluff_batch::catalogue::QueuedCell;

use crate::support::postgres::Postgres;
use crate::support::{bluff, folder, succeeds, until};
use crate::workers::{LEASE, chunk, end, labels, shared, worker};

fn chunks(game: &str, n: std::ops::Range<u32>) -> Vec<Vec<QueuedCell>> {
    n.map(|n| chunk(&[&format!("{game}/n{n}-b1")])).collect()
}

#[test]
fn plans_take_turns_and_those_that_a_batch_waits_for_come_first() {
    let postgres = Postgres::start();
    let catalogue = shared(&postgres);
    let queue = catalogue.queue().expect("a queue");
    let taken = |count: usize| -> Vec<String> {
        let leases = (0..count).map(|_| queue.lease(LEASE).unwrap().expect("a lease"));
        leases.flat_map(|lease| labels(&lease)).collect()
    };
    let large = queue.add("large", &chunks("kuhn", 3..9)).unwrap();
    assert_eq!(taken(2), ["kuhn/n3-b1", "kuhn/n4-b1"]);
    queue.add("small", &chunks("borel", 3..5)).unwrap();
    assert_eq!(taken(4), ["borel/n3-b1", "kuhn/n5-b1", "borel/n4-b1", "kuhn/n6-b1"]);
    // The batch of the first plan is gone.
    postgres.query("UPDATE rational_bluff.plan SET awaited_until = '-infinity'");
    queue.add("awaited", &chunks("newman", 3..5)).unwrap();
    assert_eq!(taken(3), ["newman/n3-b1", "newman/n4-b1", "kuhn/n7-b1"]);
    queue.wait_for(large).unwrap();
    queue.add("another", &chunks("newman", 5..6)).unwrap();
    assert_eq!(taken(2), ["newman/n5-b1", "kuhn/n8-b1"]);
    assert_eq!(queue.lease(LEASE).unwrap(), None);
}

/// One worker, and a large plan under way.
#[test]
fn a_small_plan_ends_while_a_large_one_goes_on() {
    let (folder, postgres) = (folder("turns"), Postgres::start());
    let plans = [("large", "kuhn", "3..400"), ("small", "von-neumann", "3..9")];
    for (name, game, n) in plans {
        let plan = format!(
            "[[cells]]\ngame = \"{game}\"\nn = \"{n}\"\nb = [1, 2, 3]\n\
             [output]\nformats = [\"csv\"]\n"
        );
        fs::write(folder.join(name).with_extension("toml"), plan).expect("a file");
    }
    let at = format!("--threads 0 --catalogue {}", postgres.address());
    let large = bluff(&folder, &format!("batch large.toml --out large {at}")).spawn();
    let working = worker(&folder, &postgres);
    let tables = "SELECT to_regclass('rational_bluff.chunk')";
    until("the tables", || !postgres.query(tables).is_empty());
    let ended_chunks = "SELECT count(*) FROM rational_bluff.chunk WHERE ended_at IS NOT NULL";
    until("the first chunk of the large plan", || postgres.query(ended_chunks) != "0");
    succeeds(&folder, &format!("batch small.toml --out small {at}"));
    let open = "SELECT count(*) > 0 FROM rational_bluff.chunk WHERE ended_at IS NULL";
    assert_eq!(postgres.query(open), "t");
    end(large.expect("it starts"));
    end(working);
}

/// As a backup does, a session holds a snapshot while hundreds of chunks end.
#[test]
fn an_open_snapshot_does_not_hold_workers_up() {
    let (folder, postgres) = (folder("snapshot"), Postgres::start());
    let plan = "[[cells]]\ngame = \"von-neumann\"\nn = \"2..400\"\nb = \"1..5\"\n\
                [output]\nformats = [\"csv\"]\n";
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    succeeds(&folder, "batch plan.toml --out alone");
    let at = format!("--catalogue {}", postgres.address());
    succeeds(&folder, &format!("catalogue show {at}"));
    let mut session = postgres.session();
    let input = session.stdin.as_mut().expect("its input");
    input
        .write_all(b"BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;\n")
        .expect("the session listens");
    let held = "SELECT count(*) > 0 FROM pg_stat_activity \
                WHERE backend_xmin IS NOT NULL AND state = 'idle in transaction'";
    until("the snapshot", || postgres.query(held) == "t");
    succeeds(&folder, &format!("batch plan.toml --out beside --threads 1 {at}"));
    assert_eq!(postgres.query(held), "t");
    end(session);
    let read = |out: &str| fs::read(folder.join(out).join("von-neumann.csv")).expect("a file");
    assert_eq!(read("alone"), read("beside"));
}
