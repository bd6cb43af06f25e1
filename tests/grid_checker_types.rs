//! Types of unavoidable sets, sets of higher degree, and what the parts of the search are worth: against their
//! definitions, and against what McGuire, Tugemann and Civario report.

#[path = "common/random.rs"]
mod random;

use cluesmith::grid::canon::{CatalogueVisitor, Isomorphism, catalogue};
use cluesmith::grid::{CellSet, Digit, Pattern, Puzzle, Shape};
use cluesmith::grid_checker::{
    ClueSearch, DegreeSet, Pruning, SetType, degree_of, nontrivial_sets, second_solution, unavoidable_sets,
};
use cluesmith::logic::{fast_solutions, solutions};
use random::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A grid of 9x9: the boxes of a diagonal at random, and what the solver adds.
fn random_grid(random: &mut Random) -> Puzzle {
    let mut boxes = Puzzle::empty(Shape::NINE);
    for first in [0, 3, 6] {
        for (i, digit) in random.shuffled((0..9).collect()).into_iter().enumerate() {
            boxes.set(Shape::NINE.cell(first + i / 3, first + i % 3), Some(Digit::from_index(digit)));
        }
    }
    fast_solutions(&boxes, 1).remove(0)
}

fn random_isomorphism(random: &mut Random) -> Isomorphism {
    let (rows, cols) = (random.lines(), random.lines());
    let digits = random.shuffled((0..9).map(Digit::from_index).collect());
    Isomorphism { shape: Shape::NINE, is_transposed: random.below(2) == 1, rows, cols, digits }
}

/// How often each type occurs among sets of a grid.
fn types(grid: &Puzzle, sets: &[CellSet]) -> BTreeMap<(usize, SetType), usize> {
    let mut types = BTreeMap::new();
    for set in sets {
        *types.entry((set.len(), SetType::new(grid, set).expect("a type"))).or_default() += 1;
    }
    types
}

/// "types x cells ..." of all types that occur.
#[track_caller]
fn check_types(types: impl IntoIterator<Item = (usize, SetType)>, expected: &str) {
    let mut by_size: BTreeMap<usize, BTreeSet<SetType>> = BTreeMap::new();
    for (size, of_set) in types {
        by_size.entry(size).or_default().insert(of_set);
    }
    let counts: Vec<String> = by_size.iter().map(|(size, types)| format!("{}x{size}", types.len())).collect();
    assert_eq!(counts.join(" "), expected);
}

/// The 525 blueprints of section 5.2 have 4 to 12 cells; those of up to 11 come up soon.
#[test]
fn types_are_as_many_as_published() {
    let mut random = Random(3);
    let mut known = BTreeSet::new();
    for _ in 0..200 {
        let grid = random_grid(&mut random);
        known.extend(types(&grid, &unavoidable_sets(&grid, 11)).into_keys());
    }
    check_types(known, "1x4 4x6 9x8 3x9 47x10 44x11");
}

#[test]
fn equivalent_grids_have_the_same_types() {
    let mut random = Random(4);
    for _ in 0..5 {
        let grid = random_grid(&mut random);
        let image = random_isomorphism(&mut random).apply(&grid);
        let (types, of_image) =
            (types(&grid, &unavoidable_sets(&grid, 11)), types(&image, &unavoidable_sets(&image, 11)));
        assert!(types == of_image && types.len() > 20, "{grid} {image}");
        // The form is a set of its type: the only grids with its cells open differ there.
        for ((size, of_set), _) in types.iter().take(10) {
            assert_eq!(of_set.form().n_clues(), *size);
            assert!(of_set.form().to_string().ends_with(&of_set.to_string()) && !of_set.to_string().starts_with('.'));
        }
    }
}

/// The first grids of a shape's catalogue.
struct First(Vec<Puzzle>);

