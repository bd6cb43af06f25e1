//! Valid texts of every kind that is read, by chance.

use super::random::Random;
use cluesmith::formats::{Format, PuzzleEntry, Site, link, short_link, write};
use cluesmith::grid::{Candidate, Cell, Digit, Puzzle, Regions, SHAPES, Shape, Symmetry};
use cluesmith::logic::{Board, STRATEGIES, StrategySet};
use cluesmith::project::file::layout_to_text;
use cluesmith::sheet::Sheet;
use std::fmt::Write;

pub(crate) fn shape(random: &mut Random) -> Shape {
    if random.once_in(2) { Shape::NINE } else { SHAPES[random.below(SHAPES.len())] }
}

/// A shape whose puzzles take little time.
pub(crate) fn small_shape(random: &mut Random) -> Shape {
    if random.once_in(8) { Shape::NINE } else { SHAPES[random.below(5)] }
}

/// A solution grid: the simplest one with digits, bands and rows within bands exchanged.
pub(crate) fn solution(random: &mut Random, shape: Shape) -> Puzzle {
    let ((height, width), n) = (shape.boxes().expect("boxes"), shape.n());
    let mut digits: Vec<u8> = (1..=n as u8).collect();
    random.shuffle(&mut digits);
    let mut bands: Vec<Vec<usize>> = (0..n).collect::<Vec<_>>().chunks(height).map(<[usize]>::to_vec).collect();
    bands.iter_mut().for_each(|band| random.shuffle(band));
    random.shuffle(&mut bands);
    let digit = |row: usize, col: usize| digits[(row % height * width + row / height + col) % n];
    let values: Vec<u8> = bands.concat().iter().flat_map(|&row| (0..n).map(move |col| digit(row, col))).collect();
    Puzzle::from_values(shape, &values)
}

/// Some digits of a solution grid; mostly enough for one solution.
pub(crate) fn puzzle(random: &mut Random, shape: Shape) -> Puzzle {
    let mut puzzle = solution(random, shape);
    let kept = [10, 30, 50, 70, 90, 100][random.below(6)];
    for cell in shape.cells() {
        if random.below(100) >= kept {
            puzzle.set(cell, None);
        }
    }
    puzzle
}

/// A pattern as text: one mark for clue cells.
pub(crate) fn pattern(random: &mut Random, shape: Shape) -> String {
    let (clue, open) = (random.pick(&["x", "x", "x", "*", "1", "#", "é"]), random.pick(&[".", ".", "0", "-", "_"]));
    let kept = 10 + random.below(80);
    (0..shape.n_cells()).map(|_| if random.below(100) < kept { clue } else { open }).collect()
}

fn words(random: &mut Random) -> String {
    const WORDS: [&str; 8] = ["", "Heart", "a: b", "\"q\" & <b>", "ä, ö; ü", "puzzle", "1,2", "日本"];
    random.pick(&WORDS).to_owned()
}

/// A puzzle with title and author, now and then solved a little way.
pub(crate) fn entry(random: &mut Random, shape: Shape) -> PuzzleEntry {
    let mut entry = PuzzleEntry::new(puzzle(random, shape));
    entry.info.title = words(random);
    entry.info.author = words(random);
    entry.info.comment = words(random);
    if random.once_in(2) && entry.puzzle.conflict().is_none() {
        let mut board = Board::new(&entry.puzzle);
        for _ in 0..random.below(6) {
            let cell = Cell::from_index(random.below(shape.n_cells()));
            let marks: Vec<Digit> = board.marks(cell).iter().collect();
            match marks[..] {
                [only] if board.value(cell).is_none() => board.place(Candidate::new(cell, only)),
                [first, _, ..] => _ = board.eliminate(Candidate::new(cell, first)),
                _ => {}
            }
        }
        entry.board = Some(board);
    }
    entry
}

