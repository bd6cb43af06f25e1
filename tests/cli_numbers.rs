//! Every option of every subcommand with numbers within and beyond its range: no run panics, and what is out of
//! range is refused in one sentence that names the range.

use clap::builder::ValueParser;
use clap::{Arg, Command, CommandFactory};
use cluesmith::cli::Args;
use std::any::TypeId;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

const GRID: &str = "1234341221434321\n";
const PUZZLE: &str = "1.....3..1.....2\n";
const PATTERN: &str = "x.....x..x.....x";

/// A run of each subcommand that is over soon: its arguments and standard input. `OUT` stands for a file that may be
/// written. A subcommand that is not here fails the test.
const RUNS: &[(&str, &str, &str)] = &[
    ("solve", "--shape 2x2 --all-steps -", PUZZLE),
    ("rate", "--shape 2x2 -", PUZZLE),
    ("strategies", "", ""),
    ("generate", "--shape 2x2 --pattern PATTERN --difficulty 0..100 --time-limit 0.2", ""),
    ("generate", "--shape 2x2 --pattern PATTERN --distinct --strategies naked-single --time-limit 0.2", ""),
    (
        "generate",
        "--shape 2x2 --pattern PATTERN --method sat --encoding paper --strategies naked-single --time-limit 0.2",
        "",
    ),
    ("generate", "--shape 2x2 --pattern PATTERN --method inverse --strategies singles --time-limit 0.2", ""),
    ("practice", "--shape 2x2 --strategy naked-single --time-limit 0.2", ""),
    ("mend", "--shape 2x2 --pattern PATTERN --strategies naked-single --time-limit 0.2", ""),
    ("random", "--shape 2x2 --time-limit 0.2", ""),
    ("minimum", "--shape 2x2 --strategies naked-single --time-limit 0.2", ""),
    ("check", "--shape 2x2 --clues 4 --time-limit 0.2 -", GRID),
    ("check", "--shape 2x2 --unavoidable 4 -", GRID),
    ("canon", "--shape 2x2 -", PUZZLE),
    ("catalogue", "--shape 2x2 --one-in 1", ""),
    ("catalogue", "--from LIST --sample 1", ""),
    ("layouts", "--random --size 7 --count 1", ""),
    ("convert", "--shape 2x2 -", PUZZLE),
    ("inverse", "--shape 2x2 --time-limit 0.2", ""),
    ("inverse", "--shape 2x2 --survey 2 --time-limit 0.2", ""),
    ("lp solve", "--shape 2x2 -", PUZZLE),
    ("lp generate", "--shape 2x2 --time-limit 0.2", ""),
    ("sheet", "--per-page 1 -o OUT.png --dpi 10 -", PUZZLE),
];

/// How the program ended.
struct Ended {
    exit: Option<i32>,
    stderr: String,
}

/// Runs the program and reads no more than the beginning of what it prints, so that a large number of puzzles ends.
fn run(arguments: &[String], input: &str) -> Ended {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cluesmith"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let _ = child.stdin.take().expect("input").write_all(input.as_bytes());
    // One line is enough, and a closed pipe ends the program.
    let _ = child.stdout.take().expect("output").read(&mut [0; 64]);
    let exit = wait(&mut child, arguments);
    let mut stderr = String::new();
    child.stderr.take().expect("errors").read_to_string(&mut stderr).expect("UTF-8");
    Ended { exit, stderr }
}

/// The exit code of a program that ends by itself.
fn wait(child: &mut Child, arguments: &[String]) -> Option<i32> {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_mins(2) {
        if let Some(status) = child.try_wait().expect("a status") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    panic!("{arguments:?} does not end");
}

/// Subcommands without further ones, by their names.
fn subcommands(command: &Command, name: &str, found: &mut Vec<(String, Command)>) {
    for sub in command.get_subcommands() {
        let name = format!("{name} {}", sub.get_name()).trim().to_owned();
        if sub.has_subcommands() {
            subcommands(sub, &name, found);
        } else {
            found.push((name, sub.clone()));
        }
    }
}

fn is_number(parser: &ValueParser) -> bool {
    let id = parser.type_id();
    [
        TypeId::of::<u8>(),
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<i32>(),
        TypeId::of::<i64>(),
        TypeId::of::<f32>(),
        TypeId::of::<f64>(),
    ]
    .iter()
    .any(|number| id == *number)
}

/// The first `LEAST to MOST` of a text.
fn range_in(text: &str) -> Option<(String, String)> {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || "(),;:".contains(c)).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let found = words.windows(3).find(|words| is_number(words[0]) && words[1] == "to" && is_number(words[2]))?;
    Some((found[0].to_owned(), found[2].to_owned()))
}

/// One more, in whole numbers as long as they are exact.
fn above(most: &str) -> String {
    match most.parse::<u128>() {
        Ok(most) => (most + 1).to_string(),
        Err(_) => (most.parse::<f64>().expect("a number") + 1.0).to_string(),
    }
}

/// An option's value in the forms that its kind of value has.
fn forms(arg: &Arg, value: &str) -> Vec<String> {
    let name = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    match name {
        "A..B" => vec![value.to_owned(), format!("{value}..{value}"), format!("1..{value}"), format!("1..2..{value}")],
        "I/N" => vec![format!("{value}/{value}"), format!("1/{value}"), format!("{value}/1")],
        "STRATEGY=K" => vec![format!("naked-single={value}")],
        "HEURISTIC" => vec![format!("{value}d"), format!("t@{value}/d")],
        "RxC|LAYOUT" | "PAPER" => vec![format!("{value}x{value}"), format!("100x{value}")],
        // Files and texts: any number is a name.
        "FILE" | "PATTERN|FILE" => Vec::new(),
        _ => vec![value.to_owned()],
    }
}

