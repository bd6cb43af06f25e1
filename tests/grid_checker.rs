//! The grid checker against other ways of finding the same, and against published numbers.

mod common;

use cluesmith::grid::{Cell, CellSet, Digit, Pattern, Puzzle, Shape, content_lines};
use cluesmith::grid_checker::{
    ClueSearch, FewestNews, SearchError, clue_bound, fewest_clues, maximum_clique, missed_sets, proposed_cells,
    second_solution, unavoidable_sets, unavoidable_sets_until,
};
use cluesmith::logic::{count_solutions, solutions};
use common::oracle;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Figure 12 of McGuire et al.: 29 puzzles with 17 clues.
const FIGURE_12: &str = "639241785284765193517983624123857946796432851458619237342178569861594372975326418";
/// Figure 10: the grid with most automorphisms; no puzzle with 17 clues.
const FIGURE_10: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn grid(shape: &str, text: &str) -> Puzzle {
    cluesmith::grid::parse_puzzles(shape.parse().expect("shape"), text).expect("grid").remove(0)
}

/// "total: count x size ..." of the unavoidable sets of at most `limit` cells.
#[track_caller]
fn check_sets(grid: &Puzzle, limit: usize, expected: &str) {
    let sets = unavoidable_sets(grid, limit);
    let mut sizes: Vec<usize> = sets.iter().map(CellSet::len).collect();
    sizes.dedup();
    let counts = sizes.iter().map(|&size| format!("{}x{size}", sets.iter().filter(|set| set.len() == size).count()));
    assert_eq!(format!("{}: {}", sets.len(), counts.collect::<Vec<_>>().join(" ")), expected, "{grid}");
}

/// The published table of counts, which an own slow search confirmed.
#[test]
fn unavoidable_sets_are_as_many_as_published() {
    check_sets(&grid("3x3", FIGURE_12), 12, "371: 2x4 14x6 18x8 10x9 69x10 57x11 201x12");
    let Some(text) = oracle("random-grids-10.txt") else { return };
    let expected = [
        "337: 5x4 30x6 12x8 9x9 58x10 42x11 181x12",
        "291: 10x4 12x6 21x8 7x9 73x10 35x11 133x12",
        "195: 21x4 13x6 20x8 42x10 16x11 83x12",
        "249: 14x4 15x6 22x8 8x9 42x10 36x11 112x12",
        "267: 13x4 23x6 15x8 3x9 55x10 23x11 135x12",
        "364: 5x4 15x6 27x8 10x9 90x10 37x11 180x12",
        "277: 10x4 12x6 26x8 6x9 63x10 36x11 124x12",
        "261: 12x4 20x6 21x8 9x9 54x10 33x11 112x12",
        "312: 7x4 11x6 25x8 8x9 72x10 27x11 162x12",
        "242: 12x4 14x6 21x8 5x9 55x10 28x11 107x12",
    ];
    for (line, expected) in content_lines(&text).zip(expected) {
        check_sets(&line.puzzle(Shape::NINE).expect("grid"), 12, expected);
    }
}

/// Every way in which two grids differ, by listing all grids that agree outside of `open`.
fn differences(grid: &Puzzle, open: &CellSet, limit: usize) -> BTreeSet<CellSet> {
    let mut puzzle = grid.clone();
    for cell in open.iter() {
        puzzle.set(cell, None);
    }
    let shape = grid.shape();
    let others = solutions(&puzzle, 20_000);
    assert!(others.len() < 20_000);
    let sets = others.iter().map(|other| shape.cells().filter(|&c| other.get(c) != grid.get(c)).collect::<CellSet>());
    sets.filter(|set| (1..=limit).contains(&set.len())).collect()
}

fn minimal(sets: &BTreeSet<CellSet>) -> BTreeSet<CellSet> {
    sets.iter().copied().filter(|set| !sets.iter().any(|other| other != set && other.is_subset(set))).collect()
}

