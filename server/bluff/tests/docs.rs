//! The documents do as they say: every command runs, every output is what stands there, every link
//! leads somewhere.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rational_bluff::game::FAMILIES;
use rayon::prelude::*;

use crate::support;
use crate::support::markdown::{What, links, steps};
use crate::support::postgres::Postgres;
use crate::support::service::Service;

/// Address of the service in documents, and of the database.
const SERVICE: &str = "127.0.0.1:8080";
const DATABASE: &str = "postgres://poker@db/poker";

/// An address that the system chooses.
const FREE: &str = "127.0.0.1:0";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the checkout")
}

/// Every document, by its path in the checkout. The changelog says what was, not what is.
fn documents() -> BTreeMap<String, String> {
    let folders = ["", "data", "docs", "docs/games"];
    let read = |folder: &&str| fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
    let entries = folders.iter().flat_map(read);
    let paths = entries.map(|entry| entry.path().canonicalize().expect("a path"));
    let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let named = paths.map(|path| {
        let text = fs::read_to_string(&path).expect("a document");
        (path.strip_prefix(root()).expect("within the checkout").display().to_string(), text)
    });
    named.filter(|(name, _)| name != "CHANGELOG.md").collect()
}

/// Place of a reader of one document: a folder with the checkout's data, a home, and what the
/// document has started.
struct Desk {
    folder: PathBuf,
    service: Option<Service>,
    database: Option<Postgres>,
}

