//! What the command line reads: files and what is none, large inputs, what a format does not keep.

#[path = "common/program.rs"]
mod program;

use program::{check, check_error, run};
use rayon::prelude::*;
use std::io::{BufWriter, Write};
use std::path::Path;

const PATTERN: &str = "x.....x..x.....x";

#[test]
fn formats_say_what_they_do_not_keep() {
    let collection = "<opensudoku><name>A</name><author>B</author>\n\
        <game data=\"700000000000000000000000000000000000000000000000000000000000000000000000000000001\"/></opensudoku>";
    let (exit, stdout, stderr) = run(&["convert", "--to", "sdm"], collection);
    assert_eq!((exit, stdout.len()), (0, 82));
    assert_eq!(stderr, "cluesmith: the format sdm does not keep title, author\n");
    let (exit, _, stderr) = run(&["convert", "--to", "sdk"], collection);
    assert_eq!((exit, stderr.as_str()), (0, ""));
    // The candidates of this puzzle alone would make a clue of r8c4, where only an 8 is left.
    let puzzle = "7.2.....56.473...9.1.2...7....9..4.....314.....5..2....5...9.6.1...678.48.....5.7\n";
    let (exit, marks, stderr) = run(&["convert", "--to", "marks"], puzzle);
    assert_eq!((exit, stderr.as_str()), (0, ""));
    check("convert", &marks, 0, puzzle);
    // Borders tell the shape.
    let flat = format!("{}\n", "1.....".repeat(6).replacen("1.....1", "1.....2", 1).replace('1', "."));
    let (_, grid, _) = run(&["convert", "--shape", "3x2", "--to", "grid"], &flat);
    let (exit, _, stderr) = run(&["convert", "--to", "lines"], &grid);
    assert_eq!(
        (exit, stderr.as_str()),
        (0, "cluesmith: the format lines does not keep box shape (read it with --shape)\n")
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_read_or_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().display().to_string();
    // A pipe, as in --pattern <(...).
    let generate = "generate --shape 2x2 --strategies naked-single --pattern";
    let (exit, stdout, stderr) =
        run(&[&generate.split(' ').collect::<Vec<_>>()[..], &["/dev/stdin"]].concat(), PATTERN);
    assert_eq!((exit, stdout.len()), (0, 17), "{stderr}");
    let (exit, from_text, _) = run(&[&generate.split(' ').collect::<Vec<_>>()[..], &[PATTERN]].concat(), "");
    assert_eq!((exit, from_text), (0, stdout));
    for command in ["generate", "inverse", "lp generate", "check"] {
        let pattern = |what: &str| format!("{command} --shape 2x2 --pattern {what}");
        let grid = "1234341221434321\n";
        check_error(&pattern(&name), grid, &format!("{name} is a folder: name a file in it"));
        check_error(&pattern("/dev/null"), grid, "/dev/null holds no pattern");
        check_error(&pattern("/dev/zero"), grid, "/dev/zero: line 1: this is not UTF-8 text");
        check_error(&pattern("no/such/file"), grid, "there is no file \"no/such/file\"");
    }
    for command in ["solve", "rate", "canon", "convert", "lp solve", "sheet -o a.pdf", "check --clues 4"] {
        check_error(&format!("{command} {name}"), "", &format!("{name} is a folder: name a file in it"));
        check_error(&format!("{command} /dev/null"), "", "/dev/null holds no puzzle");
        check_error(&format!("{command} /dev/urandom"), "", "/dev/urandom: line ");
    }
    check_error("sheet -o a.pdf --layout /dev/null", "", "/dev/null: line 1, column 1: this is no layout of a sheet: ");
}

#[test]
fn text_is_told_from_other_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.txt");
    // A character that lies across two parts of the file as they are read.
    let head = format!("{}\n# ", "1...............\n".repeat((1 << 20) / 17));
    let fill = "x".repeat((1 << 20) - head.len() - 1);
    for (end, expected) in
        [("\u{e9}\n".as_bytes(), Ok(())), (b"\xc3", Err(())), (b"\xc3x", Err(())), (b"\0\n", Err(()))]
    {
        std::fs::write(&file, [head.as_bytes(), fill.as_bytes(), end].concat()).expect("written");
        let line = 1 + head.lines().count() - 1;
        match expected {
            Ok(()) => {
                let (exit, stdout, stderr) = run(&["convert", &file.display().to_string()], "");
                assert_eq!((exit, stdout.lines().count(), stderr.as_str()), (0, (1 << 20) / 17, ""));
            }
            Err(()) => check_error(
                &format!("convert {}", file.display()),
                "",
                &format!("{}: line {line}: this is not UTF-8 text", file.display()),
            ),
        }
    }
}

