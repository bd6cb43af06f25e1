use super::{RearrangementClass, cycle_lengths, line_classes, n_fixed, rearrangement_classes};
use crate::grid::Shape;
use crate::grid::canon::{CatalogueVisitor, catalogue, count_grids};
use crate::grid::{Puzzle, SHAPES};
use std::ops::ControlFlow;

/// The orders of lines that keep bands together: how many classes, and how many in all.
#[track_caller]
fn check_lines(n: usize, height: usize, n_classes: usize, n_orders: u64) {
    let classes = line_classes(n, height);
    assert_eq!((classes.len(), classes.iter().map(|(_, size)| size).sum()), (n_classes, n_orders));
    assert!(classes.iter().any(|(order, size)| *size == 1 && order.iter().copied().eq(0..n as u8)));
}

#[test]
fn orders_of_lines_have_the_classes_of_wreath_products() {
    check_lines(4, 2, 5, 8);
    check_lines(6, 2, 10, 48);
    check_lines(6, 3, 9, 72);
    check_lines(9, 3, 22, 1296);
    assert_eq!(cycle_lengths(&[1, 0, 2, 4, 5, 3]), [1, 2, 3]);
}

#[test]
fn classes_hold_all_rearrangements() {
    for (shape, n_classes, size) in [("2x2", 20, 128), ("2x3", 90, 3456), ("3x2", 90, 3456), ("3x3", 275, 3_359_232)] {
        let classes = rearrangement_classes(shape.parse().expect("a shape"));
        assert_eq!((classes.len(), classes.iter().map(|class| class.size).sum::<u64>()), (n_classes, size), "{shape}");
        assert_eq!(classes.iter().filter(|class| class.is_identity()).count(), 1);
    }
}

/// A list of grids with their automorphisms.
#[derive(Default)]
struct List(Vec<(Puzzle, u64)>, usize);

