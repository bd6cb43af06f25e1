//! Irregular layouts on the command line.

#[path = "common/program.rs"]
mod program;

use program::{check, check_error, run};

const LAYOUT: &str = "4 regions=AAABCABBCCDBCDDD";

fn with_layout<'a>(arguments: &[&'a str], layout: &'a str) -> Vec<&'a str> {
    [arguments, &["--layout", layout]].concat()
}

#[track_caller]
fn check_output(arguments: &[&str], input: &str, expected: &str) {
    let (exit, stdout, stderr) = run(arguments, input);
    assert_eq!((exit, stdout.as_str()), (0, expected), "{stderr}");
}

#[track_caller]
fn check_refused(arguments: &[&str], input: &str, expected: &str) {
    let (exit, stdout, stderr) = run(arguments, input);
    assert_eq!((exit, stdout.as_str()), (1, ""), "{stderr}");
    assert!(stderr.starts_with(&format!("cluesmith: {expected}")), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn a_layout_comes_from_an_option_a_file_or_the_input() {
    let puzzle = ".1........3...4.\n";
    let (_, grid, _) = run(&with_layout(&["solve", "-"], LAYOUT), puzzle);
    assert_eq!(grid.trim().len(), 16);
    check_output(&with_layout(&["solve", "--strategies", "paper", "-"], LAYOUT), puzzle, &grid);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("small.layout");
    std::fs::write(&file, "# Four rows\nlayout 4 regions=AAAB CABB # and\n CCDB\nCDDD\n").expect("written");
    check_output(&with_layout(&["solve", "-"], file.to_str().expect("a name")), puzzle, &grid);
    let both = format!("layout {LAYOUT} # irregular\n{puzzle}layout 2x2\n1.....3..1.....2\n");
    check_output(&["solve", "-"], &both, &format!("{grid}1324423121433412\n"));
    let (exit, rated, _) = run(&with_layout(&["rate", "--json", "-"], LAYOUT), puzzle);
    let value: serde_json::Value = serde_json::from_str(&rated).expect("JSON");
    assert!(exit == 0 && value["se"].is_null() && value["hodoku"].is_null(), "{rated}");
    check_output(&["rate", "--json", "-"], &format!("layout {LAYOUT}\n{puzzle}"), &rated);
}

#[test]
fn puzzles_are_made_and_refuted_on_layouts() {
    let (exit, line, _) = run(
        &with_layout(&["generate", "--json", "--pattern", "x...x.x....x.x..", "--strategies", "paper"], LAYOUT),
        "",
    );
    let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((exit, value["layout"].as_str()), (0, Some(LAYOUT)), "{line}");
    let puzzle = value["puzzle"].as_str().expect("a puzzle");
    check_output(
        &with_layout(&["solve", "--strategies", "paper", "-"], LAYOUT),
        puzzle,
        &format!("{}\n", value["solution"].as_str().expect("a grid")),
    );
    let pattern = ["generate", "--pattern", "xx..............", "--strategies", "singles"];
    let (exit, text, _) = run(&with_layout(&pattern, LAYOUT), "");
    assert!(exit == 3 && text.contains("impossible"), "{text}");
    // Rows 2 and 3 of a Latin square without clues can be exchanged.
    let pattern = ["generate", "--pattern", "xxxx........xxxx", "--strategies", "singles"];
    let (exit, text, _) = run(&with_layout(&pattern, "4 latin"), "");
    assert!(exit == 3 && text.contains("Rows 2 and 3 have no clue"), "{text}");
}

#[test]
fn regions_travel_with_links_and_lines() {
    let puzzle = ".1........3...4.\n";
    for format in ["lines", "f-puzzles", "sudokupad", "jigsaw", "solo"] {
        let (exit, text, _) = run(&with_layout(&["convert", "--to", format, "-"], LAYOUT), puzzle);
        assert_eq!(exit, 0);
        let back = format!("layout {LAYOUT}\n{puzzle}");
        check_output(&["convert", "--to", "lines", "-"], &text, &back);
    }
    for (format, expected) in [("html", "<td class=\"l t\">"), ("tikz", "\\draw[very thick, line cap=round]")] {
        let (exit, text, _) = run(&with_layout(&["convert", "--to", format, "-"], LAYOUT), puzzle);
        assert!(exit == 0 && text.contains(expected), "{text}");
    }
    let others = "lines, f-puzzles, sudokupad, jigsaw, solo, html, tikz";
    let refused = format!("the format grid cannot tell the irregular regions of puzzle 1: use {others}");
    check_refused(&with_layout(&["convert", "--to", "grid", "-"], LAYOUT), puzzle, &refused);
}

#[test]
fn what_jigsaw_formats_cannot_tell_is_refused() {
    let check = |format: &str, layout: &str, expected: &str| {
        let empty = ".".repeat(layout.parse::<cluesmith::grid::Shape>().expect("a layout").n_cells());
        check_refused(&with_layout(&["convert", "--to", format, "-"], layout), &empty, expected);
    };
    let scattered = "4 regions=AABBBBAACCDDDDCC";
    check(
        "jigsaw",
        scattered,
        "the format jigsaw cannot tell the regions in several parts of puzzle 1: use lines, f-p",
    );
    check("solo", scattered, "the format solo cannot tell the regions in several parts of puzzle 1: use lines, f-puz");
    check(
        "solo",
        "7 latin",
        "the format solo cannot tell the long regions of puzzle 1: use lines, f-puzzles, sudokupad",
    );
    check(
        "solo",
        "3x3 anti-knight",
        "the format solo cannot tell the rules of puzzle 1 (3x3 anti-knight): use lines, ",
    );
    check("solo", "3x3 diagonal+", "the format solo cannot tell the rules of puzzle 1 (3x3 diagonal+): use lines, ");
    check("jigsaw", "3x3 x", "the format jigsaw cannot tell the rules of puzzle 1 (3x3 x): use lines, f-puzzles, sudo");
}

#[test]
fn pattern_files_may_tell_their_layout() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("patterns.txt");
    std::fs::write(&file, format!("# Two\nlayout {LAYOUT} # irregular\nx...x.x....x.x..\n")).expect("written");
    let name = file.to_str().expect("a name");
    let asked = ["generate", "--strategies", "paper", "--pattern", name];
    let (exit, stdout, stderr) = run(&with_layout(&asked, LAYOUT), "");
    assert_eq!((exit, stdout.lines().count()), (0, 1), "{stderr}");
    check_output(&asked, "", &stdout);
    let expected =
        "line 2: these patterns are for the layout irregular 4x4, not for 2x2: leave out --layout, or give it with --l";
    check_refused(&with_layout(&asked, "2x2"), "", &format!("{name}: {expected}"));
}

/// Each pattern is for the layout told before it, and the answers say so.
#[test]
fn a_pattern_file_may_hold_several_layouts() {
    let (small, five) = ("x...x.x....x.x..", "xx...x.x...xx....xx.x..x.");
    let patterns = format!("layout {LAYOUT}\n{small}\nlayout 5 latin\n{five}\n{five}\nlayout 2x2 x\n{small}\n");
    let layouts = [LAYOUT, "5 latin", "2x2 x"];
    let asked = ["generate", "--strategies", "paper", "--pattern", "-"];
    let (exit, text, stderr) = run(&asked, &patterns);
    assert_eq!(exit, 0, "{stderr}");
    let told: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("layout ")).collect();
    assert_eq!((told.as_slice(), text.lines().count()), (&layouts[..], 7), "{text}");
    // What is written is a file of puzzles, which others read.
    let (exit, grids, stderr) = run(&["solve", "--strategies", "paper", "-"], &text);
    assert_eq!((exit, grids.lines().count()), (0, 4), "{stderr}");
    let of_each = [LAYOUT, "5 latin", "5 latin", "2x2 x"];
    for command in [&["generate", "--strategies", "paper"][..], &["mend", "--strategies", "paper"], &["inverse"]] {
        let (_, lines, stderr) = run(&[command, &["--json", "--pattern", "-"]].concat(), &patterns);
        let layout = |line: &str| -> serde_json::Value {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            value["layout"].clone()
        };
        let told: Vec<serde_json::Value> = lines.lines().map(layout).collect();
        assert_eq!(told, of_each, "{command:?} {lines} {stderr}");
    }
    let file = "layout 2x2 x\nx...x.x....x.x..\nlayout 2x2 anti-king x\n................\n";
    check_refused(&asked, file, "standard input: line 3: no grid fits these rules: anti-king");
    let file = format!("layout 2x2\n{small}\n{five}\n");
    check_refused(&asked, &file, "standard input: line 3: a pattern of shape 2x2 has 16 cells");
    let file = format!("{patterns}layout 2x2 y\n");
    check_refused(&asked, &file, "standard input: line 8: unknown word \"y\" in a layout");
    let fixed = [&asked[..], &["--fixed", "1..............."]].concat();
    check_refused(&fixed, &patterns, "--fixed: ");
}

