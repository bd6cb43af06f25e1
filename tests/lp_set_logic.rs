//! The relaxation contains set logic, and says why it rules a candidate out.

mod common;
#[path = "common/random.rs"]
mod random;

use cluesmith::generate::lp::{LpAnswer, LpOptions, LpReason, WhyNot, relax, why};
use cluesmith::grid::{Candidate, Constraint, Digit, Puzzle, SHAPES, Shape, content_lines};
use cluesmith::logic::{StrategySet, closure_of, solutions};
use common::oracle;
use random::Random;

/// A puzzle that set logic solves, from which as many of `tries` cells were taken as it can do without.
fn puzzle_for_set_logic(grid: &Puzzle, tries: usize, random: &mut Random) -> Puzzle {
    let cells: Vec<_> = grid.shape().cells().collect();
    let mut puzzle = grid.clone();
    for _ in 0..tries {
        let cell = cells[random.below(cells.len())];
        let digit = puzzle.get(cell);
        puzzle.set(cell, None);
        if !closure_of(&puzzle, StrategySet::BASIC).is_solved() {
            puzzle.set(cell, digit);
        }
    }
    puzzle
}

/// What set logic solves, the relaxation solves.
#[track_caller]
fn check_relaxation(puzzle: &Puzzle) {
    assert!(closure_of(puzzle, StrategySet::BASIC).is_solved(), "{puzzle}");
    let relaxation = relax(puzzle, &LpOptions::default());
    assert_eq!(relaxation.answer, LpAnswer::Solved, "{puzzle}");
}

#[test]
fn what_set_logic_solves_the_relaxation_solves() {
    let mut random = Random(1);
    for shape in SHAPES {
        let n_grids = if shape.n() <= 9 { 10 } else { 2 };
        for grid in solutions(&Puzzle::empty(shape), n_grids) {
            let tries = if shape.n() <= 9 { 3 * shape.n_cells() } else { shape.n_cells() };
            let puzzle = puzzle_for_set_logic(&grid, tries, &mut random);
            assert!(2 * puzzle.n_clues() < 3 * shape.n_cells() / 2, "{puzzle}");
            check_relaxation(&puzzle);
        }
    }
}

#[test]
fn puzzles_with_17_clues_too() {
    let Some(text) = oracle("seventeen-clue-royle-49151.txt") else { return };
    let sample = content_lines(&text).step_by(509).map(|line| line.puzzle(Shape::NINE).expect("a puzzle"));
    let solved: Vec<Puzzle> = sample.filter(|puzzle| closure_of(puzzle, StrategySet::BASIC).is_solved()).collect();
    assert!(solved.len() > 60, "{}", solved.len());
    solved.iter().for_each(check_relaxation);
}

fn candidate(shape: Shape, row: usize, col: usize, digit: usize) -> Candidate {
    Candidate::new(shape.cell(row - 1, col - 1), Digit::from_index(digit - 1))
}

fn ask(puzzle: &Puzzle, candidate: Candidate) -> Result<LpReason, WhyNot> {
    why(puzzle, candidate, &LpOptions::default(), &|| false).expect("not stopped")
}

/// Asks why a candidate, by row, column and digit, is ruled out: "constraint, ... - constraint, ..." or why not.
#[track_caller]
fn check_why(shape: &str, text: &str, (row, col, digit): (usize, usize, usize), expected: &str) {
    let shape: Shape = shape.parse().expect("a shape");
    let puzzle = cluesmith::grid::parse_puzzles(shape, text).expect("a puzzle").remove(0);
    let found = match ask(&puzzle, candidate(shape, row, col, digit)) {
        Err(why_not) => why_not.text(shape),
        Ok(reason) => {
            assert!(reason.proves(&puzzle));
            let names = |sign: i64| -> Vec<String> {
                let terms = reason.terms.iter().filter(|(_, times)| times.signum() == sign);
                terms
                    .map(|(constraint, times)| format!("{} {}", times.abs(), constraint.name(&shape.geometry())))
                    .collect()
            };
            format!("{} - {}", names(1).join(", "), names(-1).join(", "))
        }
    };
    assert_eq!(found, expected);
}