impl CatalogueVisitor for List {
    fn grid(&mut self, grid: Puzzle, n_automorphisms: u64) -> ControlFlow<()> {
        self.0.push((grid, n_automorphisms));
        if self.0.len() == self.1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Lists, counts by Burnside's lemma, and counts by the sizes of the classes; gives the list.
#[track_caller]
fn check(shape: &str, n_different: usize, n_grids: u128) {
    let shape: Shape = shape.parse().expect("a shape");
    let counted = count_grids(shape, &mut || false).expect("not stopped");
    assert_eq!((counted.n_different, counted.n_grids), (n_different as u128, n_grids));
    assert!(counted.classes.iter().all(|class| class.n_fixed > 0), "only classes with grids are told");
    let mut list = List::default();
    assert!(catalogue(shape, &mut list).is_continue());
    assert_eq!(list.0.len(), n_different);
    assert!(list.0.is_sorted_by_key(|(grid, _)| grid.values()));
    // A class has as many grids as there are transformations for each automorphism.
    let names: u128 = (1..=shape.n() as u128).product();
    let transformations = u128::from(counted.n_rearrangements) * names;
    let sizes = list.0.iter().map(|(_, n_automorphisms)| transformations / u128::from(*n_automorphisms));
    assert_eq!(sizes.sum::<u128>(), n_grids);
    for (grid, n_automorphisms) in &list.0 {
        let canonical = crate::grid::canon::canonical(grid).expect("a form");
        assert_eq!((&canonical.puzzle, canonical.n_automorphisms), (grid, *n_automorphisms));
    }
}

#[test]
fn lists_and_counts_of_small_shapes_agree() {
    check("2x2", 2, 288);
    check("2x3", 49, 28_200_960);
    check("3x2", 49, 28_200_960);
}

/// Of larger shapes the first grids are in minlex form, ascending and different.
#[test]
fn catalogues_of_all_shapes_begin() {
    for shape in SHAPES {
        let mut list = List(
            Vec::new(),
            match shape.n() {
                4 | 6 => 2,
                16 => 1,
                _ => 20,
            },
        );
        assert!(catalogue(shape, &mut list).is_break());
        assert!(list.0.is_sorted_by(|(a, _), (b, _)| a.values() < b.values()), "{shape}");
        for (grid, _) in &list.0 {
            assert_eq!(crate::grid::canon::canonical(grid).expect("a form").puzzle, *grid, "{shape}");
        }
    }
}

/// Every rearrangement maps as many grids onto themselves as are found by trying it on all grids with an ascending first
/// row.
#[test]
fn fixed_grids_are_those_that_come_back() {
    for (shape, n_all) in [("2x2", 12), ("2x3", 39_168), ("3x2", 39_168)] {
        let shape: Shape = shape.parse().expect("a shape");
        let mut all = Vec::new();
        fill(shape, &mut vec![0; shape.n_cells()], 0, &mut all);
        assert_eq!(all.len(), n_all, "{shape}");
        for class in rearrangement_classes(shape) {
            let comes_back = |grid: &&Vec<u8>| {
                let mut names = [0; 17];
                grid.iter().zip(&class.moves).all(|(&digit, &to)| {
                    let name = &mut names[usize::from(digit)];
                    let to = grid[usize::from(to)];
                    *name = if *name == 0 { to } else { *name };
                    *name == to
                })
            };
            let expected = all.iter().filter(comes_back).count() as u64;
            assert_eq!(class.n_fixed(&mut || false), Some(expected), "{shape} {:?}", class.moves);
        }
    }
}

/// All grids whose first row is in ascending order, cell by cell.
fn fill(shape: Shape, values: &mut Vec<u8>, at: usize, all: &mut Vec<Vec<u8>>) {
    if at == values.len() {
        return all.push(values.clone());
    }
    let n = shape.n();
    let digits = if at < n { at as u8 + 1..=at as u8 + 1 } else { 1..=n as u8 };
    for digit in digits {
        let shares = |other: usize| {
            let (a, b) = (shape.cell(at / n, at % n), shape.cell(other / n, other % n));
            at / n == other / n || at % n == other % n || shape.box_of(a) == shape.box_of(b)
        };
        if (0..at).all(|other| values[other] != digit || !shares(other)) {
            values[at] = digit;
            fill(shape, values, at + 1, all);
        }
    }
    values[at] = 0;
}

/// All grids of 9x9 are not counted anew, nor do they wait for a look at the watch.
#[test]
fn the_identity_of_a_large_shape_is_published() {
    let identity = rearrangement_classes(Shape::NINE).into_iter().find(RearrangementClass::is_identity);
    assert_eq!(n_fixed(&identity.expect("an identity"), &mut || true), Some(18_383_222_420_692_992));
}

/// A visitor that leaves out what begins with so many bands, and stops at the second question.
#[derive(Default)]
struct Beginnings {
    left_out: usize,
    asked: Vec<usize>,
    n_grids: usize,
    n_looks: usize,
}

impl CatalogueVisitor for Beginnings {
    fn grid(&mut self, _: Puzzle, _: u64) -> ControlFlow<()> {
        self.n_grids += 1;
        ControlFlow::Continue(())
    }

    fn goes_on(&mut self, n_bands: usize) -> bool {
        self.asked.push(n_bands);
        n_bands != self.left_out
    }

    fn should_stop(&mut self) -> bool {
        self.n_looks += 1;
        self.n_looks == 2
    }
}

#[test]
fn beginnings_can_be_left_out() {
    for (left_out, asked) in [(0, vec![1, 2]), (1, vec![1]), (2, vec![1, 2])] {
        let mut visitor = Beginnings { left_out, ..Beginnings::default() };
        assert!(catalogue("2x3".parse().expect("a shape"), &mut visitor).is_continue());
        assert_eq!(visitor.n_grids, if left_out == 0 { 49 } else { 0 });
        visitor.asked.sort_unstable();
        visitor.asked.dedup();
        assert_eq!(visitor.asked, asked);
    }
}

#[test]
fn a_catalogue_stops_when_it_is_told_to() {
    let mut visitor = Beginnings::default();
    assert!(catalogue(Shape::NINE, &mut visitor).is_break());
    assert!(visitor.n_looks == 2 && visitor.n_grids > 100, "{} grids", visitor.n_grids);
    // A visitor that says nothing about it is not stopped, however many cells are filled.
    let mut list = List(Vec::new(), 400);
    assert!(catalogue(Shape::NINE, &mut list).is_break());
    assert_eq!(list.0.len(), 400);
}

#[test]
fn counting_stops() {
    assert_eq!(count_grids(Shape::NINE, &mut || true), None);
}