#[test]
fn json_lines_tell_their_layout() {
    let (puzzle, layout) = (".1........3...4.", format!("layout {LAYOUT}\n"));
    let input = format!("{layout}{puzzle}\n");
    let grid = run(&["solve", "-"], &input).1;
    let all: [(&[&str], &str); 9] = [
        (&["solve", "-"], &input),
        (&["rate", "-"], &input),
        (&["canon", "-"], &input),
        (&["lp", "solve", "-"], &input),
        (&["check", "--unavoidable", "6", "-"], &input),
        (&["check", "--pattern", "x...x.x....x.x..", "-"], &input),
        (&["check", "--clues", "4", "-"], &input),
        (&["minimum", "--strategies", "paper", "--layout", LAYOUT], ""),
        (&["practice", "--strategy", "hidden-single", "--count", "1", "--layout", LAYOUT], ""),
    ];
    for (command, input) in all {
        let (exit, lines, stderr) = run(&[command, &["--json"]].concat(), input);
        assert_eq!(exit, 0, "{command:?} {stderr}");
        assert!(!lines.is_empty());
        for line in lines.lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(value["layout"], LAYOUT, "{command:?} {line}");
        }
    }
    let plain = run(&["solve", "--json", "-"], "1.....3..1.....2\n").1;
    assert!(!plain.contains("layout"), "{plain}");
    // The grid of the layout is refused for a pattern of another one.
    let file = "layout 2x2\nx...x.x....x.x..\n".to_owned();
    let folder = tempfile::tempdir().expect("a folder");
    let patterns = folder.path().join("patterns.txt");
    std::fs::write(&patterns, file).expect("written");
    let name = patterns.to_str().expect("a name");
    let expected =
        format!("{name}: line 2: this pattern is for 2x2, the puzzle in standard input: line 2 for irregular 4x4");
    check_refused(&["check", "--pattern", name, "-"], &format!("{layout}{grid}"), &expected);
}

