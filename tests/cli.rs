//! The command line as scripts use it: output, messages, exit codes.

#[path = "common/program.rs"]
mod program;

use program::{check, check_error, run};

const EASY: &str = ".8.697.3...6...587...1..9...9..6...47.5.3..2....9...1.1.938.4...7.......2........";

#[test]
fn solve_prints_grids() {
    check("solve --shape 2x2 -", "1...4.......2...\n", 0, "1...4.......2... # several solutions\n");
    check(
        "solve --shape 2x2 --all 50 -",
        "................\n",
        0,
        "................ # several solutions # solutions: 50\n",
    );
    check("solve --shape 2x2 --strategies singles -", "1.....3..1.....2\n", 0, "1324423121433412\n");
    check(
        "solve --shape 2x2 --strategies naked-single -",
        "12...3..........\n",
        0,
        "12..43.......... # stuck: 12 cells and 32 candidates left\n",
    );
}

#[test]
fn solve_prints_json_with_the_fields_of_the_design() {
    let (exit, stdout, _) =
        run(&["solve", "--json", "--trace", "--strategies", "singles", "--shape", "2x2"], "1.....3..1.....2\n");
    assert_eq!(exit, 0);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(line["verdict"], "solved");
    assert_eq!(line["grid"], "1324423121433412");
    assert_eq!(line["unsolved_cells"], 0);
    assert_eq!(line["candidates_left"], 0);
    let steps = line["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 12);
    for step in steps {
        assert_eq!(step["placed"].as_array().expect("placed").len(), 1);
        assert!(step["eliminated"].as_array().expect("eliminated").is_empty());
        assert!(!step["evidence"]["bases"].as_array().expect("bases").is_empty());
        assert!(step["text"].as_str().expect("text").contains("single: "));
    }
}

#[test]
fn rate_names_the_hardest_strategy() {
    let (exit, stdout, _) = run(&["rate", "--json", "--shape", "2x2"], "1.....3..1.....2\n");
    assert_eq!(exit, 0);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(line["hardest"], "naked-single");
    assert_eq!(line["steps"]["naked-single"], 4);
    assert_eq!(line["steps"]["full-house"], 8);
    assert!(["se", "se_ep", "se_ed", "hodoku"].iter().all(|figure| line.get(figure).expect("a field").is_null()));
}

#[test]
fn rate_tells_all_three_figures_of_sudoku_explainer() {
    let puzzle = "......27.57...1...2...8...6....6493.6..8......2.3.9......5..1....7.....495..36..7";
    let (_, stdout, _) = run(&["rate", "--json"], &format!("{puzzle}\n"));
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let figures = ["se", "se_ep", "se_ed"].map(|figure| line[figure].as_f64());
    assert_eq!(figures, [Some(8.5), Some(2.0), Some(2.0)]);
    let (_, stdout, _) = run(&["rate"], &format!("{puzzle}\n"));
    assert!(stdout.contains("; SE 8.5/2.0/2.0;"), "{stdout}");
}

#[test]
fn rate_tells_the_scales_that_are_asked_for() {
    let puzzle = "......27.57...1...2...8...6....6493.6..8......2.3.9......5..1....7.....495..36..7\n";
    let (_, stdout, _) = run(&["rate", "--json", "--scale", "se,sukaku"], puzzle);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let figures = ["se", "se_ep", "se_ed", "sukaku", "sukaku_ep", "sukaku_ed"].map(|figure| line[figure].as_f64());
    assert_eq!(figures, [8.5, 2.0, 2.0, 8.5, 2.0, 2.0].map(Some));
    assert!(["hodoku", "own"].iter().all(|figure| line.get(figure).is_none()), "{stdout}");
    let (_, stdout, _) = run(&["rate", "--json"], puzzle);
    assert!(!stdout.contains("sukaku"), "{stdout}");
    let (_, stdout, _) = run(&["rate", "--scale", "sukaku,own"], puzzle);
    assert!(stdout.contains("; Sukaku 8.5/2.0/2.0; effort "), "{stdout}");
    assert!(!stdout.contains("SE ") && !stdout.contains("HoDoKu"), "{stdout}");
    let (_, stdout, _) = run(&["rate", "--json", "--scale", "sukaku", "--shape", "2x2"], "1.....3..1.....2\n");
    assert!(stdout.contains("\"sukaku\":null"), "{stdout}");
    check_error(
        "rate --scale explainer -",
        "",
        "invalid value 'explainer' for '--scale <LIST>': use se, sukaku, hodoku",
    );
}

#[test]
fn own_orders_serve_solve_and_rate() {
    // Naked singles count as the easiest now, so they come first.
    let (exit, stdout, _) =
        run(&["solve", "--trace", "--shape", "2x2", "--order", "naked-single,full-house"], "1.....3..1.....2\n");
    assert_eq!(exit, 0);
    assert_eq!(stdout.matches("# Naked single").count(), 12, "{stdout}");
    let (_, stdout, _) = run(&["rate", "--json", "--curve", "--needed", "--preset", "newspaper-hard"], ONE_FISH);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(line["hardest"], "x-wing");
    assert_eq!(line["needed"]["hardest"], "x-wing");
    assert!(line["needed"]["indispensable"].as_array().is_some_and(Vec::is_empty), "a skyscraper replaces it");
    let curve = line["curve"].as_array().expect("curve");
    let n_steps: u64 = line["steps"].as_object().expect("steps").values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(curve.len() as u64, n_steps);
    let effort: f64 = curve.iter().filter_map(|moment| moment["effort"].as_f64()).sum();
    let whole = line["own"]["effort"].as_f64().expect("effort");
    assert!((effort - whole).abs() < 0.05 * n_steps as f64 + 0.1, "{effort} {whole}");
    for moment in curve {
        assert!(moment["available"].as_u64() >= moment["freedom"].as_u64() && moment["freedom"].as_u64() >= Some(1));
    }
    let (_, stdout, _) = run(&["rate", "--json", "--order", "all,+jellyfish"], ONE_FISH);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(line["missing"][0], "jellyfish");

    check_error("rate --order x-wing,y-wing -", "", "invalid value 'x-wing,y-wing' for '--order <LIST>': unknown name");
    check_error("rate --preset tough -", "", "invalid value 'tough' for '--preset <NAME>': use one of paper,");
    check_error("rate --strategies all --preset paper -", "", "the argument '--strategies <LIST>' cannot be used with");
}

const ONE_FISH: &str = "...2...341.8.6..............4.5...2.....1.8..7.........2.4.3...6.....1...........\n";

#[test]
fn all_steps_are_listed_where_asked() {
    let (exit, stdout, _) = run(&["solve", "--json", "--all-steps", "--strategies", "paper"], ONE_FISH);
    assert_eq!(exit, 0);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let first = line["available"].as_array().expect("steps").len();
    assert!(first > 5 && line.get("steps").is_none(), "{stdout}");
    let (_, stdout, _) =
        run(&["solve", "--all-steps", "--after", "1000", "--shape", "2x2", "--order", "singles"], "1.....3..1.....2\n");
    assert_eq!(stdout, "# 1.....3..1.....2\n# possible after 12 steps: 0\n1324423121433412\n");
}

#[test]
fn wrong_input_gets_one_clear_sentence() {
    check_error(
        "solve -",
        &".".repeat(80),
        "standard input: line 1: a puzzle of shape 3x3 has 81 cells (9 rows of 9), this line has 80 characters",
    );
    check_error(
        "solve -",
        &format!("{EASY}\n{}", EASY.replace('7', "X")),
        "standard input: line 2, column 6: \"X\" is no digit of shape 3x3",
    );
    check_error(
        "solve -",
        &format!("5..5{}", ".".repeat(77)),
        "standard input: line 1: row 1 has two 5s, at r1c1 and r1c4",
    );
    check_error("rate -", &format!("5..5{}", ".".repeat(77)), "standard input: line 1: row 1 has two 5s");
    check_error("solve -", "# nothing\n", "standard input holds no puzzle");
    check_error("solve no/such/file", "", "cannot read no/such/file: ");
    check_error(
        "solve --strategies nake-single -",
        "",
        "invalid value 'nake-single' for '--strategies <LIST>': unknown strategy \"nake-single\": use full-house, naked-single",
    );
    check_error(
        "solve --shape 5x6 -",
        "",
        "invalid value '5x6' for '--shape <RxC|LAYOUT>': unknown shape \"5x6\": use one of 2x2",
    );
    check_error(
        &format!("generate --pattern {}", "x".repeat(64)),
        "",
        "--pattern: a pattern of shape 3x3 has 81 cells (9 rows of 9), this line has 64 characters",
    );
    check_error("generate --pattern no/such/file", "", "there is no file \"no/such/file\"");
    check_error(
        &format!("generate --pattern {} --fixed 12", "x".repeat(81)),
        "",
        "--fixed: a puzzle of shape 3x3 has 81 cells",
    );
    check_error(
        &format!("generate --pattern {} --time-limit 0", "x".repeat(81)),
        "",
        "invalid value '0' for '--time-limit <S>': use a number (0.000001 to 1000000000)",
    );
    check_error("frobnicate now", "", "unexpected argument 'now' found");
}

/// JSON has a verdict for contradictory clues; the exit code is 1 all the same.

#[test]
fn contradictory_clues_have_a_json_verdict() {
    let (exit, stdout, stderr) = run(&["solve", "--json"], &format!("5..5{}\n{EASY}\n", ".".repeat(77)));
    assert_eq!(exit, 1);
    let verdicts: Vec<String> = stdout
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["verdict"].to_string())
        .collect();
    assert_eq!(verdicts, ["\"invalid\"", "\"solved\""]);
    assert!(stderr.contains("row 1 has two 5s"), "{stderr}");
}

