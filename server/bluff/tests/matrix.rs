//! Matrix games by command, and the printing options of commands without a game.

use std::fs;

use serde_json::{Value, json};

use crate::support::{folder, refused_in, run};

fn read(folder: &std::path::Path, file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join(file)).expect(file)).expect("JSON")
}

#[test]
fn a_matrix_is_solved_in_every_format() {
    let folder = folder("matrix");
    fs::write(folder.join("game.csv"), "# a comment\n3,-1\n\n-1/2, 1\n").expect("a file");
    let (code, text, _) = run(&folder, "matrix game.csv");
    assert_eq!(code, 0);
    for part in ["2 rows and 2 columns", "  5/11 = 0.45", "row 2  8/11", "column 1  4/11"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let mix = "[{[1, 3/11], [2, 8/11]}, {[1, 4/11], [2, 7/11]}, 5/11]\n";
    assert_eq!(run(&folder, "matrix game.csv --format mix").1, mix);
    assert_eq!(run(&folder, "matrix game.csv --json -o answer.json").1, "");
    let expected =
        json!({ "value": "5/11", "rows": ["3/11", "8/11"], "columns": ["4/11", "7/11"] });
    assert_eq!(read(&folder, "answer.json"), expected);
}

#[test]
fn a_text_that_is_no_matrix_is_refused() {
    let folder = folder("no-matrix");
    for (text, words) in [
        ("", "an empty matrix, expected rows of numbers"),
        ("1 2\n3", "row 2 has 1 entry, expected 2 as in row 1"),
        ("1 x", "row 1, column 2: "),
    ] {
        fs::write(folder.join("game.txt"), text).expect("a file");
        let said = refused_in(&folder, "matrix game.txt");
        assert!(said.starts_with(words), "{said}");
    }
}

#[test]
fn checks_and_scripts_are_printed_to_files() {
    let folder = folder("printed");
    assert_eq!(run(&folder, "solve kuhn -n 3 -b 1 --json -o kuhn.json").0, 0);
    fs::write(folder.join("two.jsonl"), {
        let document = read(&folder, "kuhn.json").to_string();
        format!("{document}\n{document}\n")
    })
    .expect("a file");
    assert_eq!(run(&folder, "verify kuhn.json two.jsonl --json -o checked.json").1, "");
    let one = json!({
        "file": "kuhn.json", "documents": 1, "certified": true, "label": "kuhn/n3-b1",
        "values": ["-1/18", "1/18"]
    });
    let two = json!({ "file": "two.jsonl", "documents": 2, "certified": true });
    assert_eq!(read(&folder, "checked.json"), json!([one, two]));
    assert_eq!(run(&folder, "catalogue show --json -o catalogue.json").0, 0);
    let shown = read(&folder, "catalogue.json");
    assert_eq!((&shown["entries"], &shown["set_aside"]), (&json!(0), &json!(0)));
    let (code, checked, _) = run(&folder, "catalogue verify --json");
    assert_eq!((code, checked.as_str()), (0, "{\n  \"valid\": 0,\n  \"damaged\": {}\n}\n"));
    for line in ["completions bash", "man"] {
        let printed = run(&folder, line).1;
        assert_eq!(run(&folder, &format!("{line} -o script")).1, "");
        assert_eq!(fs::read_to_string(folder.join("script")).expect("a file"), printed);
    }
}
