//! Generation on the command line: puzzles, refutations, proofs, methods.

#[path = "common/program.rs"]
mod program;

use cluesmith::generate::sat::backend::Backend;
use program::{check, check_error, run};

#[test]
fn generate_finds_refutes_and_gives_up() {
    let ring = "...xxx....xxxxxxx..xx...xx.xx.....xxxx.....xxxx.....xx.xx...xx..xxxxxxx....xxx...";
    let (exit, stdout, _) = run(&["generate", "--pattern", ring, "--json"], "");
    assert_eq!(exit, 0);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((line["pattern"].as_str(), line["verdict"].as_str()), (Some(ring), Some("found")));
    let puzzle = line["puzzle"].as_str().expect("puzzle");
    assert_eq!(puzzle.chars().map(|c| if c == '.' { '.' } else { 'x' }).collect::<String>(), ring);
    check("solve -", puzzle, 0, &format!("{}\n", line["solution"].as_str().expect("solution")));

    // Two empty rows in the first band.
    let empty_rows = format!("{}{}", ".".repeat(18), "x".repeat(63));
    let (exit, stdout, _) = run(&["generate", "--pattern", &empty_rows], "");
    assert_eq!(exit, 3, "{stdout}");
    assert!(stdout.starts_with(&format!("# {empty_rows} impossible: ")), "{stdout}");
    assert!(stdout.contains("Rows 1 and 2"), "{stdout}");

    let hopeless = "x..x............xx........x...x.xx..x.x......x..x......x....x......x..x..x.......";
    let (exit, stdout, _) = run(
        &[
            "generate",
            "--pattern",
            hopeless,
            "--strategies",
            "naked-single",
            "--method",
            "search",
            "--time-limit",
            "0.2",
        ],
        "",
    );
    assert_eq!(exit, 4, "{stdout}");
    assert!(stdout.contains("undecided: not found within 0.2 s"), "{stdout}");
}

#[test]
fn generate_repeats_for_a_seed_on_any_number_of_threads() {
    let pattern = "....x.x...x.x..xx........xxx..x.x....x.x....x.x..xx.x...x......x..xx..x.xx...x...";
    let output = |threads: &str, seed: &str| {
        let (exit, stdout, _) =
            run(&["generate", "--pattern", pattern, "--threads", threads, "--seed", seed, "--count", "3"], "");
        assert_eq!(exit, 0);
        stdout
    };
    let first = output("1", "5");
    assert_eq!(first.lines().count(), 3);
    assert_eq!(first, output("2", "5"));
    assert_eq!(first, output("8", "5"));
    assert_ne!(first, output("1", "6"));
}

#[test]
fn difficulty_is_asked_for_and_kept() {
    let pattern = "..x.x.x...x.x.x.x....x.x...x.......x.x.x.x.x.....x.....x..x..x...x...x..x.xx.xx.x";
    let (exit, stdout, error) =
        run(&["generate", "--pattern", pattern, "--difficulty", "2.6..3.4", "--scale", "se"], "");
    assert_eq!(exit, 0, "{error}");
    let (_, stdout, _) = run(&["rate", "--json"], &stdout);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert!((2.6..=3.4).contains(&line["se"].as_f64().expect("a figure")), "{stdout}");

    let (exit, stdout, _) = run(&["generate", "--pattern", pattern, "--hardest", "locked-candidates"], "");
    assert_eq!(exit, 0);
    let (_, stdout, _) = run(&["rate", "--json", "--needed"], &stdout);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(line["needed"]["hardest"], "locked-candidates");

    let out_of_reach = [
        "generate",
        "--pattern",
        pattern,
        "--difficulty",
        "90000..99999",
        "--strategies",
        "paper",
        "--time-limit",
        "0.2",
    ];
    let (exit, stdout, _) = run(&out_of_reach, "");
    assert_eq!(exit, 4);
    assert!(stdout.contains("no such puzzle found within 0.2 s"), "{stdout}");

    let difficulty = format!("generate --pattern {pattern} --difficulty 3..2");
    check_error(&difficulty, "", "--difficulty: the window is empty");
    check_error("generate --pattern x --scale se", "", "the following required arguments were not provided");
    // What no puzzle can have is not sought.
    let arguments = format!("generate --pattern {pattern} --strategies paper --difficulty 3.2..9 --scale se");
    let why = "SE 3.2 is too high: the allowed strategies go up to 2.8";
    check(&arguments, "", 4, &format!("# {pattern} undecided: {why}\n"));
    check_error("generate --pattern x --hardest wing", "", "invalid value 'wing' for '--hardest <STRATEGY>'");
    check_error(
        "generate --pattern x.....x..x.....x --shape 2x2 --no-bounds",
        "",
        "--no-bounds: auto begins with the bounds; use --method sat",
    );
}

