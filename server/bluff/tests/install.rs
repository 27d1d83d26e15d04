//! What is installed beside the command: completions and manual pages name every command.

use std::fs;
use std::process::Command;

use crate::support;

/// Standard output of a command that must succeed.
fn said(line: &str) -> String {
    let (code, text, words) = support::run(&support::shared("install"), line);
    assert_eq!(code, 0, "bluff {line}: {words}");
    text
}

/// The commands that `bluff --help` lists, `help` left out.
fn commands() -> Vec<String> {
    let help = said("--help");
    let list = help
        .split("Commands:\n")
        .nth(1)
        .and_then(|rest| rest.split("\n\n").next())
        .expect("a list of commands");
    let names = list
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '));
    let names: Vec<String> =
        names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    assert!(names.iter().any(|name| name == "solve") && names.len() > 12, "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

#[test]
fn completions_of_every_shell_name_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&format!("completions {shell}"));
        for name in commands() {
            assert!(script.contains(&name), "{shell}: {name}");
        }
        assert!(script.contains("format"), "{shell}");
    }
    let (code, _, words) = support::run(&support::shared("install"), "completions csh");
    assert!(code == 2 && words.contains("csh") && words.contains("bash"), "{words}");
}

#[test]
fn bash_reads_its_completions() {
    let file = support::folder("install-bash").join("bluff.bash");
    fs::write(&file, said("completions bash")).expect("a file");
    let asked =
        "COMP_WORDS=(bluff ver); COMP_CWORD=1; _bluff bluff ver bluff; echo \"${COMPREPLY[@]}\"";
    let script = format!("source {}; {asked}", file.display());
    let output = Command::new("bash").args(["--norc", "-c", &script]).output().expect("bash");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "verify\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn there_is_a_manual_page_of_every_command() {
    let page = said("man");
    let folder = support::folder("install-man").join("man1");
    assert_eq!(said(&format!("man {}", folder.display())), "");
    for name in commands() {
        assert!(page.contains(&format!("bluff\\-{name}(1)")), "{name}");
        let page = fs::read_to_string(folder.join(format!("bluff-{name}.1"))).expect("a page");
        assert!(page.contains(".SH NAME") && page.contains(".SH OPTIONS"), "{name}");
    }
    assert_eq!(fs::read_to_string(folder.join("bluff.1")).expect("a page"), page);
    let (code, _, words) = support::run(&folder, "man bluff.1/below");
    assert!(code != 0 && words.contains("bluff.1/below"), "{words}");
}
