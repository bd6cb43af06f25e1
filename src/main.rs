//! The program `cluesmith`: the studio, or a subcommand without it.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cluesmith::cli::run(std::env::args_os(), studio) as u8)
}

#[cfg(feature = "gui")]
fn studio(file: Option<PathBuf>) -> Result<(), String> {
    cluesmith::app::run(file)
}

#[cfg(not(feature = "gui"))]
fn studio(_: Option<PathBuf>) -> Result<(), String> {
    Err("this build has no studio; name a subcommand (see cluesmith --help)".to_owned())
}