#[test]
fn the_hardest_puzzle_of_a_pattern_is_sought() {
    // On 4x4 all are tried: each line is harder than the one before it, the last one is the answer.
    let arguments = "generate --shape 2x2 --pattern x.....x..x.....x --hardest-possible --threads 2";
    let words: Vec<&str> = arguments.split(' ').collect();
    let (exit, stdout, error) = run(&words, "");
    assert_eq!((exit, error.as_str()), (0, ""), "{stdout}");
    let lines: Vec<&str> = stdout.lines().collect();
    let (last, before) = lines.split_last().expect("a line");
    let effort = |line: &str| line.strip_prefix("# effort ").and_then(|line| line.split_once(": ")?.0.parse().ok());
    let efforts: Vec<f64> = before.iter().map(|line| effort(line).expect("an effort")).collect();
    assert!(efforts.is_sorted() && !efforts.is_empty(), "{stdout}");
    let (puzzle, comment) = last.split_once(" # ").expect("a comment");
    assert!(before[before.len() - 1].ends_with(&format!(": {puzzle}")), "{stdout}");
    let figure = efforts[efforts.len() - 1];
    assert!(comment.starts_with(&format!("effort {figure}; none is harder: all ")), "{stdout}");
    // No puzzle is that hard.
    let higher = format!("{}..100", figure + 0.1);
    let (exit, stdout, _) = run(
        &["generate", "--shape=2x2", "--pattern=x.....x..x.....x", "--difficulty", &higher, "--strategies=all"],
        "",
    );
    assert_eq!(exit, 3, "{stdout}");

    let (exit, stdout, _) = run(&[words.as_slice(), &["--json"]].concat(), "");
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("one line");
    assert_eq!((exit, &line["figure"], &line["none_harder"]), (0, &figure.into(), &true.into()), "{stdout}");
    assert_eq!((line["puzzle"].as_str(), line["scale"].as_str()), (Some(puzzle), Some("own")));

    // A step that is asked for is told of the hardest puzzle as well.
    let with_step = [&words[..], &["--step", "hidden-single?"]].concat();
    let (exit, stdout, error) = run(&with_step, "");
    assert_eq!((exit, error.as_str()), (0, ""), "{stdout}");
    let told: Vec<&str> = stdout.lines().rev().take_while(|line| line.contains("step")).collect();
    assert!(!told.is_empty() && told.iter().all(|line| line.contains(": hidden-single?")), "{stdout}");
    let (_, stdout, _) = run(&[&with_step[..], &["--json"]].concat(), "");
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("one line");
    assert_eq!(line["steps"][0]["step"], "hidden-single?", "{stdout}");

    // Where all digits are given there is nothing to look for.
    let fixed = "........64..3.42........4..5.116..4.";
    let pattern: String = fixed.chars().map(|c| if c == '.' { '.' } else { 'x' }).collect();
    let (exit, stdout, _) =
        run(&["generate", "--shape=2x3", "--pattern", &pattern, "--fixed", fixed, "--hardest-possible"], "");
    assert_eq!(exit, 0, "{stdout}");
    assert!(stdout.ends_with("; none is harder: the digits of all clues are given\n"), "{stdout}");

    // Several patterns, one of them without a puzzle.
    let two = "x.....x..x.....x\nxx..............\n";
    let (exit, stdout, _) = run(&["generate", "--shape=2x2", "--pattern=-", "--hardest-possible"], two);
    assert_eq!(exit, 3, "{stdout}");
    assert!(stdout.lines().last().is_some_and(|line| line.starts_with("# xx.............. impossible: ")), "{stdout}");

    let nine = "..x.x.x...x.x.x.x....x.x...x.......x.x.x.x.x.....x.....x..x..x...x...x..x.xx.xx.x";
    let limited = ["generate", "--pattern", nine, "--hardest-possible", "--scale=se", "--time-limit=2"];
    let (exit, stdout, _) = run(&limited, "");
    assert_eq!(exit, 0, "{stdout}");
    let last = stdout.lines().last().expect("a line");
    assert!(
        last.contains(" # SE ") && last.ends_with("none harder was found within 2 s; there may be one"),
        "{stdout}"
    );

    check_error(
        "generate --shape 2x2 --pattern x.....x..x.....x --hardest-possible --scale se",
        "",
        "--scale: only 9x9 puzzles have a figure of Sudoku Explainer; use own",
    );
    check_error(
        "generate --shape 2x2 --pattern x.....x..x.....x --hardest-possible --difficulty 1..2",
        "",
        "the argument '--hardest-possible' cannot be used with '--difficulty <A..B>'",
    );
    check_error(
        "generate --shape 2x2 --pattern x.....x..x.....x --hardest-possible --count 2",
        "",
        "the argument '--hardest-possible' cannot be used with '--count <N>'",
    );
}

