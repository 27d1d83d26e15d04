//! Rows F2, F9 and F11: work that nobody wants any more ends, and what is killed or told to stop
//! leaves nothing behind.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::service::{Reply, Service};
use crate::support::{Dice, folder, long_program, run, until};

/// A plan that takes minutes.
const PLAN: &str = "[[cells]]\ngame = \"kuhn\"\nn = \"200..400\"\nb = 1\nmethod = \"lp\"\n";

fn serve(folder: &Path, line: &str) -> Service {
    Service::within(folder, &format!("--rate 0 --log off {line}"))
}

/// Questions that take long, each of another kind: kind, path and body.
fn long_questions(folder: &Path) -> Vec<(&'static str, &'static str, String)> {
    let file = include_str!("../../../data/games/third-sees-second.json")
        .replace("\"n\": \"4\"", "\"n\": \"12\"");
    // A profile of probabilities that have nothing in common is hard to value.
    let document = run(folder, "solve newman -n 1000000 -b 280 --format json").1;
    let mut denominator = 1_000_003;
    let parts: Vec<&str> = document.split("\"1\"}").collect();
    let (last, parts) = parts.split_last().expect("a document");
    let mut hard = String::new();
    for part in parts {
        denominator += 2;
        hard += &format!("{part}\"{denominator}/{denominator}1\"}}");
    }
    hard += last;
    let question = |kind, path| (kind, path, String::new());
    vec![
        question("linear program", "/api/v1/solutions/kuhn/n2000-b1?method=lp"),
        question("linear program of bets", "/api/v1/solutions/newman/n240-b26-r81?method=lp"),
        question("linear program by runs", "/api/v1/solutions/newman/n1000-b60-r2"),
        question("search", "/api/v1/solutions/in-turn/n10-b7_5?starts=1000"),
        question("callers", "/api/v1/solutions/callers/n1000000000000000000-b2-p10"),
        question("copies", "/api/v1/solutions/kuhn/n2000-b3-r2?method=lp"),
        question("pure equilibria", "/api/v1/pure/von-neumann/n1000-b2"),
        question("cuts", "/api/v1/pure/von-neumann/n2000-b2?cuts"),
        question("digits", "/api/v1/continuous/three-player/best?digits=1000"),
        question("decks compared", "/api/v1/compare/callers/b2-p10?from=11&to=50"),
        question("page", "/newman/n1001-b60-r2"),
        ("game file", "/api/v1/solutions", file),
        ("payoff", "/api/v1/payoff", hard.clone()),
        ("document", "/api/v1/verify", hard),
    ]
}

