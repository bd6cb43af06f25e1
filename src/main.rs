//! The program `cluesmith`: the studio, or a subcommand without it.

use git_version::git_version;
use std::path::PathBuf;
use std::process::ExitCode;

/// With the commit, if this is built from a repository. It stands here because a new commit then compiles only this file.
const VERSION: &str = git_version!(
    args = ["--always", "--exclude=*", "--abbrev=9"],
    prefix = concat!(env!("CARGO_PKG_VERSION"), " ("),
    suffix = ")",
    fallback = env!("CARGO_PKG_VERSION")
);

fn main() -> ExitCode {
    ExitCode::from(cluesmith::cli::run(std::env::args_os(), VERSION, studio) as u8)
}

#[cfg(feature = "gui")]
fn studio(file: Option<PathBuf>) -> Result<(), String> {
    cluesmith::app::run(file)
}

#[cfg(not(feature = "gui"))]
fn studio(_: Option<PathBuf>) -> Result<(), String> {
    Err("this build has no studio; name a subcommand (see cluesmith --help)".to_owned())
}
