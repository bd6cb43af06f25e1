//! Every strategy on the positions of a public regression library, with the checker on each step.

mod common;

use cluesmith::grid::{Candidate, Cell, Digit, Puzzle, Shape};
use cluesmith::logic::{Board, StrategySet, all_steps, checker, solutions};
use common::oracle;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

/// Code of the library, strategies of ours, and how many cases have another outcome than [`Outcome::Same`]: stronger,
/// together, missed. Templates rule out whatever fish of one digit do: those of 0363 and 0364 have five and six bases.
///
/// Stronger: in 0706, 0709 and 0711-1 a loop goes on where that of the library ends or rules out more, and in 0901-2
/// the digits of two doubly linked sets go from the other set as well; the checker proves what is ruled out beyond
/// the library.
///
/// Together: the library counts two kites, two empty rectangles or two finned fish that share most of their cells as
/// one step (0404 and 0405; a code with a 1 at its end), and some chains of sets (0903) end in several places. It places
/// what belongs to every template (1201), where ours rule out the other places; and it leaves out templates that run
/// through a cell which all templates of another digit hold, until nothing changes (1201 and 1202), where ours look at
/// one digit, so that a hidden single comes between two of them.
const CODES: &[(&str, &str, [usize; 3])] = &[
    ("0000", "full-house", [0, 0, 0]),
    ("0002", "hidden-single", [0, 0, 0]),
    ("0003", "naked-single", [0, 0, 0]),
    ("0100", "locked-candidates", [0, 0, 0]),
    ("0101", "locked-candidates", [0, 0, 0]),
    ("0110", "naked-pair", [0, 0, 0]),
    ("0111", "naked-triple", [0, 0, 0]),
    ("0200", "naked-pair", [0, 0, 0]),
    ("0201", "naked-triple", [0, 0, 0]),
    ("0202", "naked-quad", [0, 0, 0]),
    ("0210", "hidden-pair", [0, 0, 0]),
    ("0211", "hidden-triple", [0, 0, 0]),
    ("0212", "hidden-quad", [0, 0, 0]),
    ("0300", "x-wing", [0, 0, 0]),
    ("0301", "swordfish", [0, 0, 0]),
    ("0302", "jellyfish", [0, 0, 0]),
    ("0310", "finned-x-wing", [0, 0, 0]),
    ("0311", "finned-swordfish", [0, 0, 0]),
    ("0312", "finned-jellyfish", [0, 0, 0]),
    ("0320", "sashimi-x-wing", [0, 0, 0]),
    ("0321", "sashimi-swordfish", [0, 0, 0]),
    ("0322", "sashimi-jellyfish", [0, 0, 0]),
    ("03111", "finned-swordfish,sashimi-swordfish", [0, 3, 0]),
    ("03121", "finned-jellyfish,sashimi-jellyfish", [0, 4, 0]),
    ("03211", "finned-swordfish,sashimi-swordfish", [0, 8, 0]),
    ("03221", "finned-jellyfish,sashimi-jellyfish", [0, 2, 0]),
    ("0331", "franken-swordfish", [0, 0, 0]),
    ("0332", "franken-jellyfish", [0, 0, 0]),
    ("0340", "finned-franken-x-wing", [0, 0, 0]),
    ("0341", "finned-franken-swordfish", [0, 0, 0]),
    ("0342", "finned-franken-jellyfish", [0, 0, 0]),
    ("03411", "finned-franken-swordfish", [0, 0, 0]),
    ("03421", "finned-franken-jellyfish", [0, 0, 0]),
    ("03621", "finned-mutant-jellyfish", [0, 0, 0]),
    ("0362", "finned-mutant-jellyfish", [0, 0, 0]),
    ("0363", "template", [0, 0, 0]),
    ("0364", "template", [0, 0, 0]),
    ("0400", "skyscraper", [0, 0, 0]),
    ("0401", "two-string-kite", [0, 0, 0]),
    ("0402", "empty-rectangle", [0, 0, 0]),
    ("0403", "turbot-fish", [0, 0, 0]),
    ("0404", "two-string-kite", [0, 9, 0]),
    ("0405", "empty-rectangle", [0, 8, 0]),
    ("0500", "simple-colouring", [0, 0, 0]),
    ("0501", "simple-colouring", [0, 0, 0]),
    ("0502", "multi-colours", [0, 0, 0]),
    ("0503", "multi-colours", [0, 0, 0]),
    ("0600", "unique-rectangle-1", [0, 0, 0]),
    ("0601", "unique-rectangle-2", [0, 0, 0]),
    ("0602", "unique-rectangle-3", [0, 0, 0]),
    ("0603", "unique-rectangle-4", [0, 0, 0]),
    ("0604", "unique-rectangle-5", [0, 0, 0]),
    ("0605", "unique-rectangle-6", [0, 0, 0]),
    ("0606", "hidden-rectangle", [0, 0, 0]),
    ("0607", "avoidable-rectangle-1", [0, 0, 0]),
    ("0608", "avoidable-rectangle-2", [0, 0, 0]),
    ("0610", "bug-plus-one", [0, 0, 0]),
    ("0701", "x-chain", [0, 0, 0]),
    ("0702", "xy-chain", [0, 0, 0]),
    ("0703", "remote-pair", [0, 0, 0]),
    ("0706", "aic", [3, 0, 0]),
    ("0707", "aic", [0, 0, 0]),
    ("0708", "aic", [0, 0, 0]),
    ("0709", "grouped-aic,als-aic", [2, 0, 0]),
    ("0710", "grouped-aic,als-aic", [0, 0, 0]),
    ("0711", "grouped-aic,als-aic", [1, 0, 0]),
    ("0800", "xy-wing", [0, 0, 0]),
    ("0801", "xyz-wing", [0, 0, 0]),
    ("0803", "w-wing", [0, 0, 0]),
    ("0901", "als-xz", [1, 0, 0]),
    ("0902", "als-xy-wing", [0, 0, 0]),
    ("0903", "als-aic", [0, 4, 0]),
    ("0904", "death-blossom", [0, 0, 0]),
    ("1101", "sue-de-coq", [0, 0, 0]),
    ("1201", "template,hidden-single", [0, 9, 0]),
    ("1202", "template,hidden-single", [0, 6, 0]),
];

