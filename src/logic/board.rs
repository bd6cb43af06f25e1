//! The state of a grid while it is solved: placed digits and pencil marks.

use crate::grid::{
    Candidate, Cell, CellSet, Constraint, Digit, DigitSet, Geometry, GeometryRef, House, HouseKind, Puzzle, Shape,
};
use std::ops::Range;

/// Placed digits and pencil marks (the state (f, g) of Nishikawa and Toda, section 3).
///
/// Placing a digit rules it out at all peers at once (their condition S2), so
/// a board is always in that normal form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Taken once: whoever solves asks for it at every step.
    geometry: GeometryRef,
    state: State,
    /// Cells whose digit is printed in the puzzle.
    clues: CellSet,
}

/// What changes while a grid is solved.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    values: Puzzle,
    /// Remaining candidates per constraint, as masks over [`Constraint::candidate`];
    /// for cells these are the digits, and the placed digit alone once placed.
    remaining: Vec<u32>,
    /// Digits placed per house.
    placed: Vec<DigitSet>,
    /// Constraints with one remaining candidate that is not placed yet, as bits over their numbers.
    singles: [u64; 16],
    /// The bits of `singles` for constraint numbers from 1024 on, which grids of more than 16 rows have, and those of 16 with further houses.
    more_singles: Vec<u64>,
    /// Cells without a placed digit.
    n_open: usize,
    /// Whether some constraint has no candidate left.
    broken: bool,
}

impl Board {
    /// The board of a puzzle: clues placed, peers cleared, nothing else ruled out.
    pub fn new(puzzle: &Puzzle) -> Board {
        let mut board = Board::with_clues_of(puzzle);
        if puzzle.shape().has_rules() || puzzle.conflict().is_some() {
            for (cell, digit) in puzzle.clues() {
                board.place(Candidate::new(cell, digit));
            }
        } else {
            board.state.place_all(&board.geometry, puzzle);
        }
        board
    }

    /// An empty board that knows where the clues of the puzzle stand, for callers that place them one by one.
    pub(super) fn with_clues_of(puzzle: &Puzzle) -> Board {
        let shape = puzzle.shape();
        let n_constraints = Constraint::count(shape);
        let geometry = shape.geometry();
        let state = State {
            values: Puzzle::empty(shape),
            remaining: vec![DigitSet::all(shape.n()).0; n_constraints],
            placed: vec![DigitSet::EMPTY; geometry.n_houses()],
            singles: [0; 16],
            more_singles: vec![0; n_constraints.div_ceil(64).saturating_sub(16)],
            n_open: shape.n_cells(),
            broken: false,
        };
        let mut board = Board { geometry, state, clues: puzzle.clues().map(|(cell, _)| cell).collect() };
        if shape.has_rules() {
            for (cell, allowed) in shape.rules().restricted() {
                for digit in DigitSet::all(shape.n()).iter().filter(|&digit| !allowed.contains(digit)) {
                    board.eliminate(Candidate::new(cell, digit));
                }
            }
        }
        board
    }

    /// A board in the middle of things: these digits placed, these marks in the other cells,
    /// peers of placed digits not cleared. The rules hold on it as on any board.
    pub fn with_marks(values: &Puzzle, marks: impl Fn(Cell) -> DigitSet) -> Board {
        let shape = values.shape();
        let mut board = Board::new(&Puzzle::empty(shape));
        board.state.values = values.clone();
        board.state.n_open -= values.n_clues();
        for (cell, digit) in values.clues() {
            for house in board.geometry.houses_of(cell) {
                board.state.placed[house.index()].insert(digit);
            }
        }
        for cell in shape.cells() {
            let kept = values.get(cell).map_or_else(|| marks(cell), DigitSet::single);
            for digit in DigitSet::all(shape.n()).iter().filter(|&digit| !kept.contains(digit)) {
                board.eliminate(Candidate::new(cell, digit));
            }
        }
        board
    }

