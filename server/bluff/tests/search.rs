//! The searches of `bluff solve`: the slow form, starts and seed, several copies of each card.

use std::process::Command;

/// Exit code, standard output, standard error.
fn bluff(line: &str) -> (i32, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_bluff")).args(line.split_whitespace()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn answer(line: &str) -> String {
    let (code, out, err) = bluff(line);
    assert_eq!(code, 0, "bluff {line}: {err}");
    out
}

#[test]
fn three_players_by_the_slow_form() {
    let text = answer("solve three-player -n 4 -b 1 --method normal-form");
    assert!(
        text.contains("Value to I   1/24 = ") && text.ends_with("Method       normal-form\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "Equilibrium  one that a search from many starts found; there may be others\n"
        ),
        "{text}"
    );
    let two = answer("solve kuhn -n 3 -b 1 --method normal-form");
    assert!(two.contains("Equilibrium  the basis the simplex ends with"), "{two}");
}

#[test]
fn a_search_is_steered_by_starts_and_seed() {
    for method in ["search", "normal-form"] {
        let searched =
            |more: &str| answer(&format!("solve three-player -n 4 -b 1 --method {method} {more}"));
        let all = searched("--all --starts 6 --seed 2");
        let first = all.lines().next().unwrap();
        assert!(first.contains(" found from 6 starts ("), "{first}");
        assert!(first.ends_with(", drawn from seed 2; there may be others"), "{first}");
        assert_eq!(searched("--all --seed 2 --starts 6"), all);
        assert_ne!(searched("--all --seed 3 --starts 6"), all);
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{method}.json"));
        std::fs::write(&path, searched("--seed 2 --format json")).unwrap();
        assert!(
            answer(&format!("verify {}", path.display()))
                .starts_with("three-player/n4-b1: certified\n")
        );
    }
}

#[test]
fn several_copies_of_each_card_are_searched() {
    let tied = answer("solve three-player -n 2 -b 2 --copies 4");
    assert!(
        tied.starts_with("three-player/n2-b2-r4\n") && tied.ends_with("Method       search\n"),
        "{tied}"
    );
}

#[test]
fn bad_input_is_named_with_what_is_allowed() {
    let game = "solve three-player -n 5 -b 2";
    for (more, words) in [
        (
            "--starts 3",
            "method auto takes no starts and no seed for three-player/n5-b2, expected a search: \
             method search",
        ),
        ("--all --seed 3", "method auto takes no starts and no seed for three-player/n5-b2"),
        ("--method threshold --seed 3", "method threshold takes no starts"),
        ("--method lp --starts 3", "method lp takes no starts"),
        ("--method search --starts 0", "starts = 0, expected a whole number from 1 to 1048576"),
        (
            "--method search --starts 1048577",
            "starts = 1048577, expected a whole number from 1 to 1048576",
        ),
        (
            "--method search --seed -1",
            "seed = -1, expected a whole number from 0 to 18446744073709551615",
        ),
        ("--method search --seed one", "seed = one, expected a whole number from 0"),
        (
            "--method search --seed 1 --format lp",
            "--starts and --seed are for a search, not for --format lp",
        ),
        ("--face --starts 3", "cannot be used with"),
    ] {
        refuses(&format!("{game} {more}"), words);
    }
    refuses(
        "solve kuhn -n 3 -b 1 --method normal-form --seed 3",
        "method normal-form takes no starts and no seed for kuhn/n3-b1, expected a search: method \
         search, or normal-form \
         for three or more players",
    );
    refuses(
        "solve three-player -n 11 -b 1 --method normal-form",
        "its players have 6144 pure strategies, expected at most 4096; method search takes larger \
         decks",
    );
    refuses(
        "solve callers -n 6 -b 1 --players 5 --method normal-form",
        "at most 4 for method normal-form",
    );
}

/// That a search finds nothing is an answer, and it is no: nothing was wrong with the question.
#[test]
fn a_search_in_vain_is_a_no() {
    for more in ["", " --all"] {
        let (code, out, err) = bluff(&format!("solve in-turn -n 5 -b 1 --starts 1 --seed 1{more}"));
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert!(
            err.contains("no exact equilibrium of in-turn/n5-b1 was found from 1 starts"),
            "{err}"
        );
    }
}

fn refuses(line: &str, words: &str) {
    let (code, out, err) = bluff(line);
    assert_eq!((code, out.as_str()), (2, ""), "bluff {line}: {err}");
    assert!(err.starts_with("bluff: ") && err.contains(words), "bluff {line}: {err}");
}
