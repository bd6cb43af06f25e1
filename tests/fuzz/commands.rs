//! Every subcommand, in this process, with options by chance.
//!
//! Files are named `@name` in the arguments and lie in a folder of the run; no other path is ever named.

use super::random::Random;
use super::targets::{Case, Pool};
use super::{mutate, valid};
use cluesmith::cli::{self, Exit};
use cluesmith::grid::{Line, Puzzle, Shape};
use std::ffi::OsString;
use std::path::Path;

/// The grid of the results file in the pool.
pub(crate) const GRID: &str = "1243431221343421";

/// A file of results for [`GRID`], as the program writes it.
pub(crate) fn results(folder: &Path) -> String {
    let (grid, file) = (folder.join("grid.txt"), folder.join("results.txt"));
    std::fs::write(&grid, GRID).expect("a file");
    let words = ["check", "--shape=2x2", "--clues=5", "--threads=1"].map(OsString::from);
    let files = [OsString::from("--results"), file.clone().into(), grid.into()];
    let ended = cli::run([OsString::from("cluesmith")].into_iter().chain(words).chain(files), "0", |_| Ok(()));
    assert_eq!(ended, Exit::Done);
    std::fs::read_to_string(file).expect("results")
}

/// Lines of patterns, each of which may take up to the time limit.
const MOST_PATTERNS: usize = 8;
/// Bytes of input for what is solved, rated or printed.
const MOST_SOLVED: usize = 600;

/// A run that was interrupted: what it had written, all that it would have, and the note beside its file.
pub(crate) struct Interrupted {
    pub(crate) whole: String,
    pub(crate) note: String,
}

/// Two patterns of 2x2 with a puzzle and two that search cannot decide.
const HARD: &str = "xxxxxxxxx.......\nx......x..x..x..\n.xx........x....\n.xx........x....\n";
const HARD_WORDS: [&str; 7] = [
    "generate",
    "--shape=2x2",
    "--pattern=@patterns",
    "--method=search",
    "--time-limit=0.05",
    "--threads=1",
    "--seed=1",
];

/// Has such a run go on to its end, and looks at its note meanwhile.
pub(crate) fn interrupted(folder: &Path) -> Interrupted {
    let (patterns, out) = (folder.join("patterns"), folder.join("out"));
    std::fs::write(&patterns, HARD).expect("a file");
    let arguments: Vec<String> =
        HARD_WORDS.iter().map(|&word| word.to_owned()).chain(["--output=@out".to_owned()]).collect();
    let place = folder.to_owned();
    let run = std::thread::spawn(move || run_in(&arguments, &place));
    let mut note = String::new();
    while !note.contains("so far:\n") && !run.is_finished() {
        note = std::fs::read_to_string(folder.join("out.resume")).unwrap_or_default();
    }
    let ended = run.join().expect("a thread");
    assert_eq!(ended, Exit::Undecided);
    assert!(note.contains("so far:\n"), "{note}");
    Interrupted { whole: std::fs::read_to_string(out).expect("a file"), note }
}

/// The interrupted run again, from a file and a note that may be damaged.
pub(crate) fn make_resumed(random: &mut Random, pool: &Pool) -> Case {
    let Interrupted { whole, note } = &pool.interrupted;
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let done = lines[..random.below(lines.len() + 1)].concat();
    let mut note = note.clone();
    for _ in 0..random.below(3) {
        // Where the file is vouched for, and a place that may be none.
        let end = lines[..random.below(lines.len() + 1)].concat();
        let sum = end
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let places: String = (0..random.below(4))
            .map(|_| format!(" {}", random.pick(&["0", "1", "2", "9", "18446744073709551615"])))
            .collect();
        note += &format!("at {} {sum:016x}{places}\n", end.len());
    }
    let note = if random.once_in(2) { note.into_bytes() } else { mutate::bytes(random, &note) };
    let mut out = if random.once_in(2) { done.into_bytes() } else { mutate::bytes(random, &done) };
    if random.once_in(4) {
        out.truncate(random.below(out.len() + 1));
    }
    let patterns = if random.once_in(6) { mutate::bytes(random, HARD) } else { HARD.as_bytes().to_vec() };
    let arguments = HARD_WORDS.iter().map(|&word| word.to_owned()).chain(["--resume=@out".to_owned()]).collect();
    let files = [("patterns", patterns), ("out", out), ("out.resume", note)];
    Case { arguments, files: files.map(|(name, contents)| (name.to_owned(), contents)).to_vec() }
}

