//! Completions and manual pages, installed beside the command, name every command.

use std::fs;
use std::process::Command;

use crate::support::{answer, folder, refused, run};

/// The commands that `bluff --help` lists, `help` left out.
fn commands() -> Vec<String> {
    let help = answer("--help");
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let (list, _) = list.split_once("\n\n").expect("its end");
    let names = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    let names: Vec<String> =
        names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    assert!(names.iter().any(|name| name == "solve") && names.len() > 12, "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

/// A screen of help, in lines.
const SCREEN: usize = 48;

#[test]
fn the_help_of_every_command_fits_a_screen() {
    let commands = commands().into_iter().map(|name| name + " ");
    let asked = commands.chain([String::new()]);
    for line in asked.flat_map(|command| ["-h", "--help"].map(|help| command.clone() + help)) {
        let lines = answer(&line).lines().count();
        assert!(lines <= SCREEN, "bluff {line} prints {lines} lines");
    }
}

#[test]
fn completions_of_every_shell_name_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(&format!("completions {shell}"));
        for name in commands() {
            assert!(script.contains(&name), "{shell}: {name}");
        }
        assert!(script.contains("format"), "{shell}");
    }
    let words = refused("completions csh");
    assert!(words.contains("csh") && words.contains("bash"), "{words}");
}

#[test]
fn bash_reads_its_completions() {
    let file = folder("install-bash").join("bluff.bash");
    fs::write(&file, answer("completions bash")).expect("a file");
    let asked =
        "COMP_WORDS=(bluff ver); COMP_CWORD=1; _bluff bluff ver bluff; echo \"${COMPREPLY[@]}\"";
    let script = format!("source {}; {asked}", file.display());
    let output = Command::new("bash").args(["--norc", "-c", &script]).output().expect("bash");
    let [printed, said] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!(printed, "verify\n", "{said}");
}

#[test]
fn there_is_a_manual_page_of_every_command() {
    let page = answer("man");
    let folder = folder("install-man").join("man1");
    assert_eq!(answer(&format!("man {}", folder.display())), "");
    for name in commands() {
        assert!(page.contains(&format!("bluff\\-{name}(1)")), "{name}");
        let page = fs::read_to_string(folder.join(format!("bluff-{name}.1"))).expect("a page");
        assert!(page.contains(".SH NAME") && page.contains(".SH OPTIONS"), "{name}");
    }
    assert_eq!(fs::read_to_string(folder.join("bluff.1")).expect("a page"), page);
    let (code, _, words) = run(&folder, "man bluff.1/below");
    assert!(code != 0 && words.contains("bluff.1/below"), "{words}");
}
