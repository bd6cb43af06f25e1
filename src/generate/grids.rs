//! Solution grids: random ones, and small changes that keep a grid a solution.

use super::Watch;
use super::random::Random;
use crate::grid::canon::Isomorphism;
use crate::grid::{Cell, Digit, Puzzle};
use crate::logic::{Closure, StrategySet, with_size};

/// A random solution of a partly filled grid; the distribution is not uniform.
///
/// `None` if there is no solution or the watch says stop.
pub(crate) fn random_solution(partial: &Puzzle, random: &mut Random, watch: &dyn Watch) -> Option<Puzzle> {
    random_grid(partial, None, random, watch)
}

/// A random solution grid that the isomorphism takes to itself; the distribution is not uniform.
///
/// `None` if there is none or the watch says stop.
pub(crate) fn random_automorphic_grid(
    automorphism: &Isomorphism,
    random: &mut Random,
    watch: &dyn Watch,
) -> Option<Puzzle> {
    random_grid(&Puzzle::empty(automorphism.shape), Some(&Links::of(automorphism)), random, watch)
}

fn random_grid(partial: &Puzzle, links: Option<&Links>, random: &mut Random, watch: &dyn Watch) -> Option<Puzzle> {
    with_size!(partial.shape(), N => {
        let root = Closure::<N>::of(partial, StrategySet::PAPER);
        if root.is_broken() {
            return None;
        }
        // A search that went astray is better begun anew; growing limits keep it complete.
        let mut limit = 4 * N * N;
        loop {
            let mut left = limit;
            match fill::<N>(&root, links, random, &mut left, watch) {
                Filled::Yes(solution) => return Some(solution),
                Filled::No => return None,
                Filled::Limit if watch.should_stop() => return None,
                Filled::Limit => limit *= 2,
            }
        }
    })
}

/// Which digits come with each other in a grid with an automorphism.
struct Links {
    /// By cell, its image.
    cells: Vec<Cell>,
    /// By digit, its new name.
    digits: Vec<Digit>,
}

impl Links {
    fn of(automorphism: &Isomorphism) -> Links {
        let inverse = automorphism.inverse();
        let cells = automorphism.shape.cells().map(|cell| inverse.source(cell)).collect();
        Links { cells, digits: automorphism.digits.clone() }
    }

    /// Places the images of a digit that was placed in a cell; false if that breaks the grid.
    fn assign_images<const N: usize>(&self, closure: &mut Closure<N>, cell: Cell, digit: Digit) -> bool {
        let first = (cell, digit);
        let mut image = first;
        loop {
            image = (self.cells[image.0.index()], self.digits[image.1.index()]);
            if image == first {
                return true;
            }
            let (cell, digit) = image;
            let is_left = closure.marks(cell) >> digit.index() & 1 == 1;
            if !is_left || !closure.is_placed(cell) && !closure.assign(cell, digit) {
                return false;
            }
        }
    }
}

enum Filled {
    Yes(Puzzle),
    No,
    Limit,
}

/// A grid on the way, and the digits still to be tried in one of its cells, the next one last.
struct Branch<const N: usize> {
    closure: Closure<N>,
    cell: Cell,
    digits: Vec<usize>,
}

/// Fills the grid depth first. The branches stand in a list, since those of a large grid overflow a thread's stack.
fn fill<const N: usize>(
    root: &Closure<N>,
    links: Option<&Links>,
    random: &mut Random,
    left: &mut usize,
    watch: &dyn Watch,
) -> Filled {
    let mut branches: Vec<Branch<N>> = Vec::new();
    let mut closure = root.clone();
    loop {
        if closure.is_solved() {
            return Filled::Yes(closure.values());
        }
        if *left == 0 || watch.should_stop() {
            *left = 0;
            return Filled::Limit;
        }
        *left -= 1;
        if let Some(cell) = narrowest(&closure, random) {
            let mut digits: Vec<usize> = (0..N).filter(|digit| closure.marks(cell) >> digit & 1 == 1).collect();
            random.shuffle(&mut digits);
            digits.reverse();
            branches.push(Branch { closure, cell, digits });
        }
        closure = loop {
            let Some(branch) = branches.last_mut() else { return Filled::No };
            let Some(digit) = branch.digits.pop() else {
                branches.pop();
                continue;
            };
            let digit = Digit::from_index(digit);
            let mut next = branch.closure.clone();
            if next.assign(branch.cell, digit)
                && links.is_none_or(|links| links.assign_images(&mut next, branch.cell, digit))
            {
                break next;
            }
        };
    }
}