#[test]
fn convert_turns_formats_into_each_other() {
    let grid =
        "+-----+-----+\n| 1 . | . . |\n| . . | . . |\n|-----+-----|\n| . . | . . |\n| . . | . 2 |\n+-----+-----+\n";
    check("convert --to grid", "1..............2 # mine\n", 0, grid);
    check("convert", grid, 0, "1..............2\n");
    // Every subcommand reads what convert reads.
    check("solve --shape 2x2 --all 9 -", grid, 0, "1..............2 # several solutions # solutions: 9\n");
    let (exit, link, _) = run(&["convert", "--to", "sudokupad"], EASY);
    assert_eq!(exit, 0);
    check("convert --to sdm", &link, 0, &format!("{}\n", EASY.replace('.', "0")));
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("out.sdk");
    check(&format!("convert --to sdk -o {}", file.display()), EASY, 0, "");
    check(&format!("convert {}", file.display()), "", 0, &format!("{EASY}\n"));
    check_error("convert --to sdm", grid, "the format sdm is for shape 3x3, puzzle 1 has shape 2x2");
    check_error(
        "convert --shape 3x3",
        grid,
        "standard input: line 2: a row of a grid has 9 cells, this line has 4 characters",
    );
    check_error("convert --to word", grid, "invalid value 'word' for '--to <FORMAT>': use one of lines, grid");
    check_error(
        "convert -",
        "<opensudoku>\n<game/></opensudoku>",
        "standard input: line 2: this game has no attribute",
    );
}

