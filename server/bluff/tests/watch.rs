//! Sweeps as pages: begun by a form, watched without script, cancelled, and by nobody else's site;
//! what a killed service left is cleared away. And the pages that are made of documents and proofs.

use std::fs;
use std::path::Path;

use rational_bluff::exact::Rational;
use rational_bluff::solve::newman_saturation;

use crate::support::page::BROWSER;
use crate::support::service::{Reply, Service};
use crate::support::{self, escaped, folder, has, until};

const FORM: &str = "accept: text/html\r\ncontent-type: \
    application/x-www-form-urlencoded\r\nsec-fetch-site: same-origin\r\n";
/// Minutes of linear programs.
const LONG: &str = "game=kuhn&n=300..600&b=1..9&format=csv";

fn serve(folder: &Path) -> Service {
    let temporary = folder.join("temporary");
    fs::create_dir_all(&temporary).expect("a folder");
    let mut command = support::bluff(folder, "serve --listen 127.0.0.1:0");
    command.env("TMPDIR", temporary);
    Service::start(command)
}

/// The page that a form leads to.
fn begun(service: &Service, form: &str) -> String {
    let reply = service.post("/sweeps", FORM, form);
    let place = reply.header("location").unwrap_or_default();
    assert!(reply.status == 303 && place.starts_with("/sweeps/"), "{form}: {}", reply.body);
    place.to_owned()
}

fn page(service: &Service, path: &str) -> Reply {
    service.ask("GET", path, BROWSER)
}

/// The page of a sweep, once it has ended in this state.
fn ended(service: &Service, place: &str, state: &str) -> String {
    until("the end", || page(service, place).body.contains(&format!("<strong>{state}</strong>")));
    page(service, place).body
}

#[test]
fn a_form_begins_a_sweep_and_its_page_follows_to_the_files() {
    let service = serve(&folder("watch-form"));
    let form = page(&service, "/sweeps").body;
    has(&form, &["action=\"/sweeps\" method=\"post\"", "<textarea id=\"plan\""]);
    let place = begun(&service, "game=kuhn&n=60..90&b=1..3&format=csv&format=svg&format=jsonl");
    let running = page(&service, &place);
    let parts = [
        "<h1>Sweep of kuhn</h1>",
        "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>",
        &format!("data-events=\"/api/v1{place}/events\""),
        &format!("action=\"{place}/cancel\" method=\"post\""),
        "<progress max=\"93\" value=\"",
        " of 93 games solved",
    ];
    has(&running.body, &parts);
    let policy = running.header("content-security-policy").expect("a policy");
    has(policy, &["script-src 'self'; connect-src 'self';"]);
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(running.header("cache-control"), Some("no-store"));
    let (_, script) = running.body.split_once("<script src=\"/assets/sweep-").expect("a script");
    let script = script.split('"').next().expect("an address");
    let script = service.get(&format!("/assets/sweep-{script}"));
    assert_eq!(script.status, 200);
    has(&script.head, &["text/javascript", "immutable"]);
    let done = ended(&service, &place, "done");
    for part in ["/assets/sweep-", "http-equiv", "/cancel"] {
        assert!(!done.contains(part), "{part} in {done}");
    }
    has(&done, &["93</span> of 93 games solved"]);
    for file in ["kuhn.jsonl", "kuhn.csv", "kuhn.svg"] {
        let address = format!("/api/v1{place}/files/{file}");
        has(&done, &[&format!("href=\"{address}\" download=\"{file}\"")]);
        assert_eq!(service.get(&address).status, 200, "{file}");
    }
    assert_eq!(done.matches("<img ").count(), 1);
    // Every page runs scripts of the service alone.
    for path in ["/", "/sweeps", "/errata"] {
        let reply = page(&service, path);
        let policy = reply.header("content-security-policy").expect("a policy");
        has(policy, &["script-src 'self';"]);
        assert!(!policy.contains("unsafe"), "{path}");
    }
}