#[test]
fn numbers_keep_to_their_ranges() {
    let folder = tempfile::tempdir().expect("a folder");
    // The list that runs name LIST.
    let list = format!("catalogue --shape 2x2 --compress {}", list_in(folder.path()));
    let arguments: Vec<String> = list.split(' ').map(str::to_owned).collect();
    assert_eq!(run(&arguments, "").exit, Some(0));
    let mut found = Vec::new();
    subcommands(&Args::command(), "", &mut found);
    assert!(found.len() >= 12, "{}", found.len());
    // Most runs wait for the end of their time.
    let (next, n_numbers) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((name, command)) = found.get(next.fetch_add(1, Relaxed)) {
                    n_numbers.fetch_add(check_subcommand(name, command, folder.path()), Relaxed);
                }
            });
        }
    });
    assert!(n_numbers.load(Relaxed) > 25, "{n_numbers:?}");
}

/// Every option of a subcommand; how many take a number.
fn check_subcommand(name: &str, command: &Command, folder: &Path) -> usize {
    let mut n_numbers = 0;
    let runs: Vec<_> = RUNS.iter().filter(|(run, ..)| *run == name).collect();
    assert!(!runs.is_empty(), "give RUNS a run of `{name}` that is over soon");
    for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values() && arg.get_long().is_some()) {
        let long = format!("--{}", arg.get_long().expect("a name"));
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let range = range_in(&help);
        if is_number(arg.get_value_parser()) {
            n_numbers += 1;
            assert!(range.is_some(), "the help of `{name} {long}` names no range: {help}");
        }
        let (least, most) = range.clone().unwrap_or(("0".to_owned(), "9".to_owned()));
        let beyond = above(&most);
        let mut was_taken = false;
        let mut values = vec!["0", "1", &least, &most, &beyond, "-1", "NaN", "1e300", ""];
        values.sort_unstable();
        values.dedup();
        for value in values {
            for form in forms(arg, value) {
                for (_, arguments, input) in &runs {
                    let arguments = with(arguments, name, &long, &form, folder);
                    let ended = run(&arguments, input);
                    check(&arguments, &ended);
                    let conflicts = ["cannot be used with", "were not provided", "judges", "no heuristics"]
                        .iter()
                        .any(|words| ended.stderr.contains(words));
                    if !is_number(arg.get_value_parser()) || conflicts {
                        continue;
                    }
                    was_taken |= ended.exit != Some(1);
                    let number = value.parse::<f64>().ok().filter(|number| !number.is_nan());
                    let is_within = number.is_some_and(|number| {
                        let end = |text: &str| text.parse::<f64>().expect("a number");
                        // 2^64 is no other number than 2^64 - 1 here.
                        end(&least) <= number && number <= end(&most) && value != beyond
                    });
                    if !is_within {
                        let named = format!("{least} to {most}");
                        assert_eq!(ended.exit, Some(1), "{arguments:?} is out of range: {}", ended.stderr);
                        assert!(ended.stderr.contains(&named), "{arguments:?}, not {named}: {}", ended.stderr);
                    } else if ended.exit == Some(1) {
                        // The shape or the paper may leave less.
                        let is_told = range_in(&ended.stderr).is_some()
                            || ["leave no room", "make a picture of", "no solution grid was found within"]
                                .iter()
                                .any(|why| ended.stderr.contains(why));
                        assert!(is_told, "{arguments:?}: {}", ended.stderr);
                    }
                }
            }
        }
        assert!(was_taken || !is_number(arg.get_value_parser()), "no run of RUNS takes `{name} {long}`");
    }
    n_numbers
}

/// The compressed catalogue that runs may read.
fn list_in(folder: &Path) -> String {
    folder.join("list.grids").display().to_string()
}

/// The run with this value instead of its own.
fn with(arguments: &str, name: &str, long: &str, value: &str, folder: &Path) -> Vec<String> {
    // Subcommands run beside each other.
    let out = folder.join(name.replace(' ', "-")).display().to_string();
    let own: Vec<&str> = arguments.split_whitespace().collect();
    let mut all: Vec<String> = name.split_whitespace().map(str::to_owned).collect();
    let mut words = own.iter();
    while let Some(word) = words.next() {
        if *word == long {
            words.next();
        } else {
            all.push(word.replace("PATTERN", PATTERN).replace("OUT", &out).replace("LIST", &list_in(folder)));
        }
    }
    all.push(format!("{long}={value}"));
    all
}

/// No panic, a known exit code, and one plain sentence where the exit code is 1.
#[track_caller]
fn check(arguments: &[String], ended: &Ended) {
    let Ended { exit, stderr } = ended;
    assert!(matches!(exit, Some(0 | 1 | 3 | 4)), "{arguments:?}: {exit:?}: {stderr}");
    if *exit == Some(1) {
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("cluesmith: "), "{arguments:?}: {stderr}");
        for jargon in ["u64", "usize", "f64", " parse", "ParseIntError", "digit found in string", "panicked"] {
            assert!(!stderr.contains(jargon), "{arguments:?}: {stderr}");
        }
    }
}