#[test]
fn solve_tells_redundant_clues_and_true_candidates() {
    let puzzle = "1.....3..1.....2\n";
    check(
        "solve --shape 2x2 --redundant -",
        puzzle,
        0,
        "# 1.....3..1.....2\n# redundant for the only solution: none\n1324423121433412\n",
    );
    check(
        "solve --shape 2x2 --redundant --strategies naked-single -",
        "13....3..1.....2\n",
        0,
        "# 13....3..1.....2\n# redundant for the only solution: r1c2 r2c3\n\
         # redundant for the strategies too: r1c2 r2c3\n1324423121433412\n",
    );
    check(
        "solve --shape 2x2 --redundant --true-candidates -",
        "1324423121......\n..2121....1212..\n",
        0,
        "# 1324423121......\n# redundant for the only solution: r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4\n# solutions: 1\n\
         # r3c3: 4 in 1\n# r3c4: 3 in 1\n# r4c1: 3 in 1\n# r4c2: 4 in 1\n# r4c3: 1 in 1\n# r4c4: 2 in 1\n1324423121433412\n\
         # ..2121....1212..\n# redundant: only a puzzle with one solution can have redundant clues\n# solutions: 4\n\
         # r1c1: 3 in 2, 4 in 2\n# r1c2: 3 in 2, 4 in 2\n# r2c3: 3 in 2, 4 in 2\n# r2c4: 3 in 2, 4 in 2\n\
         # r3c1: 3 in 2, 4 in 2\n# r3c2: 3 in 2, 4 in 2\n# r4c3: 3 in 2, 4 in 2\n# r4c4: 3 in 2, 4 in 2\n\
         ..2121....1212.. # several solutions\n",
    );
    // A shape with letters, and counts that are cut off: four rows of a Latin square can be filled in many ways.
    let digit = |cell: usize| if cell < 60 { char::from(b"123456789A"[(cell / 10 + cell) % 10]) } else { '.' };
    let rows: String = (0..100).map(digit).collect();
    let words = ["solve", "--json", "--true-candidates", "--redundant", "--shape", "10 latin"];
    let (exit, stdout, _) = run(&words, &format!("{rows}\n"));
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let candidates = &line["true_candidates"];
    assert_eq!((exit, &candidates["cap"], &candidates["solutions"]), (0, &1000.into(), &1000.into()));
    let cells = candidates["cells"].as_array().expect("cells");
    assert_eq!((cells.len(), &cells[39]["cell"]), (40, &"r10c10".into()));
    for cell in cells {
        let all = cell["candidates"].as_array().expect("candidates");
        assert!(all.len() == 4 && all.iter().all(|one| one["solutions"] == 1000), "{cell}");
    }
    assert!(line["redundant"].is_null(), "several solutions");
    let (_, stdout, _) = run(&["solve", "--json", "--redundant", "--preset", "paper"], &format!("{EASY}\n"));
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let list = |name: &str| line["redundant"][name].as_array().expect("cells").clone();
    assert!(list("strategies").iter().all(|cell| list("unique").contains(cell)), "{line}");
}

