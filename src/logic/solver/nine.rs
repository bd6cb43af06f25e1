//! The 9x9 solver: one 27-bit word a digit and band.
//!
//! Bit `9 r + c` of a word is row `r` of the band, column `c`. Within a band a digit takes
//! one minirow of each box and row, so the minirows it may still use are the union of the
//! permutations of three that fit (a table of 512 entries); that is every locked
//! candidate of rows and boxes in one step. Columns are treated the same way by counting
//! in how many bands they occur. What is left are single rows (placements), cells with
//! one digit, and guesses, at cells with two digits where there are any.

#![allow(clippy::needless_range_loop, reason = "bands and digits index several arrays at once")]

use super::Sink;

/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// The first, the last and all but the last cell of each row.
const FIRST: u32 = 0o001_001_001;
const LAST: u32 = 0o400_400_400;
const REST: u32 = 0o377_377_377;
const ALL_COLUMNS: u16 = 0x1FF;
/// Every digit in every band, see [`NineState::changed`].
const EVERYTHING: u64 = 0x7_7777_7777;

/// For the nine cells of a row: which of its three minirows are occupied.
const MINIROWS: [u8; 512] = {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        table[row] = (row & 7 != 0) as u8 | ((row >> 3 & 7 != 0) as u8) << 1 | ((row >> 6 != 0) as u8) << 2;
        row += 1;
    }
    table
};

