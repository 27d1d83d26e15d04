//! The `bluff` command.

fn main() -> std::process::ExitCode {
    bluff_server::cli::main()
}
