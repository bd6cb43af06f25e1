//! The closure engine: everything the allowed strategies can derive, fast.
//!
//! It computes the same end state as the step solver (steps of these strategies
//! are monotone, so their order does not matter), without evidence: one bit
//! matrix per kind of constraint, updated at every elimination, with a list of
//! placements still to carry out.
//!
//! It writes the rules of all strategies by hand, because the generators close a grid for each puzzle that they try:
//! 158,000 closures a second against 52,000 traces by the definition (BENCHMARKS.md). `tests/fixpoint/definition.rs` holds
//! it to the definition, each strategy alone and in sets, and names a strategy that is missing here.

mod any;
mod draft;
mod further;
mod nine;
mod steps;
mod subsets;

pub use self::any::AnyClosure;
pub(crate) use self::draft::Draft;
use self::nine::BandRules;
pub(crate) use self::nine::{BandLayout, Bands};
use self::subsets::{Touched, Widths};
use super::{Board, StrategyId, StrategySet};
use crate::grid::{Candidate, Cell, Digit, GeometryRef, Puzzle, Shape};

/// Candidates of a grid of size N, closed under a set of strategies after every assignment.
#[derive(Clone, Debug)]
pub struct Closure<const N: usize> {
    /// Digits left, per row and column.
    cells: [[u32; N]; N],
    /// Columns left, per row and digit.
    rows: [[u32; N]; N],
    /// Rows left, per column and digit.
    cols: [[u32; N]; N],
    /// Positions left, per box and digit.
    boxes: [[u32; N]; N],
    /// Columns of placed cells, per row.
    placed: [u32; N],
    n_placed: u32,
    /// Candidates left in all cells, placed ones included.
    n_marks: u32,
    broken: bool,
    naked: bool,
    hidden: bool,
    locked: bool,
    /// How many open bases subsets, fish and leftovers are looked for with.
    widths: Widths,
    /// What changed since subsets, fish and leftovers were last looked for, and by number of open bases where that is
    /// still to be done.
    touched: Touched,
    open: [Touched; 4],
    /// Houses and digits whose places changed since locked candidates were last looked for:
    /// rows, columns, boxes, as masks per digit.
    dirty: [[u32; N]; 3],
    /// Whether the layout has further rules.
    has_rules: bool,
    /// Whether rules add houses.
    has_further: bool,
    /// Positions left, per house that rules add and digit.
    further: Vec<[u32; N]>,
    /// By house, digits whose places changed since locked candidates of houses that rules add were last looked for.
    dirty_further: Vec<u32>,
    layout: GeometryRef,
    shape: Shape,
}

/// Placements still to carry out; reused between calls.
type Pending = Vec<(u8, u8, u8)>;

impl<const N: usize> Closure<N> {
    /// An empty grid.
    ///
    /// # Panics
    /// If N is not the size of the shape.
    pub fn new(shape: Shape, strategies: StrategySet) -> Closure<N> {
        assert_eq!(shape.n(), N);
        Closure::empty(shape, strategies)
    }

    /// An empty grid, if N is the size of the shape.
    pub fn try_new(shape: Shape, strategies: StrategySet) -> Option<Closure<N>> {
        (shape.n() == N).then(|| Closure::empty(shape, strategies))
    }

    fn empty(shape: Shape, strategies: StrategySet) -> Closure<N> {
        let all = (1u32 << N) - 1;
        let has = |id| strategies.contains(id);
        let layout = shape.geometry();
        let mut closure = Closure {
            cells: [[all; N]; N],
            rows: [[all; N]; N],
            cols: [[all; N]; N],
            boxes: [[all; N]; N],
            placed: [0; N],
            n_placed: 0,
            n_marks: (N * N * N) as u32,
            broken: false,
            naked: has(StrategyId::NakedSingle),
            hidden: has(StrategyId::HiddenSingle),
            locked: has(StrategyId::LockedCandidates),
            widths: Widths::of(strategies, shape),
            touched: Touched::NONE,
            open: [Touched::all(N); 4],
            dirty: [[0; N]; 3],
            has_rules: layout.has_rules,
            has_further: layout.n_houses() > 3 * N,
            further: vec![[all; N]; layout.n_houses() - 3 * N],
            dirty_further: vec![0; if layout.n_houses() > 3 * N { layout.n_houses() } else { 0 }],
            layout,
            shape,
        };
        if closure.has_rules {
            closure.forbid();
        }
        closure
    }

