//! Minimal unavoidable sets by bounded-distance search.
//!
//! A minimal unavoidable set is the set of cells in which some other grid differs from the
//! given one (lemma 3 of the paper). So the search looks for all other grids that differ in
//! at most `limit` cells: it changes a first cell and then only what it must. A changed cell
//! needs another digit; a digit newly placed drives the old one of its row, column and box
//! out of its cell. When no changed cell lacks a digit, a difference is complete; going on
//! would only give sets with this one inside.
//!
//! No table of blueprints is needed to be complete: every other grid has a lowest changed
//! cell, from there each choice tries every digit, and nothing is cut that fits the limit.

use super::Stop;
use crate::grid::{Candidate, Cell, CellSet, Digit, DigitSet, GeometryRef, Puzzle, Shape};
use crate::logic::fast_solutions;

/// Nodes between two looks at the stop signal.
const NODES_PER_POLL: u32 = 1 << 15;
const MAX_CELLS: usize = Shape::MAX_N * Shape::MAX_N;
const MAX_HOUSES: usize = 3 * Shape::MAX_N;

struct Search<'a> {
    stop: Stop<'a>,
    nodes_to_poll: u32,
    is_stopped: bool,
    /// Digit index and houses of each cell; for each house and digit its cell.
    digit: [u8; MAX_CELLS],
    houses: [[u8; 3]; MAX_CELLS],
    cell_of: [[u16; Shape::MAX_N]; MAX_HOUSES],
    /// For each cell: digits of its row and column that stand in its box; they are in one cell of both.
    shared: [u32; MAX_CELLS],
    all: u32,
    limit: usize,
    /// Digits of each house that may not move, that left their cell, and that have a new one.
    frozen: [u32; MAX_HOUSES],
    removed: [u32; MAX_HOUSES],
    placed: [u32; MAX_HOUSES],
    n_changed_in: [u8; MAX_HOUSES],
    /// Rows, columns and boxes with one changed cell: they need another.
    n_single: [usize; 3],
    /// How often each digit was changed, and how many digits once: those need another, too.
    n_changed_digit: [u8; Shape::MAX_N],
    n_single_digits: usize,
    n: usize,
    /// Cells changed, in order, and which have their new digit.
    changed: Vec<u16>,
    is_changed: [bool; MAX_CELLS],
    is_settled: [bool; MAX_CELLS],
    n_settled: usize,
    rules: Option<FurtherRules>,
    found: Vec<CellSet>,
}

/// All minimal unavoidable sets of at most `limit` cells of a solution grid, smallest first,
/// then in the order of their cells. Each is verified by solving what lies outside of it.
///
/// # Panics
/// If the grid is not a solution grid.
pub fn unavoidable_sets(grid: &Puzzle, limit: usize) -> Vec<CellSet> {
    // Nobody stops it.
    unavoidable_sets_until(grid, limit, &|| false).unwrap_or_default()
}

/// [`unavoidable_sets`] that can be stopped: `None` if it was. Each cell more in the limit takes about twice the time.
///
/// # Panics
/// If the grid is not a solution grid.
pub fn unavoidable_sets_until(grid: &Puzzle, limit: usize, stop: Stop<'_>) -> Option<Vec<CellSet>> {
    assert!(grid.is_solution(), "unavoidable sets belong to solution grids");
    let mut search = Search::new(grid, limit, stop);
    search.collect();
    if search.is_stopped {
        return None;
    }
    let sets = minimal(std::mem::take(&mut search.found), stop)?;
    for set in &sets {
        if stop() {
            return None;
        }
        assert!(second_solution(grid, set).is_some(), "an unavoidable set leaves a second solution");
    }
    Some(sets)
}

/// The grid that a puzzle without these clues admits besides `grid`: what to show for an unavoidable set.
/// `None` if the set is avoidable.
pub fn second_solution(grid: &Puzzle, set: &CellSet) -> Option<Puzzle> {
    let mut outside = grid.clone();
    for cell in set.iter() {
        outside.set(cell, None);
    }
    fast_solutions(&outside, 2).into_iter().find(|solution| solution != grid)
}

/// Those that hold no other, each once, smallest first; `None` if stopped.
fn minimal(mut sets: Vec<CellSet>, stop: Stop<'_>) -> Option<Vec<CellSet>> {
    sets.sort_unstable_by_key(|set| (set.len(), *set));
    sets.dedup();
    let mut kept: Vec<CellSet> = Vec::new();
    for (index, set) in sets.into_iter().enumerate() {
        if index % 64 == 0 && stop() {
            return None;
        }
        if !kept.iter().any(|smaller| smaller.is_subset(&set)) {
            kept.push(set);
        }
    }
    kept.sort_by_cached_key(|set| (set.len(), set.iter().collect::<Vec<_>>()));
    Some(kept)
}