    /// Layout of the grid.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.state.values.shape()
    }

    /// Houses and peers of the layout.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The placed digits.
    #[inline]
    pub fn values(&self) -> &Puzzle {
        &self.state.values
    }

    /// The placed digit of a cell.
    #[inline]
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.state.values.get(cell)
    }

    /// Whether the digit of the cell is printed in the puzzle, not placed by a step.
    #[inline]
    pub fn is_clue(&self, cell: Cell) -> bool {
        self.clues.contains(cell)
    }

    /// The digits not ruled out in a cell; the placed digit alone once placed.
    #[inline]
    pub fn marks(&self, cell: Cell) -> DigitSet {
        DigitSet(self.state.remaining[cell.index()])
    }

    /// The remaining candidates of a constraint, as a mask over [`Constraint::candidate`].
    #[inline]
    pub fn remaining(&self, constraint: Constraint) -> u32 {
        self.state.remaining[constraint.index(self.shape())]
    }

    /// The remaining candidates of the constraint with this number.
    #[inline]
    pub(super) fn remaining_at(&self, number: usize) -> u32 {
        self.state.remaining[number]
    }

    /// The remaining places of each digit in a house.
    #[inline]
    pub(super) fn places_in(&self, house: House) -> &[u32] {
        let n = self.shape().n();
        let first = n * (n + house.index());
        &self.state.remaining[first..first + n]
    }

    /// Whether the candidate is not ruled out.
    #[inline]
    pub fn has(&self, candidate: Candidate) -> bool {
        self.marks(candidate.cell).contains(candidate.digit)
    }

    /// Whether the constraint's candidate is already placed.
    #[inline]
    pub fn is_met(&self, constraint: Constraint) -> bool {
        match constraint {
            Constraint::Cell(cell) => self.value(cell).is_some(),
            Constraint::HouseDigit(house, digit) => self.state.placed[house.index()].contains(digit),
        }
    }

    /// The digits not placed in a house.
    #[inline]
    pub(super) fn open_digits(&self, house: House) -> DigitSet {
        DigitSet(DigitSet::all(self.shape().n()).0 & !self.state.placed[house.index()].0)
    }

    /// How many digits are placed in a house.
    #[inline]
    pub fn n_placed_in(&self, house: House) -> usize {
        self.state.placed[house.index()].len()
    }

    /// Whether all cells of a house are filled but one.
    #[inline]
    pub fn lacks_one(&self, house: House) -> bool {
        (DigitSet::all(self.shape().n()).0 & !self.state.placed[house.index()].0).is_power_of_two()
    }

    /// Places a digit and rules it out at the peers.
    #[inline]
    pub fn place(&mut self, candidate: Candidate) {
        self.state.place_telling::<false>(&self.geometry, candidate, &mut |_, _| {});
    }

    /// Places a digit and rules it out at the peers. Tells which constraints have one candidate left by that, and which
    /// candidate, in the order in which they come to it: peers ascending, then the other digits of the cell.
    #[inline]
    pub(super) fn place_noting(&mut self, candidate: Candidate, note: &mut impl FnMut(Constraint, Candidate)) {
        self.state.place_telling::<true>(&self.geometry, candidate, note);
    }

    /// Rules a candidate out; true if it was there.
    #[inline]
    pub fn eliminate(&mut self, candidate: Candidate) -> bool {
        self.state.eliminate(&self.geometry, candidate, &mut |_, _| {})
    }

    /// Rules a candidate out; true if it was there. Tells which constraints have one candidate left by that, and which.
    #[inline]
    pub(super) fn eliminate_noting(
        &mut self,
        candidate: Candidate,
        note: &mut impl FnMut(Constraint, Candidate),
    ) -> bool {
        self.state.eliminate(&self.geometry, candidate, note)
    }

    /// Constraints of these numbers that have one remaining candidate, not placed yet; ascending.
    pub(super) fn singles(&self, numbers: Range<usize>) -> impl Iterator<Item = Constraint> + '_ {
        let constraints = &self.geometry.constraints;
        let bits_of = |word: usize| match self.state.singles.get(word) {
            Some(&bits) => bits,
            None => self.state.more_singles.get(word - 16).copied().unwrap_or_default(),
        };
        let mut word = numbers.start / 64;
        let mut bits = bits_of(word) & u64::MAX << (numbers.start % 64);
        std::iter::from_fn(move || {
            while bits == 0 && (word + 1) * 64 < numbers.end {
                word += 1;
                bits = bits_of(word);
            }
            let number = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            // None left counts as bit 64, the end of the last word or beyond.
            (number < numbers.end).then(|| constraints[number])
        })
    }

    /// Open cells with one candidate left, ascending.
    #[inline]
    pub(super) fn single_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let cell = |constraint| if let Constraint::Cell(cell) = constraint { Some(cell) } else { None };
        self.singles(0..self.shape().n_cells()).filter_map(cell)
    }

    /// The numbers of the constraints of all houses of a kind.
    pub(super) fn house_digits(&self, kind: HouseKind) -> Range<usize> {
        let n_cells = self.shape().n_cells();
        let first = n_cells
            * match kind {
                HouseKind::Row => 1,
                HouseKind::Column => 2,
                HouseKind::Box => 3,
                HouseKind::Extra => return 4 * n_cells..self.state.remaining.len(),
            };
        first..first + n_cells
    }

    /// Whether every cell is placed and none of them contradicts another.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.state.n_open == 0 && !self.is_broken()
    }

    /// Whether some constraint has no candidate left: no solution from here.
    #[inline]
    pub fn is_broken(&self) -> bool {
        self.state.broken
    }

    /// Number of cells without a placed digit.
    #[inline]
    pub fn n_unsolved(&self) -> usize {
        self.state.n_open
    }

    /// Number of candidates in the cells without a placed digit.
    #[inline]
    pub fn n_candidates(&self) -> usize {
        self.shape().cells().filter(|&cell| self.value(cell).is_none()).map(|cell| self.marks(cell).len()).sum()
    }
}