/// The open cell with the fewest digits left, ties at random.
fn narrowest<const N: usize>(closure: &Closure<N>, random: &mut Random) -> Option<Cell> {
    let mut best: Option<(u32, Cell)> = None;
    let mut n_ties = 0;
    for index in 0..N * N {
        let cell = Cell::from_index(index);
        let count = closure.marks(cell).count_ones();
        if closure.is_placed(cell) || best.is_some_and(|(fewest, _)| count > fewest) {
            continue;
        }
        n_ties = if best.is_some_and(|(fewest, _)| count == fewest) { n_ties + 1 } else { 1 };
        if random.below(n_ties) == 0 {
            best = Some((count, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

/// The cells of two digits that are linked to `start` by shared houses: exchanging the
/// digits there gives another solution (a Kempe chain). `start` holds one of the digits.
pub(crate) fn kempe_chain(solution: &Puzzle, start: Cell, other: Digit) -> Vec<Cell> {
    let shape = solution.shape();
    let geometry = &*shape.geometry();
    let own = solution.get(start);
    let mut chain = vec![start];
    let mut is_in = vec![false; shape.n_cells()];
    is_in[start.index()] = true;
    let mut next = 0;
    while let Some(&cell) = chain.get(next) {
        next += 1;
        let wanted = if solution.get(cell) == own { Some(other) } else { own };
        for &peer in &geometry.peers[cell.index()] {
            if solution.get(peer) == wanted && !is_in[peer.index()] {
                is_in[peer.index()] = true;
                chain.push(peer);
            }
        }
    }
    chain
}

/// Exchanges the digit of `start` and `other` along their chain.
pub(crate) fn swap_chain(solution: &mut Puzzle, chain: &[Cell], other: Digit) {
    let Some(own) = chain.first().and_then(|&start| solution.get(start)) else { return };
    for &cell in chain {
        let now = if solution.get(cell) == Some(own) { other } else { own };
        solution.set(cell, Some(now));
    }
}

/// Two cells of neighbouring lines (a band of rows or a stack of columns), followed from `start`
/// until the digits close a cycle: exchanging the lines there gives another solution.
pub(crate) fn line_cycle(solution: &Puzzle, start: Cell, other_line: usize, columns: bool) -> Vec<(Cell, Cell)> {
    let shape = solution.shape();
    let n = shape.n();
    let at = |line: usize, i: usize| if columns { shape.cell(i, line) } else { shape.cell(line, i) };
    let (line, mut i) =
        if columns { (shape.col(start), shape.row(start)) } else { (shape.row(start), shape.col(start)) };
    let mut pairs = Vec::new();
    loop {
        let pair = (at(line, i), at(other_line, i));
        if pairs.contains(&pair) {
            return pairs;
        }
        pairs.push(pair);
        let wanted = solution.get(pair.1);
        match (0..n).find(|&j| solution.get(at(line, j)) == wanted) {
            Some(j) => i = j,
            None => return pairs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::SHAPES;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn solutions_stay_solutions(index in 0..SHAPES.len(), seed: u64, picks in prop::collection::vec(any::<u16>(), 12)) {
            let shape = SHAPES[index];
            let mut random = Random::new(seed, 0);
            let mut grid = random_solution(&Puzzle::empty(shape), &mut random, &Unwatched).expect("a grid");
            prop_assert!(grid.is_solution());
            for pick in picks {
                let start = Cell::from_index(pick as usize % shape.n_cells());
                let before = grid.clone();
                if pick & 1 == 0 {
                    let other = Digit::from_index(random.below(shape.n()));
                    if grid.get(start) == Some(other) {
                        continue;
                    }
                    let chain = kempe_chain(&grid, start, other);
                    swap_chain(&mut grid, &chain, other);
                } else {
                    let columns = pick & 2 == 0;
                    let (height, width) = shape.boxes().expect("boxes");
                    let (line, size) = if columns { (shape.col(start), width) } else { (shape.row(start), height) };
                    let other = line / size * size + (line % size + 1) % size;
                    for (a, b) in line_cycle(&grid, start, other, columns) {
                        let (da, db) = (grid.get(a), grid.get(b));
                        grid.set(a, db);
                        grid.set(b, da);
                    }
                }
                prop_assert!(grid.is_solution());
                prop_assert_ne!(grid.get(start), before.get(start));
            }
        }
    }

    #[test]
    fn fixed_digits_are_kept_and_contradictions_told() {
        let mut partial = Puzzle::empty(crate::grid::Shape::NINE);
        for i in 0..9 {
            partial.set(Cell::from_index(i), Some(Digit::from_index(8 - i)));
        }
        let mut random = Random::new(3, 0);
        let grid = random_solution(&partial, &mut random, &Unwatched).expect("a grid");
        assert!(partial.clues().all(|(cell, digit)| grid.get(cell) == Some(digit)));
        partial.set(Cell::from_index(9), Some(Digit::from_index(8)));
        assert_eq!(random_solution(&partial, &mut random, &Unwatched), None);
    }
}