#[test]
fn games_without_an_answer_are_named() {
    let service = serve(&folder("watch-failures"));
    let plan = "[[cells]]\ngame = \"von-neumann\"\nn = \"2..9\"\nb = 2\npure = \
        true\n[[cells]]\ngame = \"in-turn\"\nn = 5\nb = 7\nmethod = \"threshold\"\n";
    let place = begun(&service, &format!("plan={}", escaped(plan)));
    let done = ended(&service, &place, "done");
    has(&done, &["<h2 id=\"failures\">", "<dt>in-turn/n5-b7", "von-neumann-pure.csv"]);
}

#[test]
fn a_sweep_that_comes_to_no_end_says_why() {
    let folder = folder("watch-no-room");
    let mut command = support::bluff(&folder, "serve --listen 127.0.0.1:0");
    command.env("TMPDIR", folder.join("a-file"));
    fs::write(folder.join("a-file"), "").expect("a file");
    let service = Service::start(command);
    let place = begun(&service, "game=kuhn&n=3&b=1");
    let shown = ended(&service, &place, "failed");
    // A message about our own files is not sent to clients.
    has(&shown, &["<p class=\"refused\" role=\"alert\">internal error</p>"]);
}

#[test]
fn who_cancels_sees_that_it_has_stopped() {
    let service = serve(&folder("watch-cancel"));
    let place = begun(&service, LONG);
    let reply = service.post(&format!("{place}/cancel"), FORM, "");
    assert_eq!((reply.status, reply.header("location")), (303, Some(place.as_str())));
    let shown = page(&service, &place).body;
    assert!(shown.contains("<strong>cancelled</strong>") && !shown.contains("/files/"), "{shown}");
    assert_eq!(service.json(&format!("/api/v1{place}"))["state"], "cancelled");
    let unknown = page(&service, "/sweeps/0123456789abcdef");
    assert!(unknown.status == 404 && unknown.body.contains("no such address"), "{}", unknown.body);
}

#[test]
fn a_bad_form_is_told_what_the_api_says_and_keeps_what_was_typed() {
    let service = serve(&folder("watch-bad"));
    for (plan, status) in [
        ("", 400),
        ("[[cells]]\ngame = \"von-neumann\"\nn = 1\nb = 1\n", 422),
        ("[[cells]]\ngame = \"chess\"\nn = 3\nb = 1\n", 404),
        ("[[cells]]\ngame = \"von-neumann\"\nn = \"2..1000000\"\nb = 1\n", 422),
        ("[[cells]]\ngame = \"</textarea><script>alert(1)</script>\"\nn = 3\nb = 1\n", 404),
    ] {
        let words = service.post("/api/v1/sweeps", "", plan).problem(status);
        let reply = service.post("/sweeps", FORM, &format!("plan={}", escaped(plan)));
        let html = |text: &str| {
            let text = text.trim().replace('&', "&amp;").replace('<', "&lt;");
            text.replace('>', "&gt;").replace('"', "&quot;")
        };
        assert_eq!(reply.status, status, "{plan}");
        has(&reply.head, &["content-type: text/html"]);
        let told = format!("<p class=\"refused\" role=\"alert\">{}</p>", html(&words));
        has(&reply.body, &[&told, &format!("{}</textarea>", html(plan))]);
    }
    let grid = service.post("/sweeps", FORM, "game=kuhn&n=3..x&b=1%222&format=jsonl");
    assert_eq!(grid.status, 400);
    let typed = ["value=\"3..x\"", "value=\"1&quot;2\"", "<option value=\"kuhn\" selected>"];
    has(&grid.body, &typed);
    has(&grid.body, &["value=\"jsonl\" checked"]);
    assert_eq!(service.post("/sweeps", FORM, "colour=red").status, 400);
    let unknown = page(&service, "/sweeps?example=chess");
    assert_eq!(unknown.status, 400);
    has(&unknown.body, &["example = chess, expected von-neumann, "]);
    assert_eq!(service.post("/sweeps", "content-type: text/plain\r\n", "plan=x").status, 400);
    let full = [begun(&service, LONG), begun(&service, LONG)];
    let busy = service.post("/sweeps", FORM, LONG);
    assert_eq!((busy.status, busy.header("retry-after")), (503, Some("2")), "{full:?}");
    has(&busy.body, &["2 sweeps are running", "value=\"300..600\""]);
}

