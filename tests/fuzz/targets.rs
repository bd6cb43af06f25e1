//! What is tried: every reader, each with what must hold of its answers.

use super::commands;
use super::random::Random;
use super::{mutate, valid};
use cluesmith::formats::{Content, Format, PuzzleEntry, Shapes, Site, link, read_any, read_puzzles, short_link, write};
use cluesmith::generate::certificate::{Cases, Certificate};
use cluesmith::generate::certificate_check::check;
use cluesmith::generate::inverse::Schedule;
use cluesmith::generate::lp::Rule;
use cluesmith::generate::sat::backend::Backend;
use cluesmith::generate::{Method, Request, Unwatched, refute};
use cluesmith::grid::{
    Line, ParseError, Pattern, SHAPES, Shape, Symmetry, content_lines, parse_patterns, parse_puzzles, stamp,
};
use cluesmith::logic::{Goal, Mix, Order, Scale, StrategyId, StrategySet, Window};
use cluesmith::project::file::{from_text, to_text};
use cluesmith::sat::check_lrat;
use std::fmt::{Debug, Display};
use std::path::Path;
use std::str::FromStr;

/// One input: files, and arguments where a command is tried.
pub(crate) struct Case {
    pub(crate) arguments: Vec<String>,
    /// Names, without folder, and contents.
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Case {
    /// A text for a reader, and a word that says how to read it.
    fn of_text(word: impl Display, text: impl Into<Vec<u8>>) -> Case {
        Case { arguments: vec![word.to_string()], files: vec![("input".to_owned(), text.into())] }
    }

    fn word(&self) -> &str {
        &self.arguments[0]
    }

    fn bytes(&self, index: usize) -> &[u8] {
        &self.files[index].1
    }

    fn text(&self, index: usize) -> String {
        String::from_utf8_lossy(self.bytes(index)).into_owned()
    }
}

/// What takes long to make and is made once.
pub(crate) struct Pool {
    /// Patterns without a puzzle for naked singles, with their proofs by cases.
    cases: Vec<(Request, String)>,
    /// Patterns with a puzzle.
    possible: Vec<Request>,
    /// What `check --clues 4 --results FILE` writes for [`commands::GRID`].
    pub(crate) results: String,
    pub(crate) interrupted: commands::Interrupted,
}

impl Pool {
    /// Writes files to this folder on the way.
    pub(crate) fn new(folder: &Path) -> Pool {
        let naked_singles = StrategySet::single(StrategyId::NakedSingle);
        let mut random = Random::of_run(0, 0);
        let (mut cases, mut possible) = (Vec::new(), Vec::new());
        for attempt in 0..400 {
            let shape = SHAPES[[0, 0, 1, 2][attempt % 4]];
            let text = valid::pattern(&mut random, shape).replace(|c| !matches!(c, '.' | '0' | '-' | '_'), "x");
            let pattern = Line { number: 1, column: 1, text: &text }.pattern(shape).expect("a pattern");
            let request = Request::new(pattern, naked_singles);
            match refute(&request, Method::Exact, Backend::Own, &Unwatched) {
                Ok(Certificate::Cases(proof)) => cases.push((request.clone(), proof.text(&request))),
                Ok(_) => {}
                Err(_) => possible.push(request),
            }
        }
        assert!(!cases.is_empty() && !possible.is_empty());
        Pool { cases, possible, results: commands::results(folder), interrupted: commands::interrupted(folder) }
    }
}

/// Something that reads what others write.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// How often it is tried, beside the others.
    pub(crate) weight: usize,
    pub(crate) make: fn(&mut Random, &Pool) -> Case,
    /// Says what is wrong; panics and lack of patience are seen by others.
    pub(crate) run: fn(&Case, &Pool, &Path) -> Result<(), String>,
}

pub(crate) const TARGETS: &[Target] = &[
    Target { name: "puzzles", weight: 60, make: make_puzzles, run: run_puzzles },
    Target { name: "links", weight: 20, make: make_links, run: run_puzzles },
    Target { name: "grids", weight: 40, make: make_grids, run: run_grids },
    Target { name: "project", weight: 40, make: make_project, run: run_project },
    Target { name: "names", weight: 40, make: make_name, run: run_name },
    Target { name: "lrat", weight: 30, make: make_lrat, run: run_lrat },
    Target { name: "cases", weight: 16, make: make_cases, run: run_cases },
    #[cfg(feature = "gui")]
    Target { name: "picture", weight: 20, make: super::picture::make, run: super::picture::run },
    Target { name: "command", weight: 8, make: commands::make, run: commands::run },
    Target { name: "proofs", weight: 1, make: commands::make_proof, run: commands::run },
    Target { name: "resumed", weight: 1, make: commands::make_resumed, run: commands::run },
    // Made on purpose, for the self-check.
    Target { name: "panics", weight: 0, make: make_fault, run: |case, _, _| fault(case, || panic!("on purpose")) },
    Target {
        name: "lies",
        weight: 0,
        make: make_fault,
        run: |case, _, _| if is_fault(case) { Err("on purpose".to_owned()) } else { Ok(()) },
    },
    Target {
        name: "hangs",
        weight: 0,
        make: make_fault,
        run: |case, _, _| fault(case, || while std::hint::black_box(true) {}),
    },
    Target { name: "gobbles", weight: 0, make: make_fault, run: |case, _, _| fault(case, gobble) },
    Target { name: "aborts", weight: 0, make: make_fault, run: |case, _, _| fault(case, || std::process::abort()) },
];