#[test]
fn minimal_puzzles_are_asked_for() {
    let pattern = "x.x........x..xx...x..x..x....x.x.x...x...x...x.x.x....x..x..x...xx..x........x.x";
    for (more, n_puzzles) in [("--seed=1", 1), ("--method=search --count=3", 3), ("--count=4 --distinct --spread=8", 4)]
    {
        let arguments = format!("generate --pattern {pattern} --minimal --threads 1 {more}");
        let (exit, puzzles, error) = run(&arguments.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((exit, puzzles.lines().count()), (0, n_puzzles), "{error}");
        let (_, stdout, _) = run(&["solve", "--redundant", "--json"], &puzzles);
        for line in stdout.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(line["redundant"]["unique"], serde_json::json!([]), "{line}");
        }
    }
    // What is not found is not called impossible, but what has no puzzle at all is.
    let full = "x".repeat(15) + ".";
    let why = "row 1 holds nothing but clues, so one of them is redundant";
    let arguments = format!("generate --shape 2x2 --pattern {full} --minimal");
    check(&arguments, "", 4, &format!("# {full} undecided: {why}\n"));
    let arguments = "generate --shape 2x2 --pattern xxx.x.x..x.x.x.. --minimal";
    let why = "All 240 sets of clues that solution grids have in these cells were tried: none is a puzzle as asked for";
    check(arguments, "", 3, &format!("# xxx.x.x..x.x.x.. impossible: {why}\n"));
    let many = ".xxxxxxxx.xxx.xxxxxxxx.xxx.xxxxxxxx.";
    let why = "no such puzzle found within 0.1 s; that does not mean that there is none";
    let arguments = format!("generate --shape 2x3 --pattern {many} --minimal --time-limit 0.1");
    check(&arguments, "", 4, &format!("# {many} undecided: {why}\n"));
    let (exit, stdout, _) = run(&["generate", "--shape", "2x2", "--pattern", "xxx.............", "--minimal"], "");
    assert!(exit == 3 && stdout.contains(" impossible: "), "{stdout}");
}

#[test]
fn generate_makes_different_puzzles() {
    let pattern = "....x.x...x.x..xx........xxx..x.x....x.x....x.x..xx.x...x......x..xx..x.xx...x...";
    let (exit, stdout, _) = run(&["generate", "--pattern", pattern, "--count", "40", "--distinct"], "");
    assert_eq!(exit, 0);
    let puzzles = cluesmith::grid::parse_puzzles(cluesmith::grid::Shape::NINE, &stdout).expect("puzzles");
    let form = |puzzle: &cluesmith::grid::Puzzle| cluesmith::grid::canon::canonical(puzzle).expect("a form").puzzle;
    let forms: std::collections::BTreeSet<_> = puzzles.iter().map(form).collect();
    assert_eq!(forms.len(), 40);
    // Those found are avoided when the same run is asked to.
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("avoid.txt");
    std::fs::write(&file, &stdout).expect("written");
    let avoid = file.to_str().expect("path");
    let (exit, stdout, _) =
        run(&["generate", "--pattern", pattern, "--count", "5", "--distinct", "--avoid", avoid], "");
    assert_eq!(exit, 0);
    for puzzle in cluesmith::grid::parse_puzzles(cluesmith::grid::Shape::NINE, &stdout).expect("puzzles") {
        assert!(!forms.contains(&form(&puzzle)));
    }
}