/// "r1c2" written as `<digit><row><col>`.
fn triples(text: &str) -> BTreeSet<Candidate> {
    let number = |c: char| c.to_digit(10).expect("a digit") as usize;
    text.split_whitespace()
        .map(|triple| {
            let [digit, row, col] = *triple.chars().map(number).collect::<Vec<_>>() else { panic!("{triple}") };
            Candidate::new(Shape::NINE.cell(row - 1, col - 1), Digit::from_index(digit - 1))
        })
        .collect()
}

/// The position of a case: the puzzle with the cells that were solved, and its board.
fn position(givens: &str, deleted: &str) -> (Puzzle, Board) {
    let mut all = Vec::new();
    let mut is_solved = Vec::new();
    for c in givens.chars() {
        if c == '+' {
            is_solved.push(all.len());
        } else {
            all.push(c.to_digit(10).unwrap_or(0) as u8);
        }
    }
    let full = Puzzle::from_values(Shape::NINE, &all);
    let mut clues = all.clone();
    for &i in &is_solved {
        clues[i] = 0;
    }
    let mut board = Board::new(&Puzzle::from_values(Shape::NINE, &clues));
    for (cell, digit) in full.clues().filter(|(cell, _)| is_solved.contains(&cell.index())) {
        board.place(Candidate::new(cell, digit));
    }
    for candidate in triples(deleted) {
        board.eliminate(candidate);
    }
    (full, board)
}

struct Case<'a> {
    code: &'a str,
    is_negative: bool,
    digits: &'a str,
    board: Board,
    puzzle: Puzzle,
    eliminated: BTreeSet<Candidate>,
    placed: BTreeSet<Candidate>,
}

fn case(line: &str) -> Option<Case<'_>> {
    let fields: Vec<&str> = line.split(':').collect();
    let (code, variant) = fields[1].split_once('-').unwrap_or((fields[1], ""));
    if fields.len() < 7 {
        return None;
    }
    let (puzzle, board) = position(fields[3], fields[4]);
    Some(Case {
        code,
        is_negative: variant == "x",
        digits: fields[2],
        board,
        puzzle,
        eliminated: triples(fields[5]),
        placed: triples(fields[6]),
    })
}

/// What a strategy does with a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// A step concludes what the case says, no less and no more; in a negative case there is no step.
    Same,
    /// None does, but one rules out more.
    Stronger,
    /// None does, but each thing that the case rules out is ruled out by steps one after the other; where it places digits,
    /// all their other places in the rows.
    Together,
    Missed,
}

/// The cases of a code with another outcome than [`Outcome::Same`].
type Others = Vec<(Outcome, String)>;