impl Desk {
    fn of(document: &str) -> Self {
        let folder = support::shared("docs").join(document.replace('/', "-"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        for shared in ["checker", "data"] {
            symlink(root().join(shared), folder.join(shared)).expect("a link");
        }
        // An answer that is an error fails the command.
        fs::write(folder.join(".curlrc"), "fail-with-body\nsilent\nshow-error\n").expect("a file");
        Self { folder, service: None, database: None }
    }

    /// A command of the document as it runs here: our own binary, service and database.
    fn here(&mut self, text: &str) -> String {
        let mut text = text.replace("cargo run --release --", "bluff");
        if text.contains(DATABASE) {
            let database = self.database.get_or_insert_with(Postgres::start);
            text = text.replace(DATABASE, &database.address());
        }
        match &self.service {
            Some(service) => text.replace(SERVICE, &service.address),
            None => text,
        }
    }

    /// Starts the service that the document starts, at an address that is free.
    fn serve(&mut self, line: &str) {
        let line = line.split(" #").next().unwrap_or_default().trim_start_matches("bluff ");
        let line = line.replace("0.0.0.0:8080", FREE).replace(SERVICE, FREE);
        let mut command = support::bluff(&self.folder, &line);
        command.env("BLUFF_LISTEN", FREE);
        self.service = Some(Service::start(command));
    }

    /// Exit code, standard output, standard error.
    fn run(&self, script: &str) -> support::Ran {
        let binary = Path::new(env!("CARGO_BIN_EXE_bluff")).parent().expect("a folder");
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("bash");
        shell.args(["-euo", "pipefail", "-c", script]).current_dir(&self.folder).env("PATH", path);
        shell
            .env("HOME", &self.folder)
            .env("BLUFF_CATALOGUE", self.folder.join("catalogue.sqlite"));
        shell.env("PYTHONDONTWRITEBYTECODE", "1").env_remove("COLUMNS").env_remove("XDG_DATA_HOME");
        shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        support::ended(shell.spawn().expect("a shell"))
    }

    /// Does a step: the number of commands that ran, or what is wrong in words.
    fn step(&mut self, what: &What) -> Result<usize, String> {
        let (script, expected) = match what {
            What::Script(script) => (script, None),
            What::Says(command, said) => (command, Some(said)),
            What::Prints(command, part) => {
                let command = self.here(command);
                let (code, printed, said) = self.run(&command);
                let right = code == 0 && printed.contains(part);
                return right
                    .then_some(1)
                    .ok_or(format!("{command}: expected {part} in {printed}{said}"));
            }
            What::File(name, text) => {
                fs::write(self.folder.join(name), text).expect("a file");
                return Ok(0);
            }
            What::Shown(_) => return Ok(0),
        };
        let script = self.here(script);
        let (services, script): (Vec<&str>, Vec<&str>) =
            script.lines().partition(|line| is_service(line));
        services.iter().for_each(|line| self.serve(line));
        let script = self.here(&script.join("\n"));
        let (code, printed, said) = self.run(&script);
        match expected {
            // A command that shall fail is shown with what it says then.
            Some(expected) if code != 0 && alike(expected, &format!("{printed}{said}")) => {}
            Some(expected) if code == 0 && alike(expected, &printed) => {}
            None if code == 0 => {}
            _ => return Err(format!("{script}\nexit code {code}\n{printed}{said}")),
        }
        let command = |line: &&str| !line.trim().is_empty() && !line.starts_with([' ', '#']);
        Ok(services.len() + script.lines().filter(command).count())
    }
}

/// True for a command that serves, and does not only look at its settings.
fn is_service(line: &str) -> bool {
    line.starts_with("bluff serve") && !line.contains("--check") && !line.contains("--print-config")
}

/// True if a text is as expected, where `…` stands for any part of a line, and alone for any lines.
fn alike(expected: &str, text: &str) -> bool {
    let trimmed =
        |text: &str| text.trim().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    lines_alike(&trimmed(expected), &trimmed(text))
}

fn lines_alike(expected: &[String], text: &[String]) -> bool {
    match (expected.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((any, later)), _) if any == "…" => {
            (0..=text.len()).any(|from| lines_alike(later, &text[from..]))
        }
        (Some((first, later)), Some((line, rest))) => {
            line_alike(first, line) && lines_alike(later, rest)
        }
        _ => false,
    }
}

fn line_alike(expected: &str, line: &str) -> bool {
    let Some((begin, later)) = expected.split_once('…') else { return expected == line };
    line.strip_prefix(begin).is_some_and(|rest| {
        let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
        ends.any(|at| line_alike(later, &rest[at..]))
    })
}

/// Outcome of one document.
#[derive(Default)]
struct Told {
    ran: usize,
    shown: Vec<String>,
    wrong: Vec<String>,
}

/// Does what a document says, step by step.
fn follow(name: &str, text: &str) -> Told {
    let mut told = Told::default();
    let steps = match steps(text) {
        Ok(steps) => steps,
        Err(reason) => return Told { wrong: vec![format!("{name}:{reason}")], ..told },
    };
    let mut desk = Desk::of(name);
    for step in steps {
        match desk.step(&step.what) {
            Ok(count) => told.ran += count,
            Err(reason) => told.wrong.push(format!("{name}:{}: {reason}", step.line)),
        }
        if let What::Shown(command) = &step.what {
            told.shown.push(format!("{name}:{}: {command}", step.line));
        }
    }
    told
}

#[test]
fn every_command_runs_and_says_what_stands_there() {
    let told: Vec<Told> = documents().par_iter().map(|(name, text)| follow(name, text)).collect();
    let ran: usize = told.iter().map(|told| told.ran).sum();
    let (shown, wrong): (Vec<_>, Vec<_>) =
        told.into_iter().map(|told| (told.shown, told.wrong)).unzip();
    let (shown, wrong) = (shown.concat(), wrong.concat());
    println!("{ran} commands run; {} shown only:\n{}", shown.len(), shown.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(ran > 200);
}

/// The files that the examples of `--help` name, and the folders that a shell has.
const EXAMPLES: &str = "\
bluff game kuhn -n 3 -b 1 > my-game.json
bluff solve kuhn -n 3 -b 1 --format json | tee strategies.json > solution.json
cp data/plans/pure.toml sweep.toml
echo 'queue = 8' > bluff.toml
printf '1 -1\\n-1 1\\n' | tee game.txt > game.csv
bluff solve kuhn -n 3 -b 1 --format lp > diet.lp
bluff solve kuhn -n 3 -b 1 --format mps > diet.mps
bluff game kuhn -n 3 -b 1 --format efg > tree.efg
bluff solve tree.efg --json > tree.json
printf 'As Kd;Qh Qs\\n2c 3d;7h 7s\\n' > deals.csv
printf '1;2\\n3;1\\n' > hands.csv
echo '{\"format\": 2, \"name\": \"turn\", \"players\": 2, \"deck\": \"hold'\\''em\", \
    \"board\": \"QsJh2h8c\", \"ranges\": {\"I\": \"AhKh\", \"II\": \"AhQd,KsKd\"}, \
    \"betting\": {\"pot\": \"10\", \"stacks\": \"15\", \"turn\": {\"bets\": [\"50%\"]}, \
    \"river\": {\"bets\": [\"pot\"]}}}' > turn.json
bluff solve turn.json --within 1% --json > turn-solution.json
mkdir -p .zfunc .config/fish/completions .local/share/bash-completion/completions";

#[test]
fn every_example_of_the_help_runs() {
    let mut desk = Desk::of("help");
    desk.step(&What::Script(EXAMPLES.to_owned())).expect("what examples name");
    let (_, help, _) = desk.run("bluff --help");
    let (_, commands) = help.split_once("Commands:\n").expect("a list");
    let (commands, _) = commands.split_once("\n\n").expect("an end of it");
    let names: Vec<&str> =
        commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| !["", "help"].contains(name)).collect();
    assert_eq!(names.len(), 30, "{names:?}");
    for name in names {
        let (_, help, _) = desk.run(&format!("bluff {name} --help"));
        let (_, examples) =
            help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{name} has no example"));
        for example in examples.lines().map_while(|line| line.strip_prefix("  ")) {
            let example = desk.here(example);
            // A seat waits for the others: `seats` has several.
            if example.contains(" --at ") {
                continue;
            }
            if is_service(&example) {
                desk.serve(&example);
                continue;
            }
            // The answer may be no, 1; bad input, 2, makes a bad example.
            let (code, _, said) = desk.run(&example);
            assert!(code < 2, "{example}: exit code {code}, {said}");
        }
    }
}

#[test]
fn every_link_leads_somewhere() {
    let documents = documents();
    for (name, text) in &documents {
        for target in links(text).targets.iter().filter(|target| !target.contains("://")) {
            let (file, anchor) = target
                .split_once('#')
                .map_or((&**target, None), |(file, anchor)| (file, Some(anchor)));
            let folder = root().join(name).parent().expect("a folder").to_owned();
            let path = if file.is_empty() { root().join(name) } else { folder.join(file) };
            let path = path.canonicalize().unwrap_or_else(|_| panic!("{name}: no {target}"));
            let path = path.strip_prefix(root()).expect("within the checkout");
            let path = path.display().to_string();
            if let Some(anchor) = anchor {
                let there = documents.get(&path).map(|text| links(text).anchors);
                let there = there.unwrap_or_default();
                assert!(there.iter().any(|one| one == anchor), "{name}: {target} in {there:?}");
            }
            // The book names a file that is no chapter and does not link it.
            let chapter = !path.ends_with(".md") || path.starts_with("docs/");
            assert!(!name.starts_with("docs/") || chapter, "{name}: {target} is not in the book");
        }
    }
}

#[test]
fn every_text_is_a_chapter_and_every_game_has_one() {
    let documents = documents();
    let chapters = links(&documents["docs/SUMMARY.md"]).targets;
    let texts = documents.keys().filter_map(|name| name.strip_prefix("docs/"));
    for text in texts.filter(|name| *name != "SUMMARY.md") {
        let lines = chapters.iter().filter(|chapter| *chapter == text).count();
        assert_eq!(lines, 1, "{text} in SUMMARY.md");
    }
    for game in FAMILIES.map(|family| family.name) {
        assert!(chapters.contains(&format!("games/{game}.md")), "no chapter for {game}");
    }
}