impl State {
    /// Places clues without conflicts on the empty board: what placing them one by one gives, but quicker.
    fn place_all(&mut self, geometry: &Geometry, puzzle: &Puzzle) {
        let shape = puzzle.shape();
        self.values = puzzle.clone();
        for (cell, digit) in puzzle.clues() {
            self.n_open -= 1;
            for house in geometry.houses_of(cell) {
                self.placed[house.index()].insert(digit);
            }
        }
        self.remaining[shape.n_cells()..].fill(0);
        for cell in shape.cells() {
            let houses = geometry.cell_houses[cell.index()];
            let marks = self.values.get(cell).map_or_else(
                || {
                    DigitSet(
                        DigitSet::all(shape.n()).0 & !houses.iter().fold(0, |all, h| all | self.placed[h.index()].0),
                    )
                },
                DigitSet::single,
            );
            self.leave_in_cell(cell, marks.0);
            for digit in marks.iter() {
                for slot in geometry.cell_slots[cell.index()] {
                    self.remaining[slot.first as usize + digit.index()] |= slot.bit;
                }
            }
        }
        for house in geometry.houses() {
            for digit in (0..shape.n()).map(Digit::from_index) {
                let number = Constraint::HouseDigit(house, digit).index(shape);
                self.leave_in_house(number, self.remaining[number], house, digit);
            }
        }
    }

    #[inline]
    fn place_telling<const TELLS: bool>(
        &mut self,
        geometry: &Geometry,
        candidate: Candidate,
        note: &mut impl FnMut(Constraint, Candidate),
    ) {
        let Candidate { cell, digit } = candidate;
        if geometry.has_rules {
            self.place_by_rules(geometry, candidate, note);
            return;
        }
        let (houses, slots) = (geometry.cell_houses[cell.index()], geometry.cell_slots[cell.index()]);
        self.n_open -= usize::from(self.values.get(cell).is_none());
        self.values.set(cell, Some(digit));
        let bit = DigitSet::single(digit).0;
        let others = self.remaining[cell.index()] & !bit;
        // A digit that was ruled out leaves no candidate: the board is broken and says so.
        self.remaining[cell.index()] &= bit;
        self.broken |= self.remaining[cell.index()] == 0;
        self.set_single(cell.index(), false);
        let mut losing = [0; 3];
        for i in 0..3 {
            self.placed[houses[i].index()].insert(digit);
            let index = slots[i].first as usize + digit.index();
            let before = self.remaining[index];
            losing[i] = before & !slots[i].bit;
            self.remaining[index] = before & slots[i].bit;
            self.broken |= before & slots[i].bit == 0;
            self.set_single(index, false);
        }
        // Found house by house, they are told by the last peer that loses the digit, then by number. With the box
        // first, the peers in another house that lose it come in ascending order; not so where regions are irregular.
        // Each of at most 64 peers tells of its cell and of two houses at most.
        let mut singles = [0u32; 192];
        let mut n_singles = 0;
        let mut lose = |board: &mut State, peer: Cell, others: &[usize]| {
            let before = board.remaining[peer.index()];
            if before & bit == 0 {
                // In the box, but in a line as well.
                return;
            }
            let mut tell = |number: usize| {
                if TELLS {
                    singles[n_singles] = (peer.index() << 16 | number) as u32;
                    n_singles += 1;
                }
            };
            if board.leave_in_cell(peer, before & !bit) {
                tell(peer.index());
            }
            let (peer_houses, peer_slots) = (geometry.cell_houses[peer.index()], geometry.cell_slots[peer.index()]);
            for &j in others {
                if peer_houses[j] == houses[j] {
                    continue;
                }
                let index = peer_slots[j].first as usize + digit.index();
                if board.leave_in_house(index, board.remaining[index] & !peer_slots[j].bit, peer_houses[j], digit) {
                    tell(index);
                }
            }
        };
        if geometry.shape.is_plain() {
            for (i, others) in [(2, [0, 1]), (0, [1, 2]), (1, [0, 2])] {
                let cells = &geometry.house_cells[houses[i].index()];
                DigitSet(losing[i]).iter().for_each(|position| lose(self, cells[position.index()], &others));
            }
        } else {
            geometry.peers[cell.index()].iter().for_each(|&peer| lose(self, peer, &[0, 1, 2]));
        }
        if TELLS {
            singles[..n_singles].sort_unstable();
            for &single in &singles[..n_singles] {
                let index = single as u16 as usize;
                // It may have become less by a later one, on a board that is broken.
                if self.remaining[index] != 0 {
                    let constraint = geometry.constraints[index];
                    note(constraint, constraint.candidate(geometry, self.remaining[index].trailing_zeros() as usize));
                }
            }
        }
        for other in DigitSet(others).iter() {
            self.take_from_houses(geometry, Candidate::new(cell, other), note);
        }
    }

