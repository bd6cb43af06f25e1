//! Other programs' texts: examples read, everything written read back, rubbish refused in good order.

mod common;

use cluesmith::formats::{
    Content, Format, Info, PuzzleEntry, Shapes, Site, link, read_any, read_puzzles, short_link, write,
};
use cluesmith::grid::{Candidate, Cell, Digit, Puzzle, SHAPES, Shape, parse_puzzles};
use cluesmith::logic::{Board, StrategySet, next_step};
use proptest::prelude::*;

const PUZZLE: &str = ".8.697.3...6...587...1..9...9..6...47.5.3..2....9...1.1.938.4...7.......2........";
const HODOKU: &str = ".8.47...3....5..16.4.....5....3..7..........432...1.658.3.4...2..........1.5.3...";

/// Shape, clues, what is known beyond them, texts.
fn show(entry: &PuzzleEntry) -> String {
    let mut text = format!("{} {}", entry.shape(), entry.puzzle);
    if let Some(board) = &entry.board {
        let n_placed = board.values().n_clues() - entry.puzzle.n_clues();
        text.push_str(&format!(" (+{n_placed} placed, {} candidates)", board.n_candidates()));
    }
    let info = &entry.info;
    for part in
        [&info.title, &info.author, &info.comment, &info.rules, &info.source, &info.level, &info.date, &info.url]
    {
        if !part.is_empty() {
            text.push_str(&format!("; {part}"));
        }
    }
    text
}

