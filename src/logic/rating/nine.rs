//! Cells, houses and peers of a 9x9 grid as bits, for the scales that are for such grids only.

/// Cells of a 9x9 board as bits.
pub(super) type Cells = u128;

/// Houses: nine rows, nine columns, nine boxes.
pub(super) const N_HOUSES: usize = 27;

/// Row, column and box of a cell.
pub(super) const fn houses_of(cell: usize) -> [usize; 3] {
    let (row, col) = (cell / 9, cell % 9);
    [row, 9 + col, 18 + row / 3 * 3 + col / 3]
}

/// Position of a cell in its row, column and box.
pub(super) const fn positions_of(cell: usize) -> [usize; 3] {
    let (row, col) = (cell / 9, cell % 9);
    [col, row, row % 3 * 3 + col % 3]
}

/// The cell at a position of a house.
pub(super) const fn cell_at(house: usize, position: usize) -> usize {
    HOUSE_CELLS[house][position] as usize
}

const HOUSE_CELLS: [[u8; 9]; N_HOUSES] = {
    let mut table = [[0; 9]; N_HOUSES];
    let mut cell = 0;
    while cell < 81 {
        let (houses, positions) = (houses_of(cell), positions_of(cell));
        let mut i = 0;
        while i < 3 {
            table[houses[i]][positions[i]] = cell as u8;
            i += 1;
        }
        cell += 1;
    }
    table
};

/// The cells of each house.
pub(super) const HOUSE_SETS: [Cells; N_HOUSES] = {
    let mut table = [0; N_HOUSES];
    let mut house = 0;
    while house < N_HOUSES {
        let mut i = 0;
        while i < 9 {
            table[house] |= 1 << HOUSE_CELLS[house][i];
            i += 1;
        }
        house += 1;
    }
    table
};

/// The peers of each cell.
pub(super) const PEERS: [Cells; 81] = {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, col, block] = houses_of(cell);
        table[cell] = (HOUSE_SETS[row] | HOUSE_SETS[col] | HOUSE_SETS[block]) & !(1 << cell);
        cell += 1;
    }
    table
};

/// The numbers of the bits that are set, ascending.
pub(super) fn ones(mut bits: u128) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            bit
        })
    })
}

/// The numbers of the bits that are set, ascending.
#[inline]
pub(super) fn ones16(mut bits: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            bit
        })
    })
}