/// Puzzles on one pattern differ in as many clues as asked for, whatever digits are renamed, and in half of them if
/// nothing is said.
#[test]
fn generate_keeps_puzzles_apart() {
    #[track_caller]
    fn check(arguments: &str, least: usize) {
        let pattern = "....x.x...x.x..xx........xxx..x.x....x.x....x.x..xx.x...x......x..xx..x.xx...x...";
        let arguments = format!("generate --pattern {pattern} --count 12 --distinct {arguments}");
        let (exit, stdout, _) = run(&arguments.split_whitespace().collect::<Vec<_>>(), "");
        assert_eq!(exit, 0);
        let puzzles = cluesmith::grid::parse_puzzles(cluesmith::grid::Shape::NINE, &stdout).expect("puzzles");
        assert_eq!(puzzles.len(), 12);
        for (index, puzzle) in puzzles.iter().enumerate() {
            for other in &puzzles[..index] {
                assert!(cluesmith::generate::clues_apart(puzzle, other) >= Some(least), "{puzzle} {other}");
            }
        }
    }
    check("", 13);
    check("--spread 15", 15);
    check("--spread 3 --strategies singles", 3);
    // Further than any two puzzles can be: said at once.
    let tiny = ["generate", "--shape", "2x2", "--pattern", "x.....x..x.....x", "--distinct", "--count", "2"];
    let (exit, stdout, _) = run(&[&tiny[..], &["--spread", "4"]].concat(), "");
    let why = "two puzzles with 4 clues differ in 3 clues at most once digits are renamed, not in 4";
    assert_eq!((exit, stdout), (4, format!("# x.....x..x.....x undecided: {why}\n")));
    // Further than puzzles are found.
    let (exit, stdout, _) = run(&[&tiny[..], &["--spread", "3"]].concat(), "");
    assert_eq!((exit, stdout.lines().count()), (4, 2), "{stdout}");
    assert!(stdout.contains("1 puzzle found, then none in 50 fresh starts that differs from each in 3"), "{stdout}");
    // Fixed digits beside the pattern have a sentence too.
    let arguments = "generate --shape 2x2 --pattern x.....x..x.....x --fixed 12.............. --distinct --count 2";
    let (exit, stdout, _) = run(&arguments.split_whitespace().collect::<Vec<_>>(), "");
    assert_eq!(exit, 3);
    assert!(stdout.contains("r1c2 has a fixed digit but is no clue cell"), "{stdout}");
}

/// Where there are few, the run ends and says how many there were.

#[test]
fn generate_ends_when_there_are_no_more() {
    let arguments = ["generate", "--pattern", "-", "--shape", "2x2", "--count", "500", "--distinct"];
    let (exit, stdout, _) = run(&arguments, "x.....x..x.....x\n");
    assert_eq!(exit, 4, "{stdout}");
    assert!(stdout.lines().last().expect("a line").contains("surely different puzzles found"), "{stdout}");
    assert!(stdout.lines().count() < 20, "{stdout}");
}

#[test]
fn minimum_finds_and_proves() {
    let (exit, stdout, _) = run(&["minimum", "--shape", "2x2", "--strategies", "paper", "--json"], "");
    assert_eq!(exit, 0);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((line["clues"].as_u64(), line["lower_bound"].as_u64()), (Some(4), Some(4)));
    assert_eq!((&line["proven_minimum"], &line["lower_bound_ground"]), (&true.into(), &serde_json::Value::Null));
    let (exit, stdout, _) =
        run(&["minimum", "--strategies", "singles", "--at-most", "30", "--time-limit", "20", "--json"], "");
    assert_eq!(exit, 0, "{stdout}");
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert!(line["clues"].as_u64().expect("clues") <= 30 && line["lower_bound"] == 17);
}