#[test]
fn every_example_is_within_the_limits_and_is_shown_as_a_plan() {
    let service = serve(&folder("watch-examples"));
    let form = page(&service, "/sweeps").body;
    let names: Vec<&str> =
        form.split("/sweeps?example=").skip(1).filter_map(|rest| rest.split('#').next()).collect();
    let known = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/plans"))
        .expect("plans")
        .count();
    assert_eq!(names.len(), known, "{names:?}");
    for name in names {
        let shown = page(&service, &format!("/sweeps?example={name}"));
        let (_, text) = shown.body.split_once("aria-describedby=\"plan-hint\">").expect("a plan");
        let plan = text.split('<').next().expect("an end").replace("&quot;", "\"");
        let place = begun(&service, &format!("plan={}", escaped(&plan)));
        assert_eq!(service.post(&format!("{place}/cancel"), FORM, "").status, 303);
    }
    let shown = page(&service, "/sweeps?game=newman&n=2..9%2C+14&b=1..max&format=csv").body;
    let lines = ["game = \"newman\"", "n = [\"2..9\",\"14\"]", "formats = [\"csv\"]"];
    has(&shown.replace("&quot;", "\""), &lines);
}

#[test]
fn another_site_begins_and_cancels_nothing() {
    let service = serve(&folder("watch-foreign"));
    let place = begun(&service, LONG);
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = 3\nb = 1\n";
    for from in [
        "sec-fetch-site: cross-site\r\n",
        "sec-fetch-site: same-site\r\n",
        "origin: http://elsewhere\r\n",
        "origin: null\r\n",
    ] {
        let form = format!("content-type: application/x-www-form-urlencoded\r\n{from}");
        let words = service.post("/api/v1/sweeps", from, plan).problem(403);
        has(&words, &["expected a page of this service"]);
        service.post("/sweeps", &form, "game=kuhn&n=3&b=1").problem(403);
        service.post(&format!("{place}/cancel"), &form, "").problem(403);
        let refused = service.ask("DELETE", &format!("/api/v1{place}"), from);
        assert_eq!(refused.status, 403, "{from}");
        assert_eq!(service.json(&format!("/api/v1{place}"))["state"], "running", "{from}");
        // Looking is free.
        assert_eq!(service.ask("GET", &place, from).status, 200);
    }
    // The host that `Origin` names is the one that was asked.
    let ours = "content-type: application/x-www-form-urlencoded\r\norigin: http://test\r\n";
    assert_eq!(service.post(&format!("{place}/cancel"), ours, "").status, 303);
    assert_eq!(service.post("/api/v1/sweeps", "", plan).status, 202);
}

#[test]
fn what_a_killed_service_left_is_cleared_at_the_next_start() {
    let folder = folder("watch-killed");
    let temporary = folder.join("temporary");
    let left = || fs::read_dir(&temporary).expect("a folder").count();
    let mut killed = serve(&folder);
    begun(&killed, LONG);
    until("its folder", || {
        fs::read_dir(&temporary)
            .expect("a folder")
            .flatten()
            .any(|entry| entry.path().join(".bluff-batch").exists())
    });
    let living = serve(&folder);
    let done = begun(&living, "game=kuhn&n=3&b=1&format=csv");
    ended(&living, &done, "done");
    begun(&living, LONG);
    until("all folders", || left() == 3);
    fs::create_dir(temporary.join("bluff-sweep-of-somebody")).expect("a folder");
    killed.signal("KILL");
    killed.ended();
    assert_eq!(left(), 4);
    // Only the folder of the dead is taken away.
    let next = serve(&folder);
    assert_eq!(left(), 3);
    assert_eq!(next.get("/healthz").status, 200);
    assert_eq!(living.get(&format!("/api/v1{done}/files/kuhn.csv")).status, 200);
}