    /// Rules out what the layout does not allow, and closes.
    fn forbid(&mut self) {
        let mut pending = Pending::new();
        for (cell, allowed) in self.shape.rules().restricted() {
            for digit in (0..N).filter(|&digit| !allowed.contains(Digit::from_index(digit))) {
                self.eliminate(cell.index() / N, cell.index() % N, digit, &mut pending);
            }
        }
        self.run(&mut pending);
    }

    /// The closure of a puzzle, if N is its size.
    pub fn try_of(puzzle: &Puzzle, strategies: StrategySet) -> Option<Closure<N>> {
        (puzzle.shape().n() == N).then(|| Closure::of(puzzle, strategies))
    }

    /// The closure of a puzzle.
    ///
    /// # Panics
    /// If N is not the size of the puzzle; [`closure_of`] takes any puzzle.
    pub fn of(puzzle: &Puzzle, strategies: StrategySet) -> Closure<N> {
        if puzzle.shape() != Shape::NINE {
            return Closure::one_by_one(puzzle, strategies);
        }
        Closure::of_bands(&Bands::close(puzzle, BandRules::plain(strategies)), strategies)
    }

    /// The closure of a 9x9 grid that singles and locked candidates do not change, as far as they are allowed.
    fn of_bands(bands: &Bands, strategies: StrategySet) -> Closure<N> {
        let mut closure = Closure::new(Shape::NINE, strategies);
        closure.load(bands);
        if !closure.widths.is_empty() && !closure.broken {
            closure.run(&mut Pending::new());
        }
        closure
    }

    /// Takes over a state that singles and locked candidates do not change.
    fn load(&mut self, bands: &Bands) {
        self.n_marks = 0;
        self.cells = [[0; N]; N];
        self.cols = [[0; N]; N];
        for (digit, places) in bands.digits.iter().enumerate() {
            for (b, &band) in places.iter().enumerate() {
                self.n_marks += band.count_ones();
                let mut in_boxes = [0u32; 3];
                for row in 0..3 {
                    let mut left = band >> (9 * row) & 0o777;
                    let row_index = 3 * b + row;
                    self.rows[row_index][digit] = left;
                    for (j, in_box) in in_boxes.iter_mut().enumerate() {
                        *in_box |= (left >> (3 * j) & 0b111) << (3 * row);
                    }
                    while left != 0 {
                        let col = left.trailing_zeros() as usize;
                        self.cells[row_index][col] |= 1 << digit;
                        self.cols[col][digit] |= 1 << row_index;
                        left &= left - 1;
                    }
                }
                for (j, in_box) in in_boxes.into_iter().enumerate() {
                    self.boxes[3 * b + j][digit] = in_box;
                }
            }
        }
        for row in 0..9 {
            self.placed[row] = bands.placed[row / 3] >> (9 * (row % 3)) & 0o777;
        }
        self.n_placed = bands.placed.iter().map(|band| band.count_ones()).sum();
        self.broken = bands.broken;
    }

    /// The closure, one elimination after the other.
    fn one_by_one(puzzle: &Puzzle, strategies: StrategySet) -> Closure<N> {
        let mut closure = Closure::new(puzzle.shape(), strategies);
        closure.assign_all_with(puzzle.clues(), &mut Pending::new());
        closure
    }

    /// Places a digit as a clue and closes; false if the grid is broken then.
    pub fn assign(&mut self, cell: Cell, digit: Digit) -> bool {
        let mut pending = Pending::with_capacity(4 * N);
        self.assign_with(cell, digit, &mut pending)
    }

    /// [`Closure::assign`] with a reused list.
    pub fn assign_with(&mut self, cell: Cell, digit: Digit, pending: &mut Vec<(u8, u8, u8)>) -> bool {
        pending.clear();
        pending.push(((cell.index() / N) as u8, (cell.index() % N) as u8, digit.index() as u8));
        self.run(pending)
    }

