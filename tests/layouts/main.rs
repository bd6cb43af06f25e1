//! Layouts that are not plain: every engine against another way to the same answer.

mod census;
#[path = "../../benches/clock/mod.rs"]
mod clock;
#[path = "../common/mod.rs"]
mod common;
mod memory;
mod random_patterns;

use cluesmith::formats::{Format, PuzzleEntry, Shapes, read_puzzles, write};
use cluesmith::generate::{Method, Outcome, Plan, Request, Unwatched, Watch, generate};
use cluesmith::grid::canon::{canonical, line_moves};
use cluesmith::grid::{Cell, CellSet, Pattern, Puzzle, Shape, parse_puzzles};
use cluesmith::grid_checker::unavoidable_sets;
use cluesmith::logic::{
    Board, STRATEGIES, StrategyId, StrategySet, TraceVerdict, checker, count_solutions, fast_count, fast_solutions,
    solve,
};
use common::{cases, irregular_grids, irregular_shapes, oracle, random_pattern};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The cells of a grid with their regions, as the smallest of the texts that turns and mirror images give.
fn up_to_symmetry(regions: &[usize], n: usize) -> Vec<usize> {
    let turned = |at: usize, way: usize| {
        let (row, col) = (at / n, at % n);
        let (row, col) = if way & 1 == 1 { (col, row) } else { (row, col) };
        let row = if way & 2 == 2 { n - 1 - row } else { row };
        let col = if way & 4 == 4 { n - 1 - col } else { col };
        row * n + col
    };
    let in_order = |way| {
        let mut names: Vec<usize> = Vec::new();
        let name = |region: usize| {
            names.iter().position(|&known| known == region).unwrap_or_else(|| {
                names.push(region);
                names.len() - 1
            })
        };
        (0..n * n).map(|at| regions[turned(at, way)]).map(name).collect()
    };
    (0..8).map(in_order).min().expect("eight ways")
}

/// Every partition of a grid into connected regions of N cells, one of each that turns and mirror images give.
fn partitions(n: usize) -> BTreeSet<Vec<usize>> {
    fn neighbours(cell: usize, n: usize) -> impl Iterator<Item = usize> {
        let (row, col) = (cell / n, cell % n);
        let sides = [
            (row > 0, cell.wrapping_sub(n)),
            (row + 1 < n, cell + n),
            (col > 0, cell.wrapping_sub(1)),
            (col + 1 < n, cell + 1),
        ];
        sides.into_iter().filter_map(|(is_inside, cell)| is_inside.then_some(cell))
    }
    fn extend(
        regions: &mut Vec<usize>,
        region: &[usize],
        n: usize,
        number: usize,
        all: &mut BTreeSet<Vec<usize>>,
        seen: &mut BTreeSet<(usize, BTreeSet<usize>)>,
    ) {
        if region.len() == n {
            match regions.iter().position(|&region| region == usize::MAX) {
                None => {
                    all.insert(up_to_symmetry(regions, n));
                }
                Some(first) => {
                    regions[first] = number + 1;
                    extend(regions, &[first], n, number + 1, all, &mut BTreeSet::new());
                    regions[first] = usize::MAX;
                }
            }
            return;
        }
        if !seen.insert((number, region.iter().copied().collect())) {
            return;
        }
        let next: BTreeSet<usize> =
            region.iter().flat_map(|&cell| neighbours(cell, n)).filter(|&cell| regions[cell] == usize::MAX).collect();
        for cell in next {
            regions[cell] = number;
            extend(regions, &[region, &[cell]].concat(), n, number, all, seen);
            regions[cell] = usize::MAX;
        }
    }
    let mut all = BTreeSet::new();
    let mut regions = vec![usize::MAX; n * n];
    regions[0] = 0;
    extend(&mut regions, &[0], n, 0, &mut all, &mut BTreeSet::new());
    all
}