    /// Places a digit where the layout has further rules: one elimination after the other.
    fn place_by_rules(
        &mut self,
        geometry: &Geometry,
        candidate: Candidate,
        note: &mut impl FnMut(Constraint, Candidate),
    ) {
        let Candidate { cell, digit } = candidate;
        self.n_open -= usize::from(self.values.get(cell).is_none());
        self.values.set(cell, Some(digit));
        // A digit that was ruled out leaves no candidate: the board is broken and says so.
        self.broken |= !self.has(candidate);
        for constraint in candidate.constraints(geometry) {
            if let Constraint::HouseDigit(house, _) = constraint {
                self.placed[house.index()].insert(digit);
            }
            self.set_single(constraint.index(geometry.shape), false);
        }
        let peers = geometry.peers[cell.index()].iter().map(|&peer| Candidate::new(peer, digit));
        for seen in peers.chain(geometry.clashes(candidate)) {
            self.eliminate(geometry, seen, note);
        }
        for other in DigitSet(self.remaining[cell.index()]).iter().filter(|&other| other != digit) {
            self.eliminate(geometry, Candidate::new(cell, other), note);
        }
    }

    #[inline]
    fn has(&self, candidate: Candidate) -> bool {
        DigitSet(self.remaining[candidate.cell.index()]).contains(candidate.digit)
    }

    /// Rules a candidate out; true if it was there. Tells which constraints have one candidate left by that, and which.
    #[inline]
    fn eliminate(
        &mut self,
        geometry: &Geometry,
        candidate: Candidate,
        note: &mut impl FnMut(Constraint, Candidate),
    ) -> bool {
        let is_there = self.has(candidate);
        if is_there {
            self.take_out(geometry, candidate, note);
        }
        is_there
    }

    /// Rules out a candidate that is there.
    #[inline]
    fn take_out(&mut self, geometry: &Geometry, candidate: Candidate, note: &mut impl FnMut(Constraint, Candidate)) {
        let Candidate { cell, digit } = candidate;
        let left = self.remaining[cell.index()] & !DigitSet::single(digit).0;
        if self.leave_in_cell(cell, left) {
            let last = Digit::from_index(left.trailing_zeros() as usize);
            note(Constraint::Cell(cell), Candidate::new(cell, last));
        }
        self.take_from_houses(geometry, candidate, note);
    }

    /// Rules a candidate out as far as the constraints of houses go.
    #[inline]
    fn take_from_houses(
        &mut self,
        geometry: &Geometry,
        candidate: Candidate,
        note: &mut impl FnMut(Constraint, Candidate),
    ) {
        let Candidate { cell, digit } = candidate;
        let (houses, slots) = (geometry.cell_houses[cell.index()], geometry.cell_slots[cell.index()]);
        let further = &geometry.further[cell.index()];
        for (house, slot) in houses.into_iter().zip(slots).chain(further.iter().copied()) {
            let index = slot.first as usize + digit.index();
            let left = self.remaining[index] & !slot.bit;
            if self.leave_in_house(index, left, house, digit) {
                let last = geometry.house_cells[house.index()][left.trailing_zeros() as usize];
                note(Constraint::HouseDigit(house, digit), Candidate::new(last, digit));
            }
        }
    }

