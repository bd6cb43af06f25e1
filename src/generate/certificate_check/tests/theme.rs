//! Clauses of themes: whatever is taken for one holds for every puzzle that the theme accepts.

use super::super::theme::{ThemeClauses, is_broken_by, leaves_too_few_digits};
use crate::generate::Request;
use crate::generate::bounds::theme::possible_digits;
use crate::grid::{CellSet, Puzzle, Shape, Theme, parse_patterns};
use crate::logic::{StrategySet, count_solutions, solutions};
use crate::sat::cdcl::Lit;

fn request(layout: &str, pattern: &str, theme: &str) -> Request {
    let shape: Shape = layout.parse().expect("a layout");
    let pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
    let theme = Theme::parse(shape, theme).expect("a theme");
    Request::new(pattern, StrategySet::SINGLES).with(|design| design.theme = theme)
}

/// Solution grids whose digits on the pattern the theme accepts and that are the only ones with them.
fn accepted(request: &Request) -> Vec<Puzzle> {
    let grids = solutions(&Puzzle::empty(request.pattern.shape), 1_000);
    let is_good = |grid: &Puzzle| {
        let puzzle = grid.masked(&request.pattern);
        request.theme.accepts(&puzzle).is_ok() && count_solutions(&puzzle, 2) == 1
    };
    grids.into_iter().filter(is_good).collect()
}

/// Tries all clauses of one and two literals and many of three. Returns how many are taken.
#[track_caller]
fn check(layout: &str, pattern: &str, theme: &str) -> usize {
    let request = request(layout, pattern, theme);
    let shape = request.pattern.shape;
    let n_candidates = shape.n() * shape.n_cells();
    let clauses = ThemeClauses::new(&request, n_candidates);
    let n_vars = n_candidates + clauses.n_vars();
    // The values of all variables for each grid.
    let models: Vec<Vec<bool>> = accepted(&request).iter().map(|grid| clauses.model(grid)).collect();
    assert!(models.iter().all(|model| model.len() == n_vars));
    let lits: Vec<Lit> = (0..n_vars).flat_map(|var| [Lit::new(var, true), Lit::new(var, false)]).collect();
    let mut n_taken = 0;
    let mut judge = |clause: &[Lit]| {
        if clauses.holds(clause) {
            n_taken += 1;
            for model in &models {
                let is_true = clause.iter().any(|lit| model[lit.var()] == lit.is_positive());
                assert!(is_true, "{theme}: {clause:?} does not hold");
            }
        }
    };
    for (i, &a) in lits.iter().enumerate() {
        judge(&[a]);
        lits[..i].iter().for_each(|&b| judge(&[a, b]));
    }
    let mut state = 1u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % n
    };
    for _ in 0..300_000 {
        let clause = [lits[below(lits.len())], lits[below(lits.len())], lits[below(lits.len())]];
        judge(&clause);
    }
    n_taken
}

#[test]
fn clauses_that_are_taken_hold() {
    let pattern = "x.x..x.xx.x..x.x";
    for theme in [
        "odd=r1c1,r2c2,r1c2",
        "equal=r1c1,r2c4,r3c3",
        "different=r1c1,r2c2,r3c3,r4c4",
        "ascending=r1c1,r1c2,r1c3,r2c4",
        "digit 2 at most 1",
        "digit 2 1 to 2",
        "each digit 2 to 3",
        "digit 3 at least 3",
        "each digit at least 1; digit 4 exactly 0",
        "symmetry quarter-turn any",
        "symmetry band-cycle any",
        "symmetry band-cycle complement",
        "symmetry stack-cycle (1 2)",
        "symmetry band-cycle any; digit 1 at most 2",
    ] {
        assert!(check("2x2", pattern, theme) > 0, "{theme}");
    }
    assert!(check("2x2", "xx.x..x..x..x.xx", "symmetry half-turn complement") > 0);
    assert!(check("2x2 non-consecutive", "x..x.......x....", "symmetry half-turn complement; low=r1c1") > 0);
    assert!(check("4 latin", pattern, "symmetry diagonal any; each digit at most 3") > 0);
    assert!(check("4 regions=AAABCABBCCDBCDDD", pattern, "different=r1c1,r2c2,r4c4; digit 1 at least 2") > 0);
}

/// Digits that the bounds or the checkers leave out stand in no puzzle, and clues of a puzzle never break its theme.
#[test]
fn what_is_left_out_stands_nowhere() {
    for theme in ["odd=r1; equal=r2c2,r3c1", "ascending=r1c1,r2c2,r3c3,r4c4", "symmetry band-cycle complement; low=r1"]
    {
        let request = request("2x2", "x.x..x.xx.x..x.x", theme);
        let possible = possible_digits(&request);
        let grids = accepted(&request);
        for grid in &grids {
            for (cell, digit) in grid.masked(&request.pattern).clues() {
                assert!(possible[cell.index()].contains(digit), "{theme}: {grid}");
            }
            let mut clues = grid.masked(&request.pattern);
            for cell in request.pattern.cells.iter() {
                assert!(!is_broken_by(&request, &clues), "{theme}: {clues}");
                clues.set(cell, None);
            }
        }
        let has_puzzle = !grids.is_empty();
        let sets = &request.pattern.shape.geometry().house_sets;
        let refuted = |set: &CellSet| leaves_too_few_digits(&request, &set.intersection(&request.pattern.cells));
        assert!(!has_puzzle || !sets.into_iter().any(refuted), "{theme}");
    }
}