/// Nothing but 1 and 9 fits at r1c1 and r1c5, and nothing but 1 and 4 at r5c1 and r5c5: an X-wing of ones.
const X_WING: &str = ".234.5678............................567.8923....................................";

#[test]
fn reasons_read_like_steps() {
    check_why("2x2", ".234............", (1, 1, 2), "the clue at r1c2 rules it out");
    check_why("2x2", "1234............", (1, 1, 1), "this is a clue");
    check_why("2x2", "1...............", (1, 2, 2), "the relaxation does not rule it out");
    check_why("2x2", "123...4.........", (4, 4, 1), "the puzzle has no solution");
    // A hidden single: the column is the base, the cell the cover.
    check_why("2x2", ".24............3", (3, 4, 1), "1 r3c4 - 1 4 in column 4");
    check_why("3x3", X_WING, (9, 1, 1), "1 1 in column 1, 1 1 in column 5 - 1 1 in row 1, 1 1 in row 5");
}

/// Every candidate that set logic rules out has a reason, and no reason survives a change.
#[track_caller]
fn check_reasons(puzzle: &Puzzle, step: usize) -> usize {
    let shape = puzzle.shape();
    let solution = solutions(puzzle, 2).remove(0);
    let open = shape.cells().filter(|&cell| puzzle.get(cell).is_none());
    let wrong = open.flat_map(|cell| (0..shape.n()).map(move |digit| Candidate::new(cell, Digit::from_index(digit))));
    let wrong = wrong.filter(|candidate| solution.get(candidate.cell) != Some(candidate.digit));
    let mut n_reasons = 0;
    for candidate in wrong.step_by(step) {
        let reason = match ask(puzzle, candidate) {
            Err(WhyNot::SeesClue(_)) => continue,
            reason => reason.unwrap_or_else(|why_not| panic!("{puzzle} {candidate:?}: {why_not:?}")),
        };
        n_reasons += 1;
        assert!(reason.proves(puzzle));
        let changed = |terms: Vec<(Constraint, i64)>| LpReason { candidate: reason.candidate, terms };
        for i in 0..reason.terms.len() {
            let mut terms = reason.terms.clone();
            let (_, times) = terms.remove(i);
            // Without a base the right side is too large, without a cover some candidate is subtracted.
            assert!(!changed(terms).proves(puzzle) || times == 0, "{puzzle} {reason:?} without {i}");
        }
        let negated = reason.terms.iter().map(|&(constraint, times)| (constraint, -times)).collect();
        assert!(!changed(negated).proves(puzzle));
        assert!(!changed(Vec::new()).proves(puzzle));
        // What is true is not ruled out, and an empty board proves nothing.
        let truth = Candidate::new(candidate.cell, solution.get(candidate.cell).expect("a digit"));
        assert!(!LpReason { candidate: truth, terms: reason.terms.clone() }.proves(puzzle));
        assert!(!reason.proves(&Puzzle::empty(shape)));
    }
    n_reasons
}

#[test]
fn every_elimination_has_a_reason() {
    let mut random = Random(2);
    let mut n_reasons = 0;
    for (text, step) in [("2x2", 1), ("2x3", 2), ("3x2", 3), ("2x4", 17), ("3x3", 23), ("3x4", 301)] {
        let shape: Shape = text.parse().expect("a shape");
        for grid in solutions(&Puzzle::empty(shape), 30).iter().step_by(15) {
            n_reasons += check_reasons(&puzzle_for_set_logic(grid, 3 * shape.n_cells(), &mut random), step);
        }
    }
    assert!(n_reasons > 60, "{n_reasons}");
}
