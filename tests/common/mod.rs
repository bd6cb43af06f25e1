//! What several test files share.

use std::path::PathBuf;

/// Text of an oracle file in the folder named by `CLUESMITH_DATA`, or `None` with a note.
#[allow(clippy::print_stderr, reason = "a skipped test must say so")]
#[allow(dead_code, reason = "not every test file reads oracle data")]
pub(crate) fn oracle(file: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("CLUESMITH_DATA") else {
        eprintln!("skipped: set CLUESMITH_DATA to the folder that holds {file}");
        return None;
    };
    let path = PathBuf::from(folder).join(file);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => panic!("CLUESMITH_DATA is set, but {} cannot be read: {error}", path.display()),
    }
}