/// Solution grids by filling cell after cell; it knows rows, columns and regions, and nothing of the program.
fn n_grids(regions: &[usize], n: usize, values: &mut Vec<usize>) -> usize {
    let at = values.len();
    if at == n * n {
        return 1;
    }
    let sees = |other: usize| other / n == at / n || other % n == at % n || regions[other] == regions[at];
    let mut found = 0;
    for value in 0..n {
        if (0..at).all(|other| values[other] != value || !sees(other)) {
            values.push(value);
            found += n_grids(regions, n, values);
            values.pop();
        }
    }
    found
}

fn shape_of(regions: &[usize], n: usize) -> Shape {
    let regions: Vec<u8> = regions.iter().map(|&region| region as u8).collect();
    Shape::irregular(n, &regions).expect("a layout")
}

#[test]
fn every_partition_of_4x4_has_the_grids_that_plain_filling_finds() {
    let all = partitions(4);
    // The 117 tilings of a 4x4 board by tetrominoes are 22 up to symmetry.
    assert_eq!(all.len(), 22);
    for regions in all {
        let shape = shape_of(&regions, 4);
        let expected = n_grids(&regions, 4, &mut Vec::new());
        let empty = Puzzle::empty(shape);
        assert_eq!(count_solutions(&empty, 1000), expected, "{shape}");
        assert_eq!(fast_count(&empty, 1000), expected, "{shape}");
    }
}

#[test]
fn latin_squares_are_counted() {
    for (layout, expected) in [("4 latin", 576), ("5 latin", 161_280)] {
        let shape: Shape = layout.parse().expect("a layout");
        assert_eq!(fast_count(&Puzzle::empty(shape), 1_000_000), expected, "{layout}");
    }
    // Order 6 by symmetry: with the first row and column in order, times their orders.
    for (n, reduced, expected) in [(4, 4, 576), (5, 56, 161_280), (6, 9_408, 812_851_200)] {
        let shape: Shape = format!("{n} latin").parse().expect("a layout");
        let value = |cell: Cell| match (shape.row(cell), shape.col(cell)) {
            (0, i) | (i, 0) => i as u8 + 1,
            _ => 0,
        };
        let values: Vec<u8> = shape.cells().map(value).collect();
        assert_eq!(fast_count(&Puzzle::from_values(shape, &values), 10_000), reduced);
        let below: usize = (1..n).product();
        assert_eq!(reduced * (below * n) * below, expected);
    }
}

/// What two cells may hold by a rule, written here anew: rows and columns from 0, digits from 1.
type Holds<'a> = &'a dyn Fn([usize; 2], usize, [usize; 2], usize) -> bool;