#[test]
fn documents_are_pages_and_their_commands_lead_to_answers() {
    let service = serve(&folder("watch-documents"));
    for (path, least) in [("/findings", 10), ("/literature", 20)] {
        let body = page(&service, path).body;
        let (_, main) = body.split_once("<main").expect("a main part");
        let (main, _) = main.split_once("</main>").expect("its end");
        let commands = main.matches("<code>bluff ").count();
        let linked =
            main.split("href=\"").skip(1).filter(|rest| rest.contains("\"><code>bluff ")).count();
        assert!(linked >= least && linked == commands, "{path}: {linked} of {commands}");
        assert!(!main.contains(".md\"") && !main.contains("href=\".."), "{path}");
    }
    let findings = page(&service, "/findings").body;
    for name in ["whole-bets", "three-players", "best-bet", "equal-decks", "speed"] {
        assert!(findings.contains(&format!("id=\"{name}\"")), "{name}");
    }
}

#[test]
fn every_erratum_has_its_address_and_its_proof() {
    let service = serve(&folder("watch-errata"));
    let body = page(&service, "/errata").body;
    for (name, proof) in [
        ("value-65-2", "402733/3357900"),
        ("integer-bet-limit", "0.1375288"),
        ("best-bet", "0.122590664136181"),
        ("cuts-22-to-24", "17/154"),
        ("multiples-of-9", "I checks 3 to 15, II calls from 12"),
        ("fast-nlp-objective", "−1/72"),
        ("fast-nlp-bets", "on the average 1/24, his value"),
        ("check-at-b", "what checking pays with the hand"),
        ("slow-lp-fold", "−5/12"),
        ("float-digits", "bluff continuous three-player -b 2 --digits 30"),
        ("djn-constraint-count", "<dt>Smaller</dt>"),
        ("two-players-whole-deck", "there is one partition of the other cards"),
        ("draws-must-be-random", "decodes it with π"),
        ("who-sends-the-last-hand", "none of them can transmit"),
        ("known-to-all", "equality can be told without revealing"),
        ("sum-of-draws", "Modulo 52 every card comes of 52 pairs"),
        ("roots-handed-out", "is a factor of"),
        ("check-before-the-permutation", "46,656 of 46,656"),
        ("votes-scrambled-by-one", "href=\"/fairness?protocol=voting"),
        ("wolves-show-by-voting", "whoever sends one is a wolf"),
        ("push-63s", "what a push of 63s loses"),
    ] {
        let begin = format!("<section aria-labelledby=\"{name}\">");
        let (_, section) = body.split_once(&begin).unwrap_or_else(|| panic!("{name}"));
        let (section, _) = section.split_once("</section>").expect("an end");
        has(section, &[&format!("<h3 id=\"{name}\">"), proof]);
    }
    assert_eq!(body.matches("<dt>Proof</dt>").count(), 21);
    // The strategies behind the links are those that are spoken of.
    let links = body.split("href=\"/").skip(1).filter_map(|rest| rest.split('"').next());
    let judged: Vec<String> = links
        .filter(|link| link.contains("?tab=lock"))
        .map(|link| format!("/{}", link.replace("&amp;", "&")))
        .collect();
    assert_eq!(judged.len(), 3);
    for (path, value) in judged.iter().zip(["402733/3357900", "1/24", "1/24"]) {
        has(&page(&service, path).body, &["this is a Nash equilibrium", value]);
    }
    let [printed, callers] = [0, 2].map(|at| page(&service, &judged[at]).body);
    has(&printed, &["bet 2 with probability 14/23"]);
    has(&callers, &["call with probability 1/2"]);
}

/// The bound of the errata on decks of Newman's game holds: `v ≤ V(1 + 1/(4n(n − 1)))`.
#[test]
fn decks_keep_below_the_bound_that_the_errata_prove() {
    let seventh = Rational::ratio(1, 7);
    for n in (2..=200).chain([1_000, 100_000]) {
        let saturation = newman_saturation(n).expect("a size");
        // A little above the limit, cut after 14 digits.
        let limit = Rational::ratio(13_753_886_357_927, 100_000_000_000_000);
        let cards = Rational::from(n);
        let pairs = &cards * &(&cards - &Rational::ONE) * Rational::from(4);
        let bound = &limit + &(&limit / &pairs);
        assert!(*saturation.value() <= bound && *saturation.value() < seventh, "n = {n}");
        assert_eq!(bound < seventh, n >= 4, "n = {n}");
    }
}
