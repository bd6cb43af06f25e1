//! Runs the program as scripts do.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the program with this standard input: exit code, standard output, standard error.
pub(crate) fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cluesmith"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A run that fails early may close its input.
    let _ = child.stdin.take().expect("input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

#[track_caller]
#[allow(dead_code, reason = "not every test file needs each of these")]
pub(crate) fn check(arguments: &str, input: &str, exit: i32, stdout: &str) {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let (actual_exit, actual, error) = run(&arguments, input);
    assert_eq!((actual_exit, actual.as_str()), (exit, stdout), "standard error: {error}");
}

/// Wrong input: exit code 1, nothing on standard output, one line on standard error.
#[track_caller]
pub(crate) fn check_error(arguments: &str, input: &str, message: &str) {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let (exit, stdout, stderr) = run(&arguments, input);
    assert_eq!((exit, stdout.as_str()), (1, ""), "standard error: {stderr}");
    assert!(stderr.starts_with(&format!("cluesmith: {message}")), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}
