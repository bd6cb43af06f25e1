//! Candidates as sets of cells, one for each digit: what singles and locked candidates make of few clues.
//!
//! This computes what the closure engine does; it is there because a search through all sets of clues does little else, and
//! most clues change next to nothing: a copy is ten words, and only houses that lost a candidate are looked at (figures in
//! BENCHMARKS.md, "Layouts").

use crate::grid::{CellSet, Shape};
use crate::logic::{StrategyId, StrategySet};

/// Cells, as bits.
pub(super) type Cells = u128;

/// Rows of the largest grid whose cells have a bit each.
pub(super) const MOST_ROWS: usize = 11;

pub(super) fn bits(cells: &CellSet) -> Cells {
    cells.iter().fold(0, |bits, cell| bits | 1 << cell.index())
}

/// Whether the set has one cell or none; counting bits takes longer.
pub(super) const fn is_at_most_one(cells: Cells) -> bool {
    cells & cells.wrapping_sub(1) == 0
}

/// The cells of a set, in ascending order.
pub(super) fn indices(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = (cells != 0).then(|| cells.trailing_zeros() as usize)?;
        cells &= cells - 1;
        Some(index)
    })
}

/// What a board asks of the layout and of the strategies.
pub(super) struct Tables {
    all: Cells,
    pub(super) peers: Vec<Cells>,
    houses: Vec<Cells>,
    every_house: Vec<usize>,
    /// By cell, its houses.
    houses_of: Vec<Vec<usize>>,
    /// By house as a base: the cells outside a cover, and those of the cover outside the base.
    crossings: Vec<Vec<[Cells; 2]>>,
    /// Cells that two houses have in common, at most.
    widest: u32,
    naked: bool,
    hidden: bool,
    locked: bool,
}

impl Tables {
    pub(super) fn new(shape: Shape, strategies: StrategySet) -> Tables {
        let geometry = &*shape.geometry();
        let houses: Vec<Cells> = geometry.house_sets.iter().map(bits).collect();
        let mut widest = 0;
        let mut crossings = Vec::with_capacity(houses.len());
        for (i, &base) in houses.iter().enumerate() {
            let crossed = |&(j, &cover): &(usize, &Cells)| i != j && base & cover != 0;
            let crossed: Vec<Cells> = houses.iter().enumerate().filter(crossed).map(|(_, &cover)| cover).collect();
            widest = crossed.iter().map(|cover| (base & cover).count_ones()).fold(widest, u32::max);
            crossings.push(crossed.into_iter().map(|cover| [base & !cover, cover & !base]).collect());
        }
        let houses_of = |cell: usize| (0..houses.len()).filter(|&house| houses[house] >> cell & 1 == 1).collect();
        Tables {
            all: (1 << shape.n_cells()) - 1,
            peers: geometry.peer_sets.iter().map(bits).collect(),
            every_house: (0..houses.len()).collect(),
            houses_of: (0..shape.n_cells()).map(houses_of).collect(),
            houses,
            crossings,
            widest,
            naked: strategies.contains(StrategyId::NakedSingle),
            hidden: strategies.contains(StrategyId::HiddenSingle),
            locked: strategies.contains(StrategyId::LockedCandidates),
        }
    }
}

/// What became of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Some cell or some digit of a house has no candidate left.
    Broken,
    Stuck,
    Solved,
}

/// Candidates after some clues and all that follows from them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<const N: usize> {
    /// For each digit the cells that may hold it.
    left: [Cells; N],
    placed: Cells,
}

impl<const N: usize> Board<N> {
    pub(super) fn empty(tables: &Tables) -> Board<N> {
        Board { left: [tables.all; N], placed: 0 }
    }

    /// The digits left for a cell, as a mask.
    pub(super) fn digits(&self, cell: usize) -> u32 {
        self.left.iter().enumerate().fold(0, |mask, (digit, cells)| mask | ((cells >> cell & 1) as u32) << digit)
    }

    /// Places a digit that is left for the cell, without what follows; notes the candidates that go by digit.
    #[inline]
    fn place(&mut self, tables: &Tables, cell: usize, digit: usize, lost: &mut [Cells; N]) {
        let bit = 1 << cell;
        for (left, lost) in self.left.iter_mut().zip(lost.iter_mut()) {
            *lost |= *left & bit;
            *left &= !bit;
        }
        self.left[digit] |= bit;
        lost[digit] &= !bit;
        let seen = self.left[digit] & tables.peers[cell];
        self.left[digit] &= !seen;
        lost[digit] |= seen;
        self.placed |= bit;
    }

