//! Brute force: counts and lists solutions by depth-first search.
//!
//! Shares nothing with the strategies: bit masks of rows, columns and boxes (where a layout has further rules, a look at
//! every cell that is seen), branching on the cell with the fewest digits left.

use crate::grid::{Cell, CellSet, Geometry, Puzzle};

/// Nodes between two questions whether to stop.
const NODES_PER_POLL: u32 = 256;

struct Search<'a> {
    should_stop: &'a dyn Fn() -> bool,
    n_nodes: u32,
    is_stopped: bool,
    geometry: &'a Geometry,
    values: Vec<u8>,
    /// Digits already used, per house.
    used: Vec<u32>,
    all: u32,
    limit: usize,
    found: Vec<Puzzle>,
}

/// The bit of a value, of which 0 stands for none.
const fn bit(value: u8) -> u32 {
    if value == 0 { 0 } else { 1 << (value - 1) }
}

/// Number of solutions, counted up to `limit`.
pub fn count_solutions(puzzle: &Puzzle, limit: usize) -> usize {
    solutions(puzzle, limit).len()
}

/// [`count_solutions`], asking now and then whether to stop: `None` if it was stopped.
pub fn count_solutions_until(puzzle: &Puzzle, limit: usize, should_stop: &dyn Fn() -> bool) -> Option<usize> {
    solutions_until(puzzle, limit, should_stop).map(|found| found.len())
}

/// The first `limit` solutions in the order of the search (the same on every run).
pub fn solutions(puzzle: &Puzzle, limit: usize) -> Vec<Puzzle> {
    solutions_until(puzzle, limit, &|| false).unwrap_or_default()
}

/// [`solutions`], asking now and then whether to stop: `None` if it was stopped.
pub fn solutions_until(puzzle: &Puzzle, limit: usize, should_stop: &dyn Fn() -> bool) -> Option<Vec<Puzzle>> {
    let shape = puzzle.shape();
    let geometry = &*shape.geometry();
    if limit == 0 || puzzle.conflict().is_some() {
        return Some(Vec::new());
    }
    let mut search = Search {
        should_stop,
        n_nodes: 0,
        is_stopped: false,
        geometry,
        values: vec![0; shape.n_cells()],
        used: vec![0; geometry.n_houses()],
        all: (1u32 << shape.n()) - 1,
        limit,
        found: Vec::new(),
    };
    for (cell, digit) in puzzle.clues() {
        search.set(cell.index(), digit.index());
    }
    search.run();
    (!search.is_stopped).then_some(search.found)
}

