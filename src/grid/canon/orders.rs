//! Orders of the columns of a stack, listed by the compiler.

/// The orders of the columns of a stack, or of the stacks; a set of them is a mask.
pub(super) struct Orders {
    /// How many there are.
    pub(super) n: usize,
    /// The columns from left to right.
    pub(super) lists: [[u8; 4]; 24],
    /// The orders with this column at this position.
    pub(super) at: [[u32; 4]; 4],
}

impl Orders {
    /// Those of so many columns.
    pub(super) const fn new(width: usize) -> Orders {
        let mut orders = Orders { n: 0, lists: [[0; 4]; 24], at: [[0; 4]; 4] };
        let mut code = 0;
        while code < 1 << (2 * width) {
            let (mut list, mut used) = ([0; 4], 0u32);
            let mut position = 0;
            while position < width {
                let col = code >> (2 * position) & 3;
                list[position] = col as u8;
                used |= 1 << col;
                position += 1;
            }
            if used == (1 << width) - 1 {
                let mut position = 0;
                while position < width {
                    orders.at[list[position] as usize][position] |= 1 << orders.n;
                    position += 1;
                }
                orders.lists[orders.n] = list;
                orders.n += 1;
            }
            code += 1;
        }
        orders
    }
}