/// Latin squares are put in one form though their lines can be moved in more ways than can be listed.
#[test]
fn latin_squares_are_told_apart() {
    let puzzle = "1..2....3..1..2......4..5.....6..3..";
    // Rows and columns in reverse order, and the digits 1 and 6 exchanged.
    let image: String = puzzle
        .chars()
        .rev()
        .map(|c| {
            if c == '1' {
                '6'
            } else if c == '6' {
                '1'
            } else {
                c
            }
        })
        .collect();
    let other = "1..2....3..1..2......4..5.....6..1..";
    let input = format!("layout 6 latin\n{puzzle}\n{image}\n{other}\nlayout 2x3\n{puzzle}\n");
    let (exit, text, stderr) = run(&["canon", "--dedupe", "-"], &input);
    let expected = format!("{puzzle}\n{other}\n{puzzle}\n");
    assert_eq!((exit, text.as_str()), (0, expected.as_str()), "{stderr}");
    let generate =
        ["generate", "--layout", "6 latin", "--distinct", "--count", "5", "--spread", "1", "--strategies", "paper"];
    let pattern = ["--pattern", "xx.x..x.x.x..x.xx.x.x..xx...xx..xx.x"];
    let (exit, text, stderr) = run(&[&generate[..], &pattern].concat(), "");
    assert_eq!((exit, text.lines().count()), (0, 5), "{stderr}");
    let (_, forms, _) = run(&["canon", "--dedupe", "--layout", "6 latin", "-"], &text);
    assert_eq!(forms.lines().count(), 5);
}

#[test]
fn random_layouts_are_irregular_and_different() {
    let asked = ["layouts", "--random", "--size", "6", "--symmetry", "half-turn", "--count", "4", "--seed", "3"];
    let (exit, text, _) = run(&asked, "");
    let lines: std::collections::BTreeSet<&str> = text.lines().collect();
    assert_eq!((exit, lines.len()), (0, 4), "{text}");
    for line in lines {
        let letters = line.strip_prefix("6 regions=").expect("a layout");
        let turned: Vec<u8> = letters.bytes().rev().collect();
        let same = |regions: &[u8], a: usize, b: usize| regions[a] == regions[b];
        let pairs = (0..36).flat_map(|a| (0..36).map(move |b| (a, b)));
        assert!(pairs.into_iter().all(|(a, b)| same(letters.as_bytes(), a, b) == same(&turned, a, b)), "{line}");
    }
    check_output(&asked, "", &text);
    check_output(&[&asked[..2], &["irregular"], &asked[2..]].concat(), "", &text);
    check("layouts", "", 0, &run(&["layouts"], "").1);
    assert!(run(&["layouts"], "").1.contains("#   . A A A . B B B .\n"), "a picture of the windows");
    assert!(run(&["layouts"], "").1.contains("9 latin # 9x9, rows and columns only\n"));
}