/// A fault in every third run or so.
fn make_fault(random: &mut Random, _: &Pool) -> Case {
    Case::of_text(if random.once_in(3) { "fault" } else { "none" }, "")
}

fn is_fault(case: &Case) -> bool {
    case.word() == "fault"
}

fn fault(case: &Case, act: impl FnOnce()) -> Result<(), String> {
    if is_fault(case) {
        act();
    }
    Ok(())
}

/// Takes a gigabyte, bit by bit.
fn gobble() {
    let mut all: Vec<Vec<u8>> = Vec::new();
    for _ in 0..64 {
        all.push(vec![1; 16 << 20]);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::hint::black_box(all);
}

/// A sentence for people, which does not repeat all that was read.
pub(crate) fn is_sentence(message: &str) -> Result<(), String> {
    const MOST_CHARACTERS: usize = 2000;
    let is_one = !message.trim().is_empty() && message.chars().count() < MOST_CHARACTERS;
    let begin: String = message.chars().take(100).collect();
    if is_one { Ok(()) } else { Err(format!("an error of {} bytes: {begin:?}", message.len())) }
}

fn check_error(text: &str, error: &ParseError) -> Result<(), String> {
    is_sentence(&error.message)?;
    let n_lines = text.split(['\n', '\r']).count();
    if error.line == 0 || error.line > n_lines {
        return Err(format!("line {} of {n_lines} is blamed: {error}", error.line));
    }
    Ok(())
}

/// "any", or the only shape that is looked for.
fn shapes_of(word: &str) -> Shapes {
    word.parse().map_or(Shapes::Prefer(Shape::NINE), Shapes::Only)
}

fn shape_word(random: &mut Random, shape: Shape) -> String {
    match random.below(8) {
        0..=3 => "any".to_owned(),
        4 => SHAPES[random.below(SHAPES.len())].to_string(),
        _ => shape.to_string(),
    }
}

fn make_puzzles(random: &mut Random, _: &Pool) -> Case {
    let shape = valid::shape(random);
    let text = valid::puzzles(random, shape);
    let is_json = text.starts_with('{') && !random.once_in(3);
    let mut changed = if is_json { mutate::json(random, &text) } else { mutate::text(random, &text) };
    if random.once_in(20) {
        changed += &valid::puzzles(random, shape);
    }
    Case::of_text(shape_word(random, shape), changed)
}

fn make_links(random: &mut Random, _: &Pool) -> Case {
    let json = valid::link_json(random);
    let json = mutate::json(random, &json);
    let link = valid::link_of(random, &json);
    let link = if random.once_in(4) { mutate::text(random, &link) } else { link };
    Case::of_text("any", link)
}

fn run_puzzles(case: &Case, _: &Pool, _: &Path) -> Result<(), String> {
    let text = case.text(0);
    let shapes = shapes_of(case.word());
    if let Err(error) = read_any(&text, shapes).map(|content| matches!(content, Content::Patterns(_))) {
        check_error(&text, &error)?;
    }
    match read_puzzles(&text, shapes) {
        Err(error) => check_error(&text, &error),
        Ok(entries) => check_entries(&entries),
    }
}

/// What was read can be written; the formats that are read give the same puzzles back.
fn check_entries(entries: &[PuzzleEntry]) -> Result<(), String> {
    let entries = &entries[..entries.len().min(20)];
    let Some(first) = entries.first() else { return Ok(()) };
    if entries.iter().any(|entry| entry.puzzle.shape() != first.puzzle.shape()) {
        return Ok(());
    }
    [Site::FPuzzles, Site::SudokuPad].iter().for_each(|&site| _ = link(first, site));
    short_link(first);
    for format in Format::ALL {
        let text = match write(format, entries) {
            Ok(text) => text,
            Err(error) => {
                is_sentence(&error.to_string())?;
                continue;
            }
        };
        let is_read = !matches!(format, Format::Markdown | Format::Html | Format::Latex | Format::Tikz);
        // What breaks the rules of Sudoku has no pencil marks that say so.
        let is_broken =
            |entry: &PuzzleEntry| entry.puzzle.conflict().is_some() || entry.state().values().conflict().is_some();
        if !is_read || entries.iter().any(is_broken) {
            continue;
        }
        let name = format.name();
        let again = read_puzzles(&text, Shapes::Only(first.shape()));
        let again = again.map_err(|error| format!("what is written as {name} is not read: {error}\n{text}"))?;
        let is_same = again.len() == entries.len() && again.iter().zip(entries).all(|(a, b)| a.puzzle == b.puzzle);
        if !is_same {
            return Err(format!("what is written as {name} is read as something else:\n{text}"));
        }
    }
    Ok(())
}

fn make_grids(random: &mut Random, _: &Pool) -> Case {
    let shape = valid::shape(random);
    let text = match random.below(4) {
        0 => valid::pattern(random, shape) + "\n",
        1 => (0..4).map(|_| valid::pattern(random, shape) + " # x\n").collect(),
        2 => random.pick(&["A", "SU", "2026", "?!", "abcdefgh", ""]).to_owned(),
        _ => (0..3).map(|_| valid::puzzle(random, shape).to_string() + "\r\n").collect(),
    };
    let changed = mutate::text(random, &text);
    let word = if random.once_in(8) { SHAPES[random.below(SHAPES.len())] } else { shape };
    Case::of_text(word, changed)
}

fn run_grids(case: &Case, _: &Pool, _: &Path) -> Result<(), String> {
    let text = case.text(0);
    let shape: Shape = case.word().parse().map_err(|_| "no shape".to_owned())?;
    if content_lines(&text).any(|line| line.text.is_empty()) {
        return Err("an empty line has content".to_owned());
    }
    match parse_puzzles(shape, &text) {
        Err(error) => check_error(&text, &error)?,
        Ok(puzzles) => {
            let printed: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
            if parse_puzzles(shape, &printed).as_ref() != Ok(&puzzles) {
                return Err(format!("read as something else: {printed}"));
            }
        }
    }
    match parse_patterns(shape, &text) {
        Err(error) => check_error(&text, &error)?,
        Ok(patterns) => {
            let printed: String = patterns.iter().map(|pattern: &Pattern| format!("{pattern}\n")).collect();
            if parse_patterns(shape, &printed).as_ref() != Ok(&patterns) {
                return Err(format!("read as something else: {printed}"));
            }
        }
    }
    // Letters as a pattern.
    let word: String = text.chars().take(12).collect();
    stamp(shape, &word).map_or_else(|error| is_sentence(&error.to_string()), |_| Ok(()))
}

fn make_project(random: &mut Random, _: &Pool) -> Case {
    let text = valid::project(random);
    let changed = mutate::text(random, &text);
    Case::of_text("project", changed)
}

fn run_project(case: &Case, _: &Pool, _: &Path) -> Result<(), String> {
    let text = case.text(0);
    match from_text(&text) {
        Ok(document) => {
            let again = from_text(&to_text(&document)).map_err(|error| format!("saved, not opened: {error}"))?;
            if again.has_same_contents(&document) { Ok(()) } else { Err("saved and opened it is another".to_owned()) }
        }
        Err(error) => {
            is_sentence(&error.message)?;
            let n_lines = text.split('\n').count();
            let is_there = (1..=n_lines).contains(&error.line) && error.column > 0;
            if is_there { Ok(()) } else { Err(format!("a place outside the text is blamed: {error}")) }
        }
    }
}

/// Kinds of short texts: a name, valid ones, and whether what is read is printed and read again the same.
fn make_name(random: &mut Random, _: &Pool) -> Case {
    let kinds = ["strategies", "order", "goal", "mix", "schedule", "window", "symmetry", "shape", "scale", "rule"];
    let kind = random.pick(&kinds);
    let text = match kind {
        "strategies" => valid::strategies(random),
        "order" => valid::order(random),
        "goal" => valid::goal(random),
        "mix" => valid::mix(random),
        "schedule" => random.pick(&["t@40/d", "d", "2d+t@30/sparse@20/random"]).to_owned(),
        "window" => random.pick(&["2.6..3.8", "10..", "..400", "3.4", "0..0"]).to_owned(),
        "symmetry" => Symmetry::ALL[random.below(Symmetry::ALL.len())].name().to_owned(),
        "shape" => SHAPES[random.below(SHAPES.len())].to_string(),
        "scale" => random.pick(&["se", "hodoku", "own"]).to_owned(),
        _ => Rule::ALL[random.below(Rule::ALL.len())].name().to_owned(),
    };
    let changed = mutate::text(random, &text);
    Case::of_text(kind, changed)
}

/// Reads, prints and reads again.
fn twice<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) -> Result<(), String> {
    match text.parse::<T>() {
        Err(error) => is_sentence(&error.to_string()),
        Ok(value) => match value.to_string().parse::<T>() {
            Ok(again) if again == value => Ok(()),
            Ok(again) => Err(format!("{value:?} is printed as \"{value}\" and read as {again:?}")),
            Err(error) => Err(format!("{value:?} is printed as \"{value}\" and refused: {error}")),
        },
    }
}

