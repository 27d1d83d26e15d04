//! Tests of the pool.

use std::thread;

use rational_bluff::exact::{Piecewise, Rational};
use tokio::task::{JoinHandle, yield_now};

use super::*;

/// Exact work that looks at nothing.
fn work() {
    let _ = Piecewise::constant(3, Rational::ratio(1, 3)).total();
}

/// A question that waits until it is cancelled.
fn until_cancelled(control: &Control) -> Result<(), Error> {
    while !control.cancelled() {
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// A question that works without an end.
fn endless(_: &Control) -> Result<(), Error> {
    loop {
        work();
    }
}

/// Asks a question for a client.
fn asked<Q>(pool: &Arc<Pool>, client: Client, cost: Duration, question: Q) -> Question
where
    Q: FnOnce(&Control) -> Result<(), Error> + Send + 'static,
{
    let pool = Arc::clone(pool);
    tokio::spawn(work_for(client, async move { pool.run_quoted(cost, question).await }))
}

type Question = JoinHandle<Result<(), Error>>;

/// Waits until the pool has these numbers of questions that run and that wait.
async fn until(pool: &Pool, running: i64, waiting: i64) {
    while (pool.load().running.get(), pool.load().waiting.get()) != (running, waiting) {
        yield_now().await;
    }
}

fn client(network: u8, last: u8) -> Client {
    Client::at([192, 0, network, last].into())
}

#[tokio::test]
async fn a_panic_is_an_error_and_the_thread_lives_on() {
    let pool = Pool::new(1, 1, Duration::from_secs(5)).unwrap();
    let panicked = pool.run_quoted(SHORT, |_| -> Result<(), Error> { panic!("on purpose") }).await;
    assert!(matches!(panicked, Err(Error::Internal(_))));
    assert_eq!(pool.run_quoted(SHORT, |_| Ok(2)).await.unwrap(), 2);
}

#[tokio::test]
async fn the_time_limit_cancels() {
    let pool = Pool::new(1, 1, Duration::from_millis(100)).unwrap();
    let (cancelled, seen) = std::sync::mpsc::channel();
    let slow = pool.run_quoted(SHORT, move |control| {
        let result = until_cancelled(control);
        let _ = cancelled.send(());
        result
    });
    assert!(matches!(slow.await, Err(Error::TimedOut(0))));
    seen.recv_timeout(Duration::from_secs(10)).unwrap();
}

/// Work whose answer so far counts ends with it, although it used none of its time.
#[tokio::test]
async fn who_waits_too_long_has_the_answer_so_far() {
    let pool = Pool::new(1, 1, Duration::from_millis(100)).unwrap();
    let early = pool.run_quoted(SHORT, |control| {
        control.allow_early_end();
        while !control.should_end() {
            thread::sleep(Duration::from_millis(1));
        }
        Ok(5)
    });
    assert_eq!(early.await.unwrap(), 5);
}

#[tokio::test]
async fn exact_work_that_looks_at_nothing_is_cancelled_too() {
    let pool = Pool::new(1, 1, Duration::from_millis(500)).unwrap();
    assert!(matches!(pool.run_quoted(SHORT, endless).await, Err(Error::TimedOut(0))));
    // The thread is free again, or this would find the queue full or time out.
    assert_eq!(pool.run_quoted(SHORT, |_| Ok(4)).await.unwrap(), 4);
}

#[tokio::test]
async fn a_full_queue_refuses_and_a_client_that_leaves_cancels() {
    let pool = Arc::new(Pool::new(1, 1, Duration::from_secs(60)).unwrap());
    // One is worked on, one waits, the third is too much.
    let first = asked(&pool, Client::OWN, LONG, until_cancelled);
    until(&pool, 1, 0).await;
    let second = asked(&pool, Client::OWN, LONG, until_cancelled);
    let third = loop {
        yield_now().await;
        if let Err(error) = pool.run_quoted(LONG, |_| Ok(())).await {
            break error;
        }
    };
    assert!(matches!(third, Error::Full));
    // Both go away; the thread is free again.
    first.abort();
    second.abort();
    loop {
        if let Ok(answer) = pool.run_quoted(LONG, |_| Ok(3)).await {
            assert_eq!(answer, 3);
            break;
        }
        yield_now().await;
    }
}

/// Long questions of one client hold every thread that takes them, and fill the queue.
#[tokio::test]
async fn a_client_with_long_questions_delays_and_refuses_nobody_else() {
    let pool = Arc::new(Pool::new(2, 4, Duration::from_secs(60)).unwrap());
    let ask = |last| asked(&pool, client(2, last), LONG, until_cancelled);
    let working: Vec<_> = (1..=2).map(ask).collect();
    until(&pool, 2, 0).await;
    let queued: Vec<_> = (3..=6).map(ask).collect();
    until(&pool, 2, 4).await;
    let other = Client::at([198, 51, 100, 1].into());
    for cost in [INSTANT, SHORT] {
        let answer = pool.run_quoted(cost, |_| Ok(5));
        assert_eq!(work_for(other, answer).await.unwrap(), 5);
    }
    // One that waited was refused to make room; what ran goes on.
    assert_eq!((pool.load().running.get(), pool.load().refused.get()), (2, 1));
    working.iter().chain(&queued).for_each(|question| question.abort());
    until(&pool, 0, 0).await;
}

/// Five questions that are quoted instant and never end, on a pool of one long thread: they keep
/// the seats of nobody, count among the questions of their client, and are charged.
#[tokio::test]
async fn a_question_that_overruns_its_quote_holds_up_nobody_else() {
    let pool = Pool::new(1, 16, Duration::from_secs(60)).unwrap();
    let pool = pool.with_quota(Some(Quota::new(Duration::from_secs(60))));
    let pool = Arc::new(pool.with_questions_per_client(NonZeroUsize::new(5)));
    let at = |network| client(network, 1);
    let asked: Vec<_> = (0..5).map(|_| asked(&pool, at(1), INSTANT, endless)).collect();
    while pool.load().overran.get() < 5 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    for cost in [INSTANT, SHORT].repeat(20) {
        let asked = std::time::Instant::now();
        assert_eq!(work_for(at(2), pool.run_quoted(cost, |_| Ok(9))).await.unwrap(), 9);
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    }
    let refused = work_for(at(1), pool.run_quoted(SHORT, |_| Ok(9))).await;
    assert!(matches!(refused, Err(Error::ManyQuestions(5))), "{refused:?}");
    asked.iter().for_each(JoinHandle::abort);
    until(&pool, 0, 0).await;
    assert_eq!(work_for(at(1), pool.run_quoted(SHORT, |_| Ok(9))).await.unwrap(), 9);
}

/// On one processor, work of a network that used much stands still while another is answered that
/// is not instant.
#[tokio::test]
async fn who_used_much_stands_still_while_others_are_answered() {
    let pool = Arc::new(Pool::new(1, 16, Duration::from_secs(60)).unwrap());
    let rounds = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&rounds);
    let endless = asked(&pool, client(1, 1), LONG, move |_| {
        loop {
            work();
            counted.fetch_add(1, Ordering::Relaxed);
        }
    });
    let so_far = move || rounds.load(Ordering::Relaxed);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let seen = so_far.clone();
    let between = work_for(
        client(2, 1),
        pool.run_quoted(SHORT, move |control: &Control| {
            let mut used = 0;
            // On a busy machine it takes a while until the questions are looked at.
            while used < 10_000 {
                let before = seen();
                used += 40;
                while control.used() < Duration::from_millis(used) {
                    work();
                }
                if seen() == before {
                    return Ok(true);
                }
            }
            Ok(false)
        }),
    );
    assert!(between.await.unwrap());
    let before = so_far();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(so_far() > before);
    endless.abort();
}

/// Questions to the pool for one answer share its time.
#[tokio::test]
async fn an_answer_has_one_time_however_many_questions_it_asks() {
    let pool = Pool::new(1, 1, Duration::from_secs(1)).unwrap();
    let burn = async || {
        let question = |control: &Control| {
            while control.used() < Duration::from_millis(400) {
                work();
            }
            Ok(())
        };
        pool.run_quoted(SHORT, question).await
    };
    let answers = answer_within(pool.time(), async { [burn().await, burn().await, burn().await] });
    let [first, second, third] = answers.await;
    assert!(first.is_ok() && second.is_ok(), "{first:?} {second:?}");
    assert!(matches!(third, Err(Error::TimedOut(1))), "{third:?}");
}

/// No thread takes the question that waits.
#[tokio::test]
async fn a_cell_of_a_sweep_waits_for_the_questions() {
    let pool = Arc::new(Pool::new(0, 4, Duration::from_secs(60)).unwrap());
    let control = Arc::new(Control::new());
    pool.wait_for_cell(&control);
    let question = asked(&pool, Client::OWN, SHORT, |_| Ok(()));
    until(&pool, 0, 1).await;
    let begin = || {
        let (pool, control) = (Arc::clone(&pool), Arc::clone(&control));
        thread::spawn(move || pool.wait_for_cell(&control))
    };
    let cell = begin();
    question.abort();
    assert!(question.await.is_err());
    cell.join().unwrap();
    let _question = asked(&pool, Client::OWN, SHORT, |_| Ok(()));
    until(&pool, 0, 1).await;
    let cell = begin();
    control.cancel();
    cell.join().unwrap();
}

#[tokio::test]
async fn a_quota_of_work_is_charged_with_what_is_used() {
    let pool = Pool::new(1, 4, Duration::from_secs(60)).unwrap();
    let pool = pool.with_quota(Some(Quota::new(Duration::from_secs(70))));
    let one = async || pool.run_quoted(LONG, |_| Ok(6)).await;
    for _ in 0..20 {
        assert_eq!(one().await.unwrap(), 6);
    }
    let (asked, wait) = std::sync::mpsc::channel::<()>();
    let first = pool.run_quoted(LONG, move |_| {
        let _ = wait.recv();
        Ok(6)
    });
    let second = async {
        let refused = one().await;
        drop(asked);
        refused
    };
    let both = tokio::join!(first, second);
    assert!(matches!(both, (Ok(6), Err(Error::OverQuota(50..=60)))), "{both:?}");
}

#[tokio::test]
async fn clients_of_a_network_have_four_quotas_together() {
    let pool = Pool::new(1, 4, Duration::from_secs(60)).unwrap();
    let pool = pool.with_quota(Some(Quota::new(Duration::from_secs(10))));
    let control = Arc::new(Control::new());
    let charge =
        |network, last| pool.charge(client(network, last), Duration::from_secs(6), &control);
    let six: Vec<_> = (1..=6).map(|last| charge(2, last).unwrap()).collect();
    assert!(matches!(charge(2, 7), Err(Error::OverQuota(1))));
    assert!(charge(3, 7).is_ok());
    drop(six);
    assert!(charge(2, 7).is_ok());
}

#[tokio::test]
async fn a_client_has_so_many_questions_under_way_and_others_have_their_own() {
    let pool = Pool::new(1, 4, Duration::from_secs(60)).unwrap();
    let pool = Arc::new(pool.with_questions_per_client(NonZeroUsize::new(2)));
    let ask = |last, cost| work_for(client(2, last), pool.run_quoted(cost, |_| Ok(8)));
    let under_way = |_| asked(&pool, client(2, 1), LONG, until_cancelled);
    let mut under_way: Vec<_> = (0..2).map(under_way).collect();
    until(&pool, 1, 1).await;
    assert!(matches!(ask(1, SHORT).await, Err(Error::ManyQuestions(2))));
    assert_eq!((ask(1, INSTANT).await.unwrap(), ask(2, SHORT).await.unwrap()), (8, 8));
    // One that left counts no more, and one that was answered.
    under_way.remove(1).abort();
    until(&pool, 1, 0).await;
    for _ in 0..3 {
        assert_eq!(ask(1, SHORT).await.unwrap(), 8);
    }
    under_way.remove(0).abort();
}

/// A network that lets long questions wait has no instant seat, but what it asks there counts as
/// before once it is no longer instant.
#[tokio::test(flavor = "multi_thread")]
async fn what_overruns_counts_whatever_its_network_lets_wait() {
    let pool = Pool::new(1, 8, Duration::from_secs(60)).unwrap();
    let pool = Arc::new(pool.with_questions_per_client(NonZeroUsize::new(5)));
    let client = client(2, 1);
    let mut under_way: Vec<_> =
        (0..4).map(|_| asked(&pool, client, LONG, until_cancelled)).collect();
    until(&pool, 1, 3).await;
    let busy = |control: &Control| {
        let start = std::time::Instant::now();
        while start.elapsed() < Duration::from_millis(500) {}
        until_cancelled(control)
    };
    under_way.push(asked(&pool, client, INSTANT, busy));
    let pushed = std::time::Instant::now();
    while pool.under_way.begin(client, 5).is_ok() {
        assert!(pushed.elapsed() < Duration::from_secs(30), "it does not count");
        yield_now().await;
    }
    under_way.iter().for_each(JoinHandle::abort);
}

/// Each of two questions begins while the other runs, whichever thread takes it: also a dear one
/// that the thread woken for it passes over.
#[tokio::test(flavor = "multi_thread")]
async fn no_question_waits_while_a_thread_for_it_is_idle() {
    let pool = Arc::new(Pool::new(2, 4, Duration::from_secs(60)).unwrap());
    for _ in 0..500 {
        let met = Arc::new(std::sync::Barrier::new(2));
        let asked = [LONG, SHORT].map(|cost| {
            let (pool, met) = (Arc::clone(&pool), Arc::clone(&met));
            tokio::spawn(
                async move { pool.run_quoted(cost, move |_| Ok(met.wait().is_leader())).await },
            )
        });
        for answer in asked {
            assert!(answer.await.unwrap().is_ok());
        }
    }
}