/// What an option takes.
#[derive(Clone, Copy)]
enum Takes {
    Nothing,
    /// One of these, or something that is none.
    One(&'static [&'static str]),
    /// A text of this kind, changed now and then.
    Text(fn(&mut Random, Shape) -> String),
    /// A file of the run.
    File(&'static str),
}

use Takes::{File, Nothing, One, Text};

/// Values that are no number for any option, or too much for all of them.
const WRONG: &[&str] =
    &["", " ", "-1", "0x10", "NaN", "-NaN", "1e300", "1e-300", "1.5", "99999999999999999999", "+", "--", "é", "1 2"];

const OUTPUT: &[&str] = &["@out", "@out", "-", "@missing/out", "@"];
const SECONDS: &[&str] = &["0.05", "0.05", "0.02", "0.000001", "0.1"];
const COUNT: &[&str] = &["1", "2", "3"];
const SEED: &[&str] = &["0", "1", "7", "18446744073709551615"];
const THREADS: &[&str] = &["1", "1", "2"];
const CLUES: &[&str] = &["0", "1", "4", "5", "6", "9", "16", "17", "36", "81", "82", "256", "625", "626", "1000000"];

fn strategies(random: &mut Random, _: Shape) -> String {
    valid::strategies(random)
}

fn strategy(random: &mut Random, _: Shape) -> String {
    valid::strategies(random).split(',').next().unwrap_or_default().to_owned()
}

fn order(random: &mut Random, _: Shape) -> String {
    valid::order(random)
}

fn shape_name(_: &mut Random, shape: Shape) -> String {
    shape.to_string()
}

fn pattern(random: &mut Random, shape: Shape) -> String {
    valid::pattern(random, shape).replace('#', "x")
}

fn puzzle(random: &mut Random, shape: Shape) -> String {
    valid::puzzle(random, shape).to_string()
}

fn solution(random: &mut Random, shape: Shape) -> String {
    valid::solution(random, shape).to_string()
}

fn at_least(random: &mut Random, shape: Shape) -> String {
    format!("{}={}", strategy(random, shape), random.below(4))
}

fn heuristic(random: &mut Random, _: Shape) -> String {
    valid::mix(random)
}

/// Options of a subcommand; the first ones are always there.
struct Subcommand {
    words: &'static [&'static str],
    always: &'static [(&'static str, Takes)],
    sometimes: &'static [(&'static str, Takes)],
    /// Whether it reads the file `@input`.
    has_input: bool,
}

const SHAPE: (&str, Takes) = ("--shape", Text(shape_name));
const JSON: (&str, Takes) = ("--json", Nothing);
const ORDER: (&str, Takes) = ("--order", Text(order));
const STRATEGIES: (&str, Takes) = ("--strategies", Text(strategies));
const REQUIRE: (&str, Takes) = ("--require", Text(strategy));
const PRESET: (&str, Takes) =
    ("--preset", One(&["paper", "newspaper-easy", "newspaper-medium", "newspaper-hard", "se", "hodoku"]));
const TIME: (&str, Takes) = ("--time-limit", One(SECONDS));
const AT_ONCE: (&str, Takes) = ("--threads", One(THREADS));

