//! Row F10: with 512 MB, of which the service takes a third for answers by itself, and the heaviest
//! questions at once, it refuses rather than dies.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::service::Service;
use crate::support::{ended, folder, has, long_program};

/// Limit that the system sets to the service, in kilobytes.
const MEMORY: u64 = 512 << 10;

/// The questions that take most memory, each alone: from 30 to 100 megabytes; several of them are
/// never the same twice.
fn heavy(number: usize) -> (&'static str, String, String) {
    let get = |path: String| ("GET", path, String::new());
    let program = |label: String| get(format!("/api/v1/solutions/{label}?method=lp"));
    match number % 7 {
        0 => get("/api/v1/pure/von-neumann/n1000-b2".to_owned()),
        1 => program(format!("hand-flip/n{}-b2-flip1_7", 2_500 - number % 100)),
        2 => program(format!("von-neumann/n{}-b2-r4", 2_000 - number % 100)),
        3 => program(format!("kuhn/n2000-b{}_1009", 123_457 + number)),
        4 => ("POST", "/api/v1/verify".to_owned(), format!("[{}1]", "{\"a\":1},".repeat(120_000))),
        5 => get(format!("/newman/n1000000000000000000-b{}", 300 - number % 100)),
        _ => {
            let from = 2 + number % 50;
            let plan = format!(
                "[[cells]]\ngame = \"von-neumann\"\nn = \"{from}..{}\"\nb = \"1..100\"\n",
                from + 99
            );
            ("POST", "/api/v1/sweeps".to_owned(), plan)
        }
    }
}

/// Asks for so long, on eight connections at once, while others read nothing or send nothing.
fn mixed(name: &str, time: Duration) {
    let flags = "--log off --threads 2 --queue 8";
    let service = Service::limited(name, &format!("ulimit -d {MEMORY}"), flags);
    assert_eq!(service.metric("bluff_memory_budget_bytes"), (MEMORY / (3 << 10)) << 20);
    let pure = b"GET /api/v1/pure/von-neumann/n1000-b2 HTTP/1.1\r\nhost: test\r\n\r\n";
    let stalled = service.crowd(20, pure);
    let body = b"POST /api/v1/verify HTTP/1.1\r\nhost: test\r\ncontent-length: 1000000\r\n\r\n{";
    let bodies = service.crowd(50, body);
    let (start, statuses) = (Instant::now(), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for client in 0..8 {
            let (service, statuses) = (&service, &statuses);
            scope.spawn(move || {
                for number in (client..).step_by(8).take_while(|_| start.elapsed() < time) {
                    let (method, path, body) = heavy(number);
                    let reply = if method == "GET" {
                        service.get(&path)
                    } else {
                        service.post(&path, "", &body)
                    };
                    *statuses.lock().expect("counts").entry(reply.status).or_insert(0) += 1;
                    if reply.status == 503 {
                        assert_eq!(reply.header("retry-after"), Some("2"));
                        thread::sleep(Duration::from_millis(50));
                    }
                }
            });
        }
    });
    drop((stalled, bodies));
    let statuses = statuses.into_inner().expect("counts");
    eprintln!("F10: {statuses:?}, at most {} MB", service.vital("VmHWM") / 1024);
    assert!(
        statuses.keys().all(|status| matches!(status, 200 | 202 | 400 | 503 | 504)),
        "{statuses:?}"
    );
    assert!(statuses.contains_key(&503), "{statuses:?}");
    assert!(service.vital("VmHWM") < MEMORY);
    assert_eq!(service.get("/api/v1/solutions/von-neumann/n28-b4").status, 200);
}

/// The budget of all answers: programs that are each within their limit, and together beyond the
/// budget.
#[test]
fn answers_that_hold_too_much_together_are_refused_and_small_ones_are_not() {
    let flags = "--log off --rate 0 --threads 4 --solve-seconds 8 --solve-memory 64 --memory 64";
    let service = Service::new("memory-budget", flags);
    let label = |number| format!("/api/v1/solutions/{}?method=lp", long_program(number));
    let statuses = thread::scope(|scope| {
        let ask = |number| {
            let (service, label) = (&service, label(number));
            scope.spawn(move || service.get(&label))
        };
        let asked: Vec<_> = (0..4).map(ask).collect();
        for number in 3..60 {
            let small = format!("/api/v1/solutions/kuhn/n{number}-b1?method=lp");
            assert_eq!(service.get(&small).status, 200, "{small}");
        }
        let replies = asked.into_iter().map(|reply| reply.join().expect("an answer"));
        replies.map(|reply| (reply.status, reply.body)).collect::<Vec<_>>()
    });
    let full = |(status, body): &&(u16, String)| {
        *status == 503 && body.contains("the memory for all answers together is used up")
    };
    assert!(statuses.iter().any(|reply| full(&reply)), "{statuses:?}");
    assert_eq!(service.get("/api/v1/solutions/von-neumann/n28-b4").status, 200);
}

/// Row F18: what needs more memory than the system allows a command has a reason, not an abort.
#[cfg(target_os = "linux")]
#[test]
fn a_command_within_a_limit_of_address_space_says_that_there_is_no_more() {
    let folder = folder("memory-command");
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = [20, 21, 22, 16000]\nb = \"5/1009\"\n\
                method = \"lp\"\n[output]\nformats = [\"jsonl\"]\n";
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    let limited = |kilobytes: u64, line: &str| {
        let line = format!("ulimit -v {kilobytes}; exec {} {line}", env!("CARGO_BIN_EXE_bluff"));
        let mut command = Command::new("sh");
        command.args(["-c", &line]).current_dir(&folder);
        command.env("BLUFF_CATALOGUE", folder.join("catalogue.sqlite"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        ended(command.spawn().expect("a shell"))
    };
    let no_more = "MiB of memory, and the system allows no more";
    for kilobytes in [150_000, 300_000] {
        for line in ["batch plan.toml --out one --resume", "batch plan.toml --out two --part 1/1"] {
            let (code, out, said) = limited(kilobytes, &format!("{line} --threads 2"));
            assert_eq!(code, i32::from(line.ends_with("resume")), "{said}");
            has(&said, &["1 cell has no answer:\n  kuhn/n16000-b5_1009 (lp): more than ", no_more]);
            let file = fs::read_to_string(folder.join(out.trim())).expect("a file");
            assert_eq!(file.matches("certificate").count(), 3, "{file}");
        }
        let (code, out, said) = limited(kilobytes, "solve kuhn/n16000-b5_1009 --method lp");
        assert_eq!((code, out.as_str()), (2, ""), "{said}");
        has(&said, &["bluff: more than ", no_more]);
        let (code, _, said) = limited(kilobytes, "solve kuhn/n200-b5_1009 --method lp");
        assert_eq!(code, 0, "{said}");
    }
}

#[test]
fn with_little_memory_it_refuses_and_goes_on() {
    mixed("memory", Duration::from_secs(5));
}

#[test]
#[ignore = "five minutes"]
fn with_little_memory_it_refuses_and_goes_on_for_long() {
    mixed("memory-long", Duration::from_secs(300));
}