#[test]
fn lp_solve_tells_solved_from_fractional() {
    let input = "..4.1......3.1..\n..2..1....1..2..\n123...4.........\n";
    check(
        "lp solve --shape 2x2 -",
        input,
        0,
        "2341143242133124\n\
         ..2121....1212.. # fractional: 8 cells; several solutions\n\
         123...4......... # infeasible: no solution\n",
    );
    let (exit, stdout, _) = run(&["lp", "solve", "--shape", "2x2", "--json", "--compare"], input);
    let lines: Vec<serde_json::Value> = stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((exit, lines.len()), (0, 4));
    assert_eq!((&lines[0]["verdict"], &lines[0]["grid"]), (&"solved".into(), &"2341143242133124".into()));
    assert_eq!(lines[0]["fractional_cells"].as_array().expect("cells").len(), 0);
    assert_eq!((&lines[1]["verdict"], &lines[1]["solutions"]), (&"fractional".into(), &2.into()));
    let cell = &lines[1]["fractional_cells"][0];
    assert_eq!(cell["cell"], "r1c1");
    assert!((cell["z"]["3"].as_f64().expect("z") - 0.5).abs() < 1e-3, "{cell}");
    assert_eq!(lines[2]["verdict"], "infeasible");
    assert_eq!((&lines[3]["puzzles"], &lines[3]["solved"]), (&1.into(), &1.into()));
    check_error("lp solve --shape 2x2 -", "11..............\n", "standard input: line 1: row 1 has two 1s");
    check_error("lp solve --rounding 0.7 -", "", "invalid value '0.7' for '--rounding <T>'");
}

#[test]
fn lp_generate_prints_proper_puzzles() {
    for rule in ["random", "near-min", "true-min", "near-max"] {
        let arguments = ["lp", "generate", "--shape", "2x2", "--rule", rule, "--count", "3", "--steps", "--json"];
        let (exit, stdout, _) = run(&arguments, "");
        assert_eq!((exit, stdout.lines().count()), (0, 3));
        for line in stdout.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_eq!((&line["verdict"], &line["rule"]), (&"proper".into(), &rule.into()));
            assert_eq!(line["steps"].as_array().expect("steps").len(), line["iterations"]);
            let solved = run(&["solve", "--shape", "2x2", "-"], line["puzzle"].as_str().expect("a puzzle")).1;
            assert_eq!(solved.trim(), line["solution"].as_str().expect("a solution"));
        }
    }
    check_error("lp generate --rule least", "", "invalid value 'least' for '--rule <RULE>'");
}

