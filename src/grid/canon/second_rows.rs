//! The smallest second rows of 9x9 grids, each worked out once.
//!
//! Once the first row reads 1 to 9, the second one and the orders of columns that make it smallest depend on nothing
//! but the columns whose first row holds the digits of the second. Digits of a box differ, so a column is never mapped
//! into its own stack: 12,096 maps are left.

use super::lines::MAX;
use std::sync::{LazyLock, OnceLock};

/// For each column the column whose first row holds the digit that the second row has here.
pub(super) type Below = [u8; 9];

/// What makes the second row smallest.
pub(super) struct SecondRow {
    /// Its values as digits of a number, so that smaller rows are smaller numbers.
    pub(super) key: u64,
    /// Every order of columns that gives it.
    pub(super) orders: Vec<[u8; MAX]>,
}

/// The second rows that were asked for so far.
struct Table {
    /// By what the first two stacks map to: where its block of eight begins, for the orders in which the last stack maps
    /// to the columns that are left.
    block: Vec<u16>,
    rows: Vec<OnceLock<SecondRow>>,
}

/// Columns that three columns of a stack may map to.
const PER_STACK: usize = 6 * 6 * 6;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut block = vec![0; PER_STACK * PER_STACK];
    let mut n_blocks = 0u16;
    for (index, block) in block.iter_mut().enumerate() {
        let columns = |stack: usize, code: usize| {
            [code / 36, code / 6 % 6, code % 6].map(|at| if at < 3 * stack { at } else { at + 3 })
        };
        let (a, b) = (columns(0, index / PER_STACK), columns(1, index % PER_STACK));
        let used = a.iter().chain(&b).fold(0u32, |used, col| used | 1 << col);
        // All columns of the last stack are among them, since it does not map into itself.
        if used.count_ones() == 6 && used >> 6 == 0b111 {
            *block = n_blocks;
            n_blocks += 1;
        }
    }
    let rows = (0..8 * usize::from(n_blocks)).map(|_| OnceLock::new()).collect();
    Table { block, rows }
});

/// The smallest second row for this map, by `find` if nobody asked before.
#[inline]
pub(super) fn second_row(below: &Below, find: impl FnOnce() -> SecondRow) -> &'static SecondRow {
    let table = &*TABLE;
    table.rows[index(table, below)].get_or_init(find)
}

#[inline]
fn index(table: &Table, below: &Below) -> usize {
    let at = |col: usize, stack: usize| {
        let to = usize::from(below[col]);
        if to < 3 * stack { to } else { to - 3 }
    };
    let a = 36 * at(0, 0) + 6 * at(1, 0) + at(2, 0);
    let b = 36 * at(3, 1) + 6 * at(4, 1) + at(5, 1);
    let [.., d, e, f] = *below;
    let order = usize::from(d < e) | usize::from(d < f) << 1 | usize::from(e < f) << 2;
    8 * usize::from(table.block[PER_STACK * a + b]) + order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Every map that takes no column into its own stack has a place of its own.
    #[test]
    fn no_two_maps_share_a_place() {
        fn extend(below: &mut Vec<u8>, places: &mut HashSet<usize>, n_maps: &mut usize) {
            if let Ok(below) = Below::try_from(below.as_slice()) {
                *n_maps += 1;
                places.insert(index(&TABLE, &below));
                return;
            }
            let stack = below.len() as u8 / 3;
            for to in (0..9).filter(|to| to / 3 != stack) {
                if !below.contains(&to) {
                    below.push(to);
                    extend(below, places, n_maps);
                    below.pop();
                }
            }
        }
        let (mut places, mut n_maps) = (HashSet::new(), 0);
        extend(&mut Vec::new(), &mut places, &mut n_maps);
        assert_eq!((n_maps, places.len()), (12_096, 12_096));
        assert!(places.iter().all(|&place| place < TABLE.rows.len()));
    }
}