/// What rules beside rows, columns and regions add to the search.
struct FurtherRules {
    geometry: GeometryRef,
    /// Cells with the digits that were put into them.
    placed: Vec<(u16, u8)>,
    /// Cells that keep their digits.
    frozen: Vec<u16>,
}

impl FurtherRules {
    fn sees(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let [a, b] = [a, b].map(|(cell, digit)| Candidate::new(Cell::from_index(cell), Digit::from_index(digit)));
        self.geometry.sees(a, b)
    }

    /// Those of the digits that are allowed in a cell beside the cells that keep theirs or have got new ones.
    fn options(&self, cell: usize, options: u32, digits: &[u8]) -> u32 {
        let options = DigitSet(options & self.geometry.allowed(Cell::from_index(cell)).0);
        let may_hold = |digit: &Digit| {
            let placed = self.placed.iter().map(|&(other, digit)| (usize::from(other), usize::from(digit)));
            let frozen = self.frozen.iter().map(|&other| (usize::from(other), usize::from(digits[usize::from(other)])));
            placed.chain(frozen).all(|other| other.0 == cell || !self.sees((cell, digit.index()), other))
        };
        options.iter().filter(may_hold).collect::<DigitSet>().0
    }

    /// The cells whose digits cannot stand beside this one.
    fn driven_out(&self, cell: usize, digit: usize, digits: &[u8]) -> Vec<usize> {
        let n_cells = self.geometry.shape.n_cells();
        let others = (0..n_cells).filter(|&other| other != cell);
        others.filter(|&other| self.sees((cell, digit), (other, usize::from(digits[other])))).collect()
    }
}