    /// Leaves a cell these digits, as far as its own constraint goes; whether it has one left, not placed yet.
    #[inline]
    fn leave_in_cell(&mut self, cell: Cell, left: u32) -> bool {
        self.remaining[cell.index()] = left;
        if left & left.wrapping_sub(1) != 0 {
            return false;
        }
        let is_single = left != 0 && self.values.get(cell).is_none();
        self.narrowed(cell.index(), left, is_single);
        is_single
    }

    /// Leaves a digit these places in a house, the constraint with this number, as far as that constraint goes; whether
    /// it has one left, not placed yet.
    #[inline]
    fn leave_in_house(&mut self, number: usize, left: u32, house: House, digit: Digit) -> bool {
        self.remaining[number] = left;
        if left & left.wrapping_sub(1) != 0 {
            return false;
        }
        let is_single = left != 0 && !self.placed[house.index()].contains(digit);
        self.narrowed(number, left, is_single);
        is_single
    }

    /// Keeps up which constraints have one candidate left, and whether one has none.
    #[inline]
    fn narrowed(&mut self, constraint: usize, remaining: u32, is_single: bool) {
        self.broken |= remaining == 0;
        self.set_single(constraint, is_single);
    }

    #[inline]
    fn set_single(&mut self, constraint: usize, is_single: bool) {
        let bit = 1u64 << (constraint % 64);
        let word = match self.singles.get_mut(constraint / 64) {
            Some(word) => word,
            None => &mut self.more_singles[constraint / 64 - 16],
        };
        if is_single {
            *word |= bit;
        } else {
            *word &= !bit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::examples::all_shapes;
    use crate::grid::{SHAPES, content_lines};
    use crate::logic::examples::full_grid;

    /// The board of a puzzle is the one that placing its clues one by one leads to.
    #[track_caller]
    fn check(puzzle: &Puzzle) {
        let mut board = Board::with_clues_of(puzzle);
        for (cell, digit) in puzzle.clues() {
            board.place(Candidate::new(cell, digit));
        }
        assert_eq!(Board::new(puzzle), board);
    }

    #[test]
    fn clues_together_are_clues_one_by_one() {
        for shape in all_shapes() {
            let full = full_grid(shape);
            for step in 1..shape.n() {
                let mut puzzle = full.clone();
                for cell in shape.cells().filter(|cell| cell.index() * 7 % 11 % step != 0) {
                    puzzle.set(cell, None);
                }
                check(&puzzle);
            }
        }
        for text in ["11..............", "12..3...........", "123..4.........."] {
            // A conflict, clues without one, and a cell that has no digit left.
            check(&content_lines(text).next().expect("line").puzzle(SHAPES[0]).expect("puzzle"));
        }
    }

    /// What placing tells is what ruling out at the peers, ascending, and then in the cell tells, but for the
    /// constraints that are met by it.
    #[test]
    fn singles_are_told_peer_by_peer() {
        for shape in all_shapes() {
            let geometry = &*shape.geometry();
            let solution = full_grid(shape);
            let mut board = Board::new(&Puzzle::empty(shape));
            let mut n_told = 0;
            for cell in (0..shape.n_cells()).map(|i| Cell::from_index(i * 7 % shape.n_cells())) {
                let Some(digit) = solution.get(cell).filter(|_| board.value(cell).is_none()) else { continue };
                let placed = Candidate::new(cell, digit);
                let mut by_one = board.clone();
                let mut expected = Vec::new();
                let peers = geometry.peers[cell.index()].iter().map(|&peer| Candidate::new(peer, digit));
                let others = board.marks(cell).iter().filter(|&other| other != digit);
                for candidate in
                    peers.chain(geometry.clashes(placed)).chain(others.map(|other| Candidate::new(cell, other)))
                {
                    by_one.eliminate_noting(candidate, &mut |constraint, last| expected.push((constraint, last)));
                }
                expected.retain(|(constraint, _)| !constraint.contains(geometry, placed));
                let mut told = Vec::new();
                board.place_noting(placed, &mut |constraint, last| told.push((constraint, last)));
                assert_eq!(told, expected, "{shape} {}", placed.placed_name(shape));
                n_told += told.len();
            }
            assert!(n_told > if shape.is_plain() { shape.n() } else { 0 }, "{shape}");
        }
    }
}
