//! Every pattern with so many clues, up to symmetry, decided by the complete methods.

use super::{LowerBound, Minimum, MinimumQuestion, Receive};
use crate::generate::{Method, Outcome, Plan, Undecided, Watch, generate};
use crate::grid::canon::line_moves;
use crate::grid::{Cell, Pattern, Shape, Theme};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// From below: decides every pattern with k clues, up to symmetry, for k = 1, 2, ... until
/// one of them has a puzzle or k reaches `n_best`.
pub(super) fn exhaust(
    question: &MinimumQuestion,
    n_best: usize,
    watch: &dyn Watch,
    state: &mut Minimum,
    receive: Receive<'_>,
) {
    let shape = question.shape;
    let mut symmetries = symmetries(shape);
    symmetries.retain(|map| keeps_theme(&question.theme, shape, map));
    let mut classes: BTreeSet<u64> = BTreeSet::from([0]);
    for n_clues in 1..n_best {
        let Some(grown) = grow(shape, &classes, &symmetries, watch) else { return };
        classes = grown;
        if n_clues < state.lower_bound.clues {
            continue;
        }
        let masks: Vec<u64> = classes.iter().copied().collect();
        let answers: Vec<Outcome> = masks
            .par_iter()
            .map(|mask| {
                let cells = (0..shape.n_cells()).filter(|c| mask >> c & 1 == 1).map(Cell::from_index);
                let request = question.on(Pattern::new(shape, cells));
                if watch.should_stop() {
                    return Outcome::Undecided(Undecided::Stopped);
                }
                generate(&request, &Plan::new(Method::Auto), watch)
            })
            .collect();
        if let Some(found) = answers.iter().find_map(Outcome::found) {
            state.improve(found.clone(), receive);
            return;
        }
        if !answers.iter().all(|answer| matches!(answer, Outcome::Impossible(_))) {
            return;
        }
        state.raise(LowerBound::proven(n_clues + 1), receive);
    }
}

/// The classes with one cell more, each by its smallest mask. `None` if stopped.
fn grow(shape: Shape, classes: &BTreeSet<u64>, symmetries: &[Vec<u16>], watch: &dyn Watch) -> Option<BTreeSet<u64>> {
    let mut grown: Vec<u64> = classes
        .iter()
        .flat_map(|&mask| (0..shape.n_cells()).filter(move |c| mask >> c & 1 == 0).map(move |c| mask | 1 << c))
        .collect();
    grown.par_sort_unstable();
    grown.dedup();
    let image = |mask| (!watch.should_stop()).then(|| smallest_image(mask, symmetries));
    let mut canonical: Vec<u64> = grown.into_par_iter().map(image).collect::<Option<_>>()?;
    canonical.par_sort_unstable();
    canonical.dedup();
    Some(canonical.into_iter().collect())
}

fn smallest_image(mask: u64, symmetries: &[Vec<u16>]) -> u64 {
    let cells: Vec<usize> = (0..64).filter(|c| mask >> c & 1 == 1).collect();
    symmetries.iter().map(|map| cells.iter().map(|&c| 1u64 << map[c]).sum()).min().unwrap_or(mask)
}

/// Whether a theme asks the same of the clues after a move of the board.
fn keeps_theme(theme: &Theme, shape: Shape, map: &[u16]) -> bool {
    let sorted = |theme: &Theme| {
        let mut constraints = theme.constraints().to_vec();
        constraints.sort_unstable();
        constraints
    };
    sorted(&theme.moved(shape, shape, |cell| Cell(map[cell.index()]))) == sorted(theme)
}

/// Every symmetry of the grid as a map of cells.
fn symmetries(shape: Shape) -> Vec<Vec<u16>> {
    let n = shape.n();
    let Some((height, width)) = shape.boxes() else {
        let geometry = &*shape.geometry();
        let moves = line_moves(geometry).unwrap_or_default();
        return moves.iter().map(|one| shape.cells().map(|cell| one.source(cell).0).collect()).collect();
    };
    let rows = line_orders(n, height);
    let cols = line_orders(n, width);
    let transposed: &[bool] = if height == width { &[false, true] } else { &[false] };
    let mut maps = Vec::with_capacity(rows.len() * cols.len() * transposed.len());
    for order in &rows {
        for stack_order in &cols {
            for &transpose in transposed {
                maps.push(
                    shape
                        .cells()
                        .map(|cell| {
                            let (row, col) = (order[shape.row(cell)], stack_order[shape.col(cell)]);
                            if transpose { shape.cell(col, row).0 } else { shape.cell(row, col).0 }
                        })
                        .collect(),
                );
            }
        }
    }
    maps
}

/// Every order of n lines that keeps groups of `size` together.
fn line_orders(n: usize, size: usize) -> Vec<Vec<usize>> {
    let within = permutations(size);
    permutations(n / size)
        .into_iter()
        .flat_map(|groups| {
            groups.into_iter().fold(vec![Vec::new()], |orders: Vec<Vec<usize>>, group| {
                let extended = orders.iter().flat_map(|order| {
                    within.iter().map(move |inner| {
                        order.iter().copied().chain(inner.iter().map(|i| group * size + i)).collect::<Vec<_>>()
                    })
                });
                extended.collect()
            })
        })
        .collect()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    (0..n).fold(vec![Vec::new()], |orders: Vec<Vec<usize>>, item| {
        let extended = orders.iter().flat_map(|order| {
            (0..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, item);
                longer
            })
        });
        extended.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_form_the_group_of_the_shape() {
        #[track_caller]
        fn check(shape: &str, order: usize) {
            let shape: Shape = shape.parse().expect("shape");
            let maps: BTreeSet<Vec<u16>> = symmetries(shape).into_iter().collect();
            assert_eq!(maps.len(), order);
        }
        check("2x2", 128);
        check("2x3", 3456);
        check("3x2", 3456);
    }
}
