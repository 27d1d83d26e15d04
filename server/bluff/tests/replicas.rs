//! Several services on one PostgreSQL: what one solved the others have.

use crate::support::folder;
use crate::support::postgres::Postgres;
use crate::support::service::Service;

fn solved(service: &Service) -> u64 {
    service.metric("bluff_equilibria_total{source=\"solve\"}")
}

fn read(service: &Service) -> u64 {
    service.metric("bluff_equilibria_total{source=\"catalogue\"}")
}

#[test]
fn what_one_replica_solved_the_other_has_without_a_solve() {
    let (folder, postgres) = (folder("replicas"), Postgres::start());
    let replica = || Service::within(&folder, &format!("--catalogue {}", postgres.address()));
    let (one, other) = (replica(), replica());
    let labels: Vec<String> = (3..=12).map(|n| format!("/api/v1/solutions/kuhn/n{n}-b1")).collect();
    // Each solves half of them, then both are asked for all.
    for (number, label) in labels.iter().enumerate() {
        assert_eq!((if number % 2 == 0 { &one } else { &other }).get(label).status, 200);
    }
    for label in &labels {
        let (first, second) = (one.get(label), other.get(label));
        assert_eq!((first.status, second.status), (200, 200));
        assert!(first.body == second.body, "{label}");
        assert_eq!(first.header("etag"), second.header("etag"), "{label}");
    }
    for replica in [&one, &other] {
        // Its own half is in its memory.
        let repeated = replica.metric("bluff_repeated_total");
        assert_eq!((solved(replica), read(replica), repeated), (5, 5, 5));
    }
    // A replica that comes later solves nothing at all.
    drop(one);
    let late = replica();
    for label in &labels {
        assert_eq!(late.get(label).body, other.get(label).body);
    }
    assert_eq!((solved(&late), read(&late)), (0, 10));
}
