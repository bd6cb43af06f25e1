//! Where the program writes: links, access rights, pipes, folders that cannot be written to. Nothing here
//! touches a device: standard output is reached by a link in a folder of the test.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const PUZZLE: &str = "1.....2..3.....4";
const LINES: &str = "1.....2..3.....4\n";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// `cluesmith` with these arguments, run in the folder: every name in them is one of the folder's.
fn program(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cluesmith"));
    command.current_dir(folder).args(arguments.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command.spawn().expect("the program starts");
    // A run that fails early may close its input.
    let _ = child.stdin.take().expect("input").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Runs `convert` on the puzzle: its exit code and standard output, or what it complains about.
fn convert(folder: &Path, arguments: &str) -> Result<String, String> {
    outcome(&run(&mut program(folder, &format!("convert --shape 2x2 {arguments}")), PUZZLE))
}

fn outcome(output: &Output) -> Result<String, String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.code() {
        Some(0) => Ok(text(&output.stdout)),
        _ => Err(text(&output.stderr).trim_end().to_owned()),
    }
}

/// Names in the folder with what they are: `->` a link, `|` a pipe, else the permissions.
fn list(folder: &Path) -> String {
    let describe = |entry: fs::DirEntry| {
        let (name, data) = (entry.file_name().into_string().expect("text"), entry.metadata().expect("there"));
        let kind = data.file_type();
        match () {
            () if kind.is_symlink() => format!("{name} -> {}", fs::read_link(entry.path()).expect("a link").display()),
            () if kind.is_fifo() => format!("{name} |"),
            () if kind.is_dir() => format!("{name}/"),
            () => format!("{name} {:o}", data.mode() & 0o7777),
        }
    };
    let mut all: Vec<String> =
        fs::read_dir(folder).expect("a folder").map(|entry| describe(entry.expect("one"))).collect();
    all.sort();
    all.join(", ")
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
}

/// Writes to `out` in a folder that holds `before` and checks what it holds `after`; `file` has the puzzle then.
#[track_caller]
fn check_written(prepare: impl FnOnce(&Path), file: &str, after: &str) {
    let folder = folder();
    prepare(folder.path());
    assert_eq!(convert(folder.path(), "-o out"), Ok(String::new()));
    assert_eq!(list(folder.path()), after);
    assert_eq!(fs::read_to_string(folder.path().join(file)).expect("written"), LINES);
}

#[test]
fn links_stay_links() {
    let old = |folder: &Path, name: &str, mode: u32| {
        fs::write(folder.join(name), "old").expect("written");
        set_mode(&folder.join(name), mode);
    };
    check_written(
        |folder| {
            old(folder, "real", 0o640);
            symlink("real", folder.join("out")).expect("a link");
        },
        "real",
        "out -> real, real 640",
    );
    // Through a second link in another folder, by a path from there.
    let outer = folder();
    check_written(
        |folder| {
            old(outer.path(), "real", 0o600);
            symlink("real", outer.path().join("next")).expect("a link");
            symlink(outer.path().join("next"), folder.join("out")).expect("a link");
        },
        "out",
        &format!("out -> {}", outer.path().join("next").display()),
    );
    assert_eq!(list(outer.path()), "next -> real, real 600");
    // One that leads to nothing leads to the new file.
    check_written(|folder| symlink("new", folder.join("out")).expect("a link"), "new", "new 644, out -> new");
    let folder = folder();
    symlink("none/new", folder.path().join("out")).expect("a link");
    let error = "cluesmith: cannot write out: there is no such file or folder".to_owned();
    assert_eq!(convert(folder.path(), "-o out"), Err(error));
    symlink("round", folder.path().join("round")).expect("a link");
    let error = "cluesmith: cannot write round: its links lead round in a circle".to_owned();
    assert_eq!(convert(folder.path(), "-o round"), Err(error));
    assert_eq!(list(folder.path()), "out -> none/new, round -> round");
}

#[test]
fn permissions_and_owner_stay() {
    for mode in [0o600, 0o644, 0o666, 0o440, 0o755] {
        // Without the right to write only root gets this far.
        if mode & 0o200 == 0 && !is_root() {
            continue;
        }
        check_written(
            |folder| {
                fs::write(folder.join("out"), "old").expect("written");
                set_mode(&folder.join("out"), mode);
            },
            "out",
            &format!("out {mode:o}"),
        );
    }
    if is_root() {
        let folder = folder();
        let path = folder.path().join("out");
        fs::write(&path, "old").expect("written");
        std::os::unix::fs::chown(&path, Some(NOBODY), Some(NOBODY)).expect("given away");
        assert_eq!(convert(folder.path(), "-o out"), Ok(String::new()));
        let data = fs::metadata(&path).expect("there");
        assert_eq!((data.uid(), data.gid(), data.mode() & 0o777), (NOBODY, NOBODY, 0o644));
    }
}

#[test]
fn a_new_file_is_no_more_open_than_the_umask_says() {
    for (umask, mode) in [("077", "600"), ("027", "640"), ("022", "644"), ("000", "666")] {
        let folder = folder();
        let program = env!("CARGO_BIN_EXE_cluesmith");
        let script = format!("umask {umask}; exec '{program}' convert --shape 2x2 -o out");
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path()).args(["-c", &script]).stdin(Stdio::piped());
        assert_eq!(outcome(&run(shell.stdout(Stdio::piped()).stderr(Stdio::piped()), PUZZLE)), Ok(String::new()));
        assert_eq!(list(folder.path()), format!("out {mode}"), "umask {umask}");
    }
}