#[test]
fn every_encoding_and_back_end_answers() {
    let pattern = "x.....x..x.....x";
    for encoding in ["well-founded", "derivation", "paper", "paper-direct"] {
        for backend in Backend::ALL.iter().map(|backend| backend.name()) {
            let (exit, stdout, stderr) = run(
                &[
                    "generate",
                    "--shape",
                    "2x2",
                    "--pattern",
                    pattern,
                    "--method",
                    "sat",
                    "--encoding",
                    encoding,
                    "--backend",
                    backend,
                    "--rounds",
                    "6..12",
                    "--stats",
                ],
                "",
            );
            assert_eq!(exit, 0, "{encoding} {backend}: {stdout} {stderr}");
            let (exit, solved, _) = run(&["solve", "--shape", "2x2", "--strategies", "paper", "--json"], &stdout);
            assert!(exit == 0 && solved.contains("\"verdict\":\"solved\""), "{encoding} {backend}: {solved}");
            assert!(stderr.starts_with("stats: ") && stderr.contains(" variables, "), "{stderr}");
        }
    }
    if !cfg!(feature = "cadical") {
        check_error(
            "generate --pattern xx --backend cadical",
            "",
            "invalid value 'cadical' for '--backend <BACKEND>': this build has no CaDiCaL; build one with",
        );
    }
    check_error(
        "generate --pattern xx --rounds 5..4",
        "",
        "invalid value '5..4' for '--rounds <A..B>': use first..last",
    );
    check_error(
        "generate --pattern xx --encoding best",
        "",
        "invalid value 'best' for '--encoding <ENCODING>': use one of well-founded",
    );
}

#[test]
fn proofs_are_written_for_impossible_patterns() {
    let folder = tempfile::tempdir().expect("folder");
    let proof = folder.path().join("why.drat");
    let file = proof.to_str().expect("path");
    let pattern = "x...x......x..x...x....x...x......x.";
    let arguments = ["generate", "--shape", "2x3", "--pattern", pattern, "--strategies", "singles", "--proof", file];
    let (exit, stdout, stderr) = run(&arguments, "");
    assert_eq!(exit, 3, "{stdout} {stderr}");
    let formula = std::fs::read_to_string(folder.path().join("why.cnf")).expect("the formula");
    assert!(formula.lines().any(|line| line.starts_with("p cnf ")), "{}", &formula[..200]);
    let steps = std::fs::read_to_string(&proof).expect("the proof");
    assert_eq!(steps.lines().last(), Some("0"), "the refutation ends with the empty clause");

    // With hints, where the name asks for them.
    let hints = folder.path().join("why.lrat");
    let file_of_hints = hints.to_str().expect("path");
    let arguments = arguments.map(|argument| if argument == file { file_of_hints } else { argument });
    assert_eq!(run(&arguments, "").0, 3);
    let formula = std::fs::read_to_string(folder.path().join("why.cnf")).expect("the formula");
    let steps = std::fs::read_to_string(&hints).expect("the proof");
    assert_eq!(cluesmith::sat::check_lrat(&formula, &steps), Ok(()));

    // A bound has its reason as text.
    let empty_rows = format!("{}{}", ".".repeat(12), "x".repeat(24));
    let arguments = ["generate", "--shape", "2x3", "--pattern", &empty_rows, "--proof", file];
    assert_eq!(run(&arguments, "").0, 3);
    assert!(std::fs::read_to_string(&proof).expect("the proof").contains("Rows 1 and 2"));

    // So has a step that is never needed.
    let spread = "x..".repeat(27);
    let step = ["--strategies", "paper,x-wing", "--step", "x-wing@r1,r2:5"];
    let arguments = [&["generate", "--pattern", &spread, "--proof", file][..], &step].concat();
    let (exit, stdout, stderr) = run(&arguments, "");
    assert_eq!(exit, 3, "{stdout} {stderr}");
    assert!(std::fs::read_to_string(&proof).expect("the proof").contains("Condition 1 of the path, x-wing@r1,r2:5"));

    // Different puzzles are as impossible.
    std::fs::remove_file(&proof).expect("removed");
    assert_eq!(run(&[&arguments[..], &["--distinct", "--count", "2"]].concat(), "").0, 3);
    assert!(proof.exists());

    check_error(
        &format!("generate --shape 2x3 --pattern - --proof {file}"),
        &format!("{pattern}\n{pattern}\n"),
        "--proof takes one pattern, the input holds 2",
    );
    check_error(
        &format!(
            "generate --shape 2x3 --pattern {empty_rows} --proof {}",
            folder.path().join("no/such/file").display()
        ),
        "",
        "cannot write ",
    );
    // What cannot be written is said before the search, also where there would be nothing to write.
    let possible = "x".repeat(36);
    for (name, message) in [("no/such/file", "cannot write "), ("", "cannot write "), ("why.cnf", "--proof ")] {
        let file = folder.path().join(name);
        check_error(&format!("generate --shape 2x3 --pattern {possible} --proof {}", file.display()), "", message);
    }
    let files = std::fs::read_dir(folder.path()).expect("folder").count();
    assert_eq!(files, 3, "the formula and two proofs, nothing half-written");
}