fn read(text: &str, shapes: Shapes) -> String {
    match read_puzzles(text, shapes) {
        Ok(entries) => entries.iter().map(show).collect::<Vec<_>>().join("\n"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(read(text, Shapes::Prefer(Shape::NINE)), expected);
}

fn rows(puzzle: &str, n: usize) -> String {
    let cells: Vec<char> = puzzle.chars().collect();
    cells.chunks(n).map(|row| row.iter().collect::<String>() + "\n").collect()
}

#[test]
fn lines_are_read() {
    check(&format!("# mine\n\n{PUZZLE}\r\n{HODOKU},hard;4"), &format!("3x3 {PUZZLE}\n3x3 {HODOKU}"));
    check(&PUZZLE.replace('.', "*"), &format!("3x3 {PUZZLE}"));
    check(&PUZZLE.replace('.', " "), &format!("3x3 {PUZZLE}"));
    check("1..............2", "2x2 1..............2");
    check(
        "{\"puzzle\":\"1..............2\",\"seconds\":1}\n{\"verdict\":\"impossible\",\"puzzle\":null}\n",
        "2x2 1..............2",
    );
    check("", "");
    check(
        &format!("{}\n{}x", PUZZLE, &PUZZLE[1..]),
        "line 2, column 81: \"x\" is no digit of shape 3x3: use 1 to 9, and . or 0 for an empty cell",
    );
    let sukaku: String = (0..81).map(|cell| if cell == 0 { "1........" } else { ".23456789" }).collect();
    check(&sukaku, &format!("3x3 1{} (+0 placed, 640 candidates)", ".".repeat(80)));
}

/// A remark may hold the signs of other formats.
#[test]
fn remarks_do_not_make_lines_a_table_or_a_grid() {
    let shown = format!("3x3 {PUZZLE}");
    for remark in ["a, puzzle, \"b\"", "a ; \"b;c\"", "puzzle\tb", "wow!", "a | b", "id,puzzle"] {
        check(&format!("{PUZZLE} # {remark}\n"), &shown);
        check(&format!("{PUZZLE} # {remark}\n{PUZZLE} # {remark}\n"), &format!("{shown}\n{shown}"));
    }
}

#[test]
fn grids_are_read() {
    check(&rows(PUZZLE, 9), &format!("3x3 {PUZZLE}"));
    check(&format!("{}\n{}", rows(PUZZLE, 9), rows(HODOKU, 9)), &format!("3x3 {PUZZLE}\n3x3 {HODOKU}"));
    check("1 2 | . .\n. . | 1 .\n----+----\n. . | . 3\n. 3 | . .\n", "2x2 12....1....3.3..");
    check(
        "+---+---+\n|12.|...|\n|...|...|\n+---+---+\n|...|...|\n|...|...|\n+---+---+\n|...|...|\n|..6|...|\n+---+---+\n",
        &format!("2x3 12.{}6...", ".".repeat(29)),
    );
    check("1 . . .  # a row\n. . . .\n. . . .\n. . .\n", "line 4: a row of this grid has 4 characters, this one has 3");
    check(
        "12..\n....\n.5..\n....\n",
        "line 3, column 2: \"5\" is no digit of shape 2x2: use 1 to 4, and . or 0 for an empty cell",
    );
    check(
        "\u{250c}\u{2500}\u{2500}\u{252c}\u{2500}\u{2500}\u{2510}\n\u{2502}1.\u{2502}..\u{2502}\n\u{2502}..\u{2502}..\u{2502}\n\u{251c}\u{2500}\u{2500}\u{253c}\u{2500}\u{2500}\u{2524}\n\u{2502}..\u{2502}..\u{2502}\n\u{2502}..\u{2502}.2\u{2502}\n\u{2514}\u{2500}\u{2500}\u{2534}\u{2500}\u{2500}\u{2518}\n",
        "2x2 1..............2",
    );
    // Sixteen lines of sixteen digits up to 4 are small puzzles; larger digits make them one grid.
    let small = "1..............2\n".repeat(16);
    assert_eq!(read(&small, Shapes::Prefer(Shape::NINE)).lines().count(), 16);
    check(&small.replace('2', "G"), &format!("4x4 {}", "1..............G".repeat(16)));
}

#[test]
fn files_with_headers_are_read() {
    let rows = rows(PUZZLE, 9);
    let header =
        "#ARuud\n#DA random puzzle created by SudoCue\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://www.sudocue.net/\n";
    let texts = "A random puzzle created by SudoCue; Ruud; SudoCue; Easy; 03-08-2006; http://www.sudocue.net/";
    check(&format!("{header}{rows}"), &format!("3x3 {PUZZLE}; {texts}"));
    check(
        &format!("[Puzzle]\r\n{}[State]\r\n{}", rows.replace('\n', "\r\n"), "123456789\r\n".repeat(9)),
        &format!("3x3 {PUZZLE}"),
    );
}

#[test]
fn simple_sudoku_files_are_read() {
    let grid = "*-----------*\n|.8.|47.|..3|\n|...|.5.|.16|\n|.4.|...|.5.|\n|---+---+---|\n|...|3..|7..|\n|...|...|..4|\n|32.|..1|.65|\n|---+---+---|\n|8.3|.4.|..2|\n|...|...|...|\n|.1.|5.3|...|\n*-----------*\n";
    check(grid, &format!("3x3 {HODOKU}"));
    let before = Board::new(&parse_puzzles(Shape::NINE, HODOKU).expect("puzzle")[0]);
    let (i, e) = (Cell(38), Cell(78));
    let mut after = before.clone();
    after.place(Candidate::new(i, Digit::new(8)));
    after.eliminate(Candidate::new(e, Digit::new(7)));
    check(
        &format!("{grid}\nI388\nE78007\n"),
        &format!("3x3 {HODOKU} (+1 placed, {} candidates)", after.n_candidates()),
    );
    check(
        &format!("{grid}\nI991\n"),
        "line 15: \"I991\" is no record of a Simple Sudoku file: use Iccd or Eccddd, cell 00 to 80 and digit",
    );
}

#[test]
fn pencil_marks_are_read() {
    // r4c1 has one candidate, which r1c1 holds too: not placed yet.
    let grid = ".-------.-------.\n| 14 2  | 3  14 |\n| 3  14 | 2  14 |\n:-------+-------:\n| 2  3  | 14 14 |\n| 1  14 | 14 23 |\n'-------'-------'\n";
    check(grid, "2x2 .23.3.2.23...... (+0 placed, 19 candidates)");
    // SudoCue progress: the digit after u was placed by the player.
    check("u1 2 3 4\n3 4 12 12\n24 13 14 23\n24 13 24 13\n", "2x2 .23434.......... (+1 placed, 20 candidates)");
    check("14 22 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", "line 1, column 5: the cell lists 2 twice");
    check("12 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 1 1\n", "line 1: r2c3 and r4c3 have 1 as their only candidate");
}

#[test]
fn library_lines_are_read() {
    let line = format!(":0700-1:57:+4{}:113 912::113:2", &PUZZLE[1..]);
    let entries = read_puzzles(&line, Shapes::Only(Shape::NINE)).expect("a line");
    assert_eq!(entries[0].puzzle.to_string(), PUZZLE);
    let board = entries[0].board.as_ref().expect("a state");
    assert_eq!(board.value(Cell(0)), Some(Digit::new(4)));
    assert_eq!(board.marks(Cell(2)).iter().map(Digit::value).collect::<Vec<_>>(), [2]);
    check(":0000:1:123:::", "line 1, column 9: the givens of a 3x3 grid are 81 cells, here are 3");
    check(&format!(":0000:1:{PUZZLE}:99:::"), "line 1, column 91: \"99\" is no candidate: use digit, row, column");
}

#[test]
fn opensudoku_collections_are_read() {
    let v1 = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>Five &amp; six</name><author>A</author><description/><comment/>\n<created>2026-01-02</created><source/><level>easy</level><sourceURL/>\n<game data=\"{}\"/>\n<game data=\"{PUZZLE}\"/></opensudoku>",
        HODOKU.replace('.', "0")
    );
    let texts = "Five & six; A; easy; 2026-01-02";
    check(&v1, &format!("3x3 {HODOKU}; {texts}\n3x3 {PUZZLE}; {texts}"));
    let fields: String = (PUZZLE.chars().enumerate())
        .map(|(i, c)| match (i, c) {
            (0, _) => "4|0|1|".to_owned(),
            (2, _) => "0|9|1|".to_owned(),
            (_, '.') => "0|0|1|".to_owned(),
            _ => format!("{c}|0|0|"),
        })
        .collect();
    let v2 = format!(
        "<opensudoku version=\"2\"><folder name=\"F\" created=\"1\"><game created=\"1\" state=\"0\" time=\"0\" last_played=\"0\" data=\"version: 3\n{fields}\" note=\"n\" command_stack=\"\"/></folder></opensudoku>"
    );
    let entries = read_puzzles(&v2, Shapes::Prefer(Shape::NINE)).expect("a collection");
    assert_eq!((entries[0].puzzle.to_string().as_str(), entries[0].info.title.as_str()), (PUZZLE, "F"));
    let board = entries[0].board.as_ref().expect("a state");
    assert_eq!(board.value(Cell(0)), Some(Digit::new(4)));
    assert_eq!(board.marks(Cell(2)).iter().map(Digit::value).collect::<Vec<_>>(), [1]);
    check(
        "<opensudoku>\n<game data=\"12\"/></opensudoku>",
        "line 2: the game's data: a puzzle of shape 3x3 has 81 cells (9 rows of 9), this line has 2 characters",
    );
    check(
        "<html></html>",
        "line 1, column 1: XML with the root element \"html\" is not known here: OpenSudoku collections have \"opensudoku\"",
    );
    check("<opensudoku>\n <a></opensudoku>", "line 2, column 5: this is no XML: expected 'a' tag, not 'opensudoku'");
    check(
        "<!DOCTYPE a [<!ENTITY b \"c\">]><opensudoku>&b;</opensudoku>",
        "line 1, column 1: this is no XML: XML with DTD detected",
    );
}

#[test]
fn tables_are_read() {
    check(
        &format!("id,Puzzle,title\r\n1,{PUZZLE},\"a, b\"\r\n2,{HODOKU},c\r\n"),
        &format!("3x3 {PUZZLE}; a, b\n3x3 {HODOKU}; c"),
    );
    check(&format!("7;x;{PUZZLE}\n8;y;{HODOKU}"), &format!("3x3 {PUZZLE}\n3x3 {HODOKU}"));
    check(
        &format!("id\tpuzzle\n1\t{PUZZLE}\n2\t{}X\n", &PUZZLE[1..]),
        "line 3: column 2 of the table, character 81: \"X\" is no digit of shape 3x3: use 1 to 9, and . or 0 for an empty cell",
    );
    check("id,puzzle\n1\n", "line 2: this row has no column 2, where the puzzles are");
}

#[test]
fn links_of_the_sites_are_read() {
    check("https://sudokupad.app/scf0I4bhP1GsjNve43WB65IDYqeBFX", &format!("3x3 {HODOKU}"));
    check(
        "https://sudokupad.app/scf0I4bhP1GsjNve43WB65IDYqeBFX*tMy%20title*aMe",
        &format!("3x3 {HODOKU}; My title; Me"),
    );
    check("scf0I4bhP1GsjNve43WB65IDYqeBFX", &format!("3x3 {HODOKU}"));
    check(
        "https://sudokupad.app/abc123",
        "line 1: this link does not hold the puzzle itself, only its place on the server",
    );
    check("https://example.org/?load=N4Ig", "line 1: this is no link of f-puzzles.com or sudokupad.app");
    check("https://www.f-puzzles.com/?load=N4Ig", "line 1: this link is damaged or cut off: it does not unpack");
    // Packed by lz-string itself: SudokuPad's JSON with short keys, as the site packs it.
    let short = "{ce:[[{v:1},,,],[,,,],[,,,{v:4}],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],metadata:{t:'It\\'s',author:'Me'}}";
    check(&format!("https://sudokupad.app/scl{}", lz_str::compress_to_base64(short)), "2x2 1..........4....; It's; Me");
    let killer = r#"{"size":9,"grid":[],"killercage":[{"cells":["R1C1"]}]}"#;
    check(
        &format!("https://www.f-puzzles.com/?load={}", lz_str::compress_to_base64(killer)),
        "line 1: this puzzle has the rule \"killercage\", which cluesmith does not know",
    );
    check(
        "{\"size\":9,\n\"grid\":[[3]]}",
        "line 2, column 10: this is no f-puzzles puzzle: a cell is expected here, not 3",
    );
}

#[test]
fn patterns_are_told_from_puzzles() {
    let any = |text: &str| match read_any(text, Shapes::Prefer(Shape::NINE)) {
        Ok(Content::Patterns(patterns)) => format!("{} {}", patterns[0].shape, patterns[0]),
        Ok(Content::Puzzles(entries)) => entries.iter().map(show).collect(),
        Err(error) => error.to_string(),
    };
    assert_eq!(any("*--*\n----\n----\n*--*\n"), "2x2 x..x........x..x");
    assert_eq!(any("................"), "2x2 ................");
    assert_eq!(any("1..............1"), "2x2 1..............1");
    assert_eq!(any("|1.|..|\n|..|..|\n|..|..|\n|..|..|\n"), "2x2 1...............");
}

/// Clues of every density; some with a state on the way to the solution.
fn sample(shape: Shape, seed: u64) -> PuzzleEntry {
    let n = shape.n() as u64;
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    };
    let mut puzzle = Puzzle::empty(shape);
    for cell in shape.cells() {
        let digit = Digit::from_index((next() % n) as usize);
        puzzle.set(cell, Some(digit));
        if next() % 3 != 0 || puzzle.conflict().is_some() {
            puzzle.set(cell, None);
        }
    }
    PuzzleEntry {
        info: Info { title: "Title & <b>".to_owned(), author: "M\u{e9}".to_owned(), ..Info::default() },
        ..PuzzleEntry::new(puzzle)
    }
}

