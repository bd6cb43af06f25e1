//! Singles and locked candidates on 9x9, a band at a time.
//!
//! The places of a digit in three rows are 27 bits of a word, so that a rule looks at all of them at
//! once: locked candidates by a table over the nine crossings of rows and boxes, hidden singles by
//! tables over rows, naked singles by counting all cells in parallel. It derives what
//! [`super::Closure`] derives for these strategies, for the one shape that most puzzles have,
//! and for the same houses with cells that exclude each other besides (a knight's move apart, say).

use crate::grid::{Cell, Digit, Puzzle, Shape, array_of};
use crate::logic::{StrategyId, StrategySet};

/// Bits of a row.
const ROW: u32 = 0o777;
/// Bits of a band.
const BAND: u32 = (1 << 27) - 1;
/// One bit in each row: times a row it is the row three times.
const THREE_ROWS: u32 = 1 | 1 << 9 | 1 << 18;

struct Tables {
    /// Cells that are no peers of a cell, by band; the cell itself is among them.
    others: Others,
    /// Boxes (3 bits) that have a bit in this row.
    boxes: [u8; 512],
    /// The row with all bits of each box that has one.
    widened: [u16; 512],
    /// Boxes (as widened bits) that have exactly one bit in this row.
    one_in_box: [u16; 512],
    /// The row if it has exactly one bit, else nothing.
    only: [u16; 512],
    /// A 3x3 matrix without what locked candidates rule out, pointing or claiming.
    locked: [u16; 512],
    /// `locked` with each bit as three.
    locked_wide: [u32; 512],
}

const fn tables() -> Tables {
    let mut tables = Tables {
        others: [[BAND; 3]; 81],
        boxes: [0; 512],
        widened: [0; 512],
        one_in_box: [0; 512],
        only: [0; 512],
        locked: [0; 512],
        locked_wide: [0; 512],
    };
    let mut cell = 0;
    while cell < 81 {
        let mut peer = 0;
        while peer < 81 {
            let (row, col, other_row, other_col) = (cell / 9, cell % 9, peer / 9, peer % 9);
            let in_box = row / 3 == other_row / 3 && col / 3 == other_col / 3;
            if cell != peer && (row == other_row || col == other_col || in_box) {
                tables.others[cell][other_row / 3] &= !(1 << (other_row % 3 * 9 + other_col));
            }
            peer += 1;
        }
        cell += 1;
    }
    let mut row = 0;
    while row < 512 {
        let mut j = 0;
        while j < 3 {
            let part = row as u16 & (0b111 << (3 * j));
            if part != 0 {
                tables.boxes[row] |= 1 << j;
                tables.widened[row] |= 0b111 << (3 * j);
            }
            if part.is_power_of_two() {
                tables.one_in_box[row] |= 0b111 << (3 * j);
            }
            j += 1;
        }
        if (row as u16).is_power_of_two() {
            tables.only[row] = row as u16;
        }
        let locked = locked(row as u16);
        tables.locked[row] = locked;
        let mut bit = 0;
        while bit < 9 {
            if locked >> bit & 1 == 1 {
                tables.locked_wide[row] |= 0b111 << (3 * bit);
            }
            bit += 1;
        }
        row += 1;
    }
    tables
}

/// Locked candidates in a 3x3 matrix: the only bit of a row rules out the others of its column, the only
/// bit of a column those of its row.
const fn locked(mut matrix: u16) -> u16 {
    loop {
        let before = matrix;
        let mut line = 0;
        while line < 3 {
            let (row, column) = (0b111 << (3 * line), 0b001_001_001 << line);
            let (in_row, in_column) = (matrix & row, matrix & column);
            if in_row.is_power_of_two() {
                let bit = in_row.trailing_zeros() % 3;
                matrix &= !(0b001_001_001 << bit) | in_row;
            }
            if in_column.is_power_of_two() {
                let bit = in_column.trailing_zeros() / 3;
                matrix &= !(0b111 << (3 * bit)) | in_column;
            }
            line += 1;
        }
        if matrix == before {
            return matrix;
        }
    }
}

