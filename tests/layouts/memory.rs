//! Layouts that come up one after the other, as when one is painted, leave no tables behind.

use crate::common::random_pattern;
use cluesmith::generate::{Method, Outcome, Plan, Request, Watch, generate};
use cluesmith::grid::canon::canonical;
use cluesmith::grid::{Geometry, Puzzle, Shape};
use cluesmith::logic::{StrategySet, closure_of, fast_solutions, solve};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Many more than the program keeps of layouts that nobody uses, and than other tests have in use meanwhile.
const MANY: usize = 150;

/// Stops a search after a while.
#[derive(Default)]
struct Polls(AtomicUsize);

impl Watch for Polls {
    fn should_stop(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) > 100
    }
}

/// Counts, closes and traces on a layout, and now and then searches; whether it has a grid.
fn use_layout(shape: Shape, strategies: StrategySet, random: &mut Xoshiro256PlusPlus) -> bool {
    let Some(grid) = fast_solutions(&Puzzle::empty(shape), 1).pop() else { return false };
    let mut puzzle = grid;
    for cell in shape.cells().filter(|_| random.random_bool(0.5)).collect::<Vec<_>>() {
        puzzle.set(cell, None);
    }
    let board = closure_of(&puzzle, strategies);
    let trace = solve(&puzzle, strategies);
    assert_eq!(trace.end.values(), board.values(), "{shape}");
    canonical(&puzzle).expect("a form");
    if random.random_bool(0.05) {
        let request = Request::new(random_pattern(shape, 8, random), strategies);
        // Nothing hangs on whether it finds one.
        if let Outcome::Found(found) = generate(&request, &Plan::new(Method::Search), &Polls::default()) {
            assert_eq!(fast_solutions(found.puzzle(), 2).len(), 1, "{shape}");
        }
    }
    true
}

#[test]
fn thousands_of_layouts_leave_a_bounded_number_of_tables() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(24);
    let strategies: StrategySet = "basic".parse().expect("a group");
    let (mut shapes, mut n_with_grid, mut most) = (BTreeSet::new(), 0, 0);
    let first: Shape = "5 latin anti-king".parse().expect("a layout");
    let board = closure_of(&Puzzle::empty(first), strategies);
    while shapes.len() < 2000 {
        // Rows of which a few cells are exchanged: many of these partitions have grids.
        let mut regions: Vec<u8> = (0..25).map(|cell| cell / 5).collect();
        for _ in 0..3 {
            regions.swap(random.random_range(0..25), random.random_range(0..25));
        }
        let rules = ["", " diagonal+", " odd=r1c1", " non-consecutive"][shapes.len() % 4];
        let bare = Shape::irregular(5, &regions).expect("a layout");
        let shape: Shape = format!("{bare}{rules}").parse().expect("a layout");
        if shapes.insert(shape) {
            n_with_grid += usize::from(use_layout(shape, strategies, &mut random));
            most = most.max(Geometry::n_counted());
        }
    }
    assert!(n_with_grid > 500, "{n_with_grid}");
    assert!(most < MANY, "{most} tables");
    // What is in use lives on, and the first layout is what it was.
    assert_eq!(board.geometry().shape, first);
    assert_eq!(closure_of(&Puzzle::empty(first), strategies), board);
    for shape in shapes {
        assert_eq!(shape.to_string().parse(), Ok(shape));
    }
}
