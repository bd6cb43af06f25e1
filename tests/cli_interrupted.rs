//! Batches that are interrupted: what stands in their files, and how they go on.
#![cfg(target_os = "linux")]

#[path = "common/program.rs"]
mod program;

use program::{check_error, run};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const SMALL: &str = "x.x.x..x.x.xx.x.x..x.x.xx.x.x..x.x.x";
const SPARSE: &str = "x...x...x.x.....x...x...x.......x......xx...xx...x......x...x...x.....x.x..x....x";
/// Two clues cannot be enough.
const HOPELESS: &str = "xx..................................";
const SIX: &str = "........64..3.42........4..5.116..4.";
const EASY: &str = ".8.697.3...6...587...1..9...9..6...47.5.3..2....9...1.1.938.4...7.......2........";
const HARD: &str = ".3547...227....8.4.9...3.5......7....2.3..5.7...51.3........49..4.836...7........";

fn words(arguments: &str) -> Vec<&str> {
    arguments.split_whitespace().collect()
}

fn start(arguments: &[&str]) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cluesmith"));
    program.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    program.spawn().expect("the program starts")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(sent.expect("kill starts").success());
}

/// Waits until the program listens to both signals; false if it has ended.
fn listens(child: &mut Child) -> bool {
    loop {
        if child.try_wait().expect("a state").is_some() {
            return false;
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0").trim();
        let caught = u64::from_str_radix(caught, 16).expect("a mask");
        // Signals are counted from 1: SIGINT is 2, SIGTERM 15.
        if caught >> 1 & 1 == 1 && caught >> 14 & 1 == 1 {
            return true;
        }
        std::thread::yield_now();
    }
}

/// A batch is ended by a signal while it waits for more input: nothing is written, exit code 4.
#[track_caller]
fn check_waiting(arguments: &str, signal: &str) {
    let mut child = start(&words(arguments));
    let mut input = child.stdin.take().expect("input");
    input.write_all(EASY.as_bytes()).expect("the program reads");
    assert!(listens(&mut child), "{arguments}");
    send(signal, &child);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(4), &b""[..]), "{arguments} {signal}");
}

/// A batch without end is ended by a signal after its first line: only whole lines, exit code 4. The output.
#[track_caller]
fn check_running(arguments: &str, input: &str, signal: &str) -> String {
    let mut child = start(&words(arguments));
    let mut stdin = child.stdin.take().expect("input");
    stdin.write_all(input.as_bytes()).expect("the program reads");
    drop(stdin);
    let mut output = BufReader::new(child.stdout.take().expect("output"));
    let mut text = String::new();
    output.read_line(&mut text).expect("a line");
    send(signal, &child);
    output.read_to_string(&mut text).expect("UTF-8");
    assert_eq!(child.wait().expect("an end").code(), Some(4), "{arguments} {signal}: {text}");
    assert!(text.ends_with('\n'), "{arguments} {signal}: {text}");
    text
}

#[test]
fn a_signal_while_there_is_nothing_yet() {
    for subcommand in [
        "solve",
        "rate",
        "generate --pattern -",
        "check --unavoidable 4",
        "canon",
        "convert",
        "lp solve",
        "sheet -o a.pdf",
    ] {
        check_waiting(subcommand, "TERM");
        check_waiting(subcommand, "INT");
    }
}

#[test]
fn a_signal_between_two_lines() {
    for signal in ["TERM", "INT"] {
        let text = check_running("generate --shape 2x3 --pattern - --count 1000000000", SMALL, signal);
        assert!(text.lines().all(|line| line.len() == 36), "{text}");
        let text = check_running("generate --shape 2x3 --pattern - --count 1000000000 --json", SMALL, signal);
        assert!(text.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{text}");
        check_running("inverse --shape 2x3 --count 1000000000", "", signal);
        check_running("lp generate --shape 2x3 --count 1000000000", "", signal);
    }
}

/// What is known so far is told, as at a time limit.
#[test]
fn a_signal_to_a_search_that_has_something_to_tell() {
    for signal in ["TERM", "INT"] {
        let text = check_running("minimum --strategies paper --time-limit 1e9", "", signal);
        assert!(text.lines().next_back().is_some_and(|line| line.contains("clues; at least 17 are needed")), "{text}");
        let text = check_running("catalogue", "", signal);
        let grids = text.lines().filter(|line| line.contains(" # automorphisms: ")).count();
        assert!(text.ends_with(&format!("\n# {grids} essentially different grids: stopped\n")), "{text}");
        let text =
            check_running(&format!("generate --pattern {SPARSE} --hardest-possible --time-limit 1e9"), "", signal);
        let last = text.lines().next_back().unwrap_or_default();
        assert!(last.contains(" # effort ") && last.ends_with("; stopped; there may be a harder one"), "{text}");
        let mut child = start(&words("minimum --strategies paper --time-limit 1e9 --json"));
        assert!(listens(&mut child));
        send(signal, &child);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(4));
        assert!(output.stdout.is_empty() || output.stdout.ends_with(b"\n"));
    }
}