/// What f-puzzles and SudokuPad pack into their links.
pub(crate) fn link_json(random: &mut Random) -> String {
    let shape = shape(random);
    let n = shape.n();
    if random.once_in(2) {
        let link = link(&entry(random, shape), Site::FPuzzles);
        let packed = link.split_once("load=").map_or("", |(_, packed)| packed);
        return lz_str::decompress_from_base64(packed)
            .map(|units| String::from_utf16_lossy(&units))
            .unwrap_or_default();
    }
    // SudokuPad's own.
    let puzzle = puzzle(random, shape);
    let cell = |cell: Cell| match puzzle.get(cell) {
        None => serde_json::json!({}),
        Some(digit) => serde_json::json!({ "value": digit.to_string() }),
    };
    let cells: Vec<Vec<_>> = (0..n).map(|row| (0..n).map(|col| cell(shape.cell(row, col))).collect()).collect();
    let boxes: Vec<Vec<(usize, usize)>> = (0..n)
        .map(|number| {
            shape.cells().filter(|&c| shape.box_of(c) == number).map(|c| (shape.row(c), shape.col(c))).collect()
        })
        .collect();
    serde_json::json!({ "cells": cells, "regions": boxes, "metadata": { "title": words(random), "author": "A", "rules": "R" },
        "lines": [], "arrows": [], "overlays": [], "cages": [{ "value": "title: T" }] })
    .to_string()
}

/// A link with this text packed in it.
pub(crate) fn link_of(random: &mut Random, json: &str) -> String {
    let packed = lz_str::compress_to_base64(json);
    let (before, after) = [
        ("https://www.f-puzzles.com/?load=", ""),
        ("https://f-puzzles.com/?load=", "&x=1"),
        ("https://sudokupad.app/scl", ""),
        ("https://sudokupad.app/fpuzzles", ""),
        ("https://app.crackingthecryptic.com/sudoku/?puzzleid=ctc", ""),
        ("https://sudokupad.app/scf?puzzleid=fpuz", ""),
        ("fpuzzles", ""),
        ("scl", ""),
    ][random.below(8)];
    format!("{before}{packed}{after}\n")
}

/// A text with puzzles in one of the formats.
pub(crate) fn puzzles(random: &mut Random, shape: Shape) -> String {
    let n = shape.n();
    let count = 1 + random.below(3);
    let entries: Vec<PuzzleEntry> = (0..count).map(|_| entry(random, shape)).collect();
    let lines = || entries.iter().map(|entry| entry.puzzle.to_string());
    match random.below(12) {
        0 => lines().map(|line| format!("{line} # remark\n")).collect(),
        1 => lines().map(|line| format!("{{\"puzzle\":\"{line}\",\"verdict\":\"found\"}}\n")).collect(),
        2 => {
            let separator = random.pick(&[",", ";", "\t"]);
            let header = format!("id{separator}puzzle{separator}title\n");
            let rows = lines()
                .enumerate()
                .map(|(i, line)| format!("{i}{separator}{line}{separator}\"a {separator} \"\"b\"\"\"\n"));
            header + &rows.collect::<String>()
        }
        3 => lines().map(|line| format!(":0700-1:57:{}:113 212::113:2\n", line.replacen('1', "+1", 1))).collect(),
        4 => {
            // Every candidate of every cell.
            let state = entries[0].state();
            let cell = |cell: Cell| -> String {
                (0..n)
                    .map(Digit::from_index)
                    .map(|d| if state.marks(cell).contains(d) { d.to_string() } else { ".".to_owned() })
                    .collect()
            };
            shape.cells().map(cell).collect::<String>() + "\n"
        }
        5 => {
            let line = entries[0].puzzle.to_string();
            let row = |row: &[char]| row.iter().map(|c| format!("{c} ")).collect::<String>() + "\n";
            line.chars().collect::<Vec<char>>().chunks(n).map(row).collect()
        }
        6 => short_link(&entries[0]) + "\n",
        7 => link_json(random),
        8 => {
            let json = link_json(random);
            link_of(random, &json)
        }
        _ => {
            const READ: [Format; 11] = [
                Format::Lines,
                Format::Grid,
                Format::Sdm,
                Format::Sdk,
                Format::SimpleSudoku,
                Format::PencilMarks,
                Format::OpenSudoku,
                Format::FPuzzles,
                Format::SudokuPad,
                Format::Jigsaw,
                Format::Solo,
            ];
            let format = READ[random.below(READ.len())];
            write(format, &entries).or_else(|_| write(format, &entries[..1])).unwrap_or_default()
        }
    }
}