    /// Places several digits as clues before it closes, with a reused list; false if the grid is broken then.
    pub(crate) fn assign_all_with(
        &mut self,
        clues: impl Iterator<Item = (Cell, Digit)>,
        pending: &mut Vec<(u8, u8, u8)>,
    ) -> bool {
        pending.clear();
        pending.extend(
            clues.map(|(cell, digit)| ((cell.index() / N) as u8, (cell.index() % N) as u8, digit.index() as u8)),
        );
        self.run(pending)
    }

    /// Whether some constraint has no candidate left.
    #[inline]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether every cell is placed without contradiction.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.n_placed as usize == N * N && !self.broken
    }

    /// Candidates left in all cells, placed ones included (N^2 when solved).
    #[inline]
    pub fn n_marks(&self) -> usize {
        self.n_marks as usize
    }

    /// Number of cells without a placed digit.
    #[inline]
    pub fn n_unsolved(&self) -> usize {
        N * N - self.n_placed as usize
    }

    /// Digits left in a cell, as a mask over digit indices.
    #[inline]
    pub fn marks(&self, cell: Cell) -> u32 {
        self.cells[cell.index() / N][cell.index() % N]
    }

    /// Whether the cell holds a placed digit.
    #[inline]
    pub fn is_placed(&self, cell: Cell) -> bool {
        self.placed[cell.index() / N] >> (cell.index() % N) & 1 == 1
    }

    /// The placed digits.
    pub fn values(&self) -> Puzzle {
        let mut values = Puzzle::empty(self.shape);
        for cell in self.shape.cells().filter(|&cell| self.is_placed(cell)) {
            let marks = self.marks(cell);
            if marks != 0 {
                values.set(cell, Some(Digit::from_index(marks.trailing_zeros() as usize)));
            }
        }
        values
    }

    /// Whether the candidate is not ruled out.
    pub fn has(&self, candidate: Candidate) -> bool {
        self.marks(candidate.cell) >> candidate.digit.index() & 1 == 1
    }

    /// Digits left in all cells, as masks over digit indices.
    #[inline]
    fn all_marks(&self) -> &[u32] {
        self.cells.as_flattened()
    }

    fn run(&mut self, pending: &mut Pending) -> bool {
        loop {
            while let Some((row, col, digit)) = pending.pop() {
                self.place(row as usize, col as usize, digit as usize, pending);
                if self.broken {
                    return false;
                }
            }
            if self.n_placed as usize == N * N {
                return true;
            }
            if self.locked && self.locked_candidates(pending) {
                if self.broken {
                    return false;
                }
                continue;
            }
            if !self.widths.is_empty() && self.subsets(pending) {
                if self.broken {
                    return false;
                }
                continue;
            }
            return !self.broken;
        }
    }

    #[inline]
    fn place(&mut self, row: usize, col: usize, digit: usize, pending: &mut Pending) {
        let bit = 1u32 << digit;
        if self.cells[row][col] & bit == 0 {
            self.broken = true;
            return;
        }
        if self.placed[row] >> col & 1 == 1 {
            return;
        }
        self.placed[row] |= 1 << col;
        self.n_placed += 1;
        self.touched.add(row, col, self.layout.places.box_of[row * N + col] as usize, digit);
        let mut others = self.cells[row][col] & !bit;
        while others != 0 {
            self.eliminate(row, col, others.trailing_zeros() as usize, pending);
            others &= others - 1;
        }
        let mut places = self.rows[row][digit] & !(1 << col);
        while places != 0 {
            self.eliminate(row, places.trailing_zeros() as usize, digit, pending);
            places &= places - 1;
        }
        let mut places = self.cols[col][digit] & !(1 << row);
        while places != 0 {
            self.eliminate(places.trailing_zeros() as usize, col, digit, pending);
            places &= places - 1;
        }
        let bx = self.layout.places.box_of[row * N + col] as usize;
        let mut places = self.boxes[bx][digit] & !(1 << self.layout.places.box_pos[row * N + col]);
        while places != 0 {
            let cell = self.layout.places.box_cell[bx * N + places.trailing_zeros() as usize] as usize;
            self.eliminate(cell / N, cell % N, digit, pending);
            places &= places - 1;
        }
        if self.has_rules {
            self.place_by_rules(Candidate::new(Cell::from_index(row * N + col), Digit::from_index(digit)), pending);
        }
    }

    /// Rules out a candidate that is still there, and notes what that makes single or empty.
    #[inline]
    fn eliminate(&mut self, row: usize, col: usize, digit: usize, pending: &mut Pending) {
        let cell = row * N + col;
        let bx = self.layout.places.box_of[cell] as usize;
        self.n_marks -= 1;
        self.cells[row][col] &= !(1 << digit);
        self.rows[row][digit] &= !(1 << col);
        self.cols[col][digit] &= !(1 << row);
        self.boxes[bx][digit] &= !(1 << self.layout.places.box_pos[cell]);
        let (in_cell, in_row) = (self.cells[row][col], self.rows[row][digit]);
        let (in_col, in_box) = (self.cols[col][digit], self.boxes[bx][digit]);
        if in_cell == 0 || in_row == 0 || in_col == 0 || in_box == 0 {
            self.broken = true;
            return;
        }
        if self.has_further {
            self.eliminate_further(cell, digit, pending);
        }
        if self.naked && in_cell.is_power_of_two() {
            pending.push((row as u8, col as u8, in_cell.trailing_zeros() as u8));
        }
        if self.hidden {
            if in_row.is_power_of_two() {
                pending.push((row as u8, in_row.trailing_zeros() as u8, digit as u8));
            }
            if in_col.is_power_of_two() {
                pending.push((in_col.trailing_zeros() as u8, col as u8, digit as u8));
            }
            if in_box.is_power_of_two() {
                let cell = self.layout.places.box_cell[bx * N + in_box.trailing_zeros() as usize] as usize;
                pending.push(((cell / N) as u8, (cell % N) as u8, digit as u8));
            }
        }
        self.touched.add(row, col, bx, digit);
        if self.locked {
            self.dirty[0][digit] |= 1 << row;
            self.dirty[1][digit] |= 1 << col;
            self.dirty[2][digit] |= 1 << bx;
        }
    }

    /// Carries out locked candidates of changed houses until a placement is due;
    /// true if anything was ruled out.
    fn locked_candidates(&mut self, pending: &mut Pending) -> bool {
        let before = self.n_marks;
        for digit in 0..N {
            // Pointing: a box-digit within one line of the box.
            while self.dirty[2][digit] != 0 {
                let bx = self.dirty[2][digit].trailing_zeros() as usize;
                self.dirty[2][digit] &= self.dirty[2][digit] - 1;
                let places = self.boxes[bx][digit];
                if places.is_power_of_two() && (self.hidden || self.is_digit_placed(bx, digit)) {
                    continue;
                }
                let first = self.layout.places.box_cell[bx * N + places.trailing_zeros() as usize] as usize;
                let (row, col) = (first / N, first % N);
                let crossing = self.layout.crossings[first];
                if places & !crossing.row_in_region == 0 {
                    let mut out = self.rows[row][digit] & !crossing.region_in_row;
                    while out != 0 {
                        self.eliminate(row, out.trailing_zeros() as usize, digit, pending);
                        out &= out - 1;
                    }
                    if self.broken {
                        return true;
                    }
                }
                if places & !crossing.column_in_region == 0 {
                    let mut out = self.cols[col][digit] & !crossing.region_in_column;
                    while out != 0 {
                        self.eliminate(out.trailing_zeros() as usize, col, digit, pending);
                        out &= out - 1;
                    }
                    if self.broken {
                        return true;
                    }
                }
            }
            // Claiming: a line-digit within one box.
            for kind in 0..2 {
                while self.dirty[kind][digit] != 0 {
                    let line = self.dirty[kind][digit].trailing_zeros() as usize;
                    self.dirty[kind][digit] &= self.dirty[kind][digit] - 1;
                    let (places, cell) = if kind == 0 {
                        let places = self.rows[line][digit];
                        (places, line * N + places.trailing_zeros() as usize)
                    } else {
                        let places = self.cols[line][digit];
                        (places, places.trailing_zeros() as usize * N + line)
                    };
                    let crossing = self.layout.crossings[cell];
                    let (within, inside) = if kind == 0 {
                        (crossing.region_in_row, crossing.row_in_region)
                    } else {
                        (crossing.region_in_column, crossing.column_in_region)
                    };
                    if places & !within != 0 {
                        continue;
                    }
                    let bx = self.layout.places.box_of[cell] as usize;
                    let mut out = self.boxes[bx][digit] & !inside;
                    while out != 0 {
                        let cell = self.layout.places.box_cell[bx * N + out.trailing_zeros() as usize] as usize;
                        self.eliminate(cell / N, cell % N, digit, pending);
                        out &= out - 1;
                    }
                    if self.broken {
                        return true;
                    }
                }
            }
            if !pending.is_empty() {
                return true;
            }
        }
        if self.has_further {
            self.locked_further(pending);
        }
        self.n_marks != before
    }

    /// Whether the only place of a digit in a box is placed there.
    fn is_digit_placed(&self, bx: usize, digit: usize) -> bool {
        let pos = self.boxes[bx][digit].trailing_zeros() as usize;
        self.is_placed(Cell(self.layout.places.box_cell[bx * N + pos]))
    }
}