#[test]
fn bad_layouts_get_one_clear_sentence() {
    let of = |layout: &'static str| with_layout(&["solve", "-"], layout);
    check_refused(
        &of("4 regions=AAABCABBCCDBCDDA"),
        "",
        "invalid value '4 regions=AAABCABBCCDBCDDA' for '--shape <RxC|LAYOUT>': region A has 5 cells: each region of a grid with 4 rows has 4",
    );
    check_refused(
        &of("4 regions=AAAB"),
        "",
        "invalid value '4 regions=AAAB' for '--shape <RxC|LAYOUT>': regions= needs 16 letters",
    );
    check_refused(&of("3 latin"), "", "invalid value '3 latin' for '--shape <RxC|LAYOUT>': 3 rows are not possible");
    check_refused(
        &[&of("2x2")[..], &["--shape", "2x2"]].concat(),
        "",
        "the argument '--shape <RxC|LAYOUT>' cannot be used multiple times",
    );
    check_refused(
        &of("2x2"),
        &format!("layout {LAYOUT}\n.1........3...4.\n"),
        "standard input: line 1: the layout told here, irregular 4x4, is not the one asked for, 2x2",
    );
    check_refused(
        &["solve", "-"],
        "layout 4 x\n.1........3...4.\n",
        "standard input: line 1: a layout of 4 rows needs its regions once",
    );
    check_refused(
        &["solve", "-"],
        &format!("layout {LAYOUT}\n.1....\n"),
        "standard input: line 2: a puzzle of shape irregular 4x4 has 16 cells",
    );
    check_refused(
        &["solve", "-"],
        &format!("layout {LAYOUT}\n11..............\n"),
        "standard input: line 2: row 1 has two 1s",
    );
    check_refused(
        &with_layout(&["catalogue"], LAYOUT),
        "",
        "catalogue: grids of irregular layouts cannot be listed or counted",
    );
    check_error(
        "layouts --random --size 7 --symmetry full",
        "",
        "no irregular regions of 7 rows with the symmetry full were found",
    );
    check_error("layouts --size 7", "", "the following required arguments were not provided: --random");
}

/// A puzzle on each layout: made, solved again, and kept by a link of f-puzzles; or refused by what cannot tell the rules.
#[test]
fn rules_go_from_end_to_end() {
    let check = |layout: &str, pattern: &str, strategies: &str, untold: Option<&str>| {
        let generate = ["generate", "--pattern", pattern, "--strategies", strategies, "--json"];
        let (exit, line, stderr) = run(&with_layout(&generate, layout), "");
        assert_eq!(exit, 0, "{layout}: {stderr}");
        let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(value["layout"], layout);
        let puzzle = value["puzzle"].as_str().expect("a puzzle");
        let (exit, grid, stderr) = run(&with_layout(&["solve", "-"], layout), puzzle);
        assert_eq!((exit, Some(grid.trim())), (0, value["solution"].as_str()), "{layout}: {stderr}");
        let input = format!("layout {layout}\n{puzzle}\n");
        check_output(&["convert", "--to", "lines", "-"], &input, &input);
        check_refused(&["convert", "--to", "grid", "-"], &input, "the format grid cannot tell the ");
        let convert = ["convert", "--to", "f-puzzles", "-"];
        if let Some(rule) = untold {
            let refused = format!("the format f-puzzles cannot tell the rules of puzzle 1 ({rule})");
            check_refused(&convert, &input, &refused);
        } else {
            let (exit, link, stderr) = run(&convert, &input);
            assert_eq!(exit, 0, "{stderr}");
            check_output(&["convert", "--to", "lines", "-"], &link, &input);
            check_refused(&["convert", "--shape", "3x3", "--to", "lines", "-"], &link, "");
        }
    };
    check("2x2 x", "x......x..x...x.", "singles", None);
    check("2x2 odd=r2c3 even=r4c4", "x......x..x...x.", "singles", None);
    check("2x2 allowed=r1c1:123 extra=r1c1,r2c2", "x......x..x...xx", "singles", Some("the digits allowed in r1c1"));
    check("2x2 extra=r1c1,r2c3", "xx.x...x..x....x", "singles", Some("an extra group of 2 cells"));
    check("5 latin anti-king toroidal", "xxxxx..x.................", "singles", Some("toroidal"));
    let mirrored = ".x.....x.x..x..x..x.......x.....x..x...x...x..x.....x.......x..x..x..x.x.....x.";
    let nine = format!("{mirrored}..");
    for layout in ["3x3 x windoku", "3x3 disjoint-groups", "3x3 diagonal+ anti-knight", "3x3 centre-dot anti-king"] {
        check(layout, &nine, "paper", None);
    }
    check("3x3 non-consecutive", &nine, "paper", None);
}

#[test]
fn layouts_without_a_grid_are_refused_with_the_reason() {
    let check = |layout: &str, reason: &str| {
        let (exit, _, stderr) = run(&with_layout(&["solve", "-"], layout), "................\n");
        assert!(exit == 1 && stderr.contains(reason), "{layout}: {stderr}");
    };
    check("2x2 anti-king x", "no grid fits these rules: anti-king");
    check("2x2 x non-consecutive", "no grid fits these rules: non-consecutive");
    let puzzle = "layout 2x2 x\n1...............\nlayout 2x2 anti-king x\n................\n";
    check_refused(&["solve", "-"], puzzle, "standard input: line 4: no grid fits these rules: anti-king");
}
