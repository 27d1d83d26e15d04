//! Shell completions and manual pages, generated from the arguments of the command.

use std::fs;
use std::path::{Path, PathBuf};

use bluff_batch::file::printable;
use bluff_questions::error::Error;
use clap::Args;
use clap_complete::Shell;

use super::printing::OutputArgs;
use super::{Answer, arguments};

/// Prints the script that completes commands, options and their values in a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff completions bash -o ~/.local/share/bash-completion/completions/bluff
  bluff completions zsh > ~/.zfunc/_bluff
  bluff completions fish > ~/.config/fish/completions/bluff.fish")]
pub(super) struct CompletionsCommand {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
    #[command(flatten)]
    output: OutputArgs,
}

impl CompletionsCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut arguments(), "bluff", &mut script);
        text(script, &self.output)
    }
}

/// Prints the manual page, or writes the pages of all commands into a folder
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff man | man -l -
  bluff man ~/.local/share/man/man1")]
pub(super) struct ManCommand {
    /// The folder for bluff.1, bluff-solve.1 and so on; created if missing
    #[arg(value_name = "FOLDER", conflicts_with = "output")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl ManCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        if let Some(folder) = self.folder {
            let made = fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(arguments(), &folder));
            made.map_err(|error| unwritten(&folder, &error))?;
            return Ok(String::new().into());
        }
        // As `generate_to` does: no page for `help`.
        let (command, mut page) = (arguments().disable_help_subcommand(true), Vec::new());
        clap_mangen::Man::new(command)
            .render(&mut page)
            .map_err(|error| Error::NotWritten(error.to_string()))?;
        text(page, &self.output)
    }
}

fn unwritten(folder: &Path, error: &std::io::Error) -> Error {
    Error::NotWritten(format!("{}: {error}", printable(&folder.to_string_lossy())))
}

fn text(bytes: Vec<u8>, output: &OutputArgs) -> Result<Answer, Error> {
    let text = String::from_utf8(bytes).map_err(|error| Error::NotWritten(error.to_string()))?;
    Ok(Answer { file: output.file(), ..text.into() })
}
