//! What the README and the manual say to type runs as it stands there, page by page in an empty folder, and prints
//! what stands below it.
//!
//! `sh` blocks are run; a `text` block right below one is its output, in which a line `...` stands for any lines.
//! Blocks that begin ```` ```sh needs PROGRAM ```` run where there is such a program; ```` ```sh builds ```` never.

use crate::{pages, read};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A block of commands.
#[derive(PartialEq, Eq, Debug)]
struct Block {
    /// What stands behind `sh`.
    note: String,
    commands: String,
    output: Option<String>,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut lines = page.lines();
    // Whether nothing but empty lines came since a block of commands.
    let mut is_below = false;
    while let Some(line) = lines.next() {
        let Some(language) = line.trim_start().strip_prefix("```") else {
            is_below &= line.trim().is_empty();
            continue;
        };
        let indent = line.len() - line.trim_start().len();
        let body = lines.by_ref().take_while(|line| line.trim() != "```");
        let body: Vec<&str> = body.map(|line| line.get(indent..).unwrap_or_default()).chain([""]).collect();
        let body = body.join("\n");
        if let Some(note) = language.strip_prefix("sh") {
            found.push(Block { note: note.trim().to_owned(), commands: body, output: None });
            is_below = true;
        } else {
            if language == "text"
                && is_below
                && let Some(block) = found.last_mut()
            {
                block.output = Some(body);
            }
            is_below = false;
        }
    }
    found
}

/// Whether the output is what is expected, where `...` stands for any lines.
fn fits(output: &[&str], expected: &[&str]) -> bool {
    match expected.split_first() {
        None => output.is_empty(),
        Some((&"...", rest)) => (0..=output.len()).any(|from| fits(&output[from..], rest)),
        Some((line, rest)) => output.split_first().is_some_and(|(first, others)| first == line && fits(others, rest)),
    }
}

/// Runs a block in the folder; why it is wrong.
fn fault(block: &Block, folder: &Path) -> Option<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    // "Impossible", "undecided" and, of solvers and checkers of proofs, "unsatisfiable" are answers, not failures.
    let script = format!(
        "set -o pipefail\ntrap 'code=$?; case $code in 3|4|20) ;; *) exit $code ;; esac' ERR\n{}",
        block.commands
    );
    let output = Command::new("bash")
        .args(["-c", &script])
        .env("PATH", format!("{}:{path}", folder.join("bin").display()))
        .current_dir(folder)
        .output()
        .expect("bash starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    let code = output.status.code();
    if !matches!(code, Some(0 | 3 | 4 | 20)) {
        return Some(format!("exit code {code:?}\n{stderr}"));
    }
    let expected = block.output.as_ref()?;
    let lines = |text: &'_ str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (found, wanted) = (lines(&stdout), lines(expected));
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    (!fits(&found, &wanted)).then(|| format!("it prints\n{stdout}instead of\n{expected}{stderr}"))
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).expect("a folder");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_cluesmith"), bin.join("cluesmith")).expect("a link");
    folder
}

fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|path| path.join(program).is_file())
}

#[test]
fn commands_run_as_they_stand() {
    let only = std::env::var("CLUESMITH_PAGE").ok();
    let mut n_run = 0;
    let mut faults = Vec::new();
    for page in pages().into_iter().filter(|page| only.as_ref().is_none_or(|only| page.contains(only))) {
        let folder = folder();
        for block in blocks(&read(&page)) {
            match block.note.split_once(' ').unwrap_or((&block.note, "")) {
                ("", _) => {}
                ("needs", program) if is_there(program) => {}
                ("needs", program) => {
                    eprintln!("skipped in {page}: there is no {program}");
                    continue;
                }
                ("builds", _) => continue,
                (note, _) => panic!("{page}: unknown note {note}"),
            }
            n_run += 1;
            if let Some(fault) = fault(&block, folder.path()) {
                faults.push(format!("{page}:\n{}{fault}", block.commands));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n----\n"));
    assert!(n_run > 20 || only.is_some(), "{n_run}");
}

#[test]
fn wrong_commands_are_noticed() {
    #[track_caller]
    fn check(page: &str, expected: Option<&str>) {
        let folder = folder();
        let fault = blocks(page).iter().find_map(|block| fault(block, folder.path()));
        let begins = |begin: &str| fault.as_deref().is_some_and(|fault| fault.starts_with(begin));
        assert!(expected.map_or(fault.is_none(), begins), "{page}: {fault:?}");
    }
    check("```sh\necho a >b\n```\n\n```sh\ncat b\n```\n\n```text\na\n```\n", None);
    check("```sh\necho a; echo b; echo c\n```\n\n```text\n...\nc\n```\n", None);
    check("```sh\necho a; echo b\n```\n\n```text\na\n```\n", Some("it prints\na\nb\ninstead of\na\n"));
    check("```sh\ncluesmith solve --no-such-option\n```\n", Some("exit code Some(1)\ncluesmith: "));
    check("```sh\nfalse | cat\necho a\n```\n", Some("exit code Some(1)"));
    check("```sh\necho a\n```\nIn words:\n\n```text\nb\n```\n", None);
    check("```sh\n(exit 3)\necho a\n```\n\n```text\na\n```\n", None);
}
