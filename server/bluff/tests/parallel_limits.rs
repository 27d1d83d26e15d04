//! Limits of memory and cancellation reach every thread of parallel work. The library is linked for
//! its allocator, which counts.

#![cfg(test)]

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use bluff_batch as _;
use bluff_dealing::fairness::{self, NotChecked};
use bluff_dealing::{BaranyFuredi, rounds};
use rational_bluff::control::{Control, Stopped, map};
use rational_bluff::exact::Rational;
use rational_bluff::game::{parse_label, three_player};
use rational_bluff::solve::{Method, SolveError, search, solve};
use rational_bluff::sweep::sweep;

/// Work of any kind: whether it was stopped.
fn stopped(control: &Control, work: impl FnOnce(&Control) -> bool) -> bool {
    control.run(|| work(control)).unwrap_or(true)
}

fn runs(label: &str, control: &Control) -> bool {
    let game = parse_label(label).expect("a label");
    solve(&game, Method::Runs, control).is_err_and(|error| matches!(error, SolveError::Stopped(_)))
}

fn searched(n: u64, starts: u64, control: &Control) -> bool {
    let game = three_player(n, Rational::ONE).expect("a game");
    search(&game, starts, 0, control).is_err_and(|error| matches!(error, SolveError::Stopped(_)))
}

fn every_branch(cards: usize, limit: u64, control: &Control) -> bool {
    let deal = BaranyFuredi::new(3, cards, rounds(3, 1)).expect("a deal");
    let found = fairness::exact(&deal, &[], limit, control);
    matches!(found, Err(NotChecked::Stopped(_)))
}

fn sampled(deals: u64, control: &Control) -> bool {
    let deal = BaranyFuredi::new(3, 10, rounds(3, 1)).expect("a deal");
    matches!(fairness::sample(&deal, &[], (deals, 1), control), Err(NotChecked::Stopped(_)))
}

/// Work that does not end by itself, on numbers so long that their sums look for cancellation.
fn endless() {
    let long: Rational = format!("1{}/3", "0".repeat(60)).parse().expect("a number");
    while !(&long + &long).is_zero() {}
}

/// Work that looks at its control, and says whether it was stopped.
type Work = fn(&Control) -> bool;

#[test]
fn every_kind_of_work_stays_within_the_limit_on_all_threads() {
    // The few stay below what one thread holds, for the others may come when nothing is left to do.
    let works: [(&str, u64, u64, Work); 4] = [
        ("runs", 60_000, 64 << 20, |control| runs("kuhn/n100003-b7_3", control)),
        ("search", 400_000, 256 << 20, |control| searched(4, 512, control)),
        ("exact", 400_000, 256 << 20, |control| every_branch(4, fairness::MAX_BRANCHES, control)),
        ("sample", 40_000, 256 << 20, |control| sampled(20_000, control)),
    ];
    for (name, little, enough, work) in works {
        assert!(stopped(&Control::within(little), work), "{name} within {little} bytes");
        assert!(!stopped(&Control::within(enough), work), "{name} within {enough} bytes");
    }
    assert!(!stopped(&Control::within(400_000), |control| searched(4, 0, control)));
}

/// Each thread alone would stay within the limit.
#[test]
fn the_threads_of_a_sweep_share_one_limit() {
    let within = |bytes| {
        let both = Barrier::new(2);
        stopped(&Control::within(bytes), |control| {
            let work = |_: &u64| {
                let held = black_box(vec![1_u8; 1 << 20]);
                both.wait();
                let checked = catch_unwind(AssertUnwindSafe(|| control.check()));
                // Neither gives back what it holds before the other has looked.
                both.wait();
                drop(held);
                checked.unwrap_or_else(|panic| resume_unwind(panic))
            };
            sweep(&[1, 2], |cost| *cost, 2, control, work, |_, _| ()).is_err()
        })
    };
    assert!(within(3 << 19));
    assert!(!within(4 << 20));
}

#[test]
fn work_on_any_thread_ends_when_it_is_cancelled() {
    let works: [(&str, Work); 6] = [
        ("runs", |control| runs("newman/n999983-b60-r2", control)),
        ("search", |control| searched(16, 1 << 20, control)),
        ("exact", |control| every_branch(6, u64::MAX, control)),
        ("sample", |control| sampled(1 << 40, control)),
        ("sweep", |control| {
            sweep(&[1, 2, 3], |cost| *cost, 2, control, |_| endless(), |_, ()| ()).is_err()
        }),
        ("map", |_| map(vec![1, 2, 3], |_| endless()).is_empty()),
    ];
    for (name, work) in works {
        let control = Control::new();
        let (ended, late) = thread::scope(|scope| {
            let working = scope.spawn(|| stopped(&control, work));
            thread::sleep(Duration::from_millis(100));
            assert!(!working.is_finished(), "{name} ended by itself");
            control.cancel();
            let start = Instant::now();
            (working.join().expect("no panic"), start.elapsed())
        });
        assert!(ended, "{name}");
        assert!(late < Duration::from_secs(5), "{name} took {late:?} to stop");
    }
}

#[test]
fn a_limit_inside_a_part_ends_that_part_alone_and_a_panic_goes_through() {
    let parts = Control::within(64 << 20).run(|| {
        map(vec![1 << 10, 1 << 22], |size| {
            let inner = Control::within(1 << 20);
            inner.run(|| {
                let held = vec![1_u8; size];
                inner.check().map(|()| held.len())
            })
        })
    });
    assert_eq!(parts, Ok(vec![Ok(Ok(1 << 10)), Err(Stopped)]));
    let panic = catch_unwind(|| Control::new().run(|| map(vec![1, 2], |item| assert_eq!(item, 1))))
        .unwrap_err();
    assert!(panic.is::<String>());
}
