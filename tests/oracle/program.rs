//! Runs the program as a stranger would: arguments in, lines out.

use super::geometry::Grid;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The program under test.
pub(crate) struct Program {
    path: PathBuf,
    /// Whether it has `--backend cadical`.
    pub(crate) has_cadical: bool,
}

/// Takes a line, and says whether to go on.
pub(crate) type Visit<'a> = dyn FnMut(&str) -> ControlFlow<()> + 'a;

/// How a run ended.
pub(crate) struct Ended {
    pub(crate) exit: Option<i32>,
    pub(crate) errors: String,
}

impl Program {
    /// The one named by `ADVERSARY_PROGRAM`, else the one that was built with the tests.
    pub(crate) fn of_environment() -> Program {
        let path = std::env::var_os("ADVERSARY_PROGRAM").map(PathBuf::from);
        let path = path.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_cluesmith")));
        let mut program = Program { path, has_cadical: false };
        let arguments = ["generate", "--shape", "2x2", "--pattern", "xxxxxxxxxxxxxxxx", "--backend", "cadical"];
        program.has_cadical =
            program.run(&arguments.map(str::to_owned), 60.0, &mut |_| ControlFlow::Continue(())).exit == Some(0);
        program
    }

    /// Runs it and hands over each line as it comes, until the visitor has enough; it is killed after so many
    /// seconds.
    pub(crate) fn run(&self, arguments: &[String], seconds: f64, visit: &mut Visit<'_>) -> Ended {
        let mut command = Command::new(&self.path);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", self.path.display()));
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut error_output = child.stderr.take().expect("a pipe");
        let child = &Mutex::new(child);
        let (end, ended) = channel::<()>();
        let mut errors = String::new();
        let mut has_enough = false;
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut text = Vec::new();
                let _ = error_output.read_to_end(&mut text);
                String::from_utf8_lossy(&text).into_owned()
            });
            scope.spawn(move || {
                if ended.recv_timeout(Duration::from_secs_f64(seconds)) == Err(RecvTimeoutError::Timeout) {
                    let _ = child.lock().expect("a lock").kill();
                }
            });
            has_enough = output.lines().map_while(Result::ok).any(|line| visit(&line).is_break());
            if has_enough {
                let _ = child.lock().expect("a lock").kill();
            }
            drop(end);
            errors = reader.join().expect("a thread");
        });
        let exit = child.lock().expect("a lock").wait().expect("the program ends").code();
        if has_enough {
            return Ended { exit: Some(0), errors };
        }
        if exit.is_none() {
            let _ = write!(errors, " (killed, maybe after {seconds} s)");
        }
        Ended { exit, errors }
    }

    /// The command line, for people who want to see it again.
    pub(crate) fn command(arguments: &[String]) -> String {
        arguments.iter().fold("cluesmith".to_owned(), |text, word| match word.contains([' ', '*', '(']) {
            true => format!("{text} '{word}'"),
            false => format!("{text} {word}"),
        })
    }
}

/// Writes lines to a file.
pub(crate) fn write_lines(file: &Path, lines: impl IntoIterator<Item = String>) {
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    std::fs::write(file, text).expect("a file");
}

/// What the program says about one pattern or puzzle (`--json`).
pub(crate) struct Answer {
    value: Value,
}

impl Answer {
    pub(crate) fn read(line: &str) -> Result<Answer, String> {
        serde_json::from_str(line).map(|value| Answer { value }).map_err(|error| format!("no JSON ({error}): {line}"))
    }

    /// A text of the answer; empty where it is missing.
    pub(crate) fn text(&self, field: &str) -> &str {
        self.value[field].as_str().unwrap_or_default()
    }

    pub(crate) fn number(&self, field: &str) -> Option<usize> {
        self.value[field].as_u64().map(|number| number as usize)
    }

    /// The elements of a list.
    pub(crate) fn list(&self, field: &str) -> impl Iterator<Item = Answer> + '_ {
        self.value[field].as_array().into_iter().flatten().map(|value| Answer { value: value.clone() })
    }

    /// The texts of a list.
    pub(crate) fn texts(&self, field: &str) -> Vec<&str> {
        self.value[field].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

/// A claim about a puzzle.
pub(crate) struct Claim<'a> {
    pub(crate) puzzle: &'a str,
    pub(crate) solution: &'a str,
}

/// Where clues stand.
pub(crate) fn mask_of(grid: &Grid) -> Vec<bool> {
    grid.iter().map(|&digit| digit > 0).collect()
}