impl Case<'_> {
    /// The board after all steps of the strategies.
    fn end(&self, strategies: StrategySet) -> Board {
        let mut board = self.board.clone();
        loop {
            let steps = all_steps(&board, strategies);
            if steps.is_empty() {
                return board;
            }
            let before = board.clone();
            for step in steps {
                assert_eq!(checker::check_step(&before, &step), Ok(()), "{}", self.puzzle);
                for &candidate in step.eliminated() {
                    board.eliminate(candidate);
                }
                for &candidate in step.placed() {
                    if board.value(candidate.cell).is_none() {
                        board.place(candidate);
                    }
                }
            }
        }
    }

    fn outcome(&self, strategy: &str) -> Outcome {
        let strategies: StrategySet = strategy.parse().expect("name");
        let steps = all_steps(&self.board, strategies);
        let solutions = solutions(&self.puzzle, 2);
        for step in &steps {
            let sentence = step.sentence(&self.board);
            assert_eq!(checker::check_step(&self.board, step), Ok(()), "{} {sentence}", self.puzzle);
            if let [solution] = &solutions[..] {
                let result = checker::check_against_solution(&self.board, step, solution);
                assert_eq!(result, Ok(()), "{} {sentence}", self.puzzle);
            }
            assert!(!step.marks(&self.board).is_empty());
        }
        if self.is_negative {
            return if steps.is_empty() { Outcome::Same } else { Outcome::Missed };
        }
        let end = LazyCell::new(|| self.end(strategies));
        let is_ruled_out = |candidate: &Candidate| !end.has(*candidate);
        // Whether a digit is left for its place alone, in the row.
        let is_all_that_is_left = |placed: &Candidate| {
            let row = Shape::NINE.cells().filter(|cell| cell.index() / 9 == placed.cell.index() / 9);
            let others = row.filter(|&cell| cell != placed.cell).map(|cell| Candidate::new(cell, placed.digit));
            others.filter(|&other| self.board.has(other)).all(|other| is_ruled_out(&other))
        };
        let conclusions = steps.iter().map(|step| {
            let [placed, eliminated] = [step.placed(), step.eliminated()];
            (placed.iter().copied().collect::<BTreeSet<_>>(), eliminated.iter().copied().collect::<BTreeSet<_>>())
        });
        let wanted = conclusions
            .filter(|(placed, eliminated)| *placed == self.placed && eliminated.is_superset(&self.eliminated))
            .map(|(_, eliminated)| eliminated.len())
            .min();
        match wanted {
            Some(n) if n == self.eliminated.len() => Outcome::Same,
            Some(_) => Outcome::Stronger,
            None if self.eliminated.iter().all(is_ruled_out) && self.placed.iter().all(is_all_that_is_left) => {
                Outcome::Together
            }
            None => Outcome::Missed,
        }
    }
}

#[test]
#[allow(clippy::print_stderr, reason = "the counts are what one runs this for")]
fn cases_of_the_library() {
    let Some(text) = oracle("reglib-1.3.txt") else { return };
    let mut counts: BTreeMap<&str, (usize, Others)> = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let case = case(line).unwrap_or_else(|| panic!("not a case: {line}"));
        let entry = CODES.iter().find(|(code, ..)| *code == case.code);
        let &(code, strategy, _) = entry.unwrap_or_else(|| panic!("no strategy for {}", case.code));
        let (n_same, others) = counts.entry(code).or_default();
        match case.outcome(strategy) {
            Outcome::Same => *n_same += 1,
            outcome => others.push((outcome, format!("{} {line}", case.digits))),
        }
    }
    let mut unexpected = Vec::new();
    for (code, strategy, expected) in CODES {
        let (n_same, others) = &counts[code];
        let counted = [Outcome::Stronger, Outcome::Together, Outcome::Missed]
            .map(|o| others.iter().filter(|(other, _)| *other == o).count());
        eprintln!(
            "{code} {strategy}: {n_same} same, {} stronger, {} together, {} missed",
            counted[0], counted[1], counted[2]
        );
        if counted != *expected {
            unexpected.push(format!("{code}: {counted:?}, not {expected:?}"));
            unexpected.extend(others.iter().take(3).map(|(outcome, line)| format!("{code} {outcome:?}: {line}")));
        }
    }
    assert!(unexpected.is_empty(), "\n{}", unexpected.join("\n"));
}

/// A cell's name and the library's triple agree.
#[test]
fn triples_name_digit_row_column() {
    let candidate = Candidate::new(Cell::from_index(2), Digit::new(9));
    assert_eq!(triples("913"), BTreeSet::from([candidate]));
}