/// Calls code that is generic over the size N with the size of a shape.
macro_rules! with_size {
    ($shape:expr, $n:ident => $body:expr) => {
        $crate::logic::with_size!(@match $shape, $n, $body, 4 5 6 7 8 9 10 11 12 13 14 15 20 25)
    };
    (@match $shape:expr, $n:ident, $body:expr, $($size:literal)*) => {
        match $shape.n() {
            $($size => {
                const $n: usize = $size;
                $body
            })*
            _ => {
                const $n: usize = 16;
                $body
            }
        }
    };
}
pub(crate) use with_size;

/// [`with_size`] for code that is there for grids of up to 16 rows only; others must not come here.
macro_rules! with_small_size {
    ($shape:expr, $n:ident => $body:expr) => {{
        assert!(!$shape.is_large(), "this is there for up to 16 rows");
        $crate::logic::with_size!(@match $shape, $n, $body, 4 5 6 7 8 9 10 11 12 13 14 15)
    }};
}
pub(crate) use with_small_size;

/// The end state of a puzzle under a set of strategies, as a board.
///
/// For a puzzle that has a solution it is the end state of the step solver too. Where there is none, neither claims one,
/// but one of them may be stuck where the other sees the contradiction.
pub fn closure_of(puzzle: &Puzzle, strategies: StrategySet) -> Board {
    AnyClosure::of(puzzle, strategies).board(puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_closure_has_the_size_of_its_shape() {
        for shape in crate::grid::SHAPES {
            assert_eq!(Closure::<9>::try_new(shape, StrategySet::SINGLES).is_some(), shape.n() == 9, "{shape}");
            let closure = Closure::<9>::try_of(&Puzzle::empty(shape), StrategySet::SINGLES);
            assert_eq!(closure.is_some(), shape.n() == 9, "{shape}");
        }
    }

    proptest! {
        /// Whole bands and single eliminations end alike, whatever the strategies and however broken the grid.
        #[test]
        fn bands_end_like_single_eliminations(
            clues in prop::collection::vec((0u8..81, 1u8..=9), 0..40),
            names in prop::sample::subsequence(vec!["naked-single", "hidden-single", "locked-candidates", "naked-pair"], 0..=4),
        ) {
            let mut values = [0; 81];
            for (cell, digit) in clues {
                values[cell as usize] = digit;
                // A digit that contradicts the others only now and then.
                if Puzzle::from_values(Shape::NINE, &values).conflict().is_some() && digit != 5 {
                    values[cell as usize] = 0;
                }
            }
            let puzzle = Puzzle::from_values(Shape::NINE, &values);
            let strategies: StrategySet = names.join(",").parse().expect("names");
            let (bands, single) = (Closure::<9>::of(&puzzle, strategies), Closure::<9>::one_by_one(&puzzle, strategies));
            prop_assert_eq!(bands.broken, single.broken);
            if !bands.broken {
                prop_assert_eq!(bands.cells, single.cells);
                prop_assert_eq!(bands.rows, single.rows);
                prop_assert_eq!(bands.cols, single.cols);
                prop_assert_eq!(bands.boxes, single.boxes);
                prop_assert_eq!((bands.placed, bands.n_placed, bands.n_marks), (single.placed, single.n_placed, single.n_marks));
            }
        }
    }
}