/// The entry with a step or two carried out, of a puzzle that can be solved.
fn half_solved() -> PuzzleEntry {
    let puzzle = parse_puzzles(Shape::NINE, PUZZLE).expect("puzzle").remove(0);
    let mut board = Board::new(&puzzle);
    for _ in 0..3 {
        let Some(step) = next_step(&board, StrategySet::SINGLES) else { break };
        step.apply(&mut board);
    }
    let open = Shape::NINE.cells().find(|&cell| board.marks(cell).len() > 2).expect("an open cell");
    let digit = board.marks(open).iter().next().expect("a candidate");
    board.eliminate(Candidate::new(open, digit));
    PuzzleEntry { board: Some(board), ..PuzzleEntry::new(puzzle) }
}

#[test]
fn what_is_written_is_read_back() {
    let readable = [
        Format::Lines,
        Format::Grid,
        Format::Sdm,
        Format::Sdk,
        Format::SimpleSudoku,
        Format::OpenSudoku,
        Format::FPuzzles,
        Format::SudokuPad,
    ];
    for format in readable {
        for (index, shape) in Shape::plain_shapes().enumerate() {
            let entry = sample(shape, index as u64 + 1);
            let Ok(text) = write(format, std::slice::from_ref(&entry)) else {
                assert_ne!(shape, Shape::NINE, "{}", format.name());
                continue;
            };
            for shapes in [Shapes::Only(shape), Shapes::Prefer(shape)] {
                let back = read_puzzles(&text, shapes).unwrap_or_else(|e| panic!("{}: {e}\n{text}", format.name()));
                assert_eq!((back.len(), &back[0].puzzle), (1, &entry.puzzle), "{}\n{text}", format.name());
                if matches!(format, Format::Sdk | Format::OpenSudoku | Format::FPuzzles | Format::SudokuPad) {
                    assert_eq!(back[0].info, entry.info, "{}", format.name());
                }
            }
        }
    }
    let entry = half_solved();
    for format in [Format::SimpleSudoku, Format::FPuzzles, Format::SudokuPad] {
        let text = write(format, std::slice::from_ref(&entry)).expect("a text");
        let back = read_puzzles(&text, Shapes::Only(Shape::NINE)).expect("readable");
        assert_eq!((&back[0].puzzle, &back[0].board), (&entry.puzzle, &entry.board), "{}\n{text}", format.name());
    }
    // Pencil marks do not tell clues from digits placed later; digits and marks are the same.
    let text = write(Format::PencilMarks, std::slice::from_ref(&entry)).expect("a text");
    let back = read_puzzles(&text, Shapes::Only(Shape::NINE)).expect("readable");
    let (found, expected) = (back[0].state(), entry.state());
    assert_eq!(found.values(), expected.values(), "{text}");
    for cell in Shape::NINE.cells() {
        assert_eq!(found.marks(cell), expected.marks(cell), "{}\n{text}", Shape::NINE.cell_name(cell));
    }
}