/// Names of strategies, as a list.
pub(crate) fn strategies(random: &mut Random) -> String {
    let names: Vec<&str> = match random.below(4) {
        0 => vec![random.pick(&["singles", "paper", "basic"])],
        1 => STRATEGIES.iter().map(|strategy| strategy.name()).filter(|_| random.once_in(4)).collect(),
        _ => StrategySet::BASIC.iter().map(cluesmith::logic::StrategyId::name).filter(|_| random.once_in(2)).collect(),
    };
    names.join(",")
}

/// A setter's own order.
pub(crate) fn order(random: &mut Random) -> String {
    let mut names: Vec<String> = strategies(random).split(',').map(str::to_owned).collect();
    random.shuffle(&mut names);
    let sign = |random: &mut Random| ["", "", "+", "-"][random.below(4)];
    names.iter().map(|name| sign(random).to_owned() + name).collect::<Vec<_>>().join(",")
}

fn rows(text: &str, n: usize) -> String {
    let cells: Vec<char> = text.chars().collect();
    let row = |row: &[char]| format!("            \"{}\",\n", row.iter().collect::<String>());
    cells.chunks(n).map(row).collect()
}

fn quoted(list: &str) -> String {
    list.split(',').map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

/// Project files of every version, as they were written.
const PROJECTS: [&str; 3] = [
    include_str!("../files/v1/heart.cluesmith"),
    include_str!("../files/v2/two.cluesmith"),
    include_str!("../files/v3/kept.cluesmith"),
];

/// A project file.
pub(crate) fn project(random: &mut Random) -> String {
    if random.once_in(3) {
        return PROJECTS[random.below(PROJECTS.len())].to_owned();
    }
    let is_first = random.once_in(4);
    let puzzles: Vec<String> =
        (0..if is_first { 1 } else { 1 + random.below(3) }).map(|_| project_puzzle(random, is_first)).collect();
    if is_first {
        return format!("(version: 1, {})", puzzles[0]);
    }
    let mut text = "(\n    version: 2,\n    puzzles: [\n".to_owned();
    puzzles.iter().for_each(|puzzle| _ = writeln!(text, "        ({puzzle}        ),"));
    text += "    ],\n";
    if random.once_in(2) {
        _ = writeln!(text, "    sheet: {},", sheet(random));
    }
    if random.once_in(3) {
        let name = ron::to_string(&words(random)).unwrap_or_default();
        _ = writeln!(text, "    templates: [(name: {name}, sheet: {})],", layout_to_text(&Sheet::default()));
    }
    text + ")\n"
}

fn project_puzzle(random: &mut Random, is_first: bool) -> String {
    let shape = shape(random);
    let clues = puzzle(random, shape);
    let pattern: String = clues.to_string().chars().map(|c| if c == '.' { '.' } else { 'x' }).collect();
    let allowed = strategies(random).split(',').filter(|name| !name.is_empty()).collect::<Vec<_>>().join(",");
    let mut text = format!("title: {:?}, author: \"A\", notes: \"n\\nn\", shape: \"{shape}\",\n", "T");
    let symmetry = Symmetry::ALL[random.below(Symmetry::ALL.len())];
    _ = writeln!(text, "symmetry: Some(\"{}\"), // seen by eye", symmetry.name());
    _ = writeln!(
        text,
        "pattern: [\n{}], strategies: [{}], seed: {},",
        rows(&pattern, shape.n()),
        quoted(&allowed),
        random.number()
    );
    if let Some(first) = allowed.split(',').next().filter(|_| random.once_in(2)) {
        _ = writeln!(text, "required: [{}],", quoted(first));
    }
    if !is_first && random.once_in(2) {
        _ = writeln!(text, "difficulty: Some(\"{}\"),", goal(random));
        _ = writeln!(text, "heuristics: Some(\"{}\"),", mix(random));
    }
    if !is_first && random.once_in(4) {
        let mut draft = Regions::of(shape);
        draft.set(Cell::from_index(random.below(shape.n_cells())), None);
        _ = writeln!(text, "draft: Some(\"{draft}\"),");
    }
    if !is_first && random.once_in(4) {
        _ = writeln!(text, "minimal: {},", random.pick(&["true", "false"]));
    }
    if random.once_in(2) {
        _ = writeln!(text, "fixed: Some([\n{}]),", rows(&clues.to_string(), shape.n()));
    }
    if random.once_in(2) {
        _ = writeln!(text, "puzzle: Some([\n{}]),", rows(&clues.to_string(), shape.n()));
    }
    text
}

pub(crate) fn goal(random: &mut Random) -> String {
    random
        .pick(&["hardest x-wing", "se 2.6..3.8", "hodoku 100..900", "own 10..40", "own 3..", "se ..2.5", ""])
        .to_owned()
}

pub(crate) fn mix(random: &mut Random) -> String {
    random.pick(&["d", "t", "2d+t", "0.5d+1.25t+random", "sparse", "d+t+sparse"]).to_owned()
}

/// A layout as the command `sheet` reads it.
pub(crate) fn sheet(random: &mut Random) -> String {
    let mut sheet = Sheet::default();
    sheet.per_page = [1, 2, 4, 6, 9, 12][random.below(6)];
    sheet.title = words(random);
    sheet.candidates = random.once_in(2);
    sheet.booklet = random.once_in(2);
    sheet.margin = random.below(40) as f32;
    layout_to_text(&sheet)
}

/// A formula that has no model, with a proof in LRAT.
pub(crate) fn refuted_formula(random: &mut Random) -> (String, String) {
    let n = 1 + random.below(4);
    // All clauses over n variables; those over one less follow from two of them each.
    let clauses = |n: usize| {
        (0..1usize << n)
            .map(move |signs| (0..n).map(move |v| if signs >> v & 1 == 1 { v as i64 + 1 } else { -(v as i64) - 1 }))
    };
    let line = |clause: Vec<i64>| clause.iter().map(|lit| format!("{lit} ")).collect::<String>() + "0";
    let mut formula = format!("c all clauses\np cnf {n} {}\n", 1 << n);
    clauses(n).for_each(|clause| formula += &(line(clause.collect()) + "\n"));
    let mut proof = String::new();
    let (mut first, mut next) = (1, (1 << n) + 1);
    for n in (0..n).rev() {
        for (index, clause) in clauses(n).enumerate() {
            // With and without the last variable: so far apart.
            let (a, b) = (first + index, first + index + (1 << n));
            _ = writeln!(proof, "{} {} {a} {b} 0", next + index, line(clause.collect()));
        }
        if random.once_in(3) {
            _ = writeln!(proof, "{} d {first} 0", next + (1 << n) - 1);
        }
        (first, next) = (next, next + (1 << n));
    }
    (formula, proof)
}

/// A file of results of `check --clues` for this grid.
pub(crate) fn results(random: &mut Random, grid: &Puzzle) -> String {
    let mut text = "# results\n".to_owned();
    for task in 0..random.below(12) {
        _ = write!(text, "task {grid} {} {} {task}", 4 + random.below(3), random.pick(&["1", "2", "0", "3.1", "-"]));
        if random.once_in(2) {
            _ = write!(text, " {}", puzzle(random, grid.shape()));
        }
        text += "\n";
    }
    text
}