static TABLES: Tables = tables();

/// By cell, those that do not see it, by band; itself is among them.
type Others = [[u32; 3]; 81];

/// What a closure by bands goes by: which of its strategies are allowed, and which cells see each other.
#[derive(Clone, Copy)]
pub(crate) struct BandRules<'a> {
    naked: bool,
    hidden: bool,
    locked: bool,
    others: &'a Others,
}

impl<'a> BandRules<'a> {
    fn new(strategies: StrategySet, others: &'a Others) -> BandRules<'a> {
        BandRules {
            naked: strategies.contains(StrategyId::NakedSingle),
            hidden: strategies.contains(StrategyId::HiddenSingle),
            locked: strategies.contains(StrategyId::LockedCandidates),
            others,
        }
    }

    /// On plain 9x9; strategies besides singles and locked candidates are left to others.
    pub(super) fn plain(strategies: StrategySet) -> BandRules<'static> {
        BandRules::new(strategies, &TABLES.others)
    }
}

/// A layout whose houses are those of plain 9x9 and whose rules treat all digits alike, with allowed strategies.
#[derive(Clone)]
pub(crate) struct BandLayout {
    strategies: StrategySet,
    others: Box<Others>,
}

impl BandLayout {
    /// `None` for other layouts.
    pub(crate) fn of(shape: Shape, strategies: StrategySet) -> Option<BandLayout> {
        let mut others = Box::new(TABLES.others);
        if shape != Shape::NINE {
            let geometry = shape.geometry();
            let is_like_plain = shape.without_rules() == Shape::NINE && geometry.n_houses() == 27;
            if !is_like_plain || !shape.treats_digits_alike() {
                return None;
            }
            for (others, peers) in others.iter_mut().zip(&geometry.peer_sets) {
                for peer in peers.iter() {
                    others[peer.index() / 27] &= !(1 << (peer.index() % 27));
                }
            }
        }
        Some(BandLayout { strategies, others })
    }

    /// Singles and locked candidates, as far as they are allowed, on this layout.
    #[inline]
    pub(crate) fn rules(&self) -> BandRules<'_> {
        BandRules::new(self.strategies, &self.others)
    }
}

/// Candidates of a 9x9 grid.
#[derive(Clone)]
pub(crate) struct Bands {
    /// Places of each digit, by band; row by row from the lowest bit.
    pub(super) digits: [[u32; 3]; 9],
    /// Cells with a placed digit.
    pub(super) placed: [u32; 3],
    /// Whether some constraint has no candidate left.
    pub(super) broken: bool,
    /// Digits whose places changed since they were last looked at.
    changed: u16,
}

impl Bands {
    /// The closure of a 9x9 puzzle.
    pub(crate) fn close(puzzle: &Puzzle, rules: BandRules<'_>) -> Bands {
        let mut bands = Bands { digits: [[BAND; 3]; 9], placed: [0; 3], broken: false, changed: 0x1ff };
        let mut clues = [[0u32; 3]; 9];
        for (cell, &value) in puzzle.values().iter().enumerate().filter(|&(_, &value)| value != 0) {
            let digit = value as usize - 1;
            let bit = 1u32 << (cell % 27);
            clues[digit][cell / 27] |= bit;
            bands.placed[cell / 27] |= bit;
            for b in 0..3 {
                bands.digits[digit][b] &= rules.others[cell][b];
            }
        }
        for (places, clues) in bands.digits.iter_mut().zip(&clues) {
            for b in 0..3 {
                bands.broken |= clues[b] & !places[b] != 0;
                places[b] &= !bands.placed[b] | clues[b];
            }
        }
        if !bands.broken {
            bands.run(rules);
        }
        bands
    }