    /// Gives a cell a digit that is left for it, and follows the strategies to their end.
    pub(super) fn assign(&mut self, tables: &Tables, cell: usize, digit: usize) -> End {
        let mut lost = [0; N];
        self.place(tables, cell, digit, &mut lost);
        loop {
            if !self.naked_singles(tables, &mut lost) {
                return End::Broken;
            }
            let mut is_changed = false;
            for digit in 0..N {
                let gone = std::mem::take(&mut lost[digit]);
                if gone == 0 {
                    continue;
                }
                let is_one = is_at_most_one(gone);
                let of_one = &tables.houses_of[gone.trailing_zeros() as usize];
                for &house in if is_one { of_one } else { &tables.every_house } {
                    if tables.houses[house] & gone == 0 {
                        continue;
                    }
                    match self.look_at_house(tables, house, digit, &mut lost) {
                        Some(changed) => is_changed |= changed,
                        None => return End::Broken,
                    }
                }
            }
            if !is_changed {
                return if self.placed == tables.all { End::Solved } else { End::Stuck };
            }
        }
    }

    /// Places what is the only candidate of its cell; false if a cell has none.
    #[inline]
    fn naked_singles(&mut self, tables: &Tables, lost: &mut [Cells; N]) -> bool {
        loop {
            let (mut once, mut twice) = (0, 0);
            for left in &self.left {
                twice |= once & left;
                once |= left;
            }
            let singles = once & !twice & !self.placed;
            if once != tables.all || singles == 0 || !tables.naked {
                return once == tables.all;
            }
            for cell in indices(singles) {
                let Some(digit) = self.left.iter().position(|left| left >> cell & 1 == 1) else { return false };
                self.place(tables, cell, digit, lost);
            }
        }
    }

    /// A hidden single or locked candidates of a digit in a house: whether anything changed, or `None` if the digit has
    /// no place.
    #[inline]
    fn look_at_house(&mut self, tables: &Tables, house: usize, digit: usize, lost: &mut [Cells; N]) -> Option<bool> {
        let places = self.left[digit] & tables.houses[house];
        if places == 0 {
            return None;
        }
        if is_at_most_one(places) && tables.hidden {
            let is_new = places & self.placed == 0;
            if is_new {
                self.place(tables, places.trailing_zeros() as usize, digit, lost);
            }
            return Some(is_new);
        }
        if !tables.locked {
            return Some(false);
        }
        // Counting bits takes longer where the processor may lack an instruction for it.
        let mut rest = places;
        for _ in 0..tables.widest {
            rest &= rest.wrapping_sub(1);
        }
        if rest != 0 {
            return Some(false);
        }
        let mut is_changed = false;
        for &[outside_cover, outside_base] in &tables.crossings[house] {
            let ruled_out = if places & outside_cover == 0 { self.left[digit] & outside_base } else { 0 };
            self.left[digit] &= !ruled_out;
            lost[digit] |= ruled_out;
            is_changed |= ruled_out != 0;
        }
        Some(is_changed)
    }

    /// The candidates as a board of the rest of the program has them.
    #[cfg(test)]
    fn marks(&self, cell: crate::grid::Cell) -> u32 {
        self.digits(cell.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Random;
    use crate::grid::{Cell, Digit};
    use crate::logic::{Closure, with_small_size};

    /// The closure engine comes to the same end, clue after clue; how often each way to end came.
    #[track_caller]
    fn check(layout: &str, strategies: &str) -> [usize; 3] {
        let shape: Shape = layout.parse().expect(layout);
        let strategies: StrategySet = strategies.parse().expect(strategies);
        let tables = Tables::new(shape, strategies);
        let mut random = Random::new(1, 0);
        let mut ends = [0; 3];
        with_small_size!(shape, N => for _ in 0..300 {
            let mut board = Board::<N>::empty(&tables);
            let mut closure = Closure::<N>::new(shape, strategies);
            let mut end = End::Stuck;
            while end == End::Stuck {
                let cell = Cell::from_index(random.below(shape.n_cells()));
                let digits: Vec<usize> = (0..N).filter(|digit| board.digits(cell.index()) >> digit & 1 == 1).collect();
                let digit = digits[random.below(digits.len())];
                if board.placed >> cell.index() & 1 == 1 {
                    continue;
                }
                end = board.assign(&tables, cell.index(), digit);
                assert_eq!(closure.assign(cell, Digit::from_index(digit)), end != End::Broken, "{layout} {strategies}");
                if end != End::Broken {
                    assert!(shape.cells().all(|cell| closure.marks(cell) == board.marks(cell)), "{layout} {strategies}");
                    assert_eq!(closure.is_solved(), end == End::Solved, "{layout} {strategies}");
                }
            }
            ends[end as usize] += 1;
        });
        ends
    }

    #[test]
    fn boards_end_as_the_closure_engine_does() {
        let (mut n_broken, mut n_solved) = (0, 0);
        for strategies in ["naked-single", "hidden-single", "singles", "paper", "naked-single,locked-candidates"] {
            for layout in ["3x3", "2x3", "3x3 x", "3x3 windoku", "3x3 anti-knight", "7 latin", "3x3 x argyle"] {
                let ends = check(layout, strategies);
                n_broken += ends[End::Broken as usize];
                n_solved += ends[End::Solved as usize];
            }
        }
        assert!(n_broken > 100 && n_solved > 100, "{n_broken} {n_solved}");
    }
}