impl CatalogueVisitor for First {
    fn grid(&mut self, grid: Puzzle, _: u64) -> ControlFlow<()> {
        self.0.push(grid);
        if self.0.len() < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// 6x6 has 49 grids, and boxes that lie or stand make no difference.
#[test]
fn every_shape_has_types() {
    for (text, expected) in [
        ("2x2", "1x4 3x8 2x10"),
        ("2x3", "2x4 4x6 10x8 2x9 24x10"),
        ("3x2", "2x4 4x6 10x8 2x9 24x10"),
        ("2x4", "2x4 10x8 9x10"),
        ("4x2", "2x4 6x8 6x10"),
    ] {
        let mut first = First(Vec::new());
        let _ = catalogue(text.parse().expect("a shape"), &mut first);
        check_types(first.0.iter().flat_map(|grid| types(grid, &unavoidable_sets(grid, 10)).into_keys()), expected);
    }
}

/// "sets of m cells that take k clues": "(m,k) x count ...".
#[track_caller]
fn check_degrees(found: &[DegreeSet], expected: &str) {
    let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for set in found {
        *counts.entry((set.degree, set.cells.len())).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|((degree, cells), count)| format!("({cells},{degree})x{count}")).collect();
    assert_eq!(counts.join(" "), expected);
}

/// The types of section 5.3: two of (9,2), none of (10,2), seven of (11,2), all others trivial.
#[test]
fn degree_two_is_as_published() {
    let mut random = Random(5);
    let mut known = BTreeSet::new();
    for _ in 0..600 {
        let grid = random_grid(&mut random);
        let sets = unavoidable_sets(&grid, 11);
        let nontrivial = nontrivial_sets(&sets, 2, 11, &|| false).expect("not stopped");
        for set in nontrivial {
            // Definition 6: without any one cell it is unavoidable still.
            for cell in set.cells.iter() {
                let mut without = set.cells;
                without.remove(cell);
                assert!(second_solution(&grid, &without).is_some(), "{grid} {set:?}");
            }
            known.insert((set.cells.len(), SetType::new(&grid, &set.cells).expect("a type")));
        }
    }
    check_types(known, "2x9 7x11");
}

/// The grid of figure 10 falls into nine groups of nine cells that take two clues each.
#[test]
fn figure_10_has_groups() {
    let text = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let grid: Puzzle = text.parse().expect("a grid");
    let sets = unavoidable_sets(&grid, 12);
    check_degrees(&nontrivial_sets(&sets, 3, 12, &|| false).expect("not stopped"), "(9,2)x9");
}

/// All nontrivial minimal sets by their definition, from the degrees of all subsets of 16 cells.
fn slow_nontrivial_sets(grid: &Puzzle, max_degree: usize) -> Vec<DegreeSet> {
    let cells =
        |subset: usize| -> CellSet { grid.shape().cells().filter(|cell| subset >> cell.index() & 1 == 1).collect() };
    let without_one = |subset: usize| (0..16).filter(move |i| subset >> i & 1 == 1).map(move |i| subset & !(1 << i));
    let mut degrees = vec![0usize; 1 << 16];
    for subset in 1..1usize << 16 {
        let least = without_one(subset).map(|smaller| degrees[smaller]).min().unwrap_or_default();
        let is_unavoidable = least > 0 || second_solution(grid, &cells(subset)).is_some();
        degrees[subset] = if is_unavoidable { 1 + least } else { 0 };
    }
    let mut found = Vec::new();
    for degree in 2..=max_degree {
        for subset in 1..1usize << 16 {
            if degrees[subset] != degree || without_one(subset).any(|smaller| degrees[smaller] >= degree) {
                continue;
            }
            let mut part = (subset - 1) & subset;
            let mut is_trivial = false;
            while part > 0 && !is_trivial {
                is_trivial = degrees[part] > 0
                    && degrees[subset & !part] > 0
                    && degrees[part] + degrees[subset & !part] >= degree;
                part = (part - 1) & subset;
            }
            if !is_trivial {
                found.push(DegreeSet { cells: cells(subset), degree });
            }
        }
    }
    found.sort_by_key(|set| (set.degree, set.cells.len(), set.cells));
    found
}

#[test]
fn degrees_follow_from_their_definition() {
    let shape: Shape = "2x2".parse().expect("a shape");
    let mut n_found = 0;
    for nth in [0, 100] {
        let grid = solutions(&Puzzle::empty(shape), 288).remove(nth);
        let sets = unavoidable_sets(&grid, 16);
        let found = nontrivial_sets(&sets, 5, 16, &|| false).expect("not stopped");
        assert_eq!(found, slow_nontrivial_sets(&grid, 5), "{grid}");
        n_found += found.len();
        for set in &found {
            assert_eq!(degree_of(&set.cells, &sets, 16), set.degree);
        }
        for limit in [8, 10, 12] {
            let smaller = nontrivial_sets(&unavoidable_sets(&grid, limit), 5, limit, &|| false).expect("not stopped");
            let fitting: Vec<DegreeSet> = found.iter().copied().filter(|set| set.cells.len() <= limit).collect();
            assert_eq!(smaller, fitting, "{grid} {limit}");
        }
    }
    assert!(n_found > 20, "{n_found}");
}

/// The puzzles, and how many candidates came to the solver.
fn searched(grid: &Puzzle, clues: usize, pruning: Pruning) -> (Vec<Puzzle>, u64) {
    let search = ClueSearch::new(grid, clues).expect("a search").with_pruning(pruning);
    let results = (0..search.n_tasks()).map(|task| search.run_task(task, &|| false).expect("not stopped"));
    let (mut found, mut n_tested) = (Vec::new(), 0);
    for result in results {
        found.extend(result.puzzles);
        n_tested += result.n_tested;
    }
    found.sort();
    (found, n_tested)
}

/// Without one of the means the puzzles are the same, each once, and more candidates come to the solver.
#[track_caller]
fn check_pruning(grid: &Puzzle, clues: usize, pruning: Pruning) {
    let (found, n_tested) = searched(grid, clues, Pruning::default());
    let (without, n_tested_without) = searched(grid, clues, pruning);
    assert_eq!(without, found, "{pruning:?}");
    assert!(n_tested_without > n_tested && !found.is_empty(), "{pruning:?}: {n_tested_without} {n_tested}");
}

#[test]
fn less_pruning_finds_the_same() {
    let shape: Shape = "2x3".parse().expect("a shape");
    let grid = solutions(&Puzzle::empty(shape), 40).remove(39);
    let all = Pruning::default();
    check_pruning(&grid, 8, Pruning { dead_clues: false, ..all });
    check_pruning(&grid, 8, Pruning { max_degree: 1, ..all });
    check_pruning(&grid, 8, Pruning { max_degree: 2, ..all });
    check_pruning(&grid, 9, Pruning { effective_size: false, ..all });
    check_pruning(&grid, 8, Pruning { dead_clues: false, max_degree: 1, effective_size: false });
    // One part of the tree instead of three bands.
    let square: Shape = "2x2".parse().expect("a shape");
    let grid = solutions(&Puzzle::empty(square), 100).remove(99);
    check_pruning(&grid, 5, Pruning { dead_clues: false, max_degree: 1, effective_size: false });
    // The pattern of a puzzle found is kept as it is.
    let (found, _) = searched(&grid, 5, Pruning { dead_clues: false, ..all });
    assert!(
        found.iter().all(|puzzle| grid.masked(&Pattern { shape: square, cells: puzzle.pattern().cells }) == *puzzle)
    );
}
