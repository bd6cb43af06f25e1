//! Puzzles by the hundred, each judged.

use super::closure::Rules;
use super::geometry::{Geometry, Grid, SHAPES, mask};
use super::judge::Judged;
use super::program::{Answer, Claim, Program, mask_of, write_lines};
use super::questions::{Batch, batch, lines};
use super::{Length, run_rounds};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Mutex, OnceLock};

/// What became of the questions, by shape.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// Puzzles that are what was asked for.
    judged: usize,
    /// Of them, those whose strategies are not known here.
    clues_alone: usize,
    /// Traces that hold.
    traces: usize,
    /// Patterns said to have no puzzle, judged elsewhere.
    impossible: usize,
    undecided: usize,
    wrong: usize,
}

/// The shapes in the order of the rounds: 9x9 more often than the others.
const ROUNDS: [&str; 12] = ["2x2", "2x3", "3x3", "3x2", "2x4", "3x3", "4x2", "3x4", "3x3", "4x3", "4x4", "3x3"];

static RULES: [OnceLock<Rules>; SHAPES.len()] = [const { OnceLock::new() }; SHAPES.len()];

/// The rules of a shape, made once.
pub(crate) fn rules(shape: &str) -> &'static Rules {
    let index = SHAPES.iter().position(|known| *known == shape).expect("a shape");
    RULES[index].get_or_init(|| Rules::of(shape))
}

/// The answers to a batch, one after the other.
struct Answers<'a> {
    batch: &'a Batch,
    rules: &'static Rules,
    /// The pattern of the last answer and those behind it.
    pattern: Option<&'a Vec<bool>>,
    patterns: std::slice::Iter<'a, Vec<bool>>,
    /// Puzzles with their solutions.
    puzzles: Vec<(String, String)>,
    /// Per pattern, the puzzles up to symmetry.
    seen: HashSet<(String, Grid)>,
    /// Per pattern, the puzzles.
    earlier: HashMap<String, Vec<Grid>>,
    tally: Tally,
    wrong: Vec<String>,
}

/// So many patterns without an answer end a batch, unless there are as many puzzles.
const MOST_UNDECIDED: usize = 12;