#[test]
fn lp_generate_prints_as_the_original_does() {
    let lines = |arguments: &[&str]| {
        let (exit, stdout, _) =
            run(&[&["lp", "generate", "--count", "3", "--rule", "near-max"], arguments].concat(), "");
        assert_eq!(exit, 0, "{arguments:?}");
        stdout.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let usual = lines(&["--shape", "3x3"]);
    let condensed = lines(&["--shape", "3x3", "--hexify"]);
    for (usual, condensed) in usual.iter().zip(&condensed) {
        assert_eq!(usual[..81].replace('.', " "), condensed[..]);
    }
    // The choices of appendix B.5 leave more clues than those of section 4.
    let n_clues = |lines: &[String]| lines.iter().map(|line| line[..36].matches(|c| c != '.').count()).sum::<usize>();
    assert!(n_clues(&lines(&["--shape", "2x3", "--literal"])) > n_clues(&lines(&["--shape", "2x3"])));
    check_error("lp generate --hexify --json", "", "the argument '--hexify' cannot be used with '--json'");
}

#[test]
fn lp_solve_cuts_fractions_off() {
    let hardest = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
    let (exit, stdout, _) = run(&["lp", "solve", "--cuts", "-"], hardest);
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines[0], "812753649943682175675491283154237896369845721287169534521974368438526917796318452");
    assert!(lines[1].starts_with("# cut off: r") && lines[1].contains("<>"), "{}", lines[1]);
    assert_eq!((exit, lines.len()), (0, 2));
    let (_, stdout, _) = run(&["lp", "solve", "--cuts", "--json", "-"], hardest);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let n_cuts = line["cuts"].as_array().expect("cuts").len();
    assert!(n_cuts > 0 && line["programs"].as_u64().expect("a number") as usize > n_cuts);
    check(
        "lp solve --shape 2x2 --cuts -",
        "..4.1......3.1..",
        0,
        "2341143242133124\n# cut off: none (depth 0; linear programs: 1)\n",
    );
}

#[test]
fn sheet_writes_all_kinds_of_files() {
    let folder = tempfile::tempdir().expect("folder");
    let file = |name: &str| folder.path().join(name);
    let two = format!("{EASY}\n{EASY}\n");
    for (name, written, start) in [
        ("a.pdf", "a.pdf", &b"%PDF-1.7"[..]),
        ("a.svg", "a-2.svg", &b"<svg xmlns="[..]),
        ("a.png", "a-1.png", &b"\x89PNG"[..]),
        ("a.txt", "a.txt", &b"1.\n+-----"[..]),
    ] {
        check(&format!("sheet --per-page 1 --dpi 40 --solutions upside-down -o {}", file(name).display()), &two, 0, "");
        let bytes = std::fs::read(file(written)).expect("written");
        assert!(bytes.starts_with(start), "{name}: {:?}", &bytes[..10]);
    }
    // A layout is kept in a file, and options change it.
    let layout = file("layout.ron");
    check(&format!("sheet --print-layout --paper 100x150 --per-page 2 -o {}", layout.display()), "", 0, "");
    check(&format!("sheet --layout {} --per-page 1 -o {}", layout.display(), file("b.svg").display()), EASY, 0, "");
    let svg = std::fs::read_to_string(file("b.svg")).expect("written");
    assert!(svg.contains("viewBox=\"0 0 100 150\""), "{}", &svg[..200]);
    check(&format!("sheet --trace singles --per-page 12 -o {}", file("t.pdf").display()), EASY, 0, "");

    check_error("sheet -o a.doc", EASY, "a.doc: a sheet is a file that ends in .pdf, .svg, .png or .txt");
    check_error("sheet --per-page 3 -o a.pdf", EASY, "3 puzzles a page is not possible: use 1, 2, 4, 6, 9 or 12");
    check_error("sheet --paper a9 -o a.pdf", EASY, "invalid value 'a9' for '--paper <PAPER>': use a4, a5, letter or");
    check_error("sheet -o no/such/folder/a.pdf", EASY, "cannot write no/such/folder/a.pdf");
    std::fs::write(&layout, "(per_page: \"x\")").expect("written");
    check_error(
        &format!("sheet --layout {} -o a.pdf", layout.display()),
        EASY,
        &format!("{}: line 1, column ", layout.display()),
    );
}