/// For the occupied minirows of a digit in a band (bit `3 row + box`): the cells of those that
/// some choice of one minirow for each row and box uses. 0 if there is no choice.
const LOCKED: [u32; 512] = {
    let mut table = [0; 512];
    let choices: [[u32; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut occupied = 0;
    while occupied < 512 {
        let mut i = 0;
        while i < 6 {
            let [a, b, c] = choices[i];
            let minirows = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if occupied & minirows == minirows {
                table[occupied as usize] |= 7 << (3 * a) | 7 << (9 + 3 * b) | 7 << (18 + 3 * c);
            }
            i += 1;
        }
        occupied += 1;
    }
    table
};

/// For columns (nine bits): those that stand alone in their stack.
const ALONE: [u16; 512] = {
    let mut table = [0; 512];
    let mut columns: usize = 0;
    while columns < 512 {
        let mut stack = 0;
        while stack < 3 {
            let three = columns >> (3 * stack) & 7;
            if three.is_power_of_two() {
                table[columns] |= (three << (3 * stack)) as u16;
            }
            stack += 1;
        }
        columns += 1;
    }
    table
};

/// For columns: those to keep of a band that is the only one to have them: they alone in
/// their stack, everything in the other stacks.
const ONLY: [u16; 512] = {
    let mut table = [0; 512];
    let mut columns: usize = 0;
    while columns < 512 {
        let mut stack = 0;
        while stack < 3 {
            let three = columns >> (3 * stack) & 7;
            let keep = if three == 0 {
                7
            } else if three.is_power_of_two() {
                three
            } else {
                0
            };
            table[columns] |= (keep << (3 * stack)) as u16;
            stack += 1;
        }
        columns += 1;
    }
    table
};

/// The columns of a row mask in all three rows of a band.
#[inline]
fn in_rows(columns: u16) -> u32 {
    u32::from(columns) * FIRST
}

#[derive(Clone)]
struct NineState {
    /// Cells of each band where each digit may stand.
    candidates: [[u32; 9]; 3],
    /// Cells of each band without a digit.
    open: [u32; 3],
    /// Where candidates changed since they were last looked at: bit `4 digit + band`.
    changed: u64,
}

struct Contradiction;

/// Hands every solution over until the receiver has enough.
pub(super) fn search(values: &[u8], sink: &mut Sink<'_>) {
    let Ok(mut state) = NineState::new(values) else { return };
    run(&mut state, sink);
}

/// False when the receiver has enough, or the search was stopped.
fn run(state: &mut NineState, sink: &mut Sink<'_>) -> bool {
    loop {
        let Ok(two) = state.propagate() else { return true };
        if state.open == [0; 3] {
            return if sink.wants_values { (sink.receive)(&state.values()) } else { (sink.receive)(&[]) };
        }
        if sink.is_stopped() {
            return false;
        }
        let (band, cell) = state.choose(two);
        let mut first = 0;
        while first < 8 && state.candidates[band][first] & cell == 0 {
            first += 1;
        }
        let mut guess = state.clone();
        guess.place(band, cell, first);
        if !run(&mut guess, sink) {
            return false;
        }
        state.candidates[band][first] &= !cell;
        state.changed |= 1 << (4 * first + band);
    }
}

impl NineState {
    fn new(values: &[u8]) -> Result<NineState, Contradiction> {
        let mut own = [[0u32; 9]; 3];
        let mut open = [BAND; 3];
        for (band, cells) in values.chunks_exact(27).enumerate().take(3) {
            for (i, &value) in cells.iter().enumerate() {
                if value != 0 {
                    own[band][usize::from(value - 1) % 9] |= 1 << i;
                    open[band] &= !(1 << i);
                }
            }
        }
        let mut state = NineState { candidates: own, open, changed: EVERYTHING };
        for band in 0..3 {
            for digit in 0..9 {
                // Rows that hold the digit have no other place for it.
                let placed = own[band][digit];
                let rows = (((placed & REST) + REST) | placed) & LAST;
                let twice = placed & placed.wrapping_sub(rows >> 8);
                if twice != 0 {
                    return Err(Contradiction);
                }
                state.candidates[band][digit] = placed | state.open[band] & !((rows >> 8) * 511);
            }
        }
        Ok(state)
    }

    /// The cell gets the digit; what follows from it is left to the propagation.
    #[inline]
    fn place(&mut self, band: usize, cell: u32, digit: usize) {
        let row = if cell < 1 << 9 {
            0o777
        } else if cell < 1 << 18 {
            0o777_000
        } else {
            0o777_000_000
        };
        self.candidates[band][digit] &= !row | cell;
        self.changed |= 1 << (4 * digit + band);
    }

    /// Everything that follows without guessing; then the cells of each band with exactly two digits.
    fn propagate(&mut self) -> Result<[u32; 3], Contradiction> {
        loop {
            while self.changed != 0 {
                let digit = self.changed.trailing_zeros() as usize / 4;
                let bands = self.changed >> (4 * digit) & 7;
                self.changed ^= bands << (4 * digit);
                self.update(digit % 9, bands)?;
            }
            let mut two_digits = [0; 3];
            for band in 0..3 {
                let (mut one, mut two, mut three) = (0, 0, 0);
                for &cells in &self.candidates[band] {
                    three |= two & cells;
                    two |= one & cells;
                    one |= cells;
                }
                if one != BAND {
                    return Err(Contradiction);
                }
                let mut single = self.open[band] & !two;
                two_digits[band] = two & !three;
                while single != 0 {
                    let cell = single & single.wrapping_neg();
                    single ^= cell;
                    for digit in 0..9 {
                        if self.candidates[band][digit] & cell != 0 {
                            self.place(band, cell, digit);
                            break;
                        }
                    }
                }
            }
            if self.changed == 0 {
                return Ok(two_digits);
            }
        }
    }

    /// Locked candidates and placements of one digit, of which these bands changed.
    #[inline]
    fn update(&mut self, digit: usize, mut bands: u64) -> Result<(), Contradiction> {
        let mut words = [self.candidates[0][digit], self.candidates[1][digit], self.candidates[2][digit]];
        let mut all_bands = bands;
        loop {
            for band in 0..3 {
                if bands >> band & 1 == 0 {
                    continue;
                }
                let word = words[band];
                let occupied = usize::from(MINIROWS[(word & 511) as usize])
                    | usize::from(MINIROWS[(word >> 9 & 511) as usize]) << 3
                    | usize::from(MINIROWS[(word >> 18 & 511) as usize]) << 6;
                let word = word & LOCKED[occupied & 511];
                if word == 0 {
                    return Err(Contradiction);
                }
                words[band] = word;
            }
            let before = words;
            let columns = |word: u32| ((word | word >> 9 | word >> 18) & 511) as u16;
            let (a, b, c) = (columns(words[0]), columns(words[1]), columns(words[2]));
            if a | b | c != ALL_COLUMNS {
                return Err(Contradiction);
            }
            // A column alone in its stack leaves the other bands; a column of one band only is taken there.
            let alone = |columns: u16| ALONE[usize::from(columns & 511)];
            let only = |columns: u16| ONLY[usize::from(columns & 511)];
            let (alone_a, alone_b, alone_c) = (alone(a), alone(b), alone(c));
            words[0] &= in_rows(only(a & !(b | c)) & !(alone_b | alone_c));
            words[1] &= in_rows(only(b & !(a | c)) & !(alone_a | alone_c));
            words[2] &= in_rows(only(c & !(a | b)) & !(alone_a | alone_b));
            bands = 0;
            for band in 0..3 {
                bands |= u64::from(words[band] != before[band]) << band;
            }
            all_bands |= bands;
            if bands == 0 {
                break;
            }
        }
        for band in 0..3 {
            if all_bands >> band & 1 == 0 {
                continue;
            }
            let word = words[band];
            // Rows with one candidate: every row has one at least, so nothing is borrowed.
            let others = word & (word - FIRST);
            let several = (((others & REST) + REST) | others) & LAST;
            let placed = word & !((several >> 8) * 511) & self.open[band];
            if placed != 0 {
                self.open[band] ^= placed;
                for other in 0..9 {
                    let cells = self.candidates[band][other];
                    self.changed |= u64::from(cells & placed != 0) << (4 * other + band);
                    self.candidates[band][other] = cells & !placed;
                }
                self.changed &= !(1 << (4 * digit + band));
            }
            // Not before the others, which are read as vectors: those would have to wait for it.
            self.candidates[band][digit] = word;
        }
        Ok(())
    }

    /// A cell to guess at, of those with two digits if there are any: band and bit.
    fn choose(&self, two: [u32; 3]) -> (usize, u32) {
        // Of the cells with two digits, the one with most cells around it that have one of its digits; those with two
        // digits themselves count four times, as they are solved at once. That takes a third as many guesses in the
        // hardest puzzles as the first such cell.
        const BY_TWO: u32 = 3;
        let mut most = (0, 0, 0);
        for band in 0..3 {
            let [above, below] = [(band + 1) % 3, (band + 2) % 3];
            let mut cells = two[band];
            while cells != 0 {
                let cell = cells & cells.wrapping_neg();
                cells ^= cell;
                // Where one of its digits may stand, in the three bands. Which digits these are cannot be predicted, so
                // there is no branch.
                let mut either = [0; 3];
                for digit in 0..9 {
                    let has = u32::from(self.candidates[band][digit] & cell != 0).wrapping_neg();
                    either[0] |= self.candidates[band][digit] & has;
                    either[1] |= self.candidates[above][digit] & has;
                    either[2] |= self.candidates[below][digit] & has;
                }
                let i = cell.trailing_zeros();
                let column = FIRST << (i % 9);
                let near = 0o777 << (i / 9 * 9) | 0o007_007_007 << (i % 9 / 3 * 3) | column;
                // All three bands in one word.
                let around = |[own, above, below]: [u32; 3]| {
                    u64::from(own & near) | u64::from(above & column) << 28 | u64::from(below & column) << 29
                };
                let all = around(either);
                let score =
                    all.count_ones() + BY_TWO * (all & around([two[band], two[above], two[below]])).count_ones();
                if score > most.0 {
                    most = (score, band, cell);
                }
            }
        }
        if most.0 > 0 {
            return (most.1, most.2);
        }
        // No cell has two digits: one with fewest.
        let mut best = (10, 0, 0);
        for band in 0..3 {
            let mut open = self.open[band];
            while open != 0 {
                let cell = open & open.wrapping_neg();
                open ^= cell;
                let mut count = 0;
                for &cells in &self.candidates[band] {
                    count += u32::from(cells & cell != 0);
                }
                if count < best.0 {
                    best = (count, band, cell);
                }
            }
        }
        (best.1, best.2)
    }

    fn values(&self) -> [u8; 81] {
        let mut values = [0; 81];
        for band in 0..3 {
            for digit in 0..9 {
                for (i, value) in values[27 * band..27 * band + 27].iter_mut().enumerate() {
                    if self.candidates[band][digit] >> i & 1 == 1 {
                        *value = digit as u8 + 1;
                    }
                }
            }
        }
        values
    }
}