/// The decoder in the program is its own, the encoder is not; the other way round here.
#[test]
fn an_independent_decoder_reads_the_links() {
    for shape in SHAPES {
        let entry = sample(shape, 5);
        for (site, before) in [
            (Site::FPuzzles, "https://www.f-puzzles.com/?load="),
            (Site::SudokuPad, "https://sudokupad.app/scf?puzzleid=fpuzzles"),
        ] {
            let link = link(&entry, site);
            let packed = link
                .strip_prefix(before)
                .expect("the address")
                .replace("%2B", "+")
                .replace("%2F", "/")
                .replace("%3D", "=");
            let units = lz_str::decompress_from_base64(&packed).expect("it unpacks");
            let json: serde_json::Value =
                serde_json::from_str(&String::from_utf16(&units).expect("text")).expect("JSON");
            assert_eq!(json["size"], shape.n());
            assert_eq!(json["title"], "Title & <b>");
            for cell in shape.cells() {
                let square = &json["grid"][shape.row(cell)][shape.col(cell)];
                assert_eq!(square["value"].as_u64(), entry.puzzle.get(cell).map(|d| u64::from(d.value())));
                let boxes_are_usual = ["2x2", "2x3", "2x4", "3x3", "3x4", "4x4"].contains(&shape.to_string().as_str());
                assert_eq!(square["region"].as_u64(), (!boxes_are_usual).then(|| shape.box_of(cell) as u64));
            }
        }
    }
    let entry = PuzzleEntry::new(parse_puzzles(Shape::NINE, HODOKU).expect("puzzle").remove(0));
    assert_eq!(short_link(&entry), "https://sudokupad.app/scf0I4bhP1GsjNve43WB65IDYqeBFX");
}