#[test]
fn catalogues_are_compressed_and_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let all = name("all.grids");
    check(&format!("catalogue --shape 2x3 --compress {all}"), "", 0, "# 49 essentially different grids: that is all\n");
    assert!(std::fs::metadata(&all).expect("written").len() < 250);
    let listed = run(&["catalogue", "--shape", "2x3"], "").1;
    check(&format!("catalogue --from {all}"), "", 0, &listed);
    check(&format!("catalogue --from {all} --json"), "", 0, &run(&["catalogue", "--shape", "2x3", "--json"], "").1);
    let lines: Vec<&str> = listed.lines().collect();
    let seventh = format!("{}\n# 1 essentially different grid: as asked for\n", lines[6]);
    check(&format!("catalogue --from {all} --shape 2x3 --grids 7"), "", 0, &seventh);
    let three = format!("{}\n# 3 essentially different grids: as asked for\n", lines[46..49].join("\n"));
    check(&format!("catalogue --from {all} --grids 47..49"), "", 0, &three);
    check(&format!("catalogue --from {all} --grids 47..49 --sample 3"), "", 0, &three);
    let sample = |seed: &str| run(&["catalogue", "--from", &all, "--sample", "5", "--seed", seed], "").1;
    assert!(sample("1") == sample("1") && sample("1") != sample("2"));
    assert!(sample("1").lines().take(5).all(|line| lines.contains(&line)) && sample("1").lines().count() == 6);
    // The first ones; nothing is overwritten.
    let ten = name("ten.grids");
    check(
        &format!("catalogue --shape 3x3 --limit 10 --compress {ten}"),
        "",
        0,
        "# 10 essentially different grids: the limit\n",
    );
    assert!(run(&["catalogue", "--from", &ten], "").1.ends_with("# 10 essentially different grids: as asked for\n"));
    check_error(
        &format!("catalogue --limit 1 --compress {ten}"),
        "",
        &format!("--compress: {ten} is there already; name a new file"),
    );
    check_error(
        &format!("catalogue --from {all} --shape 3x3"),
        "",
        &format!("{all}: its grids are of shape 2x3, not 3x3"),
    );
    check_error(&format!("catalogue --from {all} --grids 40..50"), "", &format!("{all}: it has 49 grids; use --grids"));
    check_error(
        &format!("catalogue --from {all} --grids 4..5 --sample 3"),
        "",
        &format!("{all}: --sample: there are 2 grids to choose from; use a whole number (1 to 2)"),
    );
    check_error("catalogue --from a --grids 5..4", "", "invalid value '5..4' for '--grids <A..B>': use a number or");
    let bytes = std::fs::read(&all).expect("written");
    let broken = name("broken.grids");
    let mut damaged = bytes.clone();
    damaged[40] ^= 1;
    let newer = [&b"cluesmith grids 2\n"[..], &bytes[18..]].concat();
    for (bytes, expected) in [
        (&damaged[..], "this list of grids is damaged: a checksum does not fit"),
        (&bytes[..100], "this list of grids is cut off: it has no index at its end"),
        (&newer, "this list of grids is of another version of the format"),
        (b"1234341221434321\n", "this is no compressed list of grids"),
    ] {
        std::fs::write(&broken, bytes).expect("written");
        let (exit, stdout, error) = run(&["catalogue", "--from", &broken], "");
        assert_eq!(exit, 1, "{stdout}");
        assert!(error.contains(&format!("{broken}: {expected}")), "{error}");
    }
}

#[test]
fn catalogues_list_and_count_grids() {
    let two = "1234341221434321 # automorphisms: 32\n1234341223414123 # automorphisms: 16\n";
    check("catalogue --shape 2x2", "", 0, &format!("{two}# 2 essentially different grids: that is all\n"));
    let first = two.lines().next().expect("a line");
    check("catalogue --shape 2x2 --limit 1", "", 0, &format!("{first}\n# 1 essentially different grid: the limit\n"));
    let counted = "# 288 grids in all, counted here\n\
        # 128 ways of rearranging them; those that map grids onto themselves:\n";
    let (exit, stdout, _) = run(&["catalogue", "--shape", "2x2", "--count"], "");
    assert!(exit == 0 && stdout.starts_with(counted), "{stdout}");
    assert!(stdout.ends_with("2 # essentially different grids of 2x2, by Burnside's lemma\n"), "{stdout}");
    let (_, stdout, _) = run(&["catalogue", "--shape", "2x3", "--count", "--json"], "");
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(
        [&line["essentially_different"], &line["grids"], &line["grids_source"]],
        [&serde_json::json!("49"), &serde_json::json!("28200960"), &serde_json::Value::Null]
    );
    check_error(
        "catalogue --shape 3x4 --count",
        "",
        "--count: this takes too long for 3x4; use 2x2, 2x3, 3x2, 2x4, 4x2 or 3x3, or list the grids without --count",
    );
    // The first grids of 9x9 begin with the smallest band; a sample is the same for the same seed.
    let (_, stdout, _) = run(&["catalogue", "--limit", "50", "--json"], "");
    let lines: Vec<serde_json::Value> = stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 50);
    assert!(
        lines
            .iter()
            .all(|line| line["grid"].as_str().is_some_and(|grid| grid.starts_with("123456789456789123789123456")))
    );
    let sample =
        |seed: &str| run(&["catalogue", "--shape", "2x4", "--one-in", "20", "--limit", "30", "--seed", seed], "").1;
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("grids.txt");
    check(&format!("catalogue --shape 2x3 -o {}", file.display()), "", 0, "");
    let text = std::fs::read_to_string(&file).expect("written");
    assert_eq!(
        (text.lines().count(), text.lines().last()),
        (50, Some("# 49 essentially different grids: that is all"))
    );
    // What it lists is what the other commands read.
    let (exit, stdout, _) = run(&["canon", "--shape", "2x3", "--dedupe", &file.display().to_string()], "");
    assert_eq!((exit, stdout.lines().count()), (0, 49));
    assert!(stdout.lines().zip(text.lines()).all(|(form, line)| line.starts_with(form)));
}