const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        words: &["solve"],
        always: &[SHAPE],
        sometimes: &[
            JSON,
            ORDER,
            STRATEGIES,
            PRESET,
            ("--trace", Nothing),
            ("--all-steps", Nothing),
            ("--after", One(&["0", "1", "5", "1000000"])),
            ("--redundant", Nothing),
            ("--true-candidates", Nothing),
            ("--all", One(&["1", "2", "100", "1000"])),
        ],
        has_input: true,
    },
    Subcommand {
        words: &["rate"],
        always: &[SHAPE],
        sometimes: &[
            JSON,
            ORDER,
            STRATEGIES,
            PRESET,
            ("--curve", Nothing),
            ("--needed", Nothing),
            ("--rounds", Nothing),
            ("--scale", One(&["se", "sukaku,own", "hodoku"])),
            ("--output", One(OUTPUT)),
            ("--resume", One(OUTPUT)),
        ],
        has_input: true,
    },
    Subcommand {
        words: &["strategies"],
        always: &[],
        sometimes: &[JSON, PRESET, ("", Text(strategies))],
        has_input: false,
    },
    Subcommand {
        words: &["generate"],
        always: &[SHAPE, TIME, AT_ONCE, ("--pattern", Text(pattern))],
        sometimes: &[
            JSON,
            ORDER,
            STRATEGIES,
            STRATEGIES,
            REQUIRE,
            ("--heuristic", Text(heuristic)),
            ("--hardest", Text(strategy)),
            ("--difficulty", One(&["1..5", "2.6..3.8", "..3", "100..", "5..1"])),
            ("--scale", One(&["se", "sukaku", "hodoku", "own"])),
            ("--minimal", Nothing),
            (
                "--step",
                One(&[
                    "hidden-single@r1c1=2 last",
                    "naked-single?",
                    "x-wing@r2,r1:2",
                    "naked-single>=3",
                    "open-singles<=4",
                    "bottlenecks=0",
                    "x-wing@r17",
                    "x-wing@",
                    "only above",
                    "naked-single before hidden-single@:1",
                    "ü@r1",
                ]),
            ),
            ("--fixed", Text(puzzle)),
            (
                "--theme",
                One(&[
                    "odd=r1c1,r2c2; equal=r1c3,r3c1",
                    "each digit at least 1",
                    "digit 2 exactly 0; ascending=r1c1,r2c3,r4c4",
                    "symmetry half-turn any",
                    "symmetry diagonal complement",
                    "different=r1; digits 12=c1",
                    "symmetry half-turn (1 2)(",
                ]),
            ),
            (
                "--method",
                One(&[
                    "auto",
                    "bounds",
                    "search",
                    "exact",
                    "sat",
                    "inverse",
                    "zama-sasano",
                    "generate-and-test",
                    "brute-force",
                ]),
            ),
            ("--encoding", One(&["well-founded", "derivation", "paper", "paper-direct"])),
            ("--rounds", One(&["1..1", "1..649", "10..30..10", "5..4", "1..650", "0..1", "1..2..0"])),
            ("--backend", One(&["own", "batsat", "cadical"])),
            ("--count", One(COUNT)),
            ("--distinct", Nothing),
            ("--spread", One(&["1", "2", "5", "256"])),
            ("--avoid", File("@input")),
            ("--seed", One(SEED)),
            ("--race", Nothing),
            ("--output", One(OUTPUT)),
            ("--resume", One(OUTPUT)),
            ("--proof", One(&["@proof.drat", "@proof.lrat", "@proof.cnf", "@proof", "@", "@missing/proof"])),
            ("--stats", Nothing),
        ],
        has_input: false,
    },
    Subcommand {
        words: &["generate"],
        always: &[SHAPE, TIME, AT_ONCE, ("--pattern", File("@patterns"))],
        sometimes: &[JSON, STRATEGIES, ("--method", One(&["auto", "search"])), ("--distinct", Nothing)],
        has_input: false,
    },
    Subcommand {
        words: &["mend"],
        always: &[SHAPE, TIME, AT_ONCE, ("--pattern", Text(pattern))],
        sometimes: &[
            (
                "--theme",
                One(&["odd=r1c1,r2c2; equal=r1c3,r3c1", "each digit at least 1", "symmetry half-turn any", "odd=r"]),
            ),
            JSON,
            ORDER,
            STRATEGIES,
            PRESET,
            ("--symmetry", One(&["none", "half-turn", "quarter-turn", "full", "x"])),
            ("--count", One(COUNT)),
            ("--sparsest", Nothing),
            ("--minimal", Nothing),
            ("--seed", One(SEED)),
        ],
        has_input: false,
    },
    Subcommand {
        words: &["random"],
        always: &[SHAPE, TIME, AT_ONCE],
        sometimes: &[
            JSON,
            STRATEGIES,
            ("--symmetry", One(&["none", "half-turn", "quarter-turn", "full", "x"])),
            ("--count", One(COUNT)),
            ("--clues", One(&["4", "4..9", "20..30", "9..4", "300", "x"])),
            ("--minimal", Nothing),
            ("--require", One(&["naked-single", "x-wing", "x"])),
            ("--difficulty", One(&["0..10", "2.6..3.8", "x"])),
            ("--seed", One(SEED)),
            ("--stats", Nothing),
        ],
        has_input: false,
    },
    Subcommand {
        words: &["minimum"],
        always: &[SHAPE, TIME, AT_ONCE, STRATEGIES],
        sometimes: &[
            (
                "--theme",
                One(&["odd=r1c1,r2c2; equal=r1c3,r3c1", "each digit at least 1", "symmetry half-turn any", "odd=r"]),
            ),
            JSON,
            ("--at-most", One(CLUES)),
            ("--seed", One(SEED)),
            ("--method", One(&["search", "sat", "sat", "exact"])),
            ("--encoding", One(&["well-founded", "derivation", "paper", "paper-direct"])),
            ("--rounds", One(&["1..1", "1..649", "3..9..3", "5..4"])),
            ("--upwards", Nothing),
            ("--proof", One(&["@proof.drat", "@proof.cnf", "@proof", "@", "@missing/proof"])),
        ],
        has_input: false,
    },
    Subcommand {
        words: &["check"],
        always: &[SHAPE, AT_ONCE, TIME, ("--clues", One(CLUES))],
        sometimes: &[
            JSON,
            ("--shard", One(&["1/1", "1/4", "4/4", "0/4", "5/4", "1/18446744073709551615"])),
            ("--progress", Nothing),
            ("--no-dead-clues", Nothing),
            ("--no-effective-size", Nothing),
            ("--max-degree", One(&["0", "1", "2", "5", "16", "17"])),
            ("--results", File("@results")),
            ("--merge", File("@results")),
        ],
        has_input: true,
    },
    Subcommand {
        words: &["check"],
        always: &[SHAPE, AT_ONCE],
        sometimes: &[
            JSON,
            ("--unavoidable", One(&["1", "2", "4", "8", "10", "21"])),
            ("--degree", One(&["1", "2", "3", "5", "6"])),
            ("--pattern", Text(pattern)),
        ],
        has_input: true,
    },
    Subcommand { words: &["canon"], always: &[SHAPE], sometimes: &[JSON, ("--dedupe", Nothing)], has_input: true },
    Subcommand {
        words: &["catalogue"],
        always: &[("--shape", One(&["2x2", "2x3", "3x2", "2x4", "3x3", "1x1"])), ("--limit", One(&["0", "1", "30"]))],
        sometimes: &[
            JSON,
            ("--one-in", One(&["0", "1", "3"])),
            ("--seed", One(SEED)),
            ("--output", One(OUTPUT)),
            ("--count", Nothing),
        ],
        has_input: false,
    },
    Subcommand {
        words: &["layouts"],
        always: &[],
        sometimes: &[
            JSON,
            ("--random", Nothing),
            ("--size", One(&["0", "4", "5", "7", "17"])),
            ("--symmetry", One(&["none", "half-turn", "full", "x"])),
            ("--count", One(&["0", "1", "3"])),
            ("--seed", One(SEED)),
        ],
        has_input: false,
    },
    Subcommand {
        words: &["convert"],
        always: &[("--output", One(&["@out", "@out", "-", "@missing/out", "@"]))],
        sometimes: &[
            SHAPE,
            (
                "--to",
                One(&[
                    "lines",
                    "grid",
                    "sdm",
                    "sdk",
                    "ss",
                    "marks",
                    "opensudoku",
                    "f-puzzles",
                    "sudokupad",
                    "markdown",
                    "html",
                    "latex",
                    "tikz",
                ]),
            ),
        ],
        has_input: true,
    },
    Subcommand {
        words: &["inverse"],
        always: &[SHAPE, TIME],
        sometimes: &[
            (
                "--theme",
                One(&["odd=r1c1,r2c2; equal=r1c3,r3c1", "each digit at least 1", "symmetry half-turn any", "odd=r"]),
            ),
            JSON,
            STRATEGIES,
            REQUIRE,
            ("--heuristic", Text(heuristic)),
            ("--heuristic", One(&["t@40/d", "d@0/t", "random@99999/d"])),
            ("--literal", Nothing),
            ("--pattern", Text(pattern)),
            ("--symmetry", One(&["none", "half-turn", "quarter-turn", "diagonal"])),
            ("--target", One(&["1.2", "2.0..3.0", "20", "25.5", "3..2"])),
            ("--solution", Text(solution)),
            ("--solution", Text(puzzle)),
            ("--clues", One(CLUES)),
            ("--at-least", Text(at_least)),
            ("--at-most", Text(at_least)),
            ("--exactly", Text(at_least)),
            ("--count", One(COUNT)),
            ("--seed", One(SEED)),
            ("--way", Nothing),
        ],
        has_input: false,
    },
    Subcommand {
        words: &["lp", "solve"],
        always: &[SHAPE],
        sometimes: &[
            JSON,
            ("--values", Nothing),
            ("--compare", Nothing),
            ("--tolerance", One(&["1e-8", "1e-3", "0.4", "1e-30"])),
            ("--iterations", One(&["1", "5", "100"])),
            ("--rounding", One(&["1e-3", "0.49", "1e-30"])),
        ],
        has_input: true,
    },
    Subcommand {
        words: &["lp", "generate"],
        always: &[SHAPE, TIME],
        sometimes: &[
            JSON,
            ("--rule", One(&["random", "near-min", "true-min", "near-max"])),
            ("--pattern", Text(pattern)),
            ("--minimise", Nothing),
            ("--steps", Nothing),
            ("--count", One(COUNT)),
            ("--seed", One(SEED)),
            ("--tolerance", One(&["1e-8", "0.4"])),
            ("--iterations", One(&["1", "3", "100"])),
            ("--rounding", One(&["1e-3", "0.49"])),
        ],
        has_input: false,
    },
    Subcommand {
        words: &["practice"],
        always: &[SHAPE, TIME, ("--strategy", Text(strategy))],
        sometimes: &[
            JSON,
            ORDER,
            STRATEGIES,
            ("--count", One(COUNT)),
            ("--seed", One(SEED)),
            ("--to", One(&["marks", "lines", "f-puzzles", "sudokupad", "html", "opensudoku", "sdk", "latex", "csp"])),
        ],
        has_input: true,
    },
    Subcommand {
        words: &["sheet"],
        always: &[(
            "--output",
            One(&["@out.pdf", "@out.svg", "@out.png", "@out.txt", "@out.ron", "@out", "@missing/out.pdf", "@"]),
        )],
        sometimes: &[
            SHAPE,
            ("--layout", File("@layout")),
            ("--print-layout", Nothing),
            ("--paper", One(&["a4", "a5", "letter", "170x240", "1x1", "9999x9999"])),
            ("--landscape", Nothing),
            ("--per-page", One(&["1", "2", "4", "6", "9", "12", "3"])),
            ("--margin", One(&["0", "10", "100", "1000"])),
            ("--gutter", One(&["0", "5", "500"])),
            ("--title", One(&["T", "", "日本 {page}"])),
            ("--author", One(&["A"])),
            ("--date", One(&["today"])),
            ("--header", One(&["{title}|{page}|{pages}", "|||", "{", "{first}-{last}"])),
            ("--footer", One(&["a|b|c", "{x}"])),
            ("--captions", One(&["number,title,stars,rating,hardest", "none", "number"])),
            ("--candidates", Nothing),
            ("--shape-only", Nothing),
            ("--shading", One(&["none", "boxes", "clues"])),
            ("--symbols", One(&["letters", "numbers"])),
            ("--solutions", One(&["none", "upside-down", "small", "full"])),
            ("--link", One(&["none", "qr", "text"])),
            ("--booklet", Nothing),
            ("--trace", Text(strategies)),
            ("--dpi", One(&["10", "30", "72", "0", "1e9"])),
        ],
        has_input: true,
    },
];