#[test]
fn texts_for_publishing_have_the_form() {
    let entry = PuzzleEntry { info: Info { title: "A_b <c>".to_owned(), ..Info::default() }, ..sample(SHAPES[0], 2) };
    let text = |format| write(format, std::slice::from_ref(&entry)).expect("a text");
    let mut cells = entry.puzzle.to_string().replace('.', " ");
    cells.truncate(4);
    let cells: Vec<String> = cells.chars().map(String::from).collect();
    let markdown = text(Format::Markdown);
    assert!(markdown.starts_with("### A\\_b \\<c\\>\n\n|   |   |   |   |\n|:-:|:-:|:-:|:-:|\n"), "{markdown}");
    assert!(markdown.contains(&format!("\n| {} |\n", cells.join(" | "))), "{markdown}");
    let html = text(Format::Html);
    assert!(html.contains("A_b &lt;c&gt;") && html.matches("<td").count() == 16, "{html}");
    assert_eq!(html.matches("class=\"l t\"").count(), 1);
    let tikz = text(Format::Tikz);
    assert!(
        tikz.contains("\\section*{A\\_b <c>}") && tikz.matches("\\node").count() == entry.puzzle.n_clues(),
        "{tikz}"
    );
    assert_eq!(
        write(Format::Latex, std::slice::from_ref(&entry)).expect_err("9x9 only").to_string(),
        "the format latex is for shape 3x3, puzzle 1 has shape 2x2"
    );
    let nine = write(Format::Latex, &[sample(Shape::NINE, 1)]).expect("a text");
    assert_eq!(nine.lines().filter(|line| line.starts_with('|') && line.ends_with("|.")).count(), 9);
    assert!(write(Format::Sdk, &[]).is_err());
}