#[track_caller]
fn check_against_listing(grid: &Puzzle, open: &CellSet, limit: usize) {
    let expected = minimal(&differences(grid, open, limit));
    let found: BTreeSet<CellSet> =
        unavoidable_sets(grid, limit).into_iter().filter(|set| set.is_subset(open)).collect();
    assert_eq!(found, expected, "{grid}");
}

#[test]
fn a_listing_of_sets_can_be_stopped() {
    let n_polls = AtomicUsize::new(0);
    let stop = || n_polls.fetch_add(1, Relaxed) >= 3;
    assert_eq!(unavoidable_sets_until(&grid("3x3", FIGURE_12), 16, &stop), None);
}

#[test]
fn unavoidable_sets_agree_with_a_listing_of_grids() {
    let shape = "2x2".parse().expect("shape");
    for grid in solutions(&Puzzle::empty(shape), 288).iter().step_by(29) {
        for limit in [4, 7, 16] {
            check_against_listing(grid, &CellSet::first(16), limit);
        }
    }
    for text in ["2x3", "3x2", "2x4", "4x2", "3x3", "3x4"] {
        let shape: Shape = text.parse().expect("shape");
        let grid =
            if shape == Shape::NINE { grid(text, FIGURE_12) } else { solutions(&Puzzle::empty(shape), 1).remove(0) };
        let n = shape.n();
        let limit = if n == 12 { 8 } else { 12 };
        // All cells of a few digits, and those of two houses.
        for first in 0..n.min(4) {
            let digits = [first, (first + 2) % n, (first + 3) % n].map(Digit::from_index);
            let open = shape.cells().filter(|&cell| grid.get(cell).is_some_and(|digit| digits.contains(&digit)));
            check_against_listing(&grid, &open.collect(), limit);
            let houses = &shape.geometry().house_sets;
            check_against_listing(&grid, &houses[first].union(&houses[first + 1]), limit);
            check_against_listing(&grid, &houses[n + first].union(&houses[2 * n + first]), limit);
        }
    }
}

#[test]
fn cliques_bound_the_clues() {
    for (text, expected) in [(FIGURE_12, 9), (FIGURE_10, 12)] {
        let sets = unavoidable_sets(&grid("3x3", text), 12);
        let clique = maximum_clique(&sets);
        assert!(clique.sets.len() >= expected, "{}", clique.sets.len());
        for (i, a) in clique.sets.iter().enumerate() {
            assert!(sets.contains(a) && clique.sets[..i].iter().all(|b| a.intersection(b).is_empty()));
        }
    }
}

#[test]
fn groups_bound_the_clues_better() {
    // The grid of figure 10 falls into nine groups that take two clues each.
    for (shape, text, expected) in [("3x3", FIGURE_10, 18), ("3x3", FIGURE_12, 9), ("2x2", "1234341221434321", 4)] {
        let grid = grid(shape, text);
        let sets = unavoidable_sets(&grid, 12);
        let bound = clue_bound(&sets, &|| false);
        assert!(bound.clues() >= expected, "{text}: {bound:?}");
        assert!(bound.clues() >= maximum_clique(&sets).sets.len());
        for (i, (cells, clues)) in bound.parts.iter().enumerate() {
            assert!(bound.parts[..i].iter().all(|(other, _)| cells.intersection(other).is_empty()));
            // No cell alone hits all sets of a group, so without all but one of its cells there is a second solution.
            for cell in cells.iter().filter(|_| *clues == 2) {
                let mut open = *cells;
                open.remove(cell);
                assert!(second_solution(&grid, &open).is_some(), "{cells:?} {cell:?}");
            }
            assert!(second_solution(&grid, cells).is_some() && (1..=2).contains(clues));
        }
    }
}

/// All subsets of so many cells that are puzzles.
fn slow_puzzles(grid: &Puzzle, clues: usize) -> Vec<Puzzle> {
    let shape = grid.shape();
    let subsets = (0u32..1 << shape.n_cells()).filter(|subset| subset.count_ones() as usize == clues);
    let mut found: Vec<Puzzle> = subsets
        .map(|subset| grid.masked(&Pattern::new(shape, shape.cells().filter(|cell| subset >> cell.0 & 1 == 1))))
        .filter(|puzzle| count_solutions(puzzle, 2) == 1)
        .collect();
    found.sort();
    found
}