#[test]
fn pipes_are_written_to_and_stay() {
    for link in [false, true] {
        let folder = folder();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let reader = std::thread::Builder::new().name("reader".to_owned()).spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).expect("the puzzle")
        });
        let (name, after) = if link { ("out", "out -> pipe, pipe |") } else { ("pipe", "pipe |") };
        if link {
            symlink("pipe", folder.path().join("out")).expect("a link");
        }
        assert_eq!(convert(folder.path(), &format!("-o {name}")), Ok(String::new()));
        assert_eq!(list(folder.path()), after);
        assert_eq!(reader.expect("a thread").join().expect("text"), LINES);
    }
}

#[test]
fn standard_output_is_meant_by_a_dash_and_by_its_file() {
    // As /dev/stdout does, the link leads to the first descriptor of whoever looks.
    let folder = folder();
    symlink("/proc/self/fd/1", folder.path().join("out")).expect("a link");
    let links = list(folder.path());
    for name in ["-", "out"] {
        assert_eq!(convert(folder.path(), &format!("-o {name}")), Ok(LINES.to_owned()));
        assert_eq!(list(folder.path()), links);
        // Into a file, what stands there already stays.
        let target = tempfile::NamedTempFile::new().expect("a file");
        let mut appending = target.reopen().expect("a file");
        appending.write_all(b"before\n").expect("written");
        let mut command = program(folder.path(), &format!("convert --shape 2x2 -o {name}"));
        assert_eq!(outcome(&run(command.stdout(appending), PUZZLE)), Ok(String::new()));
        let mut text = String::new();
        target.as_file().read_to_string(&mut text).expect("text");
        assert_eq!(text, format!("before\n{LINES}"), "{name}");
    }
    // A reader that is gone is no error.
    let mut command = program(folder.path(), "convert --shape 2x2 -o out");
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdout.take());
    child.stdin.take().expect("input").write_all(PUZZLE.as_bytes()).expect("read");
    assert_eq!(outcome(&child.wait_with_output().expect("the program ends")), Ok(String::new()));
}

#[test]
fn what_cannot_be_written_is_left_alone_and_said_in_a_sentence() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("sub")).expect("a folder");
    symlink("sub", path.join("link")).expect("a link");
    fs::write(path.join("plain"), "old").expect("written");
    let before = list(path);
    for (name, why) in [
        ("sub", "it is a folder"),
        ("sub/", "it is a folder"),
        ("link", "it is a folder"),
        ("none/out", "there is no such file or folder"),
        ("plain/out", "a file stands where a folder should be"),
        ("new/", "it is a folder"),
    ] {
        assert_eq!(convert(path, &format!("-o {name}")), Err(format!("cluesmith: cannot write {name}: {why}")));
        assert_eq!(list(path), before, "{name}");
    }
}