#[test]
fn inverse_prints_json_with_the_fields_of_the_design() {
    let arguments = "inverse --shape 2x3 --heuristic t@20/d --seed 4 --count 2 --way --json";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let (exit, stdout, _) = run(&arguments, "");
    assert_eq!((exit, stdout.lines().count()), (0, 2));
    for line in stdout.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let puzzle = line["puzzle"].as_str().expect("a puzzle");
        let clues = puzzle.chars().filter(|&c| c != '.').count();
        assert_eq!(line["clues"], clues);
        assert_eq!(line["verdict"], "found");
        assert_eq!(line["heuristic"], "t@20/d");
        assert!(line["hardest"].is_string() && line["rating"].is_null() && line["seconds"].is_number());
        // Every open cell gets all its marks.
        assert_eq!(line["way"].as_array().expect("moves").len(), (36 - clues) * 6);
        assert_eq!(line["moves"], (36 - clues) * 6);
        let solved = run(&["solve", "--shape", "2x3", "-"], puzzle).1;
        assert_eq!(solved.trim(), line["solution"].as_str().expect("a solution"));
    }
}

#[test]
fn a_survey_counts_what_the_puzzles_of_one_grid_need() {
    let grid = "123456456123231564564231312645645312";
    let arguments = ["inverse", "--shape", "2x3", "--solution", grid, "--survey", "5", "--seed", "3"];
    let (exit, stdout, _) = run(&arguments, "");
    let (comments, puzzles): (Vec<&str>, Vec<&str>) = stdout.lines().partition(|line| line.starts_with('#'));
    assert_eq!((exit, comments[0], puzzles.len()), (0, format!("# grid {grid}").as_str(), 5));
    assert!(
        comments[1].starts_with("# puzzles: 5, different ones: ") && comments[1].ends_with("seeds from 3"),
        "{stdout}"
    );
    // The same puzzles as one by one.
    let one = run(&["inverse", "--shape", "2x3", "--solution", grid, "--seed", "5"], "").1;
    assert_eq!(one.split(' ').next(), Some(puzzles[2]));
    for puzzle in &puzzles {
        assert_eq!(run(&["solve", "--shape", "2x3", "-"], puzzle).1.trim(), grid);
    }
    // The table agrees with the traces.
    let json = run(&[&arguments[..], &["--json"]].concat(), "").1;
    let table: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&table["puzzles"], &table["failed"], table["solution"].as_str()), (&5.into(), &0.into(), Some(grid)));
    for row in table["table"].as_array().expect("rows") {
        let [needed, used, steps] = ["needed", "used", "steps"].map(|name| row[name].as_u64().expect("a number"));
        assert!(needed <= used && used <= 5 && used <= steps && used > 0, "{row}");
        let name = row["strategy"].as_str().expect("a name");
        assert!(comments.iter().any(|line| line.split_whitespace().nth(1) == Some(name)), "{name} in {stdout}");
    }
    assert_eq!(run(&arguments, "").1, stdout);
    check_error("inverse --survey 2 --way", "", "the argument '--survey <N>' cannot be used with '--way'");
}