#[test]
fn canon_prints_forms_and_finds_duplicates() {
    // The second is the first turned, the third another one.
    let input = "1.....3..1.....2\n2.....1..3.....1\n12..34..........\n";
    let (exit, stdout, _) = run(&["canon", "--shape", "2x2", "--json"], input);
    assert_eq!(exit, 0);
    let lines: Vec<serde_json::Value> = stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines[0]["input"], "1.....3..1.....2");
    assert_eq!(lines[0]["duplicate_of"], serde_json::Value::Null);
    assert_eq!((&lines[1]["duplicate_of"], &lines[1]["minlex"]), (&serde_json::json!(1), &lines[0]["minlex"]));
    assert_eq!(lines[2]["duplicate_of"], serde_json::Value::Null);
    assert!(lines[0]["automorphisms"].as_u64().expect("a number") >= 1);
    check("canon --shape 2x2 --dedupe", input, 0, "1.....3..1.....2\n12..34..........\n");
    check("canon --shape 2x2", "1...............\n", 0, "...............1 # automorphisms: 8\n");
    check_error("canon --shape 2x2", "11..............\n", "standard input: line 1: row 1 has two 1s");
}

#[test]
fn check_finds_puzzles_in_parts_and_goes_on_after_a_kill() {
    let grid = "1234341221434321\n";
    let (exit, whole, _) = run(&["check", "--shape", "2x2", "--clues", "7"], grid);
    assert_eq!(exit, 0);
    assert!(whole.lines().last().expect("a line").ends_with("puzzles with 7 clues, that is all"), "{whole}");
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("path").to_owned();
    let (first, second) = (path("1.txt"), path("2.txt"));
    let part = |shard: &str, file: &str| {
        run(&["check", "--shape", "2x2", "--clues", "7", "--shard", shard, "--results", file], grid)
    };
    assert_eq!(part("1/2", &first).0, 0);
    assert_eq!(part("2/2", &second).0, 0);
    // A kill cuts the last line: the task is done again, the rest is not.
    let text = std::fs::read_to_string(&first).expect("results");
    std::fs::write(&first, &text[..text.len() - 5]).expect("written");
    assert_eq!(part("1/2", &first).0, 0);
    assert!(std::fs::read_to_string(&first).expect("results").lines().count() <= text.lines().count() + 1);
    let merged = ["check", "--shape", "2x2", "--clues", "7", "--merge", &first, "--merge", &second];
    assert_eq!(run(&merged, grid), (0, whole, String::new()));

    // A digit that was changed, here of a task's number, is noticed.
    let damaged = text.replacen(" 0 ", " 1 ", 1).replacen(" 2 ", " 0 ", 1);
    assert_ne!(damaged, text);
    std::fs::write(&second, damaged).expect("written");
    let (exit, stdout, stderr) = run(&merged, grid);
    assert_eq!((exit, stdout.as_str()), (1, ""));
    assert!(stderr.contains("this line is damaged, its checksum does not fit"), "{stderr}");

    std::fs::write(&second, "nonsense here\n").expect("written");
    let (exit, stdout, stderr) = run(&merged, grid);
    assert_eq!((exit, stdout.as_str()), (1, ""));
    assert!(stderr.contains("2.txt: line 1: this is no line of a file of results"), "{stderr}");
}