impl<'a> Answers<'a> {
    fn new(batch: &'a Batch) -> Answers<'a> {
        Answers {
            batch,
            rules: rules(batch.shape),
            pattern: None,
            patterns: batch.patterns.iter(),
            puzzles: Vec::new(),
            seen: HashSet::new(),
            earlier: HashMap::new(),
            tally: Tally::default(),
            wrong: Vec::new(),
        }
    }

    fn complain(&mut self, what: &str, pattern: &str, puzzle: &str) {
        let command = Program::command(&self.batch.arguments);
        self.wrong.push(format!("{what}\n  {command} --pattern={pattern}\n  puzzle {puzzle}"));
    }

    fn take(&mut self, line: &str) -> ControlFlow<()> {
        let answer = match Answer::read(line) {
            Ok(answer) => answer,
            Err(error) => {
                self.complain(&error, "", "");
                return ControlFlow::Continue(());
            }
        };
        let named = answer.text("pattern").to_owned();
        if !named.is_empty() {
            while self.pattern.map(|pattern| mask(pattern)) != Some(named.clone()) {
                self.pattern = self.patterns.next();
                if self.pattern.is_none() {
                    self.complain("this pattern was not asked for", &named, answer.text("puzzle"));
                    return ControlFlow::Continue(());
                }
            }
        }
        if !answer.text("puzzle").is_empty() {
            self.puzzle(&answer, named);
        } else if answer.text("verdict") == "impossible" {
            self.tally.impossible += 1;
        } else {
            self.tally.undecided += 1;
        }
        let has_enough = self.tally.undecided > MOST_UNDECIDED.max(self.tally.judged);
        if has_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn puzzle(&mut self, answer: &Answer, named: String) {
        let claim = Claim { puzzle: answer.text("puzzle"), solution: answer.text("solution") };
        let grid = self.rules.geometry.grid(claim.puzzle).unwrap_or_default();
        let own = mask_of(&grid);
        // `generate` names the pattern; otherwise the clues stand on one of them at least.
        let patterns = &self.batch.patterns;
        let asked = if named.is_empty() { patterns.iter().find(|pattern| **pattern == own) } else { self.pattern };
        if asked.is_none() && !patterns.is_empty() {
            return self.complain("the clues stand on no pattern that was asked for", "", claim.puzzle);
        }
        match self.batch.question.judge(self.rules, asked.map(Vec::as_slice), &claim) {
            Ok(judged) => {
                self.tally.judged += 1;
                self.tally.clues_alone += usize::from(judged == Judged::CluesAlone);
            }
            Err(error) => return self.complain(&error, &mask(&own), claim.puzzle),
        }
        if answer.number("clues").is_some_and(|clues| clues != own.iter().filter(|&&clue| clue).count()) {
            self.complain("the number of clues is wrong", &mask(&own), claim.puzzle);
        }
        if self.batch.spread > 0 {
            let earlier = self.earlier.entry(named.clone()).or_default();
            let n_clues = own.iter().filter(|&&clue| clue).count();
            let n = self.rules.geometry.n;
            let is_near = earlier.iter().any(|other| n_clues - most_equal(other, &grid, n) < self.batch.spread);
            earlier.push(grid.clone());
            if is_near {
                self.complain("an earlier puzzle is too near", &mask(&own), claim.puzzle);
            }
        }
        if self.batch.is_distinct
            && let Some(image) = least_image(&self.rules.geometry, &grid)
            && !self.seen.insert((named, image))
        {
            self.complain("an earlier puzzle is the same up to symmetry", &mask(&own), claim.puzzle);
        }
        self.puzzles.push((claim.puzzle.to_owned(), claim.solution.to_owned()));
    }
}

/// The most clues of two puzzles on one pattern that are equal after a renaming of digits: digits of the first get
/// partners one after the other, any set of partners as often as it comes up only once.
fn most_equal(a: &Grid, b: &Grid, n: usize) -> usize {
    let mut best: BTreeMap<u32, usize> = BTreeMap::from([(0, 0)]);
    for digit in 1..=n as u8 {
        let mut next = BTreeMap::new();
        for (used, equal) in best {
            for partner in (1..=n as u8).filter(|partner| used >> partner & 1 == 0) {
                let more = a.iter().zip(b).filter(|&(&a, &b)| (a, b) == (digit, partner)).count();
                let most = next.entry(used | 1 << partner).or_insert(0);
                *most = (*most).max(equal + more);
            }
        }
        best = next;
    }
    best.into_values().max().unwrap_or(0)
}

/// Runs a batch: what came of it, and what is wrong with it.
fn run(program: &Program, batch: &Batch) -> (Tally, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("patterns.txt");
    let mut arguments = batch.arguments.clone();
    if !batch.patterns.is_empty() {
        write_lines(&file, lines(&batch.patterns));
        arguments.push(format!("--pattern={}", file.display()));
    }
    let mut answers = Answers::new(batch);
    let ended = program.run(&arguments, batch.seconds, &mut |line| answers.take(line));
    // 3 and 4 say that some pattern had no puzzle.
    if !matches!(ended.exit, Some(0 | 3 | 4)) {
        let patterns: Vec<String> = lines(&batch.patterns).collect();
        answers.complain(&format!("exit code {:?}: {}", ended.exit, ended.errors), &patterns.join(" "), "");
    }
    let Answers { mut tally, mut wrong, puzzles, .. } = answers;
    // Required strategies other than the hardest show in the trace alone.
    let most_traces = if batch.question.required.is_empty() { 2 } else { usize::MAX };
    wrong.extend(traces(program, batch, &puzzles[..puzzles.len().min(most_traces)], &mut tally));
    tally.wrong = wrong.len();
    (tally, wrong)
}

/// Has the puzzles solved with a trace, and what is wrong with the traces.
fn traces(program: &Program, batch: &Batch, puzzles: &[(String, String)], tally: &mut Tally) -> Vec<String> {
    if puzzles.is_empty() || batch.question.strategies == ["relaxation"] {
        return Vec::new();
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("puzzles.txt");
    write_lines(&file, puzzles.iter().map(|(puzzle, _)| puzzle.clone()));
    let order = format!("--order={}", batch.question.strategies.join(","));
    let arguments = ["solve", "--shape", batch.shape, "--trace", "--json", &order].map(str::to_owned);
    let mut wrong = Vec::new();
    let mut next = puzzles.iter();
    let with_file: Vec<String> = arguments.iter().cloned().chain([file.display().to_string()]).collect();
    let ended = program.run(&with_file, 600.0, &mut |line| {
        let Some((puzzle, solution)) = next.next() else { return ControlFlow::Break(()) };
        let claim = Claim { puzzle, solution };
        match Answer::read(line).and_then(|trace| batch.question.judge_trace(rules(batch.shape), &claim, &trace)) {
            Ok(()) => tally.traces += 1,
            Err(error) => {
                let (made, solved) = (Program::command(&batch.arguments), Program::command(&arguments));
                wrong.push(format!("{error}\n  {made}\n  {solved}\n  puzzle {puzzle}"));
            }
        }
        ControlFlow::Continue(())
    });
    if ended.exit != Some(0) || next.next().is_some() {
        let solved = Program::command(&arguments);
        wrong.push(format!("{solved} ended with {:?} before the last puzzle: {}", ended.exit, ended.errors));
    }
    wrong
}

/// The first of all images of a puzzle under exchanges of bands, stacks, rows, columns, of rows with columns where
/// boxes are square, and of digits; `None` for shapes with too many.
fn least_image(geometry: &Geometry, puzzle: &Grid) -> Option<Grid> {
    let n = geometry.n;
    if n > 6 {
        return None;
    }
    let rows = orders(n, geometry.height);
    let columns = orders(n, geometry.width);
    let turned: Grid = (0..n * n).map(|cell| puzzle[cell % n * n + cell / n]).collect();
    let boards = if geometry.height == geometry.width { vec![puzzle, &turned] } else { vec![puzzle] };
    let mut least: Option<Grid> = None;
    for board in boards {
        for rows in &rows {
            for columns in &columns {
                let (mut names, mut n_names) = ([0; 17], 0);
                let image: Grid = (0..n * n)
                    .map(|cell| {
                        let digit = usize::from(board[rows[cell / n] * n + columns[cell % n]]);
                        if digit > 0 && names[digit] == 0 {
                            n_names += 1;
                            names[digit] = n_names;
                        }
                        names[digit]
                    })
                    .collect();
                if least.as_ref().is_none_or(|least| image < *least) {
                    least = Some(image);
                }
            }
        }
    }
    least
}

/// Every order of n lines in groups of this size that keeps groups together.
fn orders(n: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for place in 0..n {
        all = all
            .into_iter()
            .flat_map(|order| {
                let fits = |line: &usize| {
                    let is_new = !order.contains(line);
                    let begins = place % size == 0;
                    is_new && (begins != order.iter().any(|other| other / size == line / size))
                };
                (0..n).filter(fits).map(|line| [&order[..], &[line]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

#[test]
fn every_puzzle_is_what_was_asked_for() {
    let program = Program::of_environment();
    let length = Length::of_environment(ROUNDS.len() as u64);
    let tallies: Mutex<BTreeMap<&str, Tally>> = Mutex::new(BTreeMap::new());
    let only = std::env::var("ADVERSARY_SHAPE").ok();
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        run_rounds(&length, |number| {
            let shape = ROUNDS[number as usize % ROUNDS.len()];
            if only.as_ref().is_some_and(|only| only != shape) {
                return Vec::new();
            }
            let (tally, wrong) = run(&program, &batch(shape, number, program.has_cadical));
            let mut tallies = tallies.lock().expect("a lock");
            let sum = tallies.entry(shape).or_default();
            sum.judged += tally.judged;
            sum.clues_alone += tally.clues_alone;
            sum.traces += tally.traces;
            sum.impossible += tally.impossible;
            sum.undecided += tally.undecided;
            sum.wrong += tally.wrong;
            wrong.into_iter().map(|wrong| format!("round {number}: {wrong}")).collect()
        });
    }));
    let tallies = tallies.into_inner().expect("a lock");
    println!("shape   judged  (clues alone)   traces  impossible  undecided  wrong");
    for (shape, t) in &tallies {
        println!(
            "{shape} {:10} {:14} {:8} {:11} {:10} {:6}",
            t.judged, t.clues_alone, t.traces, t.impossible, t.undecided, t.wrong
        );
    }
    let seconds = length.start.elapsed().as_secs_f64();
    println!("{} puzzles judged in {seconds:.0} s", tallies.values().map(|tally| tally.judged).sum::<usize>());
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    assert!(tallies.values().any(|tally| tally.judged > 0));
}

#[test]
fn images_are_the_same_up_to_symmetry() {
    #[track_caller]
    fn check(shape: &str, a: &str, b: &str, is_same: bool) {
        let geometry = Geometry::of(shape);
        let image = |text: &str| least_image(&geometry, &geometry.grid(text).expect("a puzzle"));
        assert_eq!(image(a) == image(b), is_same, "{a} {b}");
    }
    assert_eq!((orders(4, 2).len(), orders(6, 2).len(), orders(6, 3).len()), (8, 48, 72));
    check("2x2", "1......2..3..4..", "4......3..2..1..", true);
    check("2x2", "12..............", "1...2...........", true);
    check("2x2", "12..............", "1.2.............", false);
    check("2x3", "12..................................", "1...........2.......................", false);
}

#[test]
fn equal_clues_are_counted() {
    #[track_caller]
    fn check(a: &str, b: &str, n: usize, expected: usize) {
        let digits = |text: &str| text.bytes().map(|digit| digit - b'0').collect::<Grid>();
        assert_eq!(most_equal(&digits(a), &digits(b), n), expected);
    }
    check("1230", "2310", 4, 3);
    check("1231", "2312", 4, 4);
    check("1231", "2313", 4, 3);
    check("1122", "1212", 4, 2);
    check("1112223330", "1122331230", 4, 5);
}
