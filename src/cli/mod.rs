//! The command line: the same engines, headless.
//!
//! Arguments in, lines out. Reads all input before it writes anything, so wrong
//! input leaves nothing half-written; then it reads the input again, one puzzle at a time.

mod allows;
mod answer;
mod args;
mod canon;
mod catalogue;
mod catalogue_file;
mod check;
mod check_clues;
mod clue_board;
#[cfg(any(test, feature = "mpi"))]
mod clue_messages;
mod convert;
mod export;
mod farm;
mod generate;
mod hardest;
mod input;
mod inverse;
mod layouts;
mod lp;
mod mend;
mod minimum;
#[cfg(feature = "mpi")]
mod mpi;
mod numbers;
mod order;
mod output;
mod parallel;
mod practice;
mod proof;
mod random;
mod rate;
mod results;
mod resume;
mod sheet;
mod signals;
mod solve;
mod step;
mod strategies;
mod survey;
mod values;

pub use args::{Args, Command};
pub use order::OrderArgs;
pub use resume::FileArgs;
#[cfg(all(test, feature = "gui"))]
pub(crate) use step::tests::seen_in_json;

use clap::{CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::path::PathBuf;

/// What a run ended with, as the exit code of the process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Exit {
    /// Everything asked for was done.
    #[default]
    Done = 0,
    /// Wrong input or an I/O error.
    WrongInput = 1,
    /// Proven impossible.
    Impossible = 3,
    /// Stopped or out of time without an answer.
    Undecided = 4,
}

/// One sentence for the user; the exit code is 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CliError(pub String);

/// Runs the program: a subcommand headless, else `studio` with the file to open, if any.
///
/// `--version` shows `version`. Errors go to standard error as one line.
#[allow(clippy::print_stderr, reason = "the one place where errors of the command line are shown")]
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    version: &'static str,
    studio: impl FnOnce(Option<PathBuf>) -> Result<(), String>,
) -> Exit {
    let mut command = Args::command().version(version);
    let matches = command.try_get_matches_from_mut(arguments);
    let args = match matches.and_then(|matches| Args::from_arg_matches(&matches).map_err(|e| e.format(&mut command))) {
        Ok(args) => args,
        Err(error) => {
            if !error.use_stderr() {
                // Help to a closed pipe is no error.
                let _ = error.print();
                return Exit::Done;
            }
            eprintln!("cluesmith: {}; see cluesmith --help", one_line(&error.to_string()));
            return Exit::WrongInput;
        }
    };
    if args.command.is_some() {
        signals::listen();
    }
    let result = match args.command {
        None => studio(args.file).map(|()| Exit::Done).map_err(CliError),
        Some(Command::Solve(solve)) => solve::solve(&solve),
        Some(Command::Rate(rate)) => rate::rate(&rate),
        Some(Command::Strategies(args)) => strategies::strategies(&args),
        Some(Command::Generate(generate)) => generate::generate(&generate),
        Some(Command::Mend(args)) => mend::mend(&args),
        Some(Command::Random(args)) => random::random(&args),
        Some(Command::Minimum(minimum)) => minimum::minimum(&minimum),
        Some(Command::Check(check)) => check::check(&check),
        Some(Command::Canon(canon)) => canon::canon(&canon),
        Some(Command::Catalogue(catalogue)) => catalogue::catalogue(&catalogue),
        Some(Command::Layouts(args)) => layouts::layouts(&args),
        Some(Command::Convert(convert)) => convert::convert(&convert),
        Some(Command::Inverse(inverse)) => inverse::inverse(&inverse),
        Some(Command::Lp(lp)) => lp::lp(&lp),
        Some(Command::Sheet(args)) => sheet::sheet(&args),
        Some(Command::Practice(args)) => practice::practice(&args),
    };
    result.unwrap_or_else(|CliError(message)| {
        eprintln!("cluesmith: {message}");
        Exit::WrongInput
    })
}

/// The first paragraph of an error of the argument parser, as one sentence.
fn one_line(error: &str) -> String {
    let paragraph: Vec<&str> = error.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    paragraph.join(" ").trim_start_matches("error: ").to_owned()
}