/// Files of one test.
struct Scratch {
    folder: TempDir,
}

impl Scratch {
    fn new() -> Scratch {
        Scratch { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a scratch file");
        path.display().to_string()
    }

    fn has_note(&self) -> bool {
        self.path("out.resume").exists()
    }

    /// Runs a command with an option that names the file `out`.
    fn run(&self, arguments: &str, option: &str) -> (i32, String) {
        let file = self.path("out").display().to_string();
        let mut arguments = words(arguments);
        arguments.extend([option, file.as_str()]);
        let (exit, stdout, error) = run(&arguments, "");
        assert_eq!(stdout, "");
        (exit, error)
    }

    fn out(&self) -> String {
        std::fs::read_to_string(self.path("out")).expect("the output")
    }
}

/// The lines of a file without the times in them.
fn timeless(text: &str) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        match serde_json::from_str::<serde_json::Value>(line) {
            Ok(mut value) => {
                value.as_object_mut().map(|fields| fields.remove("seconds"));
                lines += &value.to_string();
            }
            Err(_) => lines += line,
        }
        lines.push('\n');
    }
    lines
}

/// Places of every kind at which a text can be cut off: nothing left, within lines, before and behind their ends.
fn cuts(text: &str) -> Vec<usize> {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let some = [0, ends.len() / 2, ends.len() - 1];
    let mut cuts = vec![0, 1];
    for end in some.map(|line| ends[line]) {
        cuts.extend([end - 1, end, end - end.min(10), (end + 7).min(text.len())]);
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// A run that is cut off anywhere goes on to the same bytes, whether there is a note or not.
#[track_caller]
fn check_resumed(arguments: &str, expected_exit: i32) {
    let scratch = Scratch::new();
    let (exit, error) = scratch.run(arguments, "--output");
    assert_eq!((exit, error.as_str()), (expected_exit, ""), "{arguments}");
    let whole = scratch.out();
    assert!(!scratch.has_note(), "the note goes away");
    let on_stdout = run(&words(arguments), "");
    assert_eq!(timeless(&on_stdout.1), timeless(&whole), "{arguments}");
    for cut in cuts(&whole) {
        scratch.write("out", &whole[..cut]);
        let (exit, error) = scratch.run(arguments, "--resume");
        assert_eq!((exit, error.as_str()), (expected_exit, ""), "{arguments}, cut at {cut}");
        assert_eq!(timeless(&scratch.out()), timeless(&whole), "{arguments}, cut at {cut}");
        // What stood there stays.
        let kept = whole[..cut].rfind('\n').map_or(0, |end| end + 1);
        assert_eq!(scratch.out()[..kept], whole[..kept], "{arguments}, cut at {cut}");
        assert!(!scratch.has_note());
    }
}

#[test]
fn a_file_that_was_cut_off_is_completed() {
    let scratch = Scratch::new();
    let patterns = scratch.write("patterns", &format!("{SMALL}\n{HOPELESS}\n{SMALL}\n"));
    let common = |threads: usize| format!("generate --shape 2x3 --pattern {patterns} --threads {threads} --seed 5");
    check_resumed(&format!("{} --count 9", common(1)), 3);
    check_resumed(&format!("{} --strategies naked-single --count 4 --json", common(3)), 3);
    check_resumed(&format!("{} --count 70 --distinct", common(3)), 3);
    check_resumed(&format!("{} --count 5 --distinct --json", common(1)), 3);
    check_resumed(&format!("{} --count 4 --step hidden-single? --step open-singles>=1", common(2)), 3);
    let bounds = format!("generate --shape 2x3 --pattern {patterns} --method bounds --count 2");
    check_resumed(&bounds, 4);
    check_resumed(&format!("{bounds} --distinct --json"), 4);
}

#[test]
fn ratings_that_were_cut_off_are_completed() {
    let scratch = Scratch::new();
    let puzzles = scratch.write("puzzles", &format!("{EASY}\n{HARD}\n{EASY}\n"));
    check_resumed(&format!("rate {puzzles}"), 0);
    check_resumed(&format!("rate --json {puzzles}"), 0);
    check_resumed(&format!("rate --curve --needed --strategies basic {puzzles}"), 0);
}

/// Interrupts a command of growing size until it is caught at work; the file and its note are left, and the command.
fn interrupted(scratch: &Scratch, signal: &str, command: impl Fn(usize) -> String) -> String {
    let mut size = 400;
    loop {
        let arguments = command(size);
        let file = scratch.path("out").display().to_string();
        let mut words = words(&arguments);
        words.extend(["--output", &file]);
        let mut child = start(&words);
        let has_begun = || std::fs::read(&file).is_ok_and(|bytes| bytes.contains(&b'\n'));
        while child.try_wait().expect("a state").is_none() && !has_begun() {
            std::thread::yield_now();
        }
        if listens(&mut child) {
            send(signal, &child);
        }
        let code = child.wait().expect("an end").code();
        if scratch.has_note() {
            assert_eq!(code, if signal == "KILL" { None } else { Some(4) }, "{arguments}");
            return arguments;
        }
        assert_eq!(code, Some(0), "{arguments}: not caught at work");
        size *= 2;
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::copy(from, to).expect("a copy");
}

/// A run that is interrupted by a signal goes on with its note, also if the file loses some of its end.
#[track_caller]
fn check_interrupted(signal: &str, command: impl Fn(usize) -> String) {
    let scratch = Scratch::new();
    let arguments = interrupted(&scratch, signal, command);
    let kept = scratch.out();
    assert!(signal == "KILL" || kept.ends_with('\n'), "{arguments}: {kept}");
    let note = std::fs::read_to_string(scratch.path("out.resume")).expect("a note");
    assert!(signal == "KILL" || note.contains("\nat "), "{arguments}: {note}");
    let refused = scratch.run(&arguments, "--output");
    assert_eq!(refused.0, 1, "{}", refused.1);
    assert!(refused.1.contains("holds a run that is not complete: go on with --resume"), "{}", refused.1);
    copy(&scratch.path("out"), &scratch.path("kept"));
    copy(&scratch.path("out.resume"), &scratch.path("kept.resume"));
    let whole = run(&words(&arguments), "").1;
    for cut in [kept.len(), kept.len().saturating_sub(3), kept.len() / 2] {
        copy(&scratch.path("kept.resume"), &scratch.path("out.resume"));
        scratch.write("out", &kept[..cut]);
        assert_eq!(scratch.run(&arguments, "--resume"), (0, String::new()), "{arguments}, cut at {cut}");
        assert_eq!(timeless(&scratch.out()), timeless(&whole), "{arguments}, cut at {cut}");
        assert!(!scratch.has_note());
    }
}

#[test]
fn an_interrupted_run_goes_on() {
    let scratch = Scratch::new();
    let pattern = scratch.write("pattern", SMALL);
    let generate = format!("generate --shape 2x3 --pattern {pattern} --seed 3");
    check_interrupted("TERM", |size| format!("{generate} --count {size}"));
    check_interrupted("INT", |size| format!("{generate} --count {size} --json"));
    check_interrupted("KILL", |size| format!("{generate} --count {size}"));
    check_interrupted("TERM", |size| format!("{generate} --count {size} --distinct"));
    check_interrupted("KILL", |size| format!("{generate} --count {size} --distinct"));
    check_interrupted("TERM", |size| format!("rate {}", scratch.write("puzzles", &format!("{EASY}\n").repeat(size))));
    check_interrupted("KILL", |size| {
        format!("rate --json {}", scratch.write("puzzles", &format!("{EASY}\n").repeat(size)))
    });
}

/// A run that is not the one that began the file is refused with a sentence, and the file stays as it is.
#[test]
fn a_file_of_another_run_is_left_alone() {
    let scratch = Scratch::new();
    let pattern = scratch.write("pattern", SMALL);
    let other = scratch.write("other", &SMALL.chars().rev().collect::<String>().replace("x.x.x", "xxx.x"));
    let command = |pattern: &str, options: &str| format!("generate --shape 2x3 --pattern {pattern} {options}");
    let arguments = interrupted(&scratch, "TERM", |size| command(&pattern, &format!("--count {size}")));
    let count = arguments.split_whitespace().next_back().expect("a count");
    let (file, note) = (scratch.out(), std::fs::read_to_string(scratch.path("out.resume")).expect("a note"));
    let refused = |command: &str, expected: &str| {
        let (exit, error) = scratch.run(command, "--resume");
        assert_eq!(exit, 1, "{command}: {error}");
        assert!(error.contains(expected), "{command}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert_eq!(scratch.out(), file, "{command}");
    };
    let with = |options: &str| command(&pattern, &format!("--count {count} {options}"));
    refused(&with("--seed 1"), "the file is of another run: --seed was 0, is 1; nothing is written");
    refused(&with("--step hidden-single?"), "the file is of another run: --step was");
    refused(&with("--strategies basic"), "the file is of another run: --strategies was");
    refused(&with("--json"), "the file is of another run: --json was false, is true");
    refused(&with("--distinct"), "the file is of another run: --distinct was false, is true");
    refused(&with("--time-limit 5"), "the file is of another run: --time-limit was 60, is 5");
    refused(&command(&pattern, "--count 3"), "the file is of another run: --count was");
    refused(&command(&other, &format!("--count {count}")), "the file is of another run: the input was");
    let six = scratch.write("six", SIX);
    refused(&format!("rate {six} --shape 2x3"), "the file is of another run: command was generate, is rate");
    // Without the note the lines tell.
    std::fs::remove_file(scratch.path("out.resume")).expect("no note");
    refused(&with("--seed 1"), "line 1: this run has another line here");
    refused(&with("--json"), "line 1: this run has another line here");
    refused(&command(&pattern, "--count 1"), "line 2: the run ends before this line");
    // A change in the middle, whether the note vouches for the line or not.
    let end = file.find('\n').expect("a line") + 1;
    let changed = file[..end].replace(['1', '2'], "3") + &file[end..];
    let file = changed;
    scratch.write("out", &file);
    scratch.write("out.resume", &note);
    let (exit, error) = scratch.run(&arguments, "--resume");
    assert!(exit == 1 && error.contains("line 1: this run has another line here"), "{error}");
    assert_eq!(scratch.out(), file);
}

#[test]
fn what_cannot_be_gone_on_with_is_refused() {
    let scratch = Scratch::new();
    let folder = scratch.folder.path().display().to_string();
    check_error(&format!("generate --shape 2x3 --pattern {SMALL} --resume -"), "", "--resume: name a file");
    check_error(&format!("generate --shape 2x3 --pattern {SMALL} --resume {folder}"), "", "--resume /");
    check_error(&format!("generate --shape 2x3 --pattern {SMALL} --output {folder}"), "", "cannot write /");
    let both = format!("generate --shape 2x3 --pattern {SMALL} --output {folder}/a --resume {folder}/a");
    check_error(&both, "", "the argument '--output <FILE>' cannot be used with '--resume <FILE>'");
    let race = format!("generate --shape 2x3 --pattern {SMALL} --race --resume {folder}/a");
    check_error(&race, "", "the argument '--race' cannot be used with '--resume <FILE>'");
    // What is read would be gone before the last line is written.
    let pattern = scratch.write("pattern", SMALL);
    let refused = |arguments: &str, file: &str| {
        let before = std::fs::read_to_string(file).expect("there");
        for option in ["--output", "--resume"] {
            let why = format!("{file} is read, so it cannot be written line by line: name another file");
            check_error(&format!("{arguments} {option} {file}"), "", &why);
            assert_eq!(std::fs::read_to_string(file).expect("there"), before);
        }
    };
    refused(&format!("generate --shape 2x3 --pattern {pattern}"), &pattern);
    let printed = scratch.write("printed", &format!("{}\n", SMALL.replace('x', "1")));
    refused(&format!("generate --shape 2x3 --pattern {pattern} --distinct --avoid {printed}"), &printed);
    refused(&format!("rate --shape 2x3 {printed}"), &printed);
    // A file that is not there yet is begun.
    assert_eq!(scratch.run(&format!("generate --shape 2x3 --pattern {SMALL}"), "--resume"), (0, String::new()));
    assert_eq!(scratch.out().lines().count(), 1);
}