/// Writes about twelve megabytes: a beginning, then one text over and over.
fn large(file: &Path, head: &str, unit: &str) -> u64 {
    let mut out = BufWriter::new(std::fs::File::create(file).expect("a file"));
    out.write_all(head.as_bytes()).expect("written");
    for _ in 0..(12 << 20) / unit.len() {
        out.write_all(unit.as_bytes()).expect("written");
    }
    out.flush().expect("written");
    file.metadata().expect("a file").len()
}

/// The largest memory of a run, in bytes, as far as looking now and then tells.
#[cfg(target_os = "linux")]
fn peak(arguments: &[&str]) -> (i32, u64) {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_cluesmith"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) << 10);
        if let Some(status) = child.try_wait().expect("a status") {
            return (status.code().expect("an exit code"), peak);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Twice the input and a hundred megabytes are enough for any text.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_by_the_input() {
    let empty = format!("{}\n", ".".repeat(81));
    let small = "................\n";
    let row = format!("1,{empty}");
    let game = format!("<game data=\"{}\"/>\n", "0".repeat(81));
    // All commands read in the same way.
    let all = "convert|solve|canon|rate|check --clues 17|lp solve|sheet -o OUT.pdf|generate --shape 2x2 --pattern x.....x..x.....x --distinct --avoid";
    let cases = [
        ("", empty.as_str(), "convert --to opensudoku|convert --to marks -o OUT"),
        ("", small, "convert|generate --shape 2x2 --method bounds --pattern"),
        ("", "|1.|..|\n|..|..|\n|..|..|\n|..|..|\n", "convert"),
        ("id,puzzle\n", &row, "convert"),
        ("id,puzzle\n", ",", all),
        ("puzzle", ",x", "convert"),
        ("id,puzzle\n\"", "a,", "convert"),
        ("id,puzzle\n", "\"a\n\",", "convert"),
        ("", "1 ", "convert"),
        ("", "|1", "convert"),
        ("", "|1\n", "convert"),
        ("", "1\n", "convert"),
        ("{\"grid\":[", "[],", "convert"),
        ("{\"puzzle\":\"................\",\"x\":[1", ",1", "convert"),
        ("<opensudoku>", &game, "convert"),
        ("<opensudoku>", "<a/>", "convert"),
        ("<opensudoku", " a=\"\"", "convert"),
        ("<opensudoku>", "<a b=\"\" c=\"\"/>", "convert"),
        (":0000:1:", "+1", "convert"),
        ("https://www.f-puzzles.com/?load=", "N4Ig", "convert"),
    ];
    cases.par_iter().for_each(|(head, unit, commands)| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("large.txt");
        let length = large(&file, head, unit);
        for command in commands.split('|') {
            let out = folder.path().join("out").display().to_string();
            let command = command.replace("OUT", &out);
            let arguments: Vec<&str> = command.split_whitespace().chain(file.to_str()).collect();
            let (exit, peak) = peak(&arguments);
            assert!(matches!(exit, 0 | 1 | 3), "{command} of {unit:?}: {exit}");
            let limit = 2 * length + (100 << 20);
            assert!(peak <= limit, "{command} of {unit:?}: {} MB of memory for {} MB", peak >> 20, length >> 20);
        }
    });
}

/// Parts of a long file that were written when a signal came go away again.
#[cfg(unix)]
#[test]
fn a_signal_leaves_no_half_of_a_file() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("large.txt");
    large(&input, "", &format!("{}\n", ".".repeat(81)));
    let names = || -> Vec<String> {
        let entries = std::fs::read_dir(folder.path()).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    };
    let out = folder.path().join("out.txt");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cluesmith"))
        .args(["convert", "--to", "marks", "-o"])
        .args([&out, &input])
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while names().len() < 2 && child.try_wait().expect("a status").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    let status = child.wait().expect("a status");
    assert_eq!((killed.success(), status.code()), (true, Some(4)));
    assert_eq!(names(), ["large.txt"]);
}