#[test]
fn a_folder_without_permission_is_named_as_the_reason() {
    let outer = folder();
    set_mode(outer.path(), 0o755);
    let closed = outer.path().join("closed");
    fs::create_dir(&closed).expect("a folder");
    fs::write(closed.join("old"), "old").expect("written");
    // Root may write everywhere, so for root the program runs as somebody else, from where that one finds it.
    // Another process makes the copy: a file this one has open for writing could be inherited by the child that
    // another test is starting at the moment, and a program that is open for writing cannot be run.
    let program = outer.path().join("program");
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_cluesmith")).arg(&program).status();
    assert!(copied.expect("cp").success());
    let no_folder = "there is no permission to replace files in its folder";
    for (mode, name, why) in
        [(0o666, "old", no_folder), (0o666, "new", no_folder), (0o444, "old", "there is no permission")]
    {
        set_mode(&closed.join("old"), mode);
        set_mode(&closed, 0o555);
        let mut command = Command::new(&program);
        command.current_dir(&closed).args(["convert", "--shape", "2x2", "-o", name]);
        if is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let found = outcome(&run(&mut command, PUZZLE));
        set_mode(&closed, 0o755);
        assert_eq!(found, Err(format!("cluesmith: cannot write {name}: {why}")));
        assert_eq!(list(&closed), format!("old {mode:o}"));
        assert_eq!(fs::read_to_string(closed.join("old")).expect("there"), "old");
    }
}

#[test]
fn a_change_of_the_input_is_not_overwritten() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("puzzles"), LINES).expect("written");
    symlink("puzzles", path.join("link")).expect("a link");
    assert!(Command::new("mkfifo").arg(path.join("more")).status().expect("mkfifo").success());
    for (output, changes) in [("puzzles", true), ("link", true), ("other", true), ("puzzles", false)] {
        fs::write(path.join("puzzles"), LINES).expect("written");
        let child = program(path, &format!("convert --shape 2x2 -o {output} puzzles more")).spawn();
        let child = child.expect("the program starts");
        // It has read the first file when it opens the second.
        let mut more = fs::OpenOptions::new().write(true).open(path.join("more")).expect("a reader");
        if changes {
            fs::write(path.join("puzzles"), "changed").expect("written");
        }
        more.write_all(PUZZLE.as_bytes()).expect("written");
        drop(more);
        let found = outcome(&child.wait_with_output().expect("the program ends"));
        let text = fs::read_to_string(path.join("puzzles")).expect("there");
        let error = format!("cluesmith: another program changed {output} after it was read; it is left as it is now");
        let expected = match (output, changes) {
            ("other", _) => (Ok(String::new()), "changed".to_owned()),
            (_, true) => (Err(error), "changed".to_owned()),
            (_, false) => (Ok(String::new()), LINES.repeat(2)),
        };
        assert_eq!((found, text), expected);
    }
}

#[test]
fn sheets_go_wherever_they_are_sent() {
    let folder = folder();
    let path = folder.path();
    symlink("/proc/self/fd/1", path.join("out")).expect("a link");
    let sheet = |arguments: &str, puzzles: &str| {
        outcome(&run(&mut program(path, &format!("sheet --per-page 1 {arguments}")), puzzles))
    };
    let starts = |arguments: &str, start: &str| {
        let text = sheet(arguments, PUZZLE).expect("a sheet");
        assert!(text.starts_with(start), "{arguments}: {text:.40}");
    };
    starts("--format svg -o -", "<svg xmlns=");
    starts("--format txt -o out", "1.\n+---");
    starts("--format pdf -o out", "%PDF");
    starts("--print-layout -o -", "(");
    let two = format!("{LINES}{LINES}");
    for (name, place) in [("-", "standard output"), ("out", "standard output")] {
        let error = format!("cluesmith: cannot write 2 pages to {place}: name a file, or write pdf or txt");
        assert_eq!(sheet(&format!("--format svg -o {name}"), &two), Err(error));
    }
    let error = "cluesmith: out: a sheet is a file that ends in .pdf, .svg, .png or .txt; or use --format".to_owned();
    assert_eq!(sheet("-o out", PUZZLE), Err(error));
    assert_eq!(list(path), "out -> /proc/self/fd/1");
    // Of several pages none takes its place before all are written.
    fs::create_dir(path.join("a-2.svg")).expect("a folder");
    assert_eq!(sheet("-o a.svg", &two), Err("cluesmith: cannot write a-2.svg: it is a folder".to_owned()));
    assert_eq!(list(path), "a-2.svg/, out -> /proc/self/fd/1");
    fs::remove_dir(path.join("a-2.svg")).expect("empty");
    assert_eq!(sheet("-o a.svg", &two), Ok(String::new()));
    assert_eq!(list(path), "a-1.svg 644, a-2.svg 644, out -> /proc/self/fd/1");
}

