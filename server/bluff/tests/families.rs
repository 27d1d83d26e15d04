//! Every family of games is reached through every door: nothing but its entry in the table names
//! it.

use std::fs;
use std::path::Path;

use rational_bluff::game::{FAMILIES, Family, Game, Spelling, parse_label};
use serde_json::{Value, json};

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
    let folder = support::folder("families-command");
    for family in FAMILIES {
        let game = game_of(family);
        let options = game
            .stakes()
            .iter()
            .map(|(parameter, value)| Spelling::Options.argument(parameter, &value.to_string()));
        let line = format!(
            "solve {} -n {} {}",
            family.name,
            game.n(),
            options.collect::<Vec<_>>().join(" ")
        );
        for line in
            [format!("{line} --format json"), format!("solve {} --format json", family.example)]
        {
            let (code, document, said) = support::run(&folder, &line);
            assert_eq!(code, 0, "{line}: {said}");
            let document: Value = serde_json::from_str(&document).expect("a document");
            assert_eq!(document["label"], family.example, "{line}");
        }
    }
}

#[test]
fn every_family_has_an_answer_a_page_a_form_and_a_map() {
    let service = Service::patient("families-service");
    let listed = service.ask("GET", "/api/v1/games", "").body;
    let listed: Value = serde_json::from_str(&listed).expect("a list");
    let explorer = service.ask("GET", "/", BROWSER).body;
    for (family, entry) in FAMILIES.into_iter().zip(listed["games"].as_array().expect("games")) {
        let game = game_of(family);
        assert_eq!(
            (&entry["name"], &entry["label"]),
            (&json!(family.name), &json!(family.example))
        );
        let answer = service.ask("GET", &format!("/api/v1/solutions/{}", family.example), "");
        let document: Value = serde_json::from_str(&answer.body).expect("a document");
        assert_eq!(
            (answer.status, &document["label"]),
            (200, &json!(family.example)),
            "{}",
            answer.body
        );
        assert_eq!(
            service.ask("GET", &format!("/{}", family.example), BROWSER).status,
            200,
            "{}",
            family.example
        );
        let stakes = game.stakes().iter().map(|(parameter, value)| {
            assert!(
                explorer.contains(&format!("name=\"{}\"", parameter.key)),
                "no field for {}",
                parameter.key
            );
            format!("&{}={value}", parameter.key)
        });
        let fields = stakes.collect::<String>();
        let reply =
            service.ask("GET", &format!("/?game={}&n={}{fields}", family.name, game.n()), BROWSER);
        assert!(
            reply.head.contains(&format!("location: /{}", family.example)),
            "{fields}: {}",
            reply.head
        );
        let map =
            service.ask("GET", &format!("/map/{}?n={}{fields}", family.name, game.n()), BROWSER);
        assert!(
            map.status == 200 && map.body.contains(&format!("href=\"/{}\"", family.example)),
            "{}",
            map.body
        );
    }
}

#[test]
fn every_family_has_cells_in_a_plan() {
    let folder = support::folder("families-plan");
    let cells = FAMILIES.map(|family| {
        let game = game_of(family);
        let stakes = game
            .stakes()
            .iter()
            .map(|(parameter, value)| format!("{} = \"{value}\"\n", parameter.key));
        format!(
            "[[cells]]\ngame = \"{}\"\nn = {}\n{}",
            family.name,
            game.n(),
            stakes.collect::<String>()
        )
    });
    let plan = cells.concat() + "[output]\nformats = [\"jsonl\"]\n";
    fs::write(folder.join("plan.toml"), plan).expect("a plan");
    support::succeeds(&folder, "batch plan.toml --out made");
    for family in FAMILIES {
        let made = fs::read_to_string(folder.join(format!("made/{}.jsonl", family.name)))
            .expect("a table");
        let document: Value = serde_json::from_str(&made).expect("one document");
        assert_eq!(document["label"], family.example);
    }
}

/// A family is named by its own file, by closed forms that are about it alone, and by the help of
/// its parameters.
#[test]
fn no_door_names_a_family() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let doors = [
        "server/bluff/src/cli/game_args.rs",
        "server/bluff/src/cli/bet_args.rs",
        "server/batch/src/sweeps/family.rs",
    ];
    let pages = [
        "server/service/src/page/map.rs",
        "server/service/src/page/neighbours.rs",
        "server/service/src/api/games.rs",
    ];
    for door in doors.into_iter().chain(pages).chain(["python/src/question.rs"]) {
        let text = fs::read_to_string(root.join(door)).expect("a file");
        for family in FAMILIES {
            assert!(
                !text.contains(&format!("\"{}\"", family.name)),
                "{door} names {}",
                family.name
            );
        }
    }
}