#[test]
fn collections_are_read() {
    for (file, n) in [
        ("seventeen-clue-royle-49151.txt", 49151),
        ("serg-10000-multiple-solutions.txt", 10_000),
        ("top1465.txt", 1465),
        ("rated-mixed500.tsv", 250),
        ("reglib-1.3.txt", 1112),
    ] {
        let Some(text) = common::oracle(file) else { return };
        let entries = read_puzzles(&text, Shapes::Prefer(Shape::NINE)).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert_eq!(entries.len(), n, "{file}");
        assert!(entries.iter().all(|entry| entry.shape() == Shape::NINE && entry.puzzle.conflict().is_none()));
    }
}

/// Texts in all formats, to be damaged.
fn corpus() -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for (index, shape) in SHAPES.into_iter().enumerate() {
        let entries = [sample(shape, index as u64 + 1)];
        texts.extend(Format::ALL.into_iter().filter_map(|format| write(format, &entries).ok()));
    }
    texts.extend(Format::ALL.into_iter().filter_map(|format| write(format, &[half_solved()]).ok()));
    texts.push(format!(":0700-1:57:{PUZZLE}:911 912::113:2\n"));
    texts.push(format!("id,puzzle,title\n1,{PUZZLE},\"a\"\n"));
    texts.push(format!("[Puzzle]\n{}[State]\n", rows(PUZZLE, 9)));
    texts.push("u1 2 3 4\n3 4 12 12\n24 13 14 23\n24 13 24 13\n".to_owned());
    texts.push("{ce:[[{v:1},,,],[,,,],[,,,{v:4}],[,,,]],re:[],metadata:{t:'It\\'s'}}".to_owned());
    texts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_texts_never_panic(
        which in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, "[\\PC\n\t]{0,4}|[0-9.|:<>\"{},u+-]{0,3}"), 0..6),
        splice in any::<Option<prop::sample::Index>>(),
        shape in 0..SHAPES.len(),
    ) {
        let corpus = corpus();
        let mut chars: Vec<char> = which.get(&corpus).chars().collect();
        if let Some(at) = splice {
            let tail = other.get(&corpus).chars().skip(at.index(200));
            chars.truncate(at.index(chars.len().max(1)));
            chars.extend(tail);
        }
        for (at, length, text) in cuts {
            let start = at.index(chars.len().max(1)).min(chars.len());
            let end = (start + length).min(chars.len());
            chars.splice(start..end, text.chars());
        }
        let text: String = chars.into_iter().collect();
        for shapes in [Shapes::Only(SHAPES[shape]), Shapes::Prefer(Shape::NINE)] {
            if let Ok(Content::Puzzles(entries)) = read_any(&text, shapes) {
                for entry in &entries {
                    prop_assert!(matches!(shapes, Shapes::Prefer(_)) || entry.shape() == SHAPES[shape]);
                    // Whatever was read can be written.
                    for format in Format::ALL {
                        let _ = write(format, std::slice::from_ref(entry));
                    }
                }
            }
        }
    }

    #[test]
    fn rubbish_never_panics(text in "\\PC{0,300}|[0-9.|\n *+-]{0,400}|[<>a-z=\"/ ]{0,200}|[\\[\\]{}:,0-9\"a-z]{0,200}") {
        let _ = read_any(&text, Shapes::Prefer(Shape::NINE));
    }
}