#[test]
fn check_shows_unavoidable_sets_and_what_a_pattern_misses() {
    let (exit, stdout, _) = run(&["check", "--shape", "2x2", "--unavoidable", "4", "--json"], "1234341221434321\n");
    assert_eq!(exit, 0);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(line["unavoidable_sets"], line["by_size"]["4"]);
    assert_eq!(line["sets"].as_array().expect("sets").len() as u64, line["unavoidable_sets"].as_u64().expect("number"));
    assert_eq!(line["types"][0]["form"], ".........1.2.2.1");
    assert_eq!(line["types"][0]["sets"], line["unavoidable_sets"]);
    assert!(line["type_of_set"].as_array().expect("indices").iter().all(|of_set| of_set == 0));
    assert!(line.get("higher_degrees").is_none(), "{stdout}");
    let arguments = ["check", "--shape", "2x2", "--unavoidable", "12", "--degree", "2"];
    let (exit, stdout, _) = run(&arguments, "1234341221434321\n");
    assert!(exit == 0 && stdout.contains("\n# r1c1 r1c2 r3c1 r3c2: type 1.2.2.1\n"), "{stdout}");
    assert!(stdout.contains(": 2 clues or more, type ") && stdout.contains(" of 4 cells, type 1.2.2.1\n"), "{stdout}");
    let arguments = ["check", "--shape", "2x2", "--pattern", "x...............", "--json"];
    let (exit, stdout, _) = run(&arguments, "1234341221434321\n");
    assert_eq!(exit, 0);
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(line["proper"], false);
    assert!(!line["missed"].as_array().expect("missed").is_empty());
    assert!(line["proposed_cells"].as_array().expect("cells").len() >= 3);
    check_error("check --shape 2x2 --clues 4", "1...............\n", "standard input: line 1: give a solution grid");
    check_error(
        "check --shape 2x2 --clues 17",
        "1234341221434321\n",
        "--clues: a puzzle of this shape has 1 to 16 clues",
    );
    check_error("check --clues 16 --degree 2 -", "", "the argument '--");
    check_error("check --unavoidable 4 --max-degree 2 -", "", "the argument '--");
    let few = ["check", "--shape", "2x2", "--clues", "5"];
    let (_, expected, _) = run(&few, "1234341221434321\n");
    for ablation in ["--no-dead-clues", "--max-degree=1", "--no-effective-size"] {
        let (exit, stdout, _) = run(&[&few[..], &[ablation]].concat(), "1234341221434321\n");
        assert_eq!((exit, stdout), (0, expected.clone()), "{ablation}");
    }
    check_error("check --clues 16 --shard 3/2 -", "", "invalid value '3/2' for '--shard <I/N>': use part/parts");
}

#[test]
fn lp_solve_says_why() {
    let why = ["lp", "solve", "--shape", "2x2", "--why", "r3c4<>1", "--why", "r1c1<>2"];
    let (exit, stdout, _) = run(&why, ".24............3\n");
    assert_eq!(exit, 0);
    assert!(
        stdout.ends_with("# r3c4<>1: (r3c4) - (4 in column 4)\n# r1c1<>2: the clue at r1c2 rules it out\n"),
        "{stdout}"
    );
    let (_, stdout, _) = run(&[&why[..], &["--json"]].concat(), ".24............3\n");
    let line: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(line["why"][0]["covers"][0]["constraint"], "r3c4");
    assert_eq!(line["why"][0]["bases"][0]["times"], 1);
    assert_eq!(line["why"][1]["reason"], "the clue at r1c2 rules it out");
    check_error(
        "lp solve --shape 2x2 --why r1c5<>1 -",
        "1...............\n",
        "--why: \"r1c5<>1\" is no candidate of shape 2x2",
    );
}

#[test]
fn version_names_the_commit_where_there_is_one() {
    let git = std::process::Command::new("git")
        .args(["-C", env!("CARGO_MANIFEST_DIR"), "rev-parse", "--short=9", "HEAD"])
        .output();
    let commit = match git {
        Ok(git) if git.status.success() => format!(" ({})", String::from_utf8_lossy(&git.stdout).trim()),
        _ => String::new(),
    };
    check("--version", "", 0, &format!("cluesmith {}{commit}\n", env!("CARGO_PKG_VERSION")));
}