    /// Digits left in a cell, as a mask over digit indices.
    #[inline]
    pub(crate) fn marks(&self, cell: Cell) -> u32 {
        let (b, bit) = (cell.index() / 27, cell.index() % 27);
        let left = |(digit, places): (usize, &[u32; 3])| (places[b] >> bit & 1) << digit;
        self.digits.iter().enumerate().map(left).sum()
    }

    /// Places a digit as a clue and closes; false if the grid is broken then.
    pub(crate) fn assign(&mut self, cell: Cell, digit: Digit, rules: BandRules<'_>) -> bool {
        let mut new = [0; 3];
        new[cell.index() / 27] = 1 << (cell.index() % 27);
        if self.marks(cell) >> digit.index() & 1 == 0 {
            self.broken = true;
        } else if self.placed[cell.index() / 27] & new[cell.index() / 27] == 0 {
            self.place(digit.index(), new, rules);
            if !self.broken {
                self.run(rules);
            }
        }
        !self.broken
    }

    /// Places several clues before it closes; false if the grid is broken then.
    pub(crate) fn assign_all(&mut self, clues: impl Iterator<Item = (Cell, Digit)>, rules: BandRules<'_>) -> bool {
        let mut new = [[0; 3]; 9];
        for (cell, digit) in clues {
            new[digit.index()][cell.index() / 27] |= 1 << (cell.index() % 27);
        }
        for (digit, new) in new.into_iter().enumerate().filter(|(_, new)| *new != [0; 3]) {
            self.place(digit, new, rules);
        }
        if !self.broken {
            self.run(rules);
        }
        !self.broken
    }

    /// Whether some constraint has no candidate left.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether the cell holds a placed digit.
    pub(crate) fn is_placed(&self, cell: Cell) -> bool {
        self.placed[cell.index() / 27] >> (cell.index() % 27) & 1 == 1
    }

    /// Candidates left in all cells, placed ones included.
    pub(crate) fn n_marks(&self) -> usize {
        // Two words for three bands.
        let n_places = |&[a, b, c]: &[u32; 3]| (u64::from(a) | u64::from(b) << 27).count_ones() + c.count_ones();
        self.digits.iter().map(n_places).sum::<u32>() as usize
    }

    /// Cells that hold a placed digit.
    pub(crate) fn n_placed(&self) -> usize {
        self.placed.iter().map(|band| band.count_ones()).sum::<u32>() as usize
    }

    /// The placed digits.
    pub(super) fn values(&self) -> Puzzle {
        let mut values = [0; 81];
        for (digit, places) in self.digits.iter().enumerate() {
            for b in 0..3 {
                let mut placed = places[b] & self.placed[b];
                while placed != 0 {
                    values[27 * b + placed.trailing_zeros() as usize] = digit as u8 + 1;
                    placed &= placed - 1;
                }
            }
        }
        Puzzle::from_values(Shape::NINE, &values)
    }

    fn run(&mut self, rules: BandRules<'_>) {
        loop {
            if self.naked_singles(rules) {
                if self.broken {
                    return;
                }
                continue;
            }
            // Digits until one of them is placed somewhere.
            let mut narrowed = false;
            loop {
                if self.broken {
                    return;
                }
                if self.changed == 0 {
                    if narrowed {
                        // Cells may have one candidate left, or none.
                        break;
                    }
                    return;
                }
                let digit = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                if rules.locked {
                    narrowed |= self.locked_candidates(digit);
                }
                let before = self.placed;
                self.hidden_singles(digit, rules);
                if self.placed != before {
                    break;
                }
            }
        }
    }

    /// Places every naked single, if allowed; whether there was one. Notices cells without candidate.
    fn naked_singles(&mut self, rules: BandRules<'_>) -> bool {
        let (mut once, mut twice) = ([0u32; 3], [0u32; 3]);
        for places in &self.digits {
            for b in 0..3 {
                twice[b] |= once[b] & places[b];
                once[b] |= places[b];
            }
        }
        if once != [BAND; 3] {
            self.broken = true;
            return true;
        }
        let single = array_of(|b| !twice[b] & !self.placed[b] & BAND);
        if single == [0; 3] || !rules.naked {
            return false;
        }
        for digit in 0..9 {
            let new = array_of(|b| self.digits[digit][b] & single[b]);
            if new != [0; 3] {
                self.place(digit, new, rules);
            }
        }
        true
    }

