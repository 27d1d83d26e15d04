//! Every family of games is reached through every door: nothing but its entry in the table names
//! it.

use std::fs;
use std::path::Path;

use rational_bluff::game::{FAMILIES, Family, Game, Spelling, parse_label};
use serde_json::json;

use crate::support;
use crate::support::page::BROWSER;
use crate::support::service::Service;

fn game_of(family: &Family) -> Game {
    let game = parse_label(family.example).expect("the example of the family is a label");
    assert_eq!(game.family().map(|family| family.name), Some(family.name));
    game
}

#[test]
fn every_family_is_solved_by_the_command_by_name_and_by_label() {
    for family in FAMILIES {
        let game = game_of(family);
        let options = game
            .stakes()
            .iter()
            .map(|(parameter, value)| Spelling::Options.argument(parameter, &value.to_string()));
        let options = options.collect::<Vec<_>>().join(" ");
        let deck = match family.has_own_deck() {
            true => String::new(),
            false => format!("-n {} ", game.n()),
        };
        for game in [format!("{} {deck}{options}", family.name), family.example.to_owned()] {
            let document = support::document(&format!("solve {game}"));
            assert_eq!(document["label"], family.example, "{game}");
        }
    }
}

#[test]
fn every_family_has_an_answer_a_page_a_form_and_a_map() {
    let service = Service::patient("families-service");
    let listed = service.json("/api/v1/games");
    let listed = listed["games"].as_array().expect("games");
    assert_eq!(listed.len(), FAMILIES.len());
    for (family, entry) in FAMILIES.into_iter().zip(listed) {
        let game = game_of(family);
        let named = (&entry["name"], &entry["label"]);
        assert_eq!(named, (&json!(family.name), &json!(family.example)));
        let answer = service.get(&format!("/api/v1/solutions/{}", family.example));
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.json()["label"], family.example);
        let most = entry["most_cards"].as_str().expect("a number");
        if family.only_deck().is_none() && most.len() < 10 {
            // A deck that the list does not have is refused at once, the largest is answered.
            let of =
                |n: u64| family.example.replacen(&format!("/n{}", game.n()), &format!("/n{n}"), 1);
            let most: u64 = most.parse().expect("a number");
            let largest = service.get(&format!("/api/v1/solutions/{}", of(most)));
            assert_eq!(largest.status, 200, "{}", largest.body);
            let refused = service.get(&format!("/api/v1/solutions/{}", of(most + 1)));
            support::has(&refused.problem(422), &["expected at most 4500 over HTTP"]);
        }
        let page = service.ask("GET", &format!("/{}", family.example), BROWSER);
        assert_eq!(page.status, 200, "{}", family.example);
        assert!(page.body.len() < 100_000, "{}: {}", family.name, page.body.len());
        if family.has_own_deck() {
            let named = format!("{}?card={}", family.example, game.hand_name(3));
            let explained = service.get(&format!("/api/v1/solutions/{named}"));
            assert_eq!(explained.status, 200, "{}", explained.body);
            // Hands have no order, so no card is the third.
            let third = service.get(&format!("/api/v1/solutions/{}?card=3", family.example));
            support::has(&third.problem(400), &["hand “3”, expected one that some player holds"]);
            assert_eq!(service.ask("GET", &format!("/{named}"), BROWSER).status, 200, "{named}");
            for suffix in ["json", "csv", "svg", "tree.svg", "tikz"] {
                let form = service.get(&format!("/{}.{suffix}", family.example));
                assert_eq!(form.status, 200, "{}.{suffix}: {}", family.example, form.body);
            }
            continue;
        }
        let stakes = game.stakes().iter().map(|(parameter, value)| {
            support::has(&page.body, &[&format!("name=\"{}\"", parameter.key)]);
            format!("&{}={value}", parameter.key)
        });
        let fields = stakes.collect::<String>();
        let fields = format!("n={}{fields}", game.n());
        let reply = service.ask("GET", &format!("/?game={}&{fields}", family.name), BROWSER);
        support::has(&reply.head, &[&format!("location: /{}", family.example)]);
        let map = service.ask("GET", &format!("/map/{}?{fields}", family.name), BROWSER);
        assert_eq!(map.status, 200, "{}", map.body);
        support::has(&map.body, &[&format!("href=\"/{}\"", family.example)]);
    }
}

#[test]
fn every_family_has_cells_in_a_plan() {
    let folder = support::folder("families-plan");
    let cells = Family::ranked().map(|family| {
        let game = game_of(family);
        let stakes = game
            .stakes()
            .iter()
            .map(|(parameter, value)| format!("{} = \"{value}\"\n", parameter.key));
        let stakes: String = stakes.collect();
        format!("[[cells]]\ngame = \"{}\"\nn = {}\n{stakes}", family.name, game.n())
    });
    let plan = cells.collect::<String>() + "[output]\nformats = [\"jsonl\"]\n";
    fs::write(folder.join("plan.toml"), plan).expect("a plan");
    support::succeeds(&folder, "batch plan.toml --out made");
    for family in Family::ranked() {
        let made = fs::read_to_string(folder.join(format!("made/{}.jsonl", family.name)));
        let document = support::json(&made.expect("a table"));
        assert_eq!(document["label"], family.example);
    }
}

/// Files of the doors that name a family: they have an example, a link, or a law of that game.
const NAMED: [&str; 21] = [
    "server/bluff/src/cli/hints.rs",
    "server/questions/src/chart.rs",
    "server/questions/src/continuous.rs",
    "server/questions/src/every_bet.rs",
    "server/questions/src/face.rs",
    "server/questions/src/formula.rs",
    "server/questions/src/grid.rs",
    "server/questions/src/pure.rs",
    "server/questions/src/words.rs",
    "server/report/src/push_fold/mod.rs",
    "server/service/src/api/openapi.rs",
    "server/service/src/page/pages/continuous.rs",
    "server/service/src/page/pages/family.rs",
    "server/service/src/page/pages/formula/atlas.rs",
    "server/service/src/page/pages/formula/every_bet.rs",
    "server/service/src/page/pages/holdem/push_fold.rs",
    "server/service/src/page/pages/play/lobby.rs",
    "server/service/src/page/pages/solution/decks.rs",
    "server/service/src/page/pages/solution/footer.rs",
    "server/service/src/page/pages/sweeps.rs",
    "server/service/src/page/parts/tabs.rs",
];

/// A family is named by its own file, by closed forms that are about it alone, and by the help of
/// its parameters. Every file of the doors is read, without its tests.
#[test]
fn no_door_names_a_family() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let rooms = ["bluff", "questions", "report", "batch", "service"];
    let mut open: Vec<_> = rooms.map(|room| root.join(format!("server/{room}/src"))).to_vec();
    open.push(root.join("python/src"));
    let mut naming = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let inside = fs::read_dir(&path).expect("a folder");
            open.extend(inside.map(|entry| entry.expect("an entry").path()));
            continue;
        }
        let is_test = path.file_stem().is_some_and(|name| name == "tests")
            || path.parent().is_some_and(|folder| folder.ends_with("tests"));
        if is_test || path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a file");
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        let mut lines = product.lines().filter(|line| !line.trim_start().starts_with("//"));
        let names = |line: &str| {
            FAMILIES.into_iter().any(|family| line.contains(&format!("\"{}\"", family.name)))
        };
        if lines.any(names) {
            let path = path.strip_prefix(&root).expect("inside").to_string_lossy().into_owned();
            naming.push(path);
        }
    }
    naming.sort_unstable();
    assert_eq!(naming, NAMED);
}