/// A value: mostly a good one.
fn value(random: &mut Random, shape: Shape, takes: Takes) -> Option<String> {
    let good = match takes {
        Nothing => return None,
        One(values) => random.pick(values).to_owned(),
        Text(make) => make(random, shape),
        File(name) => return Some(name.to_owned()),
    };
    Some(match random.below(24) {
        // Files keep their names: only those of the run are touched.
        _ if good.starts_with('@') || good == "-" => good,
        0 => random.pick(WRONG).to_owned(),
        1 if matches!(takes, Text(_)) => mutate::text(random, &good).replace('\0', "").replace(['/', '@'], "-"),
        _ => good,
    })
}

pub(crate) fn make(random: &mut Random, pool: &Pool) -> Case {
    let subcommand = &SUBCOMMANDS[random.below(SUBCOMMANDS.len())];
    let shape = valid::small_shape(random);
    let mut arguments: Vec<String> = subcommand.words.iter().map(|&word| word.to_owned()).collect();
    let mut options: Vec<(&str, Takes)> = subcommand.always.to_vec();
    let one_in = 1 + random.below(6);
    options.extend(subcommand.sometimes.iter().filter(|_| random.once_in(one_in)));
    random.shuffle(&mut options);
    for (name, takes) in options {
        match value(random, shape, takes) {
            None => arguments.push(name.to_owned()),
            Some(value) if name.is_empty() => arguments.push(value),
            Some(value) => arguments.push(format!("{name}={value}")),
        }
    }
    let mut files = Vec::new();
    let mut file = |random: &mut Random, name: &str, text: String| {
        if arguments.iter().any(|argument| argument.ends_with(&format!("@{name}"))) {
            let mut bytes = if random.once_in(2) { text.into_bytes() } else { mutate::bytes(random, &text) };
            if name == "patterns" {
                bytes = bytes.split_inclusive(|&byte| byte == b'\n').take(MOST_PATTERNS).flatten().copied().collect();
            }
            files.push((name.to_owned(), bytes));
        }
    };
    let is_check = subcommand.words == ["check"];
    // The grid that the results are of, or a few puzzles.
    let is_known = is_check && random.once_in(2);
    let text = match () {
        () if is_known => GRID.to_owned(),
        () if is_check => solution(random, shape),
        () if random.once_in(2) => (0..1 + random.below(3)).map(|_| puzzle(random, shape) + "\n").collect(),
        () => valid::puzzles(random, shape),
    };
    let results = if random.once_in(4) { own_results(random) } else { pool.results.clone() };
    file(random, "results", results);
    let layout = valid::sheet(random);
    file(random, "layout", layout);
    let patterns = (0..1 + random.below(4)).map(|_| pattern(random, shape) + "\n").collect();
    file(random, "patterns", patterns);
    if subcommand.has_input || arguments.iter().any(|argument| argument.ends_with("@input")) {
        let mut bytes = if random.once_in(2) { text.into_bytes() } else { mutate::bytes(random, &text) };
        if subcommand.words != ["convert"] {
            // Thousands of puzzles would only take long.
            bytes.truncate(MOST_SOLVED);
        }
        files.push(("input".to_owned(), bytes));
    }
    if subcommand.has_input {
        arguments.push("@input".to_owned());
    }
    if is_known && random.once_in(2) {
        arguments.retain(|argument| !argument.starts_with("--shape") && !argument.starts_with("--clues"));
        arguments.extend(["--shape=2x2".to_owned(), "--clues=5".to_owned()]);
    }
    Case { arguments, files }
}