fn all_puzzles(search: &ClueSearch) -> Vec<Puzzle> {
    let tasks = (0..search.n_tasks()).flat_map(|task| search.run_task(task, &|| false).expect("not stopped").puzzles);
    let mut found: Vec<Puzzle> = tasks.collect();
    found.sort();
    found
}

#[test]
fn every_puzzle_is_found_once() {
    let shape = "2x2".parse().expect("shape");
    for grid in solutions(&Puzzle::empty(shape), 288).iter().step_by(96) {
        for clues in [3, 4, 5, 7] {
            let search = ClueSearch::new(grid, clues).expect("a search");
            assert_eq!(all_puzzles(&search), slow_puzzles(grid, clues), "{grid} {clues}");
            let share: f64 = (0..search.n_tasks()).map(|task| search.share(task)).sum();
            assert!((share - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn a_search_that_is_watched_finds_the_same() {
    let shape: Shape = "2x2".parse().expect("shape");
    let grid = solutions(&Puzzle::empty(shape), 1).remove(0);
    let search = ClueSearch::new(&grid, 5).expect("a search");
    let (found, shares) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let receive = |puzzle| {
        found.lock().expect("no panic").push(puzzle);
        ControlFlow::Continue(())
    };
    assert!(search.watch(&|| false, &receive, &|share| shares.lock().expect("no panic").push(share)));
    let mut found = found.into_inner().expect("no panic");
    found.sort();
    assert_eq!(found, all_puzzles(&search));
    let shares = shares.into_inner().expect("no panic");
    assert!(shares.is_sorted() && (shares.last().expect("a task") - 1.0).abs() < 1e-9, "{shares:?}");
    // Whoever has enough gets no more from the same task.
    let n_found = AtomicUsize::new(0);
    let one = |_| {
        n_found.fetch_add(1, Relaxed);
        ControlFlow::Break(())
    };
    assert!(!search.watch(&|| false, &one, &|_| ()));
    assert!((1..=rayon::current_num_threads()).contains(&n_found.load(Relaxed)));
}

#[test]
fn few_clues_of_larger_grids() {
    // 6x6 takes eight clues at least.
    let shape: Shape = "2x3".parse().expect("shape");
    let small = solutions(&Puzzle::empty(shape), 1).remove(0);
    let news = Mutex::new(Vec::new());
    let fewest = fewest_clues(&small, 20, &|| false, &|told| news.lock().expect("no panic").push(told));
    let fewest = fewest.expect("a solution grid");
    let news = news.into_inner().expect("no panic");
    assert_eq!(
        news.iter().rfind(|told| matches!(told, FewestNews::Better(_))),
        Some(&FewestNews::Better(fewest.clone()))
    );
    let shares: Vec<(usize, f64)> = news
        .iter()
        .filter_map(|told| if let FewestNews::Explored { clues, share } = told { Some((*clues, *share)) } else { None })
        .collect();
    // Every number of clues below the bound was explored to its end.
    for clues in shares[0].0..fewest.lower_bound {
        let last = shares.iter().rfind(|(of, _)| *of == clues).expect("explored").1;
        assert!((last - 1.0).abs() < 1e-9, "{clues}: {last}");
    }
    let puzzle = fewest.puzzle.expect("a puzzle");
    assert!(puzzle.n_clues() == fewest.lower_bound && fewest.lower_bound >= 8);
    assert!(count_solutions(&puzzle, 2) == 1 && small.masked(&puzzle.pattern()) == puzzle);
    assert_eq!(all_puzzles(&ClueSearch::new(&small, fewest.lower_bound - 1).expect("a search")), []);

    let most_symmetric = fewest_clues(&grid("3x3", FIGURE_10), 17, &|| false, &|_| ()).expect("a solution grid");
    assert_eq!(most_symmetric.lower_bound, 18);
    let stopped = fewest_clues(&grid("3x3", FIGURE_12), 81, &|| true, &|_| ()).expect("a solution grid");
    assert_eq!((stopped.puzzle, stopped.lower_bound), (None, 1));
    // Stopped when the search begins: the bound of the clique, and a puzzle that is not far from it.
    let is_begun = AtomicBool::new(false);
    let begun = fewest_clues(&grid("3x3", FIGURE_12), 81, &|| is_begun.load(Relaxed), &|told| {
        is_begun.fetch_or(matches!(told, FewestNews::Explored { .. }), Relaxed);
    });
    let begun = begun.expect("a solution grid");
    let puzzle = begun.puzzle.expect("a puzzle");
    assert!(begun.lower_bound >= 9 && puzzle.n_clues() <= 24, "{} {puzzle}", begun.lower_bound);
    assert_eq!(count_solutions(&puzzle, 2), 1);

    assert!(matches!(ClueSearch::new(&Puzzle::empty(shape), 8), Err(SearchError::NotASolution)));
    assert!(matches!(ClueSearch::new(&small, 37), Err(SearchError::Clues(36))));
}

/// A known puzzle is found below a node that holds most of its clues: the task it belongs to finds it.
#[test]
fn known_puzzles_lie_in_exactly_one_task() {
    let shape: Shape = "2x3".parse().expect("shape");
    let grid = solutions(&Puzzle::empty(shape), 40).remove(39);
    let search = ClueSearch::new(&grid, 9).expect("a search");
    let found = all_puzzles(&search);
    let mut once = found.clone();
    once.dedup();
    assert_eq!(found, once);
    assert!(found.iter().all(|puzzle| puzzle.n_clues() == 9 && count_solutions(puzzle, 2) == 1));
    // Taking clues away from the solution at random while it stays proper leads to listed puzzles only.
    let mut state = 7u64;
    let mut n_reached = 0;
    for _ in 0..200 {
        let mut puzzle = grid.clone();
        let mut order: Vec<Cell> = shape.cells().collect();
        for i in (1..order.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(i, (state >> 33) as usize % (i + 1));
        }
        for cell in order {
            let digit = puzzle.get(cell);
            puzzle.set(cell, None);
            if puzzle.n_clues() < 9 || count_solutions(&puzzle, 2) > 1 {
                puzzle.set(cell, digit);
            }
        }
        if puzzle.n_clues() == 9 {
            n_reached += 1;
            assert!(found.binary_search(&puzzle).is_ok(), "{puzzle}");
        }
    }
    assert!(n_reached > 0, "{n_reached}");
}

#[test]
fn a_pattern_is_mended() {
    let grid = grid("3x3", FIGURE_12);
    let sets = unavoidable_sets(&grid, 12);
    // Rows 1 and 2 without a clue.
    let pattern = Pattern::new(Shape::NINE, Shape::NINE.cells().filter(|cell| cell.index() >= 18));
    let missed = missed_sets(&grid, &sets, &pattern, &|| false).expect("not stopped");
    assert!(!missed.is_empty());
    for missed in &missed {
        assert!(missed.second_solution.is_solution() && missed.second_solution != grid);
        assert!(missed.set.intersection(&pattern.cells).is_empty());
        let differs = Shape::NINE.cells().filter(|&c| missed.second_solution.get(c) != grid.get(c));
        assert_eq!(differs.collect::<CellSet>(), missed.set);
        assert_eq!(second_solution(&grid, &missed.set).as_ref(), Some(&missed.second_solution));
    }
    // Without any clue the larger sets have to be found, too.
    for pattern in [pattern, Pattern::empty(Shape::NINE)] {
        let mut mended = pattern;
        for cell in proposed_cells(&grid, &sets, &pattern, &|| false).expect("not stopped") {
            assert!(mended.cells.insert(cell));
        }
        assert_eq!(count_solutions(&grid.masked(&mended), 2), 1);
        assert_eq!(missed_sets(&grid, &sets, &mended, &|| false), Some(vec![]));
    }
}