/// Time for which the service goes on working after its only client has left; `None` if the answer
/// came before.
fn after_leaving(
    service: &Service,
    path: &str,
    body: &str,
    patience: Duration,
) -> Option<Duration> {
    let method = if body.is_empty() { "GET" } else { "POST" };
    let mut stream = service.send(method, path, "", body);
    let start = Instant::now();
    while service.metric("bluff_running") == 0 && start.elapsed() < patience {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(patience.saturating_sub(start.elapsed()));
    stream.set_read_timeout(Some(Duration::from_millis(1))).expect("a time limit");
    if stream.read(&mut [0; 1]).is_ok() {
        return None;
    }
    drop(stream);
    let left = Instant::now();
    service.until_idle();
    Some(left.elapsed())
}

/// Row F9: every kind of long work stops when its client has gone.
#[test]
fn every_kind_of_work_ends_when_its_client_leaves() {
    let folder = folder("leave");
    let service = serve(&folder, "--threads 2 --solve-seconds 60");
    let mut stopped = 0;
    for (kind, path, body) in long_questions(&folder) {
        let ended = after_leaving(&service, path, &body, Duration::from_millis(100));
        eprintln!("F9: {kind}: idle after {ended:?}");
        stopped += usize::from(ended.is_some());
        assert!(ended.is_none_or(|ended| ended < Duration::from_secs(5)), "{kind}: {ended:?}");
    }
    assert!(stopped >= 5, "only {stopped} of them took long");
}

/// Row F9: a proof of a formula ends at the time limit and when its client leaves; nothing of it is
/// stored.
#[test]
fn a_proof_of_a_formula_that_ends_early_leaves_nothing() {
    let folder = folder("leave-formula");
    let file = run(&folder, "game kuhn -n 3 -b 7/3").1;
    let game: Value = serde_json::from_str(&file).expect("a game");
    let service = serve(&folder, "--threads 2 --solve-seconds 2");
    let since = Instant::now();
    let json = "content-type: application/json\r\n";
    service.post("/api/v1/formula", json, &json!({ "game": game }).to_string()).problem(504);
    service.until_idle();
    assert!(since.elapsed() < Duration::from_secs(7), "{:?}", since.elapsed());
    drop(service);
    let service = serve(&folder, "--threads 2 --solve-seconds 60");
    let path = "/api/v1/formulas/kuhn/b7_3";
    let ended = after_leaving(&service, path, "", Duration::from_millis(500));
    let ended = ended.expect("it takes longer");
    eprintln!("F9: formula: idle after {ended:?}");
    assert!(ended < Duration::from_secs(5), "{ended:?}");
    drop(service);
    let shown = run(&folder, "catalogue show --json").1;
    let shown: Value = serde_json::from_str(&shown).expect("a document");
    assert_eq!(shown["entries"].to_string().trim_matches('"'), "0", "{shown}");
}

/// Row F9: clients that leave, sweeps that are cancelled, time limits that pass; the middle and the
/// worst time to idle.
fn cancels(name: &str, each: usize) {
    let folder = folder(name);
    let service = serve(&folder, "--threads 2 --solve-seconds 1 --queue 64");
    let mut times = Vec::new();
    let mut idle = |since: Instant| {
        service.until_idle();
        times.push(since.elapsed());
    };
    let mut dice = Dice(9);
    for number in 0..each {
        let label = format!("/api/v1/solutions/{}?method=lp", long_program(number));
        let stream = service.send("GET", &label, "", "");
        until("the solve", || service.metric("bluff_running") > 0);
        thread::sleep(Duration::from_millis(dice.below(30)));
        drop(stream);
        idle(Instant::now());
    }
    for number in 0..each.div_ceil(50) {
        // Their answers are the refusal itself: one after the other thread by thread.
        let ask = |thread: usize| {
            let label = long_program(2 * (number % 2) + thread);
            service.get(&format!("/api/v1/solutions/{label}?method=lp")).status
        };
        thread::scope(|scope| {
            let asked = [0, 1].map(|thread| scope.spawn(move || ask(thread)));
            assert_eq!(asked.map(|asked| asked.join().expect("a status")), [504; 2]);
        });
        idle(Instant::now());
    }
    for _ in 0..each {
        let begun = service.post("/api/v1/sweeps", "", PLAN);
        assert_eq!(begun.status, 202, "{}", begun.body);
        let place = begun.header("location").expect("a place").to_owned();
        thread::sleep(Duration::from_millis(dice.below(30)));
        let since = Instant::now();
        let last = service.ask("DELETE", &place, "");
        assert!(last.body.contains("\"cancelled\""), "{}", last.body);
        times.push(since.elapsed());
        service.ask("DELETE", &place, "");
    }
    times.sort();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
    let [median, p99, most] = [50, 99, 100].map(at);
    eprintln!("F9: {} cancels, idle after {median:?} (median), {p99:?}, {most:?}", times.len());
    assert!(at(50) < Duration::from_secs(2), "{:?}", at(50));
    assert_eq!((service.metric("bluff_running"), service.metric("bluff_queue")), (0, 0));
    drop(service);
    // Nothing of what was cancelled is kept as if it were an answer.
    let shown = run(&folder, "catalogue show").1;
    assert!(shown.contains("Set aside  0"), "{shown}");
    assert_eq!(run(&folder, "catalogue verify").0, 0);
}

#[test]
fn cancelled_work_leaves_no_trace() {
    cancels("cancels", 15);
}

#[test]
#[ignore = "a minute"]
fn a_thousand_cancels_leave_no_trace() {
    cancels("cancels-many", 495);
}

/// Row F11: told to stop while many ask, the service cuts no answer short, takes no further ones,
/// and ends well.
#[test]
fn told_to_stop_under_load_no_answer_is_cut_short() {
    let folder = folder("stop");
    let mut service = serve(&folder, "--threads 2");
    let (stopped, whole) = (AtomicBool::new(false), AtomicU64::new(0));
    let address = service.address.clone();
    let ask = |number: usize| {
        for n in (number..).step_by(8) {
            let Ok(mut stream) = TcpStream::connect(&address) else { break };
            let path = ["von-neumann/n28-b4", "newman/n1000-b300", "kuhn/n60-b1"][n % 3];
            let request = format!(
                "GET /api/v1/solutions/{path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n"
            );
            let mut answer = Vec::new();
            let sent =
                stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_end(&mut answer));
            if answer.is_empty() {
                // Connected, and not accepted any more.
                assert!(stopped.load(Ordering::Relaxed), "{sent:?}");
                break;
            }
            let reply = Reply::read(&answer);
            let told = reply.header("content-length").and_then(|length| length.parse().ok());
            assert_eq!((reply.status, told), (200, Some(reply.length)));
            whole.fetch_add(1, Ordering::Relaxed);
        }
    };
    let since = thread::scope(|scope| {
        for number in 0..8 {
            let ask = &ask;
            scope.spawn(move || ask(number));
        }
        until("many answers", || whole.load(Ordering::Relaxed) > 40);
        stopped.store(true, Ordering::Relaxed);
        service.signal("TERM");
        Instant::now()
    });
    assert_eq!(service.ended().code(), Some(0));
    eprintln!("F11: {whole:?} whole answers, ended after {:?}", since.elapsed());
    assert!(since.elapsed() < Duration::from_secs(12));
    assert!(TcpStream::connect(&address).is_err(), "further connections are refused");
}