/// Solution grids by filling cell after cell.
fn n_grids_by(n: usize, holds: &[Holds<'_>], values: &mut Vec<usize>) -> usize {
    let at = values.len();
    if at == n * n {
        return 1;
    }
    let mut found = 0;
    for value in 1..=n {
        let place = |at: usize| [at / n, at % n];
        let fits = |other: usize| holds.iter().all(|holds| holds(place(other), values[other], place(at), value));
        if (0..at).all(fits) {
            values.push(value);
            found += n_grids_by(n, holds, values);
            values.pop();
        }
    }
    found
}

#[test]
fn rules_have_the_grids_that_plain_filling_finds() {
    let differ = |is_bound: bool, a: usize, b: usize| !is_bound || a != b;
    let lines: Holds<'_> = &|a, x, b, y| differ(a[0] == b[0] || a[1] == b[1], x, y);
    let boxes: Holds<'_> = &|a, x, b, y| differ(a[0] / 2 == b[0] / 2 && a[1] / 2 == b[1] / 2, x, y);
    let wide: Holds<'_> = &|a, x, b, y| differ(a[0] / 2 == b[0] / 2 && a[1] / 3 == b[1] / 3, x, y);
    let falling: Holds<'_> = &|a, x, b, y| differ(a[0] == a[1] && b[0] == b[1], x, y);
    let rising =
        |n: usize| move |a: [usize; 2], x, b: [usize; 2], y| differ(a[0] + a[1] == n - 1 && b[0] + b[1] == n - 1, x, y);
    let apart = |a: [usize; 2], b: [usize; 2]| {
        let mut both = [a[0].abs_diff(b[0]), a[1].abs_diff(b[1])];
        both.sort_unstable();
        both
    };
    let knight: Holds<'_> = &|a, x, b, y| differ(apart(a, b) == [1, 2], x, y);
    let king: Holds<'_> = &|a, x, b, y| differ(apart(a, b) == [1, 1], x, y);
    let consecutive: Holds<'_> = &|a, x, b, y| apart(a, b) != [0, 1] || x.abs_diff(y) != 1;
    let window: Holds<'_> = &|a, x, b, y| differ([a, b].iter().flatten().all(|&at| at == 1 || at == 2), x, y);
    let places: Holds<'_> = &|a, x, b, y| differ(a[0] % 2 == b[0] % 2 && a[1] % 2 == b[1] % 2, x, y);
    let wrapped: Holds<'_> = &|a, x, b, y| {
        let near = |i: usize| (a[i].abs_diff(b[i])).min(5 - a[i].abs_diff(b[i])) == 1;
        differ(near(0) && near(1), x, y)
    };
    let marked: Holds<'_> = &|a, x, b, y| {
        let may_hold = |cell: [usize; 2], digit: usize| cell != [1, 2] || digit % 2 == 1;
        may_hold(a, x) && may_hold(b, y)
    };
    let (rising_4, rising_5, rising_6) = (rising(4), rising(5), rising(6));
    let check = |layout: &str, holds: &[Holds<'_>], published: Option<usize>| {
        let shape: Shape = layout.parse().expect("a layout");
        let n = shape.n();
        // Where a rule does not tell digits apart, the first row stands for all its rearrangements.
        let tells_digits_apart = layout.contains("consecutive") || layout.contains("odd");
        let expected = if tells_digits_apart {
            n_grids_by(n, holds, &mut Vec::new())
        } else {
            n_grids_by(n, holds, &mut (1..=n).collect()) * (1..=n).product::<usize>()
        };
        let empty = Puzzle::empty(shape);
        assert_eq!(count_solutions(&empty, 100_000), expected, "{layout}");
        assert_eq!(fast_count(&empty, 100_000), expected, "{layout}");
        assert_eq!(published.unwrap_or(expected), expected, "{layout}");
    };
    check("2x2 x", &[lines, boxes, falling, &rising_4], Some(48));
    check("2x2 diagonal-", &[lines, boxes, falling], None);
    check("4 latin diagonal+", &[lines, &rising_4], None);
    check("2x2 windoku", &[lines, boxes, window], None);
    check("2x2 disjoint-groups", &[lines, boxes, places], None);
    check("2x2 anti-knight", &[lines, boxes, knight], None);
    check("2x2 anti-king", &[lines, boxes, king], Some(0));
    check("2x2 x anti-knight", &[lines, boxes, falling, &rising_4, knight], Some(0));
    check("2x2 non-consecutive", &[lines, boxes, consecutive], None);
    check("2x2 odd=r2c3", &[lines, boxes, marked], None);
    check("5 latin x", &[lines, falling, &rising_5], Some(960));
    check("5 latin anti-king", &[lines, king], None);
    check("5 latin anti-knight", &[lines, knight], None);
    check("5 latin anti-king toroidal", &[lines, wrapped], None);
    check("5 latin non-consecutive", &[lines, consecutive], None);
    check("2x3 x", &[lines, wide, falling, &rising_6], None);
    check("2x3 anti-king", &[lines, wide, king], None);
}

/// Clues of a known grid, few enough that singles seldom suffice.
fn some_clues(grid: &Puzzle, random: &mut Xoshiro256PlusPlus) -> Puzzle {
    let share = random.random_range(28..55);
    let mut clues = Puzzle::empty(grid.shape());
    for (cell, digit) in grid.clues().filter(|_| random.random_range(0..100) < share) {
        clues.set(cell, Some(digit));
    }
    clues
}

