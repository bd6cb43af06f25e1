//! Subsets and fish in bit matrices: as many bases as covers.

use super::{Closure, Layout, Pending};

impl<const N: usize> Closure<N> {
    /// One pass of subsets and fish, smallest first; true if anything was ruled out.
    pub(super) fn subsets(&mut self, pending: &mut Pending) -> bool {
        let n_marks = self.n_marks;
        for size in 2..=4 {
            let allowed = |kind: usize| self.sizes[kind] >> size & 1 == 1;
            let [naked, hidden, fish] = [allowed(0), allowed(1), allowed(2)];
            for line in 0..N {
                if naked {
                    let row = self.cells[line];
                    self.hall(&row, size, pending, |_, i, j| (line, i, j));
                    let col: [u16; N] = std::array::from_fn(|row| self.cells[row][line]);
                    self.hall(&col, size, pending, |_, i, j| (i, line, j));
                    let layout = self.layout;
                    let cell = |i: usize| layout.box_cell[line * N + i] as usize;
                    let bx: [u16; N] = std::array::from_fn(|i| self.cells[cell(i) / N][cell(i) % N]);
                    self.hall(&bx, size, pending, |_, i, j| (cell(i) / N, cell(i) % N, j));
                }
                if hidden {
                    let row = self.rows[line];
                    self.hall(&row, size, pending, |_, i, j| (line, j, i));
                    let col = self.cols[line];
                    self.hall(&col, size, pending, |_, i, j| (j, line, i));
                    let bx = self.boxes[line];
                    self.hall(&bx, size, pending, |layout, i, j| {
                        let cell = layout.box_cell[line * N + j] as usize;
                        (cell / N, cell % N, i)
                    });
                }
                if fish {
                    let rows: [u16; N] = std::array::from_fn(|row| self.rows[row][line]);
                    self.hall(&rows, size, pending, |_, i, j| (i, j, line));
                    let cols: [u16; N] = std::array::from_fn(|col| self.cols[col][line]);
                    self.hall(&cols, size, pending, |_, i, j| (j, i, line));
                }
                if self.broken || !pending.is_empty() {
                    return true;
                }
            }
            if self.n_marks != n_marks {
                return true;
            }
        }
        false
    }

    /// Finds `size` bases of the matrix whose places lie in `size` covers and rules out
    /// the other places of these covers; `at` names the candidate of base i and cover j.
    fn hall(
        &mut self,
        places: &[u16; N],
        size: usize,
        pending: &mut Pending,
        at: impl Fn(&Layout, usize, usize) -> (usize, usize, usize),
    ) {
        // A base whose candidate is placed takes no part: placing it cleared its covers.
        let mut usable = [(0u8, 0u16); N];
        let mut n_usable = 0;
        let mut n_open = 0;
        for (base, &mask) in places.iter().enumerate() {
            if mask == 0 {
                continue;
            }
            let (row, col, _) = at(self.layout, base, mask.trailing_zeros() as usize);
            if mask.is_power_of_two() && self.placed[row] >> col & 1 == 1 {
                continue;
            }
            n_open += 1;
            if mask.count_ones() as usize <= size {
                usable[n_usable] = (base as u8, mask);
                n_usable += 1;
            }
        }
        if n_usable < size || n_open <= size {
            return;
        }
        let mut found: [(u16, u16); 4] = [(0, 0); 4];
        let mut n_found = 0;
        choose(&usable[..n_usable], size, 0, 0, &mut |bases, covers| {
            let useful = places.iter().enumerate().any(|(base, mask)| bases >> base & 1 == 0 && mask & covers != 0);
            if useful && n_found < 4 {
                found[n_found] = (bases, covers);
                n_found += 1;
            }
        });
        for &(bases, covers) in &found[..n_found] {
            for base in (0..N).filter(|&base| bases >> base & 1 == 0) {
                let mut out = places[base] & covers;
                while out != 0 {
                    let (row, col, digit) = at(self.layout, base, out.trailing_zeros() as usize);
                    // An earlier find of this call may have ruled it out already.
                    if self.cells[row][col] >> digit & 1 == 1 {
                        self.eliminate(row, col, digit, pending);
                    }
                    out &= out - 1;
                }
            }
            if self.broken {
                return;
            }
        }
    }
}

/// Visits every choice of `size` bases whose places have at most `size` covers in all.
fn choose(usable: &[(u8, u16)], size: usize, bases: u16, covers: u16, visit: &mut dyn FnMut(u16, u16)) {
    if size == 0 {
        visit(bases, covers);
        return;
    }
    let limit = size as u32 + bases.count_ones();
    for (i, &(base, mask)) in usable.iter().enumerate() {
        let union = covers | mask;
        if union.count_ones() <= limit {
            choose(&usable[i + 1..], size - 1, bases | 1 << base, union, visit);
        }
    }
}