impl<'a> Search<'a> {
    fn new(grid: &Puzzle, limit: usize, stop: Stop<'a>) -> Search<'a> {
        let shape = grid.shape();
        let geometry = shape.geometry();
        let mut search = Search {
            stop,
            nodes_to_poll: NODES_PER_POLL,
            is_stopped: false,
            digit: [0; MAX_CELLS],
            houses: [[0; 3]; MAX_CELLS],
            cell_of: [[0; Shape::MAX_N]; MAX_HOUSES],
            shared: [0; MAX_CELLS],
            all: (1u32 << shape.n()) - 1,
            limit,
            frozen: [0; MAX_HOUSES],
            removed: [0; MAX_HOUSES],
            placed: [0; MAX_HOUSES],
            n_changed_in: [0; MAX_HOUSES],
            n_single: [0; 3],
            n_changed_digit: [0; Shape::MAX_N],
            n_single_digits: 0,
            n: shape.n(),
            changed: Vec::with_capacity(limit + 3),
            is_changed: [false; MAX_CELLS],
            is_settled: [false; MAX_CELLS],
            n_settled: 0,
            rules: geometry.has_rules.then(|| FurtherRules {
                geometry: geometry.clone(),
                placed: Vec::new(),
                frozen: Vec::new(),
            }),
            found: Vec::new(),
        };
        for (cell, digit) in grid.clues() {
            let i = cell.index();
            search.digit[i] = digit.index() as u8;
            search.houses[i] = geometry.cell_houses[i].map(|house| house.index() as u8);
            for house in search.houses[i] {
                search.cell_of[usize::from(house)][digit.index()] = i as u16;
            }
        }
        for cell in shape.cells() {
            let [row, col, bx] = search.houses[cell.index()];
            for digit in 0..shape.n() {
                let in_box = search.cell_of[usize::from(bx)][digit];
                let is_shared = [row, col].iter().any(|&line| search.cell_of[usize::from(line)][digit] == in_box);
                search.shared[cell.index()] |= u32::from(is_shared) << digit;
            }
        }
        search
    }

    fn collect(&mut self) {
        for cell in 0..self.n * self.n {
            self.change(cell);
            self.branch();
            self.restore(0);
            if let Some(rules) = &mut self.rules {
                rules.frozen.push(cell as u16);
            }
            for house in self.houses[cell] {
                self.frozen[usize::from(house)] |= 1 << self.digit[cell];
            }
        }
    }

    #[inline]
    fn change(&mut self, cell: usize) {
        self.is_changed[cell] = true;
        self.changed.push(cell as u16);
        let digit = usize::from(self.digit[cell]);
        for (kind, house) in self.houses[cell].into_iter().enumerate() {
            let house = usize::from(house);
            self.removed[house] |= 1 << digit;
            self.n_changed_in[house] += 1;
            match self.n_changed_in[house] {
                1 => self.n_single[kind] += 1,
                2 => self.n_single[kind] -= 1,
                _ => {}
            }
        }
        self.n_changed_digit[digit] += 1;
        match self.n_changed_digit[digit] {
            1 => self.n_single_digits += 1,
            2 => self.n_single_digits -= 1,
            _ => {}
        }
    }

    /// Takes changes back until `n_left` are left.
    #[inline]
    fn restore(&mut self, n_left: usize) {
        while self.changed.len() > n_left {
            let cell = usize::from(self.changed.pop().unwrap_or_default());
            self.is_changed[cell] = false;
            let digit = usize::from(self.digit[cell]);
            for (kind, house) in self.houses[cell].into_iter().enumerate() {
                let house = usize::from(house);
                self.removed[house] &= !(1 << digit);
                self.n_changed_in[house] -= 1;
                match self.n_changed_in[house] {
                    0 => self.n_single[kind] -= 1,
                    1 => self.n_single[kind] += 1,
                    _ => {}
                }
            }
            self.n_changed_digit[digit] -= 1;
            match self.n_changed_digit[digit] {
                0 => self.n_single_digits -= 1,
                1 => self.n_single_digits += 1,
                _ => {}
            }
        }
    }

    /// Digits a changed cell may take with at most `left` further changes.
    #[inline]
    fn options(&self, cell: usize, left: usize) -> u32 {
        let [row, col, bx] = self.houses[cell].map(usize::from);
        let barred = self.placed[row]
            | self.placed[col]
            | self.placed[bx]
            | self.frozen[row]
            | self.frozen[col]
            | self.frozen[bx]
            | 1 << self.digit[cell];
        // Where the digit has yet to leave its cell; a cell common to line and box counts once.
        let (a, b) = (!self.removed[row], !self.removed[col]);
        let c = !self.removed[bx] & !self.shared[cell];
        let affordable = match left {
            0 => !(a | b | c),
            1 => !(a & b | a & c | b & c),
            2 => !(a & b & c),
            _ => u32::MAX,
        };
        let options = self.all & !barred & affordable;
        match &self.rules {
            Some(rules) => rules.options(cell, options, &self.digit),
            None => options,
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.is_stopped |= (self.stop)();
        // Stopped, every node looks again and goes back.
        self.nodes_to_poll = if self.is_stopped { 1 } else { NODES_PER_POLL };
    }

    fn branch(&mut self) {
        self.nodes_to_poll -= 1;
        if self.nodes_to_poll == 0 {
            self.poll();
            if self.is_stopped {
                return;
            }
        }
        let n_changed = self.changed.len();
        if self.n_settled == n_changed {
            self.found.push(self.changed.iter().map(|&cell| Cell(cell)).collect());
            return;
        }
        let left = self.limit.saturating_sub(n_changed);
        let [rows, cols, boxes] = self.n_single;
        if n_changed > self.limit || rows.max(cols).max(boxes).max(self.n_single_digits) > left {
            return;
        }
        let mut best = (u32::MAX, 0, 0);
        for &cell in &self.changed {
            let cell = usize::from(cell);
            if !self.is_settled[cell] {
                let options = self.options(cell, left);
                let count = options.count_ones();
                if count < best.0 {
                    best = (count, cell, options);
                    if count <= 1 {
                        break;
                    }
                }
            }
        }
        let (_, cell, mut options) = best;
        let houses = self.houses[cell].map(usize::from);
        self.is_settled[cell] = true;
        self.n_settled += 1;
        while options != 0 {
            let digit = options.trailing_zeros() as usize;
            options &= options - 1;
            for house in houses {
                self.placed[house] |= 1 << digit;
                let driven_out = usize::from(self.cell_of[house][digit]);
                if !self.is_changed[driven_out] {
                    self.change(driven_out);
                }
            }
            if let Some(rules) = &mut self.rules {
                rules.placed.push((cell as u16, digit as u8));
                for driven_out in rules.driven_out(cell, digit, &self.digit) {
                    if !self.is_changed[driven_out] {
                        self.change(driven_out);
                    }
                }
            }
            self.branch();
            self.restore(n_changed);
            if let Some(rules) = &mut self.rules {
                rules.placed.pop();
            }
            for house in houses {
                self.placed[house] &= !(1 << digit);
            }
        }
        self.is_settled[cell] = false;
        self.n_settled -= 1;
    }
}