#[test]
fn every_step_on_irregular_layouts_is_proved() {
    let mut seen = StrategySet::default();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for (shape, grid) in irregular_grids().filter(|(shape, _)| shape.n() <= 10) {
        for _ in 0..if shape.n() <= 7 { 30 } else { 12 } {
            let puzzle = some_clues(&grid, &mut random);
            let is_proper = shape.n() <= 9 && fast_count(&puzzle, 2) == 1;
            let trace = solve(&puzzle, STRATEGIES.iter().map(|strategy| strategy.id()).collect::<StrategySet>());
            let mut board = Board::new(&puzzle);
            for step in &trace.steps {
                let name = || format!("{} on {shape} {puzzle}", step.sentence(&board));
                assert!(!name().is_empty());
                assert_eq!(checker::check_step(&board, step), Ok(()), "{}", name());
                let assumes_uniqueness =
                    STRATEGIES.iter().any(|strategy| strategy.id() == step.strategy() && strategy.assumes_uniqueness());
                if is_proper || !assumes_uniqueness {
                    assert_eq!(checker::check_against_solution(&board, step, &grid), Ok(()), "{}", name());
                }
                seen.insert(step.strategy());
                step.apply(&mut board);
            }
        }
    }
    let names: Vec<&str> = seen.iter().map(StrategyId::name).collect();
    assert!(names.len() > 25, "only {}", names.join(", "));
}

/// What all finders say of one position, whether or not a trace would come to it.
#[test]
fn whatever_a_finder_finds_on_irregular_layouts_is_proved() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for (_, grid) in irregular_grids().filter(|(shape, _)| shape.n() <= 9) {
        for _ in 0..3 {
            let puzzle = some_clues(&grid, &mut random);
            let board = solve(&puzzle, StrategySet::SINGLES).end;
            for strategy in STRATEGIES {
                let mut n_found = 0;
                let _ = strategy.find(&board, &mut |step| {
                    assert_eq!(checker::check_step(&board, &step), Ok(()), "{} on {puzzle}", step.sentence(&board));
                    n_found += 1;
                    if n_found < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            }
        }
    }
}

fn answer(request: &Request, method: Method) -> Option<bool> {
    answer_by(request, method, &Unwatched)
}

fn answer_by(request: &Request, method: Method, watch: &dyn Watch) -> Option<bool> {
    match generate(request, &Plan::new(method), watch) {
        Outcome::Found(found) => {
            assert_eq!(found.puzzle().pattern(), request.pattern);
            assert_eq!(fast_solutions(found.puzzle(), 2), vec![found.trace().end.values().clone()]);
            Some(true)
        }
        Outcome::Impossible(_) => Some(false),
        Outcome::Undecided(_) => None,
    }
}

#[test]
fn methods_agree_on_small_irregular_layouts() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut asked = Vec::new();
    for shape in irregular_shapes(6) {
        for i in 0..cases(if shape.has_rules() { 8 } else { 16 }) {
            let n_clues = shape.n_cells() / 5 + i % 6;
            let strategies = ["naked-single", "singles", "paper"][i % 3].parse().expect("names");
            asked.push(Request::new(random_pattern(shape, n_clues, &mut random), strategies));
        }
    }
    let counts: Vec<bool> = asked
        .par_iter()
        .map(|request| {
            let name = format!("{} {} {}", request.pattern.shape, request.pattern, request.strategies);
            let sat = answer(request, Method::Sat);
            assert_eq!(answer(request, Method::Auto), sat, "{name}");
            // Exact search is for layouts that do not tell digits apart.
            let is_exact_case = request.pattern.shape.treats_digits_alike();
            if is_exact_case && request.strategies == "naked-single".parse().expect("a name") {
                assert_eq!(answer(request, Method::Exact), sat, "{name}");
            }
            let methods = if is_exact_case { &[Method::Search, Method::Inverse][..] } else { &[] };
            for &method in methods {
                // They cannot refute but by the bounds, and find what there is only if they try long enough.
                let told = if sat == Some(true) { answer(request, method) } else { None };
                assert!(told != Some(false), "{name} {}", method.name());
            }
            sat.unwrap_or_else(|| panic!("undecided: {name}"))
        })
        .collect();
    assert!(counts.iter().filter(|&&found| found).count() > 10 && counts.contains(&false));
}