fn run_name(case: &Case, _: &Pool, _: &Path) -> Result<(), String> {
    let text = case.text(0);
    match case.word() {
        "strategies" => twice::<StrategySet>(&text),
        "order" => twice::<Order>(&text),
        "goal" => twice::<Goal>(&text),
        "mix" => twice::<Mix>(&text),
        "schedule" => twice::<Schedule>(&text),
        "symmetry" => text.parse::<Symmetry>().map_or_else(|error| is_sentence(&error.clone()), |_| Ok(())),
        "shape" => twice::<Shape>(&text),
        "scale" => text.parse::<Scale>().map_or_else(|error| is_sentence(&error.to_string()), |_| Ok(())),
        "rule" => text.parse::<Rule>().map_or_else(|error| is_sentence(&error.clone()), |_| Ok(())),
        _ => Scale::ALL.into_iter().try_for_each(|scale| match Window::parse(scale, &text) {
            Err(error) => is_sentence(&error.to_string()),
            Ok(window) => match Window::parse(scale, &window.to_string()) {
                Ok(again) if again == window => Ok(()),
                other => Err(format!("{window:?} is printed as \"{window}\" and read as {other:?}")),
            },
        }),
    }
}

fn make_lrat(random: &mut Random, _: &Pool) -> Case {
    let (formula, proof) = valid::refuted_formula(random);
    let formula = if random.once_in(2) { formula } else { mutate::text(random, &formula) };
    let proof = mutate::text(random, &proof);
    Case {
        arguments: Vec::new(),
        files: vec![("formula.cnf".to_owned(), formula.into()), ("proof.lrat".to_owned(), proof.into())],
    }
}