    /// Places a digit in these cells.
    fn place(&mut self, digit: usize, new: [u32; 3], rules: BandRules<'_>) {
        for (b, &cells) in new.iter().enumerate() {
            let mut left = cells;
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left &= left - 1;
                // Another one of them may have taken the place.
                self.broken |= self.digits[digit][b] & bit == 0;
                let cell = 27 * b + bit.trailing_zeros() as usize;
                for b in 0..3 {
                    self.digits[digit][b] &= rules.others[cell][b];
                }
            }
            self.placed[b] |= cells;
        }
        self.changed |= 1 << digit;
        for (other, places) in self.digits.iter_mut().enumerate().filter(|&(other, _)| other != digit) {
            let mut lost = 0;
            for b in 0..3 {
                lost |= places[b] & new[b];
                places[b] &= !new[b];
            }
            self.changed |= u16::from(lost != 0) << other;
        }
    }

    /// Rules out what locked candidates of a digit rule out, along rows and columns, until nothing is left;
    /// whether there was anything.
    fn locked_candidates(&mut self, digit: usize) -> bool {
        let mut places = self.digits[digit];
        loop {
            for band in &mut places {
                let boxes = |row: u32| TABLES.boxes[(*band >> (9 * row) & ROW) as usize] as usize;
                let crossings = boxes(0) | boxes(1) << 3 | boxes(2) << 6;
                *band &= TABLES.locked_wide[crossings];
            }
            let columns = array_of(|b| (places[b] | places[b] >> 9 | places[b] >> 18) & ROW);
            let mut kept = [0u32; 3];
            for stack in [0, 3, 6] {
                let part = |b: usize| columns[b] >> stack & 0b111;
                let crossings = TABLES.locked[(part(0) | part(1) << 3 | part(2) << 6) as usize];
                for (b, kept) in kept.iter_mut().enumerate() {
                    *kept |= u32::from(crossings >> (3 * b) & 0b111) << stack;
                }
            }
            if kept == columns {
                break;
            }
            for b in 0..3 {
                places[b] &= kept[b] * THREE_ROWS;
            }
        }
        let narrowed = places != self.digits[digit];
        self.digits[digit] = places;
        narrowed
    }

    /// Places a digit wherever it has one place left in a house, if allowed. Notices houses without a place.
    fn hidden_singles(&mut self, digit: usize, rules: BandRules<'_>) {
        let places = self.digits[digit];
        let mut single = [0u32; 3];
        let (mut any_column, mut two_in_column) = (0, 0);
        for b in 0..3 {
            let band = places[b];
            let rows = [band & ROW, band >> 9 & ROW, band >> 18 & ROW];
            let any = rows[0] | rows[1] | rows[2];
            let two = rows[0] & rows[1] | rows[0] & rows[2] | rows[1] & rows[2];
            self.broken |= rows.contains(&0) || TABLES.boxes[any as usize] != 0b111;
            for (i, &row) in rows.iter().enumerate() {
                single[b] |= u32::from(TABLES.only[row as usize]) << (9 * i);
            }
            let boxes = TABLES.one_in_box[any as usize] & !TABLES.widened[two as usize];
            single[b] |= band & (u32::from(boxes) * THREE_ROWS);
            two_in_column |= two | any_column & any;
            any_column |= any;
        }
        self.broken |= any_column != ROW;
        if self.broken || !rules.hidden {
            return;
        }
        let column = (ROW & !two_in_column) * THREE_ROWS;
        let new: [u32; 3] = array_of(|b| (single[b] | places[b] & column) & !self.placed[b]);
        if new != [0; 3] {
            self.place(digit, new, rules);
        }
    }
}