/// A megabyte of the kinds of rubbish that hurt parsers: nesting, attributes, entities, borders,
/// links that unpack to far more. A reader with a quadratic step would not come back.
#[test]
fn a_megabyte_of_rubbish_is_refused() {
    let big = |unit: &str| unit.repeat((1 << 20) / unit.len());
    let bomb = lz_str::compress_to_base64(format!("{{\"a\":\"{}", "b".repeat(3 << 20)).as_str());
    let attributes = (0..130_000).map(|i| format!(" a{i}=\"\"")).collect::<Vec<_>>().concat();
    let mut texts = vec![
        big("<a>"),
        format!("<opensudoku>{}", big("<folder>")),
        format!("<opensudoku{attributes}/>"),
        format!("<opensudoku>{}</opensudoku>", big("<game data=\"\"/>\n")),
        big("{\"grid\":["),
        format!("{{\"size\":9,\"grid\":{}", big("[")),
        format!("{{'ce':{}", big("[,")),
        format!("https://www.f-puzzles.com/?load={bomb}"),
        format!("https://www.f-puzzles.com/?load={}", big("N4Ig")),
        format!("https://sudokupad.app/scl{}", big("%2B")),
        format!("https://sudokupad.app/scf{}", big("x")),
        format!(":0000:1:{}", big("+1")),
        format!(":0000:1:{PUZZLE}:{}::", big("99x ")),
        format!("id,puzzle\n{}", big("\"")),
        format!("id,puzzle\n{}", big("1,1\n")),
        format!("[Puzzle]\n{}", big("1\n")),
    ];
    texts.extend(
        ["1", ".", "|", "| ", "-", "1 ", "1\n", "1|\n", "+--\n", ":", ",", "x", "u1 ", "#", "[", "\u{feff}", "\u{e9}"]
            .map(big),
    );
    for text in texts {
        let start: String = text.chars().take(40).collect();
        let result = read_any(&text, Shapes::Prefer(Shape::NINE));
        let n_found = match &result {
            Ok(Content::Puzzles(entries)) => entries.len(),
            _ => 0,
        };
        assert_eq!(n_found, 0, "{start}");
        if let Err(error) = result {
            assert!(error.to_string().len() < 400, "{start}: {error}");
        }
    }
}

#[test]
fn rules_in_own_words_travel_with_links_and_pages() {
    let check = |layout: &str, rules: &str, comment: &str| {
        let shape: Shape = layout.parse().expect("a layout");
        let info = Info { rules: rules.to_owned(), comment: comment.to_owned(), ..Info::default() };
        let mut puzzle = Puzzle::empty(shape);
        puzzle.set(shape.cell(0, 1), Some(Digit::new(2)));
        let entry = PuzzleEntry { info: info.clone(), ..PuzzleEntry::new(puzzle) };
        for format in [Format::FPuzzles, Format::SudokuPad] {
            let text = write(format, std::slice::from_ref(&entry)).expect("written");
            let back = read_puzzles(&text, Shapes::Prefer(shape)).expect("read").remove(0);
            assert_eq!(back.info, info, "{layout} {format:?}");
        }
        for format in [Format::Html, Format::Tikz] {
            let text = write(format, std::slice::from_ref(&entry)).expect("written");
            let is_composed = text.contains("Normal sudoku rules apply.");
            assert_eq!(is_composed, rules.is_empty() && shape.has_rules(), "{layout} {format:?}");
            assert!(text.contains(rules), "{layout} {format:?}");
        }
    };
    for layout in ["3x3", "3x3 x", "4 regions=AAABCABBCCDBCDDD anti-king"] {
        check(layout, "", "");
        check(layout, "", "A gift.");
        check(layout, "The cross holds each digit.", "");
    }
}