#[test]
fn inverse_meets_wishes_or_says_that_it_did_not() {
    let (exit, stdout, _) = run(&["inverse", "--shape", "2x2", "--clues", "5", "--heuristic", "sparse"], "");
    assert_eq!((exit, stdout.contains("# 5 clues; hardest ")), (0, true), "{stdout}");
    let hopeless = ["inverse", "--shape", "2x2", "--clues", "2", "--time-limit", "0.2"];
    let (exit, stdout, _) = run(&hopeless, "");
    assert_eq!((exit, stdout.starts_with("# undecided: not found within 0.2 s; closest: ")), (4, true), "{stdout}");
    check_error("inverse --heuristic x", "", "invalid value 'x' for '--heuristic <HEURISTIC>'");
    check_error("inverse --at-least x-wing", "", "invalid value 'x-wing' for '--at-least <STRATEGY=K>'");
    check_error(
        "inverse --at-least x-wing=0",
        "",
        "invalid value 'x-wing=0' for '--at-least <STRATEGY=K>': use a strategy and a number (1 to 1000)",
    );
    check_error(
        "inverse --exactly x-wing=1001",
        "",
        "invalid value 'x-wing=1001' for '--exactly <STRATEGY=K>': use a strategy and a number (0 to 1000)",
    );
    check_error("inverse --at-least x-wing=3 --at-most x-wing=2", "", "at least 3 steps of x-wing and at most 2");
    let exactly = ["inverse", "--shape", "2x3", "--exactly", "naked-pair=0", "--seed", "4", "--json"];
    let (exit, stdout, _) = run(&exactly, "");
    assert!(exit == 0 && stdout.contains("\"bottleneck\":"), "{stdout}");
    check_error("inverse --target 4..3", "", "invalid value '4..3' for '--target <A..B>'");
    check_error("inverse --strategies all", "", "the backward generator cannot undo ");
    check_error("inverse --shape 2x3 --symmetry diagonal", "", "diagonal is not possible with 2x3 boxes");
    check_error("inverse --shape 2x2 --solution 12..", "", "--solution: ");
}

/// Whatever the time limit, a pattern is called impossible exactly where its proof is written.
#[test]
fn no_claim_without_a_proof_that_was_asked_for() {
    let pattern = "x.....x......x..";
    for limit in ["0.000001", "0.0001", "0.001", "0.01", "60"] {
        for (method, ending) in [("auto", "txt"), ("sat", "drat"), ("sat", "lrat")] {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join(format!("proof.{ending}"));
            let arguments = "generate --shape 2x2 --strategies naked-single --time-limit LIMIT --method METHOD --pattern PATTERN --proof FILE"
                .replace("LIMIT", limit)
                .replace("METHOD", method)
                .replace("PATTERN", pattern)
                .replace("FILE", &file.display().to_string());
            let (exit, stdout, stderr) = run(&arguments.split(' ').collect::<Vec<_>>(), "");
            let is_claimed = stdout.contains("impossible");
            assert_eq!((exit, file.exists()), if is_claimed { (3, true) } else { (4, false) }, "{stdout}{stderr}");
            assert!(limit != "60" || is_claimed, "{stdout}{stderr}");
        }
    }
}

/// Nine rows with the clue cells of a chess board's centre, half a turn onto itself.
const TURNED: &str = "x..x.x..x.x.....x...x...x..x...x...x....x....x...x...x..x...x...x.....x.x..x.x..x";

#[test]
fn themes_are_kept_and_refuted() {
    let themed = |texts: &[&str], more: &[&str]| {
        let mut arguments = vec!["generate", "--shape", "2x2", "--pattern", "x.....x..x.....x"];
        for text in texts {
            arguments.extend(["--theme", text]);
        }
        run(&[&arguments, more].concat(), "")
    };
    let (exit, stdout, _) = themed(&["odd=r1c1", "digit 4 exactly 0"], &["--json"]);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((exit, line["theme"].as_str()), (0, Some("odd=r1c1; digit 4 exactly 0")), "{stdout}");
    let puzzle = line["puzzle"].as_str().expect("a puzzle");
    assert!(!puzzle.contains('4') && b"13".contains(&puzzle.as_bytes()[0]), "{puzzle}");
    let (exit, stdout, _) = themed(&["digits 12=r1c1", "digits 34=r1c1"], &[]);
    let expected = "# x.....x..x.....x impossible: The theme leaves no digit for the clue in r1c1.\n";
    assert_eq!((exit, stdout.as_str()), (3, expected));
    // The dense 9x9 pattern maps onto itself.
    let (exit, stdout, error) = run(&["generate", "--pattern", TURNED, "--theme", "symmetry half-turn any"], "");
    assert_eq!(exit, 0, "{stdout}{error}");
    // Errors name the option.
    for (text, expected) in [
        ("odd=r5c1", "--theme: \"r5c1\" is no cell of a grid with 4 rows"),
        (" ", "--theme: no constraint is given"),
        ("symmetry half-turn (1 2 3)", "--theme: half-turn takes each cell back after 2 times"),
    ] {
        let (exit, stdout, error) = themed(&[text], &[]);
        assert_eq!((exit, stdout.as_str()), (1, ""));
        assert!(error.contains(expected), "{error}");
    }
}