impl Search<'_> {
    #[inline]
    fn set(&mut self, cell: usize, digit: usize) {
        self.values[cell] = digit as u8 + 1;
        for house in self.geometry.cell_houses[cell] {
            self.used[house.index()] |= 1 << digit;
        }
        for (house, _) in &self.geometry.further[cell] {
            self.used[house.index()] |= 1 << digit;
        }
    }

    #[inline]
    fn unset(&mut self, cell: usize, digit: usize) {
        self.values[cell] = 0;
        for house in self.geometry.cell_houses[cell] {
            self.used[house.index()] &= !(1 << digit);
        }
        for (house, _) in &self.geometry.further[cell] {
            self.used[house.index()] &= !(1 << digit);
        }
    }

    #[inline]
    fn left(&self, cell: usize) -> u32 {
        if self.geometry.has_rules {
            return self.left_by_rules(Cell::from_index(cell));
        }
        let [row, col, bx] = self.geometry.cell_houses[cell];
        self.all & !(self.used[row.index()] | self.used[col.index()] | self.used[bx.index()])
    }

    /// The digits that no filled cell rules out, by what the layout says of each cell that this one sees.
    fn left_by_rules(&self, cell: Cell) -> u32 {
        let mut left = self.geometry.allowed(cell).0;
        for peer in &self.geometry.peers[cell.index()] {
            left &= !bit(self.values[peer.index()]);
        }
        for neighbour in self.geometry.not_consecutive.get(cell.index()).into_iter().flat_map(CellSet::iter) {
            let value = self.values[neighbour.index()];
            if value != 0 {
                left &= !(bit(value - 1) | bit(value + 1));
            }
        }
        left
    }

    /// Whether to go back without looking further.
    fn is_over(&self) -> bool {
        self.is_stopped || self.found.len() >= self.limit
    }

    fn run(&mut self) {
        self.n_nodes = self.n_nodes.wrapping_add(1);
        if self.n_nodes.is_multiple_of(NODES_PER_POLL) && (self.should_stop)() {
            self.is_stopped = true;
            return;
        }
        // Branch on the cell or house-digit with the fewest options.
        let mut best: Option<(u32, usize)> = None;
        for cell in 0..self.values.len() {
            if self.values[cell] == 0 {
                let count = self.left(cell).count_ones();
                if count == 0 {
                    return;
                }
                if best.is_none_or(|(fewest, _)| count < fewest) {
                    best = Some((count, cell));
                    if count == 1 {
                        break;
                    }
                }
            }
        }
        let Some((fewest, cell)) = best else {
            self.found.push(Puzzle::from_values(self.geometry.shape, &self.values));
            return;
        };
        if fewest > 1
            && let Some((digit, cells)) = self.fewest_places(fewest)
        {
            for cell in cells {
                self.set(cell, digit);
                self.run();
                self.unset(cell, digit);
                if self.is_over() {
                    return;
                }
            }
            return;
        }
        let mut left = self.left(cell);
        while left != 0 {
            let digit = left.trailing_zeros() as usize;
            left &= left - 1;
            self.set(cell, digit);
            self.run();
            self.unset(cell, digit);
            if self.is_over() {
                return;
            }
        }
    }

    /// The unplaced house-digit with the fewest places, if it has fewer than `fewest`.
    fn fewest_places(&self, mut fewest: u32) -> Option<(usize, Vec<usize>)> {
        let n = self.geometry.shape.n();
        let mut best = None;
        for (house, cells) in self.geometry.house_cells.iter().enumerate() {
            let mut open = Vec::with_capacity(n);
            for cell in cells {
                if self.values[cell.index()] == 0 {
                    open.push(self.left(cell.index()));
                }
            }
            for digit in 0..n {
                if self.used[house] >> digit & 1 == 1 {
                    continue;
                }
                let mut count = 0;
                for left in &open {
                    count += left >> digit & 1;
                }
                if count < fewest {
                    fewest = count;
                    best = Some((digit, house));
                }
            }
        }
        best.map(|(digit, house)| {
            let cells = self.geometry.house_cells[house].iter().map(|cell| cell.index());
            (digit, cells.filter(|&c| self.values[c] == 0 && self.left(c) >> digit & 1 == 1).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{SHAPES, Shape, parse_puzzles};
    use std::cell::Cell as Counter;

    /// Naked singles alone solve it.
    const PROPER: &str = "1.....3..1.....2";

    fn puzzle(shape: Shape, text: &str) -> Puzzle {
        parse_puzzles(shape, text).expect("puzzle").remove(0)
    }

    #[track_caller]
    fn check(text: &str, limit: usize, expected: usize) {
        let puzzle = puzzle(SHAPES[0], text);
        assert_eq!(count_solutions(&puzzle, limit), expected);
        assert_eq!(count_solutions_until(&puzzle, limit, &|| false), Some(expected));
        let found = solutions(&puzzle, limit);
        assert_eq!(solutions_until(&puzzle, limit, &|| false).as_ref(), Some(&found));
        assert_eq!(found.len(), expected);
        for (index, solution) in found.iter().enumerate() {
            assert!(solution.conflict().is_none() && solution.n_clues() == 16, "{solution}");
            assert!(puzzle.clues().all(|(cell, digit)| solution.get(cell) == Some(digit)), "{solution}");
            assert!(!found[..index].contains(solution), "{solution} twice");
        }
    }

    #[test]
    fn counts_up_to_the_limit() {
        check(PROPER, 0, 0);
        check(PROPER, 1, 1);
        check(PROPER, 2, 1);
        check("1234341221434321", 2, 1);
        // All grids of this shape.
        check("................", 1000, 288);
        check("................", 17, 17);
        // The same digit twice in a row; no digit for a cell; no place for a digit.
        check("11..............", 10, 0);
        check("123.....4.......", 1000, 3);
        check("123....4........", 10, 0);
        check("12..3......3....", 10, 3);
    }

    /// The grids of a layout are those of the plain shape that keep its rules.
    #[test]
    fn layouts_have_the_grids_that_keep_their_rules() {
        let all = solutions(&Puzzle::empty(SHAPES[0]), 1000);
        let mut n_grids = 0;
        for layout in [
            "2x2 x",
            "2x2 anti-king",
            "2x2 anti-knight",
            "2x2 non-consecutive",
            "2x2 disjoint-groups",
            "2x2 odd=r1c1,r2c3",
            "2x2 even=r4c2 x",
        ] {
            let shape: Shape = layout.parse().expect("a layout");
            let keeps = |grid: &&Puzzle| puzzle(shape, &grid.to_string()).conflict().is_none();
            let expected: Vec<String> = all.iter().filter(keeps).map(Puzzle::to_string).collect();
            let mut found: Vec<String> = solutions(&Puzzle::empty(shape), 1000).iter().map(Puzzle::to_string).collect();
            n_grids += found.len();
            found.sort_unstable();
            let mut sorted = expected.clone();
            sorted.sort_unstable();
            assert_eq!(found, sorted, "{layout}");
            for text in &expected {
                let first_row = puzzle(shape, &format!("{}............", &text[..4]));
                let n_expected = expected.iter().filter(|grid| grid[..4] == text[..4]).count();
                assert_eq!(count_solutions(&first_row, 1000), n_expected, "{layout}: {first_row}");
            }
        }
        assert!(n_grids > 50, "{n_grids}");
    }

    #[test]
    fn digits_left_are_those_that_no_peer_has() {
        let puzzle = puzzle(SHAPES[0], "12..3......3....");
        let geometry = &*SHAPES[0].geometry();
        let mut search = Search {
            should_stop: &|| false,
            n_nodes: 0,
            is_stopped: false,
            geometry,
            values: vec![0; 16],
            used: vec![0; geometry.n_houses()],
            all: 0b1111,
            limit: 1,
            found: Vec::new(),
        };
        for (cell, digit) in puzzle.clues() {
            search.set(cell.index(), digit.index());
        }
        for cell in SHAPES[0].cells().filter(|&cell| puzzle.get(cell).is_none()) {
            let seen = puzzle.clues().filter(|&(other, _)| geometry.are_peers(cell, other));
            let expected = seen.fold(0b1111, |left, (_, digit)| left & !(1 << digit.index()));
            assert_eq!(search.left(cell.index()), expected, "cell {}", cell.index());
        }
    }

    /// Stopped at any question, it has no answer; small searches ask nothing.
    #[test]
    fn the_search_can_be_stopped() {
        let empty = puzzle(SHAPES[0], "................");
        let ask = |n_more: usize| {
            let n_asked = Counter::new(0);
            let count = count_solutions_until(&empty, 1000, &|| {
                n_asked.set(n_asked.get() + 1);
                n_asked.get() > n_more
            });
            (count, n_asked.get())
        };
        let (count, n_asked) = ask(usize::MAX);
        assert_eq!(count, Some(288));
        // Each grid is a node, and so is each of its cells with two digits or more.
        assert!((2..100).contains(&n_asked), "{n_asked}");
        for n_more in 0..n_asked {
            assert_eq!(ask(n_more), (None, n_more + 1));
        }
        assert_eq!(count_solutions_until(&puzzle(SHAPES[0], PROPER), 2, &|| panic!("asked")), Some(1));
    }
}