#[test]
fn irregular_puzzles_have_forms_and_unavoidable_sets() {
    for (shape, grid) in irregular_grids().filter(|(shape, _)| shape.n() <= 9) {
        let geometry = &*shape.geometry();
        let Some(moves) = line_moves(geometry) else { continue };
        let form = canonical(&grid).expect("a form");
        assert!(form.puzzle.is_solution());
        for one in moves.iter().take(20) {
            assert_eq!(canonical(&one.apply(&grid)).expect("a form").puzzle, form.puzzle, "{shape}");
        }
        let sets = unavoidable_sets(&grid, 8);
        for set in &sets {
            let rest = Pattern::new(shape, shape.cells().filter(|&cell| !set.contains(cell)));
            assert!(fast_count(&grid.masked(&rest), 2) == 2, "{shape}");
            for cell in set.iter() {
                let smaller: Vec<Cell> = rest.cells.iter().chain([cell]).collect();
                assert_eq!(fast_count(&grid.masked(&Pattern::new(shape, smaller)), 2), 1, "{shape} is minimal");
            }
        }
        // Rules may leave no other grid near by.
        assert!(!sets.is_empty() || shape.has_rules(), "{shape}");
        if shape.n() == 4 {
            for other in fast_solutions(&Puzzle::empty(shape), 1000) {
                let changed: CellSet = shape.cells().filter(|&cell| other.get(cell) != grid.get(cell)).collect();
                let is_known = sets.iter().any(|set| set.is_subset(&changed));
                assert!(changed.is_empty() || changed.len() > 8 || is_known, "{shape} {other}");
            }
        }
    }
}

/// What is written as a game ID of that program, and in two lines, is read back as the same puzzle.
#[test]
fn puzzles_of_simon_tatham_travel() {
    let Some(text) = oracle("variants-sgt.tsv") else { return };
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let entries: Vec<PuzzleEntry> = rows
        .map(|row| {
            let diagonals = if row[3] == "x" { " x" } else { "" };
            let shape: Shape = format!("{} regions={}{diagonals}", row[0], row[2]).parse().expect("a layout");
            PuzzleEntry::new(parse_puzzles(shape, row[6]).expect("a puzzle").remove(0))
        })
        .collect();
    let without_rules = |entry: &&PuzzleEntry| !entry.shape().has_rules();
    let plain: Vec<PuzzleEntry> = entries.iter().filter(without_rules).cloned().collect();
    assert_eq!((entries.len(), plain.len()), (627, 377));
    for (format, entries) in [(Format::Solo, &entries), (Format::Jigsaw, &plain)] {
        let text = write(format, entries).expect("a text");
        let back = read_puzzles(&text, Shapes::Prefer(Shape::NINE)).expect("puzzles");
        let puzzles = |entries: &[PuzzleEntry]| entries.iter().map(|entry| entry.puzzle.clone()).collect::<Vec<_>>();
        assert_eq!(puzzles(&back), puzzles(entries), "{}", format.name());
    }
}

/// Puzzles of another program: each has one solution, and the difficulty that it tells says what solves it.
#[test]
fn puzzles_of_simon_tatham_are_as_he_says() {
    let Some(text) = oracle("variants-sgt.tsv") else { return };
    let rows: Vec<Vec<&str>> =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 627);
    let n_by_singles = rows
        .par_iter()
        .filter(|row| {
            let n: usize = row[0].parse().expect("a size");
            let diagonals = if row[3] == "x" { " x" } else { "" };
            let shape: Shape = format!("{n} regions={}{diagonals}", row[2]).parse().expect("a layout");
            let puzzle = parse_puzzles(shape, row[6]).expect("a puzzle").remove(0);
            assert_eq!(fast_count(&puzzle, 2), 1, "{shape} {puzzle}");
            let strategies: StrategySet = match row[5] {
                "t" | "b" => "paper".parse().expect("names"),
                "i" => "basic".parse().expect("names"),
                _ => return false,
            };
            let trace = solve(&puzzle, strategies);
            assert_eq!(trace.verdict, TraceVerdict::Solved, "{} {shape} {puzzle}", row[5]);
            true
        })
        .count();
    assert!(n_by_singles > 450, "{n_by_singles}");
}
