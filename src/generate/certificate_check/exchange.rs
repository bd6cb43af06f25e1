//! Exchanges of cells or digits that give every solution a second one, judged from the list of constraints alone.

use crate::generate::Request;
use crate::grid::{Cell, CellSet, Digit, DigitSet, Shape};

/// Whether the moves take every solution to another one with the same clues, or two digits that no clue shows can be
/// exchanged where there are none. The cells are those that move, or those whose clues show too few digits.
pub(super) fn gives_a_second_solution(request: &Request, moves: &[[Cell; 2]], cells: &CellSet) -> bool {
    if moves.is_empty() {
        are_digits_missing(request, cells)
            || request.pattern.cells.is_empty() && can_be_reversed(request.pattern.shape, cells)
    } else {
        moves_a_solution(request, moves, cells)
    }
}

/// A permutation of empty cells after which houses are houses, groups repeat no digit, and exclusions and allowed digits
/// are as before; and some cell goes to one that may not hold the same digit.
fn moves_a_solution(request: &Request, moves: &[[Cell; 2]], cells: &CellSet) -> bool {
    let pattern = &request.pattern;
    let shape = pattern.shape;
    let geometry = &*shape.geometry();
    let mut map: Vec<Cell> = shape.cells().collect();
    for &[from, to] in moves {
        if from == to || from.index() >= map.len() || to.index() >= map.len() || map[from.index()] != from {
            return false;
        }
        map[from.index()] = to;
    }
    let moved: CellSet = moves.iter().map(|[from, _]| *from).collect();
    let images: CellSet = moves.iter().map(|[_, to]| *to).collect();
    let image = |cell: Cell| map[cell.index()];
    let differ = |a: Cell, b: Cell| {
        let sets = geometry.house_sets.iter().chain(&geometry.groups);
        a != b && sets.into_iter().any(|set| set.contains(a) && set.contains(b))
    };
    let repeats_nothing = |set: &CellSet| {
        let images: Vec<Cell> = set.iter().map(image).collect();
        images.iter().enumerate().all(|(i, &a)| images[..i].iter().all(|&b| differ(a, b)))
    };
    let keeps_exclusions = |(i, cells): (usize, &CellSet)| {
        let at = &geometry.not_consecutive[map[i].index()];
        cells.iter().all(|cell| at.contains(image(cell)))
    };
    moved == *cells
        && images == moved
        && moved.intersection(&pattern.cells).is_empty()
        && geometry.house_sets.iter().chain(&geometry.groups).all(repeats_nothing)
        && geometry.not_consecutive.iter().enumerate().all(keeps_exclusions)
        && shape.cells().all(|cell| geometry.allowed(cell) == geometry.allowed(image(cell)))
        && moves.iter().any(|&[from, to]| differ(from, to))
}

/// Some digits that can be exchanged for each other are so many that the clues cannot show all but one of each kind.
fn are_digits_missing(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let geometry = &*shape.geometry();
    let n = shape.n();
    if !geometry.not_consecutive.is_empty() {
        return false;
    }
    let is_alike = |a: usize, b: usize| {
        let [a, b] = [a, b].map(Digit::from_index);
        shape.cells().all(|cell| geometry.allowed(cell).contains(a) == geometry.allowed(cell).contains(b))
    };
    let mut kinds: Vec<DigitSet> = (0..n)
        .map(|a| (0..n).filter(|&b| is_alike(a, b)).map(Digit::from_index).collect())
        .filter(|kind: &DigitSet| kind.len() > 1)
        .collect();
    kinds.sort_unstable_by_key(|kind| kind.0);
    kinds.dedup();
    let fixed = &request.fixed;
    let fixed_cells = fixed.pattern().cells;
    (1..1u32 << kinds.len()).any(|chosen| {
        let kinds = || kinds.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, kind)| kind);
        let may_show =
            |cell: &Cell| kinds().any(|kind| kind.iter().any(|digit| geometry.allowed(*cell).contains(digit)));
        let clues: CellSet = request.pattern.cells.iter().filter(may_show).collect();
        let of_fixed = |kind: &DigitSet| kind.iter().filter(|&d| fixed.clues().any(|(_, digit)| digit == d)).count();
        let wanted: usize = kinds().map(|kind| kind.len() - 1).sum();
        let left: usize = kinds().map(|kind| (kind.len() - 1).saturating_sub(of_fixed(kind))).sum();
        clues.len() < wanted && clues == *cells
            || !cells.is_empty() && clues.difference(&fixed_cells).len() < left && fixed_cells == *cells
    })
}

/// No cell is named, and each digit d may become N + 1 - d throughout.
fn can_be_reversed(shape: Shape, cells: &CellSet) -> bool {
    let geometry = &*shape.geometry();
    let is_mirrored = |cell: Cell| {
        let allowed = geometry.allowed(cell);
        let other = |digit: Digit| Digit::from_index(shape.n() - 1 - digit.index());
        allowed.iter().all(|digit| allowed.contains(other(digit)))
    };
    cells.is_empty() && shape.cells().all(is_mirrored)
}