#[test]
fn a_proof_is_a_file_with_its_formula_beside_it() {
    let folder = folder();
    let path = folder.path();
    symlink("/proc/self/fd/1", path.join("out")).expect("a link");
    symlink("real.drat", path.join("why.drat")).expect("a link");
    let generate = |proof: &str| {
        let arguments = format!("generate --shape 2x3 --strategies singles --proof {proof} --pattern");
        let output = run(program(path, &arguments).arg("x...x......x..x...x....x...x......x."), "");
        String::from_utf8(output.stderr).expect("text")
    };
    for name in ["out", "-"] {
        let error = format!(
            "cluesmith: --proof {name}: the formula goes beside the proof, so it has to be a file, not a pipe or a device\n"
        );
        assert_eq!(generate(name), error);
    }
    assert_eq!(generate("why.drat"), "");
    let files = "out -> /proc/self/fd/1, real.drat 644, why.cnf 644, why.drat -> real.drat";
    assert_eq!(list(path), files);
    // Neither is written where one cannot be, and that is said before anything is sought.
    for (folder, file) in [("why.cnf", "real.drat"), ("real.drat", "why.cnf")] {
        fs::remove_file(path.join(folder)).expect("there");
        fs::create_dir(path.join(folder)).expect("a folder");
        fs::write(path.join(file), "old").expect("written");
        let name = folder.replace("real", "why");
        assert_eq!(generate("why.drat"), format!("cluesmith: cannot write {name}: it is a folder\n"));
        assert_eq!(fs::read_to_string(path.join(file)).expect("there"), "old");
        fs::remove_dir(path.join(folder)).expect("empty");
        fs::write(path.join(folder), "old").expect("written");
    }
}
/// User and group without rights.
const NOBODY: u32 = 65534;

fn is_root() -> bool {
    fs::metadata("/proc/self").expect("proc").uid() == 0
}

#[test]
fn lines_go_through_links_and_to_standard_output_too() {
    let folder = folder();
    let path = folder.path();
    symlink("/proc/self/fd/1", path.join("out")).expect("a link");
    fs::write(path.join("real"), "old").expect("written");
    set_mode(&path.join("real"), 0o600);
    symlink("real", path.join("link")).expect("a link");
    symlink("new", path.join("dangling")).expect("a link");
    let files = "dangling -> new, link -> real, new 644, out -> /proc/self/fd/1, real 600";
    let rate = |name: &str| program(path, &format!("rate --shape 2x2 -o {name}"));
    let expected = outcome(&run(&mut rate("-"), PUZZLE)).expect("a line");
    assert!(expected.starts_with(PUZZLE), "{expected}");
    for (name, file) in [("link", "real"), ("dangling", "new")] {
        assert_eq!(outcome(&run(&mut rate(name), PUZZLE)), Ok(String::new()));
        assert_eq!(fs::read_to_string(path.join(file)).expect("written"), expected);
    }
    assert_eq!(outcome(&run(&mut rate("out"), PUZZLE)).as_ref(), Ok(&expected));
    assert_eq!(list(path), files);
    // Into a file, what stands there already stays.
    let target = tempfile::NamedTempFile::new().expect("a file");
    let mut appending = target.reopen().expect("a file");
    appending.write_all(b"before\n").expect("written");
    assert_eq!(outcome(&run(rate("out").stdout(appending), PUZZLE)), Ok(String::new()));
    assert_eq!(fs::read_to_string(target.path()).expect("text"), format!("before\n{expected}"));
    assert_eq!(list(path), files);
    fs::create_dir(path.join("sub")).expect("a folder");
    assert_eq!(outcome(&run(&mut rate("sub"), PUZZLE)), Err("cluesmith: cannot write sub: it is a folder".to_owned()));
}