/// Row F2: killed during solves and a sweep, the service restarts at once, with what was stored.
fn killed(name: &str, times: u64) {
    let folder = folder(name);
    let mut dice = Dice(2);
    let mut slowest = Duration::ZERO;
    let first = serve(&folder, "");
    let document = first.get("/api/v1/solutions/kuhn/n9-b1").body;
    drop(first);
    let long = format!("/api/v1/solutions/{}?method=lp", long_program(0));
    for _ in 0..times {
        let mut service = serve(&folder, "");
        let begun = service.post("/api/v1/sweeps", "", &PLAN.replace("200..400", "10..60"));
        assert_eq!(begun.status, 202, "{}", begun.body);
        let _leaver = service.send("GET", &long, "", "");
        thread::sleep(Duration::from_millis(dice.below(150)));
        service.signal("KILL");
        service.ended();
        let start = Instant::now();
        let again = serve(&folder, "");
        assert_eq!(again.get("/readyz").body, "ready\n");
        slowest = slowest.max(start.elapsed());
        assert_eq!(again.get("/api/v1/solutions/kuhn/n9-b1").body, document);
        // Nobody holds a lock that would keep a new sweep from the same cells.
        let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"3..9\"\nb = 1\n";
        let begun = again.post("/api/v1/sweeps", "", plan);
        let place = begun.header("location").expect("a place");
        let (_, last) = again.get(&format!("{place}/events")).events().pop().expect("an end");
        assert_eq!(last["state"], "done");
    }
    eprintln!("F2: ready again after {slowest:?} at most");
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
    assert_eq!(run(&folder, "catalogue verify").0, 0);
}

#[test]
fn killed_in_the_middle_it_is_there_again_with_all_that_was_kept() {
    killed("killed", 5);
}

#[test]
#[ignore = "a minute"]
fn killed_a_hundred_times() {
    killed("killed-often", 100);
}