/// What the checker accepts has no model.
fn run_lrat(case: &Case, _: &Pool, _: &Path) -> Result<(), String> {
    let formula = case.text(0);
    if let Err(error) = check_lrat(&formula, &case.text(1)) {
        is_sentence(&error.to_string())
    } else {
        let lines = formula.lines().filter(|line| !line.starts_with(['c', 'p']) && !line.trim().is_empty());
        let numbers = |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<i64>>();
        let clauses: Vec<Vec<i64>> =
            lines.map(|line| numbers(line).into_iter().take_while(|&lit| lit != 0).collect()).collect();
        let mut variables: Vec<i64> = clauses.iter().flatten().map(|lit| lit.abs()).collect();
        variables.sort_unstable();
        variables.dedup();
        if variables.len() > 12 {
            return Ok(());
        }
        let is_model = |values: u32| {
            let holds = |lit: &i64| {
                let at = variables.iter().position(|variable| *variable == lit.abs()).unwrap_or(0);
                (values >> at & 1 == 1) == (*lit > 0)
            };
            clauses.iter().all(|clause| clause.iter().any(holds))
        };
        let has_model = (0..1u32 << variables.len()).any(is_model);
        if has_model { Err("a proof is accepted for a formula that has a model".to_owned()) } else { Ok(()) }
    }
}

fn make_cases(random: &mut Random, pool: &Pool) -> Case {
    let index = random.below(pool.cases.len());
    let text = mutate::text(random, &pool.cases[index].1);
    // As a proof for this pattern, or for one that has puzzles.
    let of = if random.once_in(2) {
        format!("own {index}")
    } else {
        format!("possible {}", random.below(pool.possible.len()))
    };
    Case::of_text(of, text)
}

/// Whatever the text, no pattern that has a puzzle is refuted.
fn run_cases(case: &Case, pool: &Pool, _: &Path) -> Result<(), String> {
    let (kind, index) = case.word().split_once(' ').ok_or("no pattern")?;
    let index: usize = index.parse().map_err(|_| "no pattern")?;
    let request = if kind == "own" { &pool.cases[index].0 } else { &pool.possible[index] };
    let Ok(cases) = Cases::parse(request.pattern.shape, &case.text(0)) else { return Ok(()) };
    match check(request, &Certificate::Cases(cases), &Unwatched) {
        Err(error) => is_sentence(&error.to_string()),
        Ok(()) if kind == "own" => Ok(()),
        Ok(()) => Err(format!("{} has a puzzle, but a proof to the contrary is accepted", request.pattern)),
    }
}