fn own_results(random: &mut Random) -> String {
    let shape = Shape::new(2, 2).expect("a shape");
    let grid = Line { number: 1, column: 1, text: GRID }.puzzle(shape).unwrap_or_else(|_| Puzzle::empty(shape));
    valid::results(random, &grid)
}

/// Refutations with a proof on disk.
pub(crate) fn make_proof(random: &mut Random, _: &Pool) -> Case {
    let shape = valid::small_shape(random);
    let ending = random.pick(&["drat", "lrat", "txt"]);
    let method = random.pick(&["sat", "auto", "exact", "bounds"]);
    let mut arguments = vec![
        "generate".to_owned(),
        format!("--shape={shape}"),
        "--time-limit=0.1".to_owned(),
        "--threads=1".to_owned(),
    ];
    arguments.push(format!(
        "--strategies={}",
        random.pick(&["naked-single", "singles", "paper", "naked-single,naked-pair"])
    ));
    arguments.push(format!("--pattern={}", pattern(random, shape)));
    arguments.push(format!("--method={method}"));
    arguments.push(format!("--proof=@proof.{ending}"));
    Case { arguments, files: Vec::new() }
}

/// Runs it in a folder of its own.
pub(crate) fn run(case: &Case, _: &Pool, scratch: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir_in(scratch).map_err(|error| error.to_string())?;
    for (name, contents) in &case.files {
        std::fs::write(folder.path().join(name), contents).map_err(|error| error.to_string())?;
    }
    let is_wrong = run_in(&case.arguments, folder.path()) == Exit::WrongInput;
    let writes = matches!(case.arguments[0].as_str(), "convert" | "generate");
    if is_wrong && writes {
        let left = std::fs::read_dir(folder.path()).map_err(|error| error.to_string())?;
        let is_new = |name: &str| !case.files.iter().any(|(known, _)| known == name);
        if let Some(name) =
            left.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).find(|n| is_new(n))
        {
            return Err(format!("the exit code is 1, and still there is a file {name}"));
        }
    }
    Ok(())
}

fn run_in(arguments: &[String], folder: &Path) -> Exit {
    let path = |argument: &String| -> OsString {
        match argument.split_once('@') {
            Some((before, name)) if before.is_empty() || before.ends_with('=') && before.starts_with("--") => {
                let mut word = OsString::from(before);
                word.push(folder.join(name));
                word
            }
            _ => argument.into(),
        }
    };
    let arguments = [OsString::from("cluesmith")].into_iter().chain(arguments.iter().map(path));
    cli::run(arguments, "0", |_| Err("the studio is not opened here".to_owned()))
}