/// The other commands that make puzzles take themes, too; where none can be meant, one sentence says so.
#[test]
fn themes_hold_for_all_commands_that_make_puzzles() {
    // A pattern without a puzzle, and one with.
    let (hopeless, pattern) = ("xx......x......x", "x.....x..x.....x");
    let check = |arguments: &str, theme: &str| {
        let arguments: Vec<&str> = arguments.split(' ').chain(["--theme", theme]).collect();
        let (exit, stdout, error) = run(&arguments, "");
        assert_eq!(exit, 0, "{stdout}{error}");
        let theme = cluesmith::grid::Theme::parse("2x2".parse().expect("a shape"), theme).expect("a theme");
        let mut n_puzzles = 0;
        for line in stdout.lines().filter(|line| !line.starts_with('#')) {
            let puzzle: cluesmith::grid::Puzzle = line[..16].parse().expect("a puzzle");
            theme.accepts(&puzzle).expect("suits the theme");
            n_puzzles += 1;
        }
        assert!(n_puzzles > 0, "{stdout}");
    };
    check("minimum --shape 2x2 --strategies paper", "each digit at least 1; odd=r1,r2");
    check(&format!("mend --shape 2x2 --strategies paper --symmetry none --pattern {hopeless}"), "odd=r1c1; even=r1c2");
    check(
        &format!("mend --shape 2x2 --strategies paper --sparsest --pattern {}", "x".repeat(16)),
        "digit 2 at least 2",
    );
    check(&format!("inverse --shape 2x2 --pattern {pattern}"), "even=r1c1; digit 3 exactly 0");
    for (arguments, theme, expected) in [
        ("minimum --shape 2x2 --strategies paper --method sat", "odd=r1", "--theme: the SAT method counts clues"),
        (
            "minimum --shape 2x2 --strategies paper",
            "digit 1 exactly 0; digit 2 exactly 0",
            "--theme: 2 digits may be no clues, and two missing digits can be exchanged",
        ),
        ("inverse --shape 2x2", "odd=r1", "--theme: a theme needs a pattern"),
        (
            "inverse --shape 2x2 --pattern x.....x..x.....x",
            "digits 12=r1c1; digits 34=r1c1",
            "--theme: The theme leaves no digit for the clue in r1c1",
        ),
        (
            "inverse --shape 2x2 --pattern x.....x..x.....x --solution 1234341221434321",
            "even=r1c1",
            "--theme: the grid does not suit the theme: r1c1=1 breaks the theme",
        ),
        ("mend --shape 2x2 --pattern x.....x..x.....x", "odd=r9c1", "--theme: \"r9c1\" is no cell"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').chain(["--theme", theme]).collect();
        let (exit, stdout, error) = run(&arguments, "");
        assert_eq!((exit, stdout.as_str()), (1, ""), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

/// A proof names the theme, and the formula is refuted by it.
#[test]
fn proofs_tell_of_the_theme() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof.lrat");
    let name = file.to_str().expect("a name");
    let pattern = "x.x.x..x.x.xx.x.x..x.x.xx.x.x..x.x.x";
    let theme = "each digit exactly 3";
    let (exit, stdout, _) = run(
        &["generate", "--shape", "2x3", "--pattern", pattern, "--theme", theme, "--method", "sat", "--proof", name],
        "",
    );
    assert_eq!(exit, 3, "{stdout}");
    let formula = std::fs::read_to_string(file.with_extension("cnf")).expect("a formula");
    assert!(formula.contains("c theme each digit exactly 3\n"), "{}", &formula[..400]);
    let proof = std::fs::read_to_string(&file).expect("a proof");
    assert_eq!(cluesmith::sat::check_lrat(&formula, &proof), Ok(()));
}
